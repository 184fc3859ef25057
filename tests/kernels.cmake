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
  foreach(subgroup_log2 0 1 2)
    set(name ${CMAKE_CURRENT_BINARY_DIR}/scan_${subgroup_log2}.spv)
    set(subgroups)
    if(subgroup_log2 GREATER 0)
      set(subgroups -DFFTC_SUBGROUPS)
    endif()
    add_custom_command(OUTPUT ${name} VERBATIM
      DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/scan.comp ${PROJECT_SOURCE_DIR}/shaders/common/workgroup.glsl ${kernel_headers}
      COMMAND ${FFTCORE_GLSLC} -DFFTC_SUBGROUP_LOG2=${subgroup_log2}u ${subgroups} -I${PROJECT_SOURCE_DIR}/include
              -I${PROJECT_SOURCE_DIR}/shaders --target-env=vulkan1.1 ${CMAKE_CURRENT_SOURCE_DIR}/scan.comp -o ${name})
    list(APPEND shaders ${name})
  endforeach()
  set(name ${CMAKE_CURRENT_BINARY_DIR}/stencil.spv)
  add_custom_command(OUTPUT ${name} VERBATIM
    DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/stencil.comp ${PROJECT_SOURCE_DIR}/shaders/common/workgroup.glsl ${kernel_headers}
    COMMAND ${FFTCORE_GLSLC} -I${PROJECT_SOURCE_DIR}/include -I${PROJECT_SOURCE_DIR}/shaders
            --target-env=vulkan1.1 ${CMAKE_CURRENT_SOURCE_DIR}/stencil.comp -o ${name})
  list(APPEND shaders ${name})
  foreach(way passes passes_table lines lines_table)
    set(name ${CMAKE_CURRENT_BINARY_DIR}/butterfly_${way}.spv)
    set(options)
    if(way MATCHES "lines")
      list(APPEND options -DFFTC_BUTTERFLY_LINES)
    endif()
    if(way MATCHES "table")
      list(APPEND options -DFFTC_BUTTERFLY_TABLE)
    endif()
    add_custom_command(OUTPUT ${name} VERBATIM
      DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/butterfly.comp ${PROJECT_SOURCE_DIR}/shaders/common/butterfly.glsl
              ${PROJECT_SOURCE_DIR}/shaders/common/workgroup.glsl
              ${PROJECT_SOURCE_DIR}/shaders/common/packed_complex.glsl ${kernel_headers}
      COMMAND ${FFTCORE_GLSLC} ${options} -I${PROJECT_SOURCE_DIR}/include -I${PROJECT_SOURCE_DIR}/shaders
              --target-env=vulkan1.1 ${CMAKE_CURRENT_SOURCE_DIR}/butterfly.comp -o ${name})
    list(APPEND shaders ${name})
  endforeach()
  foreach(subgroup_log2 0 2)
    set(name ${CMAKE_CURRENT_BINARY_DIR}/difference_${subgroup_log2}.spv)
    set(subgroups)
    if(subgroup_log2 GREATER 0)
      set(subgroups -DFFTC_SUBGROUPS)
    endif()
    add_custom_command(OUTPUT ${name} VERBATIM
      DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/difference.comp ${PROJECT_SOURCE_DIR}/shaders/common/difference.glsl
              ${PROJECT_SOURCE_DIR}/shaders/common/workgroup.glsl ${kernel_headers}
      COMMAND ${FFTCORE_GLSLC} -DFFTC_SUBGROUP_LOG2=${subgroup_log2}u ${subgroups} -I${PROJECT_SOURCE_DIR}/include
              -I${PROJECT_SOURCE_DIR}/shaders --target-env=vulkan1.1 ${CMAKE_CURRENT_SOURCE_DIR}/difference.comp -o ${name})
    list(APPEND shaders ${name})
  endforeach()
  add_custom_target(kernel-shaders DEPENDS ${shaders})
endif()
