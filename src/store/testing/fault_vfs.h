// A file system for SQLite that can fail at any operation, lose unsynced data, or be read-only.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace forge {

class FaultVfs {
 public:
  enum class Then { kRecovers, kStaysBroken };

  FaultVfs();
  ~FaultVfs();
  FaultVfs(const FaultVfs&) = delete;
  FaultVfs& operator=(const FaultVfs&) = delete;

  const std::string& name() const { return name_; }

  // The n-th operation from now on fails with the SQLite code; n = 0: none.
  void FailAt(std::int64_t n, int code, Then then);
  bool tripped() const { return tripped_; }
  // Files open read-only, as if we had no permission.
  void set_read_only(bool on) { read_only_ = on; }
  bool read_only() const { return read_only_; }

  // As after a power cut: every file is as it was last synced. All connections must be closed.
  void LoseUnsynced();

  // For the callbacks.
  int Operation();  // SQLite's code
  void Remember(const std::string& path, std::string content) { synced_[path] = std::move(content); }
  bool Knows(const std::string& path) const { return synced_.contains(path); }
  void Forget(const std::string& path) { synced_.erase(path); }

 private:
  struct Registration;
  std::string name_;
  std::unique_ptr<Registration> registration_;
  std::int64_t left_ = 0;
  int code_ = 0;
  Then then_ = Then::kRecovers;
  bool tripped_ = false;
  bool read_only_ = false;
  std::map<std::string, std::string> synced_;
};

}  // namespace forge
