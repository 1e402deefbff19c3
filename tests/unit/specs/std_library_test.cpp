// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every clause of <std> against the container it speaks of: random operations are run natively, and what they did has
// to satisfy the model, while any other outcome must not.
#include <gtest/gtest.h>

#include <deque>
#include <forward_list>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "sample_programs.h"
#include "specs/lang/library.h"
#include "specs/lang/model.h"
#include "specs/lang/parser.h"

namespace weir::specs {
namespace {

constexpr int kSteps = 10000;
constexpr int kValues = 4;

using logic::Cell;
using logic::TupleSet;

/// The ghost fields of one object: for each, its rows without the object.
using Ghosts = std::map<std::string, TupleSet>;

/// The model of one class, and states of two objects of it: `this`, and one that no operation on `this` may touch.
class ModelUnderTest {
 public:
  /// Elements are integers, or (with `objects`) pointers to one of three items, where 0 is null.
  ModelUnderTest(const std::string& class_name, bool objects) : objects_(objects) {
    program::ClassDecl* item = program_.addClass("Item");
    program::ClassDecl* container = program_.addClass(class_name);
    vocabulary_ = std::make_unique<program::Vocabulary>(program_, context_);
    Diagnostics diagnostics;
    Bundle bundle;
    bundle.files.push_back(
        parseSpec(std::make_shared<SourceText>("<std>", std::string(libraryText("std").value())), diagnostics));
    std::vector<Model> models = lowerModels(bundle, *vocabulary_, diagnostics);
    for (const Diagnostic& diagnostic : diagnostics.all())
      ADD_FAILURE() << toString(diagnostic.range) << ": " << diagnostic.message;
    EXPECT_EQ(models.size(), 1U) << class_name;
    model_ = std::move(models.at(0));
    self_ = universe_.add("this", vocabulary_->sortOf(container));
    other_ = universe_.add("other", vocabulary_->sortOf(container));
    for (int i = 0; i < 8; ++i) items_.push_back(universe_.add("item", vocabulary_->sortOf(item)));
  }
  // Every operation of the model has been run, and every clause has been seen to refuse something.
  ~ModelUnderTest() {
    for (const ModelMethod& method : model_.methods) {
      EXPECT_GT(runs_[method.name], 0) << method.name << " is never run";
      EXPECT_GT(refused_[method.name], 0) << method.name << " accepts everything";
    }
    EXPECT_GE(steps_, kSteps);
  }

  const Model& model() const { return model_; }
  int steps() const { return steps_; }

  std::vector<Cell> element(int value) const {
    if (!objects_) return {Cell::ofInteger(value)};
    if (value == 0) return {};
    return {Cell::ofAtom(items_.at(value))};
  }
  TupleSet single(int value) const {
    TupleSet set;
    for (const Cell& cell : element(value)) set.insert({cell});
    return set;
  }
  static TupleSet number(long value) { return {{Cell::ofInteger(value)}}; }
  TupleSet item(int index) const { return index < 0 ? TupleSet{} : TupleSet{{Cell::ofAtom(items_.at(index))}}; }
  TupleSet other() const { return {{Cell::ofAtom(other_)}}; }

  bool allows(const std::string& method, const Ghosts& before, const std::vector<TupleSet>& arguments,
              const Ghosts& other = {}) {
    const ModelMethod& found = find(method);
    const logic::Instance state = instance(found, before, before, arguments, {}, other);
    for (const Requirement& requirement : found.requirements)
      if (!logic::Evaluator(state).evaluate(requirement.formula())) return false;
    return true;
  }

