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
#include "text/said_criteria.h"
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
      if (!span || line.contains("<!--") || line.contains("~~")) {
        result_.problems.push_back(fmt::format("a contract without a command: {}", line.substr(0, 80)));
        continue;
      }
      if (MustFail(line.substr(span->begin))) {
        result_.problems.push_back(
            fmt::format("a contract whose command must fail, and Forge expects exit code 0; write `! {}`: {}",
                        span->text, line.substr(0, 80)));
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
      const bool kept = ShipsOrDestroys(span.text) || HoldsPlaceholder(span.text) || ReservesCommand(before) ||
                        SaysAgainst(WordsOutsideCode(item.substr(span.end)));
      return kept ? std::nullopt : std::optional(span);
    }
    const std::vector<std::string> said = ReadSaidCommands(item).commands;
    for (const CodeSpan& span : spans) {
      if (!said.empty() && said[0] == span.text) return span;
    }
    return std::nullopt;
  }

  static bool MustFail(std::string_view from_code) {
    return std::ranges::any_of(ReadSaidCommands(from_code).cited,
                               [](const SaidCommands::Cited& cited) { return cited.why == SaidWhy::kMustFail; });
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
