// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What `weir check SPEC --list` prints of a check: its properties, each with a fingerprint of all it depends on.
//
//   { "weir": "0.1.0", "files": ["list.weir", "list.c", "/usr/include/stdlib.h"],
//     "properties": [ { "method": "listJoin", "property": "tail", "fingerprint": "9f86…" } ] }
//
// The fingerprint covers the property, its preconditions and the code that is reachable from the method, after
// preprocessing; the key adds weir itself, the scope and the limits. Two results with one key are the same result. The
// listing is kept with the size and time of each file, so that an unchanged check is not even parsed again.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/process/process.h"
#include "tools/run/store.h"
#include "tools/run/suite.h"

namespace weir::run {

struct ListedProperty {
  std::string method;
  std::string property;
  std::string key;
};

/// The program that runs the checks.
struct Checker {
  std::string program;   // a path
  std::string version;   // "weir 0.1.0"
  std::string identity;  // changes whenever the program does
};

/// Asks the program for its version. Nothing, and the reason, where it cannot be run.
std::optional<Checker> findChecker(const std::string& program, Store& store, std::string& error);

/// The listing that was kept, where no file it depends on has changed since.
std::optional<std::vector<ListedProperty>> keptListing(const CheckEntry& check, const Checker& checker,
                                                       const Store& store);

process::ProcessSpec listingProcess(const CheckEntry& check, const Checker& checker);

/// Reads and keeps what listingProcess printed. Nothing, and the reason, where it failed.
std::optional<std::vector<ListedProperty>> readListing(const CheckEntry& check, const Checker& checker,
                                                       const process::Finished& finished, Store& store,
                                                       std::string& error);

}  // namespace weir::run
