// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The keys of a result in JSON: one list for the writer, the reader and the schema.
//
//   template <class Io> void describe(Io& io, Inferred& i) {
//     io.member("call_site", i.call_site, {.about = "file:line"});
//     io.member("needed", i.needed, {.presence = Presence::MayBeMissing, .about = "False where …"});
//   }
//
// `Io` writes the members (json_write.cpp), reads them (json_read.cpp) or says what they are (json_schema.cpp). A new
// key is a line here; `WEIR_REFRESH_GOLDEN=1 build/report_test` then writes docs/schema/result.schema.json.
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "results/result.h"

namespace weir::report {

enum class Presence {
  Required,      // in every document
  MayBeMissing,  // always written; an older document may lack it
  WhereSet,      // written where it is not the default: not empty, not false, not 0
};

/// What a schema says of a member beside what follows from its type.
struct MemberRule {
  Presence presence = Presence::Required;
  const char* about = "";
  const char* schema = "";  // members of a JSON object, in place of or beside those that follow from the type
};

/// Of an enumeration: its values and their names.
template <class Enum>
struct Names;

template <>
struct Names<results::Verdict> {
  using V = results::Verdict;
  static constexpr std::array<std::pair<V, const char*>, 5> kAll = {{{V::Holds, "holds"},
                                                                     {V::Violated, "violated"},
                                                                     {V::Proved, "proved"},
                                                                     {V::Vacuous, "vacuous"},
                                                                     {V::Unknown, "unknown"}}};
};
template <>
struct Names<results::Change::Kind> {
  using K = results::Change::Kind;
  static constexpr std::array<std::pair<K, const char*>, 6> kAll = {{{K::Field, "field"},
                                                                     {K::Local, "local"},
                                                                     {K::Global, "global"},
                                                                     {K::Allocate, "allocate"},
                                                                     {K::Free, "free"},
                                                                     {K::Return, "return"}}};
};
template <>
struct Names<results::Step::Kind> {
  using K = results::Step::Kind;
  static constexpr std::array<std::pair<K, const char*>, 6> kAll = {{{K::Statement, "statement"},
                                                                     {K::Condition, "condition"},
                                                                     {K::Call, "call"},
                                                                     {K::Return, "return"},
                                                                     {K::Throw, "throw"},
                                                                     {K::Fault, "fault"}}};
};

// The classes, with their names in the schema.
constexpr const char* nameOf(const results::CheckResult*) { return "result"; }
constexpr const char* nameOf(const results::Location*) { return "location"; }
constexpr const char* nameOf(const results::Scope*) { return "scope"; }
constexpr const char* nameOf(const results::Stats*) { return "stats"; }
constexpr const char* nameOf(const results::Inferred*) { return "inferred"; }
constexpr const char* nameOf(const results::Proof*) { return "proof"; }
constexpr const char* nameOf(const results::Proof::Invariant*) { return "invariant"; }
constexpr const char* nameOf(const results::Counterexample*) { return "counterexample"; }
constexpr const char* nameOf(const results::Evaluation*) { return "evaluation"; }
constexpr const char* nameOf(const results::FunctionExtent*) { return "function"; }
constexpr const char* nameOf(const results::HeapState*) { return "state"; }
constexpr const char* nameOf(const results::HeapObject*) { return "object"; }
constexpr const char* nameOf(const results::LibraryClass*) { return "library"; }
constexpr const char* nameOf(const results::Step*) { return "step"; }
constexpr const char* nameOf(const results::Change*) { return "change"; }
constexpr const char* nameOf(const results::Replay*) { return "replay"; }

inline constexpr const char* kId = R"("$ref": "#/$defs/id")";
inline constexpr const char* kNotEmpty = R"("minLength": 1)";
inline constexpr const char* kFromOne = R"("minimum": 1)";

template <class Io>
void describe(Io& io, results::Location& at) {
  io.about("Lines and columns count from 1.");
  io.member("file", at.file, {.schema = kNotEmpty});
  io.member("line", at.line, {.schema = kFromOne});
  io.member("column", at.column, {.presence = Presence::WhereSet, .schema = kFromOne});
}

/// The greatest numbers of all kinds, under their names in one list.
std::map<std::string, int> numbersOf(const results::Scope& scope);
void setNumbers(const std::map<std::string, int>& numbers, results::Scope& scope);
std::vector<std::string> unsettledOf(const results::Scope& scope);

template <class Io>
void describe(Io& io, results::Scope& scope) {
  using results::Cut;
  std::map<std::string, int> numbers = numbersOf(scope);
  io.member("objects", numbers,
            {.about = "The greatest number of objects of each class, of `elements of` each container of a model and "
                      "each class of heap arrays, and of `characters of` a string."});
  if constexpr (Io::kReads) setNumbers(numbers, scope);
  io.member("unroll", scope.unroll, {});
  const auto cut = [&](results::Limit limit, Presence presence, const char* about) {
    bool is_cut = scope.isCut(limit);
    io.member(results::limitTexts()[static_cast<std::size_t>(limit)].key, is_cut,
              {.presence = presence, .about = about});
    if constexpr (Io::kReads) scope.cut(limit) = is_cut ? Cut::Yes : Cut::No;
  };
  /// Of a limit that there may be nothing for.
  const auto cutWhereLimited = [&](results::Limit limit, const char* about) {
    if (Io::kWrites && scope.most(limit).empty()) return;
    cut(limit, Io::kWrites ? Presence::MayBeMissing : Presence::WhereSet, about);
  };
  cut(results::Limit::Iterations, Presence::Required, "Whether some execution needs more iterations than `unroll`.");
  cut(results::Limit::Objects, Presence::MayBeMissing,
      "Whether the property holds (or is vacuous) and some execution allocates more objects than `objects` says.");
  cutWhereLimited(results::Limit::ArrayElements,
                  "Where there are heap arrays whose size the code does not fix: whether the property holds and some "
                  "state or execution has one with more elements than `objects` says.");
  cutWhereLimited(results::Limit::Elements,
                  "Where there are containers: whether the property holds and some state or execution has one with "
                  "more elements than `objects` says.");
  cutWhereLimited(results::Limit::Characters,
                  "Where there are strings: whether the property holds and some state or execution has one with more "
                  "characters than `objects` says.");
  std::vector<std::string> unsettled = unsettledOf(scope);
  io.member(
      "unsettled", unsettled,
      {.presence = Presence::WhereSet,
       .about = "The limits (`iterations`, `objects`, `array elements`, `elements`, `characters`) of which it was "
                "not settled whether some execution needs more: they count as cut."});
  if constexpr (Io::kReads)
    for (const results::LimitText& text : results::limitTexts())
      for (const std::string& name : unsettled)
        if (name == text.name) scope.cut(text.limit) = Cut::Unsettled;
}

template <class Io>
void describe(Io& io, results::Stats& stats) {
  io.member("time_ms", stats.time_ms, {});
  io.member("refinements", stats.refinements, {});
  io.member("solver_calls", stats.solver_calls, {});
  io.member("variables", stats.variables, {});
  io.member("clauses", stats.clauses, {});
  io.member("callees", stats.callees, {.about = "Callees the method reaches."});
  io.member("callees_refined", stats.callees_refined, {});
  io.member("phases_ms", stats.phases_ms, {.presence = Presence::WhereSet});
}

template <class Io>
void describe(Io& io, results::Inferred& inferred) {
  io.about("The specification inferred for one call site.");
  io.member("call_site", inferred.call_site, {.about = "file:line"});
  io.member("callee", inferred.callee, {});
  io.member("refinements", inferred.refinements, {});
  io.member("specification", inferred.specification, {});
  io.member("needed", inferred.needed,
            {.presence = Presence::MayBeMissing, .about = "False where the property was decided without the callee."});
  io.member("inlined", inferred.inlined, {.presence = Presence::WhereSet});
}

template <class Io>
void describe(Io& io, results::Proof::Invariant& invariant) {
  io.member("place", invariant.place, {.about = "file:line of the loop at whose head it holds"});
  io.member("formula", invariant.formula,
            {.about = "In the specification language: primed what is current there, else what was at entry."});
}

template <class Io>
void describe(Io& io, results::Proof& proof) {
  io.about("Why the property holds for every size of the heap and every number of iterations.");
  io.member("method", proof.method, {});
  io.member("invariants", proof.invariants, {});
  io.member("cutoff", proof.cutoff, {.about = "So many cells stand for any number of them."});
  io.member("time_ms", proof.time_ms, {});
  io.member(
      "rechecked", proof.rechecked,
      {.presence = Presence::WhereSet,
       .about = "With --recheck-proofs: whether another engine finds the same. Where it is false weir is wrong, and "
                "the property is not `proved`."});
  io.member("recheck", proof.recheck, {.presence = Presence::WhereSet, .about = "The same in words."});
}

template <class Io>
void describe(Io& io, results::LibraryClass& view) {
  io.about("Which fields of the model of a standard class hold what a person sees.");
  io.member("class", view.name, {});
  io.member(
      "kind", view.kind,
      {.about = "What is shown.", .schema = R"("enum": ["sequence", "set", "map", "optional", "string", "owner"])"});
  io.member("length", view.length,
            {.presence = Presence::WhereSet, .about = "The field that says how many elements count."});
  io.member("elements", view.elements, {.about = "The field with the elements, the text or the pointer."});
}

template <class Io>
void describe(Io& io, results::HeapObject& object) {
  io.member("id", object.id, {.schema = kId});
  io.member("class", object.class_name, {});
  io.member("fields", object.fields, {});
  io.member("freed", object.freed, {.presence = Presence::WhereSet, .about = "Dead in this state."});
  io.member("owner", object.owner,
            {.presence = Presence::WhereSet, .about = "Of a part: the object it lives in.", .schema = kId});
}

template <class Io>
void describe(Io& io, results::HeapState& state) {
  io.member("roots", state.roots, {.about = "this, the parameters and globals by name; after the call also `return`."});
  io.member("objects", state.objects, {});
}

template <class Io>
void describe(Io& io, results::Change& change) {
  using Kind = results::Change::Kind;
  io.about(
      "One update; `target` is Node0.next, Buf0.a[2], a variable, `return`, or the object that was allocated or "
      "freed.");
  io.member("kind", change.kind, {});
  std::string target = change.target();
  io.member("target", target, {.schema = kNotEmpty});
  io.member("object", change.object, {.presence = Presence::WhereSet, .schema = kId});
  std::string field = change.kind == Kind::Field ? change.name : "";
  io.member("field", field, {.presence = Presence::WhereSet});
  if constexpr (Io::kReads) change.name = change.object.empty() ? target : field;
  io.member("class", change.class_name, {.presence = Presence::WhereSet});
  io.member("from", change.from, {.presence = Presence::WhereSet});
  io.member("to", change.to, {.presence = Presence::WhereSet});
}

template <class Io>
void describe(Io& io, results::Step& step) {
  io.about("One executed statement. A call comes before the steps of its callee, which are one deeper.");
  io.member("file", step.file, {});
  io.member("line", step.line, {});
  io.member("column", step.column, {.presence = Presence::WhereSet, .schema = kFromOne});
  io.member("function", step.function, {});
  io.member("depth", step.depth, {});
  io.member("kind", step.kind, {.presence = Presence::MayBeMissing});
  io.member("text", step.text, {});
  io.member("callee", step.callee, {.presence = Presence::WhereSet});
  io.member("outcome", step.outcome, {.presence = Presence::WhereSet, .about = "Which way a condition went."});
  io.member("note", step.note, {.presence = Presence::WhereSet, .about = "What went wrong, at a fault."});
  io.member("changes", step.changes, {});
}

template <class Io>
void describe(Io& io, results::FunctionExtent& function) {
  io.member("name", function.name, {});
  io.member("file", function.file, {});
  io.member("line", function.line, {.schema = kFromOne});
  io.member("end_line", function.end_line, {.schema = kFromOne});
}

template <class Io>
void describe(Io& io, results::Evaluation& evaluation) {
  io.member("text", evaluation.text, {});
  io.member("value", evaluation.value, {});
}

template <class Io>
void describe(Io& io, results::Replay& replay) {
  io.member("confirmed", replay.confirmed, {.about = "The compiled program broke the property too."});
  io.member("reason", replay.reason,
            {.presence = Presence::WhereSet, .about = "Why it is not confirmed; where it is, what that assumes."});
  io.member("program", replay.program,
            {.presence = Presence::WhereSet, .about = "The C++ source of the reproduction."});
  io.member("output", replay.output, {.presence = Presence::WhereSet});
}

template <class Io>
void describe(Io& io, results::Counterexample& shown) {
  io.about("An execution. Replaying the changes of all steps on `pre` gives `post`.");
  io.member("pre", shown.pre, {});
  io.member("steps", shown.steps, {});
  io.member("post", shown.post, {});
  io.member("functions", shown.functions,
            {.presence = Presence::WhereSet, .about = "Where the executed functions stand."});
  io.member("violated", shown.violated, {.about = "The part of the property that is false."});
  io.member("witness", shown.witness, {.about = "The quantified variables for which it is false."});
  io.member("evaluations", shown.evaluations,
            {.presence = Presence::WhereSet, .about = "The expressions inside `violated`, with their values."});
  io.member("library", shown.library,
            {.presence = Presence::WhereSet, .about = "The classes of the standard library among the objects."});
  io.member("test", shown.test, {.presence = Presence::WhereSet, .about = "A regression test (`--test`)."});
  io.member("replay", shown.replay, {.presence = Presence::WhereSet});
}

template <class Io>
void describe(Io& io, results::CheckResult& result) {
  io.about("One property of one method.");
  io.member("method", result.method, {.schema = kNotEmpty});
  io.member("property", result.property,
            {.about = "The label, or the name of the built-in property.", .schema = kNotEmpty});
  io.member("verdict", result.verdict, {});
  io.member("never_returns", result.never_returns,
            {.presence = Presence::WhereSet,
             .about = "True where a built-in property holds and no execution within the scope returns or throws."});
  io.member("assumed", result.assumed,
            {.presence = Presence::WhereSet,
             .about = "What the verdict rests on, of functions: `log_info has no effect`, `die does not return`."});
  io.member("reason", result.reason.text,
            {.presence = Presence::WhereSet,
             .about = "Why it is unknown, vacuous or violated, in a sentence.",
             .schema = kNotEmpty});
  std::string cause = toString(result.reason.cause);
  io.member("cause", cause,
            {.presence = Presence::WhereSet,
             .about = "The same in a word: `time`, `memory`, `interrupted`, `unsupported` code, the `specification` of "
                      "a function without a body, `uninitialized-memory`, `too-large` a formula, a `failure` of weir. "
                      "A later version may have more.",
             .schema = kNotEmpty});
  if constexpr (Io::kReads) result.reason.cause = results::causeNamed(cause);
  io.member("text", result.text, {.presence = Presence::WhereSet, .about = "The property as it was written."});
  io.member(
      "kind", result.kind,
      {.presence = Presence::WhereSet, .schema = R"("enum": ["ensures", "modifies", "invariant", "throws", "check"])"});
  io.member("location", result.location, {.presence = Presence::WhereSet, .about = "Of the property."});
  io.member("method_location", result.method_location,
            {.presence = Presence::WhereSet, .about = "Of the method's definition."});
  io.member("scope", result.scope, {});
  io.member("mode", result.mode, {.schema = R"("enum": ["refine", "inline", "frames"])"});
  io.member("stats", result.stats, {});
  io.member("inferred", result.inferred, {});
  io.member("proof", result.proof, {.presence = Presence::WhereSet});
  io.member("no_proof", result.no_proof,
            {.presence = Presence::WhereSet, .about = "Why a property that holds was not proved for every size."});
  io.member("suggestion", result.suggestion,
            {.presence = Presence::WhereSet,
             .about = "Of a violated built-in property: with this `requires` it holds, which was checked."});
  io.member("suggestion_place", result.suggestion_place,
            {.presence = Presence::WhereSet,
             .about = "Where that clause can be inserted: behind the brace of the method's specification, or, in a "
                      "source, as a `//@` comment before this."});
  io.member("counterexample", result.counterexample, {.presence = Presence::WhereSet});
  io.require("verdict", {"violated"}, "counterexample");
  io.require("verdict", {"unknown", "vacuous"}, "reason");
}

template <class Io>
void describe(Io& io, results::RunResult& run) {
  io.about(
      "Written by `weir check --json FILE`. Keys may be added by a later version, never renamed; `schema` is raised "
      "when the meaning of one changes.");
  io.member("weir", run.version, {.about = "The version of weir."});
  int version = 1;
  io.member("schema", version, {.schema = R"("const": 1)"});
  io.member("results", run.results, {});
}

}  // namespace weir::report
