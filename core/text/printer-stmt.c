/* SPDX-License-Identifier: Apache-2.0 */
/* Statements as text: plain serial loops that nest perfectly share one T.grid, axes bound to whole loops share one T.axis.remap. */
#include "core/text/printer-private.h"

#include <string.h>

#include "core/ir/walk.h"

#define INDENT_WIDTH 4

static void print_body (TlPrinter *printer, const TlStmt *body);

void
tl_print_begin_line (TlPrinter *printer)
{
  for (guint i = 0; i < printer->indent * INDENT_WIDTH; i++)
    g_string_append_c (printer->out, ' ');
}

void
tl_print_end_line (TlPrinter *printer)
{
  g_string_append_c (printer->out, '\n');
  printer->line++;
}

G_GNUC_PRINTF (2, 3)
static void
begin (TlPrinter *printer, const char *format, ...)
{
  va_list args;

  tl_print_begin_line (printer);
  va_start (args, format);
  g_string_append_vprintf (printer->out, format, args);
  va_end (args);
}

static void
end (TlPrinter *printer, const char *text)
{
  g_string_append (printer->out, text);
  tl_print_end_line (printer);
}

static void
mark (TlPrinter *printer, TlNodeId id, guint first_line)
{
  TlScriptMark entry = { id, first_line, printer->line - 1 };

  if (printer->marks != NULL)
    g_array_append_val (printer->marks, entry);
}

/* Loops. */

static gboolean
is_plain_loop (const TlStmt *stmt)
{
  return stmt->kind == TL_STMT_FOR && stmt->loop.kind == TL_LOOP_SERIAL && stmt->loop.annotations.n == 0
         && tl_expr_is_int (stmt->loop.min, 0);
}

/* The loops that one T.grid can hold: no extent may depend on a variable of the same grid. */
static guint
count_grid (const TlStmt *stmt)
{
  g_autoptr (GHashTable) vars = g_hash_table_new (NULL, NULL);
  guint n = 0;

  for (; is_plain_loop (stmt) && !tl_expr_uses_any (stmt->loop.extent, vars); stmt = stmt->loop.body, n++)
    g_hash_table_add (vars, (gpointer) stmt->loop.var);
  return n;
}

static const char *
declare_loop (TlPrinter *printer, const TlLoop *loop)
{
  g_hash_table_insert (printer->loops, (gpointer) loop->var, (gpointer) loop);
  return tl_printer_declare (printer, loop->var, loop->var->name);
}

static void
close_loops (TlPrinter *printer, const TlStmt *stmt, guint n, guint scope, guint first_line)
{
  for (guint i = 0; i < n; i++, stmt = stmt->loop.body)
    {
      mark (printer, stmt->loop.id, first_line);
      g_hash_table_remove (printer->loops, stmt->loop.var);
    }
  tl_printer_close_scope (printer, scope);
}

static void
print_grid (TlPrinter *printer, const TlStmt *stmt, guint n)
{
  guint         first_line = printer->line, scope = tl_printer_open_scope (printer);
  g_autoptr (GString) names = g_string_new (NULL);
  const TlStmt *inner = stmt;
  gsize         at;

  at = printer->out->len;
  for (guint i = 0; i < n; i++, inner = inner->loop.body)
    {
      g_string_append (printer->out, i > 0 ? ", " : "");
      tl_print_expr (printer, inner->loop.extent);
    }
  {
    g_autofree char *extents = g_strdup (printer->out->str + at);

    g_string_truncate (printer->out, at);
    inner = stmt;
    for (guint i = 0; i < n; i++, inner = inner->loop.body)
      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", declare_loop (printer, &inner->loop));
    begin (printer, n == 1 ? "for %s in range(%s):" : "for %s in T.grid(%s):", names->str, extents);
  }
  end (printer, "");
  print_body (printer, inner);
  close_loops (printer, stmt, n, scope, first_line);
}

static void
print_loop_range (TlPrinter *printer, const TlLoop *loop)
{
  if (!tl_expr_is_int (loop->min, 0))
    {
      tl_print_expr (printer, loop->min);
      g_string_append (printer->out, ", ");
      tl_print_expr (printer, tl_add (printer->scratch, loop->min, loop->extent));
    }
  else
    tl_print_expr (printer, loop->extent);
}

