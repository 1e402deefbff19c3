# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The rows of Tables 7.3 and 7.5 of the thesis, and those of 7.1 and 7.2 that stand in neither, as checks of the ports.

`thesis` holds how many times faster than inlining and than from frame conditions the thesis is, and its refinements.
The scopes are ours: the smallest, with as many rounds as objects or one less, at which inlining takes over two seconds."""
import dataclasses


@dataclasses.dataclass(frozen=True)
class Row:
    procedure: str  # as the thesis calls it
    only: str  # METHOD.LABEL
    file: str
    kind: str  # partial, full, or bug: a mistake that the thesis found
    scope: list  # of the command line
    thesis: dict = dataclasses.field(default_factory=dict)
    expect: str = "holds"


STORE = ["--objects", "JobStore=1,Scheduler=1,Clock=1"]
GRAPH = ["--objects", "Graph=2"]


def tree(cells):
    """Two vertices joined by an edge take 4 map entries and 7 list cells, half of them in the tree."""
    return ["--objects", f"Graph=2,Link<Edge>={cells}"]


def scope(objects, unroll=None):
    return ["--scope", str(objects), "--unroll", str(unroll or objects)]


ROWS = [
    # Table 7.3, partial properties.
    Row("scheduleJob", "Scheduler::scheduleJob.valid_date", "scheduler.weir", "partial", scope(3) + STORE,
        {"inline": ">82", "frames": "17.2", "refinements": 5}),
    Row("addEdge", "Graph::addEdge(Vertex *, Vertex *).others_unchanged", "graph.weir", "partial", scope(6) + GRAPH,
        {"inline": "2.4", "frames": "3.4", "refinements": 0}),
    Row("removeEdge", "Graph::removeEdge.edge_removed", "graph.weir", "partial", scope(6) + GRAPH,
        {"inline": "20.8", "refinements": 4}),
    Row("minSpanTree", "Graph::minimumSpanningTree.subgraph", "graph.weir", "partial", scope(7) + tree(9),
        {"inline": ">25", "frames": "90.9", "refinements": 0}),
    Row("resumeJobGrp", "JobStore::resumeJobGroup.others_not_resumed", "scheduler.weir", "partial", scope(3) + STORE,
        {"inline": ">8", "refinements": 49}),
    Row("storeCalendar", "JobStore::storeCalendar.triggers_updated", "scheduler.weir", "partial", scope(2) + STORE,
        {"inline": ">14", "frames": "1.7", "refinements": 45}),
    # Table 7.3, full properties.
    Row("removeCalendar", "JobStore::removeCalendar.removed_if_unused", "scheduler.weir", "full", scope(7) + STORE,
        {"inline": "0.5", "refinements": 5}),
    Row("retrieveJob", "JobStore::retrieveJob.correct_job", "scheduler.weir", "full", scope(7) + STORE,
        {"inline": "0.4", "refinements": 19}),
    Row("getJobGrpNames", "JobStore::jobGroupNames.correct_groups", "scheduler.weir", "full", scope(11) + STORE,
        {"inline": "<0.7"}),
    # What Table 7.5 adds.
    Row("add", "Graph::add.vertex_added", "graph.weir", "partial", scope(13) + GRAPH,
        {"frames": "52", "refinements": 0}),
    Row("addEdge", "Graph::addEdge(Vertex *, Vertex *).edge_between", "graph.weir", "partial", scope(10) + GRAPH,
        {"frames": "30", "refinements": 0}),
    Row("getTrigNames", "JobStore::triggerNames.all_names", "scheduler.weir", "full", scope(6) + STORE,
        {"frames": "1.4", "refinements": 1}),
    Row("storeJob", "JobStore::storeJob.job_is_stored", "scheduler.weir", "full", scope(7, 5) + STORE,
        {"frames": "2.7", "refinements": 12}),
    # What Tables 7.1 and 7.2 add.
    Row("resumeJob", "JobStore::resumeJob.others_not_resumed", "scheduler.weir", "partial", scope(4, 3) + STORE),
    Row("getJobNames", "JobStore::jobNames.correct_names", "scheduler.weir", "full", scope(6) + STORE),
    Row("getTriggersOfJob", "JobStore::triggersOfJob.correct_triggers", "scheduler.weir", "full", scope(5) + STORE),
    Row("add", "Graph::add.own_list", "graph.weir", "partial", scope(7) + GRAPH),
    Row("addEdge", "Graph::addEdge(Edge *).ends_known", "graph.weir", "partial", scope(7) + GRAPH),
    Row("removeEdge", "Graph::removeEdge.others_unchanged", "graph.weir", "partial", scope(5) + GRAPH),
    Row("minSpanTree", "Graph::minimumSpanningTree.no_lone_vertices", "graph.weir", "partial", scope(6) + tree(8)),
    # The two mistakes of section 7.2.1.
    Row("storeJob", "JobStore::storeJob.job_is_stored", "scheduler_as_found.weir", "bug", scope(4, 2) + STORE,
        expect="violated"),
    Row("storeCalendar", "JobStore::storeCalendar.triggers_updated", "scheduler_as_found.weir", "bug",
        scope(2) + STORE, expect="violated"),
]
