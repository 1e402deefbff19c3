// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// specs/lib/std_models.h, the code that stands for the containers in checks, against the containers themselves: the
// same random operations on both, after each of which both hold the same elements and gave the same result.
#include <gtest/gtest.h>

#include <deque>
#include <forward_list>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

// What the header takes from the library; the rest of it goes to a namespace of its own.
namespace modelled {
using std::__throw_out_of_range;
using std::equal_to;
using std::exception;
using std::hash;
using std::initializer_list;
using std::is_enum;
using std::is_integral;
using std::less;
using std::pair;
using std::reverse_iterator;
template <typename T>
class allocator;
using std::basic_string_view;
using std::char_traits;
inline namespace __cxx11 {
template <typename C, typename Traits = char_traits<C>, typename Allocator = allocator<C>>
class basic_string;
}
void weir_unknown_text();
}  // namespace modelled

// In a check an execution that needs more room does not exist; here no operation is chosen that does.
#define __builtin_assume(condition) EXPECT_TRUE(condition)
#define WEIR_ELEMENTS 6
#define std modelled
#undef _UNORDERED_SET_H
#undef _UNORDERED_MAP_H
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wattributes"
#pragma GCC diagnostic ignored "-Wpragmas"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wclass-memaccess"
#pragma GCC diagnostic ignored "-Warray-bounds"
#pragma GCC diagnostic ignored "-Wterminate"
#pragma GCC diagnostic ignored "-Wself-assign"
#pragma GCC diagnostic ignored "-Wpedantic"
#include "specs/lib/std_models.h"
#include "specs/lib/std_models_keyed.h"
#include "specs/lib/std_models_text.h"
#pragma GCC diagnostic pop
#undef std

// No string is chosen that has no model.
void modelled::weir_unknown_text() { ADD_FAILURE(); }

namespace {

constexpr int kSteps = 20'000;
constexpr std::size_t kRoom = WEIR_ELEMENTS;

int numberFrom(std::mt19937& random) { return static_cast<int>(random() % 5); }

template <typename T>
T elementFrom(std::mt19937& random) {
  static int targets[5];
  const int number = numberFrom(random);
  if constexpr (std::is_pointer_v<T>)
    return number == 0 ? nullptr : &targets[number];
  else
    return number;
}

template <typename Real, typename Model>
void expectSame(const Real& real, const Model& model) {
  ASSERT_EQ(real.size(), model.size());
  ASSERT_EQ(real.empty(), model.empty());
  ASSERT_TRUE(std::equal(real.begin(), real.end(), model.begin(), model.end()));
  ASSERT_TRUE(std::equal(real.rbegin(), real.rend(), model.rbegin(), model.rend()));
}

/// What every sequence can do.
template <typename T, typename Real, typename Model>
bool step(std::mt19937& random, Real& real, Model& model) {
  const T x = elementFrom<T>(random);
  const bool has_room = real.size() < kRoom;
  switch (random() % 12) {
    case 0:
    case 1:
    case 2:
      if (!has_room) return false;
      real.push_back(x);
      model.push_back(x);
      return true;
    case 3:
      if (!has_room) return false;
      real.emplace_back(x);
      EXPECT_EQ(model.emplace_back(x), x);
      return true;
    case 4:
      if (real.empty()) return false;
      EXPECT_EQ(real.back(), model.back());
      EXPECT_EQ(real.front(), model.front());
      real.pop_back();
      model.pop_back();
      return true;
    case 5: {
      if (real.empty()) return false;
      const auto at = random() % real.size();
      const auto next = real.erase(std::next(real.begin(), at));
      const auto model_next = model.erase(model.begin() + at);
      EXPECT_EQ(std::distance(real.begin(), next), model_next - model.begin());
      return true;
    }
    case 6: {
      if (!has_room) return false;
      const auto at = random() % (real.size() + 1);
      EXPECT_EQ(*real.insert(std::next(real.begin(), at), x), *model.insert(model.begin() + at, x));
      return true;
    }
    case 7: {
      const std::size_t count = random() % (kRoom + 1);
      real.resize(count, x);
      model.resize(count, x);
      return true;
    }
    case 8: {
      Real real_copy = real;
      Model model_copy = model;
      EXPECT_TRUE(model_copy == model);
      if (has_room) {
        real_copy.push_back(x);
        model_copy.push_back(x);
        EXPECT_TRUE(model_copy != model);
      }
      real = real_copy;
      model = model_copy;
      return true;
    }
    case 9: {
      Real real_taken = std::move(real);
      Model model_taken = std::move(model);
      EXPECT_TRUE(model.empty());
      real = Real();
      real.swap(real_taken);
      model.swap(model_taken);
      EXPECT_TRUE(model_taken.empty());
      return true;
    }
    case 10: {
      const std::size_t count = random() % (kRoom + 1);
      real.assign(count, x);
      model.assign(count, x);
      return true;
    }
    default:
      if (random() % 4 != 0) return false;
      real.clear();
      model.clear();
      return true;
  }
}

template <typename T, typename Real, typename Model, typename More>
void runSteps(More more) {
  std::mt19937 random(7);
  Real real;
  Model model;
  for (int done = 0; done < kSteps;) {
    const bool did = random() % 3 == 0 ? more(random, real, model) : step<T>(random, real, model);
    if (!did) continue;
    ++done;
    ASSERT_NO_FATAL_FAILURE(expectSame(real, model)) << "step " << done;
  }
}

template <typename T>
auto indexing() {
  return [](std::mt19937& random, auto& real, auto& model) {
    if (real.empty()) return false;
    const auto at = random() % real.size();
    EXPECT_EQ(real[at], model[at]);
    EXPECT_EQ(real.at(at), model.at(at));
    real[at] = model[at] = elementFrom<T>(random);
    return true;
  };
}

template <typename T>
auto atTheFront() {
  return [](std::mt19937& random, auto& real, auto& model) {
    if (random() % 2 == 0 && real.size() < kRoom) {
      const T x = elementFrom<T>(random);
      real.push_front(x);
      model.push_front(x);
      return true;
    }
    if (real.empty()) return false;
    real.pop_front();
    model.pop_front();
    return true;
  };
}

template <typename T>
auto ofLists() {
  return [](std::mt19937& random, auto& real, auto& model) {
    switch (random() % 3) {
      case 0:
        real.reverse();
        model.reverse();
        return true;
      case 1: {
        const T x = elementFrom<T>(random);
        real.remove(x);
        model.remove(x);
        return true;
      }
      default: return atTheFront<T>()(random, real, model);
    }
  };
}

}  // namespace

