// What a server offers: tools, prompts, resources, completions, as data with a function each. Knows no protocol
// version.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "model/json.h"
#include "surface/mcp/protocol/call.h"
#include "surface/mcp/protocol/wire.h"

namespace forge::mcp {

enum class TaskSupport { kNever, kOptional, kRequired };

struct Tool {
  std::string name;
  std::string title;
  std::string description;
  Json input_schema = Json::MakeObject().Set("type", "object");
  Json output_schema = {};  // null: none
  Json annotations = {};    // null: none
  TaskSupport tasks = TaskSupport::kNever;
  // The arguments fit the input schema. Returns {"content", "structuredContent"?, "isError"?}.
  std::function<Rpc<Json>(Call& call, const Json& arguments)> run = {};
  // Before a task is made of the call: asks what must be known first, and returns the arguments for `run`. Nothing: the
  // client was asked. May be empty.
  std::function<Rpc<std::optional<Json>>(Call& call, const Json& arguments)> prepare = {};
  bool check_arguments = true;  // false: the schema is more than CheckSchema knows
};

struct PromptArgument {
  std::string name;
  std::string description;
  bool required = false;
};

struct Prompt {
  std::string name;
  std::string title;
  std::string description;
  std::vector<PromptArgument> arguments;
  // Every required argument is there, all are strings. Returns {"description"?, "messages"}.
  std::function<Rpc<Json>(Call& call, const Json& arguments)> get = {};
};

struct Resource {
  std::string uri;  // of templates: with {names}
  std::string name;
  std::string title;
  std::string description;
  std::string mime = "text/plain";
};

struct ResourceSource {
  std::function<Rpc<std::vector<Resource>>()> list;
  std::vector<Resource> templates;
  // The contents, or nothing when the address is not one of its own.
  std::function<Rpc<std::optional<Json>>(Call& call, const std::string& uri)> read;
  // Tells one state of a resource from another, without reading all of it; nothing: there is no such resource. Empty:
  // there is what `list` names, and its changes are announced.
  std::function<std::optional<std::string>(const std::string& uri)> mark = {};
};

// What is to be completed: an argument of a prompt, or a name of a resource template.
struct CompletionRequest {
  std::string prompt;  // or
  std::string uri;
  std::string argument;
  std::string value;
};

struct Catalog {
  // Before a client's first call, and again before each one: what must be known of the client. False: it was asked, and
  // the call comes again. May be empty.
  std::function<Rpc<bool>(Call& call)> settle = {};
  std::vector<Tool> tools;
  // A call that never came to its tool: there is none of that name, its arguments are wrong, or too many are running.
  // `call` is null if the client cannot be told or asked anything now. May be empty.
  std::function<void(Call* call, const std::string& tool, const Json& arguments, const std::string& why)> refused = {};
  std::vector<Prompt> prompts;
  std::vector<ResourceSource> resources;
  // Nothing: not mine.
  std::vector<std::function<std::optional<std::vector<std::string>>(const CompletionRequest& request)>> completers;
};

Json ToJson(const Tool& tool, bool modern);
Json ToJson(const Prompt& prompt);
Json ToJson(const Resource& resource, bool is_template);

// Results of tools.
Json TextContent(std::string_view text);
Json TextResult(std::string_view text);
Json ToolFailure(std::string_view text);   // isError: for the model to read
Json StructuredResult(const Json& value);  // the value, and the same as text
// The text of a resource as what resources/read returns.
Json TextResource(std::string_view uri, std::string_view mime, std::string_view text);

}  // namespace forge::mcp
