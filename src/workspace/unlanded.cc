#include "workspace/unlanded.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/strings.h"
#include "os/files/files.h"
#include "workspace/git.h"
#include "workspace/landing.h"
#include "workspace/landings.h"
#include "workspace/names.h"
#include "workspace/ref_files.h"
#include "workspace/refs.h"
#include "workspace/workspace.h"

namespace forge {
namespace {

constexpr const char* kNewestCommits = "--max-count=10000";  // of a long history only these are looked at

using Tips = std::map<RunId, std::string>;
using Outside = std::map<std::string, std::int64_t>;  // commits on no branch of the user's, and their times

Result<RefFiles::Ids> ReadIds(const Git& git, const std::string& common, const std::vector<std::string>& names) {
  if (auto ids = RefFiles(common).Read(names)) return *std::move(ids);
  RefFiles::Ids ids;
  for (const auto& [name, commit] : TRY(ReadRefs(git, {"refs/heads/forge/", std::string(kForgeRefs)})))
    ids.emplace(name, commit.id);
  return ids;
}

// Of the runs that have one.
Result<Tips> ReadTips(const Git& git, const std::string& common, const std::set<RunId>& runs) {
  std::vector<std::string> names;
  for (const RunId run : runs) {
    names.push_back(RunNames(run).branch_ref());
    names.push_back(RunNames(run).tip_ref());
  }
  const RefFiles::Ids ids = TRY(ReadIds(git, common, names));
  Tips tips;
  for (const RunId run : runs) {
    for (const std::string& name : {RunNames(run).branch_ref(), RunNames(run).tip_ref()}) {
      if (const auto id = ids.find(name); id != ids.end()) tips.try_emplace(run, id->second);
    }
  }
  return tips;
}

// The landings of these tips; of each run and branch the newest.
std::vector<LandingRecord> RecordsOf(const std::vector<LandingRecord>& records, const Tips& tips) {
  std::map<std::pair<RunId, std::string>, LandingRecord> newest;
  for (const LandingRecord& record : records) {
    const auto tip = tips.find(record.run);
    if (tip != tips.end() && tip->second == record.tip) newest[{record.run, record.branch}] = record;
  }
  std::vector<LandingRecord> found;
  for (auto& [key, record] : newest) found.push_back(std::move(record));
  return found;
}

// Of a landing that did not happen nothing holds the commit.
Status DropMissing(const Git& git, std::vector<LandingRecord>& records) {
  std::string input;
  for (const LandingRecord& record : records) input += record.commit + "\n";
  const std::string out = TRY(git.Run({"cat-file", "--batch-check=%(objectname)"}, input));
  std::set<std::string> there;
  for (std::string_view line : Lines(out)) there.emplace(Trim(line));  // "ID missing" is another line
  std::erase_if(records, [&](const LandingRecord& record) { return !there.contains(record.commit); });
  return {};
}

std::vector<std::string> WithUsersBranches(std::vector<std::string> args) {
  args.insert(args.end(), {"--exclude=forge/*", "--branches", "--remotes"});
  return args;
}

// Leaves the records whose commit is there.
Result<Outside> FindOutside(const Git& git, const Tips& tips, std::vector<LandingRecord>& records) {
  const auto args = WithUsersBranches({"rev-list", "--no-commit-header", "--format=%H %ct", "--stdin", "--not"});
  const auto ask = [&] {
    std::string input;
    for (const auto& [run, tip] : tips) input += tip + "\n";
    for (const LandingRecord& record : records) input += record.commit + "\n";
    return git.Try(args, std::move(input));
  };
  GitAnswer answer = TRY(ask());
  if (answer.exit_code != 0 && !records.empty()) {
    TRY(DropMissing(git, records));
    answer = TRY(ask());
  }
  if (answer.exit_code != 0) return std::unexpected(GitFailure(args, answer));
  Outside outside;
  for (std::string_view line : Lines(answer.out)) {
    const auto words = Split(line, ' ');
    if (words.size() == 2) outside.emplace(words[0], ParseInt(words[1]).value_or(0));
  }
  return outside;
}

// The tips that squashes name: of another clone, or of a Forge that kept no record. Costs what was committed since the
// oldest of these tips.
Result<std::set<std::string>> FindSquashed(const Git& git, std::int64_t since) {
  const std::string out = TRY(git.Run(WithUsersBranches(
      {"rev-list", "--no-commit-header", kNewestCommits, fmt::format("--max-age={}", std::max<std::int64_t>(0, since)),
       fmt::format("--format=%(trailers:key={},valueonly)", kLandedKey)})));
  std::set<std::string> squashed;
  for (std::string_view line : Lines(out)) squashed.emplace(Trim(line));
  return squashed;
}

}  // namespace

Result<std::map<RunId, WorkStanding>> FindStandings(const std::string& repository, const std::set<RunId>& runs) {
  std::map<RunId, WorkStanding> standings;
  for (const RunId run : runs) standings[run] = WorkStanding::kNoBranch;
  if (runs.empty()) return standings;
  const Git git(repository);
  const std::string common = DirName(TRY(Workspaces::OwnDirectory(repository)));
  const Tips tips = TRY(ReadTips(git, common, runs));
  if (tips.empty()) return standings;
  std::vector<LandingRecord> records = RecordsOf(TRY(ReadLandings(common)), tips);
  const Outside outside = TRY(FindOutside(git, tips, records));
  for (const auto& [run, tip] : tips)
    standings[run] = outside.contains(tip) ? WorkStanding::kUnlanded : WorkStanding::kLanded;
  for (const LandingRecord& record : records) {
    if (!outside.contains(record.commit)) standings[record.run] = WorkStanding::kLanded;
  }
  std::optional<std::int64_t> since;
  for (const auto& [run, tip] : tips) {
    if (standings[run] != WorkStanding::kUnlanded) continue;
    const std::int64_t made = outside.at(tip);
    since = std::min(since.value_or(made), made);
  }
  if (!since) return standings;
  const std::set<std::string> squashed = TRY(FindSquashed(git, *since));
  for (const auto& [run, tip] : tips) {
    if (squashed.contains(tip)) standings[run] = WorkStanding::kLanded;
  }
  return standings;
}

}  // namespace forge
