// What reaching a model costs us: the time until a unit's first request leaves, beside the vendors' programs; memory of
// a hundred units in flight; how fast streams are read. Prints the rows that bench/run shows. Asserts nothing.
//
//   forge_agent_bench WORK_DIR SERVER_PORT [FOLDER_WITH_PROGRAMS]
//
// SERVER_PORT: a forge-llm in a process of its own, so that its memory is not counted as ours; scenario `hang` is
// silent.
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "agent/native/native.h"
#include "agent/native/native_protocol.h"
#include "agent/native/sse.h"
#include "agent/runtime.h"
#include "agent/vendors/cli_program.h"
#include "agent/vendors/cli_runtime.h"
#include "agent/vendors/cli_stream.h"
#include "agent/vendors/command_runtime.h"
#include "base/strings.h"
#include "live_home.h"
#include "os/files/files.h"
#include "os/process/process.h"
#include "scripted_server.h"

namespace forge {
namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* kScript =
    R"({"scenarios":{"ok":{"turns":[{"text":"Done.","times":-1}]},"hang":{"turns":[{"fault":"hang","times":-1}]}}})";

double MsSince(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

void Row(const std::string& what, const std::string& ours, const std::string& peer, const std::string& ratio,
         const std::string& budget) {
  fmt::print("{:<58} {:>12} {:>12} {:>8}  {}\n", what, ours, peer, ratio, budget);
  std::fflush(stdout);
}

AgentRequest Request(const std::string& work) {
  AgentRequest request;
  request.prompt = "Say something.";
  request.cwd = work;
  request.deadlines.wall_ms = 120'000;
  return request;
}

// From the call to the arrival of its first request, in milliseconds; the median of `times`. Nothing: none came.
double FirstRequestMs(llm::ScriptedServer& server, Runtime& runtime, const AgentRequest& request, int times) {
  std::vector<double> all;
  for (int i = 0; i < times; ++i) {
    const std::size_t before = server.RequestCount();
    std::stop_source stop;
    const Clock::time_point begin = Clock::now();
    std::jthread asks([&] { (void)runtime.Ask(request, stop.get_token()); });
    while (server.RequestCount() == before && MsSince(begin) < 60'000)
      std::this_thread::sleep_for(std::chrono::microseconds(50));
    if (server.RequestCount() > before) all.push_back(MsSince(begin));
    stop.request_stop();
  }
  std::ranges::sort(all);
  return all.empty() ? 0 : all[all.size() / 2];
}

RuntimePlaces Places(const std::string& work, std::map<std::string, std::string> environment) {
  return {work, work + "/state", std::move(environment), nullptr};
}

void MeasureStart(const std::string& work, const std::string& programs) {
  auto server = llm::ScriptedServer::StartOrDie(kScript);
  const std::string url = server->Url("ok");
  double native = 0;
  for (const char* kind : {"anthropic", "openai"}) {
    auto runtime = MakeNativeRuntime(kind, url, Places(work, {{"ANTHROPIC_API_KEY", "k"}, {"OPENAI_API_KEY", "k"}}));
    if (!runtime) return Row(runtime.error().message, "", "", "", "");
    const double ms = FirstRequestMs(*server, **runtime, Request(work), 31);
    native = std::max(native, ms);
    Row(fmt::format("unit start to first request, {}", kind), fmt::format("{:.1f}ms", ms), "", "", "<= 10ms");
  }
  for (const CliProgram& program : CliPrograms()) {
    const std::string name(program.name);
    const std::string path = programs.empty() ? name : JoinPath(programs, name);
    if (!FindProgram(path)) {
      Row(fmt::format("unit start to first request / {}", name), "", "", "", "skipped: not installed");
      continue;
    }
    const std::string home = work + "/home-" + name;
    (void)MakeDirectories(home);
    AgentRequest request = Request(work);
    request.env = LiveEnvironment(name, url, home);
    request.model = LiveModel(name);
    auto runtime = MakeCliRuntime(program, path, Places(work, request.env));
    const double ms = runtime ? FirstRequestMs(*server, **runtime, request, 3) : 0;
    if (ms == 0) {
      Row(fmt::format("unit start to first request / {}", name), "", "", "", "skipped: it made none");
      continue;
    }
    Row(fmt::format("unit start to first request / {}", name), fmt::format("{:.1f}ms", native),
        fmt::format("{:.0f}ms", ms), fmt::format("{:.4f}", native / ms), "<= 0.05");
  }
}

// Of a share of 1000 tokens, with answers of 120: the answers that were asked for after the one that used it up.
void OvershootRow(const std::string& name, llm::ScriptedServer& server, Runtime& runtime, AgentRequest request) {
  constexpr std::int64_t kShare = 1000;
  std::int64_t used_at = 0;
  request.may_write = true;
  request.on_spent = [&](const Usage& total, const std::string&) {
    if (total.tokens() < kShare) return std::optional<std::string>();
    if (used_at == 0) used_at = total.tokens();
    return std::optional<std::string>("used up");
  };
  const AgentAnswer answer = runtime.Ask(request, {});
  const std::string what = fmt::format("overshoot of a budget, in answers of a model: {}", name);
  if (answer.error_class != ErrorClass::kBudget) return Row(what, "", "", "", "not stopped: " + answer.error);
  const auto answers = static_cast<std::int64_t>(server.RequestCount()) - used_at / 120;
  Row(what, fmt::format("{}", std::max<std::int64_t>(0, answers)), fmt::format("{} tokens", answer.usage.tokens()), "",
      "<= 1");
}

void MeasureOvershoot(const std::string& work, const std::string& programs) {
  for (const char* kind : {"anthropic", "openai"}) {
    auto server = llm::ScriptedServer::StartOrDie(LiveWork(kind));
    auto runtime = MakeNativeRuntime(kind, server->Url("work"),
                                     Places(work, {{"ANTHROPIC_API_KEY", "k"}, {"OPENAI_API_KEY", "k"}}));
    if (runtime) OvershootRow(kind, *server, **runtime, Request(work));
  }
  // A program of our own asks no provider: an answer of it takes a tenth of a second.
  auto none = llm::ScriptedServer::StartOrDie(kScript);
  auto command = MakeCommandRuntime(
      R"(n=0; while [ $n -lt 4800 ]; do n=$((n+120)); echo "FORGE-USAGE {\"output_tokens\": $n}"; sleep 0.1; done)",
      work);
  if (command) OvershootRow("command", *none, **command, Request(work));
  for (const CliProgram& program : CliPrograms()) {
    const std::string name(program.name);
    const std::string path = programs.empty() ? name : JoinPath(programs, name);
    if (!FindProgram(path)) {
      Row(fmt::format("overshoot of a budget, in answers of a model: {}", name), "", "", "", "skipped: not installed");
      continue;
    }
    auto server = llm::ScriptedServer::StartOrDie(LiveWork(name));
    const std::string home = work + "/spends-" + name;
    (void)MakeDirectories(home);
    AgentRequest request = Request(work);
    request.env = LiveEnvironment(name, server->Url("work"), home);
    request.model = LiveModel(name);
    auto runtime = MakeCliRuntime(program, path, Places(work, request.env));
    if (runtime) OvershootRow(name, *server, **runtime, request);
  }
}

// Memory that is ours alone, in MB.
double OwnMemory() {
  double kb = 0;
  std::ifstream rollup("/proc/self/smaps_rollup");
  for (std::string line; std::getline(rollup, line);) {
    if (!line.starts_with("Private_")) continue;
    const std::string_view rest = Trim(std::string_view(line).substr(line.find(':') + 1));
    kb += static_cast<double>(ParseInt(rest.substr(0, rest.find(' '))).value_or(0));
  }
  return kb / 1024;
}

void MeasureMemory(const std::string& work, const std::string& url) {
  constexpr std::size_t kUnits = 100;
  const double before = OwnMemory();
  auto runtime = MakeNativeRuntime("anthropic", url, Places(work, {{"ANTHROPIC_API_KEY", "k"}}));
  if (!runtime) return;
  AgentRequest request = Request(work);
  request.prompt = std::string(30'000, 'x');
  std::stop_source stop;
  std::vector<std::jthread> units;
  for (std::size_t i = 0; i < kUnits; ++i)
    units.emplace_back([&] { (void)(*runtime)->Ask(request, stop.get_token()); });
  std::this_thread::sleep_for(std::chrono::seconds(3));
  const double with = OwnMemory();
  stop.request_stop();
  units.clear();
  Row(fmt::format("own memory, {} units in flight, a 30 KB prompt each", kUnits), fmt::format("{:.1f}MB", with), "", "",
      "<= 40MB");
  Row("  of that, per unit", fmt::format("{:.0f}KB", (with - before) * 1024 / kUnits), "", "", "");
}

template <typename Read>
double MegabytesPerSecond(const std::string& stream, Read read) {
  double best = 0;
  for (int i = 0; i < 5; ++i) {
    const Clock::time_point begin = Clock::now();
    for (std::size_t at = 0; at < stream.size(); at += 16 * 1024) read(std::string_view(stream).substr(at, 16 * 1024));
    best = std::max(best, static_cast<double>(stream.size()) / 1e6 / (MsSince(begin) / 1000));
  }
  return best;
}

std::string Repeated(const std::string& text, std::size_t bytes) {
  std::string all;
  while (all.size() < bytes) all += text;
  return all;
}

void MeasureStreams() {
  constexpr std::size_t kBytes = std::size_t{32} << 20;
  const std::string words = "the quick brown fox jumps over the lazy dog ";
  const std::string anthropic = Repeated(
      "event: content_block_delta\ndata: "
      "{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\","
      "\"text\":\"" +
          words + "\"}}\n\n",
      kBytes);
  const std::string openai = Repeated(
      "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":"
      "{\"content\":\"" +
          words + "\"},\"finish_reason\":null}]}\n\n",
      kBytes);
  const std::string claude = Repeated(
      "{\"type\":\"assistant\",\"message\":{\"id\":\"m\",\"model\":\"m\",\"content\":[{\"type\":\"text\",\"text\":\"" +
          words + "\"}],\"usage\":{\"input_tokens\":3,\"output_tokens\":9}},\"session_id\":\"s\"}\n",
      kBytes);
  SseParser events;
  auto speed = [](double mb) { return fmt::format("{:.0f}MB/s", mb); };
  Row("stream parsing, events alone",
      speed(MegabytesPerSecond(
          anthropic,
          [&](std::string_view part) { events.Feed(part, [](std::string_view, std::string_view) { return true; }); })),
      "", "", "");
  for (const bool chat : {false, true}) {
    auto reader = chat ? MakeOpenAiReader() : MakeAnthropicReader();
    SseParser parser;
    const double mb = MegabytesPerSecond(chat ? openai : anthropic, [&](std::string_view part) {
      parser.Feed(part, [&](std::string_view event, std::string_view data) { return reader->TakeEvent(event, data); });
    });
    Row(fmt::format("stream parsing, {}", chat ? "openai" : "anthropic"), speed(mb), "", "", "");
  }
  const AgentRequest request;
  auto stream = MakeClaudeStream(request);
  Row("stream parsing, claude", speed(MegabytesPerSecond(claude, [&](std::string_view part) { stream->Feed(part); })),
      "", "", "");
}

}  // namespace
}  // namespace forge

int main(int argc, char** argv) {
  if (argc < 3) {
    fmt::print(stderr, "usage: forge_agent_bench WORK_DIR SERVER_PORT [FOLDER_WITH_PROGRAMS]\n");
    return 2;
  }
  const std::string work = argv[1];
  // First, while nothing else has been in our memory.
  forge::MeasureMemory(work, fmt::format("http://127.0.0.1:{}/s/hang", argv[2]));
  forge::MeasureStart(work, argc > 3 ? argv[3] : "");
  forge::MeasureOvershoot(work, argc > 3 ? argv[3] : "");
  forge::MeasureStreams();
  return 0;
}
