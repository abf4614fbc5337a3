#include "service/settings.h"
#include "base/testing/source_dir.h"

#include <gtest/gtest.h>

#include "base/strings.h"
#include "os/files/files.h"

namespace forge {
namespace {

class SettingsTest : public testing::Test {
 protected:
  void SetUp() override {
    directory_ = MakeTempDirectory("forge-settings").value();
    machine_.config_directory = directory_ + "/config";
    project_.root = directory_;
    project_.forge = directory_ + "/.forge";
    ASSERT_TRUE(MakeDirectories(machine_.config_directory));
    ASSERT_TRUE(MakeDirectories(project_.forge));
  }
  void TearDown() override { ASSERT_TRUE(RemoveTree(directory_)); }

  void Write(const std::string& path, const std::string& text) { ASSERT_TRUE(WriteFileAtomic(path, text)); }
  Result<Settings> Load() { return Settings::Load(machine_, project_); }

  std::string directory_;
  Machine machine_;
  Project project_;
};

TEST_F(SettingsTest, LaterPlacesWinAndSayWhereAValueCameFrom) {
  EXPECT_EQ(Load()->Find("pipeline")->origin, "built-in");
  Write(machine_.config_directory + "/config.toml", "pipeline = \"user\"\nagent = \"command:user\"\n");
  EXPECT_EQ(Load()->Get("pipeline"), "user");
  Write(project_.forge + "/config.toml", "pipeline = \"project\"\n");
  EXPECT_EQ(Load()->Get("pipeline"), "project");
  EXPECT_EQ(Load()->Get("agent"), "command:user");
  Write(project_.forge + "/config.local.toml", "\npipeline = \"local\"\n");
  EXPECT_EQ(Load()->Find("pipeline")->origin, project_.forge + "/config.local.toml:2");
  machine_.environment["FORGE_PIPELINE"] = "environment";
  EXPECT_EQ(Load()->Get("pipeline"), "environment");
  Settings settings = Load().value();
  ASSERT_TRUE(settings.SetFlag("pipeline", "flag", "--pipeline"));
  EXPECT_EQ(settings.Find("pipeline")->origin, "--pipeline");
}

TEST_F(SettingsTest, AnUnknownKeyIsAnErrorWithFileLineAndASuggestion) {
  Write(project_.forge + "/config.toml", "# mine\npipelines = \"x\"\n");
  auto settings = Load();
  ASSERT_FALSE(settings);
  EXPECT_NE(settings.error().message.find("config.toml:2"), std::string::npos) << settings.error().message;
  EXPECT_NE(settings.error().hint.find("`pipeline`"), std::string::npos) << settings.error().hint;
}

TEST_F(SettingsTest, AValueThatDoesNotFitIsNeverASilentDefault) {
  const char* wrong[] = {"isolation = \"tent\"", "max_concurrent = -1", "[budget]\nusd = \"much\"", "attended = 3"};
  for (const char* text : wrong) {
    Write(project_.forge + "/config.toml", text);
    EXPECT_FALSE(Load()) << text;
  }
  Write(project_.forge + "/config.toml", "");
  machine_.environment["FORGE_BUDGET_USD"] = "lots";
  auto settings = Load();
  ASSERT_FALSE(settings);
  EXPECT_NE(settings.error().message.find("FORGE_BUDGET_USD"), std::string::npos);
}

TEST_F(SettingsTest, SwitchesAreWrittenInSeveralWays) {
  for (const char* on : {"1", "true", "TRUE", " 1 "}) {
    machine_.environment["FORGE_ATTENDED"] = on;
    ASSERT_TRUE(Load()) << on;
    EXPECT_EQ(Load()->Get("attended"), "true") << on;
  }
  machine_.environment["FORGE_ATTENDED"] = "0";
  EXPECT_EQ(Load()->Get("attended"), "false");
  machine_.environment["FORGE_ATTENDED"] = "yes";
  EXPECT_FALSE(Load());
}

TEST_F(SettingsTest, TheVariablesOfTheChatHaveTheirOldNames) {
  machine_.environment["PLAN_PHASES_ENABLED"] = "0";
  machine_.environment["DISCOCLAW_PLAN_COMMANDS_ENABLED"] = "false";
  machine_.environment["FORGE_MAX_AUDIT_ROUNDS"] = "3";
  machine_.environment["PLAN_PHASE_MAX_CONTEXT_FILES"] = " ";
  auto settings = Load();
  ASSERT_TRUE(settings);
  EXPECT_EQ(settings->Get("plan_phases_enabled"), "false");
  EXPECT_EQ(settings->Get("plan_commands_enabled"), "false");
  EXPECT_EQ(settings->Get("max_audit_rounds"), "3");
  EXPECT_EQ(settings->Get("plan_phase_max_context_files"), "5") << "blank is as usual";
  machine_.environment["PLAN_PHASE_MAX_CONTEXT_FILES"] = "0";
  settings = Load();
  ASSERT_FALSE(settings);
  EXPECT_NE(settings.error().message.find("PLAN_PHASE_MAX_CONTEXT_FILES"), std::string::npos);
}

TEST_F(SettingsTest, AFileThatIsNoTomlNamesThePlace) {
  Write(project_.forge + "/config.toml", "agent = \n");
  auto settings = Load();
  ASSERT_FALSE(settings);
  EXPECT_NE(settings.error().message.find("config.toml:1"), std::string::npos) << settings.error().message;
}

TEST_F(SettingsTest, SettingOneKeyKeepsTheRestOfTheFile) {
  const std::string path = project_.forge + "/config.toml";
  Write(path, "# a comment\npipeline = \"old\"  \n\n[budget]\n# dear\nusd = 1.0\n");
  ASSERT_TRUE(WriteSetting(machine_, project_, "pipeline", "new \"one\"", false));
  ASSERT_TRUE(WriteSetting(machine_, project_, "budget.tokens", "500", false));
  ASSERT_TRUE(WriteSetting(machine_, project_, "agent", "command:x", false));
  const std::string text = ReadFile(path).value();
  EXPECT_NE(text.find("# a comment\n"), std::string::npos) << text;
  EXPECT_NE(text.find("# dear\n"), std::string::npos) << text;
  auto settings = Load();
  ASSERT_TRUE(settings) << settings.error().message << "\n" << text;
  EXPECT_EQ(settings->Get("pipeline"), "new \"one\"");
  EXPECT_EQ(settings->Get("budget.tokens"), "500");
  EXPECT_EQ(settings->Get("budget.usd"), "1");
  EXPECT_EQ(settings->Get("agent"), "command:x");
}

TEST_F(SettingsTest, SettingAnUnknownKeyChangesNothing) {
  EXPECT_FALSE(WriteSetting(machine_, project_, "nonsense", "1", false));
  EXPECT_FALSE(Exists(project_.forge + "/config.toml"));
}

TEST_F(SettingsTest, TheEffortOfAnyStageCanBeSetAndIsChecked) {
  EXPECT_EQ(Load()->Find("effort.plan"), nullptr);
  EXPECT_EQ(Load()->Explain("effort.plan")->value, "");
  EXPECT_FALSE(Load()->Explain("effort.")) << "it names no stage";
  Write(project_.forge + "/config.toml", "[effort]\nplan = \"high\"\n\n[tier_models]\nheavy = \"big\"\n");
  EXPECT_EQ(Load()->Get("effort.plan"), "high");
  EXPECT_EQ(Load()->Explain("effort.plan")->origin, project_.forge + "/config.toml:2");
  EXPECT_EQ(Load()->Get("tier_models.heavy"), "big");
  machine_.environment["FORGE_EFFORT_REVIEW_PLAN"] = "low";
  EXPECT_EQ(Load()->Get("effort.review-plan"), "low");
  machine_.environment["FORGE_EFFORT_REVIEW_PLAN"] = "lots";
  EXPECT_FALSE(Load());
  machine_.environment.clear();
  Write(project_.forge + "/config.toml", "\n[effort]\nplan = \"furious\"\n");
  auto wrong = Load();
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().message.find("config.toml:3"), std::string::npos) << wrong.error().message;
  ASSERT_TRUE(WriteSetting(machine_, std::nullopt, "effort.review-plan", "max", true));
  Write(project_.forge + "/config.toml", "");
  EXPECT_EQ(Load()->Get("effort.review-plan"), "max");
}

TEST_F(SettingsTest, EverySettingIsOnItsPage) {
  const std::string page = ReadFile(SourceDir() + "/docs/configuration.md").value();
  for (const Setting& setting : Load()->All()) {
    EXPECT_NE(page.find("| `" + setting.key + "` |"), std::string::npos) << setting.key;
  }
}

TEST_F(SettingsTest, BudgetsOfRolesAreNamedByTheUser) {
  Write(project_.forge + "/config.toml",
        "[budget]\nminutes = 2\nday.usd = 7.5\n[budget.role.executor]\nusd = 1.5\ntokens = 900\n");
  Settings settings = Load().value();
  EXPECT_EQ(settings.GetBudget()->wall_ms, 120'000);
  EXPECT_EQ(settings.GetDayBudget().usd, 7.5);
  EXPECT_FALSE(settings.GetDayBudget().tokens);
  const Budget role = settings.GetRoleBudgets().at("executor");
  EXPECT_EQ(role.usd, 1.5);
  EXPECT_EQ(role.tokens, 900);
  Write(project_.forge + "/config.toml", "[budget.role.executor]\nusd = \"much\"\n");
  EXPECT_FALSE(Load());
  Write(project_.forge + "/config.toml", "[budget.role]\nusd = 1\n");
  EXPECT_FALSE(Load()) << "whose?";
}

}  // namespace
}  // namespace forge
