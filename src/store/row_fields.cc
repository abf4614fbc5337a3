#include "store/row_fields.h"

#include <fmt/format.h>

#include "base/result.h"
#include "base/strings.h"
#include "model/words.h"

namespace forge {
namespace {

std::string Text(const std::string& value) { return value; }
std::string Text(std::string_view value) { return std::string(value); }
std::string Text(std::int64_t value) { return std::to_string(value); }
std::string Text(int value) { return std::to_string(value); }
std::string Text(bool value) { return value ? "true" : "false"; }
std::string Text(double value) { return fmt::format("{}", value); }
std::string Text(TimePoint value) { return std::to_string(value.ms); }
std::string Text(RunId value) { return std::to_string(value.value); }
std::string Text(UnitId value) { return std::to_string(value.value); }
std::string Text(QuestionId value) { return std::to_string(value.value); }
std::string Text(const StepId& value) { return value.value; }

}  // namespace

RowFields FieldsOf(const RunRow& row) {
  return {{"id", Text(row.id)},
          {"slug", Text(row.slug)},
          {"objective", Text(row.objective)},
          {"pipeline", Text(row.pipeline)},
          {"status", Text(Name(row.status))},
          {"reason", Text(row.reason)},
          {"stage", Text(row.stage)},
          {"parent", Text(row.parent)},
          {"parent_step", Text(row.parent_step)},
          {"parent_unit", Text(row.parent_unit)},
          {"steps_total", Text(row.steps_total)},
          {"steps_done", Text(row.steps_done)},
          {"units", Text(row.units)},
          {"tokens", Text(row.tokens)},
          {"usd", Text(row.usd)},
          {"plan_path", Text(row.plan_path)},
          {"created", Text(row.created)},
          {"updated", Text(row.updated)}};
}

RowFields FieldsOf(const StepRow& row) {
  return {{"place", Text(row.place)},   {"id", Text(row.id)},
          {"title", Text(row.title)},   {"status", Text(Name(row.status))},
          {"stage", Text(row.stage)},   {"attempts", Text(row.attempts)},
          {"reason", Text(row.reason)}, {"snapshot", Text(row.snapshot)}};
}

RowFields FieldsOf(const UnitRow& row) {
  return {{"id", Text(row.id)},
          {"kind", Text(Name(row.kind))},
          {"step", Text(row.step)},
          {"stage", Text(row.stage)},
          {"member", Text(row.member)},
          {"iteration", Text(row.iteration)},
          {"attempt", Text(row.attempt)},
          {"status", Text(Name(row.status))},
          {"error_class", Text(row.error_class)},
          {"summary", Text(row.summary)},
          {"input_tokens", Text(row.usage.input_tokens)},
          {"output_tokens", Text(row.usage.output_tokens)},
          {"cache_read_tokens", Text(row.usage.cache_read_tokens)},
          {"cache_write_tokens", Text(row.usage.cache_write_tokens)},
          {"usd", Text(row.usage.usd)},
          {"pid", Text(row.pid)},
          {"pid_start", Text(row.pid_start)},
          {"started", Text(row.started)},
          {"ended", Text(row.ended)}};
}

RowFields FieldsOf(const Question& row) {
  return {{"id", Text(row.id)},
          {"kind", Text(Name(row.kind))},
          {"status", Text(Name(row.status))},
          {"lane", Text(row.lane.number())},
          {"step", Text(row.step)},
          {"stage", Text(row.stage)},
          {"text", Text(row.text)},
          {"options", Join(row.options, "\n")},
          {"shows", Text(row.shows)},
          {"hash", Text(row.hash)},
          {"answer", Text(row.answer)},
          {"comment", Text(row.comment)},
          {"by", Text(row.by)},
          {"asked", Text(row.asked)},
          {"answered", Text(row.answered)}};
}

RowFields FieldsOf(const JournalRow& row) {
  return {{"seq", Text(row.seq)},         {"at", Text(row.at)},
          {"kind", Text(row.kind)},       {"step", Text(row.step)},
          {"stage", Text(row.stage)},     {"iteration", Text(row.iteration)},
          {"attempt", Text(row.attempt)}, {"is_input", Text(row.is_input)},
          {"data", Text(row.data)}};
}

std::string Difference(const RowFields& is, const RowFields& should_be) {
  CHECK(is.size() == should_be.size());
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < is.size(); ++i) {
    if (is[i].second == should_be[i].second) continue;
    parts.push_back(fmt::format("{} is '{}', not '{}'", is[i].first, is[i].second, should_be[i].second));
  }
  return Join(parts, "; ");
}

}  // namespace forge
