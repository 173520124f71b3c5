/* SPDX-License-Identifier: Apache-2.0 */
/* Statements as text: plain serial loops that nest perfectly share one T.grid, axes bound to whole loops share one T.axis.remap. */
#include "core/text/printer-private.h"

#include <string.h>

#include "core/ir/walk.h"

#define INDENT_WIDTH 4

static void print_body (TlPrinter *printer, const TlStmt *body);
static void print_one (TlPrinter *printer, const TlStmt *stmt, gboolean is_last);

void
tl_print_begin_line (TlPrinter *printer)
{
  printer->line_start = printer->out->len;
  for (guint i = 0; i < printer->indent * INDENT_WIDTH; i++)
    g_string_append_c (printer->out, ' ');
}

/* The lines that the line just printed needs before it, at its indentation. */
static void
insert_before (TlPrinter *printer)
{
  g_auto (GStrv) lines = g_strsplit (printer->before->str, "\n", -1);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; lines[i] != NULL && *lines[i] != '\0'; i++, printer->line++)
    g_string_append_printf (text, "%*s%s\n", (int) printer->indent * INDENT_WIDTH, "", lines[i]);
  g_string_insert (printer->out, (gssize) printer->line_start, text->str);
  g_string_truncate (printer->before, 0);
}

void
tl_print_end_line (TlPrinter *printer)
{
  g_string_append_c (printer->out, '\n');
  printer->line++;
  if (printer->before->len > 0)
    insert_before (printer);
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
mark (TlPrinter *printer, TlOrigin origin, guint first_line)
{
  TlScriptMark entry = { origin.id, first_line, printer->line - 1, origin.copy, origin.n_copies };

  if (printer->marks != NULL)
    g_array_append_val (printer->marks, entry);
}

/* Loops. */

static gboolean
is_plain_loop (const TlStmt *stmt)
{
  return stmt->kind == TL_STMT_FOR && stmt->loop.kind == TL_LOOP_SERIAL && stmt->loop.annotations.n == 0 && stmt->loop.step == NULL
         && tl_expr_is_int (stmt->loop.min, 0) && tl_dtype_equal (stmt->loop.min->dtype, stmt->loop.extent->dtype);
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
      mark (printer, stmt->origin.id != 0 ? stmt->origin : (TlOrigin) { stmt->loop.id, 0, 0 }, first_line);
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
  if (!tl_expr_is_int (loop->min, 0) || loop->step != NULL)
    {
      tl_print_expr (printer, loop->min);
      g_string_append (printer->out, ", ");
      tl_print_expr (printer, tl_add (printer->scratch, loop->min, loop->extent));
    }
  else
    tl_print_expr (printer, loop->extent);
  if (loop->step != NULL)
    {
      g_string_append (printer->out, loop->kind == TL_LOOP_SERIAL && loop->annotations.n == 0 ? ", " : ", step=");
      tl_print_expr (printer, loop->step);
    }
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

/* The thread holds for the rest of the suite; where statements follow that it must not reach, it gets a suite of its own. */
static void
print_launch (TlPrinter *printer, const TlStmt *stmt, gboolean is_last)
{
  const TlLoop *loop = &stmt->loop;
  guint         first_line = printer->line, scope = tl_printer_open_scope (printer);
  g_autoptr (GString) header = g_string_new (NULL);
  GString      *out = printer->out;
  const char   *name;

  printer->out = header;
  g_string_append (header, "T.launch_thread(");
  tl_print_string (header, loop->thread);
  g_string_append (header, ", ");
  tl_print_expr (printer, loop->extent);
  g_string_append_c (header, ')');
  printer->out = out;
  name = declare_loop (printer, loop);
  if (is_last)
    begin (printer, "%s = %s", name, header->str);
  else
    begin (printer, "with %s as %s:", header->str, name);
  end (printer, "");
  if (is_last)
    tl_print_stmt (printer, loop->body);
  else
    print_body (printer, loop->body);
  close_loops (printer, stmt, 1, scope, first_line);
}

static void
print_for (TlPrinter *printer, const TlStmt *stmt, gboolean is_last)
{
  guint n = count_grid (stmt);

  if (tl_loop_is_launch (&stmt->loop))
    print_launch (printer, stmt, is_last);
  else if (n > 0)
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
      if (buffer->strides != NULL && (with_strides || !tl_dtype_equal (buffer->strides[i]->dtype, buffer->shape[0]->dtype)))
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
tl_print_buffer_arguments (TlPrinter *printer, const TlBuffer *buffer, gboolean always_dtype, gboolean is_view)
{
  tl_print_tuple (printer, buffer->shape, buffer->n_dims);
  if (always_dtype || !tl_dtype_equal (buffer->dtype, TL_FLOAT32))
    g_string_append_printf (printer->out, ", \"%s\"", tl_dtype_name (buffer->dtype));
  if (buffer->strides != NULL && buffer->n_dims > 0)
    print_strides (printer, buffer);
  if (buffer->elem_offset != NULL)
    print_offset (printer, buffer);
  else if (is_view && buffer->offset_factor != 0)
    g_string_append (printer->out, ", elem_offset=0");
  if (strcmp (buffer->scope, "global") != 0)
    {
      g_string_append (printer->out, ", scope=");
      tl_print_string (printer->out, buffer->scope);
    }
  if (buffer->alignment_bytes != 64)
    g_string_append_printf (printer->out, ", align=%u", buffer->alignment_bytes);
  if (buffer->offset_factor != 0)
    g_string_append_printf (printer->out, ", offset_factor=%u", buffer->offset_factor);
  if (buffer->is_auto_broadcast)
    g_string_append (printer->out, ", buffer_type=\"auto\"");
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
      tl_print_buffer_arguments (printer, block->allocs[i], FALSE, FALSE);
      end (printer, ")");
    }
  for (guint i = 0; i < block->n_matches; i++)
    {
      const TlMatchBuffer *match = &block->matches[i];

      tl_print_new_vars (printer, match->buffer, FALSE);
      begin (printer, "%s = T.match_buffer(", tl_printer_declare (printer, match->buffer, match->buffer->name));
      tl_print_region (printer, &match->source);
      g_string_append (printer->out, ", ");
      tl_print_buffer_arguments (printer, match->buffer, FALSE, TRUE);
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
  mark (printer, (TlOrigin) { block->id, 0, 0 }, first_line);
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

/* "int32", "handle", or what a pointer points to: handle("float32", "global"). */
static char *
var_type_text (const TlVar *var)
{
  if (var->pointer_scope == NULL)
    return g_strdup (tl_dtype_name (var->dtype));
  return g_strdup_printf ("handle(\"%s\", \"%s\")", tl_dtype_name (var->pointee), var->pointer_scope);
}

void
tl_print_var_type (TlPrinter *printer, const TlVar *var)
{
  g_autofree char *type = var_type_text (var);

  g_string_append_printf (printer->out, "T.%s", type);
}

/* A let holds to the end of its suite, as its body does (tl_stmt_seq). */
static void
print_let (TlPrinter *printer, const TlStmt *stmt)
{
  guint         scope = tl_printer_open_scope (printer);
  g_autofree char *type = var_type_text (stmt->var);
  g_autoptr (GString) value = g_string_new (NULL);
  GString      *out = printer->out;
  const char   *name;

  printer->out = value;
  tl_print_expr (printer, stmt->let_value);
  printer->out = out;
  name = tl_printer_declare (printer, stmt->var, stmt->var->name);
  begin (printer, printer->dialect == TL_DIALECT_CLASSIC ? "%s: T.%s = %s" : "%s: T.let[T.%s] = %s", name, type, value->str);
  end (printer, "");
  tl_print_stmt (printer, stmt->let_body);
  tl_printer_close_scope (printer, scope);
}

static void
print_attr (TlPrinter *printer, const TlStmt *stmt)
{
  gboolean is_short = printer->dialect == TL_DIALECT_SBLOCK && stmt->attr_node == NULL;

  begin (printer, "%s", is_short ? "with T.attr({" : "with T.attr(");
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

/* The newest dialect returns as Python does. */
static gboolean
is_return (const TlPrinter *printer, const TlExpr *expr)
{
  return printer->dialect == TL_DIALECT_SBLOCK && !printer->is_raw && expr->kind == TL_EXPR_CALL && strcmp (expr->callee->name, "ret") == 0;
}

static void
print_evaluate (TlPrinter *printer, const TlExpr *expr)
{
  static const char *const values[] = { "buffer_data", "buffer_object", "address_of", "tvm_access_ptr", "masked_load", NULL };
  gboolean is_effect = expr->kind == TL_EXPR_CALL && !expr->callee->is_pure && !g_strv_contains (values, expr->callee->name);

  tl_print_begin_line (printer);
  if (is_return (printer, expr))
    {
      g_string_append (printer->out, "return ");
      tl_print_expr (printer, expr->args[0]);
    }
  else
    {
      g_string_append (printer->out, is_effect ? "" : "T.evaluate(");
      tl_print_expr (printer, expr);
      g_string_append (printer->out, is_effect ? "" : ")");
    }
  tl_print_end_line (printer);
}

static void
print_assert (TlPrinter *printer, const TlStmt *stmt)
{
  gboolean is_plain = printer->dialect == TL_DIALECT_CLASSIC && stmt->n_assert_parts == 1
                      && strcmp (stmt->assert_kind, "RuntimeError") == 0;

  begin (printer, "assert ");
  tl_print_expr (printer, stmt->assert_cond);
  g_string_append (printer->out, ", ");
  if (!is_plain)
    {
      g_string_append_c (printer->out, '(');
      tl_print_string (printer->out, stmt->assert_kind);
      g_string_append (printer->out, ", [");
    }
  for (guint i = 0; i < stmt->n_assert_parts; i++)
    {
      g_string_append (printer->out, i > 0 ? ", " : "");
      tl_print_string (printer->out, stmt->assert_parts[i]);
    }
  end (printer, is_plain ? "" : "])");
}

/* Whether all that is done with the buffer is reading and writing its one element. */

static TlWalk
find_other_use (const TlExpr *expr, gpointer user_data)
{
  const TlBuffer *buffer = user_data;

  if (expr->kind == TL_EXPR_CALL && expr->n_args == 1 && expr->args[0]->kind == TL_EXPR_LOAD && expr->args[0]->buffer == buffer)
    return expr->callee->is_pure ? TL_WALK_OVER : TL_WALK_STOP;
  return expr->kind == TL_EXPR_LOAD && expr->buffer == buffer && !tl_expr_is_int (expr->indices[0], 0) ? TL_WALK_STOP : TL_WALK_INTO;
}

static TlWalk
find_other_statement (const TlStmt *stmt, gpointer user_data)
{
  const TlBuffer *buffer = user_data;

  if (stmt->kind == TL_STMT_STORE && stmt->buffer == buffer && !tl_expr_is_int (stmt->indices[0], 0))
    return TL_WALK_STOP;
  for (guint i = 0; stmt->kind == TL_STMT_BLOCK && i < stmt->block.n_reads + stmt->block.n_writes + stmt->block.n_matches; i++)
    {
      guint n_reads = stmt->block.n_reads, n = n_reads + stmt->block.n_writes;

      if ((i < n_reads ? stmt->block.reads[i].buffer : i < n ? stmt->block.writes[i - n_reads].buffer
                                                             : stmt->block.matches[i - n].source.buffer)
          == buffer)
        return TL_WALK_STOP;
    }
  return TL_WALK_INTO;
}

static gboolean
is_scalar (const TlStmt *stmt)
{
  return stmt->is_scalar && stmt->buffer->n_dims == 1 && stmt->alloc_annotations.n == 0 && tl_expr_is_int (stmt->buffer->shape[0], 1)
         && strcmp (stmt->buffer->scope, "local") == 0
         && tl_stmt_walk (stmt->alloc_body, find_other_statement, find_other_use, (gpointer) stmt->buffer);
}

/* "x: T.int32 = e" of the newest dialect. */
static void
print_scalar (TlPrinter *printer, const TlStmt *stmt)
{
  guint         scope = tl_printer_open_scope (printer);
  const TlStmt *body = stmt->alloc_body, *first = body->kind == TL_STMT_SEQ ? body->stmts[0] : body;
  gboolean      has_value = first->kind == TL_STMT_STORE && first->buffer == stmt->buffer;
  g_autoptr (GString) value = g_string_new (NULL);
  GString      *out = printer->out;
  const char   *name;

  printer->out = value;
  if (has_value)
    tl_print_expr (printer, first->value);
  printer->out = out;
  has_value = has_value && !tl_expr_loads (first->value, stmt->buffer);
  name = tl_printer_declare (printer, stmt->buffer, stmt->buffer->name);
  g_hash_table_add (printer->scalars, (gpointer) stmt->buffer);
  begin (printer, "%s: T.%s%s%s", name, tl_dtype_name (stmt->buffer->dtype), has_value ? " = " : "", has_value ? value->str : "");
  end (printer, "");
  if (!has_value)
    tl_print_stmt (printer, body);
  else if (body->kind == TL_STMT_SEQ)
    for (guint i = 1; i < body->n_stmts; i++)
      print_one (printer, body->stmts[i], i + 1 == body->n_stmts);
  g_hash_table_remove (printer->scalars, stmt->buffer);
  tl_printer_close_scope (printer, scope);
}

/* A buffer that ends before its suite does, as lowering makes them, gets a suite of its own. */
static void
print_buffer_alloc (TlPrinter *printer, const TlStmt *stmt, gboolean is_last)
{
  guint scope = tl_printer_open_scope (printer);
  gboolean is_newest = printer->dialect == TL_DIALECT_SBLOCK && is_last && !printer->is_raw;
  g_autoptr (GString) value = g_string_new (NULL);
  GString    *out = printer->out;
  const char *name = tl_printer_declare (printer, stmt->buffer, stmt->buffer->name);

  printer->out = value;
  tl_print_buffer_arguments (printer, stmt->buffer, TRUE, FALSE);
  if (stmt->alloc_annotations.n > 0)
    {
      g_string_append (value, ", annotations=");
      tl_print_attrs (printer, &stmt->alloc_annotations, NULL);
    }
  printer->out = out;
  if (is_last)
    begin (printer, "%s = T.%s(%s)", name, is_newest ? "alloc_buffer" : "decl_buffer", value->str);
  else
    begin (printer, "with T.decl_buffer(%s) as %s:", value->str, name);
  end (printer, "");
  if (is_last)
    tl_print_stmt (printer, stmt->alloc_body);
  else
    print_body (printer, stmt->alloc_body);
  tl_printer_close_scope (printer, scope);
}

static void
print_alloc (TlPrinter *printer, const TlStmt *stmt, gboolean is_last)
{
  if (printer->dialect == TL_DIALECT_SBLOCK && is_last && is_scalar (stmt))
    {
      print_scalar (printer, stmt);
      return;
    }
  print_buffer_alloc (printer, stmt, is_last);
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
print_kind (TlPrinter *printer, const TlStmt *stmt, gboolean is_last)
{
  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      print_for (printer, stmt, is_last);
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
      print_let (printer, stmt);
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
      print_alloc (printer, stmt, is_last);
      break;
    }
}

static void
print_one (TlPrinter *printer, const TlStmt *stmt, gboolean is_last)
{
  guint first_line = printer->line;

  print_kind (printer, stmt, is_last);
  if (stmt->origin.id != 0 && stmt->kind != TL_STMT_FOR)
    mark (printer, stmt->origin, first_line);
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
