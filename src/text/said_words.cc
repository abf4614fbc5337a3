#include "text/said_words.h"

#include <algorithm>
#include <array>
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

bool IsDenyingWord(std::string_view word) {
  return word.ends_with("n't") ||
         IsOneOf(word,
                 {"not",       "never",   "cannot", "dont",    "avoid",      "avoids",     "avoiding",   "forbidden",
                  "forbid",    "skip",    "skips",  "skipped", "omit",       "prohibited", "disallowed", "neither",
                  "dangerous", "refrain", "stop",   "ignore",  "deprecated", "nor"});
}

bool IsDenyingAhead(std::string_view word) {
  return IsDenyingWord(word) || IsOneOf(word, {"no", "without", "instead", "except", "excluding", "unless", "rather",
                                               "none", "nothing", "nobody", "besides"});
}

bool IsAboutRunning(std::string_view word) {
  return IsOneOf(word, {"run",       "runs",  "ran",     "running", "rerun", "execute", "executed", "executing",
                        "execution", "call",  "called",  "calling", "use",   "used",    "using",    "invoke",
                        "invoked",   "start", "started", "launch",  "try",   "needed",  "trigger",  "triggered"});
}

bool IsAboutChanging(std::string_view word) {
  return IsOneOf(word, {"change", "changed", "changes", "touched", "modified", "edited", "altered", "moved", "removed",
                        "affected", "part"});
}

bool IsReserve(std::string_view word) {
  return IsReserveBehind(word) || IsOneOf(word, {"if", "when", "whenever", "otherwise", "maybe", "perhaps", "possibly",
                                                 "alternatively", "rollback", "roll", "case"});
}

bool IsReserveBehind(std::string_view word) {
  return IsOneOf(word,
                 {"manual", "manually", "hand", "optional", "optionally", "later", "production", "prod", "emergency"});
}

bool AsksAPerson(std::string_view word) {
  return IsOneOf(word, {"yourself", "yourselves", "myself", "ourselves", "themselves", "asking", "approved", "approves",
                        "approval", "permission", "consent", "agrees", "agreed"});
}

namespace {

// "must pass", "does not fail": from a word on.
bool IsOutcomeAt(const SaidWords& words, std::size_t at) {
  constexpr std::size_t kFar = 6;
  for (const std::size_t end = std::min(words.size(), at + kFar); at < end; ++at) {
    if (IsOutcome(words[at])) return true;
    if (!LeadsToOutcome(words[at])) return false;
  }
  return false;
}

// "when it fails", "as needed", "on failure", "once they agree"; not "twice", "once", "once more".
bool IsConditionAt(const SaidWords& words, std::size_t at) {
  const std::string_view word = words[at];
  const std::string_view next = at + 1 < words.size() ? std::string_view(words[at + 1]) : std::string_view();
  if (IsReserve(word) || AsksAPerson(word) || IsOneOf(word, {"unless", "provided", "assuming"})) return true;
  if (word == "only") return !next.empty();
  if (word == "once") return !next.empty() && !IsOneOf(next, {"more", "again", "per", "in", "with", "and", "after"});
  if (word == "as") return IsOneOf(next, {"needed", "necessary", "required"});
  if (IsOneOf(word, {"on", "upon"})) return IsOneOf(next, {"failure", "failures", "error", "errors", "request"});
  return word == "your" && IsOneOf(next, {"own", "machine", "computer", "laptop", "terminal", "side"});
}

bool IsNeedless(const SaidWords& words, std::size_t denial) {
  return denial + 1 < words.size() && IsOneOf(words[denial + 1], {"need", "require", "touch"});
}

}  // namespace

bool SaysLimitBehind(const SaidWords& words, bool ordered) {
  const bool outcome = IsOutcomeAt(words, 0);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!outcome && IsConditionAt(words, i)) return true;
    if (ordered && (words[i] == "unless" || AsksAPerson(words[i]))) return true;
    if (ordered && IsDenyingWord(words[i]) && !IsNeedless(words, i) && !IsOutcomeAt(words, i)) return true;
  }
  return false;
}