static void
print_single_loop (TlPrinter *printer, const TlStmt *stmt)
{
  const TlLoop *loop = &stmt->loop;
  guint         first_line = printer->line, scope = tl_printer_open_scope (printer);
  gboolean      is_range = loop->kind == TL_LOOP_SERIAL && loop->annotations.n == 0;
  g_autoptr (GString) header = g_string_new (NULL);
  GString      *out = printer->out;

  printer->out = header;
  print_loop_range (printer, loop);
  if (loop->kind == TL_LOOP_THREAD_BINDING)
    {
      g_string_append (header, ", thread=");
      tl_print_string (header, loop->thread);
    }
  if (loop->annotations.n > 0)
    {
      g_string_append (header, ", annotations=");
      tl_print_attrs (printer, &loop->annotations, NULL);
    }
  printer->out = out;
  begin (printer, "for %s in %s%s(%s):", declare_loop (printer, loop), is_range ? "" : "T.",
         is_range ? "range" : tl_loop_kind_name (loop->kind), header->str);
  end (printer, "");
  print_body (printer, loop->body);
  close_loops (printer, stmt, 1, scope, first_line);
}

static void
print_for (TlPrinter *printer, const TlStmt *stmt)
{
  guint n = count_grid (stmt);

  if (n > 0)
    print_grid (printer, stmt, n);
  else
    print_single_loop (printer, stmt);
}

/* Blocks. */

static gboolean
is_remappable (const TlPrinter *printer, const TlBlock *block, guint i)
{
  const TlBlockAxis *axis = &block->axes[i];
  const TlLoop      *loop = g_hash_table_lookup (printer->loops, block->bindings[i]);

  return loop != NULL && (axis->kind == TL_AXIS_SPATIAL || axis->kind == TL_AXIS_REDUCE) && tl_expr_equal (axis->dom.min, loop->min)
         && tl_expr_equal (axis->dom.extent, loop->extent);
}

static void
print_remap (TlPrinter *printer, const TlBlock *block, guint first, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      if (i == 0)
        begin (printer, "%s", "");
      g_string_append_printf (printer->out, "%s%s", i > 0 ? ", " : "",
                              tl_printer_declare (printer, block->axes[first + i].var, block->axes[first + i].var->name));
    }
  g_string_append (printer->out, " = T.axis.remap(\"");
  for (guint i = 0; i < n; i++)
    g_string_append (printer->out, tl_axis_kind_letter (block->axes[first + i].kind));
  g_string_append (printer->out, "\", [");
  for (guint i = 0; i < n; i++)
    g_string_append_printf (printer->out, "%s%s", i > 0 ? ", " : "", tl_printer_var_name (printer, block->bindings[first + i]));
  end (printer, "])");
}

static void
print_axis (TlPrinter *printer, const TlBlock *block, guint i)
{
  static const char *const kinds[] = { "spatial", "reduce", "scan", "opaque" };
  const TlBlockAxis *axis = &block->axes[i];

  begin (printer, "%s = T.axis.%s(", tl_printer_declare (printer, axis->var, axis->var->name), kinds[axis->kind]);
  if (tl_expr_is_int (axis->dom.min, 0))
    tl_print_expr (printer, axis->dom.extent);
  else
    {
      const TlExpr *ends[2] = { axis->dom.min, tl_add (printer->scratch, axis->dom.min, axis->dom.extent) };

      tl_print_tuple (printer, ends, 2);
    }
  g_string_append (printer->out, ", ");
  tl_print_expr (printer, block->bindings[i]);
  end (printer, ")");
}

static void
print_axes (TlPrinter *printer, const TlBlock *block)
{
  for (guint i = 0, n; i < block->n_axes; i += MAX (n, 1))
    {
      for (n = 0; i + n < block->n_axes && is_remappable (printer, block, i + n); n++)
        ;
      if (n >= 2)
        print_remap (printer, block, i, n);
      else
        {
          n = 1;
          print_axis (printer, block, i);
        }
    }
}

static void
print_regions (TlPrinter *printer, const char *name, const TlRegion *regions, guint n)
{
  begin (printer, "T.%s(", name);
  for (guint i = 0; i < n; i++)
    {
      g_string_append (printer->out, i > 0 ? ", " : "");
      tl_print_region (printer, &regions[i]);
    }
  end (printer, ")");
}

