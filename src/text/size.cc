#include "text/size.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "base/strings.h"

namespace forge {
namespace {

constexpr std::size_t kManyFiles = 10;
constexpr std::size_t kFewFiles = 2;
constexpr std::size_t kLongText = 4000;     // bytes
constexpr std::size_t kManyItems = 8;       // of a list
constexpr std::size_t kFewWords = 30;       // a small change needs no more words
constexpr std::size_t kTellingWords = 3;    // fewer say nothing
constexpr std::size_t kTellingLetters = 8;  // of scripts that put no spaces between words

constexpr auto kStructural = std::to_array<std::string_view>(
    {"architecture", "architectural", "rearchitect", "re-architect", "redesign", "rewrite", "migrate", "migration",
     "overhaul", "framework", "subsystem", "subsystems", "codebase", "everywhere", "multi-tenant", "pluggable"});
constexpr auto kSmall = std::to_array<std::string_view>({"typo", "typos", "spelling", "wording", "rename", "bump",
                                                         "comment", "comments", "whitespace", "unused", "indentation",
                                                         "one-liner", "constant", "message", "link", "off-by-one"});
constexpr auto kWishes = std::to_array<std::string_view>(
    {"improve",  "improvements", "better",     "nicer",     "cleanup", "clean",     "optimise",
     "optimize", "polish",       "modernise",  "modernize", "enhance", "something", "somehow",
     "stuff",    "things",       "everything", "etc",       "faster",  "good",      "great"});
constexpr auto kFillers = std::to_array<std::string_view>(
    {"a",    "an",     "and",    "are", "as",   "at",   "be",   "by",   "can",  "do",   "for",    "from", "get",
     "have", "i",      "in",     "is",  "it",   "its",  "let",  "make", "me",   "my",   "of",     "on",   "or",
     "our",  "please", "that",   "the", "then", "this", "to",   "up",   "us",   "want", "we",     "with", "you",
     "your", "need",   "should", "so",  "some", "very", "more", "all",  "code", "app",  "project"});

// Without surrounding quotes and brackets, and without the period after a path.
std::string_view Bare(std::string_view word) {
  constexpr std::string_view kMarks = "`'\"()[]{}<>,;:!?*";
  while (!word.empty() && kMarks.find(word.front()) != std::string_view::npos) word.remove_prefix(1);
  while (!word.empty() && (kMarks.find(word.back()) != std::string_view::npos || word.back() == '.'))
    word.remove_suffix(1);
  if (word.starts_with("./")) word.remove_prefix(2);
  return word;
}

// `read_all`, `ReadAll`, `a::b`, `f()`, `--json`, `x=1`: a name that a program has, not a word of prose.
bool IsCodeName(std::string_view written, std::string_view bare) {
  if (written.find('`') != std::string_view::npos || written.find("()") != std::string_view::npos) return true;
  if (bare.starts_with("--") || bare.find('_') != std::string_view::npos || bare.find("::") != std::string_view::npos)
    return true;
  bool lower = false;
  for (char c : bare) {
    if (lower && IsUpper(c)) return true;
    lower = IsLower(c);
  }
  return false;
}

bool LooksLikePath(std::string_view bare) {
  const std::size_t dot = bare.rfind('.');
  const bool extension = dot != std::string_view::npos && dot > 0 && bare.size() - dot <= 5 && dot + 1 < bare.size() &&
                         IsLetter(bare[dot + 1]);
  return extension ||
         (bare.find('/') != std::string_view::npos && bare.size() > 2 && bare.find("//") == std::string_view::npos);
}

// Paths of the repository by what people write for them.
class FileNames {
 public:
  explicit FileNames(std::span<const std::string> files) {
    for (const std::string& path : files) {
      paths_.insert(path);
      const std::size_t slash = path.rfind('/');
      if (slash != std::string::npos) names_.emplace(std::string_view(path).substr(slash + 1), path);
      for (std::size_t at = path.find('/'); at != std::string::npos; at = path.find('/', at + 1))
        ++below_[std::string_view(path).substr(0, at)];
    }
  }

