#include "agent/tools/tools.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <optional>
#include <thread>
#include <utility>

#include "agent/tools/background_commands.h"
#include "agent/tools/nested_rules.h"
#include "agent/tools/todo_list.h"
#include "agent/tools/tool_kinds.h"
#include "agent/unit_environment.h"
#include "base/strings.h"
#include "os/thread.h"
#include "text/secret_names.h"

namespace forge {
namespace {

constexpr std::size_t kAtOnce = 8;
constexpr std::size_t kLargestChecked = std::size_t{16} << 20;

struct Tool {
  std::string_view name;
  bool reads_only;
  std::string_view with;  // the tool that it belongs to; empty: it stands alone
  ToolSpec (*spec)();
  ToolOutcome (*run)(const ToolContext&, const Json&);
};

constexpr std::array<Tool, 9> kTools = {{{"Read", true, "", ReadSpec, RunRead},
                                         {"Write", false, "", WriteSpec, RunWrite},
                                         {"Edit", false, "", EditSpec, RunEdit},
                                         {"Glob", true, "", GlobSpec, RunGlob},
                                         {"Grep", true, "", GrepSpec, RunGrep},
                                         {"Bash", false, "", BashSpec, RunBash},
                                         {"BashOutput", true, "Bash", BashOutputSpec, RunBashOutput},
                                         {"KillBash", false, "Bash", KillBashSpec, RunKillBash},
                                         {"TodoWrite", false, "", TodoSpec, RunTodo}}};

bool IsGiven(const Tool& tool, const AgentRequest& request) {
  const std::string_view name = tool.with.empty() ? tool.name : tool.with;
  const bool listed = std::ranges::find(request.tools, name) != request.tools.end();
  // It touches nothing, and a role that builds something needs it.
  if (name == "TodoWrite") return listed || request.may_write;
  if (!request.tools.empty() && !listed) return false;
  if (request.may_write) return true;
  const bool writes_files = name == "Write" || name == "Edit";
  return listed ? !writes_files : tool.reads_only && tool.with.empty();
}

std::size_t MasksIn(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = text.find(kMaskedSecret); at != std::string_view::npos; at = text.find(kMaskedSecret, at + 1))
    ++count;
  return count;
}

// What a call is about, for those who sum up the work.
std::string AboutOf(const ConfinedTree& tree, const ToolUse& use) {
  constexpr std::size_t kLongestCommand = 120;
  if (const std::string& command = use.input["command"].AsString(); !command.empty())
    return "`" + ValidUtf8(command.substr(0, kLongestCommand)) + "`";
  const std::string path = PathArgument(use.input);
  return path.empty() ? "" : ValidUtf8(tree.Relative(path).value_or(path));
}

}  // namespace

struct Toolbox::Parts {
  explicit Parts(ConfinedTree confined) : tree(std::move(confined)) {}

  ConfinedTree tree;
  std::map<std::string, std::string> env;
  std::vector<std::string> withheld;
  std::function<std::string(std::string_view)> hide;
  std::optional<Sandbox> sandbox;
  std::vector<const Tool*> tools;
  std::vector<ToolSpec> specs;
  std::vector<GuestTool> guests;
  bool images = false;
  // Behind pointers: a box can be moved, and they cannot.
  std::unique_ptr<TodoList> todo = std::make_unique<TodoList>();
  std::unique_ptr<NestedRules> rules;
  std::unique_ptr<BackgroundCommands> background = std::make_unique<BackgroundCommands>();

  const GuestTool* FindGuest(const std::string& name) const {
    auto found = std::ranges::find(guests, name, [](const GuestTool& guest) { return guest.spec.name; });
    return found == guests.end() ? nullptr : &*found;
  }
  const Tool* Find(const std::string& name) const {
    auto found = std::ranges::find(tools, name, [](const Tool* tool) { return tool->name; });
    return found == tools.end() ? nullptr : *found;
  }
  // A value that the model was not shown has been hidden in a reply.
  mutable std::atomic<bool> has_hidden = false;

  ToolOutcome NoSuchTool(const std::string& name) const;
  std::string WhyItLosesAValue(const ToolUse& use) const;
  ToolReply RunOne(const ToolUse& use, std::int64_t until_ms, std::stop_token stop) const;
  void AddRules(const ToolUse& use, ToolReply& reply) const;
};