TEST(StdModels, VectorDoesWhatTheRealOneDoes) {
  runSteps<int, std::vector<int>, modelled::vector<int>>(indexing<int>());
  runSteps<int*, std::vector<int*>, modelled::vector<int*>>(indexing<int*>());
}

TEST(StdModels, DequeDoesWhatTheRealOneDoes) {
  runSteps<int, std::deque<int>, modelled::deque<int>>(atTheFront<int>());
  runSteps<int*, std::deque<int*>, modelled::deque<int*>>(indexing<int*>());
}

TEST(StdModels, ListDoesWhatTheRealOneDoes) {
  runSteps<int, std::list<int>, modelled::list<int>>(ofLists<int>());
  runSteps<int*, std::list<int*>, modelled::list<int*>>(ofLists<int*>());
}

template <typename T>
void runForwardLists() {
  std::mt19937 random(23);
  std::forward_list<T> real;
  modelled::forward_list<T> model;
  for (int done = 0; done < kSteps; ++done) {
    const T x = elementFrom<T>(random);
    const bool has_room = model.length < kRoom;
    switch (random() % 8) {
      case 0:
      case 1:
        if (has_room) real.push_front(x), model.push_front(x);
        break;
      case 2:
        if (has_room) {
          EXPECT_EQ(real.emplace_front(x), model.emplace_front(x));
        }
        break;
      case 3:
        if (real.empty()) break;
        EXPECT_EQ(real.front(), model.front());
        real.pop_front(), model.pop_front();
        break;
      case 4: {
        if (real.empty() || !has_room) break;
        const auto at = random() % model.length;
        EXPECT_EQ(*real.insert_after(std::next(real.begin(), at), x), *model.insert_after(model.begin() + at, x));
        break;
      }
      case 5: {
        if (model.length < 2) break;
        const auto at = random() % (model.length - 1);
        const auto next = real.erase_after(std::next(real.begin(), at));
        EXPECT_EQ(std::distance(real.begin(), next), model.erase_after(model.begin() + at) - model.begin());
        break;
      }
      case 6: real.remove(x), model.remove(x); break;
      default: {
        std::forward_list<T> real_copy = real;
        modelled::forward_list<T> model_copy = model;
        real_copy.reverse(), model_copy.reverse();
        EXPECT_EQ(real_copy == real, model_copy == model);
        real.swap(real_copy), model.swap(model_copy);
      }
    }
    ASSERT_EQ(real.empty(), model.empty());
    ASSERT_TRUE(std::equal(real.begin(), real.end(), model.begin(), model.end())) << "step " << done;
  }
}

