// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collects, method by method, the clauses of the files and of the comments in the source, and the invariants.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "specs/lang/ghost_fields.h"
#include "specs/lang/lowering.h"

namespace weir::specs {

class MethodLowering {
 public:
  explicit MethodLowering(const LoweringContext& shared);

  void addInvariant(const SourceTextPtr& text, const InvariantDecl& invariant);
  /// `//@ invariant label: F` above classes.
  void addAnnotatedInvariants();

  /// The procedure that is meant; reports where there is none, or more than one.
  const program::Procedure* find(const SourceTextPtr& text, const MethodName& method);
  void add(const program::Procedure& procedure, const SourceTextPtr& text, const std::vector<Clause>& clauses,
           bool trusted, const SourceRange& range);
  /// What a model says of the methods of a class that has its ghost fields.
  void addModel(const ModelledClass& modelled);
  /// `//@` clauses above functions.
  void addAnnotations();
  std::optional<CheckCommand> command(const SourceTextPtr& text, const CheckDecl& check, const SourceRange& range);

  /// The methods in order of appearance, with the invariants of their classes.
  std::vector<MethodSpec> finish();
  /// What makes a state one of the library's objects at all: every caller has such, and the models' own code keeps it.
  std::vector<Requirement> libraryStates();

 private:
  struct Invariant {
    std::string label;
    const program::ClassDecl* class_decl = nullptr;
    SourceTextPtr text;
    ExprPtr body;
    SourceRange range;
    bool is_annotation = false;  // in a comment above the class
  };

  void addModelMethod(const ModelledClass& modelled, const program::Procedure& procedure, const MethodDecl* method);
  Lowering loweringFor(const MethodSpec& method, const SourceTextPtr& text, Role role);
  MethodSpec& specOf(const program::Procedure& procedure, const SourceRange& range);
  void addInvariant(Invariant invariant);
  void warnOfIdleInvariants();
  std::vector<SourceTextPtr> ownAnnotations(const std::vector<std::string>& comments,
                                            const std::vector<SourceRange>& ranges);
  void warnOfForeignAnnotations();
  void applyToWholeClasses();
  void addClause(MethodSpec& method, const SourceTextPtr& text, const Clause& clause);
  void addProperty(MethodSpec& method, Property property);
  void addModifies(MethodSpec& method, const SourceTextPtr& text, const Clause& clause);
  void addThrows(MethodSpec& method, const SourceTextPtr& text, const Clause& clause);
  void addChecks(MethodSpec& method, const SourceTextPtr& text, const Clause& clause);
  void applyInvariants(MethodSpec& method);
  static Part holdsForAll(const LoweringContext& shared, const Invariant& invariant, logic::Expr objects,
                          program::State state);
  const program::ClassDecl* findClass(const SourceTextPtr& text, const Identifier& name);

  LoweringContext shared_;
  // An invariant is checked once, aside; what it means in each method is then lowered in silence.
  logic::Context aside_;
  program::Vocabulary vocabulary_aside_;
  Diagnostics reported_already_;
  const MethodDecl* model_method_ = nullptr;  // while its clauses are lowered
  std::vector<MethodSpec> methods_;
  std::vector<Invariant> invariants_;
  std::optional<SourceRange> foreign_annotation_;  // the first comment of another tool
  std::map<const program::Procedure*, int> unlabelled_ensures_;
  std::map<const program::Procedure*, int> unlabelled_throws_;
};

}  // namespace weir::specs
