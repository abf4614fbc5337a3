// Gives requests to an MCP server the right to be answered. What a transport knows of logins.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>

#include "base/result.h"

namespace forge {

class Authorizer {
 public:
  virtual ~Authorizer() = default;
  virtual std::string token() = 0;  // for `Authorization: Bearer`; empty: none. Any thread
  // The server refused a request with this token and said why (WWW-Authenticate). Success: there is another token. The
  // error says what to do. Any thread.
  virtual Status Renew(const std::string& refused, const std::string& challenge, std::int64_t until_ms,
                       const std::stop_token& stop) = 0;
};

}  // namespace forge
