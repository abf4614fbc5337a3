#include "service/unit/prompt_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/strings.h"
#include "engine/state.h"
#include "model/triage_answer.h"
#include "service/unit/decided_points.h"
#include "service/unit/plan_remarks.h"
#include "service/unit/prompt_reach.h"
#include "service/unit/round_files.h"
#include "service/unit/step_told.h"
#include "text/first_line.h"
#include "text/plan/plan_diff.h"
#include "text/plan/plan_print.h"
#include "text/plan/plan_shown.h"
#include "text/review/dimensions_review.h"
#include "text/review/review_shown.h"

namespace forge {
namespace {

constexpr std::size_t kLongestRefused = 64 * 1024;
constexpr std::size_t kLongestTried = 400;

template <typename Filter>
std::string Spoken(const std::vector<PersonsWord>& words, bool open, const Filter& is_for) {
  std::string text;
  for (const PersonsWord& word : words) {
    if (word.open != open || !is_for(word)) continue;
    text += fmt::format("- {}: {}", word.stage, word.question);
    const char* by = word.by_policy ? " (the default of this run; no person was asked)" : "";
    const bool plain = (open || word.to_agent) && !word.comment.empty();
    text += plain ? "\n" : fmt::format("\n  {}{}\n", word.answer, by);
    if (!word.comment.empty()) text += fmt::format("  {}\n", ReplaceAll(Trim(word.comment), "\n", "\n  "));
  }
  return text;
}

class WorkCollector {
 public:
  WorkCollector(const Job& job, const PromptReader& reader, const WorkSources& sources)
      : job_(job), reader_(reader), sources_(sources) {}

  Result<std::vector<PromptBlock>> Take() {
    if (job_.step && Sees(job_, "step")) Add("step", PrintStep(*job_.step), StepLead(job_, reader_));
    if (Sees(job_, kParentPage)) Add(kParentPage, Artifact(kParentPage), "What this run is a part of");
    AddBriefs();
    AddDecisions();
    AddAgreed();
    AddRevised();
    AddAlternatives();
    if (reader_.reviews && !AnswersInDebate(job_)) AddOwnReview();
    AddDebate();
    if (job_.stage.verdict_form == VerdictForm::kDimensions && reader_.reviews)
      Add("dimensions", ScoresByCode(ScoreDimensions(Plan())),
          "What the engine can tell of the plan. It counts, except where your score does: look for what it cannot see");
    AddReviewsSpokenFor();
    AddReviews();
    AddFailures();
    AddNotRun();
    AddReported();
    if (!reader_.writes && !reader_.reviews) AddTried();
    AddPlanRemarks();
    if (!job_.concerns.empty()) AddWorries();
    AddWords();
    if (reader_.writes && !job_.dropped.empty())
      Add("owed", OwedBefore(job_), "Promised by earlier steps and still owed; deliver it where your work touches it");
    if (unread_) return std::unexpected(*unread_);
    return std::move(blocks_);
  }

 private:
  void Add(std::string label, std::string text, std::string lead) {
    if (!Trim(text).empty()) blocks_.push_back({std::move(label), std::move(text), std::move(lead)});
  }

  std::string Artifact(const std::string& name) {
    const auto read = sources_.artifact(name);
    if (!read) unread_ = read.error();
    return read ? read->value_or("") : "";
  }

  std::string RunArtifact(const std::string& name) {
    const auto read = sources_.run_artifact ? sources_.run_artifact(name) : sources_.artifact(name);
    if (!read) unread_ = read.error();
    return read ? read->value_or("") : "";
  }

  std::string Plan() {
    const auto read = sources_.plan ? sources_.plan() : Result<std::string>(std::string());
    if (!read) unread_ = read.error();
    return read.value_or("");
  }

  void AddWorries() {
    const auto left = sources_.worries ? sources_.worries() : Result<std::vector<StepConcern>>(job_.concerns);
    if (!left) unread_ = left.error();
    if (left)
      Add("concerns", ConcernsForStep(*job_.step, Plan(), *left),
          "What worried those who did earlier steps. Heed what still holds and is about your step");
  }

  // This round if an attempt of it came before. The last one if none of its answers could be used, and a person had it
  // tried again: the reason why it is asked is about that answer. 0: neither.
  int RefusedRound() {
    if (job_.unit.attempt > 1) return job_.unit.iteration;
    const int last = job_.unit.iteration - 1;
    const std::string why = last > 0 ? Artifact(WhyRefused(job_, last)) : "";
    return !Trim(why).empty() && Trim(job_.unit.note).starts_with(Trim(why)) ? last : 0;
  }

