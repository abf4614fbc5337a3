#include "agent/native/native.h"

#include <fmt/core.h>

#include <utility>

#include "agent/native/http_client.h"
#include "agent/native/native_loop.h"
#include "agent/native/native_models.h"
#include "agent/native/native_protocol.h"
#include "base/strings.h"

namespace forge {
namespace {

constexpr std::string_view kAnthropicUrl = "https://api.anthropic.com";
constexpr std::string_view kOpenAiUrl = "https://api.openai.com/v1";

std::string Look(const RuntimePlaces& places, const std::string& name) {
  auto found = places.environment.find(name);
  return found == places.environment.end() ? "" : std::string(Trim(found->second));
}

std::string Either(const std::string& first, const std::string& second) { return first.empty() ? second : first; }

Result<std::string> BaseUrl(std::string_view given, const std::string& from_environment, std::string_view usual) {
  std::string url = Either(Either(std::string(Trim(given)), from_environment), std::string(usual));
  while (url.ends_with('/')) url.pop_back();
  if (!IsHttpUrl(url) || url.find_first_of(" \t\r\n") != std::string::npos) {
    return Fail(Code::kInvalid, fmt::format("`{}` is not a base URL", url), "write http://HOST:PORT or https://HOST");
  }
  return url;
}

// Ollama and others are given by host and port, and use OpenAI's path.
std::string WithVersion(const std::string& url) {
  const bool has_path = url.find('/', url.find("://") + 3) != std::string::npos;
  return has_path ? url : url + "/v1";
}

class NativeRuntime : public Runtime {
 public:
  NativeRuntime(std::unique_ptr<Protocol> protocol, NativeSettings settings)
      : protocol_(std::move(protocol)), settings_(std::move(settings)) {}

  std::string name() const override { return protocol_->name(); }

  AgentAnswer Ask(const AgentRequest& request, std::stop_token stop) override {
    return RunNativeLoop(*protocol_, settings_, request, std::move(stop));
  }

 private:
  std::unique_ptr<Protocol> protocol_;
  NativeSettings settings_;
};

NativeSettings Settings(const RuntimePlaces& places, const ProviderAccess& access, std::string_view usual_model) {
  NativeSettings settings;
  settings.environment = places.environment;
  if (places.models) settings.models = *places.models;
  settings.default_model = Either(Look(places, "FORGE_MODEL"), std::string(usual_model));
  settings.secret = access.key;
  if (!places.state_directory.empty()) settings.sessions = places.state_directory + "/sessions";
  settings.context_tokens = ParseInt(Look(places, "FORGE_CONTEXT_TOKENS")).value_or(0);
  return settings;
}

Result<std::unique_ptr<Runtime>> MakeAnthropic(std::string_view base_url, const RuntimePlaces& places) {
  TRY(PrepareHttp());
  ProviderAccess access;
  access.base_url = TRY(BaseUrl(base_url, Look(places, "ANTHROPIC_BASE_URL"), kAnthropicUrl));
  access.key = Look(places, "ANTHROPIC_API_KEY");
  if (access.key.empty()) {
    access.key = Look(places, "ANTHROPIC_AUTH_TOKEN");
    access.bearer = true;
  }
  if (access.key.empty()) {
    return Fail(Code::kUnavailable,
                "the agent `anthropic` has no key: neither ANTHROPIC_API_KEY nor ANTHROPIC_AUTH_TOKEN is set",
                "set one of them, or choose another agent with --agent");
  }
  NativeSettings settings = Settings(places, access, kDefaultAnthropicModel);
  return std::make_unique<NativeRuntime>(MakeAnthropicProtocol(std::move(access)), std::move(settings));
}

Result<std::unique_ptr<Runtime>> MakeOpenAi(std::string_view kind, std::string_view base_url,
                                            const RuntimePlaces& places) {
  TRY(PrepareHttp());
  ProviderAccess access;
  access.base_url = WithVersion(TRY(BaseUrl(base_url, Look(places, "OPENAI_BASE_URL"), kOpenAiUrl)));
  access.key = Look(places, "OPENAI_API_KEY");
  access.bearer = true;
  // Local servers use plain HTTP and need no key.
  if (access.key.empty() && access.base_url.starts_with("https:")) {
    return Fail(Code::kUnavailable, fmt::format("the agent `{}` has no key: OPENAI_API_KEY is not set", kind),
                fmt::format("set it, or use your own server: {}:http://localhost:11434", kind));
  }
  NativeSettings settings = Settings(places, access, kDefaultOpenAiModel);
  std::unique_ptr<Protocol> protocol =
      kind == "openai" ? MakeOpenAiProtocol(std::move(access)) : MakeResponsesProtocol(std::move(access));
  return std::make_unique<NativeRuntime>(std::move(protocol), std::move(settings));
}

}  // namespace

bool IsNativeRuntime(std::string_view kind) {
  return kind == "anthropic" || kind == "openai" || kind == "openai-responses";
}

Result<std::unique_ptr<Runtime>> MakeNativeRuntime(std::string_view kind, std::string_view base_url,
                                                   const RuntimePlaces& places) {
  return kind == "anthropic" ? MakeAnthropic(base_url, places) : MakeOpenAi(kind, base_url, places);
}

}  // namespace forge
