/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A lowered function as C source: one file without headers of ours. Small buffers whose accesses are all at constant positions become
 * variables; other small ones arrays on the stack; the rest workspaces, taken once for each call or, in parallel loops, for each thread.
 */
#include <string.h>

#include "core/base/extremum.h"
#include "core/codegen/source-c-private.h"
#include "core/codegen/workspaces.h"

#define MAX_VARIABLES 128

static void stmt_lines (SourceC *sc, const TlStmt *stmt, gboolean is_alone);

static void
line (SourceC *sc, const char *format, ...)
{
  va_list arguments;
  for (guint i = 0; i < sc->indent; i++)
    g_string_append (sc->out, "  ");
  va_start (arguments, format);
  g_string_append_vprintf (sc->out, format, arguments);
  va_end (arguments);
  g_string_append_c (sc->out, '\n');
}

static void
begin_block (SourceC *sc)
{
  line (sc, "{");
  sc->indent++;
}

static void
end_block (SourceC *sc)
{
  sc->indent--;
  line (sc, "}");
}

static void
block (SourceC *sc, const TlStmt *stmt)
{
  begin_block (sc);
  stmt_lines (sc, stmt, TRUE);
  end_block (sc);
}

/* --- scopes: the function, and each parallel loop --- */

typedef struct
{
  GString    *out, *declarations, *frees;
  GHashTable *places;
  gsize       stack_bytes;
} SourceScope;

static SourceScope
begin_scope (SourceC *sc)
{
  SourceScope outer = { sc->out, sc->declarations, sc->frees, sc->places, sc->stack_bytes };
  sc->out = g_string_new (NULL);
  sc->declarations = g_string_new (NULL);
  sc->frees = g_string_new (NULL);
  sc->places = g_hash_table_new (NULL, NULL);
  sc->stack_bytes = 0;
  return outer;
}

/* Appends the text since begin_scope, with its declarations and frees around it. */
static void
end_scope (SourceC *sc, SourceScope outer)
{
  g_string_append (outer.out, sc->declarations->str);
  g_string_append (outer.out, sc->out->str);
  g_string_append (outer.out, sc->frees->str);
  g_string_free (sc->out, TRUE);
  g_string_free (sc->declarations, TRUE);
  g_string_free (sc->frees, TRUE);
  g_hash_table_unref (sc->places);
  sc->out = outer.out;
  sc->declarations = outer.declarations;
  sc->frees = outer.frees;
  sc->places = outer.places;
  sc->stack_bytes = outer.stack_bytes;
}

/* --- loops --- */

static const char *
loop_head (SourceC *sc, const TlStmt *stmt)
{
  const TlLoop *loop = &stmt->loop;
  gint64 min = 0, extent;
  tl_analyzer_bind (sc->analyzer, loop->var, loop->min, loop->extent);
  const char *begin = sc_index (sc, loop->min), *length = sc_index (sc, loop->extent);
  const char *end = tl_expr_is_int (loop->min, 0) ? length : sc_text (sc, "%s + %s", begin, sc_paren (sc, length));
  if (tl_expr_get_int (loop->min, &min) && tl_expr_get_int (loop->extent, &extent) && extent < G_MAXINT32 && ABS (min) < G_MAXINT32)
    end = sc_text (sc, "%" G_GINT64_FORMAT, min + extent);
  const char *name = sc_name (sc, loop->var, loop->var->name);
  return sc_text (sc, "for (int64_t %s = %s; %s < %s; %s++)", name, begin, name, end, name);
}

static void
serial_loop (SourceC *sc, const TlStmt *stmt)
{
  line (sc, "%s", loop_head (sc, stmt));
  sc->indent++;
  block (sc, stmt->loop.body);
  sc->indent--;
}

static void
directive (SourceC *sc, const char *what, gboolean starts_team)
{
  g_autofree char *threads = starts_team
                             && sc->target->num_cores > 1 ? g_strdup_printf (" num_threads(%u)", sc->target->num_cores) : g_strdup ("");
  g_string_append_printf (sc->out, "#ifdef _OPENMP\n#pragma omp %s%s\n#endif\n", what, threads);
}

