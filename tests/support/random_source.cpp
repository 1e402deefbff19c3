// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/support/random_source.h"

#include <algorithm>
#include <optional>
#include <set>

#include "tests/support/random_schema.h"

namespace weir::tests {
namespace {

/// Writes one function body. Variables that were tested are remembered, so that most dereferences are good ones; the
/// memory of it is rough on purpose.
class BodyWriter {
 public:
  BodyWriter(Dice& dice, const Schema& schema, const FunctionSchema& function, int callable,
             const RandomSourceOptions& options)
      : dice_(dice), schema_(schema), function_(function), callable_(callable), options_(options) {
    if (!function.method_of.empty()) {
      scope_.push_back({"this", function.method_of, false});
      known_.insert("this");
    }
    for (const Variable& parameter : function.parameters) {
      const bool is_pointer = parameter.passing == Passing::Pointer;
      scope_.push_back({is_pointer ? "(*" + parameter.name + ")" : parameter.name, parameter.type});
    }
    scope_.insert(scope_.end(), schema.globals.begin(), schema.globals.end());
  }

  std::string write() {
    budget_ = options_.statements / 2 + dice_.roll(options_.statements);
    while (budget_ > 0) statement(1);
    if (function_.result != "void") line(1, "return " + value(function_.result) + ";");
    return out_;
  }

 private:
  void line(int depth, const std::string& text) { out_ += std::string(2 * depth, ' ') + text + "\n"; }

  void statement(int depth) {
    --budget_;
    if (options_.aliases && dice_.chance(12)) return alias(depth);
    if (options_.throws && dice_.chance(12)) return exception(depth);
    switch (dice_.roll(12)) {
      case 0:
      case 1: return declaration(depth);
      case 2: return assignment(depth);
      case 3:
      case 4:
      case 5: return store(depth);
      case 6:
      case 7: return branch(depth);
      case 8: return options_.loops && loops_ < 2 ? loop(depth) : assignment(depth);
      case 9: return call(depth);
      case 10: return options_.frees && dice_.chance(40) ? release(depth) : store(depth);
      default: return assignment(depth);
    }
  }

  void declaration(int depth) {
    const TypeName type = dice_.chance(60) ? dice_.pick(schema_.classes).name : dice_.pick<TypeName>({"int", "bool"});
    const std::string name = "v" + std::to_string(next_++);
    line(depth, spelt(type) + " " + name + " = " + value(type) + ";");
    scope_.push_back({name, type});
  }

  /// Another name for a variable or a field.
  void alias(int depth) {
    const TypeName type = dice_.chance(70) ? dice_.pick(schema_.classes).name : TypeName("bool");
    const std::optional<std::string> place = lvalue(type);
    if (!place) return declaration(depth);
    const std::string name = "a" + std::to_string(next_++);
    const bool is_reference = dice_.chance(50);
    line(depth, spelt(type) + (is_reference ? "& " + name + " = " : "* " + name + " = &") + *place + ";");
    scope_.push_back({is_reference ? name : "(*" + name + ")", type});
  }

  /// Something of this type that has an address.
  std::optional<std::string> lvalue(const TypeName& type) {
    if (dice_.chance(50)) {
      const Variable* object = find([&](const Variable& variable) {
        return isPointer(variable.type) && followable(variable.name) && fieldOfType(variable.type, type);
      });
      if (object != nullptr) return object->name + "->" + *fieldOfType(object->type, type);
    }
    const Variable* variable = find([&](const Variable& v) { return v.is_assignable && v.type == type; });
    if (variable == nullptr) return std::nullopt;
    return variable->name;
  }

  void exception(int depth) {
    if (dice_.chance(50) || depth >= 3) return line(depth, "if (" + condition(1) + ") throw 1;");
    line(depth, "try {");
    block(depth, "");
    if (dice_.chance(50)) line(depth + 1, "if (" + condition(1) + ") throw 2;");
    line(depth, dice_.chance(50) ? "} catch (int) {" : "} catch (...) {");
    block(depth, "");
    line(depth, "}");
  }

