// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/report/heap_layout.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "tools/report/graphviz.h"
#include "tools/report/json.h"

namespace weir::report {
namespace {

using namespace weir::results;

constexpr double kCharWidth = 7.3;
constexpr size_t kDullRows = 8;  // a part with that many uninformative rows is only named
constexpr int kSeconds = 20;

std::string targetOf(const Value& value) {
  return value.kind == Value::Kind::Object || value.kind == Value::Kind::Slot ? value.text : "";
}

bool isUninformative(const Value& value) {
  const std::string text = shownValue(value);
  return value.kind == Value::Kind::Null || value.kind == Value::Kind::Uninitialized || text == "0" || text == "false";
}

/// One execution: its boxes, and the pointers that exist at some time.
class Picture {
 public:
  explicit Picture(const std::vector<ExecutionState>& states) {
    for (const ExecutionState& state : states) {
      for (const auto& root : state.heap.roots) pointed_to_.insert(targetOf(root.second));
      for (const Frame& frame : state.frames)
        for (const auto& local : frame.locals) pointed_to_.insert(targetOf(local.second));
      for (const HeapObject& o : state.heap.objects) {
        for (const auto& [name, value] : rowsOf(o)) {
          if (!isUninformative(value)) informative_.insert(o.id + "." + name);
          const auto part = std::find_if(state.heap.objects.begin(), state.heap.objects.end(),
                                         [&](const HeapObject& p) { return p.id == targetOf(value); });
          const bool is_own_part = part != state.heap.objects.end() && part->owner == o.id;
          if (!is_own_part) pointed_to_.insert(targetOf(value));
        }
      }
    }
    for (const ExecutionState& state : states) {
      for (const HeapObject& o : state.heap.objects) {
        if (!objects_.contains(o.id)) order_.push_back(o.id);
        objects_[o.id] = o;  // the last state has the fields that were learnt on the way
      }
    }
    for (const std::string& id : order_) {
      if (!objects_.contains(objects_[id].owner)) addBox(id);
    }
    rankFromRoots(states.front());
    for (size_t i = 0; i < states.size(); ++i) addPointers(states[i].heap, i == 0);
    fitWidths(states);
  }

  std::string dot() const {
    std::ostringstream out;
    out << "digraph heap { rankdir=LR; nodesep=0.25; ranksep=0.65; splines=true; node [shape=plain];\n";
    for (size_t b = 0; b < layout.boxes.size(); ++b) {
      const HeapBox& box = layout.boxes[b];
      const auto cell = [&](const std::string& port, int height) {
        out << "<TR><TD PORT=\"" << port << "\" FIXEDSIZE=\"TRUE\" WIDTH=\"" << box.width << "\" HEIGHT=\"" << height
            << "\"></TD></TR>";
      };
      out << "b" << b << " [label=<<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"0\">";
      cell("tags", kTagsHeight);
      cell("title", kTitleHeight);
      for (size_t r = 0; r < box.rows.size(); ++r) cell("r" + std::to_string(r), kRowHeight);
      out << "</TABLE>>];\n";
    }
    for (size_t e = 0; e < layout.edges.size(); ++e) {
      const auto [from_box, from_row] = rows_.at(layout.edges[e].from);
      const auto [to_box, to_row] = rows_.at(layout.edges[e].to);
      const bool forward = rank_[from_box] < rank_[to_box];
      out << "b" << from_box << ":r" << from_row << (from_box == to_box || forward ? ":e" : ":_") << " -> b" << to_box
          << ":" << (to_row < 0 ? "title" : "r" + std::to_string(to_row))
          << (from_box == to_box ? ":e"
              : forward          ? ":w"
                                 : ":_")
          << " [comment=\"" << e << "\", weight=" << (initial_[e] ? 4 : 1) << (forward ? "" : ", constraint=false")
          << "];\n";
    }
    out << "}\n";
    return out.str();
  }

