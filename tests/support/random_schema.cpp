// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/support/random_schema.h"

namespace weir::tests {
namespace {

std::vector<ClassSchema> randomClasses(Dice& dice, const RandomSourceOptions& options) {
  if (options.aliases && dice.chance(40))
    return {{"Node", "", {{"link.next", "Node"}, {"link.mark", "bool"}, {"up", "Node"}}}};
  if (options.aliases && dice.chance(30)) return {{"Node", "", {{"slot[0]", "Node"}, {"slot[1]", "Node"}}}};
  switch (dice.roll(options.dispatches ? 5 : 4)) {
    case 0: return {{"Node", "", {{"next", "Node"}, {"value", "int"}}}};
    case 1:
      return {{"Node", "", {{"next", "Node"}, {"mark", "bool"}}}, {"List", "", {{"head", "Node"}, {"size", "int"}}}};
    case 2: return {{"Tree", "", {{"left", "Tree"}, {"right", "Tree"}, {"key", "int"}}}};
    case 3: return {{"Node", "", {{"next", "Node"}, {"prev", "Node"}}}};
    default: return {{"Shape", "", {{"next", "Shape"}, {"size", "int"}}}, {"Square", "Shape", {{"inner", "Shape"}}}};
  }
}

Passing randomPassing(Dice& dice) {
  return dice.chance(50) ? Passing::Value : dice.chance(50) ? Passing::Reference : Passing::Pointer;
}

}  // namespace

const ClassSchema& Schema::classNamed(const std::string& name) const {
  for (const ClassSchema& each : classes)
    if (each.name == name) return each;
  return classes.front();
}

bool Schema::derivesFrom(const std::string& derived, const std::string& base) const {
  for (std::string name = derived; !name.empty(); name = classNamed(name).base)
    if (name == base) return true;
  return false;
}

std::vector<FieldSchema> Schema::fieldsOf(const std::string& class_name) const {
  std::vector<FieldSchema> fields;
  for (std::string name = class_name; !name.empty(); name = classNamed(name).base) {
    const auto& own = classNamed(name).fields;
    fields.insert(fields.end(), own.begin(), own.end());
  }
  return fields;
}

Schema randomSchema(Dice& dice, const RandomSourceOptions& options) {
  Schema schema{.classes = randomClasses(dice, options)};
  const std::string& main_class = schema.classes.front().name;
  const bool has_derived = schema.classes.back().base == main_class;
  if (options.aliases && dice.chance(50)) schema.globals.push_back({"g0", main_class});
  if (options.aliases && dice.chance(30)) schema.globals.push_back({"g1", "bool"});
  const int count = 1 + dice.roll(options.functions);
  for (int i = 0; i < count; ++i) {
    FunctionSchema function{.name = "f" + std::to_string(i)};
    if (dice.chance(40)) function.method_of = dice.pick(schema.classes).name;
    // The one to check is a plain one: its property speaks of one body.
    function.is_virtual = has_derived && i + 1 < count && dice.chance(60);
    if (function.is_virtual) function.method_of = main_class;
    std::vector<TypeName> results = {"void", "bool", main_class, "int"};
    function.result = dice.pick(results);
    const int parameters = 1 + dice.roll(function.method_of.empty() ? 3 : 2);
    const std::vector<std::string> names = {"p", "q", "r"};
    for (int j = 0; j < parameters; ++j) {
      const TypeName type = j > 0 && dice.chance(30) ? TypeName("bool") : dice.pick(schema.classes).name;
      function.parameters.push_back({names[j], type});
      if (options.aliases && i + 1 < count) function.parameters.back().passing = randomPassing(dice);
    }
    schema.functions.push_back(std::move(function));
  }
  return schema;
}

}  // namespace weir::tests
