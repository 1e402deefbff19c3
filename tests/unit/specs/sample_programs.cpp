// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sample_programs.h"

#include <stdexcept>

#include "specs/lang/parser.h"

namespace weir::specs {
namespace {

using program::ClassDecl;
using program::Program;
using program::State;

class Builder {
 public:
  ClassDecl* define(const std::string& name) { return program.addClass(name); }
  program::TypeRef pointer(const ClassDecl* to) { return program.pointerTo(program.classType(to)); }
  program::TypeRef integer() { return program.intType(32, true, "int"); }

  program::Procedure* method(ClassDecl* owner, const std::string& name, const std::string& signature,
                             program::TypeRef result) {
    program::Procedure* made = program.addProcedure(owner->name + "::" + name, owner->name + "::" + signature);
    made->method_of = owner;
    made->result = result;
    made->is_external = true;
    program.addParameter(made, "this", pointer(owner));
    return made;
  }

  Program program;
};

}  // namespace

Program sampleProgram() {
  Builder b;
  Program& p = b.program;
  ClassDecl* item = b.define("Item");
  ClassDecl* cell = b.define("Cell");
  ClassDecl* list = b.define("List");
  p.addField(item, "key", b.integer());
  p.addField(item, "name", p.pointerTo(p.intType(8, true, "char")));
  p.addField(cell, "next", b.pointer(cell));
  p.addField(cell, "prev", b.pointer(cell));
  p.addField(cell, "value", b.integer());
  p.addField(cell, "item", b.pointer(item));
  p.addField(list, "head", b.pointer(cell));
  p.addField(list, "size", b.integer());
  p.addField(list, "sorted", p.boolType());
  p.addField(list, "weight", p.unsupportedType("double", "floating point"));

  ClassDecl* shape = b.define("draw::Shape");
  ClassDecl* circle = b.define("draw::Circle");
  ClassDecl* square = b.define("draw::Square");
  circle->bases = {shape};
  square->bases = {shape};
  shape->is_abstract = true;
  p.addField(shape, "parent", b.pointer(shape));
  p.addField(circle, "radius", b.integer());
  p.addField(circle, "value", b.pointer(item));  // also a field of Cell, of another type
  ClassDecl* other = b.define("other::Shape");
  p.addField(other, "sides", b.integer());

  ClassDecl* ring = b.define("Ring<int>");
  p.addField(ring, "sentinel", p.classType(cell));
  p.addField(ring, "slots", p.arrayOf(b.pointer(cell), 4));
  p.addField(ring, "counts", p.arrayOf(b.integer(), 4));

  ClassDecl* tag = b.define("tag");
  p.addField(tag, "tag", b.pointer(tag));
  p.addField(tag, "outer", b.pointer(tag));

  p.addField(p.globals(), "count", b.integer());
  p.addField(p.globals(), "first", b.pointer(list));
  p.enumerators["Color::Red"] = 0;
  p.enumerators["Color::Green"] = 1;

  program::Procedure* push = b.method(list, "push", "push(int, Item *)", p.boolType());
  p.addParameter(push, "value", b.integer());
  p.addParameter(push, "item", b.pointer(item));
  program::Procedure* find = b.method(list, "find", "find(int) const", b.pointer(cell));
  find->is_const_method = true;
  p.addParameter(find, "key", b.integer());
  program::Procedure* find_item = b.method(list, "find", "find(Item *)", b.pointer(cell));
  p.addParameter(find_item, "key", b.pointer(item));
  b.method(list, "clear", "clear()", p.voidType());
  program::Procedure* make = b.method(list, "List", "List()", p.voidType());
  make->is_constructor = true;
  program::Procedure* end = b.method(list, "~List", "~List()", p.voidType());
  end->is_destructor = true;
  program::Procedure* swap = p.addProcedure("swapInts", "swapInts(int &, int &)");
  swap->result = p.voidType();
  swap->is_external = true;
  p.addParameter(swap, "a", p.pointerTo(b.integer()))->is_reference = true;
  p.addParameter(swap, "b", p.pointerTo(b.integer()))->is_reference = true;
  program::Procedure* fill = p.addProcedure("fill", "fill(int *, int)");
  fill->result = p.voidType();
  fill->is_external = true;
  p.addParameter(fill, "data", p.pointerTo(b.integer()));
  p.addParameter(fill, "n", b.integer());
  return std::move(b.program);
}

Bundle bundleOf(const std::string& text, Diagnostics& diagnostics) {
  Bundle bundle;
  bundle.files.push_back(parseSpec(std::make_shared<SourceText>("test.weir", text), diagnostics));
  return bundle;
}

Lowered::Lowered(Program made, const std::string& text) : program(std::move(made)), vocabulary(program, context) {
  const Bundle bundle = bundleOf(text, diagnostics);
  specification = lower(bundle, vocabulary, diagnostics);
}

std::string Lowered::messages() const {
  std::string all;
  for (const Diagnostic& diagnostic : diagnostics.all())
    all += std::to_string(diagnostic.range.begin.line) + ":" + std::to_string(diagnostic.range.begin.column) + " " +
           diagnostic.message + "\n";
  return all;
}

const MethodSpec& Lowered::method(const std::string& name) const {
  for (const MethodSpec& method : specification.methods)
    if (method.procedure->name == name || method.procedure->signature == name) return method;
  throw std::runtime_error("no method " + name);
}

const Property& Lowered::property(const std::string& name, const std::string& label) const {
  for (const Property& property : method(name).properties)
    if (property.label == label) return property;
  throw std::runtime_error("no property " + label);
}

void HandState::object(const std::string& name, const std::string& class_name, bool before, bool after) {
  const ClassDecl* class_decl = vocabulary_.program().findClass(class_name);
  if (class_decl == nullptr) throw std::runtime_error("no class " + class_name);
  objects_.push_back({name, {class_decl, before, after}});
}

const program::Field* HandState::find(const std::string& owner, const std::string& field) const {
  for (const auto& [name, made] : objects_)
    if (name == owner)
      if (const program::Field* found = made.class_decl->findField(field)) return found;
  throw std::runtime_error("no " + owner + "." + field);
}

void HandState::field(const std::string& owner, const std::string& field, const std::string& value) {
  const program::Field* found = find(owner, field);
  rows_[{vocabulary_.field(found, State::Pre), owner}] = {owner, value};
  rows_[{vocabulary_.field(found, State::Post), owner}] = {owner, value};
}

void HandState::fieldAfter(const std::string& owner, const std::string& field, const std::string& value) {
  rows_[{vocabulary_.field(find(owner, field), State::Post), owner}] = {owner, value};
}

void HandState::parameter(const program::Procedure& procedure, const std::string& name, const std::string& value) {
  for (const program::Local* local : procedure.parameters)
    if (local->name == name) singles_.emplace_back(vocabulary_.parameter(local), value);
}

void HandState::result(const program::Procedure& procedure, const std::string& value) {
  singles_.emplace_back(vocabulary_.result(&procedure), value);
}

void HandState::global(const std::string& name, const std::string& value, const std::string& after) {
  const program::Field* found = vocabulary_.program().globalsClass()->findField(name);
  object("globals", vocabulary_.program().globalsClass()->name);
  singles_.emplace_back(vocabulary_.globalsObject(), "globals");
  rows_[{vocabulary_.field(found, State::Pre), "globals"}] = {"globals", value};
  rows_[{vocabulary_.field(found, State::Post), "globals"}] = {"globals", after};
}

logic::Instance HandState::instance() const {
  universe_ = {};
  std::map<std::string, int> atoms;
  std::map<std::string, Made> made;
  for (const auto& [name, object] : objects_) {
    atoms[name] = universe_.add(name, vocabulary_.sortOf(object.class_decl));
    made[name] = object;
  }
  const auto cell = [&](const std::string& value) {
    const auto atom = atoms.find(value);
    return atom != atoms.end() ? logic::Cell::ofAtom(atom->second) : logic::Cell::ofInteger(std::stoll(value));
  };
  logic::Instance instance(universe_);
  for (const auto& [name, object] : made) {
    if (object.before) instance.add(vocabulary_.live(object.class_decl, State::Pre), {cell(name)});
    if (object.after) instance.add(vocabulary_.live(object.class_decl, State::Post), {cell(name)});
  }
  for (const auto& [key, row] : rows_) {
    const auto* meaning = vocabulary_.meaningOf(key.first);
    const bool is_live = meaning->state == State::Pre ? made[row.first].before : made[row.first].after;
    if (!row.second.empty() && is_live) instance.add(key.first, {cell(row.first), cell(row.second)});
  }
  for (const auto& [relation, value] : singles_)
    if (!value.empty()) instance.add(relation, {cell(value)});
  return instance;
}

}  // namespace weir::specs
