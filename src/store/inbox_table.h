// Commands that wait for a run's engine, and their replies. Does not know which were handed out.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "engine/input.h"
#include "engine/ports.h"
#include "store/database.h"
#include "store/store.h"

namespace forge {

// As stored: another version of Forge may have written it.
struct RawMessage {
  std::int64_t id = 0;
  std::string kind;
  std::string data;
};

Result<std::int64_t> InsertMessage(Database& database, RunId run, const Input& input, TimePoint at);
Result<std::vector<RawMessage>> ReadUnanswered(Database& database, RunId run);
Result<Input> ParseMessage(const RawMessage& message);
// No effect on a message of another run, or on one that is answered: the first answer stays.
Status AnswerMessage(Database& database, RunId run, const InboxReply& reply);
Result<PostedMessage> ReadPosted(Database& database, std::int64_t message);

}  // namespace forge
