// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From a .weir file and a program to a Specification.
//
//   Diagnostics diagnostics;
//   const Bundle bundle = loadSpec("toposort.weir", diagnostics);   the file and all it uses, parsed
//   ... frontend: bundle.source.path, bundle.source.flags -> program ...
//   logic::Context context;
//   program::Vocabulary vocabulary(program, context);
//   const Specification specification = lower(bundle, vocabulary, diagnostics);
//
// Mistakes go to `diagnostics`; the result is only meaningful where it has no errors.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/program/source_names.h"
#include "ir/program/vocabulary.h"
#include "specs/lang/ast.h"
#include "specs/lang/specification.h"
#include "support/diagnostics.h"

namespace weir::specs {

/// A specification file with the files and libraries it uses, each once, used ones first; the asked file is last.
struct Bundle {
  std::vector<SpecFile> files;
  SourceDecl source;  // of the asked file, with its path made relative to the working directory; empty if it has none
  SourceRange source_range;
  program::SourceNames names;  // of the source, once it has been read
};

/// `text`, where given, is read in place of what the file at `path` has: an editor's.
Bundle loadSpec(const std::string& path, Diagnostics& diagnostics, const std::optional<std::string>& text = {});

/// For `weir check FILE.cpp`: no .weir file, only what stands in the source.
Bundle emptyBundle();

/// As if the bundle's file said `use <name>`.
void useLibrary(Bundle& bundle, const std::string& name, Diagnostics& diagnostics);

/// Does it say itself what classes of the standard library do?
bool specifiesStd(const Bundle& bundle);

/// Resolves, checks and lowers the bundle and the annotations in the program's source.
Specification lower(const Bundle& bundle, program::Vocabulary& vocabulary, Diagnostics& diagnostics);

}  // namespace weir::specs
