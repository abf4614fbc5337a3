#include "service/notify/notice.h"

#include <fmt/format.h>

#include "base/strings.h"

namespace forge {
namespace {

std::string IsoStamp(TimePoint time) {
  constexpr std::int64_t kSecond = 1000, kMinute = 60 * kSecond, kHour = 60 * kMinute, kDay = 24 * kHour;
  const std::int64_t ms = time.ms % kDay;
  return fmt::format("{}T{:02}:{:02}:{:02}.{:03}Z", UtcDay(time.ms), ms / kHour, ms / kMinute % 60, ms / kSecond % 60,
                     ms % kSecond);
}

// Of most rows the kind says that they are no news: their data need not be read.
bool MayBeNews(const JournalRow& row) {
  return !row.is_input && (row.kind == "question" || row.kind == "retry" || row.kind == "run-status");
}

// What the row says; none: no news.
std::optional<NoticeEvent> EventOf(const JournalRow& row, const Json& data) {
  if (row.kind == "question") return NoticeEvent::kNeedsYou;
  if (row.kind == "retry" && data["class"].AsString() == "quota" && data["delay_ms"].AsInt() > 0)
    return NoticeEvent::kLimit;
  if (row.kind != "run-status") return std::nullopt;
  if (data["to"].AsString() == "failed") return NoticeEvent::kFailed;
  if (data["to"].AsString() == "completed") return NoticeEvent::kDone;
  return std::nullopt;
}

std::string TextOf(NoticeEvent event, const Json& data) {
  switch (event) {
    case NoticeEvent::kNeedsYou: return data["text"].AsString();
    case NoticeEvent::kLimit: return data["error"].AsString();
    case NoticeEvent::kFailed:
    case NoticeEvent::kDone: return data["reason"].AsString();
  }
  return "";
}

}  // namespace

std::string_view Name(NoticeEvent event) {
  switch (event) {
    case NoticeEvent::kNeedsYou: return "needs-you";
    case NoticeEvent::kFailed: return "failed";
    case NoticeEvent::kDone: return "done";
    case NoticeEvent::kLimit: return "limit";
  }
  return "?";
}

std::optional<Notice> NoticeOf(const RunRow& run, const JournalRow& row) {
  if (!MayBeNews(row)) return std::nullopt;
  const auto data = ParseJson(row.data.empty() ? "{}" : row.data);
  const auto event = data ? EventOf(row, *data) : std::nullopt;
  const bool of_child = run.parent_unit.value != 0;
  if (!event || (of_child && *event != NoticeEvent::kNeedsYou)) return std::nullopt;
  Notice notice;
  notice.run = run.id;
  notice.seq = row.seq;
  notice.at = row.at;
  notice.event = *event;
  notice.objective = run.objective;
  notice.text = TextOf(*event, *data);
  if (*event == NoticeEvent::kNeedsYou) notice.question = QuestionId{(*data)["question"].AsInt()};
  if (*event == NoticeEvent::kLimit) notice.until = {row.at.ms + (*data)["delay_ms"].AsInt()};
  return notice;
}

std::string Describe(const Notice& notice) {
  const std::string tail = notice.text.empty() ? "" : ": " + notice.text;
  switch (notice.event) {
    case NoticeEvent::kNeedsYou: return fmt::format("run {} needs you{}", notice.run.value, tail);
    case NoticeEvent::kFailed: return fmt::format("run {} failed{}", notice.run.value, tail);
    case NoticeEvent::kDone: return fmt::format("run {} is done{}", notice.run.value, tail);
    case NoticeEvent::kLimit:
      return fmt::format("run {} waits for a limit until {}{}", notice.run.value, IsoStamp(notice.until), tail);
  }
  return "";
}

Json ToJson(const Notice& notice, const std::string& project) {
  Json json = Json::MakeObject().Set("id", fmt::format("{}-{}", notice.run.value, notice.seq));
  json.Set("event", Name(notice.event)).Set("project", project).Set("run", notice.run.value);
  json.Set("objective", notice.objective).Set("text", notice.text).Set("at", IsoStamp(notice.at));
  if (notice.event == NoticeEvent::kNeedsYou) json.Set("question", notice.question.value);
  if (notice.event == NoticeEvent::kLimit) json.Set("until", IsoStamp(notice.until));
  return json.Set("summary", Describe(notice));
}

}  // namespace forge
