# forge_folder(name deps...): src/<name>/**.cc is the library forge_<name>;
# src/<name>/**_test.cc is the test program <name>_test. Twins for tests live in
# src/<name>/testing/ and are only linked into tests.
function(forge_folder name)
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
    if(FORGE_PRECOMPILE)
      target_precompile_headers(forge_${name} REUSE_FROM forge_pch_holder)
    endif()
  else()
    add_library(forge_${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  foreach(dep ${ARGN})
    target_link_libraries(forge_${name} ${scope} forge_${dep})
  endforeach()

  if(tests)
    add_executable(${name}_test ${tests} ${twins})
    target_link_libraries(${name}_test PRIVATE forge_${name} gtest gtest_main)
    target_compile_definitions(${name}_test PRIVATE FORGE_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
    if(FORGE_PRECOMPILE)
      target_precompile_headers(${name}_test REUSE_FROM forge_pch_holder)
    endif()
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
