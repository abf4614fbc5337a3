#include "service/serve/serve.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>

#include "os/files/files.h"
#include "service/serve/run_keeper.h"
#include "service/serve/server_seat.h"

namespace forge {
namespace {

constexpr std::int64_t kTurnMs = 250;

// Lines of many threads, for the one that prints.
class LineBox {
 public:
  void Put(std::string line) {
    const std::scoped_lock lock(mutex_);
    lines_.push_back(std::move(line));
  }
  std::vector<std::string> Take() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(lines_, {});
  }

 private:
  std::mutex mutex_;
  std::vector<std::string> lines_;  // guarded by mutex_
};

// One project and what the server does for it. Does nothing while another server has the seat.
class Served {
 public:
  Served(const Machine& machine, const Project& project, int places, RunKeeper::Hooks hooks)
      : project_(project),
        places_(places),
        say_(hooks.say),
        runs_(InProject(machine, project), project, std::move(hooks)) {}

  void Turn(int free) {
    if (const Status done = TryTurn(free); !done) return SayOnce(Describe(done.error()));
    if (seat_) trouble_.clear();  // a spare has said what it waits for
  }
  int busy() { return runs_.busy(); }
  bool at_rest() { return runs_.at_rest(); }
  // What others read of it; a hint.
  void Tell(int busy_in_all) {
    if (seat_) (void)seat_->Tell(busy_in_all, runs_.driven());
  }
  // Nobody leaves a run to it any more. The seat is its own until it has ended.
  void Leave() {
    if (seat_) seat_->Leave();
  }

 private:
  static Machine InProject(Machine machine, const Project& project) {
    machine.cwd = project.root;
    return machine;
  }

  Status TryTurn(int free) {
    if (!seat_ && !TRY(TakeSeat())) return {};
    return runs_.Turn(free);
  }

  Result<bool> TakeSeat() {
    TRY(EnsureState(project_));
    auto seat = TRY(ServerSeat::Take(project_, places_));
    if (!seat) {
      const auto other = FindServer(project_);
      const std::string who = other ? fmt::format("process {}", other->owner.pid) : "another process";
      SayOnce(fmt::format("{} is served by {}; this server waits as a spare", project_.root, who));
      return false;
    }
    seat_.emplace(*std::move(seat));
    say_(fmt::format("serving {}", project_.root));
    return true;
  }

  void SayOnce(const std::string& text) {
    if (std::exchange(trouble_, text) != text) say_(text);
  }

  Project project_;
  int places_;
  std::function<void(const std::string&)> say_;
  std::string trouble_;  // the last that was said
  std::optional<ServerSeat> seat_;
  RunKeeper runs_;
};

// The name of its directory, or its whole path where another one has the same name.
std::string NameAmong(const std::vector<Project>& projects, const Project& project) {
  const std::string name = BaseName(project.root);
  const auto same = [&](const Project& other) { return other.root != project.root && BaseName(other.root) == name; };
  return std::ranges::any_of(projects, same) ? project.root : name;
}

}  // namespace

Result<std::vector<Project>> FindProjects(const Machine& machine, const std::vector<std::string>& directories) {
  std::vector<Project> projects;
  for (const std::string& directory : directories.empty() ? std::vector{machine.cwd} : directories) {
    Machine there = machine;
    there.cwd = TRY(RealPath(directory));
    Project project = TRY(FindProject(there));
    const bool named = std::ranges::any_of(projects, [&](const Project& other) { return other.root == project.root; });
    if (!named) projects.push_back(std::move(project));
  }
  return projects;
}

Status Serve(const Machine& machine, const std::vector<Project>& projects, int runs, const ServeHooks& hooks) {
  LineBox lines;
  std::vector<std::unique_ptr<Served>> served;
  for (const Project& project : projects) {
    const std::string before = projects.size() > 1 ? NameAmong(projects, project) + ": " : "";
    served.push_back(std::make_unique<Served>(
        machine, project, runs,
        RunKeeper::Hooks{hooks.interrupts, [&lines, before](const std::string& text) { lines.Put(before + text); }}));
  }
  const auto busy = [&] {
    int sum = 0;
    for (const auto& each : served) sum += each->busy();
    return sum;
  };
  const auto print = [&] {
    for (const std::string& line : lines.Take()) hooks.say(line);
  };
  bool ending = false;
  while (true) {
    if (hooks.interrupts() > 0 && !std::exchange(ending, true)) {
      lines.Put("ending; a second Ctrl-C stops the agents now");
      for (const auto& each : served) each->Leave();
    }
    for (const auto& each : served) {
      if (ending) break;
      each->Turn(std::max(0, runs - busy()));
      each->Tell(busy());
    }
    print();
    if (ending && std::ranges::all_of(served, [](const auto& each) { return each->at_rest(); })) break;
    hooks.sleep(kTurnMs);
  }
  served.clear();
  print();
  return {};
}

}  // namespace forge
