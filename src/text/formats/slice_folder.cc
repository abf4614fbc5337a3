// A slice folder: a plan of the slice, and one file with front matter for each task.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/strings.h"
#include "text/formats/braced_yaml.h"
#include "text/formats/foreign_fields.h"
#include "text/formats/foreign_plan.h"
#include "text/formats/yaml.h"
#include "text/prose.h"

namespace forge {
namespace {

bool IsNumberBehind(std::string_view text, char letter, bool dots) {
  if (text.size() < 2 || text.size() > 16 || text[0] != letter) return false;
  return text.find_first_not_of(dots ? "0123456789." : "0123456789", 1) == std::string_view::npos;
}
bool IsSliceTaskId(std::string_view text) {
  return IsNumberBehind(text, 'T', true) && text[1] != '.' && !text.ends_with('.');
}
bool IsSliceId(std::string_view text) { return IsNumberBehind(text, 'S', false); }

// T2 before T10, T2 before T2.1.
std::vector<std::int64_t> Numbers(std::string_view id) {
  std::vector<std::int64_t> numbers;
  for (std::string_view part : Split(id.substr(1), '.')) numbers.push_back(ParseInt(part).value_or(0));
  return numbers;
}

struct TaskFront {
  Json fields = Json::MakeObject();
  std::string_view body;
  std::string problem;
};

// Paths with braces need quotes in YAML; many people leave them out.
Result<Json> ParseFront(std::string_view text) {
  auto yaml = ParseYaml(text, 2);
  if (yaml || text.find('{') == std::string_view::npos) return yaml;
  auto quoted = ParseYaml(QuoteBraces(text), 2);
  return quoted ? quoted : yaml;
}

// `depends:` with nothing behind it names none. Nothing: the task does not say.
std::optional<std::vector<StepId>> DependsOf(const Json& fields) {
  const Json* depends = fields.Find("depends");
  if (depends == nullptr) return std::nullopt;
  std::vector<StepId> ids;
  for (const Json& need : depends->AsArray()) ids.push_back(StepId{need.AsString()});
  for (std::string_view need : SplitList(depends->AsString())) {
    if (!need.empty()) ids.push_back(StepId{std::string(need)});
  }
  return ids;
}

TaskFront SplitTaskFront(std::string_view text) {
  TaskFront front;
  front.body = text;
  if (!text.starts_with("---\n") && !text.starts_with("---\r\n")) return front;
  std::size_t at = text.find('\n') + 1;
  const std::size_t begin = at;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (TrimRight(text.substr(at, end - at)) == "---") {
      auto yaml = ParseFront(text.substr(begin, at - begin));
      if (!yaml) {
        front.problem = yaml.error().message;
      } else if (yaml->is_object()) {
        front.fields = *std::move(yaml);
      }
      front.body = text.substr(std::min(end + 1, text.size()));
      return front;
    }
    at = end + 1;
  }
  front.problem = "the front matter is not closed";
  return front;
}

// The heading `# T01: title`, then `## Goal`; what is left is what to do.
struct TaskBody {
  std::string title;
  std::string what;
};

TaskBody ReadTaskBody(std::string_view text, std::string_view id) {
  TaskBody body;
  bool open = true;
  for (std::string_view line : Lines(text)) {
    const HeadingLine heading = open ? ParseHeading(line) : HeadingLine{};
    if (open && Trim(line).empty()) continue;
    if (heading.level == 1 && body.title.empty()) {
      std::string_view title = heading.text;
      if (title.starts_with(id)) title.remove_prefix(id.size());
      while (title.starts_with(':') || title.starts_with('-') || title.starts_with(' ')) title.remove_prefix(1);
      body.title = Trim(title);
      continue;
    }
    if (heading.level == 2 && heading.text == "Goal") {
      open = false;
      continue;
    }
    open = false;
    body.what += line;
    body.what += '\n';
  }
  std::string_view what = TrimRight(body.what);
  while (what.starts_with('\n')) what.remove_prefix(1);
  body.what = std::string(what);
  return body;
}

constexpr std::array<std::string_view, 9> kOwnKeys = {"id",      "slice", "milestone",    "status",    "title",
                                                      "depends", "tag",   "repair_count", "large_task"};

class SliceReader {
 public:
  explicit SliceReader(const TextFiles& files) : files_(files) {}

