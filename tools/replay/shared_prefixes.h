// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the replays of one run have in common is parsed once: the user's source with the headers it includes.
//
//   #define main weir_users_main
//   #include "registry.cpp"          <map>, <memory>, …: nearly all of what compiling a replay of C++ takes
//   #include "weir_replay.h"
//
// The first replay of a run compiles it as it stands. The second one makes a precompiled header of that beginning,
// which it and all that follow use, in whatever process of the run they are. What cannot be built in this way is
// compiled as it stands, so that nothing but the time depends on it.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

namespace weir::replay {

/// While one is there, replays of this process and of those that it forks share a folder.
class SharedPrefixes {
 public:
  SharedPrefixes();
  ~SharedPrefixes();
  SharedPrefixes(const SharedPrefixes&) = delete;
  SharedPrefixes& operator=(const SharedPrefixes&) = delete;

 private:
  pid_t owner_;
};

/// The precompiled header of this text, compiled by this command without its source and output; empty where there is
/// none to use. `run` returns whether a command ended well.
std::string precompiled(const std::string& prefix, const std::vector<std::string>& command,
                        const std::function<bool(const std::vector<std::string>&)>& run);

}  // namespace weir::replay
