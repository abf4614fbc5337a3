// Conversations that are saved and continued.
#include "agent/native/native_session.h"

#include "base/strings.h"
#include "native_fixture.h"

namespace forge::llm {
namespace {

using Kind = AgentEvent::Kind;

class NativeSessionTest : public NativeTest {
 protected:
  void SetUp() override {
    NativeTest::SetUp();
    shelf_ = MakeTempDirectory("shelf").value();
  }
  void TearDown() override {
    NativeTest::TearDown();
    EXPECT_TRUE(RemoveTree(shelf_));
  }
  NativeSettings Keeping() const {
    NativeSettings settings = Settings();
    settings.sessions = shelf_ + "/sessions";
    return settings;
  }
  std::string FileOf(const std::string& session) const { return shelf_ + "/sessions/" + session + ".jsonl"; }
  std::size_t MessagesSent() const { return MessagesOf(server_->Requests().back()).size(); }

  std::string shelf_;
};

INSTANTIATE_TEST_SUITE_P(EachApi, NativeSessionTest, kEachApi, ApiName);

constexpr const char* kTwoUnits = R"({"a":[
    {"thinking":"hm","text":"I look.","tools":[{"name":"Read","args":{"file_path":"a.txt"}}]},{"text":"It says blue."},
    {"text":"Blue, as I said."},{"text":"And again."}]})";

TEST_P(NativeSessionTest, GoesOnWithAllThatWasSaidAndRead) {
  Put("a.txt", "the sky is blue\n");
  Serve(kTwoUnits);
  const AgentAnswer first = Ask(GetParam(), "a", Request(), Keeping());
  ASSERT_FALSE(first.failed) << first.error;
  ASSERT_FALSE(first.session.empty());
  AgentRequest again = Request();
  again.prompt = "which colour was it?";
  again.session = first.session;
  const AgentAnswer second = Ask(GetParam(), "a", again, Keeping());
  EXPECT_EQ(second.text, "Blue, as I said.");
  const std::string body = LastBody();
  for (const char* part : {"do it", "I look.", "the sky is blue", "It says blue.", "which colour was it?"}) {
    EXPECT_NE(body.find(part), std::string::npos) << part << " in " << body;
  }
  EXPECT_TRUE(EventsOf(Kind::kNotice).empty());
  EXPECT_EQ(second.usage.output_tokens, 5) << "the cost of the first unit is not counted twice";
  again.session = second.session;
  EXPECT_EQ(Ask(GetParam(), "a", again, Keeping()).text, "And again.");
  EXPECT_NE(LastBody().find("Blue, as I said."), std::string::npos);
}

TEST_P(NativeSessionTest, OneThatIsGoneDamagedOrAnothersIsBegunAnewWithANote) {
  Put("a.txt", "the sky is blue\n");
  Serve(R"({"a":[{"tools":[{"name":"Read","args":{"file_path":"a.txt"}}]},{"text":"one"},{"text":"new","times":-1}]})");
  const std::string session = Ask(GetParam(), "a", Request(), Keeping()).session;
  const std::string whole = ReadFile(FileOf(session)).value();
  auto begins_anew = [&](const std::string& id, const std::string& model) {
    events_.clear();
    AgentRequest request = Request();
    request.session = id;
    request.model = model;
    EXPECT_EQ(Ask(GetParam(), "a", request, Keeping()).text, "new");
    EXPECT_EQ(EventsOf(Kind::kNotice).size(), 1U);
    EXPECT_EQ(MessagesSent(), 1U);
  };
  begins_anew("20260101-1-1-1", "scripted");
  begins_anew("../sessions/" + session, "scripted");
  begins_anew(session, "another-model");
  // Without its last line break it is whole.
  for (std::size_t cut = 0; cut + 1 < whole.size(); cut += 1 + whole.size() / 40) {
    ASSERT_TRUE(WriteFileAtomic(FileOf(session), whole.substr(0, cut)));
    begins_anew(session, "scripted");
  }
  ASSERT_TRUE(WriteFileAtomic(FileOf(session), ReplaceAll(whole, "\"wire\":\"{", "\"wire\":\"[")));
  begins_anew(session, "scripted");
}

TEST_P(NativeSessionTest, NoKeyIsInIt) {
  Put("a.txt", std::string("the key is ") + kSecret + "\n");
  Serve(R"({"a":[{"tools":[{"name":"Read","args":{"file_path":"a.txt"}}]},{"text":"one"}]})");
  const std::string session = Ask(GetParam(), "a", Request(), Keeping()).session;
  const std::string kept = ReadFile(FileOf(session)).value();
  EXPECT_EQ(kept.find(kSecret), std::string::npos);
  EXPECT_NE(kept.find("<key>"), std::string::npos);
}

// After a failure the saved conversation must be valid for the API: no question without an answer, no call without a
// reply.
TEST_P(NativeSessionTest, AFailedUnitKeepsWhatItCanGoOnFrom) {
  Put("a.txt", "x\n");
  Serve(R"({"a":[{"tools":[{"name":"Read","args":{"file_path":"a.txt"}}]},{"fault":"400"},{"text":"back"}],
            "b":[{"fault":"400"}]})");
  const AgentAnswer failed = Ask(GetParam(), "a", Request(), Keeping());
  EXPECT_TRUE(failed.failed);
  ASSERT_FALSE(failed.session.empty());
  AgentRequest again = Request();
  again.session = failed.session;
  EXPECT_EQ(Ask(GetParam(), "a", again, Keeping()).text, "back");
  EXPECT_EQ(MessagesSent(), 4U);
  EXPECT_EQ(Ask(GetParam(), "b", Request(), Keeping()).session, "") << "there is nothing to continue";
}

TEST_F(NativeSessionTest, OnlyTheLatestHundredAreKept) {
  const SessionShelf shelf(shelf_ + "/sessions", "");
  Conversation talk;
  talk.messages.push_back({Message::Role::kUser, "q", {}, "", true});
  talk.messages.push_back({Message::Role::kModel, "", {}, "{}"});
  std::string first, last;
  for (int i = 0; i < 103; ++i) {
    last = "0000000000000" + std::to_string(1000 + i);
    if (first.empty()) first = last;
    ASSERT_TRUE(shelf.Keep(last, {"p", "m"}, talk));
  }
  EXPECT_EQ(ListDirectory(shelf_ + "/sessions").value().size(), 100U);
  EXPECT_FALSE(shelf.Load(first, {"p", "m"}));
  EXPECT_TRUE(shelf.Load(last, {"p", "m"}));
}

}  // namespace
}  // namespace forge::llm
