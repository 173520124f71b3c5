/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A module as TVM 0.27 writes it. A buffer is a variable whose type says what it holds; functions are marked "s_tir". Functions and their names
 * have the type "some function that returns nothing": what its parameters are stands with the parameters.
 */
#include <string.h>

#include "core/ir/buffer.h"
#include "core/schedule/graph-writer.h"
#include "core/tune/database.h"
#include "core/tune/module-graph.h"

typedef struct
{
  TlGraphWriter writer;
  GHashTable   *buffers;    /* TlBuffer → position */
  char         *why;        /* what has no form, the first of it */
} ModuleWriter;

static guint write_buffer (ModuleWriter *self, const TlBuffer *buffer);
static guint write_stmt (ModuleWriter *self, const TlStmt *stmt);
static guint write_attrs (ModuleWriter *self, const TlAttrs *attrs);

G_GNUC_PRINTF (2, 3)
static guint
fail (ModuleWriter *self, const char *format, ...)
{
  va_list list;

  va_start (list, format);
  if (!self->why)
    self->why = g_strdup_vprintf (format, list);
  va_end (list);
  self->writer.fails = TRUE;
  return 0;
}

static guint
object (ModuleWriter *self, const char *type, const TlGraphField *fields, guint n)
{
  return tl_graph_write_object (&self->writer, type, fields, n);
}

static guint
write_exprs (ModuleWriter *self, const TlExpr *const *exprs, guint n)
{
  g_autofree guint *items = g_new (guint, n + 1);

  for (guint i = 0; i < n; i++)
    items[i] = tl_graph_write_expr (&self->writer, exprs[i]);
  return tl_graph_write_array (&self->writer, items, n);
}

static guint
write_bool (ModuleWriter *self, gboolean value)
{
  return tl_graph_write_plain (&self->writer, g_strdup_printf ("{\"type\":\"bool\",\"data\":%s}", value ? "true" : "false"));
}

/* --- what index maps do not have: the writer's hook --- */

static guint
write_load (ModuleWriter *self, const TlExpr *expr)
{
  TlGraphField fields[2] = { { "source", write_buffer (self, expr->buffer), NULL }, { "indices", 0, NULL } };

  fields[1].node = write_exprs (self, expr->indices, expr->n_indices);
  return tl_graph_write_typed (&self->writer, "ir.", "TensorLoad", expr->dtype, fields, G_N_ELEMENTS (fields));
}

static guint
write_string_immediate (ModuleWriter *self, const TlExpr *expr)
{
  TlGraphField fields[3] = { { "span", 0, NULL }, { "ty", 0, NULL }, { "value", 0, NULL } };

  fields[1].node = tl_graph_write_plain (&self->writer, g_strdup ("{\"type\":\"ir.StringType\",\"data\":{\"span\":0}}"));
  fields[2].node = tl_graph_write_string (&self->writer, expr->text);
  return object (self, "ir.StringImm", fields, G_N_ELEMENTS (fields));
}

static guint
write_other (TlGraphWriter *writer, const TlExpr *expr)
{
  ModuleWriter *self = writer->user_data;
  TlGraphField fields[3];

  switch (expr->kind)
    {
    case TL_EXPR_LOAD:
      return write_load (self, expr);
    case TL_EXPR_STRING:
      return write_string_immediate (self, expr);
    case TL_EXPR_RAMP:
      fields[0] = (TlGraphField) { "base", tl_graph_write_expr (writer, expr->base), NULL };
      fields[1] = (TlGraphField) { "stride", tl_graph_write_expr (writer, expr->stride), NULL };
      return tl_graph_write_typed (writer, "prim.", "Ramp", expr->dtype, fields, 2);
    case TL_EXPR_BROADCAST:
      fields[0] = (TlGraphField) { "value", tl_graph_write_expr (writer, expr->base), NULL };
      return tl_graph_write_typed (writer, "prim.", "Broadcast", expr->dtype, fields, 1);
    case TL_EXPR_LET:
      fields[0] = (TlGraphField) { "var", tl_graph_write_expr (writer, expr->let_var), NULL };
      fields[1] = (TlGraphField) { "value", tl_graph_write_expr (writer, expr->let_value), NULL };
      fields[2] = (TlGraphField) { "body", tl_graph_write_expr (writer, expr->let_body), NULL };
      return tl_graph_write_typed (writer, "prim.", "Let", expr->dtype, fields, 3);
    default:
      return fail (self, "an expression of its kind has no node");
    }
}

