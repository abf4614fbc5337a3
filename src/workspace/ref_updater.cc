#include "workspace/ref_updater.h"

#include <chrono>
#include <utility>

#include "os/process/process.h"
#include "os/process/process_input.h"
#include "os/system.h"
#include "os/thread.h"

namespace forge {
namespace {

constexpr std::chrono::seconds kLongestMove{60};  // git waits for locks, and a disk may be slow
constexpr std::string_view kMoved = "start: ok\ncommit: ok\n";
constexpr std::chrono::seconds kLongestGreeting{20};
constexpr std::string_view kGreeted = "start: ok\nabort: ok\n";

}  // namespace

RefUpdater::~RefUpdater() {
  std::lock_guard alone(one_at_a_time_);
  End();
}

bool RefUpdater::Try(std::string_view changes) {
  std::unique_lock alone(one_at_a_time_, std::try_to_lock);
  if (!alone || is_useless_ || !Start()) return false;
  const bool moved = Ask("start\n" + std::string(changes) + "commit\n", kMoved, kLongestMove);
  if (!moved) End();  // git ends after a failure
  return moved;
}

bool RefUpdater::Ask(const std::string& text, std::string_view wanted, std::chrono::milliseconds patience) {
  {
    std::lock_guard guard(mutex_);
    answer_.clear();
  }
  if (!input_->Write(text, SteadyMs() + patience.count())) return false;
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, patience, [&] { return !is_running_ || answer_.size() >= wanted.size(); });
  return answer_ == wanted;
}

bool RefUpdater::Start() {
  const auto config = VersionOf(config_);
  if (!config) return false;
  {
    std::lock_guard guard(mutex_);
    if (is_running_ && config_then_ == *config) return true;
  }
  End();
  config_then_ = *config;
  auto input = ProcessInput::Make();
  if (!input) return false;
  input_ = *std::move(input);
  ProcessSpec command = git_.Command({"update-ref", "--stdin"});
  command.input = input_;
  command.timeout = {};
  {
    std::lock_guard guard(mutex_);
    is_running_ = true;
  }
  auto thread =
      StartThread([this, command = std::move(command)](const std::stop_token& stop) mutable { Serve(command, stop); });
  if (!thread) {
    std::lock_guard guard(mutex_);
    is_running_ = false;
    return false;
  }
  process_ = *std::move(thread);
  // A script in git's place may read all of its input before it does anything.
  is_useless_ = !Ask("start\nabort\n", kGreeted, kLongestGreeting);
  if (is_useless_) End();
  return !is_useless_;
}

void RefUpdater::End() {
  if (input_) input_->Close();
  if (process_.joinable()) {
    std::unique_lock lock(mutex_);
    // One that does not end with its input is killed.
    if (!changed_.wait_for(lock, kLongestMove, [&] { return !is_running_; })) process_.request_stop();
    lock.unlock();
    process_.join();
  }
  input_.reset();
}

void RefUpdater::Serve(const ProcessSpec& command, const std::stop_token& stop) {
  ProcessSpec spec = command;
  spec.on_stdout = [this](std::string_view chunk) { Take(chunk); };
  (void)RunProcess(spec, stop);  // how it ended does not matter: Try asks another git
  std::lock_guard guard(mutex_);
  is_running_ = false;
  changed_.notify_all();
}

void RefUpdater::Take(std::string_view chunk) {
  std::lock_guard guard(mutex_);
  answer_ += chunk;
  changed_.notify_all();
}

}  // namespace forge