bool SaysLimitAhead(const SaidWords& words) {
  if (words.empty()) return false;
  if (IsOneOf(words[0], {"if", "when", "whenever", "unless", "otherwise", "alternatively", "maybe", "perhaps"}))
    return true;
  // "To deploy it, run".
  if (words[0] == "to" && words.size() > 1 && !IsWorkVerb(words[1]) && words[1] != "see") return true;
  const auto follows = [&](std::size_t at, std::initializer_list<std::string_view> wanted) {
    return at + 1 < words.size() && IsOneOf(words[at + 1], wanted);
  };
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (IsOneOf(word, {"optional", "optionally", "emergency", "possibly", "rollback", "unless"})) return true;
    if (IsOneOf(word, {"yourself", "yourselves", "myself", "ourselves", "asking", "approval", "permission", "consent"}))
      return true;
    if (IsOneOf(word, {"later", "production", "prod"}) && words.size() == 1) return true;
    if (IsOneOf(word, {"in", "on", "for"}) && follows(i, {"production", "prod"})) return true;
    if (word == "only" && follows(i, {"in", "on", "by", "for", "if", "when", "at", "during"})) return true;
    if (word == "your" && follows(i, {"own", "machine", "computer", "laptop", "terminal", "side"})) return true;
    if (word == "as" && follows(i, {"needed", "necessary", "required"})) return true;
    if (word == "roll" && follows(i, {"back"})) return true;
    if (IsOneOf(word, {"on", "upon"}) && follows(i, {"failure", "failures", "error", "errors", "request"})) return true;
  }
  return false;
}

bool BeginsWithDenial(const SaidWords& words) {
  for (std::size_t i = 0; i < std::min<std::size_t>(words.size(), 2); ++i) {
    if (IsDenyingWord(words[i]) && !IsNeedless(words, i) && !IsOutcomeAt(words, i)) return true;
  }
  return false;
}

bool IsOtherActor(std::string_view word) {
  return IsOneOf(word, {"ci",      "cron",    "github",    "gitlab", "jenkins", "pipeline", "workflow", "they",
                        "others",  "users",   "people",    "we",     "you",     "he",       "she",      "developers",
                        "nightly", "someone", "everybody", "who",    "which",   "how"});
}

bool IsOutcome(std::string_view word) {
  return IsObserved(word) ||
         IsOneOf(word, {"complete",  "completes", "finish", "finishes", "work",   "works",  "build", "builds",
                        "compile",   "compiles",  "prove",  "proves",   "covers", "checks", "tests", "verifies",
                        "exercises", "validates", "lists",  "find",     "finds",  "ends",   "end"});
}

bool IsObserved(std::string_view word) {
  return IsOneOf(
      word, {"pass",   "passes", "passed",  "passing", "succeed", "succeeds", "succeeded", "exit",    "exits", "print",
             "prints", "output", "outputs", "report",  "reports", "fail",     "fails",     "failing", "green", "clean",
             "quiet",  "silent", "ok",      "return",  "returns", "show",     "shows",     "say",     "says"});
}

bool LeadsToOutcome(std::string_view word) {
  return IsDenyingWord(word) ||
         IsOneOf(word,
                 {"must",    "should",    "shall",  "will",   "has",  "have", "to",    "need", "needs",  "still",
                  "now",     "then",      "also",   "is",     "are",  "be",   "stays", "stay", "remain", "remains",
                  "keeps",   "continues", "always", "both",   "all",  "each", "does",  "do",   "again",  "target",
                  "command", "commands",  "suite",  "script", "test", "it",   "and",   "only"});
}

bool SaysLeftAlone(std::string_view word) {
  return IsOneOf(word, {"unchanged", "untouched", "unmodified", "unaffected", "keep", "kept", "alone"});
}

