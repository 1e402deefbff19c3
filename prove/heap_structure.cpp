// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "prove/heap_structure.h"

#include <algorithm>

#include "support/invariant.h"

namespace weir::prove {

using solver::Gate;
using solver::kFalse;
using solver::kTrue;

HeapStructure::HeapStructure(Room room, const std::set<const Field*>& closures, bool only_counts,
                             std::optional<Changes> changes)
    : room_(std::move(room)),
      only_counts_(only_counts),
      sat_(solver::makeSatSolver(solver::BackEnd::Cadical)),
      emitter_(circuit_, *sat_, words_),
      changes_(std::move(changes)) {
  while (1 << bits_of_number_ < size(nullptr)) ++bits_of_number_;
  if (changes_) {
    for (const Field* field : changes_->fields) {
      stored_.insert(field);
      if (field->type->isObjectPointer()) continue;
      std::vector<Gate>& changed = changed_[field];
      for (int a = 0; a < size(field->owner); ++a) changed.push_back(circuit_.variable());
    }
    for (const auto* classes : {&changes_->made, &changes_->freed})
      made_or_freed_.insert(classes->begin(), classes->end());
  }
  for (const Field* field : closures)
    if (field->type->isInteger())
      addNumbers(field);
    else
      addBetween(field);
}

int HeapStructure::size(const ClassDecl* class_decl) const {
  const auto found = room_.find(class_decl);
  return found == room_.end() ? 1 : found->second;
}

bool HeapStructure::hasRoom() const {
  return std::ranges::all_of(names_count_, [this](const auto& one) { return one.second <= size(one.first); });
}

HeapStructure::Class& HeapStructure::of(const ClassDecl* class_decl) {
  const auto [found, is_new] = classes_.try_emplace(class_decl);
  Class& objects = found->second;
  if (!is_new) return objects;
  for (int a = 0; a < size(class_decl); ++a) {
    objects.exists.push_back(circuit_.variable());
    objects.live_at_entry.push_back(circuit_.variable());
    assertTrue(circuit_.implication(objects.live_at_entry.back(), objects.exists.back()));
    if (a > 0) assertTrue(circuit_.implication(objects.exists[at(a)], objects.exists[at(a - 1)]));
  }
  objects.live_at_start = objects.live_at_entry;
  const bool is_made = changes_ && changes_->made.contains(class_decl);
  const bool is_freed = changes_ && changes_->freed.contains(class_decl);
  if (is_made || is_freed)
    for (std::size_t a = 0; a < objects.exists.size(); ++a) {
      const Gate before = objects.live_at_entry[a];
      const Gate live = objects.live_at_start[a] = circuit_.variable();
      assertTrue(circuit_.implication(live, objects.exists[a]));
      if (!is_made) assertTrue(circuit_.implication(live, before));
      if (!is_freed) assertTrue(circuit_.implication(before, live));
    }
  objects.live = objects.live_at_start;
  return objects;
}

Gate HeapStructure::exists(const ClassDecl* class_decl, int index) { return of(class_decl).exists[at(index)]; }

Gate HeapStructure::isLive(const ClassDecl* class_decl, int index, bool at_entry) {
  Class& objects = of(class_decl);
  return at_entry ? objects.live_at_entry[at(index)] : objects.live[at(index)];
}

HeapStructure::Pointer HeapStructure::null(const ClassDecl* class_decl) const {
  return {class_decl, std::vector<Gate>(at(size(class_decl)), kFalse), kTrue, kFalse};
}

HeapStructure::Pointer HeapStructure::object(const ClassDecl* class_decl, int index) const {
  Pointer pointer = null(class_decl);
  pointer.at[at(index)] = kTrue;
  pointer.null = kFalse;
  return pointer;
}

/// The first name of an object gives it its number, which leaves one numbering of each structure.
HeapStructure::Pointer HeapStructure::name(const ClassDecl* class_decl) {
  Class& objects = of(class_decl);
  if (++names_count_[class_decl] > size(class_decl)) return null(class_decl);
  Pointer pointer{class_decl, {}, kFalse, kFalse};
  for (int a = 0; a < size(class_decl); ++a) {
    pointer.at.push_back(circuit_.variable());
    assertTrue(circuit_.implication(pointer.at.back(), objects.exists[at(a)]));
    for (int b = 0; b < a; ++b) assertTrue(!circuit_.conjunction(pointer.at[at(a)], pointer.at[at(b)]));
    if (a == 0) continue;
    std::vector<Gate> before{!pointer.at.back()};
    for (const Pointer& earlier : objects.names) before.push_back(earlier.at[at(a - 1)]);
    assertTrue(any(before));
  }
  pointer.null = !any(pointer.at);
  objects.names.push_back(pointer);
  return pointer;
}

HeapStructure::Pointer HeapStructure::anyPointer(const ClassDecl* class_decl) {
  Pointer pointer{class_decl, {}, kFalse, circuit_.variable()};
  for (int a = 0; a < size(class_decl); ++a) {
    pointer.at.push_back(circuit_.variable());
    assertTrue(circuit_.implication(pointer.at.back(), exists(class_decl, a)));
    assertTrue(!circuit_.conjunction(pointer.at.back(), pointer.out));
    for (int b = 0; b < a; ++b) assertTrue(!circuit_.conjunction(pointer.at[at(a)], pointer.at[at(b)]));
  }
  pointer.null = circuit_.conjunction(!any(pointer.at), !pointer.out);
  return pointer;
}

std::int64_t HeapStructure::costOf(const Room& room, const std::set<const Field*>& closures) {
  std::int64_t clauses = 0;
  for (const auto& [class_decl, objects] : room) {
    const std::int64_t n = objects;
    if (class_decl == nullptr) continue;
    clauses += n * n * n;
    for (const Field* field : closures)
      if (field->owner == class_decl && field->type->isPointer()) clauses += 4 * n * n * n * n;
  }
  return clauses;
}

// Fields.

void HeapStructure::addField(const Field* field) {
  if (fields_at_entry_.contains(field)) return;
  const ClassDecl* target = field->elementType()->pointee->class_decl;
  std::vector<Pointer> values;
  for (int a = 0; a < size(field->owner); ++a) {
    const Gate is_live = isLive(field->owner, a, true);
    Pointer value = anyPointer(target);
    for (int b = 0; b < size(target); ++b)
      assertTrue(circuit_.implication(value.at[at(b)], circuit_.conjunction(is_live, isLive(target, b, true))));
    assertTrue(circuit_.implication(value.out, is_live));
    values.push_back(std::move(value));
  }
  fields_at_entry_[field] = values;
  if (differsAtStart(field)) {
    values.clear();
    for (int a = 0; a < size(field->owner); ++a) {
      // It may lead to what is no longer there. What is not there leads nowhere.
      const Gate is_live = of(field->owner).live_at_start[at(a)];
      Pointer value = anyPointer(target);
      assertTrue(circuit_.disjunction(is_live, value.null));
      values.push_back(std::move(value));
    }
  }
  std::vector<Gate>& kept = kept_[field];
  for (std::size_t a = 0; a < values.size(); ++a)
    kept.push_back(differsAtStart(field) ? isSameValue(values[a], fields_at_entry_.at(field)[a]) : kTrue);
  fields_[field] = std::move(values);
}

/// Two that are out may be the same object, or not.
Gate HeapStructure::isSameValue(const Pointer& a, const Pointer& b) {
  const Gate out = circuit_.conjunction(a.out, b.out);
  return circuit_.disjunction(same(a, b), out == kFalse ? kFalse : circuit_.conjunction(out, circuit_.variable()));
}

Gate HeapStructure::isKept(const Field* field, int index) {
  addField(field);
  return kept_.at(field)[at(index)];
}

bool HeapStructure::differsAtStart(const Field* field) const {
  return changes_ && (changes_->fields.contains(field) || changes_->made.contains(field->owner) ||
                      changes_->freed.contains(field->owner));
}

void HeapStructure::addPart(const Field* field) {
  if (parts_.contains(field)) return;
  const ClassDecl* target = field->type->class_decl;
  std::vector<Pointer> values;
  for (int a = 0; a < size(field->owner); ++a) {
    Pointer value = anyPointer(target);
    assertTrue(circuit_.implication(exists(field->owner, a), !value.null));
    // It lives with its owner. Code that makes or frees objects with parts is refused.
    for (int b = 0; b < size(target); ++b)
      assertTrue(circuit_.implication(value.at[at(b)],
                                      circuit_.equivalence(isLive(field->owner, a, true), isLive(target, b, true))));
    values.push_back(std::move(value));
  }
  // One object is the part of one, at one place.
  for (int a = 0; a < size(field->owner); ++a)
    for (int b = 0; b < a; ++b)
      for (int c = 0; c < size(target); ++c)
        assertTrue(!circuit_.conjunction(values[at(a)].at[at(c)], values[at(b)].at[at(c)]));
  for (const auto& [other, others] : parts_) {
    if (other->type->class_decl != target) continue;
    for (const Pointer& one : values)
      for (const Pointer& two : others)
        for (int c = 0; c < size(target); ++c) assertTrue(!circuit_.conjunction(one.at[at(c)], two.at[at(c)]));
  }
  parts_[field] = std::move(values);
}

const HeapStructure::Pointer& HeapStructure::field(const Field* field, int index, bool at_entry) {
  addField(field);
  return at_entry ? fields_at_entry_.at(field)[at(index)] : fields_.at(field)[at(index)];
}

const HeapStructure::Pointer& HeapStructure::part(const Field* field, int index) {
  addPart(field);
  return parts_.at(field)[at(index)];
}

Gate HeapStructure::same(const Pointer& a, const Pointer& b) {
  if (a.class_decl != b.class_decl) return circuit_.conjunction(a.null, b.null);
  std::vector<Gate> where{circuit_.conjunction(a.null, b.null)};
  for (std::size_t i = 0; i < a.at.size(); ++i) where.push_back(circuit_.conjunction(a.at[i], b.at[i]));
  return any(where);
}

HeapStructure::Pointer HeapStructure::follow(const Pointer& from, const Field* field, bool at_entry) {
  const bool is_part = field->holdsParts();
  const ClassDecl* target = is_part ? field->type->class_decl : field->elementType()->pointee->class_decl;
  std::vector<std::vector<Gate>> ways(at(size(target)));
  std::vector<Gate> null{from.null}, out;
  for (int a = 0; a < size(field->owner); ++a) {
    const Pointer& value = is_part ? part(field, a) : this->field(field, a, at_entry);
    const Gate here = from.at[at(a)];
    for (std::size_t b = 0; b < ways.size(); ++b) ways[b].push_back(circuit_.conjunction(here, value.at[b]));
    null.push_back(circuit_.conjunction(here, value.null));
    out.push_back(circuit_.conjunction(here, value.out));
  }
  // Of what has no name nothing is known: it may lead to an object that has one, to nothing, or out.
  if (from.out != kFalse) {
    const Pointer anything = anyPointer(target);
    for (std::size_t b = 0; b < ways.size(); ++b) ways[b].push_back(circuit_.conjunction(from.out, anything.at[b]));
    null.push_back(circuit_.conjunction(from.out, anything.null));
    out.push_back(circuit_.conjunction(from.out, anything.out));
  }
  Pointer result{target, {}, any(null), any(out)};
  for (const auto& way : ways) result.at.push_back(any(way));
  return result;
}

HeapStructure::Pointer HeapStructure::named(const Pointer& pointer) {
  if (pointer.out == kFalse) return pointer;
  std::vector<Gate> key = pointer.at;
  key.push_back(pointer.null);
  key.push_back(pointer.out);
  if (const auto found = named_.find(key); found != named_.end() && found->second.class_decl == pointer.class_decl)
    return found->second;
  Pointer result = name(pointer.class_decl);
  named_[key] = result;
  assertTrue(!pointer.out);
  for (std::size_t b = 0; b < result.at.size(); ++b) assertTrue(circuit_.equivalence(result.at[b], pointer.at[b]));
  return result;
}

// What lies between.

HeapStructure::Triples HeapStructure::anyTriples(std::size_t size) {
  Triples triples(size, std::vector<std::vector<Gate>>(size, std::vector<Gate>(size)));
  for (auto& plane : triples)
    for (auto& row : plane)
      for (Gate& gate : row) gate = circuit_.variable();
  return triples;
}

void HeapStructure::addBetween(const Field* field) {
  const int n = size(field->owner);
  addField(field);
  for (const bool at_entry : {true, false}) {
    if (!at_entry && !differsAtStart(field)) {
      between_[field] = between_at_entry_[field];
      on_cycle_[field] = on_cycle_at_entry_[field];
      return;
    }
    Triples b = anyTriples(at(n));
    for (int x = 0; x < n; ++x) b[at(x)][at(x)][at(x)] = kTrue;
    std::vector<Gate> on_cycle;
    for (int x = 0; x < n; ++x) on_cycle.push_back(circuit_.variable());
    assertBetween(field, b, at_entry);
    assertSteps(field, b, on_cycle, at_entry);
    (at_entry ? between_at_entry_ : between_)[field] = std::move(b);
    (at_entry ? on_cycle_at_entry_ : on_cycle_)[field] = std::move(on_cycle);
  }
}

void HeapStructure::assertBetween(const Field* field, const Triples& b, bool at_entry) {
  if (only_counts_) return;
  const int n = size(field->owner);
  const auto B = [&](int x, int y, int z) { return b[at(x)][at(y)][at(z)]; };
  const auto implies = [&](std::initializer_list<Gate> premises, Gate conclusion) {
    std::vector<Gate> clause{conclusion};
    for (const Gate premise : premises) clause.push_back(!premise);
    assertTrue(any(clause));
  };
  for (int x = 0; x < n; ++x)
    for (int y = 0; y < n; ++y) {
      if (x != y) assertTrue(!B(x, y, x));
      for (int z = 0; z < n; ++z) {
        if (at_entry && (x != y || y != z))
          for (const int one : {x, y, z}) implies({B(x, y, z)}, isLive(field->owner, one, true));
        implies({B(x, y, z)}, B(x, y, y));
        implies({B(x, y, z)}, B(y, z, z));
        implies({B(x, y, y), B(y, z, z)}, B(x, z, z));
        implies({B(x, y, y), B(x, z, z)}, circuit_.disjunction(B(x, y, z), B(x, z, y)));
        for (int w = 0; w < n; ++w) {
          implies({B(x, y, z), B(y, w, z)}, B(x, y, w));
          implies({B(x, y, z), B(y, w, z)}, B(x, w, z));
          implies({B(x, y, z), B(x, w, y)}, B(x, w, z));
          implies({B(x, y, z), B(x, w, y)}, B(w, y, z));
        }
      }
    }
}

/// How a field and what lies between along it go together.
void HeapStructure::assertSteps(const Field* field, const Triples& b, const std::vector<Gate>& on_cycle,
                                bool at_entry) {
  const int n = size(field->owner);
  const auto R = [&](int x, int y) { return b[at(x)][at(y)][at(y)]; };
  for (int x = 0; x < n; ++x) {
    const Pointer& next = this->field(field, x, at_entry);
    assertTrue(circuit_.implication(next.null, !on_cycle[at(x)]));
    for (int y = 0; y < n; ++y) {
      if (x != y) {
        assertTrue(circuit_.implication(next.null, !R(x, y)));
        assertTrue(circuit_.implication(circuit_.conjunction(R(x, y), R(y, x)), on_cycle[at(x)]));
        assertTrue(circuit_.implication(circuit_.conjunction(on_cycle[at(x)], R(x, y)), R(y, x)));
      }
      const Gate is_next = next.at[at(y)];
      assertTrue(circuit_.implication(is_next, R(x, y)));
      assertTrue(circuit_.implication(is_next, circuit_.equivalence(on_cycle[at(x)], R(y, x))));
      for (int z = 0; z < n; ++z)
        if (x != z) assertTrue(circuit_.disjunction({!is_next, !R(x, z), x == y ? kFalse : b[at(x)][at(y)][at(z)]}));
    }
  }
}

Gate HeapStructure::between(const Field* field, int a, int b, int c, bool at_entry) const {
  return (at_entry ? between_at_entry_ : between_).at(field)[at(a)][at(b)][at(c)];
}

Gate HeapStructure::isOnCycle(const Field* field, int a, bool at_entry) const {
  return (at_entry ? on_cycle_at_entry_ : on_cycle_).at(field)[at(a)];
}

HeapStructure::Pointer HeapStructure::predecessor(const Pointer& from, const Pointer& to, const Field* field) {
  Pointer before = name(field->owner);
  const auto n = static_cast<int>(from.at.size());
  std::vector<Gate> there;
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < n; ++b) {
      const Gate is_way = circuit_.conjunction(
          {from.at[at(a)], to.at[at(b)], a == b ? isOnCycle(field, a, true) : reaches(field, a, b, true)});
      there.push_back(is_way);
      for (int c = 0; c < n; ++c) {
        const Gate is_before = circuit_.conjunction(
            this->field(field, c, true).at[at(b)], a == b ? reaches(field, a, c, true) : between(field, a, c, b, true));
        assertTrue(circuit_.disjunction({!is_way, !before.at[at(c)], is_before}));
      }
    }
  assertTrue(circuit_.equivalence(!before.null, any(there)));
  return before;
}

