/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/ir/module.h"

G_BEGIN_DECLS

/*
 * Where code that Apache TVM (0.27) generates from @module for a CPU computes another result than the program, or may: sentences (char *),
 * none as a rule. Programs whose loops are too long to look at, or not known, are passed over.
 */
GPtrArray *tl_tvm_differences (const TlModule *module);

G_END_DECLS
