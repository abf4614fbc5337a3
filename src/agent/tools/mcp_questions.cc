#include "agent/tools/mcp_questions.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/strings.h"

namespace forge {
namespace {

constexpr std::size_t kLongestQuestion = 200;

}  // namespace

Json AnswerQuestion(const Json& params, bool accepts_defaults) {
  const Json declined = Json::MakeObject().Set("action", "decline");
  // An address to open is for a person alone.
  if (!accepts_defaults || params["mode"].AsString("form") != "form") return declined;
  Json content = Json::MakeObject();
  const Json& schema = params["requestedSchema"];
  for (const auto& [name, field] : schema["properties"].AsObject()) {
    if (const Json* value = field.Find("default")) content.Set(name, *value);
  }
  const auto is_missing = [&](const Json& name) { return !content.Has(name.AsString()); };
  if (std::ranges::any_of(schema["required"].AsArray(), is_missing)) return declined;
  return Json::MakeObject().Set("action", "accept").Set("content", std::move(content));
}

std::string DescribeAnswer(const Json& params, const Json& result) {
  const bool accepted = result["action"].AsString() == "accept";
  const std::string asked = KeepHeadAndTail(Trim(params["message"].AsString()), kLongestQuestion, 0);
  return fmt::format("asked \"{}\": {}", ValidUtf8(asked),
                     accepted ? "accepted with its defaults" : "declined, because no person can answer during a unit");
}

}  // namespace forge
