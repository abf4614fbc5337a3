// Tasks of the extension io.modelcontextprotocol/tasks: calls that outlive their request. Knows no tool: what a task
// does comes as a function.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/ids.h"
#include "model/json.h"
#include "surface/mcp/protocol/call.h"
#include "surface/mcp/protocol/wire.h"

namespace forge::mcp {

// May be used from any thread.
class Tasks {
 public:
  struct Options {
    std::string secret;  // ids are made from it: who does not know an id cannot guess it
    std::function<TimePoint()> now;
    std::int64_t ttl_ms = 3'600'000;
    std::int64_t poll_ms = 500;
  };
  explicit Tasks(Options options) : options_(std::move(options)) {}

  using Work = std::function<Rpc<Json>(std::stop_token stop, std::unique_ptr<Asker> asker)>;
  // Makes the task; the work is to be run by the caller, once, on another thread.
  struct Started {
    Json created;  // CreateTaskResult
    std::function<void()> run;
  };
  Started Start(Work work);

  Rpc<Json> Get(const std::string& id);
  Rpc<Json> Update(const std::string& id, const Json& responses);
  Rpc<Json> Cancel(const std::string& id);
  void CancelAll();  // also those that are made from now on

 private:
  struct Task {
    std::string id;
    std::string status = "working";  // working, input_required, completed, failed, cancelled
    TimePoint created, updated;
    Json result, error;
    std::vector<InputRequest> pending;
    Json answers = Json::MakeObject();
    std::stop_source stop;
  };
  class WaitingAsker;

  void Settle(Task& task, Rpc<Json> outcome);
  void Purge();
  Rpc<std::shared_ptr<Task>> Find(const std::string& id);
  Json Describe(const Task& task) const;

  Options options_;
  std::mutex mutex_;  // guards what follows, and the tasks
  std::condition_variable_any changed_;
  std::int64_t count_ = 0;
  bool ending_ = false;
  std::map<std::string, std::shared_ptr<Task>> tasks_;  // shared with the thread that runs the task
};

}  // namespace forge::mcp
