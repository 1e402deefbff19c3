// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a check is asked to do: the command line of `weir check`, or one entry of a suite, as plain data.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "frontend/assumptions.h"
#include "refine/method_check.h"
#include "tools/replay/test_writer.h"

namespace weir::tools {

struct CheckRequest {
  std::string file;                // FILE.weir, or a C or C++ source with annotations
  std::vector<std::string> flags;  // of the compiler, after those of the file
  std::string build_dir;           // -p
  frontend::Assumptions assumptions;
  std::vector<program::OtherSource> others;  // of the same program: what they define is known
  std::vector<std::string> only;             // METHOD or METHOD.LABEL; empty: everything
  std::optional<int> scope;                  // each overrides what the file says
  std::map<std::string, int> objects;
  std::optional<int> unroll;
  std::vector<std::string> checks;  // built-in properties to check of every method, groups allowed
  refine::Mode mode = refine::Mode::Refine;
  solver::BackEnd back_end = solver::BackEnd::Auto;
  double timeout_seconds = 0;  // for each property; 0: none
  long memory_megabytes = 0;
  int jobs = 1;
  bool replay = true;
  std::string keep_repro;                      // folder for the programs of replays; empty: they are not kept
  std::optional<replay::TestFramework> tests;  // a regression test of each violation
  std::string test_file;                       // where they will stand
  std::optional<std::string> source_text;      // of the source, in place of what its file has
  std::optional<std::string> spec_text;        // of the specification that `file` is
  bool quiet = false;                          // what the compiler says goes nowhere
  bool until_violated = false;                 // the first violation ends the check
  bool suggest = true;                         // under what is violated: a precondition with which it holds
  bool self_check = false;
  enum class Prove { Off, Auto, Hard };
  Prove prove = Prove::Auto;  // try to prove for every size what holds in the scope
  double prove_seconds = 0;   // for each property; 0: a number of steps
  bool recheck_proofs = false;
  std::string dump_proofs;  // folder for the questions that proofs rest on; empty: they are not kept
  bool trace_refinement = false;
  bool verbose = false;  // every stage is told of, of all jobs
  std::string dump_queries;
};

}  // namespace weir::tools
