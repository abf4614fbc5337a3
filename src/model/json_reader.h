// Reads sound JSON quickly, and large documents item by item. Knows no words for what is wrong: whoever gets no value
// asks ParseJson of json.h, which reads more slowly and says why.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "model/json.h"

namespace forge {

// One value and nothing after it, as ParseJson gives it; nothing: ParseJson must decide.
std::optional<Json> ReadSoundJson(std::string_view text, int max_depth = kMaxJsonDepth);

// The object that `text` holds. The items of its array `member` go to `take` one by one, each as soon as it is read,
// and the member stays behind as an empty array: a document of any length needs the memory of one item. `take` may move
// from what it gets, and hears with it how many bytes of the text were read. Nothing when ParseJson must decide, and
// when the member is missing, repeated or no array. Items may have been handed over then: drop them.
using TakeJsonItem = std::function<void(Json& item, std::size_t bytes_read)>;
std::optional<Json> ReadJsonItems(std::string_view text, std::string_view member, const TakeJsonItem& take);

// Of members with the same name the last value stays, in the place of the first.
void DropRepeatedKeys(Json::Object& members);

}  // namespace forge
