#include "model/triage_comment.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/strings.h"
#include "model/triage_answer.h"
#include "model/triage_words.h"

namespace forge {
namespace {

using Kind = TriageWord::Kind;
using TriageWordList = std::vector<TriageWord>;

// What one sentence says of some findings.
struct ClauseSaid {
  std::vector<std::string> names;
  std::vector<std::string> groups;
  bool all = false;
  bool rest = false;
  std::string decision;  // empty: the main answer
  bool spawn = false;
};

struct ReadSentence {
  std::string text;
  std::vector<ClauseSaid> said;       // empty: a remark
  std::vector<std::string> excepted;  // "but not F2"
  bool only = false;
  std::string remark;      // what follows the decision
  bool for_fixer = false;  // "F3: use a mutex": it changes no answer
};

bool IsAmong(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

std::string InTicks(std::string_view text) { return "`" + std::string(Trim(text)) + "`"; }

// One subject or one decision, made of the words that stand together.
struct ClausePart {
  bool subject = false;
  ClauseSaid said;
  bool apart = false;  // a comma or "and" stands before it
};

class SentenceParser {
 public:
  // `one`: only one finding is asked about, so that no sentence can limit the answer to some.
  SentenceParser(std::string_view main, std::string_view text, const std::vector<std::string>& titles, bool one)
      : main_(main), one_(one), words_(TriageWordsIn(text, titles)) {
    sentence_.text = text;
  }

  // Why it is not clear; empty: it is.
  std::string Parse() {
    if (TakeWordsForFixer()) return "";
    const auto other = std::ranges::find(words_, Kind::kOther, &TriageWord::kind);
    const TriageWordList plain(words_.begin(), other);
    const TriageWordList rest(other, words_.end());
    const bool named = std::ranges::any_of(words_, [](const TriageWord& word) { return word.kind == Kind::kFinding; });
    if (!std::ranges::any_of(plain, IsSubject)) return named ? NotUnderstood(rest) : WithoutSubject(plain, rest);
    const bool numbers = std::ranges::all_of(
        plain, [](const TriageWord& word) { return !IsSubject(word) || word.kind == Kind::kNumber; });
    const bool decides = SaysDecision(plain);
    // "2 of them are wrong", "all is well" are remarks.
    const bool may_be_remark = numbers || IsA(plain.front(), {Kind::kAll, Kind::kRest});
    if (!rest.empty() && may_be_remark && !named) return decides ? NotUnderstood(rest) : CheckWithoutFinding();
    if (std::string why = CheckRemark(plain, rest); !why.empty()) return why;
    if (!rest.empty()) sentence_.remark = RemarkAfter(plain);
    return Combine(plain);
  }

  ReadSentence Take() { return std::move(sentence_); }

 private:
  std::string_view TextOf(const TriageWord& word) const {
    return std::string_view(sentence_.text).substr(word.at, word.end - word.at);
  }

  // "F3: only say it in the comment", beside the answer `fix`: nothing behind the colon decides, denies or delays.
  bool TakeWordsForFixer() {
    const auto colon = std::ranges::find(words_, Kind::kColon, &TriageWord::kind);
    if (main_ != "fix" || colon == words_.end() || words_.front().kind != Kind::kFinding) return false;
    if (!std::all_of(words_.begin(), colon,
                     [](const TriageWord& word) { return IsA(word, {Kind::kFinding, Kind::kAnd, Kind::kFiller}); }))
      return false;
    const TriageWordList behind(colon + 1, words_.end());
    if (!TellsHow(sentence_.text, behind)) return false;
    ClauseSaid said;
    said.decision = main_;
    for (auto word = words_.begin(); word != colon; ++word)
      said.names.insert(said.names.end(), word->names.begin(), word->names.end());
    sentence_.said.push_back(std::move(said));
    sentence_.remark = sentence_.text.substr(behind.front().at);
    sentence_.for_fixer = true;
    return true;
  }

  std::string RemarkAfter(const TriageWordList& plain) const {
    std::size_t from = 0;
    for (const TriageWord& word : plain) {
      if (!IsA(word, {Kind::kFiller, Kind::kAnd, Kind::kColon})) from = word.end;
    }
    const std::size_t at = sentence_.text.find_first_not_of(" \t,:*`", from);
    return at == std::string::npos ? "" : sentence_.text.substr(at);
  }

  std::string NotUnderstood(const TriageWordList& rest) const {
    if (rest.empty()) return "it does not say what becomes of which finding";
    return "this is not understood: " + InTicks(std::string_view(sentence_.text).substr(rest.front().at));
  }

  // No finding is named: a remark, unless it decides about something.
  std::string WithoutSubject(const TriageWordList& plain, const TriageWordList& rest) {
    const auto colon =
        std::find_if(words_.rbegin(), words_.rend(), [](const TriageWord& word) { return word.kind == Kind::kColon; });
    const auto says = [](const TriageWord& word) { return word.kind == Kind::kDecision; };
    const bool ends_in_decision =
        colon != words_.rend() && colon != words_.rbegin() &&
        std::all_of(words_.rbegin(), colon,
                    [](const TriageWord& word) { return IsA(word, {Kind::kDecision, Kind::kFiller}); }) &&
        std::any_of(words_.rbegin(), colon, says);
    if (ends_in_decision)
      return InTicks(std::string_view(sentence_.text).substr(0, colon->at)) + " is no finding and no group of the run";
    const bool spawns = rest.empty() && std::ranges::all_of(plain, [](const TriageWord& word) {
                          return word.decision == "spawn" || IsA(word, {Kind::kFiller, Kind::kAnd});
                        });
    if (spawns && SaysDecision(plain)) {
      sentence_.said.emplace_back().spawn = true;
      return "";
    }
    return CheckWithoutFinding();
  }

  // A sentence that names no finding is a remark: it must not limit, deny, delay or contradict the answer for all.
  std::string CheckWithoutFinding() const {
    const std::string beside = " beside the answer " + InTicks(main_);
    const bool stays = main_ == "keep" || main_ == "defer";
    const bool reasons = std::ranges::count(words_, Kind::kOther, &TriageWord::kind) > 1;
    if (sentence_.text.contains('?')) return "it is a question";
    if (!one_ && CountsFindings(sentence_.text)) return "it names no finding by its number";
    bool negated = false;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const TriageWord& word = words_[i];
      const std::string_view text = TextOf(word);
      const std::string before = i > 0 ? Lower(TextOf(words_[i - 1])) : "";
      const std::string after = i + 1 < words_.size() ? Lower(TextOf(words_[i + 1])) : "";
      const bool denies = DeniesTriage(text);
      if (IsA(word, {Kind::kAnd, Kind::kColon})) negated = false;
      negated = negated || denies || word.kind == Kind::kNot || DeniesTriage(after);
      const bool starts = i == 0 || words_[i - 1].kind == Kind::kDecision;
      const bool part = before == "of" && IsOneOf(Lower(text), {"them", "these", "those"});
      const bool graded = IsOneOf(Lower(text), {"low", "medium", "high", "critical"});
      const bool limits = LimitsTriage(word, text) && !(one_ && reasons && main_ == "fix");
      if (limits || (starts && IsHedge(text)) || (!stays && (part || graded)))
        return "it names no finding, and " + InTicks(text) + " may limit the answer " + InTicks(main_);
      if (DelaysTriage(text)) return "it names no finding, and says " + InTicks(text) + beside;
      const bool alone = negated && !SaysDecision(words_) && !reasons;
      if ((denies && !stays) || alone) return "it names no finding, and says " + InTicks(text) + beside;
      // "a fix would break the format", "it works now"
      const bool noun = IsOneOf(before, {"a", "the", "this", "that", "any"}) ||
                        (Lower(text) == "now" && i > 0 && words_[i - 1].kind == Kind::kOther);
      if (word.kind != Kind::kDecision || noun) continue;
      const bool main = word.decision == main_;
      if (main == negated) return "it names no finding, and contradicts the answer " + InTicks(main_);
      if (main && IsOneOf(after, {"the", "this", "that", "these", "those"}))
        return InTicks(std::string_view(sentence_.text).substr(words_[i + 1].at)) + " is no finding of the run";
    }
    return "";
  }

  // A reason may follow a decision; it must not decide anything itself.
  std::string CheckRemark(const TriageWordList& plain, const TriageWordList& rest) const {
    const bool fixes = std::ranges::find(plain, "fix", &TriageWord::decision) != plain.end();
    for (const TriageWord& word : rest) {
      const bool decides = IsA(word, {Kind::kFinding, Kind::kGroup, Kind::kDecision});
      const bool takes_back = fixes && (word.kind == Kind::kNot || EqualsIgnoreCase(TextOf(word), "already"));
      if (decides || takes_back || IsHedge(TextOf(word))) return NotUnderstood(rest);
    }
    if (sentence_.text.contains('?')) return "it is a question";
    const bool decided = SaysDecision(plain);
    // TriageWordList between a number and its decision, or without one.
    if (!rest.empty() && !decided) return NotUnderstood(rest);
    return "";
  }

  // Joins what stands together, and takes out exceptions.
  std::string Combine(const TriageWordList& plain) {
    std::vector<ClausePart> parts;
    bool apart = false;
    bool colon = false;
    bool except = false;
    bool open_except = false;  // nothing has followed yet: "F1, no"
    bool denies = false;       // "no, F1"
    for (const TriageWord& word : plain) {
      switch (word.kind) {
        case Kind::kFiller:
        case Kind::kOther: continue;
        case Kind::kAnd: apart = true, denies = denies || open_except; continue;
        case Kind::kColon: colon = true; continue;
        case Kind::kOnly: sentence_.only = true; continue;
        case Kind::kNot:
          if (except) return "it says `not` twice";
          except = open_except = true;
          continue;
        default: break;
      }
      const bool subject = IsSubject(word);
      if (except && subject && !IsA(word, {Kind::kFinding, Kind::kNumber}))
        return "it does not say which findings are excepted";
      if (except && !subject && sentence_.excepted.empty())
        return InTicks("not " + word.decision) + " does not say what becomes of it";
      if (except && subject) {
        sentence_.excepted.insert(sentence_.excepted.end(), word.names.begin(), word.names.end());
        open_except = false;
        continue;
      }
      except = open_except = false;
      if (std::string why = Add(parts, word, apart, colon); !why.empty()) return why;
      apart = colon = false;
    }
    if (colon && !parts.empty()) return "nothing follows its colon";
    if (open_except || denies) return "it denies, and does not say what becomes of which finding";
    // "not F2": all others.
    if (parts.empty() && !sentence_.excepted.empty()) sentence_.said.emplace_back().all = true;
    return Pair(parts);
  }

  std::string Add(std::vector<ClausePart>& parts, const TriageWord& word, bool apart, bool colon) const {
    const bool subject = IsSubject(word);
    const bool other_subject = apart && word.kind == Kind::kRest;
    if (!parts.empty() && parts.back().subject == subject && !other_subject) {
      ClauseSaid& last = parts.back().said;
      if (subject && colon) return "it does not say what becomes of " + InTicks(TextOf(word));
      if (subject) {
        Put(last, word);
        return "";
      }
      const bool fits = word.decision == "spawn" || last.decision.empty() || last.decision == word.decision;
      if (fits) {
        Put(last, word);
        return "";
      }
      if (!apart) return "it has two answers, " + InTicks(last.decision) + " and " + InTicks(word.decision);
    }
    ClausePart part{subject, {}, apart};
    Put(part.said, word);
    parts.push_back(std::move(part));
    return "";
  }

  static void Put(ClauseSaid& said, const TriageWord& word) {
    if (word.kind == Kind::kDecision && word.decision == "spawn") {
      said.spawn = true;
    } else if (word.kind == Kind::kDecision) {
      said.decision = word.decision;
    } else if (word.kind == Kind::kAll || word.kind == Kind::kRest) {
      (word.kind == Kind::kAll ? said.all : said.rest) = true;
    } else {
      auto& names = word.kind == Kind::kGroup ? said.groups : said.names;
      names.insert(names.end(), word.names.begin(), word.names.end());
    }
  }

  // "F1 keep, F2 fix" and "keep F1, fix F2": a subject and its decision, again and again.
  std::string Pair(std::vector<ClausePart>& parts) {
    if (parts.size() == 1 && parts[0].subject) {
      sentence_.said.push_back(std::move(parts[0].said));
      return "";
    }
    // "fix F1 now"
    const bool twice = parts.size() == 3 && !parts[0].subject && parts[1].subject && !parts[2].subject;
    if (twice && !parts[2].apart && parts[0].said.decision == parts[2].said.decision) parts.pop_back();
    const std::string unclear = "it does not say what becomes of which finding";
    if (parts.size() % 2 != 0) return unclear;
    for (std::size_t i = 0; i < parts.size(); i += 2) {
      if (parts[i].subject == parts[i + 1].subject) return unclear;
      const bool turned = parts[i].subject != parts[0].subject;
      if (turned && !parts[i].apart) return unclear;
      ClauseSaid said = parts[parts[i].subject ? i : i + 1].said;
      const ClauseSaid& decided = parts[parts[i].subject ? i + 1 : i].said;
      said.decision = decided.decision;
      said.spawn = decided.spawn;
      sentence_.said.push_back(std::move(said));
    }
    return "";
  }

  std::string_view main_;
  bool one_ = false;
  TriageWordList words_;
  ReadSentence sentence_;
};

// Brings the sentences together and finds what contradicts itself.
class CommentReader {
 public:
  CommentReader(std::string_view answer, const std::vector<TriageSubject>& findings)
      : main_(ReadTriageAnswer(answer, "").rest.word), findings_(findings) {
    for (const TriageSubject& one : findings_) {
      if (!IsAmong(titles_, one.title)) titles_.push_back(one.title);
    }
    std::ranges::sort(titles_, std::ranges::greater(), &std::string::size);
  }

