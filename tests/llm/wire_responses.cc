// OpenAI's Responses API, as codex uses it.
#include <fmt/core.h>

#include <utility>

#include "wire.h"

namespace forge::llm {
namespace {

Json ResponsesUsage(const Turn& turn) {
  const Usage& usage = turn.usage;
  const std::int64_t input = usage.input_tokens + usage.cache_read_tokens;
  return Json::MakeObject()
      .Set("input_tokens", input)
      .Set("input_tokens_details", Json::MakeObject().Set("cached_tokens", usage.cache_read_tokens))
      .Set("output_tokens", usage.output_tokens)
      .Set("output_tokens_details", Json::MakeObject().Set("reasoning_tokens", 0))
      .Set("total_tokens", input + usage.output_tokens);
}

Json ReasoningItem(const Turn& turn, const Asked& asked) {
  Json summary = Json::MakeArray().Append(Json::MakeObject().Set("type", "summary_text").Set("text", turn.thinking));
  return Json::MakeObject()
      .Set("type", "reasoning")
      .Set("id", fmt::format("rs_{}", asked.number))
      .Set("summary", summary)
      .Set("encrypted_content", "c2NyaXB0ZWQ=");
}

Json MessageItem(const Turn& turn, const Asked& asked) {
  const bool refused = turn.fault == "refusal";
  Json part =
      Json::MakeObject().Set("type", refused ? "refusal" : "output_text").Set(refused ? "refusal" : "text", turn.text);
  if (!refused) part.Set("annotations", Json::MakeArray());
  return Json::MakeObject()
      .Set("type", "message")
      .Set("id", fmt::format("msg_{}", asked.number))
      .Set("role", "assistant")
      .Set("status", "completed")
      .Set("content", Json::MakeArray().Append(part));
}

Json CallItem(const ToolCall& call, const Asked& asked, std::size_t index) {
  Json item = Json::MakeObject()
                  .Set("type", call.custom ? "custom_tool_call" : "function_call")
                  .Set("id", fmt::format("fc_{}_{}", asked.number, index))
                  .Set("call_id", ToolId(call, "call_", asked.number, index))
                  .Set("name", call.name)
                  .Set(call.custom ? "input" : "arguments", call.arguments)
                  .Set("status", "completed");
  if (!call.space.empty()) item.Set("namespace", call.space);
  return item;
}

// Everything ends as completed, except filter and length.
bool IsIncomplete(const Turn& turn) {
  return turn.fault == "refusal" || turn.stop == "content_filter" || turn.stop == "max_output_tokens";
}

Json Response(const Turn& turn, const Asked& asked, std::string_view status, Json output) {
  Json response = Json::MakeObject()
                      .Set("id", fmt::format("resp_{}", asked.number))
                      .Set("object", "response")
                      .Set("created_at", 1'700'000'000)
                      .Set("status", status)
                      .Set("model", asked.model)
                      .Set("output", std::move(output));
  if (status != "in_progress") response.Set("usage", ResponsesUsage(turn));
  if (status == "incomplete") {
    const std::string reason = turn.stop.empty() ? "content_filter" : turn.stop;
    response.Set("incomplete_details", Json::MakeObject().Set("reason", reason));
  }
  return response;
}

Json Output(const Turn& turn, const Asked& asked) {
  Json output = Json::MakeArray();
  if (!turn.thinking.empty()) output.Append(ReasoningItem(turn, asked));
  if (!turn.text.empty()) output.Append(MessageItem(turn, asked));
  for (std::size_t i = 0; i < turn.tools.size(); ++i) output.Append(CallItem(turn.tools[i], asked, i));
  return output;
}

}  // namespace

std::vector<std::string> ResponsesEvents(const Turn& turn, const Asked& asked) {
  std::vector<std::string> events;
  auto add = [&](const std::string& type, Json data) {
    Json event = Json::MakeObject().Set("type", type).Set("sequence_number", events.size());
    for (const auto& [key, value] : data.AsObject()) event.Set(key, value);
    events.push_back(Sse(type, event));
  };
  add("response.created", Json::MakeObject().Set("response", Response(turn, asked, "in_progress", Json::MakeArray())));
  std::int64_t index = 0;
  const Json output = Output(turn, asked);
  for (const Json& item : output.AsArray()) {
    Json place = Json::MakeObject().Set("output_index", index++);
    add("response.output_item.added", Json(place).Set("item", item));
    if (item["type"].AsString() == "message" && turn.fault != "refusal") {
      for (const std::string& piece : Pieces(turn.text, turn.chunk)) {
        add("response.output_text.delta",
            Json(place).Set("item_id", item["id"]).Set("content_index", 0).Set("delta", piece));
      }
    }
    add("response.output_item.done", Json(place).Set("item", item));
  }
  const std::string end = IsIncomplete(turn) ? "incomplete" : "completed";
  add("response." + end, Json::MakeObject().Set("response", Response(turn, asked, end, output)));
  return events;
}

std::string ResponsesBody(const Turn& turn, const Asked& asked) {
  return Response(turn, asked, IsIncomplete(turn) ? "incomplete" : "completed", Output(turn, asked)).Dump();
}

}  // namespace forge::llm
