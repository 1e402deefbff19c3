// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/init/shapes.h"

#include <algorithm>
#include <cctype>

namespace weir::init {
namespace {

using program::ClassDecl;
using program::Field;

/// Whether one of the words is the name, up to case, underscores and a prefix such as m_ or first-part: "m_prev",
/// "_prev".
bool isNamed(const std::string& name, std::initializer_list<const char*> words) {
  std::string plain;
  for (const char c : name) {
    if (c != '_') plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  if (name.starts_with("m_")) plain.erase(0, 1);
  return std::any_of(words.begin(), words.end(), [&](const char* w) { return plain == w; });
}

bool leadsBack(const std::string& name) {
  return isNamed(name, {"prev", "previous", "pred", "back", "before", "parent", "up", "owner", "prevsibling"});
}

bool isPointerTo(const Field& field, const ClassDecl* to) {
  return field.type->isObjectPointer() && field.type->pointee->class_decl == to;
}

bool isCount(const Field& field) {
  return field.type->kind == program::TypeKind::Int &&
         isNamed(field.name, {"size", "length", "len", "count", "n", "num", "items", "nitems", "nelems", "elements"});
}

}  // namespace

bool isOwn(const ClassDecl& c) {
  return !c.is_array && !c.is_box && !c.is_globals && !c.is_incomplete && !c.range.file.starts_with("/usr/") &&
         c.name.find('(') == std::string::npos && !c.fields.empty();
}

std::vector<Linked> linkedClasses(const program::Program& program) {
  std::vector<Linked> out;
  for (const ClassDecl* c : program.classes()) {
    if (!isOwn(*c)) continue;
    Linked linked{.cell = c};
    for (const Field* f : c->fields) {
      if (!isPointerTo(*f, c)) continue;
      if (leadsBack(f->name)) {
        if (!linked.backward) linked.backward = f->name;
      } else {
        linked.forward.push_back(f->name);
      }
    }
    // A single link is the way forward, whatever it is called: Frame::below, Node::parent of a union-find.
    if (linked.forward.empty() && linked.backward) {
      linked.forward.push_back(*linked.backward);
      linked.backward.reset();
    }
    if (!linked.forward.empty()) out.push_back(std::move(linked));
  }
  return out;
}

std::vector<Holder> holders(const program::Program& program, const std::vector<Linked>& linked) {
  std::vector<Holder> out;
  for (const ClassDecl* c : program.classes()) {
    if (!isOwn(*c)) continue;
    for (const Linked& l : linked) {
      if (l.cell == c) continue;
      Holder holder{.holder = c, .linked = &l};
      for (const Field* f : c->fields) {
        if (isCount(*f) && !holder.count) holder.count = f->name;
        if (!isPointerTo(*f, l.cell)) continue;
        if (isNamed(f->name, {"tail", "last", "end", "back", "rear", "bottom"})) {
          holder.last = f->name;
        } else if (holder.entry.empty()) {
          holder.entry = f->name;
        }
      }
      if (!holder.entry.empty()) out.push_back(std::move(holder));
    }
  }
  return out;
}

std::string fieldName(const program::Program& program, const ClassDecl& owner, const std::string& field) {
  const auto also = std::count_if(program.classes().begin(), program.classes().end(), [&](const ClassDecl* c) {
    return std::any_of(c->fields.begin(), c->fields.end(), [&](const Field* f) { return f->name == field; });
  });
  return also > 1 ? owner.name + "::" + field : field;
}

}  // namespace weir::init