/* --- buffers and regions --- */

/* No claim about the offset is written as the offset 0 and the factor 1. */
static guint
write_buffer_type (ModuleWriter *self, const TlBuffer *buffer)
{
  g_autofree char *alignment = g_strdup_printf ("%u", buffer->alignment_bytes), *factor = g_strdup_printf ("%u", MAX (buffer->offset_factor, 1));
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  TlDType index = buffer->n_dims > 0 ? buffer->shape[0]->dtype : TL_INT64;
  TlGraphField fields[] = {
    { "span", 0, NULL }, { "dtype", 0, NULL }, { "storage_scope", 0, NULL }, { "shape", 0, NULL }, { "strides", 0, NULL }, { "elem_offset", 0, NULL },
    { "data_alignment", 0, alignment }, { "offset_factor", 0, factor }, { "layout", 0, NULL }, { "allocated_addr", 0, NULL },
  };

  if (buffer->n_axis_separators > 0 || buffer->is_auto_broadcast)
    return fail (self, "buffer %s has axis separators or is broadcast, which TVM 0.27 has no form for", buffer->name);
  fields[1].node = tl_graph_write_type (&self->writer, buffer->dtype);
  fields[2].node = tl_graph_write_string (&self->writer, buffer->scope);
  fields[3].node = write_exprs (self, buffer->shape, buffer->n_dims);
  fields[4].node = write_exprs (self, buffer->strides, buffer->strides ? buffer->n_dims : 0);
  if (buffer->elem_offset)
    fields[5].node = tl_graph_write_expr (&self->writer, buffer->elem_offset);
  else
    {
      const TlExpr *zero = tl_expr_int (arena, index, 0);

      fields[5].node = tl_graph_write_expr (&self->writer, zero);
      g_hash_table_remove (self->writer.written, zero);    /* its address is about to be free */
    }
  fields[9].node = tl_graph_write_array (&self->writer, NULL, 0);
  return object (self, "tirx.BufferType", fields, G_N_ELEMENTS (fields));
}

static guint
write_buffer (ModuleWriter *self, const TlBuffer *buffer)
{
  guint position = GPOINTER_TO_UINT (g_hash_table_lookup (self->buffers, buffer));
  TlGraphField fields[3] = { { "span", 0, NULL }, { "ty", 0, NULL }, { "name", 0, NULL } };

  if (position != 0)
    return position;
  fields[1].node = write_buffer_type (self, buffer);
  fields[2].node = tl_graph_write_string (&self->writer, buffer->name);
  position = object (self, "ir.Var", fields, G_N_ELEMENTS (fields));
  g_hash_table_insert (self->buffers, (gpointer) buffer, GUINT_TO_POINTER (position));
  return position;
}

static guint
write_range (ModuleWriter *self, const TlRange *range)
{
  TlGraphField fields[3] = { { "min", tl_graph_write_expr (&self->writer, range->min), NULL }, { "extent", 0, NULL }, { "span", 0, NULL } };

  fields[1].node = tl_graph_write_expr (&self->writer, range->extent);
  return object (self, "ir.Range", fields, G_N_ELEMENTS (fields));
}

static guint
write_region (ModuleWriter *self, const TlRegion *region)
{
  TlGraphField fields[4] = { { "span", 0, NULL }, { "ty", 0, NULL }, { "source", 0, NULL }, { "region", 0, NULL } };
  g_autofree guint *ranges = g_new (guint, region->buffer->n_dims + 1);

  fields[1].node = tl_graph_write_plain (&self->writer, g_strdup ("{\"type\":\"tirx.BufferRegionType\",\"data\":{\"span\":0}}"));
  fields[2].node = write_buffer (self, region->buffer);
  for (guint i = 0; i < region->buffer->n_dims; i++)
    ranges[i] = write_range (self, &region->ranges[i]);
  fields[3].node = tl_graph_write_array (&self->writer, ranges, region->buffer->n_dims);
  return object (self, "ir.TensorRegion", fields, G_N_ELEMENTS (fields));
}

