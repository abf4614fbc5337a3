#include "service/eval/suite_files.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "base/display.h"
#include "base/strings.h"
#include "os/files/files.h"
#include "pipeline/presets.h"

namespace forge {
namespace {

constexpr std::string_view kSuites = "eval/suites/";
constexpr std::string_view kNewSuite = "eval/new/";
constexpr std::size_t kLargestSuiteFile = std::size_t{8} << 20U;
constexpr std::size_t kMostSuiteFiles = 20'000;

Status ReadSuiteFolder(const std::string& directory, const std::string& prefix, std::vector<SuiteFile>& files) {
  for (const std::string& name : TRY(ListDirectory(directory))) {
    const std::string path = JoinPath(directory, name);
    const std::string relative = prefix + name;
    if (name == ".git") continue;
    switch (TRY(LookAtPath(path, false))) {
      case PathKind::kDirectory: TRY(ReadSuiteFolder(path, relative + "/", files)); break;
      case PathKind::kFile: files.push_back({relative, TRY(ReadFile(path, kLargestSuiteFile))}); break;
      case PathKind::kNothing: break;
      case PathKind::kLink:
      case PathKind::kOther:
        return Fail(Code::kInvalid, fmt::format("{}: a suite holds only files and folders", path),
                    "replace the link by what it leads to");
    }
    if (files.size() > kMostSuiteFiles)
      return Fail(Code::kInvalid, fmt::format("{} holds more than {} files", directory, kMostSuiteFiles),
                  "name a suite's folder; a task of a large repository names it with `repository` and `base`");
  }
  return {};
}

std::vector<SuiteFile> PresetsBelow(std::string_view prefix) {
  std::vector<SuiteFile> files;
  for (const PresetFile& file : PresetFiles()) {
    if (file.path.starts_with(prefix))
      files.push_back({std::string(file.path.substr(prefix.size())), std::string(file.text)});
  }
  return files;
}

Result<EvalSuite> CheckedSuite(ReadSuiteResult read, const std::string& where) {
  if (read.problems.empty()) return std::move(read.suite);
  return Fail(Code::kInvalid,
              fmt::format("{} has {}\n{}", where, Counted(static_cast<std::int64_t>(read.problems.size()), "problem"),
                          Describe(read.problems)),
              "docs/eval.md describes the files of a suite");
}

// Where a task names a repository, the path is relative to the suite.
void ResolveRepositories(const std::string& directory, EvalSuite& suite) {
  for (EvalTask& task : suite.tasks) {
    const bool relative = !task.repository.empty() && !task.repository.starts_with('/') &&
                          task.repository.find("://") == std::string::npos;
    if (relative) task.repository = JoinPath(directory, task.repository);
  }
}

}  // namespace

std::vector<std::string> BuiltInSuites() {
  std::vector<std::string> names;
  for (const PresetFile& file : PresetFiles()) {
    if (file.path.starts_with(kSuites) && file.path.ends_with("/suite.toml"))
      names.emplace_back(file.path.substr(kSuites.size(), file.path.size() - kSuites.size() - 11));
  }
  return names;
}

Result<EvalSuite> LoadSuite(const std::string& cwd, const std::string& given) {
  const std::string path = given.starts_with('/') ? given : JoinPath(cwd, given);
  if (IsDirectory(path)) {
    const std::string real = TRY(RealPath(path));
    std::vector<SuiteFile> files;
    TRY(ReadSuiteFolder(real, "", files));
    std::string name = Slug(BaseName(real));
    EvalSuite suite = TRY(CheckedSuite(ReadSuite(files, given, name), given));
    suite.directory = real;
    ResolveRepositories(real, suite);
    return suite;
  }
  const std::vector<SuiteFile> files = PresetsBelow(fmt::format("{}{}/", kSuites, given));
  if (!files.empty()) return CheckedSuite(ReadSuite(files, given, given), given);
  return Fail(Code::kInvalid, fmt::format("no suite `{}`: neither a folder nor a built-in suite", given),
              fmt::format("built in: {}; make your own: forge eval new NAME", Join(BuiltInSuites(), ", ")));
}

Status WriteSuiteFiles(const std::string& directory, const std::vector<SuiteFile>& files) {
  for (const SuiteFile& file : files) {
    const std::string path = JoinPath(directory, file.path);
    TRY(MakeDirectories(DirName(path)));
    TRY(WriteFileAtomic(path, file.text, IsScript(file.text)));
  }
  return {};
}

Result<std::vector<std::string>> WriteNewSuite(const std::string& directory) {
  if (Exists(directory) && !(IsDirectory(directory) && TRY(ListDirectory(directory)).empty()))
    return Fail(Code::kConflict, directory + " exists already", "name a directory that does not exist yet");
  const std::vector<SuiteFile> files = PresetsBelow(kNewSuite);
  TRY(MakeDirectories(directory));
  TRY(WriteSuiteFiles(directory, files));
  std::vector<std::string> paths;
  paths.reserve(files.size());
  for (const SuiteFile& file : files) paths.push_back(file.path);
  return paths;
}

}  // namespace forge
