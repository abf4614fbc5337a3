#include "service/report/milestone_mirror.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "base/strings.h"
#include "memory/secrets.h"
#include "model/json.h"
#include "os/files/file_lock.h"
#include "os/files/files.h"
#include "service/agents/models.h"
#include "service/answer_command.h"
#include "service/forge.h"
#include "service/land.h"
#include "service/memory/memory.h"
#include "service/parent_page.h"
#include "service/report/cost.h"
#include "service/report/milestone_pages.h"
#include "service/report/run_tree.h"
#include "service/run_queries.h"
#include "service/unit/job.h"
#include "service/unit/run_files.h"
#include "store/store.h"
#include "workspace/names.h"

namespace forge {
namespace {

// Pages that are put together when a milestone ends: file and title.
constexpr std::pair<const char*, const char*> kMerged[] = {{"ROADMAP.md", "Roadmap"},
                                                           {"STATE.md", "State"},
                                                           {"DECISIONS.md", "Decisions"},
                                                           {"KNOWLEDGE.md", "Knowledge"},
                                                           {"LEDGER.md", "Ledger"}};

bool StepsAreRuns(const Started& start) {
  return std::ranges::any_of(start.pipelines.pipelines.front().stages, [](const Stage& stage) {
    return stage.kind == StageKind::kEach && stage.over == Over::kRuns;
  });
}

// Where the pages are, or nothing: they are not wanted.
Result<std::string> PagesDirectory(const Forge& forge) {
  const std::string path(Trim(forge.settings().Get("milestone_pages")));
  if (path.empty() || EqualsIgnoreCase(path, "off")) return std::string();
  const auto parts = Split(path, '/');
  const bool is_ours = path == ".forge/state" || path.starts_with(".forge/state/");
  if (path.starts_with('/') || is_ours || std::ranges::find(parts, "..") != parts.end() ||
      std::ranges::find(parts, ".git") != parts.end())
    return Fail(Code::kInvalid, fmt::format("milestone_pages: `{}` is no directory below the project", path),
                "forge config set milestone_pages docs/milestones, or off");
  std::string at = forge.project().root;
  for (std::string_view part : parts) {
    at = JoinPath(at, part);
    if (LookAtPath(at, false).value_or(PathKind::kNothing) == PathKind::kLink)
      return Fail(Code::kInvalid, at + " is a link: Forge writes no pages through it",
                  "forge config set milestone_pages .forge/milestones, or off");
  }
  return forge.project().root + "/" + path;
}

// Pages are made from the journal, which git does not have either. Made once: who commits them deletes the file.
Status HideFromGit(const Project& project, const std::string& directory) {
  if (directory != project.forge + "/milestones" || Exists(directory)) return {};
  TRY(MakeDirectories(directory));
  return WriteFileAtomic(directory + "/.gitignore",
                         "# Forge makes these pages from its journal. To commit them, delete this file.\n*\n");
}

// A page that says the same already is left alone: its time says when it changed. A file that a person wrote is too.
Status WritePage(const std::string& path, const std::string& page) {
  const std::string text = MaskSecrets(page);
  const std::optional<std::string> before = TRY(ReadFileIfThere(path));
  if (before && *before == text) return {};
  if (before && !before->starts_with(kPageMark)) {
    return Fail(Code::kConflict, path + " is there, and is no page of Forge",
                "move it, or choose another directory: forge config set milestone_pages .forge/milestones");
  }
  TRY(MakeDirectories(DirName(path)));
  return WriteFileAtomic(path, text);
}

// The run itself or the nearest one above whose steps are runs; 0: none.
Result<RunId> MilestoneOf(Forge& forge, RunId run) {
  for (RunId at = run; at.value != 0;) {
    if (StepsAreRuns(TRY(LoadStarted(forge, at)))) return at;
    const auto row = TRY(forge.store().FindRun(at));
    at = row && row->parent_unit.value != 0 ? row->parent : RunId{};
  }
  return RunId{};
}

// A page is read when the engine that wrote it may have ended: the command that answers also goes on.
std::string AnswerTo(const std::vector<StoredQuestion>& open) {
  const StoredQuestion& asked = open.front();
  return CommandToAnswer(asked, FirstOption(asked.question), IsOnlyOpen(open, asked), true);
}

// Of the run alone, without those below it.
Result<LedgerRow> AddUp(Forge& forge, const ModelTable& models, const RunRow& run) {
  LedgerRow row;
  for (const UnitRow& unit : TRY(forge.store().ListUnits(run.id))) {
    const bool agent = unit.kind == UnitKind::kAgent || unit.kind == UnitKind::kLearn;
    if (agent && unit.status == UnitStatus::kDone && unit.usage.tokens() == 0) row.more_tokens = true;
  }
  row.more_usd = row.more_tokens || TRY(CountUnpriced(forge.store(), forge.project(), models, run)) > 0;
  row.run = TRY(WithAllSpent(forge, run));
  return row;
}

class PageWriter {
 public:
  PageWriter(Forge& forge, std::string directory, RunRow milestone)
      : forge_(forge), directory_(std::move(directory)), milestone_(std::move(milestone)) {
    folder_ = directory_ + "/" + MilestoneName(milestone_);
  }