static guint
write_regions (ModuleWriter *self, const TlRegion *regions, guint n)
{
  g_autofree guint *items = g_new (guint, n + 1);

  for (guint i = 0; i < n; i++)
    items[i] = write_region (self, &regions[i]);
  return tl_graph_write_array (&self->writer, items, n);
}

/* --- annotations --- */

static guint
write_value (ModuleWriter *self, const TlValue *value)
{
  g_autofree guint *items = NULL;
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  switch (value->kind)
    {
    case TL_VALUE_NONE:
      return 0;
    case TL_VALUE_BOOL:
      return write_bool (self, value->boolean);
    case TL_VALUE_INT:
      return tl_graph_write_plain (&self->writer, g_strdup_printf ("{\"type\":\"int\",\"data\":%" G_GINT64_FORMAT "}", value->integer));
    case TL_VALUE_FLOAT:
      return tl_graph_write_plain (&self->writer, g_strdup_printf ("{\"type\":\"float\",\"data\":%s}", g_ascii_dtostr (digits, sizeof digits, value->number)));
    case TL_VALUE_STRING:
      return tl_graph_write_string (&self->writer, value->string);
    case TL_VALUE_LIST:
      items = g_new (guint, value->n_items + 1);
      for (guint i = 0; i < value->n_items; i++)
        items[i] = write_value (self, &value->items[i]);
      return tl_graph_write_array (&self->writer, items, value->n_items);
    case TL_VALUE_DICT:
      return write_attrs (self, &value->dict);
    case TL_VALUE_EXPR:
      return tl_graph_write_expr (&self->writer, value->expr);
    }
  g_return_val_if_reached (0);
}

static guint
write_map (ModuleWriter *self, const guint *keys, const guint *values, guint n)
{
  g_autoptr (GString) out = g_string_new ("{\"type\":\"ffi.Map\",\"data\":[");

  for (guint i = 0; i < n; i++)
    g_string_append_printf (out, "%s%u,%u", i > 0 ? "," : "", keys[i], values[i]);
  g_string_append (out, "]}");
  return tl_graph_write_node (&self->writer, out->str);
}

static guint
write_attrs (ModuleWriter *self, const TlAttrs *attrs)
{
  g_autofree guint *keys = g_new (guint, attrs->n + 1), *values = g_new (guint, attrs->n + 1);

  for (guint i = 0; i < attrs->n; i++)
    {
      keys[i] = tl_graph_write_string (&self->writer, strcmp (attrs->keys[i], "tir.noalias") == 0 ? "tirx.noalias" : attrs->keys[i]);
      values[i] = write_value (self, &attrs->values[i]);
    }
  return write_map (self, keys, values, attrs->n);
}

static guint
write_dict_attrs (ModuleWriter *self, const TlAttrs *attrs)
{
  TlGraphField field = { "__dict__", write_attrs (self, attrs), NULL };

  return object (self, "ir.DictAttrs", &field, 1);
}

/* --- statements --- */

/* @var 0 and no domain: what a loop bound to a thread has. */
static guint
write_iter (ModuleWriter *self, const TlRange *dom, guint var, guint type, const char *thread)
{
  g_autofree char *kind = g_strdup_printf ("%u", type);
  TlGraphField fields[5] = { { "dom", dom ? write_range (self, dom) : 0, NULL }, { "var", var, NULL }, { "iter_type", 0, kind },
                             { "thread_tag", tl_graph_write_string (&self->writer, thread), NULL }, { "span", 0, NULL } };

  return object (self, "tirx.IterVar", fields, G_N_ELEMENTS (fields));
}

