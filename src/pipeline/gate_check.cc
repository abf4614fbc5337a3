// `gate` and `when` of a file's stages: do they parse, do the stages they name exist, can they ever hold?
#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/strings.h"
#include "pipeline/pipeline_file.h"
#include "text/gates.h"

namespace forge {
namespace {

// What all directives on one subject demand together.
struct Demand {
  std::optional<std::set<std::string>> allowed;  // by `require == / in`; none: anything
  std::set<std::string> excluded;                // by `require !=`, `forbid == / in`

  void Allow(const std::vector<std::string>& values) {
    std::set<std::string> both;
    for (const std::string& value : values) {
      if (!allowed || allowed->contains(value)) both.insert(value);
    }
    allowed = std::move(both);
  }

  bool possible() const {
    return !allowed || std::ranges::any_of(*allowed, [&](const auto& value) { return !excluded.contains(value); });
  }
};

void AddTo(Demand& demand, const GateDirective& directive) {
  const bool forbids = directive.kind == GateDirective::Kind::kForbid;
  const bool negated = directive.op == GateOp::kNotEqual;
  if (!forbids && !negated) {
    demand.Allow(directive.values);
  } else if (!forbids || !negated) {
    demand.excluded.insert(directive.values.begin(), directive.values.end());
  }
  // `forbid x != a` also passes when x is missing: nothing follows for the rest.
}

class GateChecker {
 public:
  GateChecker(const Pipeline& pipeline, const std::vector<StageSource>& sources, ProblemList& problems)
      : pipeline_(pipeline), sources_(sources), problems_(problems) {
    for (std::size_t i = 0; i < pipeline.stages.size(); ++i) places_.emplace(pipeline.stages[i].name, i);
  }

  void Run() {
    for (std::size_t i = 0; i < pipeline_.stages.size(); ++i) {
      Check(i, "when", sources_[i].when);
      Check(i, "gate", sources_[i].gate);
    }
  }

 private:
  void Check(std::size_t index, std::string_view key, const Condition& condition) {
    if (condition.text.empty()) return;
    const std::string where = fmt::format("`{}` of {}", key, StageLabel(pipeline_.stages[index], index));
    const ParsedGate parsed = ParseGate(condition.text);
    for (const GateProblem& problem : parsed.problems) {
      problems_.Add(condition.At(problem.line), fmt::format("{}: {}", where, ValidUtf8(problem.what)));
    }
    if (!parsed.problems.empty()) return;
    if (parsed.gate.empty()) {
      problems_.Add(condition.At(1), where + " is empty", "write artifact, require, forbid or after lines");
      return;
    }
    for (const GateDirective& directive : parsed.gate) {
      if (directive.kind == GateDirective::Kind::kAfter)
        CheckAfter(index, key, where, condition.At(directive.line), directive);
    }
    CheckPossible(key, where, condition, parsed.gate);
  }

  void CheckAfter(std::size_t index, std::string_view key, const std::string& where, SourcePos pos,
                  const GateDirective& directive) {
    const auto found = places_.find(directive.subject);
    if (found == places_.end()) {
      std::vector<std::string> names;
      for (const Stage& stage : pipeline_.stages) names.push_back(stage.name);
      problems_.Add(pos, fmt::format("unknown stage {} in {}", Quote(directive.subject), where),
                    Suggest(directive.subject, names, "the stages are"));
      return;
    }
    const Stage& other = pipeline_.stages[found->second];
    const std::string& wanted = directive.values.front();
    const bool gives = wanted == "n/a" ||
                       (wanted == "revision" ? other.sends_back() : other.reviews() || other.kind == StageKind::kAsk);
    if (!gives) {
      problems_.Add(pos,
                    fmt::format("{} can never hold: stage `{}` is never {}", where, other.name,
                                wanted == "revision" ? "asking for a revision" : wanted),
                    fmt::format("write `after {} = n/a`, or give that stage a `verdict`", other.name));
    } else if (found->second >= index && key == "gate") {
      problems_.Add(pos, fmt::format("{} can never hold: stage `{}` does not come earlier", where, other.name),
                    "`gate` can only use earlier stages; `when` may use a later stage that leads back here");
    } else if (found->second >= index && !LoopsBack(found->second, index)) {
      problems_.Add(pos,
                    fmt::format("{} can never hold, so the stage is unreachable: nothing leads back from `{}`", where,
                                other.name),
                    "give that stage, or a later one, an `on_revision` that leads to this stage or an earlier one");
    }
  }

  // Does a stage at `from` or later send work back to `to` or earlier?
  bool LoopsBack(std::size_t from, std::size_t to) const {
    for (std::size_t i = from; i < pipeline_.stages.size(); ++i) {
      const auto target = places_.find(pipeline_.stages[i].on_revision);
      if (target != places_.end() && target->second <= to) return true;
    }
    return false;
  }

  void CheckPossible(std::string_view key, const std::string& where, const Condition& condition, const Gate& gate) {
    std::map<std::pair<bool, std::string>, Demand> demands;
    for (const GateDirective& directive : gate) {
      if (directive.kind == GateDirective::Kind::kArtifact) continue;
      const bool after = directive.kind == GateDirective::Kind::kAfter;
      Demand& demand = demands[{after, directive.subject}];
      if (after) {
        demand.Allow(directive.values);
      } else {
        AddTo(demand, directive);
      }
      if (demand.possible()) continue;
      problems_.Add(condition.At(directive.line),
                    fmt::format("{} can never hold{}: {} contradicts the lines above it or itself", where,
                                key == "when" ? ", so the stage is unreachable" : "", Quote(directive.text)));
      return;
    }
  }

  const Pipeline& pipeline_;
  const std::vector<StageSource>& sources_;
  ProblemList& problems_;
  std::map<std::string, std::size_t, std::less<>> places_;
};

}  // namespace

void CheckGates(const Pipeline& pipeline, const std::vector<StageSource>& sources, ProblemList& problems) {
  GateChecker(pipeline, sources, problems).Run();
}

}  // namespace forge
