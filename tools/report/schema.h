// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks a JSON document against the JSON Schemas of docs/schema, so that a wrong document is met with its place.
//
//   results[0].verdict: "hold" is not one of "holds", "violated", "proved", "vacuous", "unknown"
//
// The part of JSON Schema (draft 2020-12) that those schemas use: type, properties, required, additionalProperties,
// items, enum, const, pattern, minimum, minLength, minItems, anyOf, allOf, if/then, $ref into #/$defs. Any other
// keyword in a schema breaks an invariant: a constraint is never skipped.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace weir::report {

/// The places where `document` differs from `schema`, in document order; empty where it conforms. With `closed`, a key
/// the schema does not name is an error too (our own output and the files users write).
std::vector<std::string> schemaErrors(const nlohmann::json& schema, const nlohmann::json& document,
                                      bool closed = false);

}  // namespace weir::report
