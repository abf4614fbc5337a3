#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "base/strings.h"
#include "surface/mcp/protocol/askers.h"
#include "surface/mcp/protocol/methods.h"
#include "surface/mcp/protocol/server.h"
#include "text/review/result_block.h"

namespace forge::mcp {
namespace {

constexpr std::int64_t kListTtlMs = 5'000;
constexpr std::size_t kPage = 200;
constexpr std::size_t kMostCompletions = 100;

// One page of a list; the cursor is the place where the next one begins.
Rpc<Json> Page(const Incoming& incoming, const char* name, Json::Array items) {
  std::size_t begin = 0;
  if (const Json* cursor = incoming.params().Find("cursor")) {
    const auto place = cursor->is_string() ? ParseInt(cursor->AsString()) : std::nullopt;
    if (!place || *place <= 0 || static_cast<std::size_t>(*place) >= items.size()) {
      return Refuse(kInvalidParams, "`params.cursor` is not a cursor of this server");
    }
    begin = static_cast<std::size_t>(*place);
  }
  const std::size_t end = std::min(items.size(), begin + kPage);
  Json::Array page(std::make_move_iterator(items.begin() + static_cast<std::ptrdiff_t>(begin)),
                   std::make_move_iterator(items.begin() + static_cast<std::ptrdiff_t>(end)));
  Json result = Json::MakeObject().Set(name, std::move(page));
  if (end < items.size()) result.Set("nextCursor", std::to_string(end));
  return result;
}

Rpc<Json> Cacheable(const Incoming& incoming, Rpc<Json> result) {
  if (!result || !incoming.modern || result->Has("inputRequests")) return result;
  return result->Set("ttlMs", kListTtlMs).Set("cacheScope", "private");
}

template <typename Item>
std::vector<std::string> NamesOf(const std::vector<Item>& items) {
  std::vector<std::string> names;
  for (const Item& item : items) names.push_back(item.name);
  return names;
}

std::string Suggestion(const std::string& name, const std::vector<std::string>& names) {
  const auto closest = Closest(name, names);
  return closest ? fmt::format("; did you mean `{}`?", *closest) : "";
}

Rpc<Json> ArgumentsOf(const Json& params) {
  const Json* arguments = params.Find("arguments");
  if (arguments == nullptr) return Json::MakeObject();
  if (arguments->is_object()) return *arguments;
  return Refuse(kInvalidParams, fmt::format("`params.arguments` must be an object, not {}", arguments->type_name()));
}

// Where a text has a NUL, which would cut a path short; empty: nowhere.
std::string FindNul(const Json& value, const std::string& name) {
  if (value.is_string()) return value.AsString().find('\0') == std::string::npos ? "" : name;
  std::string found;
  for (std::size_t i = 0; value.is_array() && found.empty() && i < value.AsArray().size(); ++i) {
    found = FindNul(value.AsArray()[i], fmt::format("{}[{}]", name, i));
  }
  if (!value.is_object()) return found;
  for (const auto& [key, member] : value.AsObject()) {
    if (found.empty()) found = FindNul(member, name.empty() ? key : fmt::format("{}.{}", name, key));
  }
  return found;
}

// What is wrong with the arguments, for the model to correct.
std::string BadArguments(const Tool& tool, const std::vector<std::string>& violations) {
  std::string text = fmt::format("invalid arguments for {}:", tool.name);
  for (const std::string& violation : violations) text += "\n- " + violation;
  return text;
}

bool DeclaresTasks(const Incoming& incoming) {
  return incoming.modern && incoming.capabilities["extensions"].Has(kTasksExtension);
}

Rpc<void> CheckPromptArguments(const Prompt& prompt, const Json& arguments) {
  for (const auto& [name, value] : arguments.AsObject()) {
    if (!value.is_string()) {
      return Refuse(kInvalidParams, fmt::format("the argument `{}` must be a string, not {}", name, value.type_name()));
    }
  }
  for (const PromptArgument& argument : prompt.arguments) {
    if (argument.required && !arguments.Has(argument.name)) {
      return Refuse(kInvalidParams, fmt::format("{1} needs the argument `{0}`", argument.name, prompt.name));
    }
  }
  return {};
}

Rpc<Json> SettledBody(const Catalog& catalog, Call& call, const std::function<Rpc<Json>(Call& call)>& body) {
  if (catalog.settle) {
    auto settled = catalog.settle(call);
    if (!settled) return std::unexpected(settled.error());
    if (!*settled) return Json::MakeObject();
  }
  return body(call);
}

}  // namespace

CallParts Server::PartsFor(const Incoming& incoming) {
  CallParts parts;
  parts.capabilities = incoming.capabilities;
  parts.stop = incoming.stop;
  parts.session = incoming.peer->session();
  parts.hears_server = !incoming.modern;
  const Json& meta = incoming.params()["_meta"];
  parts.progress_token = meta["progressToken"];
  parts.log_severity = incoming.modern ? LogSeverity(meta[kLogLevelKey].AsString()) : incoming.peer->log_severity();
  parts.notify = [outlet = incoming.outlet, stop = incoming.stop](std::string_view method, Json params) {
    if (!stop.stop_requested()) outlet->Send(MakeNotification(method, std::move(params)));
  };
  parts.announce = [this](const Change& change) { Announce(change); };
  return parts;
}

Rpc<Json> Server::Perform(Incoming& incoming, const std::string& purpose, const CallBody& body) {
  CallParts parts = PartsFor(incoming);
  if (!incoming.modern) {
    Call call(std::move(parts), std::make_unique<ConnectionAsker>(incoming.peer, incoming.outlet, incoming.stop));
    return SettledBody(catalog_, call, body);
  }
  const Json* responses = incoming.params().Find("inputResponses");
  if (responses != nullptr && !responses->is_object()) {
    return Refuse(kInvalidParams, "`params.inputResponses` must be an object");
  }
  if (const Json* sealed = incoming.params().Find("requestState")) {
    auto state = states_.Open(purpose, sealed->AsString());
    if (!state) return Refuse(kInvalidParams, "`params.requestState` was changed");
    parts.state = *std::move(state);
  }
  const Json answers = responses == nullptr ? Json::MakeObject() : *responses;
  std::optional<Json> needs;
  Call call(std::move(parts), std::make_unique<RoundAsker>(answers, states_, purpose, needs));
  Rpc<Json> outcome = SettledBody(catalog_, call, body);
  if (outcome && needs) return *std::move(needs);
  return outcome;
}

Rpc<void> Server::SettleNow(Incoming& incoming) {
  if (incoming.modern || !catalog_.settle) return {};
  auto outcome = Perform(incoming, "", [](Call&) { return Json::MakeObject(); });
  return outcome ? Rpc<void>() : std::unexpected(outcome.error());
}

Rpc<Json> Server::ListTools(Incoming& incoming) {
  Json::Array tools;
  for (const Tool& tool : catalog_.tools) tools.push_back(ToJson(tool, incoming.modern));
  return Cacheable(incoming, Page(incoming, "tools", std::move(tools)));
}

void Server::TellRefused(const Incoming& incoming, const Rpc<Json>& outcome, Call* call) const {
  if (!catalog_.refused) return;
  const Json& params = incoming.params();
  const std::string why = outcome ? (*outcome)["content"].AsArray()[0]["text"].AsString() : outcome.error().message;
  catalog_.refused(call, params["name"].AsString(), params["arguments"], why);
}

// As with any call, the client may be asked first what must be known of it. If only its next request can tell, nobody
// hears of this one.
Rpc<Json> Server::RefuseCall(Incoming& incoming, Rpc<Json> outcome) {
  (void)Perform(incoming, "tools/call " + incoming.params()["name"].AsString(), [&](Call& call) {
    TellRefused(incoming, outcome, &call);
    return Json::MakeObject();
  });
  return outcome;
}

Rpc<Json> Server::CallTool(Incoming& incoming) {
  auto name = NeedText(incoming.params(), "name");
  if (!name) return RefuseCall(incoming, std::unexpected(name.error()));
  const auto tool = std::ranges::find(catalog_.tools, *name, &Tool::name);
  if (tool == catalog_.tools.end()) {
    const std::string suggestion = Suggestion(*name, NamesOf(catalog_.tools));
    return RefuseCall(incoming, Refuse(kInvalidParams, fmt::format("unknown tool: {}{}", *name, suggestion)));
  }
  auto arguments = ArgumentsOf(incoming.params());
  if (!arguments) return RefuseCall(incoming, std::unexpected(arguments.error()));
  if (tool->tasks == TaskSupport::kRequired && !DeclaresTasks(incoming)) {
    Json extensions = Json::MakeObject().Set(std::string(kTasksExtension), Json::MakeObject());
    Json required = Json::MakeObject().Set("extensions", std::move(extensions));
    return RefuseCall(incoming,
                      Refuse(kMissingCapability, fmt::format("{} runs as a task: the client must declare it", *name),
                             Json::MakeObject().Set("requiredCapabilities", std::move(required))));
  }
  if (tool->check_arguments) {
    const auto violations = CheckSchema(*arguments, tool->input_schema);
    if (!violations.empty()) return RefuseCall(incoming, ToolFailure(BadArguments(*tool, violations)));
  }
  if (const std::string place = FindNul(*arguments, ""); !place.empty()) {
    return RefuseCall(incoming, ToolFailure(BadArguments(*tool, {place + ": must not hold a NUL character"})));
  }
  if (tool->tasks != TaskSupport::kNever && DeclaresTasks(incoming)) return StartTask(incoming, *tool, *arguments);
  return Perform(incoming, "tools/call " + *name, [&](Call& call) { return tool->run(call, *arguments); });
}

Rpc<Json> Server::StartTask(Incoming& incoming, const Tool& tool, const Json& arguments) {
  bool ready = false;
  auto prepared = Perform(incoming, "tools/call " + tool.name, [&](Call& call) -> Rpc<Json> {
    ready = !tool.prepare;
    if (ready) return arguments;
    auto input = tool.prepare(call, arguments);
    if (!input) return std::unexpected(input.error());
    ready = input->has_value();
    return ready ? **std::move(input) : Json::MakeObject();
  });
  if (!prepared || !ready) return prepared;
  const Json input = *std::move(prepared);
  CallParts parts = PartsFor(incoming);
  // The request is over as soon as the task is made: it cannot report anything any more.
  parts.notify = [](std::string_view, const Json&) {};
  auto started = tasks_.Start([&tool, input, parts](std::stop_token stop, std::unique_ptr<Asker> asker) mutable {
    parts.stop = std::move(stop);
    parts.is_task = true;
    Call call(std::move(parts), std::move(asker));
    return tool.run(call, input);
  });
  if (!crew_.Run(std::move(started.run))) {
    return RefuseCall(incoming, Refuse(kInternalError, "too many requests are running"));
  }
  return std::move(started.created);
}

Rpc<Json> Server::ListPrompts(Incoming& incoming) {
  Json::Array prompts;
  for (const Prompt& prompt : catalog_.prompts) prompts.push_back(ToJson(prompt));
  return Cacheable(incoming, Page(incoming, "prompts", std::move(prompts)));
}

Rpc<Json> Server::GetPrompt(Incoming& incoming) {
  auto name = NeedText(incoming.params(), "name");
  if (!name) return std::unexpected(name.error());
  const auto prompt = std::ranges::find(catalog_.prompts, *name, &Prompt::name);
  if (prompt == catalog_.prompts.end()) {
    return Refuse(kInvalidParams,
                  fmt::format("unknown prompt: {}{}", *name, Suggestion(*name, NamesOf(catalog_.prompts))));
  }
  auto arguments = ArgumentsOf(incoming.params());
  if (!arguments) return std::unexpected(arguments.error());
  if (auto checked = CheckPromptArguments(*prompt, *arguments); !checked) return std::unexpected(checked.error());
  return Perform(incoming, "prompts/get " + *name, [&](Call& call) { return prompt->get(call, *arguments); });
}

Rpc<Json> Server::ListResources(Incoming& incoming) {
  if (auto settled = SettleNow(incoming); !settled) return std::unexpected(settled.error());
  Json::Array all;
  for (const ResourceSource& source : catalog_.resources) {
    auto resources = source.list();
    if (!resources) return std::unexpected(resources.error());
    for (const Resource& resource : *resources) all.push_back(ToJson(resource, false));
  }
  return Cacheable(incoming, Page(incoming, "resources", std::move(all)));
}

Rpc<Json> Server::ListTemplates(Incoming& incoming) {
  Json::Array all;
  for (const ResourceSource& source : catalog_.resources) {
    for (const Resource& resource : source.templates) all.push_back(ToJson(resource, true));
  }
  return Cacheable(incoming, Page(incoming, "resourceTemplates", std::move(all)));
}

Rpc<Json> Server::ReadResource(Incoming& incoming) {
  auto uri = NeedText(incoming.params(), "uri");
  if (!uri) return std::unexpected(uri.error());
  return Cacheable(incoming, Perform(incoming, "resources/read " + *uri, [&](Call& call) -> Rpc<Json> {
                     for (const ResourceSource& source : catalog_.resources) {
                       auto contents = source.read(call, *uri);
                       if (!contents) return std::unexpected(contents.error());
                       if (*contents) return **std::move(contents);
                     }
                     const int code = incoming.modern ? kInvalidParams : kResourceNotFound;
                     return Refuse(code, "resource not found", Json::MakeObject().Set("uri", *uri));
                   }));
}

Rpc<Json> Server::Complete(Incoming& incoming) {
  const Json& params = incoming.params();
  const Json& ref = params["ref"];
  CompletionRequest request;
  const std::string& type = ref["type"].AsString();
  if (type == "ref/prompt") {
    request.prompt = ref["name"].AsString();
  } else if (type == "ref/resource") {
    request.uri = ref["uri"].AsString();
  } else {
    return Refuse(kInvalidParams, "`params.ref.type` must be ref/prompt or ref/resource");
  }
  const Json& argument = params["argument"];
  if (!argument["name"].is_string() || !argument["value"].is_string()) {
    return Refuse(kInvalidParams, "`params.argument` needs `name` and `value`, strings");
  }
  request.argument = argument["name"].AsString();
  request.value = argument["value"].AsString();
  if (auto settled = SettleNow(incoming); !settled) return std::unexpected(settled.error());
  std::vector<std::string> values;
  for (const auto& complete : catalog_.completers) {
    auto found = complete(request);
    if (!found) continue;
    values = *std::move(found);
    break;
  }
  Json shown = Json::MakeArray();
  for (std::size_t i = 0; i < std::min(values.size(), kMostCompletions); ++i) shown.Append(values[i]);
  Json completion = Json::MakeObject().Set("values", std::move(shown)).Set("total", values.size());
  completion.Set("hasMore", values.size() > kMostCompletions);
  return Json::MakeObject().Set("completion", std::move(completion));
}

}  // namespace forge::mcp
