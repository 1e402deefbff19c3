// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/encode/heap_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "refine/encode/footprint.h"
#include "refine/entry_heap.h"
#include "tests/support/pre_state.h"
#include "tests/unit/refine/subject.h"

namespace weir::refine {
namespace {

constexpr const char* kHeapSource = R"(
  struct Cell { Cell* next; bool mark; };
  void walk(Cell* a, Cell* b) { if (a && b) a->next = b->next; if (a) a->mark = true; }
  struct Tail { int x; };
  struct Box { Tail tail; Tail* at; };
  void point(Box* b) { if (b) b->at = &b->tail; if (b && b->at) b->at->x = 1; }
  struct Link { Link* next; Link* prev; };
  struct Chain { Link* head; };
  void follow(Chain* c) { if (c && c->head && c->head->next) c->head = c->head->next; }
  bool isDoubled(Chain* c) { return c && c->head && c->head->next && c->head->prev; }
)";

/// The heap as text, with its objects numbered by `order`.
std::string textOf(const EntryState& state, const std::vector<int>& order, const Footprint& footprint) {
  std::vector<std::string> lines(state.heap.size());
  const auto shown = [&](const program::Value& value) {
    return value.kind == program::Value::Kind::Object ? "#" + std::to_string(order[value.object])
                                                      : toString(state.heap, value);
  };
  for (program::ObjectId id = 0; id < state.heap.size(); ++id) {
    const program::Object& object = state.heap.at(id);
    std::string& line = lines[order[id]];
    line = object.class_decl->name + " ";
    for (const program::Field* field : object.class_decl->fields)
      if (footprint.hasField(field))
        for (const program::Value& value : object.fields.at(field)) line += shown(value) + " ";
  }
  std::string text;
  for (const program::Value& argument : state.arguments) text += shown(argument) + " ";
  for (const std::string& line : lines) text += "/ " + line;
  return text;
}

/// The same for heaps that differ only in the numbering of their objects.
std::string shapeOf(const EntryState& state, const Footprint& footprint) {
  std::vector<int> order(state.heap.size());
  std::iota(order.begin(), order.end(), 0);
  std::string least;
  do {
    const std::string text = textOf(state, order, footprint);
    if (least.empty() || text < least) least = text;
  } while (std::next_permutation(order.begin(), order.end()));
  return least;
}

struct Model {
  Model(Subject& subject, const std::string& method, int objects,
        const std::map<const program::ClassDecl*, int>& objects_of = {})
      : procedure(subject.procedure(method)),
        footprint(footprintOf(procedure, subject.vocabulary(), {})),
        heap(subject.vocabulary(), footprint, {.objects = objects, .per_class = objects_of, .unroll = objects},
             procedure),
        finder(subject.vocabulary().context(), heap.universe(), {.break_symmetry = false, .check_answers = true}) {
    heap.declare(finder);
  }

  /// Every state at entry that the solver can give, one after the other.
  std::vector<EntryState> states(Subject& subject) {
    logic::Context& context = subject.vocabulary().context();
    std::vector<EntryState> all;
    while (finder.solve({}) == solver::Answer::Satisfiable) {
      const logic::Instance instance = finder.instance();
      all.push_back(entryStateOf(instance, heap, procedure));
      std::vector<logic::Formula> same;
      const auto fix = [&](logic::Expr expr, const logic::TupleSet& value) {
        logic::Expr sum = context.none(expr->arity, expr->int_columns);
        for (const logic::Tuple& tuple : value) {
          logic::Expr row = nullptr;
          for (const logic::Cell& cell : tuple) {
            const logic::Expr one = cell.is_integer ? context.integer(cell.integer) : context.atom(cell.atom);
            row = row == nullptr ? one : context.product(row, one);
          }
          sum = context.unite(sum, row);
        }
        same.push_back(context.equal(expr, sum));
      };
      for (const program::ClassDecl* class_decl : footprint.classes) {
        const logic::Relation live = subject.vocabulary().live(class_decl, program::State::Pre);
        fix(context.relation(live), instance.valueOf(live));
      }
      std::vector<logic::Expr> cells;
      for (const HeapModel::EntryCell& cell : heap.entryCells()) cells.push_back(cell.value);
      const std::vector<logic::TupleSet> values = finder.valuesOf(cells);
      for (std::size_t i = 0; i < cells.size(); ++i) {
        const int owner = heap.entryCells()[i].owner;
        // A dead object's number is in no heap: it must not be counted twice.
        if (owner >= 0 && !instance.valueOf(subject.vocabulary().live(heap.atom(owner).class_decl, program::State::Pre))
                               .contains({logic::Cell::ofAtom(owner)}))
          continue;
        fix(cells[i], values[i]);
      }
      finder.assertFormula(context.negate(context.conjoin(same)));
    }
    return all;
  }