static guint
write_thread (ModuleWriter *self, const TlLoop *loop)
{
  TlGraphField fields[3] = { { "span", 0, NULL }, { "ty", tl_graph_write_type (&self->writer, loop->var->dtype), NULL }, { "name", 0, NULL } };

  fields[2].node = tl_graph_write_string (&self->writer, "");
  return write_iter (self, NULL, object (self, "ir.Var", fields, G_N_ELEMENTS (fields)), 1, loop->thread);
}

static guint
write_loop (ModuleWriter *self, const TlLoop *loop)
{
  g_autofree char *kind = g_strdup_printf ("%u", (guint) loop->kind);
  TlGraphField fields[9] = { { "span", 0, NULL }, { "loop_var", 0, NULL }, { "min", 0, NULL }, { "extent", 0, NULL }, { "kind", 0, kind },
                             { "body", 0, NULL }, { "thread_binding", 0, NULL }, { "annotations", 0, NULL }, { "step", 0, NULL } };

  if (loop->is_launch)
    return fail (self, "T.launch_thread has no node of its own");
  fields[1].node = tl_graph_write_expr (&self->writer, loop->var);
  fields[2].node = tl_graph_write_expr (&self->writer, loop->min);
  fields[3].node = tl_graph_write_expr (&self->writer, loop->extent);
  fields[5].node = write_stmt (self, loop->body);
  fields[6].node = loop->thread ? write_thread (self, loop) : 0;
  fields[7].node = write_attrs (self, &loop->annotations);
  fields[8].node = loop->step ? tl_graph_write_expr (&self->writer, loop->step) : 0;
  return object (self, "tirx.For", fields, G_N_ELEMENTS (fields));
}

static guint
write_axes (ModuleWriter *self, const TlBlock *block)
{
  static const guint types[] = { [TL_AXIS_SPATIAL] = 0, [TL_AXIS_REDUCE] = 2, [TL_AXIS_SCAN] = 3, [TL_AXIS_OPAQUE] = 4 };
  g_autofree guint *items = g_new (guint, block->n_axes + 1);

  for (guint i = 0; i < block->n_axes; i++)
    items[i] = write_iter (self, &block->axes[i].dom, tl_graph_write_expr (&self->writer, block->axes[i].var), types[block->axes[i].kind], "");
  return tl_graph_write_array (&self->writer, items, block->n_axes);
}

static guint
write_matches (ModuleWriter *self, const TlBlock *block)
{
  g_autofree guint *items = g_new (guint, block->n_matches + 1);

  for (guint i = 0; i < block->n_matches; i++)
    {
      TlGraphField fields[2] = { { "buffer", write_buffer (self, block->matches[i].buffer), NULL }, { "source", 0, NULL } };

      fields[1].node = write_region (self, &block->matches[i].source);
      items[i] = object (self, "s_tir.MatchBufferRegion", fields, G_N_ELEMENTS (fields));
    }
  return tl_graph_write_array (&self->writer, items, block->n_matches);
}

static guint
write_allocs (ModuleWriter *self, const TlBlock *block)
{
  g_autofree guint *items = g_new (guint, block->n_allocs + 1);

  for (guint i = 0; i < block->n_allocs; i++)
    items[i] = write_buffer (self, block->allocs[i]);
  return tl_graph_write_array (&self->writer, items, block->n_allocs);
}

static guint
write_block (ModuleWriter *self, const TlBlock *block)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  const TlExpr *always = tl_expr_bool (arena, TRUE);
  TlGraphField realize[4] = { { "span", 0, NULL }, { "iter_values", 0, NULL }, { "predicate", 0, NULL }, { "block", 0, NULL } };
  TlGraphField fields[10] = { { "span", 0, NULL }, { "iter_vars", 0, NULL }, { "reads", 0, NULL }, { "writes", 0, NULL }, { "name_hint", 0, NULL },
                              { "alloc_buffers", 0, NULL }, { "match_buffers", 0, NULL }, { "annotations", 0, NULL }, { "init", 0, NULL },
                              { "body", 0, NULL } };

  realize[1].node = write_exprs (self, block->bindings, block->n_axes);
  realize[2].node = tl_graph_write_expr (&self->writer, block->predicate ? block->predicate : always);
  g_hash_table_remove (self->writer.written, always);
  fields[1].node = write_axes (self, block);
  fields[2].node = write_regions (self, block->reads, block->n_reads);
  fields[3].node = write_regions (self, block->writes, block->n_writes);
  fields[4].node = tl_graph_write_string (&self->writer, block->name);
  fields[5].node = write_allocs (self, block);
  fields[6].node = write_matches (self, block);
  fields[7].node = write_attrs (self, &block->annotations);
  fields[8].node = block->init ? write_stmt (self, block->init) : 0;
  fields[9].node = write_stmt (self, block->body);
  realize[3].node = object (self, "s_tir.SBlock", fields, G_N_ELEMENTS (fields));
  return object (self, "s_tir.SBlockRealize", realize, G_N_ELEMENTS (realize));
}