  ForeignPlan Read() {
    std::vector<std::string> ids;
    for (const auto& [path, text] : files_) {
      const auto parts = Split(path, '/');
      if (parts.size() == 1 && path.ends_with("-PLAN.md") && IsSliceId(path.substr(0, path.find('-'))))
        ReadSlice(path, text);
      if (parts.size() == 3 && parts[0] == "tasks" && IsSliceTaskId(parts[1]) &&
          parts[2] == std::string(parts[1]) + "-PLAN.md") {
        ids.emplace_back(parts[1]);
      }
    }
    std::sort(ids.begin(), ids.end(), [](const auto& a, const auto& b) { return Numbers(a) < Numbers(b); });
    for (const std::string& id : ids) ReadTask(id, files_.at(fmt::format("tasks/{0}/{0}-PLAN.md", id)));
    if (ids.empty()) plan_.problems.push_back({"no tasks found; the first is tasks/T01/T01-PLAN.md", {}});
    if (legacy_) MakeChain();
    CheckDepends();
    return std::move(plan_);
  }

 private:
  void ReadSlice(const std::string& path, std::string_view text) {
    const std::string id = path.substr(0, path.find('-'));
    plan_.extra.Set("slice", id);
    const TaskFront front = SplitTaskFront(text);
    bool goal = false;
    for (std::string_view line : Lines(front.body)) {
      const HeadingLine heading = ParseHeading(line);
      if (heading.level == 1 && plan_.title.empty()) plan_.title = ReadTaskBody(line, id).title;
      constexpr std::string_view kGoal = "**Goal:**";
      if (line.starts_with(kGoal)) plan_.objective = Trim(line.substr(kGoal.size()));
      if (heading.level == 2) {
        goal = heading.text == "Goal";
        continue;
      }
      if (goal) plan_.objective += std::string(line) + "\n";
    }
    plan_.objective = Trim(plan_.objective);
  }

  void ReadTask(const std::string& id, std::string_view text) {
    TaskFront front = SplitTaskFront(text);
    StepSpec step;
    step.id = StepId{id};
    if (!front.problem.empty()) plan_.problems.push_back({fmt::format("task {}: {}", id, front.problem), step.id});
    const Json& fields = front.fields;
    if (fields["id"].is_string() && fields["id"].AsString() != id) {
      plan_.problems.push_back({fmt::format("task {} has the id {}", id, fields["id"].AsString()), step.id});
    }
    TaskBody body = ReadTaskBody(front.body, id);
    step.title = fields["title"].is_string() ? fields["title"].AsString() : body.title;
    step.what = std::move(body.what);
    const auto depends = DependsOf(fields);
    const bool says_writes = fields["writes"].is_array() || !fields["writes"].AsString().empty();
    legacy_ = legacy_ || !depends || !says_writes;
    step.depends = depends.value_or(std::vector<StepId>());
    NoteUnknown(fields["must_haves"], step.id);
    AddOtherFields(OwnFields(fields, step), step, plan_.problems);
    for (std::string_view key : {"milestone", "tag", "repair_count", "large_task"}) {
      if (const Json* value = fields.Find(key)) step.extra.Set(std::string(key), *value);
    }
    const bool done = files_.contains(fmt::format("tasks/{0}/{0}-SUMMARY.md", id)) ||
                      EqualsIgnoreCase(fields["status"].AsString(), "DONE");
    plan_.states.emplace_back(done                                                       ? "done"
                              : EqualsIgnoreCase(fields["status"].AsString(), "RUNNING") ? "running"
                                                                                         : "pending");
    plan_.steps.push_back(std::move(step));
  }

