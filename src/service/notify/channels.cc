#include "service/notify/channels.h"

#include <fmt/format.h>

#include <chrono>
#include <optional>
#include <utility>

#include "agent/native/http_client.h"
#include "base/hmac.h"
#include "base/strings.h"
#include "os/files/files.h"
#include "os/process/process.h"

namespace forge {
namespace {

constexpr std::chrono::seconds kLongest{10};

Delivery Refused(std::string error) { return {Delivery::End::kRefused, std::move(error)}; }
Delivery Later(std::string error) { return {Delivery::End::kLater, std::move(error)}; }

// How a command ended, for people.
std::string EndText(const ProcessResult& result) {
  if (result.end == ProcessEnd::kTimedOut) return fmt::format("was killed after {} s", kLongest.count());
  if (result.end == ProcessEnd::kExited) return fmt::format("failed (exit {})", result.exit_code);
  return result.end == ProcessEnd::kSignalled ? fmt::format("was killed by signal {}", result.signal) : "was stopped";
}

// For the shell: reads the notice, then goes on only if no command was started for it before. The file is made by the
// started shell, not by us: a kill at any moment leaves a notice that was told, or one that the next engine tells. If
// the file cannot be made, the notice is told all the same.
std::string OnlyOnce(const std::string& path, const std::string& started) {
  return fmt::format("exec <{0}; (set -C; : >{1}) 2>/dev/null || [ ! -e {1} ] || exit 0\n", ShellQuoted(path),
                     ShellQuoted(started));
}

// Gets the notice as JSON on its standard input, and the most important parts of it as variables.
class CommandChannel : public Channel {
 public:
  CommandChannel(std::string line, std::string cwd) : line_(std::move(line)), cwd_(std::move(cwd)) {}
  std::string name() const override { return "command"; }

  Delivery Send(const Json& notice, const std::string& path, std::stop_token stop) override {
    const std::string started = StartedPath(path);
    if (const Status written = WriteFileAtomic(path, notice.Dump() + "\n"); !written)
      return Later(written.error().message);
    ProcessSpec command = ShellCommand(OnlyOnce(path, started) + line_);
    command.cwd = cwd_;
    command.timeout = kLongest;
    command.env = {{"FORGE_EVENT", notice["event"].AsString()},
                   {"FORGE_EVENT_RUN", std::to_string(notice["run"].AsInt())},
                   {"FORGE_EVENT_PROJECT", notice["project"].AsString()},
                   {"FORGE_EVENT_SUMMARY", notice["summary"].AsString()}};
    const auto result = RunProcess(command, std::move(stop));
    if (!result) return Refused("cannot be started: " + result.error().message);
    if (result->ok()) return {};
    // Ended by us, because we end: nothing is known about it.
    if (result->end == ProcessEnd::kCancelled) {
      const Status again = RemoveFile(started);
      return again ? Later("was stopped") : Refused(again.error().message);
    }
    return Refused(EndText(*result));
  }

 private:
  std::string line_;
  std::string cwd_;
};

// The secret that signs what a webhook gets.
class Secret {
 public:
  Secret(const Machine& machine, const Settings& settings)
      : command_(settings.Get("notify.secret_command")), variable_(settings.Get("notify.secret_variable")) {
    const auto it = machine.environment.find(variable_);
    if (it != machine.environment.end()) value_ = it->second;
  }

  bool is_wanted() const { return !command_.empty() || !variable_.empty(); }

  // Its output is a secret: nothing of it goes into a message.
  Result<std::string> Get(std::stop_token stop) {
    if (!value_.empty()) return value_;
    if (command_.empty())
      return Fail(Code::kUnavailable, fmt::format("the variable {} of the secret is not set", variable_));
    ProcessSpec command = ShellCommand(command_);
    command.timeout = kLongest;
    const auto result = RunProcess(command, std::move(stop));
    if (!result) return Fail(Code::kUnavailable, "secret_command cannot be started");
    if (!result->ok()) return Fail(Code::kUnavailable, "secret_command " + EndText(*result));
    value_ = std::string(Trim(result->out));
    if (value_.empty()) return Fail(Code::kUnavailable, "secret_command printed nothing");
    return value_;
  }

 private:
  std::string command_;
  std::string variable_;
  std::string value_;
};

// Too many requests, or a server that has a bad moment.
bool MayRecover(int status) {
  constexpr int kTimeout = 408, kTooMany = 429, kServer = 500;
  return status == kTimeout || status == kTooMany || status >= kServer;
}

class WebhookChannel : public Channel {
 public:
  WebhookChannel(const Machine& machine, const Settings& settings)
      : url_(settings.Get("notify.webhook")), secret_(machine, settings), client_(machine.environment) {}
  std::string name() const override { return "webhook"; }

  Delivery Send(const Json& notice, const std::string& /*path*/, std::stop_token stop) override {
    HttpRequest request;
    request.url = url_;
    request.body = notice.Dump();
    request.wall = kLongest;
    request.headers = {{"Content-Type", "application/json"},
                       {"User-Agent", "forge"},
                       {"X-Forge-Event", notice["event"].AsString()},
                       {"X-Forge-Delivery", notice["id"].AsString()}};
    if (secret_.is_wanted()) {
      const auto secret = secret_.Get(stop);
      // Unsigned it would be taken for a stranger's.
      if (!secret) return Later("has no secret: " + secret.error().message);
      request.headers.emplace_back("X-Forge-Signature", "sha256=" + HmacSha256(*secret, request.body));
    }
    const HttpAnswer answer = client_.Post(request, [](std::string_view) { return true; }, std::move(stop));
    if (answer.end != HttpAnswer::End::kComplete) return Later("failed: " + answer.error);
    if (answer.status / 100 == 2) return {};
    const std::string error = fmt::format("was answered with {} by the server", answer.status);
    return MayRecover(answer.status) ? Later(error) : Refused(error);
  }

 private:
  std::string url_;
  Secret secret_;
  HttpClient client_;
};

}  // namespace

std::string StartedPath(const std::string& path) { return path + ".started"; }

std::vector<std::unique_ptr<Channel>> MakeChannels(const Machine& machine, const Settings& settings) {
  std::vector<std::unique_ptr<Channel>> channels;
  if (const std::string line = settings.Get("notify.command"); !line.empty())
    channels.push_back(std::make_unique<CommandChannel>(line, machine.cwd));
  if (!settings.Get("notify.webhook").empty()) channels.push_back(std::make_unique<WebhookChannel>(machine, settings));
  return channels;
}

}  // namespace forge
