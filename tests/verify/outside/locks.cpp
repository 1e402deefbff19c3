// Locks of the standard library: with one thread nobody else holds them, and taking one changes nothing.
#include <mutex>
#include <shared_mutex>

class Counter {
 public:
  Counter() : count_(0) {}
  int next() {
    std::lock_guard<std::mutex> lock(mutex_);
    return ++count_;
  }
  int nextBad() {
    std::lock_guard<std::mutex> lock(mutex_);
    return count_++;
  }
  int read() const {
    shared_.lock_shared();
    const int count = count_;
    shared_.unlock_shared();
    return count;
  }
  // Whether it is free is for others to say.
  int tried() {
    if (!mutex_.try_lock()) return -1;
    mutex_.unlock();
    return count_;
  }
  int count_;

 private:
  std::mutex mutex_;
  mutable std::shared_mutex shared_;
};

int made(int n) {
  Counter counter;
  std::recursive_mutex mutex;
  std::unique_lock<std::recursive_mutex> lock(mutex);
  counter.count_ = n;
  return counter.read();
}
int madeBad(int n) {
  Counter counter;
  std::recursive_mutex mutex;
  std::unique_lock<std::recursive_mutex> lock(mutex);
  counter.count_ = n;
  return counter.next();
}
