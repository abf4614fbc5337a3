#include "service/auto_park.h"

#include <fmt/core.h>

#include <string>

#include "base/strings.h"
#include "service/forge.h"
#include "service/ownership.h"
#include "service/run_commands.h"
#include "store/store.h"

namespace forge {
namespace {

constexpr std::int64_t kMsADay = 24LL * 60 * 60 * 1000;
constexpr const char* kLastLook = "auto_park";  // the day of the last look, among the store's meta values

}  // namespace

bool IsUntouched(const RunRow& run, std::int64_t days, TimePoint now) {
  const bool could =
      run.status == RunStatus::kActive || run.status == RunStatus::kWaiting || run.status == RunStatus::kPaused;
  return could && run.parent.value == 0 && now.ms - run.updated.ms >= days * kMsADay;
}

Result<std::vector<RunId>> ParkUntouched(Forge& forge, TimePoint now) {
  std::vector<RunId> parked;
  const std::int64_t days = ParseInt(forge.settings().Get("auto_park_days")).value_or(0);
  if (days <= 0 || !forge.has_store()) return parked;
  const std::string today = std::to_string(now.ms / kMsADay);
  if (TRY(forge.store().GetMeta(kLastLook)) == today) return parked;
  TRY(forge.store().SetMeta(kLastLook, today));
  for (const RunRow& run : TRY(forge.store().FindRuns({.which = RunChoice::kOpen}))) {
    if (!IsUntouched(run, days, now)) continue;
    const auto lease = TRY(forge.store().FindLease(run.id));
    if (lease && IsHeld(*lease, LeaseMs(forge.settings()))) continue;
    Control park;
    park.kind = ControlKind::kPark;
    park.reason = fmt::format("nothing touched it for {} days", (now.ms - run.updated.ms) / kMsADay);
    park.by = "forge";
    if (SendCommand(forge, run.id, park)) parked.push_back(run.id);
  }
  return parked;
}

}  // namespace forge