/* A variable that nothing around has declared: the buffer itself brings it in. */
static gboolean
is_new_var (const TlPrinter *printer, const TlExpr *expr)
{
  return expr != NULL && expr->kind == TL_EXPR_VAR && !printer->is_raw && !tl_printer_knows (printer, expr);
}

static TlWalk
declare_new_var (const TlExpr *expr, gpointer user_data)
{
  TlPrinter *printer = user_data;

  if (is_new_var (printer, expr))
    {
      begin (printer, "%s = T.%s()", tl_printer_declare (printer, expr, expr->name), tl_dtype_name (expr->dtype));
      end (printer, "");
    }
  return TL_WALK_INTO;
}

void
tl_print_new_vars (TlPrinter *printer, const TlBuffer *buffer, gboolean with_strides)
{
  for (guint i = 0; i < buffer->n_dims; i++)
    {
      tl_expr_walk (buffer->shape[i], declare_new_var, printer);
      if (with_strides && buffer->strides != NULL)
        tl_expr_walk (buffer->strides[i], declare_new_var, printer);
    }
}

static void
print_strides (TlPrinter *printer, const TlBuffer *buffer)
{
  g_string_append (printer->out, ", strides=(");
  for (guint i = 0; i < buffer->n_dims; i++)
    {
      g_string_append (printer->out, i > 0 ? ", " : "");
      if (is_new_var (printer, buffer->strides[i]))
        {
          tl_print_string (printer->out, buffer->strides[i]->name);
          tl_printer_alias (printer, buffer->strides[i], g_strdup_printf ("%s.strides[%u]", tl_printer_buffer_name (printer, buffer), i));
        }
      else
        tl_print_expr (printer, buffer->strides[i]);
    }
  g_string_append (printer->out, buffer->n_dims == 1 ? ",)" : ")");
}

static void
print_offset (TlPrinter *printer, const TlBuffer *buffer)
{
  gboolean is_new = is_new_var (printer, buffer->elem_offset);
  TlDType  usual = buffer->n_dims > 0 ? buffer->shape[0]->dtype : TL_INT32;

  if (is_new)
    tl_printer_alias (printer, buffer->elem_offset, g_strdup_printf ("%s.elem_offset", tl_printer_buffer_name (printer, buffer)));
  if (is_new && tl_dtype_equal (buffer->elem_offset->dtype, usual))
    return;
  g_string_append (printer->out, ", elem_offset=");
  if (is_new)
    g_string_append_printf (printer->out, "T.%s()", tl_dtype_name (buffer->elem_offset->dtype));
  else
    tl_print_expr (printer, buffer->elem_offset);
}

/* Shape, type and what differs from the usual; variables that are new become known as parts of the buffer. */
void
tl_print_buffer_arguments (TlPrinter *printer, const TlBuffer *buffer, gboolean always_dtype)
{
  tl_print_tuple (printer, buffer->shape, buffer->n_dims);
  if (always_dtype || !tl_dtype_equal (buffer->dtype, TL_FLOAT32))
    g_string_append_printf (printer->out, ", \"%s\"", tl_dtype_name (buffer->dtype));
  if (buffer->strides != NULL && buffer->n_dims > 0)
    print_strides (printer, buffer);
  if (buffer->elem_offset != NULL)
    print_offset (printer, buffer);
  if (strcmp (buffer->scope, "global") != 0)
    {
      g_string_append (printer->out, ", scope=");
      tl_print_string (printer->out, buffer->scope);
    }
  if (buffer->alignment_bytes != 64)
    g_string_append_printf (printer->out, ", align=%u", buffer->alignment_bytes);
  if (buffer->offset_factor != 0)
    g_string_append_printf (printer->out, ", offset_factor=%u", buffer->offset_factor);
  if (buffer->n_axis_separators > 0)
    {
      g_string_append (printer->out, ", axis_separators=[");
      for (guint i = 0; i < buffer->n_axis_separators; i++)
        g_string_append_printf (printer->out, "%s%" G_GINT64_FORMAT, i > 0 ? ", " : "", buffer->axis_separators[i]);
      g_string_append_c (printer->out, ']');
    }
}

