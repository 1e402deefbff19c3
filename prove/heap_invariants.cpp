// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "prove/heap_invariants.h"

#include "support/invariant.h"

namespace weir::prove {

using Kind = HeapAtom::Kind;
using solver::Gate;
using Pointer = HeapStructure::Pointer;

std::vector<MinedAtom> HeapFamily::mined() const {
  std::vector<MinedAtom> all;
  for (const HeapAtom& atom : atoms)
    all.push_back({.cells = atom.cells, .is_place = atom.kind == Kind::Is || atom.kind == Kind::From});
  return all;
}

namespace {

bool isLinkOf(const Field* field, const ClassDecl* cell) {
  return field->owner == cell && field->type->isObjectPointer() && field->type->pointee->class_decl == cell;
}

class FamilyMaker {
 public:
  FamilyMaker(const HeapProgram& program, const CutPoint& head, const HeapWords& words,
              const HeapStructure::Changes& changes, const ClassDecl* cell)
      : words_(words), changes_(changes), roots_(static_cast<int>(program.roots.size())) {
    family_.cell = cell;
    for (int i = 0; i < roots_; ++i) addName(i, program.roots[at(i)]->type->pointee->class_decl);
    if (head.entry_slot && *head.entry_slot != nullptr) addSlot(roots_++, *head.entry_slot, true);
    for (std::size_t i = 0; i < head.variables.size(); ++i) {
      const int name = roots_ + static_cast<int>(i);
      const auto slot = head.slots.find(head.variables[i]);
      if (slot != head.slots.end())
        addSlot(name, slot->second, false);
      else
        addName(name, head.classOf(head.variables[i]));
    }
  }

  HeapFamily run() {
    addOfNames();
    for (const int cells : {1, 2}) addOfOne(cells);
    addOfTwo();
    return std::move(family_);
  }

 private:
  /// What has the pointer, and the pointer.
  void addSlot(int name, const Field* field, bool is_root) {
    addName(name, field->owner);
    if (!isLinkOf(field, family_.cell)) return;
    family_.terms.push_back({.name = name, .field = field, .class_decl = family_.cell});
    if (is_root && differs(field))
      family_.terms.push_back({.name = name, .field = field, .at_entry = true, .class_decl = family_.cell});
  }

  void addName(int name, const ClassDecl* class_decl) {
    family_.terms.push_back({.name = name, .class_decl = class_decl});
    if (class_decl == family_.cell) return;
    for (const Field* field : class_decl->fields) {
      if (!words_.fields.contains(field)) continue;
      const bool is_part = field->holdsParts();
      const ClassDecl* target = is_part                          ? field->type->class_decl
                                : field->type->isObjectPointer() ? field->type->pointee->class_decl
                                                                 : nullptr;
      if (target != family_.cell) continue;
      family_.terms.push_back({.name = name, .field = field, .class_decl = target});
      if (!is_part && differs(field) && name < roots_)
        family_.terms.push_back({.name = name, .field = field, .at_entry = true, .class_decl = target});
    }
  }

  bool differs(const Field* field) const {
    return changes_.fields.contains(field) || changes_.made.contains(field->owner) ||
           changes_.freed.contains(field->owner);
  }
  int terms() const { return static_cast<int>(family_.terms.size()); }
  const HeapTerm& term(int index) const { return family_.terms[at(index)]; }
  bool isCell(int index) const { return term(index).class_decl == family_.cell; }
  /// It says something of the heap at entry.
  bool isOld(int index) const {
    return term(index).name < roots_ && (term(index).field == nullptr || term(index).at_entry);
  }
  void add(HeapAtom atom) { family_.atoms.push_back(atom); }

  void addOfNames() {
    for (int x = 0; x < terms(); ++x) add({.kind = Kind::Null, .x = x});
    for (int x = 0; x < terms(); ++x)
      for (int y = x + 1; y < terms(); ++y)
        if (term(x).class_decl == term(y).class_decl) add({.kind = Kind::Same, .x = x, .y = y});
    for (const Field* field : words_.followed) {
      if (!isLinkOf(field, family_.cell)) continue;
      for (int x = 0; x < terms(); ++x)
        for (int y = 0; y < terms(); ++y)
          if (x != y && isCell(x) && isCell(y)) add({.kind = Kind::Reaches, .x = x, .y = y, .field = field});
    }
  }

