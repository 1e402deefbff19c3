// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/replay/native_output.h"

#include <nlohmann/json.hpp>
#include <sstream>

namespace weir::replay {
namespace {

using nlohmann::json;

Address addressIn(const json& line, const char* key) {
  return std::stoull(line.at(key).get<std::string>(), nullptr, 16);
}

std::vector<std::uint8_t> bytesIn(const std::string& hexadecimal) {
  const auto digit = [](char c) { return static_cast<std::uint8_t>(c <= '9' ? c - '0' : c - 'a' + 10); };
  std::vector<std::uint8_t> bytes(hexadecimal.size() / 2);
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<std::uint8_t>(digit(hexadecimal[2 * i]) << 4 | digit(hexadecimal[2 * i + 1]));
  return bytes;
}

void readLayout(const json& line, Layouts& layouts) {
  if (line.contains("class")) {
    layouts[line["class"]].size = line["size"];
  } else if (line.contains("field")) {
    FieldLayout& field = layouts[line["of"]].fields[line["field"]];
    if (line.contains("bits"))
      field = {line["bit"], line["bits"]};
    else
      field = {line["offset"].get<std::size_t>() * 8, 0};
  } else if (line.contains("base")) {
    layouts[line["of"]].bases[line["base"]] = line["offset"];
  }
}

void readLine(const json& line, NativeRun& run) {
  if (line.contains("object")) run.objects[line["object"]] = addressIn(line, "at");
  if (line.contains("variable")) run.variables[line["variable"]] = addressIn(line, "at");
  if (line.contains("function")) run.functions[line["function"]] = addressIn(line, "at");
  if (line.contains("part"))
    run.parts[{addressIn(line, "part"), line["field"]}] = {addressIn(line, "at"), line["copy"] != 0};
  if (line.contains("block")) run.blocks[addressIn(line, "block")] = bytesIn(line["bytes"]);
  if (line.contains("watched")) run.watched = true;
  if (line.contains("lost")) run.lost.push_back(line["size"]);
  if (line.contains("ended")) {
    run.end = line["ended"] == "threw" ? NativeRun::End::Threw : NativeRun::End::Returned;
    run.value = line["value"];
  }
  if (line.contains("cannot")) {
    run.end = NativeRun::End::Cannot;
    run.value = line["cannot"];
  }
  if (line.contains("finished")) {
    run.finished = true;
    run.exit_code = line["exit"];
    run.signal = line["signal"];
  }
}

}  // namespace

std::optional<std::size_t> NativeRun::roomAt(Address address) const {
  auto block = blocks.upper_bound(address);
  if (block == blocks.begin()) return std::nullopt;
  --block;
  const Address end = block->first + block->second.size();
  if (address > end || (address == end && !block->second.empty())) return std::nullopt;
  return end - address;
}

const std::uint8_t* NativeRun::bytesAt(Address address, std::size_t size) const {
  const auto room = roomAt(address);
  if (!room || *room < size) return nullptr;
  const auto block = std::prev(blocks.upper_bound(address));
  return block->second.data() + (address - block->first);
}

NativeOutput readNativeOutput(const std::string& output, const std::string& report, std::size_t cases) {
  NativeOutput result;
  result.runs.resize(cases);
  std::istringstream lines(output);
  NativeRun* run = nullptr;
  for (std::string text; std::getline(lines, text);) {
    // A run that was killed may leave half a line behind.
    const json line = json::parse(text, nullptr, false);
    if (!line.is_object()) continue;
    if (line.contains("case")) {
      const std::size_t index = line["case"];
      run = index < cases ? &result.runs[index] : nullptr;
    } else if (run == nullptr) {
      readLayout(line, result.layouts);
    } else {
      readLine(line, *run);
    }
  }
  std::istringstream report_lines(report);
  run = nullptr;
  static const std::string kMark = "weir: case ";
  for (std::string text; std::getline(report_lines, text);) {
    // What the user's code printed last may lack its newline.
    const auto mark = text.find(kMark);
    if (mark != std::string::npos) {
      if (run != nullptr) run->report += text.substr(0, mark);
      const std::size_t index = std::strtoul(text.c_str() + mark + kMark.size(), nullptr, 10);
      run = index < cases ? &result.runs[index] : nullptr;
    } else if (run != nullptr) {
      run->report += text + "\n";
    }
  }
  return result;
}

}  // namespace weir::replay
