// Task Master's tasks.json.
#include <fmt/core.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/strings.h"
#include "text/formats/foreign_fields.h"
#include "text/formats/foreign_plan.h"

namespace forge {
namespace {

constexpr std::string_view kUsualPriority = "medium";

std::string StateOfTask(std::string_view status) {
  if (status == "done" || status == "completed") return "done";
  if (status == "in-progress" || status == "review") return "running";
  if (status == "deferred" || status == "cancelled") return "skipped";
  return "pending";
}

std::string_view StatusOfTask(std::string_view state) {
  if (state == "done") return "done";
  if (state == "running") return "in-progress";
  if (state == "skipped") return "cancelled";
  return "pending";
}

std::string IdOf(const Json& id) {
  if (id.is_string()) return id.AsString();
  return id.is_number() ? std::to_string(id.AsInt()) : std::string();
}

class TaskReader {
 public:
  explicit TaskReader(ForeignPlan& plan) : plan_(plan) {}

  void Read(const Json& tasks) {
    for (const Json& task : tasks.AsArray()) ReadTask(task);
    Rename();
  }

 private:
  // Subtasks wait for what their task waits for, and the task for its subtasks: so those that wait for it wait for all.
  void ReadTask(const Json& task) {
    const std::string id = IdOf(task["id"]);
    if (id.empty()) {
      plan_.problems.push_back({fmt::format("task {} has no id", plan_.steps.size() + 1), {}});
      return;
    }
    const std::vector<std::string> needs = Needs(task);
    std::vector<std::string> parts;
    std::unordered_set<std::string> siblings;
    for (const Json& part : task["subtasks"].AsArray()) siblings.insert(IdOf(part["id"]));
    for (const Json& part : task["subtasks"].AsArray()) {
      StepSpec step = StepOf(part, id + "." + IdOf(part["id"]));
      for (const std::string& need : needs) AddNeed(step, need);
      // A bare number means the sibling when there is one, else a task.
      for (const std::string& need : Needs(part)) AddNeed(step, siblings.contains(need) ? id + "." + need : need);
      parts.push_back(step.id.value);
      Add(std::move(step), part);
    }
    StepSpec step = StepOf(task, id);
    for (const std::string& need : needs) AddNeed(step, need);
    for (const std::string& part : parts) AddNeed(step, part);
    if (!parts.empty()) step.kind = "audit";
    Add(std::move(step), task);
  }

  static std::vector<std::string> Needs(const Json& task) {
    std::vector<std::string> needs;
    for (const Json& need : task["dependencies"].AsArray()) {
      if (std::string id = IdOf(need); !id.empty()) needs.push_back(std::move(id));
    }
    return needs;
  }

  StepSpec StepOf(const Json& task, const std::string& id) {
    StepSpec step;
    step.id = StepId{id};
    step.title = task["title"].AsString();
    step.what = JoinParagraphs(task["description"].AsString(), task["details"].AsString());
    step.done_when = task["testStrategy"].AsString();
    const bool said = task["priority"].is_string() && task["priority"].AsString() != kUsualPriority;
    if (said) step.extra.Set("priority", task["priority"]);
    AddOtherFields(task["forge"], step, plan_.problems);
    return step;
  }

  void Add(StepSpec step, const Json& task) {
    if (task["forgeId"].is_string()) names_.emplace(step.id.value, task["forgeId"].AsString());
    plan_.steps.push_back(std::move(step));
    plan_.states.push_back(StateOfTask(task["status"].AsString()));
  }

  void Rename() {
    if (names_.empty()) return;
    auto rename = [&](StepId& id) {
      auto it = names_.find(id.value);
      if (it != names_.end()) id.value = it->second;
    };
    for (StepSpec& step : plan_.steps) {
      rename(step.id);
      for (StepId& need : step.depends) rename(need);
    }
  }

