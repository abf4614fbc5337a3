#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/display.h"
#include "base/strings.h"
#include "service/eval/eval_page.h"
#include "service/eval/eval_summary.h"
#include "service/eval/run_eval.h"
#include "service/eval/suite_files.h"
#include "surface/cli/commands.h"
#include "surface/cli/commands/eval/eval_text.h"
#include "surface/view/json_answers.h"
#include "surface/view/times.h"

namespace forge::cli {
namespace {

Form EvalForm() {
  return {
      .positionals = {{"SUITE",
                       "a folder with a suite.toml, or the built-in suite `starter`; with --compare, two results", true,
                       ValueType::kFile, true}},
      .options = {{"pipeline", "NAME", "try this pipeline; give it again for more (setting `pipeline`)",
                   ValueType::kText, true},
                  {"agent", "AGENT", "try this agent; give it again for more (setting `agent`)", ValueType::kText,
                   true},
                  {"task", "NAME", "only this task; give it again for more", ValueType::kText, true},
                  {"runs", "N", "how often each task is tried with each pipeline and agent (default: 1)",
                   ValueType::kPositive},
                  {"jobs", "N", "trials at a time (default: 1)", ValueType::kPositive},
                  {"out", "DIR", "where the results are kept (default: .forge/eval/SUITE)", ValueType::kFile},
                  {"fresh", "", "discard earlier results of these trials and run them again"},
                  {"fail-under", "N", "exit with 1 when less than N percent of the trials are solved",
                   ValueType::kNumber},
                  {"compare", "", "compare two results: directories, names below .forge/eval, or NAME#VARIANT"}},
      .notes =
          "Runs every task of the suite with every pipeline and every agent, each trial in a repository of its own, "
          "and "
          "prints what was solved and what it took. A task is solved when its run completes and a hidden check, which "
          "no agent sees, passes on the result. Trials are unattended; a run that needs an answer is not solved. The "
          "page index.html in the results' directory shows the same. Run the same command again to continue after "
          "Ctrl-C or a crash: trials that are over are not run again.\n\n"
          "--compare pairs the results by task and says only what a test shows: an exact sign test for what is solved, "
          "a permutation test for the rest, corrected for their number.\n\n"
          "Exit codes: 0 all trials ran, 1 --fail-under is not reached, 2 the suite or the command is wrong, 3 some "
          "trials have no result yet.",
      .examples = {
          {"forge eval starter --agent claude", "the built-in suite with one agent"},
          {"forge eval starter --pipeline quick --pipeline forge --runs 3 --jobs 2", "two pipelines side by side"},
          {"forge eval new my-suite", "write your own suite"},
          {"forge eval from-history my-suite", "make one of your repository's own commits"},
          {"forge eval --compare before after", "is the difference more than chance?"}}};
}

std::string ResultsRoot(const Context& context) {
  return context.project ? context.project->forge + "/eval" : context.host.machine.data_directory + "/eval";
}

std::string AbsolutePath(const Context& context, const std::string& path) {
  return path.starts_with('/') ? path : context.host.machine.cwd + "/" + path;
}

Result<std::vector<Variant>> ReadVariants(const Context& context, const Args& args) {
  std::vector<std::string> pipelines = args.All("pipeline");
  std::vector<std::string> agents = args.All("agent");
  if (pipelines.empty()) pipelines.push_back(context.settings->Get("pipeline"));
  if (agents.empty()) agents.push_back(context.settings->Get("agent"));
  if (agents.front().empty())
    return Fail(Code::kInvalid, "no agent is configured", "name one: forge eval SUITE --agent AGENT");
  std::vector<Variant> variants;
  for (const std::string& pipeline : pipelines) {
    for (const std::string& agent : agents) {
      const Variant variant{pipeline, agent};
      if (std::ranges::find(variants, variant) == variants.end()) variants.push_back(variant);
    }
  }
  return variants;
}

Status KeepTasks(EvalSuite& suite, const std::vector<std::string>& wanted) {
  if (wanted.empty()) return {};
  std::vector<std::string> names;
  for (const EvalTask& task : suite.tasks) names.push_back(task.name);
  for (const std::string& name : wanted) {
    if (std::ranges::find(names, name) == names.end())
      return Fail(Code::kInvalid, fmt::format("suite {} has no task `{}`", suite.name, name),
                  "its tasks: " + Join(names, ", "));
  }
  std::erase_if(suite.tasks,
                [&](const EvalTask& task) { return std::ranges::find(wanted, task.name) == wanted.end(); });
  return {};
}

Result<EvalRequest> ReadEvalRequest(const Context& context, const Args& args) {
  const std::vector<std::string>& words = args.All("SUITE");
  if (words.size() > 1) return Fail(Code::kInvalid, "eval: name one suite", "to compare two results: --compare A B");
  EvalRequest request;
  request.suite = TRY(LoadSuite(context.host.machine.cwd, words.front()));
  TRY(KeepTasks(request.suite, args.All("task")));
  request.variants = TRY(ReadVariants(context, args));
  request.runs = static_cast<int>(std::min<std::int64_t>(args.GetInt("runs").value_or(1), 1000));
  request.jobs = static_cast<std::size_t>(std::min<std::int64_t>(args.GetInt("jobs").value_or(1), 256));
  request.directory =
      args.Has("out") ? AbsolutePath(context, args.Get("out")) : ResultsRoot(context) + "/" + request.suite.name;
  request.fresh = args.Has("fresh");
  return request;
}

std::string SpentText(const TrialResult& result) {
  if (!result.knows_tokens() && result.tokens == 0) return "tokens and cost unknown";
  return fmt::format("{} tokens, {}", TokenText(result.tokens), ValueText("usd", result.usd, result.knows_usd()));
}

std::string NewsLine(const EvalNews& news) {
  const std::string trial =
      fmt::format("{}, {}, run {}", news.plan.task->name, VariantName(news.plan.variant), news.plan.number);
  if (!news.why.empty()) return fmt::format("{}: unfinished: {}", trial, news.why);
  if (news.result == nullptr) return fmt::format("{}: running", trial);
  const TrialResult& result = *news.result;
  std::string line =
      fmt::format("[{}/{}] {}: {}, {}, {}, {}", news.done, news.all, trial, result.solved ? "solved" : "not solved",
                  Counted(result.units, "unit"), SpentText(result), FormatDuration(result.time_ms));
  if (!result.why.empty()) line += ": " + result.why;
  return line;
}

bool FallsShort(const EvalResults& results, double percent) {
  const auto solved = std::ranges::count_if(results.trials, &TrialResult::solved);
  return static_cast<double>(solved) * 100 < percent * static_cast<double>(results.trials.size()) ||
         results.trials.empty();
}

// "NAME", "DIR", or one of them with "#2": the second variant.
Result<Side> FindSide(const Context& context, const std::string& given) {
  const std::size_t mark = given.rfind('#');
  const auto number = mark == std::string::npos ? std::optional<std::int64_t>() : ParseInt(given.substr(mark + 1));
  const std::string name = number ? given.substr(0, mark) : given;
  auto results = ReadEval(AbsolutePath(context, name));
  if (!results && results.error().code == Code::kNotFound) results = ReadEval(ResultsRoot(context) + "/" + name);
  const EvalResults found = TRY_WITH("compare " + given, std::move(results));
  std::string list;
  std::vector<const Variant*> tried;
  for (const Variant& variant : found.variants) {
    if (SideOf(found, variant).trials.empty()) continue;
    tried.push_back(&variant);
    list += fmt::format("{}{}#{} ({})", list.empty() ? "" : ", ", name, VariantNumber(found, variant),
                        VariantName(variant));
  }
  if (tried.empty()) return Fail(Code::kInvalid, given + " has no finished trial");
  if (!number && tried.size() > 1) return Fail(Code::kInvalid, given + " holds several variants", "name one: " + list);
  const auto chosen = std::ranges::find_if(tried, [&](const Variant* variant) {
    return !number || static_cast<std::int64_t>(VariantNumber(found, *variant)) == *number;
  });
  if (chosen == tried.end())
    return Fail(Code::kInvalid, fmt::format("{} has no finished trial of a variant {}", name, *number),
                "it has: " + list);
  Side side = SideOf(found, **chosen);
  side.name = fmt::format("{} ({})", given, side.name);
  return side;
}

Result<Exit> CompareTwo(Context& context, const Args& args) {
  const std::vector<std::string>& names = args.All("SUITE");
  if (names.size() != 2) return Fail(Code::kInvalid, "--compare needs two results", "forge eval --compare A B");
  const VariantComparison comparison = Compare(TRY(FindSide(context, names[0])), TRY(FindSide(context, names[1])));
  if (context.json) return context.Print(ToJson(comparison));
  PrintComparison(context, comparison);
  return Exit::kOk;
}

Result<Exit> RunEvalCommand(Context& context, const Args& args) {
  if (args.Has("compare")) return CompareTwo(context, args);
  const EvalRequest request = TRY(ReadEvalRequest(context, args));
  context.host.catch_interrupts();
  EvalHooks hooks;
  hooks.interrupts = context.host.interrupts;
  // With --json, standard output is for the answer.
  hooks.on_news = [&](const EvalNews& news) {
    if (context.json) return context.out.Complain(NewsLine(news));
    context.out.Line(NewsLine(news));
    (void)context.out.Flush();
  };
  const EvalResults results = TRY(RunEval({context.host.machine, *context.settings, context.project}, request, hooks));
  const std::string page = TRY(WriteEvalPage(results, context.host.now()));
  if (context.json) {
    context.out.Print(JsonOf(results).Set("page", page));
  } else {
    context.out.Line("");
    PrintEval(context, results);
    context.out.Line("");
    context.out.Line("page: " + context.Short(page));
    if (!results.open.empty()) context.out.Line("continue: run the same command again");
  }
  if (!results.open.empty()) return Exit::kWaiting;
  const auto least = args.GetNumber("fail-under");
  return least && FallsShort(results, *least) ? Exit::kNo : Exit::kOk;
}

}  // namespace

constinit const Command kEvalCommand = {"eval",
                                        "measure pipelines and agents on tasks with a hidden check",
                                        Group::kPipelines,
                                        Needs::kSettings,
                                        EvalForm,
                                        RunEvalCommand};

}  // namespace forge::cli
