// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/import/machine_scribe.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <memory>
#include <utility>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "tlm_models/import/found/found_origin.h"
#include "tlm_models/import/gpu_choice.h"
#include "tlm_models/import/root_lines.h"
#include "tlm_models/machine/pcie_generation.h"
#include "tlm_models/topology/nvlink/nvlink_generations.h"

namespace gf::model {
namespace {

constexpr std::size_t kCommentColumn = 40;
constexpr double kCodingShare = 0.1;
constexpr const char* kShowsPcie = "lspci -vv, or the file of NCCL_TOPO_DUMP_FILE";

/// NVLink or xGMI of a GPU.
struct LinksLine {
  std::string value;
  std::vector<FilePlace> places;
  std::string more;  ///< Behind the places in the comment.
};

class Scribe {
 public:
  Scribe(const FoundMachine& machine, ImportGuesses& guesses)
      : machine_(machine),
        guesses_(guesses),
        names_(machine.devices.size()),
        children_(machine.devices.size()) {}

  std::string run(const std::vector<std::string>& files) {
    name_devices();
    gpu_ = choose_gpu(machine_, guesses_);
    std::vector<std::string> quoted;
    for (const std::string& file : files)
      quoted.push_back(core::printable(core::excerpt_of_path(file)));
    text_ = fmt::format("# Made by `gpufabric import` from {}.\n", fmt::join(quoted, ", "));
    for (const std::string& remark : machine_.remarks)
      text_ += "# " + core::printable(core::excerpt(remark)) + "\n";
    line("about", {fmt::format("GPUs: {}, NICs: {}, imported", gpus_.size(), nics_.size()), ""});
    write_ranks();
    roots_ = std::make_unique<RootLines>(machine_, names_, guesses_);
    join_gpus();
    for (const unsigned root : of_kind(DeviceKind::kRootComplex)) write_root(root);
    for (const unsigned bridge : of_kind(DeviceKind::kSwitch)) write_bridge(bridge);
    for (const unsigned nic : nics_) write_nic(nic);
    for (const auto& [name, comment] : switches_) {
      open(name, "");
      line("kind", {"nvswitch", comment});
    }
    write_preset();
    for (const unsigned gpu : gpus_) write_gpu(gpu);
    return std::move(text_);
  }

 private:
  [[nodiscard]] const FoundDevice& device(unsigned i) const { return machine_.devices[i]; }

  /// Devices that are in the machine: those with a name.
  [[nodiscard]] std::vector<unsigned> of_kind(DeviceKind kind) const {
    std::vector<unsigned> found;
    for (const unsigned i : machine_.of_kind(kind))
      if (!names_[i].empty()) found.push_back(i);
    return found;
  }

  void open(const std::string& name, const std::string& comment) {
    text_ += fmt::format("\n[{}]{}{}\n", name, comment.empty() ? "" : "    # ", comment);
  }
  void line(const std::string& key, const Said& said) {
    std::string line = key + " = " + said.value;
    if (!said.comment.empty()) {
      if (line.size() < kCommentColumn) line.resize(kCommentColumn, ' ');
      line += "  # " + said.comment;
    }
    text_ += line + "\n";
  }
  void name_devices() {
    gpus_ = numbered_gpus(machine_);
    nics_ = numbered_nics(machine_);
    GF_CHECK(!gpus_.empty(), "readers refuse machines without GPUs");
    for (unsigned i = 0; i < gpus_.size(); ++i) {
      names_[gpus_[i]] = fmt::format("gpu{}", i);
      const auto& number = device(gpus_[i]).number;
      if (!number)
        guesses_.add({GuessKind::kOrder, "GPUs", "numbered by bus id",
                      "the file does not number them", "nvidia-smi topo -m, or nvidia-smi -L"});
      else if (*number != i)
        guesses_.add({GuessKind::kOrder, names_[gpus_[i]],
                      fmt::format("is number {} in {}", *number, device(gpus_[i]).place.file),
                      "the numbers have gaps", ""});
    }
    for (unsigned i = 0; i < nics_.size(); ++i) names_[nics_[i]] = fmt::format("nic{}", i);
    // A bridge or a root complex is in the machine if a GPU or a NIC is below it.
    std::vector<bool> used(machine_.devices.size());
    for (unsigned i = static_cast<unsigned>(used.size()); i-- > 0;) {
      used[i] = used[i] || !names_[i].empty();
      const unsigned parent = device(i).parent;
      if (used[i] && parent != kNoFound) used[parent] = true;
    }
    unsigned roots = 0, bridges = 0;
    for (unsigned i = 0; i < used.size(); ++i) {
      if (!used[i]) continue;
      if (device(i).kind == DeviceKind::kRootComplex) names_[i] = fmt::format("rc{}", roots++);
      if (device(i).kind == DeviceKind::kSwitch) names_[i] = fmt::format("plx{}", bridges++);
      if (device(i).parent != kNoFound) children_[device(i).parent].push_back(i);
    }
  }

