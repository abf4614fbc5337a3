#include "service/unit/commit_message.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/strings.h"
#include "text/first_line.h"

namespace forge {
namespace {

constexpr std::size_t kTitleBytes = 72;
constexpr std::size_t kToldBytes = 1000;

std::string TextOf(const WorkDone& work, const SecretMask& mask) {
  return mask.Apply(work.said.empty() ? work.why : work.said);
}

// In one pass over the template: a title that holds `{run}` stays as it is.
std::string FillIn(const Job& job, const std::string& title, const SecretMask& mask) {
  const std::string fallback = job.step ? "plan-{run} {step}: {title}" : "{title}";
  const std::string& message = job.stage.message.empty() ? fallback : job.stage.message;
  std::string out;
  for (std::size_t i = 0; i < message.size(); ++i) {
    const std::size_t close = message[i] == '{' ? message.find('}', i) : std::string::npos;
    const std::string word = close == std::string::npos ? "" : message.substr(i + 1, close - i - 1);
    if (word == "run") {
      out += fmt::format("{:03}", job.run.value);
    } else if (word == "step") {
      out += job.step ? job.step->id.value : "run";
    } else if (word == "title") {
      out += title;
    } else if (word == "objective") {
      out += job.objective;
    } else {
      out += message[i];
      continue;
    }
    i = close;
  }
  return mask.Apply(out);
}

std::string_view WithoutStop(std::string_view text) {
  return text.ends_with('.') && !text.ends_with("..") ? text.substr(0, text.size() - 1) : text;
}

// What all units did if a title has room for it, else what the first did and how many followed it.
std::string TitleOfUnits(const std::vector<WorkDone>& units, const SecretMask& mask) {
  std::vector<std::string> texts;
  for (const WorkDone& unit : units) {
    std::string text = FirstLineInWords(TextOf(unit, mask), kTitleBytes);
    if (std::ranges::find(texts, text) == texts.end()) texts.push_back(std::move(text));
  }
  if (texts.size() == 1) return texts[0];
  std::string all;
  for (std::size_t i = 0; i + 1 < texts.size(); ++i) all += std::string(WithoutStop(texts[i])) + "; ";
  all += texts.back();
  if (all.size() <= kTitleBytes) return all;
  const std::string more = fmt::format("; and {} more", texts.size() - 1);
  return std::string(WithoutStop(FirstLineInWords(texts[0], kTitleBytes - more.size()))) + more;
}

std::string TitleOfWork(const Job& job, const SecretMask& mask) {
  return job.step ? job.step->title : FirstLineInWords(mask.Apply(job.objective), kTitleBytes);
}

}  // namespace

std::string TitleOfAll(const Job& job, const SecretMask& mask) { return FillIn(job, TitleOfWork(job, mask), mask); }

std::string CommitMessage(const Job& job, const SecretMask& mask) {
  if (job.work_done.empty()) return TitleOfAll(job, mask);
  const std::string title = job.after_steps ? TitleOfUnits(job.work_done, mask) : TitleOfWork(job, mask);
  const std::string head = FillIn(job, title, mask);
  std::string body;
  for (auto work = job.work_done.begin(); work != job.work_done.end(); ++work) {
    const std::string text = ReplaceAll(Trim(TextOf(*work, mask)), "\n", " ");
    const bool told = job.after_steps ? head.contains(WithoutStop(text)) : work == job.work_done.begin();
    if (!told) body += fmt::format("- {}: {}\n", work->stage, FirstLine(text, kToldBytes));
  }
  return body.empty() ? head : head + "\n\n" + body;
}

}  // namespace forge
