// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads and writes of the unions of which several members are in use (union_uses.h). Each leaf has a place of its own
// and a state (program::UnionState) that says whether its bytes are still its own:
//
//   v->as.number = 7;        state of number: Own; text and list.items, which share its bytes: Overwritten, and null
//   use(v->as.text);         unsupported, where text is Overwritten
//
// Before a call nobody knows which leaf is there, so that each has any value. The first that is read is the one: what
// shares its bytes cannot be read as well, and where that is a pointer there was none.
#include <algorithm>

#include "frontend/body_lowering.h"
#include "support/invariant.h"

namespace weir::frontend {

using program::UnionState;

namespace {

const UnionLeaf* leafAt(const std::vector<UnionLeaf>& leaves, const std::vector<const clang::FieldDecl*>& path) {
  const auto found = std::ranges::find_if(leaves, [&](const UnionLeaf& leaf) { return leaf.path == path; });
  return found == leaves.end() ? nullptr : &*found;
}

}  // namespace

Place BodyLowering::leafPlace(const UnionAccess& access, const UnionLeaf& leaf, bool is_state) {
  ExprRef object = access.object;
  for (std::size_t i = 0; i + 1 < leaf.path.size(); ++i) {
    if (leaf.path[i]->isAnonymousStructOrUnion()) continue;
    const Field* part = unit_.fieldOf(leaf.path[i]);
    object = partAddress(convert(object, program_.pointerTo(program_.classType(part->owner))), part);
  }
  const Field* field = unit_.fieldOf(leaf.path.back());
  if (is_state) field = field->union_state;
  return {.kind = Place::Kind::Field,
          .type = field->type,
          .pointer = convert(object, program_.pointerTo(program_.classType(field->owner))),
          .field = field};
}

void BodyLowering::setState(const UnionAccess& access, const UnionLeaf& leaf, UnionState state) {
  const Place place = leafPlace(access, leaf, true);
  store(place, constant(place.type, static_cast<long>(state)));
}

ExprRef BodyLowering::isInState(ExprRef value, UnionState state) {
  return binary(Op::Equal, program_.boolType(), value, constant(value->type, static_cast<long>(state)));
}

void BodyLowering::readLeaf(const UnionAccess& access) {
  const auto& leaves = *unit_.unionUses().leavesOf(access.record);
  const UnionLeaf* leaf = leafAt(leaves, access.path);
  const std::string refused = "a second member of union '" + access.record->getNameAsString() + "'";
  if (leaf == nullptr) return unsupported(refused);
  // The bytes of something else, read as a number, are any number. A pointer made of them could lead anywhere.
  const Place own = leafPlace(access, *leaf, false);
  const auto readOthers = [&] {
    if (own.type->isPointer()) return unsupported(refused);
    store(own, anyValue(own.type, "the bytes of another member of a union"));
  };
  const ExprRef state = saved(load(leafPlace(access, *leaf, true)));
  auto& is_own = emit<program::IfStmt>();
  is_own.condition = isInState(state, UnionState::Own);
  inside(is_own.else_body, [&] {
    auto& is_lost = emit<program::IfStmt>();
    is_lost.condition = isInState(state, UnionState::Overwritten);
    inside(is_lost.then_body, readOthers);
    auto& is_first = emit<program::IfStmt>();
    is_first.condition = isInState(state, UnionState::AtEntry);
    inside(is_first.then_body, [&] {
      setState(access, *leaf, UnionState::Read);
      const Local* is_others = temporary(program_.boolType());
      assign(is_others, boolean(false));
      for (const UnionLeaf& other : leaves) {
        if (&other == leaf || !other.overlaps(*leaf) || other.isTwinOf(*leaf)) continue;
        const ExprRef state_of_other = load(leafPlace(access, other, true));
        auto& is_other = emit<program::IfStmt>();
        is_other.condition = isInState(state_of_other, UnionState::Read);
        inside(is_other.then_body, [&] {
          readOthers();
          setState(access, *leaf, UnionState::Own);  // of this call's making: before it, the other was there
          assign(is_others, boolean(true));
        });
        if (const Place place = leafPlace(access, other, false); place.type->isPointer())
          inside(is_other.else_body, [&] {
            auto& was_none = emit<program::IfStmt>();
            was_none.condition = isInState(state_of_other, UnionState::AtEntry);
            inside(was_none.then_body, [&] {
              const ExprRef value = load(place);
              emit<program::AssumeStmt>().condition = negate(notNull(value));
            });
          });
      }
      readTwins(access, *leaf, is_others);
    });
  });
}

/// What the first of them that is read had before the call, the others had.
void BodyLowering::readTwins(const UnionAccess& access, const UnionLeaf& leaf, const Local* is_others) {
  if (!leaf.has_twins) return;
  auto& was_there = emit<program::IfStmt>();
  was_there.condition = ref(is_others);
  inside(was_there.then_body, [&] { writeTwins(access, leaf); });
  inside(was_there.else_body, [&] {
    for (const UnionLeaf& twin : *unit_.unionUses().leavesOf(access.record)) {
      if (!twin.isTwinOf(leaf)) continue;
      const ExprRef own = load(leafPlace(access, leaf, false));
      const ExprRef value = load(leafPlace(access, twin, false));
      emit<program::AssumeStmt>().condition = binary(Op::Equal, program_.boolType(), value, convert(own, value->type));
      setState(access, twin, UnionState::Read);
    }
  });
}

/// Other names of the same bytes, with the same type: `union { int code; int weight; }`.
void BodyLowering::writeTwins(const UnionAccess& access, const UnionLeaf& leaf) {
  for (const UnionLeaf& twin : *unit_.unionUses().leavesOf(access.record)) {
    if (!twin.isTwinOf(leaf)) continue;
    store(leafPlace(access, twin, false), load(leafPlace(access, leaf, false)));
    setState(access, twin, UnionState::Own);
  }
}

void BodyLowering::writeLeaves(const UnionAccess& access) {
  const auto& leaves = *unit_.unionUses().leavesOf(access.record);
  const auto isWritten = [&](const UnionLeaf& leaf) {
    return leaf.path.size() >= access.path.size() &&
           std::equal(access.path.begin(), access.path.end(), leaf.path.begin());
  };
  // An instance of a template can name a member that nobody else does.
  if (std::ranges::none_of(leaves, isWritten))
    return unsupported("a second member of union '" + access.record->getNameAsString() + "'");
  for (const UnionLeaf& leaf : leaves) {
    if (isWritten(leaf)) {
      setState(access, leaf, UnionState::Own);
      writeTwins(access, leaf);
      continue;
    }
    const auto isUnder = [&](const UnionLeaf& other) { return isWritten(other) && other.overlaps(leaf); };
    const auto isTwin = [&](const UnionLeaf& other) { return isWritten(other) && other.isTwinOf(leaf); };
    if (std::ranges::none_of(leaves, isUnder) || std::ranges::any_of(leaves, isTwin)) continue;
    if (const Place place = leafPlace(access, leaf, false); place.type->isPointer()) store(place, null(place.type));
    setState(access, leaf, UnionState::Overwritten);
  }
}

/// Of two copies one could be read as one member, and the other as another.
void BodyLowering::refuseUnread(ExprRef object, const Field* state) {
  const ExprRef value = load({.kind = Place::Kind::Field, .type = state->type, .pointer = object, .field = state});
  auto& is_unread = emit<program::IfStmt>();
  is_unread.condition = isInState(value, UnionState::AtEntry);
  inside(is_unread.then_body, [&] { unsupported("a copy of a union before it is known which member is there"); });
}

}  // namespace weir::frontend
