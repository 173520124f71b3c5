/* SPDX-License-Identifier: Apache-2.0 */
/* A comparison in progress: compare.c for TensorIR, compare-relax.c for graph functions. */
#pragma once

#include "core/ir/compare.h"

G_BEGIN_DECLS

typedef struct
{
  gboolean    maps_free;   /* free variables and buffers pair at first sight; else only those that are the same */
  GHashTable *pairs;       /* definition on side a → on side b: variables and buffers */
  GHashTable *taken;       /* definitions of side b in use: the pairing is one to one */
  char       *difference;  /* first one found */
} TlCompare;

/* FALSE; notes the first difference. */
gboolean tl_compare_differ (TlCompare *c, const char *format, ...) G_GNUC_PRINTF (2, 3);
void     tl_compare_pair (TlCompare *c, gconstpointer a, gconstpointer b);
/* Whether @a or @b is in a pair; *@is_partner: both in one. */
gboolean tl_compare_has_partner (TlCompare *c, gconstpointer a, gconstpointer b, gboolean *is_partner);
gboolean tl_compare_exprs (TlCompare *c, const TlExpr *a, const TlExpr *b);
/* @ignored: keys that do not count, NULL-terminated (nullable). */
gboolean tl_compare_attrs (TlCompare *c, const char *what, const TlAttrs *a, const TlAttrs *b, const char *const *ignored);
/* Two functions of the name @name. */
gboolean tl_compare_graphs (TlCompare *c, const char *name, const TlGraphFunc *a, const TlGraphFunc *b);

G_END_DECLS
