// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/program/type.h"

#include <map>
#include <string_view>

#include "ir/program/program.h"

namespace weir::program {
namespace {

std::string integerName(const Type& type) {
  static const std::map<std::string, int> natural = {
      {"char", 8},
      {"signed char", 8},
      {"unsigned char", 8},
      {"short", 16},
      {"unsigned short", 16},
      {"int", 32},
      {"unsigned int", 32},
      {"long", 64},
      {"unsigned long", 64},
      {"long long", 64},
      {"unsigned long long", 64},
  };
  const auto found = natural.find(type.name);
  // A bit-field keeps the name of its declared type; its width tells it apart.
  const bool is_usual = found != natural.end()
                            ? found->second == type.width
                            : type.width == 8 || type.width == 16 || type.width == 32 || type.width == 64;
  return is_usual ? type.name : type.name + ":" + std::to_string(type.width);
}

}  // namespace

std::string toString(TypeRef type) {
  if (type == nullptr) return "?";
  switch (type->kind) {
    case TypeKind::Void: return "void";
    case TypeKind::Bool: return "bool";
    case TypeKind::Int: return integerName(*type);
    case TypeKind::Pointer: {
      if (type->pointee->kind != TypeKind::Function) return toString(type->pointee) + "*";
      std::string text = toString(type->pointee->result) + "(*)(";
      for (std::size_t i = 0; i < type->pointee->parameters.size(); ++i)
        text += (i == 0 ? "" : ", ") + toString(type->pointee->parameters[i]);
      return text + ")";
    }
    case TypeKind::Class: return type->class_decl->name;
    case TypeKind::Array:
      return toString(type->element) + "[" + (type->extent ? std::to_string(*type->extent) : "") + "]";
    case TypeKind::Function: {
      std::string text = toString(type->result) + "(";
      for (std::size_t i = 0; i < type->parameters.size(); ++i)
        text += (i == 0 ? "" : ", ") + toString(type->parameters[i]);
      return text + ")";
    }
    case TypeKind::Unsupported: return type->name;
  }
  return "?";
}

bool sameRepresentation(TypeRef a, TypeRef b) {
  if (a == b) return true;
  if (a->kind != b->kind) return false;
  switch (a->kind) {
    case TypeKind::Void:
    case TypeKind::Bool: return true;
    case TypeKind::Int: return a->width == b->width && a->is_signed == b->is_signed && a->is_float == b->is_float;
    case TypeKind::Pointer: return sameRepresentation(a->pointee, b->pointee);
    case TypeKind::Class: return a->class_decl == b->class_decl;
    case TypeKind::Array: return a->extent == b->extent && sameRepresentation(a->element, b->element);
    case TypeKind::Function: {
      if (a->parameters.size() != b->parameters.size() || a->returns_class != b->returns_class ||
          !sameRepresentation(a->result, b->result))
        return false;
      for (std::size_t i = 0; i < a->parameters.size(); ++i)
        if (!sameRepresentation(a->parameters[i], b->parameters[i])) return false;
      return true;
    }
    case TypeKind::Unsupported: return a->name == b->name;
  }
  return false;
}

/// int of int and unsigned int, by which they alias; empty for a type that only aliases itself.
static std::string_view familyOf(TypeRef type) {
  if (type->is_c_enum)
    return type->width == 8 ? "char" : type->width == 16 ? "short" : type->width == 32 ? "int" : "long";
  std::string_view name = type->name;
  for (const std::string_view sign : {"unsigned ", "signed "})
    if (name.starts_with(sign)) name.remove_prefix(sign.size());
  const bool is_standard = name == "char" || name == "short" || name == "int" || name == "long" || name == "long long";
  return is_standard ? name : std::string_view();
}

bool mayAlias(TypeRef a, TypeRef b) {
  if (a == b) return true;
  if (a->kind != TypeKind::Int || b->kind != TypeKind::Int || a->width != b->width) return false;
  if (a->is_c_enum && b->is_c_enum) return false;
  return !familyOf(a).empty() && familyOf(a) == familyOf(b);
}

bool isByteOf(TypeRef character, TypeRef stored) {
  if (character->kind != TypeKind::Int || character->width != 8 || familyOf(character) != "char") return false;
  return stored->kind == TypeKind::Bool ||
         (stored->kind == TypeKind::Int && stored->width > 8 && stored->width % 8 == 0);
}

bool convertsImplicitly(TypeRef from, TypeRef to) {
  if (sameRepresentation(from, to)) return true;
  if (!from->isPointer() || !to->isPointer()) return false;
  if (to->isVoidPointer()) return !from->isFunctionPointer();
  return from->isObjectPointer() && to->isObjectPointer() &&
         from->pointee->class_decl->derivesFrom(to->pointee->class_decl);
}

}  // namespace weir::program
