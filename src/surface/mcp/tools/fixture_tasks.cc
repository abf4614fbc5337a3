#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <utility>

#include "surface/mcp/protocol/schema.h"
#include "surface/mcp/tools/fixtures.h"

namespace forge::mcp {
namespace {

constexpr std::int64_t kFixtureNapMs = 20;

Json NameForm(std::string_view member) { return OpenObject({{member, TypeOf("string")}}, {member}); }

void SleepUnlessStopped(const Call& call, const std::function<void(std::int64_t)>& sleep, std::int64_t ms) {
  for (; ms > 0 && !call.cancelled(); ms -= kFixtureNapMs) sleep(std::min(ms, kFixtureNapMs));
}

Tool Greet() {
  Tool tool{"greet", "", "greets at once"};
  tool.input_schema = ObjectOf({{"name", TypeOf("string")}});
  tool.run = [](Call&, const Json& arguments) {
    return TextResult(fmt::format("Hello, {}!", arguments["name"].AsString("stranger")));
  };
  return tool;
}

Tool SlowCompute(const std::function<void(std::int64_t)>& sleep) {
  Tool tool{"slow_compute", "", "takes its time"};
  tool.input_schema = OpenObject({{"seconds", TypeOf("number")}});
  tool.tasks = TaskSupport::kOptional;
  tool.run = [sleep](Call& call, const Json& arguments) {
    SleepUnlessStopped(call, sleep, static_cast<std::int64_t>(arguments["seconds"].AsDouble() * 1000));
    return TextResult("computed");
  };
  return tool;
}

Tool Failing(const std::function<void(std::int64_t)>& sleep) {
  Tool tool{"failing_job", "", "fails after a second"};
  tool.tasks = TaskSupport::kRequired;
  tool.run = [sleep](Call& call, const Json&) {
    SleepUnlessStopped(call, sleep, 1000);
    return ToolFailure("This job always fails");
  };
  return tool;
}

Tool ProtocolError() {
  Tool tool{"protocol_error_job", "", "ends with an error of the protocol"};
  tool.tasks = TaskSupport::kOptional;
  tool.run = [](Call&, const Json&) -> Rpc<Json> { return Refuse(kInternalError, "This job breaks the protocol"); };
  return tool;
}

Tool ConfirmDelete() {
  Tool tool{"confirm_delete", "", "asks before it deletes nothing"};
  tool.input_schema = OpenObject({{"filename", TypeOf("string")}});
  tool.tasks = TaskSupport::kOptional;
  tool.run = [](Call& call, const Json&) -> Rpc<Json> {
    auto answer = call.AskForm("confirm", "Delete it?", OpenObject({{"confirm", TypeOf("boolean")}}, {"confirm"}));
    if (!answer) return std::unexpected(answer.error());
    return *answer ? TextResult("answered: " + (**answer).Dump()) : Json::MakeObject();
  };
  return tool;
}

Tool MultiInput() {
  Tool tool{"multi_input", "", "asks two things at once"};
  tool.tasks = TaskSupport::kOptional;
  tool.run = [](Call& call, const Json&) -> Rpc<Json> {
    std::vector<InputRequest> requests;
    for (const char* key : {"first", "second"}) {
      Json params = Json::MakeObject().Set("message", key).Set("requestedSchema", NameForm("value"));
      requests.push_back({key, "elicitation/create", std::move(params)});
    }
    auto answers = call.Ask(requests);
    if (!answers) return std::unexpected(answers.error());
    return *answers ? TextResult((**answers).Dump()) : Json::MakeObject();
  };
  return tool;
}

Tool AskThenTask() {
  Tool tool{"test_tool_with_task", "", "asks first, then runs as a task"};
  tool.tasks = TaskSupport::kRequired;
  tool.prepare = [](Call& call, const Json& arguments) -> Rpc<std::optional<Json>> {
    auto answer = call.AskForm("user_name", "What is your name?", NameForm("name"));
    if (!answer) return std::unexpected(answer.error());
    if (!*answer) return std::nullopt;
    return Json(arguments).Set("user_name", (**answer)["content"]["name"]);
  };
  tool.run = [](Call&, const Json& arguments) {
    return TextResult("Hello, " + arguments["user_name"].AsString() + "!");
  };
  return tool;
}

}  // namespace

void AddTaskFixtures(Catalog& catalog, const std::function<void(std::int64_t ms)>& sleep) {
  for (Tool& tool : std::vector<Tool>{Greet(), SlowCompute(sleep), Failing(sleep), ProtocolError(), ConfirmDelete(),
                                      MultiInput(), AskThenTask()}) {
    catalog.tools.push_back(std::move(tool));
  }
}

}  // namespace forge::mcp
