// Who is online.
#pragma once

#include <string>
#include <vector>

struct Session {
  std::string user;
  long expires;  // the first second in which it is no longer valid
};

class Sessions {
 public:
  void Add(const std::string& user, long expires);
  // Removes what has expired at `now`. Returns how many were removed.
  int Expire(long now);
  std::vector<std::string> Online() const;  // in the order they came

 private:
  std::vector<Session> sessions_;
};
