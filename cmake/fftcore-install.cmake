# Install rules, the exported CMake package `fftcore` and the pkg-config files.
#   fftcore::headers   the kernel headers: include directory only
#   fftcore::fftcore   the library
#   fftcore::vulkan    the Vulkan library, where it was built
#   fftcore::fftw3     the library with FFTW's interface, where it was built
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/fftcore)
set(fftcore_exports fftcore-targets)

install(TARGETS fftcore-headers fftcore EXPORT fftcore-targets)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
# A project that has fftcore as a part of it is spared the rest.
if(PROJECT_IS_TOP_LEVEL)
  install(FILES README.md CHANGELOG.md CONTRIBUTING.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
  install(DIRECTORY docs examples DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN "*.py" EXCLUDE
    PATTERN "site" EXCLUDE)
  install(FILES examples/test_convolve_sound.py DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples)
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/fftcore DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h" PATTERN "vulkan.h" EXCLUDE PATTERN "vulkan" EXCLUDE PATTERN "fftw3" EXCLUDE)
if(TARGET fftcore-fftw3)
  include(${CMAKE_CURRENT_LIST_DIR}/fftcore-install-fftw3.cmake)
endif()
if(TARGET fftcore-vulkan)
  # Its own file, so that a program without Vulkan can use the rest of the package.
  set_target_properties(fftcore-vulkan PROPERTIES EXPORT_NAME vulkan)
  install(TARGETS fftcore-vulkan EXPORT fftcore-vulkan-targets)
  install(FILES ${PROJECT_SOURCE_DIR}/include/fftcore/vulkan.h
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/fftcore)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/fftcore/vulkan
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/fftcore)
  list(APPEND fftcore_exports fftcore-vulkan-targets)
endif()
# For shaders of the user's own: kernel/workgroup.h for Vulkan, included as "common/workgroup.glsl".
set(fftcore_SHADER_DIR ${CMAKE_INSTALL_DATADIR}/fftcore/shaders)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/shaders/common DESTINATION ${fftcore_SHADER_DIR})
if(TARGET fftcore-command)
  install(TARGETS fftcore-command)
endif()
foreach(export IN LISTS fftcore_exports)
  install(EXPORT ${export} NAMESPACE fftcore:: DESTINATION ${package_dir})
endforeach()

# What a static fftcore-vulkan leaves to whoever links it; a shared one has it inside.
set(FFTCORE_VULKAN_DEPENDENCIES Vulkan)
set(pc_vulkan_needs "")
if(NOT BUILD_SHARED_LIBS AND NOT FFTCORE_GLSLANG)
  list(APPEND FFTCORE_VULKAN_DEPENDENCIES Threads)
  set(pc_vulkan_needs "-lpthread -lm")
elseif(NOT BUILD_SHARED_LIBS)
  list(APPEND FFTCORE_VULKAN_DEPENDENCIES Threads glslang SPIRV-Tools-opt)
  set(pc_vulkan_needs "-lglslang-default-resource-limits -lSPIRV -lglslang\
 -lMachineIndependent -lGenericCodeGen -lOSDependent -lOGLCompiler\
 -lSPIRV-Tools-opt -lSPIRV-Tools -lstdc++ -lpthread -lm")
endif()
list(JOIN FFTCORE_VULKAN_DEPENDENCIES " " FFTCORE_VULKAN_DEPENDENCIES)

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/fftcoreConfig.cmake.in
  ${CMAKE_CURRENT_BINARY_DIR}/fftcoreConfig.cmake INSTALL_DESTINATION ${package_dir}
  PATH_VARS fftcore_SHADER_DIR NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/fftcoreConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/fftcoreConfig.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/fftcoreConfigVersion.cmake
  DESTINATION ${package_dir})

# pkg-config files find their prefix from where they lie, so that an installed tree can be moved.
# What a static archive leaves to whoever links it stands in Libs where there is nothing else, so that
# nobody has to ask for --static; where there are shared libraries, which know what they need, in Libs.private.
file(RELATIVE_PATH pc_up ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" pc_up "${pc_up}")
foreach(dir LIBDIR INCLUDEDIR DATADIR)
  if(IS_ABSOLUTE "${CMAKE_INSTALL_${dir}}")
    set(pc_${dir} "${CMAKE_INSTALL_${dir}}")
  else()
    set(pc_${dir} "\${prefix}/${CMAKE_INSTALL_${dir}}")
  endif()
endforeach()
set(pc_core_needs "-lm -pthread")
foreach(package core vulkan)
  set(pc_${package}_libs "")
  set(pc_${package}_private "${pc_${package}_needs}")
  if(NOT BUILD_SHARED_LIBS)
    set(pc_${package}_libs " ${pc_${package}_needs}")
    set(pc_${package}_private "")
  endif()
endforeach()
set(pc_files fftcore.pc)
if(TARGET fftcore-vulkan)
  list(APPEND pc_files fftcore-vulkan.pc)
endif()
if(TARGET fftcore-fftw3)
  fftc_install_fftw3_pc()
endif()
foreach(pc IN LISTS pc_files)
  configure_file(${CMAKE_CURRENT_LIST_DIR}/${pc}.in ${CMAKE_CURRENT_BINARY_DIR}/${pc} @ONLY)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${pc} DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
