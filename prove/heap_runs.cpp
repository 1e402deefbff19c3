// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "prove/heap_runs.h"

#include <algorithm>
#include <random>
#include <unordered_set>

#include "prove/small_heap.h"

namespace weir::prove {

using solver::Answer;
using solver::Gate;
using solver::Literal;

namespace {

constexpr int kMostObjects = 4;  // of a class of cells, at entry
constexpr int kHeapsOfSize = 40;
constexpr int kTriesForHeap = 24;
constexpr std::size_t kMostStatesOfHeap = 200;
constexpr std::size_t kMostObjectsInRun = 7;
constexpr std::size_t kBitsOfNumbers = 2;

/// Entry states that meet the requirements, from the structure of prove/heap_structure.h where nothing is out.
class Heaps {
 public:
  Heaps(const Subject& subject, const HeapWords& words, const Path& entry)
      : subject_(subject), words_(words), entry_(entry), room_(roomFor()), structure_(room_, words.followed) {
    start_.emplace(subject_, entry_, structure_, Ways::None);
    for (const Field* field : words_.fields) {
      if (field->type->isInteger()) continue;
      for (int a = 0; a < structure_.size(field->owner); ++a)
        structure_.assertTrue(
            !(field->holdsParts() ? structure_.part(field, a) : structure_.field(field, a, true)).out);
    }
    const auto small = [&](const HeapStructure::Number& number) {
      for (std::size_t bit = kBitsOfNumbers; bit < number.size(); ++bit) structure_.assertTrue(!number[bit]);
    };
    for (const program::Local* parameter : words_.parameters) small(structure_.parameter(parameter));
    for (const Field* field : words_.followed)
      if (field->type->isInteger())
        for (int a = 0; a < structure_.size(field->owner); ++a) small(structure_.number(field, a, true));
  }

  /// One with at most so many objects of a class, at random; false: there is none.
  bool next(int objects, SmallHeap& heap) {
    std::vector<Literal> wanted = preferences(objects), fixed;
    for (const auto& [class_decl, room] : room_)
      for (int a = objects; a < room && class_decl != nullptr; ++a)
        fixed.push_back(structure_.literal(!structure_.exists(class_decl, a)));
    for (int tries = 0; tries < kTriesForHeap; ++tries) {
      if (tries == kTriesForHeap - 1) wanted.clear();
      std::vector<Literal> assumed = fixed;
      assumed.insert(assumed.end(), wanted.begin(), wanted.end());
      const Answer answer = structure_.solve(assumed, {.conflicts = 1000});
      if (answer == Answer::Satisfiable) {
        read(heap);
        return true;
      }
      if (answer == Answer::Unknown) return false;
      std::vector<Literal> dropped;
      for (const Literal literal : structure_.failed())
        if (std::ranges::find(wanted, literal) != wanted.end()) dropped.push_back(literal);
      if (dropped.empty()) return false;
      // One of them at first, then half.
      std::erase(wanted, dropped[any(dropped.size())]);
      if (tries > kTriesForHeap / 2)
        for (std::size_t i = 0; i < dropped.size(); i += 2) std::erase(wanted, dropped[i]);
    }
    return false;
  }

 private:
  HeapStructure::Room roomFor() const {
    HeapStructure::Room room;
    for (bool again = true; again;) {
      HeapStructure counted(room, words_.followed, true);
      const HeapPath start(subject_, entry_, counted, Ways::None);
      for (const program::Local* parameter : words_.parameters) counted.parameter(parameter);
      for (const auto& [class_decl, names] : counted.names()) room[class_decl] = std::max(room[class_decl], names);
      again = !counted.hasRoom();
    }
    for (const Field* field : words_.fields) {
      if (field->type->isInteger()) continue;
      const ClassDecl* target =
          field->holdsParts() ? field->type->class_decl : field->elementType()->pointee->class_decl;
      room[field->owner] = std::max(room[field->owner], field->owner == target ? kMostObjects : 2);
    }
    return room;
  }

  std::size_t any(std::size_t below) { return random_() % below; }
  std::size_t bits() { return std::min(kBitsOfNumbers, structure_.bitsOfNumber()); }

