// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The classes and signatures of a random program: what both its code and its properties are written over.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "tests/support/random_source.h"

namespace weir::tests {

/// The standard's distributions differ between libraries; its engines do not.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  int roll(int count) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(count)); }
  bool chance(int percent) { return roll(100) < percent; }
  template <typename T>
  const T& pick(const std::vector<T>& all) {
    return all[roll(static_cast<int>(all.size()))];
  }

 private:
  std::mt19937_64 engine_;
};

/// "Node" is a pointer to Node; "int", "bool" and "void" are themselves.
using TypeName = std::string;

inline bool isPointer(const TypeName& type) { return type != "int" && type != "bool" && type != "void"; }
inline std::string spelt(const TypeName& type) { return isPointer(type) ? type + "*" : type; }

struct FieldSchema {
  std::string name;  // unique in the program; "link.next" is a field of a part, "slot[0]" an element
  TypeName type;
  bool isOfPart() const { return name.find('.') != std::string::npos; }
  bool isElement() const { return name.find('[') != std::string::npos; }
};

struct ClassSchema {
  std::string name;
  std::string base;
  std::vector<FieldSchema> fields;
};

enum class Passing { Value, Reference, Pointer };

struct Variable {
  std::string name;
  TypeName type;
  bool is_assignable = true;
  Passing passing = Passing::Value;  // of a parameter
};

struct FunctionSchema {
  std::string name;
  std::string method_of;  // empty: a free function
  TypeName result;
  std::vector<Variable> parameters;  // without `this`
  bool is_virtual = false;           // then it has an override in every derived class
  std::string qualifiedName() const { return method_of.empty() ? name : method_of + "::" + name; }
};

struct Schema {
  std::vector<ClassSchema> classes;
  std::vector<FunctionSchema> functions;
  std::vector<Variable> globals;

  const ClassSchema& classNamed(const std::string& name) const;
  bool derivesFrom(const std::string& derived, const std::string& base) const;
  /// With those of the bases.
  std::vector<FieldSchema> fieldsOf(const std::string& class_name) const;
};

Schema randomSchema(Dice& dice, const RandomSourceOptions& options);

/// A formula over the function's pre- and post-state, or over its pre-state alone.
std::string randomFormula(Dice& dice, const Schema& schema, const FunctionSchema& function, bool with_post_state);

/// What to require: often nothing, often what a programmer would (arguments that are there, acyclic lists).
std::string randomPrecondition(Dice& dice, const Schema& schema, const FunctionSchema& function);

}  // namespace weir::tests
