// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declarations to a Specification: which procedure is meant, what it may assume, what it has to establish.
#include <algorithm>

#include "ir/program/model_class.h"
#include "specs/lang/load.h"
#include "specs/lang/method_lowering.h"
#include "specs/lang/model.h"

namespace weir::specs {
namespace {

std::size_t errorsIn(const Diagnostics& diagnostics) {
  return static_cast<std::size_t>(std::ranges::count(diagnostics.all(), Severity::Error, &Diagnostic::severity));
}

// Checks every fun and pred once, with its parameters as unknowns, in a vocabulary of its own: so that mistakes are
// reported where they are made, and what a definition mentions is not made for those who do not apply it.
void checkFunctions(const FunctionTable& functions, const program::Program& program, const NameTable& names,
                    const TypeRules& types, Diagnostics& diagnostics) {
  logic::Context context;
  program::Vocabulary vocabulary(program, context);
  const LoweringContext shared{vocabulary, names, types, functions, diagnostics};
  for (FunctionEntry* function : functions.entries()) {
    FunctionEntry& entry = *function;
    if (entry.is_broken) continue;
    const std::size_t before = errorsIn(diagnostics);
    Lowering lowering(shared, entry.text, Role::Definition, nullptr);
    for (const auto& [identifier, decl] : entry.parameters) {
      const Type type = lowering.declaredType(*decl->type);
      const bool many = decl->multiplicity == Multiplicity::Set;
      if (type.is_error) continue;
      std::vector<logic::Sort> columns;
      for (int i = 0; i < type.arity; ++i)
        columns.push_back((type.intColumns() >> i & 1U) != 0 ? context.intSort() : context.univSort());
      const bool single = type.arity == 1 && !many;
      lowering.bind(identifier.text,
                    {context.relation(context.addRelation(identifier.text, std::move(columns), single)), type, many},
                    true);
    }
    if (entry.decl->predicate) {
      lowering.formula(*entry.decl->body);
    } else {
      const Type declared = lowering.declaredType(*entry.decl->result_type);
      const Value body = lowering.set(*entry.decl->body);
      if (!body.isError() && !declared.is_error && !types.overlap(body.type, declared))
        lowering.report(*entry.decl->body, "'" + entry.decl->name.text + "' is declared " + toString(declared) +
                                               ", but its value is " + toString(body.type));
    }
    entry.is_broken = errorsIn(diagnostics) != before;
  }
}

class SpecLowering {
 public:
  SpecLowering(const Bundle& bundle, program::Vocabulary& vocabulary, Diagnostics& diagnostics)
      : bundle_(bundle),
        names_(vocabulary.program(), &bundle.names),
        types_(vocabulary.program()),
        functions_(bundle.files, diagnostics),
        shared_{vocabulary, names_, types_, functions_, diagnostics},
        methods_(shared_) {
    checkFunctions(functions_, vocabulary.program(), names_, types_, diagnostics);
  }

  Specification run() {
    each<InvariantDecl>([&](const SpecFile& file, const InvariantDecl& invariant, Span) {
      methods_.addInvariant(file.text, invariant);
    });
    methods_.addAnnotatedInvariants();
    each<MethodDecl>([&](const SpecFile& file, const MethodDecl& method, Span) {
      if (const auto* procedure = methods_.find(file.text, method.method))
        methods_.add(*procedure, file.text, method.clauses, method.trusted, file.text->rangeOf(method.span));
    });
    methods_.addAnnotations();
    for (const ModelledClass& modelled : modelledClasses(bundle_, shared_.vocabulary.program()))
      if (hasGhostFields(modelled)) methods_.addModel(modelled);
    Specification specification;
    each<CheckDecl>([&](const SpecFile& file, const CheckDecl& check, Span span) {
      if (auto command = methods_.command(file.text, check, file.text->rangeOf(span)))
        specification.commands.push_back(std::move(*command));
    });
    specification.library_states = methods_.libraryStates();
    specification.methods = methods_.finish();
    checkLabels(specification);
    checkModels();
    return specification;
  }

 private:
  template <typename Decl, typename Action>
  void each(Action action) {
    for (const SpecFile& file : bundle_.files)
      for (const Declaration& declaration : file.declarations)
        if (const auto* decl = std::get_if<Decl>(&declaration.value)) action(file, *decl, declaration.span);
  }

  // Models of which the program's classes have no state (`use <std>`) are checked in a vocabulary of their own. Calls
  // use those that the frontend has code for; that they do not use the others has to be stated.
  void checkModels() {
    logic::Context context;
    program::Vocabulary vocabulary(shared_.vocabulary.program(), context);
    // A model of a library may not fit an instance it was not made for, std::pair of iterators say: that is no mistake
    // of the user's, and the model is not used.
    Diagnostics found;
    const std::vector<Model> models = lowerModels(bundle_, vocabulary, found);
    for (const Diagnostic& diagnostic : found.all())
      if (!diagnostic.range.file.starts_with("<")) report(diagnostic);
    for (const Model& model : models) {
      if (program::isModelClass(*model.class_decl) || model.class_decl->is_array) continue;
      // A class whose own fields are those of the model (a pair) needs no model.
      if (std::all_of(model.ghosts.begin(), model.ghosts.end(),
                      [&](const Ghost& ghost) { return model.class_decl->findField(ghost.name) != nullptr; }))
        continue;
      const SourceRange range = model.methods.empty() ? SourceRange{} : model.methods.front().range;
      shared_.diagnostics.warning(range, "the model of '" + model.class_decl->name +
                                             "' is not used by checks yet: calls run the code of the class");
    }
  }

  void report(const Diagnostic& diagnostic) {
    switch (diagnostic.severity) {
      case Severity::Error: return shared_.diagnostics.error(diagnostic.range, diagnostic.message);
      case Severity::Warning: return shared_.diagnostics.warning(diagnostic.range, diagnostic.message);
      case Severity::Note: return shared_.diagnostics.note(diagnostic.range, diagnostic.message);
    }
  }

  void checkLabels(const Specification& specification) {
    for (const CheckCommand& command : specification.commands) {
      const MethodSpec* method = specification.find(command.procedure);
      if (command.label.empty() || method == nullptr) continue;
      std::vector<std::string> labels = method->checks;
      for (const Property& property : method->properties) labels.push_back(property.label);
      if (std::find(labels.begin(), labels.end(), command.label) != labels.end()) continue;
      const auto near = nearestName(command.label, labels);
      shared_.diagnostics.error(command.range, "'" + command.procedure->name + "' has no property '" + command.label +
                                                   "'" + (near ? "; did you mean '" + *near + "'?" : std::string()));
    }
  }

  const Bundle& bundle_;
  NameTable names_;
  TypeRules types_;
  FunctionTable functions_;
  LoweringContext shared_;
  MethodLowering methods_;
};

}  // namespace

Specification lower(const Bundle& bundle, program::Vocabulary& vocabulary, Diagnostics& diagnostics) {
  return SpecLowering(bundle, vocabulary, diagnostics).run();
}

}  // namespace weir::specs
