// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/report/schema.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/invariant.h"

namespace weir::report {
namespace {

using nlohmann::json;
using Errors = std::vector<std::string>;

Errors check(const char* schema, const char* document, bool closed = false) {
  return schemaErrors(json::parse(schema), json::parse(document), closed);
}

TEST(Schema, ATypeIsOneOfThoseListed) {
  EXPECT_EQ(check(R"({"type": ["null", "integer"]})", "3"), Errors());
  EXPECT_EQ(check(R"({"type": ["null", "integer"]})", "3.5"),
            Errors{"the document: 3.5 should be of type \"null\", \"integer\""});
  EXPECT_EQ(check(R"({"type": "number"})", "3"), Errors());
}

TEST(Schema, AnErrorNamesItsPlace) {
  const char* schema = R"({"properties": {"a": {"items": {"enum": ["x"]}}}})";
  EXPECT_EQ(check(schema, R"({"a": ["x", "y"]})"), Errors{"a[1]: \"y\" is not one of \"x\""});
}

TEST(Schema, AMissingKeyAndASmallNumberAreErrors) {
  EXPECT_EQ(check(R"({"required": ["k"]})", "{}"), Errors{"the document: the key \"k\" is missing"});
  EXPECT_EQ(check(R"({"minimum": 1})", "0"), Errors{"the document: 0 is less than 1"});
  EXPECT_EQ(check(R"({"minItems": 1})", "[]"), Errors{"the document: should have 1 or more items"});
  EXPECT_EQ(check(R"({"minLength": 1})", "\"\""), Errors{"the document: should not be empty"});
  EXPECT_EQ(check(R"({"pattern": "^a+$"})", "\"b\""), Errors{"the document: \"b\" should match ^a+$"});
}

TEST(Schema, AReferenceIsFollowed) {
  const char* schema = R"({"$ref": "#/$defs/tree", "$defs": {"tree": {"properties": {"next": {"$ref": "#/$defs/tree"},
                                                                                      "key": {"type": "integer"}}}}})";
  EXPECT_EQ(check(schema, R"({"next": {"next": {"key": 1}}})"), Errors());
  EXPECT_EQ(check(schema, R"({"next": {"next": {"key": "1"}}})"),
            Errors{"next.next.key: \"1\" should be of type \"integer\""});
}

TEST(Schema, AnyOfNeedsOneAndAllOfNeedsEach) {
  EXPECT_EQ(check(R"({"anyOf": [{"const": 1}, {"const": 2}]})", "2"), Errors());
  EXPECT_EQ(check(R"({"anyOf": [{"const": 1}, {"const": 2}]})", "3").size(), 1u);
  EXPECT_EQ(check(R"({"allOf": [{"minimum": 1}, {"minimum": 2}]})", "0").size(), 2u);
}

TEST(Schema, ThenAppliesOnlyWhereIfDoes) {
  const char* schema = R"({"if": {"properties": {"a": {"const": 1}}}, "then": {"required": ["b"]}})";
  EXPECT_EQ(check(schema, R"({"a": 1})").size(), 1u);
  EXPECT_EQ(check(schema, R"({"a": 2})"), Errors());
}

TEST(Schema, AnUnknownKeyIsAnErrorOnlyWhereClosed) {
  const char* schema = R"({"properties": {"scope": true}})";
  EXPECT_EQ(check(schema, R"({"scop": 1})"), Errors());
  EXPECT_EQ(check(schema, R"({"scop": 1})", true),
            Errors{"scop: is not a key that is known here; did you mean \"scope\"?"});
}

TEST(Schema, AdditionalPropertiesAreChecked) {
  EXPECT_EQ(check(R"({"additionalProperties": {"type": "integer"}})", R"({"a": 1, "b": "x"})").size(), 1u);
  EXPECT_EQ(check(R"({"properties": {"a": true}, "additionalProperties": false})", R"({"a": 1, "b": 2})"),
            Errors{"b: is not allowed"});
}

TEST(Schema, AKeywordThatIsNotKnownIsNeverSkipped) { EXPECT_THROW(check(R"({"maxItems": 3})", "[]"), InternalError); }

}  // namespace
}  // namespace weir::report
