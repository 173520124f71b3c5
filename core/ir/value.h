/* SPDX-License-Identifier: Apache-2.0 */
/* Annotation and attribute values: what T.block_attr, T.func_attr and loop annotations hold. */
#pragma once

#include "core/ir/expr.h"

G_BEGIN_DECLS

typedef enum
{
  TL_VALUE_NONE,
  TL_VALUE_BOOL,
  TL_VALUE_INT,
  TL_VALUE_FLOAT,
  TL_VALUE_STRING,
  TL_VALUE_LIST,
  TL_VALUE_DICT,
  TL_VALUE_EXPR,     /* refers to variables of the program */
} TlValueKind;

/* TlAttrs: a small ordered dictionary, sorted by key when printed. */
struct _TlAttrs
{
  guint              n;
  const char *const *keys;
  const TlValue     *values;
};

struct _TlValue
{
  TlValueKind kind;
  union
  {
    gboolean       boolean;
    gint64         integer;
    double         number;
    const char    *string;
    const TlExpr  *expr;
    struct { const TlValue *items; guint n_items; };
    TlAttrs        dict;
  };
};

extern const TlAttrs tl_attrs_empty;

TlValue        tl_value_int (gint64 value);
TlValue        tl_value_string (TlArena *arena, const char *text);

const TlValue *tl_attrs_find (const TlAttrs *attrs, const char *key);                                /* NULL if absent */
TlAttrs        tl_attrs_with (TlArena *arena, const TlAttrs *attrs, const char *key, TlValue value);  /* adds or replaces */
/* The same for @n keys in their order; the last of equal ones counts. */
TlAttrs        tl_attrs_with_all (TlArena *arena, const TlAttrs *attrs, const char *const *keys, const TlValue *values, guint n);
TlAttrs        tl_attrs_without (TlArena *arena, const TlAttrs *attrs, const char *key);
gboolean       tl_value_equal (const TlValue *a, const TlValue *b);    /* expressions by tl_expr_equal */
/* A number however it is written, as an INT or FLOAT: truth values and typed immediates, too. */
gboolean       tl_value_get_number (const TlValue *value, TlValue *number);

G_END_DECLS