  void write_ranks() {
    if (machine_.ring.empty()) return;
    std::vector<std::string> ranks;
    for (const std::string& number : machine_.ring) {
      std::string name;
      for (const unsigned gpu : gpus_)
        if (device(gpu).number && std::to_string(*device(gpu).number) == number) name = names_[gpu];
      if (name.empty())
        machine_.ring_place.fail("the ring has GPU " + number + ", which no other file has",
                                 "rings of the GPUs of this machine");
      ranks.push_back(name);
    }
    if (ranks.size() != gpus_.size())
      machine_.ring_place.fail(
          fmt::format("the ring has {} GPUs, the machine {}", ranks.size(), gpus_.size()),
          "a ring of all GPUs");
    line("ranks", {fmt::format("{}", fmt::join(ranks, ", ")), origin_text({machine_.ring_place})});
  }

  /// The link above a device.
  Said port_of(unsigned i) {
    const FoundPort& port = device(i).port;
    const KnownPart* const part = part_of(i);
    unsigned generation = port.generation, width = port.width;
    std::string reason;
    if (generation == 0 || width == 0) {
      const std::optional<LinkSpec> other = neighbour_port(i);
      if (part != nullptr) {
        reason = fmt::format("that of {} ({})", part->part, part->source);
        if (generation == 0) generation = part->port.generation;
        if (width == 0) width = part->port.width;
      } else if (other) {
        reason = "devices next to it have this link";
        if (generation == 0) generation = other->generation;
        if (width == 0) width = other->width;
      } else {
        reason = "no file gives the link";
        if (generation == 0) generation = gpu_port().generation;
        if (width == 0) width = gpu_port().width;
      }
    }
    if (generation > kPcieGenerations.size()) {
      generation = static_cast<unsigned>(kPcieGenerations.size());
      reason = "the model has no gen6";
    }
    if (std::count(kPcieWidths.begin(), kPcieWidths.end(), width) == 0) {
      reason = fmt::format("links of {} lanes are not modelled", width);
      unsigned legal = 1;
      for (const unsigned one : kPcieWidths)
        if (one <= width) legal = one;
      width = legal;
    }
    const std::string value = fmt::format("gen{} x{}", generation, width);
    if (reason.empty()) return {value, origin_text({port.place})};
    return guesses_.said(value, {GuessKind::kPcie, names_[i], "pcie " + value, reason, kShowsPcie});
  }

  [[nodiscard]] const KnownPart* part_of(unsigned i) const {
    if (device(i).kind == DeviceKind::kGpu) return gpu_.part;
    if (device(i).kind != DeviceKind::kNic) return nullptr;
    if (const KnownPart* const part = part_of_id("nic", device(i).part_id)) return part;
    return part_of_name("nic", device(i).part);
  }

  /// A link that a file gives above a device next to `i`: below it, beside it, or any.
  [[nodiscard]] std::optional<LinkSpec> neighbour_port(unsigned i) const {
    const auto best_of = [&](const std::vector<unsigned>& devices) {
      std::optional<LinkSpec> best;
      for (const unsigned one : devices) {
        const FoundPort& port = device(one).port;
        if (one == i || port.generation == 0 || port.width == 0) continue;
        if (!best || port.generation * port.width > best->generation * best->width)
          best = LinkSpec{LinkFamily::kPcie, port.generation, port.width};
      }
      return best;
    };
    if (auto below = best_of(children_[i])) return below;
    if (device(i).parent == kNoFound) return {};
    return best_of(children_[device(i).parent]);
  }

  /// The link of the GPUs, for devices of which nothing is known.
  [[nodiscard]] LinkSpec gpu_port() const {
    if (gpu_.part != nullptr) return gpu_.part->port;
    for (const KnownPart& part : known_parts())
      if (part.kind == "gpu" && part.preset == gpu_.preset && part.exact) return part.port;
    return {LinkFamily::kPcie, 3, 16};
  }

  void write_root(unsigned root) {
    const FoundDevice& said = device(root);
    open(names_[root], said.remark.empty() ? "" : core::printable(said.remark));
    line("kind", {"root_complex", origin_text({said.place})});
    if (const auto cpu = roots_->cpu()) line("cpu", *cpu);
    if (said.numa) line("numa", {std::to_string(*said.numa), origin_text({said.place})});
    if (const auto memory = roots_->memory(root)) line("memory", *memory);
    write_children(root);
    if (const auto links = roots_->links(root)) line("links", *links);
  }

  void write_bridge(unsigned bridge) {
    open(names_[bridge], device(bridge).bus_id.empty() ? "" : "bus id " + device(bridge).bus_id);
    write_children(bridge);
  }

