// How a failure travels: a value with context, up to the surface that prints it.
// Does not know what any error is about.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <utility>

namespace forge {

// Few, and about what the caller can do.
enum class Code {
  kInvalid,      // the input is wrong: correct it
  kNotFound,     // the thing named does not exist
  kConflict,     // another process changed or holds it
  kIo,           // the machine refused: disk, permission
  kExhausted,    // it is short of descriptors, memory, processes or disk space: try again later
  kCorrupt,      // what is stored cannot be read back
  kUnavailable,  // a program or service is not there
  kCancelled,    // stopped on request
  kInternal,     // a bug
};

struct Error {
  Code code = Code::kInternal;
  std::string message;  // what failed, on what
  std::string hint;     // what to do about it; may be empty
};

template <typename T>
using Result = std::expected<T, Error>;
using Status = Result<void>;

// Makes the failed branch of a Result: `return Fail(Code::kIo, "open x: no space")`.
std::unexpected<Error> Fail(Code code, std::string message, std::string hint = "");

// Adds context in front: "resume run 17: <what it was>".
Error WithContext(std::string_view context, Error error);

// One line for people: the message, and the hint on a second line when there is one.
std::string Describe(const Error& error);

std::string_view CodeName(Code code);

// Programmer error. On in release too: the journal makes stopping safe.
[[noreturn]] void CheckFailed(const char* expression, const char* file, int line);

}  // namespace forge

#define FORGE_CONCAT_INNER(a, b) a##b
#define FORGE_CONCAT(a, b) FORGE_CONCAT_INNER(a, b)

// NOLINTBEGIN(bugprone-macro-parentheses): a name that is declared cannot stand in parentheses.
#define FORGE_TRY(name, expr)                                   \
  __extension__({                                               \
    auto name = (expr);                                         \
    if (!name) return std::unexpected(std::move(name).error()); \
    std::move(name).value();                                    \
  })

// `auto x = TRY(Load(path));` passes a failure on to our caller.
#define TRY(expr) FORGE_TRY(FORGE_CONCAT(try_result_, __COUNTER__), expr)

#define FORGE_TRY_WITH(name, context, expr)                                                    \
  __extension__({                                                                              \
    auto name = (expr);                                                                        \
    if (!name) return std::unexpected(::forge::WithContext(context, std::move(name).error())); \
    std::move(name).value();                                                                   \
  })

// The same, saying what we were at: `TRY_WITH("open the store", Open(path))`.
#define TRY_WITH(context, expr) FORGE_TRY_WITH(FORGE_CONCAT(try_result_, __COUNTER__), context, expr)

// NOLINTEND(bugprone-macro-parentheses)

#define CHECK(condition) (static_cast<bool>(condition) ? void(0) : ::forge::CheckFailed(#condition, __FILE__, __LINE__))
