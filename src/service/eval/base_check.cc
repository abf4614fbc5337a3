#include "service/eval/base_check.h"

#include <utility>

#include "base/strings.h"
#include "model/json.h"
#include "os/files/files.h"
#include "service/eval/run_trial.h"
#include "workspace/git.h"

namespace forge {
namespace {

constexpr std::string_view kBaseFile = "base.json";

Result<bool> IsKnownToFail(const EvalTask& task, const std::string& record) {
  if (TRY(LookAtPath(record)) == PathKind::kNothing) return false;
  const auto json = ParseJson(TRY(ReadFile(record)));
  return json && (*json)["fingerprint"].AsString() == task.fingerprint;
}

}  // namespace

Result<BaseCheck> CheckBase(const EvalWorld& world, const EvalTask& task, const std::string& directory,
                            std::stop_token stop) {
  const std::string record = JoinPath(directory, kBaseFile);
  if (TRY(IsKnownToFail(task, record))) return BaseCheck::kFails;
  TRY(RemoveTree(directory));
  const std::string repository = JoinPath(directory, "repo");
  TRY(MakeTaskRepository(repository, task));
  const std::string commit(Trim(TRY(Git(repository).Run({"rev-parse", "HEAD"}))));
  const CheckRun check =
      TRY(RunHiddenCheck(world, task, repository, commit, JoinPath(directory, "check"), std::move(stop)));
  TRY(RemoveTree(repository));
  if (check.cancelled) return BaseCheck::kStopped;
  if (check.passed) return BaseCheck::kPasses;
  const Json json = Json::MakeObject().Set("fingerprint", task.fingerprint);
  TRY(WriteFileAtomic(record, json.Dump() + "\n"));
  return BaseCheck::kFails;
}

}  // namespace forge