  TriageComment Read(std::string_view answer, std::string_view comment) {
    TriageComment read;
    std::vector<ReadSentence> sentences;
    for (const std::string& text : TriageSentences(comment)) {
      SentenceParser parser(main_, text, titles_, std::ranges::count(findings_, true, &TriageSubject::asked) == 1);
      std::string why = parser.Parse();
      sentences.push_back(parser.Take());
      if (why.empty()) why = Note(sentences.back());
      if (!why.empty()) return {"", text, std::move(why)};
    }
    read.clauses = Print(sentences);
    const std::string typed(comment);
    if (Same(ReadTriageAnswer(answer, typed), ReadTriageAnswer(answer, read.clauses))) read.clauses = typed;
    if (std::string why = CheckWhole(sentences); !why.empty()) return {"", std::string(Trim(comment)), std::move(why)};
    return read;
  }

 private:
  static bool Same(TriageAnswer a, TriageAnswer b) {
    const auto by_name = [](const auto& x, const auto& y) { return x.first < y.first; };
    std::ranges::sort(a.named, by_name);
    std::ranges::sort(b.named, by_name);
    return a == b;
  }

  bool IsKnown(const std::string& id) const {
    return std::ranges::find(findings_, id, &TriageSubject::id) != findings_.end();
  }

