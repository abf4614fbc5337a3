#include "text/symbols/symbols_words.h"

#include <unordered_set>

#include "base/strings.h"

namespace forge {
namespace {

using WordSet = std::unordered_set<std::string_view>;

const WordSet& NoSymbols() {
  static const WordSet words = {
      // keywords and types of the supported languages
      "abstract", "and", "any", "as", "async", "auto", "await", "bool", "boolean", "break", "byte", "case", "catch",
      "char", "class", "const", "constexpr", "continue", "def", "default", "defer", "delete", "do", "double", "dyn",
      "elif", "else", "end", "enum", "except", "explicit", "export", "extends", "extern", "final", "finally", "float",
      "fn", "for", "from", "func", "function", "go", "goto", "if", "impl", "implements", "import", "in", "inline",
      "instanceof", "int", "interface", "internal", "is", "lambda", "let", "long", "loop", "match", "mod", "module",
      "mut", "namespace", "new", "not", "null", "nil", "None", "object", "operator", "or", "override", "package",
      "pass", "private", "protected", "pub", "public", "raise", "range", "readonly", "ref", "require", "return", "self",
      "Self", "short", "signed", "sizeof", "static", "str", "string", "String", "struct", "super", "switch", "template",
      "this", "throw", "throws", "trait", "true", "True", "false", "False", "try", "type", "typedef", "typename",
      "typeof", "undefined", "union", "unsafe", "unsigned", "use", "using", "usize", "var", "virtual", "void",
      "volatile", "where", "while", "with", "yield", "i32", "i64", "u8", "u16", "u32", "u64", "f32", "f64", "size_t",
      "ssize_t", "int8_t", "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t", "uintptr_t",
      "NaN", "NULL", "nullptr",
      // upper-case words of documents
      "API", "APPROVED", "ASCII", "AUDITING", "CANCELLED", "CI", "CLI", "CLOSED", "CPU", "CRUD", "CSS", "CSV", "DAG",
      "DB", "DELETE", "DONE", "DRAFT", "DNS", "ENV", "ERROR", "FAIL", "FAILED",
      ("FIX"
       "ME"),
      "GET", "GPU", "HEAD", "HTML", "HTTP", "HTTPS", "ID", "IDE", "IMPLEMENTING", "INFO", "IO", "IP", "JSON", "JWT",
      "KB", "LICENSE", "LLM", "MB", "MCP", "MIT", "N", "NO", "OK", "OPTIONS", "OS", "PASS", "PASSED", "PATCH", "PATH",
      "PDF", "POST", "PR", "PUT", "QA", "README", "REST", "REVIEW", "RPC", "SDK", "SHA", "SQL", "SSH", "SSL", "TBD",
      "TCP", "TLS",
      ("TO"
       "DO"),
      "TOML", "TTY", "UDP", "UI", "URI", "URL", "UTF", "UUID", "UX", "WARN", "WARNING", "X", "XML", "YAML", "YES",
      "GitHub", "GitLab", "JavaScript", "TypeScript", "Markdown", "Python", "Rust", "Go", "Java", "Ruby", "Linux",
      "MacOS", "macOS", "Windows", "Docker", "Postgres", "PostgreSQL", "SQLite", "MySQL", "Redis", "Node", "NodeJS"};
  return words;
}

}  // namespace

bool IsNoSymbol(std::string_view word) { return NoSymbols().contains(word); }

bool IsSymbolNoun(std::string_view word) {
  static const WordSet words = {"attribute", "call",   "calls",    "class",     "constant", "constructor", "enum",
                                "field",     "func",   "function", "functions", "global",   "helper",      "interface",
                                "macro",     "member", "method",   "methods",   "property", "struct",      "symbol",
                                "trait",     "type",   "typedef",  "variable"};
  return words.contains(word);
}

bool IsModifier(std::string_view word) {
  static const WordSet words = {"abstract", "async",     "constexpr", "default", "export", "final",  "inline",
                                "private",  "protected", "pub",       "public",  "static", "unsafe", "virtual"};
  return words.contains(word);
}

bool IsDefiningWord(std::string_view word) {
  static const WordSet words = {"class",    "def",       "enum",   "fn",     "fun", "func",
                                "function", "interface", "record", "struct", "sub", "trait"};
  return words.contains(word);
}

bool IsDeclaringWord(std::string_view word) {
  return IsModifier(word) || IsDefiningWord(word) || IsOneOf(word, {"const", "let", "macro", "type", "typedef", "var"});
}

bool IsMakingWord(std::string_view word) {
  static const WordSet words = {
      "add",        "added",       "adding",    "adds",       "build",        "builds",   "called",    "create",
      "created",    "creates",     "creating",  "declare",    "declares",     "define",   "defines",   "expose",
      "exposes",    "exposing",    "extract",   "extracts",   "gain",         "gains",    "generate",  "gets",
      "gives",      "grows",       "implement", "implements", "implementing", "into",     "introduce", "introduced",
      "introduces", "introducing", "lacks",     "make",       "makes",        "missing",  "named",     "needs",
      "new",        "offer",       "offers",    "provide",    "provided",     "provides", "receives",  "rename",
      "renamed",    "scaffold",    "write",     "writes",     "writing"};
  return words.contains(word);
}

bool IsExistingWord(std::string_view word) {
  static const WordSet words = {"already",  "change",   "changes", "current", "currently", "delete",  "deletes",
                                "edit",     "existing", "extend",  "extends", "fix",       "fixes",   "inline",
                                "modify",   "modifies", "move",    "moves",   "old",       "our",     "patch",
                                "refactor", "remove",   "removes", "rename",  "renames",   "replace", "replaces",
                                "rewrite",  "simplify", "split",   "today",   "update",    "updates"};
  return words.contains(word);
}

}  // namespace forge
