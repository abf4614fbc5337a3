// The tools a native runtime gives its model: Read, Write, Edit, Glob, Grep, Bash. The file tools cannot leave the
// workspace; Bash is a process, and confining it is the sandbox's work. Knows no API.
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
};

// A tool of somebody else's, beside our own.
struct GuestTool {
  ToolSpec spec;
  bool reads_only = false;
  std::function<ToolOutcome(const Json& input, std::int64_t until_ms, const std::stop_token& stop)> run;  // any thread
};

class Toolbox {
 public:
  // Those of request.tools, or all its `may_write` allows: without it never Write and Edit, and Bash only when named.
  static Result<Toolbox> Open(const AgentRequest& request);
  Toolbox(Toolbox&&) noexcept;
  ~Toolbox();

  void Add(GuestTool tool);  // before the first call

  const std::vector<ToolSpec>& specs() const;
  const std::string& directory() const;

  // All calls of one answer, with a reply for each, in order. What only reads runs at the same time; a writer waits for
  // those before it, and those after it wait for it. `until_ms` (of SteadyMs) bounds each.
  std::vector<ToolReply> Run(const std::vector<ToolUse>& uses, std::int64_t until_ms, std::stop_token stop) const;

 private:
  struct Parts;
  explicit Toolbox(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace forge
