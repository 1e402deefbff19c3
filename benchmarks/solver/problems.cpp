// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "benchmarks/solver/problems.h"

namespace weir::benchmarks {

using logic::BoundCell;
using logic::Expr;
using logic::Formula;
using logic::Multiplicity;
using logic::Relation;
using logic::RelationBound;
using logic::Sort;
using solver::Answer;
using solver::ModelFinder;
using solver::Options;

namespace {

RelationBound productBound(const logic::Universe& universe, Sort a, Sort b, Multiplicity multiplicity) {
  RelationBound bound;
  bound.multiplicity = multiplicity;
  for (const int x : universe.atomsOf(a))
    for (const int y : universe.atomsOf(b)) bound.tuples.push_back({{BoundCell::ofAtom(x), BoundCell::ofAtom(y)}});
  return bound;
}

RelationBound setBound(const logic::Universe& universe, Sort a, Multiplicity multiplicity) {
  RelationBound bound;
  bound.multiplicity = multiplicity;
  for (const int x : universe.atomsOf(a)) bound.tuples.push_back({{BoundCell::ofAtom(x)}});
  return bound;
}

LoadedProblem start(const Options& options) {
  LoadedProblem problem;
  problem.finder = std::make_unique<ModelFinder>(*problem.context, *problem.universe, options);
  return problem;
}

Sort addAtoms(LoadedProblem& problem, const std::string& name, int count) {
  const Sort sort = problem.context->addSort(name);
  for (int i = 0; i < count; ++i) problem.universe->add(name + std::to_string(i), sort);
  return sort;
}

// A heap of list cells and the state of a program that runs on it.
class ListProgram {
 public:
  ListProgram(LoadedProblem& problem, int cells)
      : c_(*problem.context), finder_(*problem.finder), cell_(addAtoms(problem, "Cell", cells)) {
    const Relation next = c_.addRelation("next", {cell_, cell_}, true);
    finder_.addRelation(next, productBound(*problem.universe, cell_, cell_, Multiplicity::Lone));
    next_ = c_.relation(next);
    before_ = next_;
    universe_ = problem.universe.get();
  }

  Expr root(const std::string& name) {
    const Relation relation = c_.addRelation(name, {cell_}, true);
    finder_.addRelation(relation, setBound(*universe_, cell_, Multiplicity::Lone));
    return c_.relation(relation);
  }
  Expr local(Expr value) {
    const Relation relation = c_.addRelation("local", {cell_}, true);
    finder_.define(relation, value);
    return c_.relation(relation);
  }
  void setNext(Expr target, Expr value) { setNextIf(c_.truth(true), target, value); }
  void setNextIf(Formula condition, Expr target, Expr value) {
    const Relation relation = c_.addRelation("next", {cell_, cell_}, true);
    finder_.define(relation, c_.ifElse(condition, c_.update(next_, target, value), next_));
    next_ = c_.relation(relation);
  }
  Expr next() const { return next_; }
  Expr before() const { return before_; }
  Formula acyclic(Expr from, Expr next) {
    const Expr cells = c_.join(from, c_.reflexiveClosure(next));
    const logic::Variable cell = c_.addVariable("cell", false);
    const Expr x = c_.variable(cell);
    return c_.forAll({{cell, cells}}, c_.negate(c_.subset(x, c_.join(x, c_.closure(next)))));
  }

