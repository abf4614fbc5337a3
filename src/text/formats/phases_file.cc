// A phases file: what a chat bot keeps beside its plan.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/strings.h"
#include "text/formats/foreign_fields.h"
#include "text/formats/foreign_plan.h"
#include "text/plan/plan_fields.h"
#include "text/prose.h"

namespace forge {
namespace {

constexpr std::string_view kHead = "# Phases:";
constexpr std::string_view kDash = " \xE2\x80\x94 ";
constexpr std::array<std::string_view, 3> kTexts = {"**Change spec:**", "**Output:**", "**Error:**"};

// Lines of a text that would be taken for the file's own marks carry a backslash, and so do those that begin with one
// and such a mark.
bool IsMark(std::string_view line) {
  while (line.starts_with('\\')) line.remove_prefix(1);
  return TrimRight(line) == "---" || line.starts_with("## ") ||
         std::any_of(kTexts.begin(), kTexts.end(), [&](std::string_view mark) { return line.starts_with(mark); });
}

std::string Escaped(std::string_view text) {
  std::vector<std::string> lines;
  for (std::string_view line : Split(text, '\n')) lines.push_back((IsMark(line) ? "\\" : "") + std::string(line));
  return Join(lines, "\n");
}

std::string_view Unescaped(std::string_view line) {
  return line.starts_with('\\') && IsMark(line) ? line.substr(1) : line;
}

std::string StateOfPhase(std::string_view status) { return status == "in-progress" ? "running" : std::string(status); }
std::string StatusOfPhase(std::string_view state) { return state == "running" ? "in-progress" : std::string(state); }

// One phase: from its heading to the rule after it.
class PhaseReader {
 public:
  PhaseReader(ForeignPlan& plan, std::string_view heading, int line) : plan_(plan), line_(line) {
    const std::size_t colon = heading.find(':');
    step_.id = StepId{std::string(Trim(heading.substr(0, colon)))};
    step_.title = Trim(heading.substr(std::min(colon, heading.size() - 1) + 1));
  }

  void Add(std::string_view line) {
    for (std::size_t i = 0; i < kTexts.size(); ++i) {
      if (!line.starts_with(kTexts[i])) continue;
      part_ = i + 1;
      in_fields_ = false;
      const std::string_view rest = Trim(line.substr(kTexts[i].size()));
      if (!rest.empty()) parts_[part_] += std::string(rest) + "\n";
      return;
    }
    if (in_fields_ && ReadField(line)) return;
    if (in_fields_ && Trim(line).empty()) return;
    in_fields_ = false;
    parts_[part_] += std::string(Unescaped(line)) + "\n";
  }

  void Finish() {
    step_.what = JoinParagraphs(Text(0), Text(1));
    if (!Text(2).empty()) step_.extra.Set("output", Text(2));
    if (!Text(3).empty()) step_.extra.Set("error", Text(3));
    if (step_.kind.empty()) step_.writes = writes_.empty() ? step_.files : writes_;
    if (writes_none_) step_.writes.clear();
    plan_.steps.push_back(std::move(step_));
    plan_.states.push_back(state_);
  }

 private:
  // Without blank lines at its ends; what a line begins with is kept.
  std::string Text(std::size_t part) const {
    std::string_view text = TrimRight(parts_[part]);
    while (text.starts_with('\n')) text.remove_prefix(1);
    return std::string(text);
  }

  void Problem(std::string message) { plan_.problems.push_back({std::move(message), step_.id, line_}); }

