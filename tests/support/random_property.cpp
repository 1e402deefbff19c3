// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Formulas of the specification language over a random program's classes: well-typed by construction.
#include "tests/support/random_schema.h"

namespace weir::tests {
namespace {

class FormulaWriter {
 public:
  FormulaWriter(Dice& dice, const Schema& schema, const FunctionSchema& function, bool with_post_state)
      : dice_(dice), schema_(schema), with_post_(with_post_state) {
    if (!function.method_of.empty()) bound_.push_back({"this", function.method_of});
    for (const Variable& parameter : function.parameters)
      if (isPointer(parameter.type)) bound_.push_back(parameter);
    if (with_post_state && isPointer(function.result)) bound_.push_back({"return", function.result});
  }

  /// One of the pointers at hand is there, or a class has no cycle.
  std::string sensible() { return dice_.chance(50) ? "some " + dice_.pick(bound_).name : acyclic(); }

  std::string formula(int depth) {
    if (depth > 0) switch (dice_.roll(7)) {
        case 0: return quantified("all", depth);
        case 1: return quantified("some", depth);
        case 2: return "(" + formula(depth - 1) + " and " + formula(depth - 1) + ")";
        case 3: return "(" + formula(depth - 1) + " => " + formula(depth - 1) + ")";
        case 4: return "not (" + formula(depth - 1) + ")";
        default: break;
      }
    return atom();
  }

 private:
  std::string quantified(const char* quantifier, int depth) {
    const std::string class_name = dice_.pick(schema_.classes).name;
    const std::string name = "x" + std::to_string(next_++);
    const std::string domain = dice_.chance(60) ? class_name + prime() : set(class_name, 1);
    bound_.push_back({name, class_name});
    const std::string body = formula(depth - 1);
    bound_.pop_back();
    return "(" + std::string(quantifier) + " " + name + ": " + domain + " | " + body + ")";
  }

  std::string atom() {
    const std::string class_name = dice_.pick(schema_.classes).name;
    switch (dice_.roll(7)) {
      case 0: return set(class_name, 2) + " in " + set(class_name, 2);
      case 1: return set(class_name, 1) + " = " + set(class_name, 1);
      case 2: return std::string(dice_.chance(50) ? "some " : "no ") + set(class_name, 2);
      case 3: return "#" + set(class_name, 2) + comparison() + (dice_.chance(50) ? number() : "#" + set(class_name, 2));
      case 4: return integer() + comparison() + (dice_.chance(60) ? integer() : number());
      case 5: return unchanged();
      default: return acyclic();
    }
  }

  /// One field of one object, before and after.
  std::string unchanged() {
    const Variable object = dice_.pick(bound_);
    const FieldSchema field = dice_.pick(schema_.fieldsOf(object.type));
    return object.name + "." + marked(field, with_post_ ? "'" : "") + " = " + object.name + "." + field.name;
  }

  std::string acyclic() {
    const ClassSchema owner = dice_.pick(schema_.classes);
    for (const FieldSchema& field : owner.fields)
      if (!field.isElement() && isPointer(field.type) && schema_.derivesFrom(owner.name, field.type)) {
        const std::string mark = prime();
        return "(no y: " + owner.name + mark + " | y in y." + closed("^", field, mark) + ")";
      }
    return "some " + owner.name + prime();
  }

  std::string integer() {
    for (int attempt = 0; attempt < 8; ++attempt) {
      const Variable object = dice_.pick(bound_);
      for (const FieldSchema& field : schema_.fieldsOf(object.type))
        if (field.type == "int") return object.name + "." + field.name + prime();
    }
    return "#" + dice_.pick(schema_.classes).name + prime();
  }

  std::string number() { return std::to_string(dice_.roll(4) - 1); }
  std::string comparison() { return dice_.pick<std::string>({" = ", " != ", " < ", " <= ", " > ", " >= "}); }
  std::string prime() { return with_post_ && dice_.chance(50) ? "'" : ""; }

  /// An expression whose values are objects of the class.
  std::string set(const std::string& class_name, int depth) {
    if (depth > 0) switch (dice_.roll(5)) {
        case 0:
          return "(" + set(class_name, depth - 1) + dice_.pick<std::string>({" + ", " & ", " - "}) +
                 set(class_name, depth - 1) + ")";
        case 1:
        case 2:
        case 3: return step(class_name, depth);
        default: break;
      }
    std::vector<std::string> leaves = {class_name + prime()};
    for (const Variable& variable : bound_)
      if (schema_.derivesFrom(variable.type, class_name)) {
        leaves.push_back(variable.name);
        leaves.push_back(variable.name);
      }
    return dice_.pick(leaves);
  }

  /// Follows a field that leads to the class.
  std::string step(const std::string& class_name, int depth) {
    std::vector<std::pair<std::string, FieldSchema>> ways;
    for (const ClassSchema& from : schema_.classes)
      for (const FieldSchema& field : from.fields)
        if (field.type == class_name) ways.push_back({from.name, field});
    if (ways.empty()) return set(class_name, 0);
    const auto [from, field] = dice_.pick(ways);
    const bool closes = !field.isElement() && schema_.derivesFrom(from, class_name) && dice_.chance(50);
    const std::string closure = closes ? dice_.pick<std::string>({"*", "^"}) : "";
    const std::string start = set(from, depth - 1);
    // The prime of an element is one of all that stands before it, and no prime stands under another.
    const bool is_marked = field.isElement() && start.find('\'') != std::string::npos;
    const std::string mark = is_marked ? "" : prime();
    return start + "." + (closes ? closed(closure, field, mark) : marked(field, mark));
  }

  /// A field of a part is reached through it in the same state.
  static std::string marked(const FieldSchema& field, const std::string& mark) {
    if (!field.isOfPart()) return field.name + mark;
    const std::size_t dot = field.name.find('.');
    return field.name.substr(0, dot) + mark + field.name.substr(dot) + mark;
  }
  static std::string closed(const std::string& closure, const FieldSchema& field, const std::string& mark) {
    return closure + (field.isOfPart() ? "(" + marked(field, mark) + ")" : field.name + mark);
  }

  Dice& dice_;
  const Schema& schema_;
  bool with_post_;
  std::vector<Variable> bound_;
  int next_ = 0;
};

}  // namespace

std::string randomFormula(Dice& dice, const Schema& schema, const FunctionSchema& function, bool with_post_state) {
  return FormulaWriter(dice, schema, function, with_post_state).formula(2);
}

std::string randomPrecondition(Dice& dice, const Schema& schema, const FunctionSchema& function) {
  FormulaWriter writer(dice, schema, function, false);
  switch (dice.roll(4)) {
    case 0: return "";
    case 1: return writer.sensible();
    case 2: return "(" + writer.sensible() + " and " + writer.sensible() + ")";
    default: return writer.formula(1);
  }
}

}  // namespace weir::tests