  void place(const nlohmann::json& drawn) {
    double x0 = 0, y0 = 0;
    std::sscanf(drawn.value("bb", "0,0,0,0").c_str(), "%lf,%lf,%lf,%lf", &x0, &y0, &layout.width, &layout.height);
    for (const auto& object : drawn.value("objects", nlohmann::json::array())) {
      HeapBox& box = layout.boxes.at(std::stoul(object.at("name").get<std::string>().substr(1)));
      double x = 0, y = 0;
      std::sscanf(object.at("pos").get<std::string>().c_str(), "%lf,%lf", &x, &y);
      box.x = x - box.width / 2;
      box.y = layout.height - y - box.height / 2;
    }
    for (const auto& edge : drawn.value("edges", nlohmann::json::array()))
      layout.edges.at(std::stoul(edge.at("comment").get<std::string>())).path = path(edge.at("pos"));
  }

  /// Without Graphviz: boxes in rows, pointers as straight lines.
  void placeInRows() {
    double x = 0, y = 0, row_height = 0;
    for (HeapBox& box : layout.boxes) {
      if (x > 0 && x + box.width > 900) {
        x = 0;
        y += row_height + 24;
        row_height = 0;
      }
      box.x = x;
      box.y = y;
      x += box.width + 60;
      row_height = std::max(row_height, box.height);
      layout.width = std::max(layout.width, box.x + box.width);
      layout.height = std::max(layout.height, box.y + box.height);
    }
    const auto middle = [&](const std::pair<size_t, int>& at) {
      return layout.boxes[at.first].y + kTagsHeight +
             (at.second < 0 ? kTitleHeight / 2.0 : kTitleHeight + kRowHeight * (at.second + 0.5));
    };
    for (HeapEdge& e : layout.edges) {
      const auto from = rows_.at(e.from), to = rows_.at(e.to);
      std::ostringstream line;
      line << "M" << layout.boxes[from.first].x + layout.boxes[from.first].width << ' ' << middle(from) << " L"
           << layout.boxes[to.first].x << ' ' << middle(to);
      e.path = line.str();
    }
  }

  HeapLayout layout;

 private:
  void addBox(const std::string& id) {
    const size_t index = layout.boxes.size();
    layout.boxes.push_back({.id = id, .class_name = objects_[id].class_name});
    rows_[id] = {index, -1};
    addRows(objects_[id], 0);
    HeapBox& box = layout.boxes.back();
    box.height = kTagsHeight + kTitleHeight + kRowHeight * static_cast<double>(box.rows.size());
  }

  void addRows(const HeapObject& object, int indent) {
    HeapBox& box = layout.boxes.back();
    const auto add = [&](const std::string& key, const std::string& label, bool is_part) {
      rows_[key] = {layout.boxes.size() - 1, static_cast<int>(box.rows.size())};
      box.rows.push_back({key, label, indent, is_part});
    };
    std::set<std::string> shown;
    for (const auto& [name, value] : rowsOf(object)) {
      const std::string part = targetOf(value);
      const bool is_part = !part.empty() && objects_.contains(part) && objects_[part].owner == object.id;
      if (is_part && isEmpty(part)) {
        shown.insert(part);
        continue;
      }
      add(is_part ? part : object.id + "." + name, name, is_part);
      if (is_part && shown.insert(part).second && !isDull(part)) addRows(objects_[part], indent + 1);
    }
    // A part that no field leads to, a base for one.
    for (const std::string& id : order_) {
      if (objects_[id].owner != object.id || id == object.id || !shown.insert(id).second || isEmpty(id)) continue;
      add(id, objects_[id].class_name, true);
      if (!isDull(id)) addRows(objects_[id], indent + 1);
    }
  }

