// Tells addresses of the public internet from those of this machine and its networks. Knows no protocol.
#pragma once

#include <cstddef>
#include <string>

namespace forge {

// Of a `sockaddr` with so many bytes. Not public: this machine, private, link-local, shared, multicast and reserved
// networks, also inside an IPv6 address, and everything that is no IP address.
bool IsPublicAddress(const void* address, std::size_t size);
std::string AddressText(const void* address, std::size_t size);  // "10.0.0.1"

// Whether a host of a URL is a literal address ("127.1", "0x7f000001", "[::1]") that is not public, or `localhost`.
bool NamesPrivateHost(const std::string& host);

// socket(2), closed in children.
int OpenSocket(int family, int type, int protocol);

}  // namespace forge
