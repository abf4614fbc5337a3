// The closed sets of words that travel between folders, their names and back.
// The state words are pictured in docs/states.md.
#pragma once

#include <optional>
#include <string_view>

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
  kTimeout,          // a deadline of ours
  kEmpty,            // no answer at all
  kMalformed,        // an answer that does not fit (no result block, unreadable verdict)
  kCancelled,        // stopped by us
  kUnknown,
};

enum class RunStatus {
  kActive,     // an engine may work on it
  kWaiting,    // active, and everything left waits for a person
  kPaused,     // stopped in order; resume goes on
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

std::string_view Name(Verdict value);
std::string_view Name(ErrorClass value);
std::string_view Name(RunStatus value);
std::string_view Name(StepStatus value);
std::string_view Name(UnitKind value);
std::string_view Name(UnitStatus value);

std::optional<Verdict> ParseVerdictName(std::string_view name);
std::optional<ErrorClass> ParseErrorClass(std::string_view name);
std::optional<RunStatus> ParseRunStatus(std::string_view name);
std::optional<StepStatus> ParseStepStatus(std::string_view name);
std::optional<UnitKind> ParseUnitKind(std::string_view name);
std::optional<UnitStatus> ParseUnitStatus(std::string_view name);

// Completed, cancelled, abandoned: no move leads out.
bool IsEnd(RunStatus status);
// Done or skipped: dependents may start.
bool IsSettled(StepStatus status);

}  // namespace forge
