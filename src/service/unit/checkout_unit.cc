#include "service/unit/checkout_unit.h"

#include <fmt/format.h>

#include <optional>

#include "agent/runtime.h"
#include "service/proof/checkout_guard.h"
#include "service/unit/job.h"
#include "service/unit/run_files.h"
#include "service/unit/unit_events.h"
#include "workspace/names.h"

namespace forge {
namespace {

// A step without such a record must not get the run's own.
std::string RecordName(const Job& job) { return "checkout-" + SafeFileName(job.lane) + ".json"; }

Result<std::optional<CheckoutRecord>> FindRecord(const RunFiles& files, const Job& job) {
  const auto text = TRY(files.ReadArtifact(job.lane, RecordName(job)));
  const auto json = text ? ParseJson(*text) : Json();
  return text && json ? std::optional(CheckoutRecordFromJson(*json)) : std::nullopt;
}

Status KeepRecord(const RunFiles& files, const Job& job, const CheckoutRecord& record) {
  TRY(files.WriteArtifact(job.lane, RecordName(job), ToJson(record).Dump()));
  return {};
}

}  // namespace

Status EnterCheckout(const Project& project, const RunFiles& files, const Job& job, UnitEventLog& events) {
  const auto last = TRY(FindRecord(files, job));
  // In one start of a lane its first stage is entered for the first time only once.
  const bool restarted =
      last && !last->goes_on && last->stage == job.stage.name && job.unit.iteration == 1 && job.unit.attempt == 1;
  // Without the attempt's end its changes cannot be told from those of others: all of them stay.
  if (last && (last->failed || restarted) && !last->after.empty()) {
    const Reverted reverted = TRY(RevertCheckout(project, *last, restarted ? last->base : last->before));
    for (const std::string& file : reverted.kept) {
      events.Take({AgentEvent::Kind::kNotice,
                   fmt::format("`{}` is not reverted: it changed since the last attempt", file),
                   {}});
    }
  }
  CheckoutRecord next;
  next.stage = last && !restarted ? last->stage : job.stage.name;
  next.before = TRY(CaptureCheckout(project));
  next.ignored = TRY(ListIgnoredInCheckout(project));
  const std::string kept = TRY(KeepCheckout(
      project, next.before, fmt::format("{}before-{}", RunNames(job.run).lane_root(job.lane), job.unit.id.value)));
  if (!kept.empty()) {
    constexpr std::string_view kRefs = "refs/forge/";
    events.Take({AgentEvent::Kind::kNotice,
                 fmt::format("your files as they were: forge rescue {} --directory DIR", kept.substr(kRefs.size())),
                 {}});
  }
  const std::string copies = TRY(
      KeepIgnored(project, next.ignored, files.directory() + "/ignored", fmt::format("before-{}", job.unit.id.value)));
  if (!copies.empty()) {
    events.Take({AgentEvent::Kind::kNotice, "copies of your ignored files as they were: " + copies, {}});
  }
  next.base = last && !restarted ? last->base : next.before;
  next.failed = true;  // until it is known how it ended
  return KeepRecord(files, job, next);
}

Status LeaveCheckout(const Project& project, const RunFiles& files, const Job& job, bool failed, bool goes_on) {
  auto record = TRY(FindRecord(files, job));
  if (!record) return {};
  record->after = TRY(CaptureCheckout(project));
  record->failed = failed;
  record->goes_on = goes_on;
  return KeepRecord(files, job, *record);
}

}  // namespace forge
