// Starts a program many times, one after the other, and says what a start costs. Prints one line for the script that
// called it: the median of wall time in ms, its 95th percentile, the median of CPU time in ms, and the largest resident
// size in MB.
//
//   forge_start_bench TIMES INPUT PROGRAM [ARGUMENT...]    INPUT: a file for its standard input; its output is dropped
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

struct Cost {
  double wall_ms = 0, cpu_ms = 0, resident_mb = 0;
};

double Ms(const timeval& time) {
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_usec) / 1e3;
}

Cost StartOnce(const posix_spawn_file_actions_t& files, char** arguments) {
  const auto from = std::chrono::steady_clock::now();
  pid_t child = 0;
  if (::posix_spawnp(&child, arguments[0], &files, nullptr, arguments, environ) != 0) {
    std::fprintf(stderr, "cannot start %s\n", arguments[0]);
    std::exit(1);
  }
  int status = 0;
  rusage used{};
  ::wait4(child, &status, 0, &used);
  Cost cost;
  cost.wall_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - from).count();
  cost.cpu_ms = Ms(used.ru_utime) + Ms(used.ru_stime);
  cost.resident_mb = static_cast<double>(used.ru_maxrss) / 1024;
  return cost;
}

double At(std::vector<double> values, double part) {
  std::ranges::sort(values);
  return values[static_cast<std::size_t>(part * static_cast<double>(values.size() - 1))];
}

}  // namespace

int main(int argc, char** argv) {
  const int times = argc > 3 ? std::atoi(argv[1]) : 0;
  if (times < 1) {
    std::fprintf(stderr, "usage: forge_start_bench TIMES INPUT PROGRAM [ARGUMENT...]\n");
    return 2;
  }
  posix_spawn_file_actions_t files;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawn_file_actions_addopen(&files, 0, argv[2], O_RDONLY, 0);
  ::posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
  ::posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
  std::vector<double> walls, cpus;
  double resident = 0;
  (void)StartOnce(files, argv + 3);  // what is read from the disk the first time does not count
  for (int i = 0; i < times; ++i) {
    const Cost cost = StartOnce(files, argv + 3);
    walls.push_back(cost.wall_ms);
    cpus.push_back(cost.cpu_ms);
    resident = std::max(resident, cost.resident_mb);
  }
  std::printf("%.2f %.2f %.2f %.1f\n", At(walls, 0.5), At(walls, 0.95), At(cpus, 0.5), resident);
}
