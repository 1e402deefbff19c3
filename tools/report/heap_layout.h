// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where each object and pointer of an execution is drawn.
//
//   +------ Queue0 ------+        +------ Job0 ------+
//   | head_            o-+------->| next           o-+--> ...
//
// One layout serves all steps: every object and every pointer that exists at any time has its place, and a step shows
// those that exist then. So nothing jumps while stepping, and what moves is what the program moved. A part (an embedded
// member) is drawn as rows inside its owner, and a pointer to it ends at its row.
#pragma once

#include <string>
#include <vector>

#include "tools/report/states.h"

namespace weir::report {

struct BoxRow {
  std::string key;    // "Node0.next", "Buf0.a[2]"; for the head row of a part its id
  std::string label;  // "next", "[2]"
  int indent = 0;
  bool is_part = false;
};

struct HeapBox {
  std::string id;
  std::string class_name;
  double x = 0, y = 0, width = 0, height = 0;  // left upper corner, in pixels
  std::vector<BoxRow> rows = {};
};

struct HeapEdge {
  std::string from;  // the key of a row
  std::string to;    // the id of an object or the key of a row
  std::string path;  // an SVG path that ends where the arrow's point is
};

struct HeapLayout {
  double width = 0, height = 0;
  std::vector<HeapBox> boxes;
  std::vector<HeapEdge> edges;
  std::string problem;  // why Graphviz did not lay it out; the boxes then stand in rows, the pointers are straight
};

/// The heights that the drawing shares with the layout, in pixels.
constexpr int kTagsHeight = 20;  // room above a box for the variables that point to it
constexpr int kTitleHeight = 24;
constexpr int kRowHeight = 20;

/// A layout for each execution, in order; all of them are given to Graphviz at once.
std::vector<HeapLayout> layOutHeaps(const std::vector<std::vector<ExecutionState>>& executions);

/// The value of each row of an object, arrays split into elements.
std::vector<results::NamedValue> rowsOf(const results::HeapObject& object);

}  // namespace weir::report
