#include "surface/mcp/protocol/catalog.h"

#include <utility>

#include "model/fields.h"

namespace forge::mcp {

Json ToJson(const Tool& tool, bool modern) {
  Json json = Json::MakeObject().Set("name", tool.name);
  SetUnlessEmpty(json, "title", tool.title);
  json.Set("description", tool.description).Set("inputSchema", tool.input_schema);
  if (!tool.output_schema.is_null()) json.Set("outputSchema", tool.output_schema);
  if (!tool.annotations.is_null()) json.Set("annotations", tool.annotations);
  // Only the extension of the stateless protocol knows tasks as we offer them.
  if (modern && tool.tasks != TaskSupport::kNever) {
    const std::string_view support = tool.tasks == TaskSupport::kRequired ? "required" : "optional";
    json.Set("execution", Json::MakeObject().Set("taskSupport", support));
  }
  return json;
}

Json ToJson(const Prompt& prompt) {
  Json json = Json::MakeObject().Set("name", prompt.name);
  SetUnlessEmpty(json, "title", prompt.title);
  SetUnlessEmpty(json, "description", prompt.description);
  Json arguments = Json::MakeArray();
  for (const PromptArgument& argument : prompt.arguments) {
    arguments.Append(Json::MakeObject()
                         .Set("name", argument.name)
                         .Set("description", argument.description)
                         .Set("required", argument.required));
  }
  return json.Set("arguments", std::move(arguments));
}

Json ToJson(const Resource& resource, bool is_template) {
  Json json = Json::MakeObject().Set(is_template ? "uriTemplate" : "uri", resource.uri).Set("name", resource.name);
  SetUnlessEmpty(json, "title", resource.title);
  SetUnlessEmpty(json, "description", resource.description);
  SetUnlessEmpty(json, "mimeType", resource.mime);
  return json;
}

Json TextContent(std::string_view text) { return Json::MakeObject().Set("type", "text").Set("text", text); }

Json TextResult(std::string_view text) { return Json::MakeObject().Set("content", Json::Array{TextContent(text)}); }

Json ToolFailure(std::string_view text) { return TextResult(text).Set("isError", true); }

Json StructuredResult(const Json& value) { return TextResult(value.Dump(2)).Set("structuredContent", value); }

Json TextResource(std::string_view uri, std::string_view mime, std::string_view text) {
  Json content = Json::MakeObject().Set("uri", uri).Set("mimeType", mime).Set("text", text);
  return Json::MakeObject().Set("contents", Json::Array{std::move(content)});
}

}  // namespace forge::mcp
