#include "surface/mcp/transport/http_door.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

namespace forge::mcp {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kMoment{100};  // how late the end of the server, or of a time limit, is noticed
constexpr milliseconds kNow{0};
constexpr milliseconds kToLeave{1'000};
constexpr std::size_t kMostDropped = std::size_t{4} << 20;
constexpr int kWelcomed = 64;  // before those who were there are heard again

}  // namespace

void HttpDoor::Attend(Listener& listener) {
  std::vector<const Connection*> connections;
  for (const Waiting& one : line_) connections.push_back(&one.visitor.connection);
  const Listener::News news = listener.Await(connections, kMoment);
  auto one = line_.begin();
  // First those who are there: who has brought its head gives way to nobody.
  for (const bool heard : news.heard) {
    const bool stays = heard ? Hear(*one) : IsInTime(*one);
    one = stays ? std::next(one) : line_.erase(one);
  }
  if (news.visitor) Welcome(listener);
}

std::optional<Connection> HttpDoor::Accept(Listener& listener) {
  auto connection = listener.Accept(kNow);
  if (connection || !listener.lacks_handle() || line_.empty()) return connection;
  GiveWay();
  return listener.Accept(kNow);
}

void HttpDoor::Welcome(Listener& listener) {
  for (int i = 0; i < kWelcomed; ++i) {
    auto connection = Accept(listener);
    if (!connection) return;
    if (line_.size() >= limits_.waiting) GiveWay();
    line_.push_back({{*std::move(connection)}, callbacks_.now_ms() + limits_.idle.count()});
    // What it sent before it was accepted.
    if (!Hear(line_.back())) line_.pop_back();
  }
}

// The oldest of the address that has most, so that one machine does not drive out the others.
void HttpDoor::GiveWay() {
  std::map<std::string, int> of_client;
  for (const Waiting& one : line_) ++of_client[one.visitor.connection.peer()];
  const auto most = std::ranges::max_element(of_client, {}, &std::pair<const std::string, int>::second);
  const auto oldest =
      std::ranges::find_if(line_, [&](const Waiting& one) { return one.visitor.connection.peer() == most->first; });
  // What it sent meanwhile counts.
  if (Hear(*oldest) && !oldest->leaves && !oldest->visitor.bytes.empty()) TurnAway(*oldest, WriteRefusal(503));
  line_.erase(oldest);
}

bool HttpDoor::Hear(Waiting& one) {
  if (one.leaves) return Drain(one);
  const std::size_t looked = one.visitor.bytes.size();
  switch (one.visitor.connection.Read(one.visitor.bytes, kNow)) {
    case Connection::Got::kNothing: return IsInTime(one);
    case Connection::Got::kEnd: return false;
    case Connection::Got::kBytes: break;
  }
  if (looked == 0) one.until_ms = callbacks_.now_ms() + limits_.head.count();
  return HearHead(one, looked);
}

bool HttpDoor::HearHead(Waiting& one, std::size_t looked) {
  Visitor& visitor = one.visitor;
  if (!visitor.reader) visitor.reader = std::make_unique<RequestReader>(limits_.body);
  auto head = visitor.reader->TakeHead(visitor.bytes, looked);
  if (!head) return TurnAway(one, WriteRefusal(head.error()));
  if (!*head) return IsInTime(one);
  visitor.request = **std::move(head);
  visitor.request.local = visitor.connection.local();
  if (auto words = callbacks_.refuse(visitor.request)) return TurnAway(one, *words);
  return !callbacks_.enter(visitor) && TurnAway(one, WriteRefusal(503));
}

// Closed with bytes unread the connection would be reset, and the client never see the last words.
bool HttpDoor::Drain(Waiting& one) {
  std::string dropped;
  if (one.visitor.connection.Read(dropped, kNow) == Connection::Got::kEnd) return false;
  one.dropped += dropped.size();
  return one.dropped < kMostDropped && IsInTime(one);
}

bool HttpDoor::IsInTime(Waiting& one) {
  if (callbacks_.now_ms() < one.until_ms) return true;
  return !one.leaves && !one.visitor.bytes.empty() && TurnAway(one, WriteRefusal(408));
}

bool HttpDoor::TurnAway(Waiting& one, const std::string& words) {
  if (!one.visitor.connection.Write(words, kNow)) return false;
  one.visitor.connection.EndOutput();
  one.leaves = true;
  one.visitor.bytes.clear();
  one.visitor.reader.reset();
  one.until_ms = callbacks_.now_ms() + kToLeave.count();
  return true;
}

}  // namespace forge::mcp
