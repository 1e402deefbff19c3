// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/unit/report/fixture.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "tools/report/json.h"

namespace weir::report {

std::string readFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

results::RunResult queueRun() {
  std::string error;
  auto run = fromJson(readFile("tests/golden/report/queue.json"), error);
  if (!run) throw std::runtime_error(error);
  return *run;
}

results::CheckResult queueResult(const std::string& name) {
  for (results::CheckResult& r : queueRun().results) {
    if (r.method + "." + r.property == name) return r;
  }
  throw std::runtime_error("no property " + name);
}

void expectGolden(const std::string& file, const std::string& text) {
  const std::string path = "tests/golden/report/" + file;
  if (std::getenv("WEIR_REFRESH_GOLDEN")) std::ofstream(path, std::ios::binary) << text;
  EXPECT_EQ(readFile(path), text) << path;
}

}  // namespace weir::report
