// From a name to the set a run works with, over all the files it reaches.
#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/strings.h"
#include "pipeline/load.h"
#include "pipeline/pipeline_file.h"

namespace forge {
namespace {

class Resolver {
 public:
  explicit Resolver(const Library& library) : library_(library) {}

  ResolvedPipelines Run(const std::string& name) {
    if (!Load(name, {name, {}, ""})) return std::move(out_);
    Follow(name);
    if (out_.problems.empty()) BuildSet(name);
    return std::move(out_);
  }

 private:
  struct Reference {
    std::string file;  // where the name is used
    SourcePos pos;
    std::string where;
  };

  struct Node {
    PipelineFile file;
    std::string shown;  // the file as messages call it
    bool on_path = false;
    bool done = false;
    bool for_steps = false;  // a step goes through it
  };

  bool Load(const std::string& name, const Reference& from) {
    if (nodes_.contains(name)) return true;
    const auto text = library_.find_pipeline(name);
    if (!text) {
      const std::string what = from.where.empty() ? fmt::format("no pipeline named {}", Quote(name))
                                                  : fmt::format("unknown pipeline {} in {}", Quote(name), from.where);
      out_.problems.push_back(
          {from.file, from.pos, what, Suggest(name, library_.pipeline_names(), "the pipelines are")});
      return false;
    }
    Node& node = nodes_[name];
    node.shown = text->origin == "built-in" ? fmt::format("built-in {}.toml", name) : text->origin;
    node.file = ReadPipelineFile(text->text, node.shown);
    CheckFile(name, node);
    if (node.file.parsed.pipeline) node.file.parsed.pipeline->origin = text->origin;
    return true;
  }

  // What the file alone cannot know: its own name, and which roles exist.
  void CheckFile(const std::string& name, Node& node) {
    ProblemList problems(node.shown);
    for (Problem& problem : node.file.parsed.problems) problems.Add(problem.pos, problem.what, problem.hint);
    const auto& pipeline = node.file.parsed.pipeline;
    if (pipeline && !pipeline->name.empty() && pipeline->name != name) {
      problems.Add({1, 1}, fmt::format("the file is named `{}` but its `name` is `{}`", name, pipeline->name),
                   "use the same name for both");
    }
    for (const RoleUse& use : node.file.roles) {
      if (library_.has_role(use.role)) {
        CheckRole(use.role);
        continue;
      }
      problems.Add(use.pos, fmt::format("unknown role `{}` in {}", use.role, use.where),
                   Suggest(use.role, library_.role_names(), "the roles are"));
    }
    if (pipeline) CheckWorkIsKept(*pipeline, problems);
    for (Problem& problem : problems.Take()) out_.problems.push_back(std::move(problem));
  }

  // Once, however many stages use it.
  void CheckRole(const std::string& role) {
    if (!library_.role_problems || !checked_roles_.insert(role).second) return;
    for (Problem& problem : library_.role_problems(role)) out_.problems.push_back(std::move(problem));
  }

  // What a stage writes reaches the branch only through an integrate stage after it.
  void CheckWorkIsKept(const Pipeline& pipeline, ProblemList& problems) const {
    std::size_t after_last = pipeline.stages.size();
    while (after_last > 0 && pipeline.stages[after_last - 1].kind != StageKind::kIntegrate) --after_last;
    for (std::size_t i = after_last; i < pipeline.stages.size(); ++i) {
      const Stage& stage = pipeline.stages[i];
      const bool member_writes =
          std::ranges::any_of(stage.members, [&](const Member& member) { return library_.role_writes(member.role); });
      if (!member_writes && (stage.role.empty() || !library_.role_writes(stage.role))) continue;
      problems.Add(
          stage.pos.line > 0 ? stage.pos : SourcePos{1, 1},
          fmt::format("{} may write files, and no integrate stage comes after it: its work would be on no branch",
                      StageLabel(stage, i)),
          after_last > 0 ? fmt::format("move it before {}, or use a role that does not write",
                                       StageLabel(pipeline.stages[after_last - 1], after_last - 1))
                         : "add a stage at the end: kind = \"integrate\", how = \"commit\"");
    }
  }

  // Depth first along `each`; a pipeline that is met again while it is still on the path is a cycle.
  void Follow(const std::string& name) {
    Node& node = nodes_.at(name);
    path_.push_back(name);
    node.on_path = true;
    const bool readable = node.file.parsed.pipeline.has_value();
    for (const EachUse& use : readable ? node.file.each : std::vector<EachUse>{}) {
      FollowEach(node, node.file.parsed.pipeline->stages[use.stage], use);
    }
    node.on_path = false;
    node.done = true;
    path_.pop_back();
  }

