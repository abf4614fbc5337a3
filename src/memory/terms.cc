#include "memory/terms.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/strings.h"
#include "memory/letters.h"

namespace forge {
namespace {

constexpr auto kStopWords = std::to_array<std::string_view>({
    "a",     "about", "also",  "am",    "an",    "and",   "any",  "are",   "as",    "at",     "be",    "been",
    "being", "both",  "but",   "by",    "can",   "could", "did",  "do",    "does",  "for",    "from",  "had",
    "has",   "have",  "he",    "her",   "here",  "his",   "how",  "i",     "if",    "in",     "into",  "is",
    "it",    "its",   "just",  "may",   "me",    "might", "more", "most",  "must",  "my",     "of",    "on",
    "one",   "or",    "other", "our",   "out",   "over",  "per",  "shall", "she",   "should", "so",    "some",
    "such",  "than",  "that",  "the",   "their", "them",  "then", "there", "these", "they",   "this",  "those",
    "to",    "up",    "upon",  "us",    "very",  "was",   "we",   "were",  "what",  "when",   "where", "which",
    "while", "who",   "whom",  "whose", "why",   "will",  "with", "would", "you",   "your",
});

// Pairs of words that people of our trade use for the same thing: both become the second. Already stemmed.
constexpr std::string_view kSameWords = R"(
    arg argument, async asynchronou, auth authenticat, authentication authenticat, cfg configur, conf configur,
    config configur, configuration configur, credential password, db databas, dep dependency, dev development,
    dir directory, doc documentation, docker container, env environment, err error, exec execut, folder directory,
    fn function, func function, id identifier, img imag, info information, init initializ, initialise initializ,
    k8s kubernet, lib library, log-in login, max maximum, min minimum, msg messag, mutex lock, param parameter,
    pg postgr, pkg packag, postgresql postgr, prod production, psql postgr, pwd password, ref referenc, repo repository,
    req request, res respons, rm remov, spec specification, sync synchronou, tmp temporary, temp temporary,
    ts typescript, js javascript, py python, util utility, var variabl, delete remov, delet remov, eras remov,
    src sourc, timezon zone, cpu processor, yml yaml, crash fail, broken fail, failur fail)";

bool IsStopWord(std::string_view word) {
  static const std::unordered_set<std::string_view> words(kStopWords.begin(), kStopWords.end());
  return words.contains(word);
}

bool HasVowel(std::string_view word) { return word.find_first_of("aeiouy") != std::string_view::npos; }

bool IsAsciiWord(std::string_view word) { return std::all_of(word.begin(), word.end(), IsLower); }

// "stopp" -> "stop"; "ss", "ll" and "zz" are often the word's own.
void Undouble(std::string& word) {
  const std::size_t n = word.size();
  if (n < 3 || word[n - 1] != word[n - 2]) return;
  if (std::string_view("aeiouslz").find(word[n - 1]) == std::string_view::npos) word.pop_back();
}

bool Cut(std::string& word, std::string_view ending, std::size_t least) {
  if (!word.ends_with(ending) || word.size() < ending.size() + least) return false;
  if (!HasVowel(std::string_view(word).substr(0, word.size() - ending.size()))) return false;
  word.resize(word.size() - ending.size());
  return true;
}

// Levels the endings of English words: not what a dictionary would say, but the same on both sides.
std::string Stem(std::string word) {
  if (!IsAsciiWord(word) || word.size() < 3) return word;
  if (word.ends_with("ies") && word.size() > 4) {
    word.replace(word.size() - 3, 3, "y");
  } else if (word.ends_with("sses") || word.ends_with("shes") || word.ends_with("ches") || word.ends_with("xes")) {
    word.resize(word.size() - 2);
  } else if (word.ends_with('s') && !word.ends_with("ss") && !word.ends_with("us") && !word.ends_with("is") &&
             word.size() > 3) {
    word.pop_back();
  }
  if (Cut(word, "ing", 3) || Cut(word, "ed", 3)) Undouble(word);
  if (word.ends_with('e') && word.size() > 4) word.pop_back();
  return word;
}

std::string Level(std::string word) {
  static const std::unordered_map<std::string_view, std::string_view> same = [] {
    std::unordered_map<std::string_view, std::string_view> pairs;
    for (std::string_view pair : SplitList(kSameWords)) {
      const std::size_t blank = pair.find(' ');
      pairs.emplace(pair.substr(0, blank), pair.substr(blank + 1));
    }
    return pairs;
  }();
  if (const auto it = same.find(word); it != same.end()) return std::string(it->second);
  word = Stem(std::move(word));
  const auto it = same.find(word);
  return it != same.end() ? std::string(it->second) : word;
}

bool IsJoint(char32_t point) { return point == '_' || point == '-'; }

// Takes one run of letters, digits and the joints of identifiers apart.
class WordReader {
 public:
  // `said`: as many words as `out` gets terms, as they were written; nullptr: not needed.
  explicit WordReader(std::vector<std::string>& out, std::vector<std::string>* said = nullptr)
      : out_(out), said_(said) {}

