// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "prove/smt_text.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace weir::prove::smt {

namespace {

/// Words of the language, and functions that every script has.
bool isTaken(std::string_view name) {
  static const std::set<std::string_view> kTaken = {
      "and", "or",  "not", "true", "false", "ite", "let", "forall", "exists", "match",  "distinct", "par",
      "as",  "xor", "_",   "abs",  "div",   "mod", "Int", "Bool",   "Real",   "select", "store"};
  return kTaken.contains(name);
}

std::string quantified(const char* quantifier, const std::vector<Variable>& variables, const std::string& body) {
  if (variables.empty()) return body;
  std::string text = std::string("(") + quantifier + " (";
  for (const Variable& variable : variables)
    text += (text.back() == '(' ? "(" : " (") + variable.name + " " + variable.sort + ")";
  return text + ") " + body + ")";
}

}  // namespace

std::string symbol(std::string_view name) {
  std::string text(name);
  if (isTaken(text)) text += "_";
  const auto isSimple = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("~!@$%^&*_-+=<>.?/").find(c) != std::string_view::npos;
  };
  const bool starts_well = !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) == 0 &&
                           text.front() != '.' && text.front() != '@';
  if (starts_well && std::ranges::all_of(text, isSimple)) return text;
  std::erase_if(text, [](char c) { return c == '|' || c == '\\'; });
  return "|" + text + "|";
}

std::string call(const std::string& function, const std::vector<std::string>& arguments) {
  std::string text = "(" + function;
  for (const std::string& argument : arguments) text += " " + argument;
  return text + ")";
}

std::string negation(const std::string& formula) {
  if (formula == "true") return "false";
  return formula == "false" ? "true" : "(not " + formula + ")";
}

std::string conjunction(const std::vector<std::string>& formulas) {
  std::vector<std::string> parts;
  for (const std::string& formula : formulas) {
    if (formula == "false") return formula;
    if (formula != "true" && std::ranges::find(parts, formula) == parts.end()) parts.push_back(formula);
  }
  if (parts.empty()) return "true";
  return parts.size() == 1 ? parts.front() : call("and", parts);
}

std::string disjunction(const std::vector<std::string>& formulas) {
  std::vector<std::string> parts;
  for (const std::string& formula : formulas) {
    if (formula == "true") return formula;
    if (formula != "false" && std::ranges::find(parts, formula) == parts.end()) parts.push_back(formula);
  }
  if (parts.empty()) return "false";
  return parts.size() == 1 ? parts.front() : call("or", parts);
}

std::string implication(const std::string& premise, const std::string& conclusion) {
  if (premise == "true" || conclusion == "true") return conclusion;
  if (premise == "false") return "true";
  return conclusion == "false" ? negation(premise) : call("=>", {premise, conclusion});
}

std::string equal(const std::string& a, const std::string& b) { return a == b ? "true" : call("=", {a, b}); }
std::string atMost(const std::string& a, const std::string& b) { return a == b ? "true" : call("<=", {a, b}); }

std::string choice(const std::string& condition, const std::string& then, const std::string& otherwise) {
  if (condition == "true" || then == otherwise) return then;
  return condition == "false" ? otherwise : call("ite", {condition, then, otherwise});
}

std::string forAll(const std::vector<Variable>& variables, const std::string& body) {
  return body == "true" ? body : quantified("forall", variables, body);
}
std::string exists(const std::vector<Variable>& variables, const std::string& body) {
  return body == "false" ? body : quantified("exists", variables, body);
}

std::string forAllWith(const std::vector<std::string>& terms, const std::vector<Variable>& variables,
                       const std::string& body) {
  std::string all;
  for (const std::string& term : terms) all += (all.empty() ? "" : " ") + term;
  return quantified("forall", variables, "(! " + body + " :pattern (" + all + "))");
}

void Script::comment(const std::string& text) { line("; " + text); }

std::string Script::unique(const std::string& name) {
  const int count = ++names_[name];
  return symbol(count == 1 ? name : name + "/" + std::to_string(count));
}

void Script::function(const std::string& name, const std::vector<std::string>& arguments, const std::string& result) {
  std::string sorts;
  for (const std::string& sort : arguments) sorts += (sorts.empty() ? "" : " ") + sort;
  line("(declare-fun " + name + " (" + sorts + ") " + result + ")");
}

void Script::define(const std::string& name, const std::vector<Variable>& variables, const std::string& result,
                    const std::string& body) {
  std::string list;
  for (const Variable& variable : variables)
    list += (list.empty() ? "(" : " (") + variable.name + " " + variable.sort + ")";
  line("(define-fun " + name + " (" + list + ") " + result + " " + body + ")");
}

std::string question(const std::string& head, const std::string& assumed, const std::string& negated_goal) {
  std::string text;
  for (std::size_t begin = 0; begin < head.size();) {
    const std::size_t end = std::min(head.find('\n', begin), head.size());
    text += "; " + head.substr(begin, end - begin) + "\n";
    begin = end + 1;
  }
  return text + "(set-info :status unsat)\n(set-logic UFLIA)\n" + assumed + "; What must not be possible:\n(assert " +
         negated_goal + ")\n(check-sat)\n";
}

}  // namespace weir::prove::smt
