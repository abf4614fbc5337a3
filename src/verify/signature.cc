#include "verify/signature.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/strings.h"

namespace forge {
namespace {

bool IsHex(char c) { return IsDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

template <typename Predicate>
std::size_t RunLength(std::string_view text, Predicate fits) {
  return static_cast<std::size_t>(std::ranges::find_if_not(text, fits) - text.begin());
}

// Escape sequences of terminals: ESC [ ... letter, ESC ] ... BEL or ESC \, ESC and one character.
std::size_t EscapeLength(std::string_view text) {
  if (text.size() < 2) return text.size();
  if (text[1] == '[') {
    std::size_t at = 2;
    while (at < text.size() && !(text[at] >= '@' && text[at] <= '~')) ++at;
    return std::min(at + 1, text.size());
  }
  if (text[1] == ']') {
    std::size_t at = 2;
    while (at < text.size() && text[at] != '\a' && text[at] != '\x1b') ++at;
    if (at < text.size() && text[at] == '\x1b') ++at;
    return std::min(at + 1, text.size());
  }
  return 2;
}

// Each matcher: how many bytes at the start of `text` are such a thing, 0 when none. `before` is the character before.

// "dd:dd:dd", with a fraction.
std::size_t ClockLength(std::string_view text) {
  std::size_t at = RunLength(text, IsDigit);
  if (at < 1 || at > 2) return 0;
  for (int part = 0; part < 2; ++part) {
    if (at + 2 >= text.size() || text[at] != ':' || !IsDigit(text[at + 1]) || !IsDigit(text[at + 2])) return 0;
    at += 3;
  }
  if (at < text.size() && IsDigit(text[at])) return 0;
  if (at + 1 < text.size() && (text[at] == '.' || text[at] == ',') && IsDigit(text[at + 1])) {
    at += 1 + RunLength(text.substr(at + 1), IsDigit);
  }
  return at;
}

// "dddd-dd-dd", with a clock and a zone.
std::size_t DateLength(std::string_view text) {
  constexpr std::string_view kShape = "dddd-dd-dd";
  if (text.size() < kShape.size()) return 0;
  for (std::size_t i = 0; i < kShape.size(); ++i) {
    if (kShape[i] == 'd' ? !IsDigit(text[i]) : text[i] != kShape[i]) return 0;
  }
  std::size_t at = kShape.size();
  if (at < text.size() && (text[at] == 'T' || text[at] == ' ')) {
    if (std::size_t clock = ClockLength(text.substr(at + 1)); clock > 0) at += 1 + clock;
  }
  if (at < text.size() && text[at] == 'Z') return at + 1;
  std::string_view zone = text.substr(at);
  if (zone.size() >= 6 && (zone[0] == '+' || zone[0] == '-') && zone[3] == ':') return at + 6;
  return at;
}

// A time of this century as seconds or milliseconds since 1970: 10 or 13 digits, with a fraction.
std::size_t EpochLength(std::string_view text) {
  const std::size_t digits = RunLength(text, IsDigit);
  if ((digits != 10 && digits != 13) || text[0] < '1' || text[0] > '4') return 0;
  std::size_t at = digits;
  if (at + 1 < text.size() && text[at] == '.' && IsDigit(text[at + 1])) {
    at += 1 + RunLength(text.substr(at + 1), IsDigit);
  }
  const bool ends = at == text.size() || (!IsLetterOrDigit(text[at]) && text[at] != '_');
  return ends ? at : 0;
}

// "0.03s", "12 ms", "1m05s", "3 seconds".
std::size_t DurationLength(std::string_view text) {
  constexpr std::array<std::string_view, 10> kLoose = {"ms",     "us",      "ns",     "sec",     "secs",
                                                       "second", "seconds", "minute", "minutes", "min"};
  std::size_t at = 0;
  while (true) {
    std::size_t digits = RunLength(text.substr(at), [](char c) { return IsDigit(c) || c == '.'; });
    if (digits == 0 || !IsDigit(text[at])) return at;
    std::string_view rest = text.substr(at + digits);
    bool loose = rest.starts_with(' ');
    if (loose) rest.remove_prefix(1);
    std::size_t letters = RunLength(rest, IsLetter);
    std::string_view unit = rest.substr(0, letters);
    bool known = loose ? std::ranges::find(kLoose, unit) != kLoose.end() && at == 0
                       : IsOneOf(unit, {"ms", "us", "ns", "sec", "min", "mins", "secs", "s", "m", "h"}) ||
                             std::ranges::find(kLoose, unit) != kLoose.end();
    if (!known) return at;
    at += digits + (loose ? 1 : 0) + letters;
    if (loose) return at;
  }
}

std::size_t AddressLength(std::string_view text) {
  if (!text.starts_with("0x") && !text.starts_with("0X")) return 0;
  std::size_t digits = RunLength(text.substr(2), IsHex);
  return digits == 0 ? 0 : digits + 2;
}

// Hashes and the parts of UUIDs: long, and both letters and digits, so that neither words nor numbers are taken.
std::size_t HashLength(std::string_view text) {
  std::size_t length = RunLength(text, IsHex);
  if (length < 7 || (length < text.size() && IsLetterOrDigit(text[length]))) return 0;
  std::string_view word = text.substr(0, length);
  bool mixed = std::ranges::any_of(word, IsDigit) && std::ranges::any_of(word, IsLetter);
  return mixed ? length : 0;
}

// "/tmp/anything": what is below it stays.
std::size_t TemporaryLength(std::string_view text) {
  constexpr std::array<std::string_view, 4> kRoots = {"/tmp/", "/var/tmp/", "/dev/shm/", "/var/folders/"};
  for (std::string_view root : kRoots) {
    if (!text.starts_with(root)) continue;
    constexpr std::string_view kEnds = "/ \t:;,'\"`()<>[]{}";
    return root.size() + RunLength(text.substr(root.size()), [&](char c) { return kEnds.find(c) == kEnds.npos; });
  }
  return 0;
}

// "==1234==" of the sanitizers; "pid 1234", "pid=1234", "PID: 1234".
std::size_t ProcessLength(std::string_view text) {
  if (text.starts_with("==")) {
    std::size_t digits = RunLength(text.substr(2), IsDigit);
    return digits > 0 && text.substr(2 + digits).starts_with("==") ? digits + 4 : 0;
  }
  if (text.size() < 5 || !EqualsIgnoreCase(text.substr(0, 3), "pid")) return 0;
  std::size_t between = RunLength(text.substr(3), [](char c) { return c == ' ' || c == '=' || c == ':'; });
  std::size_t digits = RunLength(text.substr(3 + between), IsDigit);
  return between > 0 && digits > 0 ? 3 + between + digits : 0;
}

// "[12/345]" at the start of a line.
std::size_t ProgressLength(std::string_view text) {
  if (!text.starts_with('[')) return 0;
  std::size_t at = 1 + RunLength(text.substr(1), [](char c) { return IsDigit(c) || c == '/' || c == '%' || c == ' '; });
  return at > 1 && text.substr(at).starts_with(']') ? at + 1 : 0;
}

struct Kind {
  std::size_t (*length)(std::string_view);
  std::string_view word;
  bool starts_a_word;        // not in the middle of a name or a number
  bool after_colon = false;  // also where a line number might stand: it is too long for one
};

constexpr std::array<Kind, 9> kKinds = {{
    {TemporaryLength, "<tmp>", true},
    {ProcessLength, "<pid>", true},
    {DateLength, "<time>", true},
    {ClockLength, "<time>", true},
    {AddressLength, "<address>", true},
    {HashLength, "<hash>", true},
    {DurationLength, "<time>", true},
    {EpochLength, "<time>", true, true},
    {ProgressLength, "", false},
}};

bool InsideWord(std::string_view line, std::size_t at) {
  if (at == 0) return false;
  char before = line[at - 1];
  return IsLetterOrDigit(before) || before == '_' || before == '.' || (before == ':' && IsDigit(line[at]));
}

void AppendNormalized(std::string& out, std::string_view line) {
  for (std::size_t at = 0; at < line.size();) {
    bool inside = InsideWord(line, at);
    bool colon = at > 0 && line[at - 1] == ':';
    std::size_t length = 0;
    for (const Kind& kind : kKinds) {
      if (kind.starts_a_word ? inside && !(kind.after_colon && colon) : at != 0) continue;
      length = kind.length(line.substr(at));
      if (length == 0) continue;
      out += kind.word;
      break;
    }
    if (length == 0) {
      out += line[at];
      length = 1;
    }
    at += length;
  }
}

}  // namespace

std::string ShownLine(std::string_view line) {
  if (std::size_t rewritten = TrimRight(line).rfind('\r'); rewritten != std::string_view::npos) {
    line.remove_prefix(rewritten + 1);
  }
  std::string out;
  for (std::size_t at = 0; at < line.size();) {
    if (line[at] == '\x1b') {
      at += EscapeLength(line.substr(at));
    } else {
      bool blank = line[at] == ' ' || line[at] == '\t';
      if (!blank) out += line[at];
      if (blank && !out.empty() && out.back() != ' ') out += ' ';
      ++at;
    }
  }
  return std::string(TrimRight(out));
}

std::string NormalizeOutput(std::string_view output) {
  std::string out;
  for (std::string_view line : Lines(output)) {
    std::string shown = ShownLine(line);
    if (std::ranges::none_of(shown, [](char c) { return IsLetterOrDigit(c) || static_cast<unsigned char>(c) >= 0x80; }))
      continue;
    std::string normal;
    AppendNormalized(normal, shown);
    std::string_view trimmed = Trim(normal);
    if (trimmed.empty()) continue;
    out += trimmed;
    out += '\n';
  }
  return out;
}

std::string Signature(std::string_view output) { return Sha256(NormalizeOutput(output)).substr(0, 16); }

}  // namespace forge
