#include "agent/home/refresh_turn.h"

#include <utility>

#include "base/strings.h"
#include "os/files/files.h"
#include "os/files/private_file.h"

namespace forge {
namespace {

constexpr std::size_t kLongestShared = std::size_t{256} << 10;
constexpr std::int64_t kTurnMs = 30'000;     // a program refreshes before its first request
constexpr std::int64_t kUselessMs = 10'000;  // one that ended after that needed no refresh
constexpr std::int64_t kLongestWaitMs = 60'000;
constexpr std::int64_t kPauseMs = 100;

}  // namespace

Result<std::optional<RefreshTurn>> RefreshTurn::Await(const LoginForm& form, const std::string& source,
                                                      const std::string& locks, const TurnPatience& patience) {
  if (!patience.pause || !IsRegularFile(source)) return std::nullopt;
  const std::string real = TRY(RealPath(source));
  const std::string name = JoinPath(locks, "login-" + Sha256(real).substr(0, 16));
  for (std::int64_t waited = 0; waited < kLongestWaitMs; waited += kPauseMs) {
    std::string text = TRY(ReadFile(real, kLongestShared));
    if (!IsDue(form, text, patience.now_ms + waited)) return std::nullopt;
    if (auto lock = TRY(FileLock::Try(name + ".turn"))) {
      // It may have been refreshed right before the lock was free.
      if (TRY(ReadFile(real, kLongestShared)) != text) continue;
      if (ReadFile(name + ".tried").value_or("") == Sha256(text)) return std::nullopt;
      return RefreshTurn(real, std::move(text), name + ".tried", *std::move(lock));
    }
    if (!patience.pause(kPauseMs)) return std::nullopt;
  }
  return std::nullopt;
}

bool RefreshTurn::IsRefreshed() const {
  const auto now = ReadFile(source_, kLongestShared);
  return now && *now != text_;
}

void RefreshTurn::GiveUp() const { (void)ReplacePrivateFile(tried_, Sha256(text_)); }

bool RefreshTurn::IsOver(std::int64_t now_ms) {
  if (began_ms_ == 0) began_ms_ = now_ms;
  seen_ms_ = now_ms;
  if (IsRefreshed()) return true;
  if (now_ms - began_ms_ < kTurnMs) return false;
  GiveUp();
  return true;
}

void RefreshTurn::End() {
  if (!IsRefreshed() && seen_ms_ - began_ms_ >= kUselessMs) GiveUp();
}

}  // namespace forge