  const program::Procedure& procedure;
  Footprint footprint;
  HeapModel heap;
  solver::ModelFinder finder;
};

class HeapModelTest : public testing::Test {
 protected:
  Subject subject_{kHeapSource, ""};
};

TEST_F(HeapModelTest, CanonicalNumberingLosesNoHeap) {
  std::set<std::string> every;
  Model model(subject_, "walk", 3);
  program::PreStateOptions options;
  options.objects = 3;
  options.integers = {0, 1};
  ASSERT_TRUE(
      program::forEachPreState(subject_.program(), subject_.procedure("walk"), options, [&](program::PreState& state) {
        every.insert(shapeOf({state.heap, state.arguments}, model.footprint));
        return true;
      }));
  std::set<std::string> found;
  const std::vector<EntryState> states = model.states(subject_);
  for (const EntryState& state : states) found.insert(shapeOf(state, model.footprint));
  EXPECT_EQ(found, every);
  // And leaves few of the numberings: without it there would be up to six of each.
  EXPECT_LT(states.size(), 2 * every.size());
}

TEST_F(HeapModelTest, ListsThatAreReadAtOnceLoseNoHeap) {
  // One with the links read at once, one with rows, because the code walks both ways.
  for (const auto& [method, links] : {std::pair<std::string, int>{"follow", 3}, {"isDoubled", 2}}) {
    const std::map<const program::ClassDecl*, int> objects_of{{subject_.classNamed("Chain"), 1},
                                                              {subject_.classNamed("Link"), links}};
    program::PreStateOptions options;
    options.objects_of = objects_of;
    Model model(subject_, method, 1, objects_of);
    std::set<std::string> every;
    ASSERT_TRUE(program::forEachPreState(subject_.program(), subject_.procedure(method), options,
                                         [&](program::PreState& state) {
                                           every.insert(shapeOf({state.heap, state.arguments}, model.footprint));
                                           return true;
                                         }));
    std::set<std::string> found;
    for (const EntryState& state : model.states(subject_)) found.insert(shapeOf(state, model.footprint));
    EXPECT_EQ(found, every) << method;
  }
}

/// The list that begins at the parameter is 0, 1, 2, …
TEST_F(HeapModelTest, ALinkLeadsToTheNextNumberAtMost) {
  Model model(subject_, "follow", 4);
  const program::Field* next = subject_.classNamed("Link")->fields[0];
  for (const HeapModel::EntryCell& cell : model.heap.entryCells()) {
    if (cell.owner < 0 || cell.is_integer || cell.value->kind != logic::ExprKind::Join) continue;
    const logic::Relation links = subject_.vocabulary().field(next, program::State::Pre);
    if (cell.value->operands[1] != subject_.vocabulary().context().relation(links)) continue;
    for (const int target : cell.targets)
      EXPECT_LE(model.heap.atom(target).number, model.heap.atom(cell.owner).number + 1);
  }
}

TEST_F(HeapModelTest, PointersPointToLiveObjectsOnly) {
  Model model(subject_, "walk", 2);
  for (const EntryState& state : model.states(subject_))
    for (program::ObjectId id = 0; id < state.heap.size(); ++id)
      for (const auto& [field, values] : state.heap.at(id).fields)
        for (const program::Value& value : values)
          if (value.kind == program::Value::Kind::Object) {
            EXPECT_TRUE(state.heap.at(value.object).live);
          }
}

TEST_F(HeapModelTest, PartsComeWithTheirOwnerAndCanBePointedTo) {
  Model model(subject_, "point", 1);
  logic::Context& context = subject_.vocabulary().context();
  const program::ClassDecl* box = subject_.classNamed("Box");
  const program::ClassDecl* tail = subject_.classNamed("Tail");
  const int whole = model.heap.objectsOf(box).front();
  int part = -1;
  for (int atom = 0; atom < model.heap.universe().size(); ++atom)
    if (model.heap.atom(atom).class_decl == tail && model.heap.atom(atom).owner == whole) part = atom;
  ASSERT_GE(part, 0);
  const auto live = [&](const program::ClassDecl* class_decl) {
    return context.relation(subject_.vocabulary().live(class_decl, program::State::Pre));
  };
  const program::Field* at = box->fields[1];
  const logic::Expr target =
      context.join(context.atom(whole), context.relation(subject_.vocabulary().field(at, program::State::Pre)));
  model.finder.assertLabelled(context.equal(target, context.atom(part)), 1);
  model.finder.assertLabelled(context.conjoin(context.subset(context.atom(part), live(tail)),
                                              context.negate(context.subset(context.atom(whole), live(box)))),
                              2);
  EXPECT_EQ(model.finder.solve({1}), solver::Answer::Satisfiable);
  EXPECT_EQ(model.finder.solve({2}), solver::Answer::Unsatisfiable);
}

TEST_F(HeapModelTest, EveryCellOfTheFootprintIsAnEntryCellOnce) {
  Model model(subject_, "walk", 3);
  std::set<logic::Expr> values;
  for (const HeapModel::EntryCell& cell : model.heap.entryCells()) {
    EXPECT_TRUE(values.insert(cell.value).second);
    EXPECT_TRUE(std::ranges::is_sorted(cell.targets));
  }
  EXPECT_EQ(values.size(), 2u + 3u * 2u);  // two parameters; three cells with a pointer and a mark each
}

TEST(HeapModel, AVariableOfAnotherFunctionTakesRoomWhereTheScopeHasRoomForIt) {
  Subject subject(R"(
    char first(char* text) { return text ? text[0] + *++text : 0; }
    char ofMany() { char many[16384]; many[0] = 0; return first(many); }
    char ofFew() { char few[4]; few[0] = 0; return first(few); }
  )",
                  "");
  const auto places = [&](const std::string& method) {
    std::set<long> extents;
    const Model model(subject, method, 2);
    for (const program::Field* field : model.footprint.slot_fields)
      if (field->owner->is_box && field->type->isArray()) extents.insert(field->type->extent.value_or(0));
    return extents;
  };
  EXPECT_EQ(places("first"), (std::set<long>{4}));
  EXPECT_EQ(places("ofMany"), (std::set<long>{16384}));
}

}  // namespace
}  // namespace weir::refine