HeapStructure::Pointer HeapStructure::lastFrom(const Pointer& from, const Field* field, bool names_turn) {
  Pointer last = name(field->owner);
  const auto n = static_cast<int>(from.at.size());
  std::vector<Gate> circles, turns;  // last is on a cycle; and `from` is not
  assertTrue(circuit_.equivalence(last.null, from.null));
  for (int c = 0; c < n; ++c) {
    const Gate on_cycle = isOnCycle(field, c, true);
    circles.push_back(circuit_.conjunction(last.at[at(c)], on_cycle));
    turns.push_back(circuit_.conjunction({last.at[at(c)], on_cycle, !from.at[at(c)]}));
    assertTrue(circuit_.disjunction({!last.at[at(c)], this->field(field, c, true).null, on_cycle}));
    assertTrue(circuit_.disjunction({!from.at[at(c)], !on_cycle, last.at[at(c)]}));
    for (int a = 0; a < n; ++a)
      assertTrue(circuit_.disjunction({!last.at[at(c)], !from.at[at(a)], reaches(field, a, c, true)}));
  }
  if (!names_turn) return last;
  nameBefore(field, from, last, any(turns), false);
  nameBefore(field, last, last, any(circles), true);
  return last;
}

void HeapStructure::nameBefore(const Field* field, const Pointer& from, const Pointer& to, Gate exists,
                               bool is_on_cycle) {
  const Pointer before = name(field->owner);
  const auto n = static_cast<int>(from.at.size());
  assertTrue(circuit_.equivalence(!before.null, exists));
  for (int c = 0; c < n; ++c) {
    const Gate is_it = before.at[at(c)], on_cycle = isOnCycle(field, c, true);
    assertTrue(circuit_.disjunction(!is_it, is_on_cycle ? on_cycle : !on_cycle));
    for (int a = 0; a < n; ++a) {
      assertTrue(circuit_.disjunction({!is_it, !from.at[at(a)], reaches(field, a, c, true)}));
      assertTrue(circuit_.disjunction({!is_it, !to.at[at(a)], this->field(field, c, true).at[at(a)]}));
    }
  }
}

