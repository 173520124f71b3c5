/* SPDX-License-Identifier: Apache-2.0 */
/* TVMScript in and out. */
#pragma once

#include "core/arith/index-map.h"
#include "core/base/source.h"
#include "core/ir/module.h"

G_BEGIN_DECLS

#define TL_TEXT_ERROR (tl_text_error_quark ())
GQuark tl_text_error_quark (void);

typedef enum
{
  TL_TEXT_ERROR_SYNTAX,       /* not Python of the subset */
  TL_TEXT_ERROR_MEANING,      /* Python, but not TVMScript: unknown name, wrong type … */
} TlTextError;

typedef enum
{
  TL_DIALECT_CLASSIC,   /* T.block, T.Buffer((…), …), from tvm.script import tir as T */
  TL_DIALECT_SBLOCK,    /* T.sblock, from tvm.script import tirx as T */
} TlDialect;

/*
 * Reads a module: the first @ir_module class, or the functions decorated @T.prim_func outside of one. Accepts both dialects. Absent
 * T.reads/T.writes are inferred. The result passes tl_module_verify. Errors are TL_TEXT_ERROR with place and caret.
 */
TlModule *tl_script_read (TlSource *source, GError **error);
TlModule *tl_script_read_text (const char *text, GError **error);

/* Lines (from 1, both included) that a loop or block occupies in a printed script. */
typedef struct
{
  TlNodeId id;
  guint    first_line;
  guint    last_line;
  guint16  copy, n_copies;   /* as of TlOrigin */
} TlScriptMark;

/*
 * The module as a script that tl_script_read and TVM read back as an equal module. @marks (nullable): a GArray of TlScriptMark
 * that receives one entry per loop and block, inner ones first; in lowered programs one per loop and statement that came from a loop or
 * block of the scheduled program, with the id of that. Constants of graph functions stand in a first line of JSON, as with TVM's
 * show_meta=True; a text with @marks is for views, and only refers to those of one dimension and more. Free the text with g_free.
 */
char     *tl_script_print (const TlModule *module, TlDialect dialect, GArray *marks);
/* The innermost of @marks for each of @n_lines lines: GArray of TlOrigin, with id 0 where there is none; caller frees. */
GArray   *tl_script_line_nodes (const GArray *marks, guint n_lines);

/* For messages and labels: names as they stand in the nodes. Free with g_free. */
char     *tl_expr_to_text (const TlExpr *expr);
char     *tl_region_to_text (const TlRegion *region);
char     *tl_value_to_text (const TlValue *value);  /* a Python literal */
/* "lambda i, j: (i // 16, j // 16,)", as TVM's traces hold it; with an inverse IndexMap.from_func (…) around. */
char     *tl_index_map_to_text (const TlIndexMap *map, TlDialect dialect);
/* A map to a begin and an end for each dimension: "lambda vi, vj: [(vi, vi + 1), (0, 16)]". */
char     *tl_range_map_to_text (const TlIndexMap *map, TlDialect dialect);
/* Parts of graph functions: a value, a type, "with R.dataflow():" and what is in it; a function alone, under its decorator. */
char     *tl_relax_expr_to_text (const TlRelaxExpr *expr);
char     *tl_relax_type_to_text (const TlRelaxType *type);
char     *tl_relax_block_to_text (const TlRelaxBlock *block);
char     *tl_graph_func_to_text (const TlGraphFunc *func, const char *name, TlDialect dialect);
/* One for each range of the access: "C[vi, 0:128]". Expressions appended, for callers that build longer text. */
void      tl_expr_append_text (GString *out, const TlExpr *expr);

G_END_DECLS
