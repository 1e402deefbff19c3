// What the models do not have, of a class that only the function knows: the other functions are read.
#include <memory>

int lastValue(int x) {
  int last = 0;
  {
    std::shared_ptr<int> shared(new int(x), [&last](int* p) {
      last = *p;
      delete p;
    });
  }
  return last;
}
int plainValue(int x) {
  auto shared = std::make_shared<int>(x);
  return *shared;
}
