// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tlm_models/machine/machine_plan.h"

namespace gf::model {

/// An element of an XML file.
struct XmlNode {
  std::string name;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::vector<XmlNode> children;
  std::string text;  ///< Of an element without children.
  FilePlace place;

  /// Value of an attribute; empty: it has none.
  [[nodiscard]] const std::string& at(const std::string& attribute) const;
};

/// Whether this program was built with pugixml, which read_xml() needs.
bool reads_xml();

/// Reads all elements of an XML text and returns the outermost one. Text next to elements, comments
/// and document types are passed over; entities other than those of XML itself stay as written.
/// Throws UserError (exit 5) with file:line for text that is not UTF-8 or not well-formed, and for
/// declared entities. The same for elements that are nested more than 64 deep, and for more than
/// 200,000 elements, which are counted before memory is taken. Throws UserError (exit 2) without
/// pugixml.
XmlNode read_xml(const std::string& text, const std::string& file);

/// Calls `use` for `node` and all elements below it, each before its children.
void for_each_node(const XmlNode& node, const std::function<void(const XmlNode&)>& use);

}  // namespace gf::model
