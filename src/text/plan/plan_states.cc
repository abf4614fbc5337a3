#include "text/plan/plan_states.h"

#include "base/strings.h"

namespace forge {
namespace {

constexpr std::string_view kImported = "(imported)";

}  // namespace

std::string StateText(std::string_view written) {
  std::string text(written.substr(0, written.find("<!--")));
  std::erase(text, '*');
  return std::string(Trim(text));
}

std::string StateWord(std::string_view state) {
  const std::string word = Lower(Trim(state));
  if (!word.ends_with(kImported)) return word;
  return std::string(Trim(std::string_view(word).substr(0, word.size() - kImported.size())));
}

std::string AsImported(std::string_view state) {
  const auto status = ParseStepStatus(StateWord(state));
  if (!status || !IsSettled(*status)) return std::string(state);
  return StateWord(state) + " " + std::string(kImported);
}

std::optional<StepStatus> SettledByImport(std::string_view state) {
  if (!Lower(Trim(state)).ends_with(kImported)) return std::nullopt;
  const auto status = ParseStepStatus(StateWord(state));
  return status && IsSettled(*status) ? status : std::nullopt;
}

}  // namespace forge
