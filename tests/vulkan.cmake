# The Vulkan tests' environment: every driver the loader finds on its own (a GPU's among them), and
# SwiftShader, which Chromium brings along where the loader does not look. If VK_DRIVER_FILES is set
# by the user, the loader ignores VK_ADD_DRIVER_FILES, and only those drivers are tested.
find_file(FFTCORE_SWIFTSHADER_ICD vk_swiftshader_icd.json
  PATHS /usr/lib/chromium /usr/lib64/chromium /usr/lib/chromium-browser /opt/google/chrome
  NO_DEFAULT_PATH DOC "SwiftShader's driver manifest, one more device for the Vulkan tests")
if(FFTCORE_SWIFTSHADER_ICD)
  set(vulkan_environment "VK_ADD_DRIVER_FILES=${FFTCORE_SWIFTSHADER_ICD}")
else()
  set(vulkan_environment "")
endif()

# What is compiled once is not compiled again by the next test or run; a change of a shader or
# of the compilers' passes gives other modules.
list(APPEND vulkan_environment "FFTCORE_CACHE_DIR=${PROJECT_BINARY_DIR}/modules")

find_package(Threads REQUIRED)
foreach(name IN ITEMS test_vulkan_plan test_vulkan_measure test_vulkan_measure_convolution
        test_vulkan_limits test_vulkan_edges test_vulkan_arrays test_vulkan_sets test_vulkan_primes
        test_vulkan_real test_vulkan_real_edges test_vulkan_convolution
        test_vulkan_bloom test_vulkan_butterfly test_vulkan_convolution_edges test_vulkan_difference_steps
        test_vulkan_scan)
  target_sources(${name} PRIVATE vulkan_plan_testing.c ${PROJECT_SOURCE_DIR}/bench/gpu.c)
endforeach()
foreach(name IN ITEMS test_vulkan_edges test_vulkan_real test_vulkan_real_edges)
  target_sources(${name} PRIVATE vulkan_edges_testing.c)
endforeach()
foreach(name IN ITEMS test_vulkan_measure test_vulkan_measure_convolution)
  target_sources(${name} PRIVATE vulkan_measure_testing.c)
endforeach()
foreach(name IN ITEMS test_vulkan_convolution test_vulkan_limits test_vulkan_reference_limits)
  target_sources(${name} PRIVATE vulkan_limits_testing.c)
endforeach()
target_sources(test_vulkan_threads PRIVATE ${PROJECT_SOURCE_DIR}/bench/gpu.c)
# The numbers of SPIR-V are internal.
foreach(name IN ITEMS test_emit test_emit_description)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/src)
endforeach()
target_sources(test_emit_emulated PRIVATE touches.c)
foreach(name IN ITEMS test_emit_description test_emit_emulated)
  target_sources(${name} PRIVATE emit_testing.c)
endforeach()
# The digest is internal; the test recomputes those of modules that it changes.
target_sources(test_vulkan_cache PRIVATE ${PROJECT_SOURCE_DIR}/bench/gpu.c ${PROJECT_SOURCE_DIR}/src/gpu/digest.c)
target_include_directories(test_vulkan_cache PRIVATE ${PROJECT_SOURCE_DIR}/src)
foreach(source IN LISTS test_sources)
  get_filename_component(name ${source} NAME_WE)
  if(name MATCHES "^test_(vulkan|emit)" AND TARGET ${name})
    target_sources(${name} PRIVATE vulkan_testing.c)
    target_link_libraries(${name} PRIVATE Threads::Threads ${CMAKE_DL_LIBS})
    set_tests_properties(${name} PROPERTIES ENVIRONMENT "${vulkan_environment}")
  endif()
endforeach()

# The same programs on devices without push descriptors and addresses.
foreach(name IN ITEMS test_vulkan_plan test_vulkan_edges test_vulkan_convolution)
  if(TARGET ${name})
    set(when CONFIGURATIONS campaign)
    if(name STREQUAL "test_vulkan_plan")
      set(when "")
    endif()
    add_test(NAME ${name}.sets ${when} COMMAND ${name})
    set_tests_properties(${name}.sets PROPERTIES
      ENVIRONMENT "${vulkan_environment};FFTCORE_TEST_SETS=1" SKIP_RETURN_CODE 77)
  endif()
endforeach()

# Drivers on the CPU share the cases; every night each of them gets all.
foreach(name IN ITEMS test_emit_emulated test_emit_plan test_vulkan_bloom test_vulkan_convolution test_vulkan_edges test_vulkan_limits test_vulkan_measure
        test_vulkan_plan test_vulkan_primes test_vulkan_real test_vulkan_real_edges test_vulkan_reference)
  if(TARGET ${name})
    add_test(NAME ${name}.everywhere CONFIGURATIONS campaign COMMAND ${name})
    set_tests_properties(${name}.everywhere PROPERTIES
      ENVIRONMENT "${vulkan_environment};FFTCORE_TEST_CAMPAIGN=1" SKIP_RETURN_CODE 77)
  endif()