void HeapStructure::storeBetween(const Field* field, const Pointer& x, const Pointer& y) {
  const auto n = at(size(field->owner));
  const Triples old = between_.at(field);
  const auto R = [&](std::size_t u, std::size_t v) { return old[u][v][v]; };
  // From y, which may be out: then nothing is known of what it leads to.
  std::vector<std::vector<Gate>> from_y(n, std::vector<Gate>(n));
  for (std::size_t v = 0; v < n; ++v)
    for (std::size_t w = 0; w < n; ++w) {
      std::vector<Gate> ways;
      if (y.out != kFalse) ways.push_back(circuit_.conjunction(y.out, circuit_.variable()));
      for (std::size_t c = 0; c < n; ++c) ways.push_back(circuit_.conjunction(y.at[c], old[c][v][w]));
      from_y[v][w] = any(ways);
    }
  std::vector<Gate> reaches_x(n);                                               // R(u, x)
  std::vector<std::vector<Gate>> via_x(n, std::vector<Gate>(n)), to_x = via_x;  // B(u, x, w), B(u, v, x)
  std::vector<Gate> y_to_x_over(n);                                             // B(y, w, x)
  std::vector<Gate> y_reaches_x_ways;
  for (std::size_t u = 0; u < n; ++u) {
    for (std::size_t w = 0; w < n; ++w) {
      std::vector<Gate> via, to;
      for (std::size_t c = 0; c < n; ++c) {
        via.push_back(circuit_.conjunction(x.at[c], old[u][c][w]));
        to.push_back(circuit_.conjunction(x.at[c], old[u][w][c]));
      }
      via_x[u][w] = any(via);
      to_x[u][w] = any(to);
    }
    std::vector<Gate> ways, over;
    for (std::size_t c = 0; c < n; ++c) {
      ways.push_back(circuit_.conjunction(x.at[c], R(u, c)));
      over.push_back(circuit_.conjunction(x.at[c], from_y[u][c]));
    }
    reaches_x[u] = any(ways);
    y_to_x_over[u] = any(over);
    y_reaches_x_ways.push_back(circuit_.conjunction(x.at[u], from_y[u][u]));
  }
  const Gate y_reaches_x = any(y_reaches_x_ways);
  // To come to w without the step from x.
  const auto avoiding = [&](std::size_t u, std::size_t w) {
    return circuit_.disjunction(to_x[u][w], circuit_.conjunction(R(u, w), !reaches_x[u]));
  };
  const auto x_before = [&](std::size_t u, std::size_t w) {
    return circuit_.disjunction(via_x[u][w], circuit_.conjunction(reaches_x[u], !R(u, w)));
  };
  const auto y_avoiding = [&](std::size_t w) {
    return circuit_.disjunction(y_to_x_over[w], circuit_.conjunction(from_y[w][w], !y_reaches_x));
  };
  Triples& now = between_.at(field);
  std::vector<Gate>& on_cycle = on_cycle_.at(field);
  for (std::size_t u = 0; u < n; ++u) {
    for (std::size_t w = 0; w < n; ++w) {
      const Gate stays = avoiding(u, w);
      const Gate turns = circuit_.conjunction({!x.at[w], x_before(u, w), y_avoiding(w)});
      for (std::size_t v = 0; v < n; ++v)
        now[u][v][w] =
            circuit_.disjunction({circuit_.conjunction(old[u][v][w], stays), circuit_.conjunction(turns, to_x[u][v]),
                                  circuit_.conjunction(turns, from_y[v][w])});
    }
    on_cycle[u] = circuit_.disjunction(circuit_.conjunction(on_cycle[u], !reaches_x[u]),
                                       circuit_.conjunction(reaches_x[u], y_avoiding(u)));
  }
}