  // Adds what the word means: a file, a file of that name somewhere, or a file that is to be made. Directories add
  // their weight apart.
  bool Take(std::string_view bare) {
    std::string_view directory = bare;
    while (directory.ends_with('/')) directory.remove_suffix(1);
    if (const auto found = below_.find(directory);
        found != below_.end() && (bare.ends_with('/') || bare.find('/') != std::string_view::npos)) {
      if (directories_.insert(directory).second) weight_ += found->second;
      return true;
    }
    if (paths_.contains(bare)) return Name(bare);
    if (const auto found = names_.find(bare); found != names_.end()) return Name(found->second);
    return LooksLikePath(bare) && Name(bare);
  }

  std::size_t named() const { return named_.size(); }
  std::size_t weight() const { return named_.size() + weight_; }
  bool any() const { return !named_.empty() || !directories_.empty(); }

 private:
  bool Name(std::string_view path) {
    named_.insert(path);
    return true;
  }

  std::unordered_set<std::string_view> paths_;
  std::unordered_map<std::string_view, std::string_view> names_;
  std::unordered_map<std::string_view, std::size_t> below_;
  std::set<std::string_view> named_, directories_;
  std::size_t weight_ = 0;
};

struct ObjectiveWords {
  std::size_t words = 0;
  std::size_t telling = 0;
  std::size_t foreign = 0;  // letters beyond ASCII
  std::size_t items = 0;    // of lists
  bool code = false;
  std::string structural, small, wish;  // the first such word
};

void ReadWord(std::string_view written, FileNames& files, ObjectiveWords& reading) {
  const std::string_view bare = Bare(written);
  if (bare.empty()) return;
  ++reading.words;
  for (char c : bare) reading.foreign += (static_cast<unsigned char>(c) & 0xC0U) == 0xC0U ? 1 : 0;
  if (files.Take(bare)) return;
  if (IsCodeName(written, bare)) {
    reading.code = true;
    return;
  }
  const std::string word = Lower(bare);
  if (reading.structural.empty() && IsOneOf(word, kStructural)) reading.structural = word;
  if (reading.small.empty() && IsOneOf(word, kSmall)) reading.small = word;
  if (IsOneOf(word, kWishes)) {
    if (reading.wish.empty()) reading.wish = word;
  } else if (!IsOneOf(word, kFillers)) {
    ++reading.telling;
  }
}

ObjectiveWords Read(std::string_view objective, FileNames& files) {
  ObjectiveWords reading;
  for (std::string_view line : Lines(objective)) {
    line = Trim(line);
    const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
    const bool numbered = digits > 0 && line.substr(digits).starts_with(". ");
    if (numbered || line.starts_with("- ") || line.starts_with("* ")) ++reading.items;
    for (std::size_t at = 0; at < line.size();) {
      const std::size_t end = std::min(line.find_first_of(" \t", at), line.size());
      ReadWord(line.substr(at, end - at), files, reading);
      at = end + 1;
    }
  }
  return reading;
}

std::string Count(std::size_t count, std::string_view one, std::string_view many) {
  return count == 1 ? fmt::format("one {}", one) : fmt::format("{} {}", count, many);
}

}  // namespace

SizeJudgement JudgeSize(std::string_view objective, std::span<const std::string> tracked) {
  FileNames files(tracked);
  const ObjectiveWords said = Read(objective, files);
  if (files.weight() >= kManyFiles) return {"complex", fmt::format("it covers {} files", files.weight())};
  if (!said.structural.empty()) return {"complex", fmt::format("it says \"{}\"", said.structural)};
  if (said.items >= kManyItems) return {"complex", fmt::format("it lists {} things", said.items)};
  if (objective.size() > kLongText) return {"complex", "it is long"};

  const bool concrete = files.any() || said.code;
  if (!concrete && !said.wish.empty() && said.telling <= kTellingWords && said.small.empty())
    return {"vague", fmt::format("it says \"{}\" but names no code", said.wish)};
  if (!concrete && said.telling < kTellingWords && said.foreign < kTellingLetters && said.small.empty())
    return {"vague", "it is too short to tell what to do"};

  const bool brief = said.words <= kFewWords && said.items == 0;
  if (brief && !said.small.empty() && files.named() <= kFewFiles && files.weight() <= kFewFiles)
    return {"quick", fmt::format("a small change: \"{}\"", said.small)};
  if (brief && files.named() > 0 && files.weight() <= kFewFiles)
    return {"quick", fmt::format("it is clear and names {}", Count(files.named(), "file", "files"))};
  return {"standard", "not quick, complex or vague"};
}

}  // namespace forge
