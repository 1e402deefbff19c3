// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the model of a class of the standard library states about itself: which member is the length, which holds the
// elements, what a person should see.
//
//   size_type length WEIR_STATES(length);                 LibraryRole::Length
//   T elems[WEIR_ELEMENTS] WEIR_STATES(sequence);         LibraryRole::Sequence
//
// The header of the model (specs/lib/std_models*.h) states it by attributes, the frontend reads them
// (frontend/library_models.h), and everybody else asks model_class.h. The names of the members are the model's own
// affair: they are what specifications call them.
#pragma once

#include <map>
#include <string>

namespace weir::program {

struct Field;

/// What a member of a model is for. A class has at most one member of each role, its bases included.
enum class LibraryRole {
  Length,      // how many of the elements count: those behind are not there
  Sequence,    // the elements, by position
  Entries,     // the elements of a set or a map, by key: the element itself or its `first`
  Single,      // an array of one: the element, where there is one
  Contents,    // has no room: the name under which specifications read the elements of a set,
  Keys,        //   the keys of a map,
  Mapping,     //   and its pairs of a key and a value
  Scattered,   // elements were inserted since their order was known
  Target,      // what an owner points to
  Block,       // what the owners of one object have in common, which is an object with the members
  Owners,      //   how many own it
  Watchers,    //   and how many watch it, all owners together counting as one
  Text,        // the characters of a string, as one number (model_text.h)
  Characters,  // the same for pointers to lead to: no state of its own
  Made         // the code made the object itself: of one that is there at entry only the model's state is known
};

struct LibraryShape {
  std::map<LibraryRole, const Field*> members;  // its own, not those of its bases
  bool is_internal = false;                     // what models have in common: no program names it
  bool is_watcher = false;                      // has a target that it does not own
  bool compares_by_user = false;                // keys are told apart by code that the model does not know
  bool repeats_keys = false;                    // several elements may have one key
};

/// A function of a model that has no body: a call of it states something about the execution that gets there.
struct LibraryNote {
  enum class Kind {
    Unsupported,            // for the `reason`
    UnknownOrder,           // unsupported, since it depends on the order of the elements
    UnlessMovesAreUnseen,   // unsupported, unless nobody can observe how often an element is moved,
    UnlessElementsArePlain  // or what becomes of one that is assigned
  };
  Kind kind = Kind::Unsupported;
  std::string reason;
};

}  // namespace weir::program
