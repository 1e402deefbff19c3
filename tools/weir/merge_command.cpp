// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <ostream>
#include <set>

#include "tools/run/store.h"
#include "tools/weir/command.h"
#include "tools/weir/run_command.h"

namespace weir::tools {
namespace {

struct MergeOptions {
  std::string suite;
  std::string output;
  std::vector<std::string> stores;
};

/// The last finished run of the suite in `store`, whether whole or a shard.
std::optional<run::StoredRun> lastFinished(const run::Store& store, const std::string& suite) {
  std::optional<run::StoredRun> last;
  for (const run::StoredRun& r : store.runs(suite)) {
    if (r.finished) last = r;
  }
  return last;
}

ExitStatus runMerge(const MergeOptions& options, CommandContext& context) {
  const auto fail = [&](const std::string& message) {
    context.err << "weir: error: " << message << "\n";
    return ExitStatus::WrongInput;
  };
  std::vector<run::StoredResult> all;
  std::set<std::pair<std::string, std::string>> seen;
  std::set<std::string> versions, parts;
  std::string expected_parts;
  for (const std::string& path : options.stores) {
    if (!std::filesystem::exists(path)) return fail("cannot read '" + path + "'");
    std::string error;
    const auto store = run::Store::open(path, error);
    if (!store) return fail(error);
    const auto last = lastFinished(*store, options.suite);
    if (!last) return fail("'" + path + "' has no finished run of " + options.suite);
    versions.insert(last->weir);
    if (!parts.insert(last->shard).second)
      return fail("'" + path + "' is shard " + last->shard + ", which is there already");
    const std::string count = last->shard.substr(last->shard.find('/') + 1);
    if (!expected_parts.empty() && count != expected_parts)
      return fail("'" + path + "' was split into another number of shards");
    expected_parts = count;
    for (run::StoredResult& r : store->results(last->id)) {
      if (!seen.insert({r.check, r.name()}).second) return fail(r.check + " " + r.name() + " is in two stores");
      all.push_back(std::move(r));
    }
  }
  if (versions.size() > 1) return fail("the stores were made by different versions of weir");
  if (!expected_parts.empty() && std::to_string(parts.size()) != expected_parts)
    return fail(std::to_string(parts.size()) + " of " + expected_parts + " shards are there");
  std::string error;
  auto output = run::Store::open(options.output, error);
  if (!output) return fail(error);
  const std::int64_t run = output->beginRun(options.suite, *versions.begin(), "");
  for (const run::StoredResult& r : all) output->put(run, r);
  output->finishRun(run);
  context.out << "run " << run << " of " << options.output << " has " << all.size() << " results\n";
  return ExitStatus::Holds;
}

}  // namespace

void addMergeCommand(CLI::App& weir, CommandContext& context) {
  const auto o = std::make_shared<MergeOptions>();
  CLI::App* command = weir.add_subcommand("merge", "Join the results of shards into one run");
  command->add_option("SUITE", o->suite, "The suite's name")->required();
  command->add_option("STORES", o->stores, "What each `weir run --shard K/N --store FILE` kept")->required();
  command->add_option("-o,--output", o->output, "The store that gets the joined run")->type_name("FILE")->required();
  command->footer(
      "Example:\n"
      "  weir merge lists shard1.db shard2.db -o all.db && weir run lists.json --store all.db\n"
      "The second command runs nothing again: it compares, and writes the reports.");
  command->callback([o, &context] { context.status = runMerge(*o, context); });
}

}  // namespace weir::tools
