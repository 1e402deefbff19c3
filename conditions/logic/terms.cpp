// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conditions/logic/terms.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "support/invariant.h"

namespace weir::conditions {
namespace {

size_t mix(size_t seed, size_t value) { return seed ^ (value + 0x9e3779b97f4a7c15ULL + (seed << 6) + (seed >> 2)); }
size_t hashOf(Integer value) { return mix(static_cast<size_t>(value), static_cast<size_t>(value >> 64)); }

Integer floorDivide(Integer a, Integer b) {
  const Integer quotient = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

Integer greatestDivisor(Integer a, Integer b) {
  if (a < 0) a = -a;
  if (b < 0) b = -b;
  while (b != 0) {
    const Integer rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

/// Beyond this nothing is computed exactly: far outside every C integer type.
constexpr Integer kHuge = Integer(1) << 100;

std::optional<Integer> bounded(Integer value) {
  if (value > kHuge || value < -kHuge) return std::nullopt;
  return value;
}

Interval scaled(const Interval& range, Integer factor) {
  const auto times = [&](const std::optional<Integer>& end) -> std::optional<Integer> {
    if (!end) return std::nullopt;
    Integer product = 0;
    if (__builtin_mul_overflow(*end, factor, &product)) return std::nullopt;
    return bounded(product);
  };
  return factor >= 0 ? Interval{times(range.low), times(range.high)} : Interval{times(range.high), times(range.low)};
}

Interval sum(const Interval& a, const Interval& b) {
  Interval made;
  if (a.low && b.low) made.low = bounded(*a.low + *b.low);
  if (a.high && b.high) made.high = bounded(*a.high + *b.high);
  return made;
}

Interval hull(const Interval& a, const Interval& b) {
  Interval made;
  if (a.low && b.low) made.low = std::min(*a.low, *b.low);
  if (a.high && b.high) made.high = std::max(*a.high, *b.high);
  return made;
}

constexpr long kManyLeaves = 1L << 40;

}  // namespace

Terms::Terms() {
  FormulaNode node;
  node.kind = FormulaKind::True;
  true_ = intern(node);
  node.kind = FormulaKind::False;
  false_ = intern(node);
}
Terms::~Terms() = default;

Atom Terms::intern(AtomNode node) {
  size_t hash = mix(static_cast<size_t>(node.kind), std::hash<const void*>()(node.function));
  for (Term each : node.arguments) hash = mix(hash, static_cast<size_t>(each->number));
  hash = mix(hash, std::hash<const void*>()(node.condition));
  hash = mix(hash, hashOf(node.divisor));
  if (node.kind != AtomKind::Symbol) {
    const auto [first, last] = atom_index_.equal_range(hash);
    for (auto it = first; it != last; ++it) {
      const AtomNode& other = *it->second;
      if (other.kind == node.kind && other.function == node.function && other.arguments == node.arguments &&
          other.condition == node.condition && other.divisor == node.divisor) {
        return it->second;
      }
    }
  }
  node.number = static_cast<int>(atoms_.size());
  node.has_choice = node.is_choice || (node.function != nullptr && node.function->is_choice) ||
                    (node.condition != nullptr && node.condition->has_choice);
  for (Term each : node.arguments) node.has_choice = node.has_choice || each->has_choice;
  atoms_.push_back(std::move(node));
  ++made_;
  if (atoms_.back().kind != AtomKind::Symbol) atom_index_.emplace(hash, &atoms_.back());
  return &atoms_.back();
}

Term Terms::intern(TermNode node) {
  size_t hash = hashOf(node.constant);
  for (const Summand& each : node.summands) {
    hash = mix(mix(hash, static_cast<size_t>(each.atom->number)), hashOf(each.factor));
  }
  const auto [first, last] = term_index_.equal_range(hash);
  for (auto it = first; it != last; ++it) {
    if (it->second->constant == node.constant && it->second->summands == node.summands) return it->second;
  }
  node.number = static_cast<int>(terms_.size());
  for (const Summand& each : node.summands) node.has_choice = node.has_choice || each.atom->has_choice;
  terms_.push_back(std::move(node));
  ++made_;
  term_index_.emplace(hash, &terms_.back());
  return &terms_.back();
}

Formula Terms::intern(FormulaNode node) {
  size_t hash = mix(static_cast<size_t>(node.kind), std::hash<const void*>()(node.term));
  for (Formula each : node.operands) hash = mix(hash, static_cast<size_t>(each->number));
  const auto [first, last] = formula_index_.equal_range(hash);
  for (auto it = first; it != last; ++it) {
    if (it->second->kind == node.kind && it->second->term == node.term && it->second->operands == node.operands) {
      return it->second;
    }
  }
  node.number = static_cast<int>(formulas_.size());
  node.has_choice = node.term != nullptr && node.term->has_choice;
  node.leaves = node.term != nullptr ? 1 : 0;
  for (Formula each : node.operands) {
    node.has_choice = node.has_choice || each->has_choice;
    node.leaves = std::min(kManyLeaves, node.leaves + each->leaves);
  }
  formulas_.push_back(std::move(node));
  ++made_;
  formula_index_.emplace(hash, &formulas_.back());
  return &formulas_.back();
}

Atom Terms::symbol(const std::string& name, Interval range, bool is_choice, const void* about) {
  AtomNode node;
  node.kind = AtomKind::Symbol;
  node.name = name;
  node.range = range;
  node.is_choice = is_choice;
  node.about = about;
  return intern(std::move(node));
}

const Function* Terms::function(Function made) {
  made.number = static_cast<int>(functions_.size());
  functions_.push_back(std::move(made));
  return &functions_.back();
}

Term Terms::apply(const Function* function, std::vector<Term> arguments) {
  INVARIANT(static_cast<int>(arguments.size()) == function->arity,
            "a function is applied to as many terms as it takes");
  AtomNode node;
  node.kind = AtomKind::Apply;
  node.function = function;
  node.range = function->range;
  node.arguments = std::move(arguments);
  return of(intern(std::move(node)));
}

Term Terms::choose(Formula condition, Term then, Term otherwise) {
  if (condition == true_ || then == otherwise) return then;
  if (condition == false_) return otherwise;
  // `c = 0 ? 0 : c` and the like: the branch says no more than the condition.
  if (condition->kind == FormulaKind::Equal && subtract(then, otherwise) == condition->term) return otherwise;
  if (condition->kind == FormulaKind::NotEqual && subtract(then, otherwise) == condition->term) return then;
  AtomNode node;
  node.kind = AtomKind::Choose;
  // One of a condition and its negation is kept.
  if (const Formula other = negate(condition); other->number < condition->number) {
    node.condition = other;
    std::swap(then, otherwise);
  } else {
    node.condition = condition;
  }
  node.arguments = {then, otherwise};
  node.range = hull(rangeOf(then), rangeOf(otherwise));
  return of(intern(std::move(node)));
}

Term Terms::quotient(Term term, Integer divisor) {
  INVARIANT(divisor > 0, "a quotient has a positive divisor");
  if (divisor == 1) return term;
  // What is divided without rest comes out: (4*x + y) / 2 = 2*x + y / 2.
  TermNode outside;
  TermNode inside;
  outside.constant = floorDivide(term->constant, divisor);
  inside.constant = term->constant - outside.constant * divisor;
  for (const Summand& each : term->summands) {
    (each.factor % divisor == 0 ? outside : inside)
        .summands.push_back({each.atom, each.factor % divisor == 0 ? each.factor / divisor : each.factor});
  }
  const Term rest = intern(std::move(inside));
  const Term whole = intern(std::move(outside));
  const Interval range = rangeOf(rest);
  if (range.low && range.high && floorDivide(*range.low, divisor) == floorDivide(*range.high, divisor)) {
    return add(whole, floorDivide(*range.low, divisor));
  }
  AtomNode node;
  node.kind = AtomKind::Quotient;
  node.arguments = {rest};
  node.divisor = divisor;
  if (range.low) node.range.low = floorDivide(*range.low, divisor);
  if (range.high) node.range.high = floorDivide(*range.high, divisor);
  return add(whole, of(intern(std::move(node))));
}

Term Terms::constant(Integer value) {
  TermNode node;
  node.constant = value;
  return intern(std::move(node));
}

Term Terms::of(Atom atom) {
  TermNode node;
  node.summands = {{atom, 1}};
  return intern(std::move(node));
}

Term Terms::add(Term a, Term b) {
  TermNode node;
  node.constant = a->constant + b->constant;
  auto left = a->summands.begin();
  auto right = b->summands.begin();
  while (left != a->summands.end() || right != b->summands.end()) {
    if (right == b->summands.end() || (left != a->summands.end() && left->atom->number < right->atom->number)) {
      node.summands.push_back(*left++);
    } else if (left == a->summands.end() || right->atom->number < left->atom->number) {
      node.summands.push_back(*right++);
    } else {
      if (left->factor + right->factor != 0) node.summands.push_back({left->atom, left->factor + right->factor});
      ++left;
      ++right;
    }
  }
  return intern(std::move(node));
}

Term Terms::subtract(Term a, Term b) { return add(a, scale(b, -1)); }

Term Terms::scale(Term term, Integer factor) {
  if (factor == 1) return term;
  if (factor == 0) return constant(0);
  TermNode node;
  node.constant = term->constant * factor;
  for (const Summand& each : term->summands) node.summands.push_back({each.atom, each.factor * factor});
  return intern(std::move(node));
}

Interval Terms::rangeOf(Term term) {
  if (const auto found = ranges_.find(term); found != ranges_.end()) return found->second;
  Interval range{term->constant, term->constant};
  for (const Summand& each : term->summands) range = sum(range, scaled(each.atom->range, each.factor));
  ranges_.emplace(term, range);
  return range;
}

Formula Terms::lessEqual(Term a, Term b) { return literal(FormulaKind::LessEqual, subtract(a, b)); }
Formula Terms::equal(Term a, Term b) { return literal(FormulaKind::Equal, subtract(a, b)); }

Formula Terms::inRange(Term term, Interval range) {
  std::vector<Formula> ends;
  if (range.low) ends.push_back(lessEqual(constant(*range.low), term));
  if (range.high) ends.push_back(lessEqual(term, constant(*range.high)));
  return conjoin(std::move(ends));
}

/// A comparison of one value under a condition, and nothing else, with a number is one of the condition, where a branch
/// decides it: `(c ? 1 : 0) != 0` is c.
Formula Terms::throughChoice(FormulaKind kind, Term term) {
  if (term->summands.size() != 1 || term->summands[0].atom->kind != AtomKind::Choose) return nullptr;
  const Atom atom = term->summands[0].atom;
  const Integer factor = term->summands[0].factor;
  const auto branch = [&](Term value) { return literal(kind, add(scale(value, factor), term->constant)); };
  const Formula then = branch(atom->arguments[0]);
  const Formula otherwise = branch(atom->arguments[1]);
  return disjoin(conjoin(atom->condition, then), conjoin(negate(atom->condition), otherwise));
}

Formula Terms::literal(FormulaKind kind, Term term) {
  Integer divisor = 0;
  for (const Summand& each : term->summands) divisor = greatestDivisor(divisor, each.factor);
  if (divisor > 1) {
    TermNode node;
    for (const Summand& each : term->summands) node.summands.push_back({each.atom, each.factor / divisor});
    if (kind == FormulaKind::LessEqual) {
      node.constant = -floorDivide(-term->constant, divisor);
    } else {
      if (term->constant % divisor != 0) return kind == FormulaKind::Equal ? false_ : true_;
      node.constant = term->constant / divisor;
    }
    term = intern(std::move(node));
  }
  const Interval range = rangeOf(term);
  if (kind == FormulaKind::LessEqual) {
    if (range.high && *range.high <= 0) return true_;
    if (range.low && *range.low > 0) return false_;
    if (range.low && *range.low == 0) return literal(FormulaKind::Equal, term);
    if (range.high && *range.high == 1) return literal(FormulaKind::NotEqual, add(term, -1));
  } else {
    const bool is_equal = kind == FormulaKind::Equal;
    if ((range.low && *range.low > 0) || (range.high && *range.high < 0)) return is_equal ? false_ : true_;
    if (term->isConstant()) return (term->constant == 0) == is_equal ? true_ : false_;
    if (!term->summands.empty() && term->summands.front().factor < 0) term = scale(term, -1);
    // Of two values an atom that is not the one is the other.
    if (const Atom only = term->summands.size() == 1 ? term->summands[0].atom : nullptr;
        only != nullptr && term->summands[0].factor == 1 && only->range.low && only->range.high &&
        *only->range.high - *only->range.low == 1 && !is_equal) {
      const Integer other = *only->range.low + *only->range.high + term->constant;
      return literal(FormulaKind::Equal, add(of(only), -other));
    }
    // Parts of objects: the same field of two, or a part and null.
    if (term->constant == 0 && term->summands.size() <= 2) {
      const auto injective = [](const Summand& each) {
        return each.atom->kind == AtomKind::Apply && each.atom->function->is_injective;
      };
      if (term->summands.size() == 1 && injective(term->summands[0])) return is_equal ? false_ : true_;
      if (term->summands.size() == 2 && injective(term->summands[0]) && injective(term->summands[1]) &&
          term->summands[0].factor == -term->summands[1].factor) {
        const Atom left = term->summands[0].atom;
        const Atom right = term->summands[1].atom;
        if (left->function != right->function) return is_equal ? false_ : true_;
        std::vector<Formula> same;
        for (size_t i = 0; i < left->arguments.size(); ++i)
          same.push_back(equal(left->arguments[i], right->arguments[i]));
        const Formula all = conjoin(std::move(same));
        return is_equal ? all : negate(all);
      }
    }
  }
  if (const Formula made = throughChoice(kind, term)) return made;
  FormulaNode node;
  node.kind = kind;
  node.term = term;
  return intern(std::move(node));
}

Formula Terms::negate(Formula formula) {
  if (formula == true_) return false_;
  if (formula == false_) return true_;
  if (const auto found = negations_.find(formula); found != negations_.end()) return found->second;
  Formula made = nullptr;
  switch (formula->kind) {
    case FormulaKind::LessEqual: made = literal(FormulaKind::LessEqual, add(scale(formula->term, -1), 1)); break;
    case FormulaKind::Equal: made = literal(FormulaKind::NotEqual, formula->term); break;
    case FormulaKind::NotEqual: made = literal(FormulaKind::Equal, formula->term); break;
    default: {
      std::vector<Formula> operands;
      for (Formula each : formula->operands) operands.push_back(negate(each));
      made = joined(formula->kind == FormulaKind::And ? FormulaKind::Or : FormulaKind::And, std::move(operands));
    }
  }
  negations_.emplace(formula, made);
  negations_.emplace(made, formula);
  return made;
}

bool Terms::areComplements(Formula a, Formula b) { return negate(a) == b; }

Formula Terms::conjoin(std::vector<Formula> operands) { return joined(FormulaKind::And, std::move(operands)); }
Formula Terms::disjoin(std::vector<Formula> operands) { return joined(FormulaKind::Or, std::move(operands)); }

Formula Terms::joined(FormulaKind kind, std::vector<Formula> operands) {
  const Formula neutral = kind == FormulaKind::And ? true_ : false_;
  const Formula dominant = kind == FormulaKind::And ? false_ : true_;
  std::vector<Formula> flat;
  for (Formula each : operands) {
    if (each == dominant) return dominant;
    if (each == neutral) continue;
    if (each->kind == kind) {
      flat.insert(flat.end(), each->operands.begin(), each->operands.end());
    } else {
      flat.push_back(each);
    }
  }
  const auto byNumber = [](Formula a, Formula b) { return a->number < b->number; };
  std::sort(flat.begin(), flat.end(), byNumber);
  flat.erase(std::unique(flat.begin(), flat.end()), flat.end());
  const auto has = [&](Formula each) { return std::binary_search(flat.begin(), flat.end(), each, byNumber); };
  for (Formula each : flat) {
    if (each->isLiteral() && has(negate(each))) return dominant;
    if (!each->isLiteral()) {
      if (const auto found = negations_.find(each); found != negations_.end() && has(found->second)) return dominant;
    }
  }
  // What one operand says need not be said inside another: a and (a or b) is a; a and (not a or b) is a and b.
  bool changed = false;
  std::vector<Formula> shorter;
  for (Formula each : flat) {
    if (each->isLiteral()) {
      shorter.push_back(each);
      continue;
    }
    bool is_absorbed = false;
    std::vector<Formula> kept;
    for (Formula inner : each->operands) {
      if (has(inner)) is_absorbed = true;
      const auto negation = inner->isLiteral() ? negations_.end() : negations_.find(inner);
      const bool is_excluded =
          inner->isLiteral() ? has(negate(inner)) : negation != negations_.end() && has(negation->second);
      if (!is_excluded) kept.push_back(inner);
    }
    if (is_absorbed) {
      changed = true;
      continue;
    }
    if (kept.size() != each->operands.size()) {
      changed = true;
      shorter.push_back(joined(each->kind, std::move(kept)));
    } else {
      shorter.push_back(each);
    }
  }
  if (changed) return joined(kind, std::move(shorter));
  if (flat.empty()) return neutral;
  if (flat.size() == 1) return flat.front();
  // Two alternatives that share all but a condition and its negation: (a and c) or (not a and c) is c.
  if (flat.size() == 2 && !flat[0]->isLiteral() && !flat[1]->isLiteral()) {
    std::vector<Formula> common;
    std::set_intersection(flat[0]->operands.begin(), flat[0]->operands.end(), flat[1]->operands.begin(),
                          flat[1]->operands.end(), std::back_inserter(common), byNumber);
    if (!common.empty()) {
      const FormulaKind inner = flat[0]->kind;
      const auto rest = [&](Formula whole) {
        std::vector<Formula> left;
        std::set_difference(whole->operands.begin(), whole->operands.end(), common.begin(), common.end(),
                            std::back_inserter(left), byNumber);
        return joined(inner, std::move(left));
      };
      common.push_back(joined(kind, {rest(flat[0]), rest(flat[1])}));
      return joined(inner, std::move(common));
    }
  }
  FormulaNode node;
  node.kind = kind;
  node.operands = std::move(flat);
  return intern(std::move(node));
}

Term Substitution::apply(Atom atom) {
  if (const auto found = atoms_done_.find(atom); found != atoms_done_.end()) return found->second;
  Term made = replace_(atom);
  if (made == nullptr) {
    switch (atom->kind) {
      case AtomKind::Symbol: made = terms_.of(atom); break;
      case AtomKind::Apply: {
        std::vector<Term> arguments;
        for (Term each : atom->arguments) arguments.push_back(apply(each));
        made = terms_.apply(atom->function, std::move(arguments));
        break;
      }
      case AtomKind::Choose:
        made = terms_.choose(apply(atom->condition), apply(atom->arguments[0]), apply(atom->arguments[1]));
        break;
      case AtomKind::Quotient: made = terms_.quotient(apply(atom->arguments[0]), atom->divisor); break;
    }
  }
  atoms_done_.emplace(atom, made);
  return made;
}

Term Substitution::apply(Term term) {
  if (term->isConstant()) return term;
  if (const auto found = terms_done_.find(term); found != terms_done_.end()) return found->second;
  Term made = terms_.constant(term->constant);
  for (const Summand& each : term->summands) made = terms_.add(made, terms_.scale(apply(each.atom), each.factor));
  terms_done_.emplace(term, made);
  return made;
}

Formula Substitution::apply(Formula formula) {
  if (formula->kind == FormulaKind::True || formula->kind == FormulaKind::False) return formula;
  if (const auto found = formulas_done_.find(formula); found != formulas_done_.end()) return found->second;
  Formula made = nullptr;
  const Term zero = terms_.constant(0);
  switch (formula->kind) {
    case FormulaKind::LessEqual: made = terms_.lessEqual(apply(formula->term), zero); break;
    case FormulaKind::Equal: made = terms_.equal(apply(formula->term), zero); break;
    case FormulaKind::NotEqual: made = terms_.notEqual(apply(formula->term), zero); break;
    default: {
      std::vector<Formula> operands;
      for (Formula each : formula->operands) operands.push_back(apply(each));
      made =
          formula->kind == FormulaKind::And ? terms_.conjoin(std::move(operands)) : terms_.disjoin(std::move(operands));
    }
  }
  formulas_done_.emplace(formula, made);
  return made;
}

namespace {

/// Visits each node once.
class AtomCollector {
 public:
  void visit(Formula formula) {
    if (!formulas_.insert(formula).second) return;
    if (formula->term != nullptr) visit(formula->term);
    for (Formula each : formula->operands) visit(each);
  }
  void visit(Term term) {
    if (!terms_.insert(term).second) return;
    for (const Summand& each : term->summands) visit(each.atom);
  }
  void visit(Atom atom) {
    if (!found_.insert(atom).second) return;
    for (Term each : atom->arguments) visit(each);
    if (atom->condition != nullptr) visit(atom->condition);
  }
  std::vector<Atom> found() const { return {found_.begin(), found_.end()}; }

 private:
  struct ByNumber {
    bool operator()(Atom a, Atom b) const { return a->number < b->number; }
  };
  std::set<Formula> formulas_;
  std::set<Term> terms_;
  std::set<Atom, ByNumber> found_;
};

std::string toString(Integer value) {
  if (value < 0) return "-" + toString(-value);
  std::string digits(1, static_cast<char>('0' + static_cast<int>(value % 10)));
  for (value /= 10; value != 0; value /= 10)
    digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(value % 10)));
  return digits;
}

std::string toString(Atom atom) {
  switch (atom->kind) {
    case AtomKind::Symbol: return atom->name + (atom->is_choice ? "!" + std::to_string(atom->number) : "");
    case AtomKind::Apply: {
      std::string text =
          atom->function->name + (atom->function->is_choice ? "!" + std::to_string(atom->function->number) : "") + "(";
      for (size_t i = 0; i < atom->arguments.size(); ++i) text += (i != 0 ? ", " : "") + toString(atom->arguments[i]);
      return text + ")";
    }
    case AtomKind::Choose:
      return "(" + toString(atom->condition) + " ? " + toString(atom->arguments[0]) + " : " +
             toString(atom->arguments[1]) + ")";
    case AtomKind::Quotient: return "(" + toString(atom->arguments[0]) + ") / " + toString(atom->divisor);
  }
  return "";
}

}  // namespace

Formula without(Terms& terms, Formula formula, Formula literal) {
  const Formula opposite = terms.negate(literal);
  std::map<Formula, Formula> done;
  const auto left = [&](auto&& self, Formula each) -> Formula {
    if (each == literal) return terms.no();
    if (each == opposite) return terms.yes();
    if (each->operands.empty()) return each;
    if (const auto found = done.find(each); found != done.end()) return found->second;
    std::vector<Formula> operands;
    for (Formula operand : each->operands) operands.push_back(self(self, operand));
    return done[each] =
               each->kind == FormulaKind::And ? terms.conjoin(std::move(operands)) : terms.disjoin(std::move(operands));
  };
  return left(left, formula);
}

std::vector<Atom> atomsOf(Formula formula) {
  AtomCollector collector;
  collector.visit(formula);
  return collector.found();
}

std::vector<Atom> atomsOf(Term term) {
  AtomCollector collector;
  collector.visit(term);
  return collector.found();
}

std::string toString(Term term) {
  std::string text;
  for (const Summand& each : term->summands) {
    if (!text.empty()) text += " + ";
    if (each.factor != 1) text += toString(each.factor) + "*";
    text += toString(each.atom);
  }
  if (text.empty()) return toString(term->constant);
  return term->constant == 0 ? text : text + " + " + toString(term->constant);
}

std::string toString(Formula formula) {
  switch (formula->kind) {
    case FormulaKind::True: return "true";
    case FormulaKind::False: return "false";
    case FormulaKind::LessEqual: return toString(formula->term) + " <= 0";
    case FormulaKind::Equal: return toString(formula->term) + " = 0";
    case FormulaKind::NotEqual: return toString(formula->term) + " != 0";
    default: {
      std::string text;
      for (Formula each : formula->operands) {
        if (!text.empty()) text += formula->kind == FormulaKind::And ? " and " : " or ";
        text += toString(each);
      }
      return "(" + text + ")";
    }
  }
}

}  // namespace weir::conditions