  void AddRevised() {
    // An answer whose form could not be read was never kept: this is the only place where it can be seen.
    if (const int round = RefusedRound(); round > 0) {
      const std::string refused = Artifact(RefusedAnswer(job_, round));
      Add("your last answer", refused.substr(0, kLongestRefused),
          "Your last answer, which could not be used. Correct what was wrong with it, keep the rest word for word, and "
          "hand back all of it");
      // Two texts to hand back contradict each other. An answer that lost most of the plan is not one of them.
      const bool whole = !RevisesPlan(job_) || 2 * refused.size() >= PlanShown(Plan()).size();
      if (!Trim(refused).empty() && whole) return;
    }
    if (reader_.reviews) return;
    if (RevisesPlan(job_))
      Add("plan", PlanShown(Plan()),
          job_.alternatives.empty()
              ? fmt::format("The plan to revise. Change what {}, keep the rest word for word, and hand back all of it",
                            IsAsked() ? "is asked for" : "your task asks for")
              : "The draft. What was decided says what becomes of it. Hand back the whole plan");
    if (RevisesDocument(job_))
      Add(job_.stage.produces, Artifact(job_.stage.produces),
          fmt::format("`{}` as you wrote it. Change what is {}, keep the rest, and hand back all of it",
                      job_.stage.produces, IsAsked() ? "asked for" : "no longer true"));
  }

  // Else the work before this stage has changed, and nobody asks this stage for anything.
  bool IsAsked() const {
    return IsSentHere(job_) || job_.unit.attempt > 1 || !Trim(job_.unit.note).empty() ||
           std::ranges::any_of(job_.words, &PersonsWord::open);
  }

  // A round that judges again is asked about the fixes, and is shown what it said itself: never what others said.
  void AddOwnReview() {
    for (int round = job_.unit.iteration - 1; round > 0; --round) {
      const std::string said = Artifact(ReviewOfRound(job_, round));
      if (said.empty()) continue;
      // What a person decided since is told with its number, and is not to be named again.
      std::string decided;
      const std::string review = WithoutDecided(said, decided, true);
      Add("your earlier review", ReviewShown(review),
          fmt::format(
              "Your review of round {}. First check whether each point that it raised is resolved, and name those "
              "that are not. What it did not criticise is settled: raise it again only if it has changed",
              round));
      if (!Sees(job_, "plan") || job_.step) return;
      const std::string judged = PlanShown(Artifact(PlanOfRound(job_, round)));
      const std::string now = PlanShown(Plan());
      // Who judges the work is shown a plan that stayed the same as in the round before.
      if (SeesDiff(job_) && judged == now) return;
      Add(kMarkedPlan, MarkChange(judged, now),
          fmt::format("The plan, with what has changed since that review marked as [-removed-] and {{+added+}}. {}",
                      job_.member ? "It may have changed for other reasons too: judge a change by what it does"
                                  : "A change that nobody asked for is a point of its own"));
      return;
    }
  }

  // What a debate is about is the work of those who answer in it.
  void AddDebate() {
    if (!AnswersInDebate(job_)) return;
    for (const std::string& name : job_.member->after) {
      const bool first = name == job_.member->after.front();
      const std::string artifact = job_.stage.name + "." + name + ".md";
      Add(artifact, ReviewShown(Artifact(artifact)),
          fmt::format("{}, by `{}`", first ? "The objections" : "The answers to them", name));
    }
  }

  // Of members that are not asked again, of the last round that left a review: one whose verdict was repeated has none.
  void AddReviewsSpokenFor() {
    if (job_.speaks_for.empty()) return;
    int round = job_.unit.iteration - 1;
    const auto silent = [&](const auto& by) { return Artifact(ReviewOfRound(job_.stage.name, by, round)).empty(); };
    while (round > 1 && silent(job_.unit.member) && std::ranges::all_of(job_.speaks_for, silent)) --round;
    for (const std::string& name : job_.speaks_for) {
      Add(name, ReviewShown(Artifact(ReviewOfRound(job_.stage.name, name, round))),
          fmt::format("What `{}`, another reviewer, said in round {}. It is not asked again: check its points too, and "
                      "report those that still hold",
                      name, round));
    }
  }

  void AddReviews() {
    if (!IsShown(job_, reader_, "reviews")) return;
    std::string decided;
    const char* rule =
        " Resolve every point that asks for a change; advice, which has severity low, only where that costs little";
    for (const LaneReview& review : job_.reviews) {
      if (!review.asks) continue;
      const std::string who = review.member.empty() ? review.stage : review.stage + ", " + review.member;
      const std::size_t before = blocks_.size();
      Add(review.artifact, ReviewToResolve(WithoutDecided(Artifact(review.artifact), decided)),
          fmt::format("What `{}` says about {}.{}", who, job_.stage.produces == "plan" ? "the plan" : "the work",
                      rule));
      if (blocks_.size() > before) rule = " The same holds for it";
    }
    std::vector<ReviewSaid> advice;
    for (const LaneReview& review : job_.reviews) {
      if (review.advises && !job_.has_done_steps)
        advice.push_back({review.stage, WithoutDecided(Artifact(review.artifact), decided), ""});
    }
    Add("advice", RemarksForPlanner(advice),
        "What those remarked who approved the plan, or an earlier version of it. It is advice: take up what still "
        "holds where that costs little");
    Add("decided", decided,
        "A reviewer raised these too. They were decided, or put off until after the run. Leave them as they are");
  }