  Status WriteRoadmap(const State& state) {
    return WritePage(folder_ + "/ROADMAP.md", RoadmapPage(milestone_, state, TRY(Workers())));
  }

  Status WriteMilestone(const State& state) {
    const auto workers = TRY(Workers());
    TRY(WriteRoadmap(state));
    TRY(WriteDocuments(folder_, milestone_, state));
    TRY(WriteDecisions(state, workers));
    TRY(WriteKnowledge());
    return WriteState();
  }

  Status WriteState() {
    const RunView view = TRY(GlanceAtRun(forge_, milestone_.id));
    const std::vector<StoredQuestion> open = TRY(OpenQuestions(forge_, milestone_.id));
    TRY(WritePage(folder_ + "/STATE.md",
                  StatePage(view.run, TRY(TreeLines(forge_, view.run)), TRY(PathToWork(forge_, view.run)), open,
                            open.empty() ? NextCommand(forge_, view) : AnswerTo(open))));
    return WriteLedger(view.run);
  }

  Status WriteLedger(const RunRow& top) {
    const ModelTable models = TRY(LoadModels(forge_.machine(), forge_.project()));
    std::vector<LedgerRow> rows = {TRY(AddUp(forge_, models, top))};
    for (const RunBelow& below : TRY(TreeBelow(forge_, milestone_.id)))
      rows.push_back(TRY(AddUp(forge_, models, below.run)));
    // The runs below a run stand behind it: from the end, each tells the one above it.
    for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
      const auto above = std::ranges::find(rows, row->run.parent, [](const LedgerRow& one) { return one.run.id; });
      if (above == rows.end()) continue;
      above->more_tokens |= row->more_tokens;
      above->more_usd |= row->more_usd;
    }
    return WritePage(folder_ + "/LEDGER.md", LedgerPage(rows));
  }

  Status WriteStep(const RunRow& run, const State& state) {
    const std::string folder = folder_ + "/slices/" + SafeFileName(run.parent_step.value);
    const RunFiles files(forge_.project(), run.id, run.slug);
    if (const std::string plan = TRY(files.ReadPlan()).value_or(""); !plan.empty())
      TRY(WritePage(folder + "/PLAN.md", PageMark(run.id) + "\n" + plan));
    const std::string told = TRY(files.ReadArtifact("run", kParentPage)).value_or("");
    if (!told.empty())
      TRY(WritePage(folder + "/CONTEXT.md", fmt::format("{}\n# Context\n\n{}", PageMark(run.id), told)));
    TRY(WriteDocuments(folder, run, state));
    TRY(WriteReviews(folder, run, state, files));
    const RunView view = TRY(ViewRun(forge_, run.id));
    TRY(WritePage(folder + "/VERIFICATION.md", VerificationPage(run, LastChecks(view, state, files), state.accepted)));
    const bool branch = state.start.settings["isolation"].AsString() != "shared";
    const RunId root = TRY(RootOf(forge_.store(), run.id));
    return WritePage(folder + "/UAT.md", UatPage(run, state.plan ? state.plan->steps : std::vector<StepSpec>(),
                                                 branch ? RunNames(root).branch() : ""));
  }

