// The tables that `list`, `status` and `questions` read: rows in, rows out. Does not know how rows are derived. The
// writer holds the transaction.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "engine/ports.h"
#include "store/database.h"
#include "store/store.h"

namespace forge {

// Makes the row under row.id, or a new number if that is 0, and returns its number.
Result<RunId> InsertRun(Database& database, const RunRow& row);
// Writes every column under row.id; makes the row if missing.
Status ReplaceRun(Database& database, const RunRow& row);
// Writes the columns that change during a run; its name, origin and objective do not. kNotFound if there is no such
// run.
Status UpdateRun(Database& database, const RunRow& row);
Result<std::vector<RunRow>> ReadRuns(Database& database);
Result<std::vector<RunRow>> FindRuns(Database& database, const RunFilter& filter);
Result<std::optional<RunRow>> FindRunById(Database& database, RunId run);
Result<std::optional<RunRow>> FindRunBySlug(Database& database, const std::string& slug);
Result<std::optional<RunRow>> FindRunByParentUnit(Database& database, RunId parent, UnitId unit);
Result<std::optional<RunStatus>> FindRunStatus(Database& database, RunId run);
Status RequireRun(Database& database, RunId run);  // kNotFound

Status WriteSteps(Database& database, RunId run, const std::vector<StepRow>& steps, bool replace);
Result<std::vector<StepRow>> ReadSteps(Database& database, RunId run);

Status WriteUnits(Database& database, RunId run, const std::vector<UnitRow>& units);
Result<std::vector<UnitRow>> ReadUnits(Database& database, RunId run);
Result<std::vector<UnitRow>> ReadNewestUnits(Database& database, RunId run, std::int64_t limit);
Result<std::optional<UnitRow>> FindUnitById(Database& database, RunId run, UnitId unit);

Status WriteQuestions(Database& database, RunId run, const std::vector<Question>& questions);
Result<std::vector<StoredQuestion>> ReadQuestions(Database& database, std::optional<RunId> run, bool open_only);

Result<std::set<RunId>> ReadBlockers(Database& database, RunId run);
Result<std::vector<RunId>> ReadOpenBlockers(Database& database, RunId run);  // Store::ListOpenBlockers
Result<std::vector<RunId>> ReadBlockedBy(Database& database, RunId blocker);
// Sets the blockers; returns the new ones.
Result<std::vector<RunId>> WriteBlockers(Database& database, RunId run, const std::set<RunId>& blockers);

}  // namespace forge
