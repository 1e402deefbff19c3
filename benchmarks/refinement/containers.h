// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The containers of the two packages that are measured here: lists, sets and maps of pointers, with iterators. Their
// code is read and summarised like any other; nothing is told about them.
#pragma once

template <class T>
struct Link {
  T* item;
  Link* next;
  Link(T* i, Link* n) : item(i), next(n) {}
};

template <class T>
class Iterator {
 public:
  explicit Iterator(Link<T>* first) : next_(first) {}
  bool hasNext() const { return next_ != nullptr; }
  T* next() {
    T* item = next_->item;
    next_ = next_->next;
    return item;
  }

 private:
  Link<T>* next_;
};

template <class T>
class List {
 public:
  List() : head_(nullptr) {}

  bool isEmpty() const { return head_ == nullptr; }
  T* first() const { return isEmpty() ? nullptr : head_->item; }
  Iterator<T> iterator() const { return Iterator<T>(head_); }

  int size() const {
    int count = 0;
    for (Iterator<T> i = iterator(); i.hasNext(); i.next()) ++count;
    return count;
  }

  bool contains(const T* item) const {
    for (Iterator<T> i = iterator(); i.hasNext();)
      if (i.next() == item) return true;
    return false;
  }

  void addFirst(T* item) { head_ = new Link<T>(item, head_); }

  void addLast(T* item) {
    Link<T>* link = new Link<T>(item, nullptr);
    if (isEmpty())
      head_ = link;
    else
      lastLink()->next = link;
  }

  /// Takes out the first occurrence of `item`.
  bool remove(const T* item) {
    Link<T>* before = nullptr;
    for (Link<T>* link = head_; link != nullptr; link = link->next) {
      if (link->item == item) {
        unlink(before, link);
        return true;
      }
      before = link;
    }
    return false;
  }

  T* removeFirst() {
    T* item = first();
    if (!isEmpty()) unlink(nullptr, head_);
    return item;
  }

  void clear() {
    while (!isEmpty()) removeFirst();
  }

 private:
  Link<T>* lastLink() const {
    Link<T>* link = head_;
    while (link->next != nullptr) link = link->next;
    return link;
  }

  void unlink(Link<T>* before, Link<T>* link) {
    if (before == nullptr)
      head_ = link->next;
    else
      before->next = link->next;
    delete link;
  }

  Link<T>* head_;
};

template <class T>
class Set {
 public:
  bool isEmpty() const { return items_.isEmpty(); }
  int size() const { return items_.size(); }
  bool contains(const T* item) const { return items_.contains(item); }
  Iterator<T> iterator() const { return items_.iterator(); }

  bool add(T* item) {
    if (contains(item)) return false;
    items_.addFirst(item);
    return true;
  }

  bool remove(const T* item) { return items_.remove(item); }
  void clear() { items_.clear(); }

 private:
  List<T> items_;
};

template <class K>
bool sameKey(const K* a, const K* b) {
  return a == b;
}

template <class K, class V>
struct Entry {
  K* key;
  V* value;
  Entry* next;
  Entry(K* k, V* v, Entry* n) : key(k), value(v), next(n) {}
};

template <class K, class V>
class EntryIterator {
 public:
  explicit EntryIterator(Entry<K, V>* first) : next_(first) {}
  bool hasNext() const { return next_ != nullptr; }
  Entry<K, V>* next() {
    Entry<K, V>* entry = next_;
    next_ = entry->next;
    return entry;
  }

 private:
  Entry<K, V>* next_;
};

template <class K, class V>
class Map {
 public:
  Map() : entries_(nullptr) {}

  bool isEmpty() const { return entries_ == nullptr; }
  EntryIterator<K, V> entries() const { return EntryIterator<K, V>(entries_); }
  bool containsKey(const K* key) const { return find(key) != nullptr; }

  int size() const {
    int count = 0;
    for (EntryIterator<K, V> i = entries(); i.hasNext(); i.next()) ++count;
    return count;
  }

  bool containsValue(const V* value) const {
    for (EntryIterator<K, V> i = entries(); i.hasNext();)
      if (i.next()->value == value) return true;
    return false;
  }

  V* get(const K* key) const {
    Entry<K, V>* entry = find(key);
    return entry == nullptr ? nullptr : entry->value;
  }

  /// Maps `key` to `value` and gives back what it was mapped to before.
  V* put(K* key, V* value) {
    Entry<K, V>* entry = find(key);
    if (entry != nullptr) {
      V* old = entry->value;
      entry->value = value;
      return old;
    }
    entries_ = new Entry<K, V>(key, value, entries_);
    return nullptr;
  }

  V* remove(const K* key) {
    Entry<K, V>* before = nullptr;
    for (Entry<K, V>* entry = entries_; entry != nullptr; entry = entry->next) {
      if (sameKey(entry->key, key)) {
        V* old = entry->value;
        unlink(before, entry);
        return old;
      }
      before = entry;
    }
    return nullptr;
  }

 private:
  Entry<K, V>* find(const K* key) const {
    Entry<K, V>* entry = entries_;
    while (entry != nullptr && !sameKey(entry->key, key)) entry = entry->next;
    return entry;
  }

  void unlink(Entry<K, V>* before, Entry<K, V>* entry) {
    if (before == nullptr)
      entries_ = entry->next;
    else
      before->next = entry->next;
    delete entry;
  }

  Entry<K, V>* entries_;
};
