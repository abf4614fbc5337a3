#include "workspace/landings.h"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/strings.h"
#include "model/json.h"
#include "os/files/files.h"
#include "workspace/git.h"
#include "workspace/landing.h"
#include "workspace/names.h"
#include "workspace/refs.h"
#include "workspace/workspace.h"

namespace forge {
namespace {

constexpr const char* kNewestCommits = "--max-count=1000";  // of a long history only these are looked at

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
                        .Set("commit", record.commit);
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
                         (*json)["commit"].AsString()};
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

Result<std::set<RunId>> FindUnlanded(const std::string& repository) {
  const Git git(repository);
  constexpr std::string_view kPrefix = "refs/heads/forge/run-";
  std::vector<std::pair<RunId, std::string>> tips;
  const std::string branches = TRY(git.Run({"for-each-ref", "--format=%(refname) %(objectname)", "refs/heads/forge/"}));
  std::string input;
  for (std::string_view line : Lines(branches)) {
    const auto words = Split(line, ' ');
    if (words.size() != 2 || !words[0].starts_with(kPrefix)) continue;
    const auto run = ParseInt(words[0].substr(kPrefix.size()));
    if (!run) continue;
    tips.emplace_back(RunId{*run}, std::string(words[1]));
    input += tips.back().second + "\n";
  }
  std::set<RunId> unlanded;
  if (tips.empty()) return unlanded;
  const std::vector<LandingRecord> records = TRY(ReadLandings(TRY(CommonOf(repository))));
  for (const LandingRecord& record : records) input += record.commit + "\n";
  const std::string out = TRY(git.Run(
      {"rev-list", "--ignore-missing", "--stdin", "--not", "--exclude=forge/*", "--branches", "--remotes"}, input));
  std::set<std::string_view> outside;
  for (std::string_view line : Lines(out)) outside.insert(line);
  for (const auto& [run, tip] : tips) {
    if (outside.contains(tip)) unlanded.insert(run);
  }
  for (const LandingRecord& record : records) {
    if (!outside.contains(record.commit)) unlanded.erase(record.run);
  }
  if (unlanded.empty()) return unlanded;
  // A squash of another clone, or of a Forge that kept no record.
  const auto squashed = TRY(git.Try({"rev-list", "--no-commit-header", kNewestCommits,
                                     fmt::format("--format=%(trailers:key={},valueonly)", kLandedKey), "HEAD"}));
  for (std::string_view line : Lines(squashed.out)) {
    const auto tip = std::ranges::find(tips, std::string(Trim(line)), &std::pair<RunId, std::string>::second);
    if (tip != tips.end()) unlanded.erase(tip->first);
  }
  return unlanded;
}

}  // namespace forge
