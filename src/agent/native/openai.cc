// OpenAI's chat completions, for OpenAI and compatible servers. openai_stream.cc reads the answer.
#include "agent/native/native_models.h"
#include "agent/native/native_protocol.h"

namespace forge {
namespace {

std::string TextMessage(std::string_view role, const std::string& text) {
  return Json::MakeObject().Set("role", role).Set("content", text).Dump();
}

// A tool's message takes text only, so the images follow in a message of ours.
void AddImages(const Message& message, std::string& out) {
  Json content = Json::MakeArray();
  for (const ToolReply& reply : message.replies) {
    if (reply.image.base64.empty()) continue;
    content.Append(Json::MakeObject().Set("type", "text").Set("text", reply.about + ":"));
    Json url = Json::MakeObject().Set("url", DataUrl(reply.image));
    content.Append(Json::MakeObject().Set("type", "image_url").Set("image_url", std::move(url)));
  }
  if (content.AsArray().empty()) return;
  out += ',';
  Json::MakeObject().Set("role", "user").Set("content", std::move(content)).DumpTo(out);
}

std::string ReplyMessages(const Message& message) {
  std::string out;
  for (const ToolReply& reply : message.replies) {
    if (!out.empty()) out += ',';
    // There is no field for a failed call, so the text says it.
    Json::MakeObject()
        .Set("role", "tool")
        .Set("tool_call_id", reply.id)
        .Set("content", reply.failed ? "Error: " + reply.text : reply.text)
        .DumpTo(out);
  }
  AddImages(message, out);
  return out;
}

class OpenAiProtocol : public Protocol {
 public:
  explicit OpenAiProtocol(ProviderAccess access) : access_(std::move(access)) {}

  std::string name() const override { return "openai"; }
  std::string url() const override { return access_.base_url + "/chat/completions"; }

  std::vector<std::pair<std::string, std::string>> Headers() const override {
    std::vector<std::pair<std::string, std::string>> headers = {{"content-type", "application/json"}};
    if (!access_.key.empty()) headers.emplace_back("authorization", "Bearer " + access_.key);
    return headers;
  }

  std::string MakeBody(const Conversation& conversation, const ModelSettings& settings,
                       bool force_result) const override {
    Json head = Json::MakeObject()
                    .Set("model", settings.model)
                    .Set("stream", true)
                    .Set("stream_options", Json::MakeObject().Set("include_usage", true));
    const std::string effort = WireEffort(settings.effort, settings.facts);
    if (!effort.empty() && settings.facts.thinking == Thinking::kEffort) {
      head.Set("reasoning_effort", ReasoningEffort(effort));
    }
    if (!settings.tools.empty()) head.Set("tools", Tools(settings));
    if (force_result) {
      Json form = Json::MakeObject().Set("name", "result").Set("schema", settings.result_schema);
      head.Set("response_format", Json::MakeObject().Set("type", "json_schema").Set("json_schema", form));
      if (!settings.tools.empty()) head.Set("tool_choice", "none");
    }
    std::string body = head.Dump();
    body.pop_back();
    body += ",\"messages\":[" + TextMessage("system", conversation.system);
    for (const Message& message : conversation.messages) {
      if (message.wire.empty()) {
        message.wire =
            message.role == Message::Role::kUser ? TextMessage("user", message.text) : ReplyMessages(message);
      }
      body += ',';
      body += message.wire;
    }
    return body + "]}";
  }

  std::unique_ptr<AnswerReader> MakeReader() const override { return MakeOpenAiReader(); }

 private:
  static Json Tools(const ModelSettings& settings) {
    Json tools = Json::MakeArray();
    for (const ToolSpec& tool : settings.tools) {
      Json function =
          Json::MakeObject().Set("name", tool.name).Set("description", tool.description).Set("parameters", tool.schema);
      tools.Append(Json::MakeObject().Set("type", "function").Set("function", function));
    }
    return tools;
  }

  ProviderAccess access_;
};

}  // namespace

std::unique_ptr<Protocol> MakeOpenAiProtocol(ProviderAccess access) {
  return std::make_unique<OpenAiProtocol>(std::move(access));
}

}  // namespace forge
