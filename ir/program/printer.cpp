// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One statement a line; the source line, where it changed, in a comment at the end.
#include "ir/program/program.h"

namespace weir::program {
namespace {

std::string nameOf(const Local* local) { return local ? local->name : "?"; }

std::string access(ExprRef object, const Field* field, ExprRef index) {
  return toString(object) + "." + (field ? field->name : "?") + (index ? "[" + toString(index) + "]" : "");
}

std::string callText(const CallStmt& call) {
  std::string text = call.target ? call.target->name + " = " : "";
  text += call.dispatch ? "virtual call " : "call ";
  text += call.callee ? call.callee->name : "*" + toString(call.function);
  text += "(";
  for (std::size_t i = 0; i < call.arguments.size(); ++i) text += (i == 0 ? "" : ", ") + toString(call.arguments[i]);
  return text + ")";
}

std::string allocateText(const AllocateStmt& allocate) {
  std::string text = nameOf(allocate.target) + " = ";
  text += allocate.storage == Storage::Heap ? "new " : "automatic ";
  text += allocate.class_decl ? allocate.class_decl->name : "?";
  if (allocate.extent != nullptr) text += " extent " + toString(allocate.extent);
  if (allocate.zeroed) text += " zeroed";
  if (allocate.may_fail) text += " or null";
  return text;
}

std::string freeText(const FreeStmt& statement) {
  const std::string pointer = toString(statement.pointer);
  switch (statement.how) {
    case FreeKind::Delete: return "delete " + pointer;
    case FreeKind::DeleteArray: return "delete[] " + pointer;
    case FreeKind::Free: return "free " + pointer;
    case FreeKind::ScopeEnd: return "end " + pointer;
  }
  return "?";
}

std::string assertText(const AssertStmt& statement) {
  switch (statement.what) {
    case AssertKind::Condition: return statement.word + " " + toString(statement.condition);
    case AssertKind::Abort: return "abort";
    case AssertKind::Exit: return "exit";
  }
  return "?";
}

std::string handlerText(const Handler& handler) {
  std::string text = "catch " + (handler.caught ? toString(handler.caught) : std::string("..."));
  return handler.variable ? text + " " + handler.variable->name : text;
}

class Printer {
 public:
  void body(const Body& body, int depth) {
    for (const auto& stmt : body) statement(*stmt, depth);
  }

  void line(int depth, const std::string& text) { out_ += std::string(2 * depth, ' ') + text + "\n"; }

  std::string take() { return std::move(out_); }

 private:
  void statement(const Stmt& stmt, int depth) {
    const std::string place = placeOf(stmt);
    switch (stmt.kind) {
      case StmtKind::If: {
        const auto& branch = as<IfStmt>(stmt);
        line(depth, toString(stmt) + " {" + place);
        body(branch.then_body, depth + 1);
        if (!branch.else_body.empty()) {
          line(depth, "} else {");
          body(branch.else_body, depth + 1);
        }
        line(depth, "}");
        return;
      }
      case StmtKind::Loop: {
        const auto& loop = as<LoopStmt>(stmt);
        line(depth, (loop.test_last ? "do loop " : "loop ") + loop.label + " {" + place);
        section("header", loop.header, depth + 1);
        line(depth + 1, "while " + toString(loop.condition));
        section("body", loop.body, depth + 1);
        section("step", loop.step, depth + 1);
        line(depth, "}");
        return;
      }
      case StmtKind::Block:
        line(depth, toString(stmt) + " {" + place);
        body(as<BlockStmt>(stmt).body, depth + 1);
        line(depth, "}");
        return;
      case StmtKind::Try:
        line(depth, "try {" + place);
        body(as<TryStmt>(stmt).body, depth + 1);
        for (const Handler& handler : as<TryStmt>(stmt).handlers) {
          line(depth, "} " + handlerText(handler) + " {");
          body(handler.body, depth + 1);
        }
        line(depth, "}");
        return;
      default: line(depth, toString(stmt) + place); return;
    }
  }

  void section(const char* name, const Body& content, int depth) {
    if (content.empty()) return;
    line(depth, std::string(name) + " {");
    body(content, depth + 1);
    line(depth, "}");
  }

  std::string placeOf(const Stmt& stmt) {
    if (!stmt.range.isKnown() || (stmt.range.begin.line == last_line_ && stmt.range.file == last_file_)) return "";
    last_line_ = stmt.range.begin.line;
    last_file_ = stmt.range.file;
    return "  // line " + std::to_string(last_line_);
  }

