#include "agent/tools/tools.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <thread>

#include "agent/tools/tool_kinds.h"
#include "base/strings.h"
#include "os/files/files.h"
#include "os/process/process.h"
#include "os/sandbox.h"
#include "os/system.h"

namespace forge {
namespace {

// A workspace with a secret beside it.
class ToolsTest : public testing::Test {
 protected:
  void SetUp() override {
    base_ = MakeTempDirectory("tools").value();
    request_.cwd = base_ + "/ws";
    request_.may_write = true;
    ASSERT_TRUE(MakeDirectories(request_.cwd));
    ASSERT_TRUE(WriteFileAtomic(base_ + "/secret.txt", "the secret\n"));
  }
  void TearDown() override { EXPECT_TRUE(RemoveTree(base_)); }

  void Put(const std::string& name, const std::string& text) const {
    const std::string path = request_.cwd + "/" + name;
    ASSERT_TRUE(MakeDirectories(DirName(path)));
    ASSERT_TRUE(WriteFileAtomic(path, text));
  }
  std::string Text(const std::string& name) const { return ReadFile(request_.cwd + "/" + name).value_or("(no file)"); }
  std::vector<ToolReply> RunAll(const std::vector<ToolUse>& uses, std::stop_token stop = {}) const {
    return Toolbox::Open(request_).value().Run(uses, SteadyMs() + 30'000, std::move(stop));
  }
  ToolReply Run(const std::string& name, const std::string& arguments) const {
    return RunAll({{"id", name, ParseJson(arguments).value(), ""}}).front();
  }
  std::string Must(const std::string& name, const std::string& arguments) const {
    const ToolReply reply = Run(name, arguments);
    EXPECT_FALSE(reply.failed) << reply.text;
    return reply.text;
  }
  std::string MustFail(const std::string& name, const std::string& arguments) const {
    const ToolReply reply = Run(name, arguments);
    EXPECT_TRUE(reply.failed) << reply.text;
    return reply.text;
  }

  std::string base_;
  AgentRequest request_;
};

TEST_F(ToolsTest, ReadNumbersLinesAndTakesAPart) {
  Put("a.txt", "one\ntwo\r\nthree");
  EXPECT_EQ(Must("Read", R"({"file_path":"a.txt"})"), "     1\tone\n     2\ttwo\n     3\tthree\n");
  EXPECT_EQ(Must("Read", R"({"file_path":"a.txt","offset":2,"limit":1})"),
            "     2\ttwo\n[... more lines; continue with offset 3]\n");
  EXPECT_EQ(Must("Read", R"({"file_path":"a.txt","offset":2,"limit":2})"), "     2\ttwo\n     3\tthree\n");
  EXPECT_TRUE(MustFail("Read", R"({"file_path":"a.txt","offset":9})").contains("has only 3 lines"));
}

TEST_F(ToolsTest, ReadTeachesWhatIsWrong) {
  Put("src/main.cc", "x");
  Put("empty", "");
  Put("binary", std::string("\x7f"
                            "ELF\0\0",
                            6));
  EXPECT_TRUE(MustFail("Read", R"({"file_path":"src/mian.cc"})").contains("Did you mean src/main.cc?"));
  EXPECT_TRUE(MustFail("Read", R"({"file_path":"src"})").contains("use Glob"));
  EXPECT_TRUE(MustFail("Read", R"({"file_path":"binary"})").contains("binary"));
  EXPECT_TRUE(MustFail("Read", R"({})").contains("file_path"));
  EXPECT_EQ(Must("Read", R"({"file_path":"empty"})"), "(the file is empty)");
}

TEST_F(ToolsTest, ReadHoldsLittleOfALargeFile) {
  Put("long", std::string(5'000'000, 'x') + "\nlast\n");
  const std::string text = Must("Read", R"({"file_path":"long"})");
  EXPECT_LT(text.size(), 3000U);
  EXPECT_TRUE(text.contains("more bytes]"));
  EXPECT_TRUE(text.contains("     2\tlast\n"));
}

TEST_F(ToolsTest, AHiddenValueIsNotReplacedByItsMask) {
  request_.hide = [](std::string_view text) { return ReplaceAll(text, "k3y-of-the-api", "<secret>"); };
  const std::string before = "url = a\nkey = k3y-of-the-api\nlast = b\n";
  Put("app.conf", before);
  EXPECT_TRUE(Must("Read", R"({"file_path":"app.conf"})").contains("key = <secret>"));
  for (const auto& [tool, arguments] :
       {std::pair("Write", R"({"file_path":"app.conf","content":"url = c\nkey = <secret>\n"})"),
        {"Edit", R"({"file_path":"app.conf","old_string":"url = a","new_string":"url = <secret>"})"},
        {"Edit", R"({"file_path":"app.conf","old_string":"url = a\nkey = <secret>","new_string":"key = <secret>"})"},
        {"Edit", R"({"file_path":"app.conf","old_string":"key = <secret>\n","new_string":""})"}}) {
    EXPECT_TRUE(MustFail(tool, arguments).starts_with("<secret> stands for a value that is hidden from you: app.conf"));
    EXPECT_EQ(Text("app.conf"), before) << arguments;
  }
  Must("Edit", R"({"file_path":"app.conf","old_string":"url = a","new_string":"url = c"})");
  EXPECT_EQ(Text("app.conf"), ReplaceAll(before, "= a", "= c"));

  // Another file, once something was hidden from the model.
  const Json read = ParseJson(R"({"file_path":"app.conf"})").value();
  const Json write = ParseJson(R"({"file_path":"b.conf","content":"key = <secret>"})").value();
  const auto replies = RunAll({{"1", "Read", read, ""}, {"2", "Write", write, ""}});
  EXPECT_TRUE(replies[1].failed);
  EXPECT_EQ(Text("b.conf"), "(no file)");
  // Where nothing is hidden it is a text like any other.
  Must("Write", R"({"file_path":"doc.md","content":"Set KEY=<secret>."})");
  Must("Edit", R"({"file_path":"doc.md","old_string":"KEY=<secret>","new_string":"THE_KEY=<secret>"})");
  EXPECT_EQ(Text("doc.md"), "Set THE_KEY=<secret>.");
}

TEST_F(ToolsTest, WriteMakesAndReplaces) {
  EXPECT_EQ(Must("Write", R"({"file_path":"x/y.txt","content":"a\nb\n"})"), "Wrote the new file x/y.txt (2 lines).");
  EXPECT_EQ(Must("Write", R"({"file_path":"x/y.txt","content":"c"})"), "Replaced x/y.txt (1 lines).");
  EXPECT_EQ(Text("x/y.txt"), "c");
  EXPECT_TRUE(MustFail("Write", R"({"file_path":"z"})").contains("content"));
}

TEST_F(ToolsTest, EditWantsOneExactPlace) {
  Put("a.cc", "int a = 1;\nint b = 1;\n  int c = 2;\n");
  EXPECT_TRUE(MustFail("Edit", R"({"file_path":"a.cc","old_string":"= 1","new_string":"= 3"})").contains("2 times"));
  EXPECT_TRUE(MustFail("Edit", R"({"file_path":"a.cc","old_string":"int c = 2;\nint d","new_string":"x"})")
                  .contains("first line is line 3"));
  EXPECT_TRUE(MustFail("Edit", R"({"file_path":"a.cc","old_string":"x","new_string":"x"})").contains("the same"));
  EXPECT_TRUE(MustFail("Edit", R"({"file_path":"a.cc","old_string":"","new_string":"x"})").contains("Write"));
  EXPECT_TRUE(
      MustFail("Edit", R"({"file_path":"b.cc","old_string":"x","new_string":"y"})").contains("b.cc does not exist"));
  EXPECT_EQ(Text("a.cc"), "int a = 1;\nint b = 1;\n  int c = 2;\n");
  EXPECT_TRUE(Must("Edit", R"({"file_path":"a.cc","old_string":"int b = 1","new_string":"int b = 7"})")
                  .contains("     2\tint b = 7;\n"));
  Must("Edit", R"({"file_path":"a.cc","old_string":"int","new_string":"long","replace_all":true})");
  EXPECT_EQ(Text("a.cc"), "long a = 1;\nlong b = 7;\n  long c = 2;\n");
}

TEST_F(ToolsTest, EditKeepsTheLineEndsOfTheFile) {
  Put("dos.txt", "one\r\ntwo\r\nthree\r\n");
  Must("Edit", R"({"file_path":"dos.txt","old_string":"one\ntwo\n","new_string":"1\n2\n"})");
  EXPECT_EQ(Text("dos.txt"), "1\r\n2\r\nthree\r\n");
}

TEST_F(ToolsTest, GlobFindsByPattern) {
  Put("a.cc", "");
  Put("src/b.cc", "");
  Put("src/deep/c.h", "");
  Put("node_modules/d.cc", "");
  Put(".git/e.cc", "");
  EXPECT_TRUE(Must("Glob", R"({"pattern":"*.cc"})").contains("a.cc"));
  const std::string all = Must("Glob", R"({"pattern":"**/*.{cc,h}"})");
  EXPECT_EQ(Lines(all).size(), 3U) << all;
  EXPECT_EQ(Must("Glob", R"({"pattern":"**/*.h","path":"src"})"), "src/deep/c.h\n");
  EXPECT_EQ(Must("Glob", R"({"pattern":"*.py"})"), "No files found.");
  EXPECT_EQ(Must("Glob", R"({"pattern":"*.cc","path":"node_modules"})"), "node_modules/d.cc\n");
}

TEST(Glob, PatternsMatchAsModelsExpect) {
  EXPECT_TRUE(MatchesGlob("**/*.cc", "a.cc"));
  EXPECT_TRUE(MatchesGlob("**/*.cc", "x/y/a.cc"));
  EXPECT_TRUE(MatchesGlob("src/**", "src/a/b"));
  EXPECT_TRUE(MatchesGlob("src/**/test_*.py", "src/test_a.py"));
  EXPECT_TRUE(MatchesGlob("[a-c]?.txt", "b1.txt"));
  EXPECT_TRUE(MatchesGlob("*.{ts,tsx}", "deep/a.tsx", true));
  EXPECT_FALSE(MatchesGlob("*.cc", "x/a.cc"));
  EXPECT_FALSE(MatchesGlob("[!a]*", "abc"));
  EXPECT_FALSE(MatchesGlob("src/*", "src/a/b"));
  EXPECT_TRUE(MatchesGlob("a[b", "a[b"));
  EXPECT_FALSE(MatchesGlob(std::string(2000, '*') + "x", std::string(2000, 'a')));
}

TEST_F(ToolsTest, GrepSaysFilesLinesAndCounts) {
  Put("a.txt", "alpha\nbeta\ngamma\nbeta again\n");
  Put("src/b.cc", "int beta(int x) { return x; }\n");
  EXPECT_EQ(Must("Grep", R"({"pattern":"beta"})"), "a.txt\nsrc/b.cc\n");
  EXPECT_EQ(Must("Grep", R"({"pattern":"beta","output_mode":"content","path":"a.txt"})"),
            "a.txt:2:beta\na.txt:4:beta again\n");
  EXPECT_EQ(Must("Grep", R"({"pattern":"GAMMA","-i":true,"output_mode":"content","-C":1})"),
            "a.txt-2-beta\na.txt:3:gamma\na.txt-4-beta again\n");
  EXPECT_EQ(Must("Grep", R"({"pattern":"beta","output_mode":"count"})"), "a.txt:2\nsrc/b.cc:1\n");
  EXPECT_EQ(Must("Grep", R"({"pattern":"beta","glob":"*.cc"})"), "src/b.cc\n");
  EXPECT_EQ(Must("Grep", R"({"pattern":"beta\\(int"})"), "src/b.cc\n");
  EXPECT_EQ(Must("Grep", R"({"pattern":"delta"})"), "No matches.");
  EXPECT_TRUE(MustFail("Grep", R"({"pattern":"beta("})").contains("Escape"));
  EXPECT_TRUE(Must("Grep", R"({"pattern":".","output_mode":"content","head_limit":2})").contains("stopped after 2"));
}

TEST_F(ToolsTest, APatternThatWouldRunForEverElsewhereEnds) {
  Put("a.txt", std::string(30'000, 'a') + "\n");
  EXPECT_EQ(Must("Grep", R"({"pattern":"(a+)+$x"})"), "No matches.");
}

TEST_F(ToolsTest, BashGivesOutputErrorsAndExitCode) {
  EXPECT_EQ(Must("Bash", R"({"command":"echo out; echo err >&2"})"), "out\nerr\n");
  EXPECT_EQ(Must("Bash", R"({"command":"true"})"), "(no output)");
  EXPECT_EQ(MustFail("Bash", R"({"command":"echo no; exit 3"})"), "Exit code 3\nno\n");
  EXPECT_EQ(Must("Bash", R"({"command":"cd / && X=1; [[ -n $BASH ]] && pwd"})"), "/\n");
  EXPECT_EQ(Must("Bash", R"({"command":"pwd"})"), RealPath(request_.cwd).value() + "\n");
}

TEST_F(ToolsTest, BashEndsInTimeWithAllItStarted) {
  const std::string text =
      MustFail("Bash", R"({"command":"sleep 1000 & echo $! > pid; echo begun; wait","timeout":300})");
  EXPECT_TRUE(text.contains("Timed out after 300ms")) << text;
  EXPECT_TRUE(text.contains("begun"));
  const auto pid = ParseInt(Trim(Text("pid")));
  ASSERT_TRUE(pid);
  const auto left = FindProcess(*pid);
  EXPECT_TRUE(!left || !IsAlive(*left));
}

TEST_F(ToolsTest, WhatLeftItsGroupEndsWithTheCommand) {
  Must(
      "Bash",
      R"({"command":"setsid sh -c 'echo $$ > pid; exec sleep 1000' >/dev/null 2>&1 & while ! test -s pid; do :; done"})");
  const auto pid = ParseInt(Trim(Text("pid")));
  ASSERT_TRUE(pid);
  const auto left = FindProcess(*pid);
  EXPECT_TRUE(!left || !IsAlive(*left));
}

TEST_F(ToolsTest, ASandboxHoldsForCommandsAndWhatItHidesForFiles) {
  Put(".forge/store.db", "rows");
  request_.sandbox = Sandbox{.kind = SandboxKind::kKernel,
                             .read = SystemPaths(),
                             .write = {RealPath(request_.cwd).value()},
                             .listed = {},
                             .hidden = {request_.cwd + "/.forge"},
                             .read_only = {},
                             .shared_memory = "",
                             .network = true};
  MustFail("Read", R"({"file_path":".forge/store.db"})");
  MustFail("Write", R"({"file_path":".forge/store.db","content":"x"})");
  EXPECT_EQ(Must("Grep", R"({"pattern":"rows"})"), "No matches.");
  if (!FindSandboxPowers().refuses_writes()) GTEST_SKIP() << "this kernel has no Landlock";
  MustFail("Bash", R"({"command":"echo gone > ../secret.txt"})");
  Must("Bash", R"({"command":"echo fine > here.txt"})");
  EXPECT_EQ(ReadFile(base_ + "/secret.txt").value(), "the secret\n");
}

TEST_F(ToolsTest, LongOutputKeepsItsBeginningAndEnd) {
  const std::string text =
      Must("Bash", R"({"command":"echo first; head -c 20000000 /dev/zero | tr '\\0' x; echo; echo last"})");
  EXPECT_LT(text.size(), kMostToolText + 200);
  EXPECT_TRUE(text.starts_with("first\n"));
  EXPECT_TRUE(text.ends_with("\nlast\n"));
}

TEST_F(ToolsTest, AStopEndsACommand) {
  std::stop_source stop;
  std::jthread stopper([&] {
    while (!Exists(request_.cwd + "/begun")) std::this_thread::yield();
    stop.request_stop();
  });
  const auto replies = RunAll({{"1", "Bash", ParseJson(R"({"command":"touch begun; sleep 1000"})").value(), ""},
                               {"2", "Write", ParseJson(R"({"file_path":"x","content":"y"})").value(), ""}},
                              stop.get_token());
  EXPECT_TRUE(replies[0].text.contains("Stopped"));
  EXPECT_TRUE(replies[1].failed);
  EXPECT_FALSE(Exists(request_.cwd + "/x"));
}

TEST_F(ToolsTest, ReadersOfOneAnswerRunAtOnceAndWritersInOrder) {
  std::vector<ToolUse> uses;
  for (int i = 0; i < 20; ++i) {
    uses.push_back(
        {std::to_string(i), "Edit",
         ParseJson(R"({"file_path":"a","old_string":"#","new_string":")" + std::to_string(i % 10) + "#\"}").value(),
         ""});
    uses.push_back({"r" + std::to_string(i), "Read", ParseJson(R"({"file_path":"a"})").value(), ""});
  }
  Put("a", "#");
  const auto replies = RunAll(uses);
  EXPECT_EQ(Text("a"), "01234567890123456789#");
  EXPECT_EQ(replies[1].text, "     1\t0#\n");
  EXPECT_EQ(replies[39].text, "     1\t01234567890123456789#\n");
  for (std::size_t i = 0; i < uses.size(); ++i) EXPECT_EQ(replies[i].id, uses[i].id);
}

TEST_F(ToolsTest, AToolIsGivenOnlyToWhoMayHaveIt) {
  auto names = [&] {
    std::vector<std::string> out;
    const Toolbox box = Toolbox::Open(request_).value();
    for (const ToolSpec& spec : box.specs()) out.push_back(spec.name);
    return Join(out, " ");
  };
  EXPECT_EQ(names(), "Read Write Edit Glob Grep Bash BashOutput KillBash TodoWrite");
  request_.tools = {"Read", "Edit", "Nonsense"};
  EXPECT_EQ(names(), "Read Edit TodoWrite");
  request_.may_write = false;
  EXPECT_EQ(names(), "Read");
  request_.tools = {"Read", "Bash", "Write"};
  EXPECT_EQ(names(), "Read Bash BashOutput KillBash");
  request_.tools.clear();
  EXPECT_EQ(names(), "Read Glob Grep");
  request_.tools = {"Read", "TodoWrite", "BashOutput"};
  EXPECT_EQ(names(), "Read TodoWrite") << "BashOutput comes with Bash, and not alone";
}

// The file tools against attempts to leave the workspace.
TEST_F(ToolsTest, NoFileToolLeavesTheWorkspace) {
  namespace fs = std::filesystem;
  const fs::path ws = request_.cwd;
  Put("inside.txt", "inside\n");
  fs::create_symlink("../secret.txt", ws / "link");
  fs::create_symlink(base_ + "/secret.txt", ws / "absolute");
  fs::create_symlink("..", ws / "up");
  fs::create_symlink("/", ws / "root");
  fs::create_symlink("/proc/self/cwd", ws / "magic");
  fs::create_symlink("loop", ws / "loop");
  fs::create_directories(base_ + "/elsewhere");
  fs::create_symlink(base_ + "/elsewhere", ws / "dir");
  const std::vector<std::string> paths = {"../secret.txt",
                                          "./../secret.txt",
                                          "x/../../secret.txt",
                                          base_ + "/secret.txt",
                                          base_ + "/ws/../secret.txt",
                                          "link",
                                          "absolute",
                                          "up/secret.txt",
                                          "up/ws/../secret.txt",
                                          "root/etc/passwd",
                                          "root" + base_ + "/secret.txt",
                                          "magic/secret.txt",
                                          "loop",
                                          "/etc/passwd",
                                          "/proc/self/environ",
                                          "/dev/zero",
                                          "dir/new.txt",
                                          "..",
                                          "../ws/../secret.txt",
                                          "/proc/self/root" + base_ + "/secret.txt"};
  for (const std::string& path : paths) {
    const std::string quoted = Json(path).Dump();
    const ToolReply read = Run("Read", R"({"file_path":)" + quoted + "}");
    EXPECT_TRUE(read.failed) << path;
    EXPECT_FALSE(read.text.contains("the secret")) << path;
    MustFail("Write", R"({"file_path":)" + quoted + R"(,"content":"gone"})");
    MustFail("Edit", R"({"file_path":)" + quoted + R"(,"old_string":"secret","new_string":"gone"})");
    EXPECT_FALSE((Run("Grep", R"({"pattern":"secret|root","output_mode":"content","path":)" + quoted + "}").text)
                     .contains("the secret"))
        << path;
    EXPECT_FALSE((Run("Glob", R"({"pattern":"*","path":)" + quoted + "}").text).contains("secret.txt\n")) << path;
  }
  EXPECT_FALSE(Must("Grep", R"({"pattern":"secret"})").contains("secret"));
  EXPECT_EQ(Must("Glob", R"({"pattern":"**"})"), "inside.txt\n");
  EXPECT_EQ(ReadFile(base_ + "/secret.txt").value(), "the secret\n");
  EXPECT_TRUE(ListDirectory(base_ + "/elsewhere").value().empty());
  EXPECT_EQ(ListDirectory(base_).value().size(), 3U);
}

TEST_F(ToolsTest, NoFileToolWritesWhatIsGits) {
  for (const char* path : {".git/config", ".git/hooks/post-checkout", ".git", "sub/.git/config", ".Git/config"}) {
    MustFail("Write", R"({"file_path":")" + std::string(path) + R"(","content":"[core]"})");
  }
  Put(".git/config", "[core]\n");
  MustFail("Edit", R"({"file_path":".git/config","old_string":"core","new_string":"x"})");
  EXPECT_EQ(Text(".git/config"), "[core]\n");
}

TEST_F(ToolsTest, AHardLinkIsReplacedAndNotWrittenThrough) {
  std::filesystem::create_hard_link(base_ + "/secret.txt", request_.cwd + "/hard");
  Must("Edit", R"({"file_path":"hard","old_string":"secret","new_string":"changed"})");
  Must("Write", R"({"file_path":"hard","content":"mine"})");
  EXPECT_EQ(ReadFile(base_ + "/secret.txt").value(), "the secret\n");
  EXPECT_EQ(Text("hard"), "mine");
}

}  // namespace
}  // namespace forge
