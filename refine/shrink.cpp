// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/shrink.h"

#include <algorithm>
#include <map>

#include "ir/program/model_text.h"
#include "refine/specified_calls.h"

namespace weir::refine {

using namespace program;
using logic::Expr;
using logic::Formula;
using logic::Integer;

namespace {

struct Range {
  Integer least, greatest;
};
constexpr Range kRanges[] = {{0, 1}, {0, 3}, {0, 9}, {-9, 9}, {-99, 99}};

class LeastState {
 public:
  LeastState(Query& query, solver::Label breaking, const AskAgain& ask, const ExitFields& garbage)
      : query_(query), context_(query.context()), vocabulary_(query.vocabulary()), ask_(ask), kept_{breaking} {
    measureObjects();
    for (const HeapModel::EntryCell& cell : query_.model().entryCells()) {
      if (!cell.is_integer) pointers_ = context_.plus(pointers_, context_.fromFormula(context_.some(cell.value)));
      watched_.push_back(cell.value);
      if (cell.owner >= 0) watched_.push_back(context_.fromFormula(isLive(cell.owner)));
    }
    watched_.push_back(pointers_);
    watchSpecifiedCalls();
    for (const auto& [field, values] : garbage) watchGarbage(*field, values);
    look();
  }

  void find() {
    for (const Expr size : sizes_) minimise(size);
    minimise(pointers_);
    narrowestRange();
    leastCells();
    for (const SpecifiedCell& chosen : specified_)
      if (numberOf(chosen.is_reached) == 1)
        chosen.cell.is_integer ? leastNumber(chosen.cell.value) : leastPointer(chosen.cell);
    // What the code wrote follows from the rest: asking about it costs little.
    for (const HeapModel::EntryCell& cell : garbage_) cell.is_integer ? leastNumber(cell.value) : leastPointer(cell);
  }

 private:
  /// Asks for a counterexample that is also like this, and stays with it.
  bool improves(Formula wish) {
    if (wish->kind == logic::FormulaKind::False) return false;
    std::vector<solver::Label> assumed = kept_;
    assumed.push_back(query_.labelled(wish));
    if (!ask_(assumed)) return false;
    look();
    return true;
  }

  /// The state at hand is that of the last yes: a no leaves nothing to read.
  void look() {
    const std::vector<logic::TupleSet> values = query_.finder().valuesOf(watched_);
    for (std::size_t i = 0; i < watched_.size(); ++i) state_[watched_[i]] = values[i];
  }

  void keep(Formula formula) {
    if (formula->kind != logic::FormulaKind::True) kept_.push_back(query_.labelled(formula));
  }

  const logic::TupleSet& valueOf(Expr expr) const { return state_.at(expr); }
  Integer numberOf(Expr number) const { return valueOf(number).begin()->front().integer; }

  void minimise(Expr number) {
    Integer current = numberOf(number);
    while (current > 0 && improves(context_.less(number, context_.integer(current)))) current = numberOf(number);
    keep(context_.equal(number, context_.integer(current)));
  }

  Formula isLive(int atom) {
    const ClassDecl* class_decl = query_.model().atom(atom).class_decl;
    return context_.subset(context_.atom(atom), context_.relation(vocabulary_.live(class_decl, State::Pre)));
  }

  /// Objects, those of each class, elements of arrays.
  void measureObjects() {
    Expr all = context_.none(1);
    std::vector<Expr> classes;
    Expr elements = context_.integer(0);
    for (const ClassDecl* class_decl : query_.footprint().classes) {
      const std::vector<int>& objects = query_.model().objectsOf(class_decl);
      if (objects.empty()) continue;
      Expr set = context_.none(1);
      for (const int atom : objects) {
        set = context_.unite(set, context_.ifElse(isLive(atom), context_.atom(atom), context_.none(1)));
        if (!class_decl->is_array) continue;
        const Expr extent =
            context_.join(context_.atom(atom), context_.relation(vocabulary_.extent(class_decl, State::Pre)));
        elements = context_.plus(elements, context_.ifElse(isLive(atom), extent, context_.integer(0)));
      }
      classes.push_back(context_.count(set));
      all = context_.unite(all, set);
    }
    sizes_.push_back(context_.count(all));
    if (classes.size() > 1) sizes_.insert(sizes_.end(), classes.begin(), classes.end());
    sizes_.push_back(elements);
    watched_ = sizes_;
  }

