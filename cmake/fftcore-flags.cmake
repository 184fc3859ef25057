# Flags of everything that is built here; none of them reaches a project that uses fftcore.
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS ON)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release) # of this folder, and of what is below it
endif()
set(CMAKE_C_FLAGS_RELEASE "-O3 -g1") # assertions of the tests stay on
set(CMAKE_C_FLAGS_MINSIZEREL "-Os")
set(CMAKE_C_FLAGS_RELWITHDEBINFO "-O2 -g1") # lines for reports; variables' places double the engines' build

add_library(fftcore-flags INTERFACE)
# Exact mode is a contract: no contraction, and half is rounded after every operation.
target_compile_options(fftcore-flags INTERFACE
  -Wall -Wextra -Wpedantic $<$<COMPILE_LANGUAGE:C>:-Wdouble-promotion> -Wshadow
  $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes> $<$<COMPILE_LANGUAGE:C>:-Wmissing-prototypes>
  -Wno-psabi -ffp-contract=off)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
  target_compile_options(fftcore-flags INTERFACE $<$<COMPILE_LANGUAGE:C>:-fexcess-precision=16>)
endif()
if(FFTCORE_WERROR)
  target_compile_options(fftcore-flags INTERFACE -Werror)
endif()
if(FFTCORE_SANITIZE)
  add_compile_options(-fsanitize=${FFTCORE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${FFTCORE_SANITIZE})
endif()

# What the installed libraries have in common. 0.x releases may change the interface with the minor version.
function(fftc_set_library_properties target)
  set_target_properties(${target} PROPERTIES
    VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  target_compile_definitions(${target} PRIVATE FFTC_BUILDING)
  # What comes from other static libraries, and C++ templates instantiated here, stay inside a shared one.
  if(BUILD_SHARED_LIBS AND UNIX AND NOT APPLE)
    set(exports ${PROJECT_SOURCE_DIR}/cmake/exports.map)
    target_link_options(${target} PRIVATE -Wl,--no-undefined -Wl,--version-script=${exports})
    set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${exports})
  endif()
endfunction()
