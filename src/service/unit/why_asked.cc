// Why a unit is asked, or asked again, in whole sentences.
#include <fmt/format.h>

#include <algorithm>

#include "base/strings.h"
#include "engine/state.h"
#include "model/triage_answer.h"
#include "service/unit/prompt_work.h"

namespace forge {
namespace {

std::string Sentence(std::string_view text) {
  text = Trim(text);
  if (text.empty()) return "";
  // Lines of a list end as they are.
  const bool ends = std::string_view(".!?:`").find(text.back()) != std::string_view::npos || text.contains('\n');
  std::string sentence(text);
  if (sentence[0] >= 'a' && sentence[0] <= 'z') sentence[0] = static_cast<char>(sentence[0] - 'a' + 'A');
  return sentence + (ends ? "" : ".");
}

std::string RoundsOf(const Sender& sender) {
  return sender.of > 0 ? fmt::format(" (round {} of {})", sender.round, sender.of) : "";
}

std::string SentBack(const Job& job, const Sender& sender) {
  if (sender.kind == StageKind::kAsk && sender.shows == kTriagePage) return "";  // the note is the request
  if (sender.kind == StageKind::kAsk) {
    const bool said = std::any_of(job.words.begin(), job.words.end(),
                                  [&](const PersonsWord& word) { return word.open && word.stage == sender.stage; });
    return fmt::format("A person asked for changes at `{}`{}.", sender.stage, said ? ": see what they said" : "");
  }
  if (sender.kind == StageKind::kIntegrate)
    return fmt::format("`{}` could not merge the work{}.", sender.stage, RoundsOf(sender));
  if (sender.kind == StageKind::kCheck) return fmt::format("The check `{}` failed{}.", sender.stage, RoundsOf(sender));
  return fmt::format("`{}` asks for changes{}.", sender.stage, RoundsOf(sender));
}

// The engine's own words, without what stands in a block of its own: a sender's summary, a person's comment.
std::string NoteBeside(const Job& job) {
  std::string_view note = Trim(job.unit.note);
  for (const Sender& sender : job.senders) {
    const std::string_view summary = Trim(sender.summary);
    if (note == summary) return "";
    if (sender.kind == StageKind::kAsk && sender.shows != kTriagePage) {
      if (note == "a person asked for changes") return "";
    }
    constexpr std::string_view kSaid = "The check said: ";
    const std::size_t said = note.rfind(kSaid);
    if (said != std::string_view::npos && note.substr(said + kSaid.size()) == summary)
      note = Trim(note.substr(0, said));
  }
  for (const PersonsWord& word : job.words) {
    if (!word.to_agent && note == Trim(word.comment)) return "";
  }
  return Sentence(note);
}

}  // namespace

std::string WhyAskedAgain(const Job& job, const PromptReader& reader) {
  // The first attempt after it has the same as its note.
  const bool is_note = !job.handed_back.empty() && job.unit.note.starts_with(kHandedBack);
  const std::string handed_back = job.handed_back.empty() ? "" : Sentence(std::string(kHandedBack) + job.handed_back);
  const std::string also = handed_back.empty() ? "" : "\n\n" + handed_back;
  if (job.unit.attempt > 1 && !Trim(job.unit.note).empty() && !is_note)
    return Sentence("your last attempt did not count: " + std::string(Trim(job.unit.note))) +
           (reader.set_back
                ? "\n\nWhat it changed was set back: the files are as they were before it. Do the work again."
                : "") +
           also;
  std::string why;
  if (!reader.reviews && !job.member) {
    for (const Sender& sender : job.senders) {
      const std::string sent = sender.here ? SentBack(job, sender) : "";
      if (!sent.empty()) why += (why.empty() ? "" : " ") + sent;
    }
    const auto judged = [](const Sender& sender) {
      return sender.here && sender.kind != StageKind::kAsk && sender.kind != StageKind::kIntegrate;
    };
    if (reader.writes && std::ranges::any_of(job.senders, judged))
      why += " The work so far is in the working directory.";
  }
  const std::string note = is_note ? "" : NoteBeside(job);
  if (!note.empty()) why += (why.empty() ? "" : "\n\n") + note;
  return why.empty() ? handed_back : why + also;
}

std::string LooksAgain() {
  return "You have judged this work before, and it has changed since. The task is the same; of the diff you are shown "
         "what "
         "is new. Your verdict is about all of it.";
}

}  // namespace forge
