#include "service/unit/outcome_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>
#include <utility>

#include "agent/runtime.h"
#include "base/strings.h"
#include "model/compare.h"
#include "os/crash_point.h"
#include "os/files/files.h"
#include "os/system.h"
#include "pipeline/roles.h"
#include "service/plan/document_checks.h"
#include "service/plan/plan_file.h"
#include "service/plan/plans.h"
#include "service/unit/fixed_prompt.h"
#include "service/unit/job.h"
#include "service/unit/points_left.h"
#include "service/unit/project_context.h"
#include "service/unit/round_files.h"
#include "service/unit/scored_review.h"
#include "service/unit/settled_points.h"
#include "text/first_line.h"
#include "text/gist.h"
#include "text/plan/plan.h"
#include "text/plan/plan_edit.h"
#include "text/plan/plan_parts.h"
#include "text/plan/plan_shown.h"
#include "text/review/audit.h"
#include "text/review/result_block.h"
#include "text/review/result_document.h"
#include "text/review/review_schema.h"
#include "text/review/review_shown.h"
#include "text/review/verdict.h"

namespace forge {
namespace {

constexpr std::size_t kLongestSummary = 400;

// The document, if the answer has put it into a block of code: from the fence above its first heading to the last fence
// of the same marks, since a block within the document closes only itself.
std::string_view InsideFence(std::string_view text) {
  std::string_view marks;
  std::size_t begin = 0;
  std::size_t close = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = TrimRight(text.substr(at, end - at));
    const std::size_t length = std::min(line.find_first_not_of('`'), line.size());
    if (marks.empty() && length >= 3 && IsOneOf(Lower(Trim(line.substr(length))), {"", "markdown", "md"})) {
      const std::size_t next = std::min(text.find_first_not_of("\r\n", end), text.size());
      if (text.substr(next).starts_with("# ")) {
        marks = line.substr(0, length);
        begin = next;
      }
    } else if (!marks.empty() && line == marks) {
      close = at;
    }
    at = end + 1;
  }
  return close > begin ? text.substr(begin, close - begin) : std::string_view();
}

// Text before the document's first heading is not part of it.
std::string_view FromFirstHeading(std::string_view text) {
  bool fenced = false;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    if (line.starts_with("```")) fenced = !fenced;
    if (!fenced && line.starts_with("# ")) return text.substr(at);
    at = end + 1;
  }
  const std::string_view inside = InsideFence(text);
  return inside.empty() ? text : inside;
}

// The artifact that holds the answer: a review's, a panel member's, or the one the stage produces.
std::string ArtifactName(const Job& job) {
  if (job.member) return job.stage.name + "." + job.member->name + ".md";
  if (!job.stage.verdict.empty()) return job.stage.verdict;
  return job.stage.produces;
}

// A role that reports `blocked` in its result block has not done the stage, whatever else it says.
bool SaysBlocked(const Json& result) { return EqualsIgnoreCase(result["status"].AsString(), "blocked"); }

// What an agent says that is blocked and leaves out the rest of the form: its words count.
ResultBlock BlockedIn(const std::string& text) {
  static const Json schema = Json::MakeObject().Set("required", Json::MakeArray().Append("status"));
  ResultBlock block = FindResultBlock(text, schema);
  const bool blocked = block.ok() && SaysBlocked(block.value) && !Trim(block.value["blocker"].AsString()).empty();
  return blocked ? block : ResultBlock{};
}

// In the agent's own words.
std::string WhyBlocked(const Json& result, const std::string& summary) {
  constexpr std::size_t kLongestWords = 4000;
  std::string words(Trim(result["blocker"].AsString()));
  if (words.empty()) words = Trim(result["summary"].AsString(summary));
  return KeepHeadAndTail(ValidUtf8(words), kLongestWords / 2, kLongestWords);
}