  std::string out_;
  std::string last_file_;
  int last_line_ = 0;
};

std::string classText(const ClassDecl& class_decl) {
  std::string text = std::string(class_decl.is_union ? "union " : "class ") + class_decl.name;
  for (std::size_t i = 0; i < class_decl.bases.size(); ++i) text += (i == 0 ? " : " : ", ") + class_decl.bases[i]->name;
  if (class_decl.is_abstract) text += " abstract";
  if (class_decl.is_implemented_elsewhere) text += " abstract, implemented elsewhere";
  if (class_decl.is_incomplete) return text + " incomplete\n";
  text += " {\n";
  for (const Field* field : class_decl.fields) {
    text += "  " + field->name + ": " + toString(field->type);
    if (field->is_reference) text += " reference";
    if (field->is_read_only) text += field->is_constant ? " constant" : " read-only";
    text += "\n";
  }
  return text + "}\n";
}

std::string headText(const Procedure& procedure) {
  std::string text = "procedure " + procedure.signature + "\n";
  for (const Local* local : procedure.locals) {
    text += local->is_parameter ? "  parameter " : "  local ";
    text += local->name + ": " + toString(local->type) + (local->is_reference ? " reference" : "") + "\n";
  }
  if (procedure.result->kind != TypeKind::Void)
    text += "  result " + toString(procedure.result) + (procedure.result_is_reference ? " reference" : "") + "\n";
  std::string traits;
  const auto trait = [&](bool is_set, const char* name) {
    if (is_set) traits += std::string(traits.empty() ? "" : ", ") + name;
  };
  trait(procedure.is_constructor, "constructor");
  trait(procedure.is_destructor, "destructor");
  trait(procedure.is_virtual, "virtual");
  trait(procedure.is_implicit, "implicit");
  trait(procedure.is_external, "external");
  trait(procedure.never_returns, "noreturn");
  if (!traits.empty()) text += "  " + traits + "\n";
  for (const Procedure* overridden : procedure.overrides) text += "  overrides " + overridden->signature + "\n";
  return text;
}

}  // namespace

std::string toString(const Stmt& stmt) {
  switch (stmt.kind) {
    case StmtKind::Assign: return nameOf(as<AssignStmt>(stmt).target) + " = " + toString(as<AssignStmt>(stmt).value);
    case StmtKind::Load: {
      const auto& load = as<LoadStmt>(stmt);
      return nameOf(load.target) + " = load " + access(load.object, load.field, load.index);
    }
    case StmtKind::Store: {
      const auto& store = as<StoreStmt>(stmt);
      return "store " + access(store.object, store.field, store.index) + " = " + toString(store.value);
    }
    case StmtKind::LoadSlot:
      return nameOf(as<LoadSlotStmt>(stmt).target) + " = load *" + toString(as<LoadSlotStmt>(stmt).pointer);
    case StmtKind::StoreSlot:
      return "store *" + toString(as<StoreSlotStmt>(stmt).pointer) + " = " + toString(as<StoreSlotStmt>(stmt).value);
    case StmtKind::Allocate: return allocateText(as<AllocateStmt>(stmt));
    case StmtKind::Free: return freeText(as<FreeStmt>(stmt));
    case StmtKind::Call: return callText(as<CallStmt>(stmt));
    case StmtKind::If: return "if " + toString(as<IfStmt>(stmt).condition);
    case StmtKind::Loop: return "loop " + as<LoopStmt>(stmt).label + " while " + toString(as<LoopStmt>(stmt).condition);
    case StmtKind::Block: return "block " + as<BlockStmt>(stmt).label;
    case StmtKind::Break: return "break " + as<BreakStmt>(stmt).label;
    case StmtKind::Continue: return "continue " + as<ContinueStmt>(stmt).label;
    case StmtKind::Return: {
      const auto& statement = as<ReturnStmt>(stmt);
      return statement.value ? "return " + toString(statement.value) : "return";
    }
    case StmtKind::Throw: {
      const auto& statement = as<ThrowStmt>(stmt);
      return statement.thrown ? "throw " + toString(statement.thrown) + " " + toString(statement.value) : "rethrow";
    }
    case StmtKind::Try: return "try";
    case StmtKind::Assume: return "assume " + toString(as<AssumeStmt>(stmt).condition);
    case StmtKind::Assert: return assertText(as<AssertStmt>(stmt));
    case StmtKind::Unsupported: return "unsupported \"" + as<UnsupportedStmt>(stmt).reason + "\"";
  }
  return "?";
}

std::string toString(const Procedure& procedure) {
  std::string text = headText(procedure);
  if (procedure.is_external) return text;
  Printer printer;
  printer.line(0, "{");
  printer.body(procedure.body, 1);
  printer.line(0, "}");
  return text + printer.take();
}

std::string toString(const Program& program) {
  std::string text;
  // What other sources have is no part of what this one says.
  for (const ClassDecl* class_decl : program.classes())
    if (class_decl != program.findUnknownObjectClass()) text += classText(*class_decl) + "\n";
  for (const Procedure* procedure : program.procedures())
    if (!procedure->is_unknown) text += toString(*procedure) + "\n";
  if (!text.empty()) text.pop_back();
  return text;
}

}  // namespace weir::program