/* With workspaces or variables of its own a thread takes them once and then its share of the iterations. */
static void
parallel_loop (SourceC *sc, const TlStmt *stmt)
{
  const char *head = loop_head (sc, stmt);
  SourceScope outer = begin_scope (sc);
  guint scope_indent = sc->scope_indent;
  sc->is_parallel = TRUE;
  sc->scope_indent = sc->indent;
  sc->indent++;
  block (sc, stmt->loop.body);
  sc->indent--;
  sc->scope_indent = scope_indent;
  sc->is_parallel = FALSE;
  g_autoptr (GString) body = sc->out;
  gboolean has_declarations = sc->declarations->len > 0;
  sc->out = g_string_new (NULL);
  if (has_declarations)
    directive (sc, "for schedule(static)", FALSE);
  line (sc, "%s", head);
  g_string_append (sc->out, body->str);
  directive (&(SourceC) { .out = outer.out, .target = sc->target }, has_declarations ? "parallel" : "parallel for schedule(static)", TRUE);
  if (has_declarations)
    line (&(SourceC) { .out = outer.out, .indent = sc->indent }, "{");
  end_scope (sc, outer);
  if (has_declarations)
    line (sc, "}");
}

/* --- buffers --- */

/* How a buffer is used throughout: @lanes of every access, 0 before the first. */
typedef struct
{
  const TlBuffer *buffer;
  guint           lanes;
  gboolean        is_constant;
  gboolean        is_read[MAX_VARIABLES];
} SourceUses;

static void
note_use (SourceUses *uses, const TlExpr *position, gboolean is_read)
{
  gboolean is_ramp = position->kind == TL_EXPR_RAMP && tl_expr_is_int (position->stride, 1);
  guint lanes = position->dtype.lanes;
  gint64 at;
  uses->is_constant &= tl_expr_get_int (is_ramp ? position->base : position, &at) && (uses->lanes == 0 || uses->lanes == lanes) && at >= 0
                       && at % lanes == 0 && at / lanes < MAX_VARIABLES;
  uses->lanes = lanes;
  if (uses->is_constant)
    uses->is_read[at / lanes] |= is_read;
}

static TlWalk
use_in_expr (const TlExpr *expr, gpointer user_data)
{
  SourceUses *uses = user_data;
  if (expr->kind == TL_EXPR_LOAD && expr->buffer == uses->buffer)
    note_use (uses, expr->indices[0], TRUE);
  for (guint i = 0; expr->kind == TL_EXPR_CALL && !expr->callee->is_pure && i < expr->n_args; i++)
    uses->is_constant &= expr->args[i]->kind != TL_EXPR_LOAD || expr->args[i]->buffer != uses->buffer;
  return uses->is_constant ? TL_WALK_INTO : TL_WALK_STOP;
}

static TlWalk
use_in_stmt (const TlStmt *stmt, gpointer user_data)
{
  SourceUses *uses = user_data;
  if (stmt->kind == TL_STMT_STORE && stmt->buffer == uses->buffer)
    note_use (uses, stmt->indices[0], FALSE);
  return uses->is_constant ? TL_WALK_INTO : TL_WALK_STOP;
}

static const char *
variable_name (SourceC *sc, const TlBuffer *buffer, gint64 index)
{
  return sc_text (sc, "%s_%" G_GINT64_FORMAT, sc_name (sc, buffer, buffer->name), index);
}

/* The names of the variables are free, or this is another copy of an allocation that has them. */
static gboolean
take_names (SourceC *sc, const TlBuffer *buffer, gint64 n)
{
  if (g_hash_table_contains (sc->registers, buffer))
    return TRUE;
  for (gint64 i = 0; i < n; i++)
    if (g_hash_table_contains (sc->taken, variable_name (sc, buffer, i)))
      return FALSE;
  for (gint64 i = 0; i < n; i++)
    g_hash_table_add (sc->taken, (gpointer) variable_name (sc, buffer, i));
  return TRUE;
}

