#include "surface/mcp/protocol/server.h"

#include <gtest/gtest.h>

#include <string>

#include "surface/mcp/testing/twin.h"

namespace forge::mcp {
namespace {

Json CallParams(std::string_view tool, Json arguments = Json::MakeObject()) {
  return Json::MakeObject().Set("name", tool).Set("arguments", std::move(arguments));
}

std::string TextOf(const Json& answer) { return answer["result"]["content"].AsArray().at(0)["text"].AsString(); }

std::int64_t CodeOf(const Json& answer) { return answer["error"]["code"].AsInt(); }

TEST(Initialize, AKnownVersionIsEchoedAndAnUnknownOneGetsTheNewest) {
  for (const auto& [asked, given] : {std::pair{"2024-11-05", "2024-11-05"},
                                     {"2025-06-18", "2025-06-18"},
                                     {"2025-11-25", "2025-11-25"},
                                     {"1999-01-01", "2025-11-25"}}) {
    Twin twin;
    const Json answer = twin.Ask(1, "initialize", Json::MakeObject().Set("protocolVersion", asked));
    EXPECT_EQ(answer["result"]["protocolVersion"].AsString(), given);
    EXPECT_EQ(answer["result"]["serverInfo"]["name"].AsString(), "twin");
  }
}

TEST(Initialize, NothingButPingIsAnsweredBefore) {
  Twin twin;
  EXPECT_TRUE(twin.Ask(1, "ping").Has("result"));
  const Json refused = twin.Ask(2, "tools/list");
  EXPECT_EQ(CodeOf(refused), kInvalidRequest);
  EXPECT_EQ(refused["error"]["message"].AsString(), "`tools/list` before `initialize`");
  twin.Greet();
  EXPECT_TRUE(twin.Ask(3, "tools/list").Has("result"));
}

TEST(Initialize, WithoutAVersionItIsRefusedAndNamesTheMember) {
  Twin twin;
  const Json refused = twin.Ask(1, "initialize");
  EXPECT_EQ(CodeOf(refused), kInvalidParams);
  EXPECT_EQ(refused["error"]["message"].AsString(), "`params.protocolVersion` is missing");
}

TEST(Initialize, ASecondOneIsRefused) {
  Twin twin;
  twin.Greet();
  EXPECT_EQ(CodeOf(twin.Ask(2, "initialize", Json::MakeObject().Set("protocolVersion", "2025-11-25"))),
            kInvalidRequest);
}

TEST(Eras, AProbeLeavesTheOldWayOpen) {
  Twin twin;
  const Json found = twin.AskModern("probe", "server/discover");
  EXPECT_EQ(found["result"]["supportedVersions"], Json(Json::Array{Json("2026-07-28")}));
  EXPECT_EQ(found["result"]["resultType"].AsString(), "complete");
  twin.Greet();
  EXPECT_TRUE(twin.Ask(3, "ping").Has("result"));
}

TEST(Eras, AModernRequestPinsTheConnection) {
  Twin twin;
  EXPECT_TRUE(twin.AskModern(1, "tools/list").Has("result"));
  EXPECT_EQ(CodeOf(twin.Ask(2, "tools/list")), kInvalidParams);
  EXPECT_EQ(CodeOf(twin.AskModern(3, "initialize")), kMethodNotFound);
  EXPECT_EQ(CodeOf(twin.AskModern(4, "ping")), kMethodNotFound);
}

TEST(Eras, ABrokenClaimNamesWhatIsMissing) {
  Twin twin(Era::kModern);
  EXPECT_EQ(CodeOf(twin.Ask(1, "server/discover")), kInvalidParams);
  EXPECT_EQ(twin.outlet->status(), 400);
  Json meta = Json::MakeObject().Set(std::string(kVersionKey), kModernVersion);
  const Json refused = twin.Ask(2, "server/discover", Json::MakeObject().Set("_meta", meta));
  EXPECT_NE(refused["error"]["message"].AsString().find("clientCapabilities"), std::string::npos);
}

TEST(Eras, AnUnknownVersionGetsTheListOfThoseServed) {
  Twin twin;
  Json params = ModernParams(Json::MakeObject());
  Json meta = params["_meta"];
  params.Set("_meta", meta.Set(std::string(kVersionKey), "2099-01-01"));
  const Json refused = twin.Ask(1, "tools/list", params);
  EXPECT_EQ(CodeOf(refused), kUnsupportedVersion);
  EXPECT_EQ(refused["error"]["data"].Dump(), R"({"supported":["2026-07-28"],"requested":"2099-01-01"})");
}

TEST(Messages, WhatIsNoMessageIsRefusedWithItsIdWhereItHasOne) {
  for (const auto& [text, id] : {std::pair{"[]", "null"},
                                 {"3", "null"},
                                 {R"({"id":7,"method":"ping"})", "7"},
                                 {R"({"jsonrpc":"2.0","id":1.5,"method":"ping"})", "null"},
                                 {R"({"jsonrpc":"2.0","id":null,"method":"ping"})", "null"},
                                 {R"({"jsonrpc":"2.0","id":8,"method":5})", "8"},
                                 {R"({"jsonrpc":"2.0","id":9,"method":"ping","params":[1]})", "9"},
                                 {R"({"jsonrpc":"2.0","id":10})", "10"},
                                 {R"({"jsonrpc":"2.0"})", "null"}}) {
    Twin twin;
    twin.SayText(text);
    ASSERT_EQ(twin.outlet->messages().size(), 1U) << text;
    const Json answer = twin.outlet->messages()[0];
    EXPECT_EQ(CodeOf(answer), kInvalidRequest) << text;
    EXPECT_EQ(answer["id"].Dump(), id) << text;
  }
}

TEST(Messages, UnknownNotificationsAndUnexpectedResponsesAreIgnored) {
  Twin twin;
  twin.SayText(R"({"jsonrpc":"2.0","method":"notifications/unheard-of"})");
  twin.SayText(R"({"jsonrpc":"2.0","id":"forge-1","result":{}})");
  twin.SayText(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}})");
  EXPECT_TRUE(twin.outlet->messages().empty());
}

