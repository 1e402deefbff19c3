// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/program/builtin_properties.h"

#include <algorithm>

#include "support/invariant.h"

namespace weir::program {

const std::vector<BuiltinProperty>& builtinProperties() {
  static const std::vector<BuiltinProperty> kTable = {
      {.name = "null-deref",
       .forbids = ErrorKind::NullDeref,
       .broken_by = "reads, writes or calls through a null pointer",
       .native = {"AddressSanitizer: SEGV", "runtime error: applying zero offset to null pointer",
                  "runtime error: applying non-zero offset", "null pointer",
                  // Of libstdc++: what a smart pointer does not have.
                  ": Assertion 'get() != pointer()'", ": Assertion '_M_get() != nullptr'",
                  // An iterator that leads nowhere.
                  "Error: attempt to dereference a singular"},
       .is_memory = true},
      {.name = "use-after-free",
       .forbids = ErrorKind::UseAfterFree,
       .broken_by = "reads or writes an object that was freed, or that has gone out of scope",
       .native = {"AddressSanitizer: heap-use-after-free", "AddressSanitizer: stack-use-after"},
       .is_memory = true},
      {.name = "double-free",
       .forbids = ErrorKind::DoubleFree,
       .broken_by = "frees what was freed",
       .native = {"AddressSanitizer: attempting double-free",
                  // Of libstdc++: an object that a smart pointer is given twice.
                  ": Assertion '__p == nullptr || __p != _M_ptr'"},
       .is_memory = true},
      {.name = "bounds",
       .forbids = ErrorKind::Bounds,
       .broken_by = "uses an index outside of an array (an inner array of an array of arrays too), moves a "
                    "pointer out of its array, uses an address where no object is, frees what cannot be freed "
                    "so (a local, a part of an object, an array with `delete`, what `new` made with `free`, a "
                    "derived object as its base without a virtual destructor), copies with `memcpy` or "
                    "`strcpy` between ranges that overlap, writes to a constant or a string literal, asks a "
                    "container for an element that is not there",
       .native = {"AddressSanitizer: attempting free on address which was not",
                  "AddressSanitizer: alloc-dealloc-mismatch", "AddressSanitizer: new-delete-type-mismatch",
                  "AddressSanitizer: heap-buffer-overflow",
                  "AddressSanitizer: use-after-poison",  // of a block without bytes
                  "AddressSanitizer: stack-buffer-", "AddressSanitizer: dynamic-stack-buffer-overflow",
                  "AddressSanitizer: global-buffer-overflow", "AddressSanitizer: negative-size-param",
                  "AddressSanitizer: unknown-crash",  // up to an address that no memory has
                  "AddressSanitizer: allocation-size-too-big", "AddressSanitizer: requested allocation size",
                  "AddressSanitizer: calloc parameters overflow", "-param-overlap", "AddressSanitizer: BUS",
                  "runtime error: index", "runtime error: pointer index expression",
                  "runtime error: addition of unsigned offset", "runtime error: subtraction of unsigned offset",
                  "with insufficient space for an object",
                  "misaligned address 0xffffffff",  // a constant such as (T*)-1
                  "runtime error: variable length array bound",
                  // Of libstdc++: an element that is not there.
                  ": Assertion '", "Error: attempt to "},
       .is_memory = true},
      {.name = "div-zero",
       .forbids = ErrorKind::DivZero,
       .broken_by = "divides by zero, or takes the remainder",
       .native = {"AddressSanitizer: FPE", "runtime error: division by zero"}},
      {.name = "uninitialized",
       .forbids = ErrorKind::Uninitialized,
       .broken_by = "uses a value that was never set",
       .native = {"MemorySanitizer: use-of-uninitialized-value"}},
      {.name = "assert",
       .forbids = ErrorKind::Assert,
       .broken_by = "reaches an `assert` that is false",
       .native = {": Assertion `"},
       .is_asked_by_code = true},
      {.name = "overflow",
       .forbids = ErrorKind::Overflow,
       .broken_by = "has a signed result that its type cannot hold, or shifts a signed number to the left "
                    "further than its language allows; without this check it wraps",
       .native = {"runtime error: signed integer overflow", "runtime error: negation of", "runtime error: division of",
                  "runtime error: shift exponent", "runtime error: left shift of"},
       .is_met_only_where_asked = true},
      {.name = "leak",
       .forbids = HeapProperty::Leak,
       .broken_by = "returns or throws while an object that *it* allocated is live and out of everybody's reach; what "
                    "was passed by value, and what a destructor destroys, ends with the call"},
      {.name = "cycle",
       .forbids = HeapProperty::Cycle,
       .broken_by =
           "returns or throws with an object that reaches itself over the fields of its class, and did not before"},
  };
  return kTable;
}

std::optional<ErrorKind> BuiltinProperty::error() const {
  const auto* kind = std::get_if<ErrorKind>(&forbids);
  return kind == nullptr ? std::nullopt : std::optional(*kind);
}

std::optional<HeapProperty> BuiltinProperty::ofHeap() const {
  const auto* property = std::get_if<HeapProperty>(&forbids);
  return property == nullptr ? std::nullopt : std::optional(*property);
}

const BuiltinProperty* findBuiltin(const std::string& name) {
  const auto found = std::ranges::find(builtinProperties(), name, &BuiltinProperty::name);
  return found == builtinProperties().end() ? nullptr : &*found;
}

const char* spelling(ErrorKind kind) {
  const auto found = std::ranges::find(builtinProperties(), std::optional(kind), &BuiltinProperty::error);
  INVARIANT(found != builtinProperties().end(), "every error should have its row in the table of built-in properties");
  return found->name.c_str();
}

std::optional<std::vector<std::string>> expandCheck(const std::string& name) {
  std::vector<std::string> names;
  for (const BuiltinProperty& property : builtinProperties())
    if (name == property.name || name == "all" || (name == "memory" && property.is_memory))
      names.push_back(property.name);
  return names.empty() ? std::nullopt : std::optional(names);
}

std::vector<std::string> checkNames() {
  std::vector<std::string> names;
  for (const BuiltinProperty& property : builtinProperties()) names.push_back(property.name);
  names.insert(names.end(), {"memory", "all"});
  return names;
}

CheckedErrors::CheckedErrors(const std::vector<std::string>& asked) {
  for (const std::string& name : asked)
    if (const BuiltinProperty* property = findBuiltin(name); property != nullptr && property->is_met_only_where_asked)
      bits_ |= 1U << static_cast<unsigned>(property->error().value());
}

}  // namespace weir::program
