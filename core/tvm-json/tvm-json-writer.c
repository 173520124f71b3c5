/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A module as TVM 0.27 writes it. A buffer is a variable whose type says what it holds; functions are marked "s_tir". Functions and their
 * names have the type "some function that returns nothing": what its parameters are stands with the parameters.
 */
#include <string.h>

#include "core/tvm-json/tvm-json-writer-private.h"

guint
tl_module_writer_fail (TlModuleWriter *self, const char *format, ...)
{
  va_list list;

  va_start (list, format);
  if (!self->why)
    self->why = g_strdup_vprintf (format, list);
  va_end (list);
  self->writer.fails = TRUE;
  return 0;
}

guint
tl_module_write_object (TlModuleWriter *self, const char *type, const TlGraphField *fields, guint n)
{
  return tl_graph_write_object (&self->writer, type, fields, n);
}

guint
tl_module_write_exprs (TlModuleWriter *self, const TlExpr *const *exprs, guint n)
{
  g_autofree guint *items = g_new (guint, n + 1);

  for (guint i = 0; i < n; i++)
    items[i] = tl_graph_write_expr (&self->writer, exprs[i]);
  return tl_graph_write_array (&self->writer, items, n);
}

static guint
write_bool (TlModuleWriter *self, gboolean value)
{
  return tl_graph_write_plain (&self->writer, g_strdup_printf ("{\"type\":\"bool\",\"data\":%s}", value ? "true" : "false"));
}

static guint
write_map (TlModuleWriter *self, const guint *keys, const guint *values, guint n)
{
  g_autoptr (GString) out = g_string_new ("{\"type\":\"ffi.Map\",\"data\":[");

  for (guint i = 0; i < n; i++)
    g_string_append_printf (out, "%s%u,%u", i > 0 ? "," : "", keys[i], values[i]);
  g_string_append (out, "]}");
  return tl_graph_write_node (&self->writer, out->str);
}

/* --- what index maps do not have: the writer's hook --- */

static guint
write_load (TlModuleWriter *self, const TlExpr *expr)
{
  TlGraphField fields[2] = { { "source", tl_module_write_buffer (self, expr->buffer), NULL }, { "indices", 0, NULL } };

  fields[1].node = tl_module_write_exprs (self, expr->indices, expr->n_indices);
  return tl_graph_write_typed (&self->writer, "ir.", "TensorLoad", expr->dtype, fields, G_N_ELEMENTS (fields));
}

guint
tl_module_write_string_immediate (TlModuleWriter *self, const char *text)
{
  TlGraphField fields[3] = { { "span", 0, NULL }, { "ty", 0, NULL }, { "value", 0, NULL } };

  fields[1].node = tl_graph_write_plain (&self->writer, g_strdup ("{\"type\":\"ir.StringType\",\"data\":{\"span\":0}}"));
  fields[2].node = tl_graph_write_string (&self->writer, text);
  return tl_module_write_object (self, "ir.StringImm", fields, G_N_ELEMENTS (fields));
}

/* The type that a call's result points to, where it is known: elements of its buffer argument. */
static guint
write_type_of_pointer (TlModuleWriter *self, const TlExpr *call)
{
  const char *callee = call->callee->name;
  const TlExpr *load = call->n_args > 0 ? call->args[0] : NULL;
  gboolean is_access = strcmp (callee, "tvm_access_ptr") == 0 && call->n_args > 1;

  if (is_access && call->args[1]->kind == TL_EXPR_CALL && call->args[1]->n_args == 1)
    load = call->args[1]->args[0];
  if (!load || load->kind != TL_EXPR_LOAD || !(is_access || strcmp (callee, "buffer_data") == 0 || strcmp (callee, "address_of") == 0))
    return tl_graph_write_type (&self->writer, call->dtype);
  return tl_graph_write_pointer_type (&self->writer, is_access ? TL_VOID : load->dtype, load->buffer->scope);
}