  void assignment(int depth) {
    const Variable* target = find([](const Variable& variable) { return variable.is_assignable; });
    if (target == nullptr) return declaration(depth);
    const std::string name = target->name;
    std::string assigned = value(target->type);
    for (int attempt = 0; attempt < 3 && assigned == name; ++attempt) assigned = value(target->type);
    line(depth, name + " = " + assigned + ";");
    known_.erase(name);
  }

  void store(int depth) {
    const Variable* object = pointer();
    if (object == nullptr) return declaration(depth);
    const Variable target = *object;
    const FieldSchema field = dice_.pick(schema_.fieldsOf(target.type));
    const std::string assigned = target.name + "->" + field.name + " = " + value(field.type) + ";";
    if (followable(target.name))
      line(depth, assigned);
    else
      line(depth, "if (" + target.name + " != nullptr) " + assigned);
  }

  void branch(int depth) {
    const Variable* object = pointer();
    const bool is_null_test = object != nullptr && object->name != "this" && dice_.chance(50);
    const std::string name = object != nullptr ? object->name : "";
    line(depth, "if (" + (is_null_test ? name + " != nullptr" : condition(1)) + ") {");
    block(depth, is_null_test ? name : "");
    if (dice_.chance(40)) {
      line(depth, "} else {");
      block(depth, "");
    }
    line(depth, "}");
  }

  void block(int depth, const std::string& tested) {
    const std::size_t outer = scope_.size();
    const std::set<std::string> known_before = known_;
    if (!tested.empty()) known_.insert(tested);
    const int count = depth < 3 ? 1 + dice_.roll(3) : 1;
    for (int i = 0; i < count; ++i) {
      if (depth >= 3)
        store(depth + 1);
      else
        statement(depth + 1);
    }
    if (dice_.chance(15))
      line(depth + 1, function_.result == "void" ? "return;" : "return " + value(function_.result) + ";");
    scope_.resize(outer);
    known_ = known_before;
    // What was assigned inside may be null afterwards: forget everything that could have been.
    for (const Variable& variable : scope_)
      if (variable.is_assignable) known_.erase(variable.name);
  }

  void loop(int depth) {
    ++loops_;
    const Variable* walker =
        find([&](const Variable& variable) { return variable.is_assignable && chain(variable.type); });
    if (walker != nullptr && dice_.chance(70)) {
      const Variable cursor = *walker;
      const std::string also = dice_.chance(30) ? " && " + condition(0) : "";
      line(depth, "while (" + cursor.name + " != nullptr" + also + ") {");
      // The cursor is followed at the end, so the body may not lose it.
      auto& entry =
          *std::find_if(scope_.begin(), scope_.end(), [&](const Variable& v) { return v.name == cursor.name; });
      entry.is_assignable = false;
      inLoop(depth, cursor.name);
      std::find_if(scope_.begin(), scope_.end(), [&](const Variable& v) {
        return v.name == cursor.name;
      })->is_assignable = true;
      line(depth + 1, cursor.name + " = " + cursor.name + "->" + *chain(cursor.type) + ";");
      line(depth, "}");
      known_.erase(cursor.name);
    } else {
      const std::string name = "i" + std::to_string(next_++);
      line(depth,
           "for (int " + name + " = 0; " + name + " < " + std::to_string(1 + dice_.roll(2)) + "; ++" + name + ") {");
      scope_.push_back({name, "int", false});
      inLoop(depth, "");
      std::erase_if(scope_, [&](const Variable& variable) { return variable.name == name; });
      line(depth, "}");
    }
    --loops_;
  }

  void inLoop(int depth, const std::string& tested) {
    block(depth, tested);
    if (dice_.chance(25)) line(depth + 1, "if (" + condition(1) + ") break;");
  }

