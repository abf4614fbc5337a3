#include "surface/mcp/transport/http_server.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <utility>

#include "service/unit/worker_pool.h"

namespace forge::mcp {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kPoll{100};  // how late the end of the server is noticed
constexpr milliseconds kWriteLimit{10'000};
constexpr const char* kRetrySeconds = "10";
constexpr int kLastReads = 64;

std::string Refusal(int status) {
  std::map<std::string, std::string> headers = {{"Content-Length", "0"}, {"Connection", "close"}};
  if (status == 503) headers["Retry-After"] = kRetrySeconds;
  return WriteHead(status, headers);
}

// The last words of a connection. Closed with bytes unread it would be reset, and the client never see them.
void EndWith(Connection& connection, const std::string& words, milliseconds patience) {
  if (!connection.Write(words, patience)) return;
  connection.EndOutput();
  std::string dropped;
  const milliseconds wait = std::min(patience, kPoll);
  for (int i = 0; i < kLastReads && connection.Read(dropped, wait) == Connection::Got::kBytes; ++i) dropped.clear();
}

}  // namespace

void HttpResponse::SetContent(std::string text, std::string type) {
  body = std::move(text);
  headers["Content-Type"] = std::move(type);
}

HttpServer::Guests::iterator HttpServer::FindStranger() {
  std::map<std::string, int> strangers;
  for (const auto& guest : guests_) strangers[guest->client] += guest->stranger && !guest->must_go ? 1 : 0;
  const auto most = std::ranges::max_element(strangers, {}, [](const auto& entry) { return entry.second; });
  return std::ranges::find_if(
      guests_, [&](const auto& guest) { return guest->stranger && !guest->must_go && guest->client == most->first; });
}

std::shared_ptr<HttpServer::Guest> HttpServer::Enter(const std::string& client) {
  const std::scoped_lock lock(mutex_);
  const auto stay = std::ranges::count_if(guests_, [](const auto& guest) { return !guest->must_go; });
  if (static_cast<std::size_t>(stay) >= limits_.connections) {
    const auto stranger = FindStranger();
    // Who was told to go still holds a thread for a moment.
    if (stranger == guests_.end() || guests_.size() >= 2 * limits_.connections) return nullptr;
    (*stranger)->must_go = true;
  }
  guests_.push_back(std::make_shared<Guest>());
  guests_.back()->client = client;
  return guests_.back();
}

void HttpServer::Leave(const std::shared_ptr<Guest>& guest) {
  const std::scoped_lock lock(mutex_);
  guests_.remove(guest);
}

void HttpServer::Know(Guest& guest) {
  const std::scoped_lock lock(mutex_);
  guest.stranger = false;
}

void HttpServer::Serve(Listener& listener, const std::function<bool()>& ended) {
  WorkerPool pool;
  while (!ended()) {
    auto connection = listener.Accept(kPoll);
    if (!connection) continue;
    // Shared only because a job is copied: it has one owner at a time.
    auto one = std::make_shared<Connection>(*std::move(connection));
    const std::shared_ptr<Guest> guest = Enter(one->peer());
    if (!guest) {
      EndWith(*one, Refusal(503), milliseconds(0));
      continue;
    }
    const bool talks = pool.Run([this, one, guest]() mutable {
      Talk(*one, *guest);
      one.reset();  // first: who is told that there is room must find it
      Leave(guest);
    });
    if (talks) continue;
    Leave(guest);
    EndWith(*one, Refusal(503), milliseconds(0));
  }
  ending_ = true;
}

void HttpServer::Talk(Connection& connection, Guest& guest) {
  std::string bytes;
  while (!ending_) {
    RequestReader reader(limits_.body);
    auto request = ReceiveHead(connection, guest, bytes, reader);
    if (!request) {
      if (request.error() != 0) EndWith(connection, Refusal(request.error()), kWriteLimit);
      return;
    }
    if (auto refusal = callbacks_.refuse(*request)) {
      refusal->headers["Content-Length"] = std::to_string(refusal->body.size());
      refusal->headers["Connection"] = "close";
      return EndWith(connection, WriteHead(refusal->status, refusal->headers) + refusal->body, kWriteLimit);
    }
    Know(guest);
    if (const int status = ReceiveBody(connection, guest, bytes, reader, *request); status != 200) {
      if (status != 0) EndWith(connection, Refusal(status), kWriteLimit);
      return;
    }
    HttpResponse response = callbacks_.handle(*request);
    if (!Send(connection, *request, response) || !request->keeps_open) return;
  }
}

bool HttpServer::More(Connection& connection, const Guest& guest, std::string& bytes, std::int64_t until_ms) const {
  while (!ending_ && !guest.must_go) {
    const std::int64_t left = until_ms - callbacks_.now_ms();
    if (left <= 0) return false;
    switch (connection.Read(bytes, std::min(kPoll, milliseconds(left)))) {
      case Connection::Got::kBytes: return true;
      case Connection::Got::kEnd: return false;
      case Connection::Got::kNothing: break;
    }
  }
  return false;
}

std::expected<HttpRequest, int> HttpServer::ReceiveHead(Connection& connection, const Guest& guest, std::string& bytes,
                                                        RequestReader& reader) const {
  if (bytes.empty() && !More(connection, guest, bytes, callbacks_.now_ms() + limits_.idle.count()))
    return std::unexpected(guest.must_go ? 503 : 0);
  const std::int64_t until = callbacks_.now_ms() + limits_.head.count();
  std::size_t length = 0;
  while ((length = HeadLength(bytes)) == 0) {
    if (bytes.size() > kLongestHead) return std::unexpected(431);
    if (!More(connection, guest, bytes, until)) return std::unexpected(guest.must_go ? 503 : 408);
  }
  if (length > kLongestHead) return std::unexpected(431);
  auto request = reader.ReadHead(std::string_view(bytes).substr(0, length));
  if (!request) return request;
  bytes.erase(0, length);
  request->local = connection.local();
  return request;
}

int HttpServer::ReceiveBody(Connection& connection, const Guest& guest, std::string& bytes, RequestReader& reader,
                            HttpRequest& request) const {
  if (request.wants_continue && !connection.Write("HTTP/1.1 100 Continue\r\n\r\n", kWriteLimit)) return 0;
  const std::int64_t until = callbacks_.now_ms() + limits_.content.count();
  for (;;) {
    switch (reader.TakeBody(bytes)) {
      case RequestReader::State::kDone: request.body = std::move(reader.body()); return 200;
      case RequestReader::State::kBroken: return 400;
      case RequestReader::State::kTooLarge: return 413;
      case RequestReader::State::kMore:
        if (!More(connection, guest, bytes, until)) return guest.must_go ? 503 : 408;
    }
  }
}

bool HttpServer::Send(Connection& connection, const HttpRequest& request, HttpResponse& response) const {
  if (!request.keeps_open) response.headers["Connection"] = "close";
  if (response.stream) return SendStream(connection, request, response);
  if (response.status != 204) response.headers["Content-Length"] = std::to_string(response.body.size());
  // In one piece: two would cost another trip.
  return connection.Write(WriteHead(response.status, response.headers) + response.body, kWriteLimit);
}

bool HttpServer::SendStream(Connection& connection, const HttpRequest& request, HttpResponse& response) const {
  if (!request.old) response.headers["Transfer-Encoding"] = "chunked";
  bool there = connection.Write(WriteHead(response.status, response.headers), kWriteLimit);
  while (there) {
    const HttpResponse::Part part = response.stream();
    if (!part.text.empty()) {
      there = connection.Write(request.old ? part.text : WriteChunk(part.text), kWriteLimit);
    } else {
      there = connection.alive();
    }
    if (part.last || ending_) break;
  }
  if (there && !request.old) there = connection.Write(WriteChunk(""), kWriteLimit);
  if (response.at_end) response.at_end();
  return there && !request.old;
}

}  // namespace forge::mcp
