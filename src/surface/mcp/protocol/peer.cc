#include "surface/mcp/protocol/peer.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace forge::mcp {
namespace {

std::string_view NotificationFor(Change::Kind kind) {
  switch (kind) {
    case Change::Kind::kTools: return "notifications/tools/list_changed";
    case Change::Kind::kPrompts: return "notifications/prompts/list_changed";
    case Change::Kind::kResources: return "notifications/resources/list_changed";
    case Change::Kind::kResource: return "notifications/resources/updated";
  }
  return "";
}

bool IsWanted(const Json& filter, const Change& change) {
  switch (change.kind) {
    case Change::Kind::kTools: return filter["toolsListChanged"].AsBool();
    case Change::Kind::kPrompts: return filter["promptsListChanged"].AsBool();
    case Change::Kind::kResources: return filter["resourcesListChanged"].AsBool();
    case Change::Kind::kResource:
      return std::ranges::any_of(filter["resourceSubscriptions"].AsArray(),
                                 [&](const Json& uri) { return uri.AsString() == change.uri; });
  }
  return false;
}

Json ParamsFor(const Change& change) {
  return change.kind == Change::Kind::kResource ? Json::MakeObject().Set("uri", change.uri) : Json();
}

// The resources whose mark is another one now; from then on that is the one that the client knows.
std::vector<std::string> TakeChanged(const std::map<std::string, std::string>& now,
                                     std::map<std::string, std::string>& known) {
  std::vector<std::string> changed;
  for (auto& [uri, mark] : known) {
    const auto found = now.find(uri);
    if (found == now.end() || found->second == mark) continue;
    mark = found->second;
    changed.push_back(uri);
  }
  return changed;
}

}  // namespace

Era Peer::era() const {
  const std::scoped_lock lock(mutex_);
  return era_;
}

void Peer::Pin(Era era) {
  const std::scoped_lock lock(mutex_);
  era_ = era;
}

void Peer::Greet(Greeting greeting) {
  const std::scoped_lock lock(mutex_);
  greeting_ = std::move(greeting);
}

std::optional<Peer::Greeting> Peer::greeting() const {
  const std::scoped_lock lock(mutex_);
  return greeting_;
}

void Peer::SetLogSeverity(int severity) {
  const std::scoped_lock lock(mutex_);
  log_severity_ = severity;
}

int Peer::log_severity() const {
  const std::scoped_lock lock(mutex_);
  return log_severity_;
}

std::optional<std::stop_token> Peer::Begin(const Json& id) {
  const std::scoped_lock lock(mutex_);
  const auto [place, added] = in_flight_.try_emplace(id.Dump());
  if (!added) return std::nullopt;
  if (gone_) place->second.request_stop();
  return place->second.get_token();
}

bool Peer::End(const Json& id) {
  const std::scoped_lock lock(mutex_);
  const std::string key = id.Dump();
  listeners_.erase(key);
  const auto place = in_flight_.find(key);
  if (place == in_flight_.end()) return false;
  const bool wanted = !place->second.stop_requested();
  in_flight_.erase(place);
  if (wanted) ++answering_;
  ended_.notify_all();
  return wanted;
}

void Peer::Answered() {
  const std::scoped_lock lock(mutex_);
  --answering_;
  ended_.notify_all();
}

void Peer::Cancel(const Json& id) {
  std::stop_source source(std::nostopstate);
  std::shared_ptr<Outlet> listener;
  {
    const std::scoped_lock lock(mutex_);
    const std::string key = id.Dump();
    const auto place = in_flight_.find(key);
    if (place == in_flight_.end()) return;
    source = place->second;
    // No job works on a stream that only listens, so it ends here.
    if (auto open = listeners_.find(key); open != listeners_.end()) {
      listener = std::move(open->second.outlet);
      listeners_.erase(open);
      in_flight_.erase(place);
    }
  }
  source.request_stop();  // not under the lock: callbacks run here
  if (listener) listener->Drop();
}

std::optional<Message> Peer::Request(Outlet& outlet, std::string_view method, const Json& params, std::stop_token stop,
                                     std::optional<std::chrono::milliseconds> most) {
  std::unique_lock lock(mutex_);
  if (gone_ || mute_) return std::nullopt;
  const Json id = fmt::format("forge-{}", ++asked_);
  const std::string key = id.Dump();
  waiting_[key];
  lock.unlock();
  outlet.Send(MakeRequest(id, method, params));
  lock.lock();
  const auto over = [&] { return gone_ || mute_ || waiting_[key].done; };
  const bool done =
      most ? answered_.wait_for(lock, std::move(stop), *most, over) : answered_.wait(lock, std::move(stop), over);
  Waiting waited = std::move(waiting_[key]);
  waiting_.erase(key);
  if (!done || !waited.done) return std::nullopt;
  return std::move(waited.response);
}

