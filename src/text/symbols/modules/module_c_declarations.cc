#include "text/symbols/modules/module_c_declarations.h"

#include "base/strings.h"
#include "text/symbols/modules/module_c_words.h"

namespace forge {
namespace {

constexpr std::size_t kNoBracket = ModuleTokens::kNone;
constexpr int kMostMarks = 64;  // stars, qualifiers and attributes of one name

bool IsQualifier(std::string_view word) {
  return IsOneOf(word, {"const", "volatile", "restrict", "__restrict", "__restrict__", "__const", "__volatile__",
                        "_Atomic", "_Nonnull", "_Nullable"});
}

bool TakesAttributes(std::string_view word) {
  return IsOneOf(word, {"__attribute__", "__attribute", "__declspec", "alignas", "_Alignas", "__aligned"});
}

bool IsTypeOf(std::string_view word) {
  return IsOneOf(word, {"typeof", "typeof_unqual", "__typeof__", "__typeof", "decltype", "_Atomic", "_BitInt"});
}

}  // namespace

std::size_t CDeclarations::AfterExtension(std::size_t i) const {
  if (t_.Reads(i, "[[")) return t_.After(i);
  if (!t_.IsWord(i)) return i;
  const std::string_view word = t_.At(i).text;
  std::size_t open = i + 1;
  if (IsOneOf(word, {"asm", "__asm__", "__asm"})) {
    while (t_.IsOneWordOf(open, {"volatile", "__volatile__", "__volatile", "goto", "inline"})) ++open;
  } else if (!TakesAttributes(word) && word != "__builtin_offsetof") {
    return i;
  }
  return t_.Is(open, '(') && t_.Partner(open) < t_.size() ? t_.After(open) : i;
}

bool CDeclarations::IsLabel(std::size_t i) const {
  if (t_.IsWord(i - 1, "goto")) return true;
  if (!t_.Is(i + 1, ':') || t_.Reads(i + 1, "::")) return false;
  if (t_.Is(i - 1, ';') || t_.Is(i - 1, '{') || t_.Is(i - 1, '}') || t_.Is(i - 1, ':')) return true;
  const std::size_t around = t_.Parent(i);
  return t_.IsDirective(i - 1) || (t_.Is(i - 1, ',') && around != kNoBracket && t_.Is(around, '{'));
}

CDeclarations::Before CDeclarations::BeforeName(std::size_t i) const {
  Before before{i - 1};
  for (int marks = 0; marks < kMostMarks; ++marks) {
    const std::size_t at = before.at;
    if (t_.Is(at, '*') || t_.Is(at, '&') || t_.Is(at, '^')) {
      before.pointer = true;
      --before.at;
    } else if (t_.IsWord(at) && IsQualifier(t_.At(at).text)) {
      before.qualified = true;
      --before.at;
    } else if (t_.Is(at, ')') && t_.Partner(at) < at && TakesAttributes(t_.At(t_.Partner(at) - 1).text)) {
      before.at = t_.Partner(at) - 2;
    } else if (t_.Is(at, ']') && t_.Partner(at) < at && t_.Reads(t_.Partner(at), "[[")) {
      before.at = t_.Partner(at) - 1;
    } else {
      break;
    }
  }
  return before;
}

bool CDeclarations::EndsDeclarator(std::size_t i) const {
  return t_.Is(i, ';') || t_.Is(i, ',') || t_.IsAssignment(i) || t_.Is(i, '[') || t_.Is(i, ')') || t_.Is(i, '(') ||
         t_.Is(i, ':') || t_.Is(i, '{');
}

// The parenthesis of `int (*x)(int)` and `T (*x)[3]`.
bool CDeclarations::IsFunctionPointer(const Before& before) const {
  const std::size_t open = before.at;
  if (!before.pointer || !t_.Is(open, '(') || open == 0 || t_.Partner(open) >= t_.size()) return false;
  const std::size_t behind = t_.Partner(open) + 1;
  if (!t_.Is(behind, '(') && !t_.Is(behind, '[')) return false;
  const std::size_t type = open - 1;
  if (t_.Is(type, '*') || t_.Is(type, '>') || t_.Is(type, '}')) return true;
  return t_.IsWord(type) &&
         (!IsCKeyword(t_.At(type).text) || IsCTypeWord(t_.At(type).text) || IsQualifier(t_.At(type).text));
}

bool CDeclarations::IsBehindType(std::size_t i, const Before& before) const {
  const std::string_view word = t_.At(before.at).text;
  if (IsCTypeWord(word)) return true;
  const bool ends = EndsDeclarator(i + 1);
  if (IsCKeyword(word)) {
    // `static x;` is an int. In parentheses it would be the type of a parameter that has no name.
    const std::size_t around = t_.Parent(i);
    const bool stores = IsOneOf(word, {"static", "extern", "register", "typedef", "thread_local", "_Thread_local"});
    const bool in_parentheses = around != kNoBracket && t_.Is(around, '(');
    return stores && ends && !in_parentheses && !t_.Is(i + 1, '(') && !t_.Is(i + 1, ':') && !before.qualified;
  }
  if (!before.pointer) return !before.qualified || ends;
  // `a * b` is a declaration where a statement or a parameter begins, and a product elsewhere.
  const std::size_t start = before.at - 1;
  return before.at == 0 || t_.Is(start, ';') || t_.Is(start, '{') || t_.Is(start, '}') || t_.Is(start, '(') ||
         t_.Is(start, ',') || t_.IsDirective(start) ||
         t_.IsOneWordOf(start, {"const", "volatile", "struct", "union", "enum", "static", "extern", "register",
                                "typedef", "inline"});
}

bool CDeclarations::Declares(std::size_t i) const {
  const Before before = BeforeName(i);
  const std::size_t at = before.at;
  if (t_.Is(at, '>')) return !t_.Reads(at - 1, "->") && !t_.Is(i + 1, '(');
  if (t_.IsWord(at)) return IsBehindType(i, before);
  if (IsFunctionPointer(before)) return true;
  if (t_.Is(at, ')') && t_.Partner(at) < at) return IsTypeOf(t_.At(t_.Partner(at) - 1).text);
  if (!t_.Is(at, '}') || t_.Partner(at) >= at) return false;
  // struct tag {...} x
  std::size_t head = BeforeName(t_.Partner(at)).at;
  if (t_.IsWord(head) && !IsCKeyword(t_.At(head).text)) head = BeforeName(head).at;
  return t_.IsOneWordOf(head, {"struct", "union", "enum", "class"}) && EndsDeclarator(i + 1);
}

void CDeclarations::EachAlso(std::size_t i, const std::function<void(std::string_view)>& declared) {
  std::size_t around = t_.Parent(i);
  for (int up = 0; up < 8 && around != kNoBracket && t_.Is(around, '(') && t_.Is(around + 1, '*'); ++up) {
    i = t_.Partner(around);  // int (*a)(int), b
    around = t_.Parent(around);
  }
  if (around != kNoBracket && t_.Is(around, '(') && !t_.IsWord(around - 1, "for")) return;  // parameters
  std::size_t& read = listed_[around];
  if (i < read) return;
  const std::size_t end = around == kNoBracket ? t_.size() : t_.Partner(around);
  bool value = false;
  for (std::size_t at = i + 1; at < end; at = t_.After(at)) {
    read = at + 1;
    if (t_.Is(at, ';') || (t_.Is(at, '{') && !value && at != i + 1)) return;
    if (t_.IsAssignment(at)) value = true;
    if (!t_.Is(at, ',')) continue;
    value = false;
    std::size_t name = at + 1;
    while (t_.Is(name, '*') || t_.Is(name, '(') || (t_.IsWord(name) && IsQualifier(t_.At(name).text)) ||
           AfterExtension(name) > name) {
      name = AfterExtension(name) > name ? AfterExtension(name) : name + 1;
    }
    if (!t_.IsWord(name) || IsCKeyword(t_.At(name).text) || name >= end) return;
    if (!EndsDeclarator(name + 1) && AfterExtension(name + 1) == name + 1) return;
    declared(t_.At(name).text);
  }
}

bool CDeclarations::MayDeclare(std::size_t i) const {
  const std::size_t close = i - 1;
  if (i == 0 || !t_.Is(close, ')') || t_.Partner(close) >= close || t_.Partner(close) == 0) return false;
  const std::size_t callee = t_.Partner(close) - 1;
  return t_.IsWord(callee) && !IsCKeyword(t_.At(callee).text);
}

}  // namespace forge