static gboolean
declare_variables (SourceC *sc, const TlStmt *stmt, gint64 n)
{
  const TlBuffer *buffer = stmt->buffer;
  SourceUses uses = { .buffer = buffer, .is_constant = buffer->dtype.lanes == 1 };
  tl_stmt_walk (stmt->alloc_body, use_in_stmt, use_in_expr, &uses);
  if (!uses.is_constant || uses.lanes == 0 || n % uses.lanes != 0 || n / uses.lanes > MAX_VARIABLES
      || !take_names (sc, buffer, n / uses.lanes))
    return FALSE;
  const char *type = sc_type (sc, tl_dtype_with_lanes (buffer->dtype, uses.lanes));
  g_hash_table_insert (sc->registers, (gpointer) buffer, GUINT_TO_POINTER (uses.lanes));
  for (gint64 i = 0; i < n / uses.lanes; i++)
    {
      const char *variable = variable_name (sc, buffer, i);
      line (sc, "%s %s = %s;", type, variable, uses.lanes > 1 ? "{ 0 }" : "0");
      if (!uses.is_read[i])
        line (sc, "(void) %s;", variable);
    }
  return TRUE;
}

static const char *
take_helper (SourceC *sc)
{
  return sc_helper (sc, "take", "void *", "size_t bytes",
                    sc_text (sc,
                             "  void *place = aligned_alloc (%u, (bytes / %u + 1) * %u);\n  if (place == NULL)\n    {\n"
                             "      fprintf (stderr, \"%s: no memory for an intermediate buffer of %%zu bytes\\n\", bytes);\n"
                             "      abort ();\n    }\n"
                             "  return place;\n",
                             TL_EXPORT_ALIGNMENT, TL_EXPORT_ALIGNMENT, TL_EXPORT_ALIGNMENT, sc->options->symbol));
}

static const char *
element_type (SourceC *sc, const TlBuffer *buffer)
{
  const char *type = tl_export_c_type (tl_dtype_with_lanes (buffer->dtype, 1));
  if (type == NULL)
    sc_fail (sc, "The type %s of buffer %s cannot be written in C", tl_dtype_name (buffer->dtype), buffer->name);
  return type != NULL ? type : "char";
}

/* One place for all copies that unrolling made of an allocation: they never live at the same time. */
static void
declare_workspace (SourceC *sc, const TlBuffer *buffer, const char *type, gint64 n)
{
  const char *name = sc_name (sc, buffer, buffer->name);
  if (!g_hash_table_add (sc->places, (gpointer) buffer))
    return;
  g_string_append_printf (sc->declarations, "%*s%s *%s = %s (%" G_GINT64_FORMAT " * sizeof (%s));\n", (int) sc->scope_indent * 2, "", type,
                          name,
                          take_helper (sc), n, type);
  g_string_append_printf (sc->frees, "%*sfree (%s);\n", (int) sc->scope_indent * 2, "", name);
}

static void
declare_dynamic (SourceC *sc, const TlStmt *stmt, const char *type)
{
  const TlBuffer *buffer = stmt->buffer;
  const char *count = sc_text (sc, "%u", buffer->dtype.lanes);
  for (guint i = 0; i < buffer->n_dims; i++)
    count = sc_text (sc, "%s * %s", count, sc_paren (sc, sc_index (sc, buffer->shape[i])));
  const char *name = sc_name (sc, buffer, buffer->name);
  line (sc, "%s *%s = %s ((size_t) (%s) * sizeof (%s));", type, name, take_helper (sc), count, type);
  stmt_lines (sc, stmt->alloc_body, FALSE);
  line (sc, "free (%s);", name);
}

