// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/library/library_models.h"

#include "frontend/clang_ast.h"
#include "support/invariant.h"

namespace weir::frontend {

using program::LibraryNote;
using program::LibraryRole;
using program::LibraryShape;

namespace {

constexpr llvm::StringLiteral kStates = "weir states:";
constexpr llvm::StringLiteral kUnsupported = "weir unsupported:";
constexpr llvm::StringLiteral kAny = "weir any:";
constexpr llvm::StringLiteral kSame = "weir any, the same for the same:";
constexpr llvm::StringLiteral kModel = "model";

/// Words on functions that have bodies.
constexpr llvm::StringLiteral kCharacter = "character";
constexpr llvm::StringLiteral kTextOfCharacter = "text of character";
constexpr llvm::StringLiteral kKeepsCharacter = "keeps character";

const std::map<std::string, LibraryRole> kRoles = {
    {"length", LibraryRole::Length},   {"sequence", LibraryRole::Sequence},     {"entries", LibraryRole::Entries},
    {"single", LibraryRole::Single},   {"contents", LibraryRole::Contents},     {"keys", LibraryRole::Keys},
    {"mapping", LibraryRole::Mapping}, {"scattered", LibraryRole::Scattered},   {"target", LibraryRole::Target},
    {"block", LibraryRole::Block},     {"owners", LibraryRole::Owners},         {"watchers", LibraryRole::Watchers},
    {"text", LibraryRole::Text},       {"characters", LibraryRole::Characters}, {"made", LibraryRole::Made}};

const std::map<std::string, bool LibraryShape::*> kTraits = {{"internal", &LibraryShape::is_internal},
                                                             {"watcher", &LibraryShape::is_watcher},
                                                             {"compares by user", &LibraryShape::compares_by_user},
                                                             {"repeats keys", &LibraryShape::repeats_keys}};

const std::map<std::string, LibraryNote::Kind> kNotes = {
    {"unknown order", LibraryNote::Kind::UnknownOrder},
    {"unless moves are unseen", LibraryNote::Kind::UnlessMovesAreUnseen},
    {"unless elements are plain", LibraryNote::Kind::UnlessElementsArePlain}};

/// What is stated of the declaration.
std::vector<std::string> statementsOn(const clang::Decl& decl) {
  std::vector<std::string> statements;
  for (const auto* attribute : decl.specific_attrs<clang::AnnotateAttr>()) {
    llvm::StringRef text = attribute->getAnnotation();
    if (text.consume_front(kStates)) statements.push_back(text.str());
  }
  return statements;
}

bool states(const clang::Decl& decl, llvm::StringRef what) {
  const std::vector<std::string> statements = statementsOn(decl);
  return std::find(statements.begin(), statements.end(), what) != statements.end();
}

const clang::CXXMethodDecl* methodThatStates(const clang::CXXRecordDecl& record, llvm::StringRef what) {
  for (const clang::CXXMethodDecl* method : record.methods())
    if (states(*method, what)) return method;
  UNREACHABLE("a class that leads to characters should have the methods for it");
}

template <typename Meaning>
Meaning meaningOf(const std::map<std::string, Meaning>& words, const std::string& word) {
  const auto found = words.find(word);
  INVARIANT(found != words.end(), "a model should state what weir knows of");
  return found->second;
}

}  // namespace

bool isModel(const clang::RecordDecl& definition) { return states(definition, kModel); }

LibraryShape statedShape(const clang::RecordDecl& definition) {
  LibraryShape shape;
  for (const std::string& word : statementsOn(definition))
    if (word != kModel) shape.*meaningOf(kTraits, word) = true;
  return shape;
}

std::optional<LibraryRole> statedRole(const clang::FieldDecl& member) {
  const std::vector<std::string> statements = statementsOn(member);
  if (statements.empty()) return std::nullopt;
  return meaningOf(kRoles, statements.front());
}

std::optional<LibraryNote> statedNote(const clang::FunctionDecl& function) {
  for (const std::string& word : statementsOn(function))
    if (word != kCharacter && word != kTextOfCharacter && word != kKeepsCharacter)
      return LibraryNote{meaningOf(kNotes, word), ""};
  for (const auto* attribute : function.specific_attrs<clang::AnnotateAttr>()) {
    llvm::StringRef text = attribute->getAnnotation();
    if (text.consume_front(kUnsupported)) return LibraryNote{LibraryNote::Kind::Unsupported, text.str()};
  }
  return std::nullopt;
}

std::optional<program::Construct> statedConstruct(const clang::FunctionDecl& function) {
  for (const auto* attribute : function.specific_attrs<clang::AnnotateAttr>()) {
    llvm::StringRef text = attribute->getAnnotation();
    if (text.consume_front(kAny)) return program::Construct{.what = text.str()};
    if (text.consume_front(kSame))
      return program::Construct{.what = text.str(), .result = program::Construct::Result::Function};
  }
  return std::nullopt;
}

bool leadsToCharacter(const clang::FunctionDecl& function) { return states(function, kCharacter); }

const clang::CXXMethodDecl* textOfCharacter(const clang::CXXRecordDecl& leading) {
  return methodThatStates(leading, kTextOfCharacter);
}

const clang::CXXMethodDecl* keepsCharacter(const clang::CXXRecordDecl& text) {
  return methodThatStates(text, kKeepsCharacter);
}

}  // namespace weir::frontend
