#include "surface/chat/replies.h"

#include <gtest/gtest.h>

#include "service/plan/drafts.h"

namespace forge::chat {
namespace {

PlanView SampleView() {
  PlanView view;
  view.entry.number = 17;
  view.entry.id = "plan-017";
  view.entry.path = ".forge/plans/plan-017-add-webhook-support.md";
  view.entry.title = "Add webhook support";
  view.entry.header.task = "abc333";
  view.entry.header.project = "sample";
  view.entry.header.created = "2026-02-12";
  view.text =
      "# Plan: Add webhook support\n\n## Objective\n\nAdd endpoints.\n\n## Steps\n\n### Step phase-1: Implement "
      "a.ts\n\n"
      "**Do:** it\n\n### Step phase-2: Audit\n\n**Kind:** audit\n**Depends:** phase-1\n";
  view.document = ParsePlan(view.text);
  return view;
}

TEST(Replies, APlanThatWasMadeIsNamedWithItsFile) {
  PlanEntry plan = SampleView().entry;
  EXPECT_EQ(CreatedText(plan, "Add webhook support"),
            "Plan created: **plan-017** (task: `abc333`)\n"
            "File: `.forge/plans/plan-017-add-webhook-support.md`\n"
            "Description: Add webhook support");
  plan.header.task.clear();
  EXPECT_TRUE(CreatedText(plan, "x").starts_with("Plan created: **plan-017**\nFile:"));
}

TEST(Replies, TheLatestVerdictIsFoundInEveryFormThatIsRead) {
  for (const char* line :
       {"**Verdict:** Needs revision", "**verdict:** Needs revision", "**VERDICT**: Needs revision"}) {
    const std::string text = "# Plan: x\n\n## Audit Log\n\n### Review 1\n\n**Verdict:** Approved\n\n### Review 2\n\n" +
                             std::string(line) + "\n\n```\n**Verdict:** Approved\n```\n";
    EXPECT_EQ(LatestAudit(ParsePlan(text)), "Needs revision") << line;
  }
}

TEST(Replies, HintsNameTheCommandsOfTheChat) {
  EXPECT_EQ(InChatWords("plan-001 has status DRAFT\n  hint: forge plan approve plan-001"),
            "plan-001 has status DRAFT\n  hint: !plan approve plan-001");
  EXPECT_EQ(InChatWords("no plan `x`; try `forge plan list`"), "no plan `x`; try `!plan list`");
  EXPECT_EQ(InChatWords("forge plan run-one 1, forge plan runs, forge plan list"),
            "!plan run-one 1, forge plan runs, !plan list");
  EXPECT_EQ(InChatWords("try forge status 1, or `forge retry 12`"), "try !plan show plan-001, or `!plan run plan-012`");
  EXPECT_EQ(InChatWords("forge land 2 --unfinished"), "forge land 2 --unfinished") << "the chat has no such command";
  EXPECT_EQ(InChatWords("forge log 1"), "forge log 1");
  EXPECT_EQ(InChatWords("run 1 is still running\n  hint: forge watch 1"),
            "run 1 is still running\n  hint: !plan show plan-001");
  EXPECT_EQ(InChatWords("hint: wait for it, ask it to pause, or take the run at once: forge resume 12 --take-over"),
            "hint: wait for it, or stop it: !plan cancel plan-012");
  EXPECT_EQ(InChatWords("hint: finish it: forge retry 1; or land it unfinished: forge land 1 --unfinished"),
            "hint: finish it: !plan run plan-001");
  EXPECT_EQ(InChatWords("hint: finish it: forge answer 1 yes --go; or land it unfinished: forge land 1 --unfinished"),
            "hint: finish it: !plan answer plan-001 yes");
  EXPECT_EQ(InChatWords("next: forge retry 12 --go"), "next: !plan run plan-012");
  EXPECT_EQ(InChatWords("hint: answer one of: retry, stop; your words go with it: -m \"...\""),
            "hint: answer one of: retry, stop; more words are a comment");
  EXPECT_EQ(InChatWords("is CLOSED\n  hint: import it as a new plan: forge plan import .forge/plans/plan-001-x.md"),
            "is CLOSED\n  hint: create a new plan: !plan <description>");
  EXPECT_EQ(
      InChatWords("hint: name one with --agent, or check only the structure: forge plan audit --structure plan-3"),
      "hint: set one in a shell: forge config set agent auto");
  EXPECT_EQ(InChatWords("hint: use it: forge run --agent auto ..., or always: forge config set agent auto"),
            "hint: set it in a shell: forge config set agent auto");
  EXPECT_EQ(InChatWords("hint: commit or move these files and land again, or land on another branch: forge land "
                        "--branch NAME"),
            "hint: commit or move these files and land again");
  EXPECT_EQ(InChatWords("hint: switch back and land again, or name the branch: forge land --branch NAME"),
            "hint: switch back and land again");
  EXPECT_EQ(InChatWords("no branch is checked out\n  hint: choose one: forge land --branch NAME"),
            "no branch is checked out\n  hint: check out a branch and land again");
  EXPECT_EQ(InChatWords("hint: forge questions"), "hint: !plan show <plan-id>");
  EXPECT_EQ(InChatWords("forge questions 3"), "!plan show plan-003");
}

TEST(Replies, AQuestionIsToldWithWhatItsAnswersMeanAndHowToGiveThem) {
  Question question;
  question.kind = QuestionKind::kEscalation;
  question.stage = "verify";
  question.text = "`verify` makes no progress\n$ make test";
  question.options = {"retry", "stop"};
  EXPECT_EQ(AskedText("plan-017", question),
            "**plan-017** asks (verify): `verify` makes no progress\n> $ make test\n"
            "- `retry` — try again, with what you add\n- `stop` — the run fails here; `!forge plan-017` tries again\n"
            "Answer with `!plan answer plan-017 retry`; more words are a comment.");
}

TEST(Replies, ADraftThatIsNotWrittenSaysSoAndHasTheStatusOfItsRun) {
  RunRow run;
  run.id = RunId{17};
  run.objective = "Add webhooks\nsoon";
  run.status = RunStatus::kFailed;
  EXPECT_EQ(ListText({EntryOfDraft(run)}), "- `plan-017` [DRAFT] — Add webhooks (nothing written yet)");
  run.status = RunStatus::kCancelled;
  EXPECT_EQ(UnwrittenText(run),
            "**plan-017** — Add webhooks\nStatus: CANCELLED, nothing written yet (its run is cancelled)");
  EXPECT_EQ(WhyUnwritten(run), "Nothing of plan-017 was written: its run is cancelled.");
}

TEST(Replies, ADraftThatIsNoPlanIsShownWithItsFile) {
  EXPECT_EQ(RefusedText("", ""), "");
  EXPECT_EQ(RefusedText("a/b.md", "Sorry,\nno.\n"),
            "\n\n**What was written instead of a plan** (`a/b.md`):\n> Sorry,\n> no.");
  std::string many;
  for (int i = 0; i < 42; ++i) many += "x\n";
  EXPECT_TRUE(RefusedText("a/b.md", many).ends_with("\n> x\n(2 more lines)"));
}

TEST(Replies, PlansAreListedOnePerLine) {
  EXPECT_EQ(ListText({}), "No plans found.");
  PlanEntry other = SampleView().entry;
  other.id = "plan-018";
  other.header.task.clear();
  other.header.status = PlanStatus::kDone;
  EXPECT_EQ(ListText({SampleView().entry, other}),
            "- `plan-017` [DRAFT] — Add webhook support (task: `abc333`)\n"
            "- `plan-018` [DONE] — Add webhook support");
}

TEST(Replies, APlanIsShownWithItsLatestAudit) {
  PlanView view = SampleView();
  EXPECT_EQ(
      ShowText(view),
      "**plan-017** — Add webhook support\nStatus: DRAFT\nTask: `abc333`\nProject: sample\nCreated: 2026-02-12\n\n"
      "**Objective:** Add endpoints.\n\n**Latest audit:** (no audit yet)\n\n**Steps:**\n"
      "[ ] **phase-1:** Implement a.ts [implement]\n[ ] **phase-2:** Audit [audit] (depends: phase-1)\n\n"
      "File: `.forge/plans/plan-017-add-webhook-support.md`");
  view.document =
      ParsePlan(view.text +
                "\n## Audit Log\n\n### Review 1 — 2026-02-12\n\n**Verdict:** Needs revision.\n\n"
                "### Review 2 — 2026-02-13\n\n```\n**Verdict:** quoted\n```\n\n**Verdict:** Ready to approve.\n");
  EXPECT_EQ(LatestAudit(view.document), "Ready to approve.");
  EXPECT_NE(ShowText(view).find("**Latest audit:** Ready to approve.\n"), std::string::npos);
}

TEST(Replies, APlanIsShownWithAllThatAnApprovalRestsOn) {
  PlanView view = SampleView();
  view.text +=
      "\n## Scope\n\nTwo endpoints.\n\n## Risks\n\n- Floods.\n\n## Audit Log\n\n### Review 1 — 2026-02-12\n\n"
      "**Concern 1: no limit**\n**Severity: high**\n\n**Concern 2: a typo**\n**Severity: low**\n\n**Verdict:** Needs "
      "revision.\n";
  view.document = ParsePlan(view.text);
  const std::string shown = ShowText(view);
  EXPECT_NE(shown.find("**Open concerns:**\n- high: "), std::string::npos) << shown;
  EXPECT_NE(shown.find("\n- low: Concern 2: a typo"), std::string::npos) << shown;
  EXPECT_NE(shown.find("**Scope:** Two endpoints.\n\n**Risks:** - Floods."), std::string::npos) << shown;
}

TEST(Replies, PhasesAreACheckList) {
  PlanView view = SampleView();
  EXPECT_NE(
      PhasesText(view, {{StepId{"phase-1"}, {"a.ts"}}}).find("Implement a.ts [implement] (changed since: a.ts)\n"),
      std::string::npos);
  const std::string hash = view.document.hash.substr(0, 16);
  EXPECT_EQ(PhasesText(view), "**Phases for plan-017** (hash: `" + hash +
                                  "`)\n\n[ ] **phase-1:** Implement a.ts [implement]\n"
                                  "[ ] **phase-2:** Audit [audit] (depends: phase-1)");
}

TEST(Replies, WhatMayNotRunSaysWhy) {
  PlanView view = SampleView();
  EXPECT_EQ(WhyNotRun(view), "Plan plan-017 has status DRAFT — must be APPROVED or IMPLEMENTING to run.");
  view.entry.header.status = PlanStatus::kApproved;
  view.changed = "-a\n+b\n";
  EXPECT_EQ(WhyNotRun(view),
            "Plan file has changed since it was approved.\nRun `!plan approve plan-017` to approve the new version.");
  view.approved = true;
  EXPECT_EQ(WhyNotRun(view), "");
}

TEST(Replies, SkippedAndAuditedAreToldAsEver) {
  EXPECT_EQ(SkippedText({StepId{"phase-1"}, "Implement a.ts", StepStatus::kFailed}),
            "Skipped **phase-1**: Implement a.ts (was failed)");
  EXPECT_EQ(SkippedText({StepId{"phase-1"}, "x", StepStatus::kRunning}), "Skipped **phase-1**: x (was in-progress)");
  EXPECT_EQ(
      AuditedText("plan-017", {1, "low", false, true}),
      "Audit complete for **plan-017** — review 1, verdict: **low** (ready to approve). See `!plan show plan-017` "
      "for details.");
  EXPECT_NE(AuditedText("plan-017", {2, "high", true, false}).find("**high** (needs revision)"), std::string::npos);
}

TEST(Replies, UsageNamesTheArgumentsOfAnAction) {
  EXPECT_EQ(Usage("show"), "Usage: `!plan show <plan-id|task-id>`");
  EXPECT_EQ(Usage("create"), "Usage: `!plan <description>`");
  EXPECT_TRUE(PlanHelp().starts_with("**!plan commands:**\n- `!plan <description>` — create a new plan\n"));
  EXPECT_TRUE(
      ForgeHelp().starts_with("**!forge commands:**\n- `!forge <description>` — auto-draft and audit a plan\n"));
}

}  // namespace
}  // namespace forge::chat