// Steps.

void HeapStructure::store(const Pointer& object, const Field* field, const Pointer& value) {
  addField(field);
  stored_.insert(field);
  if (hasClosure(field)) storeBetween(field, object, value);
  auto& values = fields_.at(field);
  for (std::size_t a = 0; a < values.size(); ++a) {
    Pointer& here = values[a];
    const Gate is_it = object.at[a];
    Gate& kept = kept_.at(field)[a];
    kept = circuit_.choice(is_it, isSameValue(value, fields_at_entry_.at(field)[a]), kept);
    for (std::size_t b = 0; b < here.at.size(); ++b) here.at[b] = circuit_.choice(is_it, value.at[b], here.at[b]);
    here.null = circuit_.choice(is_it, value.null, here.null);
    here.out = circuit_.choice(is_it, value.out, here.out);
  }
}

void HeapStructure::change(const Pointer& object, const Field* field, const std::optional<Number>& number) {
  stored_.insert(field);
  auto& changed = changed_.try_emplace(field, at(size(field->owner)), kFalse).first->second;
  for (std::size_t a = 0; a < changed.size(); ++a) changed[a] = circuit_.disjunction(changed[a], object.at[a]);
  if (!numbers_.contains(field)) return;
  const Number value = number ? *number : anyNumber();
  auto& numbers = numbers_.at(field);
  for (std::size_t a = 0; a < numbers.size(); ++a)
    for (std::size_t bit = 0; bit < value.size(); ++bit)
      numbers[a][bit] = circuit_.choice(object.at[a], value[bit], numbers[a][bit]);
}

