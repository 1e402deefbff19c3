// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "specs/lang/explain.h"

#include <algorithm>

#include "ir/logic/evaluator.h"
#include "support/invariant.h"

namespace weir::specs {
namespace {

class Explainer {
 public:
  explicit Explainer(const logic::Instance& instance) : evaluator_(instance) {}

  Explanation run(const Part& part) {
    INVARIANT(!evaluator_.evaluate(part.formula), "only a false formula needs to be explained");
    descend(part, false);
    return std::move(explanation_);
  }

 private:
  // `part` has value `value`, and that is what has to be explained.
  void descend(const Part& part, bool value) {
    switch (part.shape) {
      case Part::Shape::Body: enter(part); return descend(part.parts[0], value);
      case Part::Shape::Not: return descend(part.parts[0], !value);
      case Part::Shape::And:
        if (value) return settle(part);
        for (const Part& conjunct : part.parts)
          if (!evaluator_.evaluate(conjunct.formula)) return descend(conjunct, false);
        UNREACHABLE("a false conjunction should have a false conjunct");
      case Part::Shape::Implies: return value ? settle(part) : descend(part.parts[1], false);
      case Part::Shape::IfElse:
        if (value) return settle(part);
        return descend(part.parts[evaluator_.evaluate(part.parts[0].formula) ? 1 : 2], false);
      case Part::Shape::ForAll: return value ? settle(part) : instantiate(part, 0, false);
      case Part::Shape::Exists: return value ? instantiate(part, 0, true) : settle(part);
      case Part::Shape::None: return value ? settle(part) : instantiate(part, 0, true);
      case Part::Shape::Atom:
      case Part::Shape::Or:
      case Part::Shape::Iff: return settle(part);
    }
  }

  // Inside a pred its parameters are names for what was given, whatever else had these names outside.
  void enter(const Part& body) {
    for (const Term& parameter : body.terms) {
      std::erase_if(explanation_.witness, [&](const auto& known) { return known.name == parameter.text; });
      const logic::TupleSet value = evaluator_.evaluate(parameter.expr);
      if (value.size() == 1 && value.begin()->size() == 1)
        explanation_.witness.push_back({parameter.text, value.begin()->front(), parameter.text_columns});
    }
  }

  // Finds the first values of the variables for which the body has the value, keeps them as witness, and goes on with
  // the body where it is false; what a body that is true says is better read in the whole.
  void instantiate(const Part& part, std::size_t variable, bool body_value) {
    const bool found = search(part, variable, body_value);
    INVARIANT(found, "a quantified formula should have a witness for its value");
    if (body_value)
      settle(part);
    else
      descend(part.parts[0], false);
  }

  bool search(const Part& part, std::size_t index, bool body_value) {
    if (index == part.decls.size()) return evaluator_.evaluate(part.parts[0].formula) == body_value;
    const logic::Decl& decl = part.decls[index];
    for (const logic::Tuple& tuple : evaluator_.evaluate(decl.domain)) {
      evaluator_.bind(decl.variable, tuple.front());
      explanation_.witness.push_back({decl.variable->name, tuple.front(), part.text_decls >> index & 1U});
      if (search(part, index + 1, body_value)) return true;
      explanation_.witness.pop_back();
    }
    evaluator_.unbind(decl.variable);
    return false;
  }

  void settle(const Part& part) {
    explanation_.text = part.text;
    explanation_.range = part.range;
    addValues(part);
  }

  // The sides of the comparisons in the part, as far as no variable bound inside it is needed to read them.
  void addValues(const Part& part) {
    for (const Term& term : part.terms)
      if (!isWitness(term.text))
        explanation_.values.push_back({term.text, evaluator_.evaluate(term.expr), term.text_columns});
    switch (part.shape) {
      case Part::Shape::ForAll:
      case Part::Shape::Exists:
      case Part::Shape::None: return;
      default:
        for (const Part& inner : part.parts) addValues(inner);
    }
  }

  // Its value is reported as the witness.
  bool isWitness(const std::string& text) const {
    return std::any_of(explanation_.witness.begin(), explanation_.witness.end(),
                       [&](const auto& known) { return known.name == text; });
  }

  logic::Evaluator evaluator_;
  Explanation explanation_;
};

}  // namespace

Explanation explain(const Part& part, const logic::Instance& instance) { return Explainer(instance).run(part); }

}  // namespace weir::specs
