#include "store/inbox_table.h"

#include <fmt/core.h>

#include "model/json.h"

namespace forge {

Result<std::int64_t> InsertMessage(Database& database, RunId run, const Input& input, TimePoint at) {
  TRY(database.Run("INSERT INTO inbox (run, at, kind, data) VALUES (?, ?, ?, ?)",
                   {run, at, KindOf(input), ToJson(input).Dump()}));
  return database.last_id();
}

Result<std::vector<RawMessage>> ReadUnanswered(Database& database, RunId run) {
  Query query = TRY(database.Ask("SELECT id, kind, data FROM inbox WHERE run = ? AND replied = 0 ORDER BY id", {run}));
  std::vector<RawMessage> messages;
  while (TRY(query.Next())) messages.push_back({query.Int(0), query.Text(1), query.Text(2)});
  return messages;
}

Result<Input> ParseMessage(const RawMessage& message) {
  const Json data = TRY(ParseJson(message.data));
  return InputFromJson(message.kind, data);
}

Status AnswerMessage(Database& database, RunId run, const InboxReply& reply) {
  return database.Run("UPDATE inbox SET replied = 1, accepted = ?, text = ? WHERE id = ? AND run = ? AND replied = 0",
                      {reply.accepted, reply.text, reply.message, run});
}

Result<PostedMessage> ReadPosted(Database& database, std::int64_t message) {
  Query query = TRY(database.Ask("SELECT replied, accepted, text FROM inbox WHERE id = ?", {message}));
  if (!TRY(query.Next())) return Fail(Code::kNotFound, fmt::format("message {} does not exist", message));
  return PostedMessage{.answered = query.Bool(0), .accepted = query.Bool(1), .text = query.Text(2)};
}

}  // namespace forge
