# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What benchmarks/verify/run measures: programs, properties, and what other tools took for the same work."""
import dataclasses


@dataclasses.dataclass
class Row:
    program: str
    property: str
    file: str
    only: str
    expect: str = "holds"
    scope: tuple = ()  # beside --scope k --unroll k
    # Seconds of processor time at k = 3, 4, 5, 6, start-up included, one run each on a machine of two cores; None where
    # it was not measured, a string where it was stopped.
    kodkod: tuple = ()
    forge: tuple = ()
    cbmc: tuple = ()
    unroll: int = 0  # so many iterations more than k
    harness: str = ""  # of programs/: FILE:FUNCTION, any heap of k objects for CBMC


TOPOSORT = "tests/verify/toposort/toposort.weir"
LISTS = "tests/verify/lists/lists.weir"
SORTING = "tests/verify/sorting/sorting.weir"
ONE_GRAPH = ("--objects", "Graph=1")

ROWS = [
    Row("topological sort", "permutation", TOPOSORT, "Graph::sort.permutation", scope=ONE_GRAPH,
        kodkod=(0.5, 1.6, 7, ">400"), forge=(1.0, 13, 29, None), cbmc=(1.8, 10, 167, None)),
    Row("topological sort", "indegree", TOPOSORT, "Graph::sort.indegree", scope=ONE_GRAPH,
        kodkod=(0.6, 7, 162, ">240"), forge=(1.6, 86, None, None), cbmc=(4, 135, ">300", None)),
    Row("topological sort, seeded bug", "indegree", TOPOSORT, "Graph::sortBad.indegree", "violated", ONE_GRAPH,
        kodkod=(0.6, 2.3, 6.5, 3.8), cbmc=(2.2, 6.4, 18, None)),
    Row("list delete", "no cell with v after", "benchmarks/verify/delete_any.weir", "removeValue.noneLeft", "violated",
        kodkod=(0.4, 0.4, 0.6, 0.5), cbmc=(0.14, 0.14, 0.16, 0.17)),
    Row("list delete, acyclic, no duplicates", "no cell with v after", "benchmarks/verify/delete.weir",
        "removeValue.noneLeft", kodkod=(0.3, 0.4, 0.6, 0.6), forge=(0.5, 0.7, 1.2, 7.4), cbmc=(0.16, 0.4, 1.5, 3.8)),
    Row("list delete, acyclic, no duplicates", "exactly the cells with v removed", "benchmarks/verify/delete.weir",
        "removeValue.removed", kodkod=(0.3, 0.4, 0.7, 0.7), forge=(0.6, 0.7, 1.5, 7.5), cbmc=(0.16, 0.4, 0.75, 4)),
    Row("list merge", "cells are the union", LISTS, "merge.cells",
        kodkod=(0.4, 0.4, 0.7, 1.1), forge=(0.6, 0.9, 2.7, 53), cbmc=(0.3, 0.8, 5, 139)),
    Row("list reverse", "order reversed", LISTS, "reverse.reversed",
        kodkod=(0.4, 0.4, 0.5, 0.6), forge=(0.7, 0.6, 0.8, 1.3), cbmc=(0.12, 0.25, 0.6, 2.5)),
    Row("list reverse", "same cells", LISTS, "reverse.cells",
        kodkod=(0.4, 0.4, 0.5, 0.6), cbmc=(0.15, 0.26, 0.4, 1.1)),
    Row("insertion sort", "sorted", SORTING, "insertSort.sorted"),
    Row("insertion sort", "permutation", SORTING, "insertSort.permutation"),
    Row("insertion sort, ignores the first", "sorted", SORTING, "insertSortIgnoresFirstBad.sorted", "violated"),
    Row("insertion sort, loses cells", "permutation", SORTING, "insertSortLosesBad.permutation", "violated"),
    Row("bubble sort", "sorted", SORTING, "bubbleSort.sorted"),
    Row("bubble sort", "permutation", SORTING, "bubbleSort.permutation"),
    Row("bubble sort, does not end", "assert", SORTING, "bubbleSortForeverBad.assert", "violated", unroll=1),
    Row("sorted lists, merge", "sorted", SORTING, "merge.sorted"),
    Row("sorted list, reverse", "descending", SORTING, "reverse.descending"),
    Row("create", "sorted", SORTING, "create.sorted"),
]

# Programs with a harness for CBMC beside them: `benchmarks/verify/run --peers` runs both tools.
PROGRAMS = "benchmarks/verify/programs/"


def withHarness(program, property, file, only, function):
    return Row(program, property, f"{PROGRAMS}{file}.weir", only, harness=f"{PROGRAMS}{file}.cbmc.c:{function}")


ROWS += [
    withHarness("binary search tree, insert", "keeps order", "bst", "insert.ordered", "insert_ordered"),
    withHarness("binary search tree, erase with parents", "keeps order", "bst", "erase.ordered", "erase_ordered"),
    withHarness("leftist heap, merge", "leftist", "leftist", "merge.leftist", "merge_leftist"),
    withHarness("LRU list, move to front", "first", "lru", "move_to_front.first", "move_to_front_first"),
    withHarness("intrusive queue, enqueue", "added", "queue", "enqueue.added", "enqueue_added"),
    withHarness("queue, append", "added", "queue", "append.added", "append_added"),
    withHarness("remove through T**", "removed", "queue", "remove_value.removed", "remove_value_removed"),
    withHarness("heap in an array, push", "keeps order", "arrays", "push.keeps", "push_keeps"),
    withHarness("insertion sort of an array", "sorted", "arrays", "insertion_sort.sorted", "insertion_sort_sorted"),
    withHarness("insertion sort of an array", "permutation", "arrays", "insertion_sort.permutation",
                "insertion_sort_permutation"),
    withHarness("binary search", "missing", "arrays", "binary_search.missing", "binary_search_missing"),
    withHarness("linear search", "missing", "arrays", "search.missing", "search_missing"),
    withHarness("arrays compared", "equal", "arrays", "same.equal", "same_equal"),
    withHarness("hash table with chains, put", "put", "table", "put.put", "put_put"),
    withHarness("red-black tree, insert", "keeps order", "redblack", "insert.ordered", "insert_ordered"),
    withHarness("AVL tree, insert", "keeps balance", "avl", "insert.balanced", "insert_balanced"),
]
