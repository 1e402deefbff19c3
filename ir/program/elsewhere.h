// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An address that the code computes and that is in no object of the kind that it should be in.
//
//   struct Pair* p = container_of(list, struct Pair, link);    list is the head, which is in a Table
//
// All such pointers to one class are the address of one variable of the program where nothing is, as (T*)-1 is one: it
// is not null, it is the address of no object, and using it is the error `bounds`. What depends on which of them it is,
// is unsupported: a comparison of two, and one with the address of a member. Only the code makes them: before a call
// nothing holds one, and no function without a body gives one.
#pragma once

#include "ir/program/heap.h"

namespace weir::program {

inline constexpr Integer kElsewhere = Integer{0x5eedULL} << 44;

inline bool isElsewhere(const Field& field) { return field.made_up_address == kElsewhere; }
inline bool isElsewhere(const Object& object) {
  return object.owner_field != nullptr && isElsewhere(*object.owner_field);
}

inline constexpr const char* kWhereElsewhere = "an address that depends on where an object lies in another one";

}  // namespace weir::program
