// What an ACP agent may ask of its client besides permission: files of the workspace and terminals. Files are confined
// like those of the native tools.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "agent/acp/acp_permission.h"
#include "agent/acp/acp_terminals.h"
#include "agent/runtime.h"
#include "base/result.h"
#include "model/json.h"
#include "os/files/confined_tree.h"

namespace forge {

class AcpServices {
 public:
  // Borrows the request. `on_end`: a terminal has ended, on any thread.
  static Result<std::unique_ptr<AcpServices>> Open(const AgentRequest& request, AcpTerminals::OnEnd on_end);

  Json Capabilities(bool files) const;  // for `initialize`; `files`: to be read and written through us
  // The response; nothing: it comes when the terminal ends.
  std::optional<Json> Answer(const Json& message);
  // The responses that waited for this terminal.
  std::vector<Json> TerminalEnded(const std::string& id);
  std::string TerminalText(const std::string& id) { return terminals_.Text(id); }

 private:
  AcpServices(ConfinedTree tree, const AgentRequest& request, AcpTerminals::OnEnd on_end);

  Json ReadText(const Json& id, const Json& params) const;
  Json WriteText(const Json& id, const Json& params) const;
  std::optional<Json> Terminal(const std::string& method, const Json& id, const Json& params);

  ConfinedTree tree_;
  AcpRights rights_;
  AcpTerminals terminals_;
  std::multimap<std::string, Json> waiting_;  // ids of requests, by terminal
};

}  // namespace forge