  void call(int depth) {
    if (callable_ == 0) return store(depth);
    const FunctionSchema& callee = schema_.functions[dice_.roll(callable_)];
    std::string text;
    if (!callee.method_of.empty()) {
      const Variable* receiver = find([&](const Variable& variable) {
        return isPointer(variable.type) && schema_.derivesFrom(variable.type, callee.method_of);
      });
      if (receiver == nullptr) return store(depth);
      text = followable(receiver->name) ? "" : "if (" + receiver->name + " != nullptr) ";
      text += result(callee, text.empty()) + receiver->name + "->";
    } else {
      text = result(callee, true);
    }
    text += callee.name + "(";
    for (std::size_t i = 0; i < callee.parameters.size(); ++i) {
      const std::optional<std::string> given = argument(callee.parameters[i]);
      if (!given) return store(depth);
      text += (i == 0 ? "" : ", ") + *given;
    }
    line(depth, text + ");");
    for (const Variable& global : schema_.globals) known_.erase(global.name);
  }

  std::optional<std::string> argument(const Variable& parameter) {
    if (parameter.passing == Passing::Value) return value(parameter.type);
    std::optional<std::string> place = lvalue(parameter.type);
    if (!place) return std::nullopt;
    known_.erase(*place);
    return parameter.passing == Passing::Pointer ? "&" + *place : place;
  }

  /// "x = " for a variable the result fits, sometimes.
  std::string result(const FunctionSchema& callee, bool unconditional) {
    if (callee.result == "void" || !unconditional) return "";
    const Variable* target =
        find([&](const Variable& variable) { return variable.is_assignable && variable.type == callee.result; });
    if (target == nullptr) return "";
    known_.erase(target->name);
    return target->name + " = ";
  }

  void release(int depth) {
    const Variable* object =
        find([](const Variable& variable) { return isPointer(variable.type) && variable.name != "this"; });
    if (object == nullptr) return store(depth);
    line(depth, "delete " + object->name + ";");
    if (object->is_assignable && dice_.chance(70)) {
      line(depth, object->name + " = nullptr;");
      known_.erase(object->name);
    }
  }

  std::string value(const TypeName& type) {
    return isPointer(type) ? pointerValue(type) : type == "bool" ? condition(1) : integer(1);
  }

  std::string pointerValue(const TypeName& type) {
    const int choice = dice_.roll(10);
    if (choice == 0) return "nullptr";
    if (choice <= 2 && options_.allocates) return "new " + type + "()";
    if (choice <= 6) {
      const Variable* object = find([&](const Variable& variable) {
        return isPointer(variable.type) && followable(variable.name) && fieldOfType(variable.type, type);
      });
      if (object != nullptr) return object->name + "->" + *fieldOfType(object->type, type);
    }
    const Variable* same = find(
        [&](const Variable& variable) { return isPointer(variable.type) && schema_.derivesFrom(variable.type, type); });
    return same != nullptr ? same->name : "nullptr";
  }

  std::string integer(int depth) {
    switch (dice_.roll(depth > 0 ? 6 : 3)) {
      case 0: return std::to_string(dice_.roll(4) - 2);
      case 1: {
        const Variable* number = find([](const Variable& variable) { return variable.type == "int"; });
        if (number != nullptr) return number->name;
        break;
      }
      case 2: {
        const Variable* object = find([&](const Variable& variable) {
          return isPointer(variable.type) && followable(variable.name) && fieldOfType(variable.type, "int");
        });
        if (object != nullptr) return object->name + "->" + *fieldOfType(object->type, "int");
        break;
      }
      case 3: return "(" + condition(0) + " ? " + integer(0) + " : " + integer(0) + ")";
      default:
        return "(" + integer(0) + dice_.pick<std::string>({" + ", " - ", " * ", " & ", " | "}) + integer(0) + ")";
    }
    return std::to_string(dice_.roll(3));
  }

