// Challenge, defence, rebuttal: what became of each objection. The truth table, as code; reads no Markdown.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/word_table.h"
#include "model/finding.h"
#include "model/json.h"

namespace forge {

// In the result of a debate: why what it wants fixed was not fixed, and stays open.
inline constexpr const char* kFixFailed = "fix_failed";

enum class Defence { kNone, kConcede, kDefend };
enum class Rebuttal { kWithdrawn, kKept };  // what cannot be read is kept: noise does not settle an objection

enum class DebateOutcome {
  kConceded,  // the author agrees: to be fixed
  kResolved,  // the challenger was convinced
  kOpen,      // not settled: a person decides
};

struct Objection {
  std::string id;  // "R1"
  Finding challenge;
  Defence defence = Defence::kNone;
  std::string defence_text;
  std::vector<Rebuttal> rebuttals;  // one per round; the last one counts
  std::string rebuttal_text;        // of the last one
};

struct ObjectionOutcome {
  std::string id;
  Finding challenge;
  DebateOutcome outcome = DebateOutcome::kOpen;
  std::string why;
  std::string argued;  // the defence and the last rebuttal, in their words; empty: they gave none
};

constexpr auto EnumWords(DebateOutcome) { return WordTable<DebateOutcome>("CONCEDED", "RESOLVED", "OPEN"); }

DebateOutcome OutcomeOf(Defence defence, const std::vector<Rebuttal>& rebuttals);
std::vector<ObjectionOutcome> Settle(const std::vector<Objection>& objections);

// concede, conceded, agree, accept ... ; defend, reject, disagree ...; anything else but nothing is a defence.
Defence ParseDefence(std::string_view word);
// withdrawn, withdraw, resolved ...; anything else is kept.
Rebuttal ParseRebuttal(std::string_view word);

// A list of {id, challenge, defence, rebuttals}, or {"items": [...]}. Challenge, defence and each rebuttal are a text
// or an object: {"position"|"answer"|"status"|"verdict"|"outcome": word, "text": ...}. A defence or rebuttal that is
// prose counts by the word it begins with.
Result<std::vector<Objection>> ObjectionsFromJson(const Json& json);

// {"items": [{"id", "outcome", "why", "challenge"}], "conceded": n, "resolved": n, "open": n, "blocked": bool}; blocked
// while anything is conceded or open.
Json ToJson(const std::vector<ObjectionOutcome>& outcomes);

// What a panel's members say, brought together by id: the challenger's objections, the defender's answers, then each
// rebuttal. Answers to unknown objections are ignored. Each is {"objections"|"findings"|"items": [{"id", ...}]}.
std::vector<Objection> JoinDebate(const Json& challenge, const Json& defence, const std::vector<Json>& rebuttals);

}  // namespace forge