  /// Mostly long lists in which one object leads to the next, else anything.
  std::vector<Literal> preferences(int objects) {
    std::vector<Gate> gates;
    const bool is_chain = any(2) == 0;
    for (const HeapStructure::Pointer& root : start_->namesBefore()) {
      const std::size_t to = any(root.at.size() + 1);
      gates.push_back(to < root.at.size() ? root.at[to] : any(3) == 0 ? root.null : root.at[0]);
    }
    for (const Field* field : words_.fields) {
      if (field->holdsParts()) continue;
      for (int a = 0; a < std::min(objects, structure_.size(field->owner)); ++a) {
        if (field->type->isInteger()) {
          if (!words_.followed.contains(field)) continue;
          for (std::size_t bit = 0; bit < bits(); ++bit) {
            const Gate gate = structure_.number(field, a, true)[bit];
            gates.push_back(any(2) == 0 ? gate : !gate);
          }
          continue;
        }
        const HeapStructure::Pointer& value = structure_.field(field, a, true);
        const std::size_t to = is_chain ? at(a) + 1 : any(value.at.size() + 1);
        gates.push_back(to < value.at.size() && static_cast<int>(to) < objects ? value.at[to] : value.null);
      }
    }
    for (const auto& [class_decl, room] : room_)
      for (int a = 0; a < std::min(objects, room) && class_decl != nullptr; ++a) {
        gates.push_back(structure_.exists(class_decl, a));
        if (any(6) != 0) gates.push_back(structure_.isLive(class_decl, a, true));
      }
    std::vector<Literal> literals;
    for (const Gate gate : gates)
      if (!gate.isConstant()) literals.push_back(structure_.literal(gate));
    for (std::size_t i = literals.size(); i > 1; --i) std::swap(literals[i - 1], literals[any(i)]);
    return literals;
  }

  void read(SmallHeap& heap) {
    heap = {};
    solver::Valuation value = structure_.model();
    std::map<const ClassDecl*, std::vector<int>> numbers;  // of an object in the structure: here
    for (const auto& [class_decl, room] : room_)
      for (int a = 0; a < room && class_decl != nullptr; ++a) {
        numbers[class_decl].push_back(static_cast<int>(heap.objects.size()));
        if (!value(structure_.exists(class_decl, a))) {
          numbers[class_decl].back() = -1;
          continue;
        }
        const bool lives = value(structure_.isLive(class_decl, a, true));
        heap.objects.push_back({.class_decl = class_decl, .lived_at_entry = lives, .lives = lives});
      }
    const auto pointer = [&](const HeapStructure::Pointer& from) {
      for (std::size_t b = 0; b < from.at.size(); ++b)
        if (value(from.at[b])) return numbers.at(from.class_decl)[b];
      return -1;
    };
    for (const Field* field : words_.fields) {
      if (field->type->isInteger() && !words_.followed.contains(field)) continue;
      std::vector<int>& values = heap.at_entry[field];
      values.assign(heap.objects.size(), field->type->isInteger() ? 0 : -1);
      for (int a = 0; a < structure_.size(field->owner); ++a) {
        const int object = numbers.at(field->owner)[at(a)];
        if (object < 0) continue;
        if (!field->type->isInteger()) {
          values[at(object)] =
              pointer(field->holdsParts() ? structure_.part(field, a) : structure_.field(field, a, true));
          continue;
        }
        for (std::size_t bit = 0; bit < bits(); ++bit)
          if (value(structure_.number(field, a, true)[bit])) values[at(object)] |= 1 << bit;
      }
    }
    heap.now = heap.at_entry;
    for (const HeapStructure::Pointer& root : start_->namesBefore()) heap.roots.push_back(pointer(root));
    for (const program::Local* parameter : words_.parameters) {
      int& of = heap.numbers[parameter];
      const HeapStructure::Number number = structure_.parameter(parameter);
      for (std::size_t bit = 0; bit < bits(); ++bit)
        if (value(number[bit])) of |= 1 << bit;
    }
    if (entry_.slot) {
      heap.slot_field = entry_.slot->field;
      if (heap.slot_field != nullptr) heap.slot_owner = pointer(start_->slotOwner());
    }
  }

