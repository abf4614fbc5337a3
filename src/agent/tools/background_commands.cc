#include "agent/tools/background_commands.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <optional>
#include <thread>
#include <utility>

#include "base/strings.h"
#include "os/system.h"
#include "os/thread.h"

namespace forge {
namespace {

constexpr std::size_t kMostRunning = 8;
constexpr std::size_t kMostUnseen = std::size_t{256} << 10;  // bytes of output; older ones are dropped

std::string HowItEnded(const ProcessResult& result) {
  switch (result.end) {
    case ProcessEnd::kExited: return fmt::format("Exit code {}", result.exit_code);
    case ProcessEnd::kSignalled: return fmt::format("Killed by signal {}", result.signal);
    case ProcessEnd::kCancelled: return "Ended on request";
    case ProcessEnd::kTimedOut:
    case ProcessEnd::kNoFirstOutput:
    case ProcessEnd::kSilent: break;
  }
  return "Ended at the unit's deadline";
}

}  // namespace

struct BackgroundCommands::Command {
  std::string name, line;

  std::mutex mutex;  // guards news
  std::condition_variable_any changed;
  BackgroundNews news;

  std::jthread thread;  // last: it uses everything above

  void Take(std::string_view chunk) {
    const std::scoped_lock lock(mutex);
    news.output += chunk;
    if (news.output.size() > kMostUnseen) {
      const std::size_t dropped = news.output.size() - kMostUnseen / 2;
      news.output.erase(0, dropped);
      news.left_out += dropped;
    }
    changed.notify_all();
  }
  void Finish(const Result<ProcessResult>& result) {
    const std::scoped_lock lock(mutex);
    news.ended = true;
    news.ok = result && result->ok();
    news.end = result ? HowItEnded(*result) : Describe(result.error());
    changed.notify_all();
  }
  // The end stays known; the output is told once.
  BackgroundNews TakeNews() {
    BackgroundNews told = news;
    news.output.clear();
    news.left_out = 0;
    return told;
  }
};

BackgroundCommands::BackgroundCommands() = default;

BackgroundCommands::~BackgroundCommands() {
  // All at once: each may need its time to end.
  for (const auto& command : commands_) command->thread.request_stop();
}

Result<std::string> BackgroundCommands::Start(ProcessSpec command, const std::string& line) {
  const std::scoped_lock lock(mutex_);
  const auto running = std::ranges::count_if(commands_, [](const auto& one) {
    const std::scoped_lock one_lock(one->mutex);
    return !one->news.ended;
  });
  if (static_cast<std::size_t>(running) >= kMostRunning)
    return Fail(Code::kInvalid, fmt::format("{} commands run in the background already", running), "end one of them");
  auto made = std::make_unique<Command>();
  made->name = fmt::format("bash_{}", commands_.size() + 1);
  made->line = line;
  command.keep_head = command.keep_tail = 0;
  command.on_stdout = [one = made.get()](std::string_view chunk) { one->Take(chunk); };
  auto thread = StartThread([one = made.get(), command = std::move(command)](const std::stop_token& stop) {
    one->Finish(RunProcess(command, stop));
  });
  if (!thread) return Fail(Code::kUnavailable, "the machine has no thread left for it");
  made->thread = *std::move(thread);
  commands_.push_back(std::move(made));
  return commands_.back()->name;
}

Result<BackgroundCommands::Command*> BackgroundCommands::Find(const std::string& name) {
  const std::scoped_lock lock(mutex_);
  if (name.empty() && commands_.size() == 1) return commands_.front().get();
  std::vector<std::string> known;
  for (const auto& command : commands_) {
    if (command->name == name) return command.get();
    known.push_back(fmt::format("{} ({})", command->name, command->line));
  }
  if (known.empty()) return Fail(Code::kNotFound, "no command was started in the background");
  return Fail(Code::kNotFound, fmt::format("there is no command {} in the background; there are {}",
                                           name.empty() ? "without a name" : name, Join(known, ", ")));
}

Result<BackgroundNews> BackgroundCommands::Look(const std::string& name, const std::string& text, std::int64_t until_ms,
                                                const std::stop_token& stop) {
  Command* command = TRY(Find(name));
  std::unique_lock lock(command->mutex);
  const auto left = std::chrono::milliseconds(std::max<std::int64_t>(0, until_ms - SteadyMs()));
  command->changed.wait_for(lock, stop, left, [&] {
    const BackgroundNews& news = command->news;
    return news.ended || (!text.empty() && news.output.find(text) != std::string::npos);
  });
  return command->TakeNews();
}

Result<BackgroundNews> BackgroundCommands::End(const std::string& name) {
  Command* command = TRY(Find(name));
  command->thread.request_stop();
  std::unique_lock lock(command->mutex);
  command->changed.wait(lock, [&] { return command->news.ended; });
  return command->TakeNews();
}

}  // namespace forge
