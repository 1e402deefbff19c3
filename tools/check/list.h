// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `weir check --list`: the properties without checking them, each with a fingerprint of all that its verdict depends
// on.
//
//   { "weir": "0.1.0", "files": ["list.weir", "list.c"],
//     "properties": [ { "method": "listJoin", "property": "tail", "fingerprint": "9f86…" } ] }
//
// Claim: two runs with the same fingerprint, scope and options give the same verdict. The fingerprint covers the
// property, the requirements, every trusted specification, the classes and every procedure that the method can reach.
#pragma once

#include <string>

#include "support/diagnostics.h"
#include "tools/check/request.h"

namespace weir::tools {

/// The document, with a newline at its end; empty where `diagnostics` has an error.
std::string listProperties(const CheckRequest& request, const std::string& version, Diagnostics& diagnostics);

}  // namespace weir::tools
