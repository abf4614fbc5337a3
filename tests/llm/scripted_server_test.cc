#include "scripted_server.h"

#include <gtest/gtest.h>

namespace forge::llm {
namespace {

TEST(ScriptedServer, AScriptWithAnUnknownFaultOrMemberIsRefused) {
  for (const char* text : {R"({"scenarios":{"a":[{"fault":"nonsense"}]}})", R"({"scenarios":{"a":[{"txt":"x"}]}})",
                           R"({"scenarios":{"a":[{"tools":[{"args":{}}]}]}})", R"({"turns":[]})", R"([])"}) {
    EXPECT_FALSE(ScriptedServer::Start(ParseJson(text).value())) << text;
  }
}

TEST(ScriptedServer, StartsAndEndsWithoutARequest) {
  for (int i = 0; i < 20; ++i) {
    auto server = ScriptedServer::StartOrDie(R"({"scenarios":{}})");
    EXPECT_GT(server->port(), 0);
  }
}

}  // namespace
}  // namespace forge::llm
