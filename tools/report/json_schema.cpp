// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <nlohmann/json.hpp>
#include <optional>

#include "tools/report/json.h"
#include "tools/report/json_fields.h"

namespace weir::report {
namespace {

using Json = nlohmann::ordered_json;
using namespace weir::results;

const Json kValue = {{"$ref", "#/$defs/value"}};

/// What a value can be; the pattern tells it from other strings.
const char* const kValueSchema = R"({
  "description": "An integer (a decimal string beyond 64 bits), a floating-point number as a string, a truth value, null, a string of the program with its quotes, the id of an object, '&' and a place for a pointer to a field or variable (&Node0.next, &Buf0.a[2]), '@' and the name of a function, '?' for a value that was never initialised, an array by index, a set, or an enumerator with its value.",
  "anyOf": [
    { "type": ["null", "boolean", "integer"] },
    { "type": "string", "pattern": "^([A-Za-z_&@\"].*|\\?|-?[0-9][0-9a-fx.+-]*)$" },
    { "type": "array", "items": { "$ref": "#/$defs/value" } },
    {
      "type": "object",
      "required": ["set"],
      "properties": { "set": { "type": "array", "items": { "$ref": "#/$defs/value" } } }
    },
    {
      "type": "object",
      "required": ["enumerator", "value"],
      "properties": { "enumerator": { "type": "string" }, "value": { "type": ["integer", "string"] } }
    }
  ]
})";

/// Says what the members of an object are.
class SchemaWriter {
 public:
  static constexpr bool kReads = false;
  static constexpr bool kWrites = false;

  explicit SchemaWriter(Json& definitions) : definitions_(definitions) {}

  void about(const char* text) { schema["description"] = text; }

  template <class T>
  void member(const char* key, const T&, const MemberRule& rule) {
    Json& member = properties_[key];
    if (*rule.about != '\0') member["description"] = rule.about;
    const Json own = Json::parse(std::string("{") + rule.schema + "}");
    // What is one of some values, or what is described elsewhere, has its type from there.
    const bool is_whole = own.contains("enum") || own.contains("const") || own.contains("$ref");
    if (!is_whole) member.update(schemaOf(static_cast<T*>(nullptr)));
    member.update(own);
    if (rule.presence == Presence::Required) required_.push_back(key);
  }

  /// Where the member `key` has one of these values, the other one is required.
  void require(const char* key, std::initializer_list<const char*> values, const char* other) {
    const Json value = values.size() == 1 ? Json{{"const", *values.begin()}}
                                          : Json{{"enum", std::vector<std::string>(values.begin(), values.end())}};
    conditions_.push_back({{"if", {{"properties", {{key, value}}}}}, {"then", {{"required", Json::array({other})}}}});
  }

  Json finish() {
    schema["type"] = "object";
    schema["required"] = std::move(required_);
    schema["properties"] = std::move(properties_);
    if (!conditions_.empty()) schema["allOf"] = std::move(conditions_);
    return std::move(schema);
  }

  Json schema = Json::object();

 private:
  Json schemaOf(const std::string*) { return {{"type", "string"}}; }
  Json schemaOf(const bool*) { return {{"type", "boolean"}}; }
  Json schemaOf(const int*) { return {{"type", "integer"}, {"minimum", 0}}; }
  Json schemaOf(const std::int64_t*) { return {{"type", "integer"}, {"minimum", 0}}; }
  Json schemaOf(const double*) { return {{"type", "number"}, {"minimum", 0}}; }
  Json schemaOf(const Value*) { return kValue; }
  Json schemaOf(const Recheck*) { return {{"enum", {true, false, "unknown"}}}; }
  Json schemaOf(const std::vector<NamedValue>*) { return {{"type", "object"}, {"additionalProperties", kValue}}; }
  template <class Enum>
    requires std::is_enum_v<Enum>
  Json schemaOf(const Enum*) {
    Json names = Json::array();
    for (const auto& [value, name] : Names<Enum>::kAll) names.push_back(name);
    return {{"enum", std::move(names)}};
  }
  template <class T>
  Json schemaOf(const std::optional<T>*) {
    return schemaOf(static_cast<T*>(nullptr));
  }
  template <class T>
  Json schemaOf(const std::vector<T>*) {
    return {{"type", "array"}, {"items", schemaOf(static_cast<T*>(nullptr))}};
  }
  template <class T>
  Json schemaOf(const std::map<std::string, T>*) {
    return {{"type", "object"}, {"additionalProperties", schemaOf(static_cast<T*>(nullptr))}};
  }
  template <class T>
    requires std::is_class_v<T>
  Json schemaOf(const T* none) {
    const std::string name = nameOf(none);
    if (!definitions_.contains(name)) {
      definitions_[name] = nullptr;  // its place in the list, before those that it mentions
      SchemaWriter writer(definitions_);
      T value;
      describe(writer, value);
      definitions_[name] = writer.finish();
    }
    return {{"$ref", "#/$defs/" + name}};
  }

  Json& definitions_;
  Json required_ = Json::array();
  Json properties_ = Json::object();
  Json conditions_ = Json::array();
};

}  // namespace

nlohmann::ordered_json resultSchema() {
  Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                 {"$id", "https://weir.invalid/schema/result-1.json"},
                 {"title", "The results of weir check"}};
  Json definitions = Json::object();
  SchemaWriter writer(definitions);
  RunResult run;
  describe(writer, run);
  schema.update(writer.finish());
  definitions["id"] = {{"type", "string"}, {"pattern", "^[A-Za-z_][^\\s]*$"}};
  definitions["value"] = Json::parse(kValueSchema);
  schema["$defs"] = std::move(definitions);
  return schema;
}

}  // namespace weir::report
