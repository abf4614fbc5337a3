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
  message.args = std::string(Trim(rest.substr(end)));
  return message;
}

// The text after the word; nothing when the text does not begin with it as a whole word.
std::optional<std::string_view> After(std::string_view text, std::string_view word) {
  if (!text.starts_with(word)) return std::nullopt;
  text.remove_prefix(word.size());
  if (!text.empty() && kSpace.find(text.front()) == std::string_view::npos) return std::nullopt;
  return text;
}

}  // namespace

Message ParseMessage(std::string_view text) {
  text = Trim(text);
  if (auto rest = After(text, "!plan")) return Read("plan", *rest, kPlanWords);
  if (auto rest = After(text, "!forge")) return Read("forge", *rest, kForgeWords);
  return {};
}

std::string WhyNoDescription(const Message& message, const std::function<bool(const std::string&)>& is_plan) {
  const std::vector<std::string> words = Words(message.args);
  if (message.action != "create" || words.empty()) return "";
  const auto is_id = [&](std::size_t at) {
    return at < words.size() && LooksLikePlan(words[at]) && !IsDigits(words[at].substr(0, 1));
  };
  constexpr const char* kNothing = "Nothing was created: a description begins with another word.";
  // `!forge plan-001` alone goes on with it. A number of a plan may be a count, unless a command follows it.
  const bool turned = words.size() == 2 && LooksLikePlan(words[0]) && is_plan(words[0]) &&
                      std::ranges::any_of(kPlanWords, [&](const Word& word) { return word.first == Lower(words[1]); });
  if (turned && words[1] != "land") {
    return fmt::format("`{}` is a plan. Did you mean `!plan {} {}`? {}", words[0], Lower(words[1]), words[0], kNothing);
  }
  if (is_id(0) && (words.size() > 1 || message.command == "plan")) {
    return fmt::format("`{0}` is a plan. Continue it with `!forge {0}`, or see `!plan help`. {1}", words[0], kNothing);
  }
  std::vector<std::string> names;
  if (message.command == "plan") {
    for (const Word& word : kPlanWords) names.emplace_back(word.first);
  } else {
    for (const Word& word : kForgeWords) names.emplace_back(word.first);
  }
  const auto near = Closest(Lower(words[0]), names);
  // Never proposed: whoever takes the proposal for a correction would move a branch.
  const bool risky = near == "land";
  // A bare number may be a count.
  const auto means_number = [&] {
    return near && LooksLikePlan(words[1]) && (words.size() == 2 || (!risky && is_plan(words[1])));
  };
  // Few words about a plan are an order. So are more, as of modify, where the first word is nearly a command.
  const bool few = words.size() < 4;
  const bool on_plan = words.size() > 1 && ((is_id(1) && (few || near)) || (few && means_number()));
  if (!on_plan && !(near && words.size() == 1 && !LooksLikePlan(words[0]))) return "";
  std::string rest;
  for (std::size_t i = 1; i < words.size(); ++i) rest += " " + words[i];
  const std::string meant = near && !risky ? fmt::format(" Did you mean `!{} {}{}`?", message.command, *near, rest)
                                           : fmt::format(" See `!{} help`.", message.command);
  return fmt::format("`{}` is not a command.{} {}", words[0], meant, kNothing);
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
  if (EqualsIgnoreCase(args.substr(0, 5), "plan-")) args.remove_prefix(5);
  return !args.empty() && args.size() <= 18 && args.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace forge::chat
