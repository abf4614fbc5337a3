// A runtime: how an agent is reached. Turns a request into one answer. Knows nothing of runs' states.
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
#include "model/json.h"
#include "model/usage.h"
#include "model/words.h"
#include "os/sandbox.h"

namespace forge {

class ModelTable;

// Who asks: given to `command` as FORGE_* variables and to `replay` as what its turns match on.
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

// What happens while an agent works: for the log, the live view and the silence watch. The answer does not depend on
// it.
struct AgentEvent {
  enum class Kind { kStarted, kText, kThinking, kToolCall, kToolResult, kUsage, kLimit, kRetry, kNotice };
  Kind kind = Kind::kNotice;
  std::string text;  // what was said, the tool's name, why it is tried again
  Json data;         // a tool's arguments, a limit's numbers; null when there is nothing more
};
std::string_view Name(AgentEvent::Kind kind);

// How long an agent may take for what. 0: as long as the one above it in this list says.
struct AgentDeadlines {
  std::int64_t wall_ms = 0;         // all of it; 0: the runtime's default
  std::int64_t start_ms = 0;        // until its process exists
  std::int64_t first_event_ms = 0;  // until it says anything
  std::int64_t silence_ms = 0;      // without a word and without a change in its workspace
};

struct AgentRequest {
  UnitLabel label;
  std::string prompt;
  std::string cwd;
  bool may_write = false;
  std::vector<std::string> tools;      // of Read, Write, Edit, Glob, Grep, Bash; empty: what `may_write` allows
  std::string hook_program;            // forge's own file, where the agent's program can be given hooks; empty: none
  std::vector<McpServerSpec> servers;  // whose tools come on top, where the runtime is our own loop
  std::string model, tier, effort;
  std::string session;         // one to go on with, as an earlier answer named it; empty: a new one
  Usage session_usage;         // what earlier answers of that session already reported: some programs count on
  Json result_schema;          // the result block's, where the runtime can enforce it; null: none
  std::int64_t max_turns = 0;  // of a tool loop; 0: the runtime's default
  AgentDeadlines deadlines;
  std::map<std::string, std::string> env;  // FORGE_* and the marker that finds orphans
  std::optional<Sandbox> sandbox;          // for every process started on the agent's behalf; none: no sandbox
  std::function<void(std::int64_t pid, std::int64_t start)> on_start;
  std::function<void(const AgentEvent&)> on_event;  // on the thread that called Ask
};

// How much of a provider's usage window is gone.
struct LimitState {
  std::string window;   // "five_hour", "requests", ...
  double used = 0;      // 0 .. 1
  TimePoint resets_at;  // 0: not said
  bool operator==(const LimitState&) const = default;
};

struct AgentAnswer {
  std::string text;  // the final message; of a failed unit, as far as it came
  Usage usage;
  std::string session;      // to go on with; empty: none
  std::string model;        // that answered, as the provider names it
  std::string stop_reason;  // the provider's word
  std::vector<LimitState> limits;
  bool failed = false;
  ErrorClass error_class = ErrorClass::kUnknown;
  std::string error;   // for people: the program's own words
  TimePoint retry_at;  // 0: none
};

// What a runtime's own program needs of the machine besides the unit's workspace: a sandbox must leave it.
struct RuntimeNeeds {
  std::vector<std::string> read;   // the program itself
  std::vector<std::string> write;  // where it keeps its sessions and its login
};

class Runtime {
 public:
  virtual ~Runtime() = default;
  // Blocks until the agent has answered, failed or was stopped. Called from many threads at once.
  virtual AgentAnswer Ask(const AgentRequest& request, std::stop_token stop) = 0;
  virtual std::string name() const = 0;
  virtual RuntimeNeeds needs() const { return {}; }
};

// What a runtime may know of the machine it works on.
struct RuntimePlaces {
  std::string base_directory;   // a relative program or file counts from here
  std::string state_directory;  // where replay remembers used turns, so that a unit dispatched again after a crash gets
                                // the same answer; empty: in memory only
  std::map<std::string, std::string> environment;  // our own: keys and addresses of providers
  const ModelTable* models = nullptr;  // what is known of models, read while a runtime is made; none: the built-in
};

// `auto`, `claude`, `codex`, `gemini`, `opencode` (each `[:PATH]`), `anthropic[:URL]`, `openai[:URL]`, `command:LINE`,
// `record:FILE:SPEC` or `replay:FILE`: docs/agents.md. Fails before anything starts when the program, key or file is
// not there, saying what was looked for and how to get one.
Result<std::unique_ptr<Runtime>> MakeRuntime(const std::string& spec, const RuntimePlaces& places);

// What a runtime gives a unit that says nothing about its time.
inline constexpr std::int64_t kDefaultTimeoutMs = 60 * 60 * 1000;

}  // namespace forge
