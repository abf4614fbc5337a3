#include "verify/must_have_check.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string_view>

#include "base/strings.h"
#include "os/files/confined_tree.h"
#include "text/lines.h"

namespace forge {
namespace {

constexpr std::size_t kLargestFile = std::size_t{16} << 20U;

// Bodies that call themselves stubs, for artifacts that list no patterns. What honest code says too (a
// remark about later work, NotImplementedError in an abstract class) is not among them.
constexpr std::array<std::string_view, 5> kStubs = {"todo!(", "unimplemented!(", "not implemented yet",
                                                    "not yet implemented", "stub implementation"};

// What a phrase names: all its code spans, or itself when it is one word. Prose names nothing.
std::vector<std::string> NamesIn(std::string_view phrase) {
  std::vector<std::string> names;
  const std::vector<std::string_view> parts = Split(phrase, '`');
  for (std::size_t i = 1; i + 1 < parts.size(); i += 2) {
    std::string_view name = Trim(parts[i]);
    if (name.ends_with("()")) name.remove_suffix(2);
    if (!name.empty()) names.emplace_back(name);
  }
  std::string_view word = Trim(phrase);
  if (word.ends_with("()")) word.remove_suffix(2);
  if (names.empty() && !word.empty() && word.find_first_of(" \t") == std::string_view::npos) names.emplace_back(word);
  return names;
}

std::string Stem(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
  const std::size_t dot = name.find('.', 1);
  return std::string(name.substr(0, dot));
}

class Look {
 public:
  Look(const MustHaves& must_haves, const std::string& root)
      : must_haves_(must_haves), tree_(ConfinedTree::Open(root)) {}

  std::vector<BrokenPromise> Run() {
    if (!tree_) return {{PromiseFault::kMissing, "the tree cannot be read: " + tree_.error().message}};
    for (const MustHaves::Artifact& artifact : must_haves_.artifacts) CheckArtifact(artifact);
    for (const std::string& path : must_haves_.expected_output) CheckOutput(path);
    for (const MustHaves::KeyLink& link : must_haves_.key_links) CheckLink(link);
    return std::move(found_);
  }

 private:
  void Found(PromiseFault fault, std::string what) {
    if (std::ranges::find(found_, what, &BrokenPromise::what) == found_.end())
      found_.push_back({fault, std::move(what)});
  }

  // Nothing when it is not a readable file; that is reported once.
  const std::string* Text(const std::string& path) {
    auto known = texts_.find(path);
    if (known == texts_.end()) {
      auto entry = tree_->Find(path);
      std::optional<std::string> text;
      if (!entry) {
        Found(PromiseFault::kMissing, path + ": does not exist");
      } else if (entry->kind != ConfinedEntry::Kind::kFile) {
        Found(PromiseFault::kMissing, path + ": is not a file");
      } else if (auto read = tree_->ReadWhole(path, kLargestFile)) {
        text = *std::move(read);
      } else {
        Found(PromiseFault::kMissing, fmt::format("{}: cannot be read: {}", path, read.error().message));
      }
      known = texts_.emplace(path, std::move(text)).first;
    }
    return known->second ? &*known->second : nullptr;
  }

  void CheckArtifact(const MustHaves::Artifact& artifact) {
    const std::string* text = Text(artifact.path);
    if (text == nullptr) return;
    const auto lines = std::ranges::count_if(Lines(*text), [](std::string_view line) { return !Trim(line).empty(); });
    if (lines == 0) return Found(PromiseFault::kHollow, artifact.path + ": is empty");
    if (lines < artifact.min_lines) {
      Found(PromiseFault::kHollow,
            fmt::format("{}: has {} non-blank lines, but {} are promised", artifact.path, lines, artifact.min_lines));
    }
    CheckStubs(artifact, *text);
    for (const std::string& name : NamesIn(artifact.provides)) {
      if (!ContainsWord(*text, name))
        Found(PromiseFault::kHollow, fmt::format("{}: does not mention `{}`, which it provides", artifact.path, name));
    }
  }

  void CheckStubs(const MustHaves::Artifact& artifact, std::string_view text) {
    std::vector<std::string> patterns;
    if (artifact.stub_patterns) {
      for (const std::string& pattern : *artifact.stub_patterns) patterns.push_back(Lower(pattern));
    } else {
      patterns.assign(kStubs.begin(), kStubs.end());
    }
    int number = 0;
    for (std::string_view line : Lines(text)) {
      ++number;
      const std::string lower = Lower(line);
      for (const std::string& pattern : patterns) {
        if (pattern.empty() || lower.find(pattern) == std::string::npos) continue;
        return Found(PromiseFault::kHollow,
                     fmt::format("{}:{}: looks like a stub: `{}`", artifact.path, number, pattern));
      }
    }
  }

  void CheckOutput(const std::string& path) {
    if (!tree_->Find(path)) Found(PromiseFault::kMissing, path + ": does not exist");
  }

  // `from` must mention what it is wired by; where that is prose, the file it leads to.
  void CheckLink(const MustHaves::KeyLink& link) {
    const std::string* from = Text(link.from);
    if (!tree_->Find(link.to)) Found(PromiseFault::kMissing, link.to + ": does not exist");
    if (from == nullptr) return;
    std::vector<std::string> names = NamesIn(link.via);
    if (names.empty()) names = {Stem(link.to)};
    for (const std::string& name : names) {
      if (!name.empty() && !ContainsWord(*from, name))
        Found(PromiseFault::kUnwired,
              fmt::format("{}: is not wired to {}: it does not mention `{}`", link.from, link.to, name));
    }
  }

  const MustHaves& must_haves_;
  Result<ConfinedTree> tree_;
  std::map<std::string, std::optional<std::string>> texts_;
  std::vector<BrokenPromise> found_;
};

}  // namespace

std::vector<BrokenPromise> FindBrokenPromises(const MustHaves& must_haves, const std::string& root) {
  if (must_haves.empty()) return {};
  return Look(must_haves, root).Run();
}

}  // namespace forge