  void addOfOne(int cells) {
    const bool is_ended = changes_.freed.contains(family_.cell);
    const bool is_made = changes_.made.contains(family_.cell);
    if (is_ended || is_made) add({.kind = Kind::Lives, .cells = cells});
    if (is_ended || is_made) add({.kind = Kind::Lives, .at_entry = true, .cells = cells});
    for (int x = 0; x < terms(); ++x)
      if (isCell(x)) add({.kind = Kind::Is, .x = x, .cells = cells});
    for (const Field* field : family_.cell->fields) {
      if (words_.followed.contains(field) && field->type->isInteger())
        for (const program::Local* parameter : words_.parameters)
          for (const Kind kind : {Kind::ParameterAtMost, Kind::ParameterAtLeast})
            add({.kind = kind, .field = field, .parameter = parameter, .cells = cells});
      if (words_.followed.contains(field) && field->type->isInteger())
        for (int x = 0; x < terms(); ++x)
          if (isCell(x))
            for (const Kind kind : {Kind::AtMost, Kind::AtLeast})
              add({.kind = kind, .x = x, .field = field, .cells = cells});
      if (isLinkOf(field, family_.cell) && words_.fields.contains(field)) addOfLink(field, cells);
    }
  }

  void addOfLink(const Field* field, int cells) {
    const bool is_followed = words_.followed.contains(field);
    for (int x = 0; x < terms() && is_followed; ++x) {
      if (!isCell(x)) continue;
      add({.kind = Kind::From, .x = x, .field = field, .cells = cells});
      if (differs(field) && isOld(x))
        add({.kind = Kind::From, .x = x, .field = field, .at_entry = true, .cells = cells});
      if (words_.large) add({.kind = Kind::To, .x = x, .field = field, .cells = cells});
    }
    add({.kind = Kind::Ends, .field = field, .cells = cells});
    if (is_followed && words_.large) add({.kind = Kind::OnCycle, .field = field, .cells = cells});
    if (is_followed && words_.large && differs(field))
      add({.kind = Kind::OnCycle, .field = field, .at_entry = true, .cells = cells});
    if (differs(field)) add({.kind = Kind::Kept, .field = field, .cells = cells});
    for (int x = 0; x < terms() && (words_.large || !is_followed); ++x)
      if (isCell(x)) add({.kind = Kind::Holds, .x = x, .field = field, .cells = cells});
    for (int x = 0; x < terms() && is_followed && words_.large; ++x)
      for (int y = 0; y < terms(); ++y)
        if (x != y && isCell(x) && isCell(y))
          add({.kind = Kind::Between, .x = x, .y = y, .field = field, .cells = cells});
  }

  void addOfTwo() {
    add({.kind = Kind::CellsSame, .cells = 3});
    int links = 0;
    for (const Field* field : family_.cell->fields)
      links += isLinkOf(field, family_.cell) && words_.fields.contains(field) ? 1 : 0;
    for (const Field* field : family_.cell->fields) {
      if (words_.followed.contains(field) && field->type->isInteger())
        for (const Kind kind : {Kind::CellsAtMost, Kind::CellsAtLeast}) add({.kind = kind, .field = field, .cells = 3});
      if (!isLinkOf(field, family_.cell) || !words_.fields.contains(field)) continue;
      if (words_.followed.contains(field))
        for (const bool at_entry : {false, true})
          for (const Kind kind : {Kind::CellsReach, Kind::CellsReachBack})
            if (!at_entry || differs(field)) add({.kind = kind, .field = field, .at_entry = at_entry, .cells = 3});
      if (links > 1)
        for (const Kind kind : {Kind::CellsHold, Kind::CellsHoldBack}) add({.kind = kind, .field = field, .cells = 3});
    }
  }