void Peer::Resolve(const Message& response) {
  const std::scoped_lock lock(mutex_);
  const auto place = waiting_.find(response.id.Dump());
  if (place == waiting_.end()) return;  // too late, or never asked
  place->second = {true, response};
  answered_.notify_all();
}

void Peer::Subscribe(const std::string& uri, const std::string& mark) {
  const std::scoped_lock lock(mutex_);
  subscriptions_.try_emplace(uri, mark);
}

void Peer::Unsubscribe(const std::string& uri) {
  const std::scoped_lock lock(mutex_);
  subscriptions_.erase(uri);
}

void Peer::Listen(const Json& id, const Json& filter, const std::map<std::string, std::string>& marks,
                  std::shared_ptr<Outlet> outlet) {
  const std::scoped_lock lock(mutex_);
  listeners_[id.Dump()] = {id, filter, marks, std::move(outlet)};
}

std::set<std::string> Peer::watched() const {
  const std::scoped_lock lock(mutex_);
  std::set<std::string> uris;
  for (const auto& [uri, mark] : subscriptions_) uris.insert(uri);
  for (const auto& [key, listener] : listeners_) {
    for (const auto& [uri, mark] : listener.marks) uris.insert(uri);
  }
  return uris;
}

bool Peer::listens() const {
  const std::scoped_lock lock(mutex_);
  return !subscriptions_.empty() || !listeners_.empty();
}

bool Peer::busy() const {
  const std::scoped_lock lock(mutex_);
  return !in_flight_.empty() || answering_ > 0;
}

void Peer::Tell(const Change& change) {
  std::vector<std::pair<std::shared_ptr<Outlet>, Json>> to_send;
  {
    const std::scoped_lock lock(mutex_);
    if (gone_) return;
    const std::string_view method = NotificationFor(change.kind);
    for (const auto& [key, listener] : listeners_) {
      if (!IsWanted(listener.filter, change)) continue;
      Json params = ParamsFor(change);
      params.Set("_meta", Json::MakeObject().Set(std::string(kSubscriptionKey), listener.id));
      to_send.emplace_back(listener.outlet, MakeNotification(method, std::move(params)));
    }
    const bool wanted = change.kind != Change::Kind::kResource || subscriptions_.contains(change.uri);
    if (greeting_ && aside_ && wanted) to_send.emplace_back(aside_, MakeNotification(method, ParamsFor(change)));
  }
  for (const auto& [outlet, message] : to_send) outlet->Send(message);
}

void Peer::TellMarks(const std::map<std::string, std::string>& now) {
  std::vector<std::pair<std::shared_ptr<Outlet>, Json>> to_send;
  {
    const std::scoped_lock lock(mutex_);
    if (gone_) return;
    constexpr std::string_view kUpdated = "notifications/resources/updated";
    for (const std::string& uri : TakeChanged(now, subscriptions_)) {
      if (aside_) to_send.emplace_back(aside_, MakeNotification(kUpdated, Json::MakeObject().Set("uri", uri)));
    }
    for (auto& [key, listener] : listeners_) {
      for (const std::string& uri : TakeChanged(now, listener.marks)) {
        Json params = Json::MakeObject().Set("uri", uri);
        params.Set("_meta", Json::MakeObject().Set(std::string(kSubscriptionKey), listener.id));
        to_send.emplace_back(listener.outlet, MakeNotification(kUpdated, std::move(params)));
      }
    }
  }
  for (const auto& [outlet, message] : to_send) outlet->Send(message);
}

void Peer::TellLog(std::string_view level, const Json& params) {
  std::shared_ptr<Outlet> outlet;
  {
    const std::scoped_lock lock(mutex_);
    if (gone_ || !greeting_ || log_severity_ < 0 || LogSeverity(level) < log_severity_) return;
    outlet = aside_;
  }
  if (outlet) outlet->Send(MakeNotification("notifications/message", params));
}

void Peer::EndInput() {
  const std::scoped_lock lock(mutex_);
  mute_ = true;
  answered_.notify_all();
}

void Peer::WaitIdle(std::chrono::milliseconds most) {
  std::unique_lock lock(mutex_);
  ended_.wait_for(lock, most, [this] { return answering_ == 0 && in_flight_.size() == listeners_.size(); });
}

void Peer::Leave() {
  std::vector<std::stop_source> sources;
  {
    const std::scoped_lock lock(mutex_);
    gone_ = true;
    aside_.reset();
    listeners_.clear();
    for (auto& [key, source] : in_flight_) sources.push_back(source);
    answered_.notify_all();
  }
  for (std::stop_source& source : sources) source.request_stop();
}

}  // namespace forge::mcp
