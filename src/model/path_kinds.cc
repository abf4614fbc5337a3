#include "model/path_kinds.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "base/strings.h"

namespace forge {
namespace {

// Files of one family can be one module: a test in TypeScript tests a module in TSX, a header belongs to a source.
struct Family {
  std::string_view extension;
  std::string_view family;
};

constexpr Family kFamilies[] = {
    {"c", "c"},       {"cc", "c"},      {"cpp", "c"},   {"cxx", "c"},    {"c++", "c"},     {"h", "c"},
    {"hh", "c"},      {"hpp", "c"},     {"hxx", "c"},   {"h++", "c"},    {"inl", "c"},     {"ipp", "c"},
    {"cu", "c"},      {"cuh", "c"},     {"m", "c"},     {"mm", "c"},     {"js", "js"},     {"jsx", "js"},
    {"ts", "js"},     {"tsx", "js"},    {"mjs", "js"},  {"cjs", "js"},   {"mts", "js"},    {"cts", "js"},
    {"vue", "js"},    {"svelte", "js"}, {"py", "py"},   {"pyx", "py"},   {"pyi", "py"},    {"go", "go"},
    {"rs", "rs"},     {"java", "jvm"},  {"kt", "jvm"},  {"kts", "jvm"},  {"scala", "jvm"}, {"groovy", "jvm"},
    {"rb", "rb"},     {"php", "php"},   {"cs", "net"},  {"fs", "net"},   {"vb", "net"},    {"swift", "swift"},
    {"dart", "dart"}, {"ex", "ex"},     {"exs", "ex"},  {"erl", "erl"},  {"hs", "hs"},     {"ml", "ml"},
    {"mli", "ml"},    {"lua", "lua"},   {"jl", "jl"},   {"nim", "nim"},  {"zig", "zig"},   {"clj", "clj"},
    {"cljs", "clj"},  {"cljc", "clj"},  {"sh", "sh"},   {"bash", "sh"},  {"bats", "sh"},   {"zsh", "sh"},
    {"pl", "pl"},     {"pm", "pl"},     {"t", "pl"},    {"r", "r"},      {"elm", "elm"},   {"sol", "sol"},
    {"d", "d"},       {"cr", "cr"},     {"ps1", "ps1"}, {"coffee", "js"}};

std::optional<std::string_view> WithoutEnd(std::string_view stem, std::string_view end) {
  if (stem.size() <= end.size() || !stem.ends_with(end)) return std::nullopt;
  return stem.substr(0, stem.size() - end.size());
}

// A mark in the name itself: x_test, test_x, x.spec, XTest. Empty: it has none.
std::string_view MarkedSubject(const PathParts& parts, std::string_view family) {
  for (std::string_view end : {"_test", "_tests", "_spec", ".test", ".tests", ".spec", "-test", "-spec", "_unittest",
                               ".cy", ".e2e", "_SUITE", "-tests", ".unit"}) {
    if (auto subject = WithoutEnd(parts.stem, end)) return *subject;
  }
  for (std::string_view begin : {"test_", "test-", "tests_"}) {
    if (parts.stem.size() > begin.size() && parts.stem.starts_with(begin)) return parts.stem.substr(begin.size());
  }
  if (parts.extension == "bats") return parts.stem;
  // camelCase marks need a language that has them: "latest.js" ends in no mark, "Contest.java" neither.
  if (family == "jvm" || family == "net" || family == "php" || family == "swift" || family == "c" || family == "hs" ||
      family == "js" || family == "sol" || family == "elm") {
    for (std::string_view end : {"Tests", "Test", "Spec", "Suite", "Specs", "IT"}) {
      auto subject = WithoutEnd(parts.stem, end);
      if (subject && (end != "IT" || (family == "jvm" && !IsUpper(subject->back())))) return *subject;
    }
    constexpr std::string_view kBegin = "Test";
    if (parts.stem.size() > kBegin.size() && parts.stem.starts_with(kBegin) && IsUpper(parts.stem[kBegin.size()])) {
      return parts.stem.substr(kBegin.size());
    }
  }
  return {};
}

constexpr std::array<std::string_view, 8> kPageEndings = {".md",       ".markdown", ".rst", ".adoc",
                                                          ".asciidoc", ".mdx",      ".txt", ".org"};
constexpr std::array<std::string_view, 2> kPageFolders = {"doc", "docs"};
constexpr std::array<std::string_view, 8> kPageNames = {"readme",  "changelog", "changes", "news",
                                                        "authors", "license",   "copying", "contributing"};
// Text files that programs read.
constexpr std::array<std::string_view, 3> kNoPages = {"cmakelists.txt", "requirements.txt", "robots.txt"};

}  // namespace

std::string_view LanguageFamily(std::string_view extension) {
  constexpr std::size_t kLongest = 8;
  if (extension.empty() || extension.size() > kLongest) return {};
  const std::string lower = Lower(extension);
  for (const Family& entry : kFamilies) {
    if (entry.extension == lower) return entry.family;
  }
  return {};
}

bool IsTestDirectory(std::string_view name) {
  return IsOneOf(name, {"test", "tests", "__tests__", "spec", "specs", "Tests", "unit_tests", "unittests", "t"});
}

bool StandsInTestDirectory(std::string_view directory) {
  const auto names = Split(directory, '/');
  return std::any_of(names.begin(), names.end(), IsTestDirectory);
}

PathParts SplitPath(std::string_view path) {
  PathParts parts;
  const std::size_t slash = path.rfind('/');
  parts.directory = slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
  parts.name = slash == std::string_view::npos ? path : path.substr(slash + 1);
  const std::size_t dot = parts.name.rfind('.');
  const bool has_extension = dot != std::string_view::npos && dot > 0;
  parts.stem = has_extension ? parts.name.substr(0, dot) : parts.name;
  parts.extension = has_extension ? parts.name.substr(dot + 1) : std::string_view();
  return parts;
}

bool IsCodePath(std::string_view path) { return !LanguageFamily(SplitPath(path).extension).empty(); }

bool IsTestPath(std::string_view path) {
  const PathParts parts = SplitPath(path);
  const std::string_view family = LanguageFamily(parts.extension);
  if (family.empty()) return false;
  return parts.stem == "test" || parts.stem == "tests" || !MarkedSubject(parts, family).empty() ||
         StandsInTestDirectory(parts.directory);
}

std::string TestSubject(std::string_view path) {
  const PathParts parts = SplitPath(path);
  const std::string_view family = LanguageFamily(parts.extension);
  if (family.empty()) return {};
  if (std::string_view subject = MarkedSubject(parts, family); !subject.empty()) return std::string(subject);
  return StandsInTestDirectory(parts.directory) ? std::string(parts.stem) : std::string();
}

bool BelongsToTests(std::string_view path) {
  if (IsTestPath(path)) return true;
  const std::vector<std::string_view> parts = Split(path, '/');
  return std::ranges::any_of(
      parts, [](std::string_view part) { return IsTestDirectory(part) || IsOneOf(part, {"testdata", "fixtures"}); });
}

bool IsDocument(std::string_view path) {
  const std::string lower = Lower(path);
  const std::vector<std::string_view> parts = Split(lower, '/');
  const std::string_view name = parts.back();
  if (IsOneOf(name, kNoPages)) return false;
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    if (IsOneOf(parts[i], kPageFolders)) return true;
  }
  for (const std::string_view ending : kPageEndings) {
    if (name.ends_with(ending)) return true;
  }
  return IsOneOf(name.substr(0, name.find('.')), kPageNames);
}

}  // namespace forge
