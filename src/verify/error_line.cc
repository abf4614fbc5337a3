#include "verify/error_line.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "base/strings.h"
#include "verify/signature.h"

namespace forge {
namespace {

constexpr std::size_t kLongestErrorLine = 300;
constexpr std::size_t kMostLines = 20'000;  // of the end: an error further up is none that ended the program

struct Line {
  std::string text;  // as a terminal shows it
  bool indented = false;
};
using OutputLines = std::vector<Line>;

bool Has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

std::size_t DigitsFrom(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && IsDigit(text[end])) ++end;
  return end - at;
}

// "src/a.c:3:5" and "a_test.go:10" at the start: where the place ends, 0 if there is none.
std::size_t PlaceLength(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0 || text.substr(0, colon).find(' ') != std::string_view::npos)
    return 0;
  const std::size_t line = DigitsFrom(text, colon + 1);
  if (line == 0) return 0;
  const std::size_t end = colon + 1 + line;
  if (end >= text.size() || text[end] != ':') return end;
  const std::size_t column = DigitsFrom(text, end + 1);
  return column == 0 ? end : end + 1 + column;
}

// "Error", "TypeError", "java.lang.IllegalStateException", "AssertionError [ERR_ASSERTION]": a name of an error, then
// its message or nothing.
bool NamesException(std::string_view text) {
  for (std::string_view prefix :
       {"Uncaught ", "Exception in thread \"main\" ", "Unhandled exception. ", "Caused by: "}) {
    if (text.starts_with(prefix)) text.remove_prefix(prefix.size());
  }
  std::size_t end = 0;
  while (end < text.size() && (IsLetterOrDigit(text[end]) || text[end] == '_' || text[end] == '.')) ++end;
  const std::string_view name = text.substr(0, end);
  if (!name.ends_with("Error") && !name.ends_with("Exception")) return false;
  const std::string_view rest = text.substr(end);
  return rest.empty() || rest.starts_with(':') || rest.starts_with(" [");
}

// Says only that something above failed.
bool IsEcho(std::string_view text) {
  constexpr std::array<std::string_view, 20> kStarts = {"Node.js v",
                                                        "exit status ",
                                                        "error: could not compile",
                                                        "error: aborting due to",
                                                        "collect2: error",
                                                        "error: Recipe `",
                                                        "clang: error: linker command failed",
                                                        "npm ERR!",
                                                        "npm error",
                                                        "ninja: build stopped",
                                                        "note: run with `RUST_BACKTRACE",
                                                        "(Use `node --trace-",
                                                        "For more information about this error",
                                                        "error: test failed, to rerun",
                                                        "goroutine ",
                                                        "at ",
                                                        "error: process didn't exit successfully",
                                                        "error: script \"",
                                                        "ELIFECYCLE",
                                                        "Error: Process completed with exit code"};
  if (std::ranges::any_of(kStarts, [&](std::string_view start) { return text.starts_with(start); })) return true;
  // "make: *** [Makefile:2: all] Error 1"
  if (Has(text, ": *** [")) return true;
  if (text == "FAIL" || text.starts_with("FAIL\t") || text.starts_with("FAIL ")) return true;
  // "2 errors generated.", "1 error and 1 warning generated."
  return text.ends_with("generated.") && IsDigit(text.front());
}

bool IsCaret(std::string_view text) { return text.find_first_not_of("^~ |-") == std::string_view::npos; }

// Each: the line that names the error, or nothing. The output has lines.
using Finder = std::optional<std::string> (*)(const OutputLines& lines);

template <typename Fits>
std::optional<std::string> FirstOf(const OutputLines& lines, Fits fits) {
  const auto found = std::ranges::find_if(lines, fits);
  return found == lines.end() ? std::nullopt : std::optional(found->text);
}

// What an exception that was not caught says, under the last traceback.
std::optional<std::string> PythonTraceback(const OutputLines& lines) {
  const auto head = std::find_if(lines.rbegin(), lines.rend(), [](const Line& line) {
    return line.text.starts_with("Traceback (most recent call last):");
  });
  if (head == lines.rend()) return std::nullopt;
  const auto said = std::find_if(head.base(), lines.end(), [](const Line& line) { return !line.indented; });
  return said == lines.end() ? std::nullopt : std::optional(said->text);
}

// "E   AssertionError: assert 1 == 2"
std::optional<std::string> Pytest(const OutputLines& lines) {
  const auto line = FirstOf(lines, [](const Line& one) { return one.text.starts_with("E ") && !one.indented; });
  return line ? std::optional(std::string(Trim(std::string_view(*line).substr(1)))) : std::nullopt;
}

// "error[E0425]: ...", "a.c:3:5: error: ...", "a.c:1:10: fatal error: ...", "a.ts(1,5): error TS2322: ..."
std::optional<std::string> Compiler(const OutputLines& lines) {
  return FirstOf(lines, [](const Line& line) {
    const std::string_view text = line.text;
    if (IsEcho(text)) return false;
    if (text.starts_with("error[E") || Has(text, ": error TS") || Has(text, " - error TS")) return true;
    const std::string_view rest = text.substr(PlaceLength(text));
    const bool placed = rest.size() < text.size();
    return placed && (rest.starts_with(": error:") || rest.starts_with(": fatal error:") ||
                      rest.starts_with(": internal compiler error:") || rest.starts_with(": runtime error:"));
  });
}