// All that is wrong with the form of a plan that cannot be read, at once, so that one more answer can resolve it.
// `unread` is empty where only sections are missing.
std::string FaultsOf(const std::string& plan, StepSource source, const std::optional<Error>& unread,
                     const std::vector<std::string>& missing) {
  std::string text = "the plan has faults of form:";
  const PlanDocument document = ParsePlan(plan);
  // A fault that is none of the document's own: that it lists no steps, say.
  const bool own = !document.problems.empty() || !document.unknown_labels.empty();
  const bool unlisted = source == StepSource::kListed && !document.has_steps;
  if (!own && unread) text += "\n- " + Describe(*unread);
  if (own && unlisted) text += "\n- the plan lists no steps: it needs a section `## Steps`";
  // Nothing is said of steps that are made from its changes: it did not write them.
  const std::vector<std::string> checks =
      unlisted ? std::vector<std::string>{"structure"} : std::vector<std::string>{"graph", "structure"};
  for (const std::string& finding : CheckPlanDocument(checks, {.plan = plan, .by_agent = true}).findings)
    text += "\n- " + WithLineQuoted(finding, plan, LineNumbers::kDropped);
  // What is only noted of a plan of people is a fault in a model's.
  for (const std::string& section : missing)
    text += fmt::format("\n- the section `## {}` is missing, which the project's template has", section);
  for (const PlanProblem& label : document.unknown_labels)
    text += "\n- " + WithLineQuoted(fmt::format("line {}: {}", label.line, label.what), plan, LineNumbers::kDropped);
  return text;
}

// The members that answer this one, directly or through others.
std::vector<std::string> AnswerersOf(const Stage& stage, const std::string& member) {
  std::vector<std::string> names = {member};
  for (std::size_t at = 0; at < names.size(); ++at) {
    for (const Member& other : stage.members) {
      const bool follows = std::ranges::find(other.after, names[at]) != other.after.end();
      if (follows && std::ranges::find(names, other.name) == names.end()) names.push_back(other.name);
    }
  }
  names.erase(names.begin());
  return names;
}

// A review whose verdict alone moves the run: without a readable block its findings are only less exact.
bool VerdictDecides(const Stage& stage, bool reviews) { return reviews && stage.aggregate == Aggregate::kAllPass; }

// Whether there are findings, in whatever form: then they must not get lost, also where the verdict would do.
bool GivesFindings(const std::string& text) {
  static const Json named = ParseJson(R"({"type": "object", "required": ["findings"]})").value();
  const Json findings = FindResultBlock(text, named).value["findings"];
  if (findings.is_string()) return !IsOneOf(Lower(Trim(findings.AsString())), {"", "none", "none."});
  return findings.is_object() || !findings.AsArray().empty();
}

// An author who ends the document in the object all the same has said it too.
ResultBlock ResultIn(const std::string& text, const ResultForm& form) {
  if (form.place != ResultPlace::kLines) return FindResultBlock(text, form.least);
  ResultBlock block = FindObject(text, form.least);
  ResultBlock lines = ReadLines(text, form.least);
  if (!block.ok()) return lines;
  block.value = WithListsOf(std::move(block.value), lines);
  return block;
}

// The result block of a document is for the engine. What an author says beside an object that was asked for alone is
// not lost.
std::string DocumentIn(const std::string& text, const ResultForm& form, const Json& result) {
  if (form.place == ResultPlace::kAlone && !result.is_null()) {
    const std::string said(Trim(WithoutResultBlock(text)));
    const bool only_object = said.empty() || said.front() == '{';
    return (only_object ? "" : said + "\n\n") + DocumentFrom(result);
  }
  if (form.place == ResultPlace::kLines && FindObject(text, form.least).ok())
    return WithMissingLists(WithoutResultBlock(text), ReadLines(text, form.least), result);
  return form.asked ? std::string(WithoutResultBlock(text)) : text;
}

// What a review asks for, worst first: its first line may be praise.
std::string SeriousPoints(std::vector<std::pair<Severity, std::string>> points) {
  std::erase_if(points,
                [](const auto& point) { return point.first < Severity::kMedium || Trim(point.second).empty(); });
  std::ranges::stable_sort(points, std::greater(), [](const auto& point) { return point.first; });
  std::vector<std::string> texts;
  for (const auto& [severity, text] : points) texts.emplace_back(Trim(text));
  return std::string(FirstLine(Join(texts, "; "), kLongestSummary));
}

std::string PointsOf(const Json& findings) {
  std::vector<std::pair<Severity, std::string>> points;
  for (const Json& finding : findings.AsArray()) {
    const std::string word = Lower(finding["severity"].AsString());
    const Severity severity = word == "high" ? Severity::kHigh : word == "medium" ? Severity::kMedium : Severity::kLow;
    points.emplace_back(severity, finding["title"].AsString(finding["text"].AsString()));
  }
  return SeriousPoints(std::move(points));
}