  /// The rows in a part, those of its own parts too; `informative` of them have a value, at some time, that is not
  /// zero.
  struct Contents {
    size_t rows = 0, informative = 0;
    bool is_pointed_into = false;
  };
  Contents contentsOf(const std::string& id) const {
    Contents contents;
    std::set<std::string> parts;
    for (const std::string& other : order_)
      if (objects_.at(other).owner == id && other != id) parts.insert(other);
    for (const auto& [name, value] : rowsOf(objects_.at(id))) {
      if (parts.contains(targetOf(value))) continue;
      const std::string key = id + "." + name;
      ++contents.rows;
      contents.informative += informative_.contains(key);
      contents.is_pointed_into = contents.is_pointed_into || pointed_to_.contains(key);
    }
    for (const std::string& part : parts) {
      const Contents inner = contentsOf(part);
      contents.rows += inner.rows;
      contents.informative += inner.informative;
      contents.is_pointed_into = contents.is_pointed_into || inner.is_pointed_into || pointed_to_.contains(part);
    }
    return contents;
  }

  /// Nothing of it is shown: a member whose own members do not matter here.
  bool isEmpty(const std::string& part) const {
    const Contents contents = contentsOf(part);
    return contents.rows == 0 && !contents.is_pointed_into && !pointed_to_.contains(part);
  }

  /// Large and all zero throughout, as a mutex is: its name is enough.
  bool isDull(const std::string& part) const {
    const Contents contents = contentsOf(part);
    return contents.rows >= kDullRows && contents.informative == 0 && !contents.is_pointed_into;
  }

  /// The order in which a reader following pointers from the variables at entry first meets each box: pointers that
  /// lead back in it do not shape the picture, so a list is a line whatever else points into it.
  void rankFromRoots(const ExecutionState& first) {
    rank_.assign(layout.boxes.size(), -1);
    std::map<std::string, const HeapObject*> objects;
    for (const HeapObject& o : first.heap.objects) objects[o.id] = &o;
    int next = 0;
    std::vector<std::string> to_visit;  // the next one last
    const auto follow = [&](const std::string& from) {
      to_visit.push_back(from);
      while (!to_visit.empty()) {
        const auto at = rows_.find(to_visit.back());
        to_visit.pop_back();
        if (at == rows_.end() || rank_[at->second.first] >= 0) continue;
        rank_[at->second.first] = next++;
        const std::vector<BoxRow>& rows = layout.boxes[at->second.first].rows;
        for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
          for (const Value& v : valuesAt(objects, row->key)) to_visit.push_back(targetOf(v));
        }
      }
    };
    for (const auto& root : first.heap.roots) follow(targetOf(root.second));
    for (const HeapBox& box : layout.boxes) follow(box.id);
  }

  static std::vector<Value> valuesAt(const std::map<std::string, const HeapObject*>& objects, const std::string& key) {
    for (const auto& [id, object] : objects) {
      if (key.size() <= id.size() || key.compare(0, id.size(), id) != 0) continue;
      for (const auto& [name, value] : rowsOf(*object)) {
        if (id + "." + name == key) return {value};
      }
    }
    return {};
  }

  void addPointers(const HeapState& heap, bool initial) {
    for (const HeapObject& o : heap.objects) {
      for (const auto& [name, value] : rowsOf(o)) {
        const std::string key = o.id + "." + name;
        const std::string to = targetOf(value);
        if (key == to || !rows_.contains(key) || !rows_.contains(to)) continue;
        const bool known = std::any_of(layout.edges.begin(), layout.edges.end(),
                                       [&](const HeapEdge& e) { return e.from == key && e.to == to; });
        if (known) continue;
        layout.edges.push_back({key, to, ""});
        initial_.push_back(initial);
      }
    }
  }