bool IsCircumstance(std::string_view word) {
  return IsOneOf(
      word, {"after",   "before",  "from",    "in",     "inside", "within",  "with",  "on",      "at",   "under",
             "again",   "locally", "once",    "twice",  "first",  "last",    "too",   "for",     "to",   "against",
             "over",    "until",   "because", "since",  "so",     "via",     "using", "and",     "then", "followed",
             "instead", "rather",  "as",      "across", "per",    "without", "also",  "finally", "next", "afterwards"});
}

bool IsRunVerb(std::string_view word) {
  return IsOneOf(word, {"run", "rerun", "execute", "invoke", "try", "running", "executing"});
}

bool IsWorkVerb(std::string_view word) {
  return IsRunVerb(word) || IsOneOf(word, {"build", "rebuild", "compile", "test", "check", "verify", "lint", "validate",
                                           "confirm", "prove", "typecheck", "exercise", "measure", "format"});
}

bool IsNameOfCheck(std::string_view word) {
  return IsWorkVerb(word) ||
         IsOneOf(word, {"tests",        "testing",    "checks",  "unit",     "integration", "e2e",      "smoke",
                        "regression",   "suite",      "command", "commands", "pass",        "passes",   "whole",
                        "verification", "static",     "types",   "linter",   "automated",   "coverage", "benchmark",
                        "all",          "acceptance", "works",   "holds"});
}

bool IsNameOfWhatIsChecked(const SaidWords& words) {
  if (words.empty() || BeginsNoNameOfCheck(words.front())) return false;
  const bool part = std::ranges::all_of(words, [](const std::string& word) {
    return IsOneOf(word, {"parser", "lexer", "compiler", "api", "cli", "protocol", "client", "frontend", "backend",
                          "library", "module", "docs", "documentation", "the", "of", "and"});
  });
  if (part) return true;
  constexpr std::size_t kStatement = 3;
  if (words.size() < kStatement || IsOneOf(words.back(), {"is", "are", "has", "have", "by", "with", "be", "to"}))
    return false;
  if (HasWord(words, {"undo", "undone", "revert", "reverted", "was", "were"})) return false;
  return HasWord(words, {"can", "is", "are", "has", "have", "agree", "agrees", "hold", "match", "matches", "stays",
                         "stay", "still", "does"});
}

bool BeginsNoNameOfCheck(std::string_view word) {
  return IsOneOf(
      word, {"undo", "cleanup", "reset",      "revert",   "restore", "wrong", "bad",    "todo",   "fixme", "was",
             "were", "old",     "previously", "formerly", "before",  "drop",  "delete", "remove", "wipe",  "purge"});
}

bool IsAboutShipping(std::string_view word) {
  return IsOneOf(word, {"deploy",   "deploys",   "deployment", "release", "releases", "releasing", "publish",
                        "rollback", "roll",      "undo",       "revert",  "restore",  "recover",   "recovery",
                        "rescue",   "push",      "upload",     "ship",    "shipping", "destroy",   "drop",
                        "dropdb",   "delete",    "remove",     "wipe",    "purge",    "reset",     "clean",
                        "cleanup",  "prune",     "truncate",   "kill",    "rm",       "uninstall", "promote",
                        "migrate",  "migration", "backup",     "sudo",    "ssh",      "apply",     "shutdown"});
}

