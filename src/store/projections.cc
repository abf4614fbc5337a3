#include "store/projections.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "model/json.h"
#include "model/words.h"

namespace forge {
namespace {

// Parses a word of a closed set.
template <typename T>
Result<T> Word(std::optional<T> parsed, std::string_view table, const std::string& text) {
  if (parsed) return *parsed;
  return Fail(Code::kCorrupt, fmt::format("a row of table {} contains the unknown word '{}'", table, text),
              "repair it from the journal: forge doctor --repair");
}

template <typename T, typename Read>
Result<std::vector<T>> All(Query query, Read read) {
  std::vector<T> rows;
  while (TRY(query.Next())) rows.push_back(TRY(read(query)));
  return rows;
}

template <typename T, typename Read>
Result<std::optional<T>> First(Query query, Read read) {
  if (!TRY(query.Next())) return std::optional<T>{};
  return std::optional<T>(TRY(read(query)));
}

#define RUN_COLUMNS                                                                                       \
  "id, slug, objective, pipeline, status, reason, stage, parent, parent_step, parent_unit, steps_total, " \
  "steps_done, units, tokens, usd, plan_path, created, updated"

// As the index run_open says it (store_schema.cc); see IsEnd.
#define ENDED "('completed', 'cancelled', 'abandoned')"

Result<RunRow> ReadRun(const Query& query) {
  RunRow row;
  row.id = {query.Int(0)};
  row.slug = query.Text(1);
  row.objective = query.Text(2);
  row.pipeline = query.Text(3);
  row.status = TRY(Word(ParseRunStatus(query.Text(4)), "run", query.Text(4)));
  row.reason = query.Text(5);
  row.stage = query.Text(6);
  row.parent = {query.Int(7)};
  row.parent_step = {query.Text(8)};
  row.parent_unit = {query.Int(9)};
  row.steps_total = query.Int(10);
  row.steps_done = query.Int(11);
  row.units = query.Int(12);
  row.tokens = query.Int(13);
  row.usd = query.Real(14);
  row.plan_path = query.Text(15);
  row.created = query.Time(16);
  row.updated = query.Time(17);
  return row;
}

Result<StepRow> ReadStep(const Query& query) {
  StepRow row;
  row.place = static_cast<int>(query.Int(0));
  row.id = {query.Text(1)};
  row.title = query.Text(2);
  row.status = TRY(Word(ParseStepStatus(query.Text(3)), "step", query.Text(3)));
  row.stage = query.Text(4);
  row.attempts = static_cast<int>(query.Int(5));
  row.reason = query.Text(6);
  row.snapshot = query.Text(7);
  return row;
}

Result<UnitRow> ReadUnit(const Query& query) {
  UnitRow row;
  row.id = {query.Int(0)};
  row.kind = TRY(Word(ParseUnitKind(query.Text(1)), "unit", query.Text(1)));
  row.step = {query.Text(2)};
  row.stage = query.Text(3);
  row.member = query.Text(4);
  row.iteration = static_cast<int>(query.Int(5));
  row.attempt = static_cast<int>(query.Int(6));
  row.status = TRY(Word(ParseUnitStatus(query.Text(7)), "unit", query.Text(7)));
  row.error_class = query.Text(8);
  row.summary = query.Text(9);
  row.usage.input_tokens = query.Int(10);
  row.usage.output_tokens = query.Int(11);
  row.usage.cache_read_tokens = query.Int(12);
  row.usage.cache_write_tokens = query.Int(13);
  row.usage.usd = query.Real(14);
  row.pid = query.Int(15);
  row.pid_start = query.Int(16);
  row.started = query.Time(17);
  row.ended = query.Time(18);
  return row;
}

std::optional<QuestionKind> ParseQuestionKind(std::string_view name) {
  for (const QuestionKind kind :
       {QuestionKind::kAsk, QuestionKind::kEscalation, QuestionKind::kBudget, QuestionKind::kBlocker,
        QuestionKind::kReapproval, QuestionKind::kGit, QuestionKind::kCheckpoint}) {
    if (Name(kind) == name) return kind;
  }
  return std::nullopt;
}

std::optional<QuestionStatus> ParseQuestionStatus(std::string_view name) {
  for (const QuestionStatus status :
       {QuestionStatus::kOpen, QuestionStatus::kAnswered, QuestionStatus::kWithdrawn, QuestionStatus::kDeferred}) {
    if (Name(status) == name) return status;
  }
  return std::nullopt;
}

std::string OptionsToText(const std::vector<std::string>& options) {
  Json list = Json::MakeArray();
  for (const std::string& option : options) list.Append(option);
  return list.Dump();
}

Result<std::vector<std::string>> OptionsFromText(const std::string& text) {
  const Result<Json> list = ParseJson(text);
  if (!list) return Word(std::optional<std::vector<std::string>>{}, "question", text);
  std::vector<std::string> options;
  for (const Json& option : list->AsArray()) options.push_back(option.AsString());
  return options;
}

Result<StoredQuestion> ReadQuestion(const Query& query) {
  StoredQuestion row;
  Question& question = row.question;
  row.run = {query.Int(0)};
  question.id = {query.Int(1)};
  question.kind = TRY(Word(ParseQuestionKind(query.Text(2)), "question", query.Text(2)));
  question.status = TRY(Word(ParseQuestionStatus(query.Text(3)), "question", query.Text(3)));
  question.lane = LaneId::FromNumber(query.Int(4));
  question.step = {query.Text(5)};
  question.stage = query.Text(6);
  question.text = query.Text(7);
  question.options = TRY(OptionsFromText(query.Text(8)));
  question.shows = query.Text(9);
  question.hash = query.Text(10);
  question.answer = query.Text(11);
  question.comment = query.Text(12);
  question.by = query.Text(13);
  question.asked = query.Time(14);
  question.answered = query.Time(15);
  return row;
}

Result<RunId> ReadRunId(const Query& query) { return RunId{query.Int(0)}; }

}  // namespace

Result<RunId> InsertRun(Database& database, const RunRow& row) {
  TRY(database.Run(
      "INSERT INTO run (id, slug, objective, pipeline, status, reason, stage, parent, parent_step, parent_unit,"
      " steps_total, steps_done, units, tokens, usd, plan_path, created, updated)"
      " VALUES (nullif(?, 0), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      {row.id, row.slug, row.objective, row.pipeline, Name(row.status), row.reason, row.stage, row.parent,
       row.parent_step, row.parent_unit, row.steps_total, row.steps_done, row.units, row.tokens, row.usd, row.plan_path,
       row.created, row.updated}));
  return RunId{database.last_id()};
}

