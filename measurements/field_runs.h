// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "measurements/asked_quantities.h"
#include "papers/judge.h"

namespace gf::papers::field {

/// The model's values by Asked::id, in the row's unit. Calling a function waits for its run.
using FieldValues = std::map<std::string, std::function<double()>>;

/// Requests the runs of all rows that can be expressed, and waits for none. Copies on one machine
/// share a run, in which each row begins on the machine as new. Throws UserError(kBadInput) for a
/// row without a machine file.
FieldValues ask_field(Judge& judge, const std::vector<Asked>& rows);

/// Returns the rates of all links between the GPUs of two numbers, in bytes/s. Throws
/// UserError(kBadInput) for an unknown GPU and for GPUs without a link. `file`: for messages.
double line_rate(const std::string& machine, const std::string& file, const AskedCopy& ends);

}  // namespace gf::papers::field
