// Turns a conversation into a provider's request, and its stream into an answer. Knows no sockets.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agent/model_table.h"
#include "agent/native/native_conversation.h"

namespace forge {

// Constant during a conversation.
struct ModelSettings {
  std::string model;
  Model facts;         // its data in the table
  std::string effort;  // as asked; a protocol clamps it
  std::vector<ToolSpec> tools;
  Json result_schema;  // null: none
};

// Reads one answer: events or a whole body, as the server sends it.
class AnswerReader {
 public:
  virtual ~AnswerReader() = default;
  virtual bool TakeEvent(std::string_view event, std::string_view data) = 0;  // false: done
  virtual void TakeWhole(std::string_view body) = 0;
  virtual ModelAnswer Finish() = 0;
};
std::unique_ptr<AnswerReader> MakeAnthropicReader();
std::unique_ptr<AnswerReader> MakeOpenAiReader();
std::unique_ptr<AnswerReader> MakeResponsesReader();
// The items in the message that its reader makes of an answer, with commas between them.
std::string_view ResponsesItems(std::string_view wire);

class Protocol {
 public:
  virtual ~Protocol() = default;
  virtual std::string name() const = 0;
  virtual std::string url() const = 0;
  virtual std::vector<std::pair<std::string, std::string>> Headers() const = 0;
  // `force_result`: ask only for the result.
  virtual std::string MakeBody(const Conversation& conversation, const ModelSettings& settings,
                               bool force_result) const = 0;
  virtual std::unique_ptr<AnswerReader> MakeReader() const = 0;
};

// A provider's address and our credentials.
struct ProviderAccess {
  std::string base_url;
  std::string key;      // never shown
  bool bearer = false;  // the key goes into Authorization
};

std::unique_ptr<Protocol> MakeAnthropicProtocol(ProviderAccess access);
std::unique_ptr<Protocol> MakeOpenAiProtocol(ProviderAccess access);
std::unique_ptr<Protocol> MakeResponsesProtocol(ProviderAccess access);

}  // namespace forge
