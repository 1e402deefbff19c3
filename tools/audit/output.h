// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What an audit found, for people and for programs.
#pragma once

#include <iosfwd>
#include <string>

#include "tools/audit/finding.h"

namespace weir::tools {

void writeText(const AuditResult& result, std::ostream& out);
std::string auditJson(const AuditResult& result, const std::string& version);
/// SARIF 2.1.0, with related locations.
std::string auditSarif(const AuditResult& result, const std::string& version);
/// One page, with the lines of the source around each place side by side.
std::string auditHtml(const AuditResult& result);

/// Without the findings that an earlier JSON has: the same kind of the same function under the same condition, wherever
/// its lines are now. False where the text is no such JSON.
bool removeKnown(AuditResult& result, const std::string& baseline_json);

}  // namespace weir::tools
