#include "service/agents/accounts.h"

#include <gtest/gtest.h>

#include "os/fault.h"
#include "os/files/files.h"
#include "service/agents/accounts_file.h"

namespace forge {
namespace {

constexpr TimePoint kAccountsNow{1'000'000'000};

std::string Refusal(const std::string& text) {
  auto accounts = ParseAccounts(text, "accounts.toml", "/home/ada");
  return accounts ? "" : accounts.error().message;
}

TEST(AccountsFile, NamesVariablesCommandsAndDirectories) {
  auto accounts = ParseAccounts(
      "[accounts.a]\nruntime = \"claude\"\nenv = { ANTHROPIC_API_KEY = \"${WORK}\" }\n"
      "[accounts.b]\nruntime = \"codex\"\ntoken_command = \"pass show b\"\n"
      "[accounts.c]\nruntime = \"claude\"\nconfig_dir = \"~/.claude-c\"\n",
      "accounts.toml", "/home/ada");
  ASSERT_TRUE(accounts) << Describe(accounts.error());
  ASSERT_EQ(accounts->size(), 3u);
  EXPECT_EQ((*accounts)[0].env.at("ANTHROPIC_API_KEY"), "WORK");
  EXPECT_EQ((*accounts)[1].token_command, "pass show b");
  EXPECT_EQ((*accounts)[2].config_dir, "/home/ada/.claude-c");
  EXPECT_EQ((*accounts)[2].origin, "accounts.toml:7");
}

TEST(AccountsFile, RefusesSecretsWithoutRepeatingThem) {
  const std::string secret = "sk-ant-api03-9fK2mQ7vXw4LrT8zBn1cHd6JpYs3Ge0UaVo5";
  for (const std::string& text :
       {"[accounts.a]\nruntime = \"claude\"\nenv = { ANTHROPIC_API_KEY = \"" + secret + "\" }",
        "[accounts.a]\nruntime = \"claude\"\ntoken_command = \"echo " + secret + "\"",
        "[accounts.a]\nruntime = \"claude\"\napi_key = \"" + secret + "\"",
        "[accounts.a]\nruntime = \"" + secret + "\"",
        "[accounts." + secret + "]\nruntime = \"claude\"\nenv = { K = \"$K\" }",
        "[accounts.a]\nruntime = \"claude\"\nkey = " + secret + "\n"}) {
    const std::string refusal = Refusal(text);
    EXPECT_NE(refusal, "") << text;
    EXPECT_EQ(refusal.find(secret.substr(13, 8)), std::string::npos) << refusal;
  }
}

TEST(AccountsFile, SaysWhatIsMissing) {
  EXPECT_NE(Refusal("[accounts.a]\nruntime = \"claude\""), "");
  EXPECT_NE(Refusal("[accounts.a]\nenv = { K = \"$K\" }"), "");
  EXPECT_NE(Refusal("[accounts.a]\nruntime = \"claude\"\nenv = { K = \"$K\" }\nconfig_dir = \"/x\""), "") << "two ways";
  EXPECT_NE(Refusal("[accounts.a]\nruntime = \"command\"\ntoken_command = \"x\""), "") << "into which variable?";
  EXPECT_NE(Refusal("[accounts.a]\nruntime = \"anthropic\"\nconfig_dir = \"/x\""), "") << "it has none";
  EXPECT_NE(Refusal("[accounts.a]\nruntime = \"claude\"\nconfig_dir = \"x\""), "") << "relative to what?";
  EXPECT_NE(Refusal("[accounts]\na = 1"), "");
  EXPECT_NE(Refusal("accounts = 1"), "");
}

class AccountBooks : public testing::Test {
 protected:
  void SetUp() override {
    directory_ = MakeTempDirectory("forge-accounts").value();
    machine_.config_directory = directory_ + "/config";
    machine_.data_directory = directory_ + "/data";
    machine_.environment = {{"HOME", directory_}, {"WORK", "w"}, {"ANTHROPIC_API_KEY", "mine"}};
    project_.root = directory_ + "/project";
    project_.forge = project_.root + "/.forge";
    ASSERT_TRUE(MakeDirectories(machine_.config_directory));
    ASSERT_TRUE(MakeDirectories(project_.forge));
  }
  void TearDown() override { ASSERT_TRUE(RemoveTree(directory_)); }

  AccountBook Load(const std::string& text) {
    EXPECT_TRUE(WriteFileAtomic(machine_.config_directory + "/accounts.toml", text));
    return AccountBook::Load(machine_, project_).value();
  }

  std::string directory_;
  Machine machine_;
  Project project_;
};

constexpr const char* kTwo =
    "[accounts.work]\nruntime = \"claude\"\nenv = { ANTHROPIC_API_KEY = \"$WORK\" }\n"
    "[accounts.home]\nruntime = \"claude\"\ntoken_command = \"echo sk-home\"\n";

AgentAnswer OutOfQuota(std::int64_t back_at) {
  AgentAnswer answer;
  answer.failed = true;
  answer.error_class = ErrorClass::kQuota;
  answer.retry_at = TimePoint{back_at};
  return answer;
}

TEST_F(AccountBooks, ASwitchIsSeenByAllProjects) {
  const AccountBook book = Load(kTwo);
  EXPECT_EQ(book.Choose("claude", 90, kAccountsNow)->account->name, "work");
  ASSERT_TRUE(book.Learn(*book.Find("work"), OutOfQuota(kAccountsNow.ms + 500), kAccountsNow, kAccountsNow));
  const AccountPick pick = book.Choose("claude", 90, kAccountsNow).value();
  EXPECT_EQ(pick.account->name, "home");
  EXPECT_EQ(pick.handed_over, "`work` is exhausted: usage limit");
  const AccountBook other = Load(kTwo);
  EXPECT_EQ(other.Choose("claude", 90, kAccountsNow)->handed_over, "") << "told once";
  EXPECT_EQ(other.ReadLedger()->switches.size(), 1u);
  EXPECT_EQ(other.Choose("claude", 90, TimePoint{kAccountsNow.ms + 1000})->account->name, "home")
      << "no going back unasked";

  ASSERT_TRUE(book.Learn(*book.Find("home"), OutOfQuota(kAccountsNow.ms + 900), kAccountsNow, kAccountsNow));
  const AccountPick none = book.Choose("claude", 90, kAccountsNow).value();
  EXPECT_FALSE(none.account);
  EXPECT_EQ(none.earliest.ms, kAccountsNow.ms + 500);

  ASSERT_TRUE(book.Use(*book.Find("home"), kAccountsNow));
  EXPECT_EQ(book.Choose("claude", 90, kAccountsNow)->account->name, "home") << "a person knows better";
}

TEST_F(AccountBooks, ADamagedLedgerIsAsGoodAsNone) {
  const AccountBook book = Load(kTwo);
  ASSERT_TRUE(MakeDirectories(machine_.data_directory));
  ASSERT_TRUE(WriteFileAtomic(machine_.data_directory + "/accounts.json", "{\"current\": "));
  EXPECT_EQ(book.Choose("claude", 90, kAccountsNow)->account->name, "work");
}

TEST_F(AccountBooks, ALedgerThatCannotBeReadNowIsNotOverwritten) {
  const AccountBook book = Load(kTwo);
  ASSERT_TRUE(book.Use(*book.Find("home"), kAccountsNow));
  for (const char* fault : {"look:2:EIO", "open:2:EMFILE", "read:1:EIO"}) {
    ASSERT_TRUE(ArmFaults(fault));
    EXPECT_FALSE(book.Refuse(*book.Find("work"))) << fault;
    DisarmFaults();
  }
  EXPECT_EQ(book.Choose("claude", 90, kAccountsNow)->account->name, "home") << "what the person chose";
}

TEST_F(AccountBooks, AnAccountShutsOutOtherLogins) {
  const AccountBook book = Load(std::string(kTwo) + "[accounts.dir]\nruntime = \"claude\"\nconfig_dir = \"~\"\n");
  using Env = std::map<std::string, std::string>;
  EXPECT_EQ(book.EnvironmentOf(*book.Find("work")).value(),
            (Env{{"ANTHROPIC_API_KEY", "w"}, {"ANTHROPIC_AUTH_TOKEN", ""}, {"CLAUDE_CODE_OAUTH_TOKEN", ""}}));
  EXPECT_EQ(book.EnvironmentOf(*book.Find("home"))->at("ANTHROPIC_API_KEY"), "sk-home");
  const Env dir = book.EnvironmentOf(*book.Find("dir")).value();
  EXPECT_EQ(dir.at("CLAUDE_CONFIG_DIR"), directory_);
  EXPECT_EQ(dir.at("ANTHROPIC_API_KEY"), "") << "the one in our environment would win";
}

TEST_F(AccountBooks, ATokenCommandThatFailsSaysNothingOfItsOutput) {
  const AccountBook book = Load(
      "[accounts.a]\nruntime = \"claude\"\ntoken_command = \"echo hidden; echo hidden >&2; exit 3\"\n"
      "[accounts.b]\nruntime = \"claude\"\ntoken_command = \"true\"\n"
      "[accounts.c]\nruntime = \"claude\"\nenv = { K = \"$NOT_SET\" }\n"
      "[accounts.d]\nruntime = \"claude\"\nconfig_dir = \"/not/there\"\n");
  const auto failed = book.EnvironmentOf(*book.Find("a"));
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().message, "account `a`: its token_command failed (exit 3)");
  for (const char* name : {"b", "c", "d"}) EXPECT_FALSE(book.EnvironmentOf(*book.Find(name))) << name;
}

TEST_F(AccountBooks, AProjectsAccountHidesTheUsersAndIsRememberedApart) {
  ASSERT_TRUE(WriteFileAtomic(project_.forge + "/accounts.toml",
                              "[accounts.work]\nruntime = \"codex\"\nenv = { CODEX_API_KEY = \"$WORK\" }\n"));
  const AccountBook book = Load(kTwo);
  EXPECT_EQ(book.accounts().size(), 2u);
  EXPECT_EQ(book.Find("work")->runtime, "codex");
  EXPECT_NE(book.Find("work")->key, "work");
}

}  // namespace
}  // namespace forge
