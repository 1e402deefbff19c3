// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/trace.h"

#include <set>

#include "ir/program/heap_instance.h"
#include "ir/program/model_text.h"
#include "refine/heap_properties.h"
#include "refine/trace/library_classes.h"
#include "refine/trace/naming.h"
#include "refine/trace/source_text.h"
#include "refine/trace/states.h"
#include "refine/trace/steps.h"
#include "refine/trace/touched.h"
#include "specs/lang/explain.h"

namespace weir::refine {
namespace {

using program::ObjectId;

std::string shown(const Value& value) {
  switch (value.kind) {
    case Value::Kind::Null: return "null";
    case Value::Kind::Bool: return value.boolean ? "true" : "false";
    case Value::Kind::Slot: return "&" + value.text;
    case Value::Kind::Uninitialized: return "?";
    case Value::Kind::Array:
    case Value::Kind::Set: {
      std::string text;
      for (const Value& element : value.elements) text += (text.empty() ? "" : ", ") + shown(element);
      return value.kind == Value::Kind::Set ? "{" + text + "}" : "[" + text + "]";
    }
    default: return value.text;
  }
}

class TraceMaker {
 public:
  TraceMaker(program::Vocabulary& vocabulary, const specs::MethodSpec& spec, const Property& property,
             const Violation& violation, const Enumerations& enumerations)
      : vocabulary_(vocabulary),
        spec_(spec),
        property_(property),
        violation_(violation),
        naming_(*spec.procedure, violation.arguments, *violation.before, *violation.after, violation.execution,
                enumerations) {}

  Trace make() {
    std::vector<logic::Formula> formulas;
    std::vector<logic::Formula> assumed;
    if (property_.specified() != nullptr) formulas.push_back(property_.specified()->formula());
    for (const specs::Requirement& requirement : spec_.requirements) assumed.push_back(requirement.formula());
    const Touched touched = touchedBy(*spec_.procedure, violation_, vocabulary_, formulas, assumed);
    const StateInput states{*spec_.procedure, violation_, naming_, touched};
    const std::set<program::ObjectId> dangling = danglingLocals(states);
    const StepsInput steps{*spec_.procedure, violation_, naming_, touched, source_, dangling};

    Trace trace;
    Counterexample& shown = trace.counterexample;
    shown.pre = stateBefore(states);
    shown.steps = stepsOf(steps);
    shown.post = stateAfter(states);
    addFunctions(shown);
    shown.library = libraryClasses(*violation_.after, shown);
    if (property_.specified() != nullptr) {
      explain(trace);
    } else if (const auto of_heap = property_.ofHeap()) {
      explainHeap(*of_heap, trace);
    } else {
      explainFault(trace, faultNote(steps));
    }
    return trace;
  }

 private:
  void addFunctions(Counterexample& shown) const {
    std::set<std::string> named;
    for (const program::Step& step : violation_.execution.steps) {
      const SourceRange& range = step.procedure->range;
      if (!range.isKnown() || step.procedure->is_implicit || !named.insert(step.procedure->name).second) continue;
      const int end = range.end.line < range.begin.line ? range.begin.line : range.end.line;
      shown.functions.push_back({step.procedure->name, range.file, range.begin.line, end});
    }
  }

  Value cell(const program::HeapInstance& instance, const logic::Cell& cell, bool is_text) const {
    if (cell.is_integer && is_text) return Value::characters(program::quotedText(cell.integer));
    if (cell.is_integer) return Value::decimal(logic::toString(cell.integer));
    return naming_.value(instance.valueOf(cell), nullptr);
  }

  /// A set of one element is that element, as a property's author thinks of it.
  Value tuples(const program::HeapInstance& instance, const logic::TupleSet& set, std::uint32_t text_columns) const {
    std::vector<Value> elements;
    for (const logic::Tuple& tuple : set) {
      std::vector<Value> columns;
      for (std::size_t i = 0; i < tuple.size(); ++i)
        columns.push_back(cell(instance, tuple[i], (text_columns >> i & 1U) != 0));
      elements.push_back(columns.size() == 1 ? columns[0] : Value::array(std::move(columns)));
    }
    if (elements.size() == 1 && elements[0].kind != Value::Kind::Array) return elements[0];
    return Value::set(std::move(elements));
  }

