#include "engine/subject.h"

namespace forge {
namespace {

constexpr int kFirstRules = 8;

bool JudgesWork(const Stage& stage) {
  switch (stage.kind) {
    case StageKind::kAgent: return !stage.verdict.empty();
    case StageKind::kAsk: return stage.revision_index >= 0;
    case StageKind::kCheck:
    case StageKind::kIntegrate:
    case StageKind::kPanel: return true;
    case StageKind::kEach:
    case StageKind::kLearn: return false;
  }
  return false;
}

// Agents are told what the author doubts, and may take their point back. A check has no ear for it.
std::string ConcernsOf(const State& state, const Lane& at) {
  const Stage& stage = StageOf(state, at);
  const bool listens = stage.kind == StageKind::kAgent || stage.kind == StageKind::kPanel;
  if (!listens || stage.revision_index < 0) return "";
  const Json& concerns = at.memos[static_cast<std::size_t>(stage.revision_index)].result["concerns"];
  return concerns.is_null() ? "" : "/concerns=" + concerns.Dump();
}

// What the stage that makes the changes hands back; empty: changed files.
std::string DocumentSentBack(const State& state, const Lane& at) {
  const int target = StageOf(state, at).revision_index;
  return target < 0 ? "" : StagesOf(state, at)[static_cast<std::size_t>(target)].produces;
}

// The commit that holds the files of the lane. Steps are on the branch before the run's own lane is judged. The first
// unit of that lane has a snapshot of its own also if it changed nothing.
std::string FilesOf(const State& state, LaneId lane) {
  const Lane& at = LaneOf(state, lane);
  if (!lane.is_run() || state.commits.empty()) return at.snapshot;
  return state.commits.back() + "/" + (at.unmerged ? at.snapshot : "");
}

// Where no snapshot tells two versions of the files apart: how often the lane has come to a stage that may have changed
// them. The engine does not know which agents write.
int TimesWorked(const State& state, const Lane& at) {
  const std::vector<Stage>& stages = StagesOf(state, at);
  int times = 0;
  for (std::size_t i = 0; i < at.memos.size(); ++i) {
    const bool works = stages[i].kind == StageKind::kEach || (Works(stages[i]) && stages[i].produces != "plan");
    if (works) times += at.memos[i].entered;
  }
  return times;
}

}  // namespace

std::string ContentsOf(const State& state, LaneId lane, const std::vector<std::string>& names) {
  std::string contents;
  for (const std::string& name : names) {
    const ArtifactRef* artifact = FindArtifact(state, lane, name);
    if (artifact != nullptr) contents += "/" + name + "=" + artifact->sha256;
  }
  return contents;
}

std::string SubjectOf(const State& state, LaneId lane) {
  const Lane& at = LaneOf(state, lane);
  const Stage& stage = StageOf(state, at);
  const bool waits = stage.revision_index == at.stage;  // it sends back to itself: for something outside
  if (state.start.rules < kFirstRules || !JudgesWork(stage) || waits) return "";
  const std::string document = DocumentSentBack(state, at);
  const std::string work = FilesOf(state, lane);
  // A document may be word for word the same while the files that it is about are others.
  if (work.empty() && (document != "plan" || !lane.is_run())) return "";
  std::string subject = (state.plan ? state.plan->hash : "") + "/" + work;
  if (work.empty()) subject += "worked=" + std::to_string(TimesWorked(state, at));
  subject += ContentsOf(state, lane, stage.sees) + ContentsOf(state, lane, {document});
  for (const Member& member : stage.members) subject += ContentsOf(state, lane, member.sees);
  // What a merge refuses may be the other steps' doing, which are on the branch since.
  if (stage.kind == StageKind::kIntegrate && !state.commits.empty()) subject += "/" + state.commits.back();
  return subject + ConcernsOf(state, at);
}

bool VerdictStands(const State& state, LaneId lane) {
  const StageMemo& memo = LaneOf(state, lane).memo();
  return !memo.judged.empty() && memo.judged == memo.looks_at;
}

bool CameBackUnchanged(const State& state, LaneId lane) {
  const Lane& at = LaneOf(state, lane);
  if (!at.memo().sent_back || !VerdictStands(state, lane)) return false;
  return StageOf(state, at).kind != StageKind::kCheck || DocumentSentBack(state, at) != "plan";
}

void WantNewVerdict(const Stage& stage, StageMemo& memo) {
  if (stage.kind == StageKind::kAgent || stage.kind == StageKind::kPanel) memo.judged.clear();
}

void WantNewAnswers(const Stage& stage, StageMemo& memo) {
  WantNewVerdict(stage, memo);
  for (MemberMemo& member : memo.members) member.basis.clear();
}

void WantNewVerdicts(const State& state, Lane& lane) {
  if (state.start.rules < kFirstRules) return;
  const std::vector<Stage>& stages = StagesOf(state, lane);
  for (std::size_t i = 0; i < lane.memos.size(); ++i) WantNewAnswers(stages[i], lane.memos[i]);
}

void ForgetSubjects(Lane& lane) {
  for (StageMemo& memo : lane.memos) {
    std::string().swap(memo.looks_at);
    std::string().swap(memo.judged);
  }
}

void NoteSentBack(const State& state, LaneId lane, StageMemo& memo) {
  const bool merges = StageOf(state, LaneOf(state, lane)).kind == StageKind::kIntegrate;
  memo.judged = merges ? SubjectOf(state, lane) : memo.looks_at;
  memo.sent_back = true;
}

}  // namespace forge
