#include "text/symbols/symbols_said.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "base/strings.h"
#include "text/path_words.h"
#include "text/symbols/symbols_spans.h"
#include "text/symbols/symbols_words.h"

namespace forge {
namespace {

bool IsJoining(std::string_view word) {
  return IsOneOf(word, {"and", "or", "plus", "as", "well", "also", "then", "s"});
}

// Words of a noun phrase before a name: "a small static method".
bool IsBesideNoun(std::string_view word) {
  return IsSymbolNoun(word) || IsOneOf(word, {"a", "an", "the", "its", "their", "one", "two", "three", "public",
                                              "private", "static", "small", "own", "another", "following", "s"});
}

// "add a call to `f`", "add `a` next to `f`": `f` is there already.
bool IsUsing(std::string_view word) {
  return IsOneOf(word, {"call", "calls", "to", "from", "of", "use", "uses", "using", "before", "after", "via"});
}

// "replace `f` with `g`" says only of `f` that it is here.
bool EndsExisting(std::string_view word) {
  return IsOneOf(word, {"with", "by", "to", "into", "as", "use", "uses", "using", "via", "like", "call", "calls", "add",
                        "adds", "adding", "new"});
}

bool IsExtending(std::string_view word) {
  return IsOneOf(word, {"extend", "extends", "extending", "augment", "equip", "complete", "enrich", "widen"});
}

bool IsRenaming(std::string_view word) { return IsOneOf(word, {"rename", "renamed", "renames"}); }

bool IsPlacing(std::string_view word) {
  return IsOneOf(word, {"below", "above", "after", "before", "beside", "next", "near", "under", "behind", "following",
                        "like", "between"});
}

// "test `f` in `a_test.py`" says where it is tested.
bool IsAboutUse(std::string_view word) {
  return IsOneOf(word, {"test", "tests", "document", "documents", "describe", "describes", "cover", "covers", "mention",
                        "check", "checks", "exercise", "of", "for", "to"});
}

// The prose between two names.
struct Gap {
  std::vector<std::string> words;  // since the last end of a sentence
  bool fresh = false;              // a sentence or a cell of a table ends in it
  bool ends = false;               // a sentence does
  bool marks = false;              // it has a colon, a dash or a parenthesis
  // In the sentence, up to here:
  bool making = false;
  bool extending = false;
  bool renaming = false;

  template <typename Is>
  bool All(Is is) const {
    return std::ranges::all_of(words, is);
  }
  bool joins() const { return !marks && All(IsJoining); }
  bool is_noun_phrase() const { return !words.empty() && All(IsBesideNoun); }
};

Gap GapOf(std::string_view text) {
  Gap gap;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) gap.words.push_back(Lower(word));
    word.clear();
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (IsLetterOrDigit(c)) {
      word += c;
      continue;
    }
    end_word();
    if (c == '.' || c == ';' || c == '|' || c == '!' || c == '?') {
      const bool ends = gap.ends || (c != '|' && (i + 1 == text.size() || text[i + 1] == ' '));
      gap = {};
      gap.fresh = true;
      gap.ends = ends;
    }
    // The first byte of a long dash, too.
    if (IsOneOf(std::string_view(&c, 1), {":", "(", ")", "=", "\xE2"})) gap.marks = true;
  }
  end_word();
  return gap;
}

class SentenceReading {
 public:
  SentenceReading(std::string_view text, bool below_lead) : text_(text) {
    FindNames();
    std::size_t from = 0;
    for (const NameSaid& name : said_.names) {
      AddGap(from, name.span.begin);
      from = name.span.end;
      is_file_.push_back(name.is_code && LooksLikeFile(name.span.text));
    }
    AddGap(from, text_.size());
    below_lead_ = below_lead;
  }

  LineSaid Run(bool all_cited) {
    for (std::size_t i = 0; i < said_.names.size(); ++i) {
      NameSaid& name = said_.names[i];
      name.made = IsMade(i);
      by_words_.push_back(IsCalledExisting(i));
      name.here = by_words_.back() || IsHereAfter(i);
      name.here_in = FileAfter(i);
    }
    for (std::size_t i = 0; i < said_.names.size(); ++i) Cite(i, all_cited);
    said_.leads_in = LeadsIn();
    return std::move(said_);
  }

 private:
  void FindNames() {
    const std::vector<CodeSpan> spans = CodeSpansOf(text_);
    std::size_t from = 0;
    for (const CodeSpan& span : spans) {
      FindPlain(from, span.begin);
      said_.names.push_back({span, true, false, false, {}});
      from = span.end;
    }
    FindPlain(from, text_.size());
  }

