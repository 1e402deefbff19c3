// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::unordered_map and std::unordered_set by their models: the order of the elements is the library's own.
#include <unordered_map>
#include <unordered_set>

struct Account {
  int balance;
};

class Bank {
 public:
  void open(int id) {
    Account* account = new Account;
    account->balance = 0;
    delete close(id);
    accounts.emplace(id, account);
  }
  void openBad(int id) {
    Account* account = new Account;
    account->balance = 0;
    accounts.emplace(id, account);
  }
  Account* close(int id) {
    const auto found = accounts.find(id);
    if (found == accounts.end()) return nullptr;
    Account* account = found->second;
    accounts.erase(found);
    return account;
  }
  void pay(int id, int amount) {
    const auto found = accounts.find(id);
    if (found != accounts.end() && found->second != nullptr) found->second->balance = amount;
  }
  void payBad(int id, int amount) { accounts[id]->balance = amount; }
  bool isKnown(Account* account) const {
    for (const auto& entry : accounts)
      if (entry.second == account) return true;
    return false;
  }
  // Where the new one goes is the library's to say.
  int firstAfterOpening(int id) {
    accounts[id] = nullptr;
    return accounts.begin()->first;
  }
  int nextAfterOpening(int id) {
    auto found = accounts.emplace(id, nullptr).first;
    ++found;
    return found == accounts.end() ? 0 : 1;
  }

 private:
  std::unordered_map<int, Account*> accounts;
};

class Visited {
 public:
  bool visit(int x) { return seen.insert(x).second; }
  bool visitBoth(int x, int y) {
    seen.insert(x);
    return seen.find(y) == seen.end();
  }
  int sum() const {
    int total = 0;
    for (int x : seen) total += x;
    return total;
  }
  bool isFirst(int x) const { return !seen.empty() && *seen.begin() == x; }
  int sumAfter(int x) {
    seen.insert(x);
    return sum();
  }

 private:
  std::unordered_set<int> seen;
};

int use(Bank& bank, Visited& visited) {
  bank.open(1);
  return visited.sum();
}