TEST(Messages, AnIdThatIsInUseIsRefusedAndTheFirstGoesOn) {
  Twin twin;
  twin.Greet();
  twin.Say(MakeRequest(5, "tools/call", CallParams("wait")));
  twin.gate.WaitForVisitor();
  twin.Say(MakeRequest(5, "ping", Json::MakeObject()));
  EXPECT_EQ(CodeOf(twin.outlet->WaitForId(5)), kInvalidRequest);
  twin.gate.Open();
  EXPECT_EQ(TextOf(twin.outlet->Wait([](const Json& m) { return m.Has("result") && m["id"] == Json(5); })), "passed");
}

TEST(Tools, APingDuringACallIsAnsweredAtOnce) {
  Twin twin;
  twin.Greet();
  twin.Say(MakeRequest(1, "tools/call", CallParams("wait")));
  twin.gate.WaitForVisitor();
  twin.Say(MakeRequest(2, "ping", Json::MakeObject()));
  // Answered before Say returned: the call still waits at its gate.
  EXPECT_EQ(twin.outlet->messages().back()["id"].AsInt(), 2);
  twin.gate.Open();
  EXPECT_EQ(TextOf(twin.outlet->WaitForId(1)), "passed");
}

TEST(Tools, ACancelledCallStopsAndGetsNoResponse) {
  Twin twin;
  twin.Greet();
  twin.Say(MakeRequest("c", "tools/call", CallParams("wait")));
  twin.gate.WaitForVisitor();
  twin.Say(MakeNotification("notifications/cancelled", Json::MakeObject().Set("requestId", "c")));
  EXPECT_EQ(twin.outlet->dropped(), 1);
  for (const Json& message : twin.outlet->messages()) EXPECT_NE(message["id"].AsString(), "c");
  EXPECT_TRUE(twin.Ask("c", "ping").Has("result"));
}

