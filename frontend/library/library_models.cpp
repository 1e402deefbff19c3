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
constexpr llvm::StringLiteral kModel = "model";
constexpr llvm::StringLiteral kCharacter = "character";

const std::map<std::string, LibraryRole> kRoles = {
    {"length", LibraryRole::Length},   {"sequence", LibraryRole::Sequence},    {"entries", LibraryRole::Entries},
    {"single", LibraryRole::Single},   {"contents", LibraryRole::Contents},    {"keys", LibraryRole::Keys},
    {"mapping", LibraryRole::Mapping}, {"scattered", LibraryRole::Scattered},  {"target", LibraryRole::Target},
    {"block", LibraryRole::Block},     {"owners", LibraryRole::Owners},        {"watchers", LibraryRole::Watchers},
    {"text", LibraryRole::Text},       {"characters", LibraryRole::Characters}};

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

template <typename Meaning>
Meaning meaningOf(const std::map<std::string, Meaning>& words, const std::string& word) {
  const auto found = words.find(word);
  INVARIANT(found != words.end(), "a model should state what weir knows of");
  return found->second;
}

}  // namespace

bool isModel(const clang::RecordDecl& definition) {
  const std::vector<std::string> statements = statementsOn(definition);
  return std::find(statements.begin(), statements.end(), kModel) != statements.end();
}

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
    if (word != kCharacter) return LibraryNote{meaningOf(kNotes, word), ""};
  for (const auto* attribute : function.specific_attrs<clang::AnnotateAttr>()) {
    llvm::StringRef text = attribute->getAnnotation();
    if (text.consume_front(kUnsupported)) return LibraryNote{LibraryNote::Kind::Unsupported, text.str()};
  }
  return std::nullopt;
}

bool leadsToCharacter(const clang::FunctionDecl& function) {
  const std::vector<std::string> statements = statementsOn(function);
  return std::find(statements.begin(), statements.end(), kCharacter) != statements.end();
}

}  // namespace weir::frontend
