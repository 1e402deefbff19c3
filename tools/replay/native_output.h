// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a native program reported of its runs (runtime/weir_replay.c has the form), as data.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace weir::replay {

using Address = std::uint64_t;

struct FieldLayout {
  std::size_t bit = 0;   // from the start of the object
  std::size_t bits = 0;  // 0 unless it is a bit-field: then the type has them
};

struct ClassLayout {
  std::size_t size = 0;
  std::map<std::string, FieldLayout> fields;
  std::map<std::string, long> bases;  // offset in bytes
};

using Layouts = std::map<std::string, ClassLayout>;  // by name of the class

/// Where a field of a model is in the real container.
struct NativePart {
  Address at = 0;
  bool is_copy = false;  // its value only: the address means nothing
};

struct NativeRun {
  enum class End { None, Returned, Threw, Cannot };  // None: it never came back

  End end = End::None;
  std::string value;  // Returned: hexadecimal, may be empty; Threw: the type; Cannot: the reason
  bool finished = false;
  int exit_code = 0;
  int signal = 0;
  std::string report;  // standard error
  std::map<std::string, Address> objects;
  std::map<std::string, Address> variables;
  std::map<std::string, Address> functions;
  std::map<std::pair<Address, std::string>, NativePart> parts;  // of a container, by its address and the model's field
  std::map<Address, std::vector<std::uint8_t>> blocks;          // live memory, by start
  bool watched = false;                                         // allocations were seen
  std::vector<std::size_t> lost;  // sizes of blocks that the call allocated, did not release and nobody can reach

  /// `size` bytes at `address`; null where they are not all inside one live block.
  const std::uint8_t* bytesAt(Address address, std::size_t size) const;
  /// Bytes from `address` to the end of its block.
  std::optional<std::size_t> roomAt(Address address) const;
};

struct NativeOutput {
  Layouts layouts;
  std::vector<NativeRun> runs;  // one a case, also where the program did not get to it
};

NativeOutput readNativeOutput(const std::string& output, const std::string& report, std::size_t cases);

}  // namespace weir::replay
