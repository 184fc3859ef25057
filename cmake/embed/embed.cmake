# Writes OUTPUT, a C file that holds FILES as byte arrays and a table of them by name.
#   cmake -DOUTPUT=embedded.c "-DFILES=name=path|name=path..." -P embed.cmake
# `name` is what an #include says. Names and texts make a hash, too. Bytes rather than string literals: C11 promises only 4095
# characters for those.
set(arrays "")
set(table "")
set(hashes "")
set(number 0)
string(REPLACE "|" ";" FILES "${FILES}")
foreach(entry IN LISTS FILES)
  string(REGEX MATCH "^([^=]+)=(.+)$" matched "${entry}")
  set(name "${CMAKE_MATCH_1}")
  file(SHA256 "${CMAKE_MATCH_2}" hash)
  string(APPEND hashes "${name} ${hash}\n")
  file(READ "${CMAKE_MATCH_2}" bytes HEX)
  string(REGEX REPLACE "(................................)" "\\1\n    " bytes "${bytes}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1, " bytes "${bytes}")
  string(APPEND arrays "static const unsigned char file_${number}[] = {\n    ${bytes}0x00};\n\n")
  string(APPEND table "    {\"${name}\", (const char *)file_${number}, sizeof file_${number} - 1},\n")
  math(EXPR number "${number} + 1")
endforeach()
string(SHA256 hash "${hashes}")
file(WRITE "${OUTPUT}"
  "/* Made by cmake/embed/embed.cmake. */\n#include \"gpu/embedded.h\"\n\n${arrays}"
  "const fftc_embedded_file fftc_embedded_files[] = {\n${table}};\n"
  "const size_t fftc_embedded_file_count = ${number};\n"
  "const char fftc_embedded_hash[] = \"${hash}\";\n")
