# SPDX-License-Identifier: MIT
# Stands in for the functions of vcpkg that the port calls, as vcpkg's maintainer guide describes them: the same
# arguments, one build (release), the same folders. For tests of the port where vcpkg is not to be had.
#   WORK     PORT     CURRENT_PACKAGES_DIR
function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
endfunction()

function(vcpkg_cmake_configure)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "SOURCE_PATH" "OPTIONS")
  set(engines "")
  if(DEFINED ENV{FFTCORE_ENGINES})
    set(engines "-DFFTCORE_ENGINES=$ENV{FFTCORE_ENGINES}")
  endif()
  run(${CMAKE_COMMAND} -G Ninja -S ${arg_SOURCE_PATH} -B ${WORK}/build -DCMAKE_BUILD_TYPE=Release
    -DBUILD_SHARED_LIBS=OFF -DCMAKE_INSTALL_PREFIX=${CURRENT_PACKAGES_DIR} ${engines} ${arg_OPTIONS})
endfunction()

function(vcpkg_cmake_install)
  run(${CMAKE_COMMAND} --build ${WORK}/build --target install)
endfunction()

# The files move one folder up, and look for the prefix two folders above them.
function(vcpkg_cmake_config_fixup)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "CONFIG_PATH" "")
  set(share ${CURRENT_PACKAGES_DIR}/share/${PORT})
  file(GLOB moved ${CURRENT_PACKAGES_DIR}/${arg_CONFIG_PATH}/*)
  file(COPY ${moved} DESTINATION ${share})
  file(REMOVE_RECURSE ${CURRENT_PACKAGES_DIR}/lib/cmake)
  set(up "get_filename_component(_IMPORT_PREFIX \"\${_IMPORT_PREFIX}\" PATH)\n")
  file(GLOB files ${share}/*.cmake)
  foreach(file IN LISTS files)
    file(READ ${file} text)
    string(REPLACE "${up}${up}${up}" "${up}${up}" text "${text}")
    string(REPLACE "CMAKE_CURRENT_LIST_DIR}/../../../" "CMAKE_CURRENT_LIST_DIR}/../../" text "${text}")
    file(WRITE ${file} "${text}")
  endforeach()
endfunction()

function(vcpkg_fixup_pkgconfig) # ours find their prefix from where they lie
endfunction()

function(vcpkg_install_copyright)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "FILE_LIST")
  file(INSTALL ${arg_FILE_LIST} DESTINATION ${CURRENT_PACKAGES_DIR}/share/${PORT})
endfunction()

include(${CMAKE_CURRENT_LIST_DIR}/../../packaging/vcpkg/${PORT}/portfile.cmake)
