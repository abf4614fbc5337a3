#include "model/words.h"

namespace forge {
namespace {

// Walks from the first enumerator to `last`. A new one goes before the last, or the call below changes.
template <typename Word>
std::optional<Word> FindWord(std::string_view name, Word last) {
  for (int i = 0; i <= static_cast<int>(last); ++i) {
    if (Name(static_cast<Word>(i)) == name) return static_cast<Word>(i);
  }
  return std::nullopt;
}

}  // namespace

std::string_view Name(Verdict value) {
  switch (value) {
    case Verdict::kApproved: return "approved";
    case Verdict::kRevision: return "revision";
    case Verdict::kMalformed: return "malformed";
  }
  return "?";
}

std::string_view Name(ErrorClass value) {
  switch (value) {
    case ErrorClass::kPermanent: return "permanent";
    case ErrorClass::kRateLimit: return "rate-limit";
    case ErrorClass::kQuota: return "quota";
    case ErrorClass::kNetwork: return "network";
    case ErrorClass::kServer: return "server";
    case ErrorClass::kStream: return "stream";
    case ErrorClass::kContextOverflow: return "context-overflow";
    case ErrorClass::kRefusal: return "refusal";
    case ErrorClass::kTooling: return "tooling";
    case ErrorClass::kExternal: return "external";
    case ErrorClass::kMachine: return "machine";
    case ErrorClass::kTimeout: return "timeout";
    case ErrorClass::kEmpty: return "empty";
    case ErrorClass::kMalformed: return "malformed";
    case ErrorClass::kCancelled: return "cancelled";
    case ErrorClass::kUnknown: return "unknown";
  }
  return "?";
}

std::string_view Name(RunStatus value) {
  switch (value) {
    case RunStatus::kActive: return "active";
    case RunStatus::kWaiting: return "waiting";
    case RunStatus::kPaused: return "paused";
    case RunStatus::kParked: return "parked";
    case RunStatus::kBlocked: return "blocked";
    case RunStatus::kFailed: return "failed";
    case RunStatus::kCompleted: return "completed";
    case RunStatus::kCancelled: return "cancelled";
    case RunStatus::kAbandoned: return "abandoned";
  }
  return "?";
}

std::string_view Name(StepStatus value) {
  switch (value) {
    case StepStatus::kPending: return "pending";
    case StepStatus::kReady: return "ready";
    case StepStatus::kRunning: return "running";
    case StepStatus::kWaiting: return "waiting";
    case StepStatus::kDone: return "done";
    case StepStatus::kFailed: return "failed";
    case StepStatus::kBlocked: return "blocked";
    case StepStatus::kSkipped: return "skipped";
  }
  return "?";
}

std::string_view Name(UnitKind value) {
  switch (value) {
    case UnitKind::kAgent: return "agent";
    case UnitKind::kGate: return "gate";
    case UnitKind::kCheck: return "check";
    case UnitKind::kIntegrate: return "integrate";
    case UnitKind::kLearn: return "learn";
    case UnitKind::kChild: return "child";
  }
  return "?";
}

std::string_view Name(UnitStatus value) {
  switch (value) {
    case UnitStatus::kRunning: return "running";
    case UnitStatus::kDone: return "done";
    case UnitStatus::kFailed: return "failed";
    case UnitStatus::kCancelled: return "cancelled";
  }
  return "?";
}

std::optional<Verdict> ParseVerdictName(std::string_view name) { return FindWord(name, Verdict::kMalformed); }
std::optional<ErrorClass> ParseErrorClass(std::string_view name) { return FindWord(name, ErrorClass::kUnknown); }
std::optional<RunStatus> ParseRunStatus(std::string_view name) { return FindWord(name, RunStatus::kAbandoned); }
std::optional<StepStatus> ParseStepStatus(std::string_view name) { return FindWord(name, StepStatus::kSkipped); }
std::optional<UnitKind> ParseUnitKind(std::string_view name) { return FindWord(name, UnitKind::kChild); }
std::optional<UnitStatus> ParseUnitStatus(std::string_view name) { return FindWord(name, UnitStatus::kCancelled); }

bool IsEnd(RunStatus status) {
  switch (status) {
    case RunStatus::kCompleted:
    case RunStatus::kCancelled:
    case RunStatus::kAbandoned: return true;
    case RunStatus::kActive:
    case RunStatus::kWaiting:
    case RunStatus::kPaused:
    case RunStatus::kParked:
    case RunStatus::kBlocked:
    case RunStatus::kFailed: return false;
  }
  return false;
}

bool IsSettled(StepStatus status) {
  switch (status) {
    case StepStatus::kDone:
    case StepStatus::kSkipped: return true;
    case StepStatus::kPending:
    case StepStatus::kReady:
    case StepStatus::kRunning:
    case StepStatus::kWaiting:
    case StepStatus::kFailed:
    case StepStatus::kBlocked: return false;
  }
  return false;
}

}  // namespace forge
