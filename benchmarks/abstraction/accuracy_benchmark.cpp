// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How much of a method's specification follows from its summary alone (section 7.4.1 of the thesis).
//
//   build/accuracy_benchmark --scope 5 benchmarks/abstraction/accuracy/{linked_list,graph}.weir
//
// Each method is called once, through its summary, by a caller that does nothing else: a property that holds of the
// caller, with the call left abstract, is implied by the summary within the scope. Labels that begin with `full` are
// together the full specification; `modifies` is the frame; all others are partial.
#include <cstdio>
#include <cstring>
#include <ctime>
#include <iostream>

#include "abstraction/summarizer.h"
#include "ir/logic/substitute.h"
#include "refine/query.h"
#include "tools/check/input.h"

namespace weir {
namespace {

using program::Procedure;

struct Request {
  int scope = 5;
  double timeout = 60;
  std::string only;
  std::vector<std::string> files;
};

struct Counts {
  int methods = 0, full = 0, nothing_but_frame = 0;
};

/// M(x…) { return callee(x…); }
const Procedure* callerOf(const Procedure& callee, program::Program& program) {
  Procedure* caller = program.addProcedure("caller of " + callee.name, "caller of " + callee.signature);
  caller->result = callee.result;
  caller->method_of = callee.method_of;
  caller->is_static_method = callee.is_static_method;
  caller->range = callee.range;
  auto call = std::make_unique<program::CallStmt>();
  call->callee = &callee;
  call->id = 0;
  const auto read = [&](const program::Local* local) {
    program::Expr expr;
    expr.kind = program::ExprKind::LocalRef;
    expr.type = local->type;
    expr.local = local;
    return program.add(std::move(expr));
  };
  for (const program::Local* parameter : callee.parameters) {
    call->arguments.push_back(read(program.addParameter(caller, parameter->name, parameter->type)));
  }
  auto give = std::make_unique<program::ReturnStmt>();
  give->id = 1;
  if (callee.result->isScalar()) {
    call->target = program.addLocal(caller, "%result", callee.result);
    give->value = read(call->target);
  }
  caller->body.push_back(std::move(call));
  caller->body.push_back(std::move(give));
  return caller;
}

class MethodAccuracy {
 public:
  MethodAccuracy(tools::Input& input, const specs::MethodSpec& spec, const Request& request)
      : input_(input), spec_(spec), request_(request), summarizer_(*input.vocabulary) {
    const Procedure& callee = *spec.procedure;
    caller_ = callerOf(callee, *input.program);
    program::Vocabulary& vocabulary = *input.vocabulary;
    logic::Context& context = vocabulary.context();
    logic::Substitution names(context);
    for (std::size_t i = 0; i < callee.parameters.size(); ++i) {
      if (!callee.parameters[i]->type->isScalar()) continue;
      names.replace(vocabulary.parameter(callee.parameters[i]),
                    context.relation(vocabulary.parameter(caller_->parameters[i])));
    }
    if (callee.result->isScalar()) {
      names.replace(vocabulary.result(&callee), context.relation(vocabulary.result(caller_)));
    }
    std::vector<logic::Formula> requirements;
    for (const specs::Requirement& requirement : spec.requirements) {
      requirements.push_back(names.apply(requirement.formula()));
    }
    for (const specs::Property& property : spec.properties) formulas_.push_back(names.apply(property.formula()));
    refine::CheckOptions options;
    options.scope.objects = request.scope;
    options.scope.unroll = request.scope;
    tree_ = std::make_unique<refine::CallTree>(*caller_);
    query_ = std::make_unique<refine::Query>(
        vocabulary, *tree_, std::move(requirements), formulas_, options, program::CheckedErrors(),
        refine::AbstractCalls::Sources{.summarizer = &summarizer_, .specification = &input.specification});
    // The refinement loop recalls bounds that are not exact when it needs them; here they are what is asked about.
    for (const refine::CallSiteRecord& site : query_->calls().sites())
      for (const refine::Fact& fact : site.summary) query_->addFact(fact);
  }

  /// Some execution satisfies the requirements and returns: what is implied is not implied for want of any.
  bool isPossible() {
    solver::Limits limits;
    limits.seconds = request_.timeout;
    const solver::Label label = query_->labelled(query_->outcomes().normal.state.active);
    return query_->finder().solve({label}, limits) == solver::Answer::Satisfiable;
  }
  bool hasSummary() const { return query_->calls().sites().size() == 1; }
  bool isExact() { return summarizer_.of(*spec_.procedure).isExact(); }

