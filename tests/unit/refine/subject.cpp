// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/unit/refine/subject.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "frontend/frontend.h"
#include "specs/lang/load.h"

namespace weir::refine {

Subject::Subject(const std::string& source, const std::string& specification) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / ("weir_refine_" + std::to_string(::getpid()));
  fs::create_directories(folder);
  std::ofstream(folder / "subject.cpp") << source;
  std::ofstream(folder / "subject.weir") << "source \"subject.cpp\"\n" << specification;
  Diagnostics diagnostics;
  const specs::Bundle bundle = specs::loadSpec((folder / "subject.weir").string(), diagnostics);
  program_ =
      frontend::readProgram({.file = (folder / "subject.cpp").string(), .flags = {"-std=c++17", "-w"}}, diagnostics);
  if (program_) {
    vocabulary_.emplace(*program_, context_);
    specification_ = specs::lower(bundle, *vocabulary_, diagnostics);
  }
  fs::remove_all(folder);
  if (program_ && !diagnostics.hasErrors()) return;
  std::ostringstream messages;
  diagnostics.print(messages, false);
  throw std::runtime_error("the test's own texts are wrong: " + messages.str());
}

const program::Procedure& Subject::procedure(const std::string& name) const {
  const auto found = program_->findProcedures(name);
  if (found.size() != 1) throw std::runtime_error("not one procedure " + name);
  return *found.front();
}

const specs::MethodSpec& Subject::spec(const std::string& method) const {
  const specs::MethodSpec* found = specification_.find(&procedure(method));
  if (found == nullptr) throw std::runtime_error("nothing is said of " + method);
  return *found;
}

const program::ClassDecl* Subject::classNamed(const std::string& name) const { return program_->findClass(name); }

PropertyOutcome Subject::run(const std::string& method, const std::string& label, const CheckOptions& options) {
  const bool is_builtin = program::findBuiltin(label) != nullptr;
  MethodCheck check(*vocabulary_, specification_, spec(method),
                    is_builtin ? std::vector<std::string>{label} : std::vector<std::string>{}, options);
  for (const Property& property : check.properties())
    if (property.label() == label) return check.run(property);
  throw std::runtime_error("no property " + label);
}

CheckOptions withScope(int objects, int unroll, Mode mode) {
  CheckOptions options;
  options.mode = mode;
  options.scope.objects = objects;
  options.scope.unroll = unroll;
  options.self_check = true;
  return options;
}

std::string entryOf(const PropertyOutcome& outcome) {
  if (!outcome.violation) return "none";
  const program::Heap& heap = *outcome.violation->before;
  std::string text;
  for (const program::Value& argument : outcome.violation->arguments) text += toString(heap, argument) + " ";
  for (program::ObjectId id = 0; id < heap.size(); ++id) {
    const program::Object& object = heap.at(id);
    text += "\n" + object.name + ":";
    // By declaration, not by address.
    for (const program::Field* field : object.class_decl->fields)
      if (const auto values = object.fields.find(field); values != object.fields.end())
        for (const program::Value& value : values->second) text += " " + field->name + "=" + toString(heap, value);
  }
  return text;
}

}  // namespace weir::refine
