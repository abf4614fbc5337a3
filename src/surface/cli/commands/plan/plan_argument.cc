#include "surface/cli/commands/plan/plan_argument.h"

#include <fmt/core.h>

#include <utility>
#include <vector>

#include "base/strings.h"
#include "surface/view/plan_rows.h"
#include "surface/view/times.h"
#include "text/markdown.h"
#include "text/plan/plan_header.h"

namespace forge::cli {
namespace {

constexpr std::size_t kDateLength = 10;

bool LooksLikePath(const std::string& argument) { return argument.find_first_of("./") != std::string::npos; }

Result<NamedPlan> LoadPlanFile(const std::string& path, const PlanSourceOptions& options) {
  return NamedPlan{path, TRY(LoadPlanSource(path, options)), {}};
}

}  // namespace

PlanSourceOptions SourceOptions(const Context& context) {
  PlanSourceOptions options;
  options.only_one = true;
  if (!context.settings) return options;
  const auto files = ParseInt(context.settings->Get("plan_phase_max_context_files"));
  if (files) options.max_files = static_cast<std::size_t>(*files);
  return options;
}

Result<NamedPlan> LoadPlanArgument(const Context& context, const std::string& argument,
                                   std::optional<PlanFormat> format, const std::string& tag) {
  PlanSourceOptions options = SourceOptions(context);
  options.format = format;
  options.tag = tag;
  if (argument == "-") {
    return NamedPlan{"standard input", ReadPlanSource(TRY(context.host.read_file("-")), options), {}};
  }
  if (context.host.file_size(argument)) return LoadPlanFile(argument, options);
  if (context.project) {
    const Plans plans(*context.project);
    auto entry = plans.Find(argument);
    if (entry) {
      const std::string text = TRY(plans.Read(*entry));
      return NamedPlan{entry->id, ReadPlanSource(text, options), *entry};
    }
    if (entry.error().code != Code::kNotFound) return std::unexpected(entry.error());
  }
  auto loaded = LoadPlanFile(argument, options);
  if (loaded || LooksLikePath(argument)) return loaded;
  return Fail(Code::kNotFound, fmt::format("no file and no plan `{}`", argument), "forge plan list");
}

Json ProblemsToJson(const NamedPlan& plan) {
  Json list = Json::MakeArray();
  auto add = [&](int line, const std::string& what) {
    list.Append(Json::MakeObject().Set("line", line > 0 ? Json(line) : Json()).Set("message", what));
  };
  for (const ForeignProblem& problem : plan.source.problems) add(problem.line, problem.message);
  for (const PlanProblem& problem : plan.source.document.problems) add(problem.line, problem.what);
  return list;
}

Positional FileOrPlan(bool required) {
  return {"FILE", "a plan in any format, `-` for standard input, or a plan of this project by number or slug", required,
          ValueType::kFile};
}

Positional PlanPositional() { return {"PLAN", "number (17, plan-17), slug, task or path"}; }

std::string WithTitle(const std::string& text, const std::string& title) {
  const std::string heading = "# Plan: " + title;
  const Markdown document(text);
  const int after = FindFrontMatter(text).last_line;
  std::vector<std::string> lines;
  for (int line = 1; line <= document.line_count(); ++line) lines.emplace_back(document.Line(line));
  for (const MarkdownBlock& block : document.blocks()) {
    if (block.kind != MarkdownBlock::Kind::kHeading || block.depth > 0 || block.level != 1) continue;
    if (block.line <= after) continue;
    lines[static_cast<std::size_t>(block.line) - 1] = heading;
    return Join(lines, "\n") + "\n";
  }
  lines.insert(lines.begin() + after, {heading, ""});
  return Join(lines, "\n") + "\n";
}

std::string Today(const Context& context) { return IsoTime(context.host.now()).substr(0, kDateLength); }

FilesByStep ChangedStepsOf(const Context& context, const PlanView& view) {
  if (!view.run || !context.project) return {};
  return ChangedSteps(*context.project, *view.run, view.steps, view.document.steps);
}

void PrintPlanChange(Context& context, const PlanView& view, const std::string& what) {
  context.Tell(ToJson(view), fmt::format("{} {}", context.out.Paint(Tone::kStrong, view.entry.id), what));
}

void TellUnproven(Context& context, const PlanView& view) {
  constexpr std::size_t kMostTold = 5;
  if (context.json || context.quiet) return;
  const std::vector<std::string> told = UnprovenSteps(view);
  for (std::size_t i = 0; i < told.size() && i < kMostTold; ++i) context.out.Line("note: " + told[i]);
  if (told.size() > kMostTold) context.out.Line(fmt::format("note: and {} more", told.size() - kMostTold));
}

}  // namespace forge::cli
