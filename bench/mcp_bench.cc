// forge_mcp_bench FORGE [NODE PEER]: from starting `forge mcp` to its first answer, its memory then, `validate_plan` of
// growing plans, and a thousand facts saved; beside a Node server that starts as well (bench/mcp_peer.mjs).
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/strings.h"
#include "model/json.h"
#include "os/files/files.h"
#include "os/process/process.h"
#include "os/process/process_input.h"
#include "os/system.h"

namespace forge {
namespace {

using Clock = std::chrono::steady_clock;

double MsSince(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

// A server on its standard streams, spoken with line by line.
class Spoken {
 public:
  Spoken(std::vector<std::string> argv, std::string cwd) : input_(ProcessInput::Make().value()) {
    ProcessSpec command;
    command.argv = std::move(argv);
    command.cwd = std::move(cwd);
    command.input = input_;
    command.on_start = [this](const ProcessId& id) { pid_ = id.pid; };
    command.on_stdout = [this](std::string_view chunk) {
      const std::scoped_lock lock(mutex_);
      lines_ += static_cast<int>(std::ranges::count(chunk, '\n'));
      arrived_.notify_all();
    };
    thread_ =
        std::jthread([command = std::move(command)](const std::stop_token& stop) { (void)RunProcess(command, stop); });
  }
  ~Spoken() { input_->Close(); }

  // Until there is one more line.
  void Ask(const Json& message) {
    (void)input_->Write(message.Dump() + "\n", SteadyMs() + 10'000);
    std::unique_lock lock(mutex_);
    arrived_.wait_for(lock, std::chrono::seconds(60), [&] { return lines_ > taken_; });
    taken_ = lines_;
  }
  double Megabytes() const {
    const std::string status = ReadFile(fmt::format("/proc/{}/status", pid_)).value_or("");
    for (std::string_view line : Lines(status)) {
      if (line.starts_with("VmHWM:")) {
        return static_cast<double>(ParseInt(Trim(line.substr(6, line.find("kB") - 6))).value_or(0)) / 1024;
      }
    }
    return 0;
  }

 private:
  std::shared_ptr<ProcessInput> input_;
  std::int64_t pid_ = 0;
  std::mutex mutex_;
  std::condition_variable arrived_;
  int lines_ = 0, taken_ = 0;
  std::jthread thread_;
};

Json Request(int id, const char* method, Json params) {
  Json json = Json::MakeObject().Set("jsonrpc", "2.0").Set("id", id).Set("method", method);
  return json.Set("params", std::move(params));
}

Json Hello() {
  Json params = Json::MakeObject().Set("protocolVersion", "2025-11-25").Set("capabilities", Json::MakeObject());
  return Request(0, "initialize", params.Set("clientInfo", Json::MakeObject().Set("name", "b").Set("version", "1")));
}

double Median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

struct Start {
  double first_ms, list_ms, megabytes;
};

Start MeasureStart(const std::vector<std::string>& argv, const std::string& cwd, int times) {
  std::vector<double> first, list, memory;
  for (int i = 0; i < times; ++i) {
    const auto begin = Clock::now();
    Spoken server(argv, cwd);
    server.Ask(Hello());
    first.push_back(MsSince(begin));
    server.Ask(Request(1, "tools/list", Json::MakeObject()));
    list.push_back(MsSince(begin));
    memory.push_back(server.Megabytes());
  }
  return {Median(first), Median(list), Median(memory)};
}

std::string PlanOf(int modules) {
  Json list = Json::MakeArray();
  for (int i = 0; i < modules; ++i) {
    Json module = Json::MakeObject().Set("id", fmt::format("m{}", i)).Set("title", "a module");
    module.Set("objective", "build it").Set("files", Json::Array{Json(fmt::format("src/m{}.js", i))});
    module.Set("verify", Json::Array{Json("true")}).Set("doneWhen", "it works");
    Json depends = Json::MakeArray();
    for (int back : {1, 7, 31}) {
      if (i >= back) depends.Append(fmt::format("m{}", i - back));
    }
    list.Append(module.Set("dependsOn", std::move(depends)));
  }
  return Json::MakeObject().Set("title", "a plan").Set("modules", std::move(list)).Dump(2);
}

double MeasurePlan(Spoken& server, const std::string& cwd, int modules) {
  (void)WriteFileAtomic(cwd + "/plan.json", PlanOf(modules));
  const Json arguments = Json::MakeObject().Set("planPath", "plan.json");
  const Json params = Json::MakeObject().Set("name", "validate_plan").Set("arguments", arguments);
  std::vector<double> times;
  for (int i = 0; i < 11; ++i) {
    const auto begin = Clock::now();
    server.Ask(Request(i + 1, "tools/call", params));
    times.push_back(MsSince(begin));
  }
  return Median(times);
}

// One after the other, as an agent asks: the mean in milliseconds.
double MeasureSaves(Spoken& server, int count) {
  const auto begin = Clock::now();
  for (int i = 0; i < count; ++i) {
    Json arguments = Json::MakeObject().Set("category", "convention");
    arguments.Set("pattern",
                  fmt::format("crate{} of shelf{} belongs to store{} and is number {}", i, i % 97, i % 13, i));
    Json params = Json::MakeObject().Set("name", "memory_save").Set("arguments", std::move(arguments));
    server.Ask(Request(i + 1, "tools/call", std::move(params)));
  }
  return MsSince(begin) / count;
}

int Main(const std::vector<std::string>& args) {
  const std::string cwd = RealPath(MakeTempDirectory("forge-mcp-bench-").value()).value();
  (void)RunProcess(ShellCommand("git init -q " + cwd));
  const Start ours = MeasureStart({args.at(0), "mcp"}, cwd, 21);
  fmt::print("forge mcp: first answer {:.1f} ms, list of tools {:.1f} ms, {:.1f} MB\n", ours.first_ms, ours.list_ms,
             ours.megabytes);
  if (args.size() > 2) {
    const Start theirs = MeasureStart({args[1], args[2]}, DirName(args[2]), 11);
    fmt::print("node server: first answer {:.1f} ms, list of tools {:.1f} ms, {:.1f} MB; ratio {:.2f}, memory {:.2f}\n",
               theirs.first_ms, theirs.list_ms, theirs.megabytes, ours.first_ms / theirs.first_ms,
               ours.megabytes / theirs.megabytes);
  }
  Spoken server({args[0], "mcp"}, cwd);
  server.Ask(Hello());
  for (const int modules : {10, 100, 1000, 5000}) {
    fmt::print("validate_plan, {} modules: {:.1f} ms\n", modules, MeasurePlan(server, cwd, modules));
  }
  constexpr int kSaves = 1000;
  fmt::print("memory_save, {} calls: {:.2f} ms each\n", kSaves, MeasureSaves(server, kSaves));
  (void)RemoveTree(cwd);
  return 0;
}

}  // namespace
}  // namespace forge

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  return forge::Main({argv + 1, argv + argc});
}
