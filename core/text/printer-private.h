/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The printer's state. Names are handed out where variables and buffers are declared, and given back where their scope ends: a name
 * that is taken gets "_1", "_2" … so that the text reads back as the same program.
 */
#pragma once

#include "core/text/script.h"

G_BEGIN_DECLS

/* How tightly a form binds, as in Python. */
typedef enum
{
  TL_BIND_OR = 1,
  TL_BIND_AND,
  TL_BIND_NOT,
  TL_BIND_COMPARE,
  TL_BIND_BIT_OR,
  TL_BIND_BIT_XOR,
  TL_BIND_BIT_AND,
  TL_BIND_SHIFT,
  TL_BIND_SUM,
  TL_BIND_PRODUCT,
  TL_BIND_SIGN,
  TL_BIND_ATOM,
} TlBind;

typedef struct
{
  GString    *out;
  GString    *before;       /* lines that the line being printed needs before it, without indentation */
  gsize       line_start;   /* of that line in the text */
  const char *module_name;
  TlDialect   dialect;
  gboolean    is_graph;   /* in a graph function: integers are of type int64 unless they say so */
  GPtrArray  *constants;  /* const TlTensor* that the text refers to by number */
  GHashTable *constant_numbers;   /* of those */
  gboolean    is_raw;     /* names as they stand in the nodes: for messages */
  GHashTable *names;      /* TlVar* or TlBuffer* → its name */
  GHashTable *taken;      /* names in scope */
  GHashTable *n_taken;    /* name → n: "name", "name_1" … "name_(n - 1)" are taken */
  GPtrArray  *scope;      /* declarations in order: const void*, for giving names back */
  GHashTable *scalars;    /* TlBuffer* that read as their one element */
  GHashTable *loops;      /* TlVar* → TlLoop* around */
  TlArena    *scratch;
  GArray     *marks;      /* nullable */
  guint       indent;
  guint       line;       /* of the next line */
} TlPrinter;

void        tl_printer_init (TlPrinter *printer, GString *out, TlDialect dialect, gboolean is_raw);
void        tl_printer_clear (TlPrinter *printer);

/* Names. */
const char *tl_printer_declare (TlPrinter *printer, gconstpointer declaration, const char *wanted);
/* A name for the text only, not for a node. */
const char *tl_printer_reserve (TlPrinter *printer, const char *wanted);
/* Other text that stands for @declaration, such as "A.elem_offset". */
void        tl_printer_alias (TlPrinter *printer, gconstpointer declaration, char *text);
gboolean    tl_printer_knows (const TlPrinter *printer, gconstpointer declaration);
guint       tl_printer_open_scope (TlPrinter *printer);
void        tl_printer_close_scope (TlPrinter *printer, guint mark);
const char *tl_printer_var_name (const TlPrinter *printer, const TlVar *var);
const char *tl_printer_buffer_name (const TlPrinter *printer, const TlBuffer *buffer);

/* Expressions. */
void        tl_print_expr (TlPrinter *printer, const TlExpr *expr);
/* In parentheses if it binds less tightly than @least. */
void        tl_print_bound (TlPrinter *printer, const TlExpr *expr, TlBind least);
void        tl_print_call (TlPrinter *printer, const TlExpr *call);
TlBind      tl_print_call_bind (const TlExpr *call);
/* "(128, 128)": a Python tuple, "(128,)" for one. */
void        tl_print_tuple (TlPrinter *printer, const TlExpr *const *exprs, guint n);
/* "A[i, 0:4]"; slices for ramps only where @is_target. */
void        tl_print_access (TlPrinter *printer, const TlBuffer *buffer, const TlExpr *const *indices, guint n, gboolean is_target);
void        tl_print_region (TlPrinter *printer, const TlRegion *region);
void        tl_print_string (GString *out, const char *text);
/* "T.int32", "T.handle("float32", "global")" */
void        tl_print_var_type (TlPrinter *printer, const TlVar *var);
void        tl_print_value (TlPrinter *printer, const TlValue *value);
/* {"a": 1, "b": 2} in the order of the keys, without @except (nullable). */
void        tl_print_attrs (TlPrinter *printer, const TlAttrs *attrs, const char *except);

/* Statements, one line or more each, at the printer's indentation. */
void        tl_print_stmt (TlPrinter *printer, const TlStmt *stmt);
/* The contents of a block, without its header. */
void        tl_print_block_inside (TlPrinter *printer, const TlBlock *block, gboolean is_plain_root);
void        tl_print_begin_line (TlPrinter *printer);
void        tl_print_end_line (TlPrinter *printer);
/* @is_view: a parameter or match, to which offset_factor alone would give an offset. */
void        tl_print_buffer_arguments (TlPrinter *printer, const TlBuffer *buffer, gboolean always_dtype, gboolean is_view);
/* "n = T.int32()" for each variable of @buffer that nothing has declared yet. */
void        tl_print_new_vars (TlPrinter *printer, const TlBuffer *buffer, gboolean with_strides);

/* Graph functions. */
void        tl_print_graph (TlPrinter *printer, const TlGraphFunc *func, const char *name);
/* n = TypeVar ("n") for each symbolic size in the signatures of graph functions. */
void        tl_print_type_vars (TlPrinter *printer, const TlModule *module);

G_END_DECLS
