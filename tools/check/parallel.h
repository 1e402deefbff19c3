// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs tasks in forked processes, as many at a time as there are jobs, and gathers their results in order.
//
// The program and the specification are read once, before the forks. A process that dies is a failure of weir's and
// leaves its properties unknown.
#pragma once

#include <vector>

#include "tools/check/run_task.h"

namespace weir::tools {

/// Requires that this process has one thread. An interruption reaches every process; `interrupted` tells of it.
std::vector<TaskResult> runParallel(const Input& input, const std::vector<Task>& tasks, const CheckRequest& request,
                                    const TaskEvents& events, bool& interrupted);

}  // namespace weir::tools
