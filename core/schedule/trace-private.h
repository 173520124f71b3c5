/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/schedule/state.h"

G_BEGIN_DECLS

void     tl_append_python_string (GString *out, const char *text);
void     tl_append_float (GString *out, double number);
/* Indices of a DICT's entries, ascending by key. Free with g_free. */
guint   *tl_sorted_keys (const TlArg *dict);
/* The map of an INDEX_MAP with the numbers that it depends on as free variables of their names; @arg's own where it depends on none. */
const TlIndexMap *tl_trace_named_map (TlArena *arena, const TlState *state, const TlArg *arg);
/* Whether a list of this kind lies flat among the inputs of a step in JSON. */
gboolean tl_param_lies_flat (TlParamKind kind);
gboolean tl_inst_is_postproc_mark (const TlInst *inst);

G_END_DECLS
