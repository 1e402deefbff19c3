// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The unions of a source of which several members are in use, and what of them is read or written.
//
//   struct Value { int tag; union { int number; char* text; struct { int* items; int count; } list; } as; };
//
// Every scalar that the source names in such a union, `as.number`, `as.text`, `as.list.items`, is a *leaf* with a place
// of its own; leaves that share bytes know of each other (unions.cpp). That is exact as long as all accesses are seen:
// so these are only the unions whose members nobody points to. A union is not among them where the address of something
// in it is taken, where an array or a struct in it is used as a whole, or where the source has pointers to a type that
// lies in it. In C++ they have no functions of their own, and are in no template.
#pragma once

#include <map>
#include <set>
#include <vector>

namespace clang {
class ASTContext;
class FieldDecl;
class RecordDecl;
}  // namespace clang

namespace weir::frontend {

struct UnionLeaf {
  std::vector<const clang::FieldDecl*> path;  // from the union down to the scalar
  long begin = 0;                             // its bits in the union: from here
  long end = 0;                               // up to here
  bool has_twins = false;                     // a few of its type at its place (isTwinOf)

  bool overlaps(const UnionLeaf& other) const { return begin < other.end && other.begin < end; }
  /// Is it another name of the same bytes, with the same type? All are written where one is: where there are many, they
  /// are taken for different members.
  bool isTwinOf(const UnionLeaf& other) const;
};

class UnionUses {
 public:
  explicit UnionUses(clang::ASTContext& context);

  /// In the order of declaration; null for unions that are not of this kind.
  const std::vector<UnionLeaf>* leavesOf(const clang::RecordDecl* record) const;
  /// Is it the scalar of some leaf?
  bool isLeaf(const clang::FieldDecl* field) const { return scalars_.contains(field); }
  /// Does it lie in such a union, and nobody names it?
  bool isUnnamed(const clang::FieldDecl* field) const { return inside_.contains(field) && !isLeaf(field); }

 private:
  void addInside(const clang::RecordDecl* record);

  std::map<const clang::RecordDecl*, std::vector<UnionLeaf>> leaves_;
  std::set<const clang::FieldDecl*> scalars_;
  std::set<const clang::FieldDecl*> inside_;  // without those that are records
};

}  // namespace weir::frontend