endforeach()

# The library without compilers, and the command, which has them, for its modules.
if(TARGET test_bare_vulkan)
  target_sources(test_bare_vulkan PRIVATE vulkan_testing.c ${PROJECT_SOURCE_DIR}/bench/gpu.c)
  target_link_libraries(test_bare_vulkan PRIVATE fftcore-vulkan-bare)
  add_dependencies(test_bare_vulkan fftcore-command)
  target_compile_definitions(test_bare_vulkan PRIVATE
    "FFTC_TEST_COMMAND=\"'$<TARGET_FILE:fftcore-command>'\"")
  set_tests_properties(test_bare_vulkan PROPERTIES ENVIRONMENT "${vulkan_environment}")
endif()

# What emit gives away, in a program that is linked to Vulkan alone.
find_program(FFTCORE_GLSLANG_VALIDATOR glslangValidator)
fftc_demand(FFTCORE_GLSLANG_VALIDATOR glslangValidator glslang-tools FFTCORE_TESTS)
find_program(FFTCORE_GLSLC glslc)
fftc_demand(FFTCORE_GLSLC glslc glslc FFTCORE_TESTS)
find_program(FFTCORE_SPIRV_VAL spirv-val)
fftc_demand(FFTCORE_SPIRV_VAL spirv-val spirv-tools FFTCORE_TESTS)

# Random shaders: some on lavapipe every night, and by `make shaders` as many as wanted, on SwiftShader, too.
find_program(FFTCORE_SPIRV_OPT spirv-opt)
set(FFTCORE_COMPARED_SHADERS 20000 CACHE STRING "Random shaders that the target compare_shaders compares")
if(TARGET test_vulkan_spirv AND FFTCORE_SPIRV_OPT)
  set(generated ${CMAKE_CURRENT_BINARY_DIR}/spirv/generated)
  add_test(NAME spirv.generate CONFIGURATIONS campaign
    COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/spirv/generate.py 1 300 ${generated}
            --spirv ${FFTCORE_GLSLC} ${FFTCORE_SPIRV_OPT})
  add_test(NAME spirv.generated CONFIGURATIONS campaign COMMAND test_vulkan_spirv)
  set_tests_properties(spirv.generate PROPERTIES FIXTURES_SETUP generated_shaders)
  set_tests_properties(spirv.generated PROPERTIES FIXTURES_REQUIRED generated_shaders SKIP_RETURN_CODE 77
    ENVIRONMENT "FFTCORE_TEST_GENERATED=${generated};FFTCORE_TEST_DEVICE=llvmpipe;CK_RUN_CASE=generated_same_as_on_devices;FFTCORE_TEST_VALIDATION=off")
  add_custom_target(compare_shaders USES_TERMINAL
    COMMAND ${CMAKE_COMMAND} -E env ${vulkan_environment} $<TARGET_FILE:Python3::Interpreter>
            ${CMAKE_CURRENT_SOURCE_DIR}/spirv/compare.py $<TARGET_FILE:test_vulkan_spirv>
            ${CMAKE_CURRENT_BINARY_DIR}/spirv/compared ${FFTCORE_COMPARED_SHADERS}
            ${FFTCORE_GLSLC} ${FFTCORE_SPIRV_OPT} llvmpipe $<$<BOOL:${FFTCORE_SWIFTSHADER_ICD}>:SwiftShader>)
endif()

find_package(Vulkan REQUIRED)
pkg_check_modules(CJSON IMPORTED_TARGET libcjson)
fftc_demand(CJSON_FOUND cJSON libcjson-dev FFTCORE_TESTS)
add_executable(emit_stranger emit_stranger.c guarded_buffer.c ${PROJECT_SOURCE_DIR}/examples/emitted_helper.c)
target_link_libraries(emit_stranger PRIVATE fftcore-flags Vulkan::Vulkan PkgConfig::CJSON m)
target_link_libraries(test_emit_emulated PRIVATE PkgConfig::CJSON)
add_dependencies(test_emit emit_stranger)
target_compile_definitions(test_emit PRIVATE
  "FFTC_TEST_STRANGER=\"'$<TARGET_FILE:emit_stranger>'\""
  "FFTC_TEST_GLSLANG_VALIDATOR=\"'${FFTCORE_GLSLANG_VALIDATOR}'\""
  "FFTC_TEST_GLSLC=\"'${FFTCORE_GLSLC}'\""
  "FFTC_TEST_SPIRV_VAL=\"'${FFTCORE_SPIRV_VAL}'\""
  "FFTC_TEST_INCLUDE=\"'${PROJECT_SOURCE_DIR}/include'\"")
