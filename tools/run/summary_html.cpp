// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdio>
#include <map>
#include <sstream>

#include "tools/report/junit.h"
#include "tools/run/summary.h"

namespace weir::run {
namespace {

using report::escapeXml;

const char* const kStyle = R"css(
:root { --paper: #fbfaf7; --card: #fff; --ink: #1f2430; --soft: #626b7a; --line: #e2dfd8; --accent: #1f6f8b;
  --good: #2e9e62; --bad: #c6362c; --odd: #d69a1e; --none: #d9d6cf; }
@media (prefers-color-scheme: dark) { :root { --paper: #14171c; --card: #1b1f26; --ink: #e4e7ec; --soft: #a2abb8;
  --line: #2d333d; --accent: #6cc0dc; --none: #3a414d; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 14px/1.5 system-ui, sans-serif; }
main { max-width: 1180px; margin: 0 auto; padding: 22px; }
h1 { font-size: 20px; margin: 0 0 2px; } h1 b { color: var(--accent); } p { margin: 0 0 14px; color: var(--soft); }
table { border-collapse: collapse; width: 100%; background: var(--card); border: 1px solid var(--line); }
th { text-align: left; font-weight: 500; font-size: 12px; color: var(--soft); }
th, td { padding: 4px 10px; border-top: 1px solid var(--line); vertical-align: top; }
td.name { font: 12.5px ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; } td.time { text-align: right; white-space: nowrap; }
tr.check td { background: var(--paper); font-weight: 600; }
a { color: var(--accent); } .worse { color: var(--bad); font-weight: 600; } .better { color: var(--good); font-weight: 600; }
.dot { display: inline-block; width: 10px; height: 14px; margin-right: 2px; border-radius: 2px; background: var(--none); }
.holds, .proved { background: var(--good); } .violated { background: var(--bad); } .unknown, .vacuous { background: var(--odd); }
.reason { color: var(--soft); font-size: 12.5px; font-weight: 400; }
)css";

std::string encoded(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_' || c == '.') {
      out += c;
    } else {
      char code[4];
      std::snprintf(code, sizeof code, "%%%02X", static_cast<unsigned char>(c));
      out += code;
    }
  }
  return out;
}

void writeRow(std::ostream& out, const Compared& c, const std::vector<PastRun>& history,
              const std::map<std::pair<std::string, std::string>, std::map<std::int64_t, std::string>>& verdicts,
              const std::string& before_name) {
  out << "<tr><td class=name>";
  const bool gone = c.change == Change::Gone;
  if (gone) {
    out << escapeXml(before_name + c.now.name());
  } else {
    out << "<a href=\"details.html#" << encoded(c.now.check + " " + c.now.name()) << "\">"
        << escapeXml(before_name + c.now.name()) << "</a>";
  }
  const char* mood = c.isWorse() ? "worse" : c.change == Change::Better ? "better" : "";
  out << "</td><td class=\"" << mood << "\">" << (gone ? "gone" : escapeXml(c.now.verdict));
  if (c.unexpected) out << ", expected " << escapeXml(c.expected);
  if (c.unconfirmed) out << ", not confirmed";
  if (!c.previous.empty() && c.previous != c.now.verdict) out << " (was " << escapeXml(c.previous) << ")";
  if (!c.now.reason.empty()) out << "<div class=reason>" << escapeXml(c.now.reason) << "</div>";
  out << "</td><td class=\"time" << (c.slower ? " worse" : "") << "\">" << report::shownTime(c.now.time_ms)
      << "</td><td>";
  const auto own = verdicts.find({c.now.check, c.now.name()});
  for (const PastRun& past : history) {
    std::string verdict;
    if (own != verdicts.end()) {
      if (const auto at = own->second.find(past.run.id); at != own->second.end()) verdict = at->second;
    }
    out << "<span class=\"dot " << escapeXml(verdict) << "\" title=\"run " << past.run.id << ", "
        << escapeXml(past.run.started) << ": " << escapeXml(verdict.empty() ? "not run" : verdict) << "\"></span>";
  }
  out << "</td></tr>\n";
}

}  // namespace

std::string summaryHtml(const SummaryInput& input, const std::vector<PastRun>& history) {
  std::map<std::pair<std::string, std::string>, std::map<std::int64_t, std::string>> verdicts;
  for (const PastRun& past : history) {
    for (const StoredResult& r : past.results) verdicts[{r.check, r.name()}][past.run.id] = r.verdict;
  }
  std::ostringstream out;
  out << "<!DOCTYPE html>\n<html lang=en><head><meta charset=utf-8>"
         "<meta name=viewport content=\"width=device-width, initial-scale=1\">"
         "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; style-src 'unsafe-inline'; img-src "
         "data:\">"
         "<link rel=icon href=\"data:,\"><title>weir run: "
      << escapeXml(input.suite) << "</title><style>" << kStyle << "</style></head>\n<body><main><h1><b>weir run</b> "
      << escapeXml(input.suite) << "</h1><p>run " << input.run << ", " << escapeXml(input.version) << ", "
      << report::verdictCounts(asRunResult(input)) << "</p>\n"
      << "<table><tr><th>property</th><th>verdict</th><th>time</th><th>history, oldest first</th></tr>\n";
  // What somebody has to look at stands first; it is in its place below as well.
  const auto wantsALook = [](const Compared& c) {
    const bool is_open = c.change != Change::Gone && c.now.verdict != "holds" && c.now.verdict != "proved";
    return c.isWorse() || c.unconfirmed || is_open;
  };
  if (std::any_of(input.compared.begin(), input.compared.end(), wantsALook))
    out << "<tr class=check><td colspan=4>what does not hold, is not known or got worse</td></tr>\n";
  for (const Compared& c : input.compared)
    if (wantsALook(c)) writeRow(out, c, history, verdicts, c.now.check + " ");
  std::string check;
  for (const Compared& c : input.compared) {
    if (c.now.check != check) out << "<tr class=check><td colspan=4>" << escapeXml(c.now.check) << "</td></tr>\n";
    check = c.now.check;
    writeRow(out, c, history, verdicts, "");
  }
  out << "</table></main></body></html>\n";
  return out.str();
}

}  // namespace weir::run
