#include "surface/chat/grammar.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/strings.h"

namespace forge::chat {
namespace {

constexpr std::string_view kSpace = " \t\n\r\f\v";

// The words people may type, and the action each means.
using Word = std::pair<std::string_view, std::string_view>;
constexpr std::array kPlanWords = {
    Word{"help", "help"},          Word{"list", "list"},       Word{"show", "show"},
    Word{"approve", "approve"},    Word{"close", "close"},     Word{"cancel", "cancel"},
    Word{"phases", "phases"},      Word{"steps", "phases"},    Word{"run", "run"},
    Word{"run-one", "run-one"},    Word{"skip", "skip"},       Word{"run-phase", "run-phase"},
    Word{"run-step", "run-phase"}, Word{"skip-to", "skip-to"}, Word{"audit", "audit"},
    Word{"modify", "modify"},      Word{"land", "land"},       Word{"answer", "answer"},
};
constexpr std::array kForgeWords = {
    Word{"help", "help"},
    Word{"status", "status"},
    Word{"cancel", "cancel"},
    Word{"audit", "audit"},
};

// "plan 1", where a plan is named, is "plan-1".
std::string WithPlanNumberJoined(std::string_view args) {
  constexpr std::string_view kPlan = "plan";
  const std::size_t begin = std::min(args.find_first_not_of(kSpace, kPlan.size()), args.size());
  const std::size_t end = std::min(args.find_first_not_of("0123456789", begin), args.size());
  const bool apart = EqualsIgnoreCase(args.substr(0, kPlan.size()), kPlan) && begin > kPlan.size() && end > begin &&
                     (end == args.size() || kSpace.find(args[end]) != std::string_view::npos);
  return apart ? "plan-" + std::string(args.substr(begin)) : std::string(args);
}

template <std::size_t N>
Message Read(std::string_view command, std::string_view rest, const std::array<Word, N>& words) {
  rest = Trim(rest);
  Message message{std::string(command), "", ""};
  if (rest.empty()) {
    message.action = "help";
    return message;
  }
  const std::size_t end = std::min(rest.find_first_of(kSpace), rest.size());
  const std::string first = Lower(rest.substr(0, end));
  const auto* it = std::find_if(words.begin(), words.end(), [&](const Word& word) { return word.first == first; });
  if (it == words.end()) {
    message.action = "create";
    message.args = std::string(rest);
    return message;
  }
  message.action = std::string(it->second);
  message.args = WithPlanNumberJoined(Trim(rest.substr(end)));
  return message;
}

// The text after the word; nothing when the text does not begin with it as a whole word.
std::optional<std::string_view> After(std::string_view text, std::string_view word) {
  if (!text.starts_with(word)) return std::nullopt;
  text.remove_prefix(word.size());
  if (!text.empty() && kSpace.find(text.front()) == std::string_view::npos) return std::nullopt;
  return text;
}

// What people type where Forge has another word. Empty: several words of ours may be meant.
constexpr std::array kOtherWords = {
    Word{"stop", "cancel"},   Word{"abort", "cancel"},  Word{"kill", "cancel"}, Word{"merge", "land"},
    Word{"edit", "modify"},   Word{"change", "modify"}, Word{"view", "show"},   Word{"accept", "approve"},
    Word{"revise", "modify"}, Word{"retry", "run"},     Word{"resume", ""},     Word{"continue", ""},
};

// The word without the punctuation around it: `plan-001:` and `#1`.
std::string Bare(const std::string& word) {
  constexpr std::string_view kPunctuation = "#:,;.?!()[]{}\"'`*";
  const std::size_t begin = word.find_first_not_of(kPunctuation);
  if (begin == std::string::npos) return "";
  return word.substr(begin, word.find_last_not_of(kPunctuation) - begin + 1);
}

// The plan that a word may name; `plan_001` and `plan001` are ids, too.
std::string PlanIn(const std::string& word) {
  std::string plan = Bare(word);
  if (!EqualsIgnoreCase(plan.substr(0, 4), "plan")) return plan;
  const std::string number = plan.substr(plan.substr(4, 1).find_first_of("_#") == 0 ? 5 : 4);
  return IsDigits(number) ? plan.substr(0, 4) + "-" + number : plan;
}

bool IsId(const std::string& word) { return LooksLikePlan(word) && !IsDigits(word.substr(0, 1)); }

template <std::size_t N>
bool Has(const std::array<Word, N>& words, std::string_view word) {
  return std::ranges::any_of(words, [&](const Word& one) { return one.first == word; });
}

struct Guess {
  std::string command;  // "plan" or "forge"
  std::string word;     // of that command; empty: which one is not clear
  bool exact = false;   // typed so
  bool other = false;   // another program's word
  // Never proposed: a person who takes the proposal for a correction would move a branch.
  bool risky() const { return word == "land" && !exact; }
};

std::string CommandOf(std::string_view own, std::string_view word) {
  if (own == "forge" && Has(kForgeWords, word)) return "forge";
  return Has(kPlanWords, word) ? "plan" : "forge";
}

// The command that a word is, nearly is, or means.
std::optional<Guess> GuessCommand(std::string_view own, const std::string& typed) {
  const std::string word = Lower(Bare(typed));
  if (word.empty()) return std::nullopt;
  if (Has(kPlanWords, word) || Has(kForgeWords, word)) return Guess{CommandOf(own, word), word, true, false};
  for (const Word& other : kOtherWords) {
    if (other.first == word) return Guess{CommandOf(own, other.second), std::string(other.second), false, true};
  }
  std::vector<std::string> names;
  for (const Word& one : kPlanWords) names.emplace_back(one.first);
  for (const Word& one : kForgeWords) names.emplace_back(one.first);
  const auto near = Closest(word, names);
  if (!near) return std::nullopt;
  return Guess{CommandOf(own, *near), *near, false, false};
}

// "lists" and "showed" are other words, not slips.
bool IsInflected(const std::string& typed, const std::string& word) {
  const std::string bare = Lower(Bare(typed));
  return bare.starts_with(word) && (bare.ends_with("s") || bare.ends_with("d") || bare.ends_with("ing"));
}

bool TakesMore(std::string_view word) {
  constexpr std::array<std::string_view, 5> kTakeMore = {"modify", "answer", "run-phase", "run-step", "skip-to"};
  return std::ranges::find(kTakeMore, word) != kTakeMore.end();
}

// "`!plan show plan-001`" of what was typed about a plan; `rest` follows it where the command takes more.
std::string Propose(const Message& message, const Guess& guess, const std::string& plan, const std::string& rest) {
  if (guess.word.empty() || guess.risky()) return fmt::format(" See `!{} help`.", message.command);
  const bool status = guess.word == "status" && !plan.empty();
  std::string text = status ? "!plan show" : fmt::format("!{} {}", guess.command, guess.word);
  const bool alone = guess.command == "forge" || guess.word == "list" || guess.word == "help";
  if (!plan.empty()) {
    text += " " + plan + (TakesMore(guess.word) ? rest : "");
  } else if (!alone) {
    text += " <plan-id>";
  }
  return fmt::format(" Did you mean `{}`?", text);
}

std::string From(const std::vector<std::string>& words, std::size_t first) {
  std::string text;
  for (std::size_t i = first; i < words.size(); ++i) text += " " + words[i];
  return text;
}

using IsPlan = std::function<bool(const std::string&)>;

// An id, or the slug of a plan. A number may be a count, and a slug of one word may begin a sentence.
bool IsNamed(const std::string& plan, const IsPlan& is_plan) {
  return IsId(plan) || (plan.contains('-') && is_plan(plan));
}

// A text that begins with a plan: `plan-001: be nice`, `1 show`, `plan 1`, `two-files show`.
std::string OrderOnPlan(const Message& message, const std::vector<std::string>& words, const IsPlan& is_plan) {
  const bool spaced = words.size() > 1 && EqualsIgnoreCase(words[0], "plan") && IsDigits(Bare(words[1]));
  const std::size_t next = spaced ? 2 : 1;
  const std::string plan = PlanIn(words[spaced ? 1 : 0]);
  const bool alone = words.size() == next;
  const bool clean = !spaced && plan == words[0];
  const bool exists = is_plan(plan);
  const bool named = IsNamed(plan, is_plan);
  if (!named && !exists && !LooksLikePlan(plan)) return "";
  // `!forge plan-001` goes on with it.
  if (alone && clean && message.command == "forge") return "";
  const auto guess = alone ? std::nullopt : GuessCommand(message.command, words[next]);
  if (!named && !alone) {
    constexpr std::array<std::string_view, 6> kCounted = {"phases", "steps", "list", "show", "run", "audit"};
    const bool few = words.size() < next + 3;
    const bool counted = guess && std::ranges::find(kCounted, guess->word) != kCounted.end();
    const bool turned = guess && (words.size() == next + 1 || (guess->exact && (few || !counted)));
    const bool called = spaced || words[0].starts_with('#') || words[0].find_first_of(":,;?!") != std::string::npos;
    if (!exists || !(turned || called)) return "";
  }
  if (!exists && named) return fmt::format("There is no plan `{}`. See `!plan list`.", plan);
  if (!exists) return fmt::format("`{}` is a number. See `!{} help`.", plan, message.command);
  // "plan-001 skip files without words" is no order to skip.
  const bool whole =
      guess && (words.size() == next + 1 || (guess->exact && (words.size() == next + 2 || TakesMore(guess->word))));
  if (whole && !guess->word.empty() && !guess->risky())
    return fmt::format("`{}` is a plan.{}", plan, Propose(message, *guess, plan, From(words, next + 1)));
  return fmt::format("`{0}` is a plan. Continue it with `!forge {0}`, or see `!plan help`.", plan);
}

// "approve plan 1" as "approve plan-1", if there is such a plan. OrderOnPlan reads the first two words itself.
std::vector<std::string> WithPlansJoined(std::vector<std::string> words, const IsPlan& is_plan) {
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    const std::string number = Bare(words[i + 1]);
    if (!EqualsIgnoreCase(Bare(words[i]), "plan") || !IsDigits(number) || !is_plan(number)) continue;
    words[i] = "plan-" + number;
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }
  return words;
}

// Whether the words from `first` on say nothing which a description would have to say: `!forge run it`.
bool SaysNothing(const std::vector<std::string>& words, std::size_t first) {
  constexpr std::array<std::string_view, 13> kEmpty = {"it",  "this",  "that", "the", "plan", "now", "please",
                                                       "all", "again", "for",  "me",  "us",   "then"};
  return std::all_of(words.begin() + static_cast<std::ptrdiff_t>(first), words.end(), [&](const std::string& word) {
    return std::ranges::find(kEmpty, Lower(Bare(word))) != kEmpty.end();
  });
}

// Whether words that begin with a command and the number of a plan are an order: `approve 1 and then run it`. A
// sentence is not: "show 2 columns in the table" counts columns.
bool IsOrder(const Message& message, const std::vector<std::string>& words, const Guess& guess) {
  constexpr std::size_t kNext = 2;  // behind the number
  const bool inflected = IsInflected(words[0], guess.word);
  if (SaysNothing(words, kNext)) return true;
  if (TakesMore(guess.word)) return words.size() == kNext + 1 || !inflected;
  if (words[1].find_last_of(":,;?!") == words[1].size() - 1 && !IsDigits(Bare(words[kNext]))) return true;
  const std::string next = Lower(Bare(words[kNext]));
  for (std::size_t i = kNext + 1; (next == "and" || next == "then") && i < words.size() && i < kNext + 3; ++i) {
    const auto later = GuessCommand(message.command, words[i]);
    if (later && later->exact) return true;
  }
  const bool slip = !guess.exact && !inflected;
  return slip && words.size() == kNext + 1;
}

// A text that begins with a command, or nearly: `shwo plan-001`, and `show 1` of `!forge`.
std::string OrderFirst(const Message& message, const std::vector<std::string>& words, const IsPlan& is_plan) {
  if (LooksLikePlan(words[0])) return "";  // OrderOnPlan has looked at it
  std::size_t at = 0;
  auto guess = GuessCommand(message.command, words[0]);
  // "please approve plan-001"
  for (std::size_t i = 1; i < 3 && i + 1 < words.size() && !guess; ++i) {
    const auto later = GuessCommand(message.command, words[i]);
    if (!later || !later->exact || !IsNamed(PlanIn(words[i + 1]), is_plan)) continue;
    guess = later;
    at = i;
  }
  const bool few = words.size() < 4;
  std::string plan;
  std::size_t behind = at + 2;  // the plan
  for (std::size_t i = at + 1; i < words.size() && i < at + 4 && plan.empty(); ++i) {
    if (!(guess || (few && i == 1)) || !IsNamed(PlanIn(words[i]), is_plan)) continue;
    plan = PlanIn(words[i]);
    behind = i + 1;
  }
  // A bare number may be a count.
  if (plan.empty() && words.size() > 1 && IsDigits(Bare(words[1]))) {
    const std::string number = Bare(words[1]);
    const bool alone = words.size() == 2 && (guess || is_plan(number));
    const bool more = guess && !guess->other && !guess->risky() && is_plan(number);
    if (alone || (more && IsOrder(message, words, *guess))) plan = number;
  }
  const bool exact = guess && guess->exact;
  const bool only = guess && (words.size() == 1 || (exact && few && SaysNothing(words, 1)));
  if (plan.empty() && !only) return "";
  const std::string typed = words[at];
  const bool of_other = exact && guess->command != message.command;
  const std::string what = of_other ? fmt::format("`{}` is a command of `!{}`.", Bare(typed), guess->command)
                                    : fmt::format("`{}` is not a command.", typed);
  return what + Propose(message, guess.value_or(Guess{}), plan, From(words, behind));
}

}  // namespace