// Numbers.

HeapStructure::Number HeapStructure::anyNumber() {
  ++names_count_[nullptr];
  Number number;
  for (std::size_t bit = 0; bit < bits_of_number_; ++bit) number.push_back(circuit_.variable());
  return number;
}

HeapStructure::Number HeapStructure::constant(program::Integer value) {
  const auto [found, is_new] = constants_.try_emplace(value);
  if (!is_new) return found->second;
  const Number number = anyNumber();
  for (const auto& [other, place] : constants_)
    if (other != value) assertTrue(other < value ? !atMost(number, place) : !atMost(place, number));
  return constants_[value] = number;
}

HeapStructure::Number HeapStructure::parameter(const program::Local* parameter) {
  const auto [found, is_new] = parameters_.try_emplace(parameter);
  if (is_new) found->second = anyNumber();
  return found->second;
}

Gate HeapStructure::equal(const Number& a, const Number& b) {
  std::vector<Gate> bits;
  for (std::size_t bit = 0; bit < bits_of_number_; ++bit) bits.push_back(circuit_.equivalence(a[bit], b[bit]));
  return circuit_.conjunction(bits);
}

void HeapStructure::addNumbers(const Field* field) {
  std::vector<Number>& numbers = numbers_at_entry_[field];
  for (int a = 0; a < size(field->owner); ++a) numbers.push_back(anyNumber());
  std::vector<Number>& now = numbers_[field];
  now = numbers;
  if (differsAtStart(field))
    for (Number& number : now) number = anyNumber();
}

