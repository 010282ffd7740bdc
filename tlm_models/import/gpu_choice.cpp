// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/import/gpu_choice.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "core/base/printable.h"
#include "tlm_models/import/found/found_origin.h"
#include "tlm_models/topology/nvlink/nvlink_generations.h"

namespace gf::model {
namespace {

constexpr const char* kNamesGpus = "nvidia-smi -L, or lspci -vv";

/// A reading of one GPU's model.
struct Named {
  const KnownPart* part = nullptr;
  const FoundDevice* device = nullptr;
  bool by_family = false;
};

Named named_part(const FoundDevice& gpu) {
  if (const KnownPart* const part = part_of_id("gpu", gpu.part_id)) return {part, &gpu, false};
  if (const KnownPart* const part = part_of_name("gpu", gpu.part)) return {part, &gpu, false};
  if (const KnownPart* const part = part_of_id("gpu", gpu.family_id)) return {part, &gpu, true};
  return {};
}

/// Names of parts that no row of the table has.
std::string unknown_name(const FoundMachine& machine) {
  for (const unsigned i : machine.of_kind(DeviceKind::kGpu)) {
    const FoundDevice& gpu = machine.devices[i];
    if (!gpu.part.empty()) return core::excerpt(gpu.part, 60);
    if (!gpu.part_id.empty()) return core::excerpt(gpu.part_id, 60);
  }
  return "";
}

unsigned fastest_port(const FoundMachine& machine) {
  unsigned generation = 0;
  for (const unsigned i : machine.of_kind(DeviceKind::kGpu))
    generation = std::max(generation, machine.devices[i].port.generation);
  return generation;
}

}  // namespace

unsigned links_of_gpu(const FoundMachine& machine) {
  std::map<unsigned, unsigned> counts;
  for (const FoundLinks& link : machine.links) {
    counts[link.from] += link.count;
    if (link.to != kNoFound && machine.devices[link.to].kind == DeviceKind::kGpu)
      counts[link.to] += link.count;
  }
  unsigned most = 0;
  for (const auto& [gpu, count] : counts) most = std::max(most, count);
  return most;
}

GpuChoice choose_gpu(const FoundMachine& machine, ImportGuesses& guesses) {
  GpuChoice choice;
  const auto guess = [&](const std::string& reason, const char* settled_by) {
    choice.comment = "guessed: " + reason;
    guesses.add({GuessKind::kGpu, "GPUs", "preset " + choice.preset, reason, settled_by});
  };
  Named first;
  for (const unsigned i : machine.of_kind(DeviceKind::kGpu)) {
    const Named found = named_part(machine.devices[i]);
    if (found.part == nullptr) continue;
    if (first.part == nullptr) first = found;
    if (found.part->preset != first.part->preset)
      guesses.add({GuessKind::kGpu, "GPUs", "preset " + first.part->preset,
                   fmt::format("a machine has GPUs of one kind; {} has a {}, too",
                               found.device->named_at().file, found.part->part),
                   ""});
  }
  if (first.part != nullptr) {
    choice.part = first.part;
    choice.preset = first.part->preset;
    choice.named = !first.by_family;
    const std::string from = origin_text({first.device->named_at()});
    if (first.by_family)
      guess(fmt::format("'{}' {} is that of {}", first.device->family_id, from, first.part->part),
            kNamesGpus);
    else if (first.part->exact)
      choice.comment = fmt::format("{}: {}", from, first.part->part);
    else
      guess(fmt::format("no preset of {} ({}); {}", first.part->part, from, first.part->source),
            "a preset of your own (docs/machines.md)");
    return choice;
  }
  const std::string unknown = unknown_name(machine);
  const std::string known =
      unknown.empty() ? "no file names the GPU" : "'" + unknown + "' is not known";
  const unsigned links = links_of_gpu(machine);
  const bool xgmi = std::any_of(machine.links.begin(), machine.links.end(),
                                [](const FoundLinks& link) { return link.xgmi; });
  choice.part = xgmi ? part_of_id("gpu", "1002:74a1") : gpu_of_links(links);
  if (choice.part != nullptr) {
    choice.preset = choice.part->preset;
    guess(xgmi
              ? fmt::format("{}; xGMI is taken for that of {}", known, choice.part->part)
              : fmt::format("{}; {} NVLink links are those of {}", known, links, choice.part->part),
          kNamesGpus);
    return choice;
  }
  const unsigned generation = fastest_port(machine);
  choice.preset = generation >= 5 ? "h100" : generation == 4 ? "a100" : "v100";
  guess(generation == 0
            ? known + "; an older GPU is taken"
            : fmt::format("{}; its generation by that of PCIe, gen{}", known, generation),
        kNamesGpus);
  return choice;
}

LinkChoice choose_links(const FoundMachine& machine, const GpuChoice& gpu, bool xgmi,
                        ImportGuesses& guesses) {
  LinkChoice choice;
  if (gpu.part != nullptr && gpu.part->links && gpu.part->links->is_xgmi() == xgmi) {
    choice.spec = *gpu.part->links;
    if (gpu.named) return choice;
    choice.guessed = "it follows from the guessed GPU";
  } else {
    const unsigned links = links_of_gpu(machine);
    const std::string name = xgmi          ? "xgmi3"
                             : links <= 4  ? "nvlink1"
                             : links <= 6  ? "nvlink2"
                             : links <= 12 ? "nvlink3"
                                           : "nvlink4";
    choice.spec = *link_spec(name);
    choice.guessed = xgmi ? "no file names the GPU" : fmt::format("{} links a GPU", links);
  }
  guesses.add({GuessKind::kLinkRate, "links between GPUs",
               gpu_link_kinds().at(choice.spec.generation - 1).name, choice.guessed, kNamesGpus});
  return choice;
}

}  // namespace gf::model
