#include "model/triage_answer.h"

#include <algorithm>
#include <optional>

#include "base/strings.h"

namespace forge {
namespace {

std::optional<std::string> Verb(std::string_view token) {
  const std::string word = Lower(token);
  if (word == "keep" || word == "kept") return "keep";
  if (word == "fix" || word == "now") return "fix";
  if (word == "follow-up" || word == "followup" || word == "later") return "follow-up";
  if (word == "defer" || word == "deferred") return "defer";
  return std::nullopt;
}

bool IsSpawn(std::string_view token) { return EqualsIgnoreCase(token, "spawn"); }

bool IsFinding(std::string_view token) {
  if (token.size() < 2 || (token[0] != 'F' && token[0] != 'f')) return false;
  return token.find_first_not_of("0123456789", 1) == std::string_view::npos;
}

std::vector<std::string_view> Tokens(std::string_view text) {
  std::vector<std::string_view> tokens;
  constexpr std::string_view kBetween = " \t\r,:";
  for (std::size_t at = text.find_first_not_of(kBetween); at != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(kBetween, at), text.size());
    tokens.push_back(text.substr(at, end - at));
    at = text.find_first_not_of(kBetween, end);
  }
  return tokens;
}

struct Clause {
  std::vector<std::string> names;
  std::optional<std::string> verb;
  bool spawn = false;
};

Clause ReadClause(std::string_view text) {
  Clause clause;
  bool other = false;
  const std::vector<std::string_view> tokens = Tokens(text);
  for (std::string_view token : tokens) {
    if (IsFinding(token)) {
      clause.names.push_back("F" + std::string(token.substr(1)));
    } else if (IsSpawn(token)) {
      clause.spawn = true;
    } else if (auto verb = Verb(token); verb && !clause.verb) {
      clause.verb = std::move(verb);
    } else {
      other = true;
    }
  }
  if (!clause.names.empty()) return clause;
  // No finding is named, but a group: before the colon the group, after it the decision.
  const std::size_t colon = text.rfind(':');
  if (colon != std::string_view::npos) {
    Clause rest = ReadClause(text.substr(colon + 1));
    if (rest.verb || rest.spawn) {
      rest.names = {std::string(Trim(text.substr(0, colon)))};
      return rest;
    }
  }
  return other ? Clause{} : clause;
}

}  // namespace

TriageAnswer ReadTriageAnswer(std::string_view answer, std::string_view comment) {
  TriageAnswer read;
  read.rest.word = Verb(answer).value_or("defer");
  const std::string word = read.rest.word;
  bool only_named = false;
  bool spawns = false;
  const std::string clauses = ReplaceAll(std::string(comment), ";", "\n");
  for (std::string_view line : Split(clauses, '\n')) {
    const Clause clause = ReadClause(line);
    if (clause.names.empty()) {
      if (clause.spawn) spawns = true;
      continue;
    }
    if (!clause.verb) only_named = true;
    for (const std::string& name : clause.names)
      read.named.emplace_back(name, TriageWish{clause.verb.value_or(word), clause.spawn});
  }
  if (only_named) read.rest.word = "keep";
  if (spawns) {
    read.rest.spawn = true;
    for (auto& [name, wish] : read.named) wish.spawn = true;
  }
  return read;
}

const TriageWish& WishFor(const TriageAnswer& answer, std::string_view id, std::string_view title) {
  for (const auto& [name, wish] : answer.named) {
    if (EqualsIgnoreCase(name, id)) return wish;
  }
  for (const auto& [name, wish] : answer.named) {
    if (EqualsIgnoreCase(name, title)) return wish;
  }
  return answer.rest;
}

bool AsksForFix(const TriageAnswer& answer) {
  return answer.rest.word == "fix" || std::any_of(answer.named.begin(), answer.named.end(),
                                                  [](const auto& one) { return one.second.word == "fix"; });
}

std::string FixRequest(const TriageAnswer& answer) {
  std::vector<std::string> fix;
  std::vector<std::string> leave;
  for (const auto& [name, wish] : answer.named) (wish.word == "fix" ? fix : leave).push_back(name);
  if (answer.rest.word != "fix") return "A person asks you to fix these, and only these: " + Join(fix, ", ");
  if (leave.empty()) return "A person asks you to fix all of them.";
  return "A person asks you to fix all of them but " + Join(leave, ", ");
}

std::string NotAskedText(std::string_view answer) {
  const std::string decision = answer.empty() ? "no decision yet" : "answered `" + std::string(answer) + "`";
  return "not asked: the run is unattended; " + decision;
}

}  // namespace forge
