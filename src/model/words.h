// The closed sets of words that travel between folders, their names and back.
// The state words are pictured in docs/states.md.
#pragma once

#include <optional>
#include <string_view>

#include "base/word_table.h"

namespace forge {

// What a review says. Malformed is never approved and never guessed.
enum class Verdict { kApproved, kRevision, kMalformed };

// Why an agent or a command failed; each class has one policy (engine/policy.h).
enum class ErrorClass {
  kPermanent,        // bad key, forbidden, unknown model: never retried
  kRateLimit,        // too many requests: back off
  kQuota,            // usage window exhausted: wait for the reset
  kNetwork,          // connection refused, reset, DNS
  kServer,           // 5xx, overloaded
  kStream,           // cut or garbled stream
  kContextOverflow,  // prompt too long for the model
  kRefusal,          // the model will not
  kTooling,          // program missing, crashed, not executable
  kExternal,         // something the step needs is not there
  kMachine,          // no descriptors, memory, processes or disk space: not the step's fault
  kTimeout,          // one of our deadlines
  kEmpty,            // no answer at all
  kMalformed,        // an answer that does not fit (no result block, unreadable verdict)
  kCancelled,        // stopped by us
  kBudget,           // stopped by us, because its share of a budget was used up
  kUnknown,
};

enum class RunStatus {
  kActive,     // an engine may work on it
  kWaiting,    // active, and everything left waits for a person
  kPaused,     // stopped cleanly; resume continues
  kParked,     // set aside by a person
  kBlocked,    // waits for other runs
  kFailed,     // stopped by a failure; retry, skip, or give up
  kCompleted,  // the end
  kCancelled,  // the end
  kAbandoned,  // the end
};

enum class StepStatus {
  kPending,  // dependencies not done
  kReady,    // could run, no slot yet
  kRunning,
  kWaiting,  // a question about it is open
  kDone,
  kFailed,   // given up for now; retry or skip
  kBlocked,  // given up by its pipeline (on_exhausted = "block"), with evidence
  kSkipped,
};

enum class UnitKind { kAgent, kGate, kCheck, kIntegrate, kLearn, kChild };

enum class UnitStatus { kRunning, kDone, kFailed, kCancelled };

constexpr auto EnumWords(Verdict) { return WordTable<Verdict>("approved", "revision", "malformed"); }
constexpr auto EnumWords(ErrorClass) {
  return WordTable<ErrorClass>("permanent", "rate-limit", "quota", "network", "server", "stream", "context-overflow",
                               "refusal", "tooling", "external", "machine", "timeout", "empty", "malformed",
                               "cancelled", "budget", "unknown");
}
constexpr auto EnumWords(RunStatus) {
  return WordTable<RunStatus>("active", "waiting", "paused", "parked", "blocked", "failed", "completed", "cancelled",
                              "abandoned");
}
constexpr auto EnumWords(StepStatus) {
  return WordTable<StepStatus>("pending", "ready", "running", "waiting", "done", "failed", "blocked", "skipped");
}
constexpr auto EnumWords(UnitKind) {
  return WordTable<UnitKind>("agent", "gate", "check", "integrate", "learn", "child");
}
constexpr auto EnumWords(UnitStatus) { return WordTable<UnitStatus>("running", "done", "failed", "cancelled"); }

inline std::optional<RunStatus> ParseRunStatus(std::string_view name) { return ParseWord<RunStatus>(name); }
inline std::optional<StepStatus> ParseStepStatus(std::string_view name) { return ParseWord<StepStatus>(name); }
inline std::optional<UnitKind> ParseUnitKind(std::string_view name) { return ParseWord<UnitKind>(name); }
inline std::optional<UnitStatus> ParseUnitStatus(std::string_view name) { return ParseWord<UnitStatus>(name); }

// Completed, cancelled, abandoned: no move leads out.
bool IsEnd(RunStatus status);
// Done or skipped: dependents may start.
bool IsSettled(StepStatus status);

}  // namespace forge
