// A conversation of a native runtime with its model, mostly independent of the provider.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "model/json.h"
#include "model/usage.h"

namespace forge {

// A tool as described to the model.
struct ToolSpec {
  std::string name;
  std::string description;
  Json schema;  // of its arguments
};

struct ToolUse {
  std::string id, name;
  Json input;
  std::string broken;  // the raw arguments if they are not a JSON object; else empty
};

// An image in a tool's reply.
struct ToolImage {
  std::string media_type;  // "image/png"; empty: there is none
  std::string base64;
};
std::string DataUrl(const ToolImage& image);  // "data:image/png;base64,..."

struct ToolReply {
  std::string id, name;
  std::string text;
  bool failed = false;
  bool shortened = false;  // by the context budget; only once
  std::string about = {};  // the file or the command that it is of; empty: neither
  ToolImage image = {};
};

struct Message {
  enum class Role { kUser, kModel, kTools };
  Role role = Role::kUser;
  std::string text;                // kUser
  std::vector<ToolReply> replies;  // kTools
  // As sent. The model's messages stay in their provider's form (thinking has signatures); for other messages a
  // protocol caches its text here.
  mutable std::string wire;
  bool stays = false;    // a prompt: never dropped to save space
  bool summary = false;  // kUser: the model's own summary of what was dropped; only a newer one replaces it
};

struct Conversation {
  std::string system;
  std::vector<Message> messages;  // the first is a prompt; a continued conversation has several
};

// As a model counts them: an image has few, whatever its file has.
std::size_t Bytes(const Message& message);
std::size_t Bytes(const Conversation& conversation);
std::size_t ImageBytes(const Conversation& conversation);  // as they are sent

// One answer of a model.
struct ModelAnswer {
  enum class Stop { kEnd, kTools, kLength, kRefusal, kPause, kOverflow };
  Stop stop = Stop::kEnd;
  std::string stop_word;  // the provider's
  std::string text;
  std::string thinking;
  std::vector<ToolUse> tools;
  std::string wire;  // for Message::wire; empty: nothing to send back
  Usage usage;
  std::string model;
  bool complete = false;                  // ended properly
  bool malformed = false;                 // a part of it was not JSON
  std::string error_type, error_message;  // reported inside the stream
  bool has_error() const { return !error_type.empty() || !error_message.empty(); }
};

// The tool that receives the result, for APIs that can force a tool call.
inline constexpr const char* kResultTool = "Result";

}  // namespace forge
