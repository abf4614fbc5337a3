#include "surface/view/question_text.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/strings.h"
#include "service/unit/run_files.h"

namespace forge {
namespace {

constexpr std::size_t kMostLines = 120;

std::string About(const Question& question) {
  std::string about = question.step.empty() ? "" : question.step.value + " ";
  about += question.stage;
  return about.empty() ? "" : " (" + std::string(Trim(about)) + ")";
}

}  // namespace

bool IsOnly(const std::vector<StoredQuestion>& open, const StoredQuestion& stored) {
  return std::count_if(open.begin(), open.end(),
                       [&](const StoredQuestion& other) { return other.run == stored.run; }) == 1;
}

std::string AnswerCommand(const StoredQuestion& stored, const std::string& answer, bool only) {
  const std::string number = only ? "" : fmt::format(" --question {}", stored.question.id.value);
  return fmt::format("forge answer {} {}{}", stored.run.value, answer, number);
}

std::string QuestionText(const Palette& palette, const StoredQuestion& stored, bool only) {
  const Question& question = stored.question;
  std::string text =
      fmt::format("{}{}: {}\n",
                  palette.Paint(Tone::kStrong, fmt::format("run {} question {}", stored.run.value, question.id.value)),
                  About(question), question.text);
  if (!question.shows.empty()) text += fmt::format("  about    {}\n", question.shows);
  text += fmt::format("  answers  {}\n", Join(question.options, ", "));
  const std::string answer = question.options.empty() ? "ANSWER" : question.options.front();
  return text + fmt::format("  type     {}\n", palette.Paint(Tone::kNote, AnswerCommand(stored, answer, only)));
}

std::string ShownText(const Project& project, const RunRow& run, const Question& question) {
  if (question.shows.empty()) return "";
  const RunFiles files(project, run.id, run.slug);
  const std::string lane = question.step.empty() ? "run" : question.step.value;
  const auto text = question.shows == "plan" ? files.ReadPlan() : files.ReadArtifact(lane, question.shows);
  const std::string path = question.shows == "plan" ? files.plan_path() : files.ArtifactPath(lane, question.shows);
  if (!text) return fmt::format("  ({} cannot be read: {})\n", path, text.error().message);
  if (!*text) return "";
  std::string shown;
  std::size_t count = 0;
  for (std::string_view line : Lines(**text)) {
    if (++count > kMostLines) return shown + fmt::format("  | ... the rest is in {}\n", path);
    shown += fmt::format("  | {}\n", line);
  }
  return shown + fmt::format("  ({})\n", path);
}

}  // namespace forge
