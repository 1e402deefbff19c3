// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From the file a user names to a program and its specification.
//
//   Diagnostics diagnostics;
//   const auto input = readInput({.file = "stack.weir"}, diagnostics);
//   if (!input) …                       diagnostics has the errors, each with its place
//   input->specification.methods
//
// FILE.weir names its source; FILE.cpp stands for itself, with the properties in its comments.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "frontend/assumptions.h"
#include "ir/logic/context.h"
#include "ir/program/program.h"
#include "ir/program/source_names.h"
#include "ir/program/vocabulary.h"
#include "specs/lang/specification.h"
#include "support/diagnostics.h"
#include "support/reporter.h"

namespace weir::tools {

struct Input {
  std::unique_ptr<program::Program> program;
  std::unique_ptr<logic::Context> context;
  std::unique_ptr<program::Vocabulary> vocabulary;
  specs::Specification specification;
  std::vector<std::string> files;                                              // specifications that were read
  std::map<const program::Procedure*, program::SourceNames::Assumed> assumed;  // of functions that these call
  std::map<std::string, program::EnumeratorNames> enumerations;                // by the name of the type
  std::vector<program::OpenTemplate> templates;  // of a source that is checked without a .weir file
};

struct InputRequest {
  std::string file;
  std::vector<std::string> flags;  // after those that the file gives
  std::string build_dir;
  Reporter* reporter = &Reporter::silent();
  frontend::Assumptions assumptions = {};
  std::vector<program::OtherSource> others = {};  // of the same program
  std::optional<std::string> source_text = {};    // of the source, in place of what its file has
  std::optional<std::string> spec_text = {};      // of the specification that `file` is
  bool quiet = false;                             // what the compiler says goes nowhere
  int container_elements = 4;  // how many a modelled container of the library holds at most: part of the scope
};

/// Nothing where something is wrong with the input; `diagnostics` then has an error.
std::unique_ptr<Input> readInput(const InputRequest& request, Diagnostics& diagnostics);

/// Is it a specification, by its name?
bool isSpecFile(const std::string& file);

}  // namespace weir::tools
