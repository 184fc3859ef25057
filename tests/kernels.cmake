# The kernel headers, compiled once for each precision and number of lanes (kernels.h). Half where
# the compiler has it, fused products where this machine has them.
include(CheckCSourceCompiles)
include(CheckCSourceRuns)
check_c_source_compiles("_Float16 x; int main(void) { return (int)x; }" FFTC_TESTS_HAVE_HALF)
set(CMAKE_REQUIRED_FLAGS "-mavx2 -mfma")
check_c_source_runs("
  int main(void) { return __builtin_cpu_supports(\"avx2\") && __builtin_cpu_supports(\"fma\") ? 0 : 1; }"
  FFTC_TESTS_HAVE_FMA)
unset(CMAKE_REQUIRED_FLAGS)

add_library(kernels STATIC EXCLUDE_FROM_ALL kernels.c)
target_link_libraries(kernels PUBLIC testing fftcore PRIVATE fftcore-flags)

# fftcore_kernel_unit(NAME PRECISION LANES OPTIONS...)
function(fftcore_kernel_unit name precision lanes)
  add_library(${name} OBJECT EXCLUDE_FROM_ALL kernels_tmpl.c)
  target_link_libraries(${name} PRIVATE testing fftcore-flags)
  target_compile_definitions(${name} PRIVATE
    TESTING_UNIT=testing_${name} FFTC_PRECISION=${precision} FFTC_LANES=${lanes})
  target_compile_options(${name} PRIVATE ${ARGN})
  target_sources(kernels PRIVATE $<TARGET_OBJECTS:${name}>)
endfunction()

set(precisions 32 64)
if(FFTC_TESTS_HAVE_HALF)
  list(APPEND precisions 16)
  target_compile_definitions(kernels PRIVATE TESTING_HALF)
endif()
foreach(precision IN LISTS precisions)
  foreach(lanes 1 4 8 16)
    # Bits do not depend on optimisation, compile times do: 16 lanes are eight registers a number
    # here, and of half gcc 12 makes two library calls a lane and operation (over a minute at -O3);
    # sanitizers watch more the less is optimised. Inlining is a half of what is left then.
    if(FFTCORE_SANITIZE OR lanes EQUAL 16 OR (precision EQUAL 16 AND lanes GREATER 1))
      set(options -O0 -DFFTC_CALLS)
    else()
      set(options)
    endif()
    fftcore_kernel_unit(kernels_${precision}_${lanes} ${precision} ${lanes} ${options})
  endforeach()
endforeach()
if(FFTC_TESTS_HAVE_FMA)
  set(options -DFFTC_FAST -mavx2 -mfma -ffp-contract=fast)
  if(FFTCORE_SANITIZE)
    list(APPEND options -O1 -DFFTC_CALLS)
  endif()
  fftcore_kernel_unit(kernels_fused_32_8 32 8 ${options})
  fftcore_kernel_unit(kernels_fused_64_4 64 4 ${options})
  target_compile_definitions(kernels PRIVATE TESTING_FUSED)
endif()

# The same headers as shaders, for test_vulkan_kernels: by two compilers, one of which optimises.
if(FFTCORE_VULKAN)
  find_program(FFTCORE_GLSLANG_VALIDATOR glslangValidator REQUIRED)
  find_program(FFTCORE_GLSLC glslc REQUIRED)
  file(GLOB kernel_headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/fftcore/kernel/*.h)
  set(shader ${CMAKE_CURRENT_SOURCE_DIR}/kernels.comp)
  set(shaders)
  foreach(precision 16 32 64)
    set(name ${CMAKE_CURRENT_BINARY_DIR}/kernels_glslang_${precision}.spv)
    add_custom_command(OUTPUT ${name} DEPENDS ${shader} ${kernel_headers} VERBATIM
      COMMAND ${FFTCORE_GLSLANG_VALIDATOR} -DFFTC_PRECISION=${precision} -I${PROJECT_SOURCE_DIR}/include
              --target-env vulkan1.1 -V ${shader} -o ${name})
    list(APPEND shaders ${name})
    set(name ${CMAKE_CURRENT_BINARY_DIR}/kernels_glslc_${precision}.spv)
    add_custom_command(OUTPUT ${name} DEPENDS ${shader} ${kernel_headers} VERBATIM
      COMMAND ${FFTCORE_GLSLC} -DFFTC_PRECISION=${precision} -I${PROJECT_SOURCE_DIR}/include
              --target-env=vulkan1.1 -O ${shader} -o ${name})
    list(APPEND shaders ${name})
  endforeach()
  # fftcore_test_shader(NAME SOURCE OPTIONS...): SOURCE.comp, which includes what is in shaders/common.
  file(GLOB common_shaders CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/shaders/common/*)
  function(fftcore_test_shader name source)
    set(shader ${CMAKE_CURRENT_SOURCE_DIR}/${source}.comp)
    set(output ${CMAKE_CURRENT_BINARY_DIR}/${name}.spv)
    add_custom_command(OUTPUT ${output} DEPENDS ${shader} ${common_shaders} ${kernel_headers} VERBATIM
      COMMAND ${FFTCORE_GLSLC} ${ARGN} -I${PROJECT_SOURCE_DIR}/include -I${PROJECT_SOURCE_DIR}/shaders
              --target-env=vulkan1.1 ${shader} -o ${output})
    set(shaders ${shaders} ${output} PARENT_SCOPE)
  endfunction()
  fftcore_test_shader(stencil stencil)
  foreach(kernel scan_0 scan_1 scan_2 difference_0 difference_2)
    string(REGEX MATCH "^(.*)_(.)$" unused ${kernel})
    set(subgroups -DFFTC_SUBGROUP_LOG2=${CMAKE_MATCH_2}u)
    if(NOT CMAKE_MATCH_2 EQUAL 0)
      list(APPEND subgroups -DFFTC_SUBGROUPS)
    endif()
    fftcore_test_shader(${kernel} ${CMAKE_MATCH_1} ${subgroups})
  endforeach()
  add_custom_target(kernel-shaders DEPENDS ${shaders})
endif()
