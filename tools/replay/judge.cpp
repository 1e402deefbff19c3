// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/replay/judge.h"

#include <algorithm>
#include <csignal>

#include "ir/program/model_class.h"
#include "tools/replay/comparison.h"
#include "tools/replay/sanitizer_report.h"
#include "tools/replay/spelling.h"

namespace weir::replay {
namespace {

namespace pr = weir::program;

std::string nameOf(const pr::Execution& expected) {
  switch (expected.outcome) {
    case pr::Outcome::Returned: return "a return";
    case pr::Outcome::Threw: return "an exception";
    case pr::Outcome::Error:
      return std::string("the error ") + pr::spelling(expected.error) +
             (expected.reason.empty() ? "" : " (" + expected.reason + ")");
    case pr::Outcome::Aborted: return "abort or exit";
    case pr::Outcome::Assumption: return "a false assumption";
    case pr::Outcome::Unsupported: return "what is not supported (" + expected.reason + ")";
    case pr::Outcome::LimitReached: return "a limit (" + expected.reason + ")";
  }
  return "";
}

/// An address that is computed but not used is an error of the language that no sanitizer reports.
bool isOnlyAnAddress(const pr::Execution& expected) {
  if (expected.error != pr::ErrorKind::Bounds || expected.at == nullptr) return false;
  const pr::StmtKind kind = expected.at->kind;
  if (kind == pr::StmtKind::Store) {
    const auto& stored = pr::as<pr::StoreStmt>(*expected.at);
    return stored.index == nullptr && stored.value->kind == pr::ExprKind::PointerAdd;
  }
  return kind == pr::StmtKind::Assign || kind == pr::StmtKind::Return || kind == pr::StmtKind::Call;
}

/// Memory that goes back in another way than it came, and copies between ranges that overlap, are seen only where the
/// sanitizer looks at the call, and where the sizes differ.
bool mayGoUnseen(const pr::Execution& expected) {
  if (expected.error != pr::ErrorKind::Bounds || expected.at == nullptr) return false;
  return expected.at->kind == pr::StmtKind::Free ||
         (expected.at->kind == pr::StmtKind::Assert && pr::as<pr::AssertStmt>(*expected.at).may_go_unseen);
}

/// Behind an array or a number in the middle of an object are the object's other members, which are there to be read.
bool staysInItsObject(const pr::Execution& expected) {
  if (expected.error != pr::ErrorKind::Bounds || expected.outside_of == nullptr) return false;
  const pr::ClassDecl& owner = *expected.outside_of->owner;
  return !owner.is_array && !owner.is_box && !owner.is_globals;
}

/// The memory of a local that an exception ended is there until something else is put in its place; the sanitizer knows
/// of the end of a function only where it returns.
bool isGoneWithoutTrace(const pr::Execution& expected) {
  return expected.error == pr::ErrorKind::UseAfterFree && expected.of_local;
}

/// Only classes are compared: an enum is its integer in the IR, and qualifiers behind a pointer are gone.
bool sameType(pr::TypeRef thrown, const std::string& native) {
  if (thrown == nullptr || !thrown->isClass() || native.empty()) return true;
  return spellName(thrown->class_decl->name) == spellName(native);
}

/// How many bytes a type has; 0 where nobody knows.
std::size_t sizeOf(pr::TypeRef type, const Layouts& layouts) {
  if (type->isClass()) {
    const auto layout = layouts.find(type->class_decl->name);
    return layout == layouts.end() ? 0 : layout->second.size;
  }
  if (type->isArray()) return type->extent.value_or(0) * sizeOf(type->element, layouts);
  return type->isPointer() ? sizeof(void*) : type->isInteger() ? static_cast<std::size_t>(type->width + 7) / 8 : 0;
}

/// How many bytes an allocation has; 0 where nobody knows.
std::size_t sizeOf(const pr::Object& object, const Layouts& layouts) {
  const pr::ClassDecl* class_decl = object.class_decl;
  if (class_decl->is_array)
    return static_cast<std::size_t>(object.extent) * sizeOf(class_decl->fields.front()->elementType(), layouts);
  if (class_decl->is_box) return sizeOf(class_decl->fields.front()->type, layouts);
  const auto layout = layouts.find(class_decl->name);
  return layout == layouts.end() ? 0 : layout->second.size;
}

/// Containers of the library keep memory behind their elements, with what was there.
bool usesModels(const pr::Heap& heap) {
  for (pr::ObjectId id = 0; id < heap.size(); ++id)
    if (pr::isModelClass(*heap.at(id).class_decl)) return true;
  return false;
}

/// The compiled program must have lost what weir says is lost: a block of its size that nobody can reach.
Result withLost(const Case& replayed, const NativeRun& run, const Layouts& layouts) {
  constexpr std::size_t kCookie = 16;  // in front of the elements of an array
  if (!run.watched)
    return {Outcome::Unobservable, "the compiled program cannot be watched for lost memory here", run.report};
  std::vector<std::size_t> lost = run.lost;
  for (const pr::ObjectId id : replayed.lost) {
    const std::size_t size = sizeOf(replayed.after.at(id), layouts);
    const auto found = std::find_if(lost.begin(), lost.end(), [&](std::size_t each) {
      return size == 0 || (each >= size && each <= size + kCookie);
    });
    if (found == lost.end() && usesModels(replayed.after))
      return {Outcome::Unobservable,
              "a container is known by its model alone: the library's may keep a pointer to " +
                  replayed.after.at(id).name + " where it has no element",
              run.report};
    if (found == lost.end())
      return {Outcome::Disagrees, "weir has " + replayed.after.at(id).name + " lost, the program loses no such block",
              run.report};
    lost.erase(found);
  }
  return {Outcome::Agrees, "", run.report};
}

Result afterEnd(const Case& replayed, const NativeRun& run, const Layouts& layouts) {
  const std::vector<std::string> differences = compareHeaps(replayed, run, layouts);
  if (differences.empty() && !replayed.lost.empty()) return withLost(replayed, run, layouts);
  if (differences.empty()) return {Outcome::Agrees, "", run.report};
  std::string reason;
  for (const std::string& difference : differences) reason += (reason.empty() ? "" : "; ") + difference;
  return {Outcome::Disagrees, reason, run.report};
}

Result withError(const Case& replayed, const NativeRun& run, const NativeError& error) {
  const pr::Execution& expected = replayed.expected;
  if (expected.outcome == pr::Outcome::Error && matches(error, expected.error))
    return {Outcome::Agrees, error.summary, run.report};
  // Unreachable code ends the execution in weir and is reported natively.
  if (expected.outcome == pr::Outcome::LimitReached && error.stack_overflow)
    return {Outcome::Agrees, error.summary, run.report};
  return {Outcome::SanitizerError, "weir has " + nameOf(expected) + ", the program: " + error.summary, run.report};
}

Result withoutEnd(const Case& replayed, const NativeRun& run) {
  const pr::Execution& expected = replayed.expected;
  if (run.signal == SIGALRM || !run.finished) {
    if (expected.outcome == pr::Outcome::LimitReached) return {Outcome::Agrees, "both go on", run.report};
    if (expected.outcome == pr::Outcome::Error && isOnlyAnAddress(expected))
      return {Outcome::Unobservable, nameOf(expected) + " leaves no trace in the compiled program", run.report};
    return {Outcome::Timeout, "weir has " + nameOf(expected) + ", the program did not end in time", run.report};
  }
  if (expected.outcome == pr::Outcome::Aborted) return {Outcome::Agrees, "", run.report};
  const std::string how =
      run.signal != 0 ? "signal " + std::to_string(run.signal) : "exit " + std::to_string(run.exit_code);
  return {Outcome::Disagrees, "weir has " + nameOf(expected) + ", the program ended with " + how, run.report};
}

}  // namespace

Result judge(const Case& replayed, const NativeRun& run, const Layouts& layouts) {
  const pr::Execution& expected = replayed.expected;
  const auto error = readReport(run.report, run.signal);
  if (run.end == NativeRun::End::Cannot) {
    // What goes wrong before something is missing is reported before.
    const bool is_reported = expected.outcome == pr::Outcome::Error && error && matches(*error, expected.error);
    if (!is_reported) return {Outcome::CouldNotBuild, run.value, run.report};
  }
  if (error) return withError(replayed, run, *error);
  if (run.end == NativeRun::End::None) return withoutEnd(replayed, run);

  const bool threw = run.end == NativeRun::End::Threw;
  if (expected.outcome == pr::Outcome::Threw && threw) {
    if (!sameType(expected.thrown_type, run.value))
      return {Outcome::Disagrees, "weir throws " + pr::toString(expected.thrown_type) + ", the program " + run.value,
              run.report};
    return afterEnd(replayed, run, layouts);
  }
  if (threw)
    return {Outcome::Exception, "weir has " + nameOf(expected) + ", the program throws " + run.value, run.report};
  if (expected.outcome == pr::Outcome::Returned) return afterEnd(replayed, run, layouts);
  if (expected.outcome == pr::Outcome::Error &&
      (isOnlyAnAddress(expected) || mayGoUnseen(expected) || staysInItsObject(expected) ||
       isGoneWithoutTrace(expected) || expected.error == pr::ErrorKind::Uninitialized))
    return {Outcome::Unobservable, nameOf(expected) + " leaves no trace in the compiled program", run.report};
  return {Outcome::Disagrees, "weir has " + nameOf(expected) + ", the program returns", run.report};
}

}  // namespace weir::replay
