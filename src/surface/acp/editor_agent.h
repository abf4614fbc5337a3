// Forge as an agent that an editor starts: the Agent Client Protocol over a pipe. docs/acp.md describes it. Knows no
// runs: editor_session.h does.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "base/result.h"
#include "model/json.h"
#include "service/host/mcp_pipe.h"
#include "service/unit/worker_pool.h"
#include "surface/acp/editor_session.h"
#include "surface/acp/editor_wire.h"

namespace forge::acp {

class EditorAgent {
 public:
  EditorAgent(EditorHost host, std::string version, MessagePipe& pipe);

  // Until the editor closes its end, or Ctrl-C. Runs that it drives stop then, and can be resumed.
  void Serve();

 private:
  void Take(const Json& message);
  Result<Json> Carry(const std::string& method, const Json& params);  // all but session/prompt
  Json Greeting() const;
  Result<Json> Begin(const Json& params, const std::string& load);
  void Prompt(const Json& id, const Json& params);
  EditorSession* Find(const Json& params);

  const EditorHost host_;
  const std::string version_;
  MessagePipe& pipe_;
  EditorWire wire_;
  std::map<std::string, std::unique_ptr<EditorSession>> sessions_;
  WorkerPool turns_;  // last: its threads use everything above
};

}  // namespace forge::acp
