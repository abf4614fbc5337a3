#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/base64.h"
#include "base/strings.h"
#include "os/files/files.h"
#include "service/transcript/entry.h"
#include "service/transcript/secret_mask.h"
#include "service/transcript/transcript_reader.h"
#include "service/transcript/transcript_writer.h"
#include "verify/verify.h"

namespace forge {
namespace {

using Kind = AgentEvent::Kind;

TranscriptEntry At(std::int64_t ms, const AgentEvent& event) {
  TranscriptEntry entry = EntryOf(event, "/w");
  entry.at = {ms};
  return entry;
}

Json Object(const char* key, Json value) { return Json::MakeObject().Set(key, std::move(value)); }

TEST(TranscriptEntry, ACallIsOneLine) {
  EXPECT_EQ(ToolCallLine("Bash", Object("command", "make test\n./x"), "/w"), "Bash: make test ./x");
  EXPECT_EQ(ToolCallLine("Edit", Object("file_path", "/w/src/user.c"), "/w"), "Edit src/user.c");
  EXPECT_EQ(ToolCallLine("Read", Object("path", "/wide/a.c"), "/w"), "Read /wide/a.c");
  EXPECT_EQ(ToolCallLine("Grep", Object("pattern", "main").Set("path", "/w/src"), "/w"), "Grep: main");
  EXPECT_EQ(ToolCallLine("shell", Object("command", Json(Json::Array{"ls", "-l"})), "/w"), "shell: ls -l");
  EXPECT_EQ(ToolCallLine("file_change", Json(Json::Array{Object("path", "/w/a"), Object("path", "b")}), "/w"),
            "file_change a, b");
  EXPECT_EQ(ToolCallLine("web_search", Json("how"), "/w"), "web_search: how");
  EXPECT_EQ(ToolCallLine("TodoWrite", Object("todos", Json::MakeArray()), "/w"), "TodoWrite");
}

TEST(TranscriptEntry, LongTextsAreCutAtTheStatedLength) {
  const std::string long_text(100'000, 'x');
  EXPECT_LT(EntryOf({Kind::kText, long_text, {}}, "").text.size(), kLongestSaid + 100);
  EXPECT_LT(EntryOf({Kind::kToolResult, long_text, {}}, "").text.size(), kLongestToolResult + 100);
  EXPECT_LT(EntryOf({Kind::kToolCall, "Write", Object("content", long_text)}, "").data["content"].AsString().size(),
            kLongestArgument + 100);
  Json many = Json::MakeObject();
  for (int i = 0; i < 100; ++i) many.Set(std::to_string(i), std::string(1000, 'y'));
  EXPECT_GT(EntryOf({Kind::kToolCall, "X", many}, "").data["left_out_bytes"].AsInt(), 100'000);
}

TEST(TranscriptEntry, AResultIsItsTextWhereverTheRuntimePutsIt) {
  EXPECT_EQ(EntryOf({Kind::kToolResult, "what it printed", {}}, "").text, "what it printed");
  const TranscriptEntry native =
      EntryOf({Kind::kToolResult, "Bash", Object("output", "all").Set("bytes", 3).Set("error", "al")}, "");
  EXPECT_EQ(native.text, "all");
  EXPECT_EQ(native.data["tool"].AsString(), "Bash");
  EXPECT_TRUE(native.data["error"].AsBool());
  EXPECT_EQ(EntryOf({Kind::kToolResult, "command", Object("error", "on stderr")}, "").text, "on stderr");
}

TEST(TranscriptEntry, SurvivesItsLine) {
  TranscriptEntry entry = At(5, {Kind::kToolCall, "Bash", Object("command", "make")});
  entry.number = 7;
  const auto back = ReadEntry(ToLine(entry));
  ASSERT_TRUE(back);
  EXPECT_EQ(ToLine(*back), ToLine(entry));
  EXPECT_FALSE(ReadEntry(R"({"n":1,"at":5,"kind":"te)"));
}

TEST(DoingNow, IsTheCallThatHasNoResult) {
  const TranscriptEntry make = At(0, {Kind::kToolCall, "Bash", Object("command", "make")});
  const TranscriptEntry edit = At(0, {Kind::kToolCall, "Edit", Object("path", "a.c")});
  const TranscriptEntry result = At(1000, {Kind::kToolResult, "ok", {}});
  EXPECT_EQ(DoingNow({make}, {9000}), "Bash: make");
  EXPECT_EQ(DoingNow({make, edit, result}, {9000}), "Edit a.c") << "results come in the order of the calls";
  EXPECT_EQ(DoingNow({make, edit, result, result}, {15'000}), "thinking 14 s");
  EXPECT_EQ(DoingNow({make, result, edit}, {15'000}), "Edit a.c");
}

TEST(DoingNow, IsWhatWasSaidOrHowLongItThinks) {
  EXPECT_EQ(DoingNow({}, {0}), "");
  EXPECT_EQ(DoingNow({At(0, {Kind::kStarted, "", {}})}, {500}), "thinking");
  EXPECT_EQ(DoingNow({At(0, {Kind::kStarted, "", {}}), At(1000, {Kind::kUsage, "", {}})}, {14'200}), "thinking 14 s");
  EXPECT_EQ(DoingNow({At(0, {Kind::kText, "\n## I look at it.\nMore", {}})}, {500}), "I look at it.");
  EXPECT_EQ(DoingNow({At(0, {Kind::kRetry, "overloaded", {}})}, {500}), "waits to try again: overloaded");
}

class Transcripts : public ::testing::Test {
 protected:
  Transcripts() {
    project_.root = MakeTempDirectory("forge-transcript").value();
    project_.forge = project_.root + "/.forge";
    project_.state = project_.forge + "/state";
  }
  ~Transcripts() override { (void)RemoveTree(project_.root); }

  RunFiles files() const { return {project_, RunId{1}, "x"}; }
  TranscriptReader reader() const { return {project_, RunId{1}, UnitId{7}}; }
  std::string path() const { return files().directory() + "/units/7/" + kTranscriptFile; }
  static std::string Texts(const std::vector<TranscriptEntry>& entries) {
    std::string all;
    for (const TranscriptEntry& entry : entries) all += entry.text + "|";
    return all;
  }

  Project project_;
};

TEST_F(Transcripts, AUnitThatSaysNothingHasNoFile) {
  TranscriptWriter(files(), UnitId{7}, "", {}).End("");
  EXPECT_FALSE(Exists(path()));
  TranscriptReader none = reader();
  EXPECT_TRUE(none.Next().value().empty());
  EXPECT_FALSE(none.exists());
}

TEST_F(Transcripts, AreReadWhileTheyGrow) {
  TranscriptReader follows = reader();
  TranscriptWriter writer(files(), UnitId{7}, "", {});
  writer.Take({Kind::kText, "one", {}});
  EXPECT_EQ(Texts(follows.Next().value()), "one|");
  writer.Take({Kind::kText, "a\nb", Object("delta", true)});
  EXPECT_EQ(Texts(follows.Next().value()), "a\n|") << "pieces come by the line";
  writer.Take({Kind::kText, "c", Object("delta", true)});
  EXPECT_TRUE(follows.Next().value().empty());
  writer.End("");
  EXPECT_EQ(Texts(follows.Next().value()), "bc||");
  EXPECT_TRUE(follows.complete());
  EXPECT_TRUE(follows.Notes().empty());
}

TEST_F(Transcripts, ATornLineIsToldAndTheRestIsThere) {
  {
    TranscriptWriter writer(files(), UnitId{7}, "", {});
    writer.Take({Kind::kText, "one", {}});
  }
  ASSERT_TRUE(AppendFile(path(), "garbage\n{\"n\":2,\"at\":1,\"ki"));
  TranscriptReader torn = reader();
  EXPECT_EQ(Texts(torn.Next().value()), "one|");
  EXPECT_EQ(Join(torn.Notes(), "; "),
            "1 line of the transcript cannot be read and is left out; the transcript's last line is cut (17 bytes)");
  EXPECT_FALSE(torn.complete());
  // The unit is carried out again.
  TranscriptWriter again(files(), UnitId{7}, "", {});
  again.Take({Kind::kText, "two", {}});
  EXPECT_EQ(Texts(reader().Next().value()), "one|the unit starts again: its engine had stopped|two|");
}

TEST_F(Transcripts, OfALongOneTheBeginningAndTheEndStay) {
  TranscriptReader follows = reader();
  TranscriptWriter writer(files(), UnitId{7}, "", {}, {2000, 1000});
  std::size_t followed = 0;
  for (int i = 1; i <= 200; ++i) {
    writer.Take({Kind::kText, "text " + std::to_string(i), {}});
    followed += follows.Next().value().size();
  }
  EXPECT_EQ(followed, 200U) << "who follows it misses nothing";
  const std::vector<TranscriptEntry> entries = reader().Next().value();
  ASSERT_GT(entries.size(), 10U);
  EXPECT_EQ(entries.front().text, "text 1");
  EXPECT_EQ(entries.back().text, "text 200");
  std::int64_t left_out = 0;
  for (const TranscriptEntry& entry : entries) left_out += entry.data["entries"].AsInt();
  EXPECT_EQ(entries.size() - 1 + static_cast<std::size_t>(left_out), 200U);
  EXPECT_LE(*FileSize(path()) + *FileSize(files().directory() + "/units/7/" + kTranscriptEndFile), 3200);
  EXPECT_EQ(ReadDoingNow(project_, RunId{1}, UnitId{7}, {}), "text 200");
}

TEST_F(Transcripts, HideSecrets) {
  SecretMask mask;
  mask.Hide({{"MY_API_KEY", "plainlookingvalue"}, {"PATH", "/usr/bin/some"}, {"FORGE_RUN_KEY", "abcdefghij"}});
  TranscriptWriter writer(files(), UnitId{7}, "", mask);
  writer.Take({Kind::kToolCall, "Bash", Object("command", "curl -H plainlookingvalue /usr/bin/some abcdefghij")});
  writer.Take({Kind::kText, "PASSWORD=hunter22hunter", {}});
  const std::string text = ReadFile(path()).value();
  EXPECT_EQ(text.find("plainlooking"), std::string::npos) << text;
  EXPECT_EQ(text.find("hunter22"), std::string::npos) << text;
  EXPECT_NE(text.find("<secret> /usr/bin/some abcdefghij"), std::string::npos) << text;
}

TEST(SecretMask, HidesTheValuesOfVariablesThatAreNamedLikeASecret) {
  SecretMask mask;
  mask.Hide({{"FORGE_HOOK_SECRET", "first-value"},
             {"my_token", "other-value"},
             {"Forge_Run_Key", "mark-of-ours"},
             {"SHORT_KEY", "seven77"},
             {"KEY_FILE", "/home/ada/key"}});
  EXPECT_EQ(mask.Apply("first-value other-value mark-of-ours seven77 /home/ada/key"),
            "<secret> <secret> mark-of-ours seven77 /home/ada/key");
  EXPECT_EQ(mask.longest(), 14U) << "in base64";
}

TEST(SecretMask, HidesEachLineOfAValue) {
  SecretMask mask;
  mask.HideValue("first part of it\nshort\n  second part\n");
  EXPECT_EQ(mask.Apply("a second part, a first part of it, short"), "a <secret>, a <secret>, short");
}

TEST(SecretMask, HidesAValueInBase64WhereverItStands) {
  const std::string secret = "k3y-of-the-api>?000";
  SecretMask mask;
  mask.HideValue(secret);
  for (const std::string before : {"", "a", "ab", "abc", "user:"}) {
    for (const std::string after : {"", "x", "xy", "\n"}) {
      for (auto encode : {Base64, Base64Url}) {
        const std::string masked = mask.ApplyKnown("auth: " + encode(before + secret + after));
        EXPECT_TRUE(masked.contains("<secret>") && masked.size() < 28) << masked;
      }
    }
  }
  // As `base64` breaks its lines.
  for (std::size_t before = 30; before < 60; ++before) {
    std::string text = Base64(std::string(before, '.') + secret + std::string(60, '.'));
    for (std::size_t at = 76; at < text.size(); at += 77) text.insert(at, "\n");
    EXPECT_TRUE(mask.Apply(text).contains("<secret>")) << before;
  }
  EXPECT_EQ(mask.Apply("plain"), "plain");
}

TEST(SecretMask, HidesAValueInBase64WhoseFirstLineHasWordsBeforeIt) {
  const std::string secret = "k3y-of-the-api-with-many-bytes-so-that-it-needs-a-second-line-in-base64-0000";
  SecretMask mask;
  mask.HideValue(secret);
  std::string text = Base64(secret) + "\n";
  const std::string rest = text.substr(76);
  text.insert(76, "\n");
  EXPECT_EQ(mask.Apply("token: " + text).find(rest.substr(0, 8)), std::string::npos) << mask.Apply("token: " + text);
}

TEST_F(Transcripts, HideASecretInBase64ThatGoesOnInTheNextLine) {
  SecretMask mask;
  const std::string secret = "k3y-of-the-api-000000";
  mask.HideValue(secret);
  std::string text = Base64(std::string(45, '.') + secret + std::string(60, '.')) + "\n";
  text.insert(76, "\n");
  {
    TranscriptWriter writer(files(), UnitId{7}, "", mask);
    writer.Begin("a");
    for (char c : "Here:\n" + text + "end\n") writer.Output("a", std::string_view(&c, 1));
    writer.Finish("a", 0, true, 1);
  }
  const std::string kept = ReadFile(path()).value();
  EXPECT_TRUE(kept.contains("<secret>") && kept.contains("Here:") && kept.contains("end")) << kept;
  EXPECT_FALSE(kept.contains(Base64("k3y-of-the-api").substr(2, 8))) << kept;
}

TEST(SecretMask, HidesWhatCommandsPrinted) {
  SecretMask mask;
  mask.HideValue("plain-looking");
  VerifyReport report;
  report.results.emplace_back().output = "url: plain-looking\n";
  report.results[0].tests.emplace().AddFailure({"t", "", "want plain-looking"});
  mask.ApplyToReport(report);
  EXPECT_EQ(report.results[0].output, "url: <secret>\n");
  EXPECT_EQ(report.results[0].tests->failures[0].message, "want <secret>");
}

TEST_F(Transcripts, HideSecretsWhereATextIsCut) {
  SecretMask mask;
  const std::string secret = "plain words as a secret";
  mask.HideValue(secret);
  // At every place of the cut.
  for (std::size_t shift = 0; shift < secret.size(); ++shift) {
    TranscriptWriter writer(files(), UnitId{7}, "", mask);
    const std::string before(kLongestArgument - (kLongestArgument / 4) - shift, '.');
    const std::string long_text = before + secret + std::string(kLongestArgument, '.');
    writer.Take({Kind::kToolCall, "Bash", Object("command", std::string(190 - shift, '.') + secret + "....")});
    writer.Take({Kind::kToolCall, "Bash", Object("content", long_text)});
    writer.End(std::string(kLongestToolResult - shift, '.') + secret);
  }
  const std::string text = ReadFile(path()).value();
  for (const char* piece : {"plain", "words", "as a", "secret ", " secret"})
    EXPECT_EQ(text.find(piece), std::string::npos) << piece;
}

TEST_F(Transcripts, HideSecretsInTextThatComesInPieces) {
  SecretMask mask;
  const std::string secret = "plain words as a secret";
  mask.HideValue(secret);
  {
    TranscriptWriter writer(files(), UnitId{7}, "", mask);
    for (int i = 0; i < 2000; ++i) {
      for (char c : secret) writer.Take({Kind::kText, std::string(1, c), Object("delta", true)});
      writer.Take({Kind::kText, std::string(static_cast<std::size_t>(i % 7), ' '), Object("delta", true)});
    }
    writer.Output("a", "plain words as");
    writer.Begin("b");
    writer.Output("a", " a secret");
    writer.Finish("a", 0, true, 1);
  }
  TranscriptReader all = reader();
  std::size_t found = 0;
  const std::vector<TranscriptEntry> entries = all.Next().value();
  for (const TranscriptEntry& entry : entries) {
    EXPECT_EQ(entry.text.find("plain"), std::string::npos);
    EXPECT_EQ(entry.text.find("words"), std::string::npos);
    for (std::size_t at = entry.text.find("<secret>"); at != std::string::npos;
         at = entry.text.find("<secret>", at + 1))
      ++found;
  }
  EXPECT_EQ(found, 2001U);
  EXPECT_GT(entries.size(), 5U) << "what is there is not kept back until the line ends";
}

TEST_F(Transcripts, ALineThatDoesNotEndIsNotKeptBackForever) {
  TranscriptWriter writer(files(), UnitId{7}, "", {});
  for (int i = 0; i < 100; ++i) writer.Output("yes", std::string(1000, 'y'));
  EXPECT_GT(reader().Next().value().size(), 1U);
}

TEST_F(Transcripts, HoldACommandsOutputAsItComes) {
  TranscriptWriter writer(files(), UnitId{7}, "", {});
  writer.Begin("make test");
  EXPECT_EQ(ReadDoingNow(project_, RunId{1}, UnitId{7}, {}), "make test");
  writer.Output("make test", "ok 1\nok");
  EXPECT_EQ(Texts(reader().Next().value()), "verify|ok 1\n|");
  writer.Output("make test", " 2\n");
  writer.Finish("make test", 2, false, 12);
  writer.End("");
  EXPECT_EQ(Texts(reader().Next().value()), "verify|ok 1\n|ok 2\n|||");
}

TEST(SecretMask, InWhatIsWorkedWithAPlainWordIsNoSecret) {
  SecretMask mask;
  mask.Hide({{"POSTGRES_PASSWORD", "postgres"}, {"API_KEY", "k3y-of-the-api-000"}});
  EXPECT_EQ(mask.ApplyKnown("src/postgres/pool.cc uses k3y-of-the-api-000"), "src/postgres/pool.cc uses <secret>");
  EXPECT_EQ(mask.Apply("src/postgres/pool.cc"), "src/<secret>/pool.cc") << "a log may lose a word";
}

}  // namespace
}  // namespace forge
