#include "service/report/findings.h"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>
#include <variant>

#include "base/strings.h"
#include "engine/run_loop.h"
#include "model/outcome.h"
#include "service/report/check_findings.h"
#include "service/report/finding_above.h"
#include "service/report/finding_decisions.h"
#include "service/report/finding_origins.h"
#include "service/report/findings_said.h"
#include "service/report/findings_seen.h"
#include "service/report/run_stages.h"
#include "service/report/settlements.h"

namespace forge {
namespace {

// From these rules on who lists points names those of the runs below, and no other findings.
constexpr int kPointsOfRunsBelow = 13;

// A defence and a rebuttal are about the challenger's objections; they are not new findings.
bool OnlyAnswers(const Stage* stage, const UnitRow& unit) {
  return IsDebate(stage) && unit.member != stage->members[0].name;
}

// A reviewer of one step has not seen the work of another. Who reviews the whole alone also judges what the reviewers
// before it left open.
bool Judges(const Seen& seen, const UnitRow& unit, const RunFinding& found) {
  if (found.concern || found.advisory) return unit.step.empty() || found.step == unit.step;
  const bool own = found.step == unit.step && found.stage == unit.stage;
  return seen.rules >= 2 && unit.step.empty() && unit.member.empty() && !own;
}

// Whether the report is about what a person has decided. Its number is told to every reviewer.
bool IsAboutDecided(const Seen& seen, const RunFinding& found, TimePoint at) {
  return seen.rules >= kDecisionsStand && seen.decided(found, at);
}

// The finding whose number the report repeats: one of this speaker, one of another that it judges and confirms, or one
// that a person has decided. Any other number is a mistake.
std::optional<std::size_t> RepeatedBy(const Seen& seen, const UnitRow& unit, const Finding& finding, TimePoint at) {
  const RunFinding* found = finding.same_as.empty() ? nullptr : FindFinding(seen.findings, finding.same_as);
  if (found == nullptr) return std::nullopt;
  const bool own = found->step == unit.step && found->stage == unit.stage && found->member == unit.member;
  const bool taken = own || (seen.rules >= 1 && Judges(seen, unit, *found)) || IsAboutDecided(seen, *found, at);
  if (!taken) return std::nullopt;
  return static_cast<std::size_t>(found - seen.findings.data());
}

// An agent that lists for others what is open; it judges nothing.
bool Collects(const UnitRow& unit, const UnitOutcome& outcome) {
  const bool of_run = unit.kind == UnitKind::kAgent && unit.step.empty() && unit.member.empty();
  return of_run && !outcome.verdict && !SaysConcerns(unit, outcome);
}

// The point of an earlier answer of the same stage that stands for a finding below which this one names too. Who lists
// points is told no other numbers: "F1" is then one of a run below, nobody knows which.
std::optional<std::size_t> ListedBefore(const Seen& seen, const UnitRow& unit, const Finding& finding) {
  const std::vector<std::string> numbers = NumbersBelow(finding.same_as);
  const auto is_it = [&](const RunFinding& found) {
    return found.collected_by == unit.stage && found.last != unit.id &&
           std::ranges::find_first_of(found.repeats, numbers) != found.repeats.end();
  };
  const auto found = std::ranges::find_if(seen.findings, is_it);
  if (found == seen.findings.end()) return std::nullopt;
  return static_cast<std::size_t>(found - seen.findings.begin());
}

// The answer that reports this has reported something else there.
bool IsTaken(const RunFinding& found, const UnitRow& unit, const Finding& finding) {
  if (finding.title.empty() || found.last != unit.id) return false;
  return found.finding.description != finding.description || found.finding.line != finding.line;
}

// The first key under which there is no finding yet, or one that the report may be about.
std::string FreeKey(const Seen& seen, const UnitRow& unit, const Speaker& speaker, const Finding& finding) {
  const std::string key = FindingKey(finding);
  for (int number = 1;; ++number) {
    const std::string numbered = number == 1 ? key : fmt::format("{}#{}", key, number);
    const auto place = seen.places.find({speaker, numbered});
    if (place == seen.places.end() || !IsTaken(seen.findings[place->second], unit, finding)) return numbered;
  }
}

// What the same reviewer reported in an earlier answer at the same line of the same file.
std::optional<std::size_t> AtSamePlace(const Seen& seen, const UnitRow& unit, const Speaker& speaker,
                                       const Finding& finding, TimePoint at) {
  if (seen.rules < 5 || finding.file.empty() || finding.line <= 0) return std::nullopt;
  for (std::size_t i = 0; i < seen.findings.size(); ++i) {
    const RunFinding& found = seen.findings[i];
    const bool same = found.finding.file == finding.file && found.finding.line == finding.line;
    if (same && found.last != unit.id && seen.tracks[i].said_by == speaker && !seen.decided(found, at)) return i;
  }
  return std::nullopt;
}

// The finding that this report is about, which has no number: one with the same words or the same place, or a new one.
std::size_t PlaceOf(Seen& seen, const UnitRow& unit, const Speaker& speaker, const Finding& finding, TimePoint at) {
  const auto exact = seen.places.find({speaker, ExactKey(finding)});
  if (exact != seen.places.end() && !IsTaken(seen.findings[exact->second], unit, finding)) return exact->second;
  const std::string key = FreeKey(seen, unit, speaker, finding);
  const auto same = AtSamePlace(seen, unit, speaker, finding, at);
  const auto [place, fresh] = seen.places.try_emplace({speaker, key}, same.value_or(seen.findings.size()));
  seen.places[{speaker, ExactKey(finding)}] = place->second;
  if (!fresh || same) return place->second;
  RunFinding made;
  made.id = fmt::format("F{}", seen.findings.size() + 1);
  made.key = Sha256(unit.step.value + "\n" + key).substr(0, 8);
  made.step = unit.step;
  made.stage = unit.stage;
  made.member = unit.member;
  made.first = unit.id;
  made.first_at = at;
  made.from = FromOf(unit);
  seen.findings.push_back(std::move(made));
  seen.tracks.emplace_back();
  seen.tracks.back().first_by = speaker;
  return place->second;
}

// What a reviewer confirms is the reviewer's finding from then on, under its number.
void HandOver(RunFinding& found, const UnitRow& unit) {
  found.concern = found.advisory = false;
  found.step = unit.step;
  found.stage = unit.stage;
  found.member = unit.member;
}

void AnswersFor(Track& track, const Speaker& speaker, TimePoint at) {
  if (!track.reported.empty() && track.said_by != speaker) track.earlier.emplace_back(at, track.said_by);
  track.said_by = speaker;
}

void NoteDismissals(Seen& seen, const UnitRow& unit, const UnitOutcome& outcome, TimePoint at) {
  for (const Dismissal& dismissal : DismissalsIn(unit, outcome)) {
    const RunFinding* found = FindFinding(seen.findings, dismissal.id);
    if (found == nullptr || !Judges(seen, unit, *found) || IsAboutDecided(seen, *found, at)) continue;
    Track& track = seen.tracks[static_cast<std::size_t>(found - seen.findings.data())];
    track.dismissed_at = at;
    track.dismissed = dismissal.why;
    track.resolved = dismissal.fixed;
  }
}

// Who is asked whether the listed points are settled, and approves, says so of all that the answer does not name.
void NoteSettledPoints(Seen& seen, const PipelineSet& pipelines, const UnitRow& unit, const UnitOutcome& outcome,
                       TimePoint at) {
  const Stage* reviewer = unit.step.empty() && unit.member.empty() ? StageIn(pipelines, "", unit.stage) : nullptr;
  if (seen.rules < kDecisionsStand || outcome.verdict != Verdict::kApproved || reviewer == nullptr) return;
  const Stage* collector = CollectorJudgedBy(pipelines.pipelines.front().stages, *reviewer);
  for (std::size_t i = 0; collector != nullptr && i < seen.findings.size(); ++i) {
    const RunFinding& found = seen.findings[i];
    Track& track = seen.tracks[i];
    const bool dismissed = track.dismissed_at.ms > 0 && track.dismissed_at.ms >= found.at.ms;
    if (found.collected_by != collector->name || found.last == unit.id || dismissed) continue;
    if (IsAboutDecided(seen, found, at)) continue;
    track.dismissed_at = at;
    track.dismissed = fmt::format("`{}` approved", unit.stage);
    track.resolved = true;
  }
}

// A member that checks in its round what others of its panel asked for: their findings are its own from then on.
// Members with a unit of that round speak for themselves.
void TakeOver(Seen& seen, const Stage* stage, const std::map<UnitId, UnitRow>& units, const UnitRow& unit,
              TimePoint at) {
  if (stage == nullptr || stage->asks_again != AsksAgain::kOne || unit.iteration <= 1) return;
  const Speaker speaker{unit.step.value, unit.stage, unit.member};
  for (const auto& [other, last] : seen.asking) {
    if (other == speaker || last.step != unit.step || last.stage != unit.stage || last.iteration >= unit.iteration)
      continue;
    const bool asked = std::ranges::any_of(units, [&](const auto& entry) {
      const UnitRow& one = entry.second;
      return one.step == last.step && one.stage == last.stage && one.member == last.member &&
             one.iteration == unit.iteration && one.kind == last.kind;
    });
    for (std::size_t i = 0; !asked && i < seen.findings.size(); ++i) {
      if (seen.tracks[i].said_by != other || seen.findings[i].last != last.id) continue;
      HandOver(seen.findings[i], unit);
      AnswersFor(seen.tracks[i], speaker, at);
    }
  }
}

void Collect(Seen& seen, const UnitRow& unit, const UnitOutcome& outcome, std::vector<Finding> said, TimePoint at) {
  const std::size_t own = said.size();
  for (Finding& claim : FalseClaimsOf(unit, outcome)) said.push_back(std::move(claim));
  const Speaker speaker{unit.step.value, unit.stage, unit.member};
  seen.latest[speaker] = unit.id;
  seen.results[speaker] = outcome.result;
  seen.spoke[speaker].push_back(at);
  seen.asking.erase(speaker);
  if (outcome.verdict == Verdict::kRevision) seen.asking.emplace(speaker, unit);
  if (unit.step.empty()) seen.worked[unit.stage] = at;
  if (unit.step.empty() && unit.member.empty() && outcome.verdict) seen.judged = at;
  seen.works.Note(unit, outcome, at);
  seen.said_last.clear();
  const bool collects = Collects(unit, outcome);
  for (std::size_t i = 0; i < said.size(); ++i) {
    Finding& finding = said[i];
    const auto numbered = collects && seen.rules >= kPointsOfRunsBelow ? ListedBefore(seen, unit, finding)
                                                                       : RepeatedBy(seen, unit, finding, at);
    const bool repeats = numbered.has_value();
    const std::size_t known = seen.findings.size();
    const std::size_t place = repeats ? *numbered : PlaceOf(seen, unit, speaker, finding, at);
    if (repeats) seen.places[{speaker, FindingKey(finding)}] = seen.places[{speaker, ExactKey(finding)}] = place;
    RunFinding& kept = seen.findings[place];
    // An author who repeats a concern does not take it back from the reviewer who confirmed it.
    if (place < known && !kept.concern && !kept.advisory && SaysConcerns(unit, outcome)) continue;
    if (repeats && IsWorse(finding.level, kept.finding.level)) seen.tracks[place].worse = at;
    const bool again = repeats && !kept.concern && seen.tracks[place].first_by == speaker;
    if (again && !seen.tracks[place].first_said) seen.tracks[place].first_said = kept.finding;
    if (repeats && outcome.verdict && !IsAboutDecided(seen, kept, at))
      NoteConfirmation(seen.tracks[place], kept, unit, speaker);
    // What is decided stays where the person saw it.
    if (repeats && outcome.verdict && Judges(seen, unit, kept) && !IsAboutDecided(seen, kept, at)) HandOver(kept, unit);
    if (place == known) kept.advisory = i >= own;
    if (place == known) kept.concern = !kept.advisory && SaysConcerns(unit, outcome);
    if (!kept.advisory && collects) {
      if (place == known) kept.collected_by = unit.stage;
      NoteNumbersBelow(kept, unit.id, finding.same_as);
    }
    kept.finding = repeats ? Repeated(kept.finding, std::move(finding)) : std::move(finding);
    kept.finding.same_as.clear();
    if (place == known && kept.concern) kept.worry = kept.finding.description;
    kept.output = OutputOf(outcome.result, kept.finding);
    kept.last = unit.id;
    kept.at = at;
    AnswersFor(seen.tracks[place], speaker, at);
    seen.tracks[place].reported.push_back(at);
    seen.said_last.push_back(place);
  }
  NoteDismissals(seen, unit, outcome, at);
}

// Who judges it says that it does not hold, or that the work has resolved it: that takes a change.
void Dismiss(Seen& seen, std::size_t place) {
  RunFinding& found = seen.findings[place];
  const Track& track = seen.tracks[place];
  const bool idle = track.resolved && seen.works.NothingChanged(found.at, track.dismissed_at);
  found.finding.reason = track.dismissed + (idle ? " (but nothing was changed)" : "");
  if (!idle) found.finding.state = track.resolved ? FindingState::kFixed : FindingState::kRejected;
}

// Its reviewer raises it no longer. What was worth a change is fixed by one, wherever that is. What was only worth
// knowing, at a place that nobody touched, was dropped. A check drops nothing. Who only lists what the runs below left
// settles nothing by leaving it out.
void TakeAsGone(Seen& seen, std::size_t place, const UnitRow& unit) {
  const RunFinding& found = seen.findings[place];
  Finding& finding = seen.findings[place].finding;
  if (found.collected_by == unit.stage && !found.repeats.empty()) {
    finding.reason = fmt::format("not listed again in round {}, which settles nothing", unit.iteration);
    return;
  }
  const TimePoint since = found.at;
  const TimePoint until = seen.spoke.at(seen.tracks[place].said_by).back();
  if (seen.rules >= 5 && seen.works.NothingChanged(since, until)) {
    finding.reason = "not raised again, but nothing was changed";
    return;
  }
  const bool touched =
      unit.kind != UnitKind::kAgent || seen.works.MayHaveTouched(finding.file, unit.step, since, until);
  seen.tracks[place].dropped = !touched && finding.level == FindingLevel::kLow;
  finding.state = seen.tracks[place].dropped ? FindingState::kRejected : FindingState::kFixed;
  finding.reason = fmt::format("not raised again in round {}", unit.iteration);
  if (!touched) finding.reason += fmt::format("; {} was not changed", finding.file);
}

// Must-haves that steps openly left out: decided at the end.
void NoteOwed(const State& state, Seen& seen) {
  for (RunFinding& found : seen.findings) {
    const int place = found.step.empty() ? -1 : state.graph.Find(found.step.value);
    if (place < 0) continue;
    const StepState& step = state.steps[static_cast<std::size_t>(place)];
    const auto has = [&](const std::vector<std::string>& list) {
      return std::find(list.begin(), list.end(), found.finding.description) != list.end();
    };
    if (!has(step.pruned) && !has(step.dropped)) continue;
    found.finding.state = FindingState::kDeferred;
    found.finding.reason = has(step.pruned) ? "pruned: the step's author said why it is left out"
                                            : "dropped: the step was accepted without it";
  }
}

// When a person last approved the plan; 0: never. The person saw the findings that were reported before that.
TimePoint ApprovedAt(const State& state) {
  TimePoint at;
  for (const auto& [id, question] : state.questions) {
    const bool yes = question.status == QuestionStatus::kAnswered && question.shows == "plan" &&
                     !question.options.empty() && EqualsIgnoreCase(question.answer, question.options[0]);
    if (yes) at = std::max(at, question.answered);
  }
  return at;
}

Result<Seen> ReadFindings(const std::vector<JournalRow>& rows, const std::map<UnitId, UnitRow>& units,
                          const RunFiles* files, const JustSaid* just, Seen seen) {
  PipelineSet pipelines;
  const auto take = [&](const UnitRow& unit, const UnitOutcome& outcome, TimePoint at) -> Status {
    std::vector<Finding> said;
    const Stage* stage = StageIn(pipelines, unit.step.value, unit.stage);
    if (!OnlyAnswers(stage, unit)) said = TRY(FindingsSaidBy(unit, outcome, files, seen.rules));
    NoteWithdrawn(seen, stage, unit);
    if (outcome.verdict) TakeOver(seen, stage, units, unit, at);
    Collect(seen, unit, outcome, std::move(said), at);
    NoteSettledPoints(seen, pipelines, unit, outcome, at);
    return {};
  };
  for (const JournalRow& row : rows) {
    if (row.kind != "ended" && row.kind != "started") continue;
    const Input input = TRY(InputFromJson(row.kind, TRY(ParseJson(row.data))));
    if (const auto* started = std::get_if<Started>(&input)) {
      seen.rules = started->rules;
      pipelines = started->pipelines;
      continue;
    }
    const auto& ended = std::get<Ended>(input);
    const auto unit = units.find(ended.unit);
    if (unit == units.end() || ended.outcome.status != UnitStatus::kDone) continue;
    if (unit->second.kind == UnitKind::kGate) continue;  // it lets the stage start, and says nothing about the work
    TRY(take(unit->second, ended.outcome, row.at));
  }
  if (just != nullptr) TRY(take(just->unit, just->outcome, just->at));
  return seen;
}

Result<Seen> PutTogether(Store& store, RunId run, const RunFiles* files, const JustSaid* just) {
  std::map<UnitId, UnitRow> units;
  for (UnitRow& unit : TRY(store.ListUnits(run))) {
    const UnitId id = unit.id;
    units.emplace(id, std::move(unit));
  }
  if (just != nullptr) units.insert_or_assign(just->unit.id, just->unit);
  JournalRange range;
  range.inputs_only = true;
  const std::vector<JournalRow> rows = TRY(store.ReadJournal(run, range));
  // A journal that does not fold still holds the findings; only their outcome is unknown.
  const State state = Fold(rows).value_or(State{});
  Seen unread;
  unread.decided = [&](const RunFinding& found, TimePoint when) { return WasSettled(store, run, state, found, when); };
  Seen seen = TRY(ReadFindings(rows, units, files, just, std::move(unread)));
  for (std::size_t i = 0; i < seen.findings.size(); ++i) {
    // Silence of its author settles no concern: only who judges the work can.
    if (seen.tracks[i].dismissed_at.ms >= seen.findings[i].at.ms && seen.tracks[i].dismissed_at.ms > 0) {
      Dismiss(seen, i);
    } else if (seen.findings[i].concern) {
      continue;
    } else if (const auto& withdrawn = seen.tracks[i].withdrawn;
               withdrawn && withdrawn->said == seen.findings[i].last) {
      seen.findings[i].finding.state = FindingState::kRejected;
      seen.findings[i].finding.reason = withdrawn->why;
      seen.findings[i].argued = withdrawn->argued;
    } else if (!IsRaised(seen, i)) {
      TakeAsGone(seen, i, units.at(seen.latest.at(seen.tracks[i].said_by)));
    }
  }
  SettleDebates(state, seen);
  NoteOwed(state, seen);
  const TimePoint approved = ApprovedAt(state);
  for (RunFinding& found : seen.findings) {
    found.accepted_plan = found.step.empty() && found.at.ms <= approved.ms;
    found.before_whole = !found.step.empty() || ComesBeforeSteps(state, found.stage);
  }
  ApplyAnswers(state, seen);
  TRY(ApplySettlements(store, run, seen));
  CarryDecisionsOver(seen);
  ShowOrigins(seen);
  seen.decided = nullptr;  // it knows this store and state
  return seen;
}

}  // namespace

std::string ExactKey(const Finding& finding) { return FindingKey(finding) + "\n" + finding.description; }

Result<std::vector<RunFinding>> ListFindings(Store& store, RunId run, const RunFiles* files, FindingsAbove& known) {
  if (const auto above = known.find(run); above != known.end()) return above->second;
  std::vector<RunFinding> findings = std::move(TRY(PutTogether(store, run, files, nullptr)).findings);
  TRY(TakeFromAbove(store, run, files, findings, known));
  return findings;
}

Result<std::vector<RunFinding>> FindingsReported(Store& store, RunId run, const RunFiles* files, const JustSaid& just) {
  const Seen seen = TRY(PutTogether(store, run, files, &just));
  std::vector<RunFinding> reported;
  for (const std::size_t place : seen.said_last) reported.push_back(seen.findings[place]);
  return reported;
}

}  // namespace forge