TEST(Tools, ArgumentsAreCheckedAndTheModelIsToldWhatDoesNotFit) {
  Twin twin;
  twin.Greet();
  const Json missing = twin.Ask(1, "tools/call", Json::MakeObject().Set("name", "echo"));
  EXPECT_TRUE(missing["result"]["isError"].AsBool());
  EXPECT_NE(TextOf(missing).find("text"), std::string::npos);
  const Json wrong = twin.Ask(2, "tools/call", CallParams("echo", Json::MakeObject().Set("text", 5)));
  EXPECT_NE(TextOf(wrong).find("string"), std::string::npos);
  const Json more = twin.Ask(3, "tools/call", CallParams("echo", Json::MakeObject().Set("text", "a").Set("other", 1)));
  EXPECT_NE(TextOf(more).find("other"), std::string::npos);
  const Json none = twin.Ask(4, "tools/call", Json::MakeObject().Set("name", "echo").Set("arguments", 7));
  EXPECT_EQ(CodeOf(none), kInvalidParams);
}

TEST(Tools, AnUnknownOneIsAProtocolErrorThatNamesTheClosest) {
  Twin twin;
  twin.Greet();
  const Json refused = twin.Ask(1, "tools/call", CallParams("ecco"));
  EXPECT_EQ(CodeOf(refused), kInvalidParams);
  EXPECT_EQ(refused["error"]["message"].AsString(), "unknown tool: ecco; did you mean `echo`?");
}

TEST(Tools, ProgressGoesToTheClientThatGaveAToken) {
  Twin twin;
  twin.Greet();
  twin.gate.Open();
  Json params = CallParams("wait");
  twin.Ask(1, "tools/call", params);
  for (const Json& message : twin.outlet->messages()) EXPECT_FALSE(message.Has("method"));
  twin.Ask(2, "tools/call", params.Set("_meta", Json::MakeObject().Set("progressToken", "t")));
  EXPECT_EQ(twin.outlet->WaitForMethod("notifications/progress")["params"].Dump(),
            R"({"progressToken":"t","progress":1.0,"total":2.0,"message":"at the gate"})");
}

TEST(Tools, LogMessagesComeOnlyWhenAskedForAndFromThatLevelOn) {
  Twin twin;
  twin.Greet();
  twin.Ask(1, "tools/call", CallParams("log"));
  for (const Json& message : twin.outlet->messages()) EXPECT_FALSE(message.Has("method"));
  EXPECT_EQ(CodeOf(twin.Ask(2, "logging/setLevel", Json::MakeObject().Set("level", "loud"))), kInvalidParams);
  twin.Ask(3, "logging/setLevel", Json::MakeObject().Set("level", "warning"));
  twin.Ask(4, "tools/call", CallParams("log"));
  EXPECT_EQ(twin.outlet->WaitForMethod("notifications/message")["params"]["data"].AsString(), "large");
}

TEST(Questions, AConnectedClientIsAskedDuringTheCall) {
  Twin twin;
  twin.Greet("2025-11-25", Json::MakeObject().Set("elicitation", Json::MakeObject()));
  twin.Say(MakeRequest(1, "tools/call", CallParams("ask")));
  const Json question = twin.outlet->WaitForMethod("elicitation/create");
  EXPECT_EQ(question["params"]["message"].AsString(), "Your name?");
  Json content = Json::MakeObject().Set("name", "Ada");
  twin.Say(MakeResult(question["id"], Json::MakeObject().Set("action", "accept").Set("content", content)));
  EXPECT_EQ(TextOf(twin.outlet->WaitForId(1)), "hello Adanull");
}

TEST(Questions, AClientThatCannotAnswerIsToldWhatItMustDeclare) {
  Twin twin;
  twin.Greet();
  const Json refused = twin.Ask(1, "tools/call", CallParams("ask"));
  EXPECT_EQ(CodeOf(refused), kMissingCapability);
  EXPECT_EQ(refused["error"]["data"].Dump(), R"({"requiredCapabilities":{"elicitation":{}}})");
}

TEST(Questions, AStatelessClientBringsTheAnswerWithTheNextRound) {
  Twin twin;
  const Json can = Json::MakeObject().Set("elicitation", Json::MakeObject());
  const Json first = twin.AskModern(1, "tools/call", CallParams("ask"), can)["result"];
  EXPECT_EQ(first["resultType"].AsString(), "input_required");
  EXPECT_EQ(first["inputRequests"]["who"]["method"].AsString(), "elicitation/create");
  Json answer = Json::MakeObject().Set("action", "accept").Set("content", Json::MakeObject().Set("name", "Ada"));
  Json params = CallParams("ask").Set("requestState", first["requestState"]);
  params.Set("inputResponses", Json::MakeObject().Set("who", answer).Set("unknown", answer));
  EXPECT_EQ(TextOf(twin.AskModern(2, "tools/call", params, can)), R"(hello Ada{"round":1})");
}

