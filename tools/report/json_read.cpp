// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <nlohmann/json.hpp>

#include "tools/report/json.h"
#include "tools/report/json_fields.h"
#include "tools/report/schema.h"

namespace weir::report {
namespace {

// Ordered: fields and roots are shown in the order they were written.
using Json = nlohmann::ordered_json;
using namespace weir::results;

Value readValue(const Json& json);

std::vector<Value> readList(const Json& json) {
  std::vector<Value> values;
  for (const Json& v : json) values.push_back(readValue(v));
  return values;
}

Value readValue(const Json& json) {
  if (json.is_null()) return Value::null();
  if (json.is_boolean()) return Value::truth(json.get<bool>());
  if (json.is_number()) return Value::decimal(json.dump());
  if (json.is_array()) return Value::array(readList(json));
  if (json.is_object() && json.contains("enumerator")) {
    Value value = readValue(json.at("value"));
    value.enumerator = json.at("enumerator");
    return value;
  }
  if (json.is_object()) return Value::set(readList(json.at("set")));
  const std::string text = json;
  if (text == "?") return Value::uninitialized();
  if (text[0] == '"') return Value::characters(text);
  if (text[0] == '&') return Value::slot(text.substr(1));
  if (text[0] == '@') return Value::function(text.substr(1));
  if (text[0] == '-' || (text[0] >= '0' && text[0] <= '9')) return Value::decimal(text);
  return Value::object(text);
}

std::vector<NamedValue> readNamed(const Json& json) {
  std::vector<NamedValue> values;
  for (const auto& [name, value] : json.items()) values.emplace_back(name, readValue(value));
  return values;
}

/// Reads the members of an object.
class JsonReader {
 public:
  static constexpr bool kReads = true;
  static constexpr bool kWrites = false;

  explicit JsonReader(const Json& object) : object_(object) {}

  void about(const char*) {}
  void require(const char*, std::initializer_list<const char*>, const char*) {}

  template <class T>
  void member(const char* key, T& value, const MemberRule& rule) {
    if (rule.presence == Presence::Required || object_.contains(key)) read(object_.at(key), value);
  }

 private:
  static void read(const Json& json, std::string& text) { text = json; }
  static void read(const Json& json, bool& truth) { truth = json; }
  static void read(const Json& json, int& number) { number = json; }
  static void read(const Json& json, std::int64_t& number) { number = json; }
  static void read(const Json& json, double& number) { number = json; }
  static void read(const Json& json, Value& value) { value = readValue(json); }
  static void read(const Json& json, Recheck& recheck) {
    recheck = json == true ? Recheck::Confirmed : json == false ? Recheck::Refuted : Recheck::Unknown;
  }
  static void read(const Json& json, std::vector<NamedValue>& values) { values = readNamed(json); }
  template <class Enum>
    requires std::is_enum_v<Enum>
  static void read(const Json& json, Enum& value) {
    for (const auto& [each, name] : Names<Enum>::kAll)
      if (json == name) value = each;
  }
  template <class T>
  static void read(const Json& json, std::optional<T>& value) {
    read(json, value.emplace());
  }
  template <class T>
  static void read(const Json& json, std::vector<T>& values) {
    for (const Json& each : json) read(each, values.emplace_back());
  }
  template <class T>
  static void read(const Json& json, std::map<std::string, T>& values) {
    for (const auto& [name, each] : json.items()) read(each, values[name]);
  }
  template <class T>
    requires std::is_class_v<T>
  static void read(const Json& json, T& value) {
    JsonReader reader(json);
    describe(reader, value);
  }

  const Json& object_;
};

}  // namespace

void setNumbers(const std::map<std::string, int>& numbers, Scope& scope) {
  for (const auto& [name, number] : numbers) {
    const auto kindOf = [&](const LimitText& text) {
      const std::string prefix = text.prefix;
      const bool is_array = name.ends_with("[]");
      return !prefix.empty() && name.starts_with(prefix) && is_array == (text.limit == Limit::ArrayElements);
    };
    const auto found = std::ranges::find_if(limitTexts(), kindOf);
    if (found == limitTexts().end())
      scope.most(Limit::Objects)[name] = number;
    else
      scope.most(found->limit)[name.substr(std::string(found->prefix).size())] = number;
  }
}

std::optional<RunResult> fromJson(std::string_view text, std::string& error) {
  static const nlohmann::json kSchema = resultSchema();
  try {
    const Json json = Json::parse(text);
    const auto errors = schemaErrors(kSchema, nlohmann::json(json));
    if (!errors.empty()) {
      error = errors.front();
      return std::nullopt;
    }
    RunResult run;
    JsonReader reader(json);
    describe(reader, run);
    return run;
  } catch (const Json::exception& e) {
    error = e.what();
    return std::nullopt;
  }
}

}  // namespace weir::report
