// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "prove/live_variables.h"

#include <algorithm>
#include <set>

namespace weir::prove {

namespace {

using Live = std::vector<std::set<const program::Local*>>;  // by cut point

template <typename Truth, typename Visit>
void forEachTest(Truth& truth, const Visit& visit) {
  if (!truth) return;
  for (auto* cases : {&truth->when_true, &truth->when_false})
    for (auto& conjunction : *cases)
      for (auto& test : conjunction) visit(test);
}

std::set<Value> usedOn(const Path& path) {
  std::set<Value> used;
  for (const Step& step : path.steps) {
    for (const Value value : {step.test.a, step.test.b, step.test.left.object, step.test.right.object, step.object,
                              step.kind == Step::Kind::Store ? step.value : kNull})
      used.insert(value);
    if (step.number) used.insert(step.number->object);
  }
  if (path.to != Path::kExit) return used;
  used.insert(path.result);
  forEachTest(path.truth,
              [&](const Test& test) { used.insert({test.a, test.b, test.left.object, test.right.object}); });
  return used;
}

Live liveAtHeads(const HeapProgram& program) {
  Live live(program.cut_points.size());
  for (bool again = true; again;) {
    again = false;
    for (const Path& path : program.paths) {
      if (path.from < 0) continue;
      std::set<Value> used = usedOn(path);
      if (path.to >= 0)
        for (const program::Local* local : live[at(path.to)])
          if (const auto found = path.after.find(local); found != path.after.end()) used.insert(found->second);
      const auto& variables = program.cut_points[at(path.from)].variables;
      for (std::size_t i = 0; i < variables.size(); ++i)
        if (used.contains(path.before[i])) again |= live[at(path.from)].insert(variables[i]).second;
    }
  }
  return live;
}

/// Values in the order in which a path comes to them: null, the parameters at entry, the variables, what it loads.
void renumber(Path& path) {
  std::vector<Value> number(path.classes.size(), kNull);
  std::vector<const program::ClassDecl*> classes = {nullptr};
  const auto give = [&](Value& value) {
    classes.push_back(path.classes[at(value)]);
    number[at(value)] = static_cast<Value>(classes.size()) - 1;
    value = number[at(value)];
  };
  const auto take = [&](Value& value) { value = number[at(value)]; };
  for (Value& root : path.roots) give(root);
  if (path.slot && path.slot->field != nullptr) give(path.slot->owner);
  for (Value& before : path.before) give(before);
  for (Step& step : path.steps) {
    for (Value* used : {&step.test.a, &step.test.b, &step.test.left.object, &step.test.right.object, &step.object})
      take(*used);
    if (step.number) take(step.number->object);
    if (step.value != kNull && step.kind != Step::Kind::Store)
      give(step.value);
    else
      take(step.value);
  }
  for (auto& [local, value] : path.after) take(value);
  take(path.result);
  forEachTest(path.truth, [&](Test& test) {
    for (Value* used : {&test.a, &test.b, &test.left.object, &test.right.object}) take(*used);
  });
  path.classes = std::move(classes);
}

}  // namespace

void replaceFixedParameters(HeapProgram& program) {
  const auto replace = [](Path& path, Value old, Value root) {
    const auto take = [&](Value& value) {
      if (value == old) value = root;
    };
    for (Step& step : path.steps) {
      for (Value* used : {&step.test.a, &step.test.b, &step.test.left.object, &step.test.right.object, &step.object})
        take(*used);
      if (step.number) take(step.number->object);
      if (step.kind == Step::Kind::Store) take(step.value);
    }
    for (auto& [local, value] : path.after) take(value);
    take(path.result);
    forEachTest(path.truth, [&](Test& test) {
      for (Value* used : {&test.a, &test.b, &test.left.object, &test.right.object}) take(*used);
    });
  };
  for (std::size_t i = 0; i < program.roots.size(); ++i) {
    const program::Local* root = program.roots[i];
    if (isAssigned(*program.procedure, root)) continue;
    for (Path& path : program.paths) {
      if (path.from >= 0) {
        const auto& variables = program.cut_points[at(path.from)].variables;
        const auto found = std::ranges::find(variables, root);
        if (found != variables.end()) {
          const auto position = found - variables.begin();
          replace(path, path.before[static_cast<std::size_t>(position)], path.roots[i]);
          path.before.erase(path.before.begin() + position);
        }
      }
      path.after.erase(root);
    }
    for (CutPoint& point : program.cut_points) std::erase(point.variables, root);
  }
  for (Path& path : program.paths) renumber(path);
}

std::string keepLiveVariables(HeapProgram& program) {
  const Live live = liveAtHeads(program);
  for (Path& path : program.paths) {
    if (path.from >= 0) {
      std::vector<Value> kept;
      const auto& variables = program.cut_points[at(path.from)].variables;
      for (std::size_t i = 0; i < variables.size(); ++i)
        if (live[at(path.from)].contains(variables[i])) kept.push_back(path.before[i]);
      path.before = std::move(kept);
    }
    if (path.to < 0) continue;
    std::map<const program::Local*, Value> kept;
    for (const program::Local* local : live[at(path.to)]) {
      const auto found = path.after.find(local);
      if (found == path.after.end()) return local->name;
      kept.insert(*found);
    }
    path.after = std::move(kept);
  }
  for (std::size_t i = 0; i < program.cut_points.size(); ++i)
    std::erase_if(program.cut_points[i].variables,
                  [&](const program::Local* local) { return !live[i].contains(local); });
  for (Path& path : program.paths) renumber(path);
  return "";
}

}  // namespace weir::prove