  ForeignPlan& plan_;
  std::unordered_map<std::string, std::string> names_;  // ours, where they were numbered for Task Master
};

bool IsTaskNumber(std::string_view text) { return IsDigits(text) && text.size() < 10 && text[0] != '0'; }

bool IsTaskMasterId(std::string_view id) {
  const std::size_t dot = id.find('.');
  return IsTaskNumber(id.substr(0, dot)) && (dot == std::string_view::npos || IsTaskNumber(id.substr(dot + 1)));
}

class TaskWriter {
 public:
  explicit TaskWriter(const ForeignPlan& plan)
      : plan_(plan),
        ids_(NumberedIds(plan, IsTaskMasterId, [](std::size_t number) { return std::to_string(number); })) {
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      places_.emplace(plan.steps[i].id.value, i);
      tasks_.insert(ids_[i]);
    }
  }

  Json Write() const {
    Json::Array tasks;
    std::unordered_map<std::string, Json::Array> parts;
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      if (const std::string parent = ParentOf(ids_[i]); !parent.empty()) parts[parent].push_back(TaskOf(i, parent));
    }
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      if (!ParentOf(ids_[i]).empty()) continue;
      Json task = TaskOf(i, {});
      auto it = parts.find(ids_[i]);
      task.Set("subtasks", Json(it == parts.end() ? Json::Array{} : std::move(it->second)));
      tasks.push_back(std::move(task));
    }
    return Json(std::move(tasks));
  }

 private:
  std::string ParentOf(std::string_view id) const {
    const std::size_t dot = id.find('.');
    const std::string parent(id.substr(0, dot == std::string_view::npos ? 0 : dot));
    return tasks_.contains(parent) ? parent : std::string();
  }

  static Json IdToJson(std::string_view id) {
    const auto number = ParseInt(id);
    return number ? Json(*number) : Json(id);
  }

  Json TaskOf(std::size_t place, std::string_view parent) const {
    const StepSpec& step = plan_.steps[place];
    const auto [description, details] = SplitFirstParagraph(step.what);
    Json task = Json::MakeObject();
    const std::string_view own = std::string_view(ids_[place]).substr(parent.empty() ? 0 : parent.size() + 1);
    task.Set("id", IdToJson(own)).Set("title", step.title).Set("description", description).Set("details", details);
    task.Set("testStrategy", step.done_when).Set("status", StatusOfTask(StateOf(plan_, place)));
    const Json* priority = step.extra.Find("priority");
    task.Set("priority", priority != nullptr ? *priority : Json(kUsualPriority));
    task.Set("dependencies", DependsToJson(step, ids_[place], parent));
    if (ids_[place] != step.id.value) task.Set("forgeId", step.id.value);
    Json rest = OtherFields(step, {"id", "title", "what", "depends", "done_when", "extra"});
    Json kept = Json::MakeObject();
    for (const auto& [key, value] : rest.AsObject()) {
      if (key != "kind" || !IsParent(ids_[place])) kept.Set(key, value);
    }
    if (const Json extra = ExtraOf(step); !extra.is_null()) kept.Set("extra", extra);
    if (!kept.AsObject().empty()) task.Set("forge", std::move(kept));
    return task;
  }

  bool IsParent(const std::string& id) const {
    return std::any_of(ids_.begin(), ids_.end(), [&](const std::string& other) { return other.starts_with(id + "."); });
  }

  static Json ExtraOf(const StepSpec& step) {
    Json extra;
    for (const auto& [key, value] : step.extra.AsObject()) {
      if (key != "priority") extra.Set(key, value);
    }
    return extra;
  }

  Json DependsToJson(const StepSpec& step, const std::string& id, std::string_view parent) const {
    Json depends = Json::MakeArray();
    std::unordered_set<std::string> inherited;
    if (!parent.empty()) {
      for (const StepId& need : StepAt(std::string(parent)).depends) inherited.insert(need.value);
    }
    for (const StepId& need : step.depends) {
      auto it = places_.find(need.value);
      const std::string number = it == places_.end() ? need.value : ids_[it->second];
      if (number.starts_with(id + ".") || inherited.contains(need.value)) {
        if (parent.empty() || !number.starts_with(std::string(parent) + ".")) continue;
      }
      depends.Append(IdToJson(number));
    }
    return depends;
  }

  const StepSpec& StepAt(const std::string& id) const {
    const auto it = std::find(ids_.begin(), ids_.end(), id);
    return plan_.steps[static_cast<std::size_t>(it - ids_.begin())];
  }

  const ForeignPlan& plan_;
  std::vector<std::string> ids_;
  std::unordered_map<std::string, std::size_t> places_;
  std::unordered_set<std::string> tasks_;
};

