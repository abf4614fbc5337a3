#include "workspace/kept_git.h"

#include <utility>

#include "os/process/process.h"
#include "os/process/process_input.h"
#include "os/system.h"
#include "os/thread.h"

namespace forge {
namespace {

constexpr std::chrono::seconds kLongestTurn{2};  // of the others: an answer takes milliseconds, and so does another git

}  // namespace

KeptGit::~KeptGit() {
  std::lock_guard alone(one_at_a_time_);
  End();
}

bool KeptGit::Ask(const GitQuestion& question, const std::function<bool(std::string_view)>& is_right) {
  std::unique_lock alone(one_at_a_time_, kLongestTurn);
  if (!alone || is_useless_ || !Start()) return false;
  if (is_right(Talk(question))) {
    has_answered_ = true;
    return true;
  }
  is_useless_ = !has_answered_;
  End();
  return false;
}

std::string KeptGit::Talk(const GitQuestion& question) {
  {
    std::lock_guard guard(mutex_);
    answer_.clear();
    longest_ = question.longest;
    is_too_long_ = false;
  }
  if (!input_->Write(question.text, SteadyMs() + question.patience.count())) return "";
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, question.patience, [&] { return !is_running_ || is_too_long_ || IsComplete(question); });
  return is_too_long_ ? "" : std::exchange(answer_, "");
}

bool KeptGit::IsComplete(const GitQuestion& question) const {
  return question.end.empty() ? answer_.size() >= question.answer_size : answer_.ends_with(question.end);
}

bool KeptGit::Start() {
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
  ProcessSpec command = git_.Command(args_);
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
  if (!greeting_) return true;
  if (Talk(greeting_->question) == greeting_->answer) {
    has_answered_ = true;
    return true;
  }
  is_useless_ = !has_answered_;
  End();
  return false;
}

void KeptGit::End() {
  if (input_) input_->Close();
  if (process_.joinable()) {
    std::unique_lock lock(mutex_);
    // One that does not end with its input is killed.
    if (!changed_.wait_for(lock, longest_end_, [&] { return !is_running_; })) process_.request_stop();
    lock.unlock();
    process_.join();
  }
  input_.reset();
}

void KeptGit::Serve(const ProcessSpec& command, const std::stop_token& stop) {
  ProcessSpec spec = command;
  spec.on_stdout = [this](std::string_view chunk) { Take(chunk); };
  (void)RunProcess(spec, stop);  // how it ended does not matter: the caller asks another git
  std::lock_guard guard(mutex_);
  is_running_ = false;
  changed_.notify_all();
}

void KeptGit::Take(std::string_view chunk) {
  std::lock_guard guard(mutex_);
  is_too_long_ = is_too_long_ || (longest_ > 0 && answer_.size() + chunk.size() > longest_);
  if (is_too_long_) {
    answer_.clear();
  } else {
    answer_ += chunk;
  }
  changed_.notify_all();
}

}  // namespace forge
