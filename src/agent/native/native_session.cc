#include "agent/native/native_session.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "base/strings.h"
#include "os/files/files.h"
#include "os/process/process.h"
#include "os/system.h"

namespace forge {
namespace {

constexpr int kVersion = 1;
constexpr std::size_t kMostKept = 100;
constexpr std::size_t kLargestSession = std::size_t{64} << 20;
constexpr std::string_view kEnding = ".jsonl";
// Images are large, and the file is still there.
constexpr std::string_view kNoImage = " [the image is not kept between units; read it again to see it]";

std::string_view NameOf(Message::Role role) {
  switch (role) {
    case Message::Role::kUser: return "user";
    case Message::Role::kModel: return "model";
    case Message::Role::kTools: return "tools";
  }
  return "";
}

Json ToJson(const Message& message) {
  Json json = Json::MakeObject().Set("role", NameOf(message.role));
  switch (message.role) {
    case Message::Role::kUser:
      json.Set("text", message.text).Set("stays", message.stays);
      if (message.summary) json.Set("summary", true);
      return json;
    case Message::Role::kModel: return json.Set("wire", message.wire);
    case Message::Role::kTools: break;
  }
  Json replies = Json::MakeArray();
  for (const ToolReply& reply : message.replies) {
    replies.Append(Json::MakeObject()
                       .Set("id", reply.id)
                       .Set("name", reply.name)
                       .Set("text", reply.text + (reply.image.base64.empty() ? "" : std::string(kNoImage)))
                       .Set("failed", reply.failed)
                       .Set("shortened", reply.shortened)
                       .Set("about", reply.about));
  }
  return json.Set("replies", std::move(replies));
}

// The model's messages are sent back unchanged; one that is not a JSON object would break the whole request.
Result<Message> MessageFromJson(const Json& json) {
  Message message;
  const std::string& role = json["role"].AsString();
  if (role == "user" && json["text"].is_string()) {
    message.text = json["text"].AsString();
    message.stays = json["stays"].AsBool();
    message.summary = json["summary"].AsBool();
    return message;
  }
  if (role == "model") {
    message.role = Message::Role::kModel;
    message.wire = json["wire"].AsString();
    if (TRY(ParseJson(message.wire)).is_object()) return message;
  }
  if (role == "tools" && json["replies"].is_array()) {
    message.role = Message::Role::kTools;
    for (const Json& reply : json["replies"].AsArray()) {
      message.replies.push_back({reply["id"].AsString(), reply["name"].AsString(), reply["text"].AsString(),
                                 reply["failed"].AsBool(), reply["shortened"].AsBool(), reply["about"].AsString()});
    }
    return message;
  }
  return Fail(Code::kCorrupt, "it contains an invalid message");
}

// Ids come from outside and become file names.
bool IsId(std::string_view id) {
  return !id.empty() && id.size() <= 100 && std::ranges::all_of(id, [](char c) { return IsDigit(c) || c == '-'; });
}

Result<Conversation> Read(std::string_view text, const SessionOwner& owner) {
  const std::vector<std::string_view> lines = Lines(text);
  if (lines.empty()) return Fail(Code::kCorrupt, "it is empty");
  const Json head = TRY(ParseJson(lines[0]));
  if (head["version"].AsInt() != kVersion) return Fail(Code::kCorrupt, "it has another version");
  if (head["protocol"].AsString() != owner.protocol || head["model"].AsString() != owner.model) {
    return Fail(Code::kConflict, fmt::format("it was with {} of {}, not with {} of {}", head["model"].AsString(),
                                             head["protocol"].AsString(), owner.model, owner.protocol));
  }
  Conversation talk;
  talk.system = head["system"].AsString();
  for (std::size_t i = 1; i < lines.size(); ++i)
    talk.messages.push_back(TRY(MessageFromJson(TRY(ParseJson(lines[i])))));
  const auto count = static_cast<std::size_t>(std::max<std::int64_t>(0, head["messages"].AsInt()));
  if (talk.messages.size() != count || count == 0) {
    return Fail(Code::kCorrupt, fmt::format("it has only {} of {} messages", talk.messages.size(), count));
  }
  if (talk.messages.front().role != Message::Role::kUser) return Fail(Code::kCorrupt, "it begins without a question");
  return talk;
}

}  // namespace

std::string SessionShelf::NewId() {
  // The time comes first, so that names sort by age.
  return fmt::format("{:014}-{}", WallClock().ms, ReplaceAll(NewProcessKey(), ".", "-"));
}

Status SessionShelf::Keep(const std::string& id, const SessionOwner& owner, const Conversation& talk) const {
  std::string text = Json::MakeObject()
                         .Set("version", kVersion)
                         .Set("protocol", owner.protocol)
                         .Set("model", owner.model)
                         .Set("messages", talk.messages.size())
                         .Set("system", talk.system)
                         .Dump();
  text += '\n';
  for (const Message& message : talk.messages) {
    ToJson(message).DumpTo(text);
    text += '\n';
  }
  if (secret_.size() >= 4) text = ReplaceAll(text, secret_, "<key>");
  TRY(MakeDirectories(directory_));
  TRY(WriteFileAtomic(PathOf(id), text));
  RemoveOldest();
  return {};
}

Result<Conversation> SessionShelf::Load(const std::string& id, const SessionOwner& owner) const {
  if (!keeps()) return Fail(Code::kNotFound, "no conversations are saved here");
  if (!IsId(id)) return Fail(Code::kNotFound, "the id is invalid");
  if (!Exists(PathOf(id))) return Fail(Code::kNotFound, "it no longer exists");
  return Read(TRY(ReadFile(PathOf(id), kLargestSession)), owner);
}

// A unit that wants a removed conversation starts a new one.
void SessionShelf::RemoveOldest() const {
  auto names = ListDirectory(directory_);
  if (!names) return;
  std::erase_if(*names, [](const std::string& name) { return !name.ends_with(kEnding); });
  for (std::size_t i = 0; i + kMostKept < names->size(); ++i) {
    // A file that cannot be removed is tried again next time.
    if (!RemoveFile(directory_ + "/" + (*names)[i])) return;
  }
}

void DropOpenEnd(Conversation& talk) {
  while (!talk.messages.empty() && talk.messages.back().role == Message::Role::kUser) talk.messages.pop_back();
}

}  // namespace forge
