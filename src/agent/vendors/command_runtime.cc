#include "agent/vendors/command_runtime.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <stop_token>
#include <utility>

#include "agent/spending.h"
#include "agent/vendors/cli_runtime.h"
#include "agent/vendors/process_answer.h"
#include "base/strings.h"
#include "os/files/files.h"
#include "os/process/process.h"

namespace forge {
namespace {

constexpr std::string_view kUsageMark = "FORGE-USAGE ";
constexpr std::string_view kBlanks = " \t";
// All characters with a meaning to a shell; without them we split the line ourselves.
constexpr std::string_view kShellCharacters = "|&;<>()$`\\\"'*?[]#~=%!{}\n\r";
constexpr std::array<std::string_view, 26> kShellWords = {
    ".",  ":",   "alias", "bg",   "break", "case", "cd",    "command", "continue", "eval",  "exec",  "exit", "export",
    "fg", "for", "if",    "jobs", "read",  "set",  "shift", "times",   "trap",     "umask", "until", "wait", "while"};
// The middle of a longer final message is left out.
constexpr std::size_t kKeptMessage = std::size_t{8} << 20;
// So much of a line that does not end is kept back.
constexpr std::size_t kLongestOpenLine = std::size_t{64} << 10;

// Without a last character that may not be whole.
std::size_t WholeCharacters(std::string_view text) {
  std::size_t end = text.size();
  for (int i = 0; i < 3 && end > 1 && (static_cast<unsigned char>(text[end - 1]) & 0xC0U) == 0x80U; ++i) --end;
  return end > 1 && static_cast<unsigned char>(text[end - 1]) >= 0xC0U ? end - 1 : end;
}

bool IsShellWord(std::string_view word) { return std::ranges::find(kShellWords, word) != kShellWords.end(); }

bool HasShellCharacter(std::string_view text) { return text.find_first_of(kShellCharacters) != std::string_view::npos; }

std::vector<std::string> SplitAtBlanks(std::string_view line) {
  std::vector<std::string> words;
  while (true) {
    std::size_t begin = line.find_first_not_of(kBlanks);
    if (begin == std::string_view::npos) return words;
    line.remove_prefix(begin);
    std::size_t end = std::min(line.find_first_of(kBlanks), line.size());
    words.emplace_back(line.substr(0, end));
    line.remove_prefix(end);
  }
}

// A script given by its path must be readable in the sandbox.
std::vector<std::string> FilesNamedIn(const std::vector<std::string>& argv) {
  std::vector<std::string> paths;
  for (const std::string& argument : argv) {
    for (const std::string& part : SplitAtBlanks(argument)) {
      std::string_view word = part;
      while (!word.empty() && (word.front() == '"' || word.front() == '\'')) word.remove_prefix(1);
      while (!word.empty() && (word.back() == '"' || word.back() == '\'')) word.remove_suffix(1);
      const std::string path(word);
      if (path.starts_with('/') && IsRegularFile(path)) paths.push_back(path);
    }
  }
  return paths;
}

std::optional<Usage> UsageOfLine(std::string_view line) {
  if (!line.starts_with(kUsageMark)) return std::nullopt;
  const auto json = ParseJson(line.substr(kUsageMark.size()));
  return json && json->is_object() ? std::optional(SaidUsage(*json)) : std::nullopt;
}

// What the program prints, as events, line by line, without the lines that tell its usage.
class SaidLines {
 public:
  SaidLines(const AgentRequest& request, std::function<void(const Usage&)> on_usage)
      : request_(request), on_usage_(std::move(on_usage)) {}

  void Feed(std::string_view chunk) {
    const std::size_t end = chunk.rfind('\n');
    if (end == std::string_view::npos) {
      open_ += chunk;
      if (open_.size() > kLongestOpenLine) SayBeginning();
      return;
    }
    open_ += chunk.substr(0, end + 1);
    std::string said;
    for (std::string_view line : Lines(open_)) {
      if (!TakeUsage(line)) said.append(line).append("\n");
      begun_ = false;
    }
    open_ = chunk.substr(end + 1);
    Say(said);
  }

  void End() {
    if (!TakeUsage(open_)) Say(open_);
    open_.clear();
  }

 private:
  bool TakeUsage(std::string_view line) {
    const auto usage = begun_ ? std::nullopt : UsageOfLine(TrimRight(line));
    if (usage) on_usage_(*usage);
    return usage.has_value();
  }

  void SayBeginning() {
    const std::size_t end = WholeCharacters(open_);
    Say(open_.substr(0, end));
    open_.erase(0, end);
    begun_ = true;
  }

  void Say(const std::string& text) const {
    if (text.empty() || !request_.on_event) return;
    request_.on_event({AgentEvent::Kind::kText, ValidUtf8(text), Json::MakeObject().Set("delta", true)});
  }

