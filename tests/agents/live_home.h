// A home directory with which an agent program uses the scripted provider. For tests and benchmarks.
#pragma once

#include <string>

#include "agent/vendors/cli_program.h"
#include "base/strings.h"
#include "os/files/files.h"
#include "os/system.h"

namespace forge {

// `url`: the provider's; `home`: a directory. Writes the files that codex and gemini read.
inline EnvironmentMap LiveEnvironment(const std::string& program, const std::string& url, const std::string& home) {
  EnvironmentMap environment = WholeEnvironment();
  environment["HOME"] = home;
  environment["CLAUDE_CONFIG_DIR"] = home + "/.claude";
  environment["CODEX_HOME"] = home + "/.codex";
  environment["GEMINI_CLI_HOME"] = home;
  for (const char* name : {"CONFIG", "DATA", "STATE", "CACHE"}) {
    environment[std::string("XDG_") + name + "_HOME"] = home + "/" + Lower(name);
  }
  environment["ANTHROPIC_BASE_URL"] = url;
  environment["ANTHROPIC_API_KEY"] = "test-key";
  environment["GOOGLE_GEMINI_BASE_URL"] = url;
  environment["GEMINI_API_KEY"] = "test-key";
  environment["CODEX_API_KEY"] = "test-key";
  environment["FAKE_KEY"] = "test-key";
  environment["OPENCODE_CONFIG_CONTENT"] = ReplaceAll(
      R"({"model":"fake/fake-model","small_model":"fake/fake-model","provider":{"fake":{"npm":"@ai-sdk/openai-compatible",
        "name":"fake","options":{"baseURL":"ADDRESS/v1","apiKey":"test-key"},"models":{"fake-model":{"name":"fake-model",
        "limit":{"context":200000,"output":8192},"cost":{"input":3,"output":15}}}}}})",
      "ADDRESS", url);
  environment["OPENCODE_DISABLE_MODELS_FETCH"] = "1";
  environment["OPENCODE_DISABLE_DEFAULT_PLUGINS"] = "1";
  if (program == "codex") {
    (void)MakeDirectories(home + "/.codex");
    (void)WriteFileAtomic(home + "/.codex/config.toml",
                          "model_provider = \"fake\"\n[model_providers.fake]\nname = \"fake\"\nbase_url = \"" + url +
                              "/v1\"\nwire_api = \"responses\"\nenv_key = \"FAKE_KEY\"\nrequest_max_retries = "
                              "1\nstream_max_retries = 1\n");
  }
  if (program == "gemini") {
    (void)MakeDirectories(home + "/.gemini");
    (void)WriteFileAtomic(home + "/.gemini/settings.json",
                          R"({"security": {"auth": {"selectedType": "gemini-api-key"}}})");
  }
  return environment;
}

// Forty answers of 120 tokens each that call its shell, each time with another command: it works until it is stopped.
inline std::string LiveWork(const std::string& program) {
  const bool codex = program == "codex";
  const bool named = program == "claude" || program == "anthropic" || program == "openai";
  const std::string tool = codex ? "exec_command" : named ? "Bash" : program == "gemini" ? "run_shell_command" : "bash";
  std::string turns;
  for (int i = 0; i < 40; ++i) {
    const std::string command = "echo " + std::to_string(i);
    turns += std::string(i == 0 ? "" : ",") +
             R"({"text": "I work.", "usage": {"input": 100, "output": 20}, "tools": [)" + R"({"name": ")" + tool +
             R"(", "args": {")" + (codex ? "cmd" : "command") + R"(": ")" + command + R"(", "description": "work"}}]})";
  }
  return R"({"scenarios": {"work": {"rules": [{"when": {"no_tools": true}, "text": "A title"}], "turns": [)" + turns +
         "]}}}";
}

// A model that the program accepts without a check.
inline std::string LiveModel(const std::string& program) {
  if (program == "claude") return "sonnet";
  if (program == "codex") return "gpt-5.5";
  return program == "gemini" ? "gemini-2.5-pro" : "fake/fake-model";
}

}  // namespace forge
