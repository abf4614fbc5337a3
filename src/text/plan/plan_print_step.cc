#include "text/plan/plan_print_step.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/strings.h"
#include "model/fields.h"
#include "text/formats/yaml.h"
#include "text/plan/plan_field_table.h"
#include "text/plan/plan_fields.h"
#include "text/plan/plan_print.h"
#include "text/plan/plan_sections.h"
#include "text/plan/plan_states.h"
#include "text/said_commands.h"

namespace forge {
namespace {

// Whether a field in this form reads back as the field of `expected`. Fields around it show whether it ends where it
// should.
bool ReadsBack(const std::string& form, StepSpec expected) {
  expected.id = {"x"};
  if (expected.title.empty()) expected.title = "x";
  expected.depends = {{"y"}};
  PlanDocument read =
      ParsePlan("## Steps\n\n### Step x: x\n\n" + form + "\n\n**Depends:** `y`\n\n### Step y: y\n\n## End\n");
  if (read.steps.size() != 2 || read.sections.size() != 2 || !read.step_states[0].empty()) return false;
  StepSpec other;
  other.id = {"y"};
  other.title = "y";
  for (Claim& claim : read.steps[0].claims) claim.line = 0;
  return read.steps[0] == expected && read.steps[1] == other;
}

// A short line of plain words needs no proof.
bool IsPlainWords(std::string_view text) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ,.;()'/_-";
  bool plain = !text.empty() && text.find_first_not_of(kPlain) == std::string_view::npos;
  return plain && IsLetterOrDigit(text.front()) && !text.ends_with(' ');
}

std::string Duration(std::int64_t ms) {
  constexpr std::int64_t kSecond = 1000, kMinute = 60 * kSecond, kHour = 60 * kMinute;
  if (ms % kSecond != 0) return fmt::format("{}ms", ms);
  if (ms % kMinute != 0) return fmt::format("{}s", ms / kSecond);
  if (ms < kHour) return fmt::format("{}m", ms / kMinute);
  return ms % kHour == 0 ? fmt::format("{}h", ms / kHour) : fmt::format("{}h {}m", ms / kHour, ms % kHour / kMinute);
}

template <typename Item>
std::string JsonBlock(const std::vector<Item>& items) {
  Json::Array array;
  for (const Item& item : items) array.push_back(ToJson(item));
  return "```json\n" + Json(std::move(array)).Dump(2) + "\n```";
}

class StepPrinter {
 public:
  explicit StepPrinter(const StepSpec& step) : step_(step) {}

  std::string Print(const std::string& state) {
    PrintHeading();
    if (std::string text = StateText(PlanLine(state)); !text.empty()) out_ += fmt::format("\n**State:** {}\n", text);
    PrintText("Do", step_.what, &StepSpec::what);
    PrintScalars();
    PrintCommands();
    PrintText("Done when", step_.done_when, &StepSpec::done_when);
    PrintStructured();
    PrintText("Failure mode", step_.failure_mode, &StepSpec::failure_mode);
    PrintText("Fallback", step_.fallback, &StepSpec::fallback);
    PrintText("Success evidence", step_.success_evidence, &StepSpec::success_evidence);
    PrintExtra();
    return std::move(out_);
  }

 private:
  void Block(std::string_view text) { out_ += fmt::format("\n{}\n", text); }

  void PrintHeading() {
    std::string title = PlanLine(step_.title);
    StepHeading read = ParseStepHeading(fmt::format("Step {}: {}", step_.id.value, title));
    bool carried = title == step_.title && read.title == title && !title.ends_with('#');
    if (carried || step_.title.empty() || step_.title == step_.id.value) {
      out_ += fmt::format("### Step {}: {}\n", step_.id.value, title.empty() ? step_.id.value : title);
      return;
    }
    out_ += fmt::format("### Step {0}: {0}\n", step_.id.value);
    PrintText("Title", step_.title, &StepSpec::title);
  }

