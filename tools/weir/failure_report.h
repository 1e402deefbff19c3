// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// When weir itself fails: a message, and a file that a user can send.
//
//   weir: internal error: List::insert.sorted: segmentation fault
//   This is a mistake of weir's. Please report it with /tmp/weir-failure-4711.txt, which has the command line, the
//   messages, the specification and the source in it.
//
// A failure at one property is contained there (tools/check/parallel.h). A crash outside of all properties, as in the
// reading of a source, ends the run: with the same message and status 70, never by a signal.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace weir::tools {

/// From now on a fatal signal, a stack that overflows too, is reported and ends the process with status 70.
void reportCrashes(const std::vector<std::string>& command_line);

/// A file of whose text a report has a copy: a specification, a source.
void mentionInReports(const std::string& file);

/// Prints the messages and writes the file.
void reportFailures(const std::vector<std::string>& messages, std::ostream& err);

}  // namespace weir::tools