  void explain(Trace& trace) const {
    const program::CallStates states = statesOf(*spec_.procedure, violation_);
    const program::HeapInstance instance(vocabulary_, states);
    const specs::Explanation why = specs::explain(property_.specified()->part, instance.instance());
    Counterexample& shown_part = trace.counterexample;
    shown_part.violated = why.text;
    std::string witness;
    for (const auto& [name, value, text_columns] : why.witness) {
      shown_part.witness.emplace_back(name, cell(instance, value, text_columns != 0));
      witness += (witness.empty() ? " for " : ", ") + name + " = " + shown(shown_part.witness.back().second);
    }
    for (const auto& [text, value, text_columns] : why.values)
      shown_part.evaluations.push_back({text, tuples(instance, value, text_columns)});
    trace.reason = why.text + " is false" + witness;
    const std::string garbage = uninitialised();
    if (!garbage.empty()) trace.reason += "; " + garbage + " never written and may hold anything";
  }

  /// The places that hold what was chosen: "Node0.next is", "Node0.next, Node0.v are".
  std::string uninitialised() const {
    std::vector<std::string> places;
    if (violation_.left == nullptr) return "";
    const program::Heap& left = *violation_.left;
    for (ObjectId id = 0; id < left.size(); ++id)
      for (const program::Field* field : program::allFields(left.at(id).class_decl))
        for (std::size_t i = 0; i < left.at(id).fields.at(field).size(); ++i)
          if (const auto index = static_cast<long>(i);
              !(left.read(id, field, index) == violation_.after->read(id, field, index)))
            places.push_back(naming_.place(id, field, index));
    constexpr std::size_t kShown = 3;
    std::string text;
    for (std::size_t i = 0; i < places.size() && i < kShown; ++i) text += (text.empty() ? "" : ", ") + places[i];
    if (places.size() > kShown) text += " and others";
    return text.empty() ? text : text + (places.size() == 1 ? " is" : " are");
  }

  void explainFault(Trace& trace, const std::string& note) const {
    trace.counterexample.violated = property_.label();
    const program::Stmt* at = violation_.execution.at;
    trace.reason = note;
    if (at == nullptr || !at->range.isKnown()) return;
    if (!isHiddenLibraryCode(*violation_.execution.at_procedure, *spec_.procedure)) {
      trace.reason += ": " + violation_.execution.at_procedure->name + ", line " + std::to_string(at->range.begin.line);
    } else if (!trace.counterexample.steps.empty()) {
      // Where the library is called, not what stands for its code.
      const Step& last = trace.counterexample.steps.back();
      trace.reason += ": " + last.function + ", line " + std::to_string(last.line);
    }
  }

  void explainHeap(program::HeapProperty property, Trace& trace) const {
    const HeapPropertyMeaning& meaning = meaningOf(property);
    const std::vector<ObjectId> blamed = blamedObjects(property, *spec_.procedure, violation_, vocabulary_);
    std::vector<Value> objects;
    for (const ObjectId id : blamed)
      if (!program::isOwnersBlock(*violation_.after->at(id).class_decl))
        objects.push_back(Value::object(naming_.object(id)));
    // The object may be in order while what counts its owners is not.
    if (objects.empty() && !blamed.empty()) objects.push_back(Value::object(naming_.object(blamed.front())));
    if (!meaning.blames_all && objects.size() > 1) objects.erase(objects.begin() + 1, objects.end());
    const Value all = objects.size() == 1 ? objects[0] : Value::set(std::move(objects));
    trace.counterexample.violated = property_.label();
    trace.counterexample.witness.emplace_back(meaning.witness, all);
    trace.reason = shown(all) + (all.kind == Value::Kind::Set ? meaning.of_several : meaning.of_one);
  }

  program::Vocabulary& vocabulary_;
  const specs::MethodSpec& spec_;
  const Property& property_;
  const Violation& violation_;
  Naming naming_;
  SourceText source_;
};

}  // namespace

Trace makeTrace(program::Vocabulary& vocabulary, const specs::MethodSpec& spec, const Property& property,
                const Violation& violation, const Enumerations& enumerations) {
  return TraceMaker(vocabulary, spec, property, violation, enumerations).make();
}

}  // namespace weir::refine
