// Which path is code, a test or a document, by the naming habits of the common languages. Knows names only, never a
// disk. The core decides by it (model/step.h): what it says of a path may change only with the rules of the core.
#pragma once

#include <string>
#include <string_view>

namespace forge {

// "a/b/x_test.cc": directory "a/b", stem "x_test", extension "cc". A leading dot belongs to the stem.
struct PathParts {
  std::string_view directory;
  std::string_view name;
  std::string_view stem;
  std::string_view extension;
};
PathParts SplitPath(std::string_view path);

// Files of one family can be one module: a test in TypeScript tests a module in TSX, a header belongs to a source.
// Empty: no language that Forge knows to have tests.
std::string_view LanguageFamily(std::string_view extension);

// Source in a language Forge knows to have tests.
bool IsCodePath(std::string_view path);

bool IsTestDirectory(std::string_view name);
bool StandsInTestDirectory(std::string_view directory);
bool IsTestPath(std::string_view path);

// A test, data of tests, or a directory of them.
bool BelongsToTests(std::string_view path);

// The stem of what a test tests ("x" for x_test.go, test_x.py, XTest.java is "X"); the path's own stem when only its
// directory says that it is a test (tests/x.rs). Empty: it is not a test, or a test of something unknown.
std::string TestSubject(std::string_view path);

// Pages by their ending (.md, .rst, .adoc ...), files under doc/ and docs/, and README, CHANGELOG and the like.
bool IsDocument(std::string_view path);

}  // namespace forge
