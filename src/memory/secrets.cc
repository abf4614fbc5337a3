#include "memory/secrets.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/strings.h"

namespace forge {
namespace {

// What follows a prefix: any token's characters; letters and digits up to the first other character; the sixteen of an
// AWS key; or what `sk-` has, a long run of letters and digits and no dot: names of files and styles begin so, too.
enum class Body { kAny, kAlphanumeric, kAws, kRun };

struct Shape {
  std::string_view prefix;
  std::size_t least;  // characters after the prefix
  std::string_view kind;
  Body body = Body::kAny;
};

// Prefixes that vendors put on their tokens so that they can be found.
constexpr std::array kShapes = {
    Shape{"AKIA", 16, "an AWS access key", Body::kAws},
    Shape{"ASIA", 16, "an AWS access key", Body::kAws},
    Shape{"ghp_", 20, "a GitHub token", Body::kAlphanumeric},
    Shape{"gho_", 20, "a GitHub token", Body::kAlphanumeric},
    Shape{"ghs_", 20, "a GitHub token", Body::kAlphanumeric},
    Shape{"ghu_", 20, "a GitHub token", Body::kAlphanumeric},
    Shape{"ghr_", 20, "a GitHub token", Body::kAlphanumeric},
    Shape{"github_pat_", 20, "a GitHub token"},
    Shape{"glpat-", 16, "a GitLab token"},
    Shape{"sk-ant-", 16, "an API key"},
    Shape{"sk-proj-", 16, "an API key"},
    Shape{"sk-", 20, "an API key", Body::kRun},
    Shape{"sk_live_", 16, "a Stripe key"},
    Shape{"rk_live_", 16, "a Stripe key"},
    Shape{"xoxb-", 10, "a Slack token"},
    Shape{"xoxp-", 10, "a Slack token"},
    Shape{"xoxa-", 10, "a Slack token"},
    Shape{"AIza", 30, "a Google API key"},
    Shape{"ya29.", 20, "a Google token"},
    Shape{"npm_", 36, "an npm token", Body::kAlphanumeric},
    Shape{"pypi-", 30, "a PyPI token"},
    Shape{"dop_v1_", 30, "a DigitalOcean token"},
    Shape{"hf_", 34, "a Hugging Face token", Body::kAlphanumeric},
    Shape{"SG.", 30, "a SendGrid key"},
    Shape{"eyJ", 40, "a JSON web token"},
};

constexpr std::array<std::string_view, 15> kSecretNames = {
    "password",   "passwd",     "passphrase",    "secret", "token",      "api_key",   "apikey",      "api-key",
    "access_key", "access-key", "client_secret", "pwd",    "auth_token", "secretkey", "private_key",
};

constexpr std::string_view kNamed = "a password or key";
constexpr std::size_t kShortestRandom = 20;
constexpr double kRandomEntropy = 4.0;
constexpr double kPlainEntropy = 3.7;

bool IsTokenChar(char c) { return IsLetterOrDigit(c) || c == '_' || c == '-' || c == '+' || c == '=' || c == '.'; }

std::size_t TokenLength(std::string_view text, Body body) {
  std::size_t length = 0;
  for (; length < text.size(); ++length) {
    const char c = text[length];
    const bool fits = IsLetterOrDigit(c) || (body == Body::kRun && (c == '-' || c == '_')) ||
                      (body == Body::kAny && (IsTokenChar(c) || c == '/'));
    if (!fits) break;
  }
  return length;
}

std::size_t LongestRun(std::string_view text) {  // of letters and digits
  std::size_t longest = 0, run = 0;
  for (char c : text) {
    run = IsLetterOrDigit(c) ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

bool FitsShape(const Shape& shape, std::string_view body, std::string_view after) {
  if (body.size() < shape.least || std::ranges::none_of(body, IsDigit)) return false;
  if (shape.body == Body::kAws)
    return body.size() == shape.least &&
           std::ranges::all_of(body, [](char c) { return IsUpper(c) || (c >= '2' && c <= '7'); });
  if (shape.body != Body::kRun) return true;
  const bool dotted = after.size() > 1 && after[0] == '.' && IsLetterOrDigit(after[1]);
  return !dotted && LongestRun(body) >= shape.least;
}

// A secret and where it stands.
struct Found {
  std::size_t at, size;
  std::string_view kind;
};

// Each byte is looked at a fixed number of times, however many keys begin.
void FindPrivateKeys(std::string_view text, std::vector<Found>& found) {
  constexpr std::string_view kKeyBegin = "-----BEGIN", kKeyEnd = "-----END", kDashes = "-----";
  constexpr std::size_t kLongestLabel = 64;
  for (std::size_t at = text.find(kKeyBegin); at != std::string_view::npos;) {
    const std::size_t label = at + kKeyBegin.size();
    const std::size_t next = text.find(kKeyBegin, label);
    const std::string_view line = text.substr(label, kLongestLabel);
    const std::string_view name = line.substr(0, std::min(line.find(kDashes), line.find('\n')));
    const bool ends = line.substr(name.size()).starts_with(kDashes);
    if (ends && name.find("PRIVATE KEY") != std::string_view::npos) {
      const std::string_view key = text.substr(at, next == std::string_view::npos ? next : next - at);
      std::size_t end = key.find(kKeyEnd);
      if (end != std::string_view::npos) end = key.find(kDashes, end + kKeyEnd.size());
      found.push_back({at, end == std::string_view::npos ? key.size() : end + kDashes.size(), "a private key"});
    }
    at = next;
  }
}

void FindKnownShapes(std::string_view text, std::vector<Found>& found) {
  for (const Shape& shape : kShapes) {
    for (std::size_t at = text.find(shape.prefix); at != std::string_view::npos;) {
      std::size_t next = at + shape.prefix.size();
      if (at == 0 || !IsLetterOrDigit(text[at - 1])) {
        const std::string_view rest = text.substr(next);
        const std::string_view body = rest.substr(0, TokenLength(rest, shape.body));
        if (FitsShape(shape, body, rest.substr(body.size())))
          found.push_back({at, shape.prefix.size() + body.size(), shape.kind});
        next += body.size();  // what was looked at is not looked at again: a text may be one prefix after the other
      }
      at = text.find(shape.prefix, next);
    }
  }
}

// `<token>`, `{token}`, `$TOKEN`, `$(cat token)`, `%TOKEN%`, `%(token)s`, `***`, `sk-...`, or with something filled in
// later anywhere, as in `a${TOKEN}b`. Such a character within a value alone says nothing.
bool HasPlaceholderShape(std::string_view value) {
  for (const std::string_view filled : {"${", "{{", "#{", "%("}) {
    if (value.find(filled) != std::string_view::npos) return true;
  }
  if (value.size() < 2) return false;
  const char first = value.front();
  const char last = value.back();
  // `<your token>` is cut at its blank.
  const bool enclosed = first == '<' || (first == '{' && last == '}') || (first == '%' && last == '%');
  const bool variable = first == '$' && (IsLetter(value[1]) || value[1] == '_' || value[1] == '(');
  return enclosed || variable || value.ends_with("...") || value.find_first_not_of("*.xX-") == std::string_view::npos;
}

// A placeholder for a secret, or where the secret comes from: `your-token`, `example_key`, `process.env.TOKEN`.
bool IsPlaceholder(std::string_view value) {
  if (HasPlaceholderShape(value)) return true;
  const std::string lower = Lower(value);
  for (std::size_t at = 0; at < lower.size();) {
    std::size_t end = at;
    while (end < lower.size() && IsLetterOrDigit(lower[end])) ++end;
    const std::string_view word = std::string_view(lower).substr(at, end - at);
    at = end + 1;
    if (IsOneOf(word, {"example", "changeme", "placeholder", "redacted", "env"})) return true;
    const bool plain = std::ranges::none_of(word, IsDigit);
    for (const std::string_view begin : {"your", "xxxx", "envi"}) {  // the last: the environment, as programs call it
      if (plain && word.starts_with(begin)) return true;
    }
  }
  return false;
}

int Switches(std::string_view token) {  // between letters and digits: names have few
  int count = 0;
  for (std::size_t i = 1; i < token.size(); ++i) count += IsDigit(token[i]) != IsDigit(token[i - 1]) ? 1 : 0;
  return count;
}

// "the token is 9f8e...": what follows is prose unless it looks like nothing else.
std::optional<std::size_t> AfterIs(std::string_view lower, std::size_t at) {
  for (std::string_view word : {" is ", " was "}) {
    if (lower.substr(at).starts_with(word)) return at + word.size();
  }
  return std::nullopt;
}

// `token = lexer.Next()` names what holds a secret; `token = "a1b2c3"` is one.
bool IsExpression(std::string_view value) {
  bool has_digit = false;
  for (char c : value) has_digit = has_digit || IsDigit(c);
  return !has_digit || value.find_first_of("()[]:") != std::string_view::npos ||
         value.find("->") != std::string_view::npos;
}

// A value may be as long as the text, and begin again and again in itself: what it is, its beginning says.
constexpr std::size_t kJudgedValue = 512;

// `password = hunter22xx`: a name of ours, then = or :, then a value that is more than a word.
void FindNamedValues(std::string_view text, std::vector<Found>& found) {
  const std::string lower = Lower(text);
  for (std::string_view name : kSecretNames) {
    std::size_t end = 0;  // of the value before: it is also the end of one that begins within it
    std::size_t after = 0;
    for (std::size_t at = lower.find(name); at != std::string::npos; at = lower.find(name, after)) {
      after = at + 1;
      std::size_t next = at + name.size();
      while (next < text.size() && (text[next] == '"' || text[next] == '\'' || text[next] == '`')) ++next;
      const auto said = AfterIs(lower, next);
      while (next < text.size() && text[next] == ' ') ++next;
      if (!said && (next >= text.size() || (text[next] != '=' && text[next] != ':'))) continue;
      const bool assigns = !said && text[next] == '=';
      next = said ? *said : next + 1;
      while (next < text.size() && (text[next] == ' ' || text[next] == '"' || text[next] == '\'' || text[next] == '`'))
        ++next;
      end = std::max(end, next);
      while (end < text.size() && std::string_view(" \t\r\n\"'`,;)").find(text[end]) == std::string::npos) ++end;
      const std::string_view value = text.substr(next, std::min(end - next, kJudgedValue));
      int kinds = 0;
      for (auto fits : {IsUpper, IsLower, IsDigit}) {
        bool any = false;
        for (char c : value) any = any || fits(c);
        kinds += any ? 1 : 0;
      }
      if (said && Switches(value) < 3) continue;
      // After a colon a plain word is prose: "token: expires after a day".
      if (value.size() >= (assigns ? 6U : 8U) && (assigns || kinds >= 2) && !IsPlaceholder(value)) {
        found.push_back({next, end - next, kNamed});
        if (value.size() == kJudgedValue) after = next + kJudgedValue;
      }
    }
  }
}

// https://user:secret@host. `Add` gets the place of the secret, and the host.
template <typename Add>
void FindUrlPasswords(std::string_view text, std::string_view ends, const Add& add) {
  for (std::size_t at = text.find("://"); at != std::string_view::npos; at = text.find("://", at + 3)) {
    const std::string_view rest = text.substr(at + 3);
    const std::string_view authority = rest.substr(0, rest.find_first_of(ends));
    const std::size_t host = authority.rfind('@');
    const std::size_t colon = authority.find(':');
    if (host == std::string_view::npos || colon == std::string_view::npos || colon > host) continue;
    const std::string_view password = authority.substr(colon + 1, host - colon - 1);
    if (password.size() >= 3 && !IsPlaceholder(password))
      add(Found{at + 3 + colon + 1, password.size(), "a password in a URL"}, authority.substr(host + 1));
  }
}

void FindPasswordsInUrls(std::string_view text, std::vector<Found>& found) {
  FindUrlPasswords(text, "/ \t\r\n?#", [&](const Found& one, std::string_view) { found.push_back(one); });
}

// A run of letters and digits that no word, path or hash looks like.
bool LooksRandom(std::string_view token) {
  if (token.size() < kShortestRandom) return false;
  int upper = 0;
  int lower = 0;
  int digits = 0;
  bool hex = true;
  for (char c : token) {
    upper += IsUpper(c) ? 1 : 0;
    lower += IsLower(c) ? 1 : 0;
    digits += IsDigit(c) ? 1 : 0;
    hex = hex && (IsDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'));
  }
  if (hex) return false;  // commits, trees, checksums
  const int switches = Switches(token);
  // Without capitals it takes more to be sure.
  if (upper == 0 || lower == 0) return token.size() >= 24 && switches >= 8 && Entropy(token) >= kPlainEntropy;
  return digits > 1 && switches >= 4 && Entropy(token) >= kRandomEntropy;
}

void FindRandomTokens(std::string_view text, std::vector<Found>& found) {
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t end = at;
    while (end < text.size() &&
           (IsLetterOrDigit(text[end]) || text[end] == '+' || text[end] == '=' || text[end] == '_'))
      ++end;
    if (LooksRandom(text.substr(at, end - at))) found.push_back({at, end - at, "a random token"});
    at = end + 1;
  }
}

// Behind its first line a key has its text, after header lines (`Proc-Type: ...`), line ends or written `\n`.
bool HasKeyText(std::string_view after) {
  constexpr std::size_t kNear = 400;
  constexpr std::size_t kKeyText = 40;
  std::size_t run = 0;
  for (char c : after.substr(0, kNear)) {
    run = IsLetterOrDigit(c) || c == '+' || c == '/' || c == '=' ? run + 1 : 0;
    if (run >= kKeyText) return true;
  }
  return false;
}

bool IsSurelyAToken(const Found& one, std::string_view token) {
  const std::string_view body = token.substr(std::min<std::size_t>(token.size(), 4));
  if (HasPlaceholderShape(token) || token.ends_with("EXAMPLE") || IsPlaceholder(token)) return false;
  if (one.kind == "a JSON web token") return std::ranges::count(token, '.') == 2;
  constexpr double kTokenEntropy = 3.0;
  return Entropy(body) >= kTokenEntropy && (one.kind == "an AWS access key" || Switches(body) >= 3);
}

// Of an example, or of this machine.
bool IsOwnOrExampleHost(std::string_view host) {
  const std::string name = Lower(host.substr(0, host.find(':')));
  if (name.empty() || name == "localhost" || name.starts_with("127.") || name.ends_with(".example")) return true;
  for (const std::string_view domain : {"example.com", "example.org", "example.net"}) {
    if (name == domain || name.ends_with("." + std::string(domain))) return true;
  }
  return false;
}

bool IsSureUrlPassword(std::string_view password, std::string_view host) {
  constexpr std::size_t kLeastPassword = 6;
  if (password.size() < kLeastPassword || std::ranges::none_of(password, IsDigit) || HasPlaceholderShape(password))
    return false;
  if (IsOwnOrExampleHost(host)) return false;
  // A name without a dot is of a network of containers: `postgres:postgres1@db` is a default, not a secret.
  return host.find('.') != std::string_view::npos || Switches(password) >= 3;
}

// A path, a hash, a UUID, or words with numbers between signs.
bool IsNoKey(std::string_view value) {
  for (const std::string_view begin : {"/", "$2", "$argon", "sha256-", "sha384-", "sha512-"}) {
    if (value.starts_with(begin)) return true;
  }
  const bool hex = value.find_first_not_of("0123456789abcdefABCDEF-") == std::string_view::npos;
  constexpr std::size_t kLeastRun = 12;
  return hex || LongestRun(value) < kLeastRun;
}

// `"api_key": "9fK2..."`: quoted, long, with digits between its letters.
bool IsSurelyNamed(std::string_view text, const Found& one) {
  constexpr std::size_t kLeast = 12;
  const std::string_view value = text.substr(one.at, std::min(one.size, kJudgedValue));
  const bool quoted = one.at > 0 && std::string_view("\"'`").find(text[one.at - 1]) != std::string_view::npos;
  return quoted && value.size() >= kLeast && Switches(value) >= 3 && Entropy(value) >= 3.0 && !IsExpression(value) &&
         !IsNoKey(value);
}

// The surest first.
std::vector<Found> FindAll(std::string_view text) {
  std::vector<Found> found;
  for (auto find : {FindPrivateKeys, FindKnownShapes, FindPasswordsInUrls, FindNamedValues, FindRandomTokens})
    find(text, found);
  return found;
}

}  // namespace

double Entropy(std::string_view text) {
  if (text.empty()) return 0;
  std::array<int, 256> counts{};
  for (char c : text) ++counts[static_cast<unsigned char>(c)];
  double bits = 0;
  const auto size = static_cast<double>(text.size());
  for (int count : counts) {
    if (count == 0) continue;
    const double share = count / size;
    bits -= share * std::log2(share);
  }
  return bits;
}

std::optional<std::string_view> FindSecret(std::string_view text) {
  const std::vector<Found> found = FindAll(text);
  return found.empty() ? std::nullopt : std::optional(found.front().kind);
}

std::string MaskSecrets(std::string_view text) {
  std::vector<Found> found = FindAll(text);
  std::erase_if(found, [&](const Found& one) {
    return one.kind == kNamed && IsExpression(text.substr(one.at, std::min(one.size, kJudgedValue)));
  });
  std::ranges::sort(found, {}, &Found::at);
  std::string masked;
  std::size_t done = 0;
  for (const Found& one : found) {
    if (one.at >= done) masked.append(text.substr(done, one.at - done)).append(kMaskedSecret);
    done = std::max(done, one.at + one.size);
  }
  return masked.append(text.substr(done));
}

std::vector<SureSecret> FindSureSecrets(std::string_view text) {
  std::vector<Found> keys, tokens, named;
  FindPrivateKeys(text, keys);
  FindKnownShapes(text, tokens);
  FindNamedValues(text, named);
  std::vector<Found> sure;
  for (const Found& one : keys) {
    constexpr std::string_view kLine = "PRIVATE KEY-----";
    const std::size_t name = text.find("PRIVATE KEY", one.at);
    const std::string_view key = text.substr(0, one.at + one.size);
    if (HasKeyText(key.substr(std::min(name + kLine.size(), key.size())))) sure.push_back(one);
  }
  for (const Found& one : tokens) {
    if (IsSurelyAToken(one, text.substr(one.at, one.size))) sure.push_back(one);
  }
  FindUrlPasswords(text, "/ \t\r\n?#\"'`<>,;)(]}\\", [&](const Found& one, std::string_view host) {
    if (IsSureUrlPassword(text.substr(one.at, one.size), host)) sure.push_back(one);
  });
  for (const Found& one : named) {
    if (IsSurelyNamed(text, one)) sure.push_back(one);
  }
  std::ranges::stable_sort(sure, {}, &Found::at);
  std::vector<SureSecret> found;
  std::size_t done = 0;
  for (const Found& one : sure) {
    if (one.at < done) continue;  // a part of the one before
    found.push_back({one.at, one.size, one.kind});
    done = one.at + one.size;
  }
  return found;
}

Status RefuseSecrets(std::string_view text) {
  const auto kind = FindSecret(text);
  if (!kind) return {};
  return Fail(Code::kInvalid, fmt::format("the text seems to contain {}; it was not stored", *kind),
              "say where the secret is kept, not what it is");
}

}  // namespace forge