  /// Unknown counts as no.
  solver::Answer breaks(std::size_t property) {
    logic::Context& context = query_->context();
    const logic::Formula broken =
        context.conjoin(query_->outcomes().normal.state.active, context.negate(query_->atReturn(formulas_[property])));
    solver::Limits limits;
    limits.seconds = request_.timeout;
    return query_->finder().solve({query_->labelled(broken)}, limits);
  }

 private:
  tools::Input& input_;
  const specs::MethodSpec& spec_;
  const Request& request_;
  abstraction::Summarizer summarizer_;
  const Procedure* caller_ = nullptr;
  std::vector<logic::Formula> formulas_;
  std::unique_ptr<refine::CallTree> tree_;  // the query refers to it
  std::unique_ptr<refine::Query> query_;
};

void judge(tools::Input& input, const specs::MethodSpec& spec, const Request& request, Counts& counts) {
  const std::clock_t start = std::clock();
  MethodAccuracy accuracy(input, spec, request);
  int full = 0, full_implied = 0, part = 0, part_implied = 0;
  bool has_frame = false, frame_implied = false;
  std::string missing;
  for (std::size_t i = 0; i < spec.properties.size(); ++i) {
    const specs::Property& property = spec.properties[i];
    const solver::Answer answer = accuracy.hasSummary() ? accuracy.breaks(i) : solver::Answer::Unknown;
    const bool implied = answer == solver::Answer::Unsatisfiable;
    if (property.kind == specs::Property::Kind::Modifies) {
      has_frame = true;
      frame_implied = implied;
    } else if (property.label.starts_with("full")) {
      ++full;
      full_implied += implied ? 1 : 0;
    } else {
      ++part;
      part_implied += implied ? 1 : 0;
    }
    if (!implied)
      missing += (missing.empty() ? "" : ", ") + property.label + (answer == solver::Answer::Unknown ? "?" : "");
  }
  if (!accuracy.isPossible()) {
    full_implied = part_implied = 0;
    missing = "nothing satisfies the requirements";
  }
  const bool is_full = full_implied == full && (!has_frame || frame_implied);
  const bool is_partial = full_implied > 0 || part_implied > 0;
  ++counts.methods;
  counts.full += is_full ? 1 : 0;
  counts.nothing_but_frame += is_full || is_partial ? 0 : 1;
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  std::printf("| %s | %s | %s | %d of %d | %d of %d | %s | %s | %.1f |\n", spec.procedure->signature.c_str(),
              is_full      ? "full"
              : is_partial ? "partial"
                           : "frame only",
              accuracy.isExact() ? "yes" : "no", full_implied, full, part_implied, part,
              has_frame ? (frame_implied ? "yes" : "no") : "none asked", missing.c_str(), seconds);
  std::fflush(stdout);
}

int run(const Request& request) {
  Counts counts;
  std::printf("| method | summary implies | exact | full | partial | frame | not implied | seconds |\n");
  std::printf("|---|---|---|---|---|---|---|---|\n");
  for (const std::string& file : request.files) {
    Diagnostics diagnostics;
    const auto input = tools::readInput({.file = file}, diagnostics);
    diagnostics.print(std::cerr, false);
    if (!input) return 2;
    for (const specs::MethodSpec& spec : input->specification.methods) {
      if (spec.trusted || spec.procedure->signature.find(request.only) == std::string::npos) continue;
      judge(*input, spec, request, counts);
    }
  }
  std::printf("\nscope %d: full %d of %d, only the frame %d\n", request.scope, counts.full, counts.methods,
              counts.nothing_but_frame);
  return 0;
}

}  // namespace
}  // namespace weir

int main(int argc, char** argv) {
  weir::Request request;
  for (int i = 1; i < argc; ++i) {
    const bool has_value = i + 1 < argc;
    if (has_value && std::strcmp(argv[i], "--scope") == 0) {
      request.scope = std::atoi(argv[++i]);
    } else if (has_value && std::strcmp(argv[i], "--timeout") == 0) {
      request.timeout = std::atof(argv[++i]);
    } else if (has_value && std::strcmp(argv[i], "--only") == 0) {
      request.only = argv[++i];
    } else {
      request.files.push_back(argv[i]);
    }
  }
  if (request.files.empty()) {
    std::fprintf(stderr, "usage: accuracy_benchmark [--scope N] [--timeout S] [--only METHOD] FILE.weir…\n");
    return 2;
  }
  return weir::run(request);
}