  /// What functions without a body return and write is chosen too, and comes last.
  void watchSpecifiedCalls() {
    for (const CallSiteRecord& site : query_.calls().sites()) {
      if (!site.is_final) continue;
      const Expr is_reached = context_.fromFormula(site.before.active);
      const auto watch = [&](Expr value, TypeRef type) {
        if (value == nullptr || (!type->isInteger() && !type->isObjectPointer())) return;
        HeapModel::EntryCell cell{.value = value, .is_integer = type->isInteger()};
        if (!cell.is_integer) cell.targets = query_.model().candidates(type);
        specified_.push_back({std::move(cell), is_reached});
      };
      watch(site.result, site.callee->result);
      for (const int component : chosenComponents(site, query_.components())) {
        const Component& what = query_.components().at(component);
        if (what.kind != Component::Kind::Field || what.field->type->isArray()) continue;
        for (const ClassDecl* class_decl : query_.footprint().classes)
          if (class_decl->derivesFrom(what.field->owner))
            for (const int atom : query_.model().objectsOf(class_decl))
              watch(context_.join(context_.atom(atom), site.after[component]), what.field->type);
      }
    }
    // What the state at hand has no value for cannot be made less.
    if (!specified_.empty() && demandSpecifiedCalls(query_)) specified_.clear();
    for (const SpecifiedCell& chosen : specified_) {
      watched_.push_back(chosen.cell.value);
      watched_.push_back(chosen.is_reached);
    }
  }

  /// What memory held that was never written, there or where it was copied from: it comes last of all.
  void watchGarbage(const Field& field, Expr values) {
    constexpr std::size_t kMostCells = 200;
    const bool is_integer = field.elementType()->isInteger();
    const HeapModel& model = query_.model();
    for (int atom = 0; atom < model.universe().size(); ++atom) {
      const ClassDecl* class_decl = model.atom(atom).class_decl;
      if (class_decl == nullptr || !class_decl->derivesFrom(field.owner)) continue;
      for (long i = 0; i < (field.type->isArray() ? model.extentLimit(&field) : 1); ++i) {
        if (garbage_.size() == kMostCells) return;
        Expr value = context_.join(context_.atom(atom), values);
        if (field.type->isArray()) value = context_.join(context_.integer(i), value);
        HeapModel::EntryCell cell{.value = value, .is_integer = is_integer};
        if (!is_integer) cell.targets = model.candidates(field.elementType(), false);
        watched_.push_back(value);
        garbage_.push_back(std::move(cell));
      }
    }
  }

  /// Does the cell exist in the state at hand? A parameter does, a field with its object.
  bool isThere(const HeapModel::EntryCell& cell) {
    if (cell.owner < 0) return true;
    return numberOf(context_.fromFormula(isLive(cell.owner))) == 1;
  }

  void narrowestRange() {
    // Which objects live is settled.
    std::vector<HeapModel::EntryCell> numbers;
    for (const HeapModel::EntryCell& cell : query_.model().entryCells())
      if (cell.is_integer && isThere(cell)) numbers.push_back(cell);
    for (const Range& range : kRanges) {
      const int texts = static_cast<int>(std::min<Integer>(range.greatest + 1, kPlainTexts));
      const auto isInside = [&](const HeapModel::EntryCell& cell) {
        const logic::TupleSet& value = valueOf(cell.value);
        if (value.empty()) return true;
        const Integer number = value.begin()->front().integer;
        return cell.is_text ? placeOf(number) < texts : number >= range.least && number <= range.greatest;
      };
      std::vector<Formula> inside;
      for (const HeapModel::EntryCell& cell : numbers)
        inside.push_back(cell.is_text ? isPlain(cell.value, texts) : isWithin(cell.value, range));
      if (std::ranges::all_of(numbers, isInside) || improves(context_.conjoin(inside)))
        return keep(context_.conjoin(inside));
    }
  }

