// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "specs/lang/annotations.h"

#include "specs/lang/method_lowering.h"
#include "specs/lang/parser.h"

namespace weir::specs {
namespace {

void blank(std::string& text, std::size_t at, std::size_t length) {
  for (std::size_t i = at; i < at + length && i < text.size(); ++i)
    if (text[i] != '\n') text[i] = ' ';
}

}  // namespace

std::string withoutMarkers(std::string comment) {
  bool in_block = false;
  for (std::size_t line = 0; line < comment.size();) {
    const std::size_t end = std::min(comment.find('\n', line), comment.size());
    const std::size_t first = comment.find_first_not_of(" \t\r", line);
    if (first < end) {
      if (comment.compare(first, 2, "//") == 0) {
        blank(comment, first, comment.compare(first, 3, "//@") == 0 ? 3 : 2);
      } else if (comment.compare(first, 2, "/*") == 0) {
        blank(comment, first, comment.compare(first, 3, "/*@") == 0 ? 3 : 2);
        in_block = true;
      } else if (in_block && (comment[first] == '@' || (comment[first] == '*' && comment.compare(first, 2, "*/") != 0 &&
                                                        first + 1 < end && comment[first + 1] == ' '))) {
        blank(comment, first, 1);
      }
    }
    if (in_block) {
      const std::size_t close = comment.find("*/", line);
      if (close != std::string::npos && close < end) {
        const bool marked = close > 0 && comment[close - 1] == '@';
        blank(comment, close - (marked ? 1 : 0), marked ? 3 : 2);
        in_block = false;
      }
    }
    line = end + 1;
  }
  return comment;
}

SourceTextPtr annotationText(const std::string& comment, const SourceRange& range) {
  return std::make_shared<SourceText>(range.file, withoutMarkers(comment), range.begin);
}

void MethodLowering::addAnnotations() {
  for (const program::Procedure* procedure : shared_.vocabulary.program().procedures()) {
    for (std::size_t i = 0; i < procedure->annotations.size(); ++i) {
      const SourceRange& range = procedure->annotation_ranges.at(i);
      const SourceTextPtr text = annotationText(procedure->annotations[i], range);
      add(*procedure, text, parseClauses(text, shared_.diagnostics), false, range);
    }
  }
}

void MethodLowering::addAnnotatedInvariants() {
  for (const program::ClassDecl* class_decl : shared_.vocabulary.program().classes()) {
    for (std::size_t i = 0; i < class_decl->annotations.size(); ++i) {
      const SourceTextPtr text = annotationText(class_decl->annotations[i], class_decl->annotation_ranges.at(i));
      for (const AnnotatedInvariant& invariant : parseInvariants(text, shared_.diagnostics))
        addInvariant({invariant.label.text, class_decl, text, invariant.body, text->rangeOf(invariant.body->span)});
    }
  }
}

}  // namespace weir::specs
