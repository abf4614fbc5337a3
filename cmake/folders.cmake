# forge_folder(name deps...): src/<name>/**.cc is the library forge_<name>;
# src/<name>/**_test.cc is the test program <name>_test. Twins for tests live in
# src/<name>/testing/ and are only linked into tests.
set(source_dir ${CMAKE_BINARY_DIR}/generated/source_dir.cc)
file(CONFIGURE OUTPUT ${source_dir} CONTENT
  "#include \"base/testing/source_dir.h\"\nstd::string forge::SourceDir() { return \"${CMAKE_SOURCE_DIR}\"; }\n")
# Apart from the others: its text names this clone, and a batch with it could not be shared.
set_source_files_properties(${source_dir} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)

function(forge_folder name)
  set_property(GLOBAL APPEND PROPERTY FORGE_FOLDERS ${name})
  file(GLOB_RECURSE all CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${name}/*.cc)
  set(tests ${all})
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")
  set(sources ${all})
  list(FILTER sources EXCLUDE REGEX "_test\\.cc$|/main\\.cc$|/testing/")
  set(twins ${all})
  list(FILTER twins INCLUDE REGEX "/testing/[^/]*\\.cc$")
  list(FILTER twins EXCLUDE REGEX "_test\\.cc$")

  if(sources)
    add_library(forge_${name} STATIC ${sources})
    set(scope PUBLIC)
  else()
    add_library(forge_${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  foreach(dep ${ARGN})
    target_link_libraries(forge_${name} ${scope} forge_${dep})
  endforeach()

  if(tests)
    add_executable(${name}_test ${tests} ${twins} ${source_dir})
    target_link_libraries(${name}_test PRIVATE forge_${name} gtest gtest_main)
    add_test(NAME ${name} COMMAND ${name}_test)
    set_tests_properties(${name} PROPERTIES LABELS unit TIMEOUT 900)
  endif()
endfunction()

# Libraries that only this folder's sources see.
function(forge_link name)
  get_target_property(type forge_${name} TYPE)
  if(type STREQUAL "INTERFACE_LIBRARY")
    target_link_libraries(forge_${name} INTERFACE ${ARGN})
  else()
    target_link_libraries(forge_${name} PRIVATE ${ARGN})
  endif()
endfunction()

# Compiles presets/ into the library: the program needs no files of its own at run time.
function(forge_embed_presets target)
  file(GLOB_RECURSE presets CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/presets/*)
  set(out ${CMAKE_BINARY_DIR}/generated/presets.cc)
  add_custom_command(
    OUTPUT ${out}
    COMMAND ${CMAKE_COMMAND} -DROOT=${CMAKE_SOURCE_DIR}/presets -DOUT=${out} -P ${CMAKE_SOURCE_DIR}/cmake/embed.cmake
    DEPENDS ${presets} ${CMAKE_SOURCE_DIR}/cmake/embed.cmake)
  target_sources(${target} PRIVATE ${out})
endfunction()