  std::string condition(int depth) {
    switch (dice_.roll(depth > 0 ? 7 : 5)) {
      case 0: {
        const Variable* object = pointer();
        if (object != nullptr && object->name != "this")
          return object->name + dice_.pick<std::string>({" == nullptr", " != nullptr"});
        break;
      }
      case 1: {
        const Variable* left = pointer();
        const Variable* right = left == nullptr ? nullptr : find([&](const Variable& variable) {
          return variable.type == left->type && variable.name != left->name;
        });
        if (right != nullptr) return left->name + dice_.pick<std::string>({" == ", " != "}) + right->name;
        break;
      }
      case 2: return comparison();
      case 3: {
        const Variable* flag = find([](const Variable& variable) { return variable.type == "bool"; });
        if (flag != nullptr) return flag->name;
        break;
      }
      case 4: {
        const Variable* object = find(
            [&](const Variable& variable) { return isPointer(variable.type) && fieldOfType(variable.type, "bool"); });
        if (object != nullptr)
          return "(" + object->name + " != nullptr && " + object->name + "->" + *fieldOfType(object->type, "bool") +
                 ")";
        break;
      }
      case 5: return "!(" + condition(0) + ")";
      default: return "(" + condition(0) + (dice_.chance(50) ? " && " : " || ") + condition(0) + ")";
    }
    return comparison();
  }

  static bool isNumber(const std::string& text) { return text.find_first_not_of("-0123456789") == std::string::npos; }

  std::string comparison() {
    // A constant on both sides decides nothing.
    std::string left = integer(0);
    for (int attempt = 0; attempt < 4 && isNumber(left); ++attempt) left = integer(0);
    std::string right = integer(0);
    for (int attempt = 0; attempt < 3 && right == left; ++attempt) right = integer(0);
    return left + dice_.pick<std::string>({" < ", " == ", " <= ", " > "}) + right;
  }

  /// A variable that satisfies the condition, any of them.
  template <typename Condition>
  const Variable* find(Condition condition) {
    std::vector<const Variable*> good;
    for (const Variable& variable : scope_)
      if (condition(variable)) good.push_back(&variable);
    return good.empty() ? nullptr : dice_.pick(good);
  }

  const Variable* pointer() {
    return find([](const Variable& variable) { return isPointer(variable.type); });
  }

  bool followable(const std::string& name) { return known_.contains(name) || (!options_.careful && dice_.chance(20)); }

  std::optional<std::string> fieldOfType(const TypeName& class_name, const TypeName& type) {
    std::vector<std::string> good;
    for (const FieldSchema& field : schema_.fieldsOf(class_name))
      if (field.type == type) good.push_back(field.isElement() ? element(field) : field.name);
    if (good.empty()) return std::nullopt;
    return dice_.pick(good);
  }

  /// The one that is named, or the one that a number tells; seldom outside.
  std::string element(const FieldSchema& field) {
    const Variable* number = find([](const Variable& variable) { return variable.type == "int"; });
    if (number == nullptr || dice_.chance(50)) return field.name;
    const std::string index = options_.careful ? number->name + " & 1" : number->name;
    return field.name.substr(0, field.name.find('[')) + "[" + index + "]";
  }

  /// A field that leads from the class to itself: what a traversal follows.
  std::optional<std::string> chain(const TypeName& type) {
    if (!isPointer(type) || !schema_.classNamed(type).base.empty()) return std::nullopt;
    return fieldOfType(type, type);
  }

