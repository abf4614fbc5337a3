// spec-kit's tasks.md.
#include <fmt/core.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/strings.h"
#include "text/code_spans.h"
#include "text/formats/foreign_fields.h"
#include "text/formats/foreign_plan.h"
#include "text/lines.h"
#include "text/path_words.h"
#include "text/plan/plan_fields.h"
#include "text/prose.h"

namespace forge {
namespace {

bool IsSpecKitId(std::string_view word) {
  return word.size() <= 16 && word.starts_with('T') && IsDigits(word.substr(1));
}

struct TaskLine {
  std::string id;
  bool done = false;
  bool parallel = false;
  std::string story;
  std::string text;
};

// "- [ ] T001 [P] [US1] text". False: not a task.
bool ParseTaskLine(std::string_view line, TaskLine& task) {
  if (!IsListItem(line)) return false;
  std::string_view rest = Trim(AfterListMarkers(line));
  if (rest.size() < 4 || rest[0] != '[' || rest[2] != ']') return false;
  task.done = rest[1] == 'x' || rest[1] == 'X';
  rest = Trim(rest.substr(3));
  std::string_view word = rest.substr(0, rest.find_first_of(" \t"));
  rest = Trim(rest.substr(word.size()));
  while (word.starts_with('*')) word.remove_prefix(1);
  while (word.ends_with('*') || word.ends_with(':')) word.remove_suffix(1);
  if (!IsSpecKitId(word)) return false;
  task.id = word;
  while (rest.starts_with('[')) {
    const std::size_t close = rest.find(']');
    if (close == std::string_view::npos) break;
    const std::string_view mark = rest.substr(1, close - 1);
    const bool story = mark.starts_with("US") || mark.starts_with("Story");
    if (mark != "P" && !story) break;
    task.parallel |= mark == "P";
    if (story) task.story = mark;
    rest = Trim(rest.substr(close + 1));
  }
  task.text = rest;
  return true;
}

// "(depends on T001, T002)" at the end of a text.
std::vector<std::string> TakeDepends(std::string& text) {
  const std::size_t open = Lower(text).rfind("(depends on ");
  if (open == std::string::npos || !text.ends_with(')')) return {};
  constexpr std::size_t kWords = 12;
  std::vector<std::string> ids =
      SplitIds(std::string_view(text).substr(open + kWords, text.size() - open - kWords - 1));
  if (ids.empty() || !std::all_of(ids.begin(), ids.end(), IsSpecKitId)) return {};
  text = Trim(std::string_view(text).substr(0, open));
  return ids;
}

std::vector<std::string> PathsOf(std::string_view text) {
  std::vector<std::string> paths;
  auto add = [&](std::string_view word, bool code) {
    PathWord path = ReadPathWord(word, code);
    if (path.kind != PathWord::Kind::kFile && path.kind != PathWord::Kind::kDirectory) return;
    for (std::string& one : path.paths) {
      if (std::find(paths.begin(), paths.end(), one) == paths.end()) paths.push_back(std::move(one));
    }
  };
  std::size_t at = 0;
  auto plain = [&](std::string_view piece) {
    for (std::string_view word : Split(piece, ' ')) add(word, false);
  };
  for (const CodeSpan& span : CodeSpansOf(text)) {
    plain(text.substr(at, span.begin - at));
    add(span.text, true);
    at = span.end;
  }
  plain(text.substr(at));
  return paths;
}

class SpecKitReader {
 public:
  ForeignPlan Read(std::string_view markdown) {
    ProseReader lines(markdown);
    for (ProseLine line; lines.Next(line);) {
      if (line.kind == ProseLine::Kind::kSaid) ReadLine(line);
    }
    std::unordered_set<std::string_view> ids;
    for (const StepSpec& step : plan_.steps) ids.insert(step.id.value);
    for (StepSpec& step : plan_.steps) {
      for (const StepId& need : step.depends) {
        if (ids.contains(need.value)) continue;
        plan_.problems.push_back(
            {fmt::format("task {} depends on {}, which is not a task", step.id.value, need.value), step.id});
      }
    }
    if (plan_.steps.empty()) plan_.problems.push_back({"no tasks found; a task is \"- [ ] T001 text\"", {}});
    return std::move(plan_);
  }