std::string PointsOf(const Audit& audit) {
  std::vector<std::pair<Severity, std::string>> points;
  for (const Concern& concern : audit.concerns) points.emplace_back(concern.severity, concern.text);
  return SeriousPoints(std::move(points));
}

std::int64_t CountSerious(const Json& findings) {
  return std::ranges::count_if(findings.AsArray(), [](const Json& one) { return one["severity"].AsString() != "low"; });
}

void TellPoints(const std::string& points, UnitOutcome& outcome) {
  if (outcome.verdict == Verdict::kRevision && !points.empty()) outcome.summary = points;
}

Status ReadVerdict(const Job& job, const std::string& text, UnitOutcome& outcome) {
  if (job.stage.verdict_form != VerdictForm::kSeverity) {
    outcome.verdict = ParseReviewVerdict(text);
    outcome.failures = static_cast<std::int64_t>(outcome.result["findings"].AsArray().size());
    // A dimension that is only warned of does not fail.
    if (ScoresPlan(job)) outcome.failures = CountSerious(outcome.result["findings"]);
    if (outcome.verdict == Verdict::kRevision) outcome.failures = std::max<std::int64_t>(1, outcome.failures);
    TellPoints(PointsOf(outcome.result["findings"]), outcome);
    if (outcome.verdict != Verdict::kMalformed) return {};
    return Fail(
        Code::kInvalid,
        "no readable verdict: the answer must hold a line `**Verdict:** Approved` or `**Verdict:** Revision Required`");
  }
  const Audit audit = ParseAudit(text);
  if (audit.malformed) return Fail(Code::kInvalid, "the audit cannot be read: " + audit.why);
  outcome.verdict = audit.revise ? Verdict::kRevision : Verdict::kApproved;
  for (const Concern& concern : audit.concerns) {
    if (concern.severity == Severity::kHigh || concern.severity == Severity::kMedium) ++outcome.failures;
  }
  TellPoints(PointsOf(audit), outcome);
  return {};
}

}  // namespace

