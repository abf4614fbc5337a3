#include "store/examine.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "base/strings.h"
#include "model/json.h"
#include "store/derive.h"
#include "store/inbox_table.h"
#include "store/journal_table.h"
#include "store/projections.h"
#include "store/row_fields.h"

namespace forge {
namespace {

using StoreFindings = std::vector<Store::Finding>;

constexpr std::size_t kNamedPerTable = 5;  // a table with many errors is reported in a few lines

Result<std::vector<std::string>> CheckIntegrity(Database& database) {
  Query query = TRY(database.Ask("PRAGMA integrity_check"));
  std::vector<std::string> complaints;
  while (TRY(query.Next())) {
    if (query.Text(0) != "ok") complaints.push_back(query.Text(0));
  }
  return complaints;
}

bool IsAboutIndex(const std::string& complaint) { return complaint.find(" index ") != std::string::npos; }

Result<std::set<RunId>> AllRuns(Database& database) {
  Query query = TRY(database.Ask("SELECT id FROM run UNION SELECT run FROM journal"));
  std::set<RunId> runs;
  while (TRY(query.Next())) runs.insert({query.Int(0)});
  return runs;
}

// Finds gaps and rows that are not JSON. Nothing is derived from such a journal.
bool ExamineRows(RunId run, const std::vector<JournalRow>& rows, StoreFindings& findings) {
  const std::size_t before = findings.size();
  if (rows.empty()) findings.push_back({fmt::format("run {} has no journal", run.value), false, false});
  std::int64_t last = 0;
  for (const JournalRow& row : rows) {
    if (row.seq != last + 1) {
      findings.push_back(
          {fmt::format("run {}: journal rows {} to {} are missing", run.value, last + 1, row.seq - 1), false, false});
    }
    last = row.seq;
    if (const Result<Json> data = ParseJson(row.data); !data) {
      findings.push_back({fmt::format("run {}, journal row {} ({}) cannot be read: {}", run.value, row.seq, row.kind,
                                      data.error().message),
                          false, false});
    }
  }
  return findings.size() == before;
}

// Slug, origin and age are only in the run's row; without the row we use defaults.
Result<RunIdentity> IdentityOf(Database& database, RunId run, const std::vector<JournalRow>& rows, bool& exists) {
  Query query = TRY(database.Ask("SELECT slug, parent_unit, created FROM run WHERE id = ?", {run}));
  exists = TRY(query.Next());
  if (exists) return RunIdentity{run, query.Text(0), {query.Int(1)}, query.Time(2)};
  std::string slug = fmt::format("run-{}", run.value);
  if (const Result<Json> started = ParseJson(rows.front().data); started) {
    slug = Slug((*started)["objective"].AsString());
  }
  return RunIdentity{run, slug, {}, rows.front().at};
}

// One line per row that differs, is missing, or should not be there; kept short.
class Comparison {
 public:
  Comparison(RunId run, std::string_view table) : run_(run), table_(table) {}

  void Say(std::string_view key, const std::string& what) {
    if (++count_ > kNamedPerTable) return;
    lines_.push_back(fmt::format("run {}: {} {}: {}", run_.value, table_, key, what));
  }

  template <typename Row, typename Key>
  void Compare(const std::vector<Row>& stored, const std::vector<Row>& right, Key key) {
    std::map<std::string, RowFields> is;
    for (const Row& row : stored) is.emplace(key(row), FieldsOf(row));
    for (const Row& row : right) {
      const auto found = is.find(key(row));
      if (found == is.end()) {
        Say(key(row), "its row is missing");
        continue;
      }
      if (const std::string difference = Difference(found->second, FieldsOf(row)); !difference.empty()) {
        Say(key(row), difference);
      }
      is.erase(found);
    }
    for (const auto& [name, fields] : is) Say(name, "it is not in the journal");
  }

  std::vector<std::string> Lines() && {
    if (count_ > kNamedPerTable) {
      lines_.push_back(fmt::format("run {}: and {} more of table {}", run_.value, count_ - kNamedPerTable, table_));
    }
    return std::move(lines_);
  }