  /// Switches have their link here, GPUs and NICs in their own sections.
  void write_children(unsigned parent) {
    std::vector<std::string> values;
    std::vector<FilePlace> places;
    std::string guessed;
    for (const unsigned child : children_[parent]) {
      if (names_[child].empty()) continue;
      std::string value = names_[child];
      places.push_back(device(child).place);
      if (device(child).kind == DeviceKind::kSwitch) {
        const Said port = port_of(child);
        value += " pcie " + port.value;
        if (port.comment.rfind("guessed", 0) == 0) guessed = "; link " + port.comment;
      }
      values.push_back(std::move(value));
    }
    line("children", {fmt::format("{}", fmt::join(values, ", ")), origin_text(places) + guessed});
  }

  void write_nic(unsigned nic) {
    const FoundDevice& said = device(nic);
    std::vector<std::string> more;
    if (!said.label.empty()) more.push_back(core::printable(core::excerpt(said.label, 60)));
    if (!said.bus_id.empty()) more.push_back("bus id " + said.bus_id);
    const KnownPart* const part = part_of(nic);
    if (part != nullptr) more.push_back(part->part);
    if (!said.remark.empty()) more.push_back(said.remark);
    open(names_[nic], fmt::format("{}", fmt::join(more, ", ")));
    line("kind", {"nic", origin_text({said.place})});
    if (part != nullptr && !part->preset.empty())
      line("preset", {part->preset, origin_text({said.place}) + ": " + part->part});
    line("pcie", port_of(nic));
    if (part == nullptr)
      guesses_.add({GuessKind::kNic, names_[nic], "an RDMA card like any other",
                    said.part_id.empty() ? "no file names its model"
                                         : fmt::format("{} is not known", said.part_id),
                    said.part_id.empty() ? "lspci -vv" : ""});
  }

  void write_preset() {
    open(gpus_.size() == 1 ? "gpu0" : fmt::format("gpu[0..{}]", gpus_.size() - 1), "");
    line("preset", {gpu_.preset, gpu_.comment});
  }

  void write_gpu(unsigned gpu) {
    const FoundDevice& said = device(gpu);
    std::vector<std::string> more;
    if (!said.part.empty()) more.push_back(core::printable(core::excerpt(said.part, 60)));
    if (!said.bus_id.empty()) more.push_back("bus id " + said.bus_id);
    open(names_[gpu], fmt::format("{}", fmt::join(more, ", ")));
    line("pcie", port_of(gpu));
    if (const auto links = links_.find(gpu); links != links_.end())
      line("links", {links->second.value, origin_text(links->second.places) + links->second.more});
  }

  void join_gpus() {
    std::vector<FoundLinks> all = machine_.links;
    if (all.empty()) all = links_to_switches();
    for (const bool xgmi : {false, true}) {
      std::vector<const FoundLinks*> links;
      for (const FoundLinks& link : all)
        if (link.xgmi == xgmi && link.count > 0) links.push_back(&link);
      if (links.empty()) continue;
      const LinkChoice kind = choose_links(machine_, gpu_, xgmi, guesses_);
      name_switches(links, kind);
      for (const FoundLinks* const link : links) join(*link, kind);
    }
    if (all.empty() && gpu_.part != nullptr && gpu_.part->links && gpus_.size() > 1)
      guesses_.add({GuessKind::kLinkRate, "GPUs", "no NVLink or xGMI between them",
                    fmt::format("no file shows it, though {} has {}", gpu_.part->part,
                                to_text(*gpu_.part->links)),
                    "nvidia-smi topo -m, or rocm-smi --showtopo"});
  }

  /// If a file lists NVSwitches, but none the links: all links of the GPUs lead to them.
  std::vector<FoundLinks> links_to_switches() {
    std::vector<FoundLinks> links;
    const std::vector<unsigned> switches = machine_.of_kind(DeviceKind::kNvSwitch);
    if (switches.empty() || gpu_.part == nullptr || !gpu_.part->links) return links;
    for (const unsigned gpu : gpus_)
      links.push_back(
          {gpu, kNoFound, gpu_.part->links->width, false, {}, device(switches.front()).place});
    guesses_.add({GuessKind::kLinkRate, "GPUs",
                  fmt::format("all links of {} lead to NVSwitches", gpu_.part->part),
                  "a file lists NVSwitches, but none lists links", "nvidia-smi topo -m"});
    return links;
  }

