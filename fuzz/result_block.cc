// Result blocks: what is found is JSON and fits; the obvious search from every brace finds no other last object.
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/strings.h"
#include "target.h"
#include "text/json_spans.h"
#include "text/review/result_block.h"
#include "text/review/result_document.h"

FUZZ_TARGET(result_block) {
  using namespace forge;
  Json schema =
      ParseJson(R"({"type": "object", "required": ["status"], "properties": {"status": {"type": "string"}}})").value();
  ResultBlock fitting = FindResultBlock(text, schema);
  CHECK(fitting.ok() == fitting.violations.empty());
  if (fitting.ok()) CHECK(fitting.value["status"].is_string());
  std::size_t end = 0;
  for (JsonSpan span : FindJsonObjects(text)) {
    CHECK(span.begin >= end && span.end > span.begin + 1 && span.end <= text.size());
    CHECK(text[span.begin] == '{' && text[span.end - 1] == '}');
    end = span.end;
  }
  const Json flat = ParseJson(R"({"type": "object", "required": ["status"], "properties": {
      "status": {"enum": ["done", "blocked"]}, "why": {"type": "string"}, "line": {"type": "integer"},
      "left_out": {"type": "array", "items": {"type": "string"}}}})")
                        .value();
  const ResultBlock lines = ReadLines(text, flat);
  CHECK(lines.ok() == lines.violations.empty());
  if (lines.ok()) CHECK(CheckSchema(lines.value, flat).empty());
  if (lines.ok()) CHECK(!DocumentFrom(lines.value).empty());
  constexpr std::size_t kSlowTwinBytes = 300;
  if (text.size() > kSlowTwinBytes) return;
  // The twin: outermost objects from left to right, by trying every end. It tells a number that is too large from an
  // object that is none, and goes on inside; so texts that may have one are left out.
  for (std::size_t at = 1; at < text.size(); ++at) {
    bool exponent = (text[at] == 'e' || text[at] == 'E') && text[at - 1] >= '.' && text[at - 1] <= '9';
    if (exponent) return;
  }
  std::optional<std::string> last;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '{') continue;
    for (std::size_t stop = text.find('}', at); stop != std::string_view::npos; stop = text.find('}', stop + 1)) {
      auto value = ParseJson(ValidUtf8(text.substr(at, stop + 1 - at)));
      if (!value) continue;
      last = value->Dump();
      at = stop;
      break;
    }
  }
  ResultBlock any = FindResultBlock(text, Json());
  CHECK(any.ok() == last.has_value());
  CHECK(!last || any.value.Dump() == *last);
}
