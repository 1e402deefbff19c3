// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/report/presented.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "tools/report/json.h"
#include "tools/report/states.h"

namespace weir::report {
namespace {

using namespace weir::results;

using Classes = std::map<std::string, LibraryClass>;

const Value* fieldOf(const HeapObject& object, const std::string& name) {
  for (const auto& [key, value] : object.fields)
    if (key == name) return &value;
  return nullptr;
}

/// One state: which of its objects are containers, and what they look like.
class Folder {
 public:
  Folder(const Classes& classes, const HeapState& heap) : classes_(classes), heap_(heap) {
    for (const HeapObject& each : heap.objects) objects_[each.id] = &each;
  }

  const LibraryClass* viewOf(const std::string& id) const {
    const auto object = objects_.find(id);
    if (object == objects_.end()) return nullptr;
    const auto view = classes_.find(object->second->class_name);
    return view == classes_.end() ? nullptr : &view->second;
  }

  /// Is it, or does it lie in, a container that is shown as a value, or an entry of a map?
  bool isFolded(const HeapObject& object) const {
    if (viewOf(object.id) != nullptr) return !object.owner.empty();
    const LibraryClass* owner = object.owner.empty() ? nullptr : viewOf(object.owner);
    return owner != nullptr && owner->kind == "map";
  }

  bool isBehindTheEnd(const HeapObject& object) const {
    for (const HeapObject* at = &object; !at->owner.empty();) {
      const auto owner = objects_.find(at->owner);
      if (owner == objects_.end()) return false;
      if (const LibraryClass* view = viewOf(owner->first); view != nullptr && !view->length.empty()) {
        if (isBehind(*owner->second, *view, splitElement(at->id).second)) return true;
      }
      at = owner->second;
    }
    return false;
  }

  /// "Shop0.items[1]" for "Shop0.items.elems[1]".
  std::string nameOf(const std::string& id) const {
    const auto object = objects_.find(id);
    if (object == objects_.end() || object->second->owner.empty()) return id;
    const std::string& owner = object->second->owner;
    if (!id.starts_with(owner)) return id;
    return nameOf(owner) + memberOf(owner, id.substr(owner.size()));
  }

  std::string pointedTo(const std::string& id) const {
    const auto object = objects_.find(id);
    if (object == objects_.end() || object->second->owner.empty()) return id;
    const std::string& owner = object->second->owner;
    return id.starts_with(owner) ? placeOf(owner, id.substr(owner.size())) : nameOf(id);
  }

  Value valueOf(const Value& value) const {
    Value out = value;
    for (Value& each : out.elements) each = valueOf(each);
    if (value.kind == Value::Kind::Object) {
      const LibraryClass* view = viewOf(value.text);
      const bool is_part = view != nullptr && !objects_.at(value.text)->owner.empty();
      out.text = pointedTo(value.text);
      if (is_part) out.kind = Value::Kind::Slot;
    }
    if (value.kind == Value::Kind::Slot) out.text = slotOf(value.text);
    return out.text.ends_with(kEnd) ? Value::characters(out.text) : out;
  }

  /// What a field holds: a part that is a container is its value.
  Value heldValue(const HeapObject& object, const Value& value) const {
    if (value.kind == Value::Kind::Array) {
      Value out = value;
      for (Value& each : out.elements) each = heldValue(object, each);
      return out;
    }
    const bool is_part = value.kind == Value::Kind::Object && objects_.contains(value.text) &&
                         objects_.at(value.text)->owner == object.id;
    return is_part && viewOf(value.text) != nullptr ? contents(*objects_.at(value.text)) : valueOf(value);
  }

  /// Is anything of it shown that says what is in it?
  bool isLookedAt(const Value& part) const {
    const LibraryClass* view = part.kind == Value::Kind::Object ? viewOf(part.text) : nullptr;
    if (view == nullptr || objects_.at(part.text)->owner.empty()) return true;
    const HeapObject& object = *objects_.at(part.text);
    return fieldOf(object, view->elements) != nullptr || fieldOf(object, view->length) != nullptr;
  }

