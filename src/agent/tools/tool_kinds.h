// Each tool's description and function, for tools.cc and mcp_tools.cc only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "agent/native/native_conversation.h"
#include "agent/tools/tools.h"
#include "os/files/confined_tree.h"
#include "os/sandbox.h"

namespace forge {

class BackgroundCommands;
class TodoList;

struct ToolContext {
  const ConfinedTree& tree;
  const std::map<std::string, std::string>& env;  // of commands
  const std::vector<std::string>& withheld;       // variables of ours that they do not get
  std::int64_t until_ms = 0;                      // of SteadyMs
  std::stop_token stop;
  const std::optional<Sandbox>& sandbox;  // of commands
  BackgroundCommands& background;
  TodoList& todo;
  bool images = false;  // the model takes images
};

ToolSpec ReadSpec();
ToolSpec WriteSpec();
ToolSpec EditSpec();
ToolSpec GlobSpec();
ToolSpec GrepSpec();
ToolSpec BashSpec();
ToolSpec BashOutputSpec();
ToolSpec KillBashSpec();
ToolSpec TodoSpec();

ToolOutcome RunRead(const ToolContext& context, const Json& input);
ToolOutcome RunWrite(const ToolContext& context, const Json& input);
ToolOutcome RunEdit(const ToolContext& context, const Json& input);
ToolOutcome RunGlob(const ToolContext& context, const Json& input);
ToolOutcome RunGrep(const ToolContext& context, const Json& input);
ToolOutcome RunBash(const ToolContext& context, const Json& input);
ToolOutcome RunBashOutput(const ToolContext& context, const Json& input);
ToolOutcome RunKillBash(const ToolContext& context, const Json& input);
ToolOutcome RunTodo(const ToolContext& context, const Json& input);
// Of a file that Read found to be binary.
ToolOutcome ReadImage(const ToolContext& context, const std::string& path);

ToolOutcome ToolFailure(std::string text);
ToolOutcome ToolFailure(const Error& error);

// {"type": "object", ...} with members {name, type, description}; those before `optional` are required.
struct ToolArgument {
  std::string_view name, type, description;
};
Json ArgumentSchema(std::initializer_list<ToolArgument> required, std::initializer_list<ToolArgument> optional);

// The limit of a tool's reply; the middle of a longer one is left out.
inline constexpr std::size_t kMostToolText = 30'000;
std::string CapToolText(std::string_view text);

// Models use `file_path` or `path`.
std::string PathArgument(const Json& input);

// Visits every file below `path` (or `path` itself), sorted by name. Follows no symlinks. Skips the directories of git
// and package managers, and ignored files unless `path` is inside them. `see` returns false to stop. Reports whether
// there was too much.
struct WalkEnd {
  Status status;
  bool too_much = false;
};
WalkEnd WalkFiles(const ToolContext& context, const std::string& path,
                  const std::function<bool(const std::string& file, const ConfinedEntry& entry)>& see);

// Matches a name against `*`, `?`, `[a-z]`; and a path against these with `**`.
bool MatchesName(std::string_view pattern, std::string_view name);
bool MatchesPath(std::string_view pattern, std::string_view path);

// `*`, `?`, `[a-z]`, `{a,b}` within a name, `**` for any number of directories. With `by_name`, a pattern without a
// slash matches the file's name.
bool MatchesGlob(std::string_view pattern, std::string_view path, bool by_name = false);

}  // namespace forge
