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

find_package(Threads REQUIRED)
foreach(source IN LISTS test_sources)
  get_filename_component(name ${source} NAME_WE)
  if(name MATCHES "^test_(vulkan|emit)")
    target_sources(${name} PRIVATE vulkan_testing.c)
    target_link_libraries(${name} PRIVATE Threads::Threads ${CMAKE_DL_LIBS})
    set_tests_properties(${name} PROPERTIES ENVIRONMENT "${vulkan_environment}" PROCESSORS 2)
  endif()
endforeach()