TEST(StdModels, ForwardListDoesWhatTheRealOneDoes) {
  runForwardLists<int>();
  runForwardLists<int*>();
}

template <typename T>
void runOptionals() {
  std::mt19937 random(11);
  std::optional<T> real, real_other;
  modelled::optional<T> model, model_other;
  for (int done = 0; done < kSteps; ++done) {
    const T x = elementFrom<T>(random);
    switch (random() % 12) {
      case 0: real = x, model = x; break;
      case 1: real.reset(), model.reset(); break;
      case 2: real = std::nullopt, model = modelled::nullopt; break;
      case 3: EXPECT_EQ(real.emplace(x), model.emplace(x)); break;
      case 4: real = real_other, model = model_other; break;
      case 5: real_other = std::move(real), model_other = std::move(model); break;
      case 6: real.swap(real_other), model.swap(model_other); break;
      case 7:
        EXPECT_EQ(real == real_other, model == model_other);
        EXPECT_EQ(real != real_other, model != model_other);
        EXPECT_EQ(real == x, model == x);
        EXPECT_EQ(real != std::nullopt, model != modelled::nullopt);
        break;
      case 8: EXPECT_EQ(real.value_or(x), model.value_or(x)); break;
      case 9:
        if (real) *real = *model = x;
        break;
      case 10: {
        const std::optional<T> real_copy(real);
        const modelled::optional<T> model_copy(model);
        EXPECT_EQ(real_copy.has_value(), static_cast<bool>(model_copy));
        break;
      }
      default:
        if (!real) {
          EXPECT_THROW(model.value(), modelled::bad_optional_access);
        } else {
          EXPECT_EQ(real.value(), model.value());
        }
    }
    ASSERT_EQ(real.has_value(), model.has_value()) << "step " << done;
    ASSERT_EQ(real_other.has_value(), model_other.has_value()) << "step " << done;
    ASSERT_TRUE(!real || *real == *model) << "step " << done;
    ASSERT_TRUE(!real_other || *real_other == *model_other) << "step " << done;
  }
}

TEST(StdModels, OptionalDoesWhatTheRealOneDoes) {
  runOptionals<int>();
  runOptionals<int*>();
}

/// Knows how many there are of it.
template <int Kind>
struct Counted {
  static inline int alive = 0;
  int id;
  explicit Counted(int number) : id(number) { ++alive; }
  Counted(const Counted&) = delete;
  ~Counted() { --alive; }
};

TEST(StdModels, UniquePointerDoesWhatTheRealOneDoes) {
  using RealObject = Counted<0>;
  using ModelObject = Counted<1>;
  std::mt19937 random(13);
  std::unique_ptr<RealObject> real, real_other;
  modelled::unique_ptr<ModelObject> model, model_other;
  const auto idOf = [](const auto& pointer) { return pointer == nullptr ? -1 : pointer->id; };
  for (int done = 0; done < kSteps; ++done) {
    const int x = numberFrom(random);
    switch (random() % 9) {
      case 0: real = std::make_unique<RealObject>(x), model = modelled::make_unique<ModelObject>(x); break;
      case 1: real.reset(new RealObject(x)), model.reset(new ModelObject(x)); break;
      case 2: real.reset(), model.reset(); break;
      case 3: real = nullptr, model = nullptr; break;
      case 4: real_other = std::move(real), model_other = std::move(model); break;
      case 5: real.swap(real_other), model.swap(model_other); break;
      case 6: {
        const std::unique_ptr<RealObject> real_taken(real.release());
        const modelled::unique_ptr<ModelObject> model_taken(model.release());
        EXPECT_EQ(idOf(real_taken), idOf(model_taken));
        break;
      }
      case 7:
        EXPECT_TRUE(!real || (*real).id == (*model).id);
        EXPECT_EQ(real == real_other, model == model_other);
        EXPECT_EQ(real != nullptr, model != nullptr);
        break;
      default: {
        std::unique_ptr<RealObject> real_moved(std::move(real));
        modelled::unique_ptr<ModelObject> model_moved(std::move(model));
        EXPECT_EQ(real.get() == nullptr, model.get() == nullptr);
        real = std::move(real_moved), model = std::move(model_moved);
      }
    }
    ASSERT_EQ(static_cast<bool>(real), static_cast<bool>(model)) << "step " << done;
    ASSERT_EQ(idOf(real), idOf(model)) << "step " << done;
    ASSERT_EQ(idOf(real_other), idOf(model_other)) << "step " << done;
    ASSERT_EQ(RealObject::alive, ModelObject::alive) << "step " << done;
  }
}