  // Each finding and each group has one answer.
  std::string Note(const ReadSentence& sentence) {
    for (const ClauseSaid& said : sentence.said) {
      if ((said.all || said.rest) && said.names.empty() && said.groups.empty() && !said.decision.empty()) {
        if (for_rest_ && *for_rest_ != said.decision) return TwoAnswers("the rest", *for_rest_, said.decision);
        for_rest_ = said.decision;
      }
      if (!said.groups.empty() && said.decision.empty() && !said.spawn)
        return "it does not say what becomes of " + InTicks(said.groups[0]);
      if (said.rest && said.decision.empty()) return "it does not say what becomes of the rest";
      std::vector<std::string> names = said.names;
      names.insert(names.end(), said.groups.begin(), said.groups.end());
      for (const std::string& name : names) {
        const bool group = IsAmong(said.groups, name);
        if (!group && !IsKnown(name)) return "the run has no finding " + name;
        if (IsAmong(sentence.excepted, name)) return name + " is named and excepted";
        const std::string decision = said.decision.empty() ? main_ : said.decision;
        const auto [place, added] = decided_.emplace(name, decision);
        if (!added && place->second != decision) return TwoAnswers(name, place->second, decision);
      }
    }
    // Beside "fix" they stay; beside "keep" an exception that says no more says nothing.
    const bool stays = main_ == "keep" || main_ == "defer";
    const bool open = std::ranges::any_of(sentence.said, [&](const ClauseSaid& said) {
      return said.decision.empty() ? stays : said.decision == main_ && (stays || !sentence.only);
    });
    for (const std::string& name : sentence.excepted) {
      if (!IsKnown(name)) return "the run has no finding " + name;
      if (open) return "it does not say what becomes of " + name;
      excepted_.insert(name);
    }
    if (sentence.only && sentence.said.size() > 1) return "it says `only` of several answers";
    if (sentence.only && stays && open) return "it does not say what becomes of the others";
    return "";
  }

