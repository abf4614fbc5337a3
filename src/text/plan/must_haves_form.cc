#include "text/plan/must_haves_form.h"

#include <fmt/core.h>

#include <cstddef>
#include <set>
#include <string_view>
#include <utility>

#include "base/strings.h"
#include "text/plan/plan_fields.h"

namespace forge {
namespace {

bool IsNothing(std::string_view text) { return Trim(text).empty(); }

class FormCheck {
 public:
  explicit FormCheck(std::vector<PlanProblem>& errors) : errors_(errors) {}

  void Check(const MustHaves& must_haves) {
    Texts(must_haves.truths, "must_haves.truths");
    for (std::size_t i = 0; i < must_haves.artifacts.size(); ++i)
      Artifact(must_haves.artifacts[i], fmt::format("must_haves.artifacts[{}]", i));
    for (std::size_t i = 0; i < must_haves.key_links.size(); ++i) {
      const MustHaves::KeyLink& link = must_haves.key_links[i];
      const std::string at = fmt::format("must_haves.key_links[{}]", i);
      Text(link.from, "from", at);
      Text(link.to, "to", at);
      Text(link.via, "via", at);
    }
    Outputs(must_haves.expected_output);
  }

 private:
  void Wrong(const std::string& at, std::string what) { errors_.push_back({0, at + ": " + std::move(what)}); }

  void Path(const std::string& path, const std::string& at) {
    if (std::string problem = PathProblem(path); !problem.empty()) Wrong(at, std::move(problem));
  }

  // A member that must say something.
  void Text(const std::string& text, std::string_view key, const std::string& at) {
    if (IsNothing(text)) Wrong(at, fmt::format("has no {}", key));
  }

  void Texts(const std::vector<std::string>& texts, std::string_view at) {
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (IsNothing(texts[i])) Wrong(fmt::format("{}[{}]", at, i), "expected a string");
    }
  }

  void Artifact(const MustHaves::Artifact& artifact, const std::string& at) {
    Text(artifact.path, "path", at);
    if (!IsNothing(artifact.path)) Path(artifact.path, at + ".path");
    Text(artifact.provides, "provides", at);
    if (artifact.min_lines < 0) Wrong(at + ".min_lines", "expected a number of lines");
    if (artifact.stub_patterns) Texts(*artifact.stub_patterns, at + ".stub_patterns");
  }

  void Outputs(const std::vector<std::string>& paths) {
    std::set<std::string> seen;
    for (std::size_t i = 0; i < paths.size(); ++i) {
      const std::string at = fmt::format("expected_output[{}]", i);
      if (IsNothing(paths[i])) {
        Wrong(at, "expected a path");
      } else {
        Path(paths[i], at);
        if (!seen.insert(paths[i]).second) Wrong(at, fmt::format("\"{}\" is listed twice", paths[i]));
      }
    }
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
  FormCheck(form.errors).Check(must_haves);
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

}  // namespace forge
