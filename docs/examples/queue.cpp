// A queue of jobs, linked both ways. `promote` moves a waiting job to the front.
struct Job {
  int priority;
  Job* next;
  Job* prev;
};

class Queue {
 public:
  bool promote(Job* job);

 private:
  void unlink(Job* job);
  void pushFront(Job* job);

  Job* head_ = nullptr;
  Job* tail_ = nullptr;
};

bool Queue::promote(Job* job) {
  if (job == head_) return false;
  unlink(job);
  pushFront(job);
  return true;
}

void Queue::unlink(Job* job) {
  if (job->prev) job->prev->next = job->next;
  if (job->next) job->next->prev = job->prev;
  if (job == head_) head_ = job->next;
}

void Queue::pushFront(Job* job) {
  job->prev = nullptr;
  job->next = head_;
  if (head_) head_->prev = job;
  head_ = job;
  if (!tail_) tail_ = job;
}
