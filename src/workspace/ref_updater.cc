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

}  // namespace

RefUpdater::~RefUpdater() {
  std::lock_guard alone(one_at_a_time_);
  End();
}

bool RefUpdater::Try(std::string_view changes) {
  std::unique_lock alone(one_at_a_time_, std::try_to_lock);
  if (!alone || !Start()) return false;
  {
    std::lock_guard guard(mutex_);
    answer_.clear();
  }
  const std::string text = "start\n" + std::string(changes) + "commit\n";
  bool moved = input_->Write(text, SteadyMs() + std::chrono::milliseconds(kLongestMove).count());
  if (moved) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, kLongestMove, [&] { return !is_running_ || answer_.size() >= kMoved.size(); });
    moved = answer_ == kMoved;
  }
  if (!moved) End();  // git ends after a failure
  return moved;
}

bool RefUpdater::Start() {
  {
    std::lock_guard guard(mutex_);
    if (is_running_) return true;
  }
  End();
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
  if (thread) {
    process_ = *std::move(thread);
    return true;
  }
  std::lock_guard guard(mutex_);
  is_running_ = false;
  return false;
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
