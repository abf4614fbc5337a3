#include "text/decompose/line_paths.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "base/strings.h"
#include "text/code_spans.h"
#include "text/lines.h"
#include "text/path_words.h"

namespace forge {
namespace {

bool IsEmptyWord(std::string_view word) {
  return IsOneOf(word,
                 {"new",   "create", "created", "modify", "modified", "update", "updated", "delete",  "deleted", "file",
                  "files", "add",    "added",   "edit",   "and",      "remove", "removed", "changed", "change",  "x"});
}
// "Move `f` from `a.cc` to `b.cc`" changes both.
bool TakesAway(std::string_view line) {
  const std::string lower = Lower(line);
  return std::ranges::any_of(std::to_array<std::string_view>({"move", "extract", "split", "remove", "delete", "drop",
                                                              "migrat", "pull", "cut", "rename"}),
                             [&](std::string_view verb) { return lower.find(verb) != std::string::npos; });
}

// "add", "adds" and "adding"; what was "added" is there already.
bool IsChangingVerb(std::string_view word) {
  constexpr auto kVerbs = std::to_array<std::string_view>(
      {"add",    "adapt",  "adjust",  "apply",   "change",   "convert", "create", "delete", "do",    "drop",
       "edit",   "extend", "fix",     "insert",  "make",     "migrate", "modify", "move",   "patch", "port",
       "remove", "rename", "replace", "rewrite", "simplify", "split",   "touch",  "update", "write"});
  if (IsOneOf(word, kVerbs)) return true;
  return std::ranges::any_of(kVerbs, [&](std::string_view verb) {
    if (word == std::string(verb) + "s" || word == std::string(verb) + "es") return true;
    if (word == std::string(verb) + "ing") return true;
    return verb.ends_with('e') && word == std::string(verb.substr(0, verb.size() - 1)) + "ing";
  });
}

// ";", and a full stop that does not belong to "e.g.", end a clause; so does a colon.
bool EndsClause(std::string_view text, std::size_t at, std::string_view word) {
  if (text[at] == ';' || text[at] == ':') return true;
  return text[at] == '.' && word.size() > 1 && (at + 1 == text.size() || IsBlank(text[at + 1]));
}

// What stands between two paths of a line.
struct Between {
  std::vector<std::string> words;  // of the clause before the second, at most the last five, in lower case
  bool afresh = false;             // a clause ends there
};

Between ReadBetween(std::string_view before) {
  constexpr std::size_t kWindow = 5;
  Between between;
  std::vector<std::string>& words = between.words;
  const std::string text = ReplaceAll(Lower(before), "as well as", "and") + " ";
  std::string word;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (IsLetterOrDigit(text[at]) || text[at] == '-' || text[at] == '_') {
      word += text[at];
      continue;
    }
    const bool ends = EndsClause(text, at, word);
    if (!word.empty()) words.push_back(std::exchange(word, {}));
    if (!ends) continue;
    words.clear();
    between.afresh = true;
  }
  words.erase(words.begin(), words.end() - static_cast<std::ptrdiff_t>(std::min(words.size(), kWindow)));
  return between;
}

// Do the words before a path say that it is only looked at? "uses the helper `a`" and "the same as in `a`" do; "update
// the existing `a`", "do the same in `a`" and "use it in `a`" do not.
bool SpeaksOfReading(const std::vector<std::string>& words, bool takes_away) {
  enum class Sense { kNone, kChanges, kReads, kAsked } sense = Sense::kNone;
  std::string_view last;
  for (const std::string& word : words) {
    if (IsOneOf(word, {"uses",    "using",   "reuses",    "reusing",   "like",      "see",     "calls",
                       "calling", "via",     "imports",   "importing", "based",     "unlike",  "than",
                       "reads",   "follows", "following", "mirrors",   "mirroring", "depends", "needs"})) {
      sense = Sense::kReads;
    } else if (IsOneOf(word, {"use", "reuse", "call", "import", "read", "follow"})) {
      sense = Sense::kAsked;
    } else if (word == "by" && IsOneOf(last, {"imported", "used", "reused", "called", "included", "required", "needed",
                                              "read", "loaded", "referenced", "consumed"})) {
      sense = Sense::kReads;
    } else if (word == "from") {
      if (!takes_away) sense = Sense::kReads;
    } else if ((last == "as" && word == "in") || (last == "same" && word == "as")) {
      sense = Sense::kReads;
    } else if (IsOneOf(word, {"similar", "unchanged"})) {
      if (sense == Sense::kNone) sense = Sense::kReads;
    } else if (IsChangingVerb(word)) {
      sense = Sense::kChanges;
    } else if (IsOneOf(word, {"in", "into", "to"}) && sense == Sense::kAsked) {
      sense = Sense::kChanges;
    }
    last = word;
  }
  return sense == Sense::kReads || sense == Sense::kAsked;
}

// Reads the paths of one item, heading, bold line or table cell.
class LineReading {
 public:
  explicit LineReading(std::string_view line)
      : line_(WithoutCheckbox(Trim(line))), spans_(CodeSpansOf(line_)), prose_(line_), takes_away_(TakesAway(line_)) {
    // `std::move` ends no clause and changes nothing.
    for (const CodeSpan& span : spans_)
      std::fill_n(prose_.begin() + static_cast<std::ptrdiff_t>(span.begin), span.end - span.begin, ' ');
  }