 private:
  RunId run_;
  std::string_view table_;
  std::size_t count_ = 0;
  std::vector<std::string> lines_;
};

// An unreadable table counts as wrong.
template <typename Row, typename Key>
void CompareTable(RunId run, std::string_view table, const Result<std::vector<Row>>& stored,
                  const std::vector<Row>& right, Key key, std::vector<std::string>& lines) {
  Comparison comparison(run, table);
  if (stored) {
    comparison.Compare(*stored, right, key);
  } else {
    comparison.Say("table", stored.error().message);
  }
  for (std::string& line : std::move(comparison).Lines()) lines.push_back(std::move(line));
}

Result<std::vector<RunRow>> StoredRun(Database& database, RunId run) {
  const std::optional<RunRow> row = TRY(FindRunById(database, run));
  return row ? std::vector<RunRow>{*row} : std::vector<RunRow>{};
}

Result<std::vector<Question>> StoredQuestions(Database& database, RunId run) {
  std::vector<Question> questions;
  for (StoredQuestion& row : TRY(ReadQuestions(database, run, false))) questions.push_back(std::move(row.question));
  return questions;
}

template <typename Id>
std::string IdText(const Id& id) {
  return std::to_string(id.value);
}

// A unit that began and ended within one batch has no recorded process, and needs none.
void ForgetOldProcesses(const std::vector<UnitRow>& stored, std::vector<UnitRow>& right) {
  std::map<UnitId, const UnitRow*> by_id;
  for (const UnitRow& row : stored) by_id.emplace(row.id, &row);
  for (UnitRow& row : right) {
    const auto found = by_id.find(row.id);
    if (row.status == UnitStatus::kRunning || found == by_id.end()) continue;
    row.pid = found->second->pid;
    row.pid_start = found->second->pid_start;
  }
}

// The errors in the run's projections. Copies into `right` what the journal does not determine.
Result<std::vector<std::string>> CompareAll(Database& database, Batch& right) {
  const RunId run = right.run;
  std::vector<std::string> lines;
  const Result<std::vector<RunRow>> row = StoredRun(database, run);
  if (row && !row->empty()) right.run_row.updated = row->front().updated;
  const Result<std::vector<UnitRow>> units = ReadUnits(database, run);
  if (units) ForgetOldProcesses(*units, right.units);
  CompareTable(run, "run", row, {right.run_row}, [](const RunRow& r) { return IdText(r.id); }, lines);
  CompareTable(
      run, "step", ReadSteps(database, run), right.steps,
      [](const StepRow& r) { return fmt::format("{:06}", r.place); }, lines);
  CompareTable(run, "unit", units, right.units, [](const UnitRow& r) { return IdText(r.id); }, lines);
  CompareTable(
      run, "question", StoredQuestions(database, run), right.questions, [](const Question& r) { return IdText(r.id); },
      lines);
  if (TRY(ReadBlockers(database, run)) != right.blockers) {
    lines.push_back(fmt::format("run {}: the set of runs it waits for differs from the journal", run.value));
  }
  return lines;
}

Status Rewrite(Database& database, const Batch& right) {
  TRY(ReplaceRun(database, right.run_row));
  TRY(WriteSteps(database, right.run, right.steps, true));
  TRY(database.Run("DELETE FROM unit WHERE run = ?", {right.run}));
  TRY(WriteUnits(database, right.run, right.units));
  TRY(database.Run("DELETE FROM question WHERE run = ?", {right.run}));
  TRY(WriteQuestions(database, right.run, right.questions));
  TRY(WriteBlockers(database, right.run, right.blockers));
  return {};
}

Status ExamineRun(Database& database, RunId run, bool repair, StoreFindings& findings) {
  const std::vector<JournalRow> rows = TRY(ReadRows(database, run, {}));
  if (!ExamineRows(run, rows, findings)) return {};
  bool exists = false;
  const RunIdentity identity = TRY(IdentityOf(database, run, rows, exists));
  Result<Batch> right = DeriveProjections(identity, rows);
  if (!right) {
    findings.push_back({right.error().message, false, false});
    return {};
  }
  const std::vector<std::string> lines = TRY(CompareAll(database, *right));
  if (repair && !lines.empty()) TRY(Rewrite(database, *right));
  for (const std::string& line : lines) findings.push_back({line, true, repair});
  return {};
}

Result<bool> IsTold(Database& database, RunId run, RunId ended) {
  for (const RawMessage& raw : TRY(ReadUnanswered(database, run))) {
    const Result<Input> input = ParseMessage(raw);
    const auto* told = input ? std::get_if<BlockerEnded>(&*input) : nullptr;
    if (told != nullptr && told->run == ended) return true;
  }
  return false;
}

// A run that waits for an ended run and was never told.
Status ExamineBlockers(Database& database, RunId run, bool repair, StoreFindings& findings) {
  for (const RunId other : TRY(ReadBlockers(database, run))) {
    const Result<std::optional<RunStatus>> status = FindRunStatus(database, other);
    if (!status || (*status && !IsEnd(**status)) || TRY(IsTold(database, run, other))) continue;
    const RunStatus end = status->value_or(RunStatus::kAbandoned);
    if (repair) {
      const std::int64_t now = TRY(database.AskInt("SELECT ifnull(max(at), 0) FROM journal WHERE run = ?", {run}));
      TRY(InsertMessage(database, run, BlockerEnded{other, end}, {now}));
    }
    findings.push_back(
        {fmt::format("run {} waits for run {}, which has ended, and was not told", run.value, other.value), true,
         repair});
  }
  return {};
}

// Rows of runs that have neither a row nor a journal. Comes last: by then runs with a journal have their row again.
Status ExamineOrphans(Database& database, bool repair, StoreFindings& findings) {
  for (const std::string_view table : {"step", "unit", "asked", "question", "blocker", "lease", "inbox"}) {
    const std::string where = fmt::format("FROM {} WHERE run NOT IN (SELECT id FROM run)", table);
    const std::int64_t count = TRY(database.AskInt("SELECT count(*) " + where));
    if (count == 0) continue;
    if (repair) TRY(database.Run("DELETE " + where));
    findings.push_back({fmt::format("table {}: {} rows of runs that do not exist", table, count), true, repair});
  }
  return {};
}

Status ExamineContent(Database& database, bool repair, StoreFindings& findings) {
  const std::set<RunId> runs = TRY(AllRuns(database));
  for (const RunId run : runs) TRY(ExamineRun(database, run, repair, findings));
  for (const RunId run : runs) TRY(ExamineBlockers(database, run, repair, findings));
  return ExamineOrphans(database, repair, findings);
}

}  // namespace

Result<bool> ExamineFile(Database& database, bool repair, StoreFindings& findings) {
  const Result<std::vector<std::string>> complaints = CheckIntegrity(database);
  if (!complaints) {
    findings.push_back({complaints.error().message, false, false});
    return false;
  }
  const bool only_indexes = std::ranges::all_of(*complaints, IsAboutIndex);
  bool repaired = false;
  if (repair && only_indexes && !complaints->empty()) {
    TRY(database.Script("REINDEX"));
    repaired = TRY(CheckIntegrity(database)).empty();
  }
  for (const std::string& complaint : *complaints) {
    findings.push_back({fmt::format("the file is damaged: {}", complaint), only_indexes, repaired});
  }
  return complaints->empty() || repaired || only_indexes;
}

Result<std::vector<Store::Finding>> ExamineDatabase(Database& database, bool repair) {
  StoreFindings findings;
  if (!TRY(ExamineFile(database, repair, findings))) return findings;
  if (repair) {
    Transaction transaction = TRY(Transaction::Begin(database));
    TRY(ExamineContent(database, repair, findings));
    TRY(transaction.Commit());
  } else {
    const Snapshot snapshot = TRY(Snapshot::Begin(database));
    TRY(ExamineContent(database, repair, findings));
  }
  return findings;
}

}  // namespace forge
