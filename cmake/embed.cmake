# Writes every file below ROOT into OUT as one sorted table of (path, text).
file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/*.toml ${ROOT}/*.md)
list(SORT files)
set(text "#include \"pipeline/presets.h\"\n\nnamespace forge {\n\nconst std::vector<PresetFile>& PresetFiles() {\n  static const std::vector<PresetFile> files = {\n")
foreach(file ${files})
  file(READ ${ROOT}/${file} hex HEX)
  file(SIZE ${ROOT}/${file} size)
  # Hex escapes: any content is safe, and no raw-string delimiter can be hit. Broken
  # into short literals because a hex escape would swallow a following digit.
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "\\\\x\\1" body "${hex}")
  string(REGEX REPLACE "((\\\\x[0-9a-f][0-9a-f]){1,64})" "\n     \"\\1\"" body "${body}")
  if(size EQUAL 0)
    set(body "\"\"")
  endif()
  string(APPEND text "    {\"${file}\", std::string_view(${body}, ${size})},\n")
endforeach()
string(APPEND text "  };\n  return files;\n}\n\n}  // namespace forge\n")
file(WRITE ${OUT} "${text}")
