/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Statements as TVM 0.27 writes them. Statements that hold for the rest of a suite (lets, allocations) have it as their body here; there
 * they are elements of its sequence.
 */

#include "core/tvm-json/tvm-json-writer-private.h"

static guint write_one (TlModuleWriter *self, const TlStmt *stmt);

/* @var 0 and no domain: what a loop bound to a thread has. */
static guint
write_iter (TlModuleWriter *self, const TlRange *dom, guint var, guint type, const char *thread)
{
  g_autofree char *kind = g_strdup_printf ("%u", type);
  TlGraphField fields[5] = { { "dom", dom ? tl_module_write_range (self, dom) : 0, NULL }, { "var", var, NULL }, { "iter_type", 0, kind },
                             { "thread_tag", tl_graph_write_string (&self->writer, thread), NULL }, { "span", 0, NULL } };

  return tl_module_write_object (self, "tirx.IterVar", fields, G_N_ELEMENTS (fields));
}

static guint
write_thread (TlModuleWriter *self, const TlLoop *loop)
{
  TlGraphField fields[3] = { { "span", 0, NULL }, { "ty", tl_graph_write_type (&self->writer, loop->var->dtype), NULL },
                             { "name", 0, NULL } };

  fields[2].node = tl_graph_write_string (&self->writer, "");
  return write_iter (self, NULL, tl_module_write_object (self, "ir.Var", fields, G_N_ELEMENTS (fields)), 1, loop->thread);
}

/* T.launch_thread: an attribute of the thread. */
static guint
write_launch (TlModuleWriter *self, const TlLoop *loop)
{
  TlRange range = { loop->min, loop->extent };
  TlGraphField fields[5] = { { "span", 0, NULL }, { "node", 0, NULL }, { "attr_key", 0, NULL }, { "value", 0, NULL }, { "body", 0, NULL } };

  fields[1].node = write_iter (self, &range, tl_graph_write_expr (&self->writer, loop->var), 1, loop->thread);
  fields[2].node = tl_graph_write_string (&self->writer, "thread_extent");
  fields[3].node = tl_graph_write_expr (&self->writer, loop->extent);
  fields[4].node = tl_module_write_stmt (self, loop->body);
  return tl_module_write_object (self, "tirx.AttrStmt", fields, G_N_ELEMENTS (fields));
}

static guint
write_loop (TlModuleWriter *self, const TlLoop *loop)
{
  g_autofree char *kind = g_strdup_printf ("%u", (guint) loop->kind);
  TlGraphField fields[9] = { { "span", 0, NULL }, { "loop_var", 0, NULL }, { "min", 0, NULL }, { "extent", 0, NULL }, { "kind", 0, kind },
                             { "body", 0, NULL }, { "thread_binding", 0, NULL }, { "annotations", 0, NULL }, { "step", 0, NULL } };

  if (loop->is_launch)
    return write_launch (self, loop);
  fields[1].node = tl_graph_write_expr (&self->writer, loop->var);
  fields[2].node = tl_graph_write_expr (&self->writer, loop->min);
  fields[3].node = tl_graph_write_expr (&self->writer, loop->extent);
  fields[5].node = tl_module_write_stmt (self, loop->body);
  fields[6].node = loop->thread ? write_thread (self, loop) : 0;
  fields[7].node = tl_module_write_attrs (self, &loop->annotations);
  fields[8].node = loop->step ? tl_graph_write_expr (&self->writer, loop->step) : 0;
  return tl_module_write_object (self, "tirx.For", fields, G_N_ELEMENTS (fields));
}

static guint
write_axes (TlModuleWriter *self, const TlBlock *block)
{
  static const guint types[] = { [TL_AXIS_SPATIAL] = 0, [TL_AXIS_REDUCE] = 2, [TL_AXIS_SCAN] = 3, [TL_AXIS_OPAQUE] = 4 };
  g_autofree guint *items = g_new (guint, block->n_axes + 1);

  for (guint i = 0; i < block->n_axes; i++)
    items[i] = write_iter (self, &block->axes[i].dom, tl_graph_write_expr (&self->writer, block->axes[i].var), types[block->axes[i].kind],
                           "");
  return tl_graph_write_array (&self->writer, items, block->n_axes);
}

static guint
write_matches (TlModuleWriter *self, const TlBlock *block)
{
  g_autofree guint *items = g_new (guint, block->n_matches + 1);

  for (guint i = 0; i < block->n_matches; i++)
    {
      TlGraphField fields[2] = { { "buffer", tl_module_write_buffer (self, block->matches[i].buffer), NULL }, { "source", 0, NULL } };

      fields[1].node = tl_module_write_region (self, &block->matches[i].source);
      items[i] = tl_module_write_object (self, "s_tir.MatchBufferRegion", fields, G_N_ELEMENTS (fields));
    }
  return tl_graph_write_array (&self->writer, items, block->n_matches);
}

