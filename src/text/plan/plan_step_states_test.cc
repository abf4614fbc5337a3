#include "text/plan/plan_step_states.h"

#include <gtest/gtest.h>

#include "base/strings.h"
#include "text/plan/plan_edit.h"
#include "text/plan/plan_lines.h"
#include "text/plan/plan_steps.h"

namespace forge {
namespace {

// Steps with states wherever they may and may not stand.
constexpr std::string_view kStates = R"(# Plan: states

**Status:** DRAFT

## Steps

Some words first.

### Step s1: plain

**State:** done

- Do: one thing
- Verify: `make test`

### Step s2: twice
**State:** running
**State:**
Do: more

### Step s3: none of these counts

> **State:** done

- **State:** done
  **State:** failed

```
**State:** done
```

State: done

### s4 - in a list, to Markdown
- Files: a.cc
**State:** failed (imported)

Text **State:** no

### Step !: names no step
**State:** done

### Step s5: above a rule
**State:** skipped
---

### Step s1: once more

**State:** waiting

## Audit Log

### Review 1
**State:** done
)";

std::string Described(const StepId& id, int line, int last_line, const std::string& state, int state_line) {
  return id.value + " " + std::to_string(line) + "-" + std::to_string(last_line) + " " + state + "@" +
         std::to_string(state_line);
}

TEST(StepStates, AreThoseThatAReaderOfAllFieldsFinds) {
  for (const std::string& text : {std::string(kStates), ReplaceAll(kStates, "\n", "\r\n")}) {
    const PlanLines plan(text);
    const PlanSection* section = FindPlanSection(plan.sections(), "Steps");
    ASSERT_NE(section, nullptr);
    std::vector<std::string> found, read;
    for (const StepStatePlace& step : FindStepStates(plan.document(), section->begin, section->end, section->last_line))
      found.push_back(Described(step.id, step.line, step.last_line, step.state, step.state_line));
    std::vector<PlanProblem> problems;
    for (const PlanStep& step :
         ReadPlanSteps(plan.document(), section->begin, section->end, section->last_line, problems))
      read.push_back(Described(step.spec.id, step.heading.line, step.last_line, step.state, step.state_line));
    EXPECT_EQ(found, read);
    EXPECT_EQ(found.size(), 6U);
    EXPECT_EQ(found[0].substr(found[0].find(' ') + 1), "9-15 done@11");
  }
}

TEST(StepStates, AreWrittenWithTheStatusAndLeaveTheHash) {
  const std::string before(kStates);
  const auto wanted = [](const StepId& id, const std::string& written) -> std::optional<std::string> {
    if (id.value == "s4") return std::nullopt;
    return written == "done" ? "skipped" : "done";
  };
  const ShownPlan shown = ShowProgress(before, PlanStatus::kDone, wanted).value();
  EXPECT_EQ(ParsePlan(shown.text).hash, ParsePlan(before).hash);
  EXPECT_EQ(shown.hash, ParsePlan(before).hash);
  EXPECT_EQ(ParsePlan(shown.text).step_states, (std::vector<std::string>{"skipped", "done", "done", "", "done"}));
  EXPECT_EQ(ParsePlan(shown.text).header.status, PlanStatus::kDone);
}

// Each head leaves something open, or has no place for a status that is read there.
TEST(StepStates, AHeaderThatCannotTakeAStatusIsRefusedOrKeepsTheHash) {
  const auto done = [](const StepId&, const std::string&) { return std::optional<std::string>("done"); };
  for (const char* head : {"", "# Plan: x", "# Plan: x\n", "# Plan: x\n\nwords\n", "<!-- open\n", "```\ncode\n",
                           "> quoted\n", "- item\n", "---\nkey: value\n---\n", "---\nkey: value\n", "title\n===\n",
                           "**Owner:** me\n---\n", "    code\n", "[a]: b\n", "<div>\n"}) {
    const std::string text = std::string(head) + "## Steps\n### Step s1: one\n- Do: it\n";
    const auto shown = ShowProgress(text, PlanStatus::kDone, done);
    if (!shown) continue;
    const PlanDocument read = ParsePlan(shown->text);
    EXPECT_EQ(read.hash, ParsePlan(text).hash) << head;
    EXPECT_EQ(read.header.status, PlanStatus::kDone) << head;
    EXPECT_EQ(read.step_states.size(), ParsePlan(text).steps.size()) << head;
  }
}

}  // namespace
}  // namespace forge
