#include "agent/acp/acp_connection.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "agent/vendors/stream_lines.h"
#include "base/strings.h"
#include "os/system.h"
#include "os/thread.h"

namespace forge {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t kLongestAcpLine = std::size_t{32} << 20;
// Of what nobody has taken yet; then the agent waits. One that talks faster than we listen must not fill the memory.
constexpr std::size_t kMostWaitingBytes = std::size_t{8} << 20;
constexpr std::size_t kMostWaiting = 10'000;
// Of what it has not read yet.
constexpr std::size_t kMostUnsentBytes = std::size_t{64} << 20;
constexpr std::size_t kSentPiece = std::size_t{64} << 10;
constexpr std::int64_t kPieceMs = 30'000;   // it may work on something else meanwhile
constexpr milliseconds kEndByItself{2000};  // after the end of its input
constexpr std::string_view kDeafWords = "it does not read what Forge sends";

}  // namespace

AcpConnection::AcpConnection(ProcessSpec command) {
  auto input = ProcessInput::Make();
  if (!input) {
    ended_ = std::unexpected(input.error());
    return;
  }
  input_ = *std::move(input);
  command.input = input_;
  sender_ = StartThread([this](const std::stop_token& stop) { SendAll(stop); });
  if (sender_) {
    process_ = StartThread(
        [this, command = std::move(command)](const std::stop_token& stop) mutable { Run(std::move(command), stop); });
  }
  const std::scoped_lock lock(mutex_);
  if (!process_) ended_ = Fail(Code::kExhausted, "the machine has no thread left for the agent");
}

AcpConnection::~AcpConnection() { End(); }

void AcpConnection::Run(ProcessSpec command, const std::stop_token& stop) {
  StreamLines lines(
      kLongestAcpLine, [&](std::string_view line) { TakeLine(line, stop); },
      [this](std::size_t bytes) { Post({AcpNews::Kind::kTooLong, {}, "", bytes}); });
  command.on_stdout = [&](std::string_view chunk) { lines.Feed(chunk); };
  auto result = RunProcess(command, stop);
  lines.Finish();
  input_->Close();
  const std::scoped_lock lock(mutex_);
  ended_ = std::move(result);
  changed_.notify_all();
}

void AcpConnection::TakeLine(std::string_view line, const std::stop_token& stop) {
  line = Trim(line);
  if (line.empty()) return;
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, stop, [&] { return waiting_bytes_ < kMostWaitingBytes && news_.size() < kMostWaiting; });
    if (stop.stop_requested()) return;
  }
  auto message = line.front() == '{' ? ParseJson(line) : Result<Json>(Json());
  if (message && message->is_object()) {
    Post({AcpNews::Kind::kMessage, *std::move(message), "", line.size()});
  } else {
    Post({AcpNews::Kind::kStrange, {}, ValidUtf8(KeepHeadAndTail(line, 300, 100)), line.size()});
  }
}

void AcpConnection::Post(AcpNews news) {
  const std::scoped_lock lock(mutex_);
  waiting_bytes_ += news.bytes;
  news_.push_back(std::move(news));
  changed_.notify_all();
}

void AcpConnection::Send(const Json& message) {
  std::string text = message.Dump() + "\n";
  const std::scoped_lock lock(mutex_);
  if (!deaf_.empty()) return;
  if (unsent_bytes_ >= kMostUnsentBytes) {
    deaf_ = fmt::format("{}: {} MB wait for it", kDeafWords, unsent_bytes_ >> 20U);
    changed_.notify_all();
    return;
  }
  unsent_bytes_ += text.size();
  unsent_.push_back(std::move(text));
  to_send_.notify_all();
}

void AcpConnection::SendAll(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (to_send_.wait(lock, stop, [&] { return !unsent_.empty(); })) {
    const std::string text = std::move(unsent_.front());
    unsent_.pop_front();
    lock.unlock();
    const bool written = Write(text);
    lock.lock();
    unsent_bytes_ -= text.size();
    if (written) continue;
    // After half a message nothing more can be sent. Its end says more than that it does not read.
    changed_.wait_for(lock, stop, kEndByItself, [&] { return ended_.has_value(); });
    if (deaf_.empty()) deaf_ = kDeafWords;
    unsent_.clear();
    changed_.notify_all();
    return;
  }
}

bool AcpConnection::Write(std::string_view text) {
  for (; !text.empty(); text.remove_prefix(std::min(kSentPiece, text.size()))) {
    if (!input_->Write(text.substr(0, kSentPiece), SteadyMs() + kPieceMs)) return false;
  }
  return true;
}

AcpNews AcpConnection::Next(std::int64_t until_ms, const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  const auto any = [&] { return !news_.empty() || ended_.has_value() || !deaf_.empty(); };
  if (until_ms > 0) {
    const milliseconds left(std::max<std::int64_t>(0, until_ms - SteadyMs()));
    changed_.wait_for(lock, stop, left, any);
  } else {
    changed_.wait(lock, stop, any);
  }
  if (stop.stop_requested()) return {AcpNews::Kind::kStop, {}, "", 0};
  if (!ended_ && !deaf_.empty()) return {AcpNews::Kind::kDeaf, {}, deaf_, 0};
  if (!news_.empty()) {
    AcpNews news = std::move(news_.front());
    news_.pop_front();
    waiting_bytes_ -= news.bytes;
    changed_.notify_all();
    return news;
  }
  return {ended_ ? AcpNews::Kind::kEnd : AcpNews::Kind::kTime, {}, "", 0};
}

void AcpConnection::End() {
  if (!process_) return;
  sender_->request_stop();
  input_->Close();
  {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, kEndByItself, [&] { return ended_.has_value(); });
  }
  process_->request_stop();
  process_->join();
  process_.reset();
}

}  // namespace forge
