#include "os/process/keyboard.h"

#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <utility>

#include "os/process/standard_streams.h"
#include "os/system.h"

namespace forge {
namespace {

constexpr char kEscape = '\x1b';
constexpr int kRestOfKeyMs = 25;  // between the bytes of one key

// What a signal handler can reach: the terminal as it was, and what leaves the screen.
struct KeptTerminal {
  termios as_it_was{};
  volatile std::sig_atomic_t is_changed = 0;
  std::array<char, 64> undo{};
  volatile std::sig_atomic_t undo_size = 0;
};
KeptTerminal kept_terminal;

constexpr std::array kEndingSignals = {SIGQUIT, SIGHUP, SIGABRT};
std::array<bool, kEndingSignals.size()> is_caught{};

// The signal then does what it does by default: it comes again when this returns.
void RestoreAndEnd(int signal) {
  [[maybe_unused]] const ssize_t written =
      ::write(STDOUT_FILENO, kept_terminal.undo.data(), static_cast<std::size_t>(kept_terminal.undo_size));
  if (kept_terminal.is_changed != 0) ::tcsetattr(STDIN_FILENO, TCSANOW, &kept_terminal.as_it_was);
  ::raise(signal);
}

// A signal that something else catches or ignores does not end us.
void CatchEndings() {
  for (std::size_t i = 0; i < kEndingSignals.size(); ++i) {
    struct sigaction action{};
    if (::sigaction(kEndingSignals[i], nullptr, &action) != 0 || action.sa_handler != SIG_DFL) continue;
    action.sa_handler = RestoreAndEnd;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    ::sigemptyset(&action.sa_mask);
    ::sigaddset(&action.sa_mask, SIGTTOU);  // also in the background
    is_caught[i] = ::sigaction(kEndingSignals[i], &action, nullptr) == 0;
  }
}

void ReleaseEndings() {
  for (std::size_t i = 0; i < kEndingSignals.size(); ++i) {
    struct sigaction action{};
    if (!std::exchange(is_caught[i], false) || ::sigaction(kEndingSignals[i], nullptr, &action) != 0) continue;
    if (action.sa_handler == RestoreAndEnd) ::signal(kEndingSignals[i], SIG_DFL);
  }
}

// Typed ahead, and not asked for yet.
std::string& Typed() {
  static std::string typed;
  return typed;
}

// From now on `settings` may change; false: it is no terminal, or changed already.
bool KeepTerminal(termios& settings, std::string_view undo) {
  if (kept_terminal.is_changed != 0 || ::tcgetattr(STDIN_FILENO, &settings) != 0) return false;
  kept_terminal.as_it_was = settings;
  const std::size_t size = std::min(undo.size(), kept_terminal.undo.size());
  std::copy_n(undo.begin(), size, kept_terminal.undo.begin());
  kept_terminal.undo_size = static_cast<std::sig_atomic_t>(size);
  kept_terminal.is_changed = 1;
  CatchEndings();
  return true;
}

// `rest`: what follows the byte that begins a key.
bool IsWholeKey(std::string_view rest) {
  if (rest.empty()) return false;
  if (rest[0] != '[' && rest[0] != 'O') return true;
  return rest.size() > 1 && rest.back() >= '@' && rest.back() <= '~';
}

// The bytes of one key, and no more: what is typed ahead behind it belongs to the line. A terminal that gives lines
// keeps them back until the next one.
std::string RestOfKey(const termios& lines) {
  termios settings = lines;
  settings.c_lflag &= ~static_cast<tcflag_t>(ICANON);
  settings.c_cc[VMIN] = 1;
  settings.c_cc[VTIME] = 0;
  ::tcsetattr(STDIN_FILENO, TCSANOW, &settings);
  std::string rest;
  while (!IsWholeKey(rest)) {
    const std::string next = ReadInputWithin(kRestOfKeyMs, 1).value_or("");
    if (next.empty()) break;
    rest += next;
  }
  ::tcsetattr(STDIN_FILENO, TCSANOW, &lines);
  return rest;
}

}  // namespace

void SetKeyMode(bool on, std::string_view undo) {
  if (!on) {
    if (kept_terminal.is_changed != 0) ::tcsetattr(STDIN_FILENO, TCSADRAIN, &kept_terminal.as_it_was);
    kept_terminal.is_changed = 0;
    kept_terminal.undo_size = 0;
    ReleaseEndings();
    return;
  }
  termios settings{};
  if (!KeepTerminal(settings, undo)) return;
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

std::optional<std::string> ReadLineUnlessEscape(const std::function<bool()>& no_longer) {
  // A request to end that came before anybody waited for the line: there may be no second one.
  const std::function<bool()> given_up = [&] { return TerminationAsked() || (no_longer && no_longer()); };
  if (TerminationAsked()) return std::nullopt;
  termios settings{};
  if (!KeepTerminal(settings, "")) return ReadLineUnlessInterrupted(given_up);
  settings.c_cc[VEOL] = kEscape;  // the terminal hands the line over at this byte too
  ::tcsetattr(STDIN_FILENO, TCSADRAIN, &settings);
  const auto line = ReadLineUnlessInterrupted(given_up, [&] {
    std::string typed = kEscape + RestOfKey(settings);
    if (TakeKey(typed) != "escape") return false;
    Typed() += typed;
    return true;
  });
  SetKeyMode(false);
  return line;
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
