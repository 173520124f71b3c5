/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/schedule/state.h"

G_BEGIN_DECLS

void     tl_append_python_string (GString *out, const char *text);
void     tl_append_float (GString *out, double number);
/* Indices of a DICT's entries, ascending by key. Free with g_free. */
guint   *tl_sorted_keys (const TlArg *dict);
gboolean tl_inst_is_postproc_mark (const TlInst *inst);

G_END_DECLS
