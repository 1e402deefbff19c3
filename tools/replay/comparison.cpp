// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/replay/comparison.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <set>

#include "ir/program/model_text.h"
#include "tools/replay/spelling.h"

namespace weir::replay {
namespace {

using program::ClassDecl;
using program::Field;
using program::Integer;
using program::kNoObject;
using program::Object;
using program::ObjectId;
using program::TypeRef;
using program::Value;

constexpr std::size_t kPointerSize = 8;
constexpr const char* kTextPart = "text";

std::string hexadecimal(Address address) {
  char text[24];
  snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(address));
  return text;
}

class Comparison {
 public:
  Comparison(const Case& replayed, const NativeRun& run, const Layouts& layouts)
      : case_(replayed), heap_(replayed.after), run_(run), layouts_(layouts) {}

  std::vector<std::string> compare() {
    leaveOutCopies();
    for (ObjectId id = 0; id < heap_.size(); ++id) {
      const auto known = run_.objects.find(heap_.at(id).name);
      if (heap_.at(id).owner == kNoObject && known != run_.objects.end() && !copies_.contains(id))
        bind(id, known->second);
    }
    if (heap_.findGlobals() != kNoObject) visitFields(heap_.findGlobals());
    compareResult();
    while (!queue_.empty()) {
      const ObjectId id = queue_.front();
      queue_.pop_front();
      visit(id);
    }
    return differences_;
  }

 private:
  void differ(const std::string& place, const std::string& expected, const std::string& found) {
    differences_.push_back(place + ": weir has " + expected + ", the program has " + found);
  }

  /// An argument passed by value is the callee's own copy: the compiled call works on another one.
  void leaveOutCopies() {
    for (std::size_t i = 0; i < case_.arguments.size(); ++i)
      if (case_.procedure->parameters[i]->is_by_value) copies_.insert(case_.arguments[i].object);
  }

  // ---- where things are

  std::size_t sizeOf(TypeRef type) const {
    if (type->isClass()) return sizeOf(type->class_decl);
    if (type->isPointer()) return kPointerSize;
    if (type->isArray()) return sizeOf(type->element) * static_cast<std::size_t>(type->extent.value_or(0));
    if (const auto layout = layouts_.find(type->name); isEnumOfCxx(heap_.program(), type) && layout != layouts_.end())
      return layout->second.size;
    for (std::size_t size = 1; size < 16; size *= 2)
      if (static_cast<std::size_t>(type->width) <= 8 * size) return size;
    return 16;
  }

  /// An enum takes more room than its values need; one that cannot be named outside its function does not show.
  bool knowsSizeOf(TypeRef type) const { return !isEnumOfCxx(heap_.program(), type) || layouts_.contains(type->name); }

  std::size_t sizeOf(const ClassDecl* class_decl) const {
    const auto layout = layouts_.find(class_decl->name);
    return layout == layouts_.end() ? 0 : layout->second.size;
  }

  /// Nothing for a virtual base, whose place only the object itself knows.
  std::optional<long> baseOffset(const ClassDecl* dynamic, const ClassDecl* base) const {
    if (dynamic == base) return 0;
    const auto layout = layouts_.find(dynamic->name);
    if (layout == layouts_.end()) return 0;
    const auto found = layout->second.bases.find(base->name);
    return found == layout->second.bases.end() ? std::nullopt : std::optional(found->second);
  }

  /// Where `field` (element `index`) is in an object of class `dynamic`, in bits; nothing where it has no layout.
  std::optional<FieldLayout> place(const ClassDecl* dynamic, const Field* field, long index) const {
    if (index != 0 && !knowsSizeOf(field->elementType())) return std::nullopt;
    const std::size_t element = 8 * sizeOf(field->elementType()) * static_cast<std::size_t>(index);
    if (dynamic->is_array || dynamic->is_box) return FieldLayout{element, 0};
    const auto layout = layouts_.find(field->owner->name);
    if (layout == layouts_.end()) return std::nullopt;
    const auto found = layout->second.fields.find(field->name);
    if (found == layout->second.fields.end()) return std::nullopt;
    const auto offset = baseOffset(dynamic, field->owner);
    if (!offset) return std::nullopt;
    const std::size_t base = 8 * static_cast<std::size_t>(*offset);
    return FieldLayout{base + found->second.bit + element, found->second.bits};
  }

  /// The address of a location, in bits from the start of its top-level object or of its variable.
  struct Location {
    ObjectId top = kNoObject;         // the object that has an address of its own
    const Field* variable = nullptr;  // or, in the globals, the variable
    FieldLayout at;
    const NativePart* part = nullptr;  // or, in a container of the library, what it reported of itself
  };

