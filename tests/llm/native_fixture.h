// A native runtime, a workspace and a scripted provider, for tests.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "agent/native/native_loop.h"
#include "agent/native/native_protocol.h"
#include "agent/runtime.h"
#include "base/strings.h"
#include "os/files/files.h"
#include "scripted_server.h"

namespace forge::llm {

inline constexpr const char* kSecret = "sk-scripted-secret";

// Every test of the loop runs over each API.
inline const auto kEachApi = testing::Values("anthropic", "openai", "openai-responses");
inline std::string ApiName(const testing::TestParamInfo<std::string>& info) { return ReplaceAll(info.param, "-", "_"); }

class NativeTest : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override { workspace_ = MakeTempDirectory("native").value(); }
  void TearDown() override {
    server_.reset();
    EXPECT_TRUE(RemoveTree(workspace_));
  }

  void Serve(const std::string& scenarios, ServerOptions options = {}) {
    server_ = ScriptedServer::StartOrDie("{\"scenarios\":" + scenarios + "}", std::move(options));
  }
  // `pages`: {PATH: {"body": ...}}
  void ServeWithPages(const std::string& scenarios, const std::string& pages) {
    server_ = ScriptedServer::StartOrDie("{\"scenarios\":" + scenarios + ",\"pages\":" + pages + "}");
  }
  void Put(const std::string& name, const std::string& text) const {
    ASSERT_TRUE(MakeDirectories(DirName(workspace_ + "/" + name)));
    ASSERT_TRUE(WriteFileAtomic(workspace_ + "/" + name, text));
  }
  std::string Text(const std::string& name) const { return ReadFile(workspace_ + "/" + name).value_or("(no file)"); }

  AgentRequest Request() {
    AgentRequest request;
    request.prompt = "do it";
    request.cwd = workspace_;
    request.may_write = true;
    request.model = "scripted";
    request.deadlines.wall_ms = 20'000;
    request.on_event = [this](const AgentEvent& event) { events_.push_back(event); };
    return request;
  }
  static NativeSettings Settings() {
    NativeSettings settings;
    settings.secret = kSecret;
    settings.default_model = "scripted";
    settings.retry_base_ms = 1;
    return settings;
  }
  std::unique_ptr<Protocol> MakeProtocol(const std::string& kind, const std::string& scenario) const {
    return ProtocolAt(kind, server_->Url(scenario));
  }
  static std::unique_ptr<Protocol> ProtocolAt(const std::string& kind, std::string url) {
    ProviderAccess access{std::move(url), kSecret, kind != "anthropic"};
    if (kind == "openai-responses") return MakeResponsesProtocol(std::move(access));
    return kind == "openai" ? MakeOpenAiProtocol(std::move(access)) : MakeAnthropicProtocol(std::move(access));
  }
  bool is_anthropic() const { return GetParam() == "anthropic"; }
  // The provider's word for an answer that was too long.
  std::string length_word() const {
    return is_anthropic() ? "max_tokens" : GetParam() == "openai" ? "length" : "max_output_tokens";
  }
  // The messages of a request, without the system's.
  std::vector<Json> MessagesOf(const Json& request) const {
    const Json& body = request["body"];
    std::vector<Json> messages = body[GetParam() == "openai-responses" ? "input" : "messages"].AsArray();
    if (GetParam() == "openai") messages.erase(messages.begin());
    return messages;
  }
  std::string LastBody() const { return server_->Requests().back()["body"].Dump(); }
  AgentAnswer Ask(const std::string& kind, const std::string& scenario, const AgentRequest& request,
                  const NativeSettings& settings = Settings(), std::stop_token stop = {}) const {
    return RunNativeLoop(*MakeProtocol(kind, scenario), settings, request, std::move(stop));
  }
  std::vector<std::string> EventsOf(AgentEvent::Kind kind) const {
    std::vector<std::string> texts;
    for (const AgentEvent& event : events_) {
      if (event.kind == kind) texts.push_back(event.text);
    }
    return texts;
  }

  std::string workspace_;
  std::unique_ptr<ScriptedServer> server_;
  std::vector<AgentEvent> events_;
};

}  // namespace forge::llm