  Value contents(const HeapObject& object) const {
    const LibraryClass& view = *viewOf(object.id);
    const Value* elements = fieldOf(object, view.elements);
    if (view.kind == "string" || view.kind == "owner")
      return elements == nullptr ? Value::uninitialized() : valueOf(*elements);
    const std::size_t length = lengthOf(object, view);
    if (length == kUnknown) return Value::uninitialized();
    if (elements == nullptr || elements->kind != Value::Kind::Array || elements->elements.size() < length) {
      if (length == 0) return view.kind == "optional" ? Value::characters("nothing") : empty(view);
      return Value::characters(std::to_string(length) + (length == 1 ? " element" : " elements"));
    }
    std::vector<Value> values;
    for (std::size_t i = 0; i < length; ++i) values.push_back(element(object, view, elements->elements[i]));
    if (view.kind == "optional") return values.empty() ? Value::characters("nothing") : values[0];
    return view.kind == "sequence" ? Value::array(std::move(values)) : Value::set(std::move(values));
  }

 private:
  static constexpr const char* kEnd = ".end()";
  static constexpr std::size_t kUnknown = static_cast<std::size_t>(-1);

  static Value empty(const LibraryClass& view) { return view.kind == "sequence" ? Value::array({}) : Value::set({}); }

  static std::size_t lengthOf(const HeapObject& object, const LibraryClass& view) {
    const Value* length = fieldOf(object, view.length);
    if (length == nullptr) return kUnknown;
    if (length->kind == Value::Kind::Bool) return length->boolean ? 1 : 0;
    if (length->kind != Value::Kind::Int || length->text.size() > 6 || length->text[0] == '-') return kUnknown;
    return static_cast<std::size_t>(std::stoul(length->text));
  }

  Value element(const HeapObject& container, const LibraryClass& view, const Value& value) const {
    const auto object = value.kind == Value::Kind::Object ? objects_.find(value.text) : objects_.end();
    const bool is_entry = view.kind == "map" && object != objects_.end() && object->second->owner == container.id;
    if (!is_entry) return heldValue(container, value);
    std::string text;
    for (const auto& [name, held] : object->second->fields)
      text += (text.empty() ? "" : ": ") + shownValue(heldValue(*object->second, held));
    return Value::characters(text);
  }

  std::string slotOf(const std::string& place) const {
    std::size_t longest = 0;
    for (const auto& [id, object] : objects_)
      if (place.starts_with(id) && id.size() > longest && (place.size() == id.size() || place[id.size()] == '.'))
        longest = id.size();
    if (longest == 0) return place;
    const std::string id = place.substr(0, longest);
    return placeOf(id, place.substr(longest));
  }

  /// Is there no such element? Of one whose length was never written there is none.
  static bool isBehind(const HeapObject& container, const LibraryClass& view, int index) {
    const Value* length = fieldOf(container, view.length);
    if (index < 0 || length == nullptr) return false;
    return length->kind == Value::Kind::Uninitialized || static_cast<std::size_t>(index) >= lengthOf(container, view);
  }

  /// `rest` is ".elems[1]" or ".next".
  std::string memberOf(const std::string& id, const std::string& rest) const {
    const LibraryClass* view = viewOf(id);
    if (view == nullptr || !rest.starts_with("." + view->elements)) return rest;
    return view->kind == "optional" ? "" : rest.substr(1 + view->elements.size());
  }

  /// The same as a value that leads there: what is behind the last element is the end, and an element of a set or a map
  /// is found by its key. (An object keeps its name while its key changes, so names have the position.)
  std::string placeOf(const std::string& id, const std::string& rest) const {
    const LibraryClass* view = viewOf(id);
    const std::size_t close = rest.find(']');
    const std::string by_position = nameOf(id) + memberOf(id, rest);
    if (view == nullptr || view->length.empty() || view->kind == "optional" || close == std::string::npos ||
        !rest.starts_with("." + view->elements + "["))
      return by_position;
    const HeapObject& container = *objects_.at(id);
    const int index = splitElement(rest.substr(0, close + 1)).second;
    if (isBehind(container, *view, index)) return nameOf(id) + kEnd;
    const std::string key = keyOf(container, *view, index);
    return key.empty() ? by_position : nameOf(id) + key + rest.substr(close + 1);
  }

  /// How a program asks for the element of a set or a map: "[2]", ".find(2)". Empty where its key is an object.
  std::string keyOf(const HeapObject& container, const LibraryClass& view, int index) const {
    const Value* elements = view.kind == "sequence" ? nullptr : fieldOf(container, view.elements);
    if (elements == nullptr || index < 0 || static_cast<std::size_t>(index) >= elements->elements.size()) return "";
    Value key = elements->elements[static_cast<std::size_t>(index)];
    if (const auto pair = objects_.find(key.text); view.kind == "map" && pair != objects_.end()) {
      if (pair->second->fields.empty()) return "";
      key = pair->second->fields.front().second;
    }
    const LibraryClass* text = key.kind == Value::Kind::Object ? viewOf(key.text) : nullptr;
    if (key.kind == Value::Kind::Object && (text == nullptr || text->kind != "string")) return "";
    const std::string shown = shownValue(text == nullptr ? valueOf(key) : contents(*objects_.at(key.text)));
    return view.kind == "map" ? "[" + shown + "]" : ".find(" + shown + ")";
  }

