#include "os/process/process.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "base/strings.h"
#include "os/fd.h"
#include "os/files/files.h"
#include "os/process/pidfd.h"
#include "os/process/process_table.h"
#include "os/testing/temp_directory.h"

namespace forge {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

ProcessResult MustRun(const ProcessSpec& command, std::stop_token stop = {}) {
  auto result = RunProcess(command, std::move(stop));
  EXPECT_TRUE(result) << (result ? "" : Describe(result.error()));
  return result ? *result : ProcessResult();
}

ProcessSpec Program(std::vector<std::string> argv) {
  ProcessSpec command;
  command.argv = std::move(argv);
  return command;
}

// The children a shell line announced as "pid PID" lines.
std::vector<std::int64_t> AnnouncedPids(const std::string& out) {
  std::vector<std::int64_t> pids;
  for (std::string_view line : Lines(out)) {
    if (line.starts_with("pid ")) pids.push_back(ParseInt(line.substr(4)).value());
  }
  return pids;
}

bool Runs(std::int64_t pid) {
  auto row = ReadProcess(pid);
  return row && !row->dead();
}

// SIGKILL takes a moment; the handle tells when.
bool EndsByItself(std::int64_t pid) {
  Fd handle = OpenProcess(static_cast<pid_t>(pid));
  if (!handle.is_open()) return !Runs(pid);
  pollfd entry{.fd = handle.get(), .events = POLLIN, .revents = 0};
  return ::poll(&entry, 1, 10'000) == 1;
}

std::size_t OpenDescriptors() { return ListDirectory("/proc/self/fd").value().size(); }

TEST(RunProcess, TellsTheExitCode) {
  EXPECT_EQ(MustRun(ShellCommand("exit 0")).exit_code, 0);
  ProcessResult seven = MustRun(ShellCommand("exit 7"));
  EXPECT_EQ(seven.end, ProcessEnd::kExited);
  EXPECT_EQ(seven.exit_code, 7);
  EXPECT_FALSE(seven.ok());
}

TEST(RunProcess, TellsTheSignalThatEndedTheChild) {
  ProcessResult result = MustRun(ShellCommand("kill -SEGV $$"));
  EXPECT_EQ(result.end, ProcessEnd::kSignalled);
  EXPECT_EQ(result.signal, SIGSEGV);
}

TEST(RunProcess, KeepsTheTwoStreamsApartOrTogetherAsAsked) {
  ProcessSpec command = ShellCommand("echo one; echo two >&2");
  ProcessResult apart = MustRun(command);
  EXPECT_EQ(apart.out, "one\n");
  EXPECT_EQ(apart.err, "two\n");
  EXPECT_EQ(apart.out_bytes, 8);
  command.merge_stderr = true;
  ProcessResult together = MustRun(command);
  EXPECT_EQ(together.out, "one\ntwo\n");
  EXPECT_EQ(together.err, "");
}

TEST(RunProcess, SetsAndUnsetsVariablesAndTheDirectory) {
  TempDirectory dir;
  ProcessSpec command = ShellCommand("pwd; echo \"$FORGE_A|${HOME-none}|${PATH:+path}\"");
  command.cwd = RealPath(dir.path()).value();
  command.env["FORGE_A"] = "a b=c";
  command.unset = {"HOME"};
  EXPECT_EQ(MustRun(command).out, command.cwd + "\na b=c|none|path\n");
}

TEST(RunProcess, LooksOnThePathTheChildWillHave) {
  TempDirectory dir;
  ASSERT_TRUE(WriteFileAtomic(dir / "my tool", "#!/bin/sh\necho mine\n", true));
  ProcessSpec command = Program({"my tool"});
  EXPECT_FALSE(RunProcess(command));
  command.env["PATH"] = dir.path();
  EXPECT_EQ(MustRun(command).out, "mine\n");
}

TEST(RunProcess, AnEmptyInputIsTheEndOfFileAtOnce) {
  EXPECT_EQ(MustRun(Program({"cat"})).out, "");
  EXPECT_TRUE(MustRun(ShellCommand("test \"$(readlink /proc/self/fd/0)\" = /dev/null")).ok());
}

TEST(RunProcess, TenMegabytesGoInAndOutAtTheSameTime) {
  ProcessSpec command = Program({"cat"});
  command.stdin_text.assign(10 << 20, 'x');
  command.stdin_text += "end";
  command.keep_tail = 20 << 20;
  ProcessResult result = MustRun(command);
  EXPECT_TRUE(result.ok());
  EXPECT_EQ(result.out, command.stdin_text);
}

TEST(RunProcess, AChildThatDoesNotReadItsInputIsNoError) {
  ProcessSpec command = Program({"true"});
  command.stdin_text = std::string(1 << 20, 'x');
  EXPECT_TRUE(MustRun(command).ok());
  ProcessSpec closes = ShellCommand("exec <&-; echo out; exit 3");
  closes.stdin_text = command.stdin_text;
  ProcessResult result = MustRun(closes);
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.out, "out\n");
}

TEST(RunProcess, KeepsHeadAndTailOfFiftyMegabytes) {
  ProcessSpec command = ShellCommand("echo first; head -c 52428800 /dev/zero | tr '\\0' x; echo; echo last");
  std::size_t seen = 0;
  command.on_stdout = [&](std::string_view chunk) { seen += chunk.size(); };
  ProcessResult result = MustRun(command);
  EXPECT_EQ(result.out_bytes, 52428800 + 12);
  EXPECT_EQ(seen, static_cast<std::size_t>(result.out_bytes));
  EXPECT_TRUE(result.out.starts_with("first\nxxx"));
  EXPECT_TRUE(result.out.ends_with("xxx\nlast\n"));
  EXPECT_LE(result.out.size(), command.keep_head + command.keep_tail + 100);
  EXPECT_NE(result.out.find("bytes left out"), std::string::npos);
}

TEST(RunProcess, NamesAProgramThatIsNotThere) {
  auto result = RunProcess(Program({"no-such-program-at-all"}));
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, Code::kUnavailable);
  EXPECT_NE(result.error().message.find("no-such-program-at-all was not found on PATH"), std::string::npos);
  auto absolute = RunProcess(Program({"/nowhere/at/all"}));
  ASSERT_FALSE(absolute);
  EXPECT_NE(absolute.error().message.find("/nowhere/at/all does not exist"), std::string::npos);
}

