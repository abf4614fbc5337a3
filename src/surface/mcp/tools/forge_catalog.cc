#include "surface/mcp/tools/forge_catalog.h"

#include <string>
#include <utility>
#include <vector>

#include "service/host/mcp_log.h"
#include "store/store.h"
#include "surface/mcp/tools/forge_resources.h"
#include "surface/mcp/tools/forge_tools.h"
#include "surface/view/times.h"

namespace forge::mcp {
namespace {

constexpr std::size_t kShownArgument = 200;

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
    const bool failed = !outcome || (*outcome)["isError"].AsBool();
    Json entry = Json::MakeObject().Set("phase", "tool_call").Set("event", name);
    entry.Set("severity", failed ? "error" : "info");
    for (const char* member : {"runId", "moduleId"}) {
      if (arguments[member].is_string()) entry.Set(member, arguments[member]);
    }
    if (arguments["run"].is_string()) entry.Set("runId", arguments["run"]);
    Json data = Json::MakeObject().Set("args", Summary(arguments));
    const Json& structured = outcome ? (*outcome)["structuredContent"] : Json();
    for (const char* member : {"passed", "score", "attempt", "recommendation", "valid", "run", "status"}) {
      if (structured.Has(member)) data.Set(member, structured[member]);
    }
    // The log is a convenience: where it cannot be written, the call still counts.
    if (EnsureState(world.project)) {
      const TimePoint now = world.now();
      (void)ToolLog(world.project, world.machine.environment)
          .Append(now, IsoTime(now), entry.Set("data", std::move(data)));
    }
    return outcome;
  };
  return tool;
}

}  // namespace

ForgeCatalog::ForgeCatalog(Parts parts)
    : world_{std::move(parts.machine),
             std::move(parts.project),
             std::move(parts.user),
             std::move(parts.now),
             &engines_,
             &memory_},
      engines_([this] { return OpenForEngine(); }) {}

Result<std::unique_ptr<Forge>> ForgeCatalog::OpenForEngine() {
  const std::scoped_lock lock(mutex_);
  // This run counts as driven already; only others could use what goes.
  if (news_ && news_->store().IsLost() && engines_.Driven().size() <= 1) news_.reset();
  if (!news_) news_ = TRY(world_.Open(false));
  auto forge = TRY(world_.Open(false));
  forge->ShareNotices(*news_);
  return forge;
}

Catalog ForgeCatalog::Make() const {
  Catalog catalog;
  for (const auto& tools : {ModuleTools(world_), MemoryTools(world_), RunTools(world_)}) {
    for (const Tool& tool : tools) catalog.tools.push_back(Logged(tool, world_));
  }
  catalog.prompts = RolePrompts(world_);
  catalog.resources = {ForgeResources(world_)};
  catalog.completers = {[this](const CompletionRequest& request) { return CompleteForge(world_, request); }};
  return catalog;
}

}  // namespace forge::mcp
