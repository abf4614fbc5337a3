#include "os/public_address.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>

namespace forge {
namespace {

bool IsPublicText(const std::string& text) {
  sockaddr_in four{};
  four.sin_family = AF_INET;
  if (::inet_pton(AF_INET, text.c_str(), &four.sin_addr) == 1) {
    EXPECT_EQ(AddressText(&four, sizeof(four)), text);
    return IsPublicAddress(&four, sizeof(four));
  }
  sockaddr_in6 six{};
  six.sin6_family = AF_INET6;
  EXPECT_EQ(::inet_pton(AF_INET6, text.c_str(), &six.sin6_addr), 1) << text;
  return IsPublicAddress(&six, sizeof(six));
}

TEST(PublicAddress, OnlyTheInternetIsPublic) {
  for (const char* text : {"8.8.8.8", "1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700::1", "64:ff9b::808:808"})
    EXPECT_TRUE(IsPublicText(text)) << text;
  for (const char* text : {"127.0.0.1",
                           "0.0.0.0",
                           "10.1.2.3",
                           "172.16.0.1",
                           "172.31.255.255",
                           "192.168.1.1",
                           "169.254.169.254",
                           "100.64.0.1",
                           "224.0.0.1",
                           "255.255.255.255",
                           "::",
                           "::1",
                           "fe80::1",
                           "fd00::1",
                           "ff02::1",
                           "::ffff:127.0.0.1",
                           "::ffff:10.0.0.1",
                           "64:ff9b::7f00:1",
                           "2002:7f00:1::",
                           "2001:db8::1",
                           "2001:0:1::1"})
    EXPECT_FALSE(IsPublicText(text)) << text;
  EXPECT_FALSE(IsPublicAddress("", 0));
}

TEST(PublicAddress, AHostThatIsAnAddressInAnyFormIsKnown) {
  for (const char* host : {"localhost", "LOCALHOST.", "a.localhost", "127.0.0.1", "127.1", "2130706433", "0x7f.1",
                           "0177.0.0.1", "[::1]", "[fe80::1%eth0]", "10.0.0.1", "0"})
    EXPECT_TRUE(NamesPrivateHost(host)) << host;
  for (const char* host : {"example.org", "8.8.8.8", "[2606:4700::1]", "localhost.example.org", "10.example.org"})
    EXPECT_FALSE(NamesPrivateHost(host)) << host;
}

}  // namespace
}  // namespace forge
