#include "surface/mcp/tools/fixtures.h"

#include <fmt/core.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "surface/mcp/protocol/schema.h"

namespace forge::mcp {
namespace {

// A red pixel, and a hundredth of a second of silence.
constexpr std::string_view kPng =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
constexpr std::string_view kWav = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA==";
constexpr std::int64_t kPauseMs = 50;

using Run = std::function<Rpc<Json>(Call&, const Json&)>;

Tool Make(std::string name, std::string description, Run run) {
  Tool tool{std::move(name), "", std::move(description)};
  tool.run = std::move(run);
  return tool;
}

Json Image() { return Json::MakeObject().Set("type", "image").Set("data", kPng).Set("mimeType", "image/png"); }
Json Audio() { return Json::MakeObject().Set("type", "audio").Set("data", kWav).Set("mimeType", "audio/wav"); }

Json Embedded(std::string_view uri, std::string_view mime, std::string_view text) {
  Json resource = Json::MakeObject().Set("uri", uri).Set("mimeType", mime).Set("text", text);
  return Json::MakeObject().Set("type", "resource").Set("resource", std::move(resource));
}

Json Content(Json::Array items) { return Json::MakeObject().Set("content", std::move(items)); }

void AddContentTools(Catalog& catalog) {
  auto& tools = catalog.tools;
  tools.push_back(Make("test_simple_text", "returns text",
                       [](Call&, const Json&) { return TextResult("This is a simple text response for testing."); }));
  tools.push_back(
      Make("test_image_content", "returns an image", [](Call&, const Json&) { return Content({Image()}); }));
  tools.push_back(Make("test_audio_content", "returns a sound", [](Call&, const Json&) { return Content({Audio()}); }));
  tools.push_back(Make("test_embedded_resource", "returns a resource", [](Call&, const Json&) {
    return Content({Embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.")});
  }));
  tools.push_back(Make("test_multiple_content_types", "returns text, an image and a resource", [](Call&, const Json&) {
    return Content({TextContent("Multiple content types test:"), Image(),
                    Embedded("test://mixed-content-resource", "application/json", R"({"test":"data","value":123})")});
  }));
  tools.push_back(Make("test_error_handling", "fails", [](Call&, const Json&) {
    return ToolFailure("This tool intentionally returns an error for testing");
  }));
}

void AddTalkingTools(Catalog& catalog, const std::function<void(std::int64_t)>& sleep) {
  auto& tools = catalog.tools;
  tools.push_back(Make("test_tool_with_logging", "logs three times", [sleep](Call& call, const Json&) {
    for (const char* text : {"Tool execution started", "Tool processing data", "Tool execution completed"}) {
      call.Log("info", "fixtures", text);
      sleep(kPauseMs);
    }
    return TextResult("logged");
  }));
  tools.push_back(Make("test_tool_with_progress", "reports 0, 50 and 100", [sleep](Call& call, const Json&) {
    for (double progress : {0.0, 50.0, 100.0}) {
      call.Progress(progress, 100);
      sleep(kPauseMs);
    }
    return TextResult("done");
  }));
  tools.push_back(Make("test_logging_tool", "logs when the request asks for it", [](Call& call, const Json&) {
    call.Log("info", "fixtures", "a message");
    return TextResult("logged");
  }));
  tools.push_back(Make("test_trigger_tool_change", "says that the tools changed", [](Call& call, const Json&) {
    call.Announce({Change::Kind::kTools, ""});
    return TextResult("announced");
  }));
  tools.push_back(Make("test_trigger_prompt_change", "says that the prompts changed", [](Call& call, const Json&) {
    call.Announce({Change::Kind::kPrompts, ""});
    return TextResult("announced");
  }));
}

// A tool that asks the client one thing and shows the answer.
Tool Asking(std::string name, std::string method, std::function<Json(const Json&)> params, std::string label) {
  return Make(std::move(name), "asks the client",
              [method = std::move(method), params = std::move(params), label = std::move(label)](
                  Call& call, const Json& arguments) -> Rpc<Json> {
                auto answers = call.Ask({{"answer", method, params(arguments)}});
                if (!answers) return std::unexpected(answers.error());
                if (!*answers) return Json::MakeObject();
                const Json& answer = (**answers)["answer"];
                if (method == "sampling/createMessage") {
                  return TextResult(label + answer["content"]["text"].AsString(answer["content"].Dump()));
                }
                return TextResult(fmt::format("{}action={}, content={}", label, answer["action"].AsString(),
                                              answer["content"].Dump()));
              });
}

Json Sampling(std::string_view text, int tokens) {
  Json message = Json::MakeObject().Set("role", "user").Set("content", TextContent(text));
  return Json::MakeObject().Set("messages", Json::Array{std::move(message)}).Set("maxTokens", tokens);
}

Json Form(std::string_view message, Json schema) {
  return Json::MakeObject().Set("message", message).Set("requestedSchema", std::move(schema));
}

Json Titled(std::string_view keyword, std::string_view noun) {
  Json options = Json::MakeArray();
  for (const auto& [value, title] : {std::pair{"value1", "First"}, {"value2", "Second"}, {"value3", "Third"}}) {
    options.Append(Json::MakeObject().Set("const", value).Set("title", fmt::format("{} {}", title, noun)));
  }
  return Json::MakeObject().Set(std::string(keyword), std::move(options));
}

Json EnumForms() {
  Json legacy = OneOf({"opt1", "opt2", "opt3"});
  legacy.Set("enumNames", Json::Array{Json("Option One"), Json("Option Two"), Json("Option Three")});
  return OpenObject({{"untitledSingle", OneOf({"option1", "option2", "option3"})},
                     {"titledSingle", Titled("oneOf", "Option").Set("type", "string")},
                     {"legacyEnum", legacy},
                     {"untitledMulti", ListOf(OneOf({"option1", "option2", "option3"}))},
                     {"titledMulti", ListOf(Titled("anyOf", "Choice"))}});
}

Json DefaultForms() {
  return OpenObject({{"name", TypeOf("string").Set("default", "John Doe")},
                     {"age", TypeOf("integer").Set("default", 30)},
                     {"score", TypeOf("number").Set("default", 95.5)},
                     {"status", OneOf({"active", "inactive", "pending"}).Set("default", "active")},
                     {"verified", TypeOf("boolean").Set("default", true)}});
}

void AddAskingTools(Catalog& catalog) {
  auto& tools = catalog.tools;
  Tool sampling = Asking(
      "test_sampling", "sampling/createMessage",
      [](const Json& arguments) { return Sampling(arguments["prompt"].AsString(), 100); }, "LLM response: ");
  sampling.input_schema = ObjectOf({{"prompt", TypeOf("string")}}, {"prompt"});
  tools.push_back(sampling);
  Tool elicitation = Asking(
      "test_elicitation", "elicitation/create",
      [](const Json& arguments) {
        return Form(arguments["message"].AsString(), OpenObject({{"username", TypeOf("string", "User's response")},
                                                                 {"email", TypeOf("string", "User's email address")}},
                                                                {"username", "email"}));
      },
      "User response: ");
  elicitation.input_schema = ObjectOf({{"message", TypeOf("string")}}, {"message"});
  tools.push_back(elicitation);
  tools.push_back(Asking(
      "test_elicitation_sep1034_defaults", "elicitation/create",
      [](const Json&) { return Form("Please review", DefaultForms()); }, "Elicitation completed: "));
  tools.push_back(Asking(
      "test_elicitation_sep1330_enums", "elicitation/create",
      [](const Json&) { return Form("Please choose", EnumForms()); }, "Elicitation completed: "));
  tools.push_back(Asking(
      "test_streaming_elicitation", "elicitation/create",
      [](const Json&) { return Form("Go on?", OpenObject({{"ok", TypeOf("boolean")}}, {"ok"})); }, "Answered: "));
  tools.push_back(Asking(
      "test_missing_capability", "sampling/createMessage", [](const Json&) { return Sampling("Say hello", 10); },
      "LLM response: "));
}

void AddSchemaTools(Catalog& catalog) {
  Tool schema = Make("json_schema_2020_12_tool", "Tool with JSON Schema 2020-12 features",
                     [](Call&, const Json& arguments) { return TextResult(arguments.Dump()); });
  schema.input_schema = ParseJson(R"({
    "$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
    "$defs": {"address": {"$anchor": "addressDef", "type": "object",
                          "properties": {"street": {"type": "string"}, "city": {"type": "string"}}}},
    "properties": {"name": {"type": "string"}, "address": {"$ref": "#/$defs/address"},
                   "contactMethod": {"type": "string", "enum": ["phone", "email"]},
                   "phone": {"type": "string"}, "email": {"type": "string"}},
    "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
    "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
    "then": {"required": ["phone"]}, "else": {"required": ["email"]}, "additionalProperties": false})")
                            .value_or(Json::MakeObject());
  schema.check_arguments = false;
  catalog.tools.push_back(schema);
  Tool header = Make("test_x_mcp_header", "has an argument that a header repeats",
                     [](Call&, const Json& arguments) { return TextResult(arguments.Dump()); });
  header.input_schema = ObjectOf({{"region", TypeOf("string").Set("x-mcp-header", "Region")}});
  header.check_arguments = false;
  catalog.tools.push_back(header);
}

Json UserMessage(Json content) { return Json::MakeObject().Set("role", "user").Set("content", std::move(content)); }

Json Messages(Json::Array messages) { return Json::MakeObject().Set("messages", std::move(messages)); }

void AddPrompts(Catalog& catalog) {
  Prompt simple{"test_simple_prompt", "", "a fixed text", {}};
  simple.get = [](Call&, const Json&) {
    return Messages({UserMessage(TextContent("This is a simple prompt for testing."))});
  };
  Prompt arguments{"test_prompt_with_arguments",
                   "",
                   "shows its arguments",
                   {{"arg1", "First test argument", true}, {"arg2", "Second test argument", true}}};
  arguments.get = [](Call&, const Json& given) {
    return Messages({UserMessage(TextContent(fmt::format("Prompt with arguments: arg1='{}', arg2='{}'",
                                                         given["arg1"].AsString(), given["arg2"].AsString())))});
  };
  Prompt resource{
      "test_prompt_with_embedded_resource", "", "embeds a resource", {{"resourceUri", "what to embed", true}}};
  resource.get = [](Call&, const Json& given) {
    return Messages(
        {UserMessage(Embedded(given["resourceUri"].AsString(), "text/plain", "Embedded resource content for testing.")),
         UserMessage(TextContent("Please process the embedded resource above."))});
  };
  Prompt image{"test_prompt_with_image", "", "shows an image", {}};
  image.get = [](Call&, const Json&) {
    return Messages({UserMessage(Image()), UserMessage(TextContent("Please analyze the image above."))});
  };
  for (Prompt& prompt : std::vector<Prompt>{simple, arguments, resource, image}) catalog.prompts.push_back(prompt);
}

Rpc<std::optional<Json>> ReadFixture(Call&, const std::string& uri) {
  if (uri == "test://static-text") {
    return TextResource(uri, "text/plain", "This is the content of the static text resource.");
  }
  if (uri == "test://static-binary") {
    Json content = Json::MakeObject().Set("uri", uri).Set("mimeType", "image/png").Set("blob", kPng);
    return Json::MakeObject().Set("contents", Json::Array{std::move(content)});
  }
  if (uri == "test://watched-resource") return TextResource(uri, "text/plain", "watched");
  constexpr std::string_view kBegin = "test://template/";
  constexpr std::string_view kEnd = "/data";
  if (!uri.starts_with(kBegin) || !uri.ends_with(kEnd) || uri.size() < kBegin.size() + kEnd.size()) return std::nullopt;
  const std::string id = uri.substr(kBegin.size(), uri.size() - kBegin.size() - kEnd.size());
  Json data = Json::MakeObject().Set("id", id).Set("templateTest", true).Set("data", "Data for ID: " + id);
  return TextResource(uri, "application/json", data.Dump());
}

void AddResources(Catalog& catalog) {
  ResourceSource source;
  source.list = [] {
    return std::vector<Resource>{{"test://static-text", "static-text", "", "a text", "text/plain"},
                                 {"test://static-binary", "static-binary", "", "an image", "image/png"},
                                 {"test://watched-resource", "watched", "", "can be subscribed to", "text/plain"}};
  };
  source.templates = {{"test://template/{id}/data", "template", "", "data by id", "application/json"}};
  source.read = ReadFixture;
  // First: the suite reads the first resource of the list.
  catalog.resources.insert(catalog.resources.begin(), std::move(source));
}

}  // namespace

void AddFixtures(Catalog& catalog, const std::function<void(std::int64_t ms)>& sleep) {
  AddContentTools(catalog);
  AddTalkingTools(catalog, sleep);
  AddAskingTools(catalog);
  AddSchemaTools(catalog);
  AddPrompts(catalog);
  AddResources(catalog);
  AddRoundFixtures(catalog);
  AddTaskFixtures(catalog, sleep);
}

}  // namespace forge::mcp