Result<UnitOutcome> OutcomeReader::Read(const Job& job, const Role& role, const AgentAnswer& answer) {
  UnitOutcome outcome;
  outcome.usage = answer.usage;
  outcome.summary = Gist(answer.text, kLongestSummary);
  auto failed = [&](ErrorClass error_class, std::string error) -> Result<UnitOutcome> {
    outcome.status = UnitStatus::kFailed;
    outcome.error_class = error_class;
    outcome.error = std::move(error);
    // The next attempt corrects this one. A writer's files are reset before it, so its words would be wrong by then.
    const bool readable = error_class == ErrorClass::kMalformed && !role.writes;
    if (readable) {
      TRY(files_.WriteArtifact(job.lane, RefusedAnswer(job), answer.text));
      TRY(files_.WriteArtifact(job.lane, WhyRefused(job, job.unit.iteration), outcome.error));
    }
    return outcome;
  };
  const bool reviews = IsReview(job.stage, job.member);
  const bool must_speak = reviews || !job.stage.produces.empty() || job.stage.result || job.changes_nothing;
  if (must_speak && Trim(answer.text).empty()) return failed(ErrorClass::kEmpty, "the agent's answer is empty");
  const ResultForm form = ResultFormOf(job.stage, job.member, role);
  ResultBlock block = ResultIn(answer.text, form);
  std::string text = answer.text;
  std::string scored;
  if (ScoresPlan(job) && block.ok()) {
    const auto decisions = decisions_ ? TRY(decisions_()) : std::vector<MadeDecision>();
    auto review = ScoreReview(files_, job, block.value, decisions);
    if (!review && review.error().code != Code::kInvalid) return std::unexpected(review.error());
    if (!review) return failed(ErrorClass::kMalformed, review.error().message);
    text = std::move(review->page);
    scored = std::move(review->summary);
    block.value = std::move(review->result);
  }
  if (AnswersInDebate(job)) {
    const std::string challenge = job.stage.name + "." + job.stage.members[0].name + ".md";
    text = WithObjectionsOf(TRY(files_.ReadArtifact(job.lane, challenge)).value_or(""), text);
  }
  // Who gathers what is left open approves when nothing is.
  const bool gathers = block.ok() && form.place == ResultPlace::kAlone && block.value["findings"].is_array() &&
                       !block.value.Has("approved");
  if (gathers && points_left_) TRY(AddPointsLeft(points_left_, job, block.value));
  if (const std::string name = ArtifactName(job); !name.empty() && name != "plan") {
    const bool document = !job.member && name == job.stage.produces;
    const std::string kept = document ? DocumentIn(text, form, block.value) : text;
    outcome.artifacts.push_back(TRY(files_.WriteArtifact(job.lane, name, kept)));
    CrashPoint("artifact-written");
    if (document && job.least_bytes > 1 && std::ssize(kept) < job.least_bytes)
      return failed(ErrorClass::kMalformed,
                    fmt::format("the document `{}` is too short: it has {} characters of the {} that "
                                "it needs at least",
                                name, kept.size(), job.least_bytes));
  }
  if (job.changes_nothing && !job.member)
    outcome.artifacts.push_back(TRY(files_.WriteArtifact(job.lane, kStepAnswer, answer.text)));
  if (form.asked || !form.least.is_null()) {
    const bool needed = (job.stage.result && !VerdictDecides(job.stage, reviews)) || ScoresPlan(job);
    if (!block.ok() && job.stage.result && !reviews) {
      if (ResultBlock blocked = BlockedIn(answer.text); blocked.ok()) block = std::move(blocked);
    }
    if (!block.ok() && (needed || (reviews && GivesFindings(answer.text)))) {
      return failed(ErrorClass::kMalformed, (form.place == ResultPlace::kLines ? "" : "the result block is invalid: ") +
                                                Join(block.violations, "; "));
    }
    outcome.result = reviews ? WithPlainSeverities(std::move(block.value)) : std::move(block.value);
    // What it says before the block is often a remark only.
    if (const std::string said = FirstLine(outcome.result["summary"].AsString(), kLongestSummary); !said.empty())
      outcome.summary = said;
    if (gathers) outcome.result.Set("approved", outcome.result["findings"].AsArray().empty());
  }
  TRY(KeepTogether(job, form, answer.text, outcome));
  if (SaysBlocked(outcome.result)) {
    const std::string why = WhyBlocked(outcome.result, outcome.summary);
    outcome.reasons = {why};
    return failed(ErrorClass::kExternal, "the agent says it is blocked: " + FirstLine(why, kLongestSummary));
  }
  if (reviews) {
    if (settled_ && !outcome.result["findings"].AsArray().empty())
      SetSettledAside(TRY(settled_(job, outcome)), outcome);
    if (Status read = ReadVerdict(job, text, outcome); !read)
      return failed(ErrorClass::kMalformed, read.error().message);
    if (!scored.empty()) outcome.summary = std::move(scored);
    ApproveIfSettled(outcome);
    TRY(KeepReview(job, text));
  }
  if (job.stage.splits()) {
    if (Status read = ReadParts(job, answer.text, outcome); !read) {
      if (read.error().code != Code::kInvalid) return std::unexpected(read.error());
      return failed(ErrorClass::kMalformed, Describe(read.error()));
    }
  }
  if (job.stage.produces == "plan") {
    if (Status read = ReadPlanDocument(job, answer.text, outcome); !read) {
      if (read.error().code != Code::kInvalid) return std::unexpected(read.error());
      return failed(ErrorClass::kMalformed, Describe(read.error()));
    }
  }
  return outcome;
}

// A review of the plan is appended to the plan once, even if the unit is carried out twice. The next round of the same
// reviewer is shown the review, and what has changed in the plan since.
Status OutcomeReader::KeepReview(const Job& job, const std::string& text) {
  TRY(files_.WriteArtifact(job.lane, ReviewOfRound(job, job.unit.iteration), text));
  const bool about_plan = !job.step && Sees(job, "plan");
  if (!about_plan || !Exists(files_.AbsolutePlanPath())) return {};
  if (const auto plan = TRY(files_.ReadPlan()))
    TRY(files_.WriteArtifact(job.lane, PlanOfRound(job, job.unit.iteration), PlanContent(*plan)));
  PlanEntry entry;
  entry.path = files_.plan_path();
  const std::string who = job.member ? job.stage.name + ", " + job.member->name : job.stage.name;
  const std::string mark = fmt::format("Stage: {} (unit {})", who, job.unit.id.value);
  return Plans(files_.project()).Edit(entry, [&](const std::string& document) -> Result<std::string> {
    if (document.find(mark) != std::string::npos) return document;
    return AppendReview(document, ReviewEntry{UtcDay(WallClock().ms), "COMPLETE", mark + "\n\n" + text});
  });
}