// "./main.go:5:2: undefined: foo"; of a failed test what stands below its name.
std::optional<std::string> Go(const OutputLines& lines) {
  const auto in_go = [](std::string_view text) {
    const std::size_t place = PlaceLength(text);
    return place > 0 && Has(text.substr(0, place), ".go:") && text.substr(place).starts_with(": ");
  };
  const auto failed = std::ranges::find_if(lines, [](const Line& line) { return line.text.starts_with("--- FAIL: "); });
  if (failed != lines.end()) {
    const auto below = std::find_if(failed + 1, lines.end(), [&](const Line& line) { return in_go(line.text); });
    return below == lines.end() ? failed->text : below->text;
  }
  return FirstOf(lines, [&](const Line& line) { return !line.indented && in_go(line.text); });
}

// "thread 'main' panicked at src/main.rs:2:5:" with the message below it; "panic: ..." of Go.
std::optional<std::string> Panic(const OutputLines& lines) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string& text = lines[i].text;
    if (text.starts_with("panic: ")) return text;
    if (!text.starts_with("thread '") || !Has(text, " panicked at ")) continue;
    return text.ends_with(':') && i + 1 < lines.size() ? text + " " + lines[i + 1].text : text;
  }
  return std::nullopt;
}

std::optional<std::string> Linker(const OutputLines& lines) {
  return FirstOf(lines, [](const Line& line) {
    return Has(line.text, "undefined reference to ") || Has(line.text, "multiple definition of ") ||
           (Has(line.text, "ld: cannot find ") && !IsEcho(line.text));
  });
}

// Node, Java, C#, and whoever writes like them. The last one is what ended the program: others were caught.
std::optional<std::string> Exception(const OutputLines& lines) {
  const auto found = std::find_if(lines.rbegin(), lines.rend(), [](const Line& line) {
    return !line.indented && NamesException(line.text) && !IsEcho(line.text);
  });
  return found == lines.rend() ? std::nullopt : std::optional(found->text);
}

// What was thrown and is no error: it stands above Node's advice.
std::optional<std::string> ThrownValue(const OutputLines& lines) {
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (lines[i].text.starts_with("(Use `node --trace-uncaught")) return lines[i - 1].text;
  }
  return std::nullopt;
}

std::optional<std::string> Crash(const OutputLines& lines) {
  return FirstOf(lines, [](const Line& line) {
    const std::string_view text = line.text;
    return Has(text, "ERROR: AddressSanitizer") || Has(text, "WARNING: ThreadSanitizer") ||
           Has(text, "ERROR: LeakSanitizer") || (Has(text, "Assertion `") && text.ends_with("failed.")) ||
           text.starts_with("terminate called after throwing") || Has(text, "Segmentation fault");
  });
}

// "make: *** No rule to make target 'x'.  Stop.", "Makefile:2: *** missing separator.  Stop."
std::optional<std::string> Make(const OutputLines& lines) {
  return FirstOf(lines, [](const Line& line) { return Has(line.text, ": *** ") && !Has(line.text, ": *** ["); });
}

// "sh: 1: foo: not found", "cat: x: No such file or directory", "error: ...", "fatal: ..."
std::optional<std::string> Said(const OutputLines& lines) {
  constexpr std::array<std::string_view, 4> kEnds = {": not found", ": command not found",
                                                     ": No such file or directory", ": Permission denied"};
  constexpr std::array<std::string_view, 6> kStarts = {"error:", "fatal:", "failed:", "error -", "fail:", "not ok "};
  return FirstOf(lines, [&](const Line& line) {
    if (IsEcho(line.text)) return false;
    const std::string lower = Lower(line.text);
    return std::ranges::any_of(kStarts, [&](std::string_view start) { return lower.starts_with(start); }) ||
           std::ranges::any_of(kEnds, [&](std::string_view end) { return line.text.ends_with(end); });
  });
}

std::optional<std::string> LastThatSaysSomething(const OutputLines& lines) {
  const auto found = std::find_if(lines.rbegin(), lines.rend(),
                                  [](const Line& line) { return !IsEcho(line.text) && !IsCaret(line.text); });
  return found == lines.rend() ? lines.back().text : found->text;
}

// The first that finds something is right: the surest come first.
constexpr std::array<Finder, 12> kFinders = {Compiler, Panic,     Go,    PythonTraceback,
                                             Pytest,   Linker,    Crash, ThrownValue,
                                             Make,     Exception, Said,  LastThatSaysSomething};

OutputLines LinesOf(std::string_view output) {
  std::vector<std::string_view> raw = Lines(output);
  const std::size_t first = raw.size() - std::min(raw.size(), kMostLines);
  OutputLines lines;
  for (std::size_t i = first; i < raw.size(); ++i) {
    Line line{ShownLine(raw[i].substr(0, 4 * kLongestErrorLine)), raw[i].starts_with(' ') || raw[i].starts_with('\t')};
    if (!line.text.empty()) lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace

std::string ErrorLine(std::string_view output) {
  const OutputLines lines = LinesOf(output);
  if (lines.empty()) return "";
  for (const Finder find : kFinders) {
    if (auto line = find(lines)) return ValidUtf8(line->substr(0, kLongestErrorLine));
  }
  return "";
}

}  // namespace forge