  const HeapWords& words_;
  const HeapStructure::Changes& changes_;
  int roots_;
  HeapFamily family_;
};

}  // namespace

std::vector<HeapFamily> familiesAt(const HeapProgram& program, const CutPoint& head, const HeapWords& words,
                                   const HeapStructure::Changes& changes) {
  std::set<const ClassDecl*> cells;
  std::vector<HeapFamily> all;
  const auto add = [&](const ClassDecl* cell) {
    if (cells.insert(cell).second) all.push_back(FamilyMaker(program, head, words, changes, cell).run());
  };
  for (const auto* locals : {&program.roots, &head.variables})
    for (const program::Local* local : *locals) {
      const ClassDecl* class_decl = head.classOf(local);
      for (const Field* field : class_decl->fields) {
        if (!words.fields.contains(field)) continue;
        if (isLinkOf(field, class_decl)) add(class_decl);
        if (!field->type->isObjectPointer()) continue;
        const ClassDecl* target = field->type->pointee->class_decl;
        for (const Field* link : target->fields)
          if (isLinkOf(link, target) && words.fields.contains(link)) add(target);
      }
    }
  if (all.empty() && !head.variables.empty()) add(head.classOf(head.variables.front()));
  return all;
}

std::vector<Pointer> termsIn(HeapStructure& structure, const std::vector<HeapTerm>& terms,
                             const std::vector<Pointer>& names) {
  std::vector<Pointer> all;
  for (const HeapTerm& term : terms) {
    const Pointer& name = names[at(term.name)];
    all.push_back(term.field == nullptr
                      ? name
                      : structure.named(structure.follow(structure.named(name), term.field, term.at_entry)));
  }
  return all;
}

namespace {

/// Over all objects that the two may be.
template <typename Value>
Gate over(HeapStructure& structure, const Pointer& a, const Pointer& b, const Value& value) {
  std::vector<Gate> ways;
  for (std::size_t i = 0; i < a.at.size(); ++i)
    for (std::size_t j = 0; j < b.at.size(); ++j) {
      const Gate here = structure.circuit().conjunction(a.at[i], b.at[j]);
      if (here != solver::kFalse)
        ways.push_back(structure.circuit().conjunction(here, value(static_cast<int>(i), static_cast<int>(j))));
    }
  return structure.circuit().disjunction(ways);
}

template <typename Value>
Gate over(HeapStructure& structure, const Pointer& a, const Value& value) {
  std::vector<Gate> ways;
  for (std::size_t i = 0; i < a.at.size(); ++i)
    if (a.at[i] != solver::kFalse) ways.push_back(structure.circuit().conjunction(a.at[i], value(static_cast<int>(i))));
  return structure.circuit().disjunction(ways);
}

Gate reach(HeapStructure& structure, const HeapAtom& atom, const Pointer& a, const Pointer& b) {
  return over(structure, a, b, [&](int i, int j) { return structure.reaches(atom.field, i, j, atom.at_entry); });
}

Gate atMost(HeapStructure& structure, const HeapAtom& atom, const Pointer& a, const Pointer& b) {
  return over(structure, a, b, [&](int i, int j) {
    return structure.atMost(structure.number(atom.field, i, atom.at_entry),
                            structure.number(atom.field, j, atom.at_entry));
  });
}

Gate holds(HeapStructure& structure, const HeapAtom& atom, const Pointer& a, const Pointer& b) {
  return over(structure, a, b, [&](int i, int j) { return structure.field(atom.field, i, atom.at_entry).at[at(j)]; });
}

Gate between(HeapStructure& structure, const HeapAtom& atom, const Pointer& x, const Pointer& w, const Pointer& y) {
  return over(structure, x, y, [&](int i, int j) {
    return over(structure, w, [&](int k) { return structure.between(atom.field, i, k, j, atom.at_entry); });
  });
}

}  // namespace

Gate valueOf(HeapStructure& structure, const HeapAtom& atom, const std::vector<Pointer>& terms, const Pointer& u,
             const Pointer& v) {
  const Pointer& x = terms[at(atom.x)];
  const Pointer& y = terms[at(atom.y)];
  const Pointer& w = atom.cells == 2 ? v : u;
  switch (atom.kind) {
    case Kind::Null: return x.null;
    case Kind::Same: return structure.same(x, y);
    case Kind::Reaches: return reach(structure, atom, x, y);
    case Kind::Is: return structure.same(x, w);
    case Kind::From: return reach(structure, atom, x, w);
    case Kind::To: return reach(structure, atom, w, x);
    case Kind::Between: return between(structure, atom, x, w, y);
    case Kind::Holds: return holds(structure, atom, w, x);
    case Kind::Ends:
      return over(structure, w, [&](int i) { return structure.field(atom.field, i, atom.at_entry).null; });
    case Kind::Lives:
      return over(structure, w, [&](int i) { return structure.isLive(w.class_decl, i, atom.at_entry); });
    case Kind::OnCycle:
      return over(structure, w, [&](int i) { return structure.isOnCycle(atom.field, i, atom.at_entry); });
    case Kind::Kept: return over(structure, w, [&](int i) { return structure.isKept(atom.field, i); });
    case Kind::AtMost: return atMost(structure, atom, x, w);
    case Kind::AtLeast: return atMost(structure, atom, w, x);
    case Kind::ParameterAtMost:
      return over(structure, w, [&](int i) {
        return structure.atMost(structure.parameter(atom.parameter), structure.number(atom.field, i, false));
      });
    case Kind::ParameterAtLeast:
      return over(structure, w, [&](int i) {
        return structure.atMost(structure.number(atom.field, i, false), structure.parameter(atom.parameter));
      });
    case Kind::CellsSame: return structure.same(u, v);
    case Kind::CellsReach: return reach(structure, atom, u, v);
    case Kind::CellsReachBack: return reach(structure, atom, v, u);
    case Kind::CellsHold: return holds(structure, atom, u, v);
    case Kind::CellsHoldBack: return holds(structure, atom, v, u);
    case Kind::CellsAtMost: return atMost(structure, atom, u, v);
    case Kind::CellsAtLeast: return atMost(structure, atom, v, u);
  }
  UNREACHABLE("an atom should be of a known kind");
}

namespace {

class Printer {
 public:
  Printer(const HeapFamily& family, const HeapProgram& program, const CutPoint& head)
      : family_(family), program_(program), head_(head) {}

