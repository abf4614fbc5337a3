// Forge in other programs: the files that Claude Code, Codex, Gemini and opencode read to know its tools, commands and
// hooks. Writes them below a directory and takes them away again without a trace. Knows no protocol.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "service/project.h"

namespace forge {

enum class PluginHost { kClaude, kCodex, kGemini, kOpencode };
std::optional<PluginHost> ParsePluginHost(std::string_view name);
std::string_view Name(PluginHost host);
std::vector<std::string> PluginHostNames();

enum class PluginPart {
  kFile,     // ours alone
  kSection,  // between markers, in a file of the user's
  kMember,   // of a JSON object of the user's
};

struct PluginFile {
  std::string path;  // below the directory
  PluginPart part = PluginPart::kFile;
  std::string text;
  std::string member;  // kMember: "mcpServers.forge"; the text is its value as JSON
};

std::vector<PluginFile> PluginFiles(PluginHost host, std::string_view version);

struct PluginReport {
  std::vector<std::string> paths;  // written, or taken away
  std::vector<std::string> left;   // changed since: not touched
};

// All of it or nothing: kConflict when a file of ours would replace one that is not. Again: brings it up to date.
Result<PluginReport> InstallPlugin(PluginHost host, std::string_view version, const std::string& directory);
// kNotFound when nothing is installed there.
Result<PluginReport> UninstallPlugin(PluginHost host, const std::string& directory);

}  // namespace forge
