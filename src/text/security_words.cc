#include "text/security_words.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <utility>

#include "base/strings.h"

namespace forge {
namespace {

struct SecurityEntry {
  std::string_view word;
  std::string_view domain;
  // Every form that counts, separated by blanks; two words joined by '+' must follow one another.
  std::string_view forms;
};

constexpr SecurityEntry kEntries[] = {
    {"auth", "auth",
     "auth auths authn authenticate authenticates authenticated authenticating authentication authenticator "
     "unauthenticated login logins logon sso mfa 2fa"},
    {"token", "auth", "token tokens"},
    {"password", "auth", "password passwords passwd passphrase passphrases"},
    {"jwt", "auth", "jwt jwts"},
    {"oauth", "auth", "oauth oauth2 oidc"},
    {"session", "auth", "session sessions"},
    {"cookie", "auth", "cookie cookies"},
    {"credential", "auth", "credential credentials"},
    {"permission", "authz",
     "permission permissions authz authorize authorizes authorized authorizing authorization authorise authorised "
     "authorisation unauthorized unauthorised acl acls rbac privilege privileges"},
    {"role", "authz", "role roles"},
    {"crypto", "crypto", "crypto cryptography cryptographic hmac"},
    {"hash", "crypto", "hash hashes hashed hashing"},
    {"salt", "crypto", "salt salts salted salting"},
    {"encrypt", "crypto", "encrypt encrypts encrypted encrypting encryption"},
    {"decrypt", "crypto", "decrypt decrypts decrypted decrypting decryption"},
    {"secret", "secrets", "secret secrets"},
    {"api key", "secrets", "apikey apikeys api+key api+keys private+key private+keys"},
    {"sanitize", "input",
     "sanitize sanitizes sanitized sanitizing sanitization sanitise sanitises sanitised sanitising sanitisation"},
    {"xss", "input", "xss"},
    {"sql", "input", "sql"},
    {"inject", "input", "inject injects injected injecting injection injections"},
    {"tls", "transport", "tls ssl mtls https certificate certificates cors csrf"},
};

SecurityLevel LevelOf(std::string_view domain) {
  if (domain == "auth" || domain == "authz" || domain == "crypto") return SecurityLevel::kHigh;
  return domain == "transport" ? SecurityLevel::kLow : SecurityLevel::kMedium;
}

using Forms = std::unordered_map<std::string, std::size_t>;

const Forms& KnownForms() {
  static const Forms forms = [] {
    Forms made;
    for (std::size_t i = 0; i < std::size(kEntries); ++i) {
      for (std::string_view form : Split(kEntries[i].forms, ' ')) made.emplace(form, i);
    }
    return made;
  }();
  return forms;
}

// "parseHTTPToken_v2" -> parse, http, token, v2. What is one word only when not cut (OAuth, APIKey) is known by its
// parts joined: see Look().
std::vector<std::string> PartsOf(std::string_view word) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (std::size_t i = 1; i <= word.size(); ++i) {
    const bool end = i == word.size();
    const bool rises = !end && IsUpper(word[i]) && !IsUpper(word[i - 1]);
    const bool falls = !end && i + 1 < word.size() && IsUpper(word[i]) && IsUpper(word[i - 1]) && IsLower(word[i + 1]);
    if (!end && !rises && !falls) continue;
    parts.push_back(Lower(word.substr(begin, i - begin)));
    begin = i;
  }
  return parts;
}

class Finder {
 public:
  void Read(std::string_view text) {
    std::size_t at = 0;
    while (at < text.size()) {
      if (!IsLetterOrDigit(text[at])) {
        // Two words of different sentences are not one name.
        if (text[at] != ' ' && text[at] != '_' && text[at] != '-') before_.clear();
        at += 1;
        continue;
      }
      std::size_t end = at;
      while (end < text.size() && IsLetterOrDigit(text[end])) ++end;
      ReadWord(text.substr(at, end - at), at > 0 && static_cast<unsigned char>(text[at - 1]) >= 0x80);
      at = end;
    }
  }

  SecurityMark Take() const {
    SecurityMark mark;
    for (std::size_t i = 0; i < std::size(kEntries); ++i) {
      if (!found_[i]) continue;
      mark.words.emplace_back(kEntries[i].word);
      mark.level = std::max(mark.level, LevelOf(kEntries[i].domain));
      if (std::find(mark.domains.begin(), mark.domains.end(), kEntries[i].domain) == mark.domains.end())
        mark.domains.emplace_back(kEntries[i].domain);
    }
    return mark;
  }

 private:
  void ReadWord(std::string_view word, bool behind_letter) {
    constexpr std::size_t kLongest = 64;
    if (word.size() > kLongest || behind_letter) {
      before_.clear();
      return;
    }
    const std::string whole = Lower(word);
    if (Look(whole)) {
      before_ = whole;
      return;
    }
    bool inside = false;
    for (const std::string& part : PartsOf(word)) {
      Look(part);
      Look(before_ + "+" + part);
      if (inside) Look(before_ + part);
      before_ = part;
      inside = true;
    }
  }

  bool Look(const std::string& form) {
    auto known = KnownForms().find(form);
    if (known == KnownForms().end()) return false;
    found_[known->second] = true;
    return true;
  }

  bool found_[std::size(kEntries)] = {};
  std::string before_;
};

}  // namespace

SecurityMark FindSecurityWords(std::string_view text) {
  Finder finder;
  finder.Read(text);
  return finder.Take();
}

std::vector<SecurityMark> FindSecuritySteps(const std::vector<StepSpec>& steps) {
  std::vector<SecurityMark> marks;
  for (const StepSpec& step : steps) {
    std::string text = step.title + "\n" + step.what + "\n" + step.done_when;
    for (const auto* paths : {&step.files, &step.writes}) {
      for (const std::string& path : *paths) text += "\n" + path;
    }
    for (const Criterion& criterion : step.acceptance) text += "\n" + criterion.check + "\n" + criterion.expected;
    for (const std::string& truth : step.must_haves.truths) text += "\n" + truth;
    SecurityMark mark = FindSecurityWords(text);
    if (mark.words.empty()) continue;
    mark.step = step.id;
    marks.push_back(std::move(mark));
  }
  return marks;
}

}  // namespace forge
