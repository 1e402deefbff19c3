// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which transitions are over one kind of list and nothing else.
#include <algorithm>

#include "prove/heap_program.h"

namespace weir::prove {

using program::ClassDecl;
using program::Field;

namespace {

/// A new cell leads to anything until its link is set. Then nothing may have been followed from it, or from what came
/// after it: with a link that leads to nothing at first, the list is the same in the end.
bool isLinkSet(const Path& path, std::size_t allocation, const Field* link) {
  const Value made = path.steps[allocation].value;
  if (path.steps[allocation].is_zeroed) return true;
  for (std::size_t i = allocation + 1; i < path.steps.size(); ++i) {
    const Step& step = path.steps[i];
    if (step.kind == Step::Kind::Store && step.object == made && step.field == link) return true;
    if (step.kind == Step::Kind::Load && step.object >= made) return false;
  }
  return false;
}

/// A new cell gets its number before that is read: then it is as if it had had it from the beginning.
bool isFirstNumber(Path& path, std::size_t change) {
  const Step& here = path.steps[change];
  std::size_t i = change;
  while (i > 0 && !(path.steps[i].kind == Step::Kind::Allocate && path.steps[i].value == here.object)) --i;
  if (path.steps[i].kind != Step::Kind::Allocate || path.steps[i].value != here.object) return false;
  const auto isRead = [&](const Number& number) { return number.field == here.field && number.object >= here.object; };
  for (; i <= change; ++i) {
    Step& step = path.steps[i];
    if (step.kind == Step::Kind::Assume && (isRead(step.test.left) || isRead(step.test.right))) return false;
    if (step.kind == Step::Kind::Change && step.number && isRead(*step.number)) return false;
    // Only the last one counts.
    if (i < change && step.kind == Step::Kind::Change && step.field == here.field && step.object == here.object)
      step.number.reset();
  }
  return true;
}

}  // namespace

std::vector<Value> ListProgram::namedBefore(const Path& path) {
  std::vector<Value> named = path.roots;
  named.insert(named.end(), path.before.begin(), path.before.end());
  return named;
}

std::vector<Value> ListProgram::namedAfter(const Path& path) const {
  std::vector<Value> named = path.roots;
  if (path.to < 0) {
    named.push_back(path.result);
    return named;
  }
  for (const program::Local* local : cut_points[static_cast<std::size_t>(path.to)].variables)
    named.push_back(path.after.at(local));
  return named;
}

std::variant<ListProgram, std::string> asLists(HeapProgram program) {
  ListProgram lists;
  static_cast<HeapProgram&>(lists) = std::move(program);
  std::vector<const Field*> changed;
  // Numbers of cells are compared with each other, or not at all.
  const auto isOfNumbers = [](const Test& test) {
    return test.kind == Test::Kind::AtMost || test.kind == Test::Kind::Equal;
  };
  for (Path& path : lists.paths)
    std::erase_if(path.steps, [&](const Step& step) {
      return step.kind == Step::Kind::Assume && isOfNumbers(step.test) &&
             (step.test.kind == Test::Kind::Equal || step.test.key() == nullptr);
    });
  const auto add = [](std::vector<const Field*>& fields, const Field* field) {
    if (std::ranges::find(fields, field) == fields.end()) fields.push_back(field);
  };
  for (Path& path : lists.paths) {
    if (path.slot || (path.to >= 0 && !lists.cut_points[at(path.to)].slots.empty()))
      return "it has a pointer to a pointer";
    for (const ClassDecl* one : path.classes) {
      if (one == nullptr) continue;
      if (lists.cell != nullptr && lists.cell != one) return "it is about objects of several classes";
      lists.cell = one;
    }
    for (std::size_t at_step = 0; at_step < path.steps.size(); ++at_step)
      switch (const Step& step = path.steps[at_step]; step.kind) {
        case Step::Kind::Load:
        case Step::Kind::Store:
          if (lists.link != nullptr && lists.link != step.field) return "cells have several links";
          lists.link = step.field;
          break;
        case Step::Kind::Assume:
          if (isOfNumbers(step.test) && step.test.key() != nullptr) add(lists.keys, step.test.key());
          break;
        case Step::Kind::Change:
          if (!isFirstNumber(path, at_step)) add(changed, step.field);
          break;
        case Step::Kind::Touch: break;
        case Step::Kind::Part: return "objects have parts";
        case Step::Kind::Allocate: lists.makes = true; break;
        case Step::Kind::Free: return "it frees objects";
      }
  }
  if (lists.cell == nullptr) return "it is about no list";
  if (lists.link == nullptr) return "it follows no link";
  if (lists.link->owner != lists.cell || lists.link->type->pointee->class_decl != lists.cell)
    return "its link leads to another class";
  for (const Path& path : lists.paths)
    for (std::size_t i = 0; i < path.steps.size(); ++i)
      if (path.steps[i].kind == Step::Kind::Allocate && !isLinkSet(path, i, lists.link))
        return "the link of a new cell is not set at once";
  for (const Field* field : changed)
    if (std::ranges::find(lists.keys, field) != lists.keys.end()) return "it changes '" + field->name + "'";
  // The specification may compare what the code changes.
  lists.changed = std::move(changed);
  return lists;
}

}  // namespace weir::prove