  /// The operation did this; and it may not be said to have done `wrong` (a state or result that differs).
  void did(const std::string& method, const Ghosts& before, const Ghosts& after, const std::vector<TupleSet>& arguments,
           const TupleSet& result, const Ghosts& wrong, const TupleSet& wrong_result, const Ghosts& other = {}) {
    ++steps_;
    ++runs_[method];
    const ModelMethod& found = find(method);
    const logic::Instance right = instance(found, before, after, arguments, result, other);
    for (const Property& property : found.properties)
      ASSERT_TRUE(logic::Evaluator(right).evaluate(property.formula())) << method << ": " << property.label;
    if (wrong != after) {
      ASSERT_TRUE(refuses(found, instance(found, before, wrong, arguments, result, other))) << method;
    }
    if (found.result != nullptr && wrong_result != result) {
      ASSERT_TRUE(refuses(found, instance(found, before, after, arguments, wrong_result, other))) << method;
    }
  }

 private:
  const ModelMethod& find(const std::string& name) const {
    const ModelMethod* method = model_.findMethod(name);
    if (method == nullptr) throw std::runtime_error("the model has no " + name);
    return *method;
  }

  bool refuses(const ModelMethod& method, const logic::Instance& state) {
    for (const Property& property : method.properties) {
      if (logic::Evaluator(state).evaluate(property.formula())) continue;
      ++refused_[method.name];
      return true;
    }
    return false;
  }

  logic::Instance instance(const ModelMethod& method, const Ghosts& before, const Ghosts& after,
                           const std::vector<TupleSet>& arguments, const TupleSet& result, const Ghosts& other) const {
    logic::Instance made(universe_);
    made.set(method.self, {{Cell::ofAtom(self_)}});
    for (std::size_t i = 0; i < arguments.size(); ++i) made.set(method.parameters.at(i).second, arguments[i]);
    if (method.result != nullptr) made.set(method.result, result);
    for (const Ghost& ghost : model_.ghosts) {
      made.set(ghost.before, {});
      made.set(ghost.after, {});
      const auto add = [&](logic::Relation relation, int object, const Ghosts& ghosts) {
        const auto rows = ghosts.find(ghost.name);
        if (rows == ghosts.end()) return;
        for (logic::Tuple row : rows->second) {
          row.insert(row.begin(), Cell::ofAtom(object));
          made.add(relation, std::move(row));
        }
      };
      add(ghost.before, self_, before);
      add(ghost.after, self_, after);
      add(ghost.before, other_, other.empty() ? before : other);
      add(ghost.after, other_, other.empty() ? before : other);
    }
    return made;
  }

