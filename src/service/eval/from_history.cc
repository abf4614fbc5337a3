#include "service/eval/from_history.h"

#include <fmt/core.h>

#include <string_view>
#include <utility>

#include "base/display.h"
#include "base/strings.h"
#include "model/path_kinds.h"
#include "os/files/files.h"
#include "service/eval/run_trial.h"
#include "service/eval/suite_files.h"
#include "service/proof/verify_directory.h"
#include "text/first_line.h"
#include "workspace/git.h"

namespace forge {
namespace {

constexpr std::size_t kShortCommit = 12;
constexpr std::size_t kLongestTaskTitle = 72;

// A string in TOML, whatever is in it: JSON's escapes are among TOML's, but TOML does not take a raw DEL.
std::string TomlString(const std::string& text) { return ReplaceAll(Json(ValidUtf8(text)).Dump(), "\x7f", "\\u007f"); }

std::string TomlStrings(const std::vector<std::string>& texts) {
  std::string list;
  for (const std::string& text : texts) list += (list.empty() ? "" : ", ") + TomlString(text);
  return "[" + list + "]";
}

// Only for people: nothing that a test could notice.
bool IsProse(std::string_view path) { return IsOneOf(SplitPath(path).extension, {"md", "rst", "txt", "adoc"}); }

Result<std::vector<std::string>> TestCommands(const EvalWorld& world, const HistoryRequest& request) {
  if (!request.test.empty()) return std::vector{request.test};
  std::vector<std::string> commands;
  const std::string setting = world.settings.Get("verify");
  for (const std::string_view line : Lines(setting)) commands.emplace_back(line);
  if (!commands.empty()) return commands;
  commands = DetectIn(request.repository).commands;
  if (!commands.empty()) return commands;
  return Fail(Code::kNotFound, "no test command is known for " + request.repository,
              "name it: forge eval from-history NAME --test 'make test'");
}

Result<CommitFiles> FilesOf(const Git& git, const std::string& commit) {
  const std::vector<std::string> fields =
      NulFields(TRY(git.Run({"diff-tree", "-r", "-z", "--no-commit-id", "--no-renames", "--name-status", commit})));
  std::vector<std::pair<std::string, std::string>> changes;
  for (std::size_t i = 0; i + 1 < fields.size(); i += 2) changes.emplace_back(fields[i], fields[i + 1]);
  return SortCommitFiles(changes);
}

// Tries whether the tests of a commit tell the commit from its parent.
class CommitTrier {
 public:
  CommitTrier(const EvalWorld& world, const HistoryRequest& request, std::vector<std::string> test,
              std::stop_token stop)
      : world_(world),
        request_(request),
        git_(request.repository),
        test_(std::move(test)),
        place_(JoinPath(request.directory, ".trying")),
        stop_(std::move(stop)) {}
  ~CommitTrier() { (void)RemoveTree(place_); }
  CommitTrier(const CommitTrier&) = delete;
  CommitTrier& operator=(const CommitTrier&) = delete;

  Result<HistoryCommit> Try(const std::string& commit) {
    HistoryCommit tried;
    tried.commit = commit;
    const std::string message = TRY(git_.Line({"show", "-s", "--format=%B", commit}));
    tried.title = FirstLine(message, kLongestTaskTitle);
    const CommitFiles files = TRY(FilesOf(git_, commit));
    if (files.tests.empty()) return Dropped(tried, "it adds or changes no test");
    if (files.code.empty()) return Dropped(tried, "it changes tests only");
    if (Trim(message).empty()) return Dropped(tried, "it has no message, so there is no objective");
    EvalTask task = TRY(TaskOf(commit, message, files));
    const CheckRun before =
        TRY(RunHiddenCheck(world_, task, request_.repository, task.base, JoinPath(place_, "checkout"), stop_));
    if (before.cancelled) return Fail(Code::kCancelled, "interrupted");
    if (before.passed) return Dropped(tried, "its tests pass without its code as well");
    const CheckRun after =
        TRY(RunHiddenCheck(world_, task, request_.repository, commit, JoinPath(place_, "checkout"), stop_));
    if (after.cancelled) return Fail(Code::kCancelled, "interrupted");
    if (!after.passed) return Dropped(tried, "the test command fails on the commit itself");
    TRY(Write(task));
    tried.task = task.name;
    return tried;
  }

