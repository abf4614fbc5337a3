#include "store/derive.h"

#include <fmt/core.h>

#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <variant>

#include "engine/core.h"
#include "engine/state_rows.h"
#include "model/json.h"

namespace forge {
namespace {

// Folds like the engine, and keeps the ended units, which a fold drops.
class Projector {
 public:
  Result<Decision> Apply(const TimedInput& input) {
    if (const auto* ended = std::get_if<Ended>(&input.input)) Complete(*ended, input.at);
    Decision decision = TRY(Decide(state_, input));
    last_at_ = input.at;
    return decision;
  }

  Batch Project(const RunIdentity& identity) {
    Batch batch;
    batch.run = identity.id;
    batch.run_row = MakeRunRow(state_, identity, last_at_);
    for (int place = 0; place < static_cast<int>(state_.steps.size()); ++place) {
      batch.steps.push_back(MakeStepRow(state_, place));
    }
    batch.replace_steps = true;
    for (const auto& [id, unit] : state_.units) units_.insert_or_assign(id, MakeUnitRow(state_, unit));
    for (const auto& [id, row] : units_) batch.units.push_back(row);
    for (const auto& [id, question] : state_.questions) batch.questions.push_back(question);
    batch.blockers = state_.blockers;
    return batch;
  }

 private:
  void Complete(const Ended& ended, TimePoint at) {
    const auto unit = state_.units.find(ended.unit);
    if (unit == state_.units.end()) return;  // the core will refuse it
    UnitRow row = MakeUnitRow(state_, unit->second);
    CompleteUnit(row, ended.outcome, at);
    units_.insert_or_assign(ended.unit, std::move(row));
  }

  State state_;
  std::map<UnitId, UnitRow> units_;
  TimePoint last_at_;
};

Result<Decision> ApplyRow(Projector& projector, const JournalRow& row) {
  const Json data = TRY(ParseJson(row.data));
  return projector.Apply({row.at, TRY(InputFromJson(row.kind, data))});
}

JournalRow InputRow(const TimedInput& input, std::int64_t seq) {
  JournalRow row;
  row.seq = seq;
  row.at = input.at;
  row.kind = KindOf(input.input);
  row.is_input = true;
  row.data = ToJson(input.input).Dump();
  return row;
}

JournalRow NoteRow(const Note& note, std::int64_t seq, TimePoint at) {
  JournalRow row;
  row.seq = seq;
  row.at = at;
  row.kind = note.kind;
  row.step = note.step;
  row.stage = note.stage;
  row.iteration = note.iteration;
  row.attempt = note.attempt;
  row.data = note.data.is_null() ? "{}" : note.data.Dump();
  return row;
}

}  // namespace

Result<Batch> DeriveProjections(const RunIdentity& identity, const std::vector<JournalRow>& rows) {
  Projector projector;
  for (const JournalRow& row : rows) {
    if (!row.is_input) continue;
    if (const Result<Decision> decision = ApplyRow(projector, row); !decision) {
      return Fail(Code::kCorrupt, fmt::format("run {}, journal row {} ({}): {}", identity.id.value, row.seq, row.kind,
                                              decision.error().message));
    }
  }
  return projector.Project(identity);
}

void AppendTo(std::vector<JournalRow>& rows, const TimedInput& input, const Decision& decision) {
  rows.push_back(InputRow(input, std::ssize(rows) + 1));
  for (const Note& note : decision.notes) rows.push_back(NoteRow(note, std::ssize(rows) + 1, input.at));
}

Result<RunId> ParentOf(const NewRun& run) {
  const RunId asked = run.start.parent;
  if (run.parent.value != 0 && asked.value != 0 && run.parent != asked) {
    return Fail(Code::kInvalid,
                fmt::format("a new run cannot be the child of run {} and of run {}", run.parent.value, asked.value));
  }
  return run.parent.value != 0 ? run.parent : asked;
}

Result<Batch> FirstBatch(const NewRun& run, RunId id) {
  Started start = run.start;
  start.parent = TRY(ParentOf(run));
  const TimedInput input{run.created, std::move(start)};
  Projector projector;
  const Decision decision = TRY(projector.Apply(input));
  Batch batch = projector.Project({id, run.slug, run.parent_unit, run.created});
  AppendTo(batch.rows, input, decision);
  return batch;
}

}  // namespace forge