const HeapStructure::Number& HeapStructure::number(const Field* field, int index, bool at_entry) const {
  return (at_entry ? numbers_at_entry_ : numbers_).at(field)[at(index)];
}

HeapStructure::Number HeapStructure::numberOf(const Pointer& object, const Field* field) {
  Number number;
  for (std::size_t bit = 0; bit < bits_of_number_; ++bit) {
    std::vector<Gate> ways;
    for (std::size_t a = 0; a < object.at.size(); ++a)
      ways.push_back(circuit_.conjunction(object.at[a], numbers_.at(field)[a][bit]));
    number.push_back(any(ways));
  }
  return number;
}

Gate HeapStructure::atMost(const Number& a, const Number& b) {
  Gate holds = kTrue;  // the first bit is the lowest
  for (std::size_t bit = 0; bit < bits_of_number_; ++bit) holds = circuit_.majority(!a[bit], b[bit], holds);
  return holds;
}

solver::Valuation HeapStructure::model() const {
  return solver::Valuation(circuit_, [this](std::uint32_t variable) { return emitter_.modelValue(variable); });
}

HeapStructure::Pointer HeapStructure::allocate(const ClassDecl* class_decl, bool is_zeroed) {
  const Pointer made = name(class_decl);
  made_or_freed_.insert(class_decl);
  assertTrue(!made.null);
  Class& objects = of(class_decl);
  for (std::size_t a = 0; a < made.at.size(); ++a) {
    assertTrue(circuit_.implication(made.at[a], !circuit_.disjunction(objects.live_at_entry[a], objects.live[a])));
    objects.live[a] = circuit_.disjunction(objects.live[a], made.at[a]);
  }
  for (const Field* field : class_decl->fields) {
    if (!field->type->isObjectPointer()) {
      change(made, field);
      continue;
    }
    const ClassDecl* target = field->type->pointee->class_decl;
    store(made, field, is_zeroed ? null(target) : anyPointer(target));
  }
  return made;
}

