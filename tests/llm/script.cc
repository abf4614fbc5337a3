#include "script.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "model/fields.h"

namespace forge::llm {
namespace {

constexpr std::array<std::string_view, 26> kFaults = {"",
                                                      "status",
                                                      "400",
                                                      "401",
                                                      "403",
                                                      "404",
                                                      "413",
                                                      "429",
                                                      "500",
                                                      "503",
                                                      "529",
                                                      "credit",
                                                      "context",
                                                      "quota",
                                                      "cut",
                                                      "html",
                                                      "empty",
                                                      "truncate",
                                                      "hang",
                                                      "silent",
                                                      "malformed",
                                                      "stream-error",
                                                      "huge",
                                                      "refusal",
                                                      "malformed-continue",
                                                      "wrong-length"};
constexpr std::array<std::string_view, 20> kTurnMembers = {
    "when",    "thinking", "text",     "tools", "usage",   "stop", "fault", "status", "retry_after", "error_type",
    "message", "body",     "delay_ms", "after", "slow_ms", "mb",   "times", "chunk",  "headers",     "comment"};

Result<ToolCall> ReadToolCall(const Json& json) {
  ToolCall call;
  FieldReader fields(json, "tool");
  fields.Read("id", call.id);
  fields.Read("name", call.name);
  fields.Read("namespace", call.space);
  if (const Json* arguments = json.Find("args")) call.arguments = arguments->Dump();
  fields.Read("raw_args", call.arguments);
  if (json.Has("input")) call.custom = true;
  fields.Read("input", call.arguments);
  TRY(fields.status());
  if (call.name.empty()) return Fail(Code::kInvalid, "a tool call without a name");
  if (call.arguments.empty() && !call.custom) call.arguments = "{}";
  return call;
}

Usage ReadUsage(const Json& json) {
  Usage usage;
  usage.input_tokens = json["input"].AsInt();
  usage.output_tokens = json["output"].AsInt();
  usage.cache_read_tokens = json["cache_read"].AsInt();
  usage.cache_write_tokens = json["cache_write"].AsInt();
  return usage;
}

Status CheckMembers(const Json& json) {
  if (!json.is_object()) return Fail(Code::kInvalid, "a turn is an object");
  for (const auto& [key, value] : json.AsObject()) {
    if (std::ranges::find(kTurnMembers, key) == kTurnMembers.end()) {
      return Fail(Code::kInvalid, "a turn has no member `" + key + "`");
    }
  }
  return {};
}

Result<Turn> ReadTurn(const Json& json) {
  TRY(CheckMembers(json));
  Turn turn;
  FieldReader fields(json, "turn");
  fields.Read("thinking", turn.thinking);
  fields.Read("text", turn.text);
  fields.ReadItems("tools", ReadToolCall, turn.tools);
  fields.Read("stop", turn.stop);
  fields.Read("fault", turn.fault);
  fields.Read("retry_after", turn.retry_after);
  fields.Read("error_type", turn.error_type);
  fields.Read("message", turn.message);
  fields.Read("body", turn.body);
  fields.Read("after", turn.after);
  fields.Read("delay_ms", turn.delay_ms);
  fields.Read("slow_ms", turn.slow_ms);
  fields.Read("mb", turn.mb);
  fields.Read("times", turn.times);
  TRY(fields.status());
  if (const Json* usage = json.Find("usage")) turn.usage = ReadUsage(*usage);
  turn.status = static_cast<int>(json["status"].AsInt());
  turn.chunk = static_cast<std::size_t>(std::max<std::int64_t>(1, json["chunk"].AsInt(24)));
  turn.when.contains = json["when"]["contains"].AsString();
  turn.when.path = json["when"]["path"].AsString();
  turn.when.no_tools = json["when"]["no_tools"].AsBool();
  for (const auto& [key, value] : json["headers"].AsObject()) turn.headers[key] = value.AsString();
  if (std::ranges::find(kFaults, turn.fault) == kFaults.end()) {
    return Fail(Code::kInvalid, "unknown fault `" + turn.fault + "`");
  }
  return turn;
}

Result<Scenario> ReadScenario(const Json& json) {
  Scenario scenario;
  // A list is a scenario with only turns.
  if (json.is_array()) return ReadScenario(Json(Json::Object{{"turns", json}}));
  FieldReader fields(json, "scenario");
  fields.ReadItems("rules", ReadTurn, scenario.rules);
  fields.ReadItems("turns", ReadTurn, scenario.turns);
  TRY(fields.status());
  scenario.by_conversation = json["by"].AsString() == "conversation";
  return scenario;
}

}  // namespace

Result<Script> ReadScript(const Json& json) {
  if (!json["scenarios"].is_object()) return Fail(Code::kInvalid, "a script is {\"scenarios\": {NAME: [TURN, ...]}}");
  Script script;
  for (const auto& [name, value] : json["scenarios"].AsObject()) {
    script.scenarios[name] = TRY_WITH("scenario " + name, ReadScenario(value));
  }
  for (const auto& [path, value] : json["pages"].AsObject()) {
    WebPage page;
    page.status = static_cast<int>(value["status"].AsInt(200));
    page.body = value["body"].AsString();
    for (const auto& [name, header] : value["headers"].AsObject()) page.headers[name] = header.AsString();
    script.pages[path] = std::move(page);
  }
  return script;
}

}  // namespace forge::llm
