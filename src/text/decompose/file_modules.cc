#include "text/decompose/file_modules.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "base/strings.h"
#include "model/path_kinds.h"

namespace forge {
namespace {

bool IsSourceRoot(std::string_view name) {
  return IsOneOf(name, {"src", "lib", "include", "main", "source", "sources", "inc", "Source", "java", "kotlin",
                        "scala", "groovy", "python"});
}

// The directory without parts that only mean "sources" or "tests", so that mirrored trees match.
std::string MirroredDirectory(std::string_view directory) {
  std::string mirrored;
  for (std::string_view name : Split(directory, '/')) {
    if (name.empty() || IsTestDirectory(name) || IsSourceRoot(name) || name == "unit" || name == "integration" ||
        name == "e2e") {
      continue;
    }
    for (std::string_view end : {".Tests", ".Test", ".UnitTests"}) {
      if (name.size() > end.size() && name.ends_with(end)) name.remove_suffix(end.size());
    }
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
    const std::string_view family = LanguageFamily(parts.extension);
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
    const std::string_view family = LanguageFamily(parts.extension);
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

std::vector<std::size_t> FindModules(const std::vector<std::string>& paths) { return ModuleSearch(paths).Run(); }

}  // namespace forge