void HeapStructure::free(const Pointer& object) {
  made_or_freed_.insert(object.class_decl);
  Class& objects = of(object.class_decl);
  for (std::size_t a = 0; a < object.at.size(); ++a)
    objects.live[a] = circuit_.conjunction(objects.live[a], !object.at[a]);
  // What is gone has no values in the logic.
  for (const Field* field : object.class_decl->fields)
    if (field->type->isObjectPointer())
      store(object, field, null(field->type->pointee->class_decl));
    else
      change(object, field);
}

Gate HeapStructure::isThere(const Pointer& object) {
  const Class& objects = of(object.class_decl);
  std::vector<Gate> ways;
  for (std::size_t a = 0; a < object.at.size(); ++a)
    ways.push_back(circuit_.conjunction(object.at[a], objects.live[a]));
  return any(ways);
}

Gate HeapStructure::isChanged(const Field* field, int index) const {
  const auto found = changed_.find(field);
  return found == changed_.end() ? kFalse : found->second[at(index)];
}

bool HeapStructure::isTouched(const Field* field) const {
  return stored_.contains(field) || made_or_freed_.contains(field->owner);
}

solver::Answer HeapStructure::solve(Gate assumed, const solver::Limits& limits) {
  const solver::Literal literal = emitter_.literalImplying(assumed);
  return sat_->solve(std::span(&literal, 1), limits);
}

}  // namespace weir::prove