 private:
  void ReadLine(const ProseLine& line) {
    if (const HeadingLine heading = ParseHeading(line.text); heading.level > 0) return ReadHeading(heading);
    TaskLine task;
    if (ParseTaskLine(line.text, task)) return AddTask(task, line.number);
    const std::string_view text = Trim(line.text);
    if (text.empty()) return;
    // An indented line below a task continues it.
    if (in_task_ && Indent(line.text) > 0) {
      plan_.steps.back().what += "\n" + std::string(TrimRight(line.text));
    } else {
      in_task_ = false;
    }
  }

  void ReadHeading(const HeadingLine& heading) {
    in_task_ = false;
    if (heading.level == 1 && plan_.title.empty()) {
      std::string_view title = heading.text;
      constexpr std::string_view kPrefix = "Tasks:";
      if (title.starts_with(kPrefix)) title = Trim(title.substr(kPrefix.size()));
      plan_.title = title;
    }
    if (heading.level == 2) next_phase_ = heading.text;
  }

  void AddTask(TaskLine& task, int line) {
    if (!ids_.insert(task.id).second) {
      plan_.problems.push_back({fmt::format("task {} is defined twice", task.id), StepId{task.id}, line});
      return;
    }
    if (next_phase_ != phase_) BeginPhase();
    StepSpec step;
    step.id = StepId{task.id};
    const std::vector<std::string> said = TakeDepends(task.text);
    step.title = step.what = task.text;
    step.files = step.writes = PathsOf(task.text);
    for (const std::string& id : task.parallel ? barrier_ : run_.empty() ? barrier_ : run_) AddNeed(step, id);
    for (const std::string& id : said) AddNeed(step, id);
    if (!phase_.empty()) step.extra.Set("phase", phase_);
    if (task.parallel) step.extra.Set("parallel", true);
    if (!task.story.empty()) step.extra.Set("story", task.story);
    if (task.parallel) {
      run_.push_back(task.id);
    } else {
      barrier_ = {task.id};
      run_.clear();
    }
    plan_.steps.push_back(std::move(step));
    plan_.states.emplace_back(task.done ? "done" : "pending");
    in_task_ = true;
  }

  // All of the next phase waits for what ended this one.
  void BeginPhase() {
    if (!run_.empty()) barrier_ = std::exchange(run_, {});
    phase_ = next_phase_;
  }

  ForeignPlan plan_;
  std::unordered_set<std::string> ids_;
  std::string phase_, next_phase_;
  std::vector<std::string> barrier_;  // what everything after it waits for
  std::vector<std::string> run_;      // tasks marked [P] since then
  bool in_task_ = false;
};

std::string MakeSpecKitId(std::size_t number) { return fmt::format("T{:03}", number); }

// Phases for a plan that has none: first the steps that need nothing, then those that need only these, and so on.
std::vector<std::size_t> TiersOf(const ForeignPlan& plan) {
  std::unordered_map<std::string_view, std::size_t> places;
  for (std::size_t i = 0; i < plan.steps.size(); ++i) places.emplace(plan.steps[i].id.value, i);
  std::vector<std::size_t> waits(plan.steps.size(), 0), tiers(plan.steps.size(), 0), queue;
  std::vector<std::vector<std::size_t>> feeds(plan.steps.size());
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    for (const StepId& need : plan.steps[i].depends) {
      auto it = places.find(need.value);
      if (it == places.end()) continue;
      feeds[it->second].push_back(i);
      ++waits[i];
    }
    if (waits[i] == 0) queue.push_back(i);
  }
  for (std::size_t at = 0; at < queue.size(); ++at) {
    for (std::size_t next : feeds[queue[at]]) {
      tiers[next] = std::max(tiers[next], tiers[queue[at]] + 1);
      if (--waits[next] == 0) queue.push_back(next);
    }
  }
  return tiers;
}

class SpecKitWriter {
 public:
  explicit SpecKitWriter(const ForeignPlan& plan) : plan_(plan), ids_(NumberedIds(plan, IsSpecKitId, MakeSpecKitId)) {
    for (std::size_t i = 0; i < ids_.size(); ++i) names_.emplace(plan.steps[i].id.value, ids_[i]);
  }

