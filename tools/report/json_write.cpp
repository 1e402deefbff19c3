// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <charconv>
#include <nlohmann/json.hpp>

#include "support/invariant.h"
#include "tools/report/json.h"
#include "tools/report/json_fields.h"

namespace weir::report {
namespace {

using Json = nlohmann::ordered_json;
using namespace weir::results;

/// A number where JSON's readers keep every digit, a decimal string beyond.
Json integerToJson(const std::string& digits) {
  const char* end = digits.data() + digits.size();
  std::int64_t narrow = 0;
  if (auto r = std::from_chars(digits.data(), end, narrow); r.ec == std::errc() && r.ptr == end) return narrow;
  std::uint64_t wide = 0;
  if (auto r = std::from_chars(digits.data(), end, wide); r.ec == std::errc() && r.ptr == end) return wide;
  // A number with a fraction, or the bits of what is none.
  INVARIANT(!digits.empty() && digits.find_first_not_of("-+.0123456789abcdefx") == std::string::npos,
            "a number should be digits");
  return digits;
}

Json listToJson(const std::vector<Value>& values) {
  Json list = Json::array();
  for (const Value& v : values) list.push_back(toJsonValue(v));
  return list;
}

Json namedToJson(const std::vector<NamedValue>& values) {
  Json object = Json::object();
  for (const auto& [name, value] : values) object[name] = toJsonValue(value);
  return object;
}

/// Two digits after the point: more is noise, and whole milliseconds hide what a small check does.
double rounded(double ms) { return static_cast<double>(static_cast<std::int64_t>(ms * 100 + 0.5)) / 100; }

/// Writes the members of an object.
class JsonWriter {
 public:
  static constexpr bool kReads = false;
  static constexpr bool kWrites = true;

  void about(const char*) {}
  void require(const char*, std::initializer_list<const char*>, const char*) {}

  template <class T>
  void member(const char* key, const T& value, const MemberRule& rule) {
    if (rule.presence != Presence::WhereSet || isSet(value)) object[key] = toJson(value);
  }

  Json object = Json::object();

 private:
  template <class T>
  static bool isSet(const T& value) {
    return value != T{};
  }
  static bool isSet(const Location& at) { return at.line != 0; }

  static Json toJson(const std::string& text) { return text; }
  static Json toJson(bool truth) { return truth; }
  static Json toJson(int number) { return number; }
  static Json toJson(std::int64_t number) { return number; }
  static Json toJson(double ms) { return rounded(ms); }
  static Json toJson(const Value& value) { return toJsonValue(value); }
  static Json toJson(Recheck recheck) {
    return recheck == Recheck::Unknown ? Json("unknown") : Json(recheck == Recheck::Confirmed);
  }
  static Json toJson(const std::vector<NamedValue>& values) { return namedToJson(values); }
  template <class Enum>
    requires std::is_enum_v<Enum>
  static Json toJson(Enum value) {
    for (const auto& [each, name] : Names<Enum>::kAll)
      if (each == value) return name;
    UNREACHABLE("every value of an enumeration should have a name");
  }
  template <class T>
  static Json toJson(const std::optional<T>& value) {
    return toJson(*value);
  }
  template <class T>
  static Json toJson(const std::vector<T>& values) {
    Json list = Json::array();
    for (const T& value : values) list.push_back(toJson(value));
    return list;
  }
  template <class T>
  static Json toJson(const std::map<std::string, T>& values) {
    Json object = Json::object();
    for (const auto& [name, value] : values) object[name] = toJson(value);
    return object;
  }
  template <class T>
    requires std::is_class_v<T>
  static Json toJson(const T& value) {
    JsonWriter writer;
    describe(writer, const_cast<T&>(value));  // a writer only looks at it
    return std::move(writer.object);
  }
};

template <class T>
Json written(const T& value) {
  JsonWriter writer;
  describe(writer, const_cast<T&>(value));
  return std::move(writer.object);
}

}  // namespace

std::map<std::string, int> numbersOf(const Scope& scope) {
  std::map<std::string, int> all;
  for (const LimitText& text : limitTexts())
    for (const auto& [name, number] : scope.most(text.limit)) all[text.prefix + name] = number;
  return all;
}

std::vector<std::string> unsettledOf(const Scope& scope) {
  std::vector<std::string> names;
  for (const LimitText& text : limitTexts())
    if (scope.cut(text.limit) == Cut::Unsettled) names.emplace_back(text.name);
  return names;
}

nlohmann::ordered_json toJsonValue(const Value& value) {
  switch (value.kind) {
    case Value::Kind::Null: return nullptr;
    case Value::Kind::Bool: return value.boolean;
    case Value::Kind::Int:
      if (value.enumerator.empty()) return integerToJson(value.text);
      return {{"enumerator", value.enumerator}, {"value", integerToJson(value.text)}};
    case Value::Kind::Text:
    case Value::Kind::Object: return value.text;
    case Value::Kind::Slot: return "&" + value.text;
    case Value::Kind::Function: return "@" + value.text;
    case Value::Kind::Array: return listToJson(value.elements);
    case Value::Kind::Set: return {{"set", listToJson(value.elements)}};
    case Value::Kind::Uninitialized: break;
  }
  return "?";
}

nlohmann::ordered_json toJsonValue(const CheckResult& result) { return written(result); }
nlohmann::ordered_json toJsonValue(const RunResult& run) { return written(run); }

std::string toJson(const RunResult& run) {
  return toJsonValue(run).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string shownValue(const Value& value) {
  switch (value.kind) {
    case Value::Kind::Null: return "null";
    case Value::Kind::Bool: return value.boolean ? "true" : "false";
    case Value::Kind::Int: return value.enumerator.empty() ? value.text : value.enumerator;
    case Value::Kind::Text:
    case Value::Kind::Object:
    case Value::Kind::Function: return value.text;
    case Value::Kind::Slot: return "&" + value.text;
    case Value::Kind::Uninitialized: return "?";
    case Value::Kind::Array:
    case Value::Kind::Set: break;
  }
  const bool array = value.kind == Value::Kind::Array;
  std::string text;
  for (const Value& v : value.elements) text += (text.empty() ? "" : ", ") + shownValue(v);
  return (array ? "[" : "{") + text + (array ? "]" : "}");
}

}  // namespace weir::report
