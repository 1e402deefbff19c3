// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The built-in properties: errors that end an execution, and the two that are formulas over the heaps before and after.
#pragma once

#include <optional>
#include <string>

#include "ir/program/interpreter.h"
#include "refine/encode/heap_model.h"

namespace weir::refine {

/// The error a built-in property forbids; nothing for `leak` and `cycle`.
std::optional<program::ErrorKind> errorNamed(const std::string& property);

/// No object that the call allocated is live and out of the caller's reach: from parameters, the result or exception,
/// variables of static storage duration and every object that was there before.
logic::Formula noLeak(const program::Procedure& procedure, const HeapModel& model);

/// No object reaches itself over the fields that lead from its class to its class, unless it did before.
logic::Formula noCycle(const HeapModel& model);

}  // namespace weir::refine
