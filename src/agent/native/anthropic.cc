// Anthropic's Messages API: a conversation as a request. anthropic_stream.cc reads the answer.
#include <algorithm>

#include "agent/native/native_models.h"
#include "agent/native/native_protocol.h"

namespace forge {
namespace {

Json CacheMark() { return Json::MakeObject().Set("type", "ephemeral"); }

Json TextBlock(const std::string& text) { return Json::MakeObject().Set("type", "text").Set("text", text); }

Json ReplyBlock(const ToolReply& reply) {
  Json block = Json::MakeObject().Set("type", "tool_result").Set("tool_use_id", reply.id);
  if (reply.image.base64.empty()) {
    block.Set("content", reply.text);
  } else {
    Json source = Json::MakeObject()
                      .Set("type", "base64")
                      .Set("media_type", reply.image.media_type)
                      .Set("data", reply.image.base64);
    Json part = Json::MakeObject().Set("type", "image").Set("source", std::move(source));
    block.Set("content", Json::MakeArray().Append(TextBlock(reply.text)).Append(std::move(part)));
  }
  if (reply.failed) block.Set("is_error", true);
  return block;
}

// `mark`: the next request repeats everything up to here, so the provider should cache it.
std::string UserMessage(const Message& message, bool mark) {
  Json::Array content;
  if (message.role == Message::Role::kUser) content.push_back(TextBlock(message.text));
  for (const ToolReply& reply : message.replies) content.push_back(ReplyBlock(reply));
  if (mark && !content.empty()) content.back().Set("cache_control", CacheMark());
  return Json::MakeObject().Set("role", "user").Set("content", std::move(content)).Dump();
}

class AnthropicProtocol : public Protocol {
 public:
  explicit AnthropicProtocol(ProviderAccess access) : access_(std::move(access)) {}

  std::string name() const override { return "anthropic"; }

  std::string url() const override {
    return access_.base_url + (access_.base_url.ends_with("/v1") ? "/messages" : "/v1/messages");
  }

  std::vector<std::pair<std::string, std::string>> Headers() const override {
    std::vector<std::pair<std::string, std::string>> headers = {{"content-type", "application/json"},
                                                                {"anthropic-version", "2023-06-01"}};
    if (access_.bearer) {
      headers.emplace_back("authorization", "Bearer " + access_.key);
    } else {
      headers.emplace_back("x-api-key", access_.key);
    }
    return headers;
  }

  std::string MakeBody(const Conversation& conversation, const ModelSettings& settings,
                       bool force_result) const override {
    Json head = Json::MakeObject()
                    .Set("model", settings.model)
                    .Set("stream", true)
                    .Set("max_tokens", MostOutputTokens(settings.facts));
    Json system = TextBlock(conversation.system).Set("cache_control", CacheMark());
    head.Set("tools", Tools(settings)).Set("system", Json::MakeArray().Append(system));
    if (force_result) {
      head.Set("tool_choice", Json::MakeObject().Set("type", "tool").Set("name", kResultTool));
    } else {
      AddThinking(settings, head);
    }
    std::string body = head.Dump();
    body.pop_back();
    body += ",\"messages\":[";
    AppendMessages(conversation, body);
    return body + "]}";
  }

  std::unique_ptr<AnswerReader> MakeReader() const override { return MakeAnthropicReader(); }

 private:
  static Json Tools(const ModelSettings& settings) {
    Json tools = Json::MakeArray();
    for (const ToolSpec& tool : settings.tools) {
      tools.Append(Json::MakeObject()
                       .Set("name", tool.name)
                       .Set("description", tool.description)
                       .Set("input_schema", tool.schema));
    }
    // Included from the start: tools come first, and changing them would invalidate the cache.
    if (!settings.result_schema.is_null()) {
      tools.Append(Json::MakeObject()
                       .Set("name", kResultTool)
                       .Set("description", "Gives the result of the whole task, once, when it is done.")
                       .Set("input_schema", settings.result_schema));
    }
    return tools;
  }

  static void AddThinking(const ModelSettings& settings, Json& head) {
    const std::string effort = WireEffort(settings.effort, settings.facts);
    if (effort.empty()) return;
    switch (settings.facts.thinking) {
      case Thinking::kNone:
      case Thinking::kEffort: return;
      case Thinking::kBudget: {
        const std::int64_t budget = std::min(ThinkingBudget(effort), MostOutputTokens(settings.facts) / 2);
        head.Set("thinking", Json::MakeObject().Set("type", "enabled").Set("budget_tokens", budget));
        return;
      }
      case Thinking::kAdaptive:
        head.Set("thinking", Json::MakeObject().Set("type", "adaptive"));
        head.Set("output_config", Json::MakeObject().Set("effort", effort));
        return;
    }
  }

  // Marks the prompt, which never changes, and the last message: the next request is the same up to there.
  static void AppendMessages(const Conversation& conversation, std::string& body) {
    const std::vector<Message>& messages = conversation.messages;
    for (std::size_t i = 0; i < messages.size(); ++i) {
      if (i > 0) body += ',';
      const Message& message = messages[i];
      const bool last = i + 1 == messages.size();
      if (message.role != Message::Role::kModel && last && i > 0) {
        body += UserMessage(message, true);
        continue;
      }
      if (message.wire.empty()) message.wire = UserMessage(message, i == 0);
      body += message.wire;
    }
  }

  ProviderAccess access_;
};

}  // namespace

std::unique_ptr<Protocol> MakeAnthropicProtocol(ProviderAccess access) {
  return std::make_unique<AnthropicProtocol>(std::move(access));
}

}  // namespace forge