  bool ReadField(std::string_view line) {
    if (!line.starts_with("**")) return false;
    const std::size_t end = line.find(":**");
    if (end == std::string_view::npos) return false;
    const std::string name = Lower(line.substr(2, end - 2));
    const std::string_view value = Trim(line.substr(end + 3));
    if (name == "kind") {
      ReadKind(value);
    } else if (name == "status") {
      ReadStatus(value);
    } else if (name == "context") {
      step_.files = SplitPaths(value);
    } else if (name == "depends on") {
      for (std::string& id : SplitIds(value)) step_.depends.push_back(StepId{std::move(id)});
    } else if (name == "git commit") {
      step_.extra.Set("git_commit", ReplaceAll(value, "`", ""));
    } else if (name == "modified files") {
      Json files = Json::MakeArray();
      for (std::string& path : SplitPaths(value)) files.Append(std::move(path));
      step_.extra.Set("modified_files", std::move(files));
    } else if (name == "failure hashes" || name == "audit convergence" || name == "evidence" || name == "forge") {
      ReadJsonField(name, value);
    } else if (name == "writes") {
      writes_ = SplitPaths(value);
      writes_none_ = writes_.empty();
    } else {
      return false;
    }
    return true;
  }

  void ReadKind(std::string_view value) {
    if (!IsOneOf(value, {"implement", "read", "audit"})) return Problem(fmt::format("unknown kind '{}'", value));
    if (value != "implement") step_.kind = value;
  }

  void ReadStatus(std::string_view value) {
    if (!IsOneOf(value, {"pending", "in-progress", "done", "failed", "skipped"}))
      return Problem(fmt::format("unknown status '{}'", value));
    state_ = StateOfPhase(value);
  }

  void ReadJsonField(const std::string& name, std::string_view value) {
    auto json = ParseJson(value);
    if (!json) return Problem(fmt::format("malformed JSON in \"{}\": {}", name, json.error().message));
    if (name == "forge") return AddOtherFields(*json, step_, plan_.problems);
    step_.extra.Set(ReplaceAll(name, " ", "_"), *std::move(json));
  }

  ForeignPlan& plan_;
  int line_;
  StepSpec step_;
  std::string state_ = "pending";
  bool in_fields_ = true;
  std::size_t part_ = 0;
  std::array<std::string, 4> parts_;  // description, change spec, output, error
  std::vector<std::string> writes_;
  bool writes_none_ = false;
};

class PhasesReader {
 public:
  ForeignPlan Read(std::string_view text) {
    int number = 0;
    bool after_rule = true;  // a phase begins after a rule, whatever its text looks like
    std::string pending;     // a rule and blank lines that may be text after all
    for (std::string_view line : Lines(text)) {
      ++number;
      const HeadingLine heading = line.starts_with("## ") ? ParseHeading(line) : HeadingLine{};
      if (heading.level == 2 && after_rule && heading.text.find(':') != std::string_view::npos) {
        Close();
        phase_.emplace(plan_, heading.text, number);
        pending.clear();
        after_rule = false;
      } else if (TrimRight(line) == "---") {
        Flush(pending);
        pending = std::string(line) + "\n";
        after_rule = true;
      } else if (Trim(line).empty() && after_rule && phase_) {
        pending += "\n";
      } else {
        Flush(pending);
        if (phase_) after_rule = false;
        AddLine(line);
      }
    }
    Close();
    CheckWhole();
    return std::move(plan_);
  }

 private:
  void Flush(std::string& pending) {
    if (phase_) {
      for (std::string_view line : Lines(pending)) phase_->Add(line);
    }
    pending.clear();
  }

  void AddLine(std::string_view line) {
    if (phase_) return phase_->Add(line);
    if (line.starts_with(kHead)) {
      has_head_ = true;
      const std::string_view rest = Trim(line.substr(kHead.size()));
      const std::size_t dash = rest.find(kDash);
      plan_.title = rest.substr(0, dash);
      if (dash != std::string_view::npos) plan_.extra.Set("file", rest.substr(dash + kDash.size()));
    }
    for (std::string_view name : {"Created", "Updated", "Plan hash"}) {
      if (!line.starts_with(name) || !line.substr(name.size()).starts_with(':')) continue;
      plan_.extra.Set(ReplaceAll(Lower(name), " ", "_"), Trim(line.substr(name.size() + 1)));
    }
  }

  void Close() {
    if (phase_) phase_->Finish();
    phase_.reset();
  }