TEST(Questions, AStateThatWasChangedOrIsForAnotherToolIsRefused) {
  Twin twin;
  const Json can = Json::MakeObject().Set("elicitation", Json::MakeObject());
  const std::string state =
      twin.AskModern(1, "tools/call", CallParams("ask"), can)["result"]["requestState"].AsString();
  EXPECT_EQ(CodeOf(twin.AskModern(2, "tools/call", CallParams("ask").Set("requestState", state + "x"), can)),
            kInvalidParams);
  Json other = CallParams("echo", Json::MakeObject().Set("text", "a")).Set("requestState", state);
  EXPECT_EQ(CodeOf(twin.AskModern(3, "tools/call", other, can)), kInvalidParams);
}

TEST(Questions, AnAnswerOfTheWrongFormIsRefused) {
  Twin twin;
  const Json can = Json::MakeObject().Set("elicitation", Json::MakeObject());
  const Json wrong = CallParams("ask").Set("inputResponses", Json::MakeObject().Set("who", 12345));
  EXPECT_EQ(CodeOf(twin.AskModern(1, "tools/call", wrong, can)), kInvalidParams);
  EXPECT_EQ(CodeOf(twin.AskModern(2, "tools/call", CallParams("ask").Set("inputResponses", Json()), can)),
            kInvalidParams);
}

TEST(Resources, AnUnknownOneIsNoEmptyAnswer) {
  Twin old;
  old.Greet();
  EXPECT_EQ(CodeOf(old.Ask(1, "resources/read", Json::MakeObject().Set("uri", "twin://z"))), -32002);
  Twin modern;
  const Json refused = modern.AskModern(1, "resources/read", Json::MakeObject().Set("uri", "twin://z"));
  EXPECT_EQ(CodeOf(refused), kInvalidParams);
  EXPECT_EQ(refused["error"]["data"]["uri"].AsString(), "twin://z");
  EXPECT_EQ(modern.outlet->status(), 200);
}

TEST(Lists, ACursorThatIsNoneOfOursIsRefused) {
  Twin twin;
  twin.Greet();
  for (const char* cursor : {"", "x", "-1", "0", "99999999999999999999"}) {
    EXPECT_EQ(CodeOf(twin.Ask(cursor, "tools/list", Json::MakeObject().Set("cursor", cursor))), kInvalidParams);
  }
}

TEST(Lists, StatelessResultsSayHowLongTheyHold) {
  Twin twin;
  for (const char* method : {"tools/list", "prompts/list", "resources/list", "resources/templates/list"}) {
    const Json result = twin.AskModern(method, method)["result"];
    EXPECT_GE(result["ttlMs"].AsInt(-1), 0) << method;
    EXPECT_EQ(result["cacheScope"].AsString(), "private") << method;
  }
}

TEST(Prompts, AMissingArgumentIsNamed) {
  Twin twin;
  twin.Greet();
  const Json refused = twin.Ask(1, "prompts/get", Json::MakeObject().Set("name", "greet"));
  EXPECT_EQ(CodeOf(refused), kInvalidParams);
  EXPECT_EQ(refused["error"]["message"].AsString(), "greet needs the argument `who`");
}

TEST(Completion, AtMostAHundredValuesAreGivenAndTheRestIsCounted) {
  Twin twin;
  twin.Greet();
  Json params = Json::MakeObject().Set("ref", Json::MakeObject().Set("type", "ref/prompt").Set("name", "greet"));
  params.Set("argument", Json::MakeObject().Set("name", "who").Set("value", "a"));
  const Json completion = twin.Ask(1, "completion/complete", params)["result"]["completion"];
  EXPECT_EQ(completion["values"].AsArray().size(), 100U);
  EXPECT_EQ(completion["total"].AsInt(), 150);
  EXPECT_TRUE(completion["hasMore"].AsBool());
}

