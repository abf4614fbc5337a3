#include "service/serve/detach.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/strings.h"
#include "os/files/files.h"
#include "os/process/process_detached.h"
#include "os/system.h"
#include "service/engine_note.h"
#include "service/forge.h"
#include "service/ownership.h"
#include "service/run_queries.h"
#include "service/serve/server_seat.h"
#include "store/store.h"

namespace forge {
namespace {

constexpr std::int64_t kLookEveryMs = 10;
constexpr std::int64_t kEngineGetsMs = 60'000;
constexpr std::int64_t kServerGetsMs = 20'000;

// `forge resume` ends with these only if it did not drive the run.
constexpr int kRefused = 1;
constexpr int kNotStarted = 2;
constexpr int kKilled = 128;

// The process that holds the run now.
Result<std::optional<Owner>> HolderOf(Forge& forge, RunId run) {
  const auto lease = TRY(forge.store().FindLease(run));
  return lease && IsHeld(*lease, LeaseMs(forge.settings())) ? std::optional(lease->owner) : std::nullopt;
}

Detached LeftTo(Forge& forge, RunId run, const Owner& holder) {
  const bool server = IsServer(forge.project(), run, holder);
  return {server ? Detached::By::kServer : Detached::By::kOther, holder.pid, "", {}};
}

// What it printed since then, without the label of an error.
std::string LastWords(const std::string& log, std::int64_t since, int end) {
  constexpr std::size_t kMost = 2000;
  const std::string text = ReadFile(log).value_or("");
  std::string_view said = Trim(std::string_view(text).substr(std::min(text.size(), static_cast<std::size_t>(since))));
  if (said.starts_with("forge: ")) said.remove_prefix(std::string_view("forge: ").size());
  if (said.empty())
    return end > kKilled ? fmt::format("it was killed by signal {}", end - kKilled) : fmt::format("exit code {}", end);
  return KeepHeadAndTail(said, kMost / 2, kMost / 2);
}

std::unexpected<Error> NoEngine(RunId run, const std::string& why, const std::string& log) {
  return Fail(Code::kUnavailable, fmt::format("no engine runs run {} in the background: {}", run.value, why),
              fmt::format("run it in this terminal: forge resume {}; the engine's output is in {}", run.value, log));
}

Result<Detached> StartEngine(Forge& forge, RunId run) {
  const std::string log = EngineLog(forge.project(), run);
  TRY(MakeDirectories(forge.project().run_directory(run.value)));
  const std::int64_t before = FileSize(log).value_or(0);
  const ProcessId engine = TRY(StartDetached({forge.machine().program, "resume", std::to_string(run.value)}, log));
  // Only for people who ask; the run goes on without it.
  (void)WriteEngineNote(forge.project(), run, {engine.pid, engine.start, EngineHome::kBackground, log});
  const std::int64_t give_up = SteadyMs() + kEngineGetsMs;
  while (SteadyMs() < give_up) {
    const auto end = EndOfDetached(engine);
    const auto holder = TRY(HolderOf(forge, run));
    if (holder && holder->pid == engine.pid) return Detached{Detached::By::kEngine, engine.pid, log, {}};
    const bool refused = end == kRefused || end == kNotStarted || (end && *end > kKilled);
    // Another engine may have been first: a server, say.
    if (refused && holder) return LeftTo(forge, run, *holder);
    if (refused) return NoEngine(run, LastWords(log, before, *end), log);
    if (end) {
      const RunView view = TRY(ViewRun(forge, run));
      return Detached{Detached::By::kEngine, engine.pid, log, view.run.status};
    }
    PauseMs(kLookEveryMs);
  }
  return NoEngine(run, fmt::format("process {} has not taken it within a minute", engine.pid), log);
}

// A server that is stopped, or hangs, takes nothing.
Result<std::optional<Detached>> LeaveToServer(Forge& forge, RunId run) {
  const std::int64_t give_up = SteadyMs() + kServerGetsMs;
  while (SteadyMs() < give_up) {
    const auto server = FindServer(forge.project());
    if (!server) break;
    if (const auto holder = TRY(HolderOf(forge, run))) return LeftTo(forge, run, *holder);
    const RunStatus status = TRY(ViewRun(forge, run)).run.status;
    if (status != RunStatus::kActive) return Detached{Detached::By::kServer, server->owner.pid, "", status};
    const bool full = server->busy >= server->places && !server->runs.contains(run);
    if (full) return Detached{Detached::By::kQueued, server->owner.pid, "", {}};
    PauseMs(kLookEveryMs);
  }
  return std::optional<Detached>();
}

}  // namespace

Result<Detached> DetachRun(Forge& forge, RunId run) {
  if (auto left = TRY(LeaveToServer(forge, run))) return *std::move(left);
  return StartEngine(forge, run);
}

}  // namespace forge