  std::string Write() {
    text_ = fmt::format("# Tasks: {}\n", plan_.title);
    const bool phased =
        !plan_.steps.empty() && std::all_of(plan_.steps.begin(), plan_.steps.end(),
                                            [](const StepSpec& s) { return s.extra["phase"].is_string(); });
    if (phased) {
      WritePhased();
    } else {
      WriteTiers();
    }
    return std::move(text_);
  }

 private:
  void WritePhased() {
    std::string phase;
    for (std::size_t i = 0; i < plan_.steps.size(); ++i) {
      const std::string& mine = plan_.steps[i].extra["phase"].AsString();
      if (i == 0 || mine != phase) text_ += fmt::format("\n## {}\n\n", mine);
      phase = mine;
      WriteTask(i, plan_.steps[i].extra["parallel"].AsBool(false));
    }
  }

  void WriteTiers() {
    const std::vector<std::size_t> tiers = TiersOf(plan_);
    std::vector<std::vector<std::size_t>> phases;
    for (std::size_t i = 0; i < tiers.size(); ++i) {
      if (phases.size() <= tiers[i]) phases.resize(tiers[i] + 1);
      phases[tiers[i]].push_back(i);
    }
    for (std::size_t phase = 0; phase < phases.size(); ++phase) {
      text_ += fmt::format("\n## Phase {}\n\n", phase + 1);
      for (std::size_t place : phases[phase]) WriteTask(place, phases[phase].size() > 1);
    }
  }

  void WriteTask(std::size_t place, bool parallel) {
    const StepSpec& step = plan_.steps[place];
    std::string_view rest = step.what;
    // The reader puts the title before the text. It is read back as the title only if it is a separate line.
    const bool repeats =
        rest.starts_with(step.title) && (rest.size() == step.title.size() || rest[step.title.size()] == '\n');
    if (repeats) rest.remove_prefix(step.title.size());
    text_ += fmt::format("- [{}] {}", StateOf(plan_, place) == "done" ? 'x' : ' ', ids_[place]);
    if (parallel) text_ += " [P]";
    if (step.extra["story"].is_string()) text_ += fmt::format(" [{}]", step.extra["story"].AsString());
    text_ += " " + ReplaceAll(step.title, "\n", " ");
    // Files the title does not name: spec-kit has no other place for them.
    std::vector<std::string> unnamed;
    for (const std::string& path : step.writes) {
      if (step.title.find(path) == std::string::npos) unnamed.push_back("`" + path + "`");
    }
    if (!unnamed.empty()) text_ += " in " + Join(unnamed, ", ");
    std::vector<std::string> needs;
    for (const StepId& need : step.depends) {
      if (auto it = names_.find(need.value); it != names_.end()) needs.push_back(it->second);
    }
    if (!needs.empty()) text_ += fmt::format(" (depends on {})", Join(needs, ", "));
    text_ += '\n';
    for (std::string_view line : Lines(rest)) {
      if (Trim(line).empty()) continue;
      text_ += line.starts_with("  ") ? "" : "  ";
      text_ += std::string(TrimRight(line)) + "\n";
    }
  }

  const ForeignPlan& plan_;
  std::vector<std::string> ids_;
  std::unordered_map<std::string, std::string> names_;
  std::string text_;
};

}  // namespace

ForeignPlan ReadSpecKit(std::string_view markdown) { return SpecKitReader().Read(markdown); }

std::string WriteSpecKit(const ForeignPlan& plan) { return SpecKitWriter(plan).Write(); }

}  // namespace forge
