// A runtime reaches an agent: it turns a request into one answer. Knows nothing of runs' states.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "agent/tools/mcp_spec.h"
#include "base/ids.h"
#include "base/result.h"
#include "base/word_table.h"
#include "model/json.h"
#include "model/usage.h"
#include "model/words.h"
#include "os/sandbox.h"

namespace forge {

class ModelTable;

// The unit that asks. `command` gets it as FORGE_* variables; `replay` matches its turns on it.
struct UnitLabel {
  RunId run;
  RunId tree;  // the root of the run's tree, whose runs share one replay script's turns; 0: the run itself
  UnitId unit;
  std::string pipeline;
  std::string stage;
  std::string role;  // for a panel, the member's
  std::string member;
  std::string step;
  int iteration = 1;
  int attempt = 1;
};

// What happens while an agent works, for the log, the live view and the silence deadline. The answer does not depend on
// it.
struct AgentEvent {
  enum class Kind { kStarted, kText, kThinking, kToolCall, kToolResult, kUsage, kLimit, kRetry, kNotice };
  Kind kind = Kind::kNotice;
  std::string text;  // the agent's text, the tool's name, the reason of a retry
  Json data;         // a tool's arguments, a limit's numbers; null if there is nothing more
};
constexpr auto EnumWords(AgentEvent::Kind) {
  return WordTable<AgentEvent::Kind>("started", "text", "thinking", "tool-call", "tool-result", "usage", "limit",
                                     "retry", "notice");
}

// The deadlines of an agent. 0: the same as the one above it in this list.
struct AgentDeadlines {
  std::int64_t wall_ms = 0;         // in all; 0: the runtime's default
  std::int64_t start_ms = 0;        // until its process exists
  std::int64_t first_event_ms = 0;  // until its first event
  std::int64_t silence_ms = 0;      // without output and without a change in its workspace
};

struct AgentRequest {
  UnitLabel label;
  std::string prompt;
  std::string cwd;
  bool may_write = false;
  std::vector<std::string> tools;      // docs/roles.md names them; empty: what `may_write` allows
  std::string rules_root;              // where the rules of directories are read (AGENTS.md, CLAUDE.md); empty: cwd
  std::string hook_program;            // forge's own program file, for agents that support hooks; empty: none
  std::vector<McpServerSpec> servers;  // MCP servers with more tools, if UsesServers
  std::string model, tier, effort;
  std::string session;  // the session to continue, from an earlier answer; empty: a new one
  // Where an agent program's session is taken from and left for the next request that continues it; empty: nowhere.
  std::string session_directory;
  Usage session_usage;         // what earlier answers of that session reported: some programs report totals
  Json result_schema;          // of the result block, if the runtime can enforce it; null: none
  std::int64_t max_turns = 0;  // of a tool loop; 0: the runtime's default
  Budget share;  // money and tokens that are left for it, for programs with a limit of their own; empty: no budget
  // Hears what the agent has used in all, after each answer of its model. What it returns is why the agent must stop
  // before it asks the model again (kBudget); a last answer still counts. May be empty.
  std::function<std::optional<std::string>(const Usage& total, const std::string& model)> on_spent;
  std::int64_t max_repeats = 0;  // of the same tool calls; a native agent is warned half-way. 0: no limit
  AgentDeadlines deadlines;
  std::map<std::string, std::string> env;  // FORGE_* and the marker that finds orphans
  std::vector<std::string> withheld;       // variables of ours that no process of the agent gets
  std::optional<Sandbox> sandbox;          // for every process of the agent; none: no sandbox
  // Hides secrets in what tools say before a provider gets it. Empty: nothing is hidden.
  std::function<std::string(std::string_view)> hide;
  std::function<void(std::int64_t pid, std::int64_t start)> on_start;
  std::function<void(const AgentEvent&)> on_event;  // on the thread that called Ask
  // A token of its login that is new since secrets() was asked. On that thread too, before an event may show it.
  std::function<void(const std::string& token)> on_secret;
};

// How much of a provider's usage window is used.
struct LimitState {
  std::string window;   // "five_hour", "requests", ...
  double used = 0;      // 0 .. 1
  TimePoint resets_at;  // 0: unknown
  bool operator==(const LimitState&) const = default;
};

struct AgentAnswer {
  std::string text;  // the final message; partial for a failed unit
  Usage usage;
  std::string session;      // to continue with; empty: none
  std::string model;        // that answered, by the provider's name
  std::string stop_reason;  // the provider's word
  std::vector<LimitState> limits;
  bool failed = false;
  ErrorClass error_class = ErrorClass::kUnknown;
  std::string error;   // for people: the program's own message
  TimePoint retry_at;  // 0: none
};

// What a runtime's program needs besides the unit's workspace: a sandbox must allow it.
struct RuntimeNeeds {
  std::vector<std::string> read;  // the program itself
};

class Runtime {
 public:
  virtual ~Runtime() = default;
  // Blocks until the agent has answered, failed or was stopped. Called from many threads.
  virtual AgentAnswer Ask(const AgentRequest& request, std::stop_token stop) = 0;
  virtual std::string name() const = 0;
  virtual RuntimeNeeds needs() const { return {}; }
  // Tokens of its login that its processes can read, as they are now.
  virtual std::vector<std::string> secrets() const { return {}; }
};

// What a runtime may know of the machine.
struct RuntimePlaces {
  std::string base_directory;   // a relative program or file starts here
  std::string state_directory;  // where replay records used turns, so that a unit repeated after a crash gets the same
                                // answer; empty: in memory only
  std::map<std::string, std::string> environment;  // our own variables: keys and addresses of providers
  const ModelTable* models = nullptr;              // read while a runtime is made; null: the built-in models
  std::string homes_directory = {};                // of agent programs' homes; empty: below the temporary files
};

// `auto`, `claude`, `codex`, `gemini`, `opencode` (each `[:PATH]`), `anthropic[:URL]`, `openai[:URL]`,
// `openai-responses[:URL]`, `acp:NAME`, `acp:COMMAND`, `command:LINE`, `record:FILE:SPEC` or `replay:FILE`:
// docs/agents.md. Fails before anything starts if the program, key or file is missing; the error names it and says how
// to get it.
Result<std::unique_ptr<Runtime>> MakeRuntime(const std::string& spec, const RuntimePlaces& places);
// Whether it is written like one of these; looks for nothing. The hint says what can be written.
Status CheckAgentSpec(const std::string& spec);

// Whether a runtime of this name is a program that reaches its provider and its MCP servers itself.
bool IsAgentProgram(std::string_view runtime);
// Whether a runtime of this name offers its agent the tools of MCP servers.
bool UsesServers(std::string_view runtime);

// The default wall time of a unit.
inline constexpr std::int64_t kDefaultTimeoutMs = 60 * 60 * 1000;

}  // namespace forge
