// The model's own list of what is to do in its unit. Knows no file and no conversation.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "model/json.h"

namespace forge {

class TodoList {
 public:
  // [{"content": "...", "status": "pending" | "in_progress" | "completed"}, ...] replaces the list. If it is wrong, the
  // list stays as it is.
  Status Replace(const Json& items);
  std::string Text() const;  // a line per item, with its mark; empty: no items

 private:
  struct Item {
    std::string content, mark;
  };
  std::vector<Item> items_;
};

}  // namespace forge
