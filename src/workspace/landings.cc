#include "workspace/landings.h"

#include <fmt/core.h>

#include <string_view>
#include <utility>

#include "base/strings.h"
#include "model/json.h"
#include "os/files/files.h"
#include "workspace/git.h"
#include "workspace/refs.h"
#include "workspace/workspace.h"

namespace forge {
namespace {

std::string RecordPath(const std::string& common) { return JoinPath(JoinPath(common, "forge"), "landings.jsonl"); }

Result<std::string> CommonOf(const std::string& repository) {
  return DirName(TRY(Workspaces::OwnDirectory(repository)));
}

// Whether the branch is there and contains the landing's commit.
Result<bool> IsInEffect(const Git& git, const LandingRecord& record) {
  const auto tip = FindCommit(git, "refs/heads/" + record.branch);
  if (!tip && tip.error().code == Code::kNotFound) return false;
  if (!tip) return std::unexpected(tip.error());
  if (tip->id == record.commit) return true;
  // Exit 128: the commit is gone, so no branch contains it.
  return TRY(git.Try({"merge-base", "--is-ancestor", record.commit, tip->id})).exit_code == 0;
}

}  // namespace

Status NoteLanding(const std::string& common, const LandingRecord& record) {
  const std::string path = RecordPath(common);
  TRY(MakeDirectories(DirName(path)));
  const Json line = Json::MakeObject()
                        .Set("run", record.run.value)
                        .Set("branch", record.branch)
                        .Set("before", record.before)
                        .Set("commit", record.commit)
                        .Set("tip", record.tip);
  // A line that a crash cut short must not swallow this one.
  return AppendFile(path, "\n" + line.Dump() + "\n");
}

Result<std::vector<LandingRecord>> ReadLandings(const std::string& common) {
  std::vector<LandingRecord> records;
  const auto text = TRY(ReadFileIfThere(RecordPath(common)));
  if (!text) return records;
  for (std::string_view line : Lines(*text)) {
    const auto json = ParseJson(line);
    if (!json || !json->is_object()) continue;
    LandingRecord record{RunId{(*json)["run"].AsInt()}, (*json)["branch"].AsString(), (*json)["before"].AsString(),
                         (*json)["commit"].AsString(), (*json)["tip"].AsString()};
    if (record.run.value > 0 && !record.branch.empty() && !record.commit.empty()) records.push_back(std::move(record));
  }
  return records;
}

Result<LandingRecord> FindLastLanding(const std::string& repository, std::optional<RunId> run) {
  const Git git(repository);
  const std::vector<LandingRecord> records = TRY(ReadLandings(TRY(CommonOf(repository))));
  for (auto record = records.rbegin(); record != records.rend(); ++record) {
    if (run && record->run != *run) continue;
    if (TRY(IsInEffect(git, *record))) return *record;
  }
  return Fail(Code::kNotFound,
              run ? fmt::format("run {} has not landed with `forge land`, or its landing was taken back", run->value)
                  : "there is no landing to undo",
              run ? "forge list" : "");
}

Result<std::optional<LandingRecord>> FindBegunUndo(const std::string& repository) {
  const Git git(repository);
  const std::string refs =
      TRY(git.Run({"for-each-ref", "--format=%(refname) %(objectname)", std::string(kForgeRefs) + "*/undoing"}));
  if (refs.empty()) return std::nullopt;
  const std::vector<LandingRecord> records = TRY(ReadLandings(TRY(CommonOf(repository))));
  for (std::string_view line : Lines(refs)) {
    const auto record = std::find_if(records.rbegin(), records.rend(), [&](const LandingRecord& one) {
      return line == RunNames(one.run).undoing_ref() + " " + one.before;
    });
    if (record == records.rend() || TRY(IsInEffect(git, *record))) continue;
    if (FindCommit(git, "refs/heads/" + record->branch)) return *record;
  }
  return std::nullopt;
}

}  // namespace forge
