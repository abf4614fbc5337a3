// OpenAI's chat completions, also for compatible servers.
#include <fmt/core.h>

#include <utility>

#include "wire.h"

namespace forge::llm {
namespace {

std::string ChatFinish(const Turn& turn) {
  if (!turn.stop.empty()) return turn.stop;
  if (turn.fault == "refusal") return "content_filter";
  return turn.tools.empty() ? "stop" : "tool_calls";
}

Json ChatUsage(const Turn& turn) {
  const Usage& usage = turn.usage;
  // Unlike Anthropic's, the prompt's count includes cached tokens.
  const std::int64_t prompt = usage.input_tokens + usage.cache_read_tokens;
  return Json::MakeObject()
      .Set("prompt_tokens", prompt)
      .Set("completion_tokens", usage.output_tokens)
      .Set("total_tokens", prompt + usage.output_tokens)
      .Set("prompt_tokens_details", Json::MakeObject().Set("cached_tokens", usage.cache_read_tokens));
}

Json Envelope(const Asked& asked, std::string_view object) {
  return Json::MakeObject()
      .Set("id", fmt::format("chatcmpl-{}", asked.number))
      .Set("object", object)
      .Set("created", 1'700'000'000)
      .Set("model", asked.model);
}

std::string Chunk(const Asked& asked, Json delta, Json finish = Json()) {
  Json choice =
      Json::MakeObject().Set("index", 0).Set("delta", std::move(delta)).Set("finish_reason", std::move(finish));
  return Sse("", Envelope(asked, "chat.completion.chunk").Set("choices", Json::MakeArray().Append(choice)));
}

Json CallDelta(std::size_t index, Json function) {
  return Json::MakeObject().Set(
      "tool_calls",
      Json::MakeArray().Append(Json::MakeObject().Set("index", index).Set("function", std::move(function))));
}

void AppendCall(std::vector<std::string>& events, const Turn& turn, const Asked& asked, std::size_t index) {
  const ToolCall& call = turn.tools[index];
  Json first = Json::MakeObject()
                   .Set("index", index)
                   .Set("id", ToolId(call, "call_", asked.number, index))
                   .Set("type", "function")
                   .Set("function", Json::MakeObject().Set("name", call.name).Set("arguments", ""));
  events.push_back(Chunk(asked, Json::MakeObject().Set("tool_calls", Json::MakeArray().Append(first))));
  for (const std::string& piece : Pieces(call.arguments, turn.chunk)) {
    events.push_back(Chunk(asked, CallDelta(index, Json::MakeObject().Set("arguments", piece))));
  }
}

}  // namespace

std::vector<std::string> ChatEvents(const Turn& turn, const Asked& asked) {
  std::vector<std::string> events;
  events.push_back(Chunk(asked, Json::MakeObject().Set("role", "assistant").Set("content", "")));
  for (const std::string& piece : Pieces(turn.thinking, turn.chunk)) {
    events.push_back(Chunk(asked, Json::MakeObject().Set("reasoning_content", piece)));
  }
  const char* key = turn.fault == "refusal" ? "refusal" : "content";
  for (const std::string& piece : Pieces(turn.text, turn.chunk)) {
    events.push_back(Chunk(asked, Json::MakeObject().Set(key, piece)));
  }
  for (std::size_t i = 0; i < turn.tools.size(); ++i) AppendCall(events, turn, asked, i);
  events.push_back(Chunk(asked, Json::MakeObject(), ChatFinish(turn)));
  if (asked.include_usage) {
    events.push_back(Sse(
        "", Envelope(asked, "chat.completion.chunk").Set("choices", Json::MakeArray()).Set("usage", ChatUsage(turn))));
  }
  events.emplace_back("data: [DONE]\n\n");
  return events;
}

std::string ChatBody(const Turn& turn, const Asked& asked) {
  Json message =
      Json::MakeObject().Set("role", "assistant").Set("content", turn.text.empty() ? Json() : Json(turn.text));
  if (turn.fault == "refusal") message.Set("content", Json()).Set("refusal", turn.text);
  Json calls = Json::MakeArray();
  for (std::size_t i = 0; i < turn.tools.size(); ++i) {
    const ToolCall& call = turn.tools[i];
    calls.Append(Json::MakeObject()
                     .Set("id", ToolId(call, "call_", asked.number, i))
                     .Set("type", "function")
                     .Set("function", Json::MakeObject().Set("name", call.name).Set("arguments", call.arguments)));
  }
  if (!turn.tools.empty()) message.Set("tool_calls", calls);
  Json choice = Json::MakeObject().Set("index", 0).Set("message", message).Set("finish_reason", ChatFinish(turn));
  return Envelope(asked, "chat.completion")
      .Set("choices", Json::MakeArray().Append(choice))
      .Set("usage", ChatUsage(turn))
      .Dump();
}

}  // namespace forge::llm