/* Calls that yield pointers; "A.data" takes the buffer itself, and "A" is that. */
static guint
write_pointer (TlModuleWriter *self, const TlExpr *call)
{
  g_autofree guint *args = g_new (guint, call->n_args + 1);
  gboolean is_data = strcmp (call->callee->name, "buffer_data") == 0;
  TlGraphField fields[6] = { { "span", 0, NULL }, { "ty", 0, NULL }, { "op", 0, NULL }, { "args", 0, NULL }, { "attrs", 0, NULL },
                             { "ty_args", 0, NULL } };

  if (strcmp (call->callee->name, "buffer_object") == 0)
    return tl_module_write_buffer (self, call->args[0]->buffer);
  fields[1].node = write_type_of_pointer (self, call);
  fields[2].node = tl_graph_write_operator (&self->writer, call->callee->name);
  for (guint i = 0; i < call->n_args; i++)
    args[i] = is_data ? tl_module_write_buffer (self, call->args[i]->buffer) : tl_graph_write_expr (&self->writer, call->args[i]);
  fields[3].node = tl_graph_write_array (&self->writer, args, call->n_args);
  fields[5].node = tl_graph_write_array (&self->writer, NULL, 0);
  return tl_module_write_object (self, "ir.Call", fields, G_N_ELEMENTS (fields));
}

static guint
write_other (TlGraphWriter *writer, const TlExpr *expr)
{
  TlModuleWriter *self = writer->user_data;
  TlGraphField fields[3];

  switch (expr->kind)
    {
    case TL_EXPR_LOAD:
      return write_load (self, expr);
    case TL_EXPR_STRING:
      return tl_module_write_string_immediate (self, expr->text);
    case TL_EXPR_CALL:
      return write_pointer (self, expr);
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
      return tl_module_writer_fail (self, "TVM 0.27 has no node for an expression of this kind");
    }
}

/* --- buffers and regions --- */

/* One element, one step apart, in memory. */
static guint
write_layout (TlModuleWriter *self, const TlBuffer *buffer)
{
  TlGraphField iter[3] = { { "extent", tl_graph_write_expr (&self->writer, buffer->shape[0]), NULL }, { "stride", 0, NULL },
                           { "axis", 0, NULL } };
  TlGraphField fields[3] = { { "shard", 0, NULL }, { "replica", 0, NULL }, { "offset", 0, NULL } };
  guint shard;

  iter[1].node = iter[0].node;
  iter[2].node = tl_graph_write_plain (&self->writer, g_strdup ("{\"type\":\"tirx.Axis\",\"data\":\"m\"}"));
  shard = tl_module_write_object (self, "tirx.Iter", iter, G_N_ELEMENTS (iter));
  fields[0].node = tl_graph_write_array (&self->writer, &shard, 1);
  fields[1].node = tl_graph_write_array (&self->writer, NULL, 0);
  fields[2].node = write_map (self, NULL, NULL, 0);
  return tl_module_write_object (self, "tirx.TileLayout", fields, G_N_ELEMENTS (fields));
}

/* No claim about the offset is written as the offset 0 and the factor 1. */
static guint
write_buffer_type (TlModuleWriter *self, const TlBuffer *buffer, gboolean is_scalar)
{
  g_autofree char *alignment = g_strdup_printf ("%u", buffer->alignment_bytes),
                   *factor = g_strdup_printf ("%u", MAX (buffer->offset_factor, 1));
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  TlDType index = buffer->n_dims > 0 ? buffer->shape[0]->dtype : TL_INT64;
  TlGraphField fields[] = {
    { "span", 0, NULL }, { "dtype", 0, NULL }, { "storage_scope", 0, NULL }, { "shape", 0,
                                                                               NULL }, { "strides", 0, NULL }, { "elem_offset", 0, NULL },
    { "data_alignment", 0, alignment }, { "offset_factor", 0, factor }, { "layout", 0, NULL }, { "allocated_addr", 0, NULL },
  };

  if (buffer->n_axis_separators > 0 || buffer->is_auto_broadcast)
    return tl_module_writer_fail (self, "buffer %s has axis separators or is broadcast, which TVM 0.27 cannot store", buffer->name);
  fields[1].node = tl_graph_write_type (&self->writer, buffer->dtype);
  fields[2].node = tl_graph_write_string (&self->writer, buffer->scope);
  fields[3].node = tl_module_write_exprs (self, buffer->shape, buffer->n_dims);
  fields[4].node = tl_module_write_exprs (self, buffer->strides, buffer->strides ? buffer->n_dims : 0);
  if (buffer->elem_offset)
    fields[5].node = tl_graph_write_expr (&self->writer, buffer->elem_offset);
  else
    {
      const TlExpr *zero = tl_expr_int (arena, index, 0);

      fields[5].node = tl_graph_write_expr (&self->writer, zero);
      g_hash_table_remove (self->writer.written, zero);    /* its address is about to be free */
    }
  if (is_scalar)
    fields[8].node = write_layout (self, buffer);
  fields[9].node = tl_graph_write_array (&self->writer, NULL, 0);
  return tl_module_write_object (self, "tirx.BufferType", fields, G_N_ELEMENTS (fields));
}