  /// Wide enough for the longest value a row ever has, so that a box keeps its size.
  void fitWidths(const std::vector<ExecutionState>& states) {
    std::map<std::string, size_t> longest;
    std::map<std::string, std::string> first, last;
    for (const ExecutionState& state : states) {
      for (const HeapObject& o : state.heap.objects) {
        for (const auto& [name, value] : rowsOf(o)) {
          size_t& most = longest[o.id + "." + name];
          most = std::max(most, shownValue(value).size());
          first.try_emplace(o.id + "." + name, shownValue(value));
          last[o.id + "." + name] = shownValue(value);
        }
      }
    }
    // What changed is shown with what it was, once the call is over.
    const auto wasLength = [&](const std::string& key) {
      return first[key] == last[key] ? 0 : 5 + std::min<size_t>(first[key].size(), 24);
    };
    for (HeapBox& box : layout.boxes) {
      size_t characters = std::max<size_t>(12, box.id.size() + box.class_name.size() + 3);
      for (const BoxRow& row : box.rows)
        characters = std::max(characters, 2 * static_cast<size_t>(row.indent) + row.label.size() + 3 +
                                              std::min<size_t>(longest[row.key], 24) + wasLength(row.key));
      box.width = static_cast<double>(characters) * kCharWidth + 20;
    }
  }

  /// "e,x,y x,y x,y …" with y upwards, as an SVG path with y downwards. With "s,x,y" the tip is at the start: dot draws
  /// some pointers between boxes that stand above each other from their end.
  std::string path(const std::string& pos) const {
    std::istringstream in(pos);
    std::string token;
    std::vector<std::pair<double, double>> points;
    std::pair<double, double> tip{0, 0};
    bool has_tip = false;
    bool is_backwards = false;
    while (in >> token) {
      double x = 0, y = 0;
      if (token[0] == 'e' || token[0] == 's') {
        std::sscanf(token.c_str() + 1, ",%lf,%lf", &tip.first, &tip.second);
        has_tip = true;
        is_backwards = token[0] == 's';
      } else if (std::sscanf(token.c_str(), "%lf,%lf", &x, &y) == 2) {
        points.emplace_back(x, y);
      }
    }
    if (is_backwards) std::reverse(points.begin(), points.end());
    std::ostringstream out;
    out.precision(1);
    out << std::fixed;
    const auto write = [&](const std::pair<double, double>& p) { out << p.first << ' ' << layout.height - p.second; };
    for (size_t i = 0; i < points.size(); ++i) {
      out << (i == 0 ? "M" : i == 1 ? " C" : " ");
      write(points[i]);
    }
    if (has_tip) {
      out << " L";
      write(tip);
    }
    return out.str();
  }

  std::vector<std::string> order_;
  std::map<std::string, HeapObject> objects_;
  std::set<std::string> informative_;  // rows that are not zero at some time
  std::set<std::string> pointed_to_;   // objects, parts and rows that a variable or another object points to
  std::map<std::string, std::pair<size_t, int>> rows_;  // key or id: the box, and the row or -1 for its title
  std::vector<int> rank_;
  std::vector<bool> initial_;  // the edge exists before the first step
};

}  // namespace

std::vector<NamedValue> rowsOf(const HeapObject& object) {
  std::vector<NamedValue> rows;
  for (const auto& [name, value] : object.fields) {
    if (value.kind != Value::Kind::Array) {
      rows.emplace_back(name, value);
      continue;
    }
    for (size_t i = 0; i < value.elements.size(); ++i)
      rows.emplace_back(name + "[" + std::to_string(i) + "]", value.elements[i]);
  }
  return rows;
}

std::vector<HeapLayout> layOutHeaps(const std::vector<std::vector<ExecutionState>>& executions) {
  std::vector<Picture> pictures;
  std::string graphs;
  for (const auto& states : executions) {
    pictures.emplace_back(states);
    graphs += pictures.back().dot();
  }
  std::string problem;
  const auto drawn = pictures.empty() ? std::vector<nlohmann::json>() : runDot(graphs, kSeconds, problem);
  if (problem.empty() && drawn.size() != pictures.size()) problem = "Graphviz (dot) left out a graph";
  std::vector<HeapLayout> layouts;
  for (size_t i = 0; i < pictures.size(); ++i) {
    if (problem.empty()) {
      pictures[i].place(drawn[i]);
    } else {
      pictures[i].placeInRows();
    }
    pictures[i].layout.problem = problem;
    layouts.push_back(std::move(pictures[i].layout));
  }
  return layouts;
}

}  // namespace weir::report
