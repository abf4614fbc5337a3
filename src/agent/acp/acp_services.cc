#include "agent/acp/acp_services.h"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "agent/acp/acp_frames.h"
#include "base/strings.h"

namespace forge {
namespace {

constexpr std::size_t kLargestTextFile = std::size_t{16} << 20;
constexpr std::size_t kLargestWrite = std::size_t{16} << 20;

std::string LinesFrom(const std::string& text, std::int64_t first, std::int64_t count) {
  std::size_t begin = 0;
  for (std::int64_t line = 1; line < first && begin < text.size(); ++line) {
    const std::size_t end = text.find('\n', begin);
    begin = end == std::string::npos ? text.size() : end + 1;
  }
  std::size_t end = begin;
  for (std::int64_t line = 0; line < count && end < text.size(); ++line) {
    const std::size_t next = text.find('\n', end);
    end = next == std::string::npos ? text.size() : next + 1;
  }
  return text.substr(begin, end - begin);
}

}  // namespace

Result<std::unique_ptr<AcpServices>> AcpServices::Open(const AgentRequest& request, AcpTerminals::OnEnd on_end) {
  // Paths that the sandbox hides from processes are hidden here too.
  ConfinedTree tree =
      TRY(ConfinedTree::Open(request.cwd, request.sandbox ? request.sandbox->hidden : std::vector<std::string>{}));
  return std::unique_ptr<AcpServices>(new AcpServices(std::move(tree), request, std::move(on_end)));
}

AcpServices::AcpServices(ConfinedTree tree, const AgentRequest& request, AcpTerminals::OnEnd on_end)
    : tree_(std::move(tree)), rights_(AcpRightsOf(request)), terminals_(request, std::move(on_end)) {}

// Both files' methods even for a role that reads: without them an agent would write by itself instead of being refused.
Json AcpServices::Capabilities(bool files) const {
  Json methods = Json::MakeObject().Set("readTextFile", files).Set("writeTextFile", files);
  return Json::MakeObject().Set("fs", std::move(methods)).Set("terminal", rights_.execute);
}

std::optional<Json> AcpServices::Answer(const Json& message) {
  const Json& id = message["id"];
  const std::string& method = message["method"].AsString();
  const Json& params = message["params"];
  if (method == "fs/read_text_file") return ReadText(id, params);
  if (method == "fs/write_text_file") return WriteText(id, params);
  if (method.starts_with("terminal/") && rights_.execute) return Terminal(method, id, params);
  return AcpRefusal(id, kAcpNoSuchMethod, "Forge does not offer " + ValidUtf8(method.substr(0, 100)));
}

Json AcpServices::ReadText(const Json& id, const Json& params) const {
  const std::string& path = params["path"].AsString();
  if (!rights_.read) return AcpRefusal(id, kAcpBadParams, "the role may not read files");
  auto text = tree_.ReadWhole(path, kLargestTextFile);
  if (!text && text.error().code == Code::kNotFound)
    return AcpRefusal(id, kAcpNotFound, fmt::format("Resource not found: ENOENT: no such file or directory: {}", path));
  if (!text) return AcpRefusal(id, kAcpBadParams, Describe(text.error()));
  const std::int64_t line = params["line"].AsInt(1);
  const std::int64_t limit = params["limit"].AsInt(-1);
  if (line > 1 || limit >= 0) *text = LinesFrom(*text, line, limit >= 0 ? limit : std::int64_t{1} << 40);
  return AcpResult(id, Json::MakeObject().Set("content", ValidUtf8(*text)));
}

Json AcpServices::WriteText(const Json& id, const Json& params) const {
  const std::string& path = params["path"].AsString();
  if (!rights_.edit) return AcpRefusal(id, kAcpBadParams, "the role may not change files");
  if (!params["content"].is_string()) return AcpRefusal(id, kAcpBadParams, "fs/write_text_file needs content");
  const std::string& text = params["content"].AsString();
  if (text.size() > kLargestWrite) return AcpRefusal(id, kAcpBadParams, "the file is larger than 16 MiB");
  if (Status written = tree_.Write(path, text); !written)
    return AcpRefusal(id, kAcpBadParams, Describe(written.error()));
  return AcpResult(id, Json::MakeObject());
}

std::optional<Json> AcpServices::Terminal(const std::string& method, const Json& id, const Json& params) {
  if (method == "terminal/create") {
    auto made = terminals_.Start(params);
    if (!made) return AcpRefusal(id, kAcpBadParams, Describe(made.error()));
    return AcpResult(id, Json::MakeObject().Set("terminalId", *made));
  }
  const std::string& terminal = params["terminalId"].AsString();
  if (!terminals_.Has(terminal))
    return AcpRefusal(id, kAcpNotFound, "Resource not found: the terminal " + Json(terminal).Dump());
  if (method == "terminal/output") return AcpResult(id, terminals_.Output(terminal));
  if (method == "terminal/wait_for_exit") {
    if (auto status = terminals_.ExitStatus(terminal)) return AcpResult(id, *status);
    waiting_.emplace(terminal, id);
    return std::nullopt;
  }
  if (method == "terminal/kill") {
    terminals_.Kill(terminal);
    return AcpResult(id, Json::MakeObject());
  }
  if (method == "terminal/release") {
    terminals_.Release(terminal);
    return AcpResult(id, Json::MakeObject());
  }
  return AcpRefusal(id, kAcpNoSuchMethod, "Forge does not offer " + ValidUtf8(method.substr(0, 100)));
}

std::vector<Json> AcpServices::TerminalEnded(const std::string& id) {
  std::vector<Json> answers;
  const auto [from, to] = waiting_.equal_range(id);
  for (auto at = from; at != to; ++at) {
    const std::optional<Json> status = terminals_.Has(id) ? terminals_.ExitStatus(id) : std::nullopt;
    Json ended = Json::MakeObject().Set("exitCode", Json()).Set("signal", "SIGTERM");
    answers.push_back(AcpResult(at->second, status ? *status : std::move(ended)));
  }
  waiting_.erase(from, to);
  return answers;
}

}  // namespace forge