static void
alloc (SourceC *sc, const TlStmt *stmt)
{
  const TlBuffer *buffer = stmt->buffer;
  const char *type = element_type (sc, buffer);
  gint64 n = tl_buffer_n_elements (buffer);
  gsize element = tl_max (tl_dtype_bytes (buffer->dtype), 1);
  if (n >= 0 && (guint64) n > G_MAXINT64 / 16 / element)
    sc_fail (sc, "Buffer %s is too large", buffer->name);
  else if (n < 0)
    {
      declare_dynamic (sc, stmt, type);
      return;
    }
  else if (!declare_variables (sc, stmt, n))
    {
      gsize n_bytes = (gsize) n * element;
      if (!g_hash_table_contains (sc->places, buffer) && n_bytes <= TL_STACK_BUFFER_BYTES
          && sc->stack_bytes + n_bytes <= TL_STACK_TOTAL_BYTES)
        {
          sc->stack_bytes += n_bytes;
          line (sc, "_Alignas (%u) %s %s[%" G_GINT64_FORMAT "];", TL_EXPORT_ALIGNMENT, type, sc_name (sc, buffer, buffer->name),
                MAX (n, 1) * buffer->dtype.lanes);
        }
      else
        declare_workspace (sc, buffer, type, n * buffer->dtype.lanes);
    }
  if (sc->error == NULL)
    stmt_lines (sc, stmt->alloc_body, FALSE);
}

/* --- the other statements --- */

/* The lanes in which it holds, and whether there are any. */
static void
lanes_conditional (SourceC *sc, const TlStmt *stmt)
{
  const char *outer = sc->mask, *name = sc_name (sc, stmt, "lanes"), *cond = sc_expr (sc, stmt->cond);
  guint lanes = stmt->cond->dtype.lanes;
  if (stmt->else_body != NULL)
    sc_fail (sc, "A condition of several lanes has no other branch");
  line (sc, "{");
  sc->indent++;
  line (sc, "%s %s = %s;", sc_type (sc, tl_dtype_with_lanes (TL_INT32, lanes)), name, outer != NULL
        ? sc_text (sc, "%s & %s", outer, sc_paren (sc, cond)) : cond);
  line (sc, "if (%s)", sc_any (sc, name, lanes));
  sc->mask = name;
  sc->mask_lanes = lanes;
  sc->indent++;
  block (sc, stmt->then_body);
  sc->indent -= 2;
  sc->mask = outer;
  line (sc, "}");
}

static void
conditional (SourceC *sc, const TlStmt *stmt)
{
  if (stmt->cond->dtype.lanes > 1)
    {
      lanes_conditional (sc, stmt);
      return;
    }
  line (sc, "if (%s)", sc_expr (sc, stmt->cond));
  sc->indent++;
  block (sc, stmt->then_body);
  sc->indent--;
  if (stmt->else_body == NULL)
    return;
  line (sc, "else");
  sc->indent++;
  block (sc, stmt->else_body);
  sc->indent--;
}

static void
assertion (SourceC *sc, const TlStmt *stmt)
{
  g_autofree char *message = tl_stmt_assert_message (stmt);
  g_autofree char *escaped = g_strescape (message, NULL);
  sc_helper (sc, "fail", "void", "const char *message",
             sc_text (sc, "  fprintf (stderr, \"%s: the program's assertion failed: %%s\\n\", message);\n  abort ();\n",
                      sc->options->symbol));
  line (sc, "if (!(%s))", sc_expr (sc, stmt->assert_cond));
  sc->indent++;
  line (sc, "fail (\"%s\");", escaped);
  sc->indent--;
}

static void
let_lines (SourceC *sc, const TlStmt *stmt)
{
  const TlVar *var = stmt->var;
  gboolean is_index = tl_dtype_is_integer (var->dtype) && var->dtype.lanes == 1;
  const char *value = is_index ? sc_index (sc, stmt->let_value) : sc_expr (sc, stmt->let_value);
  const char *name = sc_name (sc, var, var->name);
  line (sc, "%s %s = %s;", is_index ? "int64_t" : sc_type (sc, var->dtype), name, value);
  line (sc, "(void) %s;", name);
  stmt_lines (sc, stmt->let_body, FALSE);
}

static void
while_loop (SourceC *sc, const TlStmt *stmt)
{
  line (sc, "while (%s)", sc_expr (sc, stmt->cond));
  sc->indent++;
  block (sc, stmt->then_body);
  sc->indent--;
}

