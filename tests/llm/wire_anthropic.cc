// Anthropic's Messages.
#include <fmt/core.h>

#include <utility>

#include "wire.h"

namespace forge::llm {
namespace {

constexpr std::string_view kSignature = "c2lnbmVkIGJ5IHRoZSBzY3JpcHQ=";

std::string StopReason(const Turn& turn) {
  if (!turn.stop.empty()) return turn.stop;
  if (turn.fault == "refusal") return "refusal";
  return turn.tools.empty() ? "end_turn" : "tool_use";
}

Json InputUsage(const Turn& turn) {
  return Json::MakeObject()
      .Set("input_tokens", turn.usage.input_tokens)
      .Set("cache_creation_input_tokens", turn.usage.cache_write_tokens)
      .Set("cache_read_input_tokens", turn.usage.cache_read_tokens)
      .Set("output_tokens", 1);
}

Json Message(const Asked& asked, Json content, Json stop, Json usage) {
  return Json::MakeObject()
      .Set("id", fmt::format("msg_{}", asked.number))
      .Set("type", "message")
      .Set("role", "assistant")
      .Set("model", asked.model)
      .Set("content", std::move(content))
      .Set("stop_reason", std::move(stop))
      .Set("stop_sequence", Json())
      .Set("usage", std::move(usage));
}

class Blocks {
 public:
  explicit Blocks(std::vector<std::string>& events) : events_(events) {}

  void Start(Json block) {
    events_.push_back(Sse("content_block_start", Event("content_block_start").Set("content_block", std::move(block))));
  }
  void Delta(std::string_view type, std::string_view key, std::string_view text) {
    Json delta = Json::MakeObject().Set("type", type).Set(std::string(key), text);
    events_.push_back(Sse("content_block_delta", Event("content_block_delta").Set("delta", delta)));
  }
  void Stop() {
    events_.push_back(Sse("content_block_stop", Event("content_block_stop")));
    ++index_;
  }

 private:
  Json Event(std::string_view type) const { return Json::MakeObject().Set("type", type).Set("index", index_); }

  std::vector<std::string>& events_;
  std::int64_t index_ = 0;
};

Json ToolBlock(const ToolCall& call, const Asked& asked, std::size_t index, Json input) {
  return Json::MakeObject()
      .Set("type", "tool_use")
      .Set("id", ToolId(call, "toolu_", asked.number, index))
      .Set("name", call.name)
      .Set("input", std::move(input));
}

}  // namespace

std::vector<std::string> AnthropicEvents(const Turn& turn, const Asked& asked) {
  std::vector<std::string> events;
  Json message = Message(asked, Json::MakeArray(), Json(), InputUsage(turn));
  events.push_back(Sse("message_start", Json::MakeObject().Set("type", "message_start").Set("message", message)));
  events.push_back(Sse("ping", Json::MakeObject().Set("type", "ping")));
  Blocks blocks(events);
  if (!turn.thinking.empty()) {
    blocks.Start(Json::MakeObject().Set("type", "thinking").Set("thinking", "").Set("signature", ""));
    for (const std::string& piece : Pieces(turn.thinking, turn.chunk))
      blocks.Delta("thinking_delta", "thinking", piece);
    blocks.Delta("signature_delta", "signature", kSignature);
    blocks.Stop();
  }
  if (!turn.text.empty()) {
    blocks.Start(Json::MakeObject().Set("type", "text").Set("text", ""));
    for (const std::string& piece : Pieces(turn.text, turn.chunk)) blocks.Delta("text_delta", "text", piece);
    blocks.Stop();
  }
  for (std::size_t i = 0; i < turn.tools.size(); ++i) {
    blocks.Start(ToolBlock(turn.tools[i], asked, i, Json::MakeObject()));
    for (const std::string& piece : Pieces(turn.tools[i].arguments, turn.chunk)) {
      blocks.Delta("input_json_delta", "partial_json", piece);
    }
    blocks.Stop();
  }
  Json delta = Json::MakeObject().Set("stop_reason", StopReason(turn)).Set("stop_sequence", Json());
  Json usage = Json::MakeObject().Set("output_tokens", turn.usage.output_tokens);
  events.push_back(
      Sse("message_delta", Json::MakeObject().Set("type", "message_delta").Set("delta", delta).Set("usage", usage)));
  events.push_back(Sse("message_stop", Json::MakeObject().Set("type", "message_stop")));
  return events;
}

std::string AnthropicBody(const Turn& turn, const Asked& asked) {
  Json content = Json::MakeArray();
  if (!turn.thinking.empty()) {
    content.Append(
        Json::MakeObject().Set("type", "thinking").Set("thinking", turn.thinking).Set("signature", kSignature));
  }
  if (!turn.text.empty()) content.Append(Json::MakeObject().Set("type", "text").Set("text", turn.text));
  for (std::size_t i = 0; i < turn.tools.size(); ++i) {
    content.Append(ToolBlock(turn.tools[i], asked, i, ParseJson(turn.tools[i].arguments).value_or(Json::MakeObject())));
  }
  Json usage = InputUsage(turn).Set("output_tokens", turn.usage.output_tokens);
  return Message(asked, std::move(content), StopReason(turn), usage).Dump();
}

}  // namespace forge::llm
