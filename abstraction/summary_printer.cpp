// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A summary as it is read: one constraint a line.
//
//   New$ListEntry one fresh ListEntry
//   head' = head ++ (this -> New$ListEntry)
//   visitedInsNum' outside n.outNodesList.head.*next.node = visitedInsNum
#include "abstraction/summary.h"

namespace weir::abstraction {
namespace {

std::string lines(const std::vector<std::string>& all) {
  std::string text;
  for (const std::string& line : all) text += line + "\n";
  return text;
}

}  // namespace

std::vector<std::string> constraintsOf(const Summary& summary) {
  std::vector<std::string> all;
  for (const Allocation& allocation : summary.allocations) {
    std::string line = allocation.symbol->name + (allocation.is_set ? ": set " : ": one ") +
                       allocation.class_decl->name + " allocated";
    if (!allocation.is_set && allocation.condition == nullptr) {
      line = allocation.symbol->name + ": lone " + allocation.class_decl->name + " allocated";
    } else if (!allocation.is_set && allocation.condition->kind != logic::FormulaKind::True) {
      line += " where " + toString(allocation.condition);
    }
    all.push_back(line);
  }
  for (const RelationBounds& bounds : summary.relations) {
    const std::string& name = bounds.post->name;
    if (bounds.isExact()) {
      all.push_back(name + " = " + toString(bounds.upper));
      continue;
    }
    const bool is_wild = bounds.wild->kind != logic::ExprKind::None;
    const bool is_all_wild = bounds.wild->kind == logic::ExprKind::Univ;
    if (is_all_wild) {
      all.push_back(name + " is any " + bounds.pre->name);
      continue;
    }
    all.push_back(toString(bounds.lower) + " in " + name);
    all.push_back(name + " in " + toString(bounds.upper) +
                  (is_wild ? " except at " + toString(bounds.wild) : std::string()));
  }
  if (summary.result) {
    if (summary.result->upper == nullptr) {
      all.push_back("return is any value");
    } else if (summary.result->isExact()) {
      all.push_back("return = " + toString(summary.result->upper));
    } else {
      if (summary.result->lower->kind != logic::ExprKind::None) {
        all.push_back(toString(summary.result->lower) + " in return");
      }
      all.push_back("return in " + toString(summary.result->upper));
    }
  }
  for (const logic::Formula fact : summary.facts) all.push_back(toString(fact));
  if (!summary.may_return) all.push_back("does not return");
  if (summary.may_throw) all.push_back("may throw");
  for (const Opaque& each : summary.opaque) all.push_back("not understood: " + each.reason);
  return all;
}

std::string toString(const Summary& summary) { return lines(constraintsOf(summary)); }

}  // namespace weir::abstraction