 private:
  Result<std::map<StepId, RunRow>> Workers() {
    std::vector<RunRow> rows = TRY(forge_.store().FindRuns({.parent = milestone_.id}));
    std::ranges::sort(rows, {}, &RunRow::id);
    std::map<StepId, RunRow> workers;
    for (RunRow& row : rows) {
      if (row.parent_unit.value != 0) workers.insert_or_assign(row.parent_step, std::move(row));
    }
    return workers;
  }

  // What its stages wrote, under the names that they gave it.
  Status WriteDocuments(const std::string& folder, const RunRow& run, const State& state) {
    const RunFiles files(forge_.project(), run.id, run.slug);
    for (const Stage& stage : state.start.pipelines.pipelines.front().stages) {
      const bool document = stage.produces.ends_with(".md") && FindArtifact(state, kRunLane, stage.produces) != nullptr;
      if (!document) continue;
      const std::string text = TRY(files.ReadArtifact("run", stage.produces)).value_or("");
      TRY(WritePage(folder + "/" + SafeFileName(stage.produces), PageMark(run.id) + "\n" + text));
    }
    return {};
  }

  Status WriteDecisions(const State& state, const std::map<StepId, RunRow>& workers) {
    const auto ended = [&](RunId run) { return forge_.store().ReadJournal(run, {.inputs_only = true}); };
    std::vector<PageDecision> made =
        DecisionsOf(fmt::format("M{:03}", milestone_.id.value), state, TRY(ended(milestone_.id)));
    for (const auto& [step, worker] : workers) {
      const State below = TRY(LoadState(forge_, worker.id));
      std::ranges::move(DecisionsOf(step.value, below, TRY(ended(worker.id))), std::back_inserter(made));
    }
    return WritePage(folder_ + "/DECISIONS.md", DecisionsPage(milestone_, std::move(made)));
  }

  Status WriteKnowledge() {
    std::set<RunId> runs = {milestone_.id};
    for (const RunBelow& below : TRY(TreeBelow(forge_, milestone_.id))) runs.insert(below.run.id);
    Memory memory = TRY(Memory::Open(forge_.machine(), forge_.project(), false));
    std::vector<Fact> facts = TRY(memory.List(FactScope::kProject, {}));
    std::erase_if(facts, [&](const Fact& fact) { return !runs.contains(fact.from.run); });
    std::ranges::sort(facts, {}, &Fact::id);
    return WritePage(folder_ + "/KNOWLEDGE.md", KnowledgePage(milestone_, facts));
  }

  Status WriteReviews(const std::string& folder, const RunRow& run, const State& state, const RunFiles& files) {
    std::vector<LastReview> reviews;
    for (const Stage& stage : state.start.pipelines.pipelines.front().stages) {
      if (stage.verdict.empty() || FindArtifact(state, kRunLane, stage.verdict) == nullptr) continue;
      std::vector<NamedText> said;
      for (const Member& member : stage.members)
        said.push_back(
            {member.name, TRY(files.ReadArtifact("run", stage.name + "." + member.name + ".md")).value_or("")});
      if (said.empty()) said.push_back({"", TRY(files.ReadArtifact("run", stage.verdict)).value_or("")});
      reviews.push_back({stage.name, "", ReviewOfChild(stage, said)});
    }
    if (reviews.empty()) return {};
    return WritePage(folder + "/REVIEW.md",
                     ReviewPage(run, reviews, TRY(ListFindings(forge_.store(), run.id, &files))));
  }

  // What ran before the work proves nothing of it, and checks of a plan are about no work.
  static bool Proves(const State& state, const std::string& name) {
    return std::ranges::any_of(state.start.pipelines.pipelines, [&](const Pipeline& pipeline) {
      const Stage* stage = pipeline.Find(name);
      return stage != nullptr && stage->kind == StageKind::kCheck && !stage->commands.empty() &&
             stage->mode != CheckMode::kBaseline;
    });
  }