namespace {

// "Billing" is a title, "Workaround" is not: what each of these says of the code is not that it checks something.
constexpr std::string_view kNoWordsOfTitle =
    " accept actual address admin alternative answer approve assumes assumption attention author autofix"
    " background because bootstrap break breaks broken bug careful cause caution caveat codegen comment commit"
    " console context contingency cost costs customer danger data debug demo depends description destructive"
    " details dev developer done download draft dump emergency env environment error example examples excerpt"
    " expect expensive fails fallback fetch file files fix fixture fixtures flaky for format fyi generate"
    " given go goal hatch helper hint history host hotfix human i idea important info init input install"
    " interactive is issue known launch legacy like limitation link live log logs look maintainer merge"
    " message missing money my name needs never new note notes now obsolete off open operator ops option"
    " options or other others output owner panic password path pending person plan port precondition"
    " preconditions prepare prerequisite prerequisites prints problem proposal pull question read reads reason"
    " reference regenerate remember remote replaces reports repro reproduce reproduction requirement"
    " requirements requires resort restart result results returns review reviewer risk root sample scope"
    " script scripts second secret see seed serve server set setup shell shows sign slow snippet source spec"
    " sre staging start state status stderr stdout step steps stop suggestion summary symptom sync syntax tag"
    " tbd tear teardown temporary terminal that these third this those time tip title today token tomorrow"
    " trace unused up update url usage user uses value variant version wait warmup warning watch what why wip"
    " workaround writes yesterday your"
    " ";

}  // namespace

bool IsNoWordOfTitle(std::string_view word) {
  constexpr std::size_t kLong = 3;
  // "Changed", "Generated by", "Finally", "Previously".
  if (word.size() > kLong && (word.ends_with("ed") || word.ends_with("ly"))) return true;
  return IsDenyingAhead(word) || IsReserve(word) || AsksAPerson(word) || IsOtherActor(word) || SaysLeftAlone(word) ||
         IsAboutShipping(word) || BeginsNoNameOfCheck(word) || IsCircumstance(word) ||
         kNoWordsOfTitle.find(" " + std::string(word) + " ") != std::string_view::npos;
}

bool SaysByHand(std::string_view text) {
  const SaidWords words = SaidWordsOf(text);
  if (HasWord(words, {"manual", "manually", "exploratory", "visually"})) return true;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i] == "hand" && words[i - 1] == "by") return true;
    if (IsOneOf(words[i], {"person", "human", "people"}) && IsOneOf(words[i - 1], {"a", "by", "in", "for"}))
      return true;
  }
  return false;
}

bool DeniesRunning(std::string_view text) {
  const SaidWords words = SaidWordsOf(text);
  const auto denial = std::ranges::find_if(words, [](const std::string& word) { return IsDenyingWord(word); });
  if (denial == words.end()) return false;
  if (HasWord(words, {"else", "other", "others", "more", "anything"})) return false;
  if (words.size() <= 2) return true;
  for (auto at = denial; at != words.end(); ++at) {
    if (!IsAboutRunning(*at)) continue;
    const auto next = at + 1;
    // "do not run the server" is about the server.
    return next == words.end() || !IsOneOf(*next, {"the", "a", "an", "any", "all", "every"}) ||
           HasWord(words, {"following", "these", "this", "those"});
  }
  return false;
}

bool SaysNotRun(std::string_view text) {
  const SaidWords words = SaidWordsOf(text);
  if (SaysByHand(text) || HasWord(words, {"scope"})) return true;
  for (std::size_t i = 0; i < words.size(); ++i) {
    // "Start and stop tests" are tests.
    const bool subject = IsOneOf(words[i], {"stop", "skip", "ignore"}) && i > 0 && i + 1 < words.size() &&
                         IsOneOf(words[i - 1], {"and", "or", "start"}) && IsNameOfCheck(words.back());
    if (IsDenyingWord(words[i]) && !subject) return true;
  }
  return false;
}

bool LeadsToWhatIsNotRun(std::string_view line) {
  line = Trim(line);
  const std::string_view mark = line.substr(0, 2);
  const bool bold = line.size() > 4 && (mark == "**" || mark == "__") && line.ends_with(mark);
  while (!line.empty() && (line.back() == '*' || line.back() == '_')) line.remove_suffix(1);
  if (!bold && !line.ends_with(':')) return false;
  return line.find('`') == std::string_view::npos && SaysNotRun(line);
}

}  // namespace forge
