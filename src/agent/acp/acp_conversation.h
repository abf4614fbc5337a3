// One unit's conversation with an ACP agent: greets it, opens or continues a session, chooses model and mode, sends the
// prompt, and answers what it asks until the turn ends. Knows nothing of how its process is started.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "agent/acp/acp_connection.h"
#include "agent/acp/acp_offers.h"
#include "agent/acp/acp_permission.h"
#include "agent/acp/acp_programs.h"
#include "agent/acp/acp_services.h"
#include "agent/acp/acp_updates.h"
#include "agent/runtime.h"

namespace forge {

// How long each answer of the handshake, and the first sign of work after the prompt, may take.
inline constexpr std::int64_t kAcpPatienceMs = 60'000;

class AcpConversation {
 public:
  // Borrows all.
  AcpConversation(AcpConnection& connection, AcpServices& services, const AgentRequest& request,
                  const AcpCommand& command, const EnvironmentMap& environment);

  // The whole turn. Leaves the process to its owner.
  AgentAnswer Run(const std::stop_token& stop);

 private:
  template <typename T>
  using Step = std::expected<T, AgentAnswer>;

  // A request of ours: waits for its response, which has `result` or `error`.
  struct Patience {
    std::int64_t until_ms = 0;      // of SteadyMs; 0: no limit
    bool until_first_work = false;  // the limit ends with the first sign of work
    std::string late;               // what to say at the limit
  };
  Step<Json> Ask(const std::string& method, Json params, const Patience& patience, const std::stop_token& stop);

  Step<Json> Greet(const std::stop_token& stop);
  Step<Json> OpenSession(const Json& greeting, const std::stop_token& stop);
  Step<Json> NewSession(const Json& greeting, const std::stop_token& stop);
  void LetPastEnd(const std::stop_token& stop);
  bool LogIn(const Json& greeting, const std::stop_token& stop);
  std::optional<AgentAnswer> Choose(AcpChoice what, const std::vector<std::string>& wanted,
                                    const std::stop_token& stop);
  Step<Json> Prompt(const std::stop_token& stop);
  AgentAnswer Close(Step<Json> end);

  void TakeRequest(const Json& message);
  void TakeNotification(const Json& message);
  Json Permit(const Json& message);
  Usage UsedSoFar() const;
  void MindShare(std::size_t steps_before);
  void Cancel();
  Json Servers(const Json& greeting);
  AgentAnswer Ended();
  std::string HowToLogIn(const Json& greeting) const;
  Patience Soon(const std::string& what) const;
  void Notice(std::string text) const;

  AcpConnection& connection_;
  AcpServices& services_;
  const AgentRequest& request_;
  const AcpCommand& command_;
  const EnvironmentMap& environment_;
  const AcpRights rights_;
  AcpUpdates updates_;
  AcpOffers offers_;
  std::string session_, model_, login_;
  std::int64_t next_id_ = 1;
  std::int64_t strange_ = 0;
  std::int64_t cancel_until_ = 0;       // how long the answer to our cancel is waited for
  std::optional<std::string> used_up_;  // the unit's share, and what to say of it
  bool at_share_ = false;               // cancelled for that
  bool listening_ = false;              // updates are of our turn, not of an older one that is told again
  bool cancelled_ = false;              // by us
  bool continued_ = false;              // an earlier session
};

}  // namespace forge
