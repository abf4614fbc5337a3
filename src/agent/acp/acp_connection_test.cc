#include "agent/acp/acp_connection.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <thread>
#include <utility>

#include "os/files/files.h"
#include "os/system.h"
#include "os/testing/temp_directory.h"

namespace forge {
namespace {

TEST(AcpConnection, AnAgentThatTalksFasterThanWeListenWaits) {
  const TempDirectory base;
  constexpr int kLines = 12;
  ProcessSpec command;
  command.argv = {"/bin/sh", "-c",
                  "for i in 1 2 3 4 5 6 7 8 9 10 11 12; do printf '{\"a\":\"'; head -c 4000000 /dev/zero | tr '\\0' x; "
                  "printf '\"}\\n'; echo >$i; done"};
  command.cwd = base.path();
  AcpConnection connection(std::move(command));
  while (!Exists(base / "2")) std::this_thread::yield();
  // One that does not wait gets further meanwhile.
  for (const std::int64_t until = SteadyMs() + 1000; SteadyMs() < until && !Exists(base / "7");)
    std::this_thread::yield();
  for (int taken = 1; taken <= kLines; ++taken) {
    ASSERT_EQ(connection.Next(0, {}).kind, AcpNews::Kind::kMessage);
    // Three lines wait with us, one is being read.
    EXPECT_FALSE(taken == 1 && Exists(base / "7"));
  }
  EXPECT_EQ(connection.Next(0, {}).kind, AcpNews::Kind::kEnd);
}

TEST(AcpConnection, WhatAnAgentDoesNotReadIsGivenUpBeforeItFillsTheMemory) {
  ProcessSpec command;
  command.argv = {"/bin/sleep", "1000"};
  command.cwd = "/";
  AcpConnection connection(std::move(command));
  const Json large = Json::MakeObject().Set("text", std::string(std::size_t{16} << 20, 'x'));
  for (int sent = 0; sent < 4; ++sent) connection.Send(large);
  EXPECT_EQ(connection.Next(SteadyMs() + 1, {}).kind, AcpNews::Kind::kTime);
  connection.Send(large);
  const AcpNews news = connection.Next(0, {});
  EXPECT_EQ(news.kind, AcpNews::Kind::kDeaf);
  EXPECT_EQ(news.text, "it does not read what Forge sends: 64 MB wait for it");
}

}  // namespace
}  // namespace forge