  /// An element beyond the extent of its array has no value.
  Formula isWithin(Expr number, const Range& range) {
    return context_.disjoin(context_.no(number),
                            context_.conjoin(context_.lessEqual(context_.integer(range.least), number),
                                             context_.lessEqual(number, context_.integer(range.greatest))));
  }

  void leastCells() {
    for (const bool numbers : {false, true})
      for (const HeapModel::EntryCell& cell : query_.model().entryCells())
        if (cell.is_integer == numbers && isThere(cell))
          numbers ? (cell.is_text ? leastText(cell.value) : leastNumber(cell.value)) : leastPointer(cell);
  }

  void leastPointer(const HeapModel::EntryCell& cell) {
    for (;;) {
      const logic::TupleSet& value = valueOf(cell.value);
      if (value.empty()) return settle(context_.no(cell.value));
      const int current = value.begin()->back().atom;
      Expr lesser = context_.none(1);
      for (const int target : cell.targets) {
        if (target == current) break;
        lesser = context_.unite(lesser, context_.atom(target));
      }
      // Of none or one of the lesser: a cell has one value at most.
      if (!improvesSettled(context_.subset(cell.value, lesser)))
        return settle(context_.equal(cell.value, context_.atom(current)));
    }
  }

  /// Where a string is among those that are good to read; behind them all where it is none.
  static int placeOf(Integer text) {
    int place = 0;
    while (place < kPlainTexts && plainText(place) != text) ++place;
    return place;
  }
  /// One of the first strings that are good to read.
  Formula isPlain(Expr text, int count) {
    Expr plain = context_.none(1, 1);
    for (int i = 0; i < count; ++i) plain = context_.unite(plain, context_.integer(plainText(i)));
    return context_.subset(text, plain);
  }

  void leastText(Expr text) {
    const logic::TupleSet& value = valueOf(text);
    if (value.empty()) return settle(context_.no(text));
    int current = placeOf(numberOf(text));
    if (current == kPlainTexts && improvesSettled(isPlain(text, kPlainTexts))) current = placeOf(numberOf(text));
    if (current == kPlainTexts) return leastNumber(text);
    while (current > 0 && improvesSettled(isPlain(text, current))) current = placeOf(numberOf(text));
    settle(context_.equal(text, context_.integer(plainText(current))));
  }

  void leastNumber(Expr number) {
    const logic::TupleSet& value = valueOf(number);
    if (value.empty()) return settle(context_.no(number));
    Integer current = value.begin()->front().integer;
    if (current < 0 && improvesSettled(context_.lessEqual(context_.integer(0), number))) current = numberOf(number);
    if (current >= 0) {
      Integer least = 0;  // what is below cannot be had
      while (least < current) {
        const Integer middle = least + (current - least) / 2;
        if (improvesSettled(isWithin(number, {least, middle})))
          current = numberOf(number);
        else
          least = middle + 1;
      }
    } else {
      Integer greatest = -1;
      while (current < greatest) {
        const Integer middle = greatest + (current - greatest) / 2;
        if (improvesSettled(isWithin(number, {middle, greatest})))
          current = numberOf(number);
        else
          greatest = middle - 1;
      }
    }
    settle(context_.equal(number, context_.integer(current)));
  }

  /// Holds in the state at hand; it costs a label only when something is asked after it.
  void settle(Formula formula) { settled_.push_back(formula); }
  bool improvesSettled(Formula wish) {
    keep(context_.conjoin(settled_));
    settled_.clear();
    return improves(wish);
  }

  Query& query_;
  logic::Context& context_;
  Vocabulary& vocabulary_;
  const AskAgain& ask_;
  std::vector<Expr> sizes_;
  Expr pointers_ = context_.integer(0);
  struct SpecifiedCell {
    HeapModel::EntryCell cell;
    Expr is_reached;
  };
  std::vector<SpecifiedCell> specified_;
  std::vector<HeapModel::EntryCell> garbage_;
  std::vector<Expr> watched_;
  std::map<Expr, logic::TupleSet> state_;  // of what is watched
  std::vector<solver::Label> kept_;
  std::vector<Formula> settled_;
};

}  // namespace

void findLeast(Query& query, solver::Label breaking, const AskAgain& ask, const ExitFields& garbage) {
  LeastState(query, breaking, ask, garbage).find();
}

}  // namespace weir::refine