  void CheckWhole() {
    if (!has_head_) plan_.problems.push_back({"the header \"# Phases: ID\" is missing", {}});
    if (plan_.extra["plan_hash"].AsString().empty()) plan_.problems.push_back({"the plan hash is missing", {}});
    if (plan_.steps.empty()) plan_.problems.push_back({"no phases found", {}});
  }

  ForeignPlan plan_;
  std::optional<PhaseReader> phase_;
  bool has_head_ = false;
};

std::string PathsInBackticks(const std::vector<std::string>& paths) {
  if (paths.empty()) return "(none)";
  std::vector<std::string> quoted;
  for (const std::string& path : paths) quoted.push_back("`" + path + "`");
  return Join(quoted, ", ");
}

void WritePhase(const ForeignPlan& plan, std::size_t place, std::string& out) {
  const StepSpec& step = plan.steps[place];
  std::vector<std::string> depends;
  for (const StepId& id : step.depends) depends.push_back(id.value);
  out += fmt::format("## {}: {}\n**Kind:** {}\n**Status:** {}\n**Context:** {}\n**Depends on:** {}\n", step.id.value,
                     step.title, step.kind.empty() ? "implement" : step.kind, StatusOfPhase(StateOf(plan, place)),
                     PathsInBackticks(step.files), depends.empty() ? "(none)" : Join(depends, ", "));
  const bool implied = step.kind.empty() ? step.writes == step.files : step.writes.empty();
  Json rest = OtherFields(step, {"id", "title", "what", "depends", "files", "writes", "kind", "extra"});
  if (step.kind.empty() && !implied) out += fmt::format("**Writes:** {}\n", PathsInBackticks(step.writes));
  if (!step.kind.empty() && !implied) rest.Set("writes", ToJson(step)["writes"]);
  if (step.extra["git_commit"].is_string())
    out += fmt::format("**Git commit:** {}\n", step.extra["git_commit"].AsString());
  Json extra;
  for (const auto& [key, value] : step.extra.AsObject()) {
    if (key == "git_commit" || key == "output" || key == "error") continue;
    if (key == "failure_hashes") {
      out += fmt::format("**Failure hashes:** {}\n", value.Dump());
    } else if (key == "modified_files") {
      std::vector<std::string> files;
      for (const Json& file : value.AsArray()) files.push_back(file.AsString());
      out += fmt::format("**Modified files:** {}\n", PathsInBackticks(files));
    } else if (key == "audit_convergence" || key == "evidence") {
      out += fmt::format("**{}:** {}\n", key == "evidence" ? "Evidence" : "Audit convergence", value.Dump());
    } else {
      extra.Set(key, value);
    }
  }
  if (!extra.is_null()) rest.Set("extra", extra);
  if (!rest.AsObject().empty()) out += fmt::format("**Forge:** {}\n", rest.Dump());
  const auto [description, spec] = SplitFirstParagraph(step.what);
  if (!description.empty()) out += "\n" + Escaped(description) + "\n";
  if (!spec.empty()) out += "\n**Change spec:**\n" + Escaped(spec) + "\n";
  for (auto [key, mark] : {std::pair("output", "**Output:**"), std::pair("error", "**Error:**")}) {
    const std::string& text = step.extra[key].AsString();
    if (!text.empty()) out += fmt::format("\n{}\n{}\n", mark, Escaped(text));
  }
  out += "\n---\n\n";
}

}  // namespace

ForeignPlan ReadPhases(std::string_view markdown) { return PhasesReader().Read(markdown); }

std::string WritePhases(const ForeignPlan& plan) {
  std::string out = fmt::format("{} {}", kHead, plan.title);
  if (plan.extra["file"].is_string()) out += fmt::format("{}{}", kDash, plan.extra["file"].AsString());
  out += "\n";
  for (auto [key, name] :
       {std::pair("created", "Created"), std::pair("updated", "Updated"), std::pair("plan_hash", "Plan hash")}) {
    if (plan.extra[key].is_string()) out += fmt::format("{}: {}\n", name, plan.extra[key].AsString());
  }
  out += "\n";
  for (std::size_t place = 0; place < plan.steps.size(); ++place) WritePhase(plan, place, out);
  return out;
}

}  // namespace forge