 private:
  logic::Context& c_;
  ModelFinder& finder_;
  Sort cell_;
  const logic::Universe* universe_ = nullptr;
  Expr next_ = nullptr;
  Expr before_ = nullptr;
};

LoadedProblem loadReverse(int cells, const Options& options, bool broken) {
  LoadedProblem problem = start(options);
  logic::Context& c = *problem.context;
  ListProgram list(problem, cells);
  const Expr head = list.root("head");
  problem.finder->assertFormula(list.acyclic(head, list.before()));
  Expr current = head;
  Expr previous = c.none(1);
  for (int i = 0; i < cells; ++i) {
    const Formula more = c.some(current);
    const Expr following = list.local(c.join(current, list.next()));
    if (!broken || i != 1) list.setNextIf(more, current, previous);
    previous = list.local(c.ifElse(more, current, previous));
    current = list.local(c.ifElse(more, following, current));
  }
  problem.finder->assertFormula(c.no(current));
  const Expr old_cells = c.join(head, c.reflexiveClosure(list.before()));
  const Expr links = c.domainRestrict(old_cells, list.before());
  const Expr new_links = c.domainRestrict(old_cells, list.next());
  problem.finder->assertFormula(c.negate(c.equal(new_links, c.transpose(links))));
  return problem;
}

}  // namespace

LoadedProblem loadReverse(int cells, const Options& options) { return loadReverse(cells, options, false); }
LoadedProblem loadBrokenReverse(int cells, const Options& options) { return loadReverse(cells, options, true); }

LoadedProblem loadPigeonhole(int holes, const Options& options) {
  LoadedProblem problem = start(options);
  logic::Context& c = *problem.context;
  const Sort pigeon = addAtoms(problem, "Pigeon", holes + 1);
  const Sort hole = addAtoms(problem, "Hole", holes);
  const Relation in = c.addRelation("in", {pigeon, hole}, true);
  problem.finder->addRelation(in, productBound(*problem.universe, pigeon, hole, Multiplicity::One));
  const logic::Variable h = c.addVariable("h", false);
  problem.finder->assertFormula(c.forAll({{h, c.atoms(hole)}}, c.lone(c.join(c.relation(in), c.variable(h)))));
  return problem;
}

LoadedProblem loadColouring(int nodes, const Options& options) {
  LoadedProblem problem = start(options);
  logic::Context& c = *problem.context;
  const Sort node = addAtoms(problem, "Node", nodes);
  const Sort colour = addAtoms(problem, "Colour", 3);
  const Relation edge = c.addRelation("edge", {node, node}, false);
  RelationBound edges;
  const auto connect = [&](int a, int b) {
    edges.tuples.push_back({{BoundCell::ofAtom(a), BoundCell::ofAtom(b)}, true});
  };
  // Node 0 is the hub; the rim is one longer or shorter so that it is odd.
  const int rim = (nodes - 1) % 2 == 1 ? nodes - 1 : nodes - 2;
  for (int i = 0; i < rim; ++i) {
    connect(0, 1 + i);
    connect(1 + i, 1 + (i + 1) % rim);
  }
  problem.finder->addRelation(edge, edges);
  const Relation paint = c.addRelation("paint", {node, colour}, true);
  problem.finder->addRelation(paint, productBound(*problem.universe, node, colour, Multiplicity::One));
  const Expr of = c.relation(paint);
  const Expr same = c.join(of, c.transpose(of));
  problem.finder->assertFormula(c.no(c.intersect(c.relation(edge), same)));
  return problem;
}

// merge(a, b): walks both lists and links their cells alternately; the cells afterwards are the union of those before.
LoadedProblem loadMerge(int cells, const Options& options) {
  LoadedProblem problem = start(options);
  logic::Context& c = *problem.context;
  ListProgram list(problem, cells);
  const Expr first = list.root("first");
  const Expr second = list.root("second");
  const auto cellsOf = [&](Expr root, Expr next) { return c.join(root, c.reflexiveClosure(next)); };
  const Expr first_cells = cellsOf(first, list.before());
  const Expr second_cells = cellsOf(second, list.before());
  problem.finder->assertFormula(list.acyclic(first, list.before()));
  problem.finder->assertFormula(list.acyclic(second, list.before()));
  problem.finder->assertFormula(c.no(c.intersect(first_cells, second_cells)));
  problem.finder->assertFormula(c.some(first));
  // The last linked cell takes the next one of the list whose turn it is.
  Expr a = list.local(c.join(first, list.next()));
  Expr b = second;
  Expr last = first;
  bool turn = false;
  for (int i = 0; i + 1 < cells; ++i) {
    const Expr wanted = turn ? a : b;
    const Expr other = turn ? b : a;
    const Expr taken = list.local(c.ifElse(c.some(wanted), wanted, other));
    const Formula more = c.some(taken);
    const Formula from_a = turn ? c.some(a) : c.no(b);
    const Expr following = list.local(c.join(taken, list.next()));
    list.setNextIf(more, last, taken);
    a = list.local(c.ifElse(c.conjoin(more, from_a), following, a));
    b = list.local(c.ifElse(c.conjoin(more, c.negate(from_a)), following, b));
    last = list.local(c.ifElse(more, taken, last));
    turn = !turn;
  }
  list.setNext(last, c.none(1));
  problem.finder->assertFormula(c.no(c.unite(a, b)));
  problem.finder->assertFormula(c.negate(c.equal(cellsOf(first, list.next()), c.unite(first_cells, second_cells))));
  return problem;
}

LoadedProblem loadTree(int nodes, const Options& options) {
  LoadedProblem problem = start(options);
  logic::Context& c = *problem.context;
  const Sort node = addAtoms(problem, "Node", nodes);
  const Relation left = c.addRelation("left", {node, node}, true);
  const Relation right = c.addRelation("right", {node, node}, true);
  const Relation root = c.addRelation("root", {node}, true);
  problem.finder->addRelation(left, productBound(*problem.universe, node, node, Multiplicity::Lone));
  problem.finder->addRelation(right, productBound(*problem.universe, node, node, Multiplicity::Lone));
  problem.finder->addRelation(root, setBound(*problem.universe, node, Multiplicity::One));
  const Expr child = c.unite(c.relation(left), c.relation(right));
  const logic::Variable n = c.addVariable("n", false);
  const Expr x = c.variable(n);
  const auto all = [&](Formula body) { problem.finder->assertFormula(c.forAll({{n, c.univ()}}, body)); };
  // Everything hangs below the root, nothing twice, nothing below itself: so there is one link fewer than nodes.
  problem.finder->assertFormula(c.subset(c.univ(), c.join(c.relation(root), c.reflexiveClosure(child))));
  all(c.lone(c.join(child, x)));
  all(c.no(c.intersect(c.join(x, c.relation(left)), c.join(x, c.relation(right)))));
  all(c.negate(c.subset(x, c.join(x, c.closure(child)))));
  const Expr links = c.plus(c.count(c.relation(left)), c.count(c.relation(right)));
  problem.finder->assertFormula(c.negate(c.equal(links, c.integer(nodes - 1))));
  return problem;
}

LoadedProblem loadCounting(int atoms, const Options& options) {
  LoadedProblem problem = start(options);
  logic::Context& c = *problem.context;
  const Sort item = addAtoms(problem, "Item", atoms);
  const Relation a = c.addRelation("a", {item}, false);
  const Relation b = c.addRelation("b", {item}, false);
  const Relation size = c.addRelation("size", {c.intSort()}, true);
  problem.finder->addRelation(a, setBound(*problem.universe, item, Multiplicity::Any));
  problem.finder->addRelation(b, setBound(*problem.universe, item, Multiplicity::Any));
  problem.finder->addRelation(size, {{{{BoundCell::free(32, true)}}}, Multiplicity::One});
  const Expr x = c.relation(a);
  const Expr y = c.relation(b);
  // #(a + b) + #(a & b) = #a + #b, with one side held in a 32-bit variable.
  problem.finder->assertFormula(c.equal(c.relation(size), c.plus(c.count(x), c.count(y))));
  problem.finder->assertFormula(
      c.negate(c.equal(c.relation(size), c.plus(c.count(c.unite(x, y)), c.count(c.intersect(x, y))))));
  return problem;
}

// Each table has at least two of the guests, each guest sits at one table at most, and there is one guest too few.
LoadedProblem loadSeats(int tables, const Options& options) {
  LoadedProblem problem = start(options);
  logic::Context& c = *problem.context;
  const Sort table = addAtoms(problem, "Table", tables);
  const Sort guest = addAtoms(problem, "Guest", 2 * tables - 1);
  const Relation seat = c.addRelation("seat", {table, guest}, false);
  problem.finder->addRelation(seat, productBound(*problem.universe, table, guest, Multiplicity::Any));
  const logic::Variable t = c.addVariable("t", false);
  const logic::Variable g = c.addVariable("g", false);
  problem.finder->assertFormula(
      c.forAll({{t, c.atoms(table)}}, c.lessEqual(c.integer(2), c.count(c.join(c.variable(t), c.relation(seat))))));
  problem.finder->assertFormula(
      c.forAll({{g, c.atoms(guest)}}, c.lessEqual(c.count(c.join(c.relation(seat), c.variable(g))), c.integer(1))));
  return problem;
}

LoadedProblem loadMagnitudes(int width, const Options& options) {
  LoadedProblem problem = start(options);
  logic::Context& c = *problem.context;
  const auto number = [&](const char* name) {
    const Relation relation = c.addRelation(name, {c.intSort()}, true);
    problem.finder->addRelation(relation, {{{{BoundCell::free(width, true)}}}, Multiplicity::One});
    return c.relation(relation);
  };
  const auto wrapped = [&](Expr e) { return c.wrap(e, width, true); };
  const auto negated = [&](Expr e) { return wrapped(c.minus(c.integer(0), e)); };
  const auto isNegative = [&](Expr e) { return c.less(e, c.integer(0)); };
  const auto magnitude = [&](Expr e) { return c.ifElse(isNegative(e), negated(e), e); };
  const Expr x = number("x");
  const Expr y = number("y");
  const Expr product = wrapped(c.times(x, y));
  const Expr expected = c.ifElse(c.iff(isNegative(x), isNegative(y)), product, negated(product));
  problem.finder->assertFormula(c.negate(c.equal(wrapped(c.times(magnitude(x), magnitude(y))), expected)));
  return problem;
}

const std::vector<ProblemKind>& problemKinds() {
  static const std::vector<ProblemKind> kinds = {
      {"pigeonhole", Answer::Unsatisfiable, loadPigeonhole, {6, 8, 10}},
      {"colouring", Answer::Unsatisfiable, loadColouring, {20, 60, 120}},
      {"reverse", Answer::Unsatisfiable, loadReverse, {4, 6, 8, 10}},
      {"broken reverse", Answer::Satisfiable, loadBrokenReverse, {6, 12, 24}},
      {"merge", Answer::Unsatisfiable, loadMerge, {4, 6, 8}},
      {"tree", Answer::Unsatisfiable, loadTree, {4, 5, 6, 7}},
      {"counting", Answer::Unsatisfiable, loadCounting, {6, 8, 10}},
      {"seats", Answer::Unsatisfiable, loadSeats, {4, 6, 8}},
      {"magnitudes", Answer::Unsatisfiable, loadMagnitudes, {6, 8, 10}},
  };
  return kinds;
}

}  // namespace weir::benchmarks
