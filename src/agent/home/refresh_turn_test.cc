#include "agent/home/refresh_turn.h"

#include <gtest/gtest.h>

#include <optional>

#include "agent/home/agent_home.h"
#include "agent/vendors/cli_program.h"
#include "base/strings.h"
#include "os/files/files.h"
#include "os/testing/temp_directory.h"

namespace forge {
namespace {

constexpr const char* kOld = R"({"access_token": "a0", "refresh_token": "r0", "expiry_date": 1000})";
constexpr const char* kFresh = R"({"access_token": "a1", "refresh_token": "r1", "expiry_date": 9000000000000})";
constexpr const char* kCopy = "/.gemini/oauth_creds.json";

struct SharedLogin {
  SharedLogin() {
    EXPECT_TRUE(MakeDirectories(base / "user/.gemini"));
    EXPECT_TRUE(WriteFileAtomic(base / "user/.gemini/oauth_creds.json", kOld));
  }
  AgentHome Home(std::function<bool(std::int64_t)> pause) const {
    const HomePlan plan = FindCliProgram("gemini")->home({{"HOME", base / "user"}});
    return AgentHome::Make(plan, base / "homes", "", {.now_ms = 1'000'000, .pause = std::move(pause)}).value();
  }
  // One that must not wait.
  AgentHome Home() const {
    return Home([](std::int64_t) {
      ADD_FAILURE() << "it waits";
      return false;
    });
  }
  TempDirectory base;
};

std::string CopyIn(const AgentHome& home) { return ReadFile(home.path() + kCopy).value_or("(none)"); }

TEST(RefreshTurn, OneUnitAtATimeStartsWithALoginThatIsAboutToExpire) {
  SharedLogin user;
  AgentHome first = user.Home();
  int pauses = 0;
  AgentHome second = user.Home([&](std::int64_t) {
    ++pauses;
    EXPECT_TRUE(WriteFileAtomic(first.path() + kCopy, kFresh));
    first.Exchange(5'000);
    return true;
  });
  EXPECT_EQ(pauses, 1);
  EXPECT_EQ(CopyIn(second), kFresh);
  AgentHome third = user.Home();
  EXPECT_EQ(CopyIn(third), kFresh);
}

TEST(RefreshTurn, TheNextUnitHasItWhenTheFirstEndsWithoutARefresh) {
  SharedLogin user;
  std::optional<AgentHome> first(user.Home());
  int pauses = 0;
  AgentHome second = user.Home([&](std::int64_t) {
    ++pauses;
    first.reset();  // it could not be started
    return true;
  });
  EXPECT_EQ(pauses, 1);
  AgentHome third = user.Home([&](std::int64_t) {
    ++pauses;
    EXPECT_TRUE(second.Close("").empty());
    return true;
  });
  EXPECT_EQ(pauses, 2) << "the second one has the turn";
}

TEST(RefreshTurn, AProgramThatDoesNotRefreshHoldsOthersUpOnce) {
  SharedLogin user;
  AgentHome first = user.Home();
  first.Exchange(2'000);
  int pauses = 0;
  AgentHome second = user.Home([&](std::int64_t) {
    ++pauses;
    first.Exchange(33'000);
    return true;
  });
  EXPECT_EQ(pauses, 1);
  AgentHome third = user.Home();
  EXPECT_EQ(CopyIn(third), kOld);
}

TEST(RefreshTurn, IsWaitedForAMinuteAtMost) {
  SharedLogin user;
  const AgentHome first = user.Home();
  std::int64_t waited = 0;
  const AgentHome second = user.Home([&](std::int64_t ms) {
    waited += ms;
    return true;
  });
  EXPECT_EQ(waited, 60'000);
  EXPECT_EQ(CopyIn(second), kOld);
  waited = 0;
  const AgentHome third = user.Home([&](std::int64_t ms) {
    waited += ms;
    return false;
  });
  EXPECT_EQ(waited, 100) << "the unit is to stop";
}

TEST(RefreshTurn, IsOfLoginsThatTheProgramWouldRefresh) {
  const auto due = [](const char* program, const std::string& text, std::int64_t now_ms) {
    for (const LentDirectory& directory : FindCliProgram(program)->home({{"HOME", "/home/ada"}}).directories) {
      if (!directory.login.file.empty()) return IsDue(directory.login, text, now_ms);
    }
    return false;
  };
  const std::string claude = R"({"claudeAiOauth": {"accessToken": "a", "refreshToken": "r", "expiresAt": 1000000}})";
  EXPECT_FALSE(due("claude", claude, 600'000));
  EXPECT_TRUE(due("claude", claude, 700'000)) << "five minutes before";
  EXPECT_FALSE(due("claude", R"({"claudeAiOauth": {"accessToken": "a", "expiresAt": 1000000}})", 2'000'000))
      << "nothing to refresh it with";
  EXPECT_FALSE(due("claude", R"({"mcpOAuth": {"x": {"accessToken": "a", "refreshToken": "r", "expiresAt": 1}}})", 2))
      << "of a server that it may not ask";
  const std::string codex =
      R"({"tokens": {"access_token": "a", "refresh_token": "r"}, "last_refresh": "1970-01-02T00:00:00Z"})";
  const std::int64_t day = 86'400'000;
  EXPECT_FALSE(due("codex", codex, 8 * day));
  EXPECT_TRUE(due("codex", codex, 9 * day));
  EXPECT_FALSE(due("codex", R"({"OPENAI_API_KEY": "sk-1"})", 9 * day));
  const std::string opencode = R"({"anthropic": {"type": "oauth", "access": "a", "refresh": "r", "expires": 5000},
                                   "openai": {"type": "api", "key": "k"}})";
  EXPECT_FALSE(due("opencode", opencode, 4'999));
  EXPECT_TRUE(due("opencode", opencode, 5'000));
  EXPECT_FALSE(due("gemini", "no JSON", 5'000));
}

}  // namespace
}  // namespace forge
