#include <cstdio>
#include <cstdlib>

#include "sessions.h"

static void Need(bool ok, const char* what) {
  if (ok) return;
  std::printf("wrong: %s\n", what);
  std::exit(1);
}

int main() {
  Sessions sessions;
  for (const char* user : {"a", "b", "c", "d"}) sessions.Add(user, 10);
  sessions.Add("e", 30);
  sessions.Add("f", 10);
  Need(sessions.Expire(20) == 5, "how many have expired");
  Need(sessions.Online() == std::vector<std::string>{"e"}, "who is online");
  Need(sessions.Expire(29) == 0, "a session that is still valid");
  Need(sessions.Expire(30) == 1, "the first second in which it is no longer valid");
  Need(sessions.Online().empty(), "nobody is left");
  Sessions order;
  order.Add("x", 5);
  order.Add("y", 50);
  order.Add("z", 5);
  order.Add("w", 50);
  order.Expire(6);
  Need((order.Online() == std::vector<std::string>{"y", "w"}), "the order they came in");
}