static void
print_block_buffers (TlPrinter *printer, const TlBlock *block)
{
  for (guint i = 0; i < block->n_allocs; i++)
    {
      begin (printer, "%s = T.%s(", tl_printer_declare (printer, block->allocs[i], block->allocs[i]->name),
             printer->dialect == TL_DIALECT_CLASSIC ? "alloc_buffer" : "sblock_alloc_buffer");
      tl_print_buffer_arguments (printer, block->allocs[i], FALSE);
      end (printer, ")");
    }
  for (guint i = 0; i < block->n_matches; i++)
    {
      const TlMatchBuffer *match = &block->matches[i];

      tl_print_new_vars (printer, match->buffer, FALSE);
      begin (printer, "%s = T.match_buffer(", tl_printer_declare (printer, match->buffer, match->buffer->name));
      tl_print_region (printer, &match->source);
      g_string_append (printer->out, ", ");
      tl_print_buffer_arguments (printer, match->buffer, FALSE);
      end (printer, ")");
    }
}

void
tl_print_block_inside (TlPrinter *printer, const TlBlock *block, gboolean is_plain_root)
{
  if (!is_plain_root)
    {
      print_axes (printer, block);
      if (block->predicate != NULL && !tl_expr_is_true (block->predicate))
        {
          begin (printer, "T.where(");
          tl_print_expr (printer, block->predicate);
          end (printer, ")");
        }
      print_regions (printer, "reads", block->reads, block->n_reads);
      print_regions (printer, "writes", block->writes, block->n_writes);
      if (block->annotations.n > 0)
        {
          begin (printer, "T.%s(", printer->dialect == TL_DIALECT_CLASSIC ? "block_attr" : "sblock_attr");
          tl_print_attrs (printer, &block->annotations, NULL);
          end (printer, ")");
        }
    }
  print_block_buffers (printer, block);
  if (block->init != NULL)
    {
      guint scope = tl_printer_open_scope (printer);

      begin (printer, "with T.init():");
      end (printer, "");
      print_body (printer, block->init);
      tl_printer_close_scope (printer, scope);
    }
  tl_print_stmt (printer, block->body);
}

static void
print_block (TlPrinter *printer, const TlBlock *block)
{
  guint first_line = printer->line, scope = tl_printer_open_scope (printer);

  begin (printer, "with T.%s(", printer->dialect == TL_DIALECT_CLASSIC ? "block" : "sblock");
  tl_print_string (printer->out, block->name);
  end (printer, "):");
  printer->indent++;
  tl_print_block_inside (printer, block, FALSE);
  printer->indent--;
  tl_printer_close_scope (printer, scope);
  mark (printer, block->id, first_line);
}

/* The other statements. */

static void
print_store (TlPrinter *printer, const TlStmt *stmt)
{
  tl_print_begin_line (printer);
  tl_print_access (printer, stmt->buffer, stmt->indices, stmt->n_indices, TRUE);
  g_string_append (printer->out, " = ");
  tl_print_expr (printer, stmt->value);
  end (printer, "");
}

static void
print_if (TlPrinter *printer, const TlStmt *stmt)
{
  begin (printer, "if ");
  tl_print_expr (printer, stmt->cond);
  end (printer, ":");
  print_body (printer, stmt->then_body);
  if (stmt->else_body == NULL)
    return;
  begin (printer, "else:");
  end (printer, "");
  print_body (printer, stmt->else_body);
}

/* Where statements follow that the variable must not reach, the let gets a suite of its own. */
static void
print_let (TlPrinter *printer, const TlStmt *stmt, gboolean is_last)
{
  guint         scope = tl_printer_open_scope (printer);
  const char   *type = tl_dtype_name (stmt->var->dtype);
  g_autoptr (GString) value = g_string_new (NULL);
  GString      *out = printer->out;
  const char   *name;

  printer->out = value;
  tl_print_expr (printer, stmt->let_value);
  printer->out = out;
  name = tl_printer_declare (printer, stmt->var, stmt->var->name);
  if (!is_last)
    begin (printer, "with T.LetStmt(%s) as %s:", value->str, name);
  else if (printer->dialect == TL_DIALECT_CLASSIC)
    begin (printer, "%s: T.%s = %s", name, type, value->str);
  else
    begin (printer, "%s: T.let[T.%s] = %s", name, type, value->str);
  end (printer, "");
  if (is_last)
    tl_print_stmt (printer, stmt->let_body);
  else
    print_body (printer, stmt->let_body);
  tl_printer_close_scope (printer, scope);
}

