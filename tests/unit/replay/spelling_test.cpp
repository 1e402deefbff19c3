// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/replay/spelling.h"

#include <gtest/gtest.h>

namespace weir::replay {
namespace {

using Types = std::vector<std::string>;

TEST(Spelling, ParameterTypesAreThoseOfTheLastList) {
  EXPECT_EQ(parameterTypes("List::find(int, const Node &) const"), (Types{"int", "const Node &"}));
  EXPECT_EQ(parameterTypes("f()"), Types{});
  EXPECT_EQ(parameterTypes("f(void)"), Types{});
  EXPECT_EQ(parameterTypes("apply(int (*)(int, long), Map<int, int> *)"),
            (Types{"int (*)(int, long)", "Map<int, int> *"}));
  EXPECT_EQ(parameterTypes("Less::operator()(int, int) const"), (Types{"int", "int"}));
}

TEST(Spelling, IntegersAreWrittenAtAWidthThatHoldsThem) {
  EXPECT_EQ(spellInteger(-3), "-3");
  EXPECT_EQ(spellInteger(program::Integer{1} << 40), "1099511627776LL");
  EXPECT_EQ(spellInteger(-(program::Integer{1} << 63)), "(-9223372036854775807LL - 1)");
  EXPECT_EQ(spellInteger((program::Integer{1} << 64) - 1), "18446744073709551615ULL");
}

TEST(Spelling, ObjectsBecomeIdentifiers) {
  EXPECT_EQ(identifierFor("Node0"), "Node0");
  EXPECT_EQ(identifierFor("ns::Cell[]0"), "ns_Cell_array0");
  EXPECT_EQ(identifierFor("(anonymous namespace)::List<int>1"), "List_int_1");
  EXPECT_EQ(identifierFor("box int0"), "box_int0");
}

TEST(Spelling, AClassOfCHasItsKeyword) {
  program::Program program;
  const program::ClassDecl* cell = program.addClass("Cell");
  EXPECT_EQ(spellClass(program, cell), "Cell");
  program.is_c = true;
  EXPECT_EQ(spellClass(program, cell), "struct Cell");
  EXPECT_EQ(spellScalar(program, program.pointerTo(program.pointerTo(program.classType(cell)))), "struct Cell**");
}

TEST(Spelling, NamespacesAreWhatIsNoClass) {
  program::Program program;
  program::ClassDecl* list = program.addClass("a::b::List");
  program::Procedure* push = program.addProcedure("a::b::List::push", "a::b::List::push()");
  push->method_of = list;
  EXPECT_EQ(namespacesOf(program, *push), (Types{"a", "a::b"}));
  const program::Procedure* free_one = program.addProcedure("a::sort", "a::sort()");
  EXPECT_EQ(namespacesOf(program, *free_one), Types{"a"});
}

TEST(Spelling, AStaticLocalCannotBeNamed) {
  program::Program program;
  program.addProcedure("count", "count()");
  const program::Field* local = program.addField(program.globals(), "count::calls", program.intType(32, true));
  const program::Field* global = program.addField(program.globals(), "ns::calls", program.intType(32, true));
  EXPECT_FALSE(canBeNamed(program, local));
  EXPECT_TRUE(canBeNamed(program, global));
}

}  // namespace
}  // namespace weir::replay
