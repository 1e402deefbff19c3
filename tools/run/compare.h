// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a run changed: against the verdicts the suite expects, and against an earlier run.
//
//   worse    redis/adlist  listJoin.tail   violated -> unknown (the time limit was reached)
//   slower   libavl        avl_insert.bst  2.4x  (1.2 s -> 2.9 s)
//
// An expected verdict decides where there is one; else a verdict that is weaker, or bad where it was good is worse.
// A violation that no replay confirmed counts as unexpected, whatever was expected.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/run/store.h"
#include "tools/run/suite.h"

namespace weir::run {

enum class Change { Same, New, Gone, Better, Worse };

struct Compared {
  StoredResult now = {};  // Gone: as it was
  std::string expected = {};
  std::string previous = {};  // the verdict in the baseline; empty: new
  double previous_ms = 0;
  Change change = Change::Same;
  bool unexpected = false;
  bool unconfirmed = false;
  bool slower = false;

  double ratio() const { return previous_ms > 0 ? now.time_ms / previous_ms : 0; }
  /// Nothing is expected of it, and it does not hold: nobody has accepted it.
  bool isBad() const { return expected.empty() && !now.skipped && now.verdict != "holds" && now.verdict != "proved"; }
  bool isWorse() const {
    return unexpected || unconfirmed || (expected.empty() && change == Change::Worse) ||
           (isBad() && now.verdict == "violated");
  }
};

struct CompareOptions {
  double slower_ratio = 1.5;
  double slower_ms = 500;  // less than this is noise
};

/// In the order of the suite; what is gone comes last. Skipped results are never worse.
std::vector<Compared> compare(const Suite& suite, const std::vector<StoredResult>& now,
                              const std::vector<StoredResult>& baseline, const CompareOptions& options = {});

bool meets(const std::string& expected, const std::string& verdict);

}  // namespace weir::run