TEST(RunProcess, NamesADirectoryThatIsNotThere) {
  for (const char* program : {"true", "/bin/true", "./true"}) {
    ProcessSpec command = Program({program});
    command.cwd = "/no/such/directory";
    auto result = RunProcess(command);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, Code::kNotFound);
    EXPECT_NE(result.error().message.find("the working directory /no/such/directory does not exist"), std::string::npos)
        << result.error().message;
  }
  ProcessSpec file = Program({"true"});
  file.cwd = "/etc/passwd";
  EXPECT_NE(RunProcess(file).error().message.find("/etc/passwd is not a directory"), std::string::npos);
}

TEST(RunProcess, SaysWhyAFileCannotBeStarted) {
  TempDirectory dir;
  ASSERT_TRUE(WriteFileAtomic(dir / "plain", "#!/bin/sh\n"));
  ASSERT_TRUE(WriteFileAtomic(dir / "orphan", "#!/no/interpreter\n", true));
  ASSERT_TRUE(WriteFileAtomic(dir / "text", "just words\n", true));
  auto message = [&](const std::string& name) {
    auto result = RunProcess(Program({dir / name}));
    return result ? "started" : Describe(result.error());
  };
  EXPECT_NE(message("plain").find("not executable\n  hint: try chmod +x"), std::string::npos) << message("plain");
  EXPECT_NE(message("orphan").find("its interpreter does not exist"), std::string::npos) << message("orphan");
  EXPECT_NE(message("text").find("it is not a program"), std::string::npos) << message("text");
  EXPECT_NE(message(".").find("it is a directory"), std::string::npos) << message(".");
}

