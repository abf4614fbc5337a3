#include "store/asked_table.h"

namespace forge {
namespace {

// The key of a row: units of one run stand together.
std::int64_t KeyOf(RunId run, UnitId unit) { return run.value * (std::int64_t{1} << 32) + unit.value; }
std::int64_t FirstOf(RunId run) { return KeyOf(run, UnitId{0}); }
std::int64_t EndOf(RunId run) { return FirstOf(RunId{run.value + 1}); }

}  // namespace

Status InsertAsked(Database& database, RunId run, const std::vector<AskedRow>& rows) {
  for (const AskedRow& row : rows) {
    TRY(database.Run("INSERT OR REPLACE INTO asked (id, run, prompt, request) VALUES (?, ?, ?, ?)",
                     {KeyOf(run, row.unit), run, row.prompt, row.request}));
  }
  return {};
}

Result<std::optional<AskedRow>> FindAsked(Database& database, RunId run, UnitId unit) {
  Query query = TRY(database.Ask("SELECT prompt, request FROM asked WHERE id = ?", {KeyOf(run, unit)}));
  if (!TRY(query.Next())) return std::optional<AskedRow>{};
  return AskedRow{unit, query.Text(0), query.Text(1)};
}

Result<std::int64_t> CountPromptBytes(Database& database, RunId run) {
  // As a blob: the length of a text is that of its characters.
  return database.AskInt("SELECT ifnull(sum(length(CAST(prompt AS BLOB))), 0) FROM asked WHERE id >= ? AND id < ?",
                         {FirstOf(run), EndOf(run)});
}

Status DeletePrompts(Database& database, RunId run) {
  return database.Run("UPDATE asked SET prompt = '' WHERE id >= ? AND id < ? AND prompt <> ''",
                      {FirstOf(run), EndOf(run)});
}

}  // namespace forge