  /// What the runtime calls a member of a model (runtime/weir_containers.h). The element of an optional is where the
  /// optional is, and may be a container.
  static std::string partName(const Field& field) {
    const bool is_single = field.owner->findMember(program::LibraryRole::Single) != nullptr;
    if (program::isModelArray(field)) return is_single ? "element" : "elements";
    switch (program::roleOf(field).value_or(program::LibraryRole::Scattered)) {
      case program::LibraryRole::Length: return is_single ? "has element" : "length";
      case program::LibraryRole::Target: return "target";
      case program::LibraryRole::Text: return kTextPart;
      default: return "";  // it reports nothing of it
    }
  }
  static std::string elementName(const Field* field, long index) {
    return partName(*field) + "#" + std::to_string(index);
  }

  static const Field* insideOf(const ClassDecl& part) {
    const Field* text = program::textFieldOf(part);
    return text != nullptr ? text : program::keyFieldOf(part);
  }

  /// The key of an element of a set or map: the element itself, its `first`, or the value of that string.
  Value keyOf(Value element) const {
    while (element.kind == Value::Kind::Object && heap_.at(element.object).owner != kNoObject) {
      const Object& part = heap_.at(element.object);
      const Field* inside = insideOf(*part.class_decl);
      if (inside == nullptr) break;
      element = part.fields.at(inside).front();
    }
    return element;
  }

  static TypeRef keyType(TypeRef type) {
    while (type->isClass()) {
      const ClassDecl& part = *type->class_decl;
      const Field* inside = insideOf(part);
      if (inside == nullptr) break;
      type = inside->type;
    }
    return type;
  }

  /// Does the element there begin with this key? A string reports its value elsewhere.
  bool hasKey(Address element, const Value& key, TypeRef type) const {
    if (const auto text = run_.parts.find({element, kTextPart}); text != run_.parts.end()) element = text->second.at;
    const std::size_t size = sizeOf(type);
    const std::uint8_t* bytes = run_.bytesAt(element, size);
    if (bytes == nullptr || size > 8) return false;
    std::uint64_t found = 0;
    for (std::size_t i = 0; i < size; ++i) found |= static_cast<std::uint64_t>(bytes[i]) << (8 * i);
    if (key.kind == Value::Kind::Null) return found == 0;
    if (key.kind == Value::Kind::Integer)
      return (static_cast<std::uint64_t>(key.integer) ^ found) << (64 - 8 * size) == 0;
    const auto at = key.kind == Value::Kind::Object ? locate(key.object) : std::nullopt;
    const auto address = at ? addressOf(*at) : std::nullopt;
    return address && *address == found;
  }

  /// Where the order of the elements is the library's own, they are told apart by their keys; nothing where that cannot
  /// be done.
  std::optional<long> nativeIndex(const Object& container, Address address, const Field* field, long index) const {
    if (program::scatteredFieldOf(*container.class_decl) == nullptr || !program::isModelEntries(*field)) return index;
    const auto& elements = container.fields.at(field);
    const TypeRef type = keyType(field->elementType());
    const Value key = keyOf(elements.at(static_cast<std::size_t>(index)));
    const auto last =
        elements.begin() + static_cast<long>(std::min(elements.size(), countedElements(container, *field)));
    if (std::count_if(elements.begin(), last, [&](const Value& other) { return keyOf(other) == key; }) > 1)
      return std::nullopt;
    for (long i = 0; i < static_cast<long>(elements.size()); ++i) {
      const auto element = run_.parts.find({address, elementName(field, i)});
      if (element == run_.parts.end()) break;
      if (hasKey(element->second.at, key, type)) return i;
    }
    return std::nullopt;
  }

  std::optional<Location> locate(ObjectId id) const {
    const Object& object = heap_.at(id);
    if (object.owner == kNoObject) return Location{id, nullptr, {}};
    return locate(object.owner, object.owner_field, object.owner_index);
  }

  std::optional<Location> locate(ObjectId id, const Field* field, long index) const {
    const Object& object = heap_.at(id);
    if (object.class_decl->is_globals) {
      const std::size_t element = 8 * sizeOf(field->elementType()) * static_cast<std::size_t>(index);
      return Location{kNoObject, field, {element, 0}};
    }
    auto outer = locate(id);
    if (program::isModelClass(*object.class_decl)) {
      const auto container = outer ? addressOf(*outer) : std::nullopt;
      if (!container) return std::nullopt;
      if (field->type->isArray()) {
        const auto native = nativeIndex(object, *container, field, index);
        if (!native) return std::nullopt;
        const auto element = run_.parts.find({*container, elementName(field, *native)});
        if (element != run_.parts.end()) return Location{kNoObject, nullptr, {}, &element->second};
      }
      const auto part = run_.parts.find({*container, partName(*field)});
      if (part == run_.parts.end()) return std::nullopt;
      const std::size_t element = 8 * sizeOf(field->elementType()) * static_cast<std::size_t>(index);
      return Location{kNoObject, nullptr, {element, 0}, &part->second};
    }
    const auto inner = place(object.class_decl, field, index);
    if (!outer || !inner) return std::nullopt;
    outer->at = {outer->at.bit + inner->bit, inner->bits};
    return outer;
  }

