// SPDX-License-Identifier: Apache-2.0
#include "sc_main/page/run_page.h"

#include <fmt/format.h>
#include <fstream>
#include <utility>

#include "core/base/error.h"
#include "core/run/run_dir.h"
#include "core/system/text_file.h"
#include "core/text/json.h"
#include "papers/report/page_file.h"
#include "papers/report/svg.h"
#include "sc_main/page/run_record.h"
#include "sc_main/page/web_files.h"

namespace gf::app {
namespace {

namespace fs = std::filesystem;
using core::ExitCode;

/// Replaces `marker`, which the template has once, by `text`.
void fill(std::string& page, std::string_view marker, const std::string& text) {
  const std::size_t at = page.find(marker);
  GF_CHECK(at != std::string::npos, "page.html lacks " + std::string(marker));
  page.replace(at, marker.size(), text);
}

std::string scripts() {
  std::string text(papers::report::page_file("third_party/uplot/uPlot.iife.min.js"));
  text.append("\n").append(papers::report::page_file("papers/report/web/chart.js"));
  for (const std::string_view name : kPageScripts)
    text.append("\n").append(web_file(fmt::format("sc_main/page/web/{}", name)));
  return text;
}

std::string style() {
  std::string text(papers::report::page_file("third_party/uplot/uPlot.min.css"));
  return text.append("\n").append(web_file("sc_main/page/web/page.css"));
}

/// Throws UserError(kBadInput) unless `text` is a record that the page can draw.
void check_format(const std::string& text, const std::string& file) {
  core::take_json(text, file, core::kJsonOfRun, [&file](const nlohmann::json& record) {
    if (!record.is_object() || record.value("format", nlohmann::json()) != "gpufabric record")
      core::fail_input(file, 0, "no record of a run", core::kJsonOfRun);
    const nlohmann::json version = record.value("version", nlohmann::json());
    if (version != kRecordVersion)
      core::fail_input(file, 0, "a record of version " + core::json_text(version),
                       fmt::format("version {}, which this program reads", kRecordVersion));
  });
}

}  // namespace

std::string run_page(const std::vector<std::string>& records) {
  std::string page(web_file("sc_main/page/web/page.html"));
  std::string elements;
  for (const std::string& record : records)
    elements += papers::report::data_element("record", record) + "\n";
  fill(page, "/*css*/", style());
  fill(page, "/*scripts*/", scripts());
  fill(page, "<!--records-->", elements);
  return page;
}

std::string read_record(const fs::path& run) {
  const fs::path file = run / kRecordFile;
  if (!core::is_run_directory(run))
    throw core::UserError(ExitCode::kUsage,
                          fmt::format("page: {}: no run directory; name one that `run --outdir` "
                                      "wrote",
                                      run.string()));
  core::check_run_form(run, "page");
  if (!fs::exists(file))
    throw core::UserError(ExitCode::kUsage,
                          fmt::format("page: {0}: has no {1} (run with --no-page); to repeat the "
                                      "run with its page: gpufabric run PLATFORM "
                                      "--config {0}/config.resolved.ini --outdir DIR",
                                      run.string(), kRecordFile));
  std::string text = core::read_text_file(file.string(), "the record of a run");
  check_format(text, file.string());
  return text;
}

void write_page_file(const fs::path& file, std::string_view text) {
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  if (!out) core::fail_write(file, "the page");
}

}  // namespace gf::app