// The object that holds the tasks: the root itself, or that of a tag.
const Json* FindTasks(const Json& root, std::string_view tag, std::string& found_tag) {
  if (root["tasks"].is_array()) return tag.empty() ? &root : nullptr;
  for (std::string_view wanted : {tag, std::string_view("master")}) {
    const Json* tagged = wanted.empty() ? nullptr : root.Find(wanted);
    if (tagged != nullptr && (*tagged)["tasks"].is_array()) {
      found_tag = wanted;
      return tagged;
    }
    if (!tag.empty()) return nullptr;
  }
  for (const auto& [key, value] : root.AsObject()) {
    if (!value["tasks"].is_array()) continue;
    found_tag = key;
    return &value;
  }
  return nullptr;
}

}  // namespace

ForeignPlan ReadTaskMaster(std::string_view json, std::string_view tag) {
  const auto root = ParseJson(json);
  if (root) return TaskMasterFrom(*root, tag);
  ForeignPlan plan;
  plan.problems.push_back({"Invalid JSON: " + root.error().message, {}});
  return plan;
}

ForeignPlan TaskMasterFrom(const Json& root, std::string_view tag) {
  ForeignPlan plan;
  std::string found_tag;
  const Json* holder = FindTasks(root, tag, found_tag);
  std::vector<std::string> tags;
  for (const auto& [key, value] : root.AsObject()) {
    if (!root["tasks"].is_array() && value["tasks"].is_array()) tags.push_back(key);
  }
  if (holder == nullptr) {
    const std::string known = tags.empty() ? "" : "; the tags are " + Join(tags, ", ");
    plan.problems.push_back(
        {tag.empty() ? std::string("no tasks found") : fmt::format("there is no tag '{}'{}", tag, known), {}});
    return plan;
  }
  plan.tag = found_tag;
  std::erase(tags, found_tag);
  plan.other_tags = std::move(tags);
  TaskReader(plan).Read((*holder)["tasks"]);
  const Json& metadata = (*holder)["metadata"];
  plan.title = metadata["projectName"].is_string() ? metadata["projectName"].AsString() : found_tag;
  plan.objective = metadata["description"].AsString();
  std::unordered_set<std::string_view> ids;
  for (const StepSpec& step : plan.steps) {
    if (!ids.insert(step.id.value).second) {
      plan.problems.push_back({fmt::format("task {} is defined twice", step.id.value), step.id});
    }
  }
  for (const StepSpec& step : plan.steps) {
    for (const StepId& need : step.depends) {
      if (ids.contains(need.value)) continue;
      plan.problems.push_back(
          {fmt::format("task {} depends on {}, which is not a task", step.id.value, need.value), step.id});
    }
  }
  return plan;
}

std::string WriteTaskMaster(const ForeignPlan& plan, std::string_view tag) {
  Json metadata = Json::MakeObject();
  metadata.Set("projectName", plan.title).Set("description", plan.objective);
  Json holder = Json::MakeObject();
  holder.Set("tasks", TaskWriter(plan).Write()).Set("metadata", std::move(metadata));
  return Json::MakeObject().Set(std::string(tag), std::move(holder)).Dump(2) + "\n";
}

}  // namespace forge