/// Both hold the same, in the same order where that is not the library's own.
template <typename Real, typename Model>
void expectSameKeys(const Real& real, const Model& model, bool ordered) {
  ASSERT_EQ(real.size(), model.size());
  ASSERT_EQ(real.empty(), model.empty());
  auto next = real.begin();
  for (std::size_t i = 0; i < model.size(); ++i) {
    if (ordered) {
      ASSERT_EQ(*next++, model.entries[i]);
    } else if constexpr (requires { real.begin()->second; }) {
      const auto found = real.find(model.entries[i].first);
      ASSERT_TRUE(found != real.end() && found->second == model.entries[i].second);
    } else {
      ASSERT_EQ(real.count(model.entries[i]), 1U);
    }
  }
}

/// What sets and maps have in common, besides putting something in.
template <typename K, typename Real, typename Model>
void stepKeyed(std::mt19937& random, Real& real, Model& model) {
  const K key = elementFrom<K>(random);
  switch (random() % 8) {
    case 0: EXPECT_EQ(real.erase(key), model.erase(key)); break;
    case 1: {
      const auto found = real.find(key);
      const auto model_found = model.find(key);
      ASSERT_EQ(found == real.end(), model_found == model.end());
      if (found == real.end()) break;
      ASSERT_EQ(*found, *model_found);
      const bool was_last = std::next(found) == real.end();
      const auto next = real.erase(found);
      const auto model_next = model.erase(model_found);
      if constexpr (requires { real.lower_bound(key); }) {
        if (std::is_integral_v<K>) {
          EXPECT_EQ(was_last, model_next == model.end());
          EXPECT_TRUE(was_last || *next == *model_next);
        }
      }
      break;
    }
    case 2:
      EXPECT_EQ(real.count(key), model.count(key));
      EXPECT_EQ(real.count(key) == 1, model.contains(key));
      break;
    case 3: {
      Real real_copy = real;
      Model model_copy = model;
      EXPECT_TRUE(model_copy == model);
      real_copy.erase(key);
      model_copy.erase(key);
      EXPECT_EQ(real_copy == real, model_copy == model);
      EXPECT_EQ(real_copy != real, model_copy != model);
      real = real_copy;
      model = model_copy;
      break;
    }
    case 4: {
      Real real_taken = std::move(real);
      Model model_taken = std::move(model);
      EXPECT_TRUE(model.empty());
      real = Real();
      real.swap(real_taken);
      model.swap(model_taken);
      break;
    }
    case 5:
      if (random() % 8 != 0) break;
      real.clear();
      model.clear();
      break;
    default: break;
  }
}

template <typename K, typename Real, typename Model>
void runSets(bool ordered) {
  std::mt19937 random(17);
  Real real;
  Model model;
  for (int done = 0; done < kSteps; ++done) {
    const K key = elementFrom<K>(random);
    switch (random() % 4) {
      case 0: {
        const auto made = real.insert(key);
        const auto model_made = model.insert(key);
        ASSERT_EQ(made.second, model_made.second);
        ASSERT_EQ(*made.first, *model_made.first);
        break;
      }
      case 1: ASSERT_EQ(real.emplace(key).second, model.emplace(key).second); break;
      default: ASSERT_NO_FATAL_FAILURE((stepKeyed<K>(random, real, model))); break;
    }
    ASSERT_NO_FATAL_FAILURE(expectSameKeys(real, model, ordered)) << "step " << done;
  }
}

