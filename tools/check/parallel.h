// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs tasks in forked processes, as many at a time as there are jobs, and gathers their results in order.
//
// The program and the specification are read once, before the forks. A process reports every result as it has it. If
// it dies, the property it was at is unknown, with the reason, and a new process goes on with the next one: weir itself
// never ends by a signal. A process that exceeds the time of a property by more than 10% and two seconds, or does not
// end within two seconds when it is asked to, is ended.
#pragma once

#include <vector>

#include "tools/check/run_task.h"

namespace weir::tools {

/// Requires that this process has one thread. An interruption reaches every process; `interrupted` reports it.
std::vector<TaskResult> runParallel(const Input& input, const std::vector<Task>& tasks, const CheckRequest& request,
                                    const TaskEvents& events, bool& interrupted);

}  // namespace weir::tools
