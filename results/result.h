// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a check found, as plain data: the verdict of each property and, for a violation, the execution that shows it.
//
//   CheckResult r;
//   r.method = "Graph::topologicalSort";  r.property = "indegree";  r.verdict = Verdict::Violated;
//   r.counterexample = Counterexample{};
//   r.counterexample->pre.roots.push_back({"this", Value::object("Graph0")});
//   r.counterexample->pre.objects.push_back({.id = "Node0", .class_name = "Node",
//                                            .fields = {{"inDeg", Value::integer(1)}, {"list", Value::null()}}});
//   r.counterexample->steps.push_back({.file = "toposort.cpp", .line = 90, .function = "Graph::fixIns", .depth = 1,
//                                      .text = "p->node->visitedInsNum = p->node->visitedInsNum + 1",
//                                      .changes = {Change::field("Node0", "visitedInsNum", Value::integer(1),
//                                                                Value::integer(2))}});
//
// Refinement fills these; tools/report writes them as the JSON of docs/schema/result.schema.json, from which the
// text, HTML, SARIF and JUnit forms and the replay are made. Everything is a list in the order to be shown, so that the
// same result always reads the same.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "results/reason.h"
#include "results/scope.h"

namespace weir::results {

/// A value as a reader sees it: Null, true, -3, Node0, &Node0.next, @compare, [..], {..} or ? (never initialised).
struct Value {
  enum class Kind { Null, Bool, Int, Text, Object, Slot, Function, Array, Set, Uninitialized };

  Kind kind = Kind::Null;
  bool boolean = false;  // Bool
  std::string text =
      {};  // Int: decimal, any width, or a fraction; Text: quoted; Object, Function: its name; Slot: "Node0.next"
  std::string enumerator = {};       // Int: its name, where the type is an enum and it has one: "Colour::Red"
  std::vector<Value> elements = {};  // Array: by index from 0; Set: in the order to be shown

  static Value null() { return {}; }
  static Value truth(bool b) { return {.kind = Kind::Bool, .boolean = b}; }
  static Value integer(std::int64_t i) { return decimal(std::to_string(i)); }
  static Value natural(std::uint64_t i) { return decimal(std::to_string(i)); }
  /// An integer of any width, as -?[0-9]+.
  static Value decimal(std::string digits) { return named(Kind::Int, std::move(digits)); }
  /// A string, in quotes and with what cannot be read escaped.
  static Value characters(std::string quoted) { return named(Kind::Text, std::move(quoted)); }
  static Value object(std::string id) { return named(Kind::Object, std::move(id)); }
  /// A pointer to a field, an element or a variable: "Node0.next", "Buf0.a[2]", "cur".
  static Value slot(std::string place) { return named(Kind::Slot, std::move(place)); }
  static Value function(std::string name) { return named(Kind::Function, std::move(name)); }
  static Value uninitialized() { return named(Kind::Uninitialized, {}); }
  static Value array(std::vector<Value> e) { return {.kind = Kind::Array, .elements = std::move(e)}; }
  static Value set(std::vector<Value> e) { return {.kind = Kind::Set, .elements = std::move(e)}; }

  bool operator==(const Value&) const = default;

 private:
  static Value named(Kind k, std::string t) { return {.kind = k, .text = std::move(t)}; }
};

using NamedValue = std::pair<std::string, Value>;

/// Ids are unique in a run of one counterexample and never reused: a freed Node0 stays Node0.
/// They are a letter or '_' followed by anything but blanks; `id` of a part may be "Owner0.link".
struct HeapObject {
  std::string id = {};
  std::string class_name = {};
  std::vector<NamedValue> fields = {};  // in declaration order
  bool freed = false;                   // dead at this point; its fields are then what they last were
  std::string owner = {};               // a part: the object it lives in; else empty

  bool operator==(const HeapObject&) const = default;
};

/// One state: the variables a caller can name (this, parameters, globals; afterwards also "return") and the heap.
struct HeapState {
  std::vector<NamedValue> roots = {};
  std::vector<HeapObject> objects = {};