  static std::string TwoAnswers(const std::string& name, const std::string& a, const std::string& b) {
    return name + " has two answers, " + InTicks(a) + " and " + InTicks(b);
  }

  // Whoever says "fix F1" beside the answer `fix` may mean F1 alone, or all.
  std::string CheckWhole(const std::vector<ReadSentence>& sentences) const {
    if (for_rest_ && *for_rest_ != main_ && decided_.empty() && excepted_.empty())
      return InTicks(*for_rest_) + " for all contradicts the answer " + InTicks(main_);
    if (main_ == "keep" || main_ == "defer" || decided_.empty() || for_rest_) return "";
    for (const ReadSentence& sentence : sentences) {
      if (sentence.only || sentence.for_fixer) return "";
      for (const ClauseSaid& said : sentence.said) {
        if (said.decision.empty() || said.decision != main_) return "";
      }
    }
    const bool all = std::ranges::all_of(findings_, [&](const TriageSubject& one) {
      return !one.asked || decided_.contains(one.id) || decided_.contains(one.title);
    });
    if (all) return "";
    return InTicks(main_) + " is the answer for all findings already; name them without it for these alone";
  }

  std::vector<std::string> Remaining() const {
    std::vector<std::string> names;
    for (const TriageSubject& one : findings_) {
      const bool named = decided_.contains(one.id) || decided_.contains(one.title) || excepted_.contains(one.id);
      if (one.asked && !named) names.push_back(one.id);
    }
    return names;
  }

