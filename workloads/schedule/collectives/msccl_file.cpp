// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/collectives/msccl_file.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <tuple>

#include "core/base/printable.h"
#include "core/base/text_fields.h"
#include "core/base/text_match.h"
#include "core/system/text_file.h"
#include "tlm_models/import/readers/xml_tree.h"

namespace gf::model {
namespace {

constexpr unsigned kMostChunks = 1u << 20;
constexpr unsigned kMostRanks = 1024;
constexpr unsigned kMostMscclChannels = 64;

struct MscclStepKind {
  const char* name;
  bool receives, takes, reduces, puts, sends;
};
constexpr std::array<MscclStepKind, 9> kStepKinds{{{"nop", false, false, false, false, false},
                                                   {"s", false, true, false, false, true},
                                                   {"r", true, false, false, true, false},
                                                   {"cpy", false, true, false, true, false},
                                                   {"re", false, true, true, true, false},
                                                   {"rcs", true, false, false, true, true},
                                                   {"rrs", true, true, false, false, true},
                                                   {"rrc", true, true, false, true, false},
                                                   {"rrcs", true, true, false, true, true}}};

class MscclReader {
 public:
  explicit MscclReader(const std::string& file) {
    const XmlNode root = read_xml(
        core::read_text_file(file, "a program of MSCCL, whose outermost element is <algo>"), file);
    if (root.name != "algo")
      root.place.fail(fmt::format("<{}>", core::excerpt(root.name)),
                      "<algo>, as in the files of MSCCL");
    read(root);
  }
  MscclFile take() { return std::move(all_); }

 private:
  [[noreturn]] static void refuse(const XmlNode& node, const std::string& attribute,
                                  const std::string& legal) {
    const std::string& text = node.at(attribute);
    node.place.fail(
        text.empty() ? fmt::format("<{}> has no {}", node.name, attribute)
                     : fmt::format("{}=\"{}\" of <{}>", attribute, core::excerpt(text), node.name),
        legal);
  }

  static std::string word(const XmlNode& node, const std::string& attribute,
                          const std::vector<std::string>& legal) {
    const std::string& text = node.at(attribute);
    if (std::find(legal.begin(), legal.end(), text) == legal.end())
      refuse(node, attribute, "one of " + core::legal_names(text, legal));
    return text;
  }

  static unsigned number(const XmlNode& node, const std::string& attribute, unsigned least,
                         unsigned most) {
    const auto value = core::parse_number<unsigned>(node.at(attribute));
    if (!value || *value < least || *value > most)
      refuse(node, attribute, fmt::format("{} ... {}", least, most));
    return *value;
  }

  /// Nothing for -1.
  static std::optional<unsigned> maybe(const XmlNode& node, const std::string& attribute,
                                       unsigned most) {
    if (node.at(attribute) == "-1") return {};
    const auto value = core::parse_number<unsigned>(node.at(attribute));
    if (!value || *value > most)
      refuse(node, attribute, fmt::format("0 ... {}, or -1 for none", most));
    return value;
  }

  /// Returns the elements called `name` below `node`, which must have the numbers 0, 1, ... in the
  /// attribute `key`.
  static std::vector<const XmlNode*> numbered(const XmlNode& node, const std::string& name,
                                              const std::string& key) {
    std::vector<const XmlNode*> all;
    for (const XmlNode& child : node.children) {
      if (child.name != name)
        child.place.fail(fmt::format("<{}> in <{}>", core::excerpt(child.name), node.name),
                         fmt::format("<{}>", name));
      if (child.at(key) != std::to_string(all.size()))
        refuse(child, key, fmt::format("{}: they are numbered in their order", all.size()));
      all.push_back(&child);
    }
    return all;
  }

  void read(const XmlNode& root) {
    all_.place = root.place;
    all_.name = root.at("name");
    all_.collective = word(root, "coll", {"allreduce", "alltoall"});
    const std::string protocol = word(root, "proto", {"Simple", "LL", "LL128"});
    all_.protocol = protocol == "LL" ? kLl : protocol == "LL128" ? kLl128 : kSimple;
    all_.chunks = number(root, "nchunksperloop", 1, kMostChunks);
    all_.in_place = root.at("inplace").empty() || number(root, "inplace", 0, 1) == 1;
    all_.out_of_place = root.at("outofplace").empty() || number(root, "outofplace", 0, 1) == 1;
    ranks_ = number(root, "ngpus", 2, kMostRanks);
    const std::vector<const XmlNode*> gpus = numbered(root, "gpu", "id");
    if (gpus.size() != ranks_)
      root.place.fail(fmt::format("ngpus=\"{}\" of an <algo> with {}", ranks_, gpus.size()),
                      "the number of its <gpu> elements; the file may be cut off");
    for (const XmlNode* const gpu : gpus) read_gpu(*gpu);
  }

