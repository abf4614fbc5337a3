#include "text/said_words.h"

#include <algorithm>
#include <cstddef>

#include "base/strings.h"
#include "text/lines.h"

namespace forge {
namespace {

constexpr std::string_view kCurvedApostrophe = "\xE2\x80\x99";

bool IsWordByte(char c) { return IsLetterOrDigit(c) || c == '\'' || static_cast<unsigned char>(c) >= 0x80; }

// Of a dash, a quotation mark, an arrow or a blank beyond ASCII at the beginning; 0: there is none.
std::size_t MarkLength(std::string_view text) {
  if (text.starts_with("\xC2\xA0")) return 2;
  return text.size() >= 3 && (text.starts_with("\xE2\x80") || text.starts_with("\xE2\x86")) ? 3 : 0;
}

// Of "skip-list", "stop-words": such a name denies nothing.
bool JoinsName(std::string_view word, std::string_view text) {
  if (text.size() < 2 || text[0] != '-' || !IsLetterOrDigit(text[1])) return false;
  return EqualsIgnoreCase(word, "skip") || EqualsIgnoreCase(word, "stop") || EqualsIgnoreCase(word, "ignore");
}

}  // namespace

SaidWords SaidWordsOf(std::string_view text) {
  SaidWords words;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) words.push_back(Lower(word));
    word.clear();
  };
  for (std::size_t at = 0; at < text.size();) {
    if (text.substr(at).starts_with(kCurvedApostrophe)) {
      word += '\'';
      at += kCurvedApostrophe.size();
    } else if (const std::size_t mark = MarkLength(text.substr(at)); mark > 0) {
      end_word();
      at += mark;
    } else if (IsWordByte(text[at]) || JoinsName(word, text.substr(at))) {
      word += text[at++];
    } else {
      end_word();
      ++at;
    }
  }
  end_word();
  return words;
}

std::string_view WithoutEmphasis(std::string_view text) {
  constexpr std::string_view kMarks = " \t\n*_\"'";
  const std::size_t first = text.find_first_not_of(kMarks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kMarks) + 1 - first);
}

bool HasWord(const SaidWords& words, std::initializer_list<std::string_view> wanted) {
  return std::ranges::any_of(words, [&](const std::string& word) { return IsOneOf(word, wanted); });
}

namespace {

// A list of words as one text; each stands between blanks.
bool IsIn(std::string_view list, std::string_view word) {
  return list.find(" " + std::string(word) + " ") != std::string_view::npos;
}

// All that may stand around any code. A word belongs here only if no sentence of such words says not to run something.
constexpr std::string_view kNeutral =
    // Orders.
    " run rerun execute invoke try running executing build rebuild compile test check verify lint validate typecheck"
    " with by via using through make sure expect how ensure confirm"
    // What joins them.
    " then and also first finally now please next last lastly afterwards after again second third just to both plus"
    " followed or once twice more the a an all of for in on at from each every any it this that these following only"
    // Names of checks.
    " tests testing checks unit units integration e2e end smoke regression regressions suite suites command commands"
    " whole static types type linter linting lints automated coverage benchmark benchmarks acceptance verification"
    " builds slow fast quick quickly full entire complete local locally project repository repo root directory tree"
    " functional system performance property fuzz snapshot sanity analysis formatting style cases case criteria"
    " criterion step"
    // What is seen.
    " pass passes passed passing succeed succeeds succeeded exit exits code status zero fail fails failing green"
    " quiet silent ok print prints printing show shows say says report reports return returns outputs completes finish"
    " finishes work works holds must should shall will has have still is are be stays stay remain remains always"
    " does do successfully cleanly today currently yet ";

// They deny, whatever else is said.
constexpr std::string_view kDenying =
    " not never cannot dont avoid avoids avoiding forbidden forbid forbids skip skips skipped omit omitted prohibited"
    " disallowed neither dangerous refrain stop ignore ignored deprecated nor banned destructive unsafe ";
constexpr std::string_view kDenyingAhead =
    " no without instead except excluding unless rather none nothing nobody besides ";

// Others than Forge.
constexpr std::string_view kOthers =
    " ci cron github gitlab jenkins pipeline pipelines workflow workflows they them others user users people person"
    " human humans we us you he she i developer developers nightly someone somebody everybody everyone anyone who whom"
    " maintainer maintainers owner owners operator operators admin admins administrator reviewer reviewers team teams"
    " ops sre customer customers job jobs bot bots manager managers author authors colleague ";

// Some cases only, another place, another time, a person's leave.
constexpr std::string_view kLimits =
    " if when whenever otherwise maybe perhaps possibly alternatively provided assuming only optional optionally later"
    " manual manually visually exploratory production prod staging live cloud emergency"
    " yourself yourselves myself ourselves themselves asking ask approved approves approval permission consent agrees"
    " agreed your my our elsewhere merge unchanged untouched unmodified unaffected keep kept scope ";

// A label or a remark that begins so says that the code is no check.
constexpr std::string_view kOtherUses =
    " note notes example examples expected actual output result results stdout stderr sample warning caution careful"
    " danger fallback workaround resort alternative usage contingency teardown setup prerequisite prerequisites"
    " precondition preconditions requirement requirements reproduce repro reproduction generated bootstrap demo debug"
    " hotfix todo fixme wip tbd wrong bad broken old legacy obsolete unused previously formerly before was were undone"
    " left terminal ";

// "not fail", "no warnings", "without network": what a check may be without.
constexpr std::string_view kMayBeMissing =
    " fail fails failing crash crashes hang hangs warning warnings error errors failure failures finding findings"
    " problem problems complaint complaints difference differences diff diffs leak leaks regression regressions network"
    " internet docker gpu ";
constexpr std::string_view kBeforeMissing =
    " any a an the new single further need needs require requires use touch be have to give print show report ";

bool IsOther(std::string_view word) { return IsIn(kOthers, word); }

// "run", "executed", "used": a denial of it denies the command.
bool IsAboutRunning(std::string_view word) {
  return IsIn(
      " run runs ran running rerun execute executes executed executing execution call called calling use used using"
      " invoke invoked start started launch try needed trigger triggered do does done ",
      word);
}

// The end of a denial at `at` that denies nothing of the code; `at`: it is none.
std::size_t EndOfHarmlessDenial(const SaidWords& words, std::size_t at) {
  if (words[at] == "nothing") return at > 0 && IsOutputVerb(words[at - 1]) ? at + 1 : at;
  if (!words[at].ends_with("n't") && !IsOneOf(words[at], {"not", "no", "without", "never", "cannot"})) return at;
  std::size_t next = at + 1;
  while (next < words.size() && IsIn(kBeforeMissing, words[next])) ++next;
  return next < words.size() && IsIn(kMayBeMissing, words[next]) ? next + 1 : at;
}

SaidWords WithoutHarmlessDenials(const SaidWords& words) {
  SaidWords kept;
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t end = EndOfHarmlessDenial(words, at);
    if (end == at) {
      kept.push_back(words[at++]);
    } else {
      at = end;
    }
  }
  return kept;
}

