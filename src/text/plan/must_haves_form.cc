#include "text/plan/must_haves_form.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <string_view>
#include <utility>

#include "base/strings.h"
#include "text/plan/plan_fields.h"

namespace forge {
namespace {

class FormCheck {
 public:
  explicit FormCheck(std::vector<PlanProblem>& errors) : errors_(errors) {}

  void MustHavesMap(const Json& map) {
    if (!map.is_object()) return Wrong("must_haves", "expected a map, got " + std::string(map.type_name()));
    for (const auto& [key, value] : map.AsObject()) {
      if (key != "truths" && key != "artifacts" && key != "key_links" && key != "expected_output")
        Wrong("must_haves", fmt::format("unknown key \"{}\"", key));
    }
    Texts(map, "truths", "must_haves.truths");
    Each(map, "artifacts", [&](const Json& item, const std::string& at) { Artifact(item, at); });
    Each(map, "key_links", [&](const Json& item, const std::string& at) {
      for (const char* key : {"from", "to", "via"}) Text(item, key, at);
    });
    if (map.Has("expected_output")) Outputs(map["expected_output"]);
  }

  void Outputs(const Json& list) {
    if (!list.is_array()) return Wrong("expected_output", "expected a list, got " + std::string(list.type_name()));
    std::set<std::string> seen;
    for (std::size_t i = 0; i < list.AsArray().size(); ++i) {
      const Json& item = list.AsArray()[i];
      const std::string at = fmt::format("expected_output[{}]", i);
      if (!item.is_string() || Trim(item.AsString()).empty()) {
        Wrong(at, "expected a path");
      } else {
        Path(item.AsString(), at);
        if (!seen.insert(item.AsString()).second) Wrong(at, fmt::format("\"{}\" is listed twice", item.AsString()));
      }
    }
  }

 private:
  void Wrong(const std::string& at, std::string what) { errors_.push_back({0, at + ": " + std::move(what)}); }

  void Path(const std::string& path, const std::string& at) {
    if (std::string problem = PathProblem(path); !problem.empty()) Wrong(at, std::move(problem));
  }

  // A member that must be there and say something.
  bool Text(const Json& object, const char* key, const std::string& at) {
    const Json* member = object.Find(key);
    if (member && member->is_string() && !Trim(member->AsString()).empty()) return true;
    Wrong(at, member && !member->is_null() && !member->is_string()
                  ? fmt::format("{}: expected a string, got {}", key, member->type_name())
                  : fmt::format("has no {}", key));
    return false;
  }

  void Texts(const Json& object, const char* key, const std::string& at) {
    const Json* list = object.Find(key);
    if (!list || list->is_null()) return;
    if (!list->is_array()) return Wrong(at, "expected a list, got " + std::string(list->type_name()));
    for (std::size_t i = 0; i < list->AsArray().size(); ++i) {
      const Json& item = list->AsArray()[i];
      if (!item.is_string() || Trim(item.AsString()).empty()) Wrong(fmt::format("{}[{}]", at, i), "expected a string");
    }
  }

  template <typename Item>
  void Each(const Json& object, const char* key, Item check) {
    const Json* list = object.Find(key);
    if (!list || list->is_null()) return;
    const std::string at = std::string("must_haves.") + key;
    if (!list->is_array()) return Wrong(at, "expected a list, got " + std::string(list->type_name()));
    for (std::size_t i = 0; i < list->AsArray().size(); ++i) {
      const Json& item = list->AsArray()[i];
      const std::string place = fmt::format("{}[{}]", at, i);
      if (item.is_object()) {
        check(item, place);
      } else {
        Wrong(place, "expected a map, got " + std::string(item.type_name()));
      }
    }
  }

  void Artifact(const Json& item, const std::string& at) {
    if (Text(item, "path", at)) Path(item["path"].AsString(), at + ".path");
    Text(item, "provides", at);
    if (const Json* lines = item.Find("min_lines"); lines && !lines->is_null()) {
      if (!lines->is_number() || lines->AsDouble() < 0 || lines->AsInt(-1) < 0)
        Wrong(at + ".min_lines", "expected a number of lines");
    }
    Texts(item, "stub_patterns", at + ".stub_patterns");
  }

  std::vector<PlanProblem>& errors_;
};

bool IsAboutMustHaves(std::string_view what) {
  for (std::string_view word : {"must_haves", "must-haves", "expected_output"}) {
    if (what.find(word) != std::string_view::npos) return true;
  }
  return false;
}

}  // namespace

MustHavesForm CheckMustHavesForm(const MustHaves& must_haves) {
  MustHavesForm form;
  form.legacy = must_haves.empty();
  if (!form.legacy) FormCheck(form.errors).MustHavesMap(ToJson(must_haves));
  return form;
}

MustHavesForm CheckMustHavesForm(const Json& front_matter) {
  MustHavesForm form;
  const Json* map = front_matter.Find("must_haves");
  form.legacy = map == nullptr;
  if (map) FormCheck(form.errors).MustHavesMap(*map);
  if (const Json* outputs = front_matter.Find("expected_output")) FormCheck(form.errors).Outputs(*outputs);
  return form;
}

MustHavesForm CheckMustHavesForm(const PlanDocument& plan) {
  MustHavesForm form;
  form.legacy = true;
  for (const PlanProblem& problem : plan.problems) {
    if (!IsAboutMustHaves(problem.what)) continue;
    form.errors.push_back(problem);
    form.legacy = false;
  }
  for (const StepSpec& step : plan.steps) {
    MustHavesForm own = CheckMustHavesForm(step.must_haves);
    form.legacy = form.legacy && own.legacy;
    for (PlanProblem& error : own.errors) {
      error.what = fmt::format("step {}: {}", step.id.value, error.what);
      form.errors.push_back(std::move(error));
    }
  }
  return form;
}

Json ToJson(const MustHavesForm& form) {
  Json errors = Json::MakeArray();
  for (const PlanProblem& error : form.errors)
    errors.Append(
        Json::MakeObject().Set("line", error.line > 0 ? Json(error.line) : Json()).Set("message", error.what));
  return Json::MakeObject().Set("legacy", form.legacy).Set("valid", form.valid()).Set("errors", std::move(errors));
}

}  // namespace forge
