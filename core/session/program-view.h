/* SPDX-License-Identifier: Apache-2.0 */
/* Programs, schedules and examples as panes show them. Texts: free with g_free. */
#pragma once

#include "core/analysis/footprint.h"
#include "core/schedule/state.h"
#include "core/target/target.h"
#include "core/text/script.h"

G_BEGIN_DECLS

/* The program of @state as a script; @marks nullable: gets a TlScriptMark of each loop and block. */
char      *tl_program_view_script (TlState *state, TlDialect dialect, GArray *marks);
/* Its schedule as Python steps. */
char      *tl_program_view_trace (TlState *state, TlDialect dialect);
/* Writes the schedule to @path: as TVM's JSON where that ends in .json, else as a Python function. */
gboolean   tl_program_view_export_trace (TlState *state, TlDialect dialect, const char *path, GError **error);
/*
 * The command that prints the compiled form ("lowered", "llvm", "asm", "report", "passes", "source", "ptx", "sass") of the scheduled
 * program for @target, from its script in @file; @pass: the lowering pass to print it after, NULL: all passes.
 */
char      *tl_program_view_command (const TlTarget *target, const char *form, const char *pass, const char *file);
/* Where TVM computes another result from the scheduled program, the first such place (g_free); NULL: nowhere known. */
char      *tl_program_view_tvm_difference (TlState *state);

/* Loops and blocks of @func below its root block, in order: const TlStmt *. */
GPtrArray *tl_program_view_nodes (const TlPrimFunc *func, gboolean with_loops, gboolean with_blocks);
/*
 * "float32 1024×1024×1024": the type that the block with the most instances writes and the extents of its axes, of the spatial ones where
 * there are more than four. "" without a block.
 */
char      *tl_program_view_size (const TlPrimFunc *func);
/* The block with this name, of which the first @length bytes count; 0: none. */
TlNodeId   tl_program_view_find_block (const TlPrimFunc *func, const char *name, gsize length);
/* Whether the value of axis @index of @block depends on @loop. */
gboolean   tl_program_view_axis_uses_loop (const TlBlock *block, guint index, const TlStmt *loop);

/* A program of the examples' folder. Owns its members. */
typedef struct
{
  char             *title;    /* "# title: …" of the file, or its name */
  char             *about;    /* "# about: …"; nullable */
  TlModule         *module;
  const TlPrimFunc *func;     /* of the module: its entry, or the first one */
  guint             n_loops;  /* of all functions, as are … */
  guint             n_blocks;
  double            flops;    /* 0: none or not known */
} TlExample;

TlExample *tl_example_read (const char *path);   /* NULL: no program that can be read */
void       tl_example_free (TlExample *example);
/* The text after "# key:" in the first lines of @source; NULL: there is none. */
char      *tl_example_comment (TlSource *source, const char *key);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlExample, tl_example_free)

G_END_DECLS