static guint
write_allocs (TlModuleWriter *self, const TlBlock *block)
{
  g_autofree guint *items = g_new (guint, block->n_allocs + 1);

  for (guint i = 0; i < block->n_allocs; i++)
    items[i] = tl_module_write_buffer (self, block->allocs[i]);
  return tl_graph_write_array (&self->writer, items, block->n_allocs);
}

static guint
write_block (TlModuleWriter *self, const TlBlock *block)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  const TlExpr *always = tl_expr_bool (arena, TRUE);
  TlGraphField realize[4] = { { "span", 0, NULL }, { "iter_values", 0, NULL }, { "predicate", 0, NULL }, { "block", 0, NULL } };
  TlGraphField fields[10] = { { "span", 0, NULL }, { "iter_vars", 0, NULL }, { "reads", 0, NULL }, { "writes", 0, NULL },
                              { "name_hint", 0, NULL },
                              { "alloc_buffers", 0, NULL }, { "match_buffers", 0, NULL }, { "annotations", 0, NULL }, { "init", 0, NULL },
                              { "body", 0, NULL } };

  realize[1].node = tl_module_write_exprs (self, block->bindings, block->n_axes);
  realize[2].node = tl_graph_write_expr (&self->writer, block->predicate ? block->predicate : always);
  g_hash_table_remove (self->writer.written, always);
  fields[1].node = write_axes (self, block);
  fields[2].node = tl_module_write_regions (self, block->reads, block->n_reads);
  fields[3].node = tl_module_write_regions (self, block->writes, block->n_writes);
  fields[4].node = tl_graph_write_string (&self->writer, block->name);
  fields[5].node = write_allocs (self, block);
  fields[6].node = write_matches (self, block);
  fields[7].node = tl_module_write_attrs (self, &block->annotations);
  fields[8].node = block->init ? tl_module_write_stmt (self, block->init) : 0;
  fields[9].node = tl_module_write_stmt (self, block->body);
  realize[3].node = tl_module_write_object (self, "s_tir.SBlock", fields, G_N_ELEMENTS (fields));
  return tl_module_write_object (self, "s_tir.SBlockRealize", realize, G_N_ELEMENTS (realize));
}

static guint
write_store (TlModuleWriter *self, const TlStmt *stmt)
{
  TlGraphField fields[4] = { { "span", 0, NULL }, { "buffer", tl_module_write_buffer (self, stmt->buffer), NULL }, { "value", 0, NULL },
                             { "indices", 0, NULL } };

  fields[2].node = tl_graph_write_expr (&self->writer, stmt->value);
  fields[3].node = tl_module_write_exprs (self, stmt->indices, stmt->n_indices);
  return tl_module_write_object (self, "tirx.BufferStore", fields, G_N_ELEMENTS (fields));
}

static guint
write_sequence (TlModuleWriter *self, const guint *items, guint n)
{
  TlGraphField fields[2] = { { "span", 0, NULL }, { "seq", tl_graph_write_array (&self->writer, items, n), NULL } };

  return tl_module_write_object (self, "tirx.SeqStmt", fields, G_N_ELEMENTS (fields));
}

static guint
write_bind (TlModuleWriter *self, const TlStmt *stmt)
{
  TlGraphField fields[3] = { { "span", 0, NULL }, { "var", tl_graph_write_expr (&self->writer, stmt->var), NULL }, { "value", 0, NULL } };

  fields[2].node = tl_graph_write_expr (&self->writer, stmt->let_value);
  return tl_module_write_object (self, "tirx.Bind", fields, G_N_ELEMENTS (fields));
}

static guint
write_alloc (TlModuleWriter *self, const TlStmt *stmt)
{
  TlGraphField fields[3] = { { "span", 0, NULL }, { "buffer", 0, NULL }, { "annotations", 0, NULL } };

  fields[1].node = stmt->is_scalar ? tl_module_write_scalar (self, stmt->buffer) : tl_module_write_buffer (self, stmt->buffer);
  fields[2].node = tl_module_write_attrs (self, &stmt->alloc_annotations);
  return tl_module_write_object (self, "tirx.AllocBuffer", fields, G_N_ELEMENTS (fields));
}

