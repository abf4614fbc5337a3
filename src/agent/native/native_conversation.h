// A conversation of a native runtime with its model, in no provider's form but where it must be.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "model/json.h"
#include "model/usage.h"

namespace forge {

// A tool as the model is told of it.
struct ToolSpec {
  std::string name;
  std::string description;
  Json schema;  // of its arguments
};

struct ToolUse {
  std::string id, name;
  Json input;
  std::string broken;  // arguments that are no JSON object, as they came; empty: they are
};

struct ToolReply {
  std::string id, name;
  std::string text;
  bool failed = false;
  bool shortened = false;  // by the context budget; not a second time
};

struct Message {
  enum class Role { kUser, kModel, kTools };
  Role role = Role::kUser;
  std::string text;                // kUser
  std::vector<ToolReply> replies;  // kTools
  // As it goes over the wire. The model's own words stay in its provider's form (thinking carries signatures); of the
  // others a protocol keeps here what it need not write again.
  mutable std::string wire;
  bool stays = false;  // a prompt: never left out to save room
};

struct Conversation {
  std::string system;
  std::vector<Message> messages;  // the first is a prompt; one that was gone on with has several
};

std::size_t Bytes(const Message& message);
std::size_t Bytes(const Conversation& conversation);

// What a model said in one answer.
struct ModelAnswer {
  enum class Stop { kEnd, kTools, kLength, kRefusal, kPause, kOverflow };
  Stop stop = Stop::kEnd;
  std::string stop_word;  // the provider's
  std::string text;
  std::string thinking;
  std::vector<ToolUse> tools;
  std::string wire;  // for Message::wire; empty: nothing that could go back
  Usage usage;
  std::string model;
  bool complete = false;                  // ended in order
  bool malformed = false;                 // something in it was no JSON
  std::string error_type, error_message;  // told inside a stream
  bool has_error() const { return !error_type.empty() || !error_message.empty(); }
};

// The name of the tool that takes a result where an API can be made to call one.
inline constexpr const char* kResultTool = "Result";

}  // namespace forge
