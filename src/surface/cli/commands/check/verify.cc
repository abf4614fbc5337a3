#include "service/proof/verify_directory.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/display.h"
#include "base/strings.h"
#include "surface/cli/commands.h"
#include "surface/cli/commands/plan/plan_argument.h"
#include "surface/cli/live/stop_on_interrupt.h"
#include "surface/view/json_answers.h"

namespace forge::cli {
namespace {

constexpr std::size_t kShownHead = 1024;
constexpr std::size_t kShownTail = 3 * 1024;
constexpr std::size_t kShownTests = 20;

Form VerifyForm() {
  return {
      .positionals = {{"COMMAND", "a command, like -c", false, ValueType::kText, true}},
      .options = {{"c", "CMD", "a shell command; repeat it to run several", ValueType::kText, true},
                  {"plan", "FILE", "a plan in any format, or a plan of this project by number or slug",
                   ValueType::kFile},
                  {"step", "ID", "only the commands of this step"},
                  {"cwd", "DIR", "where to run them (the current directory)", ValueType::kFile},
                  {"jobs", "N", "how many commands to run at a time (setting verify_parallel)", ValueType::kPositive},
                  {"timeout", "SECONDS", "time limit of each command (setting verify_timeout)", ValueType::kPositive},
                  {"reports", "GLOB", "JUnit files that the commands write", ValueType::kText, true}},
      .notes =
          "Without -c and --plan, and for a step without commands, the setting `verify` is used. Without that setting, "
          "the command is detected from the directory's files (CMake, Make, Cargo, Go, npm, pytest, Maven, ...; "
          "docs/verify.md has the table). Commands run in the sandbox of verify stages. Each may leave JUnit files in "
          "$FORGE_REPORTS; TAP is read from the output.\n\nExit 0 when every command passed, 1 when one failed, 2 when "
          "nothing was proved (bad input, no command known, Ctrl-C). With --json: {\"ok\", \"score\", \"results\": "
          "[{\"command\", \"exit_code\", \"ok\", \"output\", \"duration_ms\"}], \"tree\"}; `tree` is the git tree "
          "they ran on, or null outside git.",
      .examples = {{"forge verify", "run this project's test command"},
                   {"forge verify -c 'make lint' -c 'make test' --jobs 2", "two commands in parallel"},
                   {"forge verify --plan 17 --step s2 --json", "a step's commands, for scripts"}}};
}

Status TakeFromPlan(const Context& context, const Args& args, VerifyWish& wish) {
  const NamedPlan plan = TRY(LoadPlanArgument(context, args.Get("plan")));
  const std::vector<StepSpec>& steps = plan.source.document.steps;
  const std::string id = args.Get("step");
  bool found = false;
  std::vector<std::string> ids;
  for (const StepSpec& step : steps) {
    ids.push_back(step.id.value);
    if (args.Has("step") && step.id.value != id) continue;
    found = true;
    for (const std::string& command : step.verify) {
      if (std::ranges::find(wish.commands, command) == wish.commands.end()) wish.commands.push_back(command);
    }
    if (args.Has("step")) wish.parallel = DeclaredParallel(step).value_or(0);
  }
  if (!found) {
    return Fail(Code::kInvalid,
                args.Has("step") ? fmt::format("{} has no step `{}`", plan.name, id) : plan.name + " has no steps",
                ids.empty() ? "" : "its steps: " + Join(ids, ", "));
  }
  if (!wish.commands.empty()) wish.from = args.Has("step") ? fmt::format("step {}", id) : "the plan's steps";
  return {};
}

Result<VerifyWish> MakeWish(const Context& context, const Args& args) {
  VerifyWish wish;
  wish.directory = TRY(VerifyPlace(context.host.machine, args.Get("cwd")));
  if (args.Has("step") && !args.Has("plan")) {
    return Fail(Code::kInvalid, "verify: --step needs --plan", "see forge verify --help");
  }
  wish.commands = args.All("c");
  wish.commands.insert(wish.commands.end(), args.All("COMMAND").begin(), args.All("COMMAND").end());
  if (!wish.commands.empty()) wish.from = "the command line";
  if (args.Has("plan")) {
    if (!wish.commands.empty()) {
      return Fail(Code::kInvalid, "verify: give commands or --plan, not both", "see forge verify --help");
    }
    TRY(TakeFromPlan(context, args, wish));
  }
  for (const std::string& command : wish.commands) {
    if (Trim(command).empty()) return Fail(Code::kInvalid, "verify: empty command");
  }
  if (auto jobs = args.GetInt("jobs")) wish.parallel = static_cast<std::size_t>(*jobs);
  wish.timeout_ms = args.GetInt("timeout").value_or(0) * 1000;
  wish.reports = args.All("reports");
  return wish;
}

std::string TestsText(const TestCounts& tests) {
  std::string text = fmt::format(", {} of {} tests passed", tests.passed, tests.total());
  if (tests.skipped > 0) text += fmt::format(", {} skipped", tests.skipped);
  return text;
}

void PrintResult(Context& context, const VerifyResult& result) {
  const std::string mark =
      result.passed ? context.out.Paint(Tone::kGood, "ok") : context.out.Paint(Tone::kBad, "failed");
  std::string line =
      fmt::format("{} {} in {}", mark, ReplaceAll(result.command, "\n", "\n   "), FormatDuration(result.duration_ms));
  if (!result.passed) line += fmt::format(", exit {}", result.exit_code);
  if (result.tests) line += TestsText(*result.tests);
  context.out.Line(line);
  if (result.passed) return;
  if (result.tests && !result.tests->failures.empty()) {
    const auto& failures = result.tests->failures;
    for (std::size_t i = 0; i < std::min(failures.size(), kShownTests); ++i) {
      const FailedTest& test = failures[i];
      context.out.Line(fmt::format("   failed: {}{}{}", test.name, test.place.empty() ? "" : " at " + test.place,
                                   test.message.empty() ? "" : ": " + test.message));
    }
    if (failures.size() > kShownTests) context.out.Line(fmt::format("   and {} more", failures.size() - kShownTests));
  }
  const std::string shown = KeepHeadAndTail(result.output, kShownHead, kShownTail);
  for (std::string_view output : Lines(shown)) context.out.Line("   " + std::string(output));
}

void PrintSum(Context& context, const Verified& verified) {
  const VerifyReport& report = verified.report;
  const auto passed = std::ranges::count_if(report.results, [](const VerifyResult& each) { return each.passed; });
  if (report.cancelled) {
    context.out.Line("stopped: nothing was proved");
  } else {
    context.out.Line(fmt::format("{} of {} passed{}", passed,
                                 Counted(static_cast<std::int64_t>(report.results.size()), "command"),
                                 verified.tree ? " on tree " + verified.tree->substr(0, 12) : ""));
  }
  if (verified.tree_changed)
    context.out.Line("the commands changed the worktree, so the result may not hold for what is committed");
}

Result<Exit> RunVerify(Context& context, const Args& args) {
  VerifyWish wish = TRY(MakeWish(context, args));
  // The settings are those of the place that is verified.
  Machine there = context.host.machine;
  there.cwd = wish.directory;
  auto project = FindProject(there);
  Settings settings = TRY(Settings::Load(there, project ? std::optional(*project) : std::nullopt));
  if (!context.json) {
    wish.on_result = [&](const VerifyResult& result) {
      PrintResult(context, result);
      (void)context.out.Flush();
    };
    if (context.host.output_is_terminal) {
      wish.on_begin = [&](const std::string& command) {
        context.out.Line(context.out.Paint(Tone::kFaint, "-- " + command));
        (void)context.out.Flush();
      };
    }
  }
  const StopOnInterrupt interrupt(context.host);
  const Verified verified = TRY(VerifyDirectory(there, settings, wish, interrupt.token()));
  if (context.json) {
    context.out.Print(JsonOf(verified));
  } else {
    if (verified.from.starts_with("detected")) context.out.Line(verified.from);
    PrintSum(context, verified);
  }
  if (verified.report.cancelled) return Exit::kUsage;
  return verified.report.passed ? Exit::kOk : Exit::kNo;
}

}  // namespace

constinit const Command kVerifyCommand = {
    "verify", "run the test commands and report the result", Group::kChecks, Needs::kSettings, VerifyForm, RunVerify};

}  // namespace forge::cli