  // `own`: for who wrote it, without the objections that it withdrew too.
  std::string WithoutDecided(const std::string& review, std::string& lines, bool own = false) {
    if (!points_) {
      auto decided = sources_.decided ? sources_.decided() : std::vector<DecidedPoint>();
      if (!decided) unread_ = decided.error();
      points_ = decided ? *std::move(decided) : std::vector<DecidedPoint>();
    }
    std::vector<DecidedPoint> points = *points_;
    std::erase_if(points, [&](const DecidedPoint& one) { return one.withdrawn && !own; });
    return WithoutDecidedPoints(review, points, lines);
  }

  void AddFailures() {
    const bool failed = std::any_of(job_.senders.begin(), job_.senders.end(), IsOfCheck);
    if (failed && IsShown(job_, reader_, "failures"))
      Add("failures", Artifact("failures"),
          reader_.writes || job_.stage.produces == "plan" || RevisesDocument(job_)
              ? "What failed. Start from the cause, and resolve all of it"
              : "What failed");
  }

  // The form lets such a plan pass. Who changes or judges it must not believe that they are run.
  void AddNotRun() {
    const bool judges = reader_.reviews && !job_.step && Sees(job_, "plan") && !SeesDiff(job_);
    const bool told = std::any_of(job_.senders.begin(), job_.senders.end(), IsOfCheck);  // by the failures
    if (!judges && (!RevisesPlan(job_) || told)) return;
    std::string text;
    for (const std::string& line : NotRunOf(Plan())) text += "- " + line + "\n";
    Add("not run", text, "Commands that the plan speaks of and that Forge will not run, with how to write them");
  }

  // Who repairs for a check that failed before must not try the same again, and may have said why nothing helps.
  void AddReported() {
    const Json& before = job_.answered_before;
    const bool failed = std::any_of(job_.senders.begin(), job_.senders.end(), IsOfCheck);
    if (!reader_.writes || job_.step || !failed || !before.is_object()) return;
    std::string text = before["summary"].AsString();
    for (const char* member : {"blocker", "concerns"}) {
      const Json& said = before[member];
      if (!said.AsString().empty()) text += "\n- " + said.AsString();
      for (const Json& one : said.AsArray()) text += "\n- " + one.AsString();
    }
    Add("your earlier report", text, fmt::format("What you reported in round {}", job_.unit.iteration - 1));
  }

  void AddTried() {
    if (!job_.answered_before.is_null())
      Add("your earlier answer", job_.answered_before.Dump(),
          fmt::format("Your answer of round {}. What was done after it did not help: say the same again only if "
                      "something new shows it",
                      job_.unit.iteration - 1));
    std::string tried;
    for (const WorkDone& work : job_.tried)
      tried +=
          fmt::format("- {}: {}\n", work.stage, FirstLine(work.said.empty() ? work.why : work.said, kLongestTried));
    Add("tried", tried, "What was tried so far, in order, as who did it says");
  }

  // What was too small to send the plan back for is settled here or nowhere. Who judges the whole is told the findings
  // among it with their numbers.
  void AddPlanRemarks() {
    const bool of_step = job_.step && (reader_.writes || (reader_.reviews && !job_.member));
    const bool whole = JudgesWhole(job_, reader_);
    if (!sources_.run_artifact || job_.plan_reviews.empty() || !(of_step || whole)) return;
    const auto reviews =
        PlanReviewsSaid(job_.plan_reviews, [this](const std::string& name) { return RunArtifact(name); });
    if (whole)
      return Add("remarks", WarningsOf(reviews),
                 "What the reviewers of the plan warned of when they let it pass. Those who did the steps were told. "
                 "Look whether it came true; what did not needs no word");
    Add("remarks", RemarksForStep(*job_.step, Plan(), reviews),
        reader_.reviews
            ? "What the reviewers of the plan remarked when they approved it. The author of the work was told: "
              "judge by what is about this step"
            : "What the reviewers of the plan remarked when they approved it. Heed what is about your step");
  }

