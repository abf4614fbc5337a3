#include "text/plan/contracts.h"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>

#include "base/strings.h"

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
      if (const PlanPart* part = FindPart(plan, name)) ReadSection(part->body);
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

  // The command is the item's last code span, its name what stands before; `==` quoting by two backticks is undone.
  void ReadSection(std::string_view body) {
    bool fenced = false;
    for (std::string_view line : Lines(body)) {
      if (Trim(line).starts_with("```")) fenced = !fenced;
      if (fenced || !IsItem(line)) continue;
      line = Trim(line);
      line.remove_prefix(line.find(' ') + 1);
      const std::string_view fence = line.find("``") != std::string_view::npos ? "``" : "`";
      const std::size_t close = line.rfind(fence);
      const std::size_t open = close == std::string_view::npos || close == 0 ? close : line.rfind(fence, close - 1);
      if (open == std::string_view::npos || open == close) {
        result_.problems.push_back(fmt::format("a contract without a command: {}", line.substr(0, 80)));
        continue;
      }
      const std::size_t start = open + fence.size();
      const std::string command(Trim(line.substr(start, close - start)));
      std::string name(Unmarked(line.substr(0, open)));
      if (name.empty()) name = command;
      if (!command.empty()) Add(std::move(name), command);
    }
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
