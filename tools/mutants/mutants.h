// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How good is a specification? The code is changed at one token at a time, and the properties that hold of the code are
// checked of the changed one: a change that no property notices is one that the specification allows.
//
//   38 changes: 33 noticed, 4 not noticed, 1 not decided; score 89%
//
//   not noticed:
//   @@ list.cpp:14 @@
//   -  if (n == 0) return;
//   +  if (n != 0) return;
//
// What changes nothing that can be observed (`<=` where `<` means the same) is not noticed either: a person judges it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "support/diagnostics.h"
#include "tools/check/request.h"
#include "tools/mutants/changes.h"

namespace weir::mutants {

struct MutantsRequest {
  tools::CheckRequest check;  // its `jobs` are changes that are tried at the same time
  std::string store;          // results, a line each: what is there is not tried again; empty: nowhere
  std::string version;
};

enum class Fate { Noticed, Unnoticed, Undecided, DoesNotCompile };

struct Mutant {
  Change change;
  std::string function;
  Fate fate = Fate::Undecided;
  std::string by;  // the property that noticed it; why it is not decided
};

struct MutantsRun {
  std::string file;  // that was changed
  std::string text;
  std::vector<Mutant> mutants;
  std::vector<std::string> properties;  // that hold of the code as it is, and are asked of the changed one
  std::vector<std::string> left_out;    // that do not
  std::size_t reused = 0;               // from the store
  bool interrupted = false;
};

struct MutantsEvents {
  std::function<void(std::size_t done, std::size_t all)> progress = [](std::size_t, std::size_t) {};
};

MutantsRun runMutants(const MutantsRequest& request, Diagnostics& diagnostics, const MutantsEvents& events);

std::string mutantsText(const MutantsRun& run);
std::string mutantsJson(const MutantsRun& run, const std::string& version);
/// Of the decided ones, in percent; 100 where there is none.
int scoreOf(const MutantsRun& run);

}  // namespace weir::mutants
