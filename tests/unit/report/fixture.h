// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The run of tests/golden/report/queue.json, and the golden files beside it.
//
// WEIR_REFRESH_GOLDEN=1 in the environment writes the files anew; look at the difference before committing it.
#pragma once

#include <string>

#include "results/result.h"

namespace weir::report {

std::string readFile(const std::string& path);

/// Requires that the working directory is the root of the repository, as ctest sets it.
results::RunResult queueRun();

/// The property `name` ("Queue::promote.ends") of queueRun.
results::CheckResult queueResult(const std::string& name);

/// Fails the running test where `text` is not what tests/golden/report/`file` holds.
void expectGolden(const std::string& file, const std::string& text);

}  // namespace weir::report