if(TARGET test_emit_plan)
  # The example, with buffers that notice what is written beyond them.
  add_executable(run_emitted ${PROJECT_SOURCE_DIR}/examples/run_emitted.c guarded_buffer.c
                 ${PROJECT_SOURCE_DIR}/examples/emitted_helper.c ${PROJECT_SOURCE_DIR}/examples/emitted_image.c)
  target_link_libraries(run_emitted PRIVATE fftcore-flags Vulkan::Vulkan PkgConfig::CJSON)
  add_dependencies(test_emit_plan run_emitted fftcore-command)
  target_sources(test_emit_plan PRIVATE emit_testing.c emitted_folder.c)
  target_compile_definitions(test_emit_plan PRIVATE
    "FFTC_TEST_COMMAND=\"'$<TARGET_FILE:fftcore-command>'\""
    "FFTC_TEST_RUN_EMITTED=\"'$<TARGET_FILE:run_emitted>'\"")
  add_dependencies(test_emit_arrays run_emitted)
  target_sources(test_emit_arrays PRIVATE emitted_folder.c)
  target_compile_definitions(test_emit_arrays PRIVATE
    "FFTC_TEST_RUN_EMITTED=\"'$<TARGET_FILE:run_emitted>'\"")
  # By what the descriptions say.
  if(TARGET fftcore-command)
    set(emitted_test Python3::Interpreter ${CMAKE_CURRENT_LIST_DIR}/test_emitted.py
      $<TARGET_FILE:fftcore-command> $<TARGET_FILE:run_emitted> $<TARGET_FILE:emit_stranger>)
    add_test(NAME emitted COMMAND ${emitted_test})
    add_test(NAME emitted.many CONFIGURATIONS campaign COMMAND ${emitted_test} --everywhere --points 300 --seed 7 --cases 30)
    add_test(NAME emitted.texts CONFIGURATIONS campaign
             COMMAND ${emitted_test} --points 300 --seed 8 --cases 12 --glslang ${FFTCORE_GLSLANG_VALIDATOR})
    add_test(NAME emitted.mutants CONFIGURATIONS campaign COMMAND ${emitted_test} --mutants)
    set_tests_properties(emitted emitted.many emitted.texts emitted.mutants PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 3600
      ENVIRONMENT "${vulkan_environment}")
  endif()
endif()
# Their stand-ins for Vulkan's functions must be seen by a shared fftcore-vulkan too.
foreach(name IN ITEMS test_vulkan_convolution test_vulkan_faults test_vulkan_limits test_vulkan_measure
        test_vulkan_measure_convolution test_vulkan_pipelines test_vulkan_reference_limits
        test_vulkan_sets test_vulkan_statistics test_vulkan_unchecked)
  target_sources(${name} PRIVATE vulkan_loader.c)
  set_target_properties(${name} PROPERTIES C_VISIBILITY_PRESET default ENABLE_EXPORTS ON)
endforeach()
# The shaders of scans, finite differences, blooms and classic FFTs in the emulator, as a driver would get them.
foreach(unit IN ITEMS scan difference_steps bloom butterfly)
  if(TARGET test_vulkan_${unit})
    set(name test_vulkan_${unit}_emulated)
    add_executable(${name} test_vulkan_${unit}.c ${unit}_testing.c emulated_device.c emulated_dispatch.c touches.c
      vulkan_loader.c vulkan_testing.c vulkan_plan_testing.c ${PROJECT_SOURCE_DIR}/bench/gpu.c)
    target_link_libraries(${name} PRIVATE fftcore fftcore-vulkan fftcore-flags testing
      Threads::Threads ${CMAKE_DL_LIBS} m)
    set_target_properties(${name} PROPERTIES C_VISIBILITY_PRESET default ENABLE_EXPORTS ON)
    target_compile_definitions(${name} PRIVATE FEWER=8) # scans: compiling each takes seconds
    set(case_of_scan vulkan_scan_operations_equal)
    set(case_of_difference_steps steps_on_devices_have_the_bits_of_the_cpu)
    set(case_of_bloom buffers_equal_the_sums)
    set(case_of_butterfly devices_have_the_bits_of_the_emulator)
    set(environment ${vulkan_environment} FFTCORE_TEST_DEVICE=llvmpipe FFTCORE_TEST_VALIDATION=off
      CK_RUN_CASE=${case_of_${unit}})
    if(unit STREQUAL "bloom") # small ones have no barriers
      list(APPEND environment FFTCORE_TEST_CAMPAIGN=1)
    endif()
    add_test(NAME ${name} COMMAND ${name})
    add_test(NAME ${name}.thirty_two CONFIGURATIONS campaign COMMAND ${name})
    set_tests_properties(${name} ${name}.thirty_two PROPERTIES SKIP_RETURN_CODE 77 ENVIRONMENT "${environment}")
    set_property(TEST ${name}.thirty_two APPEND PROPERTY ENVIRONMENT FFTCORE_TEST_CAMPAIGN=1 FFTCORE_TEST_SUBGROUP=32)
  endif()
endforeach()
# Its stand-ins for the C library's functions are put in by the linker, for what it links itself.
if(TARGET test_vulkan_memory)
  target_link_options(test_vulkan_memory PRIVATE
    -Wl,--wrap=malloc -Wl,--wrap=calloc -Wl,--wrap=realloc -Wl,--wrap=strdup)
endif()
