/* SPDX-License-Identifier: Apache-2.0 */
/* A hash in progress: hash.c for TensorIR, hash-relax.c for graph functions. */
#pragma once

#include "core/ir/compare.h"

G_BEGIN_DECLS

typedef struct
{
  guint64     state;
  GHashTable *numbers;   /* variable or buffer → its number, from 1 */
} TlHash;

void    tl_hash_feed (TlHash *h, guint64 value);
void    tl_hash_text (TlHash *h, const char *text);     /* nullable */
void    tl_hash_dtype (TlHash *h, TlDType dtype);
/* The number of a variable or buffer, which it gets at first sight. */
void    tl_hash_definition (TlHash *h, gconstpointer definition);
void    tl_hash_expr (TlHash *h, const TlExpr *expr);   /* nullable */
/* @of_function: without its name. */
void    tl_hash_attrs (TlHash *h, const TlAttrs *attrs, gboolean of_function);
guint64 tl_hash_graph (const TlGraphFunc *func);

G_END_DECLS
