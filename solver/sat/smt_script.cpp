// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "solver/sat/smt_script.h"

#include <z3.h>

#include <algorithm>
#include <limits>

namespace weir::solver {

namespace {

class Z3Script {
 public:
  Z3Script() {
    const Z3_config config = Z3_mk_config();
    context_ = Z3_mk_context(config);
    Z3_del_config(config);
    Z3_set_error_handler(context_, [](Z3_context, Z3_error_code) {});
    solver_ = Z3_mk_simple_solver(context_);
    Z3_solver_inc_ref(context_, solver_);
  }
  ~Z3Script() {
    Z3_solver_dec_ref(context_, solver_);
    Z3_del_context(context_);
  }
  Z3Script(const Z3Script&) = delete;
  Z3Script& operator=(const Z3Script&) = delete;

  ScriptAnswer solve(const std::string& script, const ScriptLimits& limits) {
    set(limits);
    Z3_solver_from_string(context_, solver_, script.c_str());
    if (const Z3_error_code code = Z3_get_error_code(context_); code != Z3_OK)
      return {.reason = std::string("the script is wrong: ") + Z3_get_error_msg(context_, code)};
    switch (Z3_solver_check(context_, solver_)) {
      case Z3_L_TRUE: return {.answer = Answer::Satisfiable};
      case Z3_L_FALSE: return {.answer = Answer::Unsatisfiable};
      case Z3_L_UNDEF: break;
    }
    return {.reason = Z3_solver_get_reason_unknown(context_, solver_)};
  }

 private:
  void set(const ScriptLimits& limits) {
    const Z3_params params = Z3_mk_params(context_);
    Z3_params_inc_ref(context_, params);
    const auto name = [this](const char* text) { return Z3_mk_string_symbol(context_, text); };
    // What interrupts this process is its own matter.
    Z3_params_set_bool(context_, params, name("ctrl_c"), false);
    if (limits.steps > 0) Z3_params_set_uint(context_, params, name("rlimit"), limits.steps);
    if (limits.seconds > 0) {
      constexpr double kMost = std::numeric_limits<std::int32_t>::max();
      Z3_params_set_uint(context_, params, name("timeout"),
                         static_cast<unsigned>(std::clamp(limits.seconds * 1000, 1.0, kMost)));
    }
    Z3_solver_set_params(context_, solver_, params);
    Z3_params_dec_ref(context_, params);
  }

  Z3_context context_;
  Z3_solver solver_;
};

}  // namespace

ScriptAnswer solveScript(const std::string& script, const ScriptLimits& limits) {
  return Z3Script().solve(script, limits);
}

}  // namespace weir::solver
