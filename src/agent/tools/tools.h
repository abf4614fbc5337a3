// The tools of a native runtime: Read, Write, Edit, Glob, Grep, Bash (also in the background), TodoWrite. The file
// tools cannot leave the workspace; the sandbox confines Bash. Knows no API.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "agent/native/native_conversation.h"
#include "agent/runtime.h"
#include "base/result.h"

namespace forge {

struct ToolOutcome {
  std::string text;
  bool failed = false;
  ToolImage image = {};
};

// An additional tool, from an MCP server.
struct GuestTool {
  ToolSpec spec;
  bool reads_only = false;
  std::function<ToolOutcome(const Json& input, std::int64_t until_ms, const std::stop_token& stop)> run;  // any thread
};

class Toolbox {
 public:
  // request.tools, or all that `may_write` allows. Without `may_write` never Write and Edit, and Bash and TodoWrite
  // only if named. Who has Bash also has BashOutput and KillBash. `images`: whether the model takes images.
  static Result<Toolbox> Open(const AgentRequest& request, bool images = false);
  Toolbox(Toolbox&&) noexcept;
  ~Toolbox();  // ends what runs in the background

  void Add(GuestTool tool);  // before the first call

  const std::vector<ToolSpec>& specs() const;
  const std::string& directory() const;
  std::string plan() const;     // the model's list of what is to do; empty: it made none
  void ShowRulesAgain() const;  // the conversation lost those that were shown

  // Runs all calls of one answer; replies are in order. Reading tools run in parallel; a writing tool waits for those
  // before it, and those after it wait for it. `until_ms` (of SteadyMs) limits each call. Below the first reply of a
  // file come the rules of its directories (nested_rules.h).
  std::vector<ToolReply> Run(const std::vector<ToolUse>& uses, std::int64_t until_ms, std::stop_token stop) const;

 private:
  struct Parts;
  explicit Toolbox(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace forge
