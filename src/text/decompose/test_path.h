// Which path is a test, and of what, by the naming habits of the common languages. Knows names only, never a disk.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace forge {

// "a/b/x_test.cc": directory "a/b", stem "x_test", extension "cc". A leading dot belongs to the stem.
struct PathParts {
  std::string_view directory;
  std::string_view name;
  std::string_view stem;
  std::string_view extension;
};
PathParts SplitPath(std::string_view path);

// Source in a language Forge knows to have tests.
bool IsCodePath(std::string_view path);

bool IsTestPath(std::string_view path);

// The stem of what a test tests ("x" for x_test.go, test_x.py, XTest.java is "X"); the path's own stem when only its
// directory says that it is a test (tests/x.rs). Empty: it is not a test, or a test of something unknown.
std::string TestSubject(std::string_view path);

// For each path the place of the module that it tests, or that it is the header of: itself when it stands alone.
// Linear. A test finds its module beside it, in the directory its own mirrors (tests/, __tests__/, spec/,
// src/test/java), or anywhere when there is only one of that name.
std::vector<std::size_t> FindModules(const std::vector<std::string>& paths);

}  // namespace forge
