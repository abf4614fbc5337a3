#include "os/public_address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <iterator>

#include "base/strings.h"

namespace forge {
namespace {

struct Net4 {
  std::uint32_t net;
  int bits;
};
constexpr Net4 kNotPublic4[] = {
    {0x00000000, 8},   // this network
    {0x0A000000, 8},   // private
    {0x64400000, 10},  // shared by a provider's customers
    {0x7F000000, 8},   // this machine
    {0xA9FE0000, 16},  // link-local, and the addresses of clouds' metadata
    {0xAC100000, 12},  // private
    {0xC0000000, 24},  // protocols
    {0xC0000200, 24},  // documentation
    {0xC0586300, 24},  // relays of 6to4
    {0xC0A80000, 16},  // private
    {0xC6120000, 15},  // measurements
    {0xC6336400, 24},  // documentation
    {0xCB007100, 24},  // documentation
    {0xE0000000, 3},   // multicast and reserved
};

bool IsPublic4(std::uint32_t address) {
  return std::ranges::none_of(kNotPublic4,
                              [&](const Net4& one) { return ((address ^ one.net) >> (32 - one.bits)) == 0; });
}

using Bytes16 = std::array<std::uint8_t, 16>;

std::uint32_t Embedded4(const Bytes16& bytes, std::size_t at) {
  return std::uint32_t{bytes[at]} << 24U | std::uint32_t{bytes[at + 1]} << 16U | std::uint32_t{bytes[at + 2]} << 8U |
         bytes[at + 3];
}

bool StartsWith(const Bytes16& bytes, std::initializer_list<std::uint8_t> prefix) {
  return std::equal(prefix.begin(), prefix.end(), bytes.begin());
}

bool IsPublic6(const Bytes16& bytes) {
  if (StartsWith(bytes, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF})) return IsPublic4(Embedded4(bytes, 12));
  if (StartsWith(bytes, {0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0})) return IsPublic4(Embedded4(bytes, 12));
  if (StartsWith(bytes, {0x20, 0x02})) return IsPublic4(Embedded4(bytes, 2));  // 6to4
  if (StartsWith(bytes, {0x20, 0x01, 0x0D, 0xB8})) return false;               // documentation
  if (StartsWith(bytes, {0x20, 0x01, 0, 0})) return false;                     // Teredo
  return (bytes[0] & 0xE0U) == 0x20U;                                          // the only part that is given out
}

// Copied: the bytes need not be aligned.
template <typename Address>
bool Copy(const void* from, std::size_t size, Address& to) {
  if (size < sizeof(Address)) return false;
  std::memcpy(&to, from, sizeof(Address));
  return true;
}

int FamilyOf(const void* address, std::size_t size) {
  sa_family_t family = AF_UNSPEC;
  if (size < offsetof(sockaddr, sa_family) + sizeof(family)) return AF_UNSPEC;
  std::memcpy(&family, static_cast<const char*>(address) + offsetof(sockaddr, sa_family), sizeof(family));
  return family;
}

Bytes16 BytesOf(const in6_addr& address) {
  Bytes16 bytes{};
  std::memcpy(bytes.data(), &address, bytes.size());
  return bytes;
}

}  // namespace

bool IsPublicAddress(const void* address, std::size_t size) {
  const int family = FamilyOf(address, size);
  sockaddr_in four{};
  if (family == AF_INET && Copy(address, size, four)) return IsPublic4(ntohl(four.sin_addr.s_addr));
  sockaddr_in6 six{};
  if (family == AF_INET6 && Copy(address, size, six)) return IsPublic6(BytesOf(six.sin6_addr));
  return false;
}

std::string AddressText(const void* address, std::size_t size) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  const int family = FamilyOf(address, size);
  sockaddr_in four{};
  sockaddr_in6 six{};
  const char* said = nullptr;
  if (family == AF_INET && Copy(address, size, four))
    said = ::inet_ntop(family, &four.sin_addr, text.data(), text.size());
  if (family == AF_INET6 && Copy(address, size, six))
    said = ::inet_ntop(family, &six.sin6_addr, text.data(), text.size());
  return said == nullptr ? "an unknown kind of address" : said;
}

bool NamesPrivateHost(const std::string& host) {
  std::string name = Lower(host);
  while (name.ends_with('.')) name.pop_back();
  if (name == "localhost" || name.ends_with(".localhost")) return true;
  in_addr four{};
  if (::inet_aton(name.c_str(), &four) != 0) return !IsPublic4(ntohl(four.s_addr));
  if (name.starts_with('[') && name.ends_with(']')) name = name.substr(1, name.size() - 2);
  name = name.substr(0, name.find('%'));  // a zone
  in6_addr six{};
  return ::inet_pton(AF_INET6, name.c_str(), &six) == 1 && !IsPublic6(BytesOf(six));
}

int OpenSocket(int family, int type, int protocol) { return ::socket(family, type | SOCK_CLOEXEC, protocol); }

}  // namespace forge