Status ReplaceRun(Database& database, const RunRow& row) {
  // Not REPLACE: that would delete the row first, and other tables refer to it.
  return database.Run(
      "INSERT INTO run (" RUN_COLUMNS
      ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
      " ON CONFLICT (id) DO UPDATE SET slug = excluded.slug, objective = excluded.objective,"
      " pipeline = excluded.pipeline, status = excluded.status, reason = excluded.reason, stage = excluded.stage,"
      " parent = excluded.parent, parent_step = excluded.parent_step, parent_unit = excluded.parent_unit,"
      " steps_total = excluded.steps_total, steps_done = excluded.steps_done, units = excluded.units,"
      " tokens = excluded.tokens, usd = excluded.usd, plan_path = excluded.plan_path, created = excluded.created,"
      " updated = excluded.updated",
      {row.id, row.slug, row.objective, row.pipeline, Name(row.status), row.reason, row.stage, row.parent,
       row.parent_step, row.parent_unit, row.steps_total, row.steps_done, row.units, row.tokens, row.usd, row.plan_path,
       row.created, row.updated});
}

// The status apart: to set it is to write the pages of its indexes anew, also where it stays as it is.
Status UpdateRun(Database& database, const RunRow& row) {
  TRY(database.Run("UPDATE run SET status = ? WHERE id = ? AND status <> ?",
                   {Name(row.status), row.id, Name(row.status)}));
  TRY(
      database.Run("UPDATE run SET reason = ?, stage = ?, steps_total = ?, steps_done = ?, units = ?,"
                   " tokens = ?, usd = ?, plan_path = ?, updated = ? WHERE id = ?",
                   {row.reason, row.stage, row.steps_total, row.steps_done, row.units, row.tokens, row.usd,
                    row.plan_path, row.updated, row.id}));
  if (database.changes() == 0) return Fail(Code::kNotFound, fmt::format("run {} does not exist", row.id.value));
  return {};
}

Result<std::vector<RunRow>> ReadRuns(Database& database) {
  return All<RunRow>(TRY(database.Ask("SELECT " RUN_COLUMNS " FROM run ORDER BY id")), ReadRun);
}

