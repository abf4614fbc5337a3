// The scripted server's answers: scenarios of turns, read from JSON (docs/testing.md). Knows no API.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "model/json.h"
#include "model/usage.h"

namespace forge::llm {

struct ToolCall {
  std::string id;         // empty: made up
  std::string name;       // as the program knows it
  std::string arguments;  // JSON as text, so that a script can also send invalid JSON
  std::string space;      // the namespace of Responses
  bool custom = false;    // a tool of Responses that takes plain text
};

// Which requests a turn is for. Empty members match anything.
struct When {
  std::string contains;  // anywhere in the body
  std::string path;      // in the path
  bool no_tools = false;
};

struct Turn {
  When when;
  std::string thinking;
  std::string text;
  std::vector<ToolCall> tools;
  Usage usage{.input_tokens = 10, .output_tokens = 5};
  std::string stop;           // the provider's word; empty: according to the content
  std::string fault;          // docs/testing.md lists them; empty: none
  int status = 0;             // of fault `status`
  std::string retry_after;    // header
  std::string error_type;     // instead of the fault's own
  std::string message;        // likewise
  std::string body;           // of fault `status`: this, whole
  std::int64_t after = 2;     // events before a fault of a stream
  std::int64_t delay_ms = 0;  // before the headers
  std::int64_t slow_ms = 0;   // before every event
  std::int64_t mb = 1;        // of fault `huge`
  std::int64_t times = 1;     // -1: for ever
  std::size_t chunk = 24;     // bytes of a delta
  std::map<std::string, std::string> headers;
};

struct Scenario {
  std::vector<Turn> rules;       // the first with a matching `when` answers, and is never used up
  std::vector<Turn> turns;       // in order
  bool by_conversation = false;  // the turn is the number of model messages in the request, not the number of requests
};

// What a GET of a path answers, for tools that fetch.
struct WebPage {
  int status = 200;
  std::map<std::string, std::string> headers;
  std::string body;
};

struct Script {
  std::map<std::string, Scenario> scenarios;
  std::map<std::string, WebPage> pages;  // by path
};

Result<Script> ReadScript(const Json& json);

}  // namespace forge::llm
