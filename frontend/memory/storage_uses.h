// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays of bytes that are storage for objects of one type, as the text of the source shows.
//
//   alignas(T) unsigned char room[n * sizeof(T)];     new (room) T(…);  reinterpret_cast<T*>(room)[i]
//
// Where each mention of one is a placement new into it or a cast of its address to T*, it is an array of T whose
// elements nobody builds or destroys: nothing can see that it has bytes.
#pragma once

#include <clang/AST/ASTContext.h>

#include <map>
#include <optional>

namespace weir::frontend {

/// What a pointer into storage is made of: `room`, `&room`, `&rooms[i]`, through casts.
struct StorageMention {
  const clang::Expr* whole = nullptr;  // names the variable or member
  const clang::ValueDecl* decl = nullptr;
  const clang::Expr* index = nullptr;  // null: the first
};

std::optional<StorageMention> storageMention(const clang::Expr* expr, const clang::ASTContext& context);

class StorageUses {
 public:
  explicit StorageUses(clang::ASTContext& context);

  /// The array that it is; null where it is what it is declared as.
  clang::QualType typeOf(const clang::ValueDecl* decl) const;
  bool isStorage(const clang::ValueDecl* decl) const { return !typeOf(decl).isNull(); }

 private:
  std::map<const clang::Decl*, clang::QualType> types_;
};

}  // namespace weir::frontend
