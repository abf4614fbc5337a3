// A client in memory: an outlet that records, and a server with a small catalog. For tests of the protocol.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "model/json.h"
#include "surface/mcp/protocol/server.h"

namespace forge::mcp {

class RecordingOutlet : public Outlet {
 public:
  void Send(const Json& message) override;
  void Answer(const Json& message, int http_status) override;
  void Drop() override;

  // The first message that fits, waiting for it.
  Json Wait(const std::function<bool(const Json&)>& fits);
  Json WaitForId(const Json& id);
  Json WaitForMethod(std::string_view method);
  std::vector<Json> messages();
  int status() const { return status_; }
  int dropped();

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::vector<Json> messages_;
  int status_ = 0;
  int dropped_ = 0;
};

// A gate that holds a tool until the test opens it, and says when the tool has come to it.
class Gate {
 public:
  void Open();
  bool Pass(std::stop_token stop);  // false: stopped
  void WaitForVisitor();
  bool is_open();

 private:
  std::mutex mutex_;
  std::condition_variable_any changed_;
  bool open_ = false;
  int visitors_ = 0;
};

struct Twin {
  explicit Twin(Era era = Era::kOpen);

  void Say(const Json& message) { server->Receive(peer, outlet, message); }
  void SayText(std::string_view json);
  Json Ask(const Json& id, std::string_view method, Json params = Json::MakeObject());
  Json AskModern(const Json& id, std::string_view method, Json params = Json::MakeObject(),
                 Json capabilities = Json::MakeObject());
  void Greet(std::string_view version = "2025-11-25", Json capabilities = Json::MakeObject());

  Gate gate;
  std::shared_ptr<RecordingOutlet> outlet = std::make_shared<RecordingOutlet>();
  std::unique_ptr<Server> server;
  std::shared_ptr<Peer> peer;
};

Json ModernParams(Json params, Json capabilities = Json::MakeObject());

}  // namespace forge::mcp
