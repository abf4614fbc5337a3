#include "service/demo.h"

#include "os/files/files.h"
#include "os/process/process.h"
#include "pipeline/presets.h"

namespace forge {
namespace {

Status RunGit(const std::string& directory, std::vector<std::string> arguments) {
  ProcessSpec command;
  command.argv = {"git"};
  for (std::string& argument : arguments) command.argv.push_back(std::move(argument));
  command.cwd = directory;
  // The demo must not depend on the user's git identity, nor change it.
  command.env = {{"GIT_AUTHOR_NAME", "Forge demo"},    {"GIT_AUTHOR_EMAIL", "demo@localhost"},
                 {"GIT_COMMITTER_NAME", "Forge demo"}, {"GIT_COMMITTER_EMAIL", "demo@localhost"},
                 {"GIT_CONFIG_GLOBAL", "/dev/null"},   {"GIT_CONFIG_SYSTEM", "/dev/null"}};
  ProcessResult result = TRY(RunProcess(command));
  if (!result.ok()) return Fail(Code::kUnavailable, "git " + command.argv[1] + ": " + result.err);
  return {};
}

}  // namespace

Result<DemoFiles> MakeDemo(const std::string& directory, DemoKind kind) {
  if (Exists(directory)) {
    auto names = TRY(ListDirectory(directory));
    if (!names.empty())
      return Fail(Code::kConflict, directory + " is not empty", "name a directory that does not exist yet");
  }
  DemoFiles demo;
  demo.directory = directory + "/stats";
  demo.script = directory + "/agent.toml";
  const bool milestone = kind == DemoKind::kMilestone;
  demo.objective = milestone ? "Add median and mode to the statistics library, and a program that calls its functions"
                             : "Add median and mode to the statistics library, with tests";
  if (milestone) demo.pipeline = "milestone";
  const std::string_view script = milestone ? "demo/milestone.toml" : "demo/agent.toml";
  TRY(MakeDirectories(demo.directory));
  constexpr std::string_view kSample = "demo/sample/";
  for (const PresetFile& file : PresetFiles()) {
    if (file.path == script) TRY(WriteFileAtomic(demo.script, file.text));
    if (!file.path.starts_with(kSample)) continue;
    const std::string path = demo.directory + "/" + std::string(file.path.substr(kSample.size()));
    TRY(MakeDirectories(DirName(path)));
    TRY(WriteFileAtomic(path, file.text, file.text.starts_with("#!")));
  }
  TRY(RunGit(demo.directory, {"init", "-q", "-b", "main"}));
  TRY(RunGit(demo.directory, {"add", "-A"}));
  TRY(RunGit(demo.directory, {"commit", "-q", "-m", "A small statistics library"}));
  return demo;
}

}  // namespace forge
