/* SPDX-License-Identifier: Apache-2.0 */
#include "core/graph/graph-builder.h"

#include "core/graph/operators/operators.h"

struct _TlGraphBuilder
{
  TlArena    *arena;      /* borrowed */
  GPtrArray  *params;     /* const TlRelaxVar* */
  GArray     *bindings;   /* TlRelaxBinding */
  GHashTable *names;      /* const char*, in the arena; the number that was last put behind it */
};

TlGraphBuilder *
tl_graph_builder_new (TlArena *arena)
{
  TlGraphBuilder *builder = g_new0 (TlGraphBuilder, 1);

  builder->arena = arena;
  builder->params = g_ptr_array_new ();
  builder->bindings = g_array_new (FALSE, TRUE, sizeof (TlRelaxBinding));
  builder->names = g_hash_table_new (g_str_hash, g_str_equal);
  return builder;
}

void
tl_graph_builder_free (TlGraphBuilder *builder)
{
  g_ptr_array_unref (builder->params);
  g_array_unref (builder->bindings);
  g_hash_table_unref (builder->names);
  g_free (builder);
}

/* @hint, with a number behind it where it is taken; what no name may have in it becomes "_". */
static const char *
take_name (TlGraphBuilder *builder, const char *hint)
{
  char *wanted = tl_arena_strdup (builder->arena, hint), *name = wanted;

  for (char *at = wanted; *at != '\0'; at++)
    if (!g_ascii_isalnum (*at))
      *at = '_';
  if (wanted[0] == '\0' || g_ascii_isdigit (wanted[0]))
    name = wanted = tl_arena_printf (builder->arena, "v_%s", wanted);
  if (g_hash_table_contains (builder->names, wanted))
    {
      guint number = GPOINTER_TO_UINT (g_hash_table_lookup (builder->names, wanted));

      do
        name = tl_arena_printf (builder->arena, "%s%u", wanted, ++number);
      while (g_hash_table_contains (builder->names, name));
      g_hash_table_insert (builder->names, wanted, GUINT_TO_POINTER (number));
    }
  g_hash_table_insert (builder->names, name, NULL);
  return name;
}

const TlRelaxVar *
tl_graph_builder_param (TlGraphBuilder *builder, const char *name, const TlRelaxType *type)
{
  const TlRelaxVar *var = tl_relax_var (builder->arena, take_name (builder, name), type, FALSE);

  g_ptr_array_add (builder->params, (gpointer) var);
  return var;
}

const TlRelaxVar *
tl_graph_builder_emit (TlGraphBuilder *builder, const char *hint, const TlRelaxExpr *value)
{
  TlRelaxBinding binding = { .kind = TL_RELAX_BIND_VALUE, .value = value };

  binding.var = tl_relax_var (builder->arena, take_name (builder, hint != NULL ? hint : "lv"), value->type, TRUE);
  g_array_append_val (builder->bindings, binding);
  return binding.var;
}

const TlRelaxExpr *
tl_graph_builder_make_call (TlGraphBuilder *builder, const char *op, const TlRelaxExpr *const *args, guint n_args, const TlAttrs *attrs,
                            GError **error)
{
  const TlRelaxOp   *row = tl_relax_op_find (op);
  const TlRelaxType *type;
  TlAttrs            complete;

  if (row == NULL)
    {
      g_set_error (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_INVALID, "there is no operator R.%s", op);
      return NULL;
    }
  if (!tl_relax_op_complete (builder->arena, row, attrs != NULL ? attrs : &tl_attrs_empty, &complete, error)
      || (type = tl_relax_infer (builder->arena, row, args, n_args, &complete, error)) == NULL)
    return NULL;
  return tl_relax_call (builder->arena, type, row, args, n_args, &complete);
}

const TlRelaxVar *
tl_graph_builder_call (TlGraphBuilder *builder, const char *op, const TlRelaxExpr *const *args, guint n_args, const TlAttrs *attrs,
                       GError **error)
{
  const TlRelaxExpr *call = tl_graph_builder_make_call (builder, op, args, n_args, attrs, error);

  return call != NULL ? tl_graph_builder_emit (builder, NULL, call) : NULL;
}

/* A variable that is used behind the block. */
static const TlRelaxVar *
emit_output (TlGraphBuilder *builder, const TlRelaxExpr *value)
{
  TlRelaxBinding binding = { .kind = TL_RELAX_BIND_VALUE, .value = value };

  binding.var = tl_relax_var (builder->arena, take_name (builder, "gv"), value->type, FALSE);
  g_array_append_val (builder->bindings, binding);
  return binding.var;
}

const TlGraphFunc *
tl_graph_builder_finish (TlGraphBuilder *builder, const TlRelaxExpr *const *outputs, guint n_outputs, const TlAttrs *attrs)
{
  TlArena      *arena = builder->arena;
  TlGraphFunc  *func = tl_arena_new0 (arena, TlGraphFunc);
  TlRelaxBlock *block = tl_arena_new0 (arena, TlRelaxBlock);

  func->body.result = emit_output (builder, n_outputs == 1 ? outputs[0] : tl_relax_tuple (arena, outputs, n_outputs));
  func->result_type = func->body.result->type;
  func->params = tl_arena_memdup (arena, builder->params->pdata, builder->params->len * sizeof (gpointer));
  func->n_params = builder->params->len;
  func->attrs = attrs != NULL ? *attrs : tl_attrs_empty;
  block->is_dataflow = TRUE;
  block->bindings = tl_arena_memdup (arena, builder->bindings->data, builder->bindings->len * sizeof (TlRelaxBinding));
  block->n_bindings = builder->bindings->len;
  func->body.blocks = block;
  func->body.n_blocks = 1;
  g_ptr_array_set_size (builder->params, 0);
  g_array_set_size (builder->bindings, 0);
  g_hash_table_remove_all (builder->names);
  return func;
}
