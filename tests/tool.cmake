# The `fftcore` command from outside: exit codes, one line of refusal, JSON, files. Compared on the
# same devices as the Vulkan tests.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
add_test(NAME tool_command
         COMMAND Python3::Interpreter ${CMAKE_CURRENT_LIST_DIR}/test_tool_command.py $<TARGET_FILE:fftcore-command>)
set_tests_properties(tool_command PROPERTIES TIMEOUT 300 ENVIRONMENT "${vulkan_environment}")
