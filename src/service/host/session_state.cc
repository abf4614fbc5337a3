#include "service/host/session_state.h"

#include <algorithm>
#include <set>
#include <utility>

#include "os/files/files.h"
#include "os/files/private_file.h"
#include "service/host/iteration.h"
#include "service/transcript/secret_mask.h"

namespace forge {
namespace {

constexpr std::string_view kSnapshotEnding = ".json";

// Of the files beside it, the modules workflow's have the time at which they were saved.
std::optional<Json> TheirSnapshot(const std::string& path) {
  if (!IsRegularFile(path)) return std::nullopt;
  auto text = ReadFile(path);
  auto json = text ? ParseJson(*text) : std::unexpected(text.error());
  if (!json || !(*json)["lastUpdatedAt"].is_string()) return std::nullopt;
  return *std::move(json);
}

}  // namespace

Result<std::string> Sessions::PathOf(const std::string& run) const {
  TRY(CheckRecordName("runId", run));
  return directory_ + "/" + run + std::string(kSnapshotEnding);
}

Status Sessions::Save(const std::string& run, Json state, const std::string& updated) const {
  const std::string path = TRY(PathOf(run));
  TRY(MakeDirectories(directory_));
  state.Set("lastUpdatedAt", updated);
  return WritePrivateFile(path, SecretMask().ApplyToJson(state).Dump(2) + "\n");
}

Result<std::optional<Json>> Sessions::Load(const std::string& run) const {
  const std::string path = TRY(PathOf(run));
  std::optional<Json> before = TheirSnapshot(before_ + "/" + run + std::string(kSnapshotEnding));
  if (!Exists(path)) return before;
  Json own = TRY_WITH(path, ParseJson(TRY(ReadFile(path))));
  const bool outdated = before && (*before)["lastUpdatedAt"].AsString() > own["lastUpdatedAt"].AsString();
  return outdated ? before : std::optional(std::move(own));
}

Result<std::vector<SessionEntry>> Sessions::List() const {
  std::set<std::string> runs;
  for (const std::string& directory : {directory_, before_}) {
    if (!IsDirectory(directory)) continue;
    for (const std::string& name : TRY(ListDirectory(directory))) {
      if (name.ends_with(kSnapshotEnding)) runs.insert(name.substr(0, name.size() - kSnapshotEnding.size()));
    }
  }
  std::vector<SessionEntry> sessions;
  for (const std::string& run : runs) {
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
