# The `fftcore` command from outside: exit codes, one line of refusal, JSON, files. Compared on the
# same devices as the Vulkan tests.
foreach(part command transform emit bench drawn filter stencil techniques check pages files)
  add_test(NAME tool_${part}
           COMMAND Python3::Interpreter ${CMAKE_CURRENT_LIST_DIR}/test_tool_${part}.py $<TARGET_FILE:fftcore-command>)
  set_tests_properties(tool_${part} PROPERTIES TIMEOUT 300 ENVIRONMENT "${vulkan_environment}")
endforeach()
foreach(source IN LISTS test_sources)
  get_filename_component(name ${source} NAME_WE)
  if(name MATCHES "^test_tool")
    set_tests_properties(${name} PROPERTIES ENVIRONMENT "${vulkan_environment}")
  endif()
endforeach()
