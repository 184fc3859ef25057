# Compute shaders for the tests of fftcore/spirv.h, compiled by glslang with debug information. Those in spirv/same
# give the same bits on devices, those in spirv/images use images, those in spirv/others are for single tests; those
# in spirv/faults are compiled with the fault and without it.
find_program(FFTCORE_GLSLANG_VALIDATOR glslangValidator)
fftc_demand(FFTCORE_GLSLANG_VALIDATOR glslangValidator glslang-tools FFTCORE_TESTS)
set(spirv_modules)
file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/spirv)

# fftc_add_spirv(<name> <source> <option>...)
function(fftc_add_spirv name source)
  set(module ${CMAKE_CURRENT_BINARY_DIR}/spirv/${name}.spv)
  add_custom_command(OUTPUT ${module} DEPENDS ${source} VERBATIM
    COMMAND ${FFTCORE_GLSLANG_VALIDATOR} ${ARGN} --target-env vulkan1.2 -V ${source} -o ${module})
  set(spirv_modules ${spirv_modules} ${module} PARENT_SCOPE)
endfunction()

file(GLOB sources CONFIGURE_DEPENDS spirv/same/*.comp spirv/images/*.comp spirv/others/*.comp)
foreach(source IN LISTS sources)
  get_filename_component(name ${source} NAME_WE)
  fftc_add_spirv(${name} ${source} -g)
endforeach()
file(GLOB sources CONFIGURE_DEPENDS spirv/faults/*.comp)
foreach(source IN LISTS sources)
  get_filename_component(name ${source} NAME_WE)
  fftc_add_spirv(${name}_faulty ${source} -g -DFAULTY)
  fftc_add_spirv(${name}_nonsemantic ${source} -gVS -DFAULTY) # NonSemantic.Shader.DebugInfo.100 has the lines
  fftc_add_spirv(${name}_corrected ${source} -g)
endforeach()
add_custom_target(spirv-shaders DEPENDS ${spirv_modules})
