// A script for people from the promises of a plan.
#include <fmt/format.h>

#include "base/strings.h"
#include "service/report/milestone_pages.h"
#include "text/first_line.h"

namespace forge {
namespace {

constexpr std::size_t kLongestHead = 120;

std::string OneLine(std::string_view text) { return ReplaceAll(Trim(text), "\n", " "); }

class Script {
 public:
  void Add(const std::string& what) {
    if (!Trim(what).empty()) text_ += fmt::format("{}. [ ] {}\n", ++number_, what);
  }
  bool empty() const { return number_ == 0; }
  const std::string& text() const { return text_; }

 private:
  int number_ = 0;
  std::string text_;
};

std::string ScriptOf(const StepSpec& step) {
  Script script;
  for (const std::string& command : step.verify)
    script.Add(fmt::format("Run `{}`: it exits with 0.", OneLine(command)));
  for (const Criterion& criterion : step.acceptance) {
    std::string line = OneLine(criterion.check);
    if (!criterion.expected.empty())
      line += fmt::format("{} Expected: {}", line.ends_with('.') ? "" : ".", OneLine(criterion.expected));
    script.Add(line);
  }
  for (const std::string& truth : step.must_haves.truths)
    script.Add(fmt::format("See for yourself: {}", OneLine(truth)));
  for (const MustHaves::Artifact& artifact : step.must_haves.artifacts) {
    std::string line = fmt::format("Open `{}`", artifact.path);
    if (!artifact.provides.empty()) line += fmt::format(": it has {}", OneLine(artifact.provides));
    if (artifact.min_lines > 0) line += fmt::format(", in {} lines or more", artifact.min_lines);
    script.Add(line + ".");
  }
  for (const MustHaves::KeyLink& link : step.must_haves.key_links) {
    script.Add(fmt::format("Look into `{}`: it uses `{}`{}.", link.from, link.to,
                           link.via.empty() ? "" : fmt::format(" through {}", OneLine(link.via))));
  }
  for (const std::string& path : step.must_haves.expected_output) script.Add(fmt::format("`{}` is there.", path));
  return script.empty() ? "The plan promises nothing that can be looked at.\n" : script.text();
}

}  // namespace

std::string UatPage(const RunRow& run, const std::vector<StepSpec>& steps, const std::string& branch) {
  std::string page =
      fmt::format("{}\n# UAT: {}\n\nFollow this by hand, from the top of the repository, and tick what holds.",
                  PageMark(run.id), FirstLine(run.objective, kLongestHead));
  page += branch.empty() ? "\n" : fmt::format(" The work is on the branch `{}`.\n", branch);
  if (steps.empty()) page += "\nThere is no plan yet.\n";
  for (const StepSpec& step : steps) {
    page += fmt::format("\n## {}: {}\n\n", step.id.value, step.title);
    if (!step.done_when.empty()) page += fmt::format("Done when: {}\n\n", OneLine(step.done_when));
    page += ScriptOf(step);
  }
  return page;
}

}  // namespace forge
