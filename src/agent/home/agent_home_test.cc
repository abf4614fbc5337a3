#include "agent/home/agent_home.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "agent/vendors/cli_program.h"
#include "base/strings.h"
#include "os/files/files.h"
#include "os/testing/temp_directory.h"

namespace forge {
namespace {

void Write(const std::string& path, const std::string& text) {
  ASSERT_TRUE(MakeDirectories(DirName(path)));
  ASSERT_TRUE(WriteFileAtomic(path, text));
}

std::string Read(const std::string& path) { return ReadFile(path).value_or("(none)"); }

// A user with all that a program keeps.
struct AgentUser {
  TempDirectory base;
  HomePlan PlanOf(const std::string& program) const { return FindCliProgram(program)->home({{"HOME", base / "user"}}); }
  Result<AgentHome> Home(const std::string& program, const std::string& sessions = "") const {
    return AgentHome::Make(PlanOf(program), base / "homes", sessions);
  }
};

TEST(AgentHome, HasTheSettingsOfTheUserAndNotTheOtherSessions) {
  AgentUser user;
  const std::string own = user.base / "user/.claude/";
  Write(own + "settings.json", "{}");
  Write(own + "CLAUDE.md", "be kind");
  Write(own + "commands/go.md", "go");
  Write(own + "skills/draw/SKILL.md", "draw");
  Write(own + "plugins/cache/" + std::string(3, 'x') + "/big", std::string(600'000, 'x'));
  Write(own + "projects/other/1.jsonl", "private");
  Write(own + "history.jsonl", "private");
  Write(user.base / "user/.claude.json", R"({"numStartups": 3, "projects": {"/w": {"history": ["private"]}}})");
  ASSERT_TRUE(MakeSymlink(own + "CLAUDE.md", own + "linked.md"));
  AgentHome home = user.Home("claude").value();
  EXPECT_EQ(home.variables().at("CLAUDE_CONFIG_DIR"), home.path());
  EXPECT_EQ(Read(home.path() + "/settings.json"), "{}");
  EXPECT_EQ(Read(home.path() + "/commands/go.md"), "go");
  EXPECT_EQ(Read(home.path() + "/linked.md"), "be kind");
  EXPECT_FALSE(IsLink(home.path() + "/linked.md"));
  EXPECT_EQ(Read(home.path() + "/skills/draw/SKILL.md"), "draw");
  EXPECT_FALSE(IsLink(home.path() + "/skills/draw"));
  EXPECT_TRUE(IsLink(home.path() + "/plugins/cache")) << "too large for a copy";
  EXPECT_FALSE(Exists(home.path() + "/projects") || Exists(home.path() + "/history.jsonl"));
  EXPECT_EQ(Read(home.path() + "/.claude.json"), "{\n  \"numStartups\": 3\n}\n");
  EXPECT_EQ(std::ranges::count(home.read(), own + "plugins"), 1);
  EXPECT_EQ(std::ranges::count(home.read(), own + "projects"), 0);
}

TEST(AgentHome, IsGoneAfterwardsWithAllThatWasPlanted) {
  AgentUser user;
  const std::string own = user.base / "user/.codex/";
  Write(own + "config.toml", "model = \"m\"");
  std::string path;
  {
    AgentHome home = user.Home("codex").value();
    path = home.path();
    Write(path + "/config.toml", "notify = [\"evil\"]");
    Write(path + "/AGENTS.md", "evil");
    EXPECT_TRUE(home.Close("").empty());
  }
  EXPECT_FALSE(Exists(path));
  EXPECT_EQ(Read(own + "config.toml"), "model = \"m\"");
  EXPECT_FALSE(Exists(own + "AGENTS.md"));
}

constexpr const char* kLogin =
    R"({"OPENAI_API_KEY": null, "tokens": {"id_token": "i0", "access_token": "a0", "refresh_token": "r0",
        "account_id": "me"}, "last_refresh": "2026-01-01T00:00:00Z"})";

std::string Later(const std::string& token, const std::string& day) {
  return ReplaceAll(ReplaceAll(kLogin, "a0", token), "2026-01-01", day);
}

TEST(AgentHome, ALoginThatTheProgramRefreshedGoesBackAndNothingElseDoes) {
  AgentUser user;
  const std::string login = user.base / "user/.codex/auth.json";
  Write(login, kLogin);
  AgentHome home = user.Home("codex").value();
  EXPECT_EQ(Read(home.path() + "/auth.json"), kLogin);
  Write(home.path() + "/auth.json", Later("a1", "2026-01-02"));
  home.Exchange(5'000);
  EXPECT_EQ(Read(login), Later("a1", "2026-01-02")) << "while it runs: another unit may need it";
  Write(home.path() + "/auth.json", ReplaceAll(Later("a2", "2026-01-03"), "\"me\"", "\"you\""));
  const auto said = home.Close("");
  ASSERT_EQ(said.size(), 1U);
  EXPECT_EQ(said[0], "the login in " + login +
                         " stays as it was: `tokens.account_id` changed, which no refresh of the login changes");
  EXPECT_EQ(Read(login), Later("a1", "2026-01-02"));
}

TEST(AgentHome, TellsTheTokensThatAreNewOnce) {
  AgentUser user;
  Write(user.base / "user/.codex/auth.json", kLogin);
  AgentHome home = user.Home("codex").value();
  const auto has = [](const std::vector<std::string>& tokens, const std::string& token) {
    return std::ranges::find(tokens, token) != tokens.end();
  };
  EXPECT_TRUE(has(home.TakeNewTokens(), "a0")) << "another unit may have refreshed it before";
  EXPECT_TRUE(home.TakeNewTokens().empty());
  Write(home.path() + "/auth.json", Later("a1", "2026-01-02"));
  EXPECT_TRUE(has(home.TakeNewTokens(), "a1"));
  EXPECT_TRUE(home.TakeNewTokens().empty());
}

TEST(AgentHome, ALoginThatIsALinkNowLeadsNowhere) {
  AgentUser user;
  const std::string login = user.base / "user/.codex/auth.json";
  Write(login, kLogin);
  Write(user.base / "other", Later("a1", "2026-01-02"));
  AgentHome home = user.Home("codex").value();
  ASSERT_TRUE(RemoveFile(home.path() + "/auth.json"));
  ASSERT_TRUE(MakeSymlink(user.base / "other", home.path() + "/auth.json"));
  EXPECT_EQ(home.Close("").size(), 1U);
  EXPECT_EQ(Read(login), kLogin);
}

constexpr const char* kGoogle = R"({"access_token": "a0", "refresh_token": "r0", "expiry_date": 1000})";

TEST(AgentHome, ADirectoryThatIsALinkNowLeadsNowhere) {
  AgentUser user;
  const std::string own = user.base / "user/.gemini/";
  const std::string other = user.base / "other/";
  Write(own + "oauth_creds.json", kGoogle);
  Write(own + "tmp/h/s1.json", "of another session");
  const std::string others = ReplaceAll(ReplaceAll(kGoogle, "a0", "a1"), "1000", "9000");
  Write(other + "oauth_creds.json", others);
  AgentHome home = user.Home("gemini").value();
  const std::string place = home.path() + "/.gemini";
  ASSERT_TRUE(RenamePath(place, home.path() + "/moved"));
  ASSERT_TRUE(MakeSymlink(user.base / "other", place));
  home.Exchange(5'000);
  EXPECT_EQ(Read(own + "oauth_creds.json"), kGoogle) << "the login of another place was taken over";
  Write(own + "oauth_creds.json", ReplaceAll(others, "9000", "9999"));
  Write(other + "oauth_creds.json", kGoogle);
  home.Exchange(15'000);
  EXPECT_EQ(Read(other + "oauth_creds.json"), kGoogle) << "a file of another place was written";
  ASSERT_TRUE(RemoveFile(place));
  ASSERT_TRUE(MakeSymlink(user.base / "user/.gemini", place));
  EXPECT_EQ(home.Close(user.base / "kept").size(), 2U) << "neither its login nor its session";
  EXPECT_FALSE(Exists(user.base / "kept/.gemini/tmp/h/s1.json")) << "sessions of another place were kept";
}

TEST(AgentHome, ATokenThatOneUnitRefreshedReachesTheOthersAndIsNotLost) {
  AgentUser user;
  const std::string login = user.base / "user/.codex/auth.json";
  Write(login, kLogin);
  AgentHome first = user.Home("codex").value();
  AgentHome second = user.Home("codex").value();
  Write(first.path() + "/auth.json", Later("a1", "2026-01-02"));
  EXPECT_TRUE(first.Close("").empty());
  second.Exchange(5'000);
  EXPECT_EQ(Read(second.path() + "/auth.json"), Later("a1", "2026-01-02"));
  EXPECT_TRUE(second.Close("").empty());
  EXPECT_EQ(Read(login), Later("a1", "2026-01-02"));
}

TEST(AgentHome, ASessionIsKeptForTheNextAttemptAndNothingElse) {
  AgentUser user;
  const std::string kept = user.base / "kept";
  for (const char* place : {"claude projects/w/s1.jsonl", "codex sessions/2026/s1.jsonl",
                            "gemini .gemini/tmp/h/s1.json", "opencode data/opencode/opencode.db"}) {
    const auto words = Split(place, ' ');
    const std::string program(words[0]);
    const std::string session(words[1]);
    {
      AgentHome home = user.Home(program).value();
      Write(JoinPath(home.path(), session), "said");
      Write(home.path() + "/settings.json", "evil");
      EXPECT_TRUE(home.Close(kept).empty()) << program;
    }
    AgentHome next = user.Home(program, kept).value();
    EXPECT_EQ(Read(JoinPath(next.path(), session)), "said") << program;
    EXPECT_FALSE(Exists(next.path() + "/settings.json")) << program;
  }
}

TEST(AgentHome, OtherProgramsFindTheirOwnFilesWhereOpencodesHomeIs) {
  AgentUser user;
  Write(user.base / "user/.config/git/config", "[user]");
  Write(user.base / "user/.config/opencode/opencode.json", "{}");
  AgentHome home = user.Home("opencode").value();
  const std::string config = home.variables().at("XDG_CONFIG_HOME");
  EXPECT_EQ(Read(config + "/git/config"), "[user]");
  EXPECT_EQ(Read(config + "/opencode/opencode.json"), "{}");
  EXPECT_FALSE(IsLink(config + "/opencode"));
}

TEST(AgentHome, HomesOfEnginesThatWereKilledAreRemoved) {
  AgentUser user;
  AgentHome home = user.Home("codex").value();
  const std::string name = BaseName(home.path());
  const auto parts = Split(name, '-');
  const std::string dead = user.base / ("homes/home-" + std::string(parts[1]) + "-" + std::string(parts[2]) + "-" +
                                        std::string(parts[3]) + "-1999999999-7-abcdef");
  Write(dead + "/auth.json", "{}");
  EXPECT_EQ(RemoveDeadHomes(user.base / "homes"), 1);
  EXPECT_FALSE(Exists(dead));
  EXPECT_TRUE(Exists(home.path()));
}

// The home and its record, as if another engine had made them and was killed.
void Kill(const AgentUser& user, const AgentHome& home) {
  const std::string root = user.base / "homes/";
  const std::string name = BaseName(home.path());
  const auto parts = Split(name, '-');
  const std::string dead = "home-" + std::string(parts[1]) + "-" + std::string(parts[2]) + "-" + std::string(parts[3]) +
                           "-1999999999-7-abcdef";
  Write(root + dead + "/auth.json", Read(home.path() + "/auth.json"));
  Write(root + "lent-" + dead, ReplaceAll(Read(root + "lent-" + name), name, dead));
}

TEST(AgentHome, ALoginThatWasRefreshedBeforeAKillIsRecovered) {
  AgentUser user;
  const std::string login = user.base / "user/.codex/auth.json";
  const std::string homes = user.base / "homes";
  Write(login, kLogin);
  {
    AgentHome home = user.Home("codex").value();
    Kill(user, home);
    EXPECT_EQ(RemoveDeadHomes(homes), 0) << "its login comes first";
    EXPECT_TRUE(RecoverLogins(homes).empty());
    EXPECT_EQ(Read(login), kLogin) << "it was not refreshed";

    Write(home.path() + "/auth.json", Later("a1", "2026-01-02"));
    Kill(user, home);
    EXPECT_TRUE(RecoverLogins(homes).empty());
    EXPECT_EQ(RemoveDeadHomes(homes), 1);
    EXPECT_EQ(Read(login), Later("a1", "2026-01-02"));

    Kill(user, home);
    Write(login, Later("a2", "2026-01-03"));
    EXPECT_TRUE(RecoverLogins(homes).empty());
    EXPECT_EQ(Read(login), Later("a2", "2026-01-03")) << "the user's is the later one";

    Write(home.path() + "/auth.json", ReplaceAll(Later("a4", "2026-01-04"), "\"me\"", "\"you\""));
    Kill(user, home);
    EXPECT_EQ(RecoverLogins(homes).size(), 1U);
    EXPECT_EQ(Read(login), Later("a2", "2026-01-03")) << "the rules are those of a normal end";
  }
  RemoveDeadHomes(homes);
  EXPECT_EQ(ListDirectory(homes).value().size(), 1U) << "the lock; what is recorded goes with the home";
}

}  // namespace
}  // namespace forge
