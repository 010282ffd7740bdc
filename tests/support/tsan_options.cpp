// SPDX-License-Identifier: Apache-2.0
/// Asked by ThreadSanitizer as a program begins. A race ends the process: a simulation in a child
/// (support/in_child.h) leaves without asking the sanitizer whether it has seen one.
extern "C" const char* __tsan_default_options() { return "halt_on_error=1"; }
