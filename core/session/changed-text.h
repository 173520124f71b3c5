/* SPDX-License-Identifier: Apache-2.0 */
/* Two texts as one: lines of the first that the second does not have, then those that it has in their place. */
#pragma once

#include "core/session/line-diff.h"

G_BEGIN_DECLS

/* Owns its members. */
typedef struct
{
  char   *text;
  GArray *changes;     /* for each line a TlLineChange: TL_LINE_SAME, TL_LINE_ONLY_A for one that is gone, TL_LINE_ONLY_B for a new one */
  GArray *nodes;       /* for each line a TlOrigin */
  guint   n_removed;
  guint   n_added;
  guint   first;       /* the line of the first change, from 0 */
} TlChangedText;

/* @nodes_a, @nodes_b: of the lines of the texts, nullable. */
TlChangedText *tl_changed_text_new (const char *a, const GArray *nodes_a, const char *b, const GArray *nodes_b);
void           tl_changed_text_free (TlChangedText *changed);
/* Counts alone. */
void           tl_changed_text_count (const char *a, const char *b, guint *n_removed, guint *n_added);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlChangedText, tl_changed_text_free)

G_END_DECLS
