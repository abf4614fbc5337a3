#include "service/host/mcp_contract.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "base/strings.h"
#include "text/symbols/symbols_definitions.h"
#include "text/symbols/symbols_language.h"

namespace forge {
namespace {

using NameSet = std::set<std::string, std::less<>>;

bool IsWordByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
}

std::string_view FirstWord(std::string_view text) {
  text = Trim(text);
  std::size_t end = 0;
  while (end < text.size() && IsWordByte(text[end])) ++end;
  return text.substr(0, end);
}

// The name a file has in an import: without folder and ending.
std::string_view Stem(std::string_view path) {
  if (const std::size_t slash = path.rfind('/'); slash != std::string_view::npos) path.remove_prefix(slash + 1);
  return path.substr(0, path.find('.'));
}

// "a, b as c, type D," inside braces: the first word of each part is the name on the other side.
void AddListed(std::string_view list, bool other_name, NameSet& names) {
  for (std::string_view part : Split(list, ',')) {
    part = Trim(part);
    if (part.starts_with("type ")) part = Trim(part.substr(5));
    std::size_t other = part.find(" as ");
    if (other != std::string_view::npos) {
      other += 4;
    } else if (other = part.find(':'); other != std::string_view::npos) {  // const {a: b} = require(...)
      other += 1;
    }
    const bool renamed = other_name && other != std::string_view::npos;
    const std::string_view name = FirstWord(renamed ? part.substr(other) : part);
    if (!name.empty()) names.emplace(name);
  }
}

// The text of the string literal that begins somewhere in `text` before `limit`.
std::string_view QuotedName(std::string_view text) {
  const std::size_t open = text.find_first_of("'\"`");
  if (open == std::string_view::npos) return {};
  const std::size_t close = text.find(text[open], open + 1);
  return close == std::string_view::npos ? std::string_view() : text.substr(open + 1, close - open - 1);
}

void ScriptImports(std::string_view text, std::string_view stem, NameSet& names) {
  for (std::size_t at = text.find("import"); at != std::string_view::npos; at = text.find("import", at + 6)) {
    const std::string_view statement = text.substr(at, text.find(';', at) - at);
    const std::size_t open = statement.find('{');
    const std::size_t close = statement.find('}');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open) continue;
    const std::string_view after = Trim(statement.substr(close + 1));
    if (!after.starts_with("from") || Stem(QuotedName(after)) != stem) continue;
    AddListed(statement.substr(open + 1, close - open - 1), false, names);
  }
  for (std::size_t at = text.find("require("); at != std::string_view::npos; at = text.find("require(", at + 8)) {
    const std::size_t close = text.find(')', at);
    if (close == std::string_view::npos || Stem(QuotedName(text.substr(at, close - at))) != stem) continue;
    if (close + 1 < text.size() && text[close + 1] == '.') names.emplace(FirstWord(text.substr(close + 2)));
    const std::string_view line = text.substr(text.rfind('\n', at) + 1, at - text.rfind('\n', at) - 1);
    const std::size_t open = line.find('{');
    const std::size_t end = line.find('}');
    if (open != std::string_view::npos && end != std::string_view::npos && open < end) {
      AddListed(line.substr(open + 1, end - open - 1), false, names);
    }
  }
}

void ScriptExports(std::string_view text, NameSet& names) {
  for (std::size_t at = text.find("export"); at != std::string_view::npos; at = text.find("export", at + 6)) {
    const std::string_view after = Trim(text.substr(at + 6));
    if (after.starts_with("default")) names.emplace("default");
    if (after.starts_with("{")) AddListed(after.substr(1, after.find('}') - 1), true, names);
  }
  for (std::size_t at = text.find("exports"); at != std::string_view::npos; at = text.find("exports", at + 7)) {
    const std::string_view after = text.substr(at + 7);
    if (after.starts_with(".")) names.emplace(FirstWord(after.substr(1)));
    const std::size_t open = after.find('{');
    if (Trim(after).starts_with("=") && open != std::string_view::npos && Trim(after.substr(0, open)) == "=") {
      AddListed(after.substr(open + 1, after.find('}') - open - 1), false, names);
    }
  }
}

void PythonImports(std::string_view text, std::string_view stem, NameSet& names) {
  for (std::string_view line : Lines(text)) {
    line = Trim(line);
    if (!line.starts_with("from ")) continue;
    const std::size_t import = line.find(" import ");
    if (import == std::string_view::npos) continue;
    std::string_view module = Trim(line.substr(5, import - 5));
    module.remove_prefix(std::min(module.rfind('.') + 1, module.size()));
    std::string_view list = line.substr(import + 8);
    if (module != stem) continue;
    list = Trim(list);
    if (list.starts_with('(')) list.remove_prefix(1);
    if (list.ends_with(')')) list.remove_suffix(1);
    if (list != "*") AddListed(list, false, names);
  }
}

}  // namespace

ModuleContract CompareContract(std::string_view exporter_path, std::string_view exporter,
                               std::string_view importer_path, std::string_view importer) {
  ModuleContract contract;
  const Language language = LanguageOf(exporter_path);
  contract.known =
      language == LanguageOf(importer_path) && (language == Language::kScript || language == Language::kPython);
  if (!contract.known) return contract;
  NameSet exported, imported;
  FindDefinitions(language, exporter, [&](const Definition& definition) {
    if (definition.container.empty()) exported.emplace(definition.name);
  });
  if (language == Language::kScript) {
    ScriptExports(exporter, exported);
    ScriptImports(importer, Stem(exporter_path), imported);
  } else {
    PythonImports(importer, Stem(exporter_path), imported);
  }
  contract.exported.assign(exported.begin(), exported.end());
  contract.imported.assign(imported.begin(), imported.end());
  std::set_difference(imported.begin(), imported.end(), exported.begin(), exported.end(),
                      std::back_inserter(contract.missing));
  return contract;
}

}  // namespace forge
