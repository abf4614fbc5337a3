#include "store/memory/history_table.h"

#include <map>

#include "memory/secrets.h"

namespace forge {
namespace {

// Texts of runs come from people and agents. A secret in them must not keep a run from being counted.
std::string WithoutSecrets(const std::string& text) {
  return FindSecret(text) ? "(left out: it seems to contain a secret)" : TidyText(text);
}

}  // namespace

Result<DiaryEntry> HistoryTable::AddDiary(const DiaryEntry& given) {
  DiaryEntry entry = given;
  entry.text = TidyText(given.text);
  if (entry.text.empty()) return Fail(Code::kInvalid, "the diary entry is empty");
  if (entry.text.size() > kLongestFact) return Fail(Code::kInvalid, "the diary entry is too long");
  TRY(RefuseSecrets(entry.text));
  std::lock_guard lock(mutex_);
  TRY(database_.Run("INSERT INTO diary (at, run, who, text) VALUES (?, ?, ?, ?)",
                    {entry.at, entry.run, entry.who, entry.text}));
  entry.id = database_.last_id();
  return entry;
}

Result<std::vector<DiaryEntry>> HistoryTable::ListDiary(std::int64_t limit) {
  std::lock_guard lock(mutex_);
  Query query = TRY(database_.Ask("SELECT id, at, run, who, text FROM diary ORDER BY id DESC LIMIT ?", {limit}));
  std::vector<DiaryEntry> entries;
  while (TRY(query.Next())) {
    entries.push_back({query.Int(0), query.Time(1), RunId{query.Int(2)}, query.Text(3), query.Text(4)});
  }
  return entries;
}

Status HistoryTable::RecordRun(const RunRecord& run) {
  std::lock_guard lock(mutex_);
  Transaction transaction = TRY(Transaction::Begin(database_));
  TRY(database_.Run("DELETE FROM past_run_subsystem WHERE run = ?", {run.run}));
  TRY(database_.Run("DELETE FROM past_run_gate WHERE run = ?", {run.run}));
  TRY(database_.Run(
      "INSERT OR REPLACE INTO past_run VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      {run.run, WithoutSecrets(run.objective), run.pipeline, Name(run.status), WithoutSecrets(run.lesson), run.steps,
       run.depth, run.retries, run.iterations, run.tokens, run.usd, run.active_ms, run.ended}));
  for (const std::string& name : run.subsystems) {
    TRY(database_.Run("INSERT OR IGNORE INTO past_run_subsystem VALUES (?, ?)", {run.run, name}));
  }
  for (const GateCount& gate : run.gates) {
    TRY(database_.Run("INSERT OR REPLACE INTO past_run_gate VALUES (?, ?, ?, ?)",
                      {run.run, gate.gate, gate.passed, gate.failed}));
  }
  return transaction.Commit();
}

Result<std::vector<RunRecord>> HistoryTable::ListRuns() {
  std::lock_guard lock(mutex_);
  const Snapshot snapshot = TRY(Snapshot::Begin(database_));
  std::map<std::int64_t, RunRecord> by_id;
  {
    Query query =
        TRY(database_.Ask("SELECT run, objective, pipeline, status, lesson, steps, depth, retries, iterations, "
                          "tokens, usd, active_ms, ended FROM past_run"));
    while (TRY(query.Next())) {
      RunRecord& run = by_id[query.Int(0)];
      run.run = RunId{query.Int(0)};
      run.objective = query.Text(1);
      run.pipeline = query.Text(2);
      run.status = ParseRunStatus(query.Text(3)).value_or(RunStatus::kFailed);
      run.lesson = query.Text(4);
      run.steps = query.Int(5);
      run.depth = query.Int(6);
      run.retries = query.Int(7);
      run.iterations = query.Int(8);
      run.tokens = query.Int(9);
      run.usd = query.Real(10);
      run.active_ms = query.Int(11);
      run.ended = query.Time(12);
    }
  }
  {
    Query query = TRY(database_.Ask("SELECT run, name FROM past_run_subsystem ORDER BY run, name"));
    while (TRY(query.Next())) by_id[query.Int(0)].subsystems.push_back(query.Text(1));
  }
  {
    Query query = TRY(database_.Ask("SELECT run, gate, passed, failed FROM past_run_gate ORDER BY run, gate"));
    while (TRY(query.Next())) by_id[query.Int(0)].gates.push_back({query.Text(1), query.Int(2), query.Int(3)});
  }
  std::vector<RunRecord> runs;
  for (auto it = by_id.rbegin(); it != by_id.rend(); ++it) runs.push_back(std::move(it->second));
  return runs;
}

}  // namespace forge
