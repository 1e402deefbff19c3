// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/report/junit.h"

#include <algorithm>
#include <cstdio>
#include <sstream>

#include "tools/report/json.h"
#include "tools/report/text.h"

namespace weir::report {
namespace {

using namespace weir::results;

std::string seconds(double ms) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f", ms / 1000);
  return text;
}

/// How many bytes of well-formed UTF-8 start at `at`, 0 where they are not well-formed.
size_t utf8Length(const std::string& text, size_t at) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(at + i < text.size() ? text[at + i] : 0); };
  const unsigned char lead = byte(0);
  const size_t length = lead < 0x80                   ? 1
                        : lead >= 0xC2 && lead < 0xE0 ? 2
                        : lead >= 0xE0 && lead < 0xF0 ? 3
                        : lead >= 0xF0 && lead < 0xF5 ? 4
                                                      : 0;
  for (size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  // Overlong forms, surrogates, what lies beyond Unicode, and the two characters XML forbids.
  if (lead == 0xE0 && byte(1) < 0xA0) return 0;
  if (lead == 0xED && byte(1) > 0x9F) return 0;
  if (lead == 0xEF && byte(1) == 0xBF && byte(2) >= 0xBE) return 0;
  if (lead == 0xF0 && byte(1) < 0x90) return 0;
  if (lead == 0xF4 && byte(1) > 0x8F) return 0;
  return length;
}

void writeCase(std::ostream& out, const CheckResult& r) {
  out << "    <testcase classname=\"" << escapeXml(r.method) << "\" name=\"" << escapeXml(r.property) << "\"";
  if (r.location.line > 0) out << " file=\"" << escapeXml(r.location.file) << "\" line=\"" << r.location.line << "\"";
  out << " time=\"" << seconds(r.stats.time_ms) << "\"";
  if (r.verdict == Verdict::Holds || r.verdict == Verdict::Proved) {
    out << "/>\n";
    return;
  }
  const std::string element = r.verdict == Verdict::Violated ? "failure" : "error";
  std::string message = r.reason.text;
  if (message.empty() && r.counterexample) message = r.counterexample->violated + " is false";
  out << ">\n      <" << element << " type=\"" << toString(r.verdict) << "\" message=\"" << escapeXml(message) << "\">";
  if (r.counterexample) {
    std::ostringstream text;
    writeViolation(text, r, {});
    out << escapeXml(text.str());
  }
  out << "</" << element << ">\n    </testcase>\n";
}

}  // namespace

std::string escapeXml(const std::string& text) {
  std::string out;
  for (size_t i = 0; i < text.size();) {
    const size_t length = utf8Length(text, i);
    const char c = text[i];
    if (length == 0 || (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' && c != '\r')) {
      out += "\xEF\xBF\xBD";
      ++i;
      continue;
    }
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out.append(text, i, length);
    }
    i += length;
  }
  return out;
}

std::string toJunit(const RunResult& run) {
  std::vector<std::string> methods;
  for (const CheckResult& r : run.results) {
    if (std::find(methods.begin(), methods.end(), r.method) == methods.end()) methods.push_back(r.method);
  }
  std::ostringstream out;
  out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"weir\">\n";
  for (const std::string& method : methods) {
    long tests = 0, failures = 0, errors = 0;
    double time = 0;
    for (const CheckResult& r : run.results) {
      if (r.method != method) continue;
      ++tests;
      failures += r.verdict == Verdict::Violated;
      errors += r.verdict == Verdict::Unknown || r.verdict == Verdict::Vacuous;
      time += r.stats.time_ms;
    }
    out << "  <testsuite name=\"" << escapeXml(method) << "\" tests=\"" << tests << "\" failures=\"" << failures
        << "\" errors=\"" << errors << "\" time=\"" << seconds(time) << "\">\n";
    for (const CheckResult& r : run.results) {
      if (r.method == method) writeCase(out, r);
    }
    out << "  </testsuite>\n";
  }
  out << "</testsuites>\n";
  return out.str();
}

}  // namespace weir::report
