// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A procedure under test, `f`, over lists of nodes with a part, an array and a number.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir/program/interpreter.h"
#include "tests/support/build_program.h"

namespace weir::program {

class InterpreterTest : public testing::Test {
 protected:
  /// Finishes the program on first use and runs `f`.
  Execution run(const std::vector<Value>& arguments, const InterpreterOptions& options = {}) {
    if (!finished_) b.finish();
    finished_ = true;
    return program::run(*f.get(), arguments, heap, options);
  }

  /// "returned 7", "error null-deref", "threw int 3", "aborted", …
  std::string outcomeOf(const std::vector<Value>& arguments, const InterpreterOptions& options = {}) {
    const Execution execution = run(arguments, options);
    std::string text = spelling(execution.outcome);
    if (execution.outcome == Outcome::Error) text += std::string(" ") + spelling(execution.error);
    if (execution.outcome == Outcome::Threw)
      text += " " + toString(execution.thrown_type) + " " + toString(heap, execution.thrown);
    if (execution.result) text += " " + toString(heap, *execution.result);
    return text;
  }

  static Value number(Integer value) { return Value::ofInteger(value); }

  build::ProgramBuilder b;
  ClassDecl* link = b.addClass("Link");
  Field* to = b.field(link, "to", b.pointer(link));
  ClassDecl* node = b.addClass("Node");
  Field* next = b.field(node, "next", b.pointer(node));
  Field* value = b.field(node, "value", b.int32());
  Field* cells = b.field(node, "cells", b.program.arrayOf(b.int32(), 3));
  Field* part = b.part(node, "link", link);
  Field* parts = b.field(node, "links", b.program.arrayOf(b.program.classType(link), 2));
  build::ProcedureBuilder f = b.procedure("f", b.int32());
  Heap heap{b.program};

 private:
  bool finished_ = false;
};

}  // namespace weir::program