  LinePaths Run() {
    const std::size_t depends = FindDepends();
    for (std::size_t i = 0; i < spans_.size(); ++i) {
      const CodeSpan& span = spans_[i];
      said_ += line_.substr(at_, span.begin - at_);
      at_ = span.end;
      const bool leads = i == 0 && !SaysSomething(line_.substr(0, span.begin));
      PathWord word = ReadPathWord(span.text, true);
      if (word.kind == PathWord::Kind::kNone && leads) word = ReadPathWithBlanks(span.text);
      if (word.kind == PathWord::Kind::kNone && leads && MayBeNameWithBlanks(span.text))
        found_.unclear.emplace_back(Trim(span.text));
      if (span.begin > depends) {
        for (std::string& path : word.paths) found_.depends.push_back(std::move(path));
        continue;
      }
      if (word.kind != PathWord::Kind::kNone && IsMention(span)) {
        AddMentioned(std::move(word));
        continue;
      }
      if (word.kind == PathWord::Kind::kNone) said_ += span.text;
      found_.leads |= leads && word.kind != PathWord::Kind::kNone;
      Add(std::move(word), leads);
    }
    said_ += line_.substr(at_);
    if (found_.files.empty() && found_.directories.empty() && found_.outside.empty()) ReadPlainWords();
    found_.described = SaysSomething(said_);
    return std::move(found_);
  }

 private:
  // "... Depends on: `a`": the paths after it are waited for, not changed.
  std::size_t FindDepends() const {
    const std::string lower = Lower(line_);
    std::size_t at = lower.find("depends on:");
    if (at == std::string::npos) at = lower.find("depends on**:");
    return at == std::string::npos ? line_.size() : at;
  }

  // A line's first path is what it is about. Of the others some are only spoken of ("... uses the helper `a.cc`");
  // after a list's "and" or "as well as" it is as with the one before.
  bool IsMention(const CodeSpan& span) {
    const std::string_view before = std::string_view(prose_).substr(path_end_, span.begin - path_end_);
    path_end_ = span.end;
    if (!found_.any()) return false;
    const Between between = ReadBetween(before);
    const auto says = [](const std::string& word) { return SaysSomething(word) || IsChangingVerb(word); };
    if (between.afresh || std::ranges::any_of(between.words, says))
      mentions_ = SpeaksOfReading(between.words, takes_away_);
    return mentions_;
  }

  void AddMentioned(PathWord word) {
    if (word.kind == PathWord::Kind::kOutside) return;
    for (std::string& path : word.paths) found_.mentioned.push_back(std::move(path));
  }

  void Add(PathWord word, bool subject) {
    for (std::string& path : word.paths) {
      if (word.kind == PathWord::Kind::kFile) {
        found_.files.push_back(std::move(path));
      } else if (word.kind == PathWord::Kind::kDirectory) {
        found_.directories.push_back(std::move(path));
      } else if (word.kind == PathWord::Kind::kOutside && subject) {
        found_.outside.push_back(std::move(path));
      }
    }
  }

  // Without backticks a path must come first, or after one word such as "Create".
  void ReadPlainWords() {
    std::string_view rest = line_;
    for (int i = 0; i < 2; ++i) {
      rest = Trim(rest);
      std::string_view word = rest.substr(0, rest.find_first_of(" \t"));
      std::string_view shown = word;
      while (shown.starts_with('*') || shown.starts_with('[')) shown.remove_prefix(1);
      shown = shown.substr(0, shown.find("]("));
      shown = shown.substr(0, shown.find("**"));
      PathWord path = ReadPathWord(shown, false);
      if (path.kind != PathWord::Kind::kNone) {
        found_.leads = true;
        said_ = ReplaceAll(said_, word, " ");
        return Add(std::move(path), true);
      }
      if (SaysSomething(word)) return;
      rest.remove_prefix(word.size());
    }
  }

  std::string_view line_;
  std::vector<CodeSpan> spans_;
  std::string prose_;  // the line with blanks for its code
  bool takes_away_;
  std::size_t at_ = 0;
  std::string said_;       // the line without its paths
  bool mentions_ = false;  // the last path is only spoken of
  std::size_t path_end_ = 0;
  LinePaths found_;
};

}  // namespace

bool SaysSomething(std::string_view text) {
  std::string word;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    const bool letter = at < text.size() && (IsLetterOrDigit(text[at]) || static_cast<unsigned char>(text[at]) >= 0xC3);
    if (letter) {
      word += text[at];
    } else if (!word.empty()) {
      if (!IsEmptyWord(Lower(word))) return true;
      word.clear();
    }
  }
  return false;
}

std::string_view WithoutCheckbox(std::string_view text) {
  for (std::string_view box : {"[ ]", "[x]", "[X]"}) {
    if (text.starts_with(box) && text.size() > box.size()) return Trim(text.substr(box.size()));
  }
  return text;
}

LinePaths ReadLinePaths(std::string_view line) { return LineReading(line).Run(); }

}  // namespace forge
