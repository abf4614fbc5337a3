#include "agent/home/login_form.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>

#include "base/iso_time.h"
#include "base/strings.h"
#include "model/json.h"
#include "text/secret_names.h"

namespace forge {
namespace {

using Path = std::vector<std::string>;

constexpr std::size_t kLongestToken = 16 * 1024;
constexpr std::string_view kTokenCharacters = "-._~+/=:|#@,";

Path Parts(std::string_view dotted) {
  Path parts;
  if (dotted.empty()) return parts;
  for (std::string_view part : Split(dotted, '.')) parts.emplace_back(part);
  return parts;
}

std::string Dotted(const Path& path) { return path.empty() ? "the file" : "`" + Join(path, ".") + "`"; }

const Json* Find(const Json& json, const Path& path) {
  const Json* at = &json;
  for (const std::string& name : path) {
    if (at != nullptr) at = at->Find(name);
  }
  return at;
}

void Put(Json& json, const Path& path, const Json& value) {
  Json* at = &json;
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    Json::Object* members = at->IfObject();
    if (members == nullptr) return;
    const auto member = std::ranges::find(*members, path[i], &std::pair<std::string, Json>::first);
    if (member == members->end()) return;
    at = &member->second;
  }
  if (at->is_object()) at->Set(path.back(), value);
}

// The objects of the file that the group's path names.
void EachGroup(const Json& json, const Path& pattern, Path& at, const std::function<void(const Path&)>& visit) {
  if (!json.is_object()) return;
  if (at.size() == pattern.size()) return visit(at);
  const std::string& wanted = pattern[at.size()];
  for (const auto& [name, member] : json.AsObject()) {
    if (wanted != "*" && wanted != name) continue;
    at.push_back(name);
    EachGroup(member, pattern, at, visit);
    at.pop_back();
  }
}

Path Below(Path path, std::string_view dotted) {
  for (std::string& part : Parts(dotted)) path.push_back(std::move(part));
  return path;
}

bool Fits(const Path& path, const Path& pattern) {
  return path.size() == pattern.size() && std::ranges::equal(path, pattern, [](const auto& name, const auto& wanted) {
           return wanted == "*" || wanted == name;
         });
}

bool IsOfARefresh(const LoginForm& form, const Path& path) {
  return std::ranges::any_of(form.groups, [&](const LoginGroup& group) {
    return std::ranges::any_of(group.members,
                               [&](std::string_view member) { return Fits(path, Below(Parts(group.path), member)); });
  });
}

bool LooksLikeToken(const Json& value) {
  if (value.is_number()) return value.AsDouble() > 0;
  const std::string& text = value.AsString();
  return !text.empty() && text.size() <= kLongestToken && std::ranges::all_of(text, [](char c) {
    return IsLetterOrDigit(c) || kTokenCharacters.find(c) != std::string_view::npos;
  });
}

std::unexpected<Error> More(const Path& path) {
  return Fail(Code::kInvalid, fmt::format("{} changed, which no refresh of the login changes", Dotted(path)));
}

Status CompareMembers(const LoginForm& form, const Json& lent, const Json& after, Path& at) {
  if (!lent.is_object() || !after.is_object()) {
    if (lent == after) return {};
    const bool same_kind = lent.is_string() == after.is_string() && lent.is_number() == after.is_number();
    return IsOfARefresh(form, at) && same_kind && LooksLikeToken(after) ? Status() : Status(More(at));
  }
  for (const auto& [name, before] : lent.AsObject()) {
    at.push_back(name);
    const Json* now = after.Find(name);
    if (now == nullptr) return More(at);
    TRY(CompareMembers(form, before, *now, at));
    at.pop_back();
  }
  for (const auto& [name, now] : after.AsObject()) {
    at.push_back(name);
    if (!lent.Has(name) && !(IsOfARefresh(form, at) && LooksLikeToken(now))) return More(at);
    at.pop_back();
  }
  return {};
}

// Programs also change other things of their own when they refresh: these stay as they are. Its tokens must be tokens,
// and of the same account.
Status CompareGroups(const LoginForm& form, const Json& lent, const Json& after) {
  Path at;
  Status same;
  for (const LoginGroup& group : form.groups) {
    EachGroup(lent, Parts(group.path), at, [&](const Path& path) {
      for (std::string_view member : group.members) {
        const Path place = Below(path, member);
        const Json* now = Find(after, place);
        if (Find(lent, place) != nullptr && (now == nullptr || (*now != *Find(lent, place) && !LooksLikeToken(*now))))
          same = More(place);
        for (const char* account : {"account_id", "accountId"}) {
          Path owner = place;
          owner.back() = account;
          const Json* of_lent = Find(lent, owner);
          const Json* of_after = Find(after, owner);
          if (of_lent != nullptr && (of_after == nullptr || *of_lent != *of_after)) same = More(owner);
        }
      }
    });
  }
  return same;
}

bool IsLater(const Json* one, const Json* other) {
  if (one == nullptr || other == nullptr) return one != nullptr;
  if (one->is_number() && other->is_number()) return one->AsDouble() > other->AsDouble();
  return one->AsString() > other->AsString();  // a time as text sorts like the time
}

// In Unix time. None: there is none.
std::optional<std::int64_t> MomentOf(const Json* value) {
  if (value == nullptr) return std::nullopt;
  if (value->is_number()) return value->AsDouble() > 0 ? std::optional(value->AsInt()) : std::nullopt;
  const auto time = ParseIsoTime(value->AsString());
  return time ? std::optional(time->ms) : std::nullopt;
}

}  // namespace

