// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/logic/universe.h"

#include <utility>

#include "ir/logic/context.h"

namespace weir::logic {

int Universe::add(std::string name, Sort sort) {
  by_sort_.clear();
  atoms_.push_back({.name = std::move(name), .sort = sort});
  return size() - 1;
}

const std::vector<int>& Universe::atomsOf(Sort sort) const {
  const auto [found, is_new] = by_sort_.try_emplace(sort);
  if (is_new) {
    for (int i = 0; i < size(); ++i) {
      if (Context::isSubsort(atoms_[i].sort, sort)) found->second.push_back(i);
    }
  }
  return found->second;
}

const TupleSet& Instance::valueOf(Relation relation) const {
  static const TupleSet empty;
  const auto found = values_.find(relation);
  return found == values_.end() ? empty : found->second;
}

std::string toString(const TupleSet& tuples, const Universe& universe) {
  std::string text = "{";
  for (const Tuple& tuple : tuples) {
    if (text.size() > 1) text += ", ";
    const bool is_wide = tuple.size() > 1;
    if (is_wide) text += "(";
    for (std::size_t i = 0; i < tuple.size(); ++i) {
      if (i > 0) text += ", ";
      text += tuple[i].is_integer ? toString(tuple[i].integer) : universe.at(tuple[i].atom).name;
    }
    if (is_wide) text += ")";
  }
  return text + "}";
}

}  // namespace weir::logic
