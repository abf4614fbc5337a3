#include "surface/cli/commands/run/status_tree.h"

#include <fmt/core.h>

#include <string>

#include "model/words.h"
#include "surface/view/budget_text.h"
#include "surface/view/json_rows.h"
#include "surface/view/status_words.h"

namespace forge::cli {
namespace {

// What stands left of a line: whether further lines follow below each of the lines that it is below.
std::string Branches(const std::vector<TreeLine>& lines, std::size_t place, bool unicode) {
  const TreeLine& line = lines[place];
  std::string text;
  for (std::size_t depth = 1; depth <= line.depth; ++depth) {
    bool more = false;
    for (std::size_t next = place + 1; next < lines.size() && lines[next].depth >= depth; ++next) {
      more = more || lines[next].depth == depth;
    }
    const bool own = depth == line.depth;
    if (unicode) {
      text += own ? (more ? "├─ " : "└─ ") : (more ? "│  " : "   ");
    } else {
      text += own ? (more ? "|- " : "`- ") : (more ? "|  " : "   ");
    }
  }
  return text;
}

std::string NameOf(const TreeLine& line) {
  if (line.run.value == 0) return line.step.value;
  const std::string run = fmt::format("run {}", line.run.value);
  return line.step.empty() ? run : fmt::format("{} ({})", line.step.value, run);
}

}  // namespace

void PrintTree(const Context& context, const std::vector<TreeLine>& lines, const Budget& limit) {
  std::vector<std::vector<Cell>> rows;
  for (std::size_t place = 0; place < lines.size(); ++place) {
    const TreeLine& line = lines[place];
    const std::string status(line.run_status ? Name(*line.run_status) : Name(*line.step_status));
    const Tone tone = line.run_status ? ToneOf(*line.run_status) : ToneOf(*line.step_status);
    std::string stage = line.stage.empty() ? "-" : line.stage;
    if (!line.tier.empty()) stage += fmt::format(" ({})", line.tier);
    const std::string spent = BudgetText(line.tokens, line.usd, place == 0 ? limit : Budget());
    std::string what = line.title;
    if (!line.waits_for.empty()) what += fmt::format("; waits for {}", line.waits_for);
    if (line.step_status == StepStatus::kFailed || line.step_status == StepStatus::kBlocked ||
        line.run_status == RunStatus::kFailed || line.run_status == RunStatus::kPaused ||
        line.run_status == RunStatus::kParked)
      what = line.waits_for.empty() ? line.title : fmt::format("{}: {}", line.title, line.waits_for);
    rows.push_back({{Branches(lines, place, context.host.unicode) + NameOf(line), Tone::kStrong},
                    {status, tone},
                    {stage},
                    {line.steps_total > 0 ? fmt::format("{}/{}", line.steps_done, line.steps_total) : "-"},
                    {spent.empty() ? "-" : spent},
                    {what}});
  }
  context.Table({"TREE", "STATUS", "STAGE", "STEPS", "SPENT", "WHAT"}, rows);
}

Json TreeJson(const std::vector<TreeLine>& lines) {
  Json list = Json::MakeArray();
  for (const TreeLine& line : lines) {
    Json json = Json::MakeObject().Set("depth", static_cast<std::int64_t>(line.depth));
    json.Set("worker", line.run.value == 0 ? Json() : Json(line.run.value)).Set("of_step", OrNull(line.step.value));
    json.Set("title", line.title);
    json.Set("status", line.run_status ? Name(*line.run_status) : Name(*line.step_status));
    json.Set("stage", OrNull(line.stage)).Set("tier", OrNull(line.tier));
    json.Set("steps_done", line.steps_done).Set("steps", line.steps_total);
    json.Set("tokens", line.tokens).Set("usd", line.usd).Set("waits_for", OrNull(line.waits_for));
    list.Append(std::move(json));
  }
  return list;
}

}  // namespace forge::cli