  const AgentRequest& request_;
  std::function<void(const Usage&)> on_usage_;
  std::string open_;    // a line without its end
  bool begun_ = false;  // its beginning was said
};

class CommandRuntime : public Runtime {
 public:
  // `found`: where the line's program is now; empty if the line names none.
  CommandRuntime(CommandLine line, const std::string& found)
      : line_(std::move(line)), found_(found), place_(found.empty() ? "" : ProgramPlace(found)) {}

  std::string name() const override { return "command"; }

  AgentAnswer Ask(const AgentRequest& request, std::stop_token stop) override {
    ProcessSpec command;
    command.argv = line_.argv;
    FillCommand(request, command);
    command.stdin_text = request.prompt;
    command.keep_head = kKeptMessage;
    command.keep_tail = kKeptMessage;
    if (!line_.program.empty()) UseProgram(command);
    // Each line that tells its usage tells what it has used in all so far.
    Usage used;
    std::optional<std::string> used_up;
    std::stop_source end;
    std::stop_callback pass_on(stop, [&] { end.request_stop(); });
    SaidLines said(request, [&](const Usage& total) {
      Raise(used, Believed(total, request));
      if (used_up) return;
      used_up = TellSpent(used, "", request);
      if (used_up) end.request_stop();
    });
    command.on_stdout = [&](std::string_view chunk) { said.Feed(chunk); };
    auto result = RunProcess(command, end.get_token());
    if (!result) return StartFailure(result.error());
    said.End();
    // Its other output, for example what the sandbox refused.
    if (request.on_event && !result->err.empty()) {
      request.on_event(
          {AgentEvent::Kind::kToolResult, "command", Json::MakeObject().Set("error", ValidUtf8(result->err))});
    }
    if (request.on_event && !used.empty()) request.on_event({AgentEvent::Kind::kUsage, "", ToJson(used)});
    AgentAnswer answer = result->ok() ? AgentAnswer() : ProcessFailure(*result, request.deadlines);
    if (used_up && answer.error_class == ErrorClass::kCancelled && answer.failed && !stop.stop_requested())
      answer = FailedAnswer(ErrorClass::kBudget, *used_up);
    answer.text = WithoutUsage(result->out);
    answer.usage = used;
    return answer;
  }

 private:
  // The one that was found when the run began, unless it is gone: a search along PATH for every unit costs more.
  void UseProgram(ProcessSpec& command) const {
    const bool there = IsRegularFile(found_);
    if (there && !line_.shell && !command.env.contains("PATH")) command.program = found_;
    if (!command.sandbox) return;
    command.sandbox->read.push_back(there ? place_ : ProgramPlace(FindProgram(line_.program).value_or(line_.program)));
    for (std::string& path : FilesNamedIn(line_.argv)) command.sandbox->read.push_back(std::move(path));
  }

  CommandLine line_;
  std::string found_, place_;
};

}  // namespace

Result<CommandLine> ReadCommandLine(std::string_view line, const std::string& base_directory) {
  line = Trim(line);
  if (line.empty()) {
    return Fail(Code::kInvalid, "the agent `command:` has no program", "write command:PROGRAM ARGS...");
  }
  std::string_view first = line.substr(0, line.find_first_of(" \t\n"));
  std::string_view rest = line.substr(first.size());
  bool plain_first = !HasShellCharacter(first) && !IsShellWord(first);

  CommandLine out;
  out.shell = !plain_first || HasShellCharacter(rest);
  if (plain_first) {
    bool relative = first.find('/') != std::string_view::npos && !first.starts_with('/');
    out.program = relative ? JoinPath(base_directory, first) : std::string(first);
  }
  if (out.shell) {
    out.argv = {"/bin/sh", "-c", plain_first ? ShellQuoted(out.program) + std::string(rest) : std::string(line)};
  } else {
    out.argv = SplitAtBlanks(line);
    out.argv[0] = out.program;
  }
  return out;
}

std::string WithoutUsage(std::string_view out) {
  std::string text;
  while (!out.empty()) {
    const std::string_view line = out.substr(0, std::min(out.find('\n'), out.size() - 1) + 1);
    if (!UsageOfLine(TrimRight(line))) text += line;
    out.remove_prefix(line.size());
  }
  return ValidUtf8(text);
}

Result<std::unique_ptr<Runtime>> MakeCommandRuntime(const std::string& line, const std::string& base_directory) {
  CommandLine command = TRY(ReadCommandLine(line, base_directory));
  const std::string found = command.program.empty() ? "" : FindProgram(command.program).value_or("");
  if (!command.program.empty() && found.empty()) {
    bool by_path = command.program.find('/') != std::string::npos;
    bool exists = by_path && IsRegularFile(command.program);
    std::string what = !by_path ? "was not found on PATH" : exists ? "is not executable" : "does not exist";
    return Fail(Code::kUnavailable, fmt::format("the agent program {} {}", command.program, what),
                exists ? "try chmod +x" : "install it, give its full path, or choose another agent with --agent");
  }
  return std::make_unique<CommandRuntime>(std::move(command), found);
}

}  // namespace forge