Message ParseMessage(std::string_view text) {
  text = Trim(text);
  if (auto rest = After(text, "!plan")) return Read("plan", *rest, kPlanWords);
  if (auto rest = After(text, "!forge")) return Read("forge", *rest, kForgeWords);
  return {};
}

std::string WhyNoDescription(const Message& message, const std::function<bool(const std::string&)>& is_plan) {
  const std::vector<std::string> words = WithPlansJoined(Words(message.args), is_plan);
  if (message.action != "create" || words.empty()) return "";
  const std::string order = OrderOnPlan(message, words, is_plan);
  const std::string why = order.empty() ? OrderFirst(message, words, is_plan) : order;
  return why.empty() ? "" : why + " Nothing was created: a description begins with another word.";
}

Json ToJson(const Message& message) {
  const bool none = message.command.empty();
  Json json = Json::MakeObject().Set("command", none ? Json() : Json(message.command));
  json.Set("action", none ? Json() : Json(message.action));
  return json.Set("args", none ? Json() : Json(message.args));
}

std::vector<std::string> Words(std::string_view text) {
  std::vector<std::string> words;
  while (true) {
    const std::size_t begin = text.find_first_not_of(kSpace);
    if (begin == std::string_view::npos) return words;
    text.remove_prefix(begin);
    const std::size_t end = std::min(text.find_first_of(kSpace), text.size());
    words.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

Result<PhasesRequest> ParsePhases(std::string_view args) {
  constexpr const char* kUsage = "Usage: `!plan phases [--regenerate] [--keep-done] <plan-id>`";
  PhasesRequest request;
  for (const std::string& word : Words(args)) {
    if (word == "--regenerate") {
      request.regenerate = true;
    } else if (word == "--keep-done") {
      request.keep_done = true;
    } else if (word.starts_with("--")) {
      return Fail(Code::kInvalid, fmt::format("Unknown option `{}`. {}", word, kUsage));
    } else if (!request.plan.empty()) {
      return Fail(Code::kInvalid, fmt::format("One plan at a time. {}", kUsage));
    } else {
      request.plan = word;
    }
  }
  if (request.plan.empty()) return Fail(Code::kInvalid, kUsage);
  if (request.keep_done && !request.regenerate) {
    return Fail(Code::kInvalid, fmt::format("`--keep-done` needs `--regenerate`. {}", kUsage));
  }
  return request;
}

bool LooksLikePlan(std::string_view args) {
  if (EqualsIgnoreCase(args.substr(0, 5), "plan-")) {
    args.remove_prefix(5);
  } else if (EqualsIgnoreCase(args.substr(0, 4), "run-")) {
    args.remove_prefix(4);
  }
  return !args.empty() && args.size() <= 18 && args.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace forge::chat
