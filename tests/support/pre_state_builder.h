// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds one state, asking a Chooser wherever there is more than one way. A random Chooser draws; an exhaustive one
// counts through all sequences of answers.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "tests/support/pre_state.h"

namespace weir::program {

class Chooser {
 public:
  virtual ~Chooser() = default;
  virtual int choose(int count) = 0;  // in [0, count)
  virtual Integer chooseInteger(const std::vector<Integer>& domain, TypeRef type) = 0;
  /// Which kind of target a pointer gets; at least one is possible.
  enum class Target { Null, Existing, Fresh };
  virtual Target chooseTarget(bool null, int existing, int fresh) = 0;
  virtual int chooseLimit(int greatest) = 0;  // how many objects of a class this state may have
};

class PreStateBuilder {
 public:
  PreStateBuilder(const Program& program, const Procedure& procedure, const std::vector<const ClassDecl*>& relevant,
                  const PreStateOptions& options, Chooser& chooser);
  std::optional<PreState> build();

 private:
  /// Something a pointer can be made to point to by allocating: an object of the class, then a step into it.
  struct Fresh {
    const ClassDecl* class_decl = nullptr;
    const Field* field = nullptr;  // of the part or slot pointed to; null: the object itself
  };

  void globals();
  bool arguments();
  bool byValue(const Local& parameter, Value& argument);
  Value raw(const ClassDecl* class_decl);
  bool fill();
  bool fillObject(ObjectId id);
  std::optional<Value> valueOf(TypeRef type, bool nullable);
  std::optional<Value> pointerOf(TypeRef type, bool nullable);
  Integer integerOf(TypeRef type);
  std::vector<Value> existing(TypeRef type) const;
  std::vector<Fresh> fresh(TypeRef type) const;
  bool hasRoom(const ClassDecl* class_decl) const;
  Value make(const Fresh& what);
  void unreachable();

  const Program& program_;
  const Procedure& procedure_;
  const std::vector<const ClassDecl*>& relevant_;
  const PreStateOptions& options_;
  Chooser& chooser_;
  Heap heap_;
  std::vector<Value> arguments_;
  std::map<const ClassDecl*, int> limits_;
  std::map<const ClassDecl*, int> counts_;
  std::set<ObjectId> hidden_;   // raw memory and its parts: nothing points there
  std::vector<ObjectId> open_;  // objects whose fields have no values yet, in order
  std::size_t next_open_ = 0;
};

}  // namespace weir::program