TEST(Changes, AConnectedClientHearsOfListsAndOfWhatItSubscribedTo) {
  Twin twin;
  twin.Greet();
  twin.Ask(1, "resources/subscribe", Json::MakeObject().Set("uri", "twin://b"));
  twin.Ask(2, "tools/call", CallParams("announce"));
  EXPECT_FALSE(twin.outlet->WaitForMethod("notifications/tools/list_changed").Has("params"));
  EXPECT_EQ(twin.outlet->WaitForMethod("notifications/resources/updated")["params"]["uri"].AsString(), "twin://b");
  twin.Ask(3, "resources/unsubscribe", Json::MakeObject().Set("uri", "twin://b"));
  const std::size_t before = twin.outlet->messages().size();
  twin.Ask(4, "tools/call", CallParams("announce"));
  EXPECT_EQ(twin.outlet->messages().size(), before + 2);  // the list, and the answer
}

TEST(Calls, ATextWithANulIsRefused) {
  Twin twin;
  twin.Greet();
  const std::string cut("a\0b", 3);
  const Json arguments = Json::MakeObject().Set("text", cut);
  const Json answer = twin.Ask(1, "tools/call", Json::MakeObject().Set("name", "echo").Set("arguments", arguments));
  EXPECT_TRUE(answer["result"]["isError"].AsBool()) << answer.Dump();
  const Json uri = Json::MakeObject().Set("uri", "twin://a" + cut);
  EXPECT_EQ(twin.Ask(2, "resources/read", uri)["error"]["code"].AsInt(), kInvalidParams);
}

TEST(Changes, ASubscriptionIsToAResourceThatThereIs) {
  Twin twin;
  twin.Greet();
  EXPECT_EQ(CodeOf(twin.Ask(1, "resources/subscribe", Json::MakeObject().Set("uri", "twin://none"))),
            kResourceNotFound);
  EXPECT_FALSE(twin.server->HasListeners());
}

TEST(Changes, WhoSubscribedIsToldOnceThatAResourceHasChangedSince) {
  Twin twin;
  twin.Greet();
  twin.Ask(1, "resources/subscribe", Json::MakeObject().Set("uri", "twin://a"));
  const std::size_t before = twin.outlet->messages().size();
  twin.server->TellChangedResources();
  EXPECT_EQ(twin.outlet->messages().size(), before);
  twin.gate.Open();
  twin.server->TellChangedResources();
  twin.server->TellChangedResources();
  ASSERT_EQ(twin.outlet->messages().size(), before + 1);
  EXPECT_EQ(twin.outlet->messages().back()["params"]["uri"].AsString(), "twin://a");
}

