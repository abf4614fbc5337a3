#include "service/unit/unit_session.h"

#include <fmt/core.h>

#include "model/json.h"
#include "os/files/files.h"

namespace forge {
namespace {

constexpr std::size_t kLargestSession = 64 * 1024;

std::string SessionPlace(const RunFiles& files, const Job& job) {
  const std::string name = fmt::format("{}.{}.{}", job.lane, job.stage.name, job.unit.member);
  return fmt::format("{}/sessions/{}", files.directory(), SafeFileName(name));
}

std::string SessionPath(const RunFiles& files, const Job& job) { return SessionPlace(files, job) + ".json"; }

}  // namespace

std::string SessionDirectory(const RunFiles& files, const Job& job) { return SessionPlace(files, job) + ".home"; }

Status KeepSession(const RunFiles& files, const Job& job, const UnitSession& session) {
  const std::string path = SessionPath(files, job);
  TRY(MakeDurableDirectories(DirName(path)));
  return WriteFileAtomic(path, Json::MakeObject()
                                       .Set("session", session.session)
                                       .Set("runtime", session.runtime)
                                       .Set("account", session.account)
                                       .Set("iteration", job.unit.iteration)
                                       .Set("attempt", job.unit.attempt)
                                       .Set("usage", ToJson(session.usage))
                                       .Set("goes_on", session.goes_on)
                                       .Dump(2) +
                                   "\n");
}

std::optional<UnitSession> FindSession(const RunFiles& files, const Job& job, const std::string& runtime,
                                       const std::string& account) {
  // A remedy asks for another model or less of a prompt: that is a new conversation.
  if (!job.unit.remedies.empty()) return std::nullopt;
  auto text = ReadFile(SessionPath(files, job), kLargestSession);
  auto json = text ? ParseJson(*text) : Result<Json>(Json());
  if (!json || (*json)["session"].AsString().empty()) return std::nullopt;
  const bool goes_on = (*json)["goes_on"].AsBool();
  const bool before = (*json)["iteration"].AsInt() == job.unit.iteration &&
                      (*json)["attempt"].AsInt() == job.unit.attempt - (goes_on ? 0 : 1);
  // A person's retry begins anew, in another worktree: only the engine's own note says that the work is still there.
  const bool is_told =
      job.unit.note.starts_with(kStoppedAtBudget) || job.unit.note.starts_with(kStoppedAtBudgetWithWork);
  if (goes_on && !is_told) return std::nullopt;
  const bool same = (*json)["runtime"].AsString() == runtime && (*json)["account"].AsString() == account;
  if (!before || !same) return std::nullopt;
  return UnitSession{(*json)["session"].AsString(), runtime, account, UsageFromJson((*json)["usage"]), goes_on};
}

}  // namespace forge
