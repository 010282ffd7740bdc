// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/collectives/tuner_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/base/text_fields.h"
#include "core/base/text_match.h"
#include "core/system/text_file.h"

namespace gf::model {
namespace {

const char* const kFields =
    "collective_type,min_bytes,max_bytes,algorithm,protocol,channels,nNodes,nRanks,numPipeOps,"
    "regBuff";
constexpr std::size_t kLeastFields = 8, kMostFields = 10;

const std::vector<std::string> kTunerCollectives{"broadcast", "reduce", "allgather",
                                                 "reducescatter", "allreduce"};
const std::vector<std::string> kTunerAlgorithms{
    "tree", "ring", "collnet_direct", "collnet_chain", "nvls", "nvls_tree", "pat"};
const std::vector<std::string> kTunerProtocols{"ll", "ll128", "simple"};

/// The fields of a line of a file.
class LineFields {
 public:
  LineFields(const std::string& file, unsigned line, std::string_view text)
      : file_(file), line_(line), fields_(core::split_fields(text, ',')) {
    if (fields_.size() < kLeastFields || fields_.size() > kMostFields)
      core::fail_input(file, line, std::to_string(fields_.size()) + " fields",
                       std::string("8 to 10: ") + kFields);
  }
  [[nodiscard]] std::string word(std::size_t field, const std::vector<std::string>& legal) const {
    const std::string text(fields_[field]);
    if (std::find(legal.begin(), legal.end(), text) == legal.end())
      fail(field, "one of " + core::legal_names(text, legal));
    return text;
  }
  [[nodiscard]] std::uint64_t bytes(std::size_t field) const {
    const auto number = core::parse_number<std::uint64_t>(fields_[field]);
    if (!number) fail(field, "a number of bytes");
    return *number;
  }
  /// Returns a number up to `most`; nothing for -1, and if the field is missing.
  [[nodiscard]] std::optional<unsigned> number(std::size_t field, unsigned least,
                                               unsigned most) const {
    if (field >= fields_.size() || fields_[field] == "-1") return {};
    const auto number = core::parse_number<unsigned>(fields_[field]);
    if (!number || *number < least || *number > most)
      fail(field, fmt::format("-1, or {} ... {}", least, most));
    return number;
  }

 private:
  [[noreturn]] void fail(std::size_t field, const std::string& legal) const {
    const auto names = core::split_fields(kFields, ',');
    core::fail_input(file_, line_,
                     fmt::format("{} = {}", names[field], core::excerpt(fields_[field])), legal);
  }
  const std::string& file_;
  const unsigned line_;
  const std::vector<std::string_view> fields_;
};

constexpr unsigned kMostCount = 1'000'000;

std::string number_text(const std::optional<unsigned>& number) {
  return number ? std::to_string(*number) : "-1";
}

}  // namespace

std::string tuner_name(Collective::Kind kind) {
  using Kind = Collective::Kind;
  const std::map<Kind, std::string> names{{Kind::kBroadcast, "broadcast"},
                                          {Kind::kReduce, "reduce"},
                                          {Kind::kAllGather, "allgather"},
                                          {Kind::kReduceScatter, "reducescatter"},
                                          {Kind::kAllReduce, "allreduce"}};
  const auto entry = names.find(kind);
  return entry == names.end() ? "" : entry->second;
}

TunerFile TunerFile::read(const std::string& file) {
  core::TextFile text(file, "a file of NCCL's example tuner: lines " + std::string(kFields));
  std::vector<TunerLine> lines;
  std::string content;
  for (unsigned number = 1; std::getline(text, content); ++number) {
    const std::string_view trimmed = core::trimmed(content);
    if (trimmed.empty() || trimmed.front() == '#') continue;
    const LineFields fields(file, number, trimmed);
    TunerLine line;
    line.collective = fields.word(0, kTunerCollectives);
    line.least_bytes = fields.bytes(1);
    line.most_bytes = fields.bytes(2);
    if (line.most_bytes < line.least_bytes)
      core::fail_input(file, number, "max_bytes is below min_bytes", "at least as much");
    line.algorithm = fields.word(3, kTunerAlgorithms);
    line.protocol = fields.word(4, kTunerProtocols);
    line.channels = fields.number(5, 1, 64);
    line.nodes = fields.number(6, 1, kMostCount);
    line.ranks = fields.number(7, 1, kMostCount);
    line.operations = fields.number(8, 1, kMostCount);
    line.registered = fields.number(9, 0, 1);
    lines.push_back(std::move(line));
  }
  return TunerFile(std::move(lines));
}

std::vector<TunerLine> TunerFile::matches(Collective::Kind kind, core::Bytes size, unsigned ranks,
                                          unsigned nodes) const {
  std::vector<TunerLine> all;
  for (const TunerLine& line : lines_)
    if (line.collective == tuner_name(kind) && size.count() >= line.least_bytes &&
        size.count() <= line.most_bytes && line.nodes.value_or(nodes) == nodes &&
        line.ranks.value_or(ranks) == ranks && line.operations.value_or(1) == 1 &&
        line.registered.value_or(0) == 0)
      all.push_back(line);
  return all;
}

std::string TunerFile::text() const {
  std::string text = std::string("# ") + kFields + "\n";
  for (const TunerLine& line : lines_)
    text += fmt::format("{},{},{},{},{},{},{},{},{},{}\n", line.collective, line.least_bytes,
                        line.most_bytes, line.algorithm, line.protocol, number_text(line.channels),
                        number_text(line.nodes), number_text(line.ranks),
                        number_text(line.operations), number_text(line.registered));
  return text;
}

}  // namespace gf::model