 private:
  static HistoryCommit Dropped(HistoryCommit commit, std::string why) {
    commit.dropped = std::move(why);
    return commit;
  }

  Result<EvalTask> TaskOf(const std::string& commit, const std::string& message, const CommitFiles& files) {
    EvalTask task;
    task.name = fmt::format("{}-{}", Slug(FirstLine(message, kLongestTaskTitle), 40), commit.substr(0, kShortCommit));
    std::erase_if(task.name, [](char c) { return !IsLower(c) && !IsDigit(c) && c != '-'; });
    task.about = fmt::format("commit {} of the repository", commit.substr(0, kShortCommit));
    task.objective = std::string(Trim(message));
    task.test = Join(test_, "\n");
    task.check = test_;
    task.remove = files.removed_tests;
    task.repository = request_.repository;
    task.base = TRY(git_.Line({"rev-parse", commit + "^"}));
    for (const std::string& path : files.tests)
      task.check_files.push_back({path, TRY(git_.Run({"cat-file", "blob", commit + ":" + path}))});
    return task;
  }

  Status Write(const EvalTask& task) {
    const std::string folder = JoinPath(request_.directory, "tasks/" + task.name);
    TRY(WriteSuiteFiles(JoinPath(folder, "check"), task.check_files));
    return WriteFileAtomic(JoinPath(folder, "task.toml"), HistoryTaskText(task));
  }

  const EvalWorld& world_;
  const HistoryRequest& request_;
  Git git_;
  std::vector<std::string> test_;
  std::string place_;
  std::stop_token stop_;
};

}  // namespace

CommitFiles SortCommitFiles(const std::vector<std::pair<std::string, std::string>>& changes) {
  CommitFiles files;
  for (const auto& [letter, path] : changes) {
    if (BelongsToTests(path)) {
      (letter == "D" ? files.removed_tests : files.tests).push_back(path);
    } else {
      (IsProse(path) ? files.prose : files.code).push_back(path);
    }
  }
  return files;
}

std::string HistoryTaskText(const EvalTask& task) {
  std::string text = fmt::format("about      = {}\n", TomlString(task.about));
  text += fmt::format("repository = {}\nbase       = {}\n", TomlString(task.repository), TomlString(task.base));
  text += fmt::format("objective  = {}\n", TomlString(task.objective));
  if (task.check.size() == 1) text += fmt::format("test       = {}\n", TomlString(task.test));
  text += fmt::format("check      = {}\n", TomlStrings(task.check));
  if (!task.remove.empty()) text += fmt::format("remove     = {}\n", TomlStrings(task.remove));
  return text;
}

Result<HistoryResult> SuiteFromHistory(const EvalWorld& world, const HistoryRequest& request,
                                       const std::function<void(const HistoryCommit&)>& on_commit,
                                       const std::stop_token& stop) {
  if (Exists(request.directory) && !(IsDirectory(request.directory) && TRY(ListDirectory(request.directory)).empty()))
    return Fail(Code::kConflict, request.directory + " exists already", "name a directory that does not exist yet");
  const std::vector<std::string> test = TRY(TestCommands(world, request));
  const std::string list = TRY(
      Git(request.repository)
          .Run({"rev-list", "--no-merges", "--min-parents=1", fmt::format("--max-count={}", request.commits), "HEAD"}));
  TRY(MakeDirectories(request.directory));
  HistoryResult result{{}, Join(test, " && ")};
  CommitTrier trier(world, request, test, stop);
  for (const std::string_view commit : Lines(list)) {
    result.commits.push_back(TRY(trier.Try(std::string(commit))));
    if (on_commit) on_commit(result.commits.back());
  }
  const std::string head = fmt::format("# Made by `forge eval from-history`.\nabout = {}\n",
                                       TomlString("commits of " + BaseName(request.repository)));
  TRY(WriteFileAtomic(JoinPath(request.directory, "suite.toml"), head));
  return result;
}

}  // namespace forge
