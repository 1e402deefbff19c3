// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Containers of strings: keys of maps and sets, and elements.
#include <map>
#include <string>
#include <unordered_set>
#include <vector>

struct Job {
  int priority;
};

class Registry {
 public:
  Job* find(const std::string& name) const {
    const auto found = jobs.find(name);
    return found == jobs.end() ? nullptr : found->second;
  }
  bool add(const std::string& name, Job* job) { return jobs.emplace(name, job).second; }
  void addBad(const std::string& name, Job* job) { jobs[name] = job; }
  Job* first() const { return jobs.empty() ? nullptr : jobs.begin()->second; }
  Job* require(const std::string& name) const { return jobs.at(name); }

 private:
  std::map<std::string, Job*> jobs;
};

class Log {
 public:
  bool seen(const std::string& word) { return !words.insert(word).second; }
  void note(const std::string& word) { lines.push_back(word); }
  void noteBad(const std::string& word) {
    if (lines.empty() || lines.back() != word) lines.push_back(word);
  }

 private:
  std::unordered_set<std::string> words;
  std::vector<std::string> lines;
};

void use(Registry& registry, Log& log) { log.note("a"); }
