// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/replay/program_writer.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>

#include "ir/program/model_class.h"
#include "ir/program/walk.h"
#include "tools/replay/case_writer.h"
#include "tools/replay/spelling.h"

namespace weir::replay {

using program::ClassDecl;
using program::Field;
using program::Object;
using program::ObjectId;

namespace {

void addWithBases(const ClassDecl* class_decl, std::vector<const ClassDecl*>& classes) {
  if (std::find(classes.begin(), classes.end(), class_decl) != classes.end()) return;
  // What a model is made of is not there natively.
  if (!program::isModelClass(*class_decl))
    for (const ClassDecl* base : class_decl->bases)
      if (!base->is_incomplete) addWithBases(base, classes);  // else a handle of it
  classes.push_back(class_decl);
}

void allBases(const ClassDecl* class_decl, std::vector<const ClassDecl*>& bases) {
  for (const ClassDecl* base : class_decl->bases) {
    if (base->is_incomplete) continue;
    if (std::find(bases.begin(), bases.end(), base) == bases.end()) bases.push_back(base);
    allBases(base, bases);
  }
}

void writeLayout(const program::Program& program, const ClassDecl* class_decl, std::ostream& out) {
  const std::string type = spellClass(program, class_decl);
  out << "  weir_class(\"" << class_decl->name << "\", sizeof(" << type << "));\n";
  if (program::isModelClass(*class_decl)) return;  // the real one has other fields
  for (const Field* field : class_decl->fields) {
    if (field->name.empty() || field->name.find_first_of(" .%(") != std::string::npos) continue;
    if (field->is_bit_field)
      out << "  {\n    typedef " << type << " probed;\n    WEIR_BIT_FIELD(probed, \"" << class_decl->name << "\", "
          << field->name << ");\n  }\n";
    else
      out << "  weir_field(\"" << class_decl->name << "\", \"" << field->name << "\", __builtin_offsetof(" << type
          << ", " << field->name << "));\n";
  }
  std::vector<const ClassDecl*> bases;
  if (!program.is_c) allBases(class_decl, bases);
  for (const ClassDecl* base : bases)
    out << "  weir_base_of<" << type << ", " << spellClass(program, base) << ">(\"" << class_decl->name << "\", \""
        << base->name << "\", 0);\n";
}

/// How much room the enums of C++ take.
void writeEnums(const program::Program& program, std::ostream& out) {
  std::set<std::string> names;
  const auto isInFunction = [&](const std::string& name) {
    const auto scope = name.rfind("::");
    return scope != std::string::npos && !program.findProcedures(name.substr(0, scope)).empty();
  };
  for (const ClassDecl* class_decl : program.classes())
    for (const Field* field : class_decl->fields) {
      const program::TypeRef type = field->elementType();
      if (!isEnumOfCxx(program, type) || type->name.find('(') != std::string::npos || isInFunction(type->name))
        continue;
      if (names.insert(type->name).second)
        out << "  weir_class(\"" << type->name << "\", sizeof(" << spellName(type->name) << "));\n";
    }
}

/// A static local has no name out here, but a symbol. The compiler gives it that symbol when it comes to the function,
/// which must be before it comes to a case that uses it: the table makes it come there.
void writeStaticLocals(const program::Program& program, std::ostream& out) {
  if (program.globalsClass() == nullptr) return;
  std::string functions;
  for (const Field* field : program.globalsClass()->fields) {
    if (field->is_reference && field->elsewhere) out << declareElsewhere(*field) << "\n";
    if (!isReachedBySymbol(program, field)) continue;
    out << declareSymbol(program, field) << "\n";
    functions +=
        (functions.empty() ? "" : ", ") + ("(const void*)&" + field->symbol.substr(0, field->symbol.find('.')));
  }
  if (!functions.empty()) out << "const void* const weir_functions_first[] = {" << functions << "};\n\n";
}

/// Functions of other sources that the source has pointers to: they do what the case plans.
void writeUnknownFunctions(const program::Program& program, const std::vector<const Case*>& cases, std::ostream& out) {
  std::set<std::string> written;
  const auto write = [&](const program::Procedure& procedure) {
    const std::string name = spellUnknown(program, procedure);
    if (!procedure.is_unknown || !written.insert(name).second) return;
    out << "/* " << procedure.signature << " */\n";
    if (procedure.has_result_parameter) {
      const std::string type = spellClass(program, procedure.parameters.back()->type->pointee->class_decl);
      out << "WEIR_CASE static " << type << " " << name << "(WEIR_PASSED) {\n"
          << "  " << type << " result;\n"
          << "  const unsigned long long passed[] = {WEIR_PASSED_ON, (unsigned long long)&result};\n"
          << "  weir_planned(\"" << procedure.name << "\", passed);\n  return result;\n}\n\n";
      return;
    }
    out << "WEIR_CASE static unsigned long long " << name << "(WEIR_PASSED) {\n"
        << "  const unsigned long long passed[] = {WEIR_PASSED_ON};\n"
        << "  return weir_planned(\"" << procedure.name << "\", passed);\n}\n\n";
  };
  for (const Case* replayed : cases)
    for (const program::Procedure* procedure : functionsIn(*replayed)) write(*procedure);
}

/// Classes of other sources, that implement those of this one: their functions do what the case plans.
void writeImplementations(const program::Program& program, const std::vector<const Case*>& cases, std::ostream& out) {
  std::set<const ClassDecl*> written;
  const auto write = [&](const ClassDecl& class_decl) {
    if (!class_decl.is_implemented_elsewhere || !written.insert(&class_decl).second) return;
    out << "struct " << spellImplementation(program, class_decl) << " : " << spellClass(program, &class_decl) << " {\n";
    for (const program::PureFunction& pure : class_decl.pure_functions) {
      out << "  WEIR_CASE " << pure.declaration << " {\n"
          << "    unsigned long long passed[WEIR_ARGUMENTS + 1] = {weir_word(this)";
      constexpr std::size_t kInRegisters = 6;  // WEIR_ARGUMENTS
      for (std::size_t i = 0; i + 1 < kInRegisters && i < pure.passed.size(); ++i)
        out << ", weir_word(" << pure.passed[i] << ")";
      out << "};\n    return weir_answer<" << pure.result << ">::of(\"" << pure.name << "\", passed);\n  }\n";
    }
    out << "};\n\n";
  };
  for (const Case* replayed : cases)
    for (ObjectId id = 0; id < replayed->before.size(); ++id) write(*replayed->before.at(id).class_decl);
}

}  // namespace

std::vector<const ClassDecl*> classesIn(const std::vector<const Case*>& cases) {
  std::vector<const ClassDecl*> classes;
  for (const Case* replayed : cases)
    for (const program::Heap* heap : {&replayed->before, &replayed->after})
      for (ObjectId id = 0; id < heap->size(); ++id) {
        const Object& object = heap->at(id);
        const ClassDecl* class_decl = object.class_decl;
        // Dead objects are compared by address alone; a local class cannot be named and dies with its function.
        if (!object.live || class_decl->is_array || class_decl->is_box || class_decl->is_globals) continue;
        if (class_decl->is_incomplete || program::isOwnersBlock(*class_decl)) continue;
        // An exception or a local of the call that an exception left behind has no native counterpart to look at.
        if (object.storage == program::Storage::Automatic && id >= replayed->before.size()) continue;
        addWithBases(class_decl, classes);
      }
  return classes;
}

bool onlyDeletes(const program::Program& program) {
  bool frees = false;
  for (const program::Procedure* procedure : program.procedures())
    program::forEachStmt(procedure->body, [&](const program::Stmt& stmt) {
      if (stmt.kind == program::StmtKind::Free && program::as<program::FreeStmt>(stmt).how == program::FreeKind::Free)
        frees = true;
    });
  return !program.is_c && !frees;
}

std::string writeProgram(const program::Program& program, const std::vector<const Case*>& cases,
                         const ProgramText& text) {
  std::ostringstream out;
  // Comments that the oldest C has, too.
  out << "/* Written by weir: builds a heap, calls a function of the source below on it and shows the heap after.\n "
         "*\n";
  std::istringstream commands(text.build_command);
  for (std::string command; std::getline(commands, command);) out << " *   " << command << "\n";
  out << " */\n"
      << "#define main weir_users_main\n"
      << "#include \"" << std::filesystem::absolute(program.main_file).lexically_normal().string() << "\"\n"
      << "#undef main\n"
      << (onlyDeletes(program) ? "#define WEIR_USE_NEW\n" : "") << "#include \"weir_replay.h\"\n";
  const std::vector<const ClassDecl*> classes = classesIn(cases);
  if (std::any_of(classes.begin(), classes.end(), [](const ClassDecl* c) { return program::isModelClass(*c); }))
    out << "#include \"weir_containers.h\"\n";
  out << "\n";
  out << "static void layouts(void) {\n";
  for (const ClassDecl* class_decl : classes) writeLayout(program, class_decl, out);
  writeEnums(program, out);
  out << "}\n\n";
  writeStaticLocals(program, out);
  writeUnknownFunctions(program, cases, out);
  writeImplementations(program, cases, out);
  std::string names;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const std::string name = "case" + std::to_string(i);
    out << "/* " << cases[i]->procedure->signature << " */\n";
    CaseWriter(program, *cases[i], out).write(name);
    names += (i == 0 ? "" : ", ") + name;
  }
  out << "int main(int argc, char** argv) {\n"
      << "  static const weir_case cases[] = {" << names << "};\n"
      << "  return weir_run(argc, argv, &layouts, cases, " << cases.size() << ", " << text.seconds << ");\n"
      << "}\n";
  return out.str();
}

}  // namespace weir::replay