TEST(StdModels, SetDoesWhatTheRealOneDoes) {
  runSets<int, std::set<int>, modelled::set<int>>(true);
  runSets<int*, std::set<int*>, modelled::set<int*>>(false);
}

TEST(StdModels, UnorderedSetDoesWhatTheRealOneDoes) {
  runSets<int, std::unordered_set<int>, modelled::unordered_set<int>>(false);
  runSets<int*, std::unordered_set<int*>, modelled::unordered_set<int*>>(false);
}

template <typename K, typename V, typename Real, typename Model>
void runMaps(bool ordered) {
  std::mt19937 random(19);
  Real real;
  Model model;
  for (int done = 0; done < kSteps; ++done) {
    const K key = elementFrom<K>(random);
    const V value = elementFrom<V>(random);
    switch (random() % 10) {
      case 0: real[key] = model[key] = value; break;
      case 1: ASSERT_EQ(real[key], model[key]); break;
      case 2: ASSERT_EQ(real.insert({key, value}).second, model.insert({key, value}).second); break;
      case 3: ASSERT_EQ(*real.emplace(key, value).first, *model.emplace(key, value).first); break;
      case 4: ASSERT_EQ(real.try_emplace(key, value).second, model.try_emplace(key, value).second); break;
      case 5: ASSERT_EQ(real.insert_or_assign(key, value).second, model.insert_or_assign(key, value).second); break;
      case 6:
        if (real.count(key) == 0) {
          EXPECT_THROW(model.at(key), std::out_of_range);
        } else {
          ASSERT_EQ(real.at(key), model.at(key));
        }
        break;
      default: ASSERT_NO_FATAL_FAILURE((stepKeyed<K>(random, real, model))); break;
    }
    ASSERT_NO_FATAL_FAILURE(expectSameKeys(real, model, ordered)) << "step " << done;
  }
}

TEST(StdModels, MapDoesWhatTheRealOneDoes) {
  runMaps<int, int, std::map<int, int>, modelled::map<int, int>>(true);
  runMaps<int, int*, std::map<int, int*>, modelled::map<int, int*>>(true);
  runMaps<int*, int, std::map<int*, int>, modelled::map<int*, int>>(false);
}

TEST(StdModels, UnorderedMapDoesWhatTheRealOneDoes) {
  runMaps<int, int, std::unordered_map<int, int>, modelled::unordered_map<int, int>>(false);
  runMaps<int*, int*, std::unordered_map<int*, int*>, modelled::unordered_map<int*, int*>>(false);
}

/// After an insertion behind others the order is not known; the models leave `order_of_elements` without a body.
TEST(StdModels, InsertionsScatterWhatIsHashed) {
  modelled::unordered_set<int> model;
  model.insert(1);
  EXPECT_FALSE(model.scattered);
  model.insert(2);
  EXPECT_TRUE(model.scattered);
}

TEST(StdModels, ListsOfValuesMakeContainers) {
  const std::vector<int> real = {3, 1, 2};
  const modelled::vector<int> model = {3, 1, 2};
  expectSame(real, model);
  EXPECT_THROW(model.at(3), std::out_of_range);
}

using ModelString = modelled::basic_string<char>;

/// Few and short, so that equal ones and prefixes meet.
std::string textFrom(std::mt19937& random) {
  static const char kLetters[] = {'a', 'b', 'z', '\xe4'};
  std::string text;
  for (auto left = random() % 5; left > 0; --left) text += kLetters[random() % 4];
  return text;
}

std::string charactersOf(const ModelString& model) {
  std::string characters;
  for (int shift = 56; shift >= 0 && (model.value << (56 - shift)) != 0; shift -= 8)
    characters += static_cast<char>(model.value >> shift);
  return characters;
}

