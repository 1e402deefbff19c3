// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The models of the sequences and of std::optional against the real ones: the same random operations on both, after
// each of which both hold the same elements and gave the same result.
#include "modelled.h"

namespace weir::specs {
namespace {

template <typename Real, typename Model>
void expectSame(const Real& real, const Model& model) {
  ASSERT_EQ(real.size(), model.size());
  ASSERT_EQ(real.empty(), model.empty());
  ASSERT_TRUE(std::equal(real.begin(), real.end(), model.begin(), model.end()));
  ASSERT_TRUE(std::equal(real.rbegin(), real.rend(), model.rbegin(), model.rend()));
}

/// What every sequence can do.
template <typename Real, typename Model>
void expectElements(const Real& real, const Model& model) {
  ASSERT_EQ(std::vector<int>(real.begin(), real.end()), std::vector<int>(model.begin(), model.end()));
}

/// Lists that give one another their elements, and what the comparisons see.
TEST(StdModels, ListsAreSortedMergedAndSplicedAsTheRealOnes) {
  std::mt19937 random(41);
  for (int done = 0; done < kSteps; ++done) {
    std::list<int> real, real_other;
    modelled::list<int> model, model_other;
    for (auto left = random() % 4; left > 0; --left) real.push_back(numberFrom(random)), model.push_back(real.back());
    for (auto left = random() % 4; left > 0; --left)
      real_other.push_back(numberFrom(random)), model_other.push_back(real_other.back());
    std::vector<int> real_seen, model_seen;
    const auto lessSeen = [](std::vector<int>& seen) {
      return [&seen](int a, int b) {
        seen.push_back(10 * a + b);
        return a < b;
      };
    };
    const std::size_t at = random() % (real.size() + 1);
    switch (random() % 5) {
      case 0: real.sort(lessSeen(real_seen)), model.sort(lessSeen(model_seen)); break;
      case 1:
        real.sort(), model.sort(), real_other.sort(), model_other.sort();
        real.merge(real_other, lessSeen(real_seen)), model.merge(model_other, lessSeen(model_seen));
        break;
      case 2: real.unique(), model.unique(); break;
      case 3:
        real.splice(std::next(real.begin(), at), real_other), model.splice(model.begin() + at, model_other);
        break;
      default: {
        if (real.empty()) break;
        const std::size_t from = random() % real.size();
        real.splice(std::next(real.begin(), at), real, std::next(real.begin(), from));
        model.splice(model.begin() + at, model, model.begin() + from);
      }
    }
    expectElements(real, model);
    expectElements(real_other, model_other);
    ASSERT_EQ(real_seen, model_seen) << "step " << done;
  }
}

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
    case 9: moveAwayAndSwapBack(real, model); return true;
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

TEST(StdModels, ListsOfValuesMakeContainers) {
  const std::vector<int> real = {3, 1, 2};
  const modelled::vector<int> model = {3, 1, 2};
  expectSame(real, model);
  EXPECT_THROW(model.at(3), std::out_of_range);
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
        EXPECT_EQ(real < real_other, model < model_other);
        EXPECT_EQ(real > real_other, model > model_other);
        EXPECT_EQ(real <= real_other, model <= model_other);
        EXPECT_EQ(real >= real_other, model >= model_other);
        EXPECT_EQ(real < x, model < x);
        EXPECT_EQ(x <= real, x <= model);
        EXPECT_EQ(real >= x, model >= x);
        EXPECT_EQ(x > real, x > model);
        EXPECT_EQ(real > std::nullopt, model > modelled::nullopt);
        EXPECT_EQ(std::nullopt <= real, modelled::nullopt <= model);
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

}  // namespace
}  // namespace weir::specs
