#include "text/symbols/symbols_imports.h"

#include <cstddef>

#include "base/strings.h"
#include "text/lines.h"

namespace forge {
namespace {

bool IsImportLine(Language language, std::string_view line) {
  const auto begins = [&](std::string_view words) { return line.starts_with(words); };
  switch (language) {
    case Language::kC: return begins("#include") || begins("import ");
    case Language::kCSharp: return begins("using ");
    case Language::kJava:
    case Language::kGo: return begins("import ");
    case Language::kRust: return begins("use ") || begins("pub use ") || begins("extern crate ");
    case Language::kScript:
      return begins("import ") || line.find("require(") != std::string_view::npos ||
             (begins("export ") && line.find(" from ") != std::string_view::npos);
    case Language::kPhp: return begins("use ") || begins("require") || begins("include");
    case Language::kPython: return begins("import ") || begins("from ");
    case Language::kRuby: return begins("require") || begins("load ");
    case Language::kShell: return begins("source ") || begins(". ");
    case Language::kUnknown: return false;
  }
  return false;
}

void EachWord(std::string_view line, const std::function<void(std::string_view)>& found) {
  std::size_t begin = 0;
  for (std::size_t at = 0; at <= line.size(); ++at) {
    if (at < line.size() && (IsLetterOrDigit(line[at]) || line[at] == '_')) continue;
    if (at > begin) found(line.substr(begin, at - begin));
    begin = at + 1;
  }
}

}  // namespace

void FindImports(Language language, std::string_view text, const std::function<void(std::string_view)>& found) {
  char closing = '\0';  // of a list that goes on below its line
  for (std::string_view each : Lines(text)) {
    const std::string_view line = Trim(each);
    const bool more = closing != '\0';
    if (!more && !IsImportLine(language, line)) continue;
    EachWord(line, found);
    const char open = language == Language::kPython || language == Language::kGo ? '(' : '{';
    const char close = open == '(' ? ')' : '}';
    if (!more && line.find(open) != std::string_view::npos) closing = close;
    if (closing != '\0' && line.find(closing) != std::string_view::npos) closing = '\0';
  }
}

}  // namespace forge
