// OpenAI's Responses API: joins the events of one answer.
#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "agent/native/native_protocol.h"
#include "base/strings.h"

namespace forge {
namespace {

constexpr std::size_t kMostAnswerItems = 1024;
// A model's message is one JSON object; its items stand between these.
constexpr std::string_view kItemsBegin = R"({"items":[)";
constexpr std::string_view kItemsEnd = "]}";

class ResponsesReader : public AnswerReader {
 public:
  bool TakeEvent(std::string_view /*event*/, std::string_view data) override {
    if (Trim(data) == "[DONE]") return false;
    auto json = ParseJson(data);
    if (!json || !json->is_object()) {
      answer_.malformed = true;
      return false;
    }
    const std::string& type = (*json)["type"].AsString();
    if (type == "response.output_text.delta") {
      partial_ += (*json)["delta"].AsString();
      return true;
    }
    if (type == "response.output_item.done") {
      partial_.clear();
      TakeItem((*json)["item"]);
      return true;
    }
    if (type == "error") return TakeError(json->Has("error") ? (*json)["error"] : *json);
    if (type == "response.failed") return TakeError((*json)["response"]["error"]);
    if (type != "response.completed" && type != "response.incomplete") return true;
    TakeResponse((*json)["response"]);
    return false;
  }

  void TakeWhole(std::string_view body) override {
    auto json = ParseJson(body);
    if (!json || !json->is_object() || (!(*json)["output"].is_array() && !(*json)["error"].is_object())) {
      answer_.malformed = true;
      return;
    }
    if ((*json)["error"].is_object()) {
      TakeError((*json)["error"]);
    } else {
      TakeResponse(*json);
    }
  }

  ModelAnswer Finish() override {
    const bool cut_off = answer_.stop_word == "max_output_tokens";
    std::string items;
    for (const Json& item : items_) {
      const Json back = ReadItem(item, cut_off);
      if (back.is_null()) continue;
      if (!items.empty()) items += ',';
      back.DumpTo(items);
    }
    // What came before the stream broke is shown, but cannot be sent back.
    answer_.text += partial_;
    using enum ModelAnswer::Stop;
    answer_.stop = refused_ || answer_.stop_word == "content_filter" ? kRefusal
                   : cut_off                                         ? kLength
                   : answer_.tools.empty()                           ? kEnd
                                                                     : kTools;
    if (!items.empty()) answer_.wire = fmt::format("{}{}{}", kItemsBegin, items, kItemsEnd);
    return std::move(answer_);
  }

 private:
  void TakeItem(const Json& item) {
    if (item.is_object() && items_.size() < kMostAnswerItems) items_.push_back(item);
  }

  void TakeResponse(const Json& response) {
    // Servers that send no single items have them all here.
    if (items_.empty()) {
      for (const Json& item : response["output"].AsArray()) TakeItem(item);
    }
    answer_.model = response["model"].AsString();
    answer_.stop_word = response["incomplete_details"]["reason"].AsString(response["status"].AsString("completed"));
    const Json& usage = response["usage"];
    answer_.usage.cache_read_tokens = SaidTokens(usage["input_tokens_details"]["cached_tokens"]);
    answer_.usage.input_tokens = WithoutCached(SaidTokens(usage["input_tokens"]), answer_.usage.cache_read_tokens);
    answer_.usage.output_tokens = SaidTokens(usage["output_tokens"]);
    answer_.complete = true;
  }

  bool TakeError(const Json& error) {
    const std::string& type = error["type"].AsString("error");
    answer_.error_type = error["code"].AsString(type);
    answer_.error_message = error["message"].AsString();
    return false;
  }

  // The item as it is sent back; null: not at all. Nothing is kept at the provider, so its ids of messages and calls
  // mean nothing there.
  Json ReadItem(const Json& item, bool cut_off) {
    const std::string& type = item["type"].AsString();
    if (type == "message") return ReadText(item);
    if (type == "function_call") return ReadCall(item, cut_off);
    if (type != "reasoning") return {};
    for (const Json& part : item["summary"].AsArray()) answer_.thinking += part["text"].AsString();
    if (!item["encrypted_content"].is_string()) return {};
    return Json::MakeObject()
        .Set("type", "reasoning")
        .Set("id", item["id"].AsString())
        .Set("summary", item["summary"].is_array() ? item["summary"] : Json::MakeArray())
        .Set("encrypted_content", item["encrypted_content"].AsString());
  }

  Json ReadText(const Json& item) {
    std::string text;
    for (const Json& part : item["content"].AsArray()) {
      refused_ = refused_ || part["refusal"].is_string();
      text += part["text"].AsString(part["refusal"].AsString());
    }
    answer_.text += text;
    if (text.empty()) return {};
    Json part = Json::MakeObject().Set("type", "output_text").Set("text", text);
    return Json::MakeObject()
        .Set("type", "message")
        .Set("role", "assistant")
        .Set("content", Json::MakeArray().Append(std::move(part)));
  }

  Json ReadCall(const Json& item, bool cut_off) {
    ToolUse use{item["call_id"].AsString(), item["name"].AsString(), Json::MakeObject(), ""};
    if (use.id.empty()) use.id = fmt::format("call_{}", answer_.tools.size());
    const std::string& arguments = item["arguments"].AsString();
    if (!Trim(arguments).empty()) {
      auto input = ParseJson(arguments);
      if (input && input->is_object()) {
        use.input = *std::move(input);
      } else if (cut_off) {
        return {};
      } else {
        use.broken = arguments;
      }
    }
    Json back = Json::MakeObject()
                    .Set("type", "function_call")
                    .Set("call_id", use.id)
                    .Set("name", use.name)
                    .Set("arguments", use.input.Dump());
    answer_.tools.push_back(std::move(use));
    return back;
  }

  ModelAnswer answer_;
  std::vector<Json> items_;
  std::string partial_;  // text of an item that has not ended
  bool refused_ = false;
};

}  // namespace

std::unique_ptr<AnswerReader> MakeResponsesReader() { return std::make_unique<ResponsesReader>(); }

std::string_view ResponsesItems(std::string_view wire) {
  if (!wire.starts_with(kItemsBegin) || !wire.ends_with(kItemsEnd)) return wire;
  return wire.substr(kItemsBegin.size(), wire.size() - kItemsBegin.size() - kItemsEnd.size());
}

}  // namespace forge
