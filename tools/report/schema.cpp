// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/report/schema.h"

#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "support/diagnostics.h"
#include "support/invariant.h"

namespace weir::report {
namespace {

using Plain = nlohmann::json;

// Not constraints of their own: what a reader should know, and `then`, which `if` reads.
const std::set<std::string> annotations = {"$schema",     "$id",     "$defs",    "title",
                                           "description", "default", "examples", "then"};

std::string shown(const Plain& value) {
  std::string text = value.dump(-1, ' ', false, Plain::error_handler_t::replace);
  return text.size() > 60 ? text.substr(0, 57) + "..." : text;
}

Plain asList(const Plain& rule) { return rule.is_array() ? rule : Plain::array({rule}); }

std::string listed(const Plain& values) {
  std::string text;
  for (const Plain& v : values) text += (text.empty() ? "" : ", ") + v.dump();
  return text;
}

bool hasType(const Plain& value, const std::string& type) {
  if (type == "null") return value.is_null();
  if (type == "boolean") return value.is_boolean();
  if (type == "integer") return value.is_number_integer();
  if (type == "number") return value.is_number();
  if (type == "string") return value.is_string();
  if (type == "array") return value.is_array();
  INVARIANT(type == "object", "a schema should name one of the seven types");
  return value.is_object();
}

/// Compiled once: a trace has thousands of values to look at.
bool matches(const std::string& text, const std::string& pattern) {
  static thread_local std::map<std::string, std::regex> compiled;
  auto [at, fresh] = compiled.try_emplace(pattern);
  if (fresh) at->second = std::regex(pattern);
  return std::regex_search(text, at->second);
}

class Validator {
 public:
  Validator(const Plain& root, bool closed) : root_(root), closed_(closed) {}

  void check(const Plain& schema, const Plain& value, const std::string& place) {
    if (schema.is_boolean()) {
      if (!schema.get<bool>()) fail(place, "is not allowed");
      return;
    }
    for (const auto& [keyword, rule] : schema.items()) {
      if (annotations.contains(keyword) || applyLogic(keyword, rule, schema, value, place) ||
          applyToScalar(keyword, rule, value, place) || applyToMembers(keyword, rule, schema, value, place))
        continue;
      UNREACHABLE("a schema should use only the keywords the validator knows");
    }
  }

  std::vector<std::string> errors;

 private:
  void fail(const std::string& place, const std::string& message) {
    errors.push_back(place.empty() ? "the document: " + message : place + ": " + message);
  }

  std::vector<std::string> errorsOf(const Plain& schema, const Plain& value, const std::string& place,
                                    bool closed) const {
    Validator other(root_, closed);
    other.check(schema, value, place);
    return other.errors;
  }

  const Plain& resolve(const std::string& reference) const {
    INVARIANT(reference.starts_with("#/"), "a reference should stay inside its schema");
    return root_.at(Plain::json_pointer(reference.substr(1)));
  }

  bool applyLogic(const std::string& keyword, const Plain& rule, const Plain& schema, const Plain& value,
                  const std::string& place) {
    if (keyword == "$ref") {
      check(resolve(rule), value, place);
    } else if (keyword == "allOf") {
      for (const Plain& part : rule) check(part, value, place);
    } else if (keyword == "anyOf") {
      bool any = false;
      for (const Plain& part : rule) any = any || errorsOf(part, value, place, closed_).empty();
      if (!any) fail(place, shown(value) + " has none of the forms that are allowed here");
    } else if (keyword == "if") {
      // Open: both sides mention only some of the keys that the main schema names.
      if (errorsOf(rule, value, place, false).empty() && schema.contains("then")) {
        for (std::string& e : errorsOf(schema.at("then"), value, place, false)) errors.push_back(std::move(e));
      }
    } else {
      return false;
    }
    return true;
  }

  bool applyToScalar(const std::string& keyword, const Plain& rule, const Plain& value, const std::string& place) {
    if (keyword == "type") {
      bool any = false;
      for (const Plain& type : asList(rule)) any = any || hasType(value, type);
      if (!any) fail(place, shown(value) + " should be of type " + listed(asList(rule)));
    } else if (keyword == "enum") {
      if (std::find(rule.begin(), rule.end(), value) == rule.end())
        fail(place, shown(value) + " is not one of " + listed(rule));
    } else if (keyword == "const") {
      if (value != rule) fail(place, shown(value) + " should be " + rule.dump());
    } else if (keyword == "minimum") {
      if (value.is_number() && value.get<double>() < rule.get<double>())
        fail(place, shown(value) + " is less than " + rule.dump());
    } else if (keyword == "minLength") {
      if (value.is_string() && value.get_ref<const std::string&>().size() < rule.get<size_t>())
        fail(place, "should not be empty");
    } else if (keyword == "pattern") {
      const std::string pattern = rule;
      if (value.is_string() && !matches(value.get_ref<const std::string&>(), pattern))
        fail(place, shown(value) + " should match " + pattern);
    } else {
      return false;
    }
    return true;
  }

  bool applyToMembers(const std::string& keyword, const Plain& rule, const Plain& schema, const Plain& value,
                      const std::string& place) {
    if (keyword == "required") {
      for (const Plain& key : rule) {
        if (value.is_object() && !value.contains(key.get<std::string>()))
          fail(place, "the key " + key.dump() + " is missing");
      }
    } else if (keyword == "minItems") {
      if (value.is_array() && value.size() < rule.get<size_t>())
        fail(place, "should have " + rule.dump() + " or more items");
    } else if (keyword == "items") {
      for (size_t i = 0; value.is_array() && i < value.size(); ++i)
        check(rule, value[i], place + "[" + std::to_string(i) + "]");
    } else if (keyword == "properties") {
      if (value.is_object()) checkProperties(rule, schema, value, place);
    } else if (keyword == "additionalProperties") {
      // With `properties` beside it, that keyword has applied this one.
      if (value.is_object() && !schema.contains("properties")) checkProperties(Plain::object(), schema, value, place);
    } else {
      return false;
    }
    return true;
  }

  void checkProperties(const Plain& named, const Plain& schema, const Plain& value, const std::string& place) {
    for (const auto& [key, member] : value.items()) {
      const std::string inner = place.empty() ? key : place + "." + key;
      if (named.contains(key)) {
        check(named.at(key), member, inner);
      } else if (schema.contains("additionalProperties")) {
        check(schema.at("additionalProperties"), member, inner);
      } else if (closed_) {
        std::vector<std::string> known;
        for (const auto& item : named.items()) known.push_back(item.key());
        const auto near = nearestName(key, known);
        fail(inner, "is not a key that is known here" + (near ? "; did you mean \"" + *near + "\"?" : std::string()));
      }
    }
  }

  const Plain& root_;
  bool closed_;
};

}  // namespace

std::vector<std::string> schemaErrors(const nlohmann::json& schema, const nlohmann::json& document, bool closed) {
  Validator validator(schema, closed);
  validator.check(schema, document, "");
  return validator.errors;
}

}  // namespace weir::report