  void PrintText(std::string_view label, const std::string& raw, std::string StepSpec::* member) {
    std::string text = PlanText(raw);
    if (text.empty()) return;
    std::string line = fmt::format("**{}:** {}", label, text);
    if (IsPlainWords(text)) return Block(line);
    StepSpec expected;
    expected.*member = text;
    if (ReadsBack(line, expected)) return Block(line);
    std::string block = fmt::format("**{}:**\n\n{}", label, text);
    if (ReadsBack(block, expected)) return Block(block);
    Block(fmt::format("**{}:**\n\n{}", label, VerbatimBlock(text)));
  }

  static std::string Spans(const std::vector<std::string>& values) {
    std::vector<std::string> spans;
    for (const std::string& value : values) {
      if (std::string line = PlanLine(value); !line.empty()) spans.push_back(InBackticks(line));
    }
    return Join(spans, ", ");
  }

  void PrintScalars() {
    std::string lines;
    auto line = [&lines](std::string_view label, const std::string& value) {
      if (!value.empty()) lines += fmt::format("\n**{}:** {}", label, value);
    };
    std::vector<std::string> depends;
    for (const StepId& id : step_.depends) {
      bool plain = SplitIds(id.value) == std::vector<std::string>{id.value};
      depends.push_back(plain ? id.value : InBackticks(id.value));
    }
    line("Files", Spans(step_.files));
    line("Writes", Spans(step_.writes));
    line("Disallowed changes", Spans(step_.disallowed));
    line("Depends", Join(depends, ", "));
    line("Kind", PlanLine(step_.kind));
    line("Complexity", PlanLine(step_.complexity));
    if (step_.estimate_ms > 0) line("Estimate", Duration(step_.estimate_ms));
    line("Tier", PlanLine(step_.tier));
    line("Effort", PlanLine(step_.effort));
    line("Role", PlanLine(step_.role));
    if (step_.checkpoint) line("Checkpoint", "true");
    if (step_.max_tokens > 0) line("Max tokens", std::to_string(step_.max_tokens));
    if (step_.max_retries > 0) line("Max retries", std::to_string(step_.max_retries));
    if (!lines.empty()) Block(lines.substr(1));
  }

  void PrintCommands() {
    std::vector<std::string> commands;
    bool lines = true;
    for (const std::string& raw : step_.verify) {
      std::string command = PlanText(raw);
      if (Trim(command).empty()) continue;
      lines = lines && command == PlanLine(command) && command == WithoutPrompt(command) && !HoldsPlaceholder(command);
      commands.push_back(std::move(command));
    }
    if (commands.empty()) return;
    if (lines) return Block("**Verify:** " + Spans(commands));
    std::string block = "**Verify:**";
    for (const std::string& command : commands) block += "\n\n" + VerbatimBlock(command);
    Block(block);
  }

  void PrintStructured() {
    StepSpec expected;
    if (!step_.acceptance.empty()) {
      expected.acceptance = step_.acceptance;
      PrintForms("Acceptance criteria", CriteriaList(), JsonBlock(step_.acceptance), expected);
    }
    expected = {};
    if (!step_.must_haves.empty()) {
      expected.must_haves = step_.must_haves;
      Json json = ToJson(step_.must_haves);
      PrintForms("Must-haves", "\n```yaml\n" + PrintYaml(json) + "```", "```json\n" + json.Dump(2) + "\n```", expected);
    }
    expected = {};
    if (!step_.claims.empty()) {
      expected.claims = step_.claims;
      for (Claim& claim : expected.claims) claim.line = 0;
      PrintForms("Claims", ClaimsList(), JsonBlock(expected.claims), expected);
    }
    expected = {};
    if (!step_.expected_trajectory.empty()) {
      expected.expected_trajectory = step_.expected_trajectory;
      std::string list;
      for (const std::string& text : step_.expected_trajectory) list += fmt::format("\n- {}", text);
      Json array(Json::Array(step_.expected_trajectory.begin(), step_.expected_trajectory.end()));
      PrintForms("Expected trajectory", list, "```json\n" + array.Dump(2) + "\n```", expected);
    }
  }