/* The statements of a suite; what holds for the rest of it comes first, then the rest. */
static void
collect_suite (TlModuleWriter *self, const TlStmt *stmt, gboolean is_last, GArray *items)
{
  gboolean is_opener = stmt->kind == TL_STMT_LET || stmt->kind == TL_STMT_ALLOC;
  const TlStmt *body = stmt->kind == TL_STMT_LET ? stmt->let_body : stmt->kind == TL_STMT_ALLOC ? stmt->alloc_body : NULL;
  guint item;

  if (is_opener && !is_last)
    tl_module_writer_fail (self, "TVM 0.27 has no node for a variable or buffer that ends before its scope");
  for (guint i = 0; stmt->kind == TL_STMT_SEQ && i < stmt->n_stmts; i++)
    collect_suite (self, stmt->stmts[i], is_last && i + 1 == stmt->n_stmts, items);
  if (stmt->kind == TL_STMT_SEQ)
    return;
  item = stmt->kind == TL_STMT_LET ? write_bind (self, stmt) : is_opener ? write_alloc (self, stmt) : write_one (self, stmt);
  g_array_append_val (items, item);
  if (is_opener && !(body->kind == TL_STMT_EVALUATE && tl_expr_is_int (body->expr, 0)))
    collect_suite (self, body, TRUE, items);
}

guint
tl_module_write_stmt (TlModuleWriter *self, const TlStmt *stmt)
{
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (guint));

  collect_suite (self, stmt, TRUE, items);
  return items->len == 1 ? g_array_index (items, guint, 0) : write_sequence (self, (const guint *) (gpointer) items->data, items->len);
}

static guint
write_if (TlModuleWriter *self, const TlStmt *stmt)
{
  TlGraphField fields[4] = { { "span", 0, NULL }, { "condition", tl_graph_write_expr (&self->writer, stmt->cond), NULL },
                             { "then_case", 0, NULL },
                             { "else_case", 0, NULL } };

  fields[2].node = tl_module_write_stmt (self, stmt->then_body);
  fields[3].node = stmt->else_body ? tl_module_write_stmt (self, stmt->else_body) : 0;
  return tl_module_write_object (self, "tirx.IfThenElse", fields, G_N_ELEMENTS (fields));
}

static guint
write_attr (TlModuleWriter *self, const TlStmt *stmt)
{
  TlGraphField fields[5] = { { "span", 0, NULL }, { "node", 0, NULL }, { "attr_key", 0, NULL }, { "value", 0, NULL }, { "body", 0, NULL } };

  fields[1].node = stmt->attr_node ? tl_graph_write_expr (&self->writer, stmt->attr_node)
                                   : tl_graph_write_plain (&self->writer, g_strdup ("{\"type\":\"int\",\"data\":0}"));
  fields[2].node = tl_graph_write_string (&self->writer, stmt->attr_key);
  fields[3].node = tl_graph_write_expr (&self->writer, stmt->attr_value);
  fields[4].node = tl_module_write_stmt (self, stmt->attr_body);
  return tl_module_write_object (self, "tirx.AttrStmt", fields, G_N_ELEMENTS (fields));
}

static guint
write_assert (TlModuleWriter *self, const TlStmt *stmt)
{
  TlGraphField fields[4] = { { "span", 0, NULL }, { "condition", tl_graph_write_expr (&self->writer, stmt->assert_cond), NULL },
                             { "error_kind", 0, NULL },
                             { "message_parts", 0, NULL } };
  g_autofree guint *parts = g_new (guint, stmt->n_assert_parts + 1);

  fields[2].node = tl_module_write_string_immediate (self, stmt->assert_kind);
  for (guint i = 0; i < stmt->n_assert_parts; i++)
    parts[i] = tl_module_write_string_immediate (self, stmt->assert_parts[i]);
  fields[3].node = tl_graph_write_array (&self->writer, parts, stmt->n_assert_parts);
  return tl_module_write_object (self, "tirx.AssertStmt", fields, G_N_ELEMENTS (fields));
}

static guint
write_one (TlModuleWriter *self, const TlStmt *stmt)
{
  TlGraphField fields[3] = { { "span", 0, NULL } };

  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      return write_loop (self, &stmt->loop);
    case TL_STMT_BLOCK:
      return write_block (self, &stmt->block);
    case TL_STMT_STORE:
      return write_store (self, stmt);
    case TL_STMT_IF:
      return write_if (self, stmt);
    case TL_STMT_EVALUATE:
      fields[1] = (TlGraphField) { "value", tl_graph_write_expr (&self->writer, stmt->expr), NULL };
      return tl_module_write_object (self, "tirx.Evaluate", fields, 2);
    case TL_STMT_WHILE:
      fields[1] = (TlGraphField) { "condition", tl_graph_write_expr (&self->writer, stmt->cond), NULL };
      fields[2] = (TlGraphField) { "body", tl_module_write_stmt (self, stmt->then_body), NULL };
      return tl_module_write_object (self, "tirx.While", fields, 3);
    case TL_STMT_ATTR:
      return write_attr (self, stmt);
    case TL_STMT_ASSERT:
      return write_assert (self, stmt);
    case TL_STMT_SEQ:
    case TL_STMT_LET:
    case TL_STMT_ALLOC:
      break;    /* of suites */
    }
  g_return_val_if_reached (0);
}