TEST(RunProcess, RefusesWhatTheSystemCannotPass) {
  EXPECT_EQ(RunProcess(Program({})).error().code, Code::kInvalid);
  EXPECT_EQ(RunProcess(Program({"true", std::string("a\0b", 3)})).error().code, Code::kInvalid);
}

TEST(RunProcess, PassesWeirdFileNamesUnchanged) {
  TempDirectory dir;
  std::string name = "-rf *'\"\\ $HOME\n\xff\xfe";
  ASSERT_TRUE(WriteFileAtomic(dir / name, "content"));
  ProcessSpec command = Program({"cat", "--", name});
  command.cwd = dir.path();
  EXPECT_EQ(MustRun(command).out, "content");
}

TEST(RunProcess, ChildrenGetDefaultSignalsAnEmptyMaskAndOnlyTheThreeStreams) {
  ::signal(SIGPIPE, SIG_IGN);
  sigset_t usr1, before;
  ::sigemptyset(&usr1);
  ::sigaddset(&usr1, SIGUSR1);
  ::pthread_sigmask(SIG_BLOCK, &usr1, &before);
  ProcessResult result = MustRun(ShellCommand("grep -E '^Sig(Blk|Ign)' /proc/self/status; ls /proc/self/fd | wc -l"));
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  ::signal(SIGPIPE, SIG_DFL);
  // `ls` has the directory open itself.
  EXPECT_EQ(ReplaceAll(result.out, "\t", " "), "SigBlk: 0000000000000000\nSigIgn: 0000000000000000\n4\n");
}