  const Subject& subject_;
  const HeapWords& words_;
  const Path& entry_;
  HeapStructure::Room room_;
  HeapStructure structure_;
  std::optional<HeapPath> start_;
  std::mt19937 random_{1};
};

class Harvester {
 public:
  Harvester(const Subject& subject, const HeapWords& words, std::vector<std::vector<HeapFamily>>& families,
            const std::function<void()>& checkpoint)
      : subject_(subject), words_(words), families_(families), checkpoint_(checkpoint) {
    for (const auto& of_head : families) rows_.emplace_back(of_head.size());
    seen_.resize(rows_.size());
    for (std::size_t head = 0; head < rows_.size(); ++head) seen_[head].resize(rows_[head].size());
  }

  void run() {
    std::vector<Path> entries;
    for (const Path& path : subject_.program.paths) {
      if (path.from != Path::kEntry) continue;
      const auto isSame = [&](const Path& entry) {
        return entry.slot.has_value() == path.slot.has_value() && (!path.slot || entry.slot->field == path.slot->field);
      };
      if (std::ranges::any_of(entries, isSame)) continue;
      Path& entry = entries.emplace_back(path);
      entry.steps.clear();
    }
    for (const Path& entry : entries) {
      Heaps heaps(subject_, words_, entry);
      SmallHeap heap;
      for (int objects = 1; objects <= kMostObjects; ++objects)
        for (int i = 0; i < kHeapsOfSize; ++i) {
          checkpoint_();
          if (!heaps.next(objects, heap)) break;
          go(heap);
        }
    }
    for (std::size_t head = 0; head < families_.size(); ++head)
      for (std::size_t i = 0; i < families_[head].size(); ++i)
        families_[head][i].clauses = mineClauses(rows_[head][i], families_[head][i].mined(), checkpoint_);
  }

 private:
  void go(const SmallHeap& entry) {
    std::vector<std::pair<int, SmallHeap>> states{{Path::kEntry, entry}};
    for (std::size_t i = 0; i < states.size() && states.size() < kMostStatesOfHeap; ++i)
      for (const Path& path : subject_.program.paths) {
        if (path.from != states[i].first || path.to < 0) continue;
        std::pair<int, SmallHeap> after{path.to, states[i].second};
        if (!follow(path, subject_.program, after.second) || after.second.objects.size() > kMostObjectsInRun) continue;
        if (std::ranges::find(states, after) != states.end()) continue;
        note(after.second, at(path.to));
        states.push_back(std::move(after));
      }
  }

  void note(const SmallHeap& heap, std::size_t head) {
    for (std::size_t i = 0; i < families_[head].size(); ++i) {
      const HeapFamily& family = families_[head][i];
      const std::vector<int> terms = termsIn(heap, family.terms);
      const auto isCell = [&](std::size_t object) { return heap.objects[object].class_decl == family.cell; };
      for (std::size_t u = 0; u < heap.objects.size(); ++u)
        for (std::size_t v = 0; v < heap.objects.size() && isCell(u); ++v) {
          if (!isCell(v)) continue;
          std::vector<bool> row;
          row.reserve(family.atoms.size());
          for (const HeapAtom& atom : family.atoms)
            row.push_back(isTrue(atom, heap, terms, static_cast<int>(u), static_cast<int>(v)));
          if (seen_[head][i].insert(row).second) rows_[head][i].push_back(std::move(row));
        }
    }
  }

  const Subject& subject_;
  const HeapWords& words_;
  std::vector<std::vector<HeapFamily>>& families_;
  const std::function<void()>& checkpoint_;
  std::vector<std::vector<std::vector<std::vector<bool>>>> rows_;
  std::vector<std::vector<std::unordered_set<std::vector<bool>>>> seen_;
};

}  // namespace

void harvest(const Subject& subject, const HeapWords& words, std::vector<std::vector<HeapFamily>>& families,
             const std::function<void()>& checkpoint) {
  Harvester(subject, words, families, checkpoint).run();
}

}  // namespace weir::prove