  /// Nothing where the location's address is not known (yet).
  std::optional<Address> addressOf(const Location& location) const {
    if (location.part != nullptr) return location.part->at + location.at.bit / 8;
    if (location.variable != nullptr && location.variable->made_up_address)
      return static_cast<Address>(*location.variable->made_up_address) + location.at.bit / 8;
    if (location.variable != nullptr) {
      const auto found = run_.variables.find(location.variable->name);
      if (found == run_.variables.end()) return std::nullopt;
      return found->second + location.at.bit / 8;
    }
    const auto found = addresses_.find(location.top);
    if (found == addresses_.end()) return std::nullopt;
    return found->second + location.at.bit / 8;
  }

  void bind(ObjectId top, Address address) {
    addresses_[top] = address;
    const auto [other, is_new] = names_.emplace(address, top);
    if (!is_new && heap_.at(other->second).live && heap_.at(top).live)
      differ(heap_.at(top).name, "an object of its own", heap_.at(other->second).name);
    queue_.push_back(top);
  }

  // ---- values

  void matchPointer(const std::string& where, const Value& value, TypeRef type, Address found) {
    if (value.kind == Value::Kind::Function) {
      const auto function = run_.functions.find(value.procedure->signature);
      if (found == 0 || (function != run_.functions.end() && function->second != found))
        differ(where, program::toString(heap_, value), describe(found));
      return;
    }
    std::optional<Location> location;
    if (value.kind == Value::Kind::Object) {
      location = locate(value.object);
      const ClassDecl* dynamic = heap_.at(value.object).class_decl;
      if (location && type != nullptr && type->isObjectPointer() && dynamic->derivesFrom(type->pointee->class_decl)) {
        const auto offset = baseOffset(dynamic, type->pointee->class_decl);
        if (offset)
          location->at.bit += 8 * static_cast<std::size_t>(*offset);
        else
          location = std::nullopt;
      }
    } else {
      location = locate(value.object, value.field, value.index);
    }
    if (found == 0) {
      differ(where, program::toString(heap_, value), "null");
      return;
    }
    if (location && location->part != nullptr && location->part->is_copy) return;
    if (!location) return;  // inside a class without a layout: it has an address, more is not known
    const auto address = addressOf(*location);
    if (!address && location->top != kNoObject) {
      bind(location->top, found - location->at.bit / 8);
      return;
    }
    if (address && *address != found) differ(where, program::toString(heap_, value), describe(found));
  }

  std::string describe(Address address) const {
    if (address == 0) return "null";
    for (const auto& [name, at] : run_.functions)
      if (at == address) return "&" + name;
    for (const auto& [name, at] : run_.variables)
      if (at == address) return "&" + name;
    auto nearest = names_.upper_bound(address);
    if (nearest != names_.begin()) {
      --nearest;
      const Address offset = address - nearest->first;
      if (offset == 0) return heap_.at(nearest->second).name;
      if (offset < 4096) return heap_.at(nearest->second).name + " + " + std::to_string(offset) + " bytes";
    }
    return "another object at " + hexadecimal(address);
  }

  void match(const std::string& where, const Value& value, TypeRef type, const std::uint8_t* bytes, std::size_t bit,
             std::size_t bits) {
    unsigned __int128 raw = 0;
    for (std::size_t i = 0; i < bits; ++i)
      if ((bytes[(bit + i) / 8] >> ((bit + i) % 8) & 1) != 0) raw |= static_cast<unsigned __int128>(1) << i;
    switch (value.kind) {
      case Value::Kind::Uninitialized: return;
      case Value::Kind::Integer: {
        const std::size_t width = std::min(bits, static_cast<std::size_t>(type->width));
        const unsigned __int128 mask =
            width >= 128 ? ~static_cast<unsigned __int128>(0) : (static_cast<unsigned __int128>(1) << width) - 1;
        if (((static_cast<unsigned __int128>(value.integer) ^ raw) & mask) != 0) {
          const bool negative = type->is_signed && (raw >> (width - 1) & 1) != 0;
          const auto native = static_cast<Integer>(negative ? (raw | ~mask) : (raw & mask));
          differ(where, program::toString(value.integer), program::toString(native));
        }
        return;
      }
      case Value::Kind::Null:
        if (raw != 0) differ(where, "null", describe(static_cast<Address>(raw)));
        return;
      default: matchPointer(where, value, type, static_cast<Address>(raw)); return;
    }
  }