TEST(StdModels, StringDoesWhatTheRealOneDoes) {
  std::mt19937 random(29);
  std::string real, real_other;
  ModelString model, model_other;
  for (int done = 0; done < kSteps; ++done) {
    const std::string text = textFrom(random);
    switch (random() % 14) {
      case 0: real = text.c_str(), model = text.c_str(); break;
      case 1: real_other = text.c_str(), model_other = ModelString(text.c_str()); break;
      case 2: real = real_other, model = model_other; break;
      case 3: real = std::move(real_other), model = std::move(model_other); break;
      case 4: real.swap(real_other), model.swap(model_other); break;
      case 5: real.clear(), model.clear(); break;
      case 6: real = 'b', model = 'b'; break;
      case 7:
        if (real.size() + text.size() <= 8) real += text.c_str(), model += text.c_str();
        break;
      case 8:
        if (real.size() < 8) real.push_back('z'), model.push_back('z');
        break;
      case 9:
        if (real.size() + real_other.size() <= 8) real = real + real_other, model = model + model_other;
        break;
      case 10:
        if (real.size() + text.size() <= 8) real = text.c_str() + real, model = text.c_str() + model;
        break;
      case 11: {
        std::string real_taken(std::move(real));
        ModelString model_taken(std::move(model));
        EXPECT_TRUE(model.empty());
        real.assign(real_taken), model.assign(model_taken);
        break;
      }
      case 12:
        EXPECT_EQ(real == text.c_str(), model == text.c_str());
        EXPECT_EQ(real != text.c_str(), model != text.c_str());
        EXPECT_EQ(text.c_str() < real, text.c_str() < model);
        EXPECT_EQ(real >= text.c_str(), model >= text.c_str());
        break;
      default:
        EXPECT_EQ(real == real_other, model == model_other);
        EXPECT_EQ(real != real_other, model != model_other);
        EXPECT_EQ(real < real_other, model < model_other);
        EXPECT_EQ(real > real_other, model > model_other);
        EXPECT_EQ(real <= real_other, model <= model_other);
        EXPECT_EQ(real >= real_other, model >= model_other);
    }
    ASSERT_EQ(real, charactersOf(model)) << "step " << done;
    ASSERT_EQ(real_other, charactersOf(model_other)) << "step " << done;
    ASSERT_EQ(real.empty(), model.empty()) << "step " << done;
    ASSERT_EQ(real.size(), model.size()) << "step " << done;
    ASSERT_EQ(real.length(), model.length()) << "step " << done;
  }
}

/// Maps from strings, in the order of their keys where that is known.
template <typename Real, typename Model>
void runTextMaps(bool ordered) {
  std::mt19937 random(31);
  Real real;
  Model model;
  for (int done = 0; done < kSteps; ++done) {
    const std::string key = textFrom(random);
    const ModelString model_key(key.c_str());
    const int value = numberFrom(random);
    const bool has_room = real.size() < kRoom || real.count(key) != 0;
    switch (random() % 6) {
      case 0:
        if (has_room) real[key] = model[model_key] = value;
        break;
      case 1:
        if (has_room) {
          ASSERT_EQ(real.emplace(key, value).second, model.emplace(model_key, value).second);
        }
        break;
      case 2: ASSERT_EQ(real.count(key), model.count(model_key)); break;
      case 3: {
        const auto found = real.find(key);
        const auto model_found = model.find(model_key);
        ASSERT_EQ(found == real.end(), model_found == model.end());
        ASSERT_TRUE(found == real.end() || found->second == model_found->second);
        break;
      }
      default:
        // Most keys are new: without taking some out there would soon be no room.
        ASSERT_EQ(real.erase(key), model.erase(model_key));
        if (real.size() == kRoom) {
          const std::string first = charactersOf(model.entries[0].first);
          ASSERT_EQ(real.erase(first), model.erase(ModelString(first.c_str())));
        }
    }
    ASSERT_EQ(real.size(), model.size());
    auto next = real.begin();
    for (std::size_t i = 0; i < model.size(); ++i) {
      const std::string at = charactersOf(model.entries[i].first);
      ASSERT_TRUE(real.count(at) == 1 && real.at(at) == model.entries[i].second) << "step " << done;
      if (ordered) {
        ASSERT_EQ((next++)->first, at) << "step " << done;
      }
    }
  }
}

TEST(StdModels, MapsOfStringsDoWhatTheRealOnesDo) {
  runTextMaps<std::map<std::string, int>, modelled::map<ModelString, int>>(true);
  runTextMaps<std::unordered_map<std::string, int>, modelled::unordered_map<ModelString, int>>(false);
}
