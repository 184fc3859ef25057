# Install rules of the library with FFTW's interface.
#   lib/libfftcore-fftw3.*       for programs that are built with it; its shared form also for others
#   lib/fftcore/fftw3            that under the names of FFTW's libraries, for LD_LIBRARY_PATH
#   lib/fftcore/fftw3/pkgconfig  fftw3.pc and fftw3f.pc, for PKG_CONFIG_PATH
#   include/fftcore/fftw3        fftw3.h
set(fftcore_fftw3_FOUND TRUE)
set_target_properties(fftcore-fftw3 PROPERTIES EXPORT_NAME fftw3)
install(TARGETS fftcore-fftw3 EXPORT fftcore-targets)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/fftcore/fftw3 DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/fftcore)
set(fftw3_folder ${CMAKE_INSTALL_LIBDIR}/fftcore/fftw3)

get_property(fftw3_shared GLOBAL PROPERTY fftcore_fftw3_shared)
if(fftw3_shared)
  if(NOT fftw3_shared STREQUAL fftcore-fftw3)
    install(TARGETS ${fftw3_shared} LIBRARY NAMELINK_SKIP) # the linker finds the archive
  endif()
  set(links ${PROJECT_BINARY_DIR}/fftw3-links)
  get_property(names GLOBAL PROPERTY fftcore_fftw3_names)
  file(MAKE_DIRECTORY ${links})
  foreach(name IN LISTS names)
    file(CREATE_LINK ../../libfftcore-fftw3.so.${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} ${links}/${name} SYMBOLIC)
    install(FILES ${links}/${name} DESTINATION ${fftw3_folder})
  endforeach()
endif()

# Called where the paths of pkg-config files are known.
function(fftc_install_fftw3_pc)
  set(pc_libs "")
  if(NOT BUILD_SHARED_LIBS)
    set(pc_libs " -lfftcore ${pc_core_needs}")
  endif()
  file(RELATIVE_PATH up ${CMAKE_INSTALL_FULL_LIBDIR}/fftcore/fftw3/pkgconfig ${CMAKE_INSTALL_PREFIX})
  string(REGEX REPLACE "/$" "" up "${up}")
  foreach(pc_name fftcore-fftw3 fftw3 fftw3f)
    set(to ${fftw3_folder}/pkgconfig)
    set(pc_prefix ${up})
    set(pc_version 3.3.10)
    if(pc_name STREQUAL fftcore-fftw3)
      set(to ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
      set(pc_prefix ${pc_up})
      set(pc_version ${PROJECT_VERSION})
    endif()
    configure_file(${PROJECT_SOURCE_DIR}/cmake/fftcore-fftw3.pc.in ${PROJECT_BINARY_DIR}/${pc_name}.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/${pc_name}.pc DESTINATION ${to})
  endforeach()
endfunction()