TEST(RunProcess, AWholeTreeEndsAtTheTimeout) {
  ProcessSpec command =
      ShellCommand("sleep 100 & echo pid $!; setsid sh -c 'echo pid $$; sleep 101 & echo pid $!; wait' & sleep 102");
  command.timeout = milliseconds(300);
  command.grace = seconds(20);
  ProcessResult result = MustRun(command);
  EXPECT_EQ(result.end, ProcessEnd::kTimedOut);
  EXPECT_LT(result.duration_ms, 10'000);
  std::vector<std::int64_t> pids = AnnouncedPids(result.out);
  ASSERT_EQ(pids.size(), 3u) << result.out;
  for (std::int64_t pid : pids) EXPECT_FALSE(Runs(pid)) << pid;
}

TEST(RunProcess, ATreeThatIgnoresTermIsKilledAfterItsGrace) {
  ProcessSpec command =
      ShellCommand("trap '' TERM; sh -c 'trap \"\" TERM; echo pid $$; while :; do sleep 1; done' & wait");
  command.timeout = milliseconds(200);
  command.grace = milliseconds(100);
  ProcessResult result = MustRun(command);
  EXPECT_EQ(result.end, ProcessEnd::kTimedOut);
  EXPECT_EQ(result.signal, SIGKILL);
  EXPECT_LT(result.duration_ms, 10'000);
  std::vector<std::int64_t> pids = AnnouncedPids(result.out);
  ASSERT_EQ(pids.size(), 1u);
  EXPECT_FALSE(Runs(pids[0]));
}

TEST(RunProcess, AChildMaySayGoodbyeWithinItsGrace) {
  ProcessSpec command = ShellCommand("trap 'echo bye; exit 0' TERM; echo hello; while :; do sleep 0.01; done");
  std::stop_source source;
  command.on_stdout = [&](std::string_view) { source.request_stop(); };
  command.grace = seconds(20);
  ProcessResult result = MustRun(command, source.get_token());
  EXPECT_EQ(result.end, ProcessEnd::kCancelled);
  EXPECT_EQ(result.out, "hello\nbye\n");
}

TEST(RunProcess, AStoppedChildIsWokenToHearThatItShouldEnd) {
  ProcessSpec command = ShellCommand("kill -STOP $$; sleep 100");
  command.timeout = milliseconds(200);
  command.grace = seconds(30);
  ProcessResult result = MustRun(command);
  EXPECT_EQ(result.end, ProcessEnd::kTimedOut);
  EXPECT_EQ(result.signal, SIGTERM);
}

TEST(RunProcess, SilenceEndsAChildThatSaysNothingButNotOneThatTalks) {
  ProcessSpec silent = Program({"sleep", "100"});
  silent.silence = milliseconds(100);
  EXPECT_EQ(MustRun(silent).end, ProcessEnd::kSilent);
  ProcessSpec talks = ShellCommand("for i in 1 2 3 4 5 6 7 8; do echo $i; sleep 0.1; done");
  talks.silence = milliseconds(600);
  EXPECT_TRUE(MustRun(talks).ok());
}

TEST(RunProcess, AChildThatNeverSpeaksEndsAtItsFirstOutputDeadline) {
  ProcessSpec mute = Program({"sleep", "1000"});
  mute.first_output = milliseconds(50);
  EXPECT_EQ(MustRun(mute).end, ProcessEnd::kNoFirstOutput);
  ProcessSpec talks = ShellCommand("echo one; sleep 0.3; echo two");
  talks.first_output = milliseconds(250);
  ProcessResult result = MustRun(talks);
  EXPECT_TRUE(result.ok());
  EXPECT_EQ(result.out, "one\ntwo\n");
}

TEST(RunProcess, AChangeDeepInTheWatchedDirectoryIsASignOfLife) {
  TempDirectory directory;
  ASSERT_TRUE(MakeDirectories(directory / "a/b/c"));
  ProcessSpec works = ShellCommand("for i in 1 2 3 4 5 6; do sleep 0.1; echo $i > a/b/c/file; done; echo done");
  works.cwd = directory.path();
  works.silence = milliseconds(300);
  works.watched = directory.path();
  EXPECT_EQ(MustRun(works).out, "done\n");
  works.watched.clear();
  EXPECT_EQ(MustRun(works).end, ProcessEnd::kSilent);
}

TEST(RunProcess, ChangesOfGitAndFutureTimesAreNoSignOfLife) {
  TempDirectory directory;
  ASSERT_TRUE(MakeDirectories(directory / ".git"));
  ProcessSpec others = ShellCommand("touch -d 2099-01-01 f; while :; do sleep 0.1; echo x >> .git/index; done");
  others.cwd = directory.path();
  others.silence = milliseconds(200);
  others.watched = directory.path();
  others.timeout = seconds(20);
  EXPECT_EQ(MustRun(others).end, ProcessEnd::kSilent);
}

// Computes in a process below its leader, and says nothing.
constexpr const char* kSpins = "sh -c 'while :; do :; done' & sleep 1000";

TEST(RunProcess, WorkIsASignOfLifeUntilTheWallDeadline) {
  ProcessSpec busy = ShellCommand(kSpins);
  busy.silence = seconds(2);  // long enough for its share on a machine with much to do
  busy.timeout = seconds(5);
  ProcessResult result = MustRun(busy);
  EXPECT_EQ(result.end, ProcessEnd::kTimedOut);
  ProcessSpec idle = ShellCommand("sh -c 'sleep 1000' & sleep 1000");
  idle.silence = milliseconds(400);
  idle.timeout = seconds(60);
  EXPECT_EQ(MustRun(idle).end, ProcessEnd::kSilent);
}

TEST(RunProcess, WithoutAWallDeadlineWorkAloneDoesNotCountForEver) {
  ProcessSpec busy = ShellCommand(kSpins);
  busy.silence = milliseconds(200);
  ProcessResult result = MustRun(busy);
  EXPECT_EQ(result.end, ProcessEnd::kSilent);
  EXPECT_GE(result.duration_ms, 200);
}

TEST(ProcessTable, ReadsWhatAProcessHasComputed) {
  auto row = ParseProcStat("7 (a) b) R 1 7 7 0 -1 4194304 88 0 0 0 30 4 5 1 20 0 1 0 4711 0");
  ASSERT_TRUE(row);
  EXPECT_EQ(row->cpu_ticks, 40);
  EXPECT_EQ(row->id.start, 4711);
}

TEST(RunProcess, WhoCarriesTheMarkerIsEndedWhereverItWent) {
  TempDirectory directory;
  ProcessSpec command = ShellCommand("setsid sh -c 'sleep 1000 & echo $! > pid' </dev/null >/dev/null 2>&1; cat pid");
  command.cwd = directory.path();
  command.marker = {"FORGE_TEST_KEY", NewProcessKey()};
  ProcessResult result = MustRun(command);
  ASSERT_TRUE(result.ok()) << result.err;
  EXPECT_FALSE(Runs(ParseInt(Trim(result.out)).value()));
}

TEST(RunProcess, AStartDeadlineDoesNotHinderAPunctualProgram) {
  ProcessSpec command = ShellCommand("pwd; cat");
  command.cwd = "/usr";
  command.stdin_text = "in";
  command.start = seconds(20);
  EXPECT_EQ(MustRun(command).out, "/usr\nin");
  command.argv = {"./no-such-program"};
  auto missing = RunProcess(command);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().message, "program ./no-such-program does not exist");
  command.argv = {"true"};
  command.cwd = "/no/such/place";
  EXPECT_FALSE(RunProcess(command));
}

TEST(RunProcess, AStopBeforeTheStartStartsNothing) {
  TempDirectory dir;
  std::stop_source source;
  source.request_stop();
  EXPECT_EQ(MustRun(Program({"touch", dir / "made"}), source.get_token()).end, ProcessEnd::kCancelled);
  EXPECT_FALSE(Exists(dir / "made"));
}

TEST(RunProcess, AStopFromAnotherThreadEndsTheChildAtOnce) {
  std::stop_source source;
  ProcessSpec command = Program({"sleep", "100"});
  std::atomic<bool> started = false;
  command.on_start = [&](const ProcessId&) {
    started = true;
    started.notify_one();
  };
  std::jthread stopper([&] {
    started.wait(false);
    source.request_stop();
  });
  ProcessResult result = MustRun(command, source.get_token());
  EXPECT_EQ(result.end, ProcessEnd::kCancelled);
  EXPECT_LT(result.duration_ms, 5'000);
}

TEST(RunProcess, AGrandchildThatHoldsTheOutputIsEndedAndNotWaitedFor) {
  ProcessSpec command = ShellCommand("echo before; sleep 100 & echo pid $!; exit 4");
  ProcessResult result = MustRun(command);
  EXPECT_EQ(result.end, ProcessEnd::kExited);
  EXPECT_EQ(result.exit_code, 4);
  EXPECT_TRUE(result.out.starts_with("before\n"));
  EXPECT_LT(result.duration_ms, 1'500);
  EXPECT_FALSE(Runs(AnnouncedPids(result.out).at(0)));
}

TEST(RunProcess, AGrandchildThatHoldsNothingIsEndedToo) {
  ProcessResult result = MustRun(ShellCommand("sleep 100 >/dev/null 2>&1 & echo pid $!"));
  std::int64_t pid = AnnouncedPids(result.out).at(0);
  EXPECT_TRUE(EndsByItself(pid));
}

TEST(RunProcess, AGrandchildThatFloodsTheOutputDoesNotKeepUs) {
  ProcessSpec command = ShellCommand("(trap '' TERM; while :; do echo flood; done) & sleep 0.05; exit 0");
  command.grace = milliseconds(100);
  ProcessResult result = MustRun(command);
  EXPECT_TRUE(result.ok());
  EXPECT_LT(result.duration_ms, 5'000);
}

TEST(RunProcess, AnEscapedOrphanDoesNotKeepUsAndIsFoundByItsEnvironment) {
  std::string mark = std::to_string(::getpid()) + "-orphan";
  // It has left the group when it has become `sleep`.
  ProcessSpec command = ShellCommand(
      "setsid sleep 100 & echo pid $!; until read -r name </proc/$!/comm && [ $name = sleep ]; do :; done");
  command.env["FORGE_TEST_MARK"] = mark;
  ProcessResult result = MustRun(command);
  ASSERT_TRUE(result.ok());
  EXPECT_LT(result.duration_ms, 5'000);
  std::vector<ProcessId> found = FindByEnvironment("FORGE_TEST_MARK", mark);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].pid, AnnouncedPids(result.out).at(0));
  EXPECT_TRUE(FindByEnvironment("FORGE_TEST_MARK", mark + "x").empty());
  EXPECT_TRUE(FindByEnvironment("TEST_MARK", mark).empty());
  EndTree(found[0], seconds(20));
  EXPECT_FALSE(IsAlive(found[0]));
}

TEST(FindByEnvironment, FindsAProcessWhoseProgramIsBeingLoaded) {
  const TempDirectory directory;
  const std::string script = directory / "again";
  ASSERT_TRUE(WriteFileAtomic(
      script, "#!/bin/sh\n: >\"$2\"\n[ \"$1\" = 0 ] || exec \"$0\" $(($1 - 1)) \"$2\"\nexec sleep 100\n", true));
  for (int look = 0; look < 20; ++look) {
    const std::string mark = std::to_string(::getpid()) + "-loading-" + std::to_string(look);
    // It has left the group when its script runs: what is still in it ends with the command.
    const std::string runs = script + std::to_string(look);
    ProcessSpec command =
        ShellCommand("setsid " + script + " 3 " + runs + " </dev/null >/dev/null 2>&1 & echo pid $!; until [ -e " +
                     runs + " ]; do :; done");
    command.env["FORGE_TEST_MARK"] = mark;
    const std::int64_t pid = AnnouncedPids(MustRun(command).out).at(0);
    const std::vector<ProcessId> found = FindByEnvironment("FORGE_TEST_MARK", mark);
    EXPECT_EQ(found.size(), 1U) << "look " << look;
    EXPECT_EQ(ReadVariable(pid, "FORGE_TEST_MARK"), mark) << "look " << look;
    EndTree(FindProcess(pid).value(), seconds(20));
  }
}

TEST(FindByEnvironment, AProgramWithoutAnEnvironmentIsNotWaitedFor) {
  ProcessSpec command = ShellCommand("exec env -i sleep 100");
  std::stop_source stop;
  command.on_start = [&](const ProcessId& id) {
    while (ReadFile("/proc/" + std::to_string(id.pid) + "/comm") != "sleep\n") std::this_thread::yield();
    EXPECT_EQ(ReadVariable(id.pid, "PATH"), std::nullopt);
    stop.request_stop();
  };
  MustRun(command, stop.get_token());
}

TEST(RunProcess, GivesThePidWithItsStartTimeOnce) {
  std::vector<ProcessId> ids;
  ProcessSpec command = ShellCommand("echo $$");
  command.on_start = [&](const ProcessId& id) { ids.push_back(id); };
  ProcessResult result = MustRun(command);
  ASSERT_EQ(ids.size(), 1u);
  EXPECT_EQ(std::to_string(ids[0].pid) + "\n", result.out);
  EXPECT_GT(ids[0].start, 0);
  EXPECT_FALSE(IsAlive(ids[0]));
}

TEST(EndTree, EndsOnlyTheChildWithThatPidAndStart) {
  ProcessSpec command = Program({"sleep", "100"});
  std::jthread ender;
  command.on_start = [&](const ProcessId& id) {
    EXPECT_TRUE(IsAlive(id));
    EXPECT_FALSE(IsAlive({id.pid, id.start + 1}));
    EXPECT_EQ(FindProcess(id.pid), id);
    ender = std::jthread([id] {
      EndTree({id.pid, id.start + 1}, seconds(20));
      EXPECT_TRUE(IsAlive(id));
      EndTree(id, seconds(20));
      EXPECT_FALSE(IsAlive(id));
    });
  };
  ProcessResult result = MustRun(command);
  EXPECT_EQ(result.end, ProcessEnd::kSignalled);
  EXPECT_EQ(result.signal, SIGTERM);
}

TEST(KillProcess, KillsAStoppedProcessWithThatPidAndStart) {
  ProcessSpec command = Program({"sleep", "100"});
  std::jthread killer;
  command.on_start = [&](const ProcessId& id) {
    ASSERT_EQ(::kill(static_cast<pid_t>(id.pid), SIGSTOP), 0);
    killer = std::jthread([id] {
      KillProcess({id.pid, id.start + 1});
      EXPECT_TRUE(IsAlive(id));
      KillProcess(id);
      EXPECT_FALSE(IsAlive(id));
    });
  };
  const ProcessResult result = MustRun(command);
  EXPECT_EQ(result.end, ProcessEnd::kSignalled);
  EXPECT_EQ(result.signal, SIGKILL);
}

TEST(EndTree, NeverEndsOurselvesOrOurGroup) {
  EndTree(ThisProcess(), milliseconds(0));
  EXPECT_TRUE(IsAlive(ThisProcess()));
}

TEST(RunProcess, TwoHundredFromSixteenThreadsLeaveNoZombiesAndNoDescriptors) {
  MustRun(Program({"true"}));
  std::size_t before = OpenDescriptors();
  std::atomic<int> next = 0, right = 0;
  std::stop_source source;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 16; ++i) {
      threads.emplace_back([&] {
        for (int number = next++; number < 200; number = next++) {
          ProcessSpec command = ShellCommand("cat; echo err >&2; exit " + std::to_string(number % 50));
          command.stdin_text = std::to_string(number);
          auto result = RunProcess(command, source.get_token());
          if (result && result->exit_code == number % 50 && result->out == command.stdin_text) ++right;
        }
      });
    }
  }
  EXPECT_EQ(right, 200);
  EXPECT_EQ(OpenDescriptors(), before);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST(FindProgram, FindsExecutablesOnly) {
  EXPECT_TRUE(FindProgram("sh"));
  EXPECT_TRUE(FindProgram("/bin/sh"));
  EXPECT_FALSE(FindProgram("/etc/passwd"));
  EXPECT_FALSE(FindProgram("/tmp"));
  EXPECT_FALSE(FindProgram(""));
  EXPECT_FALSE(FindProgram("no-such-program-at-all"));
}

TEST(ProcessTable, ReadsALineWhoseProgramIsNamedToConfuse) {
  auto row = ParseProcStat("12 (a) R 1 (b) S 7 8 8 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 4242 1000 2\n");
  ASSERT_TRUE(row);
  EXPECT_EQ(row->id, (ProcessId{12, 4242}));
  EXPECT_EQ(row->parent, 7);
  EXPECT_EQ(row->group, 8);
  EXPECT_EQ(row->state, 'S');
  EXPECT_FALSE(ParseProcStat(""));
  EXPECT_FALSE(ParseProcStat("12 (cat) S 1"));
  EXPECT_FALSE(ParseProcStat("rubbish"));
}

TEST(ProcessTable, TheBootAndTheHostHaveNames) {
  EXPECT_EQ(BootId().size(), 36u);
  EXPECT_FALSE(HostName().empty());
}

TEST(OwnPid, IsAskedForAnewInAFork) {
  ASSERT_EQ(OwnPid(), ::getpid());
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) ::_exit(OwnPid() == ::getpid() ? 0 : 1);
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace forge
