// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/support/pre_state.h"

#include <algorithm>
#include <random>
#include <set>

#include "ir/program/integer.h"
#include "ir/program/walk.h"
#include "tests/support/pre_state_builder.h"

namespace weir::program {
namespace {

/// The standard's distributions differ between libraries; its engines do not.
class RandomChooser : public Chooser {
 public:
  explicit RandomChooser(std::uint64_t seed) : engine_(seed) { nulls_ = 2 + choose(5); }

  int choose(int count) override { return static_cast<int>(engine_() % static_cast<std::uint64_t>(count)); }

  Integer chooseInteger(const std::vector<Integer>& domain, TypeRef type) override {
    switch (choose(8)) {
      case 0: return leastValue(type) + choose(2);
      case 1: return greatestValue(type) - choose(2);
      case 2: return wrap(static_cast<Integer>(engine_()), type);
      case 3: return wrap(choose(16) - 4, type);
      default: return domain[choose(static_cast<int>(domain.size()))];
    }
  }

  /// Mostly something new while there is room: lists of some length, not only short ones.
  Target chooseTarget(bool null, int existing, int fresh) override {
    if (null && choose(nulls_) == 0) return Target::Null;
    if (fresh > 0 && (existing == 0 || choose(3) != 0)) return Target::Fresh;
    if (existing > 0 && (!null || fresh > 0 || choose(2) == 0)) return Target::Existing;
    return null ? Target::Null : existing > 0 ? Target::Existing : Target::Fresh;
  }

  int chooseLimit(int greatest) override {
    return greatest == 0 ? 0 : choose(4) == 0 ? choose(greatest + 1) : greatest;
  }

 private:
  std::mt19937_64 engine_;
  int nulls_ = 4;  // one in so many pointers is null; differs from state to state
};

/// Counts through all answers: the odometer's digits are the choices of the last state.
class ExhaustiveChooser : public Chooser {
 public:
  int choose(int count) override {
    if (position_ == digits_.size()) digits_.push_back({0, count});
    return digits_[position_++].value;
  }
  Integer chooseInteger(const std::vector<Integer>& domain, TypeRef) override {
    return domain[choose(static_cast<int>(domain.size()))];
  }
  Target chooseTarget(bool null, int existing, int fresh) override {
    std::vector<Target> possible;
    if (null) possible.push_back(Target::Null);
    if (existing > 0) possible.push_back(Target::Existing);
    if (fresh > 0) possible.push_back(Target::Fresh);
    return possible[choose(static_cast<int>(possible.size()))];
  }
  int chooseLimit(int greatest) override { return greatest; }

  /// To the next sequence; false after the last.
  bool advance() {
    position_ = 0;
    while (!digits_.empty() && ++digits_.back().value == digits_.back().count) digits_.pop_back();
    return !digits_.empty();
  }

 private:
  struct Digit {
    int value;
    int count;
  };
  std::vector<Digit> digits_;
  std::size_t position_ = 0;
};

class Relevance {
 public:
  explicit Relevance(const Program& program) : program_(program) {}

  void type(TypeRef type) {
    if (type->isArray()) return this->type(type->element);
    if (type->isClass()) return members(type->class_decl);
    if (!type->isPointer()) return;
    const TypeRef pointee = type->pointee;
    if (pointee->isClass()) pointedTo(pointee->class_decl);
    if (pointee->isScalar()) {
      this->type(pointee);
      slots(pointee);
    }
  }

  /// Objects of it are there, as parts or as a whole: what their fields point to is too.
  void members(const ClassDecl* class_decl) {
    if (!expanded_.insert(class_decl).second) return;
    for (const Field* field : allFields(class_decl)) type(field->type);
  }

  void whole(const ClassDecl* class_decl) {
    if (class_decl->is_abstract || class_decl->is_incomplete || class_decl->is_globals) return;
    if (found_.insert(class_decl).second) members(class_decl);
  }

  void pointedTo(const ClassDecl* class_decl) {
    for (const ClassDecl* dynamic : program_.dynamicClasses(class_decl)) whole(dynamic);
    for (const ClassDecl* array : program_.classes())
      if (array->is_array && array->fields.front()->holdsParts() &&
          array->fields.front()->elementType()->class_decl == class_decl)
        whole(array);
  }

  void slots(TypeRef pointee) {
    for (const ClassDecl* class_decl : program_.classes())
      if ((class_decl->is_array || class_decl->is_box) &&
          sameRepresentation(class_decl->fields.front()->elementType(), pointee))
        whole(class_decl);
  }

  /// The classes that container_of finds from a part or slot.
  void containers() {
    for (const Procedure* procedure : program_.procedures())
      forEachStmt(procedure->body, [&](const Stmt& stmt) {
        for (ExprRef expr : expressionsOf(stmt))
          forEachSubexpression(expr, [&](const Expr& e) {
            if (e.kind == ExprKind::OwnerOf && expanded_.contains(e.field->elementType()->class_decl))
              pointedTo(e.field->owner);
          });
      });
  }

  std::vector<const ClassDecl*> take() const {
    std::vector<const ClassDecl*> ordered;
    for (const ClassDecl* class_decl : program_.classes())
      if (found_.contains(class_decl)) ordered.push_back(class_decl);
    return ordered;
  }

 private:
  const Program& program_;
  std::set<const ClassDecl*> found_;
  std::set<const ClassDecl*> expanded_;
};

std::vector<const ClassDecl*> classesFor(const Program& program, const Procedure& procedure,
                                         const PreStateOptions& options) {
  const auto relevant = relevantClasses(program, procedure);
  std::vector<const ClassDecl*> ordered;
  for (const ClassDecl* class_decl : program.classes()) {
    const auto isIn = [&](const auto& some) { return std::find(some.begin(), some.end(), class_decl) != some.end(); };
    if (isIn(relevant) || isIn(options.also)) ordered.push_back(class_decl);
  }
  return ordered;
}

}  // namespace

std::vector<const ClassDecl*> relevantClasses(const Program& program, const Procedure& procedure) {
  Relevance relevance(program);
  for (const Local* parameter : procedure.parameters) relevance.type(parameter->type);
  if (program.globalsClass() != nullptr) relevance.members(program.globalsClass());
  relevance.containers();
  return relevance.take();
}

std::optional<PreState> randomPreState(const Program& program, const Procedure& procedure, std::uint64_t seed,
                                       const PreStateOptions& options) {
  const auto relevant = classesFor(program, procedure, options);
  RandomChooser chooser(seed);
  return PreStateBuilder(program, procedure, relevant, options, chooser).build();
}

bool forEachPreState(const Program& program, const Procedure& procedure, const PreStateOptions& options,
                     const std::function<bool(PreState&)>& visit) {
  const auto relevant = classesFor(program, procedure, options);
  ExhaustiveChooser chooser;
  std::uint64_t count = 0;
  do {
    if (count++ >= options.max_states) return false;
    if (auto state = PreStateBuilder(program, procedure, relevant, options, chooser).build())
      if (!visit(*state)) return false;
  } while (chooser.advance());
  return true;
}

}  // namespace weir::program
