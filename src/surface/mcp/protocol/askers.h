// The ways a client is asked: at once, where it has a connection to be asked on; with the next round of the request,
// where it has none. (A task asks by waiting: tasks.h.)
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "model/json.h"
#include "surface/mcp/protocol/call.h"
#include "surface/mcp/protocol/outlet.h"
#include "surface/mcp/protocol/peer.h"
#include "surface/mcp/protocol/request_state.h"

namespace forge::mcp {

// Sends the requests and waits for their responses.
class ConnectionAsker : public Asker {
 public:
  ConnectionAsker(std::shared_ptr<Peer> peer, std::shared_ptr<Outlet> outlet, std::stop_token stop)
      : peer_(std::move(peer)), outlet_(std::move(outlet)), stop_(std::move(stop)) {}
  Rpc<std::optional<Json>> Ask(const std::vector<InputRequest>& requests, const Json& state) override;

 private:
  std::shared_ptr<Peer> peer_;
  std::shared_ptr<Outlet> outlet_;
  std::stop_token stop_;
};

// Looks the answers up among those that came with the request; what is missing becomes an `input_required` result.
class RoundAsker : public Asker {
 public:
  // Borrows all of it. `result` gets the result to send when answers are missing.
  RoundAsker(const Json& responses, const RequestState& states, std::string purpose, std::optional<Json>& result)
      : responses_(responses), states_(states), purpose_(std::move(purpose)), result_(result) {}
  Rpc<std::optional<Json>> Ask(const std::vector<InputRequest>& requests, const Json& state) override;

 private:
  const Json& responses_;
  const RequestState& states_;
  std::string purpose_;
  std::optional<Json>& result_;
};

Json ToJson(const InputRequest& request);
// Does the answer have the form that its request asks for? Says what is wrong.
Rpc<void> CheckInputResponse(const InputRequest& request, const Json& response);

}  // namespace forge::mcp