  // The fields as the model has them: one command stands for a list of one, and the expected output is a must-have.
  static Json OwnFields(const Json& fields, StepSpec& step) {
    Json own = Json::MakeObject();
    Json must_haves = Json::MakeObject();
    for (const auto& [key, value] : fields.AsObject()) {
      if (std::find(kOwnKeys.begin(), kOwnKeys.end(), key) != kOwnKeys.end() || value.is_null()) continue;
      const bool list = key == "verify" || key == "writes" || key == "files" || key == "expected_output";
      Json fitting = list && value.is_string() ? Json(Json::Array{value}) : value;
      if (key == "complexity" && !IsComplexity(value.AsString())) {
        step.extra.Set(key, value);
      } else if (key == "must_haves") {
        for (const auto& [name, member] : value.AsObject()) must_haves.Set(name, member);
      } else if (key == "expected_output") {
        must_haves.Set(key, std::move(fitting));
      } else {
        own.Set(key, std::move(fitting));
      }
    }
    if (!must_haves.AsObject().empty()) own.Set("must_haves", std::move(must_haves));
    return own;
  }

  // What is not among the must-haves is asked of nobody: a person should know.
  void NoteUnknown(const Json& must_haves, const StepId& step) {
    const auto note = [&](const Json& object, std::string_view where, std::initializer_list<std::string_view> known) {
      for (const auto& [key, value] : object.AsObject()) {
        if (IsOneOf(key, known)) continue;
        plan_.notes.push_back(
            {fmt::format("task {}: {} has the unknown key `{}`: nothing checks it", step.value, where, key), step});
      }
    };
    note(must_haves, "must_haves", {"truths", "artifacts", "key_links", "expected_output"});
    for (const Json& one : must_haves["artifacts"].AsArray())
      note(one, "an artifact", {"path", "provides", "min_lines", "stub_patterns"});
    for (const Json& one : must_haves["key_links"].AsArray()) note(one, "a key link", {"from", "to", "via"});
  }

  static bool IsComplexity(std::string_view word) { return word == "simple" || word == "medium" || word == "complex"; }

  // If one task does not say what it depends on and writes, the tasks run one after the other: by number, but each
  // after those that it names.
  void MakeChain() {
    const std::vector<std::size_t> order = Order();
    for (std::size_t i = 1; i < order.size(); ++i) {
      auto& depends = plan_.steps[order[i]].depends;
      const StepId& before = plan_.steps[order[i - 1]].id;
      if (std::find(depends.begin(), depends.end(), before) == depends.end()) depends.push_back(before);
    }
  }

  // The places of the tasks; what is in a circle comes last, as the check of the plan names it.
  std::vector<std::size_t> Order() const {
    std::unordered_map<std::string_view, std::size_t> places;
    for (std::size_t i = 0; i < plan_.steps.size(); ++i) places.emplace(plan_.steps[i].id.value, i);
    std::vector<std::size_t> waits(plan_.steps.size(), 0);
    std::vector<std::vector<std::size_t>> feeds(plan_.steps.size());
    std::set<std::size_t> ready, left;
    for (std::size_t i = 0; i < plan_.steps.size(); ++i) {
      for (const StepId& need : plan_.steps[i].depends) {
        const auto it = places.find(need.value);
        if (it == places.end()) continue;
        feeds[it->second].push_back(i);
        ++waits[i];
      }
      (waits[i] == 0 ? ready : left).insert(i);
    }
    std::vector<std::size_t> order;
    while (!ready.empty()) {
      const std::size_t place = *ready.begin();
      ready.erase(ready.begin());
      order.push_back(place);
      for (const std::size_t next : feeds[place]) {
        if (--waits[next] > 0) continue;
        left.erase(next);
        ready.insert(next);
      }
    }
    order.insert(order.end(), left.begin(), left.end());
    return order;
  }

  void CheckDepends() {
    std::unordered_set<std::string_view> ids;
    for (const StepSpec& step : plan_.steps) ids.insert(step.id.value);
    for (const StepSpec& step : plan_.steps) {
      for (const StepId& need : step.depends) {
        if (ids.contains(need.value)) continue;
        plan_.problems.push_back(
            {fmt::format("task {} depends on {}, which is not a task", step.id.value, need.value), step.id});
      }
    }
  }