static guint
write_store (ModuleWriter *self, const TlStmt *stmt)
{
  TlGraphField fields[4] = { { "span", 0, NULL }, { "buffer", write_buffer (self, stmt->buffer), NULL }, { "value", 0, NULL }, { "indices", 0, NULL } };

  fields[2].node = tl_graph_write_expr (&self->writer, stmt->value);
  fields[3].node = write_exprs (self, stmt->indices, stmt->n_indices);
  return object (self, "tirx.BufferStore", fields, G_N_ELEMENTS (fields));
}

static guint
write_seq (ModuleWriter *self, const TlStmt *stmt)
{
  TlGraphField fields[2] = { { "span", 0, NULL }, { "seq", 0, NULL } };
  g_autofree guint *items = g_new (guint, stmt->n_stmts + 1);

  for (guint i = 0; i < stmt->n_stmts; i++)
    items[i] = write_stmt (self, stmt->stmts[i]);
  fields[1].node = tl_graph_write_array (&self->writer, items, stmt->n_stmts);
  return object (self, "tirx.SeqStmt", fields, G_N_ELEMENTS (fields));
}

static guint
write_if (ModuleWriter *self, const TlStmt *stmt)
{
  TlGraphField fields[4] = { { "span", 0, NULL }, { "condition", tl_graph_write_expr (&self->writer, stmt->cond), NULL }, { "then_case", 0, NULL },
                             { "else_case", 0, NULL } };

  fields[2].node = write_stmt (self, stmt->then_body);
  fields[3].node = stmt->else_body ? write_stmt (self, stmt->else_body) : 0;
  return object (self, "tirx.IfThenElse", fields, G_N_ELEMENTS (fields));
}

static guint
write_stmt (ModuleWriter *self, const TlStmt *stmt)
{
  TlGraphField fields[3] = { { "span", 0, NULL } };

  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      return write_loop (self, &stmt->loop);
    case TL_STMT_BLOCK:
      return write_block (self, &stmt->block);
    case TL_STMT_SEQ:
      return write_seq (self, stmt);
    case TL_STMT_STORE:
      return write_store (self, stmt);
    case TL_STMT_IF:
      return write_if (self, stmt);
    case TL_STMT_EVALUATE:
      fields[1] = (TlGraphField) { "value", tl_graph_write_expr (&self->writer, stmt->expr), NULL };
      return object (self, "tirx.Evaluate", fields, 2);
    case TL_STMT_WHILE:
      fields[1] = (TlGraphField) { "condition", tl_graph_write_expr (&self->writer, stmt->cond), NULL };
      fields[2] = (TlGraphField) { "body", write_stmt (self, stmt->then_body), NULL };
      return object (self, "tirx.While", fields, 3);
    default:
      return fail (self, "a let, an attribute, an assertion or a declared buffer has no node");
    }
}

/* --- functions --- */

static guint
write_params (ModuleWriter *self, const TlPrimFunc *func)
{
  g_autofree guint *items = g_new (guint, func->n_params + 1);

  for (guint i = 0; i < func->n_params; i++)
    items[i] = func->params[i].buffer ? write_buffer (self, func->params[i].buffer) : tl_graph_write_expr (&self->writer, func->params[i].var);
  return tl_graph_write_array (&self->writer, items, func->n_params);
}