  // The last word of each checking stage, in the order of the first.
  static std::vector<LastCheckRow> LastChecks(const RunView& view, const State& state, const RunFiles& files) {
    std::vector<LastCheckRow> checks;
    for (const UnitRow& unit : view.units) {
      if (unit.kind != UnitKind::kCheck || unit.status != UnitStatus::kDone || !Proves(state, unit.stage)) continue;
      LastCheckRow check{unit.step, unit.stage, unit.summary, true, "", {}};
      const auto text = files.ReadUnitText(unit.id, "verify.json").value_or(std::nullopt);
      const Json record = text ? ParseJson(*text).value_or(Json()) : Json();
      if (!record.is_object()) continue;
      check.passed = record["passed"].AsBool();
      check.tree = record["tree"].AsString();
      for (const Json& result : record["results"].AsArray())
        check.commands.emplace_back(result["command"].AsString(), static_cast<int>(result["exit_code"].AsInt()));
      const auto same = std::ranges::find_if(
          checks, [&](const LastCheckRow& other) { return other.step == check.step && other.stage == check.stage; });
      if (same == checks.end()) {
        checks.push_back(std::move(check));
      } else {
        *same = std::move(check);
      }
    }
    return checks;
  }

  Forge& forge_;
  std::string directory_, folder_;
  RunRow milestone_;
};

// All milestones on one page of each kind, from the pages of each: also of those that came with the repository.
Status MergePages(const std::string& directory) {
  for (const auto& [file, title] : kMerged) {
    std::map<std::string, std::string> fragments;
    for (const std::string& folder : TRY(ListDirectory(directory))) {
      const std::string path = fmt::format("{}/{}/{}", directory, folder, file);
      if (!IsDirectory(directory + "/" + folder)) continue;
      if (auto text = TRY(ReadFileIfThere(path))) fragments.emplace(folder, *std::move(text));
    }
    TRY(WritePage(fmt::format("{}/{}", directory, file), MergedPage(title, fragments)));
  }
  return {};
}

Status WritePages(Forge& forge, RunId run, RunId milestone, const State& state) {
  const std::string directory = TRY(PagesDirectory(forge));
  if (directory.empty()) return {};
  const auto top = TRY(forge.store().FindRun(milestone));
  const auto row = TRY(forge.store().FindRun(run));
  if (!top || !row) return {};
  // Who writes pages also drives the run: it waits for no one who is stopped.
  constexpr LockPatience kShortly{.stopped = std::chrono::milliseconds(0), .running = std::chrono::seconds(2)};
  const FileLock lock = TRY(FileLock::Take(forge.project().state + "/milestones.lock", kShortly));
  TRY(HideFromGit(forge.project(), directory));
  PageWriter writer(forge, directory, *top);
  const bool ends = IsEnd(row->status);
  if (run == milestone) {
    TRY(writer.WriteMilestone(state));
  } else {
    TRY(writer.WriteStep(*row, state));
    TRY(writer.WriteState());
    if (ends) TRY(writer.WriteRoadmap(TRY(LoadState(forge, milestone))));
  }
  // The program above says what its milestones wait for.
  for (RunRow at = *top; at.parent_unit.value != 0;) {
    const auto above = TRY(forge.store().FindRun(at.parent));
    if (!above) break;
    PageWriter program(forge, directory, *above);
    TRY(program.WriteState());
    if (ends) TRY(program.WriteRoadmap(TRY(LoadState(forge, above->id))));
    at = *above;
  }
  return ends && (run == milestone || IsEnd(top->status)) ? MergePages(directory) : Status();
}

std::string KeyOf(const State& state) {
  return fmt::format("{}|{}|{}|{}|{}|{}|{}", Name(Outlook(state)), state.lane.stage, state.settled, state.open.size(),
                     state.running_steps.size(), state.plan ? state.plan->hash : "", state.artifacts.size());
}

}  // namespace

bool MilestoneMirror::Moved(const State& state) {
  if (!milestone_) {
    const auto found = MilestoneOf(forge_, run_);
    milestone_ = found ? *found : RunId{};
  }
  return milestone_->value != 0 && KeyOf(state) != shown_;
}

Status MilestoneMirror::Show(const State& state) {
  if (!Moved(state)) return {};
  TRY(WritePages(forge_, run_, *milestone_, state));
  shown_ = KeyOf(state);
  return {};
}

void ShowMilestone(Forge& forge, RunId run, const State& state) {
  MilestoneMirror mirror(forge, run);
  if (const Status shown = mirror.Show(state); !shown)
    forge.Warn("the pages of the milestone are older than its runs: " + Describe(shown.error()));
}

}  // namespace forge
