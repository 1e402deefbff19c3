// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The model of std::string, and of maps whose keys are strings, against the real ones.
#include "modelled.h"

namespace weir::specs {
namespace {

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

/// What looks at single characters and changes them.
TEST(StdModels, CharactersOfStringsAreThoseOfTheRealOne) {
  std::mt19937 random(31);
  const auto sign = [](int n) { return (n > 0) - (n < 0); };
  for (int done = 0; done < kSteps; ++done) {
    const std::string text = textFrom(random), other = textFrom(random);
    std::string real = text;
    ModelString model(text.c_str());
    const ModelString model_other(other.c_str());
    const std::size_t at = random() % 5, count = random() % 3, from = random() % 5;
    const char c = "abz"[random() % 3];
    const auto both = [&](auto operation) {
      EXPECT_EQ(operation(real, other), operation(model, model_other))
          << text << " " << other << " " << at << " " << count;
    };
    both([&](auto& s, auto& o) { return s.find(o, from); });
    both([&](auto& s, auto& o) { return s.rfind(o, from); });
    both([&](auto& s, auto& o) { return s.rfind(o); });
    both([&](auto& s, auto& o) { return s.find_first_of(o, from); });
    both([&](auto& s, auto& o) { return s.find_last_of(o, from); });
    both([&](auto& s, auto& o) { return s.find_first_not_of(o, from); });
    both([&](auto& s, auto& o) { return s.find_last_not_of(o); });
    both([&](auto& s, auto&) { return s.find(c, from); });
    both([&](auto& s, auto&) { return s.rfind(c); });
    both([&](auto& s, auto&) { return s.find("ab"); });
    both([&](auto& s, auto&) { return s.find("more than eight"); });
    both([&](auto& s, auto&) { return s == "abzabzabz"; });
    both([&](auto& s, auto&) { return s < "abzabzabz"; });
    both([&](auto& s, auto&) { return "abzabzabz" <= s; });
    both([&](auto& s, auto& o) { return sign(s.compare(o)); });
    both([&](auto& s, auto&) { return s.starts_with("ab") + 2 * s.ends_with("z") + 4 * s.starts_with(c); });
    both([&](auto& s, auto&) { return std::string(s.c_str()); });
    both([&](auto& s, auto&) { return std::string(s.begin(), s.end()); });
    both([&](auto& s, auto&) { return std::string(s.rbegin(), s.rend()); });
    if (at <= text.size()) {
      both([&](auto& s, auto&) { return std::string(s.substr(at, count).c_str()); });
      both([&](auto& s, auto& o) { return sign(s.compare(at, count, o)); });
      both([&](auto& s, auto&) { return std::string(s.insert(at, count, c).c_str()); });
      both([&](auto& s, auto&) { return std::string(s.erase(at, count).c_str()); });
      both([&](auto& s, auto&) { return std::string(s.replace(at < s.size() ? at : 0, count, "zz").c_str()); });
      both([&](auto& s, auto&) { return std::string(s.append(count, c).c_str()); });
    }
    if (!real.empty()) {
      both([&](auto& s, auto&) { return s.front() + 256 * s.back() + s[0]; });
      both([&](auto& s, auto&) { return s.erase(s.begin()) - s.begin(); });
      real.push_back(c), model.push_back(c);
      real.pop_back(), model.pop_back();
    }
    real.resize(real.size() / 2), model.resize(model.size() / 2);
    ASSERT_EQ(real, charactersOf(model)) << "step " << done;
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

}  // namespace
}  // namespace weir::specs