Result<std::vector<RunRow>> FindRuns(Database& database, const RunFilter& filter) {
  std::string sql = "SELECT " RUN_COLUMNS " FROM run";
  // The index is named: a query that cannot use it fails, instead of reading all runs.
  if (filter.parent) {
    sql += " INDEXED BY run_by_parent";
  } else if (filter.slug) {
    sql += " INDEXED BY run_by_slug";
  } else if (filter.ended_since) {
    sql += " INDEXED BY run_ended";
  } else if (filter.which == RunChoice::kOpen) {
    sql += " INDEXED BY run_open";
  }
  switch (filter.ended_since ? RunChoice::kEnded : filter.which) {
    case RunChoice::kAll: sql += " WHERE true"; break;
    case RunChoice::kOpen: sql += " WHERE status NOT IN " ENDED; break;
    case RunChoice::kEnded: sql += " WHERE status IN " ENDED; break;  // the newest are soon found
  }
  if (filter.parent) sql += " AND parent = ? AND parent > 0";
  if (filter.slug) sql += " AND slug = ?";
  if (filter.ended_since) sql += " AND updated >= ?";
  sql += " ORDER BY id DESC LIMIT ?";
  Query query = filter.parent        ? TRY(database.Ask(sql, {*filter.parent, filter.limit}))
                : filter.slug        ? TRY(database.Ask(sql, {*filter.slug, filter.limit}))
                : filter.ended_since ? TRY(database.Ask(sql, {*filter.ended_since, filter.limit}))
                                     : TRY(database.Ask(sql, {filter.limit}));
  std::vector<RunRow> rows = TRY(All<RunRow>(std::move(query), ReadRun));
  std::ranges::reverse(rows);
  return rows;
}

Result<std::optional<RunRow>> FindRunById(Database& database, RunId run) {
  return First<RunRow>(TRY(database.Ask("SELECT " RUN_COLUMNS " FROM run WHERE id = ?", {run})), ReadRun);
}

Result<std::optional<RunRow>> FindRunBySlug(Database& database, const std::string& slug) {
  return First<RunRow>(
      TRY(database.Ask("SELECT " RUN_COLUMNS " FROM run WHERE slug = ? ORDER BY id DESC LIMIT 1", {slug})), ReadRun);
}

Result<std::optional<RunRow>> FindRunByParentUnit(Database& database, RunId parent, UnitId unit) {
  return First<RunRow>(
      TRY(database.Ask("SELECT " RUN_COLUMNS " FROM run WHERE parent = ? AND parent_unit = ? AND parent_unit > 0",
                       {parent, unit})),
      ReadRun);
}

Result<std::optional<RunStatus>> FindRunStatus(Database& database, RunId run) {
  return First<RunStatus>(TRY(database.Ask("SELECT status FROM run WHERE id = ?", {run})),
                          [](const Query& query) { return Word(ParseRunStatus(query.Text(0)), "run", query.Text(0)); });
}

Status RequireRun(Database& database, RunId run) {
  if (TRY(database.AskInt("SELECT count(*) FROM run WHERE id = ?", {run})) == 1) return {};
  return Fail(Code::kNotFound, fmt::format("run {} does not exist", run.value));
}

Status WriteSteps(Database& database, RunId run, const std::vector<StepRow>& steps, bool replace) {
  if (replace) TRY(database.Run("DELETE FROM step WHERE run = ?", {run}));
  for (const StepRow& row : steps) {
    TRY(database.Run(
        "INSERT OR REPLACE INTO step (run, place, id, title, status, stage, attempts, reason, snapshot)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        {run, row.place, row.id, row.title, Name(row.status), row.stage, row.attempts, row.reason, row.snapshot}));
  }
  return {};
}

Result<std::vector<StepRow>> ReadSteps(Database& database, RunId run) {
  return All<StepRow>(TRY(database.Ask("SELECT place, id, title, status, stage, attempts, reason, snapshot FROM step"
                                       " WHERE run = ? ORDER BY place",
                                       {run})),
                      ReadStep);
}

Status WriteUnits(Database& database, RunId run, const std::vector<UnitRow>& units) {
  for (const UnitRow& row : units) {
    TRY(
        database.Run("INSERT OR REPLACE INTO unit (run, id, kind, step, stage, member, iteration, attempt, status,"
                     " error_class, summary, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, usd,"
                     " pid, pid_start, started, ended)"
                     " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                     {run,
                      row.id,
                      Name(row.kind),
                      row.step,
                      row.stage,
                      row.member,
                      row.iteration,
                      row.attempt,
                      Name(row.status),
                      row.error_class,
                      row.summary,
                      row.usage.input_tokens,
                      row.usage.output_tokens,
                      row.usage.cache_read_tokens,
                      row.usage.cache_write_tokens,
                      row.usage.usd,
                      row.pid,
                      row.pid_start,
                      row.started,
                      row.ended}));
  }
  return {};
}

#define UNIT_COLUMNS                                                                                \
  "id, kind, step, stage, member, iteration, attempt, status, error_class, summary, input_tokens, " \
  "output_tokens, cache_read_tokens, cache_write_tokens, usd, pid, pid_start, started, ended"

Result<std::vector<UnitRow>> ReadUnits(Database& database, RunId run) {
  return All<UnitRow>(TRY(database.Ask("SELECT " UNIT_COLUMNS " FROM unit WHERE run = ? ORDER BY id", {run})),
                      ReadUnit);
}

Result<std::vector<UnitRow>> ReadNewestUnits(Database& database, RunId run, std::int64_t limit) {
  std::vector<UnitRow> units = TRY(All<UnitRow>(
      TRY(database.Ask("SELECT " UNIT_COLUMNS " FROM unit WHERE run = ? ORDER BY id DESC LIMIT ?", {run, limit})),
      ReadUnit));
  std::ranges::reverse(units);
  return units;
}

Result<std::optional<UnitRow>> FindUnitById(Database& database, RunId run, UnitId unit) {
  return First<UnitRow>(TRY(database.Ask("SELECT " UNIT_COLUMNS " FROM unit WHERE run = ? AND id = ?", {run, unit})),
                        ReadUnit);
}

Status WriteQuestions(Database& database, RunId run, const std::vector<Question>& questions) {
  for (const Question& row : questions) {
    TRY(database.Run(
        "INSERT OR REPLACE INTO question (run, id, kind, status, lane, step, stage, text, options, shows,"
        " hash, answer, comment, by, asked, answered)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        {run, row.id, Name(row.kind), Name(row.status), row.lane.number(), row.step, row.stage, row.text,
         OptionsToText(row.options), row.shows, row.hash, row.answer, row.comment, row.by, row.asked, row.answered}));
  }
  return {};
}

