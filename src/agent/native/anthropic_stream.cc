// Anthropic's Messages API: joins the events of one answer.
#include <utility>

#include "agent/native/native_protocol.h"
#include "base/strings.h"

namespace forge {
namespace {

// No answer has so many blocks; a larger index is garbage and must not allocate memory.
constexpr std::size_t kMostBlocks = 1024;

struct Block {
  Json start;  // as announced
  std::string text, signature, arguments;
  bool ended = false;
  const std::string& type() const { return start["type"].AsString(); }
};

ModelAnswer::Stop AnthropicStop(std::string_view word, bool has_tools) {
  using enum ModelAnswer::Stop;
  if (word == "max_tokens") return kLength;
  if (word == "refusal") return kRefusal;
  if (word == "pause_turn") return kPause;
  if (word == "model_context_window_exceeded") return kOverflow;
  return has_tools ? kTools : kEnd;
}

class AnthropicReader : public AnswerReader {
 public:
  bool TakeEvent(std::string_view /*event*/, std::string_view data) override {
    auto json = ParseJson(data);
    if (!json || !json->is_object()) {
      answer_.malformed = true;
      return false;
    }
    const std::string& type = (*json)["type"].AsString();
    if (type == "message_start") return TakeStart((*json)["message"]);
    if (type == "content_block_start") return TakeBlockStart(*json);
    if (type == "content_block_delta") return TakeDelta(*json);
    if (type == "content_block_stop") return TakeBlockEnd(*json);
    if (type == "message_delta") return TakeMessageDelta(*json);
    if (type == "error") return TakeError((*json)["error"]);
    if (type == "message_stop") answer_.complete = true;
    return type != "message_stop";
  }

  void TakeWhole(std::string_view body) override {
    auto json = ParseJson(body);
    if (!json || !(*json)["content"].is_array()) {
      answer_.malformed = true;
      return;
    }
    TakeStart(*json);
    for (const Json& content : (*json)["content"].AsArray()) {
      Block block;
      block.start = content;
      block.text = content[content["type"].AsString() == "thinking" ? "thinking" : "text"].AsString();
      block.signature = content["signature"].AsString();
      if (content.Has("input")) block.arguments = content["input"].Dump();
      block.ended = true;
      blocks_.push_back(std::move(block));
    }
    answer_.stop_word = (*json)["stop_reason"].AsString();
    answer_.complete = true;
  }

  ModelAnswer Finish() override {
    Json content = Json::MakeArray();
    const bool cut_off = answer_.stop_word == "max_tokens";
    for (Block& block : blocks_) {
      // A truncated block cannot be sent back: half a call, or thinking without its signature.
      if (!block.ended && answer_.stop_word.empty()) continue;
      AddBlock(block, cut_off, content);
    }
    answer_.stop = AnthropicStop(answer_.stop_word, !answer_.tools.empty());
    if (!content.AsArray().empty()) {
      answer_.wire = Json::MakeObject().Set("role", "assistant").Set("content", std::move(content)).Dump();
    }
    return std::move(answer_);
  }

 private:
  bool TakeStart(const Json& message) {
    answer_.model = message["model"].AsString();
    TakeUsage(message["usage"]);
    return true;
  }

  // Later events give totals; a missing member means no change.
  void TakeUsage(const Json& usage) {
    auto take = [&](std::string_view key, std::int64_t& out) {
      if (usage[key].is_number()) out = SaidTokens(usage[key]);
    };
    take("input_tokens", answer_.usage.input_tokens);
    take("output_tokens", answer_.usage.output_tokens);
    take("cache_read_input_tokens", answer_.usage.cache_read_tokens);
    take("cache_creation_input_tokens", answer_.usage.cache_write_tokens);
  }

  Block* BlockAt(const Json& event) {
    const std::int64_t index = event["index"].AsInt(-1);
    if (index < 0 || static_cast<std::size_t>(index) >= blocks_.size()) return nullptr;
    return &blocks_[static_cast<std::size_t>(index)];
  }

  bool TakeBlockStart(const Json& event) {
    if (blocks_.size() >= kMostBlocks) return false;
    Block block;
    block.start = event["content_block"];
    block.text = block.start[block.type() == "thinking" ? "thinking" : "text"].AsString();
    block.signature = block.start["signature"].AsString();
    blocks_.push_back(std::move(block));
    return true;
  }

  bool TakeDelta(const Json& event) {
    Block* block = BlockAt(event);
    if (block == nullptr) return true;
    const Json& delta = event["delta"];
    const std::string& type = delta["type"].AsString();
    if (type == "text_delta") block->text += delta["text"].AsString();
    if (type == "thinking_delta") block->text += delta["thinking"].AsString();
    if (type == "signature_delta") block->signature += delta["signature"].AsString();
    if (type == "input_json_delta") block->arguments += delta["partial_json"].AsString();
    return true;
  }

  bool TakeBlockEnd(const Json& event) {
    if (Block* block = BlockAt(event)) block->ended = true;
    return true;
  }

  bool TakeMessageDelta(const Json& event) {
    if (event["delta"]["stop_reason"].is_string()) answer_.stop_word = event["delta"]["stop_reason"].AsString();
    TakeUsage(event["usage"]);
    return true;
  }

  bool TakeError(const Json& error) {
    answer_.error_type = error["type"].AsString("error");
    answer_.error_message = error["message"].AsString();
    return false;
  }

  void AddBlock(Block& block, bool cut_off, Json& content) {
    const std::string& type = block.type();
    if (type == "text") {
      answer_.text += block.text;
      // The provider refuses empty text blocks.
      if (!Trim(block.text).empty()) content.Append(Json::MakeObject().Set("type", "text").Set("text", block.text));
    } else if (type == "thinking") {
      answer_.thinking += block.text;
      if (block.signature.empty()) return;
      content.Append(
          Json::MakeObject().Set("type", "thinking").Set("thinking", block.text).Set("signature", block.signature));
    } else if (type == "tool_use") {
      AddTool(block, cut_off, content);
    } else if (block.start.is_object() && block.ended) {
      content.Append(block.start);
    }
  }

  void AddTool(Block& block, bool cut_off, Json& content) {
    ToolUse use{block.start["id"].AsString(), block.start["name"].AsString(), Json::MakeObject(), ""};
    if (!Trim(block.arguments).empty()) {
      auto input = ParseJson(block.arguments);
      if (input && input->is_object()) {
        use.input = *std::move(input);
      } else if (cut_off) {
        return;
      } else {
        use.broken = block.arguments;
      }
    } else if (block.start["input"].is_object()) {
      use.input = block.start["input"];
    }
    content.Append(
        Json::MakeObject().Set("type", "tool_use").Set("id", use.id).Set("name", use.name).Set("input", use.input));
    answer_.tools.push_back(std::move(use));
  }

  ModelAnswer answer_;
  std::vector<Block> blocks_;
};

}  // namespace

std::unique_ptr<AnswerReader> MakeAnthropicReader() { return std::make_unique<AnthropicReader>(); }

}  // namespace forge