static void
print_attr (TlPrinter *printer, const TlStmt *stmt)
{
  gboolean is_short = printer->dialect == TL_DIALECT_SBLOCK && stmt->attr_node == NULL;

  begin (printer, is_short ? "with T.attr({" : "with T.attr(");
  if (!is_short && stmt->attr_node != NULL)
    tl_print_expr (printer, stmt->attr_node);
  else if (!is_short)
    g_string_append_c (printer->out, '0');
  g_string_append (printer->out, is_short ? "" : ", ");
  tl_print_string (printer->out, stmt->attr_key);
  g_string_append (printer->out, is_short ? ": " : ", ");
  tl_print_expr (printer, stmt->attr_value);
  end (printer, is_short ? "}):" : "):");
  print_body (printer, stmt->attr_body);
}

static void
print_evaluate (TlPrinter *printer, const TlExpr *expr)
{
  gboolean is_effect = expr->kind == TL_EXPR_CALL && !expr->callee->is_pure && strcmp (expr->callee->name, "access_ptr") != 0;

  tl_print_begin_line (printer);
  g_string_append (printer->out, is_effect ? "" : "T.evaluate(");
  tl_print_expr (printer, expr);
  end (printer, is_effect ? "" : ")");
}

static void
print_assert (TlPrinter *printer, const TlStmt *stmt)
{
  begin (printer, "assert ");
  tl_print_expr (printer, stmt->assert_cond);
  g_string_append (printer->out, printer->dialect == TL_DIALECT_CLASSIC ? ", " : ", (\"RuntimeError\", [");
  tl_print_string (printer->out, stmt->assert_message != NULL ? stmt->assert_message : "");
  end (printer, printer->dialect == TL_DIALECT_CLASSIC ? "" : "])");
}

static void
print_alloc (TlPrinter *printer, const TlStmt *stmt)
{
  guint scope = tl_printer_open_scope (printer);

  begin (printer, "%s = T.decl_buffer(", tl_printer_declare (printer, stmt->buffer, stmt->buffer->name));
  tl_print_buffer_arguments (printer, stmt->buffer, TRUE);
  end (printer, ")");
  tl_print_stmt (printer, stmt->alloc_body);
  tl_printer_close_scope (printer, scope);
}

static void
print_while (TlPrinter *printer, const TlStmt *stmt)
{
  begin (printer, "while ");
  tl_print_expr (printer, stmt->cond);
  end (printer, ":");
  print_body (printer, stmt->then_body);
}

static void
print_one (TlPrinter *printer, const TlStmt *stmt, gboolean is_last)
{
  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      print_for (printer, stmt);
      break;
    case TL_STMT_BLOCK:
      print_block (printer, &stmt->block);
      break;
    case TL_STMT_SEQ:
      for (guint i = 0; i < stmt->n_stmts; i++)
        print_one (printer, stmt->stmts[i], is_last && i + 1 == stmt->n_stmts);
      break;
    case TL_STMT_STORE:
      print_store (printer, stmt);
      break;
    case TL_STMT_IF:
      print_if (printer, stmt);
      break;
    case TL_STMT_LET:
      print_let (printer, stmt, is_last);
      break;
    case TL_STMT_WHILE:
      print_while (printer, stmt);
      break;
    case TL_STMT_EVALUATE:
      print_evaluate (printer, stmt->expr);
      break;
    case TL_STMT_ATTR:
      print_attr (printer, stmt);
      break;
    case TL_STMT_ASSERT:
      print_assert (printer, stmt);
      break;
    case TL_STMT_ALLOC:
      print_alloc (printer, stmt);
      break;
    }
}

void
tl_print_stmt (TlPrinter *printer, const TlStmt *stmt)
{
  print_one (printer, stmt, TRUE);
}

/* One level deeper. */
static void
print_body (TlPrinter *printer, const TlStmt *body)
{
  printer->indent++;
  tl_print_stmt (printer, body);
  printer->indent--;
}