  Dice& dice_;
  const Schema& schema_;
  const FunctionSchema& function_;
  int callable_;
  const RandomSourceOptions& options_;
  std::string out_;
  std::vector<Variable> scope_;
  std::set<std::string> known_;
  int budget_ = 0;
  int next_ = 0;
  int loops_ = 0;
};

std::string markOf(Passing passing) {
  switch (passing) {
    case Passing::Value: return "";
    case Passing::Reference: return "&";
    case Passing::Pointer: return "*";
  }
  return "";
}

std::string signature(const FunctionSchema& function, bool qualified) {
  std::string text = spelt(function.result) + " " + (qualified ? function.qualifiedName() : function.name) + "(";
  for (std::size_t i = 0; i < function.parameters.size(); ++i)
    text += (i == 0 ? "" : ", ") + spelt(function.parameters[i].type) + markOf(function.parameters[i].passing) + " " +
            function.parameters[i].name;
  return text + ")";
}

std::string classText(const Schema& schema, const ClassSchema& class_schema) {
  const bool is_polymorphic = std::any_of(schema.functions.begin(), schema.functions.end(),
                                          [](const FunctionSchema& function) { return function.is_virtual; });
  std::string text =
      "struct " + class_schema.name + (class_schema.base.empty() ? "" : " : " + class_schema.base) + " {\n";
  std::string part;
  for (const FieldSchema& field : class_schema.fields) {
    if (field.isElement()) continue;
    const std::string own_name = field.name.substr(field.name.find('.') + 1);
    (field.isOfPart() ? part : text) +=
        "  " + spelt(field.type) + " " + own_name + (field.type == "int" ? " : 2" : "") + ";\n";
  }
  if (class_schema.fields.front().isElement()) text += "  " + spelt(class_schema.name) + " slot[2];\n";
  if (!part.empty()) text += "  struct Link {\n" + part + "  } link;\n";
  if (is_polymorphic && class_schema.base.empty()) text += "  virtual ~" + class_schema.name + "() {}\n";
  for (const FunctionSchema& function : schema.functions) {
    if (function.method_of == class_schema.name)
      text += std::string("  ") + (function.is_virtual ? "virtual " : "") + signature(function, false) + ";\n";
    else if (function.is_virtual && class_schema.base == function.method_of)
      text += "  " + signature(function, false) + " override;\n";
  }
  return text + "};\n\n";
}

}  // namespace

RandomSource randomSource(std::uint64_t seed, const RandomSourceOptions& options) {
  Dice dice(seed);
  const Schema schema = randomSchema(dice, options);
  RandomSource made;
  for (const ClassSchema& class_schema : schema.classes) made.source += "struct " + class_schema.name + ";\n";
  made.source += "\n";
  for (const ClassSchema& class_schema : schema.classes) made.source += classText(schema, class_schema);
  for (const Variable& global : schema.globals) made.source += spelt(global.type) + " " + global.name + ";\n\n";
  for (std::size_t i = 0; i < schema.functions.size(); ++i) {
    const FunctionSchema& function = schema.functions[i];
    const int callable = static_cast<int>(i) + (options.recurses && dice.chance(50) ? 1 : 0);
    const auto define = [&](const FunctionSchema& defined) {
      made.source +=
          signature(defined, true) + " {\n" + BodyWriter(dice, schema, defined, callable, options).write() + "}\n\n";
      made.functions.push_back(defined.qualifiedName());
    };
    define(function);
    if (!function.is_virtual) continue;
    for (const ClassSchema& class_schema : schema.classes)
      if (class_schema.base == function.method_of) {
        FunctionSchema overrider = function;
        overrider.method_of = class_schema.name;
        define(overrider);
      }
  }
  const FunctionSchema& entry = schema.functions.back();
  made.entry = entry.qualifiedName();
  made.precondition = randomPrecondition(dice, schema, entry);
  for (int i = 0; i < options.properties; ++i) made.properties.push_back(randomFormula(dice, schema, entry, true));
  return made;
}

std::string RandomSource::specification(const std::string& file) const {
  std::string text = "source \"" + file + "\" with \"-std=c++17\"\n\nmethod " + entry + " {\n";
  if (!precondition.empty()) text += "  requires " + precondition + "\n";
  for (std::size_t i = 0; i < properties.size(); ++i)
    text += "  ensures p" + std::to_string(i) + ": " + properties[i] + "\n";
  return text + "}\n";
}

}  // namespace weir::tests
