/* SPDX-License-Identifier: Apache-2.0 */
/* The samples of data/workloads with extents that a test has time for; the program is otherwise the file's own text. */
#pragma once

#include "core/ir/module.h"

/*
 * Reads data/workloads/@name.py with whole numbers replaced: "128=6 16=2"; "" keeps the file as it is. A file that does not read ends the
 * test.
 */
TlModule *small_sample_new (const char *name, const char *smaller);
