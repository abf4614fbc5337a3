#include "surface/mcp/tools/forge_catalog.h"

#include <string>
#include <utility>
#include <vector>

#include "base/display.h"
#include "base/strings.h"
#include "store/store.h"
#include "surface/mcp/tools/forge_resources.h"
#include "surface/mcp/tools/forge_tools.h"

namespace forge::mcp {
namespace {

constexpr std::size_t kShownArgument = 200;
constexpr std::size_t kShownReason = 2000;
constexpr const char* kToolsLogger = "forge.tools";

// Arguments for the log: long ones by their size.
Json Summary(const Json& arguments) {
  Json summary = Json::MakeObject();
  for (const auto& [name, value] : arguments.AsObject()) {
    const std::string text = value.Dump();
    summary.Set(name, text.size() <= kShownArgument ? value : Json("(" + std::to_string(text.size()) + " bytes)"));
  }
  return summary;
}

// Says in the log that it was called, and how it ended.
Tool Logged(Tool tool, const World& world) {
  tool.run = [&world, name = tool.name, run = std::move(tool.run)](Call& call, const Json& arguments) {
    Rpc<Json> outcome = run(call, arguments);
    const Json& structured = outcome ? (*outcome)["structuredContent"] : Json();
    const bool failed = !outcome || (*outcome)["isError"].AsBool() || structured["passed"] == Json(false);
    Json entry = Json::MakeObject().Set("phase", "tool_call").Set("event", name);
    entry.Set("severity", failed ? "error" : "info");
    for (const char* member : {"runId", "moduleId"}) {
      if (arguments[member].is_string()) entry.Set(member, arguments[member]);
    }
    if (arguments["run"].is_string()) entry.Set("runId", arguments["run"]);
    Json data = Json::MakeObject().Set("args", Summary(arguments));
    for (const char* member : {"passed", "score", "attempt", "issues", "recommendation", "valid", "run", "status"}) {
      if (structured.Has(member)) data.Set(member, structured[member]);
    }
    entry.Set("data", std::move(data));
    call.Log(failed ? "error" : "debug", kToolsLogger, world.Log(entry));
    return outcome;
  };
  return tool;
}

// A name that a client made up may be of any length.
void LogRefused(const World& world, Call* call, const std::string& tool, const Json& arguments,
                const std::string& why) {
  if (!world.served->is_known()) return;
  Json entry = Json::MakeObject().Set("phase", "tool_call").Set("event", Fit(tool, kShownArgument));
  entry.Set("severity", "error");
  for (const char* member : {"runId", "moduleId"}) {
    if (const Json& name = arguments[member]; name.is_string()) entry.Set(member, Fit(name.AsString(), kShownArgument));
  }
  Json data = Json::MakeObject().Set("args", Summary(arguments)).Set("refused", KeepHeadAndTail(why, kShownReason, 0));
  entry.Set("data", std::move(data));
  const Json told = world.Log(entry);
  if (call != nullptr) call->Log("error", kToolsLogger, told);
}

}  // namespace

ForgeCatalog::ForgeCatalog(Parts parts)
    : served_(std::move(parts.project), parts.asks_roots),
      world_{
          std::move(parts.machine), &served_, std::move(parts.user), std::move(parts.now), &engines_, &memory_, &news_},
      engines_([this] { return OpenForEngine(); }, {.options = [this](RunId run) { return news_.Watch(run); }}) {}

Result<std::unique_ptr<Forge>> ForgeCatalog::OpenForEngine() {
  const std::scoped_lock lock(mutex_);
  // This run counts as driven already; only others could use what goes.
  if (notices_ && notices_->store().IsLost() && engines_.Driven().size() <= 1) notices_.reset();
  if (!notices_) notices_ = TRY(world_.Open(false));
  auto forge = TRY(world_.Open(false));
  forge->ShareNotices(*notices_);
  return forge;
}

Catalog ForgeCatalog::Make() {
  Catalog catalog;
  for (const auto& tools : {ModuleTools(world_), MemoryTools(world_), RunTools(world_)}) {
    for (const Tool& tool : tools) catalog.tools.push_back(Logged(tool, world_));
  }
  catalog.prompts = RolePrompts(world_);
  catalog.resources = {ForgeResources(world_)};
  catalog.refused = [this](Call* call, const std::string& tool, const Json& arguments, const std::string& why) {
    LogRefused(world_, call, tool, arguments, why);
  };
  catalog.settle = [this](Call& call) { return served_.Settle(call); };
  catalog.completers = {[this](const CompletionRequest& request) { return CompleteForge(world_, request); }};
  return catalog;
}

}  // namespace forge::mcp
