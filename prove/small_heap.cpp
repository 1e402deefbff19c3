// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "prove/small_heap.h"

#include <algorithm>
#include <optional>

#include "support/invariant.h"

namespace weir::prove {

namespace {

bool reaches(const std::vector<int>& next, int from, int to) {
  for (std::size_t steps = 0; from >= 0 && to >= 0 && steps <= next.size(); ++steps) {
    if (from == to) return true;
    from = next[at(from)];
  }
  return false;
}

/// On the way from the first to the last, which it leads to.
bool isBetween(const std::vector<int>& next, int from, int between, int to) {
  if (!reaches(next, from, to)) return false;
  for (int here = from;; here = next[at(here)]) {
    if (here == between) return true;
    if (here == to) return false;
  }
}

}  // namespace

int SmallHeap::add(const ClassDecl* class_decl, bool is_zeroed) {
  objects.push_back({.class_decl = class_decl, .lived_at_entry = false, .lives = true});
  // What is not initialised may be anything.
  const auto garbage = [&](const Field* field) {
    const int any = static_cast<int>(objects.size() % 3);
    if (field->type->isInteger()) return any;
    return any == 0 && objects.front().class_decl == field->elementType()->pointee->class_decl ? 0 : -1;
  };
  for (Values* values : {&at_entry, &now})
    for (auto& [field, of] : *values) {
      int value = field->type->isInteger() ? 0 : -1;
      if (field->owner == class_decl && values == &now && !is_zeroed && !field->holdsParts()) value = garbage(field);
      of.push_back(value);
    }
  return static_cast<int>(objects.size()) - 1;
}

bool follow(const Path& path, const HeapProgram& program, SmallHeap& heap) {
  std::vector<int> values(path.classes.size(), -1);
  for (std::size_t i = 0; i < path.roots.size(); ++i) values[at(path.roots[i])] = heap.roots[i];
  if (path.slot) {
    if (path.slot->field != heap.slot_field) return false;
    if (path.slot->field != nullptr) values[at(path.slot->owner)] = heap.slot_owner;
  }
  for (std::size_t i = 0; i < path.before.size(); ++i) values[at(path.before[i])] = heap.variables[i];
  const auto number = [&](const Number& one) -> std::optional<int> {
    if (one.field == nullptr)
      return one.parameter == nullptr ? static_cast<int>(std::clamp<program::Integer>(one.constant, -1, 4))
                                      : heap.numbers[one.parameter];
    const auto found = heap.now.find(one.field);
    if (found == heap.now.end() || values[at(one.object)] < 0) return std::nullopt;
    return found->second[at(values[at(one.object)])];
  };
  const auto holds = [&](const Test& test) -> std::optional<bool> {
    const int a = values[at(test.a)], b = values[at(test.b)];
    if (test.kind == Test::Kind::Null) return a < 0;
    if (test.kind == Test::Kind::Same) return a == b;
    const auto left = number(test.left), right = number(test.right);
    if (!left || !right) return std::nullopt;
    return test.kind == Test::Kind::AtMost ? *left <= *right : *left == *right;
  };
  for (const Step& step : path.steps) {
    const int object = values[at(step.object)];
    switch (step.kind) {
      case Step::Kind::Assume: {
        const auto known = holds(step.test);
        if (known && *known != step.test.positive) return false;
        break;
      }
      case Step::Kind::Touch:
        if (object < 0 || !heap.objects[at(object)].lives) return false;
        break;
      case Step::Kind::Load:
      case Step::Kind::Part: values[at(step.value)] = heap.now.at(step.field)[at(object)]; break;
      case Step::Kind::Store: heap.now.at(step.field)[at(object)] = values[at(step.value)]; break;
      case Step::Kind::Change:
        if (const auto found = heap.now.find(step.field); found != heap.now.end()) {
          const auto value = step.number ? number(*step.number) : std::nullopt;
          found->second[at(object)] = value ? *value : (found->second[at(object)] + 1) % 3;
        }
        break;
      case Step::Kind::Allocate: values[at(step.value)] = heap.add(path.classes[at(step.value)], step.is_zeroed); break;
      case Step::Kind::Free:
        if (object < 0) break;
        if (!heap.objects[at(object)].lives) return false;
        heap.objects[at(object)].lives = false;
        for (auto& [field, of] : heap.now)
          if (field->owner == heap.objects[at(object)].class_decl && field->type->isPointer()) of[at(object)] = -1;
        break;
    }
  }
  heap.variables.clear();
  if (path.to >= 0)
    for (const program::Local* local : program.cut_points[at(path.to)].variables)
      heap.variables.push_back(values[at(path.after.at(local))]);
  return true;
}

std::vector<int> termsIn(const SmallHeap& heap, const std::vector<HeapTerm>& terms) {
  std::vector<int> all, names = heap.roots;
  if (heap.slot_field != nullptr) names.push_back(heap.slot_owner);
  names.insert(names.end(), heap.variables.begin(), heap.variables.end());
  for (const HeapTerm& term : terms) {
    const int object = names[at(term.name)];
    all.push_back(term.field == nullptr || object < 0
                      ? object
                      : (term.at_entry ? heap.at_entry : heap.now).at(term.field)[at(object)]);
  }
  return all;
}

bool isTrue(const HeapAtom& atom, const SmallHeap& heap, const std::vector<int>& terms, int u, int v) {
  using Kind = HeapAtom::Kind;
  const int x = terms[at(atom.x)], y = terms[at(atom.y)], w = atom.cells == 2 ? v : u;
  const auto of = [&]() -> const std::vector<int>& {
    return (atom.at_entry ? heap.at_entry : heap.now).at(atom.field);
  };
  const auto atMost = [&](int a, int b) { return a >= 0 && b >= 0 && of()[at(a)] <= of()[at(b)]; };
  switch (atom.kind) {
    case Kind::Null: return x < 0;
    case Kind::Same: return x == y;
    case Kind::Reaches: return reaches(of(), x, y);
    case Kind::Is: return x == w;
    case Kind::From: return reaches(of(), x, w);
    case Kind::To: return reaches(of(), w, x);
    case Kind::Between: return x >= 0 && y >= 0 && isBetween(of(), x, w, y);
    case Kind::Holds: return x >= 0 && of()[at(w)] == x;
    case Kind::Ends: return of()[at(w)] < 0;
    case Kind::Lives: return atom.at_entry ? heap.objects[at(w)].lived_at_entry : heap.objects[at(w)].lives;
    case Kind::OnCycle: return reaches(of(), of()[at(w)], w);
    case Kind::Kept: return heap.now.at(atom.field)[at(w)] == heap.at_entry.at(atom.field)[at(w)];
    case Kind::AtMost: return atMost(x, w);
    case Kind::AtLeast: return atMost(w, x);
    case Kind::ParameterAtMost: return heap.numbers.at(atom.parameter) <= of()[at(w)];
    case Kind::ParameterAtLeast: return of()[at(w)] <= heap.numbers.at(atom.parameter);
    case Kind::CellsSame: return u == v;
    case Kind::CellsReach: return reaches(of(), u, v);
    case Kind::CellsReachBack: return reaches(of(), v, u);
    case Kind::CellsHold: return of()[at(u)] == v;
    case Kind::CellsHoldBack: return of()[at(v)] == u;
    case Kind::CellsAtMost: return atMost(u, v);
    case Kind::CellsAtLeast: return atMost(v, u);
  }
  UNREACHABLE("an atom should be of a known kind");
}

}  // namespace weir::prove
