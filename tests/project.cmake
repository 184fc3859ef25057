# Tests of the project itself: headers, formatting, installation. Not part of the sanitizer builds.
foreach(what c cpp glsl names required agree faults)
  add_test(NAME headers.${what}
    COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/test_headers.py ${what})
endforeach()
foreach(what c cpp glsl agree)
  add_test(NAME headers.${what}.all CONFIGURATIONS campaign
    COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/test_headers.py ${what} --all)
endforeach()
add_test(NAME layers COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/test_layers.py)
add_test(NAME site COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/docs/site/headers.py)
if(FFTCORE_VULKAN) # the pages of devices need Vulkan's headers
  add_test(NAME snippets COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/test_snippets.py
    ${CMAKE_C_COMPILER} ${PROJECT_SOURCE_DIR}/include ${Vulkan_INCLUDE_DIR})
endif()
add_test(NAME format COMMAND ${PROJECT_SOURCE_DIR}/scripts/format.sh --check)
add_test(NAME picture COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/docs/pictures/gpu-engine.py --check)
foreach(file prime.engine prime.kernel circle.cells sinc.kernel)
  string(REPLACE "." ";" words ${file})
  list(GET words 0 script)
  list(GET words 1 part)
  add_test(NAME constants.${file}
    COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/scripts/${script}_constants.py ${part} --check)
endforeach()
set_tests_properties(format PROPERTIES SKIP_RETURN_CODE 77)
if(TARGET example_missing_barrier)
  add_test(NAME readme
    COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/test_readme.py
      $<TARGET_FILE:example_first_transform> $<TARGET_FILE:example_missing_barrier> $<TARGET_FILE:example_stages>)
endif()

get_property(fftw3_shared GLOBAL PROPERTY fftcore_fftw3_shared)
if(fftw3_shared)
  add_test(NAME fftw3.symbols COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/fftw3/symbols.py
    $<TARGET_FILE:${fftw3_shared}>)
  set(bench ${CMAKE_CURRENT_SOURCE_DIR}/fftw3/bench.sh $<TARGET_FILE:${fftw3_shared}> ${CMAKE_CURRENT_BINARY_DIR}/fftw3)
  add_test(NAME fftw3.bench COMMAND ${bench})
  set_tests_properties(fftw3.symbols fftw3.bench PROPERTIES SKIP_RETURN_CODE 77)
  add_custom_target(fftw3-check COMMAND ${bench} --check USES_TERMINAL)
  set(reach ${CMAKE_CURRENT_SOURCE_DIR}/reach/run.sh $<TARGET_FILE:${fftw3_shared}> ${CMAKE_CURRENT_BINARY_DIR}/reach)
  add_test(NAME fftw3.reach CONFIGURATIONS campaign COMMAND ${reach} --installed)
  set_tests_properties(fftw3.reach PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 1200)
  add_custom_target(fftw3-reach COMMAND ${reach} USES_TERMINAL)
  add_dependencies(fftw3-check ${fftw3_shared})
  add_dependencies(fftw3-reach ${fftw3_shared})
endif()

function(fftc_install_test what from)
  add_test(NAME install.${what} ${ARGN}
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/install/run.sh ${what} ${from} ${CMAKE_CURRENT_BINARY_DIR}/install-${what})
  set_tests_properties(install.${what} PROPERTIES
    ENVIRONMENT "VULKAN=$<IF:$<BOOL:${FFTCORE_VULKAN}>,ON,OFF>;FFTCORE_CACHE_DIR=${PROJECT_BINARY_DIR}/modules" TIMEOUT 900)
endfunction()
if(NOT BUILD_SHARED_LIBS)
  fftc_install_test(static ${PROJECT_BINARY_DIR})
endif()
fftc_install_test(fetched ${PROJECT_SOURCE_DIR})
fftc_install_test(shared ${PROJECT_SOURCE_DIR} CONFIGURATIONS campaign) # compiles all of it again
fftc_install_test(minimal ${PROJECT_SOURCE_DIR} CONFIGURATIONS campaign) # the same
fftc_install_test(one_precision ${PROJECT_SOURCE_DIR} CONFIGURATIONS campaign)

# What is missing is named, and the option that does without it.
function(fftc_demand_test option package)
  add_test(NAME demand.${package} COMMAND ${CMAKE_COMMAND} -S ${PROJECT_SOURCE_DIR}
    -B ${CMAKE_CURRENT_BINARY_DIR}/demand-${package} -DCMAKE_DISABLE_FIND_PACKAGE_${package}=ON)
  set_tests_properties(demand.${package} PROPERTIES PASS_REGULAR_EXPRESSION "or.configure.without:[ \n]*-D${option}=OFF")
endfunction()
fftc_demand_test(FFTCORE_TOOLS PkgConfig)
fftc_demand_test(FFTCORE_TESTS Python3)
add_test(NAME demand.engines COMMAND ${CMAKE_COMMAND} -S ${PROJECT_SOURCE_DIR}
  -B ${CMAKE_CURRENT_BINARY_DIR}/demand-engines -DFFTCORE_ENGINES=avx2,avx512)
set_tests_properties(demand.engines PROPERTIES PASS_REGULAR_EXPRESSION "has.\"avx2,avx512\":[ \n]*pass[ \n]*\"avx2;avx512\"")
if(FFTCORE_VULKAN)
  fftc_demand_test(FFTCORE_VULKAN Vulkan)
  fftc_demand_test(FFTCORE_GLSLANG glslang)
endif()

# Tests of other build trees that scripts/test.sh has found.
set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${CMAKE_CURRENT_BINARY_DIR}/nested.cmake)
file(TOUCH ${CMAKE_CURRENT_BINARY_DIR}/nested.cmake)

# 64-bit Arm, by a cross compiler and an emulator; not run where they are missing. `make test` leaves it to the
# campaign.
add_executable(portable aarch64/portable.c)
target_link_libraries(portable PRIVATE fftcore fftcore-flags m)
add_test(NAME portable COMMAND portable)
add_test(NAME aarch64 CONFIGURATIONS campaign COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/aarch64/run.sh
  ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR}/aarch64 $<TARGET_FILE:portable> -DCMAKE_BUILD_TYPE=Release)
set_tests_properties(aarch64 PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 3600)