TEST(Changes, AStreamListensToResourcesThatThereAre) {
  Twin twin;
  Json wish = Json::MakeObject().Set("resourceSubscriptions", Json::Array{Json("twin://none"), Json("twin://b")});
  twin.Say(MakeRequest("L", "subscriptions/listen", ModernParams(Json::MakeObject().Set("notifications", wish))));
  EXPECT_EQ(twin.outlet->messages().at(0)["params"]["notifications"]["resourceSubscriptions"].Dump(),
            R"(["twin://b"])");
  twin.gate.Open();
  twin.server->TellChangedResources();
  ASSERT_EQ(twin.outlet->messages().size(), 2U);
  EXPECT_EQ(twin.outlet->messages()[1]["params"]["_meta"][kSubscriptionKey].AsString(), "L");
}

TEST(Logging, MessagesOfTheServerReachThoseWhoSetALevel) {
  Twin twin;
  twin.Greet();
  const auto sent = [&] { return twin.outlet->messages().size(); };
  std::size_t before = sent();
  twin.server->Log("error", "forge.run", "lost");
  EXPECT_EQ(sent(), before) << "no level was set";
  twin.Ask(1, "logging/setLevel", Json::MakeObject().Set("level", "warning"));
  before = sent();
  twin.server->Log("info", "forge.run", "small");
  twin.server->Log("error", "forge.run", "large");
  ASSERT_EQ(sent(), before + 1);
  EXPECT_EQ(
      twin.outlet->messages().back().Dump(),
      R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":"error","logger":"forge.run","data":"large"}})");
}

TEST(Changes, AStreamThatListensGetsWhatItAskedForWithItsTag) {
  Twin twin;
  Json wish = Json::MakeObject().Set("resourceSubscriptions", Json::Array{Json("twin://a")});
  twin.Say(MakeRequest("L", "subscriptions/listen", ModernParams(Json::MakeObject().Set("notifications", wish))));
  const Json first = twin.outlet->messages().at(0);
  EXPECT_EQ(first["method"].AsString(), "notifications/subscriptions/acknowledged");
  EXPECT_EQ(first["params"]["notifications"], wish);
  twin.AskModern(2, "tools/call", CallParams("announce"));
  ASSERT_EQ(twin.outlet->messages().size(), 3U);
  const Json told = twin.outlet->messages()[1];
  EXPECT_EQ(told["params"]["uri"].AsString(), "twin://a");
  EXPECT_EQ(told["params"]["_meta"][kSubscriptionKey].AsString(), "L");
  twin.Say(MakeNotification("notifications/cancelled", Json::MakeObject().Set("requestId", "L")));
  twin.AskModern(3, "tools/call", CallParams("announce"));
  EXPECT_EQ(twin.outlet->messages().size(), 4U);
}

TEST(TasksExtension, ACallOfAClientThatDeclaresItBecomesATask) {
  Twin twin;
  const Json can =
      Json::MakeObject().Set("extensions", Json::MakeObject().Set(std::string(kTasksExtension), Json::MakeObject()));
  const Json task = twin.AskModern(1, "tools/call", CallParams("wait"), can)["result"];
  EXPECT_EQ(task["resultType"].AsString(), "task");
  EXPECT_EQ(task["status"].AsString(), "working");
  const Json ask = Json::MakeObject().Set("taskId", task["taskId"]);
  EXPECT_EQ(CodeOf(twin.AskModern(2, "tasks/get", ask)), kMissingCapability);
  EXPECT_EQ(CodeOf(twin.AskModern(3, "tasks/get", Json::MakeObject().Set("taskId", "none"), can)), kInvalidParams);
  twin.gate.WaitForVisitor();
  EXPECT_EQ(twin.AskModern(4, "tasks/get", ask, can)["result"]["status"].AsString(), "working");
  EXPECT_EQ(twin.AskModern(5, "tasks/cancel", ask, can)["result"]["resultType"].AsString(), "complete");
  EXPECT_EQ(twin.AskModern(6, "tasks/get", ask, can)["result"]["status"].AsString(), "cancelled");
  EXPECT_TRUE(twin.AskModern(7, "tasks/cancel", ask, can).Has("result"));
}

TEST(TasksExtension, WithoutItTheCallRunsToItsEnd) {
  Twin twin;
  twin.gate.Open();
  EXPECT_EQ(TextOf(twin.AskModern(1, "tools/call", CallParams("wait"))), "passed");
}

TEST(Sessions, EachConnectionIsOneAndAllStatelessRequestsTogetherAreOne) {
  Twin twin;
  const auto first = twin.server->Join(Era::kLegacy, nullptr);
  const auto second = twin.server->Join(Era::kOpen, nullptr);
  const auto stateless = twin.server->Join(Era::kModern, nullptr);
  EXPECT_NE(first->session(), second->session());
  EXPECT_NE(first->session(), stateless->session());
  EXPECT_EQ(twin.server->Join(Era::kModern, nullptr)->session(), stateless->session());
  ServerOptions options;
  options.secret = "another secret";
  Server later({}, std::move(options));
  EXPECT_NE(later.Join(Era::kLegacy, nullptr)->session(), first->session()) << "another server knows none of these";
}

TEST(Leaving, EverythingInFlightIsCancelled) {
  Twin twin;
  twin.Greet("2025-11-25", Json::MakeObject().Set("elicitation", Json::MakeObject()));
  twin.Say(MakeRequest(1, "tools/call", CallParams("wait")));
  twin.Say(MakeRequest(2, "tools/call", CallParams("ask")));
  twin.gate.WaitForVisitor();
  twin.peer->Leave();
  twin.server.reset();  // waits for both
  for (const Json& message : twin.outlet->messages()) EXPECT_FALSE(message["id"] == Json(1));
}

}  // namespace
}  // namespace forge::mcp
