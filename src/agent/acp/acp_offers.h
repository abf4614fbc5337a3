// What an ACP agent lets its client choose: models, modes, effort. It offers them in `models`, `modes` or
// `configOptions`, or in several of these. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/json.h"

namespace forge {

enum class AcpChoice { kModel, kMode, kEffort };

struct AcpPick {
  std::string method;   // "session/set_model", ...
  Json params;          // without sessionId
  std::string id;       // what it chooses
  bool is_now = false;  // it is chosen already
};

class AcpOffers {
 public:
  AcpOffers() = default;
  explicit AcpOffers(const Json& session) : session_(session) {}  // the result of session/new

  // The first of `wanted` that is offered: by its id, its name, or a part of its name ("claude-opus-4-8": "opus").
  std::optional<AcpPick> Find(AcpChoice what, const std::vector<std::string>& wanted) const;
  std::vector<std::string> Ids(AcpChoice what) const;
  std::string Current(AcpChoice what) const;  // empty: unknown

 private:
  struct Item {
    std::string id, name;
  };
  struct List {
    std::vector<Item> items;
    std::string current;
    std::string option;  // of configOptions; empty: another list
  };
  std::vector<List> Lists(AcpChoice what) const;

  Json session_;
};

}  // namespace forge