Toolbox::Toolbox(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Toolbox::Toolbox(Toolbox&&) noexcept = default;
Toolbox::~Toolbox() = default;

Result<Toolbox> Toolbox::Open(const AgentRequest& request, bool images) {
  // Paths that the sandbox hides from processes are hidden from the file tools too.
  ConfinedTree tree =
      TRY(ConfinedTree::Open(request.cwd, request.sandbox ? request.sandbox->hidden : std::vector<std::string>{}));
  auto parts = std::make_unique<Parts>(std::move(tree));
  parts->env = UnitEnvironment(request);
  parts->withheld = request.withheld;
  parts->hide = request.hide;
  parts->sandbox = request.sandbox;
  parts->images = images;
  const std::string& root = request.rules_root.empty() ? request.cwd : request.rules_root;
  parts->rules = std::make_unique<NestedRules>(root, request.prompt);
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
std::string Toolbox::plan() const { return parts_->todo->Text(); }
void Toolbox::ShowRulesAgain() const { parts_->rules->Forget(); }

ToolOutcome Toolbox::Parts::NoSuchTool(const std::string& name) const {
  std::vector<std::string> names;
  for (const ToolSpec& spec : specs) names.push_back(spec.name);
  const auto closest = Closest(name, names);
  return ToolFailure(fmt::format("There is no tool {}.{} The tools are {}.", ValidUtf8(name),
                                 closest ? fmt::format(" Did you mean {}?", *closest) : "", Join(names, ", ")));
}

void Toolbox::Parts::AddRules(const ToolUse& use, ToolReply& reply) const {
  if (reply.failed || !IsOneOf(use.name, {"Read", "Write", "Edit"})) return;
  const auto path = tree.Relative(PathArgument(use.input));
  if (path) reply.text += rules->ForFile(*path);
}

// The model knows only the mask of a hidden value: written back, it would replace the value. Where nothing is hidden,
// the same text is a text like any other.
std::string Toolbox::Parts::WhyItLosesAValue(const ToolUse& use) const {
  if (!hide || !IsOneOf(use.name, {"Write", "Edit"})) return "";
  const std::string& old = use.input["old_string"].AsString();
  const std::string& fresh = use.input[use.name == "Write" ? "content" : "new_string"].AsString();
  if (MasksIn(fresh) == 0 && MasksIn(old) == 0) return "";
  const std::string path = PathArgument(use.input);
  const std::string now = tree.ReadWhole(path, kLargestChecked).value_or("");
  if (!has_hidden && hide(now) == now) return "";
  const bool adds = MasksIn(fresh) > MasksIn(use.name == "Write" ? now : old);
  if (!adds && (MasksIn(old) == 0 || now.contains(old))) return "";
  return fmt::format(
      "{} stands for a value that is hidden from you: {} is unchanged, because the value would be lost in it. Use Edit "
      "for the text around the value, and a command to copy the value itself; for a placeholder, use another word.",
      kMaskedSecret, ValidUtf8(path));
}

ToolReply Toolbox::Parts::RunOne(const ToolUse& use, std::int64_t until_ms, std::stop_token stop) const {
  ToolReply reply{use.id, use.name, "", false, false, AboutOf(tree, use), {}};
  const Tool* tool = Find(use.name);
  const GuestTool* guest = FindGuest(use.name);
  ToolOutcome outcome;
  if (stop.stop_requested()) {
    outcome = ToolFailure("Stopped on request.");
  } else if (tool == nullptr && guest == nullptr) {
    outcome = NoSuchTool(use.name);
  } else if (!use.broken.empty()) {
    outcome = ToolFailure("The arguments are not a JSON object; call it again with valid JSON. They were: " +
                          KeepHeadAndTail(use.broken, 200, 200));
  } else if (const std::string why = WhyItLosesAValue(use); !why.empty()) {
    outcome = ToolFailure(why);
  } else if (guest != nullptr) {
    outcome = guest->run(use.input, until_ms, stop);
  } else {
    outcome =
        tool->run({tree, env, withheld, until_ms, std::move(stop), sandbox, *background, *todo, images}, use.input);
  }
  reply.text = hide ? hide(outcome.text) : outcome.text;
  if (reply.text != outcome.text) has_hidden = true;
  reply.failed = outcome.failed;
  reply.image = std::move(outcome.image);
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
  for (std::size_t i = 0; i < uses.size(); ++i) parts_->AddRules(uses[i], replies[i]);
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
