// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The classes of the thesis's running example (Figure 4-2), and what tests of summaries say of a procedure.
#pragma once

#include <gtest/gtest.h>

#include "abstraction/summarizer.h"
#include "tests/support/build_program.h"
#include "tests/support/summary_soundness.h"

namespace weir::abstraction {

using namespace program::build;

struct GraphProgram : ProgramBuilder {
  program::ClassDecl* list = addClass("List");
  program::ClassDecl* entry = addClass("ListEntry");
  program::ClassDecl* node = addClass("Node");
  program::ClassDecl* graph = addClass("Graph");
  program::Field* nodes = field(graph, "nodes", pointer(list));
  program::Field* head = field(list, "head", pointer(entry));
  program::Field* entry_node = field(entry, "node", pointer(node));
  program::Field* next = field(entry, "next", pointer(entry));
  program::Field* prev = field(entry, "prev", pointer(entry));
  program::Field* out_list = field(node, "outNodesList", pointer(list));
  program::Field* in_deg = field(node, "inDeg", int32());
  program::Field* visited = field(node, "visitedInsNum", int32());
};

/// Requires a finished program. Ensures that the summary was held against executions.
inline std::string summaryOf(const program::Program& program, const program::Procedure& procedure,
                             Parameters parameters = {}) {
  logic::Context context;
  program::Vocabulary vocabulary(program, context);
  Summarizer summarizer(vocabulary, parameters);
  const Summary& summary = summarizer.of(procedure);
  const test_support::SoundnessRuns runs = test_support::checkSoundness(vocabulary, summary, 300, 1);
  EXPECT_EQ(runs.failure, "");
  EXPECT_GT(runs.returned, 0) << "nothing was checked";
  return toString(summary);
}

}  // namespace weir::abstraction
