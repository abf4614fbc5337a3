// `gate` and `when` of a file's stages: do they parse, do they name stages of this pipeline, can they ever hold?
#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/strings.h"
#include "pipeline/pipeline_file.h"
#include "text/gates.h"

namespace forge {
namespace {

// What the directives on one subject ask of it together.
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

void Absorb(Demand& demand, const GateDirective& directive) {
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
  GateChecker(const Pipeline& pipeline, const std::vector<const TomlValue*>& tables, ProblemList& problems)
      : pipeline_(pipeline), tables_(tables), problems_(problems) {
    for (std::size_t i = 0; i < pipeline.stages.size(); ++i) places_.emplace(pipeline.stages[i].name, i);
  }

  void Run() {
    for (std::size_t i = 0; i < pipeline_.stages.size(); ++i) {
      Check(i, "when", pipeline_.stages[i].when);
      Check(i, "gate", pipeline_.stages[i].gate);
    }
  }

 private:
  void Check(std::size_t index, std::string_view key, const std::string& text) {
    if (text.empty()) return;
    const std::string where = fmt::format("`{}` of {}", key, StageLabel(pipeline_.stages[index], index));
    const TomlValue& value = tables_[index]->Find(key)->value;
    const ParsedGate parsed = ParseGate(text);
    for (const GateProblem& problem : parsed.problems) {
      problems_.Add(PosOf(value, problem.line), fmt::format("{}: {}", where, ValidUtf8(problem.what)));
    }
    if (!parsed.problems.empty()) return;
    if (parsed.gate.empty()) {
      problems_.Add(value.begin, where + " says nothing", "write artifact, require, forbid or after lines");
      return;
    }
    for (const GateDirective& directive : parsed.gate) {
      if (directive.kind == GateDirective::Kind::kAfter) CheckAfter(index, key, where, value, directive);
    }
    CheckPossible(key, where, value, parsed.gate);
  }

  void CheckAfter(std::size_t index, std::string_view key, const std::string& where, const TomlValue& value,
                  const GateDirective& directive) {
    const SourcePos pos = PosOf(value, directive.line);
    const auto found = places_.find(directive.subject);
    if (found == places_.end()) {
      std::vector<std::string> names;
      for (const Stage& stage : pipeline_.stages) names.push_back(stage.name);
      problems_.Add(pos, fmt::format("{} names no stage of this pipeline: {}", where, Quote(directive.subject)),
                    Suggest(directive.subject, names, "its stages are"));
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
      problems_.Add(pos, fmt::format("{} can never hold: stage `{}` comes no earlier", where, other.name),
                    "a gate looks back; `when` may look at a later stage of a loop");
    } else if (found->second >= index && !LoopsBack(found->second, index)) {
      problems_.Add(pos,
                    fmt::format("{} can never hold, so the stage is unreachable: nothing leads back from `{}`", where,
                                other.name),
                    "let that stage (or a later one) have an `on_revision` to this stage or an earlier one");
    }
  }

  // Is there a way back from `from` or later to `to` or earlier?
  bool LoopsBack(std::size_t from, std::size_t to) const {
    for (std::size_t i = from; i < pipeline_.stages.size(); ++i) {
      const auto target = places_.find(pipeline_.stages[i].on_revision);
      if (target != places_.end() && target->second <= to) return true;
    }
    return false;
  }

  void CheckPossible(std::string_view key, const std::string& where, const TomlValue& value, const Gate& gate) {
    std::map<std::pair<bool, std::string>, Demand> demands;
    for (const GateDirective& directive : gate) {
      if (directive.kind == GateDirective::Kind::kArtifact) continue;
      const bool after = directive.kind == GateDirective::Kind::kAfter;
      Demand& demand = demands[{after, directive.subject}];
      if (after) {
        demand.Allow(directive.values);
      } else {
        Absorb(demand, directive);
      }
      if (demand.possible()) continue;
      problems_.Add(PosOf(value, directive.line),
                    fmt::format("{} can never hold{}: {} contradicts the lines above it or itself", where,
                                key == "when" ? ", so the stage is unreachable" : "", Quote(directive.text)));
      return;
    }
  }

  // A gate's own line, as a line of the file. The column is that of the first word; one-line strings have no lines.
  SourcePos PosOf(const TomlValue& value, int gate_line) const {
    if (value.begin.line == value.end.line) return value.begin;
    const int line = std::clamp(value.text_line + std::max(gate_line, 1) - 1, value.begin.line, value.end.line);
    return line == value.begin.line ? value.begin : SourcePos{line, IndentOf(value.text, gate_line) + 1};
  }

  static int IndentOf(const std::string& text, int gate_line) {
    const std::vector<std::string_view> lines = Lines(text);
    if (gate_line < 1 || static_cast<std::size_t>(gate_line) > lines.size()) return 0;
    const std::string_view line = lines[static_cast<std::size_t>(gate_line - 1)];
    const std::size_t indent = line.find_first_not_of(" \t");
    return indent == std::string_view::npos ? 0 : static_cast<int>(indent);
  }

  const Pipeline& pipeline_;
  const std::vector<const TomlValue*>& tables_;
  ProblemList& problems_;
  std::map<std::string, std::size_t, std::less<>> places_;
};

}  // namespace

void CheckGates(const Pipeline& pipeline, const std::vector<const TomlValue*>& tables, ProblemList& problems) {
  GateChecker(pipeline, tables, problems).Run();
}

}  // namespace forge
