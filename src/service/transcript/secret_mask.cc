#include "service/transcript/secret_mask.h"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "base/base64.h"
#include "base/strings.h"
#include "memory/secrets.h"
#include "model/outcome.h"
#include "text/secret_names.h"
#include "verify/verify.h"

namespace forge {
namespace {

constexpr std::size_t kShortestSecret = 8;
constexpr std::size_t kShortestGiven = 6;
constexpr std::size_t kLongestWord = 15;
constexpr int kMostBreaks = 4;  // that are tried
constexpr std::string_view kBlanksOfLine = " \t\r";

bool IsWord(std::string_view value) {
  return value.size() <= kLongestWord &&
         std::ranges::all_of(value, [](char c) { return IsLetterOrDigit(c) && !IsDigit(c); });
}

// Of an encoded text that begins with so many other bytes: the characters that only the value decides.
std::string CoreOf(const std::string& encoded, std::size_t before, std::size_t size) {
  const std::size_t begin = (8 * before + 5) / 6;
  return encoded.substr(begin, 8 * (before + size) / 6 - begin);
}

}  // namespace

bool IsLineOfBase64(std::string_view line) {
  constexpr std::size_t kShortestLine = 60;  // 64 and 76 are usual
  if (line.ends_with('\r')) line.remove_suffix(1);
  // Something else may stand before it: `token: dGhl...`.
  if (line.size() < kShortestLine) return false;
  return std::ranges::all_of(line.substr(line.size() - kShortestLine), [](char c) {
    return IsLetterOrDigit(c) || c == '+' || c == '/' || c == '-' || c == '_' || c == '=';
  });
}

void SecretMask::Hide(const std::map<std::string, std::string>& environment) {
  for (const auto& [name, value] : environment) {
    // A path to a secret is none.
    if (NamesSecret(name) && !value.starts_with('/')) HideValue(value);
  }
}

void SecretMask::HideValue(std::string_view value) {
  Add(value, kShortestSecret);
  for (std::string_view line : Lines(value)) Add(Trim(line), kShortestSecret);
}

void SecretMask::HideGiven(const std::map<std::string, std::string>& values) {
  for (const auto& [name, value] : values) {
    const std::string lower = Lower(name);
    const bool login = lower.find("auth") != std::string::npos || lower.find("cookie") != std::string::npos;
    if (!login && !NamesSecret(name)) continue;
    const std::string_view token = Trim(std::string_view(value).substr(std::min(value.size(), value.find(' ') + 1)));
    for (const std::string_view one : {std::string_view(value), token}) {
      if (!IsWord(one)) Add(one, kShortestGiven);
    }
    HideValue(value);
  }
}

void SecretMask::AddForm(std::string value, std::vector<std::string>& forms) {
  if (std::ranges::find(forms, value) != forms.end()) return;
  if (value.find('\n') == std::string::npos) longest_ = std::max(longest_, value.size());
  forms.push_back(std::move(value));
  std::ranges::stable_sort(forms, std::ranges::greater(), &std::string::size);
}

void SecretMask::Add(std::string_view value, std::size_t shortest) {
  if (value.size() < shortest) return;
  AddForm(std::string(value), values_);
  if (IsWord(value)) return;
  for (std::size_t before = 0; before < 3; ++before) {
    for (auto encode : {Base64, Base64Url})
      AddForm(CoreOf(encode(std::string(before, '\0') + std::string(value)), before, value.size()), encoded_);
  }
}

// A core that goes on in the next line.
void SecretMask::HideWrapped(std::string& text) const {
  const std::vector<std::string_view> lines = Lines(text);
  if (lines.size() < 2 || std::ranges::none_of(lines, IsLineOfBase64)) return;
  std::string flat;
  std::vector<std::size_t> places;  // of each byte of it in the text
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n' || text[i] == '\r') continue;
    flat += text[i];
    places.push_back(i);
  }
  std::vector<std::pair<std::size_t, std::size_t>> found;  // begin, end
  for (const std::string& core : encoded_) {
    for (std::size_t at = flat.find(core); at != std::string::npos; at = flat.find(core, at + 1))
      found.emplace_back(places[at], places[at + core.size() - 1] + 1);
  }
  std::ranges::sort(found);
  std::string masked;
  std::size_t done = 0;
  for (const auto& [begin, end] : found) {
    if (begin >= done) masked.append(text, done, begin - done).append(kMaskedSecret);
    done = std::max(done, end);
  }
  if (!found.empty()) text = masked.append(text, done);
}

std::string SecretMask::Hidden(std::string_view text, bool words_too) const {
  std::string masked(text);
  for (const std::string& value : values_) {
    if (!words_too && IsWord(value)) continue;
    if (masked.find(value) != std::string::npos) masked = ReplaceAll(masked, value, kMaskedSecret);
  }
  for (const std::string& core : encoded_) {
    if (masked.find(core) != std::string::npos) masked = ReplaceAll(masked, core, kMaskedSecret);
  }
  HideWrapped(masked);
  return masked;
}

std::string SecretMask::Apply(std::string_view text) const { return MaskSecrets(Hidden(text, true)); }

std::string SecretMask::ApplyKnown(std::string_view text) const { return Hidden(text, false); }

Json SecretMask::ApplyToJson(const Json& value) const {
  if (value.is_string()) return Apply(value.AsString());
  if (value.is_array()) {
    Json list = Json::MakeArray();
    for (const Json& item : value.AsArray()) list.Append(ApplyToJson(item));
    return list;
  }
  if (!value.is_object()) return value;
  Json object = Json::MakeObject();
  for (const auto& [name, member] : value.AsObject()) {
    Json masked = ApplyToJson(member);
    // `"password": "..."`: the value alone may look like anything.
    if (masked.is_string() && NamesSecret(name) && FindSecret(name + ": " + masked.AsString()))
      masked = std::string(kMaskedSecret);
    object.Set(name, std::move(masked));
  }
  return object;
}

AgentEvent SecretMask::ApplyToEvent(const AgentEvent& event) const {
  return {event.kind, Apply(event.text), ApplyToJson(event.data)};
}

void SecretMask::ApplyToOutcome(UnitOutcome& outcome) const {
  for (std::string* text : {&outcome.error, &outcome.summary}) *text = ApplyKnown(*text);
  for (std::string& reason : outcome.reasons) reason = ApplyKnown(reason);
}

void SecretMask::ApplyToReport(VerifyReport& report) const {
  for (VerifyResult& result : report.results) {
    result.output = Apply(result.output);
    if (!result.tests) continue;
    for (FailedTest& test : result.tests->failures) test.message = Apply(test.message);
  }
}

std::size_t SecretMask::WholeUpTo(std::string_view line, bool anywhere) const {
  if (line.size() <= longest_) return 0;
  const std::string all = Apply(line);
  // Nothing that is hidden stands at the break if both sides alone come to the same.
  const auto may_break = [&](std::size_t at) { return Apply(line.substr(0, at)) + Apply(line.substr(at)) == all; };
  std::size_t end = line.size() - longest_;
  for (int tries = 0; tries < kMostBreaks && end > 0; ++tries) {
    const std::size_t blank = line.find_last_of(kBlanksOfLine, end - 1);
    if (blank == std::string_view::npos) break;
    if (may_break(blank + 1)) return blank + 1;
    end = blank;
  }
  if (!anywhere) return 0;
  for (const std::size_t back : {longest_, 2 * longest_}) {
    if (line.size() > back && may_break(line.size() - back)) return line.size() - back;
  }
  return line.size();
}

}  // namespace forge