/* In @arena: with the mark, and with the name the function is known by. */
static TlAttrs
marked_attrs (TlArena *arena, const TlPrimFunc *func)
{
  TlAttrs attrs = func->attrs;

  return tl_attrs_with (arena, &attrs, "s_tir", (TlValue) { .kind = TL_VALUE_BOOL, .boolean = TRUE });
}

/* A type without fields to return. */
static guint
write_nothing (ModuleWriter *self)
{
  TlGraphField fields[2] = { { "span", 0, NULL }, { "fields", tl_graph_write_array (&self->writer, NULL, 0), NULL } };

  return object (self, "ir.TupleType", fields, G_N_ELEMENTS (fields));
}

static guint
write_func_type (ModuleWriter *self)
{
  TlGraphField fields[5] = { { "span", 0, NULL }, { "params", 0, NULL }, { "ret", write_nothing (self), NULL }, { "derive_func", 0, NULL },
                             { "purity", 0, "false" } };

  return object (self, "relax.FuncType", fields, G_N_ELEMENTS (fields));
}

static guint
write_func (ModuleWriter *self, const TlPrimFunc *func, guint type)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  TlAttrs attrs = marked_attrs (arena, func);
  TlGraphField fields[6] = { { "span", 0, NULL }, { "ty", type, NULL }, { "attrs", 0, NULL }, { "params", 0, NULL }, { "ret_type", 0, NULL }, { "body", 0, NULL } };

  fields[2].node = write_dict_attrs (self, &attrs);
  fields[3].node = write_params (self, func);
  fields[4].node = write_nothing (self);
  fields[5].node = write_stmt (self, func->body);
  return object (self, "tirx.PrimFunc", fields, G_N_ELEMENTS (fields));
}

static guint
write_module (ModuleWriter *self, const TlModule *module)
{
  g_autofree guint *globals = g_new (guint, module->n_funcs + 1), *funcs = g_new (guint, module->n_funcs + 1), *names = g_new (guint, module->n_funcs + 1);
  TlGraphField fields[5] = { { "functions", 0, NULL }, { "global_var_map_", 0, NULL }, { "source_map", 0, NULL }, { "attrs", 0, NULL },
                             { "global_infos", 0, NULL } };
  TlGraphField sources = { "source_map", 0, NULL };

  for (guint i = 0; i < module->n_funcs; i++)
    {
      guint type = write_func_type (self);
      TlGraphField global[3] = { { "span", 0, NULL }, { "ty", type, NULL }, { "name_hint", 0, NULL } };

      global[2].node = names[i] = tl_graph_write_string (&self->writer, module->funcs[i]->name);
      globals[i] = object (self, "ir.GlobalVar", global, G_N_ELEMENTS (global));
      funcs[i] = write_func (self, module->funcs[i], type);
    }
  fields[0].node = write_map (self, globals, funcs, module->n_funcs);
  fields[1].node = write_map (self, names, globals, module->n_funcs);
  sources.node = write_map (self, NULL, NULL, 0);
  fields[2].node = object (self, "ir.SourceMap", &sources, 1);
  fields[3].node = write_dict_attrs (self, &module->attrs);
  fields[4].node = write_map (self, NULL, NULL, 0);
  return object (self, "ir.IRModule", fields, G_N_ELEMENTS (fields));
}

char *
tl_module_to_graph (const TlModule *module, GError **error)
{
  g_autoptr (GHashTable) buffers = g_hash_table_new (NULL, NULL);
  ModuleWriter self = { .buffers = buffers };
  guint root;
  char *text;

  tl_graph_writer_init (&self.writer, FALSE);
  self.writer.other = write_other;
  self.writer.user_data = &self;
  if (module->n_foreign > 0 || module->global_infos)
    fail (&self, "functions of other languages have no node here");
  root = write_module (&self, module);
  text = tl_graph_writer_finish (&self.writer, root);
  if (!text)
    g_set_error (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_OPEN, "the module cannot be written for TVM: %s",
                 self.why ? self.why : "an expression has no node");
  g_free (self.why);
  return text;
}
