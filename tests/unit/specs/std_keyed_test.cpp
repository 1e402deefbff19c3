// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The models of sets and maps against the real ones: the same random operations on both, after each of which both hold
// the same elements and gave the same result.
#include "modelled.h"

namespace weir::specs {
namespace {

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
  if constexpr (std::is_integral_v<K> && requires { real.lower_bound(key); }) {
    const auto position = [](auto& container, auto at) { return std::distance(container.begin(), at); };
    EXPECT_EQ(position(real, real.lower_bound(key)), position(model, model.lower_bound(key)));
    EXPECT_EQ(position(real, real.upper_bound(key)), position(model, model.upper_bound(key)));
  }
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
    case 4: moveAwayAndSwapBack(real, model); break;
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

// Orders and hashes of a program's own. Two numbers that differ by 3 are one key.
struct LastDigitFirst {
  bool operator()(int a, int b) const { return a % 3 > b % 3; }
};
struct FewHashes {
  std::size_t operator()(int a) const { return static_cast<std::size_t>(a % 3 % 2); }
};
struct SameDigit {
  bool operator()(int a, int b) const { return a % 3 == b % 3; }
};

TEST(StdModels, SetsOfAnOwnOrderDoWhatTheRealOnesDo) {
  runSets<int, std::set<int, LastDigitFirst>, modelled::set<int, LastDigitFirst>>(true);
  runSets<int, std::unordered_set<int, FewHashes, SameDigit>, modelled::unordered_set<int, FewHashes, SameDigit>>(
      false);
}

/// The elements that the other one does not have stay where they were.
TEST(StdModels, MergingAndErasingDoWhatTheyDoReally) {
  std::mt19937 random(23);
  for (int done = 0; done < kSteps / 10; ++done) {
    std::map<int, int> real;
    std::map<int, int> other;
    modelled::map<int, int> model;
    modelled::map<int, int> model_other;
    for (int i = 0; i < 3; ++i) {
      const int key = numberFrom(random);
      real.emplace_hint(real.end(), key, i);
      model.emplace_hint(model.end(), key, i);
      other.insert_or_assign(key + 2, -i);
      model_other.insert_or_assign(key + 2, -i);
    }
    real.merge(other);
    model.merge(model_other);
    ASSERT_NO_FATAL_FAILURE(expectSameKeys(real, model, true));
    ASSERT_NO_FATAL_FAILURE(expectSameKeys(other, model_other, true));
    const int bound = numberFrom(random);
    const auto goes = [bound](const auto& element) { return element.first % 3 == bound % 3; };
    ASSERT_EQ(std::erase_if(real, goes), erase_if(model, goes));
    ASSERT_NO_FATAL_FAILURE(expectSameKeys(real, model, true));
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

// ---- several elements with one key

/// Keys and values, sorted where the library's order is its own.
template <typename Container>
std::vector<std::pair<int, int>> elementsOf(const Container& container, bool ordered) {
  std::vector<std::pair<int, int>> elements;
  const auto add = [&](const auto& element) {
    if constexpr (requires { element.second; })
      elements.emplace_back(element.first, element.second);
    else
      elements.emplace_back(element, 0);
  };
  if constexpr (requires { container.entries; })
    std::for_each(container.entries, container.entries + container.length, add);
  else
    std::for_each(container.begin(), container.end(), add);
  if (!ordered) std::sort(elements.begin(), elements.end());
  return elements;
}

template <typename Container>
typename Container::value_type keyed(int key, int value) {
  if constexpr (requires { typename Container::mapped_type; })
    return {key, value};
  else
    return key;
}

template <typename Real, typename Model>
void runSeveral(bool ordered) {
  std::mt19937 random(23);
  Real real;
  Model model;
  for (int done = 0; done < kSteps; ++done) {
    const int key = numberFrom(random);
    const auto element = keyed<Real>(key, numberFrom(random));
    const auto position = [](const auto& container, typename std::decay_t<decltype(container)>::const_iterator at) {
      return std::distance(container.begin(), at);
    };
    switch (random() % 8) {
      case 0:
      case 1:
        if (real.size() == kRoom) break;
        ASSERT_EQ(*real.insert(element), *model.insert(element));
        break;
      case 2:
        if (real.size() == kRoom) break;
        ASSERT_EQ(*real.emplace(element), *model.emplace(element));
        break;
      case 3: ASSERT_EQ(real.erase(key), model.erase(key)); break;
      case 4: {
        ASSERT_EQ(real.count(key), model.count(key));
        ASSERT_EQ(real.contains(key), model.contains(key));
        if (!ordered) break;
        ASSERT_EQ(position(real, real.find(key)), position(model, model.find(key)));
        const auto range = std::as_const(real).equal_range(key);
        const auto model_range = std::as_const(model).equal_range(key);
        ASSERT_EQ(position(real, range.first), position(model, model_range.first));
        ASSERT_EQ(position(real, range.second), position(model, model_range.second));
        if constexpr (requires { real.lower_bound(key); }) {
          ASSERT_EQ(position(real, std::as_const(real).lower_bound(key)),
                    position(model, std::as_const(model).lower_bound(key)));
          ASSERT_EQ(position(real, std::as_const(real).upper_bound(key)),
                    position(model, std::as_const(model).upper_bound(key)));
        }
        break;
      }
      case 5: {
        Real real_copy = real;
        Model model_copy = model;
        ASSERT_TRUE(model_copy == model);
        if (ordered && !real.empty()) {
          const auto from = static_cast<long>(random() % real.size());
          const auto to = from + static_cast<long>(random() % (real.size() - static_cast<std::size_t>(from) + 1));
          const auto next = real_copy.erase(std::next(real_copy.begin(), from), std::next(real_copy.begin(), to));
          const auto model_next = model_copy.erase(model_copy.begin() + from, model_copy.begin() + to);
          ASSERT_EQ(position(real_copy, next), position(model_copy, model_next));
        } else {
          real_copy.erase(key);
          model_copy.erase(key);
        }
        if (real_copy.size() < real.size()) {
          real_copy.insert(element);
          model_copy.insert(element);
        }
        ASSERT_EQ(real_copy == real, model_copy == model);
        ASSERT_EQ(real_copy != real, model_copy != model);
        real = real_copy;
        model = model_copy;
        break;
      }
      case 6: ASSERT_NO_FATAL_FAILURE(moveAwayAndSwapBack(real, model)); break;
      default:
        if (random() % 8 != 0) break;
        real.clear();
        model.clear();
        break;
    }
    ASSERT_EQ(real.size(), model.size());
    ASSERT_EQ(real.empty(), model.empty());
    ASSERT_EQ(elementsOf(real, ordered), elementsOf(model, ordered)) << "step " << done;
  }
}

TEST(StdModels, MultisetsDoWhatTheRealOnesDo) {
  runSeveral<std::multiset<int>, modelled::multiset<int>>(true);
  runSeveral<std::unordered_multiset<int>, modelled::unordered_multiset<int>>(false);
}

TEST(StdModels, MultimapsDoWhatTheRealOnesDo) {
  runSeveral<std::multimap<int, int>, modelled::multimap<int, int>>(true);
  runSeveral<std::unordered_multimap<int, int>, modelled::unordered_multimap<int, int>>(false);
}

/// After an insertion behind others the order is not known; the models leave `order_of_elements` without a body.
TEST(StdModels, InsertionsScatterWhatIsHashed) {
  modelled::unordered_set<int> model;
  model.insert(1);
  EXPECT_FALSE(model.scattered);
  model.insert(2);
  EXPECT_TRUE(model.scattered);
}

}  // namespace
}  // namespace weir::specs
