// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An undirected weighted graph: a map from each vertex to the list of its edges and, beside it, the set of all edges.
// Listeners hear of changes. The methods and properties are those of the graph package in section 7.2.2 of the thesis.
#include "containers.h"

struct Vertex {
  int label;
};

class Edge {
 public:
  Edge(Vertex* a, Vertex* b, int weight) : a_(a), b_(b), weight_(weight) {}
  Vertex* vertexA() const { return a_; }
  Vertex* vertexB() const { return b_; }
  int weight() const { return weight_; }
  bool joins(const Vertex* v) const { return a_ == v || b_ == v; }
  bool connects(const Vertex* v, const Vertex* w) const { return (a_ == v && b_ == w) || (a_ == w && b_ == v); }
  bool isLoop() const { return a_ == b_; }
  Vertex* opposite(const Vertex* v) const { return a_ == v ? b_ : a_; }

 private:
  Vertex* a_;
  Vertex* b_;
  int weight_;
};

/// Hears of what happens to a graph.
class GraphListener {
 public:
  virtual ~GraphListener() {}
  virtual void vertexAdded(Vertex*) {}
  virtual void vertexRemoved(Vertex*) {}
  virtual void edgeAdded(Edge*) {}
  virtual void edgeRemoved(Edge*) {}
};

/// Counts vertices and edges as they come and go.
class SizeListener : public GraphListener {
 public:
  void vertexAdded(Vertex*) override { ++vertices_; }
  void vertexRemoved(Vertex*) override { --vertices_; }
  void edgeAdded(Edge*) override { ++edges_; }
  void edgeRemoved(Edge*) override { --edges_; }
  int vertices() const { return vertices_; }
  int edges() const { return edges_; }

 private:
  int vertices_ = 0;
  int edges_ = 0;
};

/// Remembers the last edge that came and whether it has gone again.
class LastEdgeListener : public GraphListener {
 public:
  void edgeAdded(Edge* e) override { last_ = e; }
  void edgeRemoved(Edge* e) override {
    if (e == last_) last_ = nullptr;
  }
  Edge* last() const { return last_; }

 private:
  Edge* last_ = nullptr;
};

class Graph {
 public:
  bool isEmpty() const { return adjacency_.isEmpty(); }
  int verticesCount() const { return adjacency_.size(); }
  int edgesCount() const { return edges_.size(); }
  bool containsVertex(const Vertex* v) const { return adjacency_.containsKey(v); }
  bool containsEdge(const Edge* e) const { return edges_.contains(e); }

  /// The edges at `v`, or null where `v` is not in the graph.
  List<Edge>* edgesOf(const Vertex* v) const { return adjacency_.get(v); }

  int degree(const Vertex* v) const {
    List<Edge>* edges = edgesOf(v);
    return edges == nullptr ? 0 : edges->size();
  }

  /// An edge between `v` and `w`, or null.
  Edge* edgeBetween(const Vertex* v, const Vertex* w) const {
    List<Edge>* edges = edgesOf(v);
    if (edges == nullptr) return nullptr;
    for (Iterator<Edge> i = edges->iterator(); i.hasNext();) {
      Edge* e = i.next();
      if (e->connects(v, w)) return e;
    }
    return nullptr;
  }

  bool isAdjacent(const Vertex* v, const Vertex* w) const { return edgeBetween(v, w) != nullptr; }

  /// A new list of the neighbours of `v`, one for each edge.
  List<Vertex>* adjacentVertices(const Vertex* v) const {
    List<Vertex>* neighbours = new List<Vertex>();
    List<Edge>* edges = edgesOf(v);
    if (edges == nullptr) return neighbours;
    for (Iterator<Edge> i = edges->iterator(); i.hasNext();) neighbours->addFirst(i.next()->opposite(v));
    return neighbours;
  }

  /// A new list of all vertices.
  List<Vertex>* vertices() const {
    List<Vertex>* all = new List<Vertex>();
    for (EntryIterator<Vertex, List<Edge>> i = adjacency_.entries(); i.hasNext();) all->addFirst(i.next()->key);
    return all;
  }

  Edge* createEdge(Vertex* v, Vertex* w) const { return new Edge(v, w, default_weight_); }

  void add(Vertex* v) {
    if (containsVertex(v)) return;
    adjacency_.put(v, new List<Edge>());
    fireVertexAdded(v);
  }

  void addEdge(Edge* e) {
    if (containsEdge(e)) return;
    add(e->vertexA());
    add(e->vertexB());
    edgesOf(e->vertexA())->addLast(e);
    if (!e->isLoop()) edgesOf(e->vertexB())->addLast(e);
    edges_.add(e);
    fireEdgeAdded(e);
  }

  Edge* addEdge(Vertex* v, Vertex* w) {
    Edge* e = createEdge(v, w);
    addEdge(e);
    return e;
  }

