// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work for processes of their own, whose answers come when they come: the server never waits.
#pragma once

#include <sys/types.h>

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace weir::lsp {

class Jobs {
 public:
  using Work = std::function<nlohmann::json()>;
  /// The answer; null where the process crashed or was ended.
  using Done = std::function<void(const nlohmann::json&)>;

  Jobs() = default;
  ~Jobs();
  Jobs(const Jobs&) = delete;
  Jobs& operator=(const Jobs&) = delete;

  /// Ends the one of that name that still runs: its answer is of an older text.
  void start(const std::string& name, const Work& work, Done done);
  void cancel(const std::string& name);
  std::vector<int> outputs() const;
  /// Requires that there is something to read from this output.
  void read(int output);

 private:
  struct Job {
    std::string name;
    pid_t process = -1;
    std::string text;
    Done done;
  };
  void end(int output);

  std::map<int, Job> jobs_;
};

}  // namespace weir::lsp
