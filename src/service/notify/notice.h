// What a person wants to be told while not looking: a run needs an answer, failed, is done, or waits for a provider's
// limit to end. Decides that from rows of a journal; sends nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/ids.h"
#include "engine/ports.h"
#include "model/json.h"

namespace forge {

enum class NoticeEvent { kNeedsYou, kFailed, kDone, kLimit };
std::string_view Name(NoticeEvent event);  // "needs-you", "failed", "done", "limit"

struct Notice {
  RunId run;
  std::int64_t seq = 0;  // of the row: with the run, the notice's name
  TimePoint at;
  NoticeEvent event = NoticeEvent::kNeedsYou;
  std::string objective;
  std::string text;     // the question, or why
  QuestionId question;  // kNeedsYou
  TimePoint until;      // kLimit
};

// None: the row is no news for a person. Of a run that its parent waits for only questions are: the parent reports the
// rest.
std::optional<Notice> NoticeOf(const RunRow& run, const JournalRow& row);

// "run 3 needs you: Approve the plan?"
std::string Describe(const Notice& notice);
// As commands and webhooks get it; docs/serve.md.
Json ToJson(const Notice& notice, const std::string& project);

}  // namespace forge
