#include "agent/vendors/own_servers.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "base/strings.h"
#include "model/json.h"
#include "os/files/files.h"
#include "pipeline/toml.h"

namespace forge {
namespace {

constexpr std::size_t kLongestOwnConfig = std::size_t{1} << 20;

// `cwd`, and what is above it.
std::vector<std::string> Upwards(std::string at) {
  std::vector<std::string> directories;
  while (at.starts_with('/')) {
    directories.push_back(at);
    std::string up = DirName(at);
    if (up == at) break;
    at = std::move(up);
  }
  return directories;
}

void AddOwn(OwnServer server, std::vector<OwnServer>& own) {
  if (std::ranges::find(own, server) == own.end()) own.push_back(std::move(server));
}

std::vector<std::string> PlaceOf(const TomlValue& server, const TomlMember& transport) {
  std::vector<std::string> place = {transport.value.text};
  const TomlMember* words = transport.key == "command" ? server.Find("args") : nullptr;
  if (words == nullptr) return place;
  for (const TomlValue& word : words->value.items) place.push_back(word.text);
  return place;
}

OwnServer FromJson(const std::string& name, const Json& server) {
  if (server["url"].is_string()) return {name, "url", {server["url"].AsString()}};
  OwnServer own{name, server.Has("command") ? "command" : "", {}};
  for (const Json& word : server["command"].AsArray()) own.place.push_back(word.AsString());
  return own;
}

void AddFromToml(const std::string& path, std::vector<OwnServer>& own) {
  const auto text = ReadFile(path, kLongestOwnConfig);
  const auto root = text ? ParseToml(*text) : std::unexpected(TomlError{});
  const TomlMember* servers = root ? root->Find("mcp_servers") : nullptr;
  if (servers == nullptr) return;
  for (const TomlMember& server : servers->value.members) {
    for (const char* transport : {"url", "command"}) {
      const TomlMember* place = server.value.Find(transport);
      if (place != nullptr) AddOwn({server.key, transport, PlaceOf(server.value, *place)}, own);
    }
  }
}

void AddFromJson(const std::string& path, std::vector<OwnServer>& own) {
  const auto text = ReadFile(path, kLongestOwnConfig);
  const auto root = text ? ParseJson(WithoutComments(*text)) : Result<Json>(Json());
  if (!root) return;
  for (const auto& [name, server] : (*root)["mcp"].AsObject()) AddOwn(FromJson(name, server), own);
}

// Behind a string, a comment or one character.
std::size_t EndOfPiece(std::string_view text, std::size_t at) {
  const auto until = [&](std::string_view mark) {
    const std::size_t end = text.find(mark, at + 2);
    return end == std::string_view::npos ? text.size() : end + mark.size();
  };
  if (text.substr(at).starts_with("/*")) return until("*/");
  if (text.substr(at).starts_with("//")) return std::min(text.find('\n', at), text.size());
  if (text[at] != '"') return at + 1;
  for (++at; at < text.size() && text[at] != '"'; ++at) at += text[at] == '\\' ? 1 : 0;
  return std::min(at + 1, text.size());
}

}  // namespace

std::string WithoutComments(std::string_view text) {
  std::string plain;
  std::size_t comma = std::string::npos;  // in `plain`, with only white space behind it
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = EndOfPiece(text, at);
    const std::string_view piece = text.substr(at, end - at);
    at = end;
    if (piece.starts_with("/*") || piece.starts_with("//")) continue;
    const bool closes = piece == "}" || piece == "]";
    if (closes && comma != std::string::npos) plain[comma] = ' ';
    if (!Trim(piece).empty()) comma = piece == "," ? plain.size() : std::string::npos;
    plain += piece;
  }
  return plain;
}

std::vector<OwnServer> CodexOwnServers(const EnvironmentMap& environment, const std::string& cwd) {
  constexpr std::string_view kFile = "config.toml";
  std::vector<OwnServer> own;
  for (const std::string& directory : Upwards(cwd)) AddFromToml(JoinPath(directory, ".codex/config.toml"), own);
  AddFromToml(JoinPath(HomeOr(environment, "CODEX_HOME", ".codex"), kFile), own);
  AddFromToml(JoinPath("/etc/codex", kFile), own);
  return own;
}

std::vector<OwnServer> OpencodeOwnServers(const EnvironmentMap& environment, const std::string& cwd) {
  std::vector<std::string> directories = {JoinPath(HomeOr(environment, "XDG_CONFIG_HOME", ".config"), "opencode"),
                                          HomeOr(environment, "", ".opencode"),
                                          ValueOf(environment, "OPENCODE_CONFIG_DIR")};
  for (const std::string& directory : Upwards(cwd)) {
    directories.push_back(directory);
    directories.push_back(JoinPath(directory, ".opencode"));
  }
  std::vector<OwnServer> own;
  for (const std::string& directory : directories) {
    if (directory.empty()) continue;
    for (const char* file : {"opencode.json", "opencode.jsonc", "config.json"})
      AddFromJson(JoinPath(directory, file), own);
  }
  if (const std::string more = ValueOf(environment, "OPENCODE_CONFIG"); !more.empty()) AddFromJson(more, own);
  return own;
}

}  // namespace forge
