// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/import/readers/xml_tree.h"

#include <algorithm>
#include <fmt/format.h>

#include "core/base/error.h"
#include "tlm_models/import/readers/import_lines.h"

#ifdef GF_PUGIXML
#include <pugixml.hpp>
#endif

namespace gf::model {

const std::string& XmlNode::at(const std::string& attribute) const {
  static const std::string none;
  for (const auto& [name, value] : attributes)
    if (name == attribute) return value;
  return none;
}

void for_each_node(const XmlNode& node, const std::function<void(const XmlNode&)>& use) {
  use(node);
  for (const XmlNode& child : node.children) for_each_node(child, use);
}

#ifndef GF_PUGIXML
bool reads_xml() { return false; }

XmlNode read_xml(const std::string& /*text*/, const std::string& file) {
  throw core::UserError(core::ExitCode::kUsage,
                        file +
                            ": this gpufabric was built without pugixml, which XML files need; "
                            "install libpugixml-dev (scripts/setup) and build it again");
}
#else
namespace {

constexpr std::size_t kMostElements = 200'000;
constexpr unsigned kMostXmlDepth = 64;

/// Lines of a text by offset.
class LineTable {
 public:
  LineTable(const std::string& text, std::string file) : file_(std::move(file)) {
    for (std::size_t at = text.find('\n'); at != text.npos; at = text.find('\n', at + 1))
      ends_.push_back(at);
  }
  [[nodiscard]] FilePlace place(std::ptrdiff_t offset) const {
    const auto at = std::lower_bound(ends_.begin(), ends_.end(),
                                     static_cast<std::size_t>(std::max<std::ptrdiff_t>(offset, 0)));
    return {file_, static_cast<unsigned>(at - ends_.begin()) + 1};
  }

 private:
  const std::string file_;
  std::vector<std::size_t> ends_;
};

/// Refuses what would take much memory or stack, from the text alone.
void check_size(const std::string& text, const LineTable& lines) {
  std::size_t elements = 0;
  for (std::size_t at = text.find('<'); at != text.npos; at = text.find('<', at + 1)) {
    if (text.compare(at, 8, "<!ENTITY") == 0)
      lines.place(static_cast<std::ptrdiff_t>(at))
          .fail("the file declares an entity", "a topology file, which has none");
    if (++elements > 2 * kMostElements)
      lines.place(static_cast<std::ptrdiff_t>(at))
          .fail("too many elements", fmt::format("up to {}", kMostElements));
  }
}

XmlNode converted(const pugi::xml_node& node, const LineTable& lines, unsigned depth) {
  XmlNode made;
  made.name = node.name();
  made.place = lines.place(node.offset_debug());
  if (depth > kMostXmlDepth)
    made.place.fail("elements are nested too deeply", fmt::format("up to {}", kMostXmlDepth));
  for (const pugi::xml_attribute& attribute : node.attributes())
    made.attributes.emplace_back(attribute.name(), attribute.value());
  for (const pugi::xml_node& child : node.children())
    if (child.type() == pugi::node_element)
      made.children.push_back(converted(child, lines, depth + 1));
  if (made.children.empty()) made.text = node.child_value();
  return made;
}

}  // namespace

bool reads_xml() { return true; }

XmlNode read_xml(const std::string& text, const std::string& file) {
  check_import_text(text, file);
  const LineTable lines(text, file);
  check_size(text, lines);
  pugi::xml_document document;
  const pugi::xml_parse_result result =
      document.load_buffer(text.data(), text.size(), pugi::parse_default, pugi::encoding_utf8);
  if (!result)
    lines.place(result.offset)
        .fail(std::string("not XML: ") + result.description(), "a whole XML file");
  const pugi::xml_node root = document.document_element();
  if (!root) lines.place(0).fail("no element", "an XML file");
  for (pugi::xml_node next = root.next_sibling(); next; next = next.next_sibling())
    if (next.type() == pugi::node_element)
      lines.place(next.offset_debug())
          .fail(fmt::format("a second outermost element, <{}>", next.name()),
                "one XML document; give each file to import by its own name");
  return converted(root, lines, 0);
}
#endif

}  // namespace gf::model