  const TextFiles& files_;
  ForeignPlan plan_;
  bool legacy_ = false;
};

std::string MakeSliceTaskId(std::size_t number) { return fmt::format("T{:02}", number); }

class SliceWriter {
 public:
  explicit SliceWriter(const ForeignPlan& plan) : plan_(plan), ids_(NumberedIds(plan, IsSliceTaskId, MakeSliceTaskId)) {
    for (std::size_t i = 0; i < ids_.size(); ++i) names_.emplace(plan.steps[i].id.value, ids_[i]);
    const std::string& slice = plan.extra["slice"].AsString();
    slice_ = IsSliceId(slice) ? slice : "S01";
  }

  TextFiles Write() const {
    TextFiles files;
    std::string list;
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      const bool done = StateOf(plan_, i) == "done";
      list +=
          fmt::format("- [{}] **{}: {}**\n", done ? 'x' : ' ', ids_[i], ReplaceAll(plan_.steps[i].title, "\n", " "));
      files.emplace(fmt::format("tasks/{0}/{0}-PLAN.md", ids_[i]), TaskText(i));
      if (done) files.emplace(fmt::format("tasks/{0}/{0}-SUMMARY.md", ids_[i]), fmt::format("# {}: done\n", ids_[i]));
    }
    files.emplace(slice_ + "-PLAN.md", fmt::format("# {}: {}\n\n## Goal\n\n{}\n\n## Tasks\n\n{}", slice_, plan_.title,
                                                   plan_.objective, list));
    return files;
  }

 private:
  std::string TaskText(std::size_t place) const {
    const StepSpec& step = plan_.steps[place];
    Json front = Json::MakeObject();
    Json depends = Json::MakeArray();
    for (const StepId& need : step.depends) {
      auto it = names_.find(need.value);
      depends.Append(it == names_.end() ? need.value : it->second);
    }
    const std::string_view state = StateOf(plan_, place);
    front.Set("id", ids_[place]).Set("slice", slice_).Set("title", step.title);
    front.Set("status", state == "done" ? "DONE" : state == "running" ? "RUNNING" : "PENDING");
    front.Set("depends", std::move(depends));
    front.Set("writes", Json(Json::Array(step.writes.begin(), step.writes.end())));
    const Json rest = OtherFields(step, {"id", "title", "what", "depends", "writes", "must_haves", "extra"});
    for (const auto& [key, value] : rest.AsObject()) front.Set(key, value);
    SetMustHaves(step, front);
    Json extra;
    for (const auto& [key, value] : step.extra.AsObject()) {
      const bool own = key == "milestone" || key == "tag" || key == "repair_count" || key == "large_task" ||
                       (key == "complexity" && step.complexity.empty());
      (own ? front : extra).Set(key, value);
    }
    if (!extra.is_null()) front.Set("extra", std::move(extra));
    return fmt::format("---\n{}---\n\n# {}: {}\n\n## Goal\n\n{}\n", PrintYaml(front), ids_[place],
                       ReplaceAll(step.title, "\n", " "), step.what);
  }

  static void SetMustHaves(const StepSpec& step, Json& front) {
    if (step.must_haves.empty()) return;
    Json must_haves = Json::MakeObject();
    const Json all = ToJson(step.must_haves);
    for (const auto& [key, value] : all.AsObject()) {
      (key == "expected_output" ? front : must_haves).Set(key, value);
    }
    if (!must_haves.AsObject().empty()) front.Set("must_haves", std::move(must_haves));
  }

  const ForeignPlan& plan_;
  std::vector<std::string> ids_;
  std::unordered_map<std::string, std::string> names_;
  std::string slice_;
};

}  // namespace

ForeignPlan ReadSliceFolder(const TextFiles& files) { return SliceReader(files).Read(); }

TextFiles WriteSliceFolder(const ForeignPlan& plan) { return SliceWriter(plan).Write(); }

}  // namespace forge