  bool objects_;
  program::Program program_;
  logic::Context context_;
  std::unique_ptr<program::Vocabulary> vocabulary_;
  Model model_;
  logic::Universe universe_;
  int self_ = 0;
  int other_ = 0;
  std::vector<int> items_;
  int steps_ = 0;
  std::map<std::string, int> runs_, refused_;
};

template <typename Sequence>
Ghosts sequenceGhosts(const ModelUnderTest& model, const Sequence& sequence) {
  Ghosts ghosts;
  int position = 0;
  for (const int value : sequence) {
    for (const Cell& cell : model.element(value)) ghosts["elems"].insert({Cell::ofInteger(position), cell});
    ++position;
  }
  ghosts["elems"];
  ghosts["length"] = ModelUnderTest::number(position);
  return ghosts;
}

/// Runs random operations on a native sequence. Operations it does not have are left out by the requirements.
template <typename Sequence>
void testSequence(const std::string& class_name, bool objects) {
  ModelUnderTest model(class_name, objects);
  Sequence native;
  std::mt19937 random(7);
  std::vector<std::string> methods;
  for (const ModelMethod& method : model.model().methods) methods.push_back(method.name);
  while (model.steps() < kSteps) {
    const std::string& method = methods[random() % methods.size()];
    const int x = static_cast<int>(random() % kValues);
    const int length = static_cast<int>(std::distance(native.begin(), native.end()));
    const int i = static_cast<int>(random() % 5);
    const Ghosts before = sequenceGhosts(model, native);
    std::vector<TupleSet> arguments;
    if (method == "push_back" || method == "push_front" || method == "remove") arguments = {model.single(x)};
    if (method == "at" || method == "operator[]") arguments = {ModelUnderTest::number(i)};
    if (method == "resize") arguments = {ModelUnderTest::number(i), model.single(x)};
    if ((method == "push_back" || method == "push_front") && length >= 6) continue;
    if (!model.allows(method, before, arguments)) continue;
    TupleSet result;
    TupleSet wrong_result = ModelUnderTest::number(99);
    if constexpr (requires { native.size(); })
      if (method == "size") result = ModelUnderTest::number(static_cast<long>(native.size()));
    if (method == "empty") {
      result = ModelUnderTest::number(native.empty() ? 1 : 0);
      wrong_result = ModelUnderTest::number(native.empty() ? 0 : 1);
    }
    if constexpr (requires { native.at(0); })
      if (method == "at" || method == "operator[]") result = model.single(native.at(static_cast<std::size_t>(i)));
    if (method == "front") result = model.single(native.front());
    if constexpr (requires { native.back(); })
      if (method == "back") result = model.single(native.back());
    if (method == "front" || method == "back" || method == "at" || method == "operator[]")
      wrong_result = result == model.single(1) ? model.single(2) : model.single(1);
    if constexpr (requires { native.push_back(x); }) {
      if (method == "push_back") native.push_back(x);
      if (method == "pop_back") native.pop_back();
    }
    if constexpr (requires { native.push_front(x); }) {
      if (method == "push_front") native.push_front(x);
      if (method == "pop_front") native.pop_front();
    }
    if constexpr (requires { native.reverse(); })
      if (method == "reverse") native.reverse();
    if constexpr (requires { native.remove(x); })
      if (method == "remove") native.remove(x);
    if constexpr (requires { native.resize(1, x); })
      if (method == "resize") native.resize(static_cast<std::size_t>(i), x);
    if (method == "clear" && random() % 4 == 0)
      native.clear();
    else if (method == "clear")
      continue;
    const Ghosts after = sequenceGhosts(model, native);
    Ghosts wrong = after;
    if (random() % 2 == 0)
      wrong["length"] = ModelUnderTest::number(length + 17);
    else
      wrong["elems"].insert({Cell::ofInteger(40), model.element(1).front()});
    model.did(method, before, after, arguments, result, wrong, wrong_result);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(StdLibraryTest, VectorIsItsModel) { testSequence<std::vector<int>>("std::vector<int>", false); }
TEST(StdLibraryTest, VectorOfPointersIsItsModel) { testSequence<std::vector<int>>("std::vector<Item *>", true); }
TEST(StdLibraryTest, DequeIsItsModel) { testSequence<std::deque<int>>("std::deque<int>", false); }
TEST(StdLibraryTest, ListIsItsModel) { testSequence<std::list<int>>("std::list<int>", false); }
TEST(StdLibraryTest, ForwardListIsItsModel) { testSequence<std::forward_list<int>>("std::forward_list<int>", false); }

template <typename Set>
void testSet(const std::string& class_name) {
  ModelUnderTest model(class_name, false);
  Set native;
  constexpr bool kSeveral = !requires { native.insert(1).second; };
  std::mt19937 random(11);
  const auto ghosts = [&] {
    Ghosts made;
    made["contents"];
    if (kSeveral) made["length"] = ModelUnderTest::number(static_cast<long>(native.size()));
    for (const int value : native) made["contents"].insert({Cell::ofInteger(value)});
    return made;
  };
  const std::vector<std::string> methods = {"size", "empty", "count", "contains", "insert", "erase", "clear"};
  while (model.steps() < kSteps) {
    const std::string& method = methods[random() % methods.size()];
    const int x = static_cast<int>(random() % 6);
    const Ghosts before = ghosts();
    std::vector<TupleSet> arguments;
    if (method == "count" || method == "contains" || method == "insert" || method == "erase")
      arguments = {ModelUnderTest::number(x)};
    long result = 0;
    if (method == "size") result = static_cast<long>(native.size());
    if (method == "empty") result = native.empty() ? 1 : 0;
    if (method == "count") result = static_cast<long>(native.count(x));
    if (method == "contains") result = native.contains(x) ? 1 : 0;
    if constexpr (kSeveral) {
      if (method == "insert" && native.size() < 6)
        native.insert(x);
      else if (method == "insert")
        continue;
    } else {
      if (method == "insert") result = native.insert(x).second ? 1 : 0;
    }
    if (method == "erase") result = static_cast<long>(native.erase(x));
    if (method == "clear") native.clear();
    Ghosts wrong = ghosts();
    wrong["contents"].insert({Cell::ofInteger(77)});
    model.did(method, before, ghosts(), arguments, ModelUnderTest::number(result), wrong,
              ModelUnderTest::number(result == 0 ? 1 : 0));
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(StdLibraryTest, MultisetIsItsModel) { testSet<std::multiset<int>>("std::multiset<int>"); }
TEST(StdLibraryTest, UnorderedMultisetIsItsModel) {
  testSet<std::unordered_multiset<int>>("std::unordered_multiset<int>");
}
TEST(StdLibraryTest, SetIsItsModel) { testSet<std::set<int>>("std::set<int>"); }
TEST(StdLibraryTest, UnorderedSetIsItsModel) { testSet<std::unordered_set<int>>("std::unordered_set<int>"); }

template <typename Map>
void testMap(const std::string& class_name, bool objects) {
  ModelUnderTest model(class_name, objects);
  Map native;
  constexpr bool kSeveral = !requires { native.insert({1, 1}).second; };
  std::mt19937 random(13);
  const auto ghosts = [&] {
    Ghosts made;
    made["keys"];
    made["mapping"];
    if (kSeveral) made["length"] = ModelUnderTest::number(static_cast<long>(native.size()));
    for (const auto& [key, value] : native) {
      made["keys"].insert({Cell::ofInteger(key)});
      for (const Cell& cell : model.element(value)) made["mapping"].insert({Cell::ofInteger(key), cell});
    }
    return made;
  };
  const std::vector<std::string> methods = {"size",  "empty", "count", "contains", "at", "insert", "insert_or_assign",
                                            "erase", "clear"};
  while (model.steps() < kSteps) {
    const std::string& method = methods[random() % methods.size()];
    if (kSeveral && (method == "at" || method == "insert_or_assign")) continue;
    if (kSeveral && method == "insert" && native.size() == 6) continue;
    const int k = static_cast<int>(random() % 5);
    const int v = static_cast<int>(random() % kValues);
    const Ghosts before = ghosts();
    std::vector<TupleSet> arguments;
    if (method != "size" && method != "empty" && method != "clear") arguments = {ModelUnderTest::number(k)};
    if (method == "insert" || method == "insert_or_assign") arguments.push_back(model.single(v));
    if (!model.allows(method, before, arguments)) continue;
    if (method == "clear" && random() % 3 != 0) continue;
    TupleSet result;
    if (method == "size") result = ModelUnderTest::number(static_cast<long>(native.size()));
    if (method == "empty") result = ModelUnderTest::number(native.empty() ? 1 : 0);
    if (method == "count") result = ModelUnderTest::number(static_cast<long>(native.count(k)));
    if (method == "contains") result = ModelUnderTest::number(native.contains(k) ? 1 : 0);
    if constexpr (kSeveral) {
      if (method == "insert") native.insert({k, v});
    } else {
      if (method == "at") result = model.single(native.at(k));
      if (method == "insert") result = ModelUnderTest::number(native.insert({k, v}).second ? 1 : 0);
      if (method == "insert_or_assign") result = ModelUnderTest::number(native.insert_or_assign(k, v).second ? 1 : 0);
    }
    if (method == "erase") result = ModelUnderTest::number(static_cast<long>(native.erase(k)));
    if (method == "clear") native.clear();
    TupleSet wrong_result = result == ModelUnderTest::number(0) ? ModelUnderTest::number(1) : ModelUnderTest::number(0);
    if (method == "at") wrong_result = result == model.single(1) ? model.single(2) : model.single(1);
    Ghosts wrong = ghosts();
    if (random() % 2 == 0)
      wrong["keys"].insert({Cell::ofInteger(77)});
    else
      wrong["mapping"].insert({Cell::ofInteger(77), model.element(1).front()});
    model.did(method, before, ghosts(), arguments, result, wrong, wrong_result);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(StdLibraryTest, MapIsItsModel) { testMap<std::map<int, int>>("std::map<int, int>", false); }
TEST(StdLibraryTest, MapToPointersIsItsModel) { testMap<std::map<int, int>>("std::map<int, Item *>", true); }
TEST(StdLibraryTest, UnorderedMapIsItsModel) {
  testMap<std::unordered_map<int, int>>("std::unordered_map<int, int>", false);
}

TEST(StdLibraryTest, MultimapIsItsModel) { testMap<std::multimap<int, int>>("std::multimap<int, int>", false); }
TEST(StdLibraryTest, UnorderedMultimapIsItsModel) {
  testMap<std::unordered_multimap<int, int>>("std::unordered_multimap<int, int>", false);
}

TEST(StdLibraryTest, PairIsItsModel) {
  ModelUnderTest model("std::pair<int, int>", false);
  std::pair<int, int> native;
  std::mt19937 random(17);
  const auto ghosts = [&] {
    return Ghosts{{"first", ModelUnderTest::number(native.first)}, {"second", ModelUnderTest::number(native.second)}};
  };
  while (model.steps() < kSteps) {
    const Ghosts before = ghosts();
    const int a = static_cast<int>(random() % 5);
    const int b = static_cast<int>(random() % 5);
    native = std::make_pair(a, b);
    Ghosts wrong = ghosts();
    wrong[random() % 2 == 0 ? "first" : "second"] = ModelUnderTest::number(9);
    model.did("assign", before, ghosts(), {ModelUnderTest::number(a), ModelUnderTest::number(b)}, {}, wrong, {});
    if (HasFatalFailure()) return;
  }
}

TEST(StdLibraryTest, OptionalIsItsModel) {
  ModelUnderTest model("std::optional<int>", false);
  std::optional<int> native;
  std::mt19937 random(19);
  const auto ghosts = [&] {
    return Ghosts{{"present", ModelUnderTest::number(native ? 1 : 0)},
                  {"held", native ? ModelUnderTest::number(*native) : TupleSet{}}};
  };
  const std::vector<std::string> methods = {"has_value", "value", "value_or", "emplace", "reset"};
  while (model.steps() < kSteps) {
    const std::string& method = methods[random() % methods.size()];
    const int x = static_cast<int>(random() % 5);
    const Ghosts before = ghosts();
    std::vector<TupleSet> arguments;
    if (method == "value_or" || method == "emplace") arguments = {ModelUnderTest::number(x)};
    if (!model.allows(method, before, arguments)) continue;
    long result = 0;
    if (method == "has_value") result = native.has_value() ? 1 : 0;
    if (method == "value") result = native.value();
    if (method == "value_or") result = native.value_or(x);
    if (method == "emplace") native.emplace(x);
    if (method == "reset") native.reset();
    Ghosts wrong = ghosts();
    wrong["held"] = ModelUnderTest::number(9);
    const long wrong_result = method == "has_value" ? 1 - result : 9;
    model.did(method, before, ghosts(), arguments, ModelUnderTest::number(result), wrong,
              ModelUnderTest::number(wrong_result));
    if (HasFatalFailure()) return;
  }
}

TEST(StdLibraryTest, UniquePtrIsItsModel) {
  ModelUnderTest model("std::unique_ptr<Item>", true);
  const auto keep = [](int*) {};
  int pool[4] = {};
  std::unique_ptr<int, decltype(keep)> native(nullptr, keep);
  std::mt19937 random(23);
  const auto target = [&](const int* pointer) {
    return pointer == nullptr ? TupleSet{} : model.item(static_cast<int>(pointer - pool));
  };
  const std::vector<std::string> methods = {"get", "release", "reset"};
  while (model.steps() < kSteps) {
    const std::string& method = methods[random() % methods.size()];
    int* p = random() % 4 == 0 ? nullptr : &pool[random() % 4];
    const Ghosts before{{"target", target(native.get())}};
    std::vector<TupleSet> arguments;
    if (method == "reset") arguments = {target(p)};
    TupleSet result;
    if (method == "get") result = target(native.get());
    if (method == "release") result = target(native.release());
    if (method == "reset") native.reset(p);
    const Ghosts after{{"target", target(native.get())}};
    model.did(method, before, after, arguments, result, {{"target", model.item(7)}}, model.item(7));
    if (HasFatalFailure()) return;
  }
}

TEST(StdLibraryTest, SharedPtrIsItsModel) {
  ModelUnderTest model("std::shared_ptr<Item>", true);
  std::mt19937 random(29);
  // Two owners; an item and a block with the same number.
  std::shared_ptr<int> native, second;
  int made = 0;
  const auto ghosts = [&](const std::shared_ptr<int>& pointer) {
    return pointer == nullptr ? Ghosts{{"target", {}}, {"block", {}}}
                              : Ghosts{{"target", model.item(*pointer)}, {"block", model.item(*pointer)}};
  };
  const std::vector<std::string> methods = {"get", "use_count", "reset", "assign"};
  while (model.steps() < kSteps) {
    const std::string& method = methods[random() % methods.size()];
    if (random() % 3 == 0) second = random() % 4 == 0 ? nullptr : std::make_shared<int>(++made % 6);
    if (native != nullptr && second != nullptr && native != second && *native == *second) second = native;
    const Ghosts before = ghosts(native);
    const Ghosts other = ghosts(second);
    std::vector<TupleSet> arguments;
    if (method == "assign") arguments = {model.other()};
    TupleSet result;
    if (method == "get") result = native == nullptr ? TupleSet{} : model.item(*native);
    if (method == "use_count") result = ModelUnderTest::number(native.use_count());
    if (method == "reset") native.reset();
    if (method == "assign") native = second;
    const Ghosts wrong{{"target", model.item(7)}, {"block", model.item(7)}};
    const TupleSet wrong_result = method == "get" ? model.item(7) : ModelUnderTest::number(9);
    model.did(method, before, ghosts(native), arguments, result, wrong, wrong_result, other);
    if (HasFatalFailure()) return;
  }
}

TEST(StdLibraryTest, StringIsItsModel) {
  ModelUnderTest model("std::basic_string<char>", true);
  std::mt19937 random(31);
  const std::vector<std::string> texts = {"", "a", "ab", "b", "ba"};
  std::string native = "a";
  const auto ghosts = [&](const std::string& text) {
    const auto index = std::find(texts.begin(), texts.end(), text) - texts.begin();
    return Ghosts{{"value", model.item(static_cast<int>(index))}};
  };
  const std::vector<std::string> methods = {"assign", "operator==", "compare"};
  while (model.steps() < kSteps) {
    const std::string& method = methods[random() % methods.size()];
    const std::string other = random() % 3 == 0 ? native : texts[random() % texts.size()];
    const Ghosts before = ghosts(native);
    TupleSet result, wrong_result;
    if (method == "operator==") {
      result = ModelUnderTest::number(native == other ? 1 : 0);
      wrong_result = ModelUnderTest::number(native == other ? 0 : 1);
    }
    if (method == "compare") {
      result = ModelUnderTest::number(native.compare(other));
      wrong_result = ModelUnderTest::number(native == other ? 1 : 0);
    }
    if (method == "assign") native = other;
    model.did(method, before, ghosts(native), {model.other()}, result, {{"value", model.item(7)}}, wrong_result,
              ghosts(other));
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace weir::specs
