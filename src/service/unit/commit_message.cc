#include "service/unit/commit_message.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/strings.h"
#include "text/first_line.h"

namespace forge {
namespace {

constexpr std::size_t kTitleBytes = 72;
constexpr std::size_t kToldBytes = 1000;

// "F1: ", "R1, R2: " and "F1 and F2: " at the place: the numbers of findings, which nobody knows who reads git. The
// place behind them; the same place: there are none.
std::size_t AfterNumbers(std::string_view text, std::size_t at) {
  const std::size_t begin = at;
  while (at < text.size() && std::string_view("CFR").contains(text[at])) {
    const std::size_t digits = text.find_first_not_of("0123456789", at + 1);
    if (digits == std::string_view::npos || digits == at + 1) return begin;
    const std::string_view rest = text.substr(digits);
    if (rest.starts_with(": ")) return digits + 2;
    const std::size_t joint = rest.starts_with(", ") ? 2 : rest.starts_with(" and ") ? 5 : 0;
    if (joint == 0) return begin;
    at = digits + joint;
  }
  return begin;
}

std::string WithoutNumbers(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::string_view before(out);
    const bool begins = before.empty() || before.ends_with('\n') || before.ends_with(". ") || before.ends_with("; ") ||
                        before.ends_with("- ");
    if (begins) at = AfterNumbers(text, at);
    out += text[at];
  }
  return out;
}

std::string TextOf(const WorkDone& work, const SecretMask& mask) {
  return WithoutNumbers(mask.Apply(work.said.empty() ? work.why : work.said));
}

// The first sentence, also if its author broke it into lines.
std::string FirstSentence(std::string_view text) {
  std::string sentence;
  for (std::string_view line : Lines(text)) {
    line = Trim(line);
    const bool begins_item = line.starts_with("- ") || line.starts_with("* ") || line.starts_with('#');
    if (line.empty() || (begins_item && !sentence.empty())) {
      if (sentence.empty()) continue;
      break;
    }
    sentence += (sentence.empty() ? "" : " ") + std::string(line);
    if (std::string_view(".:!?;").contains(sentence.back())) break;
  }
  return FirstLine(sentence, std::string::npos);
}

// Where a title may end before its text does, and be whole: "counts as none, and so does ...".
std::size_t EndOfClause(std::string_view text, std::size_t limit) {
  constexpr std::size_t kShortest = 20;
  // Behind a sentence, what another mark leaves of the next one is none.
  const std::size_t sentence = text.rfind(". ", limit);
  if (sentence != std::string_view::npos && sentence >= kShortest && sentence <= limit) return sentence;
  std::size_t end = 0;
  for (std::string_view mark : {"; ", ": ", " (", " - ", " \xE2\x80\x94 ", ", and ", ", so ", ", but ", ", which "}) {
    const std::size_t at = text.rfind(mark, limit);
    if (at != std::string_view::npos) end = std::max(end, at);
  }
  return end < kShortest || end > limit ? 0 : end;
}

// A title is a whole: a sentence, the clauses that it has room for, or else its words up to one that can be the last.
std::string TitleFrom(std::string_view text, std::size_t limit) {
  constexpr std::string_view kDots = "...";
  const std::string whole = FirstSentence(text);
  if (whole.size() <= limit) return whole;
  if (const std::size_t end = EndOfClause(whole, limit); end > 0) return whole.substr(0, end);
  std::string cut = FirstLineInWords(whole, limit - kDots.size());
  if (!cut.ends_with(kDots)) return cut;
  cut.resize(cut.size() - kDots.size());
  const auto last = [&] { return std::string_view(cut).substr(cut.rfind(' ') + 1); };
  while (cut.contains(' ') && IsOneOf(Lower(last()), {"a", "an", "the", "of", "to", "in", "on", "for", "with", "and",
                                                      "or", "by", "from", "that", "which", "is", "as", "at", "into"}))
    cut.resize(cut.rfind(' '));
  return std::string(TrimRight(cut)) + std::string(kDots);
}

std::string FillIn(const Job& job, const std::string& title, const SecretMask& mask);

// What the template leaves for the title.
std::size_t RoomFor(const Job& job, const SecretMask& mask) {
  constexpr std::size_t kLeast = 32;
  const std::size_t rest = FillIn(job, "", mask).size();
  return rest + kLeast > kTitleBytes ? kLeast : kTitleBytes - rest;
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
      out += TitleFrom(mask.Apply(job.objective), kTitleBytes);
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
std::string TitleOfUnits(const std::vector<WorkDone>& units, std::size_t room, const SecretMask& mask) {
  std::vector<std::string> texts;
  for (const WorkDone& unit : units) {
    std::string text = TitleFrom(TextOf(unit, mask), room);
    if (std::ranges::find(texts, text) == texts.end()) texts.push_back(std::move(text));
  }
  if (texts.size() == 1) return texts[0];
  std::string all;
  for (std::size_t i = 0; i + 1 < texts.size(); ++i) all += std::string(WithoutStop(texts[i])) + "; ";
  all += texts.back();
  if (all.size() <= room) return all;
  const std::string more = fmt::format("; and {} more", texts.size() - 1);
  return std::string(WithoutStop(TitleFrom(TextOf(units[0], mask), room - more.size()))) + more;
}

// What was to be done, in full.
std::string WorkWanted(const Job& job, const SecretMask& mask) {
  return mask.Apply(job.step ? job.step->title : job.objective);
}

std::string TitleOfWork(const Job& job, const SecretMask& mask) {
  return TitleFrom(WorkWanted(job, mask), RoomFor(job, mask));
}

// Of a title that had no room for all of what was to be done.
std::string RestOfTitle(const Job& job, const SecretMask& mask) {
  const std::string whole = FirstSentence(WorkWanted(job, mask));
  return TitleOfWork(job, mask) == whole ? "" : FirstLine(whole, kToldBytes) + "\n";
}

}  // namespace

std::string TitleOfAll(const Job& job, const SecretMask& mask) { return FillIn(job, TitleOfWork(job, mask), mask); }

std::string CommitMessage(const Job& job, const SecretMask& mask) {
  const bool by_units = job.after_steps && !job.work_done.empty();
  const std::string title = by_units ? TitleOfUnits(job.work_done, RoomFor(job, mask), mask) : TitleOfWork(job, mask);
  const std::string head = FillIn(job, title, mask);
  std::string body = by_units ? "" : RestOfTitle(job, mask);
  for (auto work = job.work_done.begin(); work != job.work_done.end(); ++work) {
    const std::string text = ReplaceAll(Trim(TextOf(*work, mask)), "\n", " ");
    const bool told = job.after_steps ? head.contains(WithoutStop(text)) : work == job.work_done.begin();
    if (!told) body += fmt::format("- {}: {}\n", work->stage, FirstLine(text, kToldBytes));
  }
  return body.empty() ? head : head + "\n\n" + body;
}

}  // namespace forge