  const Classes& classes_;
  const HeapState& heap_;
  std::map<std::string, const HeapObject*> objects_;
};

class Presenter {
 public:
  explicit Presenter(const Counterexample& raw) : raw_(raw), states_(statesOf(raw)) {
    for (const LibraryClass& each : raw.library) classes_[each.name] = each;
    findRoots();
  }

  Counterexample run() {
    Counterexample out = raw_;
    out.pre = stateOf(raw_.pre);
    out.post = stateOf(raw_.post);
    for (std::size_t i = 0; i < raw_.steps.size(); ++i) out.steps[i].changes = changesOf(i);
    const Folder last(classes_, raw_.post);
    for (auto& [name, value] : out.witness) value = last.valueOf(value);
    for (Evaluation& each : out.evaluations) each.value = last.valueOf(each.value);
    out.library.clear();
    return out;
  }

 private:
  /// A container that only one variable of the caller's leads to is the value of that variable.
  void findRoots() {
    const Folder before(classes_, raw_.pre);
    for (const auto& [name, value] : raw_.pre.roots)
      if (value.kind == Value::Kind::Object && before.viewOf(value.text) != nullptr && name != "this")
        roots_[value.text] = name;
    std::erase_if(roots_, [&](const auto& root) {
      const auto leadsElsewhere = [&](const HeapState& state) { return usesOf(state, root.first) != 1; };
      return std::ranges::any_of(states_, [&](const ExecutionState& each) { return leadsElsewhere(each.heap); }) ||
             leadsElsewhere(raw_.post);
    });
  }

  /// Values that lead to the object or into it, and variables: 1 is the variable alone.
  static int usesOf(const HeapState& state, const std::string& id) {
    int count = 0;
    const auto look = [&](const Value& value, const auto& self) -> void {
      const bool leads = value.kind == Value::Kind::Object || value.kind == Value::Kind::Slot;
      if (leads && (value.text == id || value.text.starts_with(id + "."))) ++count;
      for (const Value& each : value.elements) self(each, self);
    };
    for (const auto& [name, value] : state.roots) look(value, look);
    for (const HeapObject& object : state.objects) {
      if (object.id == id && (object.freed || !object.owner.empty())) return 0;
      if (object.id == id || object.owner == id || object.owner.starts_with(id + ".")) continue;
      for (const auto& [name, value] : object.fields) look(value, look);
    }
    return count;
  }

  HeapState stateOf(const HeapState& heap) const {
    const Folder folder(classes_, heap);
    HeapState out;
    for (const auto& [name, value] : heap.roots) {
      const auto object = std::ranges::find(heap.objects, value.text, &HeapObject::id);
      const bool is_value = value.kind == Value::Kind::Object && roots_.contains(value.text);
      out.roots.emplace_back(
          name, is_value && object != heap.objects.end() ? folder.contents(*object) : folder.valueOf(value));
    }
    for (const HeapObject& object : heap.objects) {
      if (roots_.contains(object.id)) continue;
      if (folder.isFolded(object) || folder.isBehindTheEnd(object)) continue;
      HeapObject shown{.id = folder.nameOf(object.id),
                       .class_name = presentedClass(object.class_name),
                       .freed = object.freed,
                       .owner = object.owner.empty() ? "" : visibleOwner(folder, object)};
      if (folder.viewOf(object.id) != nullptr) {
        shown.fields.emplace_back(kWhole, folder.contents(object));
      } else {
        for (const auto& [name, value] : object.fields)
          if (folder.isLookedAt(value)) shown.fields.emplace_back(name, folder.heldValue(object, value));
      }
      out.objects.push_back(std::move(shown));
    }
    return out;
  }

  /// An element of a container lives in the object that the container lives in.
  static std::string visibleOwner(const Folder& folder, const HeapObject& object) {
    const std::string name = folder.nameOf(object.owner);
    if (folder.viewOf(object.owner) == nullptr) return name;
    const std::size_t dot = name.rfind('.');
    return dot == std::string::npos ? name : name.substr(0, dot);
  }

