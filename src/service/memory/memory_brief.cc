#include "service/memory/memory_brief.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/strings.h"
#include "memory/terms.h"
#include "service/memory/known_risks.h"
#include "service/memory/subsystems.h"
#include "text/first_line.h"

namespace forge {
namespace {

constexpr std::size_t kNamed = 60;
constexpr std::size_t kPastRuns = 5;
constexpr std::size_t kSpikes = 10;
constexpr std::size_t kTriples = 10;
constexpr std::string_view kStepStage = "execute";

// Sections in the order of their worth; what no longer fits is left out, from the end.
class Brief {
 public:
  explicit Brief(std::size_t tokens) : tokens_(tokens) {}

  void Section(std::string_view title, const std::vector<std::string>& lines) {
    std::string head = std::string(title) + ":\n";
    for (const std::string& line : lines) {
      const std::string item = head + "- " + line + "\n";
      const std::size_t cost = RoughTokens(item);
      if (spent_ + cost > tokens_) {
        left_out_.push_back(FirstLine(line, kNamed));
        continue;
      }
      spent_ += cost;
      text_ += item;
      head.clear();
    }
  }

  MemoryText Take() && { return {std::move(text_), std::move(left_out_)}; }

 private:
  std::size_t tokens_;
  std::size_t spent_ = 0;
  std::string text_;
  std::vector<std::string> left_out_;
};

std::string FactLine(const Hit& hit) {
  std::string line = hit.fact.text + fmt::format(" [{}, {:.2f}", Name(hit.fact.category), hit.confidence);
  if (hit.fact.status == FactStatus::kDraft) line += ", unconfirmed";
  return line + "]";
}

std::string RunLine(const RunRecord& run) {
  std::string line = fmt::format("run {} ({}): {}", run.run.value, Name(run.status), run.objective);
  if (!run.lesson.empty()) line += "; " + run.lesson;
  return line;
}

// Precedents for planners: earlier runs on the same subsystems, where they failed, and their reasons.
Status AddPrecedents(Memory& memory, const Project& project, const BriefRequest& request, Brief& brief) {
  if (memory.project() == nullptr) return {};
  HistoryStore& history = memory.project()->history();
  const std::vector<RunRecord> runs = TRY(history.ListRuns());
  const std::vector<Subsystem> subsystems = TRY(LoadSubsystems(project));
  std::vector<std::string> touched = SubsystemsOf(subsystems, request.paths);
  for (const std::string& name : SubsystemsIn(subsystems, request.about)) {
    if (std::find(touched.begin(), touched.end(), name) == touched.end()) touched.push_back(name);
  }
  auto is_touched = [&](const std::string& name) {
    return std::find(touched.begin(), touched.end(), name) != touched.end();
  };
  std::vector<std::string> lines;
  for (const RunRecord& run : PastRuns(runs, touched, kPastRuns)) lines.push_back(RunLine(run));
  brief.Section("Earlier runs on the same subsystems", lines);
  lines.clear();
  for (const Risk& risk : RiskOf(runs)) {
    if (!is_touched(risk.subsystem) || risk.failed == 0) continue;
    lines.push_back(fmt::format("{}: {} of {} checks failed, {:.1f} rounds a run", risk.subsystem, risk.failed,
                                risk.failed + risk.passed, risk.mean_iterations));
  }
  brief.Section("Risk", lines);
  lines.clear();
  for (const CoFailure& pair : CoFailuresOf(runs)) {
    if (pair.fail_rate <= kCoFailureRate || is_touched(pair.a) == is_touched(pair.b)) continue;
    lines.push_back(fmt::format("{} and {} tend to fail together ({:.0f} % of {} checks): is the other one in scope?",
                                pair.a, pair.b, pair.fail_rate * 100, pair.failed + pair.passed));
  }
  brief.Section("Together", lines);
  return {};
}

// What the graph says of the things that are named.
Result<std::vector<std::string>> TriplesAbout(Memory& memory, const std::string& about) {
  const std::vector<std::string> terms = DistinctTerms(about);
  auto names = [&](const std::string& thing) {
    const std::vector<std::string> own = DistinctTerms(thing);
    return !own.empty() && std::all_of(own.begin(), own.end(), [&](const std::string& term) {
      return std::find(terms.begin(), terms.end(), term) != terms.end();
    });
  };
  std::vector<std::string> lines;
  for (MemoryStore* store : TRY(memory.Stores(std::nullopt))) {
    for (const Triple& triple : TRY(store->knowledge().FindTriples({}))) {
      if (lines.size() == kTriples) break;
      if (!names(triple.subject) && !names(triple.object)) continue;
      lines.push_back(fmt::format("{} {} {}{}", triple.subject, triple.predicate, triple.object,
                                  triple.doubt.at.ms > 0 ? " (doubted)" : ""));
    }
  }
  return lines;
}

Status Fill(Memory& memory, const Project& project, const BriefRequest& request, TimePoint now, Brief& brief) {
  RecallRequest recall;
  recall.query = request.about;
  recall.stage = request.in_step ? std::string(kStepStage) : request.stage;
  recall.tokens = request.tokens;
  std::vector<Hit> hits = TRY(memory.Recall(recall, now));
  // The usual shape of a run is for people: no agent can do anything with it.
  std::erase_if(hits, [](const Hit& hit) { return hit.fact.category == FactCategory::kSuccessPattern; });
  std::vector<std::string> lines;
  for (const Hit& hit : hits) lines.push_back(FactLine(hit));
  brief.Section("Facts", lines);
  memory.NoteUse(hits, now);
  lines.clear();
  for (const Spike& spike : TRY(memory.UsableSpikes(request.about, now))) {
    if (lines.size() == kSpikes) break;
    lines.push_back(ToText(spike) + (spike.contradicts.empty() ? "" : " (contradicted by another test)"));
  }
  brief.Section("Assumptions that were tested", lines);
  brief.Section("Known relations", TRY(TriplesAbout(memory, request.about)));
  if (RecallKindOf(recall.stage) != RecallKind::kPlan) return {};
  // What is shown among the facts already is not said twice.
  std::vector<std::string> risks = KnownRisks(memory, now);
  std::erase_if(risks, [&](const std::string& risk) {
    return std::any_of(hits.begin(), hits.end(), [&](const Hit& hit) { return hit.fact.text == risk; });
  });
  brief.Section("Known risks", risks);
  return AddPrecedents(memory, project, request, brief);
}

}  // namespace

MemoryText MemoryBriefCounted(const Machine& machine, const Project& project, const BriefRequest& request,
                              TimePoint now) {
  Brief brief(request.tokens);
  auto memory = Memory::Open(machine, project, false);
  if (!memory) {
    brief.Section("Note", {"the memory cannot be read: " + memory.error().message});
    return std::move(brief).Take();
  }
  if (Status filled = Fill(*memory, project, request, now, brief); !filled) {
    brief.Section("Note", {"part of the memory cannot be read: " + filled.error().message});
  }
  return std::move(brief).Take();
}

std::string MemoryBrief(const Machine& machine, const Project& project, const BriefRequest& request, TimePoint now) {
  return MemoryBriefCounted(machine, project, request, now).text;
}

}  // namespace forge
