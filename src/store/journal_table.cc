#include "store/journal_table.h"

#include <fmt/core.h>

#include <string_view>
#include <utility>

#include "store/projections.h"

namespace forge {

Result<std::int64_t> ReadLastSeq(Database& database, RunId run) {
  return database.AskInt("SELECT ifnull(max(seq), 0) FROM journal WHERE run = ?", {run});
}

Status AppendRows(Database& database, RunId run, const std::vector<JournalRow>& rows) {
  std::int64_t last = TRY(ReadLastSeq(database, run));
  if (last == 0) TRY(RequireRun(database, run));  // a run has its first row from its creation
  for (const JournalRow& row : rows) {
    if (row.seq != last + 1) {
      return Fail(
          Code::kConflict,
          fmt::format("run {}: the journal ends at row {}, so row {} cannot follow: another engine drives the run",
                      run.value, last, row.seq),
          "read the run again before you continue");
    }
    TRY(database.Run(
        "INSERT INTO journal (run, seq, at, kind, step, stage, iteration, attempt, input, data)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        {run, row.seq, row.at, row.kind, row.step, row.stage, row.iteration, row.attempt, row.is_input, row.data}));
    last = row.seq;
  }
  return {};
}

Result<std::vector<JournalRow>> ReadRows(Database& database, RunId run, const JournalRange& range) {
  const std::string_view sql = range.inputs_only
                                   ? "SELECT seq, at, kind, step, stage, iteration, attempt, input, data FROM journal"
                                     " WHERE run = ? AND seq > ? AND input = 1 ORDER BY seq LIMIT ?"
                                   : "SELECT seq, at, kind, step, stage, iteration, attempt, input, data FROM journal"
                                     " WHERE run = ? AND seq > ? ORDER BY seq LIMIT ?";
  Query query = TRY(database.Ask(sql, {run, range.after, range.limit}));
  std::vector<JournalRow> rows;
  while (TRY(query.Next())) {
    JournalRow row;
    row.seq = query.Int(0);
    row.at = query.Time(1);
    row.kind = query.Text(2);
    row.step = {query.Text(3)};
    row.stage = query.Text(4);
    row.iteration = static_cast<int>(query.Int(5));
    row.attempt = static_cast<int>(query.Int(6));
    row.is_input = query.Bool(7);
    row.data = query.Text(8);
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace forge