  /// What the step changed of what is kept, then which containers look different after it.
  std::vector<Change> changesOf(std::size_t i) const {
    const HeapState& before = states_[i].heap;
    const HeapState& after = states_[i + 1].heap;
    const Folder old(classes_, before), now(classes_, after);
    std::vector<Change> changes;
    for (const Change& raw : raw_.steps[i].changes) {
      if (isOfContainer(now, after, raw)) continue;
      Change change = raw;
      if (!raw.object.empty()) change.object = now.nameOf(raw.object);
      if (change.from) change.from = old.valueOf(*change.from);
      if (change.to) change.to = now.valueOf(*change.to);
      change.class_name = presentedClass(change.class_name);
      changes.push_back(std::move(change));
    }
    const HeapState shown_before = stateOf(before), shown_after = stateOf(after);
    addContainers(shown_before, shown_after, after, now, changes);
    for (const auto& [id, name] : roots_)
      for (std::size_t root = 0; root < shown_after.roots.size() && root < shown_before.roots.size(); ++root)
        if (shown_after.roots[root].first == name && !(shown_after.roots[root] == shown_before.roots[root]))
          changes.push_back(Change::global(name, shown_before.roots[root].second, shown_after.roots[root].second));
    return changes;
  }

  /// What a container looks like says this already.
  static bool isOfContainer(const Folder& folder, const HeapState& heap, const Change& change) {
    if (change.kind == Change::Kind::Field && folder.viewOf(change.object) != nullptr) return true;
    const auto object = std::ranges::find(heap.objects, change.object, &HeapObject::id);
    return object != heap.objects.end() && (folder.isFolded(*object) || folder.isBehindTheEnd(*object));
  }

  void addContainers(const HeapState& before, const HeapState& after, const HeapState& raw_after, const Folder& now,
                     std::vector<Change>& changes) const {
    std::set<std::string> of_containers;  // "Shop0.stock"
    for (const HeapObject& object : raw_after.objects) {
      if (now.viewOf(object.id) == nullptr) continue;
      const std::string name = now.nameOf(object.id);
      of_containers.insert(object.owner.empty() ? name + "." + kWhole : name);
    }
    for (const HeapObject& object : after.objects) {
      const auto old = std::ranges::find(before.objects, object.id, &HeapObject::id);
      for (const auto& [field, value] : object.fields) {
        const bool is_container =
            of_containers.contains(object.id + "." + field) || of_containers.contains(object.id + "." + field + "[0]");
        const Value* was = old == before.objects.end() ? nullptr : fieldOf(*old, field);
        const bool is_new = was == nullptr || old->freed != object.freed;
        if (!is_container || object.freed || (was != nullptr && !is_new && *was == value)) continue;
        if (is_new && value.kind == Value::Kind::Uninitialized) continue;
        changes.push_back(Change::field(object.id, field, was == nullptr ? Value::uninitialized() : *was, value));
      }
    }
  }

  /// Of a container that lives alone: the name of what it holds.
  static constexpr const char* kWhole = "elements";

  const Counterexample& raw_;
  std::vector<ExecutionState> states_;
  Classes classes_;
  std::map<std::string, std::string> roots_;  // containers that are the value of a variable
};

}  // namespace

std::string presentedClass(std::string name) {
  const std::string text = "std::basic_string<char>";
  for (std::size_t at; (at = name.find(text)) != std::string::npos;) name.replace(at, text.size(), "std::string");
  return name;
}

Counterexample presented(const Counterexample& counterexample) {
  if (counterexample.library.empty()) return counterexample;
  return Presenter(counterexample).run();
}

Counterexample presentedForDrawing(const Counterexample& counterexample) {
  Counterexample out = presented(counterexample);
  if (counterexample.library.empty()) return out;
  std::map<std::string, std::size_t> most;  // by place
  const auto measure = [&](const std::string& place, const Value& value) {
    if (value.kind == Value::Kind::Array) most[place] = std::max(most[place], value.elements.size());
  };
  const auto pad = [&](const std::string& place, Value& value) {
    if (value.kind == Value::Kind::Array) value.elements.resize(most[place], Value::characters(""));
  };
  const auto forEach = [&](const auto& visit) {
    for (HeapState* state : {&out.pre, &out.post})
      for (HeapObject& object : state->objects)
        for (auto& [field, value] : object.fields) visit(object.id + "." + field, value);
    for (Step& step : out.steps)
      for (Change& change : step.changes)
        for (std::optional<Value>* value : {&change.from, &change.to})
          if (change.kind == Change::Kind::Field && *value) visit(change.target(), **value);
  };
  forEach(measure);
  forEach(pad);
  return out;
}

}  // namespace weir::report
