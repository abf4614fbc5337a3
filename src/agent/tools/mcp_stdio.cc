#include <chrono>
#include <condition_variable>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

#include "agent/tools/mcp_transport.h"
#include "agent/vendors/stream_lines.h"
#include "base/strings.h"
#include "os/process/process.h"
#include "os/process/process_input.h"
#include "os/system.h"
#include "os/thread.h"

namespace forge {
namespace {

constexpr std::size_t kLongestMessage = std::size_t{16} << 20;
constexpr std::chrono::milliseconds kPoliteEnd{2000};  // after the end of its input
constexpr std::int64_t kNotifyMs = 1000;

class StdioTransport : public McpTransport {
 public:
  StdioTransport(const McpServerSpec& server, const McpPlace& place);
  ~StdioTransport() override;

  Result<Json> Exchange(const McpRequest& request, std::int64_t until_ms, const std::stop_token& stop) override;
  void Notify(const Json& notification) override { Send(notification, SteadyMs() + kNotifyMs); }
  void Agree(const McpVersion&) override {}
  void AnswerWith(Answerer answerer) override;
  void Listen() override {}  // it always does
  bool answers_any_request() const override { return false; }

 private:
  void Run(ProcessSpec command, const std::stop_token& stop);
  void Take(std::string_view line);
  void Answer(const Json& request);
  bool Send(const Json& message, std::int64_t until_ms) { return input_->Write(message.Dump() + "\n", until_ms); }

  std::shared_ptr<ProcessInput> input_;

  std::mutex mutex_;  // guards what follows
  std::condition_variable_any changed_;
  Answerer answerer_;
  std::vector<Json> early_;  // requests of the server from before we had an answerer
  std::set<std::int64_t> waiting_;
  std::map<std::int64_t, Json> answers_;
  std::string ended_;  // why there are no more messages

  std::jthread process_;  // last: it uses everything above
};

StdioTransport::StdioTransport(const McpServerSpec& server, const McpPlace& place) {
  auto input = ProcessInput::Make();
  if (!input) {
    ended_ = input.error().message;
    return;
  }
  input_ = *std::move(input);
  ProcessSpec command;
  command.argv = server.command;
  command.cwd = place.cwd;
  command.env = place.env;
  for (const auto& [name, value] : server.env) command.env[name] = value;
  command.unset = place.withheld;  // unless its file passes them
  command.sandbox = place.sandbox;
  command.input = input_;
  command.grace = kPoliteEnd;
  command.keep_head = 0;
  command.keep_tail = 4096;  // of its error output
  command.marker = {"FORGE_MCP_SERVER_KEY", NewProcessKey()};
  auto thread = StartThread(
      [this, command = std::move(command)](const std::stop_token& stop) mutable { Run(std::move(command), stop); });
  if (thread) {
    process_ = *std::move(thread);
  } else {
    ended_ = "the machine has no thread left for it";
  }
}

// A proper server ends when its input ends; others are killed.
StdioTransport::~StdioTransport() {
  if (input_) input_->Close();
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, kPoliteEnd, [&] { return !ended_.empty(); });
}

void StdioTransport::Run(ProcessSpec command, const std::stop_token& stop) {
  StreamLines lines(kLongestMessage, [this](std::string_view line) { Take(line); }, [](std::size_t) {});
  command.on_stdout = [&](std::string_view chunk) { lines.Feed(chunk); };
  const auto result = RunProcess(command, stop);
  std::string why = "it has ended";
  if (!result) {
    why = Describe(result.error());
  } else if (const std::string_view said = Trim(result->err); !said.empty()) {
    why += ": " + ValidUtf8(KeepHeadAndTail(said, 0, 300));
  }
  input_->Close();
  const std::scoped_lock lock(mutex_);
  ended_ = std::move(why);
  changed_.notify_all();
}

// Lines that are not messages are skipped: some programs print a banner.
void StdioTransport::Take(std::string_view line) {
  auto message = ParseJson(line);
  if (!message || !message->is_object()) return;
  if (message->Has("method")) {
    if (message->Has("id")) Answer(*message);
    return;
  }
  const std::int64_t id = (*message)["id"].AsInt(-1);
  const std::scoped_lock lock(mutex_);
  if (!waiting_.contains(id)) return;
  answers_[id] = *std::move(message);
  changed_.notify_all();
}

void StdioTransport::AnswerWith(Answerer answerer) {
  std::vector<Json> early;
  {
    const std::scoped_lock lock(mutex_);
    answerer_ = std::move(answerer);
    early = std::exchange(early_, {});
  }
  for (const Json& request : early) Notify(answerer_(request));
}

void StdioTransport::Answer(const Json& request) {
  Answerer answerer;
  {
    const std::scoped_lock lock(mutex_);
    if (!answerer_) early_.push_back(request);
    answerer = answerer_;
  }
  if (answerer) Notify(answerer(request));
}

Result<Json> StdioTransport::Exchange(const McpRequest& request, std::int64_t until_ms, const std::stop_token& stop) {
  const std::int64_t id = request.id;
  std::unique_lock lock(mutex_);
  if (!ended_.empty()) return Fail(Code::kUnavailable, ended_);
  waiting_.insert(id);
  lock.unlock();
  const bool sent = Send(request.message, until_ms);
  lock.lock();
  const auto left = std::chrono::milliseconds(std::max<std::int64_t>(0, until_ms - SteadyMs()));
  const auto done = [&] { return !ended_.empty() || answers_.contains(id); };
  // If sending failed, the end of the process, which we will notice soon, gives the reason.
  changed_.wait_for(lock, stop, sent ? left : std::min(left, kPoliteEnd), done);
  waiting_.erase(id);
  const auto found = answers_.find(id);
  if (found == answers_.end()) {
    if (!ended_.empty()) return Fail(Code::kUnavailable, ended_);
    if (stop.stop_requested()) return Fail(Code::kCancelled, "stopped on request");
    return Fail(Code::kIo, sent ? "no answer in time" : "it does not read its input");
  }
  Json answer = std::move(found->second);
  answers_.erase(found);
  return answer;
}

}  // namespace

std::unique_ptr<McpTransport> MakeStdioTransport(const McpServerSpec& server, const McpPlace& place) {
  return std::make_unique<StdioTransport>(server, place);
}

}  // namespace forge
