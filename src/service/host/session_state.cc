#include "service/host/session_state.h"

#include <algorithm>
#include <utility>

#include "os/files/files.h"
#include "service/host/iteration.h"

namespace forge {
namespace {

constexpr std::string_view kSnapshotEnding = ".json";

}  // namespace

Result<std::string> Sessions::PathOf(const std::string& run) const {
  TRY(CheckRecordName("runId", run));
  return directory_ + "/" + run + std::string(kSnapshotEnding);
}

Status Sessions::Save(const std::string& run, Json state, const std::string& updated) const {
  const std::string path = TRY(PathOf(run));
  TRY(MakeDirectories(directory_));
  state.Set("lastUpdatedAt", updated);
  return WriteFileAtomic(path, state.Dump(2) + "\n");
}

Result<std::optional<Json>> Sessions::Load(const std::string& run) const {
  const std::string path = TRY(PathOf(run));
  if (!Exists(path)) return std::nullopt;
  return TRY_WITH(path, ParseJson(TRY(ReadFile(path))));
}

Result<std::vector<SessionEntry>> Sessions::List() const {
  std::vector<SessionEntry> sessions;
  if (!IsDirectory(directory_)) return sessions;
  for (const std::string& name : TRY(ListDirectory(directory_))) {
    if (!name.ends_with(kSnapshotEnding)) continue;
    const std::string run = name.substr(0, name.size() - kSnapshotEnding.size());
    auto state = Load(run);
    if (!state || !*state) continue;
    const Json& json = **state;
    sessions.push_back({run, json["lastUpdatedAt"].AsString(), json["currentPhase"].AsString(),
                        static_cast<std::int64_t>(json["completedModules"].AsArray().size()),
                        static_cast<std::int64_t>(json["moduleStatuses"].AsObject().size())});
  }
  std::stable_sort(sessions.begin(), sessions.end(),
                   [](const SessionEntry& a, const SessionEntry& b) { return a.updated > b.updated; });
  return sessions;
}

}  // namespace forge
