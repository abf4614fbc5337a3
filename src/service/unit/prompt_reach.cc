#include "service/unit/prompt_reach.h"

#include <algorithm>

#include "service/unit/prompt_work.h"

namespace forge {

bool IsOfCheck(const Sender& sender) {
  return sender.kind == StageKind::kCheck || sender.kind == StageKind::kIntegrate;
}

bool Resolves(const Job& job, const PromptReader& reader) { return !reader.reviews && !job.member; }

bool IsSentHere(const Job& job) {
  return std::any_of(job.senders.begin(), job.senders.end(), [](const Sender& one) { return one.here; });
}

bool IsShown(const Job& job, const PromptReader& reader, std::string_view word) {
  return Resolves(job, reader) && (Sees(job, word) || IsSentHere(job));
}

bool RevisesPlan(const Job& job) {
  return job.stage.produces == "plan" && !job.member && !job.step && !job.plan_hash.empty();
}

bool RevisesDocument(const Job& job) {
  return !job.stage.produces.empty() && job.stage.produces != "plan" && !job.stage.splits() && !job.member &&
         job.unit.iteration > 1;
}

bool PersonWasShown(const Job& job, const std::string& word) {
  return std::any_of(job.senders.begin(), job.senders.end(),
                     [&](const Sender& one) { return one.kind == StageKind::kAsk && one.shows == word; });
}

bool JudgesWhole(const Job& job, const PromptReader& reader) {
  const bool lens = job.member && job.stage.aggregate == Aggregate::kLenses;
  return reader.reviews && !job.step && SeesDiff(job) && Sees(job, "plan") && !lens && !AnswersInDebate(job);
}

const Agreed* FindAgreed(const Job& job, const PromptReader& reader, const std::string& word) {
  if (!reader.writes || job.member || word == job.stage.produces) return nullptr;
  const auto found = std::ranges::find(job.agreed, word, &Agreed::artifact);
  return found == job.agreed.end() ? nullptr : &*found;
}

const AskedDocument* FindBrief(const Job& job, const PromptReader& reader, const std::string& artifact) {
  const auto found = std::ranges::find(job.briefs, artifact, &AskedDocument::artifact);
  if (found == job.briefs.end() || artifact == job.stage.produces) return nullptr;
  if (Sees(job, artifact)) return &*found;
  const bool of_whole = Sees(job, "objective") && (Sees(job, "plan") || Sees(job, "step"));
  const bool told = !job.member && (reader.writes || reader.reviews) &&
                    std::ranges::any_of(job.words, [&](const PersonsWord& word) { return word.shows == artifact; });
  return of_whole || told ? &*found : nullptr;
}

bool TaskNames(const Job& job, const std::string& word) {
  return !job.member && word.ends_with(".md") && job.stage.prompt.contains(word) &&
         std::ranges::find(job.reviews, word, &LaneReview::artifact) == job.reviews.end();
}

}  // namespace forge
