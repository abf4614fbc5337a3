#include "agent/acp/acp_updates.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "agent/vendors/cli_stream.h"
#include "base/strings.h"

namespace forge {
namespace {

constexpr std::size_t kLongestMessageText = std::size_t{8} << 20;
constexpr std::size_t kLongestThought = 64 * 1024;
constexpr std::size_t kLongestPrinted = 64 * 1024;
constexpr std::size_t kMostOpenCalls = 10'000;
constexpr std::int64_t kMostReread = std::int64_t{1} << 40;

// Our own name of a tool, as the other runtimes report it; else the title.
std::string ToolNameOf(const Json& call) {
  const std::string& kind = call["kind"].AsString();
  if (kind == "read") return "Read";
  if (kind == "search") return "Grep";
  if (kind == "edit") return "Edit";
  if (kind == "delete") return "Delete";
  if (kind == "move") return "Move";
  if (kind == "execute") return "Bash";
  if (kind == "fetch") return "WebFetch";
  if (const std::string& tool = call["_meta"]["claudeCode"]["toolName"].AsString(); !tool.empty()) return tool;
  const std::string& title = call["title"].AsString();
  return title.empty() ? "tool" : Shortened(title);
}

// The agents name the parts of a call in their own words; the transcript wants `command` and `file_path`.
Json Arguments(const Json& call) {
  const Json& raw = call["rawInput"];
  Json data = raw.is_object() ? raw : Json::MakeObject();
  if (!raw.is_object() && !raw.is_null()) data.Set("input", raw);
  const std::string name = ToolNameOf(call);
  const std::string& title = call["title"].AsString();
  if (name == "Bash" && !data.Has("command")) {
    data.Set("command", data["cmd"].is_null() ? Json(std::string(Trim(ReplaceAll(title, "`", "")))) : data["cmd"]);
  }
  const Json::Array& places = call["locations"].AsArray();
  const bool has_path = data.Has("file_path") || data.Has("path") || data.Has("filePath") || data.Has("absolute_path");
  if (!places.empty() && !has_path && name != "Bash") data.Set("file_path", places[0]["path"]);
  if (data.AsObject().empty() && !title.empty()) data.Set("description", title);
  return data;
}

// Claude and opencode give the arguments, or the most of them, only in an update.
bool HasArguments(const Json& call) {
  const Json& raw = call["rawInput"];
  if (call["kind"].AsString() == "execute") return raw.Has("command") || raw.Has("cmd");
  return !raw.AsObject().empty();
}

std::string DiffText(const Json& part) {
  const bool added = part["oldText"].is_null();
  return fmt::format("{} {} ({} lines)", added ? "wrote" : "changed", part["path"].AsString(),
                     Lines(part["newText"].AsString()).size());
}

}  // namespace

AcpUpdates::AcpUpdates(const AgentRequest& request, std::function<std::string(const std::string&)> terminal)
    : request_(request), terminal_(std::move(terminal)) {}

void AcpUpdates::Emit(AgentEvent::Kind kind, std::string text, Json data) const {
  if (request_.on_event) request_.on_event({kind, std::move(text), std::move(data)});
}

void AcpUpdates::Take(const Json& update) {
  const std::string& kind = update["sessionUpdate"].AsString();
  if (kind == "agent_message_chunk") {
    TakeText(update);
  } else if (kind == "agent_thought_chunk") {
    TakeThought(update["content"]["text"].AsString());
  } else if (kind == "tool_call" || kind == "tool_call_update") {
    TakeCall(update);
  } else if (kind == "plan") {
    TakePlan(update["entries"]);
  } else if (kind == "usage_update") {
    TakeUsage(update);
  }
  // Commands, modes and titles are for people at an editor, and kinds that we do not know are none of ours.
}

void AcpUpdates::TakeText(const Json& update) {
  const Json& content = update["content"];
  const std::string& id = update["messageId"].AsString();
  if (content["type"].AsString("text") != "text" || content["text"].AsString().empty()) return;
  Flush();
  worked_ = true;
  if (std::exchange(fresh_, false) || (!id.empty() && id != message_id_)) text_.clear();
  message_id_ = id;
  const std::string& text = content["text"].AsString();
  written_bytes_ += static_cast<std::int64_t>(text.size());
  if (text_.size() + text.size() > kLongestMessageText) {
    if (!std::exchange(full_, true))
      Emit(AgentEvent::Kind::kNotice, fmt::format("the message is cut at {} MiB", kLongestMessageText >> 20));
    return;
  }
  text_ += text;
  Emit(AgentEvent::Kind::kText, ValidUtf8(text), Json::MakeObject().Set("delta", true));
}

void AcpUpdates::TakeThought(std::string_view text) {
  if (text.empty()) return;
  worked_ = true;
  written_bytes_ += static_cast<std::int64_t>(text.size());
  if (thought_.size() < kLongestThought) thought_ += text;
}

void AcpUpdates::Flush() {
  if (thought_.empty()) return;
  Emit(AgentEvent::Kind::kThinking, ValidUtf8(std::exchange(thought_, "")));
}

AcpUpdates::Call& AcpUpdates::Learn(const Json& update) {
  if (open_.size() > kMostOpenCalls) open_.clear();
  const auto [at, added] = open_.try_emplace(update["toolCallId"].AsString());
  if (added) ++calls_;
  for (const auto& [name, value] : update.AsObject()) {
    const bool says_nothing = value.is_null() || (value.is_object() && value.AsObject().empty());
    if (name != "sessionUpdate" && !(says_nothing && at->second.known.Has(name))) at->second.known.Set(name, value);
  }
  return at->second;
}

void AcpUpdates::TakeCall(const Json& update) {
  Flush();
  worked_ = true;
  fresh_ = true;
  Call& call = Learn(update);
  // codex shows the output of its own terminal here.
  const Json& more = update["_meta"]["terminal_output_delta"];
  const std::string& printed = more.is_string() ? more.AsString() : more["data"].AsString();
  if (call.printed.size() < kLongestPrinted) call.printed += printed;
  const std::string& status = call.known["status"].AsString();
  const bool over = status == "completed" || status == "failed";
  if (over || HasArguments(call.known)) Tell(call);
  if (over) TellResult(call);
}

Json AcpUpdates::TakeAsked(const Json& asked) {
  Flush();
  worked_ = true;
  fresh_ = true;
  Call& call = Learn(asked);
  Tell(call);
  return call.known;
}

void AcpUpdates::Tell(Call& call) {
  if (std::exchange(call.told, true)) return;
  ++steps_;
  Json arguments = Arguments(call.known);
  written_bytes_ += static_cast<std::int64_t>(arguments.Dump().size());
  Emit(AgentEvent::Kind::kToolCall, ToolNameOf(call.known), std::move(arguments));
}

void AcpUpdates::TellResult(Call& call) {
  if (std::exchange(call.ended, true)) return;
  ++steps_;
  // The model is asked again, with all of it.
  if (const std::int64_t again = std::exchange(last_context_, 0); reread_ <= kMostReread) reread_ += again;
  std::string text;
  const auto add = [&](std::string_view part) {
    if (!part.empty()) text.append(text.empty() ? "" : "\n").append(part);
  };
  for (const Json& part : call.known["content"].AsArray()) {
    const std::string& type = part["type"].AsString();
    if (type == "content") add(part["content"]["text"].AsString());
    if (type == "diff") add(DiffText(part));
    if (type == "terminal") add(terminal_(part["terminalId"].AsString()));
  }
  add(call.printed);
  const Json& raw = call.known["rawOutput"];
  if (text.empty()) text = raw.is_string() ? raw.AsString() : raw["output"].AsString();
  Json data = Json::MakeObject();
  if (call.known["status"].AsString() == "failed") data.Set("error", true);
  const Json& exit = call.known["_meta"]["terminal_exit"];
  if (exit["exit_code"].is_int()) data.Set("exit_code", exit["exit_code"]);
  if (raw["exit_code"].is_int()) data.Set("exit_code", raw["exit_code"]);
  Emit(AgentEvent::Kind::kToolResult, ValidUtf8(Shortened(text)), data.AsObject().empty() ? Json() : data);
  // Its numbers stay, so that a late update tells nothing again.
  call.known = Json::MakeObject();
  call.printed.clear();
}

void AcpUpdates::TakePlan(const Json& entries) {
  Flush();
  worked_ = true;
  std::string text = "Plan:";
  for (const Json& entry : entries.AsArray()) {
    const std::string& status = entry["status"].AsString();
    const char* mark = status == "completed" ? "x" : status == "in_progress" ? ">" : " ";
    text += fmt::format("\n[{}] {}", mark, entry["content"].AsString());
  }
  Emit(AgentEvent::Kind::kThinking, ValidUtf8(Shortened(text)));
}

void AcpUpdates::TakeUsage(const Json& update) {
  last_context_ = std::clamp<std::int64_t>(update["used"].AsInt(), 0, kMostReread);
  if (first_context_ == 0) first_context_ = last_context_;
  context_ = std::max(context_, last_context_);
  const Json& cost = update["cost"];
  const double amount = cost["amount"].AsDouble();
  if (cost["currency"].AsString("USD") == "USD" && std::isfinite(amount) && amount > usd_) usd_ = amount;
}

}  // namespace forge
