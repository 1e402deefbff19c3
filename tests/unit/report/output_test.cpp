// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/report/output.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/unit/report/fixture.h"

namespace weir::report {
namespace {

class Output : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = testing::TempDir() + "weir_output";
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  size_t filesIn(const std::string& folder) const {
    size_t n = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) n += entry.is_regular_file();
    return n;
  }

  std::string folder_;
};

TEST_F(Output, EveryFormIsWrittenAndFoldersAreMade) {
  const OutputPaths paths{.json = folder_ + "/a/r.json",
                          .sarif = folder_ + "/r.sarif",
                          .junit = folder_ + "/r.xml",
                          .html = folder_ + "/out"};
  EXPECT_EQ(writeOutputs(queueRun(), paths), std::vector<std::string>());
  EXPECT_EQ(readFile(paths.json), readFile("tests/golden/report/queue.json"));
  EXPECT_EQ(readFile(paths.sarif), readFile("tests/golden/report/queue.sarif"));
  EXPECT_EQ(readFile(paths.junit), readFile("tests/golden/report/queue.junit.xml"));
  EXPECT_TRUE(readFile(paths.html + "/index.html").starts_with("<!DOCTYPE html>"));
}

TEST_F(Output, AFileIsReplacedAndNothingIsLeftBesideIt) {
  std::ofstream(folder_ + "/r") << "old";
  std::string error;
  EXPECT_TRUE(writeFile(folder_ + "/r", "new", error)) << error;
  EXPECT_EQ(readFile(folder_ + "/r"), "new");
  EXPECT_EQ(filesIn(folder_), 1u);
}

TEST_F(Output, AFullDiskIsAnErrorWithItsReason) {
  std::string error;
  EXPECT_FALSE(writeFile("/dev/full", "text", error));
  EXPECT_EQ(error, "cannot write '/dev/full': No space left on device");
}

TEST_F(Output, AFolderThatCannotBeMadeIsAnErrorAndLeavesNothing) {
  std::ofstream(folder_ + "/file") << "x";
  std::string error;
  EXPECT_FALSE(writeFile(folder_ + "/file/r.json", "text", error));
  EXPECT_NE(error.find("Not a directory"), std::string::npos) << error;
  EXPECT_EQ(filesIn(folder_), 1u);
}

}  // namespace
}  // namespace weir::report