static guint
write_buffer_var (TlModuleWriter *self, const TlBuffer *buffer, gboolean is_scalar)
{
  guint position = GPOINTER_TO_UINT (g_hash_table_lookup (self->buffers, buffer));
  TlGraphField fields[3] = { { "span", 0, NULL }, { "ty", 0, NULL }, { "name", 0, NULL } };

  if (position != 0)
    return position;
  fields[1].node = write_buffer_type (self, buffer, is_scalar);
  fields[2].node = tl_graph_write_string (&self->writer, buffer->name);
  position = tl_module_write_object (self, "ir.Var", fields, G_N_ELEMENTS (fields));
  g_hash_table_insert (self->buffers, (gpointer) buffer, GUINT_TO_POINTER (position));
  return position;
}

guint
tl_module_write_buffer (TlModuleWriter *self, const TlBuffer *buffer)
{
  return write_buffer_var (self, buffer, FALSE);
}

guint
tl_module_write_scalar (TlModuleWriter *self, const TlBuffer *buffer)
{
  return write_buffer_var (self, buffer, TRUE);
}

guint
tl_module_write_range (TlModuleWriter *self, const TlRange *range)
{
  TlGraphField fields[3] = { { "min", tl_graph_write_expr (&self->writer, range->min), NULL }, { "extent", 0, NULL }, { "span", 0, NULL } };

  fields[1].node = tl_graph_write_expr (&self->writer, range->extent);
  return tl_module_write_object (self, "ir.Range", fields, G_N_ELEMENTS (fields));
}

guint
tl_module_write_region (TlModuleWriter *self, const TlRegion *region)
{
  TlGraphField fields[4] = { { "span", 0, NULL }, { "ty", 0, NULL }, { "source", 0, NULL }, { "region", 0, NULL } };
  g_autofree guint *ranges = g_new (guint, region->buffer->n_dims + 1);

  fields[1].node = tl_graph_write_plain (&self->writer, g_strdup ("{\"type\":\"tirx.BufferRegionType\",\"data\":{\"span\":0}}"));
  fields[2].node = tl_module_write_buffer (self, region->buffer);
  for (guint i = 0; i < region->buffer->n_dims; i++)
    ranges[i] = tl_module_write_range (self, &region->ranges[i]);
  fields[3].node = tl_graph_write_array (&self->writer, ranges, region->buffer->n_dims);
  return tl_module_write_object (self, "ir.TensorRegion", fields, G_N_ELEMENTS (fields));
}

guint
tl_module_write_regions (TlModuleWriter *self, const TlRegion *regions, guint n)
{
  g_autofree guint *items = g_new (guint, n + 1);

  for (guint i = 0; i < n; i++)
    items[i] = tl_module_write_region (self, &regions[i]);
  return tl_graph_write_array (&self->writer, items, n);
}

/* --- annotations --- */

static guint
write_value (TlModuleWriter *self, const TlValue *value)
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
      return tl_graph_write_plain (&self->writer,
                                   g_strdup_printf ("{\"type\":\"float\",\"data\":%s}", tl_graph_float_digits (digits, value->number)));
    case TL_VALUE_STRING:
      return tl_graph_write_string (&self->writer, value->string);
    case TL_VALUE_LIST:
      items = g_new (guint, value->n_items + 1);
      for (guint i = 0; i < value->n_items; i++)
        items[i] = write_value (self, &value->items[i]);
      return tl_graph_write_array (&self->writer, items, value->n_items);
    case TL_VALUE_DICT:
      return tl_module_write_attrs (self, &value->dict);
    case TL_VALUE_EXPR:
      return tl_graph_write_expr (&self->writer, value->expr);
    }
  g_return_val_if_reached (0);
}

guint
tl_module_write_attrs (TlModuleWriter *self, const TlAttrs *attrs)
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
write_dict_attrs (TlModuleWriter *self, const TlAttrs *attrs)
{
  TlGraphField field = { "__dict__", tl_module_write_attrs (self, attrs), NULL };

  return tl_module_write_object (self, "ir.DictAttrs", &field, 1);
}

