#include "agent/tools/tools.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>
#include <thread>
#include <utility>

#include "agent/tools/tool_kinds.h"
#include "agent/unit_environment.h"
#include "base/strings.h"
#include "os/thread.h"

namespace forge {
namespace {

constexpr std::size_t kAtOnce = 8;

struct Tool {
  std::string_view name;
  bool reads_only;
  ToolSpec (*spec)();
  ToolOutcome (*run)(const ToolContext&, const Json&);
};

constexpr std::array<Tool, 6> kTools = {{{"Read", true, ReadSpec, RunRead},
                                         {"Write", false, WriteSpec, RunWrite},
                                         {"Edit", false, EditSpec, RunEdit},
                                         {"Glob", true, GlobSpec, RunGlob},
                                         {"Grep", true, GrepSpec, RunGrep},
                                         {"Bash", false, BashSpec, RunBash}}};

bool IsGiven(const Tool& tool, const AgentRequest& request) {
  const bool listed = std::ranges::find(request.tools, tool.name) != request.tools.end();
  if (!request.tools.empty() && !listed) return false;
  if (request.may_write || tool.reads_only) return true;
  return tool.name == "Bash" && listed;
}

}  // namespace

struct Toolbox::Parts {
  ConfinedTree tree;
  std::map<std::string, std::string> env;
  std::vector<std::string> withheld;
  std::function<std::string(std::string_view)> hide;
  std::optional<Sandbox> sandbox;
  std::vector<const Tool*> tools;
  std::vector<ToolSpec> specs;
  std::vector<GuestTool> guests;

  const GuestTool* FindGuest(const std::string& name) const {
    auto found = std::ranges::find(guests, name, [](const GuestTool& guest) { return guest.spec.name; });
    return found == guests.end() ? nullptr : &*found;
  }
  const Tool* Find(const std::string& name) const {
    auto found = std::ranges::find(tools, name, [](const Tool* tool) { return tool->name; });
    return found == tools.end() ? nullptr : *found;
  }
  ToolReply RunOne(const ToolUse& use, std::int64_t until_ms, std::stop_token stop) const;
};

Toolbox::Toolbox(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Toolbox::Toolbox(Toolbox&&) noexcept = default;
Toolbox::~Toolbox() = default;

Result<Toolbox> Toolbox::Open(const AgentRequest& request) {
  // Paths that the sandbox hides from processes are hidden from the file tools too.
  ConfinedTree tree =
      TRY(ConfinedTree::Open(request.cwd, request.sandbox ? request.sandbox->hidden : std::vector<std::string>{}));
  auto parts = std::make_unique<Parts>(
      Parts{std::move(tree), UnitEnvironment(request), request.withheld, request.hide, request.sandbox, {}, {}, {}});
  for (const Tool& tool : kTools) {
    if (!IsGiven(tool, request)) continue;
    parts->tools.push_back(&tool);
    parts->specs.push_back(tool.spec());
  }
  return Toolbox(std::move(parts));
}

void Toolbox::Add(GuestTool tool) {
  parts_->specs.push_back(tool.spec);
  parts_->guests.push_back(std::move(tool));
}

const std::vector<ToolSpec>& Toolbox::specs() const { return parts_->specs; }
const std::string& Toolbox::directory() const { return parts_->tree.directory(); }

ToolReply Toolbox::Parts::RunOne(const ToolUse& use, std::int64_t until_ms, std::stop_token stop) const {
  ToolReply reply{use.id, use.name, "", false, false};
  const Tool* tool = Find(use.name);
  const GuestTool* guest = FindGuest(use.name);
  ToolOutcome outcome;
  if (stop.stop_requested()) {
    outcome = ToolFailure("Stopped on request.");
  } else if (tool == nullptr && guest == nullptr) {
    std::vector<std::string> names;
    for (const ToolSpec& spec : specs) names.push_back(spec.name);
    outcome = ToolFailure(fmt::format("Unknown tool {}. Available tools: {}.", use.name, Join(names, ", ")));
  } else if (!use.broken.empty()) {
    outcome = ToolFailure("The arguments are not a JSON object; call it again with valid JSON. They were: " +
                          KeepHeadAndTail(use.broken, 200, 200));
  } else if (guest != nullptr) {
    outcome = guest->run(use.input, until_ms, stop);
  } else {
    outcome = tool->run({tree, env, withheld, until_ms, std::move(stop), sandbox}, use.input);
  }
  reply.text = hide ? hide(outcome.text) : std::move(outcome.text);
  reply.failed = outcome.failed;
  return reply;
}

std::vector<ToolReply> Toolbox::Run(const std::vector<ToolUse>& uses, std::int64_t until_ms,
                                    std::stop_token stop) const {
  std::vector<ToolReply> replies(uses.size());
  auto reads_only = [&](std::size_t i) {
    if (const GuestTool* guest = parts_->FindGuest(uses[i].name)) return guest->reads_only;
    const Tool* tool = parts_->Find(uses[i].name);
    return tool == nullptr || tool->reads_only;
  };
  for (std::size_t begin = 0; begin < uses.size();) {
    std::size_t end = begin + 1;
    while (reads_only(begin) && end < uses.size() && end - begin < kAtOnce && reads_only(end)) ++end;
    std::vector<std::jthread> others;
    for (std::size_t i = begin + 1; i < end; ++i) {
      auto run = [&, i] { replies[i] = parts_->RunOne(uses[i], until_ms, stop); };
      if (auto other = StartThread(run)) {
        others.push_back(*std::move(other));
      } else {
        run();
      }
    }
    replies[begin] = parts_->RunOne(uses[begin], until_ms, stop);
    others.clear();
    begin = end;
  }
  return replies;
}

ToolOutcome ToolFailure(std::string text) { return {std::move(text), true}; }
ToolOutcome ToolFailure(const Error& error) { return {Describe(error), true}; }

std::string CapToolText(std::string_view text) {
  return KeepHeadAndTail(text, kMostToolText / 3, kMostToolText - kMostToolText / 3);
}

std::string PathArgument(const Json& input) {
  const std::string& path = input["file_path"].AsString();
  return path.empty() ? input["path"].AsString() : path;
}

Json ArgumentSchema(std::initializer_list<ToolArgument> required, std::initializer_list<ToolArgument> optional) {
  Json properties = Json::MakeObject();
  Json names = Json::MakeArray();
  auto add = [&](const ToolArgument& argument) {
    Json member = Json::MakeObject().Set("type", argument.type).Set("description", argument.description);
    properties.Set(std::string(argument.name), std::move(member));
  };
  for (const ToolArgument& argument : required) {
    add(argument);
    names.Append(argument.name);
  }
  for (const ToolArgument& argument : optional) add(argument);
  return Json::MakeObject()
      .Set("type", "object")
      .Set("properties", std::move(properties))
      .Set("required", std::move(names));
}

}  // namespace forge
