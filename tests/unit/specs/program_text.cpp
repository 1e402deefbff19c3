// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program_text.h"

#include <map>
#include <stdexcept>
#include <vector>

#include "specs/lang/lexer.h"
#include "specs/lang/token_cursor.h"

namespace weir::specs {
namespace {

using program::ClassDecl;
using program::Program;
using program::TypeRef;

class Reader {
 public:
  explicit Reader(const std::string& text)
      : source_("program", text), tokens_(lex(source_, diagnostics_)), cursor_(source_, tokens_.tokens, diagnostics_) {}

  Program run() {
    try {
      while (!cursor_.atEnd()) {
        if (cursor_.accept("#")) {  // #pragma once
          cursor_.take();
          cursor_.take();
          continue;
        }
        if (cursor_.accept("class") || cursor_.accept("struct"))
          readClass();
        else
          readProcedure();
      }
    } catch (const Unparsable&) {
      throw std::runtime_error("bad program text: " + diagnostics_.all().back().message);
    }
    return std::move(program_);
  }

 private:
  ClassDecl* classOf(const std::string& name) {
    ClassDecl*& made = classes_[name];
    if (made == nullptr) made = program_.addClass(name);
    return made;
  }

  // A type and, where it is a reference, a pointer to it.
  TypeRef readType(bool& is_reference) {
    const std::string name(cursor_.expectName("a type").text);
    TypeRef type = nullptr;
    if (name == "int")
      type = program_.intType(32, true, "int");
    else if (name == "char")
      type = program_.intType(8, true, "char");
    else if (name == "bool")
      type = program_.boolType();
    else if (name == "void")
      type = program_.voidType();
    else
      type = program_.classType(classOf(name));
    while (cursor_.accept("*")) type = program_.pointerTo(type);
    is_reference = cursor_.accept("&");
    return is_reference ? program_.pointerTo(type) : type;
  }

  void readClass() {
    ClassDecl* made = classOf(std::string(cursor_.expectName("a class").text));
    if (cursor_.accept(":")) made->bases = {classOf(std::string(cursor_.expectName("a base").text))};
    if (cursor_.accept(";")) return;
    cursor_.expect("{");
    while (!cursor_.accept("}")) {
      bool is_reference = false;
      TypeRef type = readType(is_reference);
      const std::string name(cursor_.expectName("a field").text);
      if (cursor_.at("(")) {
        readParameters(made->name + "::" + name, made, type);
        continue;
      }
      if (cursor_.accept("[")) {
        type = program_.arrayOf(type, static_cast<long>(cursor_.take().value));
        cursor_.expect("]");
      }
      program_.addField(made, name, type);
      cursor_.expect(";");
    }
    cursor_.expect(";");
  }

  void readProcedure() {
    bool is_reference = false;
    const TypeRef result = readType(is_reference);
    std::string name(cursor_.expectName("a function").text);
    const ClassDecl* owner = nullptr;
    if (cursor_.accept("::")) {
      owner = classOf(name);
      name += "::" + std::string(cursor_.take().text);
    }
    readParameters(name, owner, result);
  }

  void readParameters(const std::string& name, const ClassDecl* owner, TypeRef result) {
    program::Procedure* made = program_.addProcedure(name, name + "#" + std::to_string(program_.procedures().size()));
    made->result = result;
    made->method_of = owner;
    made->is_external = true;
    if (owner != nullptr) program_.addParameter(made, "this", program_.pointerTo(program_.classType(owner)));
    std::string signature = name + "(";
    cursor_.expect("(");
    while (!cursor_.accept(")")) {
      bool is_reference = false;
      const TypeRef type = readType(is_reference);
      program_.addParameter(made, std::string(cursor_.expectName("a parameter").text), type)->is_reference =
          is_reference;
      signature += (signature.back() == '(' ? "" : ", ") + program::toString(type);
      cursor_.accept(",");
    }
    made->signature = signature + ")";
    cursor_.expect(";");
  }

  Diagnostics diagnostics_;
  SourceText source_;
  Tokens tokens_;
  TokenCursor cursor_;
  Program program_;
  std::map<std::string, ClassDecl*> classes_;
};

}  // namespace

Program programOf(const std::string& text) { return Reader(text).run(); }

}  // namespace weir::specs
