#include <cassert>

#include "sessions.h"

int main() {
  Sessions sessions;
  sessions.Add("ada", 10);
  sessions.Add("bob", 30);
  assert(sessions.Expire(20) == 1);
  assert(sessions.Online() == std::vector<std::string>{"bob"});
}
