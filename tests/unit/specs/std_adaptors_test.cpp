// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::stack, std::queue and std::priority_queue over the models of what they hold, as checks have them, against those
// over the real containers.
#include <functional>
#include <queue>
#include <stack>

#include "modelled.h"

namespace weir::specs {
namespace {

/// What an adaptor shows next.
template <typename Adaptor>
int shown(Adaptor& adaptor) {
  if constexpr (requires { adaptor.top(); })
    return adaptor.top();
  else
    return 10 * adaptor.front() + adaptor.back();
}

template <typename Real, typename Model>
void runAdaptors() {
  std::mt19937 random(43);
  Real real;
  Model model;
  for (int done = 0; done < kSteps;) {
    const int x = numberFrom(random);
    switch (random() % 6) {
      case 0:
      case 1:
        if (real.size() == kRoom) continue;
        real.push(x), model.push(x);
        break;
      case 2:
        if (real.size() == kRoom) continue;
        real.emplace(x), model.emplace(x);
        break;
      case 3:
        if (real.empty()) continue;
        real.pop(), model.pop();
        break;
      case 4: {
        Real real_copy = real;
        Model model_copy = model;
        if (!real_copy.empty()) real_copy.pop(), model_copy.pop();
        real.swap(real_copy), model.swap(model_copy);
        break;
      }
      default: {
        Real real_taken(std::move(real));
        Model model_taken(std::move(model));
        real = real_taken, model = model_taken;
        break;
      }
    }
    ++done;
    ASSERT_EQ(real.empty(), model.empty()) << "step " << done;
    ASSERT_EQ(real.size(), model.size()) << "step " << done;
    ASSERT_TRUE(real.empty() || shown(real) == shown(model)) << "step " << done;
  }
}

TEST(StdModels, AdaptorsOfModelsDoWhatTheRealOnesDo) {
  runAdaptors<std::stack<int>, std::stack<int, modelled::deque<int>>>();
  runAdaptors<std::stack<int, std::vector<int>>, std::stack<int, modelled::vector<int>>>();
  runAdaptors<std::queue<int>, std::queue<int, modelled::deque<int>>>();
  runAdaptors<std::queue<int, std::list<int>>, std::queue<int, modelled::list<int>>>();
  runAdaptors<std::priority_queue<int>, std::priority_queue<int, modelled::vector<int>>>();
  runAdaptors<std::priority_queue<int, std::vector<int>, std::greater<int>>,
              std::priority_queue<int, modelled::vector<int>, std::greater<int>>>();
}

}  // namespace
}  // namespace weir::specs
