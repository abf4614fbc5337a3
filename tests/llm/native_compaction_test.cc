// A conversation that becomes too long: the model writes a summary of its old part.
#include <algorithm>

#include "native_fixture.h"

namespace forge::llm {
namespace {

using Kind = AgentEvent::Kind;
using Words = std::vector<std::string>;

constexpr std::string_view kAsked = "close to your limit";

class CompactionTest : public NativeTest {
 protected:
  // Reads a.txt `reads` times, each time about 2.4 KB.
  std::string Reads(int reads, const std::string& summary) const {
    return R"({"a":{"rules":[{"when":{"contains":"close to your limit"},)" + summary + R"(}],"turns":[
      {"tools":[{"name":"TodoWrite","args":{"todos":[{"content":"count the lines","status":"in_progress"}]}}]},
      {"tools":[{"name":"Write","args":{"file_path":"sub/made.txt","content":"x"}},
                {"name":"Bash","args":{"command":"echo broken; exit 3"}}]},
      {"tools":[{"name":"Read","args":{"file_path":"a.txt"}}],"times":)" +
           std::to_string(reads) + R"(},{"text":"done"}]}})";
  }
  static NativeSettings Small() {
    NativeSettings settings = Settings();
    settings.context_tokens = 20'000;
    return settings;
  }
  void PutLines() const {
    std::string lines;
    for (int i = 0; i < 80; ++i) lines += "some line of a file 123\n";
    Put("a.txt", lines);
  }
  // The numbers of the requests that ask for a summary.
  std::vector<std::size_t> Summaries() const {
    std::vector<std::size_t> found;
    const std::vector<Json> requests = server_->Requests();
    for (std::size_t i = 0; i < requests.size(); ++i) {
      if (requests[i]["body"].Dump().find(kAsked) != std::string::npos) found.push_back(i);
    }
    return found;
  }
  static std::size_t CountOf(const std::string& body, std::string_view part) {
    std::size_t found = 0;
    for (std::size_t at = body.find(part); at != std::string::npos; at = body.find(part, at + 1)) ++found;
    return found;
  }
  // Each call of a request has its result, and each result its call.
  void ExpectPaired(const Json& request) const {
    const std::string body = request["body"].Dump();
    const bool chat = GetParam() == "openai";
    const char* call = is_anthropic() ? R"("type":"tool_use")" : chat ? R"("id":"call_)" : R"("type":"function_call",)";
    const char* result = is_anthropic() ? R"("type":"tool_result")"
                         : chat         ? R"("role":"tool")"
                                        : R"("function_call_output")";
    EXPECT_EQ(CountOf(body, call), CountOf(body, result)) << body;
  }
};

INSTANTIATE_TEST_SUITE_P(EachApi, CompactionTest, kEachApi, ApiName);

TEST_P(CompactionTest, TheModelSumsUpWhatIsDroppedInOneRequest) {
  PutLines();
  Serve(Reads(40, R"("text":"I decided to count by hand.","usage":{"input":7000,"output":50})"));
  const AgentAnswer answer = Ask(GetParam(), "a", Request(), Small());
  ASSERT_FALSE(answer.failed) << answer.error;
  EXPECT_EQ(answer.text, "done");
  const std::vector<Json> requests = server_->Requests();
  const std::vector<std::size_t> summaries = Summaries();
  ASSERT_FALSE(summaries.empty());
  EXPECT_EQ(requests.size(), 43U + summaries.size());
  const std::size_t first = summaries.front();
  // It repeats the request before it and adds one message, so the provider has it in its cache.
  const auto before = MessagesOf(requests[first - 1]), asked = MessagesOf(requests[first]);
  ASSERT_GE(asked.size(), before.size());
  EXPECT_EQ(asked.front(), before.front());
  for (const char* part : {"tools", "system", "instructions"})
    EXPECT_EQ(requests[first]["body"][part], requests[first - 1]["body"][part]) << part;
  // The next one has the prompt as it was, the summary, what is known without the model, and the newest exchanges.
  const auto after = MessagesOf(requests[first + 1]);
  EXPECT_EQ(after.front(), before.front());
  EXPECT_LT(after.size(), asked.size() / 2);
  const std::string summary = after[1].Dump();
  for (const char* part : {"I decided to count by hand.", "[>] count the lines", "Files that you changed: sub/made.txt",
                           "Files that you only read: a.txt", "Bash `echo broken; exit 3`: Exit code 3"})
    EXPECT_NE(summary.find(part), std::string::npos) << part << " in " << summary;
  const auto unmarked = [](const Json& message) {
    return ReplaceAll(message.Dump(), R"(,"cache_control":{"type":"ephemeral"})", "");
  };
  EXPECT_EQ(unmarked(after.back()), unmarked(asked[asked.size() - 2])) << "the newest result stays as it is";
  for (const Json& request : requests) ExpectPaired(request);
  EXPECT_EQ(answer.usage.input_tokens, 43 * 10 + 7000 * static_cast<std::int64_t>(summaries.size()));
  const Words notices = EventsOf(Kind::kNotice);
  ASSERT_FALSE(notices.empty());
  EXPECT_TRUE(notices.front().starts_with("summarised the context: ")) << notices.front();
}

TEST_P(CompactionTest, ThereIsAtMostOneSummaryInTenAnswers) {
  PutLines();
  // Every answer alone fills a third of the window.
  std::string scenario = Reads(60, R"("text":"short")");
  Serve(ReplaceAll(scenario, R"({"name":"Read","args":{"file_path":"a.txt"}})",
                   R"({"name":"Read","args":{"file_path":"a.txt"}},{"name":"Read","args":{"file_path":"a.txt"}},
                      {"name":"Read","args":{"file_path":"a.txt"}},{"name":"Read","args":{"file_path":"a.txt"}})"));
  EXPECT_EQ(Ask(GetParam(), "a", Request(), Small()).text, "done");
  const std::vector<std::size_t> summaries = Summaries();
  ASSERT_GE(summaries.size(), 2U);
  for (std::size_t i = 1; i < summaries.size(); ++i) EXPECT_GT(summaries[i] - summaries[i - 1], 10U);
  const Words notices = EventsOf(Kind::kNotice);
  EXPECT_TRUE(std::ranges::any_of(notices, [](const std::string& one) { return one.starts_with("shortened"); }));
  // A summary is left out only by a newer one.
  EXPECT_NE(LastBody().find("Your summary of the "), std::string::npos);
  EXPECT_EQ(LastBody().find("Your summary of the "), LastBody().rfind("Your summary of the "));
  for (const Json& request : server_->Requests())
    EXPECT_LT(ParseInt(request["headers"]["content-length"].AsString()).value_or(0), 60'000);
}

TEST_P(CompactionTest, AFailedOrEmptySummaryFallsBackToShortening) {
  PutLines();
  for (const char* summary : {R"("fault":"529")", R"("text":"  ")", R"("fault":"refusal","text":"I will not.")"}) {
    events_.clear();
    Serve(Reads(25, summary));
    EXPECT_EQ(Ask(GetParam(), "a", Request(), Small()).text, "done") << summary;
    const Words notices = EventsOf(Kind::kNotice);
    ASSERT_GE(notices.size(), 2U);
    EXPECT_TRUE(notices[0].starts_with("could not summarise the context: ")) << notices[0];
    EXPECT_TRUE(notices[1].starts_with("shortened the context: ")) << notices[1];
    EXPECT_EQ(LastBody().find("Your summary"), std::string::npos);
    EXPECT_TRUE(EventsOf(Kind::kRetry).empty()) << "one request is enough for what is not needed";
  }
}

TEST_P(CompactionTest, AContinuedConversationHasTheSummary) {
  PutLines();
  const std::string shelf = MakeTempDirectory("shelf").value();
  Serve(ReplaceAll(Reads(30, R"("text":"The sum is forty-two.")"), R"({"text":"done"})",
                   R"({"text":"done"},{"text":"yes"})"));
  NativeSettings settings = Small();
  settings.sessions = shelf;
  const AgentAnswer first = Ask(GetParam(), "a", Request(), settings);
  ASSERT_FALSE(first.session.empty());
  AgentRequest again = Request();
  again.prompt = "are you sure?";
  again.session = first.session;
  EXPECT_EQ(Ask(GetParam(), "a", again, settings).text, "yes");
  EXPECT_NE(LastBody().find("The sum is forty-two."), std::string::npos);
  EXPECT_TRUE(RemoveTree(shelf));
}

}  // namespace
}  // namespace forge::llm
