// What a refresh changes in the login file of an agent program, and what of a changed file may go back to the user's.
// Pure: knows no files and no program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace forge {

// Tokens that are refreshed together.
struct LoginGroup {
  std::string_view path;                  // of their object, with dots; `*` is any name; "": the whole file
  std::vector<std::string_view> members;  // of that object, with dots: what a refresh changes or adds
  std::string_view moment;                // the member of them that grows each time: a number, or a time as text
  // When the program itself refreshes them: so long after that moment (before it, if negative). None: not known.
  std::optional<std::int64_t> due_ms = std::nullopt;
};

// So long before a token expires several programs refresh it.
inline constexpr std::int64_t kBeforeExpiryMs = -5 * 60'000;

struct LoginForm {
  std::string_view file;  // its name; JSON
  std::vector<LoginGroup> groups;
};

// `lent`: what a unit got; `after`: what it left; `now`: the user's file as it is. What the user's file becomes; none:
// it stays as it is, also when another unit refreshed the same tokens later. kInvalid: more has changed than a refresh
// changes, or `after` is not such a file; the message names the member and no value.
Result<std::optional<std::string>> TakeRefresh(const LoginForm& form, std::string_view lent, std::string_view after,
                                               std::string_view now);

// Whether a program that starts at `now_ms` (Unix time) would refresh tokens of the file first.
bool IsDue(const LoginForm& form, std::string_view text, std::int64_t now_ms);

// The tokens in such a file, to be hidden wherever they are printed.
std::vector<std::string> TokensIn(const LoginForm& form, std::string_view text);

}  // namespace forge
