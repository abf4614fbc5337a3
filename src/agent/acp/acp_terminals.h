// The commands that an ACP agent starts through us: `terminal/*`. They run in the unit's sandbox and end with this
// object. Knows no messages.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "agent/runtime.h"
#include "base/result.h"
#include "model/json.h"
#include "os/process/process.h"

namespace forge {

class AcpTerminals {
 public:
  using OnEnd = std::function<void(const std::string& id)>;  // on the terminal's thread

  // Borrows the request.
  AcpTerminals(const AgentRequest& request, OnEnd on_end);
  ~AcpTerminals();  // ends all

  // The id of a new one. `params` as for terminal/create.
  Result<std::string> Start(const Json& params);
  bool Has(const std::string& id) const { return all_.contains(id); }
  Json Output(const std::string& id);                     // as for terminal/output
  std::optional<Json> ExitStatus(const std::string& id);  // none: it runs
  void Kill(const std::string& id);
  void Release(const std::string& id);  // ends it and forgets its id, not its text
  std::string Text(const std::string& id);

 private:
  class Terminal;

  const AgentRequest& request_;
  OnEnd on_end_;
  std::map<std::string, std::unique_ptr<Terminal>> all_;
  std::map<std::string, std::string> released_;  // texts
  int count_ = 0;
};

}  // namespace forge