bool Follows(const SaidWords& words, std::size_t at, std::initializer_list<std::string_view> wanted) {
  return at > 0 && IsOneOf(words[at - 1], wanted);
}

// Two words that say more than each: "by hand", "in case", "as needed", "on failure".
bool IsAgainstPhrase(const SaidWords& words, std::size_t at) {
  if (words[at] == "hand" || words[at] == "hands") return Follows(words, at, {"by"});
  if (words[at] == "case") return Follows(words, at, {"in"});
  if (IsOneOf(words[at], {"needed", "necessary", "required"})) return Follows(words, at, {"as", "where"});
  return IsOneOf(words[at], {"failure", "failures", "error", "errors", "request"}) &&
         Follows(words, at, {"on", "upon"});
}

// "users can log in with an old token": who is named does not run it.
bool AreOnlyTheSubject(const SaidWords& words) {
  constexpr std::size_t kStatement = 5;
  return words.size() >= kStatement && !AnyWord(words, IsAboutRunning) &&
         !HasWord(words, {"only", "left", "for", "by", "job", "jobs"});
}

bool AreAgainst(const SaidWords& words) {
  constexpr std::size_t kBeginning = 2, kShort = 3;
  const std::size_t head = words.size() <= kShort ? words.size() : kBeginning;
  if (std::any_of(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(head),
                  [](const std::string& word) { return IsIn(kOtherUses, word); }))
    return true;
  const bool subject = AreOnlyTheSubject(words);
  bool outcome = false;
  for (std::size_t at = 0; at < words.size(); ++at) {
    const std::string& word = words[at];
    if (IsAgainstPhrase(words, at)) return true;
    if (word == "release" && at + 1 < words.size() && words[at + 1].starts_with("build")) continue;
    if (word == "later" && Follows(words, at, {"or"})) continue;
    // "passes if a file is missing": a limit of the outcome.
    if (outcome && IsOneOf(word, {"if", "when", "whenever", "because"})) continue;
    if (IsOther(word) ? !subject : IsAgainstWord(word)) return true;
    outcome = outcome || IsOneOf(word, {"pass", "passes", "fail", "fails", "exits", "succeeds"});
  }
  return false;
}

}  // namespace

bool IsNeutralWord(std::string_view word) { return IsDigits(word) || IsIn(kNeutral, word); }

bool IsDenyingWord(std::string_view word) { return word.ends_with("n't") || IsIn(kDenying, word); }

bool IsDenyingAhead(std::string_view word) { return IsDenyingWord(word) || IsIn(kDenyingAhead, word); }