/* --- functions --- */

static guint
write_params (TlModuleWriter *self, const TlPrimFunc *func)
{
  g_autofree guint *items = g_new (guint, func->n_params + 1);

  for (guint i = 0; i < func->n_params; i++)
    items[i] = func->params[i].buffer ? tl_module_write_buffer (self, func->params[i].buffer)
                                      : tl_graph_write_expr (&self->writer, func->params[i].var);
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
write_nothing (TlModuleWriter *self)
{
  TlGraphField fields[2] = { { "span", 0, NULL }, { "fields", tl_graph_write_array (&self->writer, NULL, 0), NULL } };

  return tl_module_write_object (self, "ir.TupleType", fields, G_N_ELEMENTS (fields));
}

static guint
write_func_type (TlModuleWriter *self)
{
  TlGraphField fields[5] = { { "span", 0, NULL }, { "params", 0, NULL }, { "ret", write_nothing (self), NULL }, { "derive_func", 0, NULL },
                             { "purity", 0, "false" } };

  return tl_module_write_object (self, "relax.FuncType", fields, G_N_ELEMENTS (fields));
}

static guint
write_func (TlModuleWriter *self, const TlPrimFunc *func, guint type)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  TlAttrs attrs = marked_attrs (arena, func);
  TlGraphField fields[6] = { { "span", 0, NULL }, { "ty", type, NULL }, { "attrs", 0, NULL }, { "params", 0, NULL },
                             { "ret_type", 0, NULL }, { "body", 0, NULL } };

  fields[2].node = write_dict_attrs (self, &attrs);
  fields[3].node = write_params (self, func);
  fields[4].node = write_nothing (self);
  fields[5].node = tl_module_write_stmt (self, func->body);
  return tl_module_write_object (self, "tirx.PrimFunc", fields, G_N_ELEMENTS (fields));
}

static guint
write_module (TlModuleWriter *self, const TlModule *module)
{
  g_autofree guint *globals = g_new (guint, module->n_prims + 1), *funcs = g_new (guint, module->n_prims + 1),
                    *names = g_new (guint, module->n_prims + 1);
  TlGraphField fields[5] = { { "functions", 0, NULL }, { "global_var_map_", 0, NULL }, { "source_map", 0, NULL }, { "attrs", 0, NULL },
                             { "global_infos", 0, NULL } };
  TlGraphField sources = { "source_map", 0, NULL };

  for (guint i = 0; i < module->n_prims; i++)
    {
      guint type = write_func_type (self);
      TlGraphField global[3] = { { "span", 0, NULL }, { "ty", type, NULL }, { "name_hint", 0, NULL } };

      global[2].node = names[i] = tl_graph_write_string (&self->writer, module->prims[i]->name);
      globals[i] = tl_module_write_object (self, "ir.GlobalVar", global, G_N_ELEMENTS (global));
      funcs[i] = write_func (self, module->prims[i], type);
    }
  fields[0].node = write_map (self, globals, funcs, module->n_prims);
  fields[1].node = write_map (self, names, globals, module->n_prims);
  sources.node = write_map (self, NULL, NULL, 0);
  fields[2].node = tl_module_write_object (self, "ir.SourceMap", &sources, 1);
  fields[3].node = write_dict_attrs (self, &module->attrs);
  fields[4].node = write_map (self, NULL, NULL, 0);
  return tl_module_write_object (self, "ir.IRModule", fields, G_N_ELEMENTS (fields));
}

char *
tl_module_to_tvm_json (const TlModule *module, GError **error)
{
  g_autoptr (GHashTable) buffers = g_hash_table_new (NULL, NULL);
  TlModuleWriter self = { .buffers = buffers };
  guint root;
  char *text;

  tl_graph_writer_init (&self.writer, FALSE);
  self.writer.other = write_other;
  self.writer.user_data = &self;
  if (module->n_funcs > module->n_prims || module->global_infos)
    tl_module_writer_fail (&self, "functions of other languages cannot be stored");
  root = write_module (&self, module);
  text = tl_graph_writer_finish (&self.writer, root);
  if (!text)
    g_set_error (error, TL_TVM_JSON_ERROR, TL_TVM_JSON_ERROR_WRITE, "the module cannot be written for TVM: %s",
                 self.why ? self.why : "an expression has no node");
  g_free (self.why);
  return text;
}