  void PrintForms(std::string_view label, const std::string& readable, const std::string& exact,
                  const StepSpec& expected) {
    std::string form = fmt::format("**{}:**\n{}", label, readable);
    Block(ReadsBack(form, expected) ? form : fmt::format("**{}:**\n\n{}", label, exact));
  }

  std::string CriteriaList() const {
    std::string list;
    for (const Criterion& criterion : step_.acceptance) {
      list += criterion.kind.empty() ? fmt::format("\n- {}", criterion.check)
                                     : fmt::format("\n- {}: {}", criterion.kind, criterion.check);
      if (!criterion.expected.empty()) list += fmt::format("\n  - expected: {}", criterion.expected);
      if (!criterion.blocking) list += "\n  - blocking: false";
    }
    return list;
  }

  std::string ClaimsList() const {
    std::string list;
    for (const Claim& claim : step_.claims) {
      list += fmt::format("\n- {}: {}", Name(claim.type), claim.text);
      bool fact = claim.type == ClaimType::kFact;
      if (fact && !claim.citation.empty()) list += fmt::format(" \xE2\x80\x94 {}", InBackticks(claim.citation));
      auto sub = [&list](std::string_view key, const std::string& value) {
        if (!value.empty()) list += fmt::format("\n  - {}: {}", key, value);
      };
      if (!fact) sub("kg_citation", claim.citation);
      sub("assumption", claim.assumption);
      sub("validation_plan", claim.validation_plan);
      sub("blast_radius", claim.blast_radius);
      sub("rationale", claim.rationale);
      sub("alternatives_considered", claim.alternatives_considered);
    }
    return list;
  }

  // By labels where all are known and read back, in their order; else in one block.
  void PrintExtra() {
    if (!step_.extra.is_object() || step_.extra.AsObject().empty()) return;
    std::string forms;
    for (const auto& [name, value] : step_.extra.AsObject()) {
      const PlanField* field = FindPlanField(name);
      const bool labelled = value.is_string() && field && field->value == FieldValue::kKept;
      if (!labelled) return PrintExtraBlock();
      std::string text = PlanText(value.AsString());
      StepSpec expected;
      expected.extra = Json().Set(name, text);
      const std::string_view label = field->label;
      std::string line = fmt::format("**{}:** {}", label, text);
      std::string block = fmt::format("**{}:**\n\n{}", label, text);
      std::string verbatim = fmt::format("**{}:**\n\n{}", label, VerbatimBlock(text));
      if (ReadsBack(line, expected)) {
        forms += "\n" + line + "\n";
      } else if (ReadsBack(block, expected)) {
        forms += "\n" + block + "\n";
      } else if (ReadsBack(verbatim, expected)) {
        forms += "\n" + verbatim + "\n";
      } else {
        return PrintExtraBlock();
      }
    }
    out_ += forms;
  }

  void PrintExtraBlock() { Block("**More:**\n\n```json\n" + step_.extra.Dump(2) + "\n```"); }

  const StepSpec& step_;
  std::string out_;
};

}  // namespace

std::string PlanLine(std::string_view text) {
  std::string line = PlanText(text);
  std::ranges::replace(line, '\n', ' ');
  return std::string(Trim(line));
}

std::string PlanText(std::string_view text) {
  std::string valid = ReplaceAll(ValidUtf8(text), std::string_view("\0", 1), "\xEF\xBF\xBD");
  if (valid.find('\r') == std::string::npos) return valid;
  std::string out;
  for (char c : valid) {
    while (c == '\n' && out.ends_with('\r')) out.pop_back();
    out += c;
  }
  while (out.ends_with('\r')) out.pop_back();
  return out;
}

std::string PrintStep(const StepSpec& step, const std::string& state) { return StepPrinter(step).Print(state); }

}  // namespace forge
