#include "os/process/keyboard.h"

#include <termios.h>
#include <unistd.h>

#include <optional>

#include "os/process/standard_streams.h"

namespace forge {
namespace {

constexpr char kEscape = '\x1b';
constexpr int kRestOfKeyMs = 25;  // between the bytes of one key

std::optional<termios>& Before() {
  static std::optional<termios> before;
  return before;
}

// Typed ahead, and not asked for yet.
std::string& Typed() {
  static std::string typed;
  return typed;
}

}  // namespace

void SetKeyMode(bool on) {
  if (!on) {
    if (Before()) ::tcsetattr(STDIN_FILENO, TCSADRAIN, &*Before());
    Before().reset();
    return;
  }
  termios settings{};
  if (Before() || ::tcgetattr(STDIN_FILENO, &settings) != 0) return;
  Before() = settings;
  settings.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  settings.c_cc[VMIN] = 1;
  settings.c_cc[VTIME] = 0;
  ::tcsetattr(STDIN_FILENO, TCSADRAIN, &settings);
}

std::string ReadKey(std::int64_t ms) {
  if (Typed().empty()) {
    const auto more = ReadInputWithin(ms);
    if (!more) return "end";
    Typed() += *more;
  }
  if (Typed() == std::string(1, kEscape)) Typed() += ReadInputWithin(kRestOfKeyMs).value_or("");
  return TakeKey(Typed());
}

std::string TakeKey(std::string& typed) {
  if (typed.empty()) return "";
  const char first = typed[0];
  if (first == kEscape && typed.size() >= 3 && (typed[1] == '[' || typed[1] == 'O')) {
    // Up to the letter that ends it.
    std::size_t end = 2;
    while (end < typed.size() && (typed[end] < '@' || typed[end] > '~')) ++end;
    const char letter = end < typed.size() ? typed[end] : '?';
    typed.erase(0, end + 1);
    return letter == 'A' ? "up" : letter == 'B' ? "down" : "";
  }
  typed.erase(0, 1);
  if (first == kEscape) return "escape";
  if (first == '\r' || first == '\n') return "enter";
  constexpr char kEndOfInput = 4;
  if (first == kEndOfInput) return "end";
  return std::string(1, first);
}

}  // namespace forge