Result<std::optional<std::string>> TakeRefresh(const LoginForm& form, std::string_view lent, std::string_view after,
                                               std::string_view now) {
  if (after == lent || after == now) return std::nullopt;
  const Json before = TRY(ParseJson(lent));
  const auto changed = ParseJson(after);
  if (!changed || !changed->is_object()) return Fail(Code::kInvalid, "it is not JSON any more");
  Path at;
  const Status only_tokens = CompareMembers(form, before, *changed, at);
  if (!only_tokens) TRY(CompareGroups(form, before, *changed));
  at.clear();
  const auto current = now == lent ? Result<Json>(before) : ParseJson(now);
  if (!current || !current->is_object()) return std::nullopt;  // the user's own file is not for us to mend
  Json merged = *current;
  Status valid;
  for (const LoginGroup& group : form.groups) {
    const Path pattern = Parts(group.path);
    EachGroup(*changed, pattern, at, [&](const Path& path) {
      const Json* of_unit = Find(*changed, path);
      const Json* of_user = Find(*current, path);
      if (of_user == nullptr || *of_unit == *Find(before, path) || *of_unit == *of_user) return;
      const Path moment = Below(path, group.moment);
      const bool taken_up = *of_user == *Find(before, path);
      if (!IsLater(Find(*changed, moment), Find(taken_up ? before : *current, moment))) {
        if (taken_up) valid = Fail(Code::kInvalid, fmt::format("{} is not later than before", Dotted(moment)));
        return;
      }
      for (std::string_view member : group.members) {
        const Path place = Below(path, member);
        if (const Json* value = Find(*changed, place)) Put(merged, place, *value);
      }
    });
  }
  TRY(std::move(valid));
  if (merged == *current) return std::nullopt;
  return now == lent && only_tokens ? std::string(after) : merged.Dump(2) + "\n";
}

bool IsDue(const LoginForm& form, std::string_view text, std::int64_t now_ms) {
  const auto json = ParseJson(text);
  if (!json) return false;
  bool due = false;
  Path at;
  for (const LoginGroup& group : form.groups) {
    if (!group.due_ms) continue;
    EachGroup(*json, Parts(group.path), at, [&](const Path& path) {
      const bool can = std::ranges::any_of(group.members, [&](std::string_view member) {
        const Json* value = member.find("refresh") == 0 || member.find(".refresh") != std::string_view::npos
                                ? Find(*json, Below(path, member))
                                : nullptr;
        return value != nullptr && !value->AsString().empty();
      });
      const auto moment = can ? MomentOf(Find(*json, Below(path, group.moment))) : std::nullopt;
      due = due || (moment && now_ms >= *moment + *group.due_ms);
    });
  }
  return due;
}

std::vector<std::string> TokensIn(const LoginForm& form, std::string_view text) {
  std::vector<std::string> tokens;
  const auto json = ParseJson(text);
  if (!json) return tokens;
  constexpr std::size_t kShortest = 8;
  const std::function<void(const Json&)> collect = [&](const Json& value) {
    for (const auto& [name, member] : value.AsObject()) {
      collect(member);
      if (NamesSecret(name) && member.AsString().size() >= kShortest) tokens.push_back(member.AsString());
    }
  };
  collect(*json);
  // A short one too, if a refresh would change it.
  Path at;
  for (const LoginGroup& group : form.groups) {
    EachGroup(*json, Parts(group.path), at, [&](const Path& path) {
      for (std::string_view member : group.members) {
        const Json* value = Find(*json, Below(path, member));
        if (member != group.moment && value != nullptr && !value->AsString().empty())
          tokens.push_back(value->AsString());
      }
    });
  }
  std::ranges::sort(tokens);
  tokens.erase(std::ranges::unique(tokens).begin(), tokens.end());
  return tokens;
}

}  // namespace forge
