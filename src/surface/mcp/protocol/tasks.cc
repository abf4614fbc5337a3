#include "surface/mcp/protocol/tasks.h"

#include <fmt/core.h>

#include <utility>

#include "base/strings.h"
#include "surface/mcp/protocol/askers.h"
#include "surface/view/times.h"

namespace forge::mcp {
namespace {

bool IsOver(const std::string& status) { return status == "completed" || status == "failed" || status == "cancelled"; }

Json Acknowledged() { return Json::MakeObject(); }

}  // namespace

// Parks the task until tasks/update has brought every answer.
class Tasks::WaitingAsker : public Asker {
 public:
  WaitingAsker(Tasks& tasks, std::shared_ptr<Task> task) : tasks_(tasks), task_(std::move(task)) {}

  Rpc<std::optional<Json>> Ask(const std::vector<InputRequest>& requests, const Json&) override {
    std::unique_lock lock(tasks_.mutex_);
    if (task_->status == "cancelled") return Refuse(kInternalError, "cancelled");
    task_->pending = requests;
    task_->answers = Json::MakeObject();
    task_->status = "input_required";
    task_->updated = tasks_.options_.now();
    const bool answered =
        tasks_.changed_.wait(lock, task_->stop.get_token(), [this] { return task_->pending.empty(); });
    if (!answered || task_->status == "cancelled") return Refuse(kInternalError, "cancelled");
    task_->status = "working";
    task_->updated = tasks_.options_.now();
    return task_->answers;
  }

 private:
  Tasks& tasks_;
  std::shared_ptr<Task> task_;
};

Tasks::Started Tasks::Start(Work work) {
  auto task = std::make_shared<Task>();
  const std::scoped_lock lock(mutex_);
  Purge();
  task->id = Sha256(fmt::format("{}:{}", options_.secret, ++count_)).substr(0, 32);
  task->created = task->updated = options_.now();
  if (ending_) task->stop.request_stop();
  tasks_[task->id] = task;
  Json created = Describe(*task).Set("resultType", "task");
  auto run = [this, task, work = std::move(work)] {
    Rpc<Json> outcome = work(task->stop.get_token(), std::make_unique<WaitingAsker>(*this, task));
    Settle(*task, std::move(outcome));
  };
  return {std::move(created), std::move(run)};
}

void Tasks::Settle(Task& task, Rpc<Json> outcome) {
  const std::scoped_lock lock(mutex_);
  if (task.status == "cancelled") return;
  task.pending.clear();
  task.updated = options_.now();
  if (outcome) {
    task.status = "completed";
    task.result = *std::move(outcome);
    return;
  }
  task.status = "failed";
  task.error = Json::MakeObject().Set("code", outcome.error().code).Set("message", outcome.error().message);
}

void Tasks::Purge() {
  const std::int64_t now = options_.now().ms;
  std::erase_if(tasks_, [&](const auto& entry) {
    return IsOver(entry.second->status) && now - entry.second->updated.ms > options_.ttl_ms;
  });
}

Rpc<std::shared_ptr<Tasks::Task>> Tasks::Find(const std::string& id) {
  const auto place = tasks_.find(id);
  if (place == tasks_.end()) return Refuse(kInvalidParams, "task not found", Json::MakeObject().Set("taskId", id));
  return place->second;
}

Json Tasks::Describe(const Task& task) const {
  Json json = Json::MakeObject().Set("taskId", task.id).Set("status", task.status);
  json.Set("createdAt", IsoTime(task.created)).Set("lastUpdatedAt", IsoTime(task.updated));
  json.Set("ttlMs", options_.ttl_ms).Set("pollIntervalMs", options_.poll_ms);
  if (!task.result.is_null()) json.Set("result", task.result);
  if (!task.error.is_null()) json.Set("error", task.error);
  if (task.status == "input_required") {
    Json pending = Json::MakeObject();
    for (const InputRequest& request : task.pending) pending.Set(request.key, ToJson(request));
    json.Set("inputRequests", std::move(pending));
  }
  return json;
}

Rpc<Json> Tasks::Get(const std::string& id) {
  const std::scoped_lock lock(mutex_);
  auto task = Find(id);
  if (!task) return std::unexpected(task.error());
  return Describe(**task);
}

Rpc<Json> Tasks::Update(const std::string& id, const Json& responses) {
  const std::scoped_lock lock(mutex_);
  auto found = Find(id);
  if (!found) return std::unexpected(found.error());
  Task& task = **found;
  for (const InputRequest& request : task.pending) {
    const Json* response = responses.Find(request.key);
    if (response == nullptr) continue;
    if (auto fits = CheckInputResponse(request, *response); !fits) return std::unexpected(fits.error());
  }
  std::erase_if(task.pending, [&](const InputRequest& request) {
    const Json* response = responses.Find(request.key);
    if (response == nullptr) return false;
    task.answers.Set(request.key, *response);
    return true;
  });
  changed_.notify_all();
  return Acknowledged();
}

Rpc<Json> Tasks::Cancel(const std::string& id) {
  std::shared_ptr<Task> task;
  {
    const std::scoped_lock lock(mutex_);
    auto found = Find(id);
    if (!found) return std::unexpected(found.error());
    task = *found;
    if (IsOver(task->status)) return Acknowledged();
    task->status = "cancelled";
    task->pending.clear();
    task->updated = options_.now();
  }
  task->stop.request_stop();
  return Acknowledged();
}

void Tasks::CancelAll() {
  std::vector<std::shared_ptr<Task>> all;
  {
    const std::scoped_lock lock(mutex_);
    ending_ = true;
    for (const auto& [id, task] : tasks_) all.push_back(task);
  }
  for (const auto& task : all) task->stop.request_stop();
}

}  // namespace forge::mcp