/* Whether @stmt declares something and so needs a block of its own unless it stands alone in one. */
static gboolean
declares (const TlStmt *stmt)
{
  while (stmt->kind == TL_STMT_ATTR)
    stmt = stmt->attr_body;
  return stmt->kind == TL_STMT_ALLOC || stmt->kind == TL_STMT_LET;
}

static void
stmt_lines (SourceC *sc, const TlStmt *stmt, gboolean is_alone)
{
  if (sc->error != NULL)
    return;
  if (!is_alone && declares (stmt))
    {
      block (sc, stmt);
      return;
    }
  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      if (stmt->loop.kind == TL_LOOP_PARALLEL && !sc->is_parallel)
        parallel_loop (sc, stmt);
      else
        serial_loop (sc, stmt);
      break;
    case TL_STMT_SEQ:
      for (guint i = 0; i < stmt->n_stmts; i++)
        stmt_lines (sc, stmt->stmts[i], FALSE);
      break;
    case TL_STMT_STORE:
      line (sc, "%s;", sc_store_text (sc, stmt->buffer, stmt->indices[0], stmt->value));
      break;
    case TL_STMT_IF:
      conditional (sc, stmt);
      break;
    case TL_STMT_LET:
      let_lines (sc, stmt);
      break;
    case TL_STMT_WHILE:
      while_loop (sc, stmt);
      break;
    case TL_STMT_EVALUATE:
      if (stmt->expr->kind == TL_EXPR_CALL)
        line (sc, "(void) %s;", sc_paren (sc, sc_expr (sc, stmt->expr)));
      break;
    case TL_STMT_ATTR:
      stmt_lines (sc, stmt->attr_body, is_alone);
      break;
    case TL_STMT_ASSERT:
      assertion (sc, stmt);
      break;
    case TL_STMT_ALLOC:
      alloc (sc, stmt);
      break;
    case TL_STMT_BLOCK:
      sc_fail (sc, "Block %s has not been lowered", stmt->block.name);
      break;
    }
}

/* --- the file --- */

static void
sc_init (SourceC *sc, TlArena *arena, const TlTarget *target, const TlExportOptions *options)
{
  *sc = (SourceC) { .arena = arena, .target = target, .options = options, .indent = 1, .scope_indent = 1 };
  sc->analyzer = tl_analyzer_new (arena);
  sc->helpers = g_string_new (NULL);
  sc->known = g_hash_table_new (g_str_hash, g_str_equal);
  sc->externs = g_hash_table_new (g_str_hash, g_str_equal);
  sc->names = g_hash_table_new (NULL, NULL);
  sc->taken = g_hash_table_new (g_str_hash, g_str_equal);
  sc->used = g_hash_table_new (g_str_hash, g_str_equal);
  sc->registers = g_hash_table_new (NULL, NULL);
  g_hash_table_add (sc->taken, (gpointer) options->symbol);
}

static void
sc_clear (SourceC *sc)
{
  g_clear_error (&sc->error);
  g_hash_table_unref (sc->registers);
  g_hash_table_unref (sc->used);
  g_hash_table_unref (sc->taken);
  g_hash_table_unref (sc->names);
  g_hash_table_unref (sc->externs);
  g_hash_table_unref (sc->known);
  g_string_free (sc->helpers, TRUE);
  tl_analyzer_free (sc->analyzer);
}

/* Parameters have the names of the prototype; scalars are read through wide copies where they make positions. */
static void
name_params (SourceC *sc, const TlPrimFunc *func, const TlPrimFunc *lowered)
{
  for (guint i = 0; i < func->n_params; i++)
    {
      g_autofree char *name = tl_export_param_name (func, i);
      const char *kept = sc_text (sc, "%s", name);
      gconstpointer node = lowered->params[i].buffer != NULL ? (gconstpointer) lowered->params[i].buffer : lowered->params[i].var;
      g_hash_table_add (sc->taken, (gpointer) kept);
      g_hash_table_insert (sc->names, (gpointer) node, (gpointer) kept);
    }
}

