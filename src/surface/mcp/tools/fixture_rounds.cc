#include <fmt/core.h>

#include <string>
#include <utility>
#include <vector>

#include "surface/mcp/protocol/schema.h"
#include "surface/mcp/tools/fixtures.h"

namespace forge::mcp {
namespace {

InputRequest AskText(std::string key, std::string_view message, std::string_view member) {
  Json params = Json::MakeObject().Set("message", message);
  params.Set("requestedSchema", OpenObject({{member, TypeOf("string")}}, {member}));
  return {std::move(key), "elicitation/create", std::move(params)};
}

InputRequest AskConfirmation() {
  Json params = Json::MakeObject().Set("message", "Please confirm");
  params.Set("requestedSchema", OpenObject({{"ok", TypeOf("boolean")}}, {"ok"}));
  return {"confirm", "elicitation/create", std::move(params)};
}

InputRequest AskModel(std::string key, std::string_view text) {
  Json message = Json::MakeObject().Set("role", "user").Set("content", TextContent(text));
  Json params = Json::MakeObject().Set("messages", Json::Array{std::move(message)}).Set("maxTokens", 100);
  return {std::move(key), "sampling/createMessage", std::move(params)};
}

InputRequest AskRoots() { return {"client_roots", "roots/list", Json::MakeObject()}; }

using Requests = std::function<std::vector<InputRequest>(const Call&)>;

// Asks all of it in one round; `state` goes with it. `word` begins the final text.
void Add(Catalog& catalog, std::string name, Requests requests, Json state, std::string word) {
  Tool tool{"test_input_required_result_" + std::move(name), "", "asks the client, with the next round"};
  tool.run = [requests = std::move(requests), state = std::move(state), word = std::move(word)](
                 Call& call, const Json&) -> Rpc<Json> {
    auto answers = call.Ask(requests(call), state);
    if (!answers) return std::unexpected(answers.error());
    if (!*answers) return Json::MakeObject();
    if (!state.is_null() && call.state() != state) return Refuse(kInvalidParams, "`requestState` is missing");
    return TextResult(word + (**answers).Dump());
  };
  catalog.tools.push_back(std::move(tool));
}

Rpc<Json> TwoRounds(Call& call, const Json&) {
  const std::string name = call.state()["name"].AsString();
  if (name.empty()) {
    auto first = call.Ask({AskText("step1", "Step 1: What is your name?", "name")}, Json::MakeObject().Set("round", 1));
    if (!first) return std::unexpected(first.error());
    if (!*first) return Json::MakeObject();
    const std::string given = (**first)["step1"]["content"]["name"].AsString();
    auto second = call.Ask({AskText("step2", "Step 2: What is your favorite color?", "color")},
                           Json::MakeObject().Set("round", 2).Set("name", given));
    if (!second) return std::unexpected(second.error());
    if (!*second) return Json::MakeObject();
    return TextResult(given + ": " + (**second)["step2"].Dump());
  }
  auto second = call.Ask({AskText("step2", "Step 2: What is your favorite color?", "color")}, call.state());
  if (!second) return std::unexpected(second.error());
  if (!*second) return Json::MakeObject();
  return TextResult(name + ": " + (**second)["step2"]["content"]["color"].AsString());
}

std::vector<InputRequest> WhatTheClientCan(const Call& call) {
  std::vector<InputRequest> requests;
  for (InputRequest& request : std::vector<InputRequest>{AskText("user_name", "What is your name?", "name"),
                                                         AskModel("greeting", "Generate a greeting"), AskRoots()}) {
    if (call.CanAsk(request.method)) requests.push_back(std::move(request));
  }
  return requests;
}

}  // namespace

void AddRoundFixtures(Catalog& catalog) {
  const Json some_state = Json::MakeObject().Set("round", 1);
  Add(
      catalog, "elicitation",
      [](const Call&) { return std::vector{AskText("user_name", "What is your name?", "name")}; }, {}, "Hello, ");
  Add(
      catalog, "sampling",
      [](const Call&) { return std::vector{AskModel("capital_question", "What is the capital of France?")}; }, {},
      "The model says ");
  Add(catalog, "list_roots", [](const Call&) { return std::vector{AskRoots()}; }, {}, "Roots: ");
  Add(catalog, "request_state", [](const Call&) { return std::vector{AskConfirmation()}; }, some_state, "state-ok ");
  Add(catalog, "tampered_state", [](const Call&) { return std::vector{AskConfirmation()}; }, some_state, "state-ok ");
  Add(
      catalog, "multiple_inputs",
      [](const Call&) {
        return std::vector{AskText("user_name", "What is your name?", "name"),
                           AskModel("greeting", "Generate a greeting"), AskRoots()};
      },
      some_state, "All: ");
  Add(catalog, "capabilities", WhatTheClientCan, {}, "All: ");
  Tool rounds{"test_input_required_result_multi_round", "", "asks twice"};
  rounds.run = TwoRounds;
  catalog.tools.push_back(std::move(rounds));
  Prompt prompt{"test_input_required_result_prompt", "", "asks before it answers", {}};
  prompt.get = [](Call& call, const Json&) -> Rpc<Json> {
    auto answers = call.Ask({AskText("user_context", "What context should the prompt use?", "context")});
    if (!answers) return std::unexpected(answers.error());
    if (!*answers) return Json::MakeObject();
    Json text = TextContent("Use this context: " + (**answers)["user_context"]["content"]["context"].AsString());
    Json message = Json::MakeObject().Set("role", "user").Set("content", std::move(text));
    return Json::MakeObject().Set("messages", Json::Array{std::move(message)});
  };
  catalog.prompts.push_back(std::move(prompt));
}

}  // namespace forge::mcp
