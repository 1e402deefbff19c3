// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/encode/alike_classes.h"

#include <algorithm>
#include <tuple>

namespace weir::refine {

using namespace program;

void ClassQuestions::asksForOneOf(std::span<const ClassDecl* const> classes) {
  std::vector<const ClassDecl*> group(classes.begin(), classes.end());
  std::ranges::sort(group);
  groups_.insert(std::move(group));
}

std::map<const ClassDecl*, const ClassDecl*> ClassQuestions::representatives(std::span<const ClassDecl* const> classes,
                                                                             const std::set<const Field*>& fields,
                                                                             const Program& program) const {
  using Answers = std::tuple<std::vector<bool>, std::vector<const Procedure*>, std::vector<const Field*>>;
  const auto answersOf = [&](const ClassDecl* class_decl) {
    Answers answers;
    auto& [groups, overriders, own_fields] = answers;
    for (const auto& group : groups_) groups.push_back(std::ranges::binary_search(group, class_decl));
    for (const Procedure* procedure : dispatched_)
      overriders.push_back(class_decl->derivesFrom(procedure->method_of) ? program.finalOverrider(procedure, class_decl)
                                                                         : nullptr);
    std::ranges::copy_if(fields, std::back_inserter(own_fields),
                         [&](const Field* field) { return class_decl->derivesFrom(field->owner); });
    return answers;
  };
  std::map<Answers, const ClassDecl*> first;
  std::map<const ClassDecl*, const ClassDecl*> found;
  for (const ClassDecl* class_decl : classes) {
    // Objects of other kinds differ in what they are, not only in what was asked.
    if (class_decl->is_array || class_decl->is_box || class_decl->is_globals || class_decl->is_incomplete) continue;
    const auto [entry, is_new] = first.try_emplace(answersOf(class_decl), class_decl);
    if (!is_new) found.emplace(class_decl, entry->second);
  }
  return found;
}

}  // namespace weir::refine
