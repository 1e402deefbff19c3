// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/weir/audit_command.h"
#include "tools/weir/check_command.h"
#include "tools/weir/command.h"
#include "tools/weir/completion_command.h"
#include "tools/weir/conditions_command.h"
#include "tools/weir/doctor_command.h"
#include "tools/weir/fmt_command.h"
#include "tools/weir/init_command.h"
#include "tools/weir/ir_command.h"
#include "tools/weir/lsp_command.h"
#include "tools/weir/mutants_command.h"
#include "tools/weir/replay_command.h"
#include "tools/weir/report_command.h"
#include "tools/weir/run_command.h"
#include "tools/weir/summarize_command.h"

namespace weir::tools {

const std::vector<Command>& allCommands() {
  static const std::vector<Command> kCommands = {
      {"check", addCheckCommand, true},
      {"audit", addAuditCommand, true},
      {"conditions", addConditionsCommand, true},
      {"fmt", addFmtCommand, false},
      {"summarize", addSummarizeCommand, true},
      {"init", addInitCommand, true},
      {"mutants", addMutantsCommand, true},
      {"lsp", addLspCommand, true},
      {"ir", addIrCommand, true},
      {"replay", addReplayCommand, true},
      {"report", addReportCommand, false},
      {"run", addRunCommand, false},
      {"merge", addMergeCommand, false},
      {"completion", addCompletionCommand, false},
      {"man", addManCommand, false},
      {"doctor", addDoctorCommand, false},
  };
  return kCommands;
}

}  // namespace weir::tools
