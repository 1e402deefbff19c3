// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "specs/lang/annotations.h"

#include <algorithm>

#include "specs/lang/method_lowering.h"
#include "specs/lang/parser.h"

namespace weir::specs {
namespace {

void blank(std::string& text, std::size_t at, std::size_t length) {
  for (std::size_t i = at; i < at + length && i < text.size(); ++i)
    if (text[i] != '\n') text[i] = ' ';
}

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

}  // namespace

bool isSpecification(const std::string& comment) {
  const std::string text = withoutMarkers(comment);
  const std::size_t first = text.find_first_not_of(" \t\r\n*");
  if (first == std::string::npos || !isLetter(text[first])) return false;
  std::size_t end = first;
  while (end < text.size() && isLetter(text[end])) ++end;
  const std::string word = text.substr(first, end - first);
  static const std::vector<std::string> kWords = {"requires", "ensures", "modifies", "checks", "throws", "invariant"};
  if (std::ranges::find(kWords, word) == kWords.end()) return nearestName(word, kWords).has_value();
  // Other tools have these words too: ACSL with its own functions (`\valid`), documentation without `when`.
  for (std::size_t i = text.find('\\'); i != std::string::npos; i = text.find('\\', i + 1))
    if (i + 1 < text.size() && isLetter(text[i + 1]) && text.rfind('\'', i) != i - 1) return false;
  return word != "throws" || text.find(" when ") != std::string::npos || text.find('\n') != std::string::npos;
}

std::string withoutMarkers(std::string comment) {
  for (std::size_t line = 0; line < comment.size();) {
    const std::size_t end = std::min(comment.find('\n', line), comment.size());
    const std::size_t first = comment.find_first_not_of(" \t\r", line);
    if (first < end) {
      const std::size_t opening = comment.compare(first, 2, "//") == 0 || comment.compare(first, 2, "/*") == 0 ? 2 : 0;
      if (opening != 0) {
        blank(comment, first, comment.compare(first + 2, 1, "@") == 0 ? 3 : 2);
      } else if (comment[first] == '@' || (comment[first] == '*' && first + 1 < end && comment[first + 1] == ' ')) {
        blank(comment, first, 1);
      }
    }
    line = end + 1;
  }
  for (const char* closing : {"@*/", "*/"})
    if (comment.ends_with(closing)) blank(comment, comment.rfind(closing), std::string(closing).size());
  return comment;
}

std::vector<SourceTextPtr> annotationTexts(const std::vector<std::string>& comments,
                                           const std::vector<SourceRange>& ranges) {
  std::vector<SourceTextPtr> texts;
  for (std::size_t i = 0; i < comments.size();) {
    const SourceRange& start = ranges.at(i);
    std::string text = withoutMarkers(comments[i]);
    int line = start.begin.line + static_cast<int>(std::count(text.begin(), text.end(), '\n'));
    // Padded with line breaks and spaces, so that what follows keeps its place.
    for (++i; i < comments.size() && ranges.at(i).file == start.file && ranges.at(i).begin.line > line; ++i) {
      text += std::string(static_cast<std::size_t>(ranges[i].begin.line - line), '\n');
      text += std::string(static_cast<std::size_t>(std::max(ranges[i].begin.column - 1, 0)), ' ');
      text += withoutMarkers(comments[i]);
      line = ranges[i].begin.line + static_cast<int>(std::count(comments[i].begin(), comments[i].end(), '\n'));
    }
    texts.push_back(std::make_shared<SourceText>(start.file, std::move(text), start.begin));
  }
  return texts;
}

std::vector<SourceTextPtr> MethodLowering::ownAnnotations(const std::vector<std::string>& comments,
                                                          const std::vector<SourceRange>& ranges) {
  // What follows a clause may be its next line; what comes before the first one is not ours.
  std::size_t first = 0;
  while (first < comments.size() && !isSpecification(comments[first])) {
    if (!foreign_annotation_) foreign_annotation_ = ranges.at(first);
    ++first;
  }
  const auto from = static_cast<std::ptrdiff_t>(first);
  return annotationTexts({comments.begin() + from, comments.end()}, {ranges.begin() + from, ranges.end()});
}

void MethodLowering::warnOfForeignAnnotations() {
  if (foreign_annotation_)
    shared_.diagnostics.warning(*foreign_annotation_,
                                "a comment that begins with '@' is read as a specification, which this is not: it and "
                                "others like it are ignored");
}

void MethodLowering::addAnnotations() {
  for (const program::Procedure* procedure : shared_.vocabulary.program().procedures()) {
    for (const SourceTextPtr& text : ownAnnotations(procedure->annotations, procedure->annotation_ranges)) {
      const Span all{0, static_cast<std::uint32_t>(text->text().size())};
      add(*procedure, text, parseClauses(text, shared_.diagnostics), false, text->rangeOf(all));
    }
  }
}

void MethodLowering::addAnnotatedInvariants() {
  for (const program::ClassDecl* class_decl : shared_.vocabulary.program().classes())
    for (const SourceTextPtr& text : ownAnnotations(class_decl->annotations, class_decl->annotation_ranges))
      for (const AnnotatedInvariant& invariant : parseInvariants(text, shared_.diagnostics))
        addInvariant(
            {invariant.label.text, class_decl, text, invariant.body, text->rangeOf(invariant.body->span), true});
}

}  // namespace weir::specs
