#include "service/eval/suite.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include "base/strings.h"
#include "pipeline/table_reader.h"
#include "pipeline/toml.h"

namespace forge {
namespace {

constexpr std::int64_t kUsualCheckMs = 5LL * 60 * 1000;
constexpr std::int64_t kMinuteMs = 60LL * 1000;
constexpr std::string_view kTasksFolder = "tasks/";

// The files of one task, by what they are for.
struct TaskFolder {
  const SuiteFile* description = nullptr;  // task.toml
  std::vector<SuiteFile> files, check_files;
};

void ReadTaskBudget(TableReader& parent, ProblemList& problems, Budget& budget) {
  const TomlValue* table = parent.Expect("budget", TomlValue::Type::kTable, "a table");
  if (table == nullptr) return;
  TableReader reader(*table, "budget", problems);
  reader.RefuseUnknown({"usd", "tokens", "units", "minutes"});
  reader.Amount("usd", budget.usd);
  reader.Count("tokens", budget.tokens);
  reader.Count("units", budget.units);
  std::optional<std::int64_t> minutes;
  reader.Count("minutes", minutes);
  if (minutes) budget.wall_ms = *minutes * kMinuteMs;
}

// A root table, or one problem.
std::optional<TomlValue> ParseSuiteFile(const SuiteFile& file, ProblemList& problems) {
  auto root = ParseToml(file.text);
  if (root) return *std::move(root);
  problems.Add(root.error().pos, root.error().what);
  return std::nullopt;
}

void AppendProblems(std::vector<Problem>& to, std::vector<Problem> more) {
  to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

// One string, or a list of them.
void ReadCheckCommands(TableReader& reader, std::string_view key, std::vector<std::string>& out) {
  const TomlMember* member = reader.table().Find(key);
  if (member != nullptr && member->value.type == TomlValue::Type::kString) {
    std::string one;
    reader.String(key, one);
    if (!one.empty()) out = {one};
    return;
  }
  reader.Strings(key, out);
}

bool IsInsideTask(std::string_view path) {
  if (path.empty() || path.starts_with('/')) return false;
  for (const std::string_view part : Split(path, '/')) {
    if (part == ".." || part == ".git" || part.empty()) return false;
  }
  return true;
}

void CheckTask(TableReader& reader, const TaskFolder& folder, const EvalTask& task) {
  ProblemList& problems = reader.problems();
  const SourcePos top = reader.table().begin;
  if (!reader.Has("objective")) problems.Add(top, "the task has no `objective`", "say what the agent is asked to do");
  if (!reader.Has("check"))
    problems.Add(top, "the task has no `check`", "name the command that passes only when the task is solved");
  if (task.repository.empty() && folder.files.empty())
    problems.Add(top, "the task has no repository", "put its files into repo/, or name `repository` and `base`");
  if (!task.repository.empty() && !folder.files.empty())
    problems.Add(reader.KeyPos("repository"), "the task has `repository` and a folder repo/", "keep one of them");
  if (task.repository.empty() != task.base.empty())
    problems.Add(reader.KeyPos(task.base.empty() ? "repository" : "base"), "`repository` and `base` belong together",
                 "name both: a git repository and the commit to start from");
  for (const std::string& path : task.remove) {
    if (!IsInsideTask(path))
      problems.Add(reader.ValuePos("remove"), fmt::format("{} is not a path inside the repository", Quote(path)));
  }
}

std::string FingerprintOf(const EvalTask& task) {
  std::string text = task.objective + "\n" + task.test + "\n" + Join(task.check, "\n") + "\n" +
                     Join(task.remove, "\n") + "\n" + task.repository + "\n" + task.base + "\n" +
                     ToJson(task.budget).Dump() + fmt::format("\n{}\n", task.timeout_ms);
  for (const auto* files : {&task.files, &task.check_files}) {
    for (const SuiteFile& file : *files) text += file.path + "\n" + Sha256(file.text) + "\n";
    text += "\n";
  }
  return Sha256(text);
}

EvalTask ReadTask(const std::string& name, const TaskFolder& folder, const Budget& usual, ProblemList& problems) {
  EvalTask task;
  task.name = name;
  task.budget = usual;
  task.timeout_ms = kUsualCheckMs;
  const std::optional<TomlValue> root = ParseSuiteFile(*folder.description, problems);
  if (!root) return task;
  TableReader reader(*root, "the task", problems);
  reader.RefuseUnknown(
      {"about", "objective", "test", "check", "needs", "remove", "timeout", "budget", "repository", "base"});
  reader.String("about", task.about);
  reader.String("objective", task.objective);
  task.objective = std::string(Trim(task.objective));
  reader.String("test", task.test);
  ReadCheckCommands(reader, "check", task.check);
  task.check_pos = reader.ValuePos("check");
  reader.Strings("needs", task.needs);
  reader.Strings("remove", task.remove);
  reader.Duration("timeout", task.timeout_ms);
  reader.String("repository", task.repository);
  reader.String("base", task.base);
  ReadTaskBudget(reader, problems, task.budget);
  CheckTask(reader, folder, task);
  task.files = folder.files;
  task.check_files = folder.check_files;
  task.fingerprint = FingerprintOf(task);
  return task;
}

// Sorts the files of tasks/NAME/... by task; what belongs to no task is a problem.
std::map<std::string, TaskFolder> SortByTask(const std::vector<SuiteFile>& files, const std::string& where,
                                             std::vector<Problem>& problems) {
  std::map<std::string, TaskFolder> tasks;
  for (const SuiteFile& file : files) {
    if (!file.path.starts_with(kTasksFolder)) continue;
    const std::string below = file.path.substr(kTasksFolder.size());
    const std::size_t slash = below.find('/');
    const std::string name = below.substr(0, slash);
    const std::string rest = slash == std::string::npos ? "" : below.substr(slash + 1);
    if (rest.empty()) {
      problems.push_back({where + "/" + file.path, {}, "a task is a folder with a task.toml", ""});
      continue;
    }
    TaskFolder& task = tasks[name];
    if (rest == "task.toml") task.description = &file;
    if (rest.starts_with("repo/")) task.files.push_back({rest.substr(5), file.text});
    if (rest.starts_with("check/")) task.check_files.push_back({rest.substr(6), file.text});
  }
  return tasks;
}

}  // namespace

bool IsScript(std::string_view text) { return text.starts_with("#!"); }

ReadSuiteResult ReadSuite(const std::vector<SuiteFile>& files, const std::string& where, const std::string& name) {
  ReadSuiteResult read;
  read.suite.name = name;
  read.suite.where = where;
  Budget usual;
  const auto head = std::ranges::find(files, "suite.toml", &SuiteFile::path);
  if (head == files.end()) {
    read.problems.push_back({where, {}, "the folder has no suite.toml", "make a suite: forge eval new NAME"});
    return read;
  }
  ProblemList problems(where + "/suite.toml");
  if (const auto root = ParseSuiteFile(*head, problems)) {
    TableReader reader(*root, "the suite", problems);
    reader.RefuseUnknown({"name", "about", "budget"});
    reader.Name("name", read.suite.name);
    reader.String("about", read.suite.about);
    ReadTaskBudget(reader, problems, usual);
  }
  AppendProblems(read.problems, problems.Take());
  const auto tasks = SortByTask(files, where, read.problems);
  if (tasks.empty()) read.problems.push_back({where, {}, "the suite has no task", "add tasks/NAME/task.toml"});
  for (const auto& [task, folder] : tasks) {
    const std::string place = fmt::format("{}/{}{}", where, kTasksFolder, task);
    if (!IsName(task)) {
      read.problems.push_back({place,
                               {},
                               fmt::format("{} cannot be the name of a task", Quote(task)),
                               "use lower-case letters, digits, - and _"});
    } else if (folder.description == nullptr) {
      read.problems.push_back({place, {}, "the task has no task.toml", ""});
    } else {
      ProblemList own(place + "/task.toml");
      read.suite.tasks.push_back(ReadTask(task, folder, usual, own));
      AppendProblems(read.problems, own.Take());
    }
  }
  return read;
}

}  // namespace forge