  // ---- the walk

  void compareResult() {
    const TypeRef type = case_.procedure->result;
    if (!case_.expected.result || type == nullptr || !type->isScalar() || run_.value.empty()) return;
    const Address found = std::stoull(run_.value, nullptr, 16);
    std::uint8_t bytes[8];
    for (int i = 0; i < 8; ++i) bytes[i] = static_cast<std::uint8_t>(found >> (8 * i));
    match("the result", *case_.expected.result, type, bytes, 0, std::min<std::size_t>(64, 8 * sizeOf(type)));
  }

  void visit(ObjectId id) {
    const Object& object = heap_.at(id);
    const Address address = addresses_.at(id);
    const auto room = run_.roomAt(address);
    if (!object.live) {
      // The memory that a constructor was given is the caller's affair, whether it finished or not.
      if (case_.procedure->is_constructor && id == case_.arguments.front().object) return;
      if (room && object.storage == program::Storage::Heap) differ(object.name, "it freed", "it live");
      return;
    }
    // A temporary or a local of the call that is still alive in the interpreter has no native block of its own.
    if (object.storage == program::Storage::Automatic && !run_.objects.contains(object.name)) return;
    // Behind the count that `new T[0]` stores there is nothing.
    if (object.class_decl->is_array && object.extent == 0) return;
    if (!room) {
      differ(object.name, "it live", "it freed or never allocated");
      return;
    }
    if (object.class_decl->is_array && knowsSizeOf(object.class_decl->fields.front()->elementType())) {
      const std::size_t size = sizeOf(object.class_decl->fields.front()->elementType());
      if (object.extent != 0 && size != 0 && *room != size * static_cast<std::size_t>(object.extent)) {
        differ(object.name, "extent " + std::to_string(object.extent),
               std::to_string(*room) + " bytes with elements of " + std::to_string(size));
        return;
      }
    }
    visitFields(id);
  }

  void visitFields(ObjectId id) {
    const Object& object = heap_.at(id);
    if (object.class_decl->is_incomplete || object.is_made_up) return;
    std::vector<const Field*> fields;
    collectFields(object.class_decl, fields);
    for (const Field* field : fields) {
      const auto values = object.fields.find(field);
      if (values == object.fields.end() || program::isShadowed(heap_, id, field)) continue;
      for (std::size_t i = 0; i < std::min(values->second.size(), countedElements(object, *field)); ++i)
        visitField(id, field, static_cast<long>(i), values->second[i]);
    }
  }

  /// Behind the length of a modelled container its arrays hold nothing.
  static std::size_t countedElements(const Object& object, const Field& field) {
    if (!program::isModelArray(field)) return std::numeric_limits<std::size_t>::max();
    const Value& length = object.fields.at(program::lengthFieldOf(*object.class_decl)).front();
    return length.kind == Value::Kind::Integer ? static_cast<std::size_t>(length.integer) : 0;
  }

  void visitField(ObjectId id, const Field* field, long index, const Value& value) {
    if (field->holdsParts()) {
      if (value.kind == Value::Kind::Object && !program::isShadowed(heap_, value.object)) visitFields(value.object);
      return;
    }
    if (value.kind == Value::Kind::Uninitialized || !field->elementType()->isScalar()) return;
    const auto location = locate(id, field, index);
    const auto address = location ? addressOf(*location) : std::nullopt;
    if (!address) return;
    const std::size_t bits = location->at.bits != 0 ? location->at.bits : 8 * sizeOf(field->elementType());
    const std::size_t bit = location->at.bit % 8;
    const std::uint8_t* bytes = run_.bytesAt(*address, (bit + bits + 7) / 8);
    const std::string where = program::toString(heap_, Value::ofSlot(id, field, index));
    if (bytes == nullptr)
      differ(where, program::toString(heap_, value), "nothing there");
    else
      match(where, value, field->elementType(), bytes, bit, bits);
  }

  static void collectFields(const ClassDecl* class_decl, std::vector<const Field*>& fields) {
    for (const ClassDecl* base : class_decl->bases) collectFields(base, fields);
    fields.insert(fields.end(), class_decl->fields.begin(), class_decl->fields.end());
  }

  const Case& case_;
  const program::Heap& heap_;
  const NativeRun& run_;
  const Layouts& layouts_;
  std::set<ObjectId> copies_;
  std::map<ObjectId, Address> addresses_;
  std::map<Address, ObjectId> names_;
  std::deque<ObjectId> queue_;
  std::vector<std::string> differences_;
};

}  // namespace

std::vector<std::string> compareHeaps(const Case& replayed, const NativeRun& run, const Layouts& layouts) {
  return Comparison(replayed, run, layouts).compare();
}

}  // namespace weir::replay