#define QUESTION_COLUMNS \
  "run, id, kind, status, lane, step, stage, text, options, shows, hash, answer, comment, by, asked, answered"

Result<std::vector<StoredQuestion>> ReadQuestions(Database& database, std::optional<RunId> run, bool open_only) {
  const std::string_view sql = open_only ? "SELECT " QUESTION_COLUMNS
                                           " FROM question INDEXED BY question_open"
                                           " WHERE status = 'open' AND run >= ? AND run <= ?"
                                           " ORDER BY run, id"
                                         : "SELECT " QUESTION_COLUMNS
                                           " FROM question WHERE run >= ? AND run <= ? ORDER BY run, id";
  const RunId first = run.value_or(RunId{0});
  const RunId last = run.value_or(RunId{INT64_MAX});
  return All<StoredQuestion>(TRY(database.Ask(sql, {first, last})), ReadQuestion);
}

Result<std::set<RunId>> ReadBlockers(Database& database, RunId run) {
  const std::vector<RunId> rows =
      TRY(All<RunId>(TRY(database.Ask("SELECT blocked_by FROM blocker WHERE run = ? ORDER BY 1", {run})), ReadRunId));
  return std::set<RunId>(rows.begin(), rows.end());
}

Result<std::vector<RunId>> ReadOpenBlockers(Database& database, RunId run) {
  constexpr std::string_view kSql =
      "SELECT id FROM run WHERE status NOT IN " ENDED
      " AND id IN (SELECT blocked_by FROM blocker WHERE run = ? UNION"
      " SELECT json_extract(data, '$.other') FROM inbox"
      " WHERE run = ? AND replied = 0 AND kind = 'control' AND json_extract(data, '$.control') = 'block-on')"
      " ORDER BY id";
  return All<RunId>(TRY(database.Ask(kSql, {run, run})), ReadRunId);
}

Result<std::vector<RunId>> ReadBlockedBy(Database& database, RunId blocker) {
  return All<RunId>(TRY(database.Ask("SELECT run FROM blocker WHERE blocked_by = ? ORDER BY 1", {blocker})), ReadRunId);
}

Result<std::vector<RunId>> WriteBlockers(Database& database, RunId run, const std::set<RunId>& blockers) {
  const std::set<RunId> before = TRY(ReadBlockers(database, run));
  std::vector<RunId> added;
  std::vector<RunId> gone;
  std::ranges::set_difference(blockers, before, std::back_inserter(added));
  std::ranges::set_difference(before, blockers, std::back_inserter(gone));
  for (const RunId other : added) {
    TRY(database.Run("INSERT INTO blocker (run, blocked_by) VALUES (?, ?)", {run, other}));
  }
  for (const RunId other : gone)
    TRY(database.Run("DELETE FROM blocker WHERE run = ? AND blocked_by = ?", {run, other}));
  return added;
}

}  // namespace forge