bool IsAboutShipping(std::string_view word) {
  return IsIn(
      " deploy deploys deployment release releases releasing publish publishes rollback roll undo revert recover rescue"
      " push pushes upload uploads ship shipping destroy drop dropdb delete remove wipe erase purge reset cleanup prune"
      " truncate kill rm rmdir uninstall promote migrate backup sudo ssh apply shutdown reboot mkfs dd fdisk ",
      word);
}

bool IsAgainstWord(std::string_view word) {
  return IsDenyingAhead(word) || IsAboutShipping(word) || IsOther(word) || IsIn(kLimits, word);
}

SaidAround WordsAround(const SaidWords& all) {
  const SaidWords words = WithoutHarmlessDenials(all);
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (IsAgainstPhrase(words, at)) return SaidAround::kAgainst;
  }
  if (AllWords(words, IsNeutralWord)) return SaidAround::kNeutral;
  return AreAgainst(words) ? SaidAround::kAgainst : SaidAround::kOther;
}

bool IsRunVerb(std::string_view word) {
  return IsOneOf(word, {"run", "rerun", "execute", "invoke", "try", "running", "executing"});
}

bool IsBy(std::string_view word) { return IsOneOf(word, {"by", "with", "via", "using", "through"}); }

bool IsOutputVerb(std::string_view word) {
  return IsIn(
      " print prints printing printed output outputs return returns say says show shows report reports contain contains"
      " give gives yield yields produce produces ",
      word);
}

bool IsOutcome(std::string_view word) {
  return IsIn(
      " pass passes passed passing succeed succeeds succeeded exit exits print prints output outputs report reports "
      "fail"
      " fails failing green clean quiet silent ok return returns show shows say says complete completes finish finishes"
      " work works build builds compile compiles prove proves covers checks tests verifies exercises validates lists"
      " find finds ends end ",
      word);
}

bool LeadsToOutcome(std::string_view word) {
  return IsDenyingWord(word) ||
         IsIn(
             " must should shall will has have to need needs still now then also is are be stays stay remain remains"
             " keeps continues always both all each does do again target command commands suite script test it and"
             " only ",
             word);
}

bool IsCircumstance(std::string_view word) {
  return IsIn(
      " after before from in inside within with on at under again locally once twice first last too for to against over"
      " until because since so via using and then followed instead rather as across per without also finally next"
      " afterwards ",
      word);
}

namespace {

bool IsIt(std::string_view word) { return IsOneOf(word, {"it", "this", "that", "them", "these", "those"}); }

// Words with a denial: is it the code that is not to be run? "do not run the server" is about the server.
bool DenyTheCode(const SaidWords& words, std::size_t denial, bool behind) {
  constexpr std::size_t kFew = 6, kBegin = 2;
  const bool it = AnyWord(words, IsIt);
  bool running = false;
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (!IsAboutRunning(words[at]) || at + 1 == denial) continue;  // "do not"
    running = true;
    if (at > denial && at + 1 < words.size() && IsOneOf(words[at + 1], {"the", "a", "an", "any", "all", "every"}))
      return it || HasWord(words, {"following"});
  }
  if (!running) return it && words.size() <= kFew;
  return !behind || it || denial < kBegin;
}

}  // namespace

bool SpeaksAgainst(std::string_view sentence, bool behind) {
  constexpr std::size_t kShort = 2, kFew = 6;
  const SaidWords words = WithoutHarmlessDenials(SaidWordsOf(sentence));
  if (words.empty() || AllWords(words, IsNeutralWord)) return false;
  if (words.size() <= kShort && AreAgainst(words)) return true;
  if (HasWord(words, {"else", "other", "others", "anything"}) && !HasWord(words, {"these", "this"})) return false;
  const auto denial = std::ranges::find_if(words, [](const std::string& word) { return IsDenyingWord(word); });
  if (denial != words.end()) return DenyTheCode(words, static_cast<std::size_t>(denial - words.begin()), behind);
  if (HasWord(words, {"no", "none"})) return false;  // "There are no manual steps."
  const bool running = AnyWord(words, IsAboutRunning);
  const bool few = words.size() <= kFew;
  bool by_hand = HasWord(words, {"manual", "manually", "visually", "yourself", "exploratory"});
  for (std::size_t at = 0; at < words.size(); ++at)
    by_hand = by_hand || (words[at] == "hand" && IsAgainstPhrase(words, at));
  if (by_hand) return !behind || running || words.size() <= kShort + 1;
  const bool others = AnyWord(words, IsOther);
  if (few && HasWord(words, {"only", "optional", "scope"}))
    return !behind || running || others || words.size() <= kShort + 1;
  const bool left = words[0] == "for" || HasWord(words, {"left", "job"});
  return few && others && (left || (running && (!behind || AnyWord(words, IsIt))));
}

}  // namespace forge
