#include "text/decompose/test_path.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

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

std::string_view FamilyOf(std::string_view extension) {
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

bool IsSourceRoot(std::string_view name) {
  return IsOneOf(name, {"src", "lib", "include", "main", "source", "sources", "inc", "Source", "java", "kotlin",
                        "scala", "groovy", "python"});
}

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

bool StandsInTestDirectory(std::string_view directory) {
  const auto names = Split(directory, '/');
  return std::any_of(names.begin(), names.end(), IsTestDirectory);
}

// The directory without parts that only mean "sources" or "tests", so that mirrored trees match.
std::string MirroredDirectory(std::string_view directory) {
  std::string mirrored;
  for (std::string_view name : Split(directory, '/')) {
    if (name.empty() || IsTestDirectory(name) || IsSourceRoot(name) || name == "unit" || name == "integration" ||
        name == "e2e") {
      continue;
    }
    for (std::string_view end : {".Tests", ".Test", ".UnitTests"}) name = WithoutEnd(name, end).value_or(name);
    mirrored += name;
    mirrored += '/';
  }
  return mirrored;
}

std::string Key(std::string_view directory, std::string_view stem, std::string_view family) {
  std::string key(directory);
  key += '\0';
  key += stem;
  key += '\0';
  key += family;
  return key;
}

using Places = std::unordered_map<std::string, std::vector<std::size_t>>;

class ModuleSearch {
 public:
  explicit ModuleSearch(const std::vector<std::string>& paths) : paths_(paths) {}

  std::vector<std::size_t> Run() {
    std::vector<std::size_t> modules(paths_.size());
    for (std::size_t place = 0; place < paths_.size(); ++place) {
      modules[place] = place;
      if (!IsTestPath(paths_[place])) modules[place] = AddModule(place);
    }
    for (std::size_t place = 0; place < paths_.size(); ++place) {
      if (IsTestPath(paths_[place])) modules[place] = modules[FindModuleOf(place)];
    }
    return modules;
  }

 private:
  // The first file of this file's module: the header and source of a C unit are one module.
  std::size_t AddModule(std::size_t place) {
    const PathParts parts = SplitPath(paths_[place]);
    const std::string_view family = FamilyOf(parts.extension);
    if (family.empty()) return place;
    const std::string mirrored = Key(MirroredDirectory(parts.directory), parts.stem, family);
    std::size_t first = place;
    if (family == "c") first = FirstOfUnit(parts, mirrored, place);
    beside_[Key(parts.directory, parts.stem, family)].push_back(place);
    mirrored_[mirrored].push_back(place);
    named_[Key({}, parts.stem, family)].push_back(place);
    return first;
  }

  std::size_t FirstOfUnit(const PathParts& parts, const std::string& mirrored, std::size_t place) const {
    if (auto it = beside_.find(Key(parts.directory, parts.stem, "c")); it != beside_.end()) return it->second.front();
    // include/p/x.h and src/x.cc differ in their directory; both in src/ and lib/ would be two units.
    auto it = mirrored_.find(mirrored);
    if (it == mirrored_.end() || it->second.size() != 1) return place;
    const std::size_t other = it->second.front();
    const bool header = IsHeader(parts.extension);
    return header != IsHeader(SplitPath(paths_[other]).extension) ? other : place;
  }

  static bool IsHeader(std::string_view extension) {
    return extension.starts_with('h') || extension == "inl" || extension == "ipp" || extension == "cuh";
  }

  std::size_t FindModuleOf(std::size_t place) const {
    const PathParts parts = SplitPath(paths_[place]);
    const std::string subject = TestSubject(paths_[place]);
    const std::string_view family = FamilyOf(parts.extension);
    if (subject.empty()) return place;
    if (auto found = Pick(beside_, Key(parts.directory, subject, family), parts.extension)) return *found;
    const std::string mirrored = MirroredDirectory(parts.directory);
    const std::size_t slash = parts.directory.rfind('/');
    const std::string_view last = parts.directory.substr(slash == std::string_view::npos ? 0 : slash + 1);
    if (IsTestDirectory(last)) {
      const std::string_view above = slash == std::string_view::npos ? "" : parts.directory.substr(0, slash);
      if (auto found = Pick(beside_, Key(above, subject, family), parts.extension)) return *found;
    }
    if (auto found = Pick(mirrored_, Key(mirrored, subject, family), parts.extension)) return *found;
    auto it = named_.find(Key({}, subject, family));
    if (it == named_.end() || !StandsInTestDirectory(parts.directory) || !IsOneModule(it->second)) return place;
    const std::size_t only = it->second.front();
    return MirroredDirectory(SplitPath(paths_[only]).directory).ends_with(mirrored) ? only : place;
  }

  bool IsOneModule(const std::vector<std::size_t>& places) const {
    const PathParts first = SplitPath(paths_[places.front()]);
    return std::all_of(places.begin(), places.end(), [&](std::size_t place) {
      return MirroredDirectory(SplitPath(paths_[place]).directory) == MirroredDirectory(first.directory);
    });
  }

  // The one with the same extension when there are several.
  std::optional<std::size_t> Pick(const Places& places, const std::string& key, std::string_view extension) const {
    auto it = places.find(key);
    if (it == places.end()) return std::nullopt;
    constexpr std::size_t kLooked = 16;  // so that a thousand equal names do not cost quadratic time
    for (std::size_t i = 0; i < std::min(it->second.size(), kLooked); ++i) {
      if (SplitPath(paths_[it->second[i]]).extension == extension) return it->second[i];
    }
    return it->second.front();
  }

  const std::vector<std::string>& paths_;
  Places beside_, mirrored_, named_;
};

}  // namespace

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

bool IsCodePath(std::string_view path) { return !FamilyOf(SplitPath(path).extension).empty(); }

bool IsTestPath(std::string_view path) {
  const PathParts parts = SplitPath(path);
  const std::string_view family = FamilyOf(parts.extension);
  if (family.empty()) return false;
  return parts.stem == "test" || parts.stem == "tests" || !MarkedSubject(parts, family).empty() ||
         StandsInTestDirectory(parts.directory);
}

std::string TestSubject(std::string_view path) {
  const PathParts parts = SplitPath(path);
  const std::string_view family = FamilyOf(parts.extension);
  if (family.empty()) return {};
  if (std::string_view subject = MarkedSubject(parts, family); !subject.empty()) return std::string(subject);
  return StandsInTestDirectory(parts.directory) ? std::string(parts.stem) : std::string();
}

std::vector<std::size_t> FindModules(const std::vector<std::string>& paths) { return ModuleSearch(paths).Run(); }

}  // namespace forge
