// OpenAI's chat completions: joins the chunks of one answer.
#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "agent/native/native_protocol.h"
#include "base/strings.h"

namespace forge {
namespace {

constexpr std::size_t kMostCalls = 256;

struct Call {
  std::int64_t index = 0;
  std::string id, name, arguments;
};

ModelAnswer::Stop OpenAiStop(std::string_view word, bool has_tools) {
  using enum ModelAnswer::Stop;
  if (word == "length") return kLength;
  if (word == "content_filter") return kRefusal;
  // Some servers send "stop" together with tool calls.
  return has_tools ? kTools : kEnd;
}

class OpenAiReader : public AnswerReader {
 public:
  bool TakeEvent(std::string_view /*event*/, std::string_view data) override {
    if (Trim(data) == "[DONE]") {
      done_ = true;
      return false;
    }
    auto json = ParseJson(data);
    if (!json || !json->is_object()) {
      answer_.malformed = true;
      return false;
    }
    return TakeChunk(*json, "delta");
  }

  void TakeWhole(std::string_view body) override {
    auto json = ParseJson(body);
    if (!json || (!(*json)["choices"].is_array() && !json->Has("error"))) {
      answer_.malformed = true;
      return;
    }
    TakeChunk(*json, "message");
    done_ = true;
  }

  ModelAnswer Finish() override {
    const bool cut_off = answer_.stop_word == "length";
    Json calls = Json::MakeArray();
    for (const Call& call : calls_) AddCall(call, cut_off, calls);
    answer_.stop = OpenAiStop(answer_.stop_word, !answer_.tools.empty());
    if (!refusal_.empty()) {
      answer_.stop = ModelAnswer::Stop::kRefusal;
      answer_.text += refusal_;
    }
    // Servers send a stop reason, the end mark, or both; one is enough. The mark alone, without content, is not an
    // answer.
    const bool said = !answer_.text.empty() || !answer_.tools.empty();
    answer_.complete = !answer_.stop_word.empty() || (done_ && said);
    Json message = Json::MakeObject().Set("role", "assistant");
    message.Set("content", answer_.text.empty() ? Json() : Json(answer_.text));
    if (!answer_.tools.empty()) message.Set("tool_calls", std::move(calls));
    if (said) answer_.wire = message.Dump();
    return std::move(answer_);
  }

 private:
  bool TakeChunk(const Json& chunk, std::string_view part) {
    if (const Json* error = chunk.Find("error"); error != nullptr && !error->is_null()) {
      answer_.error_type = (*error)["code"].AsString((*error)["type"].AsString("error"));
      answer_.error_message = error->is_string() ? error->AsString() : (*error)["message"].AsString();
      return false;
    }
    if (answer_.model.empty()) answer_.model = chunk["model"].AsString();
    TakeUsage(chunk["usage"]);
    if (chunk["choices"].AsArray().empty()) return true;
    const Json& choice = chunk["choices"].AsArray().front();
    const Json& delta = choice[part];
    answer_.text += delta["content"].AsString();
    answer_.thinking += delta["reasoning_content"].AsString();
    answer_.thinking += delta["reasoning"].AsString();
    refusal_ += delta["refusal"].AsString();
    for (const Json& call : delta["tool_calls"].AsArray()) TakeCall(call);
    if (choice["finish_reason"].is_string()) answer_.stop_word = choice["finish_reason"].AsString();
    return true;
  }

  void TakeUsage(const Json& usage) {
    if (!usage.is_object()) return;
    answer_.usage.cache_read_tokens = SaidTokens(usage["prompt_tokens_details"]["cached_tokens"]);
    answer_.usage.input_tokens = WithoutCached(SaidTokens(usage["prompt_tokens"]), answer_.usage.cache_read_tokens);
    answer_.usage.output_tokens = SaidTokens(usage["completion_tokens"]);
  }

  // A part belongs to the call with its index; without an index, a new id begins a new call.
  Call& CallFor(const Json& part) {
    const std::string& id = part["id"].AsString();
    if (part["index"].is_number()) {
      const std::int64_t index = part["index"].AsInt();
      auto found = std::ranges::find(calls_, index, &Call::index);
      // Some servers give all calls the index 0 and distinguish them by id.
      const bool other = found != calls_.end() && !id.empty() && !found->id.empty() && id != found->id;
      if (found != calls_.end() && !other) return *found;
      if (other) {
        found = std::ranges::find(calls_, id, &Call::id);
        if (found != calls_.end()) return *found;
      }
      calls_.push_back({.index = index, .id = "", .name = "", .arguments = ""});
      return calls_.back();
    }
    if (calls_.empty() || !part["function"]["name"].AsString().empty()) {
      calls_.push_back({.index = -1, .id = "", .name = "", .arguments = ""});
    }
    return calls_.back();
  }

  void TakeCall(const Json& part) {
    if (calls_.size() >= kMostCalls) return;
    Call& call = CallFor(part);
    if (call.id.empty()) call.id = part["id"].AsString();
    if (call.name.empty()) call.name = part["function"]["name"].AsString();
    const Json& arguments = part["function"]["arguments"];
    call.arguments += arguments.is_object() ? arguments.Dump() : arguments.AsString();
  }

  void AddCall(const Call& call, bool cut_off, Json& calls) {
    ToolUse use{call.id.empty() ? fmt::format("call_{}", answer_.tools.size()) : call.id, call.name, Json::MakeObject(),
                ""};
    if (!Trim(call.arguments).empty()) {
      auto input = ParseJson(call.arguments);
      if (input && input->is_object()) {
        use.input = *std::move(input);
      } else if (cut_off) {
        return;
      } else {
        use.broken = call.arguments;
      }
    }
    // Invalid arguments are not sent back: servers that parse them would refuse the whole conversation.
    Json function = Json::MakeObject().Set("name", use.name).Set("arguments", use.input.Dump());
    calls.Append(Json::MakeObject().Set("id", use.id).Set("type", "function").Set("function", function));
    answer_.tools.push_back(std::move(use));
  }

  ModelAnswer answer_;
  std::vector<Call> calls_;
  std::string refusal_;
  bool done_ = false;
};

}  // namespace

std::unique_ptr<AnswerReader> MakeOpenAiReader() { return std::make_unique<OpenAiReader>(); }

}  // namespace forge
