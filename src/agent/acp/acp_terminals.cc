#include "agent/acp/acp_terminals.h"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "agent/acp/acp_permission.h"
#include "agent/unit_environment.h"
#include "base/strings.h"
#include "os/files/files.h"
#include "os/thread.h"

namespace forge {
namespace {

constexpr std::size_t kMostTerminalText = std::size_t{1} << 20;
constexpr std::size_t kMostTerminals = 64;
constexpr std::size_t kKeptAfterRelease = 4000;

}  // namespace

class AcpTerminals::Terminal {
 public:
  Terminal(ProcessSpec command, std::size_t limit, std::function<void()> on_end) : limit_(limit) {
    command.on_stdout = [this](std::string_view chunk) { Keep(chunk); };
    thread_ =
        StartThread([this, command = std::move(command), on_end = std::move(on_end)](const std::stop_token& stop) {
          auto result = RunProcess(command, stop);
          {
            const std::scoped_lock lock(mutex_);
            status_ = StatusOf(result);
            if (!result) output_ += Describe(result.error());
          }
          on_end();
        });
  }
  ~Terminal() {
    if (thread_) thread_->request_stop();
  }

  bool started() const { return thread_.has_value(); }
  void Kill() { thread_->request_stop(); }
  std::optional<Json> status() {
    const std::scoped_lock lock(mutex_);
    return status_;
  }
  Json Output() {
    const std::scoped_lock lock(mutex_);
    Json json = Json::MakeObject().Set("output", ValidUtf8(output_)).Set("truncated", cut_);
    return status_ ? json.Set("exitStatus", *status_) : json;
  }
  std::string Text() {
    const std::scoped_lock lock(mutex_);
    return output_;
  }

 private:
  static Json StatusOf(const Result<ProcessResult>& result) {
    Json status = Json::MakeObject().Set("exitCode", Json()).Set("signal", Json());
    if (!result) return status.Set("exitCode", 127);
    if (result->end == ProcessEnd::kExited) return status.Set("exitCode", result->exit_code);
    return status.Set("signal", result->end == ProcessEnd::kSignalled ? std::to_string(result->signal) : "SIGTERM");
  }

  // The end is what counts.
  void Keep(std::string_view chunk) {
    const std::scoped_lock lock(mutex_);
    output_ += chunk;
    if (output_.size() <= limit_) return;
    std::size_t from = output_.size() - limit_;
    while (from < output_.size() && (static_cast<unsigned char>(output_[from]) & 0xC0U) == 0x80U) ++from;
    output_.erase(0, from);
    cut_ = true;
  }

  const std::size_t limit_;
  std::mutex mutex_;  // guards what follows
  std::string output_;
  bool cut_ = false;
  std::optional<Json> status_;

  std::optional<std::jthread> thread_;  // last: it uses everything above
};

AcpTerminals::AcpTerminals(const AgentRequest& request, OnEnd on_end) : request_(request), on_end_(std::move(on_end)) {}
AcpTerminals::~AcpTerminals() {
  for (auto& [id, terminal] : all_) terminal->Kill();  // all at once, before each is waited for
}

Result<std::string> AcpTerminals::Start(const Json& params) {
  if (all_.size() >= kMostTerminals) return Fail(Code::kExhausted, fmt::format("{} terminals are open", all_.size()));
  const std::string& line = params["command"].AsString();
  if (Trim(line).empty()) return Fail(Code::kInvalid, "terminal/create needs a command");
  ProcessSpec command = ShellCommand(line);
  if (!params["args"].AsArray().empty()) {
    command.argv = {line};
    for (const Json& word : params["args"].AsArray()) command.argv.push_back(word.AsString());
  }
  for (const std::string& word : command.argv) {
    if (word.find('\0') != std::string::npos) return Fail(Code::kInvalid, "a command cannot contain a NUL byte");
  }
  command.cwd = request_.cwd;
  if (const std::string& cwd = params["cwd"].AsString(); !cwd.empty() && cwd != request_.cwd) {
    if (!cwd.starts_with('/') || !IsOwnPath(cwd, AcpRightsOf(request_).roots) || !IsDirectory(cwd))
      return Fail(Code::kInvalid, cwd + " is not a directory of the workspace");
    command.cwd = cwd;
  }
  command.env = UnitEnvironment(request_);
  command.env.insert_or_assign("PWD", command.cwd);
  for (const Json& variable : params["env"].AsArray()) {
    const std::string& name = variable["name"].AsString();
    const std::string& value = variable["value"].AsString();
    const bool usable = !name.empty() && name.find_first_of(std::string_view("=\0", 2)) == std::string::npos;
    if (usable && value.find('\0') == std::string::npos) command.env.insert_or_assign(name, value);
  }
  // Our model keys are not for the project's commands.
  command.unset = request_.withheld;
  command.sandbox = request_.sandbox;
  command.marker = {"FORGE_TOOL", NewProcessKey()};
  command.merge_stderr = true;
  command.keep_head = 0;
  command.keep_tail = 0;
  const std::int64_t asked = params["outputByteLimit"].AsInt(static_cast<std::int64_t>(kMostTerminalText));
  const auto limit = static_cast<std::size_t>(std::clamp<std::int64_t>(asked, 0, kMostTerminalText));
  std::string id = fmt::format("terminal-{}", ++count_);
  auto terminal = std::make_unique<Terminal>(std::move(command), limit, [this, id] { on_end_(id); });
  if (!terminal->started()) return Fail(Code::kExhausted, "the machine has no thread left for a terminal");
  all_[id] = std::move(terminal);
  return id;
}

Json AcpTerminals::Output(const std::string& id) { return all_.at(id)->Output(); }
std::optional<Json> AcpTerminals::ExitStatus(const std::string& id) { return all_.at(id)->status(); }
void AcpTerminals::Kill(const std::string& id) { all_.at(id)->Kill(); }

void AcpTerminals::Release(const std::string& id) {
  const auto at = all_.find(id);
  at->second->Kill();
  released_[id] = KeepHeadAndTail(at->second->Text(), kKeptAfterRelease, kKeptAfterRelease);
  all_.erase(at);
}

std::string AcpTerminals::Text(const std::string& id) {
  if (const auto open = all_.find(id); open != all_.end()) return open->second->Text();
  const auto kept = released_.find(id);
  return kept == released_.end() ? "" : kept->second;
}

}  // namespace forge