  bool operator==(const HeapState&) const = default;
};

/// One update. Replaying the changes of all steps on `pre` gives `post`.
struct Change {
  enum class Kind { Field, Local, Global, Allocate, Free, Return };

  Kind kind = Kind::Field;
  std::string object = {};         // Field, Allocate, Free: the object's id
  std::string name = {};           // Field: "next", or "a[2]" for an element; Local, Global: the variable
  std::string class_name = {};     // Allocate
  std::optional<Value> from = {};  // absent where there was none before (a new local)
  std::optional<Value> to = {};    // absent for Allocate and Free

  static Change field(std::string object, std::string name, Value from, Value to) {
    return {Kind::Field, std::move(object), std::move(name), {}, std::move(from), std::move(to)};
  }
  static Change local(std::string name, std::optional<Value> from, Value to) {
    return {Kind::Local, {}, std::move(name), {}, std::move(from), std::move(to)};
  }
  static Change global(std::string name, Value from, Value to) {
    return {Kind::Global, {}, std::move(name), {}, std::move(from), std::move(to)};
  }
  static Change allocate(std::string object, std::string class_name) {
    return {Kind::Allocate, std::move(object), {}, std::move(class_name), {}, {}};
  }
  static Change free(std::string object) { return {Kind::Free, std::move(object), {}, {}, {}, {}}; }
  static Change returned(Value to) { return {Kind::Return, {}, "return", {}, {}, std::move(to)}; }

  /// "Node0.next", "Buf0.a[2]", "cur", "Node1" or "return".
  std::string target() const { return kind == Kind::Field ? object + "." + name : name.empty() ? object : name; }

  bool operator==(const Change&) const = default;
};

/// One executed statement. A Call step comes before the steps of the callee, which have depth + 1.
struct Step {
  enum class Kind { Statement, Condition, Call, Return, Throw, Fault };

  std::string file = {};
  int line = 0;
  int column = 0;
  std::string function = {};  // the one the statement is in
  int depth = 0;              // 0: the checked method
  std::string text = {};      // the statement as source, one line
  std::vector<Change> changes = {};
  Kind kind = Kind::Statement;
  std::string callee = {};           // Call
  std::optional<bool> outcome = {};  // Condition: which way it went
  std::string note = {};             // Fault: what went wrong, "Frame0 has been freed"; else a remark or empty

