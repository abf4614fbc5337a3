#include "surface/view/narrator.h"

#include <fmt/core.h>

#include "base/display.h"
#include "base/flow.h"
#include "base/strings.h"
#include "model/triage_answer.h"
#include "surface/view/status_words.h"
#include "surface/view/times.h"
#include "text/gist.h"

namespace forge {
namespace {

std::string Where(const JournalRow& row) {
  std::string where = row.step.value;
  if (!row.stage.empty()) where += (where.empty() ? "" : " ") + row.stage;
  if (row.iteration > 1) where += fmt::format(" #{}", row.iteration);
  return where;
}

std::string Place(const JournalRow& row) { return row.step.value + "/" + row.stage; }

// ": text" when there is one.
std::string Tail(const std::string& text, std::string_view before = ": ") {
  const std::string_view line = Trim(text);
  return line.empty() ? "" : std::string(before) + std::string(line);
}

// A summary that is JSON, told as what it says.
std::string Told(const std::string& summary) {
  constexpr std::size_t kLongest = 400;
  return GistOfJson(summary, kLongest).value_or(summary);
}

// "repair 1 of 3".
std::string RepairWords(const Json& data) {
  const std::string strategy = data["strategy"].AsString();
  const std::int64_t used = data["used"].AsInt();
  const std::int64_t most = data["of"].AsInt();
  if (strategy == "blocked") return fmt::format("no further repair ({} of {} used)", used, most);
  return fmt::format("repair {} of {}{}", used, most, strategy == "retry" ? "" : " (" + strategy + ")");
}

std::string By(const Json& data) { return Tail(data["by"].AsString(), " by "); }

std::string RoundText(const Json& data) {
  if (!data.Has("round")) return "";
  return fmt::format(" (round {} of {})", data["round"].AsInt(), data["of"].AsInt());
}

void Set(Story& story, Weight weight, Tone tone, std::string text) {
  story.weight = weight;
  story.tone = tone;
  story.text = std::move(text);
}

}  // namespace

Story Narrator::Tell(const JournalRow& row) {
  Story story;
  story.where = Where(row);
  auto data = ParseJson(row.data.empty() ? "{}" : row.data);
  if (!data) {
    story.text = row.kind + ": " + row.data;
  } else if (row.is_input) {
    TellInput(row, *data, story);
  } else {
    TellNote(row, *data, story);
  }
  return story;
}

void Narrator::Know(const State& state) {
  for (const auto& [id, unit] : state.units) {
    if (unit.kind != UnitKind::kGate)
      begun_[id.value] = {std::string(Name(unit.kind)), unit.member, unit.started, unit.pid != 0};
  }
  const std::vector<Stage>& stages = state.start.pipelines.pipelines[0].stages;
  if (state.each_stage >= 0) kind_["/" + stages[static_cast<std::size_t>(state.each_stage)].name] = "each";
}

void Narrator::Know(const Started& start) {
  for (const Stage& stage : start.pipelines.pipelines[0].stages) {
    if (stage.kind == StageKind::kEach) kind_["/" + stage.name] = "each";
  }
}

void Narrator::Know(const UnitRow& unit) {
  if (unit.kind != UnitKind::kGate) begun_[unit.id.value] = {std::string(Name(unit.kind)), unit.member, unit.started};
}

void Narrator::TellInput(const JournalRow& row, const Json& data, Story& story) {
  const std::string& kind = row.kind;
  if (kind == "started") {
    Set(story, Weight::kDetail, Tone::kStrong, "started" + Tail(data["objective"].AsString()));
  } else if (kind == "attached") {
    story.text = fmt::format("running in process {}{}", data["pid"].AsInt(), Tail(data["host"].AsString(), " on "));
    // What was decided while no engine had the run begins now.
    for (auto& [id, begun] : begun_) {
      if (!begun.has_process && begun.kind != Name(UnitKind::kChild)) begun.at = row.at;
    }
  } else if (kind == "began") {
    story.text = fmt::format("process {}", data["pid"].AsInt());
    if (const auto begun = begun_.find(data["unit"].AsInt()); begun != begun_.end()) begun->second.has_process = true;
  } else if (kind == "ended") {
    TellEnded(row, data, story);
  } else if (kind == "timer") {
    story.text = "the wait is over";
  } else if (kind == "answer") {
    Set(story, Weight::kNews, Tone::kNote,
        fmt::format("question {} answered `{}`{}{}", data["question"].AsInt(), data["answer"].AsString(), By(data),
                    Tail(data["comment"].AsString())));
  } else if (kind == "control") {
    // The run's status shows what the others change.
    const std::string control = data["control"].AsString();
    const bool news = control == "skip" || control == "retry";
    Set(story, news ? Weight::kNews : Weight::kDetail, Tone::kNote,
        fmt::format("{}{}{}{}", control, Tail(data["step"].AsString(), " "), By(data),
                    Tail(data["reason"].AsString())));
  } else if (kind == "blocker-ended") {
    Set(story, Weight::kNews, Tone::kNote, fmt::format("run {} is {}", data["run"].AsInt(), data["status"].AsString()));
  } else if (kind == "step-taken") {
    Set(story, Weight::kNews, Tone::kNote, "opened in a shell" + By(data));
  } else if (kind == "step-given-back") {
    const std::string as = data["as"].AsString();
    const std::string what = as == "done" ? "done by hand" : as == "hand-back" ? "handed back" : "left as it was";
    Set(story, Weight::kNews, Tone::kNote, what + By(data) + Tail(data["note"].AsString()));
  } else if (kind == "plan-edited") {
    Set(story, Weight::kNews, Tone::kNote,
        data["approved"].AsBool() ? "the edited plan was approved" + By(data) : "the plan was edited by hand");
  } else {
    story.text = kind;
  }
}

void Narrator::TellEnded(const JournalRow& row, const Json& data, Story& story) {
  const Json& outcome = data["outcome"];
  const auto begun = begun_.find(data["unit"].AsInt());
  const std::string kind = begun == begun_.end() ? "gate" : begun->second.kind;
  const std::string member = begun == begun_.end() ? "" : begun->second.member;
  const std::string took = begun == begun_.end() ? "" : " in " + FormatDuration(row.at.ms - begun->second.at.ms);
  if (begun != begun_.end()) begun_.erase(begun);
  kind_[Place(row)] = kind;

  const std::string status = outcome["status"].AsString(std::string_view("done"));
  const Usage usage = UsageFromJson(outcome["usage"]);
  const std::string spent = Tail(SpendText(usage.tokens(), usage.usd), ", ");
  const std::string who = member.empty() ? "" : member + ": ";
  if (status == "failed") {
    // Detail, because a retry, a failed step or a failed run follows and says why.
    return Set(story, Weight::kDetail, Tone::kBad,
               fmt::format("{}failed{}: {}{}", who, took, outcome["error_class"].AsString(std::string_view("unknown")),
                           Tail(outcome["error"].AsString())));
  }
  if (status == "cancelled") return Set(story, Weight::kNews, Tone::kWarn, who + "stopped" + took);
  if (kind == "gate") {
    // That a stage does not apply is told with the condition, when it is skipped.
    story.text = !outcome["applies"].AsBool(true) ? ""
                 : outcome["holds"].AsBool(true)  ? "gate passes"
                                                  : "gate does not pass";
    return;
  }
  // The note that follows reports a review's verdict and a check's result.
  const bool judged = outcome.Has("verdict") || kind == "check";
  const std::string verdict = Tail(outcome["verdict"].AsString(), ", ");
  Set(story, judged ? Weight::kDetail : Weight::kNews, Tone::kPlain,
      fmt::format("{}done{}{}{}{}", who, took, spent, verdict, Tail(Told(outcome["summary"].AsString()))));
}

void Narrator::TellUnitStarted(const JournalRow& row, const Json& data, Story& story) {
  const std::string kind = data["kind"].AsString();
  const std::string member = data["member"].AsString();
  begun_[data["unit"].AsInt()] = {kind, member, row.at};
  const bool slow = kind == "agent" || kind == "child" || kind == "learn";
  Set(story, slow ? Weight::kStart : Weight::kDetail, Tone::kFaint,
      fmt::format("{}{}", member.empty() ? "started" : member + " started",
                  row.attempt > 1 ? fmt::format(" (attempt {})", row.attempt) : ""));
}

// Approvals and revisions, of reviews, of checks and of people.
void Narrator::TellJudgement(const JournalRow& row, const Json& data, Story& story) {
  const std::string& of = kind_[Place(row)];
  const bool check = of == "check";
  if (row.kind == "approved" && data.Has("advisory")) {
    return Set(story, Weight::kNews, Tone::kWarn,
               fmt::format("found {}; the run goes on{}", Counted(data["advisory"].AsInt(), "problem"),
                           Tail(data["summary"].AsString())));
  }
  if (row.kind == "approved" && data["nothing_run"].AsBool())
    return Set(story, Weight::kNews, Tone::kWarn, "nothing to run (no test command set)");
  if (row.kind == "approved" && data["unchanged"].AsBool())
    return Set(story, Weight::kNews, Tone::kGood, "approved before, and nothing has changed since");
  if (row.kind == "approved" && unasked_.erase(Place(row)) > 0)
    return Set(story, Weight::kNews, Tone::kGood, "approved without a person: the run is unattended");
  if (row.kind == "approved") {
    return Set(story, Weight::kNews, Tone::kGood, check ? "passed" : of == "each" ? "all steps done" : "approved");
  }
  Set(story, Weight::kNews, Tone::kWarn,
      (check ? "failed" : "asks for changes") + RoundText(data) + Tail(data["summary"].AsString()));
}

void Narrator::TellNote(const JournalRow& row, const Json& data, Story& story) {
  const std::string& kind = row.kind;
  const std::string reason = Tail(data["reason"].AsString());
  if (kind == "unit-started") return TellUnitStarted(row, data, story);
  if (kind == "approved" || kind == "revision") return TellJudgement(row, data, story);
  if (kind == "run-status") {
    const std::string to = data["to"].AsString();
    // The summary reports the end.
    const auto status = ParseRunStatus(to);
    const std::string phrase = status ? std::string(Phrase(*status)) : "is " + to;
    return Set(story, to == "completed" ? Weight::kDetail : Weight::kNews, status ? ToneOf(*status) : Tone::kWarn,
               "the run " + phrase + reason);
  }
  if (kind == "step-done") return Set(story, Weight::kNews, Tone::kGood, "step done");
  if (kind == "step-running") return Set(story, Weight::kDetail, Tone::kFaint, "step running");
  if (kind == "step-waiting") return Set(story, Weight::kDetail, Tone::kWarn, "step waits" + reason);
  if (kind == "step-skipped") return Set(story, Weight::kNews, Tone::kWarn, "step skipped" + reason);
  if (kind.starts_with("step-")) return Set(story, Weight::kNews, Tone::kBad, "step " + kind.substr(5) + reason);
  if (kind == "stage-skipped" && data.Has("instead"))
    return Set(story, Weight::kNews, Tone::kWarn, data["reason"].AsString());
  if (kind == "stage-skipped") return Set(story, Weight::kDetail, Tone::kFaint, "skipped" + reason);
  if (kind == "each-started") {
    kind_[Place(row)] = "each";
    return Set(story, Weight::kNews, Tone::kFaint,
               Counted(data["steps"].AsInt() - data["settled"].AsInt(), "step") + " to do");
  }
  if (kind == "plan-changed")
    return Set(story, Weight::kNews, Tone::kPlain, "the plan has " + Counted(data["steps"].AsInt(), "step"));
  if (kind == "plan-refused") return Set(story, Weight::kNews, Tone::kWarn, "the plan is invalid" + reason);
  if (kind == "question" && data["unattended"].AsBool()) {
    // What follows says how it was answered.
    unasked_.insert(Place(row));
    return Set(story, Weight::kDetail, Tone::kFaint, "would ask" + Tail(data["text"].AsString()));
  }
  if (kind == "question") return Set(story, Weight::kNews, Tone::kWarn, "asks" + Tail(data["text"].AsString()));
  if (kind == "retry") {
    const std::int64_t delay = data["delay_ms"].AsInt();
    return Set(
        story, Weight::kNews, Tone::kWarn,
        fmt::format("{}retries{} after {}{}", Tail(data["member"].AsString(), "") + (data.Has("member") ? " " : ""),
                    delay > 0 ? " in " + FormatDuration(delay) : "", data["class"].AsString(),
                    Tail(data["error"].AsString())));
  }
  if (kind == "repair") {
    return Set(story, Weight::kNews, Tone::kWarn,
               fmt::format("failed{}; {}{}", Tail(data["summary"].AsString()), RepairWords(data), reason));
  }
  if (kind == "pruned") return Set(story, Weight::kNews, Tone::kWarn, "skipped" + reason);
  if (kind == "accepted")
    return Set(story, Weight::kNews, Tone::kWarn, "accepted although it failed" + Tail(data["what"].AsString()));
  if (kind == "not-asked") unasked_.erase(Place(row));
  if (kind == "not-asked") return Set(story, Weight::kNews, Tone::kWarn, NotAskedText(data["answer"].AsString()));
  if (kind == "checkpoint-passed-over")
    return Set(story, Weight::kNews, Tone::kWarn, "checkpoint passed over: the run is unattended");
  if (kind == "contract-off" || kind == "contract-on") {
    const char* how = kind == "contract-off" ? "off" : "on again";
    return Set(story, Weight::kNews, Tone::kWarn,
               fmt::format("contract `{}` was switched {}{}", data["contract"].AsString(), how, reason));
  }
  if (kind == "run-refused")
    return Set(story, Weight::kNews, Tone::kWarn,
               fmt::format("run {} is refused{}; another run does the step", data["run"].AsInt(), reason));
  if (kind == "dropped") return Set(story, Weight::kNews, Tone::kWarn, "accepted without its requirements");
  if (kind == "baseline") {
    // Red today, or green before the step's work: both are worth a line.
    const bool odd = row.step.empty() ? data["passed"].AsInt() < data["commands"].AsInt() : data["passed"].AsInt() > 0;
    return Set(story, odd ? Weight::kNews : Weight::kDetail, odd ? Tone::kWarn : Tone::kPlain,
               data["summary"].AsString());
  }
  if (kind == "member-unasked")
    return Set(story, Weight::kDetail, Tone::kFaint, data["member"].AsString() + " is not asked" + reason);
  if (kind == "aggregated") return Set(story, Weight::kDetail, Tone::kPlain, data["summary"].AsString());
  if (kind == "exhausted") return Set(story, Weight::kNews, Tone::kWarn, data["reason"].AsString());
  if (kind == "gate-failed") {
    std::vector<std::string> reasons;
    for (const Json& item : data["reasons"].AsArray()) reasons.push_back(item.AsString());
    return Set(story, Weight::kNews, Tone::kWarn, "the gate does not pass" + Tail(Join(reasons, "; ")));
  }
  if (kind == "member") {
    return Set(story, Weight::kNews, Tone::kPlain,
               data["member"].AsString() + Tail(data["verdict"].AsString(std::string_view("answered"))));
  }
  if (kind == "member-silent") {
    return Set(story, Weight::kNews, Tone::kWarn,
               fmt::format("{} gave no usable answer: {}{}", data["member"].AsString(), data["class"].AsString(),
                           Tail(data["error"].AsString())));
  }
  if (kind == "budget-warning") {
    return Set(story, Weight::kNews, Tone::kWarn,
               "80 % of the budget is used" + Tail(SpendText(data["tokens"].AsInt(), data["usd"].AsDouble())));
  }
  if (kind == "budget-waits") {
    return Set(story, Weight::kNews, Tone::kWarn,
               "waits: the rest of the budget is in use by " +
                   Counted(static_cast<std::int64_t>(data["units"].AsArray().size()), "other unit"));
  }
  if (kind == "budget-extended")
    return Set(story, Weight::kNews, Tone::kNote, "the budget was extended" + Tail(LimitsText(BudgetFromJson(data))));
  story.text = kind + (row.data == "{}" ? "" : " " + row.data);
}

std::string StoryLine(const Palette& palette, TimePoint at, const Story& story, std::size_t width) {
  constexpr std::size_t kWhere = 22;
  constexpr std::size_t kWide = 100;     // on a narrower terminal the column would take the room of the message
  constexpr std::size_t kLongest = 400;  // `forge log --json` has the full text
  const std::string where = width > 0 && width < kWide ? story.where : PadRight(story.where, kWhere);
  std::string line = palette.Paint(Tone::kFaint, ClockTime(at)) + "  ";
  // There further lines stand under the place, so the place is no column.
  const char* after = width > 0 && width < kWide ? ": " : "  ";
  if (!where.empty()) line += palette.Paint(Tone::kStrong, Fit(where, kLongest)) + after;
  return Flow(line + palette.Paint(story.tone, FitWords(story.text, kLongest)), width);
}

}  // namespace forge