  void AddWords() {
    const auto all = [](const PersonsWord&) { return true; };
    if (Resolves(job_, reader_))
      Add("comments", Spoken(job_.words, true, all),
          "What a person asked for. What is done of it stays done; the rest waits to be done");
    if (reader_.reviews)
      Add("comments", Spoken(job_.words, true, all),
          "What a person asked for since. A change that does it was asked for; what is still missing of it is a point");
    // Which of several ways the run takes is told to those who go it.
    // A member that is not shown the plan looks at one thing.
    const bool every = job_.member ? reader_.reviews && Sees(job_, "plan") : reader_.writes || reader_.reviews;
    const auto is_told = [&](const PersonsWord& word) {
      if (word.to_agent && job_.unit.note.contains(word.comment)) return false;     // "Why you are asked" has it
      if (word.chose_plan && word.choice && job_.unit.iteration > 1) return false;  // the plan to revise was made by it
      return Sees(job_, "answers") || (every && !word.choice) || FindBrief(job_, reader_, word.shows) != nullptr;
    };
    Add("answers", Spoken(job_.words, false, is_told),
        job_.stage.kind == StageKind::kLearn ? "What people were asked, and what they answered"
                                             : "What was decided. It stands");
    if (job_.member) return;
    for (const std::string& word : SightsOf(job_)) {
      if (!IsWork(job_, reader_, word) || word == "step" || word == job_.stage.produces) continue;
      if (FindAgreed(job_, reader_, word) != nullptr || FindBrief(job_, reader_, word) != nullptr) continue;
      if (!PersonWasShown(job_, word)) {
        if (TaskNames(job_, word)) Add(word, Artifact(word), fmt::format("`{}`, which your task is about", word));
        continue;
      }
      Add(word, Artifact(word),
          word == kTriagePage ? fmt::format("`{}`, the findings with their numbers", word)
                              : fmt::format("`{}`, which the person answered about", word));
    }
  }

  // Of the run, whatever lane the unit is in.
  void AddBriefs() {
    for (const AskedDocument& brief : job_.briefs) {
      if (FindBrief(job_, reader_, brief.artifact) == nullptr) continue;
      const char* lead =
          brief.by_person ? "`{}`, which a person approved: it belongs to the objective"
                          : "`{}`, which says what the objective means. No person was asked about it: where it asks a "
                            "question, what it recommends counts";
      Add(brief.artifact, RunArtifact(brief.artifact), fmt::format(fmt::runtime(lead), brief.artifact));
    }
  }

  void AddDecisions() {
    if (!sources_.decisions) return;
    auto block = sources_.decisions();
    if (!block) unread_ = block.error();
    if (!block || Trim(block->text).empty()) return;
    block->lead =
        reader_.writes || job_.stage.produces == "plan"
            ? "What agents decided on the way, with its number. It stands: keep to it. Where it cannot hold, say "
              "so with the number"
            : "What agents decided on the way, with its number. Name the number of one that the work goes against";
    blocks_.push_back(*std::move(block));
  }

  void AddAlternatives() {
    for (const Alternative& one : job_.alternatives)
      Add(one.artifact, Artifact(one.artifact), fmt::format("The alternative that `{}` proposes", one.member));
  }

  // What was approved is to be done, not only to be read.
  void AddAgreed() {
    for (const std::string& word : SightsOf(job_)) {
      const Agreed* agreed = FindAgreed(job_, reader_, word);
      if (agreed == nullptr || FindBrief(job_, reader_, word) != nullptr) continue;
      Add(word, Artifact(word), fmt::format("`{}`, which `{}` approved. Do the work by it", word, agreed->stage));
    }
  }

  const Job& job_;
  const PromptReader& reader_;
  const WorkSources& sources_;
  std::vector<PromptBlock> blocks_;
  std::optional<std::vector<DecidedPoint>> points_;
  std::optional<Error> unread_;
};

}  // namespace

Result<std::vector<PromptBlock>> WorkBlocks(const Job& job, const PromptReader& reader, const WorkSources& sources) {
  return WorkCollector(job, reader, sources).Take();
}

bool IsWork(const Job& job, const PromptReader& reader, const std::string& word) {
  if (IsOneOf(word, {"step", "answers", "failures", "decisions", kParentPage})) return true;
  if (FindBrief(job, reader, word) != nullptr) return true;
  if (TaskNames(job, word) && !RevisesDocument(job)) return true;
  if (word == "reviews") return IsShown(job, reader, word) && std::ranges::any_of(job.reviews, &LaneReview::asks);
  if (reader.reviews) return false;
  if (word == "plan") return RevisesPlan(job);
  if (word == job.stage.produces) return RevisesDocument(job);
  if (PersonWasShown(job, word) || FindAgreed(job, reader, word) != nullptr) return true;
  // A review that is named as a document and asks for changes.
  return IsShown(job, reader, "reviews") &&
         std::ranges::any_of(job.reviews, [&](const LaneReview& one) { return one.asks && one.artifact == word; });
}

}  // namespace forge
