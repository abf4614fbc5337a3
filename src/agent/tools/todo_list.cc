#include "agent/tools/todo_list.h"

#include <fmt/core.h>

#include <utility>

#include "agent/tools/tool_kinds.h"
#include "base/strings.h"

namespace forge {
namespace {

constexpr std::size_t kMostTodos = 50;
constexpr std::size_t kLongestTodo = 500;

}  // namespace

Status TodoList::Replace(const Json& items) {
  if (!items.is_array()) return Fail(Code::kInvalid, "todos must be a list of {content, status}");
  if (items.AsArray().size() > kMostTodos)
    return Fail(Code::kInvalid, fmt::format("the list may have {} items; join some of them", kMostTodos));
  std::vector<Item> list;
  for (const Json& item : items.AsArray()) {
    const std::string& status = item["status"].AsString();
    const std::string content = ReplaceAll(Trim(item["content"].AsString()), "\n", " ");
    if (content.empty()) return Fail(Code::kInvalid, "every item needs content");
    if (!IsOneOf(status, {"pending", "in_progress", "completed"}))
      return Fail(Code::kInvalid, "every item needs a status: pending, in_progress or completed");
    const char* mark = status == "completed" ? "[x]" : status == "pending" ? "[ ]" : "[>]";
    list.push_back({ValidUtf8(KeepHeadAndTail(content, kLongestTodo, 0)), mark});
  }
  items_ = std::move(list);
  return {};
}

std::string TodoList::Text() const {
  std::string text;
  for (const Item& item : items_) text += fmt::format("{} {}\n", item.mark, item.content);
  return text;
}

ToolSpec TodoSpec() {
  const Json statuses = Json::MakeArray().Append("pending").Append("in_progress").Append("completed");
  Json item = ArgumentSchema({{"content", "string", "what is to do"}}, {});
  item.Set("properties",
           Json(item["properties"]).Set("status", Json::MakeObject().Set("type", "string").Set("enum", statuses)));
  item.Set("required", Json::MakeArray().Append("content").Append("status"));
  Json list = Json::MakeObject().Set("type", "array").Set("items", std::move(item));
  return {"TodoWrite",
          "Keeps your list of what is to do: each call replaces it. For work of several parts; it stays known when the "
          "beginning of a long conversation is left out.",
          Json::MakeObject()
              .Set("type", "object")
              .Set("properties", Json::MakeObject().Set("todos", std::move(list)))
              .Set("required", Json::MakeArray().Append("todos"))};
}

ToolOutcome RunTodo(const ToolContext& context, const Json& input) {
  if (Status kept = context.todo.Replace(input["todos"]); !kept) return ToolFailure(kept.error());
  const std::string text = context.todo.Text();
  return {text.empty() ? "The list is empty." : text};
}

}  // namespace forge
