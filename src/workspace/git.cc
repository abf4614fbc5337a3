#include "workspace/git.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <string_view>

#include "base/strings.h"
#include "os/fault.h"
#include "os/process/process.h"

namespace forge {
namespace {

constexpr std::chrono::minutes kLongest{30};  // a clean filter that hangs must not hang the run
constexpr std::size_t kEverything = std::size_t{1} << 32;
constexpr std::size_t kMarker = 64;  // space for the line that says how much was left out

const std::vector<std::string>& Settings() {
  static const std::vector<std::string> settings = {
      "core.hooksPath=/dev/null",  // hooks are not for our internal commands
      "core.fsmonitor=false",      // starts a daemon per worktree
      "core.splitIndex=false",     // we copy index files
      "core.quotePath=false",
      "core.safecrlf=false",     // mixed line endings are captured, not refused
      "core.trustctime=true",    // see what an agent changed, even if it changed
      "core.checkStat=default",  // the file times
      // The journal says that the snapshot exists, so it must survive a power cut.
      "core.fsync=loose-object,reference",
      "core.fsyncMethod=batch",
      "core.filesRefLockTimeout=1000",
      "core.packedRefsTimeout=5000",
      "gc.auto=0",
      "maintenance.auto=false",
      "commit.gpgSign=false",
      "i18n.commitEncoding=UTF-8",
      "submodule.recurse=false",
      "advice.detachedHead=false",
      "advice.addEmbeddedRepo=false",
  };
  return settings;
}

// What a hook that started us may have left in the environment, and what changes the meaning of our arguments.
std::vector<std::string> Unwanted() {
  return {"GIT_DIR",
          "GIT_WORK_TREE",
          "GIT_IMPLICIT_WORK_TREE",
          "GIT_INDEX_FILE",
          "GIT_INDEX_VERSION",
          "GIT_COMMON_DIR",
          "GIT_OBJECT_DIRECTORY",
          "GIT_ALTERNATE_OBJECT_DIRECTORIES",
          "GIT_QUARANTINE_PATH",
          "GIT_NAMESPACE",
          "GIT_PREFIX",
          "GIT_INTERNAL_SUPER_PREFIX",
          "GIT_SHALLOW_FILE",
          "GIT_GRAFT_FILE",
          "GIT_REPLACE_REF_BASE",
          "GIT_NO_REPLACE_OBJECTS",
          "GIT_CONFIG",
          "GIT_CONFIG_PARAMETERS",
          "GIT_CONFIG_COUNT",
          "GIT_LITERAL_PATHSPECS",
          "GIT_GLOB_PATHSPECS",
          "GIT_NOGLOB_PATHSPECS",
          "GIT_ICASE_PATHSPECS",
          "GIT_EXTERNAL_DIFF",
          "GIT_DIFF_OPTS",
          "GIT_TRACE",
          "LANGUAGE"};
}

// Those of our settings that are safe in the user's own commands.
const std::vector<std::string>& SettingsForTheUser() {
  static const std::vector<std::string> settings = {"core.quotePath=false", "gc.auto=0", "maintenance.auto=false",
                                                    "submodule.recurse=false"};
  return settings;
}

ProcessSpec MakeCommand(const std::vector<std::string>& args, bool as_the_user) {
  ProcessSpec command;
  command.argv = {"git"};
  for (const std::string& setting : as_the_user ? SettingsForTheUser() : Settings()) {
    command.argv.emplace_back("-c");
    command.argv.push_back(setting);
  }
  command.argv.insert(command.argv.end(), args.begin(), args.end());
  command.unset = Unwanted();
  command.env = {{"LC_ALL", "C"}, {"GIT_TERMINAL_PROMPT", "0"}, {"GIT_PAGER", "cat"}};
  if (!as_the_user) command.env["GIT_OPTIONAL_LOCKS"] = "0";
  command.timeout = kLongest;
  return command;
}

}  // namespace

bool IsInternal(const std::vector<std::string>& argv) {
  return std::ranges::all_of(
      Settings(), [&](const std::string& setting) { return std::ranges::find(argv, setting) != argv.end(); });
}

Git Git::With(std::string name, std::string value) const {
  Git git = *this;
  git.env_.insert_or_assign(std::move(name), std::move(value));
  return git;
}

Git Git::In(std::string directory) const {
  Git git = *this;
  git.directory_ = std::move(directory);
  return git;
}

Git Git::AsTheUser() const {
  Git git = *this;
  git.as_the_user_ = true;
  return git;
}

Git Git::Keeping(std::size_t bytes) const {
  Git git = *this;
  git.keep_ = bytes;
  return git;
}

ProcessSpec Git::Command(const std::vector<std::string>& args) const {
  ProcessSpec command = MakeCommand(args, as_the_user_);
  command.cwd = directory_;
  for (const auto& [name, value] : env_) command.env.insert_or_assign(name, value);
  return command;
}

Result<GitAnswer> Git::Try(const std::vector<std::string>& args, std::string input) const {
  ProcessSpec command = Command(args);
  command.stdin_text = std::move(input);
  command.keep_head = kEverything;
  if (keep_ > 0) {
    std::size_t room = keep_ > kMarker ? keep_ - kMarker : keep_;
    command.keep_tail = room / 3;
    command.keep_head = room - command.keep_tail;
  }
  auto result = TRY(RunProcess(command));
  switch (result.end) {
    case ProcessEnd::kExited: return GitAnswer{result.exit_code, std::move(result.out), std::move(result.err)};
    case ProcessEnd::kTimedOut:
    case ProcessEnd::kNoFirstOutput:
    case ProcessEnd::kSilent:
      return Fail(Code::kUnavailable, fmt::format("git {} did not finish within {} minutes", args[0], kLongest.count()),
                  "check whether a filter or a network drive hangs");
    case ProcessEnd::kSignalled:
    case ProcessEnd::kCancelled: break;
  }
  return Fail(Code::kIo, fmt::format("git {} was killed by signal {}", args[0], result.signal));
}

bool Git::IsSilent(const std::vector<std::string>& args) const {
  const auto answer = Try(args);
  return answer && answer->exit_code == 0 && answer->out.empty() && answer->err.empty();
}

Result<std::string> Git::Run(const std::vector<std::string>& args, std::string input) const {
  auto answer = TRY(Try(args, std::move(input)));
  if (answer.exit_code != 0) return std::unexpected(GitFailure(args, answer));
  return std::move(answer.out);
}

Result<std::string> Git::Line(const std::vector<std::string>& args, std::string input) const {
  std::string out = TRY(Run(args, std::move(input)));
  if (out.ends_with('\n')) out.pop_back();
  return out;
}

Error GitFailure(const std::vector<std::string>& args, const GitAnswer& answer) {
  std::string words(Trim(answer.err));
  if (words.empty()) words = fmt::format("exit code {}", answer.exit_code);
  std::string hint;
  if (words.find(".lock': File exists") != std::string::npos) {
    hint = "if no git command is running there, remove that file";
  }
  const Code code = NamesShortage(words) ? Code::kExhausted : Code::kIo;
  return Error{code, fmt::format("git {}: {}", args[0], words), hint};
}

std::vector<std::string> NulFields(const std::string& text) {
  std::vector<std::string> fields;
  std::string_view rest = text;
  while (!rest.empty()) {
    std::size_t end = rest.find('\0');
    fields.emplace_back(rest.substr(0, end));
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
  return fields;
}

std::string NulJoined(const std::vector<std::string>& fields) {
  std::string text;
  for (const std::string& field : fields) text += field + '\0';
  return text;
}

}  // namespace forge
