/* SPDX-License-Identifier: Apache-2.0 */
/* Types of the values of graph functions that their text does not give. */
#pragma once

#include "core/ir/module.h"

G_BEGIN_DECLS

/*
 * @module with the types of all variables and results. Types of variables that are &tl_relax_any are inferred from what is bound, as TVM
 * does it, and others stay; functions return the type of their value. A reference to @module itself if nothing is missing. NULL with
 * TL_GRAPH_ERROR, which names the function and the variable, if arguments of an operator do not fit.
 */
TlModule *tl_module_infer_types (const TlModule *module, GError **error);

G_END_DECLS