  // "a method import_csv", "readAll()": words without backticks that can only be names, or that a noun introduces.
  void FindPlain(std::size_t from, std::size_t to) {
    const std::string_view head = text_.substr(0, to);  // a search beyond it would make long lines quadratic
    std::string before;
    while (from < to) {
      const std::size_t begin = std::min(head.find_first_not_of(" \t*\"'(", from), to);
      from = std::min(head.find_first_of(" \t", begin), to);
      std::string_view word = head.substr(begin, from - begin);
      bool ended = false;  // a noun introduces no name of the next sentence
      const std::size_t bracket = word.find('(');
      const bool called = bracket != std::string_view::npos && bracket > 0;
      if (called) word = word.substr(0, bracket);
      while (!word.empty() &&
             IsOneOf(word.substr(word.size() - 1), {".", ",", ";", ":", "!", "?", "*", "\"", "'", ")"})) {
        ended = ended || IsOneOf(word.substr(word.size() - 1), {".", ";", ":", "!", "?"});
        word.remove_suffix(1);
      }
      if (IsPlainName(word, called, before)) {
        said_.names.push_back({{word, begin, begin + word.size()}, false, false, false, {}});
      }
      before = ended ? std::string() : Lower(word);
    }
  }

  void AddGap(std::size_t from, std::size_t to) {
    Gap gap = GapOf(text_.substr(from, to - from));
    if (!gap.fresh && !gaps_.empty()) {
      gap.making = gaps_.back().making;
      gap.extending = gaps_.back().extending;
      gap.renaming = gaps_.back().renaming;
    }
    gap.making = gap.making || std::ranges::any_of(gap.words, IsMakingWord);
    gap.extending = gap.extending || std::ranges::any_of(gap.words, IsExtending);
    gap.renaming = gap.renaming || std::ranges::any_of(gap.words, IsRenaming);
    gaps_.push_back(std::move(gap));
  }

  // "(new)", ": new method", "is added", "does not exist yet".
  bool IsMadeAfter(std::size_t i) const {
    std::string_view after = Trim(text_.substr(said_.names[i].span.end));
    for (std::string_view words :
         {"(new", "(added", "(to be", "(a new", "is new", "is a new", "is added", "is introduced", "is created",
          "gets added", "will be added", "will be new", "will be created", "does not exist", "doesn't exist",
          "do not exist", "is missing"}) {
      if (after.starts_with(words)) return true;
    }
    constexpr std::size_t kNear = 200;
    const std::string_view marked = AfterMark(after).substr(0, kNear);
    if (AfterMark(after).size() == after.size()) return false;
    std::vector<std::string> words = GapOf(marked.substr(0, marked.find_first_of(".;|`,"))).words;
    if (!words.empty() && (words[0] == "a" || words[0] == "the")) words.erase(words.begin());
    if (words.empty() || !IsOneOf(words[0], {"new", "added"})) return false;
    // "`f`: new parameter" changes `f`.
    return words.size() == 1 || IsSymbolNoun(words[1]);
  }
  static std::string_view AfterMark(std::string_view text) {
    for (std::string_view mark :
         {std::string_view(":"), std::string_view("|"), std::string_view("- "), kEmDash, kEnDash}) {
      if (text.starts_with(mark)) return Trim(text.substr(mark.size()));
    }
    return text;
  }

  bool IsMade(std::size_t i) const {
    const Gap& own = gaps_[i];
    if (IsMadeAfter(i)) return true;
    const std::string last = own.words.empty() ? "" : own.words.back();
    if (last == "as" && own.making) return true;
    if (own.renaming && own.words.size() == 1 && (last == "to" || last == "into")) return true;
    if (own.extending && (std::ranges::count(own.words, "with") > 0 || std::ranges::count(own.words, "by") > 0))
      return true;
    if (below_lead_ && i == 0 && (own.words.empty() || own.is_noun_phrase())) return true;
    return IsMadeBefore(i);
  }

  // A file with a line.
  bool IsCited(std::size_t i) const {
    return is_file_[i] && FilePartOf(said_.names[i].span.text) != said_.names[i].span.text;
  }

  // "add a method to": what it is follows the name of what it is added to.
  static bool Introduces(const Gap& gap) {
    if (gap.words.size() < 2 || !gap.making) return false;
    const std::string& noun = gap.words[gap.words.size() - 2];
    return IsOneOf(gap.words.back(), {"to", "on", "of"}) && IsSymbolNoun(noun) && !IsUsing(noun);
  }

  // "make the existing, slow `f` faster": said of this name, not of another one before it.
  bool IsCalledOld(std::size_t i) const {
    const std::vector<std::string>& words = gaps_[i].words;
    for (std::size_t w = words.size(); w-- > 0 && w + 4 >= words.size();) {
      if (IsOneOf(words[w], {"existing", "current", "old", "present"})) return true;
      if (IsMakingWord(words[w]) || IsOneOf(words[w], {"a", "an", "the", "its", "their"})) return false;
    }
    return false;
  }