Status OutcomeReader::ReadPlanDocument(const Job& job, const std::string& text, UnitOutcome& outcome) {
  const std::string draft = std::string(TrimRight(FromFirstHeading(text))) + "\n";
  const StepSource source = job.stage.derive_steps ? StepSource::kListedOrChanges : StepSource::kListed;
  // Its author knows neither the file nor the numbers of its lines.
  const auto read = ReadPlanText(draft, "the answer", source, OtherLabels::kRefused);
  const std::vector<std::string> missing = MissingTemplateSections(files_.project(), draft);
  if (!read || !missing.empty()) {
    const std::optional<Error> unread = read ? std::nullopt : std::optional(read.error());
    return Fail(Code::kInvalid, FaultsOf(files_.PlanFrom(draft).value_or(draft), source, unread, missing));
  }
  // Under the document's lock: the engine writes the states of the steps into it, from what it read before.
  const FileLock lock = TRY(Plans(files_.project()).Lock());
  const std::string document = TRY(files_.PlanFrom(draft));
  PlanRef plan = TRY(ReadPlanText(document, files_.plan_path(), source));
  plan.path = files_.plan_path();
  TRY(files_.WritePlan(job.unit.id, document));
  CrashPoint("artifact-written");
  outcome.plan = std::move(plan);
  outcome.summary =
      fmt::format("plan with {} step{}", outcome.plan->steps.size(), outcome.plan->steps.size() == 1 ? "" : "s");
  return {};
}

// The document is changed under its lock, so splits of other steps stay in it. After a crash, parts that are already in
// it are used.
Status OutcomeReader::ReadParts(const Job& job, const std::string& text, UnitOutcome& outcome) {
  if (!job.step) return Fail(Code::kInvalid, "only a step can be split");
  const std::vector<StepSpec> parts = TRY(ReadStepParts(text, *job.step));
  PlanEntry entry;
  entry.path = files_.plan_path();
  std::string document;
  TRY(Plans(files_.project()).Edit(entry, [&](const std::string& now) -> Result<std::string> {
    document = TRY(TakeStepApart(now, job.step->id, parts));
    return document;
  }));
  CrashPoint("artifact-written");
  TRY(files_.KeepUnitText(job.unit.id, "plan.md", document));
  PlanRef plan = TRY(ReadPlanText(document, files_.plan_path()));
  plan.path = files_.plan_path();
  outcome.plan = std::move(plan);
  outcome.summary = fmt::format("{} becomes {} steps", job.step->id.value, parts.size());
  return {};
}

// In a debate that may stop early, what was said to an earlier round's answer is no answer to this one.
Status OutcomeReader::ForgetAnswerers(const Job& job, UnitOutcome& outcome) {
  if (!job.stage.stops_early) return {};
  for (const std::string& member : AnswerersOf(job.stage, job.member->name)) {
    const std::string name = job.stage.name + "." + member + ".md";
    const auto answer = TRY(files_.ReadArtifact(job.lane, name));
    if (answer && !answer->empty()) outcome.artifacts.push_back(TRY(files_.WriteArtifact(job.lane, name, "")));
  }
  return {};
}

// A panel that compares keeps its comparator's page below the summary of its claims; any other keeps all members'
// answers.
Status OutcomeReader::KeepTogether(const Job& job, const ResultForm& form, const std::string& text,
                                   UnitOutcome& outcome) {
  const std::string& name = job.stage.produces.empty() ? job.stage.verdict : job.stage.produces;
  if (!job.member || name.empty() || name == "plan") return {};
  std::lock_guard lock(together_mutex_);
  if (job.stage.aggregate == Aggregate::kCompare) {
    if (job.member->name != job.stage.members.back().name) return {};
    const std::string head = outcome.result.is_null() ? "" : Describe(Compare(outcome.result)) + "\n\n";
    const std::string page = DocumentIn(text, form, outcome.result);
    outcome.artifacts.push_back(TRY(files_.WriteArtifact(job.lane, name, head + page)));
    return {};
  }
  TRY(ForgetAnswerers(job, outcome));
  std::string page;
  for (const Member& member : job.stage.members) {
    const auto answer = TRY(files_.ReadArtifact(job.lane, job.stage.name + "." + member.name + ".md"));
    if (answer && !answer->empty()) page += (page.empty() ? "" : "\n\n") + ("# " + member.name + "\n\n" + *answer);
  }
  outcome.artifacts.push_back(TRY(files_.WriteArtifact(job.lane, name, page)));
  return {};
}

}  // namespace forge