  void FollowEach(const Node& node, const Stage& stage, const EachUse& use) {
    const std::string where = StageLabel(stage, use.stage);
    if (!Load(use.pipeline, {node.shown, use.pos, where})) return;
    Node& next = nodes_.at(use.pipeline);
    if (next.on_path) {
      RefuseCycle(node, use.pipeline, where, use.pos);
      return;
    }
    if (stage.over == Over::kSteps) MarkForSteps(use.pipeline, next, node, where, use.pos);
    if (use.for_reads) CheckOnlyReads(use, next, node, where);
    if (!next.done) Follow(use.pipeline);
  }

  // Steps that read or audit change nothing: no stage of their run may.
  void CheckOnlyReads(const EachUse& use, const Node& next, const Node& node, const std::string& where) {
    const auto& pipeline = next.file.parsed.pipeline;
    if (!pipeline) return;
    const auto writes = [&](const Stage& stage) {
      return stage.kind == StageKind::kEach || (!stage.role.empty() && library_.role_writes(stage.role)) ||
             std::ranges::any_of(stage.members, [&](const Member& one) { return library_.role_writes(one.role); });
    };
    const auto found = std::ranges::find_if(pipeline->stages, writes);
    if (found == pipeline->stages.end()) return;
    const std::string label = StageLabel(*found, static_cast<std::size_t>(found - pipeline->stages.begin()));
    out_.problems.push_back(
        {node.shown, use.pos,
         fmt::format("{} sends steps that change nothing through `{}`, whose {} {}", where, use.pipeline, label,
                     found->kind == StageKind::kEach ? "has steps of its own" : "may write files"),
         "give its stages roles that do not write"});
  }

  void RefuseCycle(const Node& node, const std::string& name, const std::string& where, SourcePos pos) {
    std::vector<std::string> cycle(std::ranges::find(path_, name), path_.end());
    cycle.push_back(name);
    out_.problems.push_back({node.shown, pos,
                             fmt::format("{} makes the pipeline include itself: {}", where, Join(cycle, " → ")),
                             "a pipeline must not include itself, even indirectly"});
  }

  // Steps have no steps of their own.
  void MarkForSteps(const std::string& name, Node& next, const Node& node, const std::string& where, SourcePos pos) {
    if (std::exchange(next.for_steps, true) || next.file.each.empty()) return;
    out_.problems.push_back({node.shown, pos,
                             fmt::format("{} runs steps through `{}`, which has an `each` stage", where, name),
                             "a step has no steps of its own: use over = \"runs\" here, or remove the `each` there"});
  }

  void BuildSet(const std::string& name) {
    Place(name);
    // NOLINTNEXTLINE(modernize-loop-convert): Place() adds pipelines to the list
    for (std::size_t i = 0; i < out_.set.pipelines.size(); ++i) {
      for (std::size_t s = 0; s < out_.set.pipelines[i].stages.size(); ++s) {
        // Place() may move the pipelines: no reference is held across it.
        const Stage stage = out_.set.pipelines[i].stages[s];
        if (stage.kind != StageKind::kEach || stage.over != Over::kSteps) continue;
        const int index = Place(stage.pipeline);
        out_.set.pipelines[i].stages[s].pipeline_index = index;
      }
      PointBack(out_.set.pipelines[i]);
    }
  }

  int Place(const std::string& name) {
    const auto [place, is_new] = places_.emplace(name, static_cast<int>(out_.set.pipelines.size()));
    if (is_new) out_.set.pipelines.push_back(*nodes_.at(name).file.parsed.pipeline);
    return place->second;
  }

  static void PointBack(Pipeline& pipeline) {
    for (Stage& stage : pipeline.stages) {
      if (!stage.on_timeout.empty()) {
        const auto instead = std::ranges::find(pipeline.stages, stage.on_timeout, &Stage::name);
        stage.timeout_index = static_cast<int>(instead - pipeline.stages.begin());
      }
      if (stage.on_revision.empty()) continue;
      const auto target = std::ranges::find(pipeline.stages, stage.on_revision, &Stage::name);
      stage.revision_index = static_cast<int>(target - pipeline.stages.begin());
    }
  }

  const Library& library_;
  std::map<std::string, Node> nodes_;
  std::vector<std::string> path_;
  std::map<std::string, int> places_;
  ResolvedPipelines out_;
  std::set<std::string> checked_roles_;
};

}  // namespace

ResolvedPipelines Resolve(const std::string& name, const Library& library) { return Resolver(library).Run(name); }

}  // namespace forge
