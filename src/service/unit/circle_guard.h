// Ends an agent that goes in circles, by the stop that its request waits for.
#pragma once

#include <optional>
#include <stop_token>
#include <string>

#include "agent/runtime.h"
#include "agent/tool_loop.h"

namespace forge {

class CircleGuard {
 public:
  // The request says how many repeats are allowed and where the agent works. `stop` is passed on.
  CircleGuard(const AgentRequest& request, std::stop_token stop);

  // What is to be told of a warning.
  std::optional<std::string> Take(const AgentEvent& event);
  std::stop_token stop() const { return ended_.get_token(); }
  // An answer that was cut off by us says why.
  AgentAnswer Explain(AgentAnswer answer) const;

 private:
  struct PassOn {
    std::stop_source& to;
    void operator()() const { to.request_stop(); }
  };
  ToolLoop loop_;
  std::string why_;  // it was ended
  std::stop_source ended_;
  std::stop_token asked_;
  std::stop_callback<PassOn> pass_on_;
};

}  // namespace forge
