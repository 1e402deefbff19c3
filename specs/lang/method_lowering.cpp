// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "specs/lang/method_lowering.h"

#include <algorithm>
#include <cctype>

#include "ir/program/model_class.h"
#include "specs/lang/advice.h"
#include "specs/lang/annotations.h"
#include "specs/lang/frame.h"
#include "specs/lang/model_state.h"
#include "specs/lang/parser.h"
#include "specs/lang/printer.h"

namespace weir::specs {
namespace {

using program::State;

std::string didYouMean(const std::string& name, const std::vector<std::string>& candidates) {
  const auto near = nearestName(name, candidates);
  return near ? "; did you mean '" + *near + "'?" : "";
}

}  // namespace

MethodLowering::MethodLowering(const LoweringContext& shared)
    : shared_(shared), vocabulary_aside_(shared.vocabulary.program(), aside_) {}

/// Signatures have the class that std::string is a name of.
static std::string withClassOfString(std::string types) {
  static const std::string kName = "std::string";
  for (auto at = types.find(kName); at != std::string::npos; at = types.find(kName, at + kName.size())) {
    const char next = at + kName.size() < types.size() ? types[at + kName.size()] : ' ';
    if (next != '_' && std::isalnum(static_cast<unsigned char>(next)) == 0)
      types.replace(at, kName.size(), "std::basic_string<char>");
  }
  return types;
}

/// What the names of types stand for: (Cell*,uint8_t) is (cell*,unsignedchar).
static std::string withMeanings(const std::string& types, const NameTable& names) {
  const auto isOfName = [](char c) { return c == '_' || c == ':' || std::isalnum(static_cast<unsigned char>(c)) != 0; };
  std::string meant;
  for (std::size_t at = 0; at < types.size();) {
    const auto end = static_cast<std::size_t>(
        std::find_if_not(types.begin() + static_cast<long>(at), types.end(), isOfName) - types.begin());
    if (end == at) {
      meant += types[at++];
      continue;
    }
    const std::string word = types.substr(at, end - at);
    const std::string meaning = names.aliased(word);
    meant += meaning.empty() ? word : withoutSpaces(meaning);
    at = end;
  }
  return meant;
}

const program::ClassDecl* MethodLowering::findClass(const SourceTextPtr& text, const Identifier& name) {
  const auto classes = shared_.names.classes(name.text);
  if (classes.size() == 1) return classes.front();
  shared_.diagnostics.error(
      text->rangeOf(name.span),
      classes.empty()
          ? "no class '" + name.text + "'" + didYouMean(name.text, shared_.names.classNames())
          : "'" + name.text + "' may be '" + classes[0]->name + "' or '" + classes[1]->name + "'; qualify it");
  return nullptr;
}

void MethodLowering::addInvariant(const SourceTextPtr& text, const InvariantDecl& decl) {
  if (const program::ClassDecl* class_decl = findClass(text, decl.class_name))
    addInvariant({decl.label.text, class_decl, text, decl.body, text->rangeOf(decl.body->span), false});
}

void MethodLowering::addInvariant(Invariant invariant) {
  if (invariant.label.empty()) {
    const auto unlabelled = std::count_if(invariants_.begin(), invariants_.end(), [&](const Invariant& other) {
      return other.class_decl == invariant.class_decl && other.label.starts_with("invariant");
    });
    invariant.label = "invariant" + std::to_string(unlabelled + 1);
  }
  const LoweringContext aside{vocabulary_aside_, shared_.names, shared_.types, shared_.functions, shared_.diagnostics};
  holdsForAll(aside, invariant, vocabulary_aside_.liveObjects(invariant.class_decl, State::Pre), State::Pre);
  invariants_.push_back(std::move(invariant));
}

const program::Procedure* MethodLowering::find(const SourceTextPtr& text, const MethodName& method) {
  const SourceRange range = text->rangeOf(method.name.span);
  std::vector<const program::Procedure*> found = shared_.names.procedures(method.name.text);
  if (const std::size_t colons = method.name.text.rfind("::"); found.empty() && colons != std::string::npos)
    if (const std::string meant = shared_.names.aliased(method.name.text.substr(0, colons)); !meant.empty())
      found = shared_.names.procedures(meant + method.name.text.substr(colons));
  if (found.empty()) {
    const std::string open = shared_.names.openTemplate(method.name.text);
    shared_.diagnostics.error(range,
                              "no method or function '" + method.name.text + "'" +
                                  (open.empty() ? didYouMean(method.name.text, shared_.names.procedureNames()) : open));
    return nullptr;
  }
  if (method.has_signature) {
    // Signatures are "name(types) const"; what stands behind the name has to be the same.
    const auto behind_name = [](const std::string& signature, const std::string& name) {
      return withoutSpaces(signature).substr(withoutSpaces(name).size());
    };
    const std::string wanted = withClassOfString(behind_name(print(method), method.name.text));
    const auto have = [&](const std::string& types) {
      std::vector<const program::Procedure*> those;
      std::ranges::copy_if(found, std::back_inserter(those), [&](const program::Procedure* candidate) {
        return behind_name(candidate->signature, candidate->name) == types;
      });
      return those;
    };
    const auto exact = have(wanted);
    found = exact.empty() ? have(withMeanings(wanted, shared_.names)) : exact;
  }
  if (found.size() == 1) return found.front();
  const auto overloads = shared_.names.procedures(method.name.text);
  shared_.diagnostics.error(range, found.empty()
                                       ? "no overload of '" + method.name.text + "' has this signature"
                                       : "'" + method.name.text + "' is overloaded; write its parameter types");
  for (const program::Procedure* overload : overloads)
    shared_.diagnostics.note(overload->range, "it may be '" + overload->signature + "'");
  return nullptr;
}

MethodSpec& MethodLowering::specOf(const program::Procedure& procedure, const SourceRange& range) {
  for (MethodSpec& method : methods_)
    if (method.procedure == &procedure) return method;
  methods_.emplace_back();
  methods_.back().procedure = &procedure;
  methods_.back().checks = {"assert"};
  methods_.back().range = range;
  return methods_.back();
}

void MethodLowering::add(const program::Procedure& procedure, const SourceTextPtr& text,
                         const std::vector<Clause>& clauses, bool trusted, const SourceRange& range) {
  MethodSpec& method = specOf(procedure, range);
  method.trusted = method.trusted || trusted;
  for (const Clause& clause : clauses) addClause(method, text, clause);
  if (!trusted) noteNullMembers(procedure, text, clauses, shared_.diagnostics);
}

void MethodLowering::addClause(MethodSpec& method, const SourceTextPtr& text, const Clause& clause) {
  switch (clause.kind) {
    case Clause::Kind::Requires: {
      Lowering lowering = loweringFor(method, text, Role::Requires);
      method.requirements.push_back({clause.label.text, false, lowering.formula(*clause.formula)});
      return;
    }
    case Clause::Kind::Ensures: {
      Lowering lowering = loweringFor(method, text, Role::Ensures);
      Property property;
      property.label = clause.label.text;
      if (property.label.empty()) property.label = "ensures" + std::to_string(++unlabelled_ensures_[method.procedure]);
      property.range = text->rangeOf(clause.span);
      property.part = lowering.formula(*clause.formula);
      property.text = property.part.text;
      return addProperty(method, std::move(property));
    }
    case Clause::Kind::Modifies: return addModifies(method, text, clause);
    case Clause::Kind::Checks: return addChecks(method, text, clause);
    case Clause::Kind::Throws: return addThrows(method, text, clause);
  }
}

void MethodLowering::addProperty(MethodSpec& method, Property property) {
  for (const Property& other : method.properties) {
    if (other.label != property.label) continue;
    shared_.diagnostics.error(property.range,
                              "'" + method.procedure->name + "' has two properties '" + property.label + "'");
    shared_.diagnostics.note(other.range, "the other is here");
    return;
  }
  method.properties.push_back(std::move(property));
}

// Several clauses allow what any of them allows.
void MethodLowering::addModifies(MethodSpec& method, const SourceTextPtr& text, const Clause& clause) {
  Lowering lowering = loweringFor(method, text, Role::Modifies);
  if (!method.frame) method.frame.emplace();
  for (const ExprPtr& item : clause.locations)
    for (ModifiedLocation& location : modifiedLocations(lowering, shared_, *item))
      method.frame->push_back(std::move(location));
  const SourceRange range = text->rangeOf(clause.span);
  const std::string quoted = text->quote(clause.span);
  const auto existing = std::find_if(method.properties.begin(), method.properties.end(), [](const Property& property) {
    return property.kind == Property::Kind::Modifies;
  });
  Property property;
  property.kind = Property::Kind::Modifies;
  property.label = "modifies";
  property.text = existing == method.properties.end() ? quoted : existing->text + " " + quoted;
  property.range = existing == method.properties.end() ? range : existing->range;
  property.part = unchangedOutside(*method.frame, shared_, property.text, property.range);
  if (existing == method.properties.end())
    addProperty(method, std::move(property));
  else
    *existing = std::move(property);
}

void MethodLowering::addThrows(MethodSpec& method, const SourceTextPtr& text, const Clause& clause) {
  Lowering lowering = loweringFor(method, text, Role::Ensures);
  Property property;
  property.kind = Property::Kind::Throws;
  property.label = clause.label.text;
  if (property.label.empty()) property.label = "throws" + std::to_string(++unlabelled_throws_[method.procedure]);
  property.text = text->quote(clause.span);
  property.range = text->rangeOf(clause.span);
  property.exception = clause.exception.text;
  const auto classes = shared_.names.classes(clause.exception.text);
  if (classes.size() == 1) property.exception_class = classes.front();
  property.part = lowering.formula(*clause.formula);
  addProperty(method, std::move(property));
}

void MethodLowering::addChecks(MethodSpec& method, const SourceTextPtr& text, const Clause& clause) {
  for (const Identifier& check : clause.checks) {
    const auto expanded = program::expandCheck(check.text);
    if (!expanded) {
      shared_.diagnostics.error(text->rangeOf(check.span), "no built-in property '" + check.text + "'" +
                                                               didYouMean(check.text, program::checkNames()));
      continue;
    }
    for (const std::string& name : *expanded)
      if (std::find(method.checks.begin(), method.checks.end(), name) == method.checks.end())
        method.checks.push_back(name);
  }
}

Lowering MethodLowering::loweringFor(const MethodSpec& method, const SourceTextPtr& text, Role role) {
  Lowering lowering(shared_, text, role, method.procedure);
  if (model_method_ == nullptr) return lowering;
  std::size_t next = method.procedure->is_static_method ? 0 : 1;
  for (const VariableDecl& decl : model_method_->parameters)
    for (const Identifier& name : decl.names) lowering.bindParameter(name.text, *method.procedure->parameters[next++]);
  return lowering;
}

void MethodLowering::addModel(const ModelledClass& modelled) {
  std::map<std::string, Type> aliases;
  for (const auto& [name, type] : modelled.arguments) aliases[name] = shared_.types.ofProgramType(type);
  aliases[modelled.model->class_name.text] = Type::object(modelled.class_decl);
  shared_.aliases = &aliases;
  for (const program::Procedure* procedure : shared_.vocabulary.program().procedures()) {
    if (procedure->method_of != modelled.class_decl) continue;
    const auto& methods = modelled.model->methods;
    const auto method = std::find_if(methods.begin(), methods.end(),
                                     [&](const MethodDecl& decl) { return isMethodOf(modelled, decl, *procedure); });
    // What is constructed without a word about it is any state; what is destroyed has none.
    if (method != methods.end() || procedure->is_constructor || procedure->is_destructor)
      addModelMethod(modelled, *procedure, method == methods.end() ? nullptr : &*method);
  }
  shared_.aliases = nullptr;
}

void MethodLowering::addModelMethod(const ModelledClass& modelled, const program::Procedure& procedure,
                                    const MethodDecl* decl) {
  const SourceTextPtr& text = modelled.file->text;
  MethodSpec& method = specOf(procedure, text->rangeOf(decl != nullptr ? decl->span : modelled.model->class_name.span));
  method.trusted = true;
  method.of_model = true;
  model_method_ = decl;
  if (decl != nullptr)
    for (const Clause& clause : decl->clauses) addClause(method, text, clause);
  model_method_ = nullptr;
  std::erase_if(method.properties, [](const Property& p) { return p.kind == Property::Kind::Modifies; });
  const bool changes_this = !procedure.is_static_method && !procedure.is_const_method && !procedure.is_destructor;
  if (!method.frame) {
    method.frame.emplace();
    if (changes_this) {
      const logic::Expr self =
          shared_.vocabulary.context().relation(shared_.vocabulary.parameter(procedure.parameters.front()));
      for (const program::Field* field : modelled.class_decl->fields)
        if (field->ghost) method.frame->push_back({field, self, nullptr});
    }
  }
  if (const auto room = modelledState(shared_.vocabulary, *modelled.class_decl, State::Post); room && changes_this) {
    Property property;
    property.label = "room";
    property.range = method.range;
    property.part.formula = *room;
    method.properties.push_back(std::move(property));
  }
}

std::optional<CheckCommand> MethodLowering::command(const SourceTextPtr& text, const CheckDecl& check,
                                                    const SourceRange& range) {
  const program::Procedure* procedure = find(text, check.method);
  if (procedure == nullptr) return std::nullopt;
  // To name a built-in property in a command is to ask for it.
  MethodSpec& method = specOf(*procedure, range);
  for (const std::string& name : program::expandCheck(check.label.text).value_or(std::vector<std::string>{}))
    if (std::find(method.checks.begin(), method.checks.end(), name) == method.checks.end())
      method.checks.push_back(name);
  std::optional<CheckCommand> result(std::in_place);
  CheckCommand& command = *result;
  command.procedure = procedure;
  command.label = check.label.text;
  command.range = range;
  constexpr std::uint64_t kMost = 1000;
  const auto count = [&](std::uint64_t value) {
    if (value > kMost) shared_.diagnostics.error(range, "a scope of more than 1000 cannot be checked");
    return static_cast<int>(std::min(value, kMost));
  };
  if (check.has_scope) command.scope.objects = count(check.scope);
  if (check.has_unroll) command.scope.unroll = count(check.unroll);
  for (const CheckDecl::Limit& limit : check.limits)
    if (const program::ClassDecl* class_decl = findClass(text, limit.class_name))
      command.scope.limits[class_decl->name] = count(limit.count);
  return result;
}

Part MethodLowering::holdsForAll(const LoweringContext& shared, const Invariant& invariant, logic::Expr objects,
                                 State state) {
  logic::Context& context = shared.vocabulary.context();
  Lowering lowering(shared, invariant.text, Role::Invariant, nullptr, state);
  const logic::Variable variable = context.addVariable("this", false);
  lowering.bind("this", {context.variable(variable), Type::object(invariant.class_decl)});
  Part all;
  all.shape = Part::Shape::ForAll;
  all.decls = {{variable, objects}};
  all.parts.push_back(lowering.formula(*invariant.body));
  all.formula = context.forAll(all.decls, all.parts[0].formula);
  all.text = all.parts[0].text;
  all.range = all.parts[0].range;
  return all;
}

/// The object and those objects of the class that are inside it.
static logic::Expr withParts(program::Vocabulary& vocabulary, logic::Expr object, const program::ClassDecl* whole,
                             const program::ClassDecl* class_decl) {
  logic::Context& context = vocabulary.context();
  logic::Expr all = object;
  for (const program::Field* field : allFields(whole)) {
    if (!field->holdsParts()) continue;
    const program::ClassDecl* part = field->elementType()->class_decl;
    const logic::Expr parts = context.join(context.relation(vocabulary.partOwner(field)), object);
    const logic::Expr inside = withParts(vocabulary, parts, part, class_decl);
    if (part->derivesFrom(class_decl) || inside != parts) all = context.unite(all, inside);
  }
  return all;
}

/// Did a field of one of these objects, or of a part of it, change?
static logic::Formula isChanged(program::Vocabulary& vocabulary, logic::Expr objects, const program::ClassDecl* whole) {
  logic::Context& context = vocabulary.context();
  logic::Formula changed = context.truth(false);
  for (const program::Field* field : allFields(whole)) {
    if (field->holdsParts()) {
      const logic::Expr parts = context.join(context.relation(vocabulary.partOwner(field)), objects);
      changed = context.disjoin(changed, isChanged(vocabulary, parts, field->elementType()->class_decl));
    } else if (field->elementType()->isScalar()) {
      const auto rows = [&](State state) {
        return context.domainRestrict(objects, context.relation(vocabulary.field(field, state)));
      };
      changed = context.disjoin(changed, context.negate(context.equal(rows(State::Pre), rows(State::Post))));
    }
  }
  return changed;
}

/// Of these objects: the one that the method is called on, those that it made, and those that it changed.
static logic::Expr madeOrChanged(program::Vocabulary& vocabulary, const program::Procedure& procedure,
                                 const program::ClassDecl* class_decl, logic::Expr after) {
  logic::Context& context = vocabulary.context();
  logic::Expr all = context.subtract(after, vocabulary.liveObjects(class_decl, State::Pre));
  if (procedure.method_of != nullptr && !procedure.is_static_method)
    all = context.unite(all,
                        context.intersect(context.relation(vocabulary.parameter(procedure.parameters.front())), after));
  const logic::Variable variable = context.addVariable("o", false);
  logic::Formula changed = context.truth(false);
  for (const program::ClassDecl* dynamic : vocabulary.program().dynamicClasses(class_decl))
    changed = context.disjoin(changed, isChanged(vocabulary, context.variable(variable), dynamic));
  return context.unite(all, context.comprehension({{variable, after}}, changed));
}

/// Methods and friends know what is inside an object: they keep its invariants.
static bool keepsInvariantsOf(const program::ClassDecl* class_decl, const program::Procedure& procedure) {
  if (procedure.method_of != nullptr && procedure.method_of->derivesFrom(class_decl)) return true;
  return std::ranges::find(procedure.friend_of, class_decl) != procedure.friend_of.end();
}

std::vector<Requirement> MethodLowering::libraryStates() {
  const LoweringContext silent{shared_.vocabulary, shared_.names, shared_.types, shared_.functions, reported_already_};
  std::vector<Requirement> states;
  for (const program::ClassDecl* class_decl : shared_.vocabulary.program().classes())
    if (const auto formula = modelledState(shared_.vocabulary, *class_decl, State::Pre)) {
      Part part;
      part.formula = *formula;
      states.push_back({"state of " + class_decl->name, true, std::move(part)});
    }
  for (const Invariant& invariant : invariants_)
    if (program::isModelClass(*invariant.class_decl)) {
      const logic::Expr containers = shared_.vocabulary.liveObjects(invariant.class_decl, State::Pre);
      states.push_back({invariant.label, true, holdsForAll(silent, invariant, containers, State::Pre)});
    }
  return states;
}

// Assumed for every live object before; after, at every exit, a property of every live object that the method was
// called on, made or changed. Raw memory (what a constructor constructs, what a result is put in) has no invariant
// before, and copies that were passed by value end with the call. A destructor only assumes.
void MethodLowering::applyInvariants(MethodSpec& method) {
  const program::Procedure& procedure = *method.procedure;
  logic::Context& context = shared_.vocabulary.context();
  const LoweringContext silent{shared_.vocabulary, shared_.names, shared_.types, shared_.functions, reported_already_};
  for (Requirement& state : libraryStates()) method.requirements.push_back(std::move(state));
  for (const Invariant& invariant : invariants_) {
    if (program::isModelClass(*invariant.class_decl)) continue;
    if (!keepsInvariantsOf(invariant.class_decl, procedure)) continue;
    logic::Expr before = shared_.vocabulary.liveObjects(invariant.class_decl, State::Pre);
    logic::Expr after = shared_.vocabulary.liveObjects(invariant.class_decl, State::Post);
    for (const program::Local* parameter : procedure.parameters) {
      const bool is_built = procedure.is_constructor && parameter == procedure.parameters.front();
      if (!is_built && !parameter->is_by_value) continue;
      const program::ClassDecl* whole = parameter->type->pointee->class_decl;
      const logic::Expr object = context.relation(shared_.vocabulary.parameter(parameter));
      const logic::Expr inside = withParts(shared_.vocabulary, object, whole, invariant.class_decl);
      if (inside == object && !whole->derivesFrom(invariant.class_decl)) continue;
      logic::Expr& without = is_built ? before : after;
      without = context.subtract(without, inside);
    }
    method.requirements.push_back({invariant.label, true, holdsForAll(silent, invariant, before, State::Pre)});
    if (procedure.is_destructor) continue;
    Property property;
    property.kind = Property::Kind::Invariant;
    property.label = invariant.label;
    property.range = invariant.range;
    after = madeOrChanged(shared_.vocabulary, procedure, invariant.class_decl, after);
    property.part = holdsForAll(silent, invariant, after, State::Post);
    property.text = property.part.text;
    addProperty(method, std::move(property));
  }
}

/// In C nothing is a method of a struct, and an invariant would have no effect without a report.
void MethodLowering::warnOfIdleInvariants() {
  for (const Invariant& invariant : invariants_) {
    const auto isMethod = [&](const program::Procedure* procedure) {
      return !procedure->is_implicit && keepsInvariantsOf(invariant.class_decl, *procedure);
    };
    const auto& procedures = shared_.vocabulary.program().procedures();
    if (program::isModelClass(*invariant.class_decl) || std::ranges::any_of(procedures, isMethod)) continue;
    shared_.diagnostics.warning(invariant.range, "'" + invariant.class_decl->name +
                                                     "' has no methods, so that its invariants are neither assumed nor "
                                                     "checked; make it a 'pred', and require and ensure that");
  }
}

/// An invariant in a comment above a class is a property of each of its methods, whether anything else is specified of
/// it or not: nobody lists the methods there. The same goes for one in a file that specifies no method of the class.
void MethodLowering::applyToWholeClasses() {
  std::vector<const Invariant*> alone;
  for (const Invariant& invariant : invariants_) {
    if (program::isModelClass(*invariant.class_decl)) continue;
    const bool is_used = std::ranges::any_of(
        methods_, [&](const MethodSpec& method) { return keepsInvariantsOf(invariant.class_decl, *method.procedure); });
    if (invariant.is_annotation || !is_used) alone.push_back(&invariant);
  }
  for (const program::Procedure* procedure : shared_.vocabulary.program().procedures()) {
    if (procedure->is_implicit || procedure->is_external || procedure->is_library || procedure->is_destructor ||
        procedure->is_private || procedure->whole_call != nullptr || procedure->method_of == nullptr)
      continue;
    for (const Invariant* invariant : alone)
      if (procedure->method_of->derivesFrom(invariant->class_decl)) specOf(*procedure, procedure->range);
  }
}

std::vector<MethodSpec> MethodLowering::finish() {
  warnOfIdleInvariants();
  warnOfForeignAnnotations();
  applyToWholeClasses();
  // A model's method is about the model's state, whatever else is true of it.
  for (MethodSpec& method : methods_)
    if (!method.of_model) applyInvariants(method);
  return std::move(methods_);
}

}  // namespace weir::specs
