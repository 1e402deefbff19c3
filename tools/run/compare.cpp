// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/run/compare.h"

#include <map>
#include <nlohmann/json.hpp>

namespace weir::run {
namespace {

using Name = std::pair<std::string, std::string>;  // check, method.property

/// How much a verdict is worth: what is known is worth more than what is not, good news more than bad.
int rank(const std::string& verdict) {
  if (verdict == "proved") return 4;
  if (verdict == "holds") return 3;
  if (verdict == "violated") return 2;
  return verdict == "vacuous" ? 1 : 0;
}

bool isConfirmed(const StoredResult& r) {
  const auto json = nlohmann::json::parse(r.json, nullptr, false);
  return json.is_object() && json.value("/counterexample/replay/confirmed"_json_pointer, false);
}

}  // namespace

bool meets(const std::string& expected, const std::string& verdict) {
  return verdict == expected || (expected == "holds" && verdict == "proved");
}

std::vector<Compared> compare(const Suite& suite, const std::vector<StoredResult>& now,
                              const std::vector<StoredResult>& baseline, const CompareOptions& options) {
  std::map<Name, const StoredResult*> before;
  for (const StoredResult& r : baseline) before[{r.check, r.name()}] = &r;
  std::map<Name, std::string> expected;
  for (const CheckEntry& c : suite.checks) {
    for (const auto& [name, verdict] : c.expect) expected[{c.name, name}] = verdict;
  }

  std::vector<Compared> out;
  std::map<Name, bool> seen;
  for (const StoredResult& r : now) {
    const Name name{r.check, r.name()};
    seen[name] = true;
    Compared c{.now = r};
    if (const auto e = expected.find(name); e != expected.end()) c.expected = e->second;
    const auto old = before.find(name);
    if (old == before.end()) {
      c.change = Change::New;
    } else {
      c.previous = old->second->verdict;
      c.previous_ms = old->second->time_ms;
      const int by = rank(r.verdict) - rank(c.previous);
      c.change = by > 0 ? Change::Better : by < 0 ? Change::Worse : Change::Same;
      c.slower = !r.reused && r.time_ms > c.previous_ms * options.slower_ratio &&
                 r.time_ms - c.previous_ms > options.slower_ms;
    }
    if (r.skipped) {
      c.change = Change::Same;
      c.slower = false;
    } else {
      c.unexpected = !c.expected.empty() && !meets(c.expected, r.verdict);
      c.unconfirmed = r.verdict == "violated" && !isConfirmed(r);
    }
    out.push_back(std::move(c));
  }
  for (const StoredResult& r : baseline) {
    if (seen.contains({r.check, r.name()})) continue;
    Compared c{.now = r, .previous = r.verdict, .previous_ms = r.time_ms, .change = Change::Gone};
    out.push_back(std::move(c));
  }
  return out;
}

}  // namespace weir::run
