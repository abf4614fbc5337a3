#include "text/symbols/modules/module_script.h"

#include <utility>

namespace forge {
namespace {

constexpr int kDeepestPattern = 50;

std::size_t SkipDefault(const ModuleTokens& t, std::size_t i, std::size_t end) {
  while (i < end && !t.Is(i, ',')) i = t.After(i);
  return i;
}

std::size_t PatternAt(const ModuleTokens& t, std::size_t i, const std::function<void(std::string)>& declared,
                      int depth) {
  if (depth > kDeepestPattern) return i;
  if (t.IsWord(i)) {
    declared(std::string(t.At(i).text));
    return i + 1;
  }
  const bool object = t.Is(i, '{');
  if ((!object && !t.Is(i, '[')) || t.Partner(i) >= t.size()) return i;
  const std::size_t end = t.Partner(i);
  for (std::size_t at = i + 1; at < end; ++at) {
    if (t.Is(at, ',')) continue;
    if (t.Reads(at, "...")) {
      at = PatternAt(t, at + 3, declared, depth + 1);
    } else if (object && t.Is(t.After(at), ':')) {
      at = PatternAt(t, t.After(at) + 1, declared, depth + 1);
    } else {
      at = PatternAt(t, at, declared, depth + 1);
    }
    at = SkipDefault(t, at, end);
  }
  return end + 1;
}

// `@a.b` before it, on the same line: whatever it decorates is a statement.
bool IsDecorated(const ModuleTokens& t, std::size_t i) {
  if (i < 2 || !t.IsWord(i - 1)) return false;
  std::size_t name = i - 1;
  for (int parts = 0; parts < 8 && name > 1 && t.Is(name - 1, '.') && t.IsWord(name - 2); ++parts) name -= 2;
  return name > 0 && t.Is(name - 1, '@');
}

// A namespace's names are its own. Brackets in the text of JSX may leave one open: then the statement's place counts.
bool IsInNamespace(const ModuleTokens& t, std::size_t i) {
  std::size_t around = t.Parent(i);
  for (int up = 0; around != ModuleTokens::kNone && up < 64; ++up, around = t.Parent(around)) {
    for (std::size_t back = around; back-- > 0 && around - back < 12;) {
      if (t.Is(back, ';') || t.Is(back, '}') || t.Is(back, '{')) break;
      if (t.IsOneWordOf(back, {"namespace", "module", "global"})) return true;
    }
  }
  return false;
}

}  // namespace

bool ScriptStatementAt(const ModuleTokens& t, std::size_t i) {
  if (i > 0 && t.Is(i - 1, '.')) return false;
  if (t.IsTop(i)) {
    return i == 0 || t.IsFirstOnLine(i) || t.Is(i - 1, ';') || t.Is(i - 1, '}') || t.Is(i - 1, ')') ||
           IsDecorated(t, i);
  }
  return t.IsFirstOnLine(i) && t.At(i).indent == 0 && !IsInNamespace(t, i);
}

bool ScriptLineEndsAt(const ModuleTokens& t, std::size_t i) {
  if (i >= t.size()) return true;
  if (i == 0 || !t.IsFirstOnLine(i)) return false;
  const CodeToken& before = t.At(i - 1);
  if (before.Is('>') && !t.Reads(i - 2, "=>")) {  // of JSX, if a statement follows
    return t.IsOneWordOf(i, {"async", "class", "const", "declare", "enum", "export", "function", "import", "interface",
                             "let", "type", "var"});
  }
  if (before.kind == CodeToken::Kind::kMark && !before.Is(')') && !before.Is(']') && !before.Is('}')) return false;
  if (t.IsOneWordOf(i - 1, {"await", "delete", "extends", "in", "instanceof", "keyof", "new", "typeof", "void"})) {
    return false;
  }
  if (t.IsWord(i)) return !t.IsOneWordOf(i, {"as", "extends", "in", "instanceof", "of", "satisfies"});
  if (t.IsLiteral(i)) return t.At(i).text[0] != '`' && t.At(i).text[0] != '}';
  return t.Is(i, '@') || t.Is(i, '}');
}

std::optional<std::string> ScriptName(const ModuleTokens& t, std::size_t i) {
  if (t.IsWord(i)) return std::string(t.At(i).text);
  return t.Quoted(i);
}

std::size_t ScriptPattern(const ModuleTokens& t, std::size_t i, const std::function<void(std::string)>& declared) {
  return PatternAt(t, i, declared, 0);
}

bool ScriptPatternKeys(const ModuleTokens& t, std::size_t i, const std::function<void(std::string)>& taken) {
  const std::size_t end = t.Partner(i);
  if (end >= t.size()) return false;
  bool all = true;
  for (std::size_t at = i + 1; at < end; ++at) {
    if (t.Is(at, ',')) continue;
    auto key = ScriptName(t, at);
    if (key) {
      taken(*std::move(key));
    } else {
      all = false;
    }
    at = SkipDefault(t, at, end);
  }
  return all;
}

void ScriptList(const ModuleTokens& t, std::size_t i,
                const std::function<void(std::string left, std::string right)>& each) {
  const std::size_t end = t.Partner(i);
  for (std::size_t at = i + 1; at < end && end < t.size(); ++at) {
    // `type` may be a modifier or a name: {type}, {type as b}, {type A}, {type as}, {type A as B}, {type as as b}.
    if (t.IsWord(at, "type") && ScriptName(t, at + 1)) {
      const bool is_name =
          t.IsWord(at + 1, "as") && ScriptName(t, at + 2) && !(t.IsWord(at + 2, "as") && ScriptName(t, at + 3));
      if (!is_name) ++at;
    }
    auto left = ScriptName(t, at);
    auto right = t.IsWord(at + 1, "as") ? ScriptName(t, at + 2) : left;
    if (left && right) each(*left, *std::move(right));
    at = SkipDefault(t, at, end);
  }
}

std::optional<std::string> ScriptFrom(const ModuleTokens& t, std::size_t i) {
  return t.IsWord(i, "from") ? t.Quoted(i + 1) : std::nullopt;
}

std::optional<std::string> ScriptRequire(const ModuleTokens& t, std::size_t i) {
  if (!t.IsWord(i, "require") || !t.Is(i + 1, '(') || t.Partner(i + 1) != i + 3) return std::nullopt;
  return t.Quoted(i + 2);
}

}  // namespace forge
