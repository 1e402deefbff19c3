// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// goto. In the list of statements that holds the label, the statements from the first jump up to the label are a
// block, and a jump forward breaks out of it; those from the label to the last jump back are a loop:
//
//   again: a; if (c) goto done; if (d) goto again; b; done: e;
//
//   block done { loop again { a; if c break done; if d continue again; break again } b } e
//
// Regions that overlap are widened until they nest. A jump into a statement has no counterpart.
#include <algorithm>

#include "frontend/body_lowering.h"

namespace weir::frontend {

namespace {

bool jumpsTo(const clang::Stmt* stmt, const clang::LabelDecl* label) {
  if (stmt == nullptr) return false;
  if (const auto* jump = llvm::dyn_cast<clang::GotoStmt>(stmt)) return jump->getLabel() == label;
  for (const clang::Stmt* child : stmt->children())
    if (jumpsTo(child, label)) return true;
  return false;
}

struct Region {
  std::size_t begin = 0;
  std::size_t end = 0;  // one past the last statement
  bool is_loop = false;
  const clang::LabelDecl* label = nullptr;
};

struct Flat {
  std::vector<const clang::Stmt*> statements;
  std::vector<std::pair<std::size_t, const clang::LabelDecl*>> labels;  // in front of which statement
};

Flat flatten(llvm::ArrayRef<const clang::Stmt*> statements) {
  Flat flat;
  for (const clang::Stmt* stmt : statements) {
    while (const auto* labelled_stmt = llvm::dyn_cast_or_null<clang::LabelStmt>(stmt)) {
      flat.labels.emplace_back(flat.statements.size(), labelled_stmt->getDecl());
      stmt = labelled_stmt->getSubStmt();
    }
    flat.statements.push_back(stmt);
  }
  return flat;
}

std::vector<Region> regionsOf(const Flat& flat) {
  std::vector<Region> regions;
  for (const auto& [position, label] : flat.labels) {
    Region forward{.begin = position, .end = position, .label = label};
    Region backward{.begin = position, .end = position, .is_loop = true, .label = label};
    for (std::size_t i = 0; i < flat.statements.size(); ++i) {
      if (!jumpsTo(flat.statements[i], label)) continue;
      if (i < position) forward.begin = std::min(forward.begin, i);
      if (i >= position) backward.end = i + 1;
    }
    if (forward.begin < forward.end) regions.push_back(forward);
    if (backward.begin < backward.end) regions.push_back(backward);
  }
  // Widen until any two are nested or apart: a block may start earlier, a loop may end later.
  for (bool changed = true; changed;) {
    changed = false;
    for (Region& a : regions)
      for (Region& b : regions) {
        const bool overlap = a.begin < b.begin && b.begin < a.end && a.end < b.end;
        if (!overlap) continue;
        if (!b.is_loop) {
          b.begin = a.begin;
        } else if (a.is_loop) {
          a.end = b.end;
        } else {
          continue;  // a jump into a loop: left overlapping, reported by the jump
        }
        changed = true;
      }
  }
  return regions;
}

bool overlapsAnother(const Region& region, const std::vector<Region>& regions) {
  for (const Region& other : regions)
    if (region.begin < other.begin && other.begin < region.end && region.end < other.end) return true;
  return false;
}

}  // namespace

void BodyLowering::sequence(llvm::ArrayRef<const clang::Stmt*> statements) {
  for (const clang::Stmt* stmt : statements)
    if (llvm::isa_and_nonnull<clang::LabelStmt>(stmt)) return labelled(statements);
  for (const clang::Stmt* stmt : statements) statement(stmt);
}

void BodyLowering::labelled(llvm::ArrayRef<const clang::Stmt*> statements) {
  const Flat flat = flatten(statements);
  std::vector<Region> regions;
  for (const Region& region : regionsOf(flat)) {
    const std::vector<Region> all = regionsOf(flat);
    if (!overlapsAnother(region, all)) regions.push_back(region);
  }
  // In C a variable lives from the beginning of its block on, and jumps may pass its declaration, or lead back to it:
  // `again:; int x; if (p != NULL) return *p; p = &x; goto again;`.
  for (std::size_t i = 0; i < flat.statements.size() && !unit_.isCxx(); ++i) {
    const auto mayComeAgain = [&](const Region& region) {
      return region.is_loop && region.begin <= i && i < region.end;
    };
    const bool may_come_again = std::ranges::any_of(regions, mayComeAgain);
    const auto isWanted = [&](const clang::VarDecl* variable) {
      if (may_come_again) return true;
      return std::ranges::any_of(regions, [&](const Region& region) {
        const auto behind = llvm::ArrayRef(flat.statements).drop_front(region.end);
        return region.begin <= i && i < region.end &&
               llvm::any_of(behind, [&](const clang::Stmt* stmt) { return mentions(stmt, variable); });
      });
    };
    beginEarly(flat.statements[i], {.wanted = isWanted, .may_come_again = may_come_again});
  }
  // Outer regions first; of two equal ones the block is outside.
  std::stable_sort(regions.begin(), regions.end(), [](const Region& a, const Region& b) {
    if (a.begin != b.begin) return a.begin < b.begin;
    if (a.end != b.end) return a.end > b.end;
    return !a.is_loop && b.is_loop;
  });
  std::size_t next_region = 0;
  const std::function<void(std::size_t, std::size_t)> lowerRange = [&](std::size_t begin, std::size_t end) {
    while (begin < end) {
      if (next_region == regions.size() || regions[next_region].begin != begin || regions[next_region].end > end) {
        statement(flat.statements[begin++]);
        continue;
      }
      const Region region = regions[next_region++];
      const std::string label = newLabel(region.label->getNameAsString());
      range_ = unit_.range(flat.statements[region.begin]->getSourceRange());
      if (region.is_loop) {
        auto& loop = emit<program::LoopStmt>();
        loop.label = label;
        loop.condition = boolean(true);
        inside(loop.body, [&] {
          openScope();
          const auto shadowed = goto_targets_.find(region.label);
          const std::optional<JumpTarget> outer =
              shadowed == goto_targets_.end() ? std::nullopt : std::optional(shadowed->second);
          goto_targets_[region.label] = targetHere(label, true);
          lowerRange(region.begin, region.end);
          closeScope();
          if (fallsThrough(*out_)) breakTo(label);
          if (outer)
            goto_targets_[region.label] = *outer;
          else
            goto_targets_.erase(region.label);
        });
      } else {
        auto& block = emit<program::BlockStmt>();
        block.label = label;
        goto_targets_[region.label] = targetHere(label, false);
        inside(block.body, [&] { lowerRange(region.begin, region.end); });
        goto_targets_.erase(region.label);
      }
      begin = region.end;
    }
  };
  lowerRange(0, flat.statements.size());
}

void BodyLowering::gotoStatement(const clang::GotoStmt* stmt) {
  const auto target = goto_targets_.find(stmt->getLabel());
  if (target == goto_targets_.end())
    return unsupported("a goto into a statement, to '" + stmt->getLabel()->getNameAsString() + "'");
  jump(target->second);
}

}  // namespace weir::frontend