  bool operator==(const Step&) const = default;
};

/// A part of the false formula and its value in this execution: "#(e.*prev)'" is 1.
struct Evaluation {
  std::string text = {};
  Value value = {};
  bool operator==(const Evaluation&) const = default;
};

struct Replay {
  bool confirmed = false;
  std::string reason = {};   // why it is not confirmed, or what that assumes
  std::string program = {};  // the C++ source of the reproduction
  std::string output = {};   // what it printed, sanitizer report included
  bool operator==(const Replay&) const = default;
};

/// Where an executed function stands, so that a report can show it whole.
struct FunctionExtent {
  std::string name = {};  // as Step::function
  std::string file = {};
  int line = 0;
  int end_line = 0;
  bool operator==(const FunctionExtent&) const = default;
};

/// A class of the standard library that weir has a model of: which fields hold what a person sees.
struct LibraryClass {
  std::string name = {};      // "std::vector<int>"
  std::string kind = {};      // "sequence", "set", "map", "optional", "string", "owner"
  std::string length = {};    // the field that says how many elements count; true or false of an "optional"
  std::string elements = {};  // the field with the elements; the text of a "string", what an "owner" points to
  bool operator==(const LibraryClass&) const = default;
};

struct Counterexample {
  HeapState pre = {};
  std::vector<Step> steps = {};
  HeapState post = {};
  std::vector<FunctionExtent> functions = {};  // of every function in `steps`; may be empty
  std::string violated = {};                   // the part of the property that is false
  std::vector<NamedValue> witness = {};
  std::vector<Evaluation> evaluations = {};
  std::vector<LibraryClass> library = {};  // of objects in the states and steps
  std::string test = {};                   // a regression test, where one was asked for
  std::optional<Replay> replay = {};       // absent: not asked for
  bool operator==(const Counterexample&) const = default;
};

enum class Verdict { Holds, Violated, Proved, Vacuous, Unknown };

struct Stats {
  double time_ms = 0;
  std::int64_t refinements = 0;
  std::int64_t solver_calls = 0;
  std::int64_t variables = 0;
  std::int64_t clauses = 0;
  std::int64_t callees = 0;
  std::int64_t callees_refined = 0;
  std::map<std::string, double> phases_ms = {};  // "encode", "solve", "validate", ...: where the time went
  bool operator==(const Stats&) const = default;
};

/// What was inferred for one call site.
struct Inferred {
  std::string call_site = {};  // "toposort.cpp:31"
  std::string callee = {};
  std::int64_t refinements = 0;
  std::string specification = {};  // in the specification language
  bool needed = true;              // false: the property was decided without knowing anything of the callee's body
  bool inlined = false;            // refining it was estimated to cost more than its body
  bool operator==(const Inferred&) const = default;
};

struct Location {
  std::string file = {};
  int line = 0;
  int column = 0;
  bool operator==(const Location&) const = default;
};

/// Why a property holds for every size.
/// What another engine says of a proof.
enum class Recheck { NotAsked, Confirmed, Refuted, Unknown };

struct Proof {
  struct Invariant {
    std::string place = {};    // "list.cpp:12"
    std::string formula = {};  // in the specification language
    bool operator==(const Invariant&) const = default;
  };
  std::string method = {};  // "invariants at a cutoff"
  std::vector<Invariant> invariants = {};
  std::int64_t cutoff = 0;  // so many cells stand for any number
  double time_ms = 0;
  Recheck rechecked = Recheck::NotAsked;
  std::string recheck = {};  // the same in words: "Z3 confirms 12 questions"
  bool operator==(const Proof&) const = default;
};

/// One property of one method.
struct CheckResult {
  std::string method = {};
  std::string property = {};
  Verdict verdict = Verdict::Unknown;
  bool never_returns = false;     // of a built-in property that holds: no execution within the scope returns or throws
  Reason reason = {};             // for unknown and vacuous always; for violated the sentence to show first, or empty
  std::string text = {};          // the property as written: "return => contents[this.nodes]' = contents[this.nodes]"
  std::string kind = {};          // "ensures", "modifies", "invariant", "throws", "check"
  Location location = {};         // of the property in its .weir file (or of the //@ comment)
  Location method_location = {};  // of the method's definition in the source
  Scope scope = {};
  std::string mode = "refine";
  Stats stats = {};
  std::vector<Inferred> inferred = {};
  std::optional<Proof> proof = {};        // of a property that is proved for every size of the heap
  std::string no_proof = {};              // why one that holds is not; empty where none was tried
  std::string suggestion = {};            // of a violated property: with this `requires` it holds; checked
  Location suggestion_place = {};         // where such a clause can be inserted
  std::vector<std::string> assumed = {};  // of functions, which the verdict rests on: "log_info has no effect"
  std::optional<Counterexample> counterexample = {};
  bool operator==(const CheckResult&) const = default;
};

/// One run of `weir check`.
struct RunResult {
  std::string version = {};
  std::vector<CheckResult> results = {};
  bool operator==(const RunResult&) const = default;
};

/// "holds", "violated", "proved", "vacuous", "unknown".
inline std::string toString(Verdict v) {
  switch (v) {
    case Verdict::Holds: return "holds";
    case Verdict::Violated: return "violated";
    case Verdict::Proved: return "proved";
    case Verdict::Vacuous: return "vacuous";
    case Verdict::Unknown: break;
  }
  return "unknown";
}

}  // namespace weir::results
