// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/replay/subprocess.h"

#include <gtest/gtest.h>

#include <csignal>
#include <fstream>

namespace weir::replay {
namespace {

using namespace std::chrono_literals;

TEST(RunProcess, TellsExitCodeAndSignal) {
  EXPECT_TRUE(runProcess({"true"}, {}, 10s).succeeded());
  EXPECT_EQ(runProcess({"sh", "-c", "exit 3"}, {}, 10s).exit_code, 3);
  EXPECT_EQ(runProcess({"sh", "-c", "kill -SEGV $$"}, {}, 10s).signal, SIGSEGV);
}

TEST(RunProcess, AMissingProgramIsNotStarted) { EXPECT_FALSE(runProcess({"no-such-program"}, {}, 10s).started); }

TEST(RunProcess, EndsAtTheTimeLimitWithEverythingItStarted) {
  const ProcessResult result = runProcess({"sh", "-c", "sleep 3000 & sleep 3000"}, {}, 100ms);
  EXPECT_TRUE(result.timed_out);
  EXPECT_EQ(result.signal, SIGKILL);
}

TEST(RunProcess, KeepsOutputAndErrorApart) {
  const std::string out = testing::TempDir() + "out";
  const std::string err = testing::TempDir() + "err";
  runProcess({"sh", "-c", "echo $WORD; echo bad >&2"},
             {.stdout_file = out, .stderr_file = err, .environment = {{"WORD", "good"}}}, 10s);
  std::string word;
  std::ifstream(out) >> word;
  EXPECT_EQ(word, "good");
  std::ifstream(err) >> word;
  EXPECT_EQ(word, "bad");
}

}  // namespace
}  // namespace weir::replay
