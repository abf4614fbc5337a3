# Writes every file below ROOT into OUT as one sorted table of (path, text).
file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/*)
list(SORT files)
set(text "#include \"pipeline/presets.h\"\n\nnamespace forge {\n\nconst std::vector<PresetFile>& PresetFiles() {\n  static const std::vector<PresetFile> files = {\n")
foreach(file ${files})
  file(READ ${ROOT}/${file} hex HEX)
  file(SIZE ${ROOT}/${file} size)
  # Hex escapes: any content is safe, and no raw-string delimiter can be hit. Broken
  # into short literals because a compiler need not take long ones. (CMake's regular
  # expressions have no {n}.)
  string(REPEAT "[0-9a-f]" 128 piece)
  string(REGEX REPLACE "(${piece})" "\\1;" body "${hex}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "\\\\x\\1" body "${body}")
  string(REPLACE ";" "\"\n     \"" body "${body}")
  set(body "\n     \"${body}\"")
  string(APPEND text "    {\"${file}\", std::string_view(${body}, ${size})},\n")
endforeach()
string(APPEND text "  };\n  return files;\n}\n\n}  // namespace forge\n")
file(WRITE ${OUT} "${text}")