  // "needs a method `f`" makes it; "`g` needs `f`" uses it.
  static bool Makes(const Gap& gap, std::size_t w) {
    if (gap.words[w] != "needs") return IsMakingWord(gap.words[w]);
    return w + 1 < gap.words.size() && IsOneOf(gap.words[w + 1], {"a", "an", "another", "one", "two", "new", "its"});
  }

  bool IsMadeBefore(std::size_t i) const {
    if (IsCalledOld(i)) return false;
    std::size_t left = 10;  // words that are near
    bool uses = true;       // words of use are about this name, not about another one
    for (std::size_t at = i;; --at) {
      const Gap& gap = gaps_[at];
      for (std::size_t w = gap.words.size(); w-- > 0 && left > 0; --left) {
        const std::string& word = gap.words[w];
        if (IsRenaming(word)) return false;
        if (uses && IsUsing(word)) return false;
        // "`a.cc:12` defines `f`": it is there.
        if (w == 0 && word.ends_with('s') && at > 0 && !gap.fresh && IsCited(at - 1)) return false;
        if (Makes(gap, w) || (word == "no" && at == i && w + 3 >= gap.words.size())) return true;
      }
      if (left <= 1 || gap.fresh || at == 0) return false;
      if (gap.words.empty() && !gap.marks && Introduces(gaps_[at - 1])) return true;
      if (gap.joins() && !is_file_[at - 1]) return said_.names[at - 1].made;
      if (gap.is_noun_phrase() || gap.words.empty()) uses = false;
      --left;
    }
  }

  // "change `f` and `g`", "the existing `f`", "fix in `a.cc` the function `f`".
  bool IsCalledExisting(std::size_t i) const {
    std::size_t left = 4;
    for (std::size_t at = i;; --at) {
      const Gap& gap = gaps_[at];
      for (std::size_t w = gap.words.size(); w-- > 0 && left > 0;) {
        if (IsExistingWord(gap.words[w])) return true;
        if (EndsExisting(gap.words[w])) return false;
        if (!IsBesideNoun(gap.words[w])) --left;
      }
      if (left == 0 || gap.fresh || at == 0) return false;
      if (gap.joins() && !is_file_[at - 1]) return by_words_[at - 1];
      const bool within = gap.All([](const std::string& word) {
        return IsBesideNoun(word) || IsJoining(word) || IsOneOf(word, {"in", "of", "inside", "within", "on"});
      });
      if (gap.marks || !within) return false;
      --left;
    }
  }

  bool IsHereAfter(std::size_t i) const {
    const std::string_view after = Trim(text_.substr(said_.names[i].span.end));
    for (std::string_view word : {"exists", "already", "is defined", "lives in", "stays", "remains"}) {
      if (after.starts_with(word)) return true;
    }
    return false;
  }

  std::string FileAfter(std::size_t i) const {
    if (i + 1 >= said_.names.size() || !is_file_[i + 1]) return {};
    const Gap& between = gaps_[i + 1];
    const bool in = between.words.size() == 1 && !between.marks && !between.fresh &&
                    IsOneOf(between.words[0], {"in", "from", "of"});
    const std::vector<std::string>& before = gaps_[i].words;
    if (!in || (!before.empty() && IsAboutUse(before.back()))) return {};
    return std::string(FilePartOf(said_.names[i + 1].span.text));
  }

  // A cited line is about the names of its sentence. "`f` goes below `g` (`a.cc:12`)" is about `g`.
  void Cite(std::size_t cited, bool all) {
    if (!IsCited(cited)) return;
    for (std::size_t i = cited; i-- > 0 && !gaps_[i + 1].ends;) {
      if (IsCited(i)) break;
      said_.names[i].here = true;
      if (!all && std::ranges::any_of(gaps_[i].words, IsPlacing)) break;
    }
    for (std::size_t i = cited + 1; i < said_.names.size() && !gaps_[i].ends; ++i) {
      if (is_file_[i]) break;
      if (!all && std::ranges::any_of(gaps_[i].words, IsPlacing)) break;
      said_.names[i].here = true;
    }
  }

  // "Add to `Box`:", "New functions:"
  bool LeadsIn() const {
    std::string_view end = TrimRight(text_);
    while (end.ends_with('*')) end.remove_suffix(1);
    return end.ends_with(':') && gaps_.back().making;
  }

  std::string_view text_;
  LineSaid said_;
  std::vector<Gap> gaps_;  // before each name, and after the last
  std::vector<bool> is_file_, by_words_;
  bool below_lead_ = false;
};

}  // namespace

LineSaid ReadSentences(std::string_view text, bool below_lead, bool all_cited) {
  return SentenceReading(text, below_lead).Run(all_cited);
}

}  // namespace forge
