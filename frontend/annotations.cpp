// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Properties that stand in the source, as comments above the declaration they are about:
//
//   //@ requires x != null
//   //@ ensures emptied: no x.head'
//   void clear(List* x);
//
// A run of such lines is one annotation each, in order; a /*@ … */ is one. Nothing but white space and other comments
// may stand between them and the declaration.
#include "frontend/translation.h"

namespace weir::frontend {

namespace {

struct Found {
  std::string text;
  unsigned offset;  // of the text, behind the opening of the comment
};

/// Walks backwards over the comments that end right before `offset` in `buffer`.
std::vector<Found> annotationsBefore(llvm::StringRef buffer, std::size_t offset) {
  std::vector<Found> found;
  std::size_t end = offset;
  while (true) {
    while (end > 0 && std::isspace(static_cast<unsigned char>(buffer[end - 1])) != 0) --end;
    if (end >= 2 && buffer.substr(end - 2, 2) == "*/") {
      const std::size_t open = buffer.substr(0, end - 2).rfind("/*");
      if (open == llvm::StringRef::npos) break;
      if (buffer.substr(open, 3) == "/*@" && end - open >= 5)
        found.push_back({buffer.slice(open + 3, end - 2).str(), static_cast<unsigned>(open + 3)});
      end = open;
      continue;
    }
    const std::size_t newline = buffer.substr(0, end).rfind('\n');
    const std::size_t line_begin = newline == llvm::StringRef::npos ? 0 : newline + 1;
    if (line_begin >= end) break;
    const llvm::StringRef line = buffer.slice(line_begin, end);
    const llvm::StringRef trimmed = line.ltrim();
    if (!trimmed.starts_with("//")) break;
    const std::size_t open = end - trimmed.size();
    if (trimmed.starts_with("//@")) found.push_back({trimmed.substr(3).str(), static_cast<unsigned>(open + 3)});
    end = open;
  }
  std::reverse(found.begin(), found.end());
  return found;
}

}  // namespace

void Translation::annotate(const clang::Decl* decl, std::vector<std::string>& texts,
                           std::vector<SourceRange>& ranges) const {
  if (!isUserCode(decl) || decl->isImplicit()) return;
  const clang::SourceManager& sources = context_.getSourceManager();
  clang::SourceLocation start = decl->getBeginLoc();
  // `template <class T>` stands before the declaration it belongs to.
  const clang::TemplateDecl* described = decl->getDescribedTemplate();
  if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(decl);
      function != nullptr && described == nullptr &&
      function->getTemplateSpecializationKind() != clang::TSK_ExplicitSpecialization)
    described = function->getPrimaryTemplate();
  if (const auto* instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(decl);
      instance != nullptr && !instance->isExplicitSpecialization())
    described = instance->getSpecializedTemplate();
  if (described != nullptr) start = described->getBeginLoc();
  start = sources.getExpansionLoc(start);
  const auto [file, offset] = sources.getDecomposedLoc(start);
  bool invalid = false;
  const llvm::StringRef buffer = sources.getBufferData(file, &invalid);
  if (invalid || offset > buffer.size()) return;
  for (const Found& annotation : annotationsBefore(buffer, offset)) {
    const clang::SourceLocation place =
        sources.getLocForStartOfFile(file).getLocWithOffset(static_cast<int>(annotation.offset));
    const clang::PresumedLoc presumed = sources.getPresumedLoc(place);
    SourceRange where;
    where.file = fileName(presumed.getFilename());
    where.begin = {static_cast<int>(presumed.getLine()), static_cast<int>(presumed.getColumn())};
    where.end = where.begin;
    texts.push_back(annotation.text);
    ranges.push_back(where);
  }
}

}  // namespace weir::frontend
