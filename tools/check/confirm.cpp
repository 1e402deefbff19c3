// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/check/confirm.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "ir/program/model_class.h"
#include "refine/entry_heap.h"
#include "refine/heap_properties.h"
#include "tools/replay/program_writer.h"
#include "tools/replay/replay.h"

namespace weir::tools {
namespace {

/// "Stack::pop.leak" as the name of a folder.
std::string folderName(const std::string& name) {
  std::string folder;
  for (unsigned char c : name) {
    if (std::isalnum(c) != 0 || c == '.' || c == '-' || c == '_') {
      folder += static_cast<char>(c);
    } else if (!folder.empty() && folder.back() != '_') {
      folder += '_';
    }
  }
  return folder;
}

/// What a confirmation rests on where a function without a body had a part in it; empty where none had.
std::string assumptionOf(const refine::Violation& violation, const specs::Specification& specification) {
  for (const program::CallRecord& call : violation.execution.calls) {
    if (call.callee->is_unknown && call.first_step > 0 &&
        !violation.execution.steps[static_cast<std::size_t>(call.first_step) - 1].freed.empty())
      return "assuming that a function which the caller brings frees what it can reach";
    if (!call.callee->is_external || call.callee->is_unknown || call.callee->construct) continue;
    const std::string name = "'" + call.callee->name + "'";
    if (specification.find(call.callee) != nullptr)
      return "assuming that " + name + " does what its trusted specification allows";
    return "assuming that " + name + ", which has no body here, may do this";
  }
  return "";
}

/// Did a specification decide what happened somewhere?
bool usesSpecifications(const refine::Violation& violation, const specs::Specification& specification) {
  for (const program::CallRecord& call : violation.execution.calls) {
    const specs::MethodSpec* spec = specification.find(call.callee);
    if (call.callee->is_external || (spec != nullptr && spec->trusted)) return true;
  }
  return false;
}

/// What the property blames and the compiled program still has, of what it allocates one by one.
std::vector<program::ObjectId> blocksToBlame(const Found& found, program::Vocabulary& vocabulary) {
  std::vector<program::ObjectId> blocks;
  const auto of_heap = found.property.ofHeap();
  if (!of_heap || !refine::meaningOf(*of_heap).keeps_blocks) return blocks;
  for (const program::ObjectId id : refine::blamedObjects(*of_heap, *found.procedure, *found.violation, vocabulary))
    if (!program::isOwnersBlock(*found.violation->after->at(id).class_decl)) blocks.push_back(id);
  return blocks;
}

Confirmation judged(const replay::Result& result, const std::string& program, bool specified,
                    const std::string& assumption) {
  Confirmation confirmation;
  confirmation.replay.program = program;
  confirmation.replay.output = result.report;
  switch (result.outcome) {
    case replay::Outcome::Agrees:
      confirmation.replay.confirmed = true;
      confirmation.replay.reason = assumption;
      return confirmation;
    case replay::Outcome::CouldNotBuild: confirmation.replay.reason = "could not be built: " + result.reason; break;
    case replay::Outcome::Unobservable:
    case replay::Outcome::Timeout: confirmation.replay.reason = result.reason; break;
    case replay::Outcome::Disagrees:
    case replay::Outcome::SanitizerError:
    case replay::Outcome::Exception:
      confirmation.replay.reason = result.reason;
      confirmation.disagrees = !specified;
      if (specified)
        confirmation.replay.reason = "the code does not do what a trusted specification says: " + result.reason;
      break;
  }
  return confirmation;
}

}  // namespace

replay::Case caseOf(const Found& found, program::Vocabulary& vocabulary) {
  const refine::Violation& violation = *found.violation;
  return {found.procedure,
          violation.arguments,
          refine::heapAtStart(*violation.before, *found.procedure, violation.arguments),
          *violation.left,
          violation.execution,
          blocksToBlame(found, vocabulary)};
}

std::vector<Confirmation> confirm(program::Vocabulary& vocabulary, const specs::Specification& specification,
                                  const std::vector<Found>& found, program::CheckedErrors checked,
                                  const std::string& keep_directory, const std::set<std::string>& without_effect) {
  const program::Program& program = vocabulary.program();
  std::vector<replay::Case> cases;
  for (const Found& one : found) cases.push_back(caseOf(one, vocabulary));
  std::vector<Confirmation> confirmations;
  const auto add = [&](const replay::Replay& replayed, std::size_t first) {
    for (std::size_t i = 0; i < replayed.results.size(); ++i)
      confirmations.push_back(judged(replayed.results[i], replayed.program,
                                     usesSpecifications(*found[first + i].violation, specification),
                                     assumptionOf(*found[first + i].violation, specification)));
  };
  if (keep_directory.empty() && cases.size() > 1) {
    std::vector<const replay::Case*> all;
    for (const replay::Case& one : cases) all.push_back(&one);
    replay::Replay together = replay::replay(program, all, {.checked = checked, .without_effect = without_effect});
    const bool built = std::any_of(together.results.begin(), together.results.end(), [](const replay::Result& result) {
      return result.outcome != replay::Outcome::CouldNotBuild;
    });
    // One case that does not compile should not cost the others their confirmation.
    if (built) {
      add(together, 0);
      for (std::size_t i = 0; i < cases.size(); ++i)
        confirmations[i].replay.program = replay::writeProgram(program, {&cases[i]}, {});
      return confirmations;
    }
  }
  // A program that someone will read has one case.
  for (std::size_t i = 0; i < cases.size(); ++i) {
    std::string folder;
    if (!keep_directory.empty()) folder = (std::filesystem::path(keep_directory) / folderName(found[i].name)).string();
    add(replay::replay(program, {&cases[i]},
                       {.checked = checked, .keep_directory = folder, .without_effect = without_effect}),
        i);
  }
  return confirmations;
}

}  // namespace weir::tools