  void removeEdge(Edge* e) {
    if (!containsEdge(e)) return;
    edgesOf(e->vertexA())->remove(e);
    if (!e->isLoop()) edgesOf(e->vertexB())->remove(e);
    edges_.remove(e);
    fireEdgeRemoved(e);
  }

  void removeEdges(Vertex* v) {
    List<Edge>* edges = edgesOf(v);
    if (edges == nullptr) return;
    while (!edges->isEmpty()) removeEdge(edges->first());
  }

  void remove(Vertex* v) {
    if (!containsVertex(v)) return;
    removeEdges(v);
    delete adjacency_.remove(v);
    fireVertexRemoved(v);
  }

  void addListener(GraphListener* l) {
    if (!listeners_.contains(l)) listeners_.addLast(l);
  }
  bool removeListener(GraphListener* l) { return listeners_.remove(l); }

  /// A new graph with the edges of a minimum spanning forest of this one and the vertices at them.
  Graph* minimumSpanningTree() const;

 private:
  void fireVertexAdded(Vertex* v) {
    for (Iterator<GraphListener> i = listeners_.iterator(); i.hasNext();) i.next()->vertexAdded(v);
  }
  void fireVertexRemoved(Vertex* v) {
    for (Iterator<GraphListener> i = listeners_.iterator(); i.hasNext();) i.next()->vertexRemoved(v);
  }
  void fireEdgeAdded(Edge* e) {
    for (Iterator<GraphListener> i = listeners_.iterator(); i.hasNext();) i.next()->edgeAdded(e);
  }
  void fireEdgeRemoved(Edge* e) {
    for (Iterator<GraphListener> i = listeners_.iterator(); i.hasNext();) i.next()->edgeRemoved(e);
  }

  Map<Vertex, List<Edge>> adjacency_;
  Set<Edge> edges_;
  List<GraphListener> listeners_;
  int default_weight_ = 1;
};

/// Edges by rising weight: a sorted list.
class EdgeQueue {
 public:
  bool isEmpty() const { return first_ == nullptr; }

  void insert(Edge* e) {
    if (goesFirst(e)) {
      first_ = new Link<Edge>(e, first_);
      return;
    }
    Link<Edge>* place = first_;
    while (place->next != nullptr && isBefore(place->next, e)) place = place->next;
    place->next = new Link<Edge>(e, place->next);
  }

  void insertAll(const Set<Edge>& edges) {
    for (Iterator<Edge> i = edges.iterator(); i.hasNext();) insert(i.next());
  }

  Edge* removeLightest() {
    Link<Edge>* link = first_;
    Edge* e = link->item;
    first_ = link->next;
    delete link;
    return e;
  }

 private:
  static bool isBefore(const Link<Edge>* link, const Edge* e) { return link->item->weight() < e->weight(); }
  bool goesFirst(const Edge* e) const { return isEmpty() || !isBefore(first_, e); }

  Link<Edge>* first_ = nullptr;
};

/// Which vertices are connected so far: each group is a tree of its members, known by its root.
class Partition {
 public:
  bool areConnected(Vertex* v, Vertex* w) { return rootOf(v) == rootOf(w); }
  void connect(Vertex* v, Vertex* w) { link(rootOf(v), rootOf(w)); }

 private:
  struct Member {
    Member* parent = nullptr;
  };

  bool isKnown(Vertex* v) const { return members_.containsKey(v); }
  void introduce(Vertex* v) { members_.put(v, new Member()); }
  Member* memberOf(Vertex* v) {
    if (!isKnown(v)) introduce(v);
    return members_.get(v);
  }
  static bool isRoot(const Member* m) { return m->parent == nullptr; }
  Member* rootOf(Vertex* v) {
    Member* m = memberOf(v);
    while (!isRoot(m)) m = m->parent;
    return m;
  }
  static void link(Member* root, Member* other) {
    if (root != other) root->parent = other;
  }

  Map<Vertex, Member> members_;
};

/// Kruskal: the lightest edge that connects two groups is in the tree.
class SpanningTree {
 public:
  explicit SpanningTree(Graph* tree) : tree_(tree) {}

  Graph* build(const Set<Edge>& edges) {
    queue_.insertAll(edges);
    while (!queue_.isEmpty()) consider(queue_.removeLightest());
    return tree_;
  }

 private:
  void consider(Edge* e) {
    if (isRedundant(e)) return;
    partition_.connect(e->vertexA(), e->vertexB());
    tree_->addEdge(e);
  }
  bool isRedundant(Edge* e) { return partition_.areConnected(e->vertexA(), e->vertexB()); }

  Graph* tree_;
  EdgeQueue queue_;
  Partition partition_;
};

Graph* Graph::minimumSpanningTree() const {
  SpanningTree builder(new Graph());
  return builder.build(edges_);
}