  void read_gpu(const XmlNode& gpu) {
    chunks_ = {number(gpu, "i_chunks", 0, all_.chunks), number(gpu, "o_chunks", 0, all_.chunks),
               number(gpu, "s_chunks", 0, kMostChunks)};
    // In place, one memory is both.
    if (all_.in_place) chunks_[0] = chunks_[1] = std::max(chunks_[0], chunks_[1]);
    all_.scratch.push_back(chunks_[2]);
    std::vector<MscclBlock>& blocks = all_.blocks.emplace_back();
    const std::vector<const XmlNode*> found = numbered(gpu, "tb", "id");
    for (const XmlNode* const block : found) blocks.push_back(read_block(*block));
    for (std::size_t i = 0; i < blocks.size(); ++i) check_peers(*found[i], blocks, i);
    for (const MscclBlock& block : blocks)
      for (const MscclStep& step : block.steps)
        if (step.after && (step.after->first >= blocks.size() ||
                           step.after->second >= blocks[step.after->first].steps.size()))
          step.place.fail(
              fmt::format("step {} of thread block {}", step.after->second, step.after->first),
              fmt::format("a step of one of the {} blocks of <gpu>", blocks.size()));
  }

  /// A connection belongs to one block at each end.
  static void check_peers(const XmlNode& node, const std::vector<MscclBlock>& blocks,
                          std::size_t number) {
    const MscclBlock& block = blocks[number];
    for (std::size_t i = 0; i < number; ++i) {
      if (blocks[i].channel != block.channel) continue;
      const char* const free = "a peer and a channel that no other thread block of the GPU has";
      if (block.sends_to && blocks[i].sends_to == block.sends_to) refuse(node, "send", free);
      if (block.receives_from && blocks[i].receives_from == block.receives_from)
        refuse(node, "recv", free);
    }
  }

  MscclBlock read_block(const XmlNode& node) const {
    MscclBlock block;
    block.sends_to = maybe(node, "send", ranks_ - 1);
    block.receives_from = maybe(node, "recv", ranks_ - 1);
    block.channel = number(node, "chan", 0, kMostMscclChannels - 1);
    for (const XmlNode* const step : numbered(node, "step", "s"))
      block.steps.push_back(read_step(*step, block));
    return block;
  }

  MscclStep read_step(const XmlNode& node, const MscclBlock& block) const {
    std::vector<std::string> names;
    for (const MscclStepKind& each : kStepKinds) names.emplace_back(each.name);
    const std::string type = word(node, "type", names);
    const MscclStepKind& kind =
        *std::find_if(kStepKinds.begin(), kStepKinds.end(),
                      [&](const MscclStepKind& each) { return type == each.name; });
    MscclStep step;
    step.place = node.place;
    step.receives = kind.receives;
    step.takes = kind.takes;
    step.reduces = kind.reduces;
    step.puts = kind.puts;
    step.sends = kind.sends;
    if (step.sends && !block.sends_to)
      refuse(node, "type", "one that does not send: its thread block has send=\"-1\"");
    if (step.receives && !block.receives_from)
      refuse(node, "type", "one that does not receive: its thread block has recv=\"-1\"");
    const bool moves = step.receives || step.takes;
    step.count = number(node, "cnt", moves ? 1 : 0, all_.chunks);
    if (step.takes) std::tie(step.from, step.from_chunk) = buffer(node, "src", step.count);
    if (step.puts) std::tie(step.to, step.to_chunk) = buffer(node, "dst", step.count);
    if (const auto of = maybe(node, "depid", kMostChunks))
      step.after.emplace(*of, number(node, "deps", 0, kMostChunks));
    return step;
  }

  [[nodiscard]] std::pair<RankBuffer, std::uint64_t> buffer(const XmlNode& node,
                                                            const std::string& side,
                                                            std::uint64_t count) const {
    const std::vector<std::string> names{"i", "o", "s"};
    const std::string name = word(node, side + "buf", names);
    const auto which =
        static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
    const unsigned first = number(node, side + "off", 0, kMostChunks);
    if (first + count > chunks_[which])
      refuse(node, side + "off",
             fmt::format("chunks of buffer {}; this GPU has {}", name, chunks_[which]));
    const std::array<RankBuffer, 3> buffers{RankBuffer::kInput, RankBuffer::kOutput,
                                            RankBuffer::kScratch};
    return {buffers[which], first};
  }

  MscclFile all_;
  unsigned ranks_ = 0;
  std::array<unsigned, 3> chunks_{};  ///< Of the GPU that is read: input, output, scratch.
};

}  // namespace

MscclFile MscclFile::read(const std::string& file) { return MscclReader(file).take(); }

}  // namespace gf::model
