#include "surface/mcp/transport/http_sessions.h"

#include <iterator>
#include <vector>

namespace forge::mcp {
namespace {

constexpr HttpStream::Bounds kAside = {.waiting = 1000, .kept = 100};
constexpr std::size_t kMostEnded = 16;  // streams whose answer was sent

}  // namespace

HttpSession::HttpSession() : aside(std::make_shared<HttpStream>(kAside)) {}

std::uint64_t HttpSession::Keep(std::shared_ptr<HttpStream> stream) {
  const std::scoped_lock lock(mutex_);
  std::vector<std::uint64_t> ended;  // the oldest first
  for (const auto& [name, one] : streams_) {
    if (one->ended()) ended.push_back(name);
  }
  for (std::size_t i = 0; i + kMostEnded <= ended.size(); ++i) streams_.erase(ended[i]);
  streams_.emplace(++named_, std::move(stream));
  return named_;
}

std::shared_ptr<HttpStream> HttpSession::Find(std::uint64_t stream) {
  if (stream == 0) return aside;
  const std::scoped_lock lock(mutex_);
  const auto found = streams_.find(stream);
  return found == streams_.end() ? nullptr : found->second;
}

void HttpSession::End() {
  peer->Leave();
  aside->Drop();
}

bool HttpSessions::Add(const std::string& name, std::shared_ptr<HttpSession> session) {
  Table gone;
  {
    const std::scoped_lock lock(mutex_);
    gone = TakeIdle();
    if (sessions_.size() >= limits_.most) {
      auto oldest = sessions_.end();
      for (auto one = sessions_.begin(); one != sessions_.end(); ++one) {
        if (one->second->InUse()) continue;
        if (oldest == sessions_.end() || one->second->used_at_ms_ < oldest->second->used_at_ms_) oldest = one;
      }
      if (oldest == sessions_.end()) return false;
      gone.insert(sessions_.extract(oldest));
    }
    session->used_at_ms_ = now_ms_();
    sessions_.emplace(name, std::move(session));
  }
  End(gone);
  return true;
}

std::shared_ptr<HttpSession> HttpSessions::Find(const std::string& name) {
  Table gone;
  std::shared_ptr<HttpSession> lent;
  {
    const std::scoped_lock lock(mutex_);
    gone = TakeIdle();
    if (const auto found = sessions_.find(name); found != sessions_.end()) {
      ++found->second->users_;
      lent = std::shared_ptr<HttpSession>(found->second.get(), [this, held = found->second](HttpSession* session) {
        const std::scoped_lock relock(mutex_);
        --session->users_;
        session->used_at_ms_ = now_ms_();
      });
    }
  }
  End(gone);
  return lent;
}

void HttpSessions::Remove(const std::string& name) {
  Table gone;
  {
    const std::scoped_lock lock(mutex_);
    if (const auto found = sessions_.find(name); found != sessions_.end()) gone.insert(sessions_.extract(found));
  }
  End(gone);
}

void HttpSessions::EndAll() {
  Table all;
  {
    const std::scoped_lock lock(mutex_);
    all.swap(sessions_);
  }
  End(all);
}

HttpSessions::Table HttpSessions::TakeIdle() {
  Table idle;
  const std::int64_t since = now_ms_() - limits_.idle.count();
  for (auto one = sessions_.begin(); one != sessions_.end();) {
    const auto next = std::next(one);
    if (one->second->used_at_ms_ < since && !one->second->InUse()) idle.insert(sessions_.extract(one));
    one = next;
  }
  return idle;
}

// Not under the lock: what is cancelled runs callbacks.
void HttpSessions::End(const Table& sessions) {
  for (const auto& [name, session] : sessions) session->End();
}

}  // namespace forge::mcp