  std::string operator()(const HeapAtom& atom) const {
    const std::string x = term(atom.x), y = term(atom.y), w = atom.cells == 2 ? "v" : "u";
    const std::string f = atom.field != nullptr ? atom.field->name + (atom.at_entry ? "" : "'") : "";
    switch (atom.kind) {
      case Kind::Null: return "no " + x;
      case Kind::Same: return x + " = " + y;
      case Kind::Reaches: return y + " in " + x + ".*" + f;
      case Kind::Is: return w + " = " + x;
      case Kind::From: return w + " in " + x + ".*" + f;
      case Kind::To: return x + " in " + w + ".*" + f;
      case Kind::Between: return w + " in " + x + ".*" + f + " up to " + y;
      case Kind::Holds: return w + "." + f + " = " + x;
      case Kind::Ends: return "no " + w + "." + f;
      case Kind::Lives: return w + " in " + family_.cell->name + (atom.at_entry ? "" : "'");
      case Kind::OnCycle: return w + " in " + w + ".^" + f;
      case Kind::Kept: return w + "." + atom.field->name + "' = " + w + "." + atom.field->name;
      case Kind::AtMost: return x + "." + f + " <= " + w + "." + f;
      case Kind::AtLeast: return w + "." + f + " <= " + x + "." + f;
      case Kind::ParameterAtMost: return atom.parameter->name + " <= " + w + "." + f;
      case Kind::ParameterAtLeast: return w + "." + f + " <= " + atom.parameter->name;
      case Kind::CellsSame: return "u = v";
      case Kind::CellsReach: return "v in u.*" + f;
      case Kind::CellsReachBack: return "u in v.*" + f;
      case Kind::CellsHold: return "u." + f + " = v";
      case Kind::CellsHoldBack: return "v." + f + " = u";
      case Kind::CellsAtMost: return "u." + f + " <= v." + f;
      case Kind::CellsAtLeast: return "v." + f + " <= u." + f;
    }
    UNREACHABLE("an atom should be of a known kind");
  }

 private:
  std::string term(int index) const {
    const HeapTerm& term = family_.terms[at(index)];
    const auto name = at(term.name);
    const std::size_t before = program_.roots.size() + (head_.entry_slot && *head_.entry_slot != nullptr ? 1 : 0);
    const bool is_root = name < program_.roots.size();
    const program::Local* local = is_root         ? program_.roots[name]
                                  : name < before ? program_.slot_parameter
                                                  : head_.variables[name - before];
    std::string text = local->name + (is_root ? "" : "'");
    if (local == program_.slot_parameter && name < before) text = "owner[" + local->name + "]";
    if (!is_root && head_.slots.contains(local)) text = "owner[" + text + "]";
    if (term.field != nullptr) text += "." + term.field->name + (term.at_entry || term.field->holdsParts() ? "" : "'");
    return text;
  }

  const HeapFamily& family_;
  const HeapProgram& program_;
  const CutPoint& head_;
};

}  // namespace

std::string toString(const Clause& clause, const HeapFamily& family, const HeapProgram& program, const CutPoint& head) {
  const Printer print(family, program, head);
  return head.premise() + written(clause, cellsOf(clause, family.mined()), family.cell->name,
                                  [&](int atom) { return print(family.atoms[at(atom)]); });
}

}  // namespace weir::prove
