// OpenAI's Responses API: a conversation as a request. Nothing is kept at the provider: every request has the whole
// conversation, with the model's reasoning as it gave it to us, encrypted. responses_stream.cc reads the answer.
#include "agent/native/native_models.h"
#include "agent/native/native_protocol.h"

namespace forge {
namespace {

Json TextPart(const std::string& text) { return Json::MakeObject().Set("type", "input_text").Set("text", text); }

std::string UserItem(const std::string& text) {
  return Json::MakeObject()
      .Set("type", "message")
      .Set("role", "user")
      .Set("content", Json::MakeArray().Append(TextPart(text)))
      .Dump();
}

std::string ReplyItems(const Message& message) {
  std::string out;
  for (const ToolReply& reply : message.replies) {
    if (!out.empty()) out += ',';
    // There is no field for a failed call, so the text says it.
    const std::string text = reply.failed ? "Error: " + reply.text : reply.text;
    Json item = Json::MakeObject().Set("type", "function_call_output").Set("call_id", reply.id);
    if (reply.image.base64.empty()) {
      item.Set("output", text);
    } else {
      Json part = Json::MakeObject().Set("type", "input_image").Set("image_url", DataUrl(reply.image));
      item.Set("output", Json::MakeArray().Append(TextPart(text)).Append(std::move(part)));
    }
    item.DumpTo(out);
  }
  return out;
}

class ResponsesProtocol : public Protocol {
 public:
  explicit ResponsesProtocol(ProviderAccess access) : access_(std::move(access)) {}

  std::string name() const override { return "openai-responses"; }
  std::string url() const override { return access_.base_url + "/responses"; }

  std::vector<std::pair<std::string, std::string>> Headers() const override {
    std::vector<std::pair<std::string, std::string>> headers = {{"content-type", "application/json"}};
    if (!access_.key.empty()) headers.emplace_back("authorization", "Bearer " + access_.key);
    return headers;
  }

  std::string MakeBody(const Conversation& conversation, const ModelSettings& settings,
                       bool force_result) const override {
    Json head = Json::MakeObject().Set("model", settings.model).Set("stream", true).Set("store", false);
    head.Set("instructions", conversation.system);
    const std::string effort = WireEffort(settings.effort, settings.facts);
    if (settings.facts.thinking == Thinking::kEffort) {
      head.Set("include", Json::MakeArray().Append("reasoning.encrypted_content"));
      if (!effort.empty()) head.Set("reasoning", Json::MakeObject().Set("effort", ReasoningEffort(effort)));
    }
    if (!settings.tools.empty()) head.Set("tools", Tools(settings));
    if (force_result) {
      Json form =
          Json::MakeObject().Set("type", "json_schema").Set("name", "result").Set("schema", settings.result_schema);
      head.Set("text", Json::MakeObject().Set("format", std::move(form)));
      if (!settings.tools.empty()) head.Set("tool_choice", "none");
    }
    std::string body = head.Dump();
    body.pop_back();
    body += ",\"input\":[";
    bool first = true;
    for (const Message& message : conversation.messages) {
      if (message.wire.empty()) {
        message.wire = message.role == Message::Role::kUser ? UserItem(message.text) : ReplyItems(message);
      }
      if (!first) body += ',';
      first = false;
      body += message.role == Message::Role::kModel ? ResponsesItems(message.wire) : std::string_view(message.wire);
    }
    return body + "]}";
  }

  std::unique_ptr<AnswerReader> MakeReader() const override { return MakeResponsesReader(); }

 private:
  static Json Tools(const ModelSettings& settings) {
    Json tools = Json::MakeArray();
    for (const ToolSpec& tool : settings.tools) {
      tools.Append(Json::MakeObject()
                       .Set("type", "function")
                       .Set("name", tool.name)
                       .Set("description", tool.description)
                       .Set("parameters", tool.schema)
                       .Set("strict", false));  // a strict schema has no optional members
    }
    return tools;
  }

  ProviderAccess access_;
};

}  // namespace

std::unique_ptr<Protocol> MakeResponsesProtocol(ProviderAccess access) {
  return std::make_unique<ResponsesProtocol>(std::move(access));
}

}  // namespace forge