  std::string Print(const std::vector<ReadSentence>& sentences) const {
    std::vector<std::string> clauses;
    for (const ReadSentence& sentence : sentences) {
      if (sentence.said.empty()) clauses.push_back(sentence.text);
      for (const ClauseSaid& said : sentence.said) AddClauses(sentence, said, clauses);
      if (!sentence.remark.empty() && !clauses.empty()) clauses.back() += ", " + sentence.remark;
    }
    return Join(clauses, "; ");
  }

  void AddClauses(const ReadSentence& sentence, const ClauseSaid& said, std::vector<std::string>& clauses) const {
    // Only these: named without their answer, the others stay as they are.
    const bool bare = said.decision.empty() || (sentence.only && said.decision == main_);
    std::string decision = bare ? "" : ": " + said.decision;
    if (said.spawn) decision += " spawn";
    std::vector<std::string> names = said.names;
    const bool lists = (said.all || said.rest) && (bare ? !sentence.excepted.empty() : said.decision != main_);
    if (lists) {
      for (std::string& name : Remaining()) names.push_back(std::move(name));
    }
    if (!names.empty()) clauses.push_back(Join(names, " ") + decision);
    for (const std::string& group : said.groups)
      clauses.push_back(group + (said.decision.empty() ? ":" : ": " + said.decision) + (said.spawn ? " spawn" : ""));
    if (names.empty() && said.groups.empty() && said.spawn) clauses.push_back("spawn");
  }

  std::string main_;
  const std::vector<TriageSubject>& findings_;
  std::vector<std::string> titles_;
  std::map<std::string, std::string> decided_;
  std::set<std::string> excepted_;
  std::optional<std::string> for_rest_;
};

}  // namespace

TriageComment ReadTriageComment(std::string_view answer, std::string_view comment,
                                const std::vector<TriageSubject>& findings) {
  return CommentReader(answer, findings).Read(answer, comment);
}

}  // namespace forge