  /// Names the NVSwitches of the files, or as many as boards of that generation have.
  void name_switches(const std::vector<const FoundLinks*>& links, const LinkChoice& kind) {
    unsigned most = 0;  // links of a GPU that lead to NVSwitches of which no file says more
    for (const FoundLinks* const link : links)
      if (link->to == kNoFound) most = std::max(most, link->count);
    const bool any = most > 0;
    for (const unsigned i : machine_.of_kind(DeviceKind::kNvSwitch)) {
      const bool linked = std::any_of(links.begin(), links.end(),
                                      [&](const FoundLinks* link) { return link->to == i; });
      if (!linked && switches_.size() >= most) {
        if (any)
          guesses_.add({GuessKind::kLinkRate, device(i).bus_id, "NVSwitch left out",
                        "there are more NVSwitches than links of a GPU", ""});
        continue;
      }
      names_[i] = fmt::format("nvswitch{}", switches_.size());
      switches_.emplace_back(names_[i], origin_text({device(i).place}));
    }
    if (!any || !switches_.empty()) return;
    constexpr std::array<unsigned, 5> kOfBoards{0, 6, 6, 4, 2};  // by generation, from NVLink 1
    unsigned count = kind.spec.is_xgmi() ? 0 : kOfBoards.at(kind.spec.generation - 1);
    const std::string reason = fmt::format("boards with {} have that many",
                                           gpu_link_kinds().at(kind.spec.generation - 1).name);
    count = std::max(count, 1u);
    for (unsigned i = 0; i < count; ++i)
      switches_.emplace_back(fmt::format("nvswitch{}", i), "guessed: " + reason);
    guesses_.add({GuessKind::kLinkRate, "", fmt::format("{} NVSwitches", count), reason,
                  "lspci -vv, or the file of NCCL_TOPO_DUMP_FILE"});
  }

  void join(const FoundLinks& link, const LinkChoice& kind) {
    LinksLine& gpu = links_[link.from];
    gpu.places.push_back(link.place);
    LinkSpec spec = kind.spec;
    if (!kind.guessed.empty() && gpu.more.empty()) gpu.more = "; kind guessed: " + kind.guessed;
    if (link.rate) {
      // nvidia-smi shows the rate of the lines, with what their coding takes; kinds have the
      // data's.
      const double kind_rate = spec.nvlink_lanes().direction().bytes_per_second();
      const double off = link.rate->bytes_per_second() / kind_rate - 1;
      if (std::abs(off) > kCodingShare) spec.rate = *link.rate;
      const std::string rate = fmt::format("; {} a link on its lines", core::to_text(*link.rate));
      if (gpu.more.find(rate) == std::string::npos) gpu.more += rate;
    }
    const auto add = [&](const std::string& to, unsigned count) {
      if (count == 0) return;
      spec.width = count;
      gpu.value += (gpu.value.empty() ? "" : ", ") + to + " " + to_text(spec);
    };
    if (link.to != kNoFound) {
      add(names_[link.to], link.count);
      return;
    }
    const auto switches = static_cast<unsigned>(switches_.size());
    for (unsigned i = 0; i < switches; ++i)
      add(switches_[i].first, link.count / switches + (i < link.count % switches ? 1 : 0));
  }

  const FoundMachine& machine_;
  ImportGuesses& guesses_;
  GpuChoice gpu_;
  std::vector<std::string> names_;               ///< By device; empty: not in the machine.
  std::vector<std::vector<unsigned>> children_;  ///< By device.
  std::vector<unsigned> gpus_, nics_;
  std::unique_ptr<RootLines> roots_;
  std::map<unsigned, LinksLine> links_;                        ///< By GPU.
  std::vector<std::pair<std::string, std::string>> switches_;  ///< NVSwitches: name, comment.
  std::string text_;
};

}  // namespace

std::string machine_text(const FoundMachine& machine, const std::vector<std::string>& files,
                         ImportGuesses& guesses) {
  return Scribe(machine, guesses).run(files);
}

std::vector<unsigned> numbered_gpus(const FoundMachine& machine) {
  std::vector<unsigned> gpus = machine.of_kind(DeviceKind::kGpu);
  std::stable_sort(gpus.begin(), gpus.end(), [&](unsigned a, unsigned b) {
    const FoundDevice& one = machine.devices[a];
    const FoundDevice& other = machine.devices[b];
    if (one.number.has_value() != other.number.has_value()) return one.number.has_value();
    if (one.number) return *one.number < *other.number;
    return one.bus_id < other.bus_id;
  });
  for (std::size_t i = 1; i < gpus.size(); ++i) {
    const FoundDevice& one = machine.devices[gpus[i - 1]];
    const FoundDevice& other = machine.devices[gpus[i]];
    if (one.number && one.number == other.number)
      other.place.fail(
          fmt::format("a second GPU of number {}, first on line {}", *one.number, one.place.line),
          "each number once");
  }
  return gpus;
}

std::vector<unsigned> numbered_nics(const FoundMachine& machine) {
  return machine.of_kind(DeviceKind::kNic);
}

}  // namespace gf::model