static void
param_lines (SourceC *sc, const TlPrimFunc *lowered)
{
  for (guint i = 0; i < lowered->n_params; i++)
    {
      const TlParam *param = &lowered->params[i];
      const char *name = g_hash_table_lookup (sc->names, param->buffer != NULL ? (gconstpointer) param->buffer : param->var);
      TlDType dtype = param->buffer != NULL ? param->buffer->dtype : param->var->dtype;
      if (param->buffer == NULL && (sc_is_small_float (dtype) || dtype.code == TL_TYPE_BOOL))
        {
          const char *value = sc_is_small_float (dtype) ? sc_text (sc, "%s(%s)", sc_small_float_helper (sc, "from", dtype), name)
                                                        : sc_text (sc, "%s != 0", name);
          g_hash_table_remove (sc->names, param->var);
          line (sc, "%s %s = %s;", sc_type (sc, dtype), sc_name (sc, param->var, param->var->name), value);
          name = g_hash_table_lookup (sc->names, param->var);
        }
      else if (param->buffer != NULL && sc->options->is_aligned)
        line (sc, "%s = __builtin_assume_aligned (%s, %u);", name, name, TL_EXPORT_ALIGNMENT);
    }
}

/* Said of those alone that the body does not mention. */
static void
unused_lines (SourceC *sc, const TlPrimFunc *lowered, GString *to)
{
  for (guint i = 0; i < lowered->n_params; i++)
    {
      const TlParam *param = &lowered->params[i];
      const char *name = g_hash_table_lookup (sc->names, param->buffer != NULL ? (gconstpointer) param->buffer : param->var);
      if (!g_hash_table_contains (sc->used, name))
        g_string_append_printf (to, "  (void) %s;\n", name);
    }
}

static char *
assemble (SourceC *sc, const char *prototype, const char *unused, const char *body)
{
  GHashTableIter iter;
  gpointer declared;
  GString *text = g_string_new ("/* " TL_EXPORT_MARK " C11 with the vectors of GCC and Clang; parallel loops need -fopenmp. */\n"
                                "#include <math.h>\n#include <stdbool.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
                                "#include <string.h>\n\n");
  if (sc->target->is_strict)
    g_string_append (text, "/* Products are rounded before they are added to something. */\n"
                           "#ifdef __clang__\n#pragma STDC FP_CONTRACT OFF\n#else\n#pragma GCC optimize (\"fp-contract=off\")\n#endif\n\n");
  if (strstr (sc->helpers->str, "vector_size") != NULL)
    g_string_append (text, "/* Vectors are passed between static functions alone, so no ABI is concerned. */\n"
                           "#ifdef __GNUC__\n#pragma GCC diagnostic ignored \"-Wpsabi\"\n#endif\n\n");
  g_hash_table_iter_init (&iter, sc->externs);
  while (g_hash_table_iter_next (&iter, NULL, &declared))
    g_string_append_printf (text, "%s\n", (const char *) declared);
  g_string_append_printf (text, "%s\n%s;\n\n%s\n{\n%s%s}\n", sc->helpers->str, prototype, prototype, unused, body);
  return g_string_free (text, FALSE);
}

char *
tl_export_c_source (const TlPrimFunc *func, const TlModule *lowered, const TlTarget *target, const TlExportOptions *options, GError **error)
{
  g_autofree char *prototype = tl_export_prototype (func, options, error);
  g_autoptr (TlArena) arena = NULL;
  g_autoptr (GString) unused = g_string_new (NULL), body = g_string_new (NULL);
  const TlPrimFunc *plain = lowered->prims[0];
  char *text = NULL;
  SourceC sc;
  if (prototype == NULL)
    return NULL;
  arena = tl_arena_new (lowered->arena);
  sc_init (&sc, arena, target, options);
  sc.out = body;
  name_params (&sc, func, plain);
  SourceScope outer = begin_scope (&sc);
  param_lines (&sc, plain);
  stmt_lines (&sc, plain->body, FALSE);
  end_scope (&sc, outer);
  unused_lines (&sc, plain, unused);
  if (sc.error != NULL)
    g_propagate_error (error, g_steal_pointer (&sc.error));
  else
    text = assemble (&sc, prototype, unused->str, body->str);
  sc_clear (&sc);
  return text;
}
