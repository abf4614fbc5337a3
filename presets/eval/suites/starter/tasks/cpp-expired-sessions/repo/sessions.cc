#include "sessions.h"

void Sessions::Add(const std::string& user, long expires) { sessions_.push_back({user, expires}); }

int Sessions::Expire(long now) {
  int removed = 0;
  for (std::size_t i = 0; i < sessions_.size(); i++) {
    if (sessions_[i].expires < now) {
      sessions_.erase(sessions_.begin() + static_cast<long>(i));
      removed++;
    }
  }
  return removed;
}

std::vector<std::string> Sessions::Online() const {
  std::vector<std::string> users;
  for (const Session& session : sessions_) users.push_back(session.user);
  return users;
}
