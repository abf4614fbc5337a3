#include "verify/refused_calls.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

SandboxPowers Powers(bool mounts, bool call_filter) {
  SandboxPowers powers;
  powers.landlock = 6;
  powers.mounts = powers.ipc_namespace = mounts;
  powers.call_filter = call_filter;
  return powers;
}

TEST(RefusedCalls, WhatIsNotThereWithoutMountsIsSaidWithItsSetting) {
  const auto said = [&](std::string_view output) { return RefusedCalls(output, {}, Powers(false, true)); };
  for (const char* output :
       {"OSError: [Errno 97] Address family not supported by protocol", "Error: listen EAFNOSUPPORT: /w/a.sock",
        "socket: address family not supported by protocol"})
    EXPECT_EQ(said(output),
              "\nforge: the sandbox has no Unix sockets here, because Forge cannot make mounts; to allow them: user "
              "namespaces, or the setting `sandbox = \"off\"`\n")
        << output;
  EXPECT_TRUE(said("ipcmk: create share memory failed: Operation not permitted").contains("no SysV shared memory"));
  EXPECT_TRUE(said("FATAL:  could not create shared memory segment: Operation not permitted\n"
                   "DETAIL:  Failed system call was shmget(key=5432001, size=56, 03600).")
                  .contains("no SysV shared memory"));
  EXPECT_TRUE(said("    sl = self._semlock = _multiprocessing.SemLock(\nPermissionError: [Errno 13] Permission denied")
                  .contains("`sandbox_write = [\"/dev/shm\"]`"));
  EXPECT_TRUE(said("File \"/dev/shm/w/repo/want.py\", line 4\nPermissionError: shmget: Operation not permitted")
                  .contains("no SysV shared memory"))
      << "a project below /dev/shm";
  EXPECT_TRUE(said("cannot open '/dev/shm/sem.x': Permission denied").contains("no /dev/shm"));
  for (const char* output : {"", "Operation not permitted", "shared memory is slow", "FAILED: 2 of 3"})
    EXPECT_EQ(said(output), "") << output;
}

TEST(RefusedCalls, NothingIsSaidOfASandboxThatHasThem) {
  const std::string_view output = "EAFNOSUPPORT shmget: EPERM /dev/shm";
  EXPECT_EQ(RefusedCalls(output, {}, Powers(true, true)), "");
  Sandbox bwrap;
  bwrap.kind = SandboxKind::kBwrap;
  EXPECT_EQ(RefusedCalls(output, bwrap, Powers(false, true)), "");
  EXPECT_FALSE(RefusedCalls(output, {}, Powers(false, false)).contains("sockets")) << "nothing filters calls";
}

}  // namespace
}  // namespace forge
