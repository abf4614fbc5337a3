#include "surface/mcp/transport/stdio.h"

#include <fmt/core.h>

#include <chrono>
#include <memory>
#include <utility>

namespace forge::mcp {
namespace {

// A client that closes the pipe after its last request still gets the answers that are almost ready.
constexpr std::chrono::milliseconds kLastAnswers{5000};

class PipeOutlet : public Outlet {
 public:
  explicit PipeOutlet(MessagePipe& pipe) : pipe_(pipe) {}
  // A client that does not read any more will close its other end as well; that ends us.
  void Send(const Json& message) override { (void)pipe_.Write(message.Dump()); }
  void Answer(const Json& message, int) override { Send(message); }
  void Drop() override {}

 private:
  MessagePipe& pipe_;
};

RpcError Unreadable(const MessagePipe::Line& line, const std::string& why) {
  if (!line.too_long) return {kParseError, "invalid JSON: " + why, {}, true};
  return {kInvalidRequest, fmt::format("a message must not be longer than {} bytes", kLongestMessage), {}, true};
}

}  // namespace

void ServePipe(Server& server, MessagePipe& pipe) {
  const auto outlet = std::make_shared<PipeOutlet>(pipe);
  const auto peer = server.Join(Era::kOpen, outlet);
  while (auto line = pipe.Read()) {
    auto json = line->too_long ? Result<Json>(Json()) : ParseJson(line->text);
    if (line->too_long || !json) {
      outlet->Send(MakeError({}, Unreadable(*line, json ? "" : json.error().message)));
      continue;
    }
    line->text = {};
    // Only 2025-03-26 has batches; each message of one is answered for itself.
    const auto greeting = peer->greeting();
    if (json->is_array() && greeting && greeting->version == "2025-03-26" && !json->AsArray().empty()) {
      for (const Json& message : json->AsArray()) server.Receive(peer, outlet, message);
    } else {
      server.Receive(peer, outlet, *json);
    }
  }
  peer->EndInput();
  peer->WaitIdle(kLastAnswers);
  peer->Leave();
  pipe.Stop();
}

}  // namespace forge::mcp
