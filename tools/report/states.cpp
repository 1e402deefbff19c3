// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/report/states.h"

#include <algorithm>
#include <charconv>

#include "tools/report/json.h"

namespace weir::report {
namespace {

using namespace weir::results;

void assign(std::vector<NamedValue>& values, const std::string& name, const Value& value) {
  for (auto& [key, old] : values) {
    if (key == name) {
      old = value;
      return;
    }
  }
  values.emplace_back(name, value);
}

HeapObject* find(HeapState& heap, const std::string& id) {
  for (HeapObject& o : heap.objects) {
    if (o.id == id) return &o;
  }
  return nullptr;
}

/// `name` may be an element, "a[2]".
void assignElement(std::vector<NamedValue>& values, const std::string& name, const Value& value) {
  const auto [field, index] = splitElement(name);
  if (index < 0) return assign(values, name, value);
  for (auto& [key, old] : values) {
    if (key != field) continue;
    old.kind = Value::Kind::Array;
    if (old.elements.size() <= static_cast<size_t>(index))
      old.elements.resize(static_cast<size_t>(index) + 1, Value::uninitialized());
    old.elements[static_cast<size_t>(index)] = value;
    return;
  }
  std::vector<Value> elements(static_cast<size_t>(index) + 1, Value::uninitialized());
  elements.back() = value;
  values.emplace_back(field, Value::array(std::move(elements)));
}

/// A variable whose address a caller gave away is changed from inside its callees; a new one is always the callee's.
std::vector<NamedValue>& localsWith(const Change& change, ExecutionState& state) {
  const std::string name = splitElement(change.name).first;
  for (auto frame = state.frames.rbegin(); change.from && frame != state.frames.rend(); ++frame)
    for (const NamedValue& local : frame->locals)
      if (local.first == name) return frame->locals;
  return state.frames.back().locals;
}

void freeWithParts(HeapState& heap, const std::string& id) {
  for (HeapObject& o : heap.objects) {
    if (o.id == id) o.freed = true;
    if (o.owner == id && !o.freed) freeWithParts(heap, o.id);
  }
}

/// The fields of a new object are unknown until they are assigned; which it has, and which parts come with it, the end
/// of the run shows.
void allocateWithParts(HeapState& heap, const HeapState& post, const std::string& id, const std::string& class_name) {
  HeapObject fresh{.id = id, .class_name = class_name};
  const auto isPart = [&](const Value& v) {
    return v.kind == Value::Kind::Object && std::any_of(post.objects.begin(), post.objects.end(),
                                                        [&](const auto& o) { return o.id == v.text && o.owner == id; });
  };
  for (const HeapObject& o : post.objects) {
    if (o.id != id) continue;
    fresh.owner = o.owner;
    for (const auto& [name, value] : o.fields) {
      const bool is_array = value.kind == Value::Kind::Array;
      if (isPart(value) || (is_array && !value.elements.empty() && isPart(value.elements[0]))) {
        fresh.fields.emplace_back(name, value);
        continue;
      }
      Value unset = Value::uninitialized();
      if (is_array) unset = Value::array(std::vector<Value>(value.elements.size(), Value::uninitialized()));
      fresh.fields.emplace_back(name, std::move(unset));
    }
  }
  if (HeapObject* old = find(heap, id)) {
    *old = std::move(fresh);
  } else {
    heap.objects.push_back(std::move(fresh));
  }
  for (const HeapObject& part : post.objects)
    if (part.owner == id) allocateWithParts(heap, post, part.id, part.class_name);
}

void apply(const Change& change, ExecutionState& state, const HeapState& post) {
  const Value to = change.to.value_or(Value::uninitialized());
  switch (change.kind) {
    case Change::Kind::Field:
      if (HeapObject* o = find(state.heap, change.object)) assignElement(o->fields, change.name, to);
      break;
    case Change::Kind::Local: assignElement(localsWith(change, state), change.name, to); break;
    case Change::Kind::Global: assignElement(state.heap.roots, change.name, to); break;
    case Change::Kind::Return:
      if (state.frames.size() == 1) assign(state.heap.roots, "return", to);
      break;
    case Change::Kind::Free: freeWithParts(state.heap, change.object); break;
    case Change::Kind::Allocate: allocateWithParts(state.heap, post, change.object, change.class_name); break;
  }
}

void enterFrame(const Step& step, bool after_call, ExecutionState& state, int& calls) {
  auto& frames = state.frames;
  while (!frames.empty() && frames.back().depth > step.depth) frames.pop_back();
  // Two calls of one function in a row stand at the same depth: the call between them tells them apart.
  if (after_call && !frames.empty() && frames.back().depth == step.depth) frames.pop_back();
  if (frames.empty() || frames.back().depth < step.depth || frames.back().function != step.function) {
    if (!frames.empty() && frames.back().depth == step.depth) frames.pop_back();
    frames.push_back({calls++, step.function, step.depth, {}});
  }
}

void compareNamed(const std::string& prefix, const std::vector<NamedValue>& got, const std::vector<NamedValue>& want,
                  std::vector<std::string>& gaps) {
  for (const auto& [name, value] : want) {
    const auto at = std::find_if(got.begin(), got.end(), [&](const NamedValue& v) { return v.first == name; });
    const std::string shown = at == got.end() ? "missing" : shownValue(at->second);
    if (at == got.end() || !(at->second == value))
      gaps.push_back(prefix + name + " is " + shown + ", not " + shownValue(value));
  }
}

}  // namespace

std::pair<std::string, int> splitElement(const std::string& name) {
  const size_t open = name.rfind('[');
  if (open == std::string::npos || name.back() != ']') return {name, -1};
  int index = -1;
  const char* end = name.data() + name.size() - 1;
  const auto parsed = std::from_chars(name.data() + open + 1, end, index);
  if (parsed.ec != std::errc() || parsed.ptr != end || index < 0) return {name, -1};
  return {name.substr(0, open), index};
}

std::vector<ExecutionState> statesOf(const Counterexample& counterexample) {
  std::vector<ExecutionState> states;
  ExecutionState state{counterexample.pre, {}};
  states.push_back(state);
  bool after_call = false;
  int call_depth = 0;
  int calls = 0;
  for (const Step& step : counterexample.steps) {
    enterFrame(step, after_call && step.depth == call_depth + 1, state, calls);
    for (const Change& change : step.changes) apply(change, state, counterexample.post);
    after_call = step.kind == Step::Kind::Call;
    call_depth = step.depth;
    states.push_back(state);
  }
  return states;
}

std::vector<std::string> traceGaps(const Counterexample& counterexample) {
  std::vector<std::string> gaps;
  HeapState last = statesOf(counterexample).back().heap;
  compareNamed("", last.roots, counterexample.post.roots, gaps);
  for (const HeapObject& want : counterexample.post.objects) {
    const HeapObject* got = find(last, want.id);
    if (!got) {
      gaps.push_back(want.id + " is never allocated");
    } else if (got->freed != want.freed) {
      gaps.push_back(want.id + (want.freed ? " is never freed" : " is freed, but alive at the end"));
    } else {
      compareNamed(want.id + ".", got->fields, want.fields, gaps);
    }
  }
  return gaps;
}

}  // namespace weir::report