  void Add(char32_t point, char32_t next) {
    if (IsUnspaced(point)) return AddUnspaced(point);
    EndUnspaced();
    const bool upper = IsUpperCase(point);
    // "fooBar" and "HTTPServer" change words before the capital; "ABC" does not.
    const bool next_is_lower = IsLetter(next) && !IsUpperCase(next) && (next < '0' || next > '9') && !IsUnspaced(next);
    if (upper && !part_.empty() && (!last_upper_ || next_is_lower)) EndPart();
    last_upper_ = upper;
    AppendUtf8(part_, Folded(point));
    if (said_ != nullptr) AppendUtf8(part_said_, point);
  }

  void Joint(char32_t point) {
    EndPart();
    EndUnspaced();
    if (said_ != nullptr && !whole_said_.empty()) AppendUtf8(whole_said_, point);
  }

  void End() {
    EndPart();
    EndUnspaced();
    while (!whole_said_.empty() && IsJoint(static_cast<unsigned char>(whole_said_.back()))) whole_said_.pop_back();
    if (parts_ > 1 && parts_ <= kMostParts) Emit(std::exchange(whole_, {}), whole_said_, false);
    whole_.clear();
    whole_said_.clear();
    parts_ = 0;
  }

 private:
  static constexpr int kMostParts = 6;         // longer is a sentence or a path
  static constexpr std::size_t kLongest = 64;  // bytes of a term; a longer one is not a word

  void AddUnspaced(char32_t point) {
    EndPart();
    std::string letter;
    AppendUtf8(letter, Folded(point));
    if (!unspaced_.empty()) {
      Push(unspaced_ + letter, unspaced_ + letter);
      paired_ = true;
    }
    unspaced_ = letter;
  }

  void EndUnspaced() {
    if (!unspaced_.empty() && !paired_) Push(unspaced_, unspaced_);
    unspaced_.clear();
    paired_ = false;
  }

  void EndPart() {
    if (!part_.empty()) {
      ++parts_;
      whole_ += part_;
      whole_said_ += part_said_;
      Emit(std::exchange(part_, {}), part_said_, true);
      part_said_.clear();
    }
    last_upper_ = false;
  }

  void Emit(std::string word, const std::string& said, bool level) {
    if (word.size() > kLongest || IsStopWord(word)) return;
    Push(level ? Level(std::move(word)) : std::move(word), said);
  }

  void Push(std::string term, const std::string& said) {
    out_.push_back(std::move(term));
    if (said_ != nullptr) said_->push_back(said);
  }

  std::vector<std::string>& out_;
  std::vector<std::string>* said_;
  std::string part_, whole_, unspaced_;
  std::string part_said_, whole_said_;  // the same as written; empty when not needed
  bool last_upper_ = false;
  bool paired_ = false;
  int parts_ = 0;
};

// "don't" and "users'" are one word.
bool IsApostrophe(char32_t point) { return point == '\'' || point == 0x2019; }

void ReadTerms(std::string_view text, WordReader reader) {
  while (!text.empty()) {
    const CodePoint at = FirstCodePoint(text);
    text.remove_prefix(at.bytes);
    const char32_t next = text.empty() ? 0 : FirstCodePoint(text).value;
    if (IsLetter(at.value)) {
      reader.Add(at.value, next);
    } else if (IsJoint(at.value)) {
      reader.Joint(at.value);
    } else if (!IsApostrophe(at.value) || !IsLetter(next)) {
      reader.End();
    }
  }
  reader.End();
}

}  // namespace

std::vector<std::string> Terms(std::string_view text) {
  std::vector<std::string> terms;
  ReadTerms(text, WordReader(terms));
  return terms;
}

std::vector<SaidTerm> SaidTerms(std::string_view text) {
  std::vector<std::string> terms;
  std::vector<std::string> said;
  ReadTerms(text, WordReader(terms, &said));
  std::vector<SaidTerm> words;
  std::unordered_set<std::string> seen;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (seen.insert(terms[i]).second) words.push_back({std::move(terms[i]), std::move(said[i])});
  }
  return words;
}

std::vector<std::string> DistinctTerms(std::string_view text) {
  std::vector<std::string> distinct;
  std::unordered_set<std::string> seen;
  for (std::string& term : Terms(text)) {
    if (seen.insert(term).second) distinct.push_back(std::move(term));
  }
  return distinct;
}

bool IsNumberTerm(std::string_view term) { return IsDigits(term); }

}  // namespace forge
