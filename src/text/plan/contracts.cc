#include "text/plan/contracts.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "base/strings.h"
#include "text/check_commands.h"
#include "text/code_spans.h"
#include "text/html_comments.h"
#include "text/said_commands.h"
#include "text/said_words.h"

namespace forge {
namespace {

std::string_view Unmarked(std::string_view text) {
  constexpr std::string_view kMarks = " \t*_:-";
  const std::size_t first = text.find_first_not_of(kMarks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kMarks) + 1 - first);
}

bool IsItem(std::string_view line) {
  line = Trim(line);
  if (line.starts_with("- ") || line.starts_with("* ") || line.starts_with("+ ")) return true;
  const std::size_t digits = line.find_first_not_of("0123456789");
  return digits != std::string_view::npos && digits > 0 && line.substr(digits).starts_with(". ");
}

class ContractReader {
 public:
  PlanContracts Run(const PlanDocument& plan) {
    for (const char* key : {"integration_disabled", "integrationDisabled"}) {
      if (plan.front_matter[key].AsBool()) result_.disabled = true;
    }
    for (const Json& item : plan.front_matter["contracts"].AsArray()) ReadMap(item);
    for (const char* name : {"Contracts", "Integration contracts"}) {
      if (const PlanPart* part = FindPart(plan, name)) ReadSection(BlankComments(part->body));
    }
    return std::move(result_);
  }

 private:
  void Add(std::string name, std::string command) {
    const bool known = std::ranges::any_of(result_.contracts, [&](const Contract& each) { return each.name == name; });
    if (known) {
      result_.problems.push_back(fmt::format("contract \"{}\" is defined twice", name));
    } else {
      result_.contracts.push_back({std::move(name), std::move(command)});
    }
  }

  void ReadMap(const Json& item) {
    auto text = [&](const char* first, const char* second) {
      const std::string value = item[first].AsString();
      return std::string(Trim(value.empty() ? item[second].AsString() : value));
    };
    std::string name = text("name", "contract_name");
    std::string command = text("command", "test_cmd");
    if (name.empty() || command.empty()) {
      result_.problems.emplace_back("a contract in the front matter has no name or no command");
    } else {
      Add(std::move(name), std::move(command));
    }
  }

  void ReadSection(std::string_view body) {
    bool fenced = false;
    for (std::string_view line : Lines(body)) {
      if (Trim(line).starts_with("```")) fenced = !fenced;
      if (fenced || !IsItem(line)) continue;
      line = Trim(line);
      line.remove_prefix(line.find(' ') + 1);
      const std::optional<CodeSpan> span = CommandOf(line);
      if (!span) {
        result_.problems.push_back(fmt::format("a contract without a command: {}", line.substr(0, 80)));
        continue;
      }
      std::string name(Unmarked(line.substr(0, span->begin)));
      if (name.empty()) name = span->text;
      Add(std::move(name), std::string(span->text));
    }
  }

  // The span behind the contract's name and a colon; else what the item says to run.
  static std::optional<CodeSpan> CommandOf(std::string_view item) {
    const std::vector<CodeSpan> spans = CodeSpansOf(item);
    for (const CodeSpan& span : spans) {
      std::string_view before = TrimRight(item.substr(0, span.begin));
      while (before.ends_with('*') || before.ends_with('_')) before.remove_suffix(1);
      if (!before.ends_with(':')) continue;
      if (ShipsOrDestroys(span.text) || IsReserved(WordsOf(before)) ||
          WordsAround(WordsOf(item.substr(span.end))) == SaidAround::kAgainst)
        return std::nullopt;
      return span;
    }
    const std::vector<std::string> said = ReadSaidCommands(item).commands;
    for (const CodeSpan& span : spans) {
      if (!said.empty() && said[0] == span.text) return span;
    }
    return std::nullopt;
  }

  // The words of a text without its code.
  static SaidWords WordsOf(std::string_view text) {
    std::string words;
    std::size_t at = 0;
    for (const CodeSpan& span : CodeSpansOf(text)) {
      words += text.substr(at, span.begin - at);
      at = span.end;
    }
    return SaidWordsOf(words += text.substr(at));
  }

  // "Do not deploy", "By hand", "only in production", "For the maintainer". A name that says what must never be true
  // ("a name is never used twice") is one of a contract: only how it begins can keep its command from being run.
  static bool IsReserved(const SaidWords& name) {
    constexpr std::size_t kShort = 2;
    const bool orders = name.size() > 1 && IsOneOf(name[0], {"do", "please", "by", "to"});
    for (std::size_t at = 0; at < std::min<std::size_t>(name.size(), orders ? 2 : 1); ++at) {
      if (IsDenyingWord(name[at]) || IsOneOf(name[at], {"if", "when", "only", "unless", "hand", "after"})) return true;
    }
    const bool reserves = name.size() <= kShort || HasWord(name, {"for", "by", "to", "only", "manual", "manually"});
    const bool denies_itself = AnyWord(name, IsDenyingAhead);  // "no cycles"
    return reserves && !denies_itself && WordsAround(name) == SaidAround::kAgainst;
  }

  PlanContracts result_;
};

}  // namespace

PlanContracts FindContracts(const PlanDocument& plan) { return ContractReader().Run(plan); }

std::vector<Contract> ReadBrokenContracts(std::string_view text) {
  std::vector<Contract> broken;
  for (std::string_view line : Lines(text)) {
    const std::size_t tab = std::min(line.find('\t'), line.size());
    if (tab == 0) continue;
    broken.push_back({std::string(line.substr(0, tab)), std::string(line.substr(std::min(tab + 1, line.size())))});
  }
  return broken;
}

std::string AddBrokenContracts(std::string_view text, const std::vector<Contract>& broken) {
  std::vector<Contract> all = ReadBrokenContracts(text);
  for (const Contract& one : broken) {
    const auto known = std::ranges::find(all, one.name, &Contract::name);
    if (known == all.end()) all.push_back(one);
  }
  std::string kept;
  for (const Contract& one : all) kept += one.command.empty() ? one.name + "\n" : one.name + "\t" + one.command + "\n";
  return kept;
}

}  // namespace forge
