/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "core/graph/passes/fuse-groups-private.h"
#include "core/ir/walk.h"

/* A value from outside. Of a tuple that the group only takes fields of, each of these fields is a parameter. */
typedef struct
{
  const TlRelaxExpr *value;
  char              *name;          /* owned */
  gboolean           is_whole;
  GArray            *fields;        /* guint, in the order of use; of a tuple */
} GroupParam;

gboolean
tl_graph_func_is_primitive (const TlGraphFunc *func)
{
  const TlValue *value = tl_attrs_find (&func->attrs, TL_PRIMITIVE_ATTR);
  TlValue        number;

  return value != NULL && tl_value_get_number (value, &number) && number.kind == TL_VALUE_INT && number.integer != 0;
}

static void
param_clear (gpointer data)
{
  GroupParam *param = data;

  g_free (param->name);
  g_array_unref (param->fields);
}

TlFuseGroup *
tl_fuse_group_new (const TlFuseGroups *groups, const GPtrArray *outputs)
{
  TlFuseGroup *group = g_new0 (TlFuseGroup, 1);

  group->groups = groups;
  group->outputs = outputs;
  group->bindings = g_ptr_array_new ();
  group->defined = g_hash_table_new (NULL, NULL);
  group->params = g_array_new (FALSE, FALSE, sizeof (GroupParam));
  g_array_set_clear_func (group->params, param_clear);
  group->hint = g_string_new ("fused");
  return group;
}

void
tl_fuse_group_free (TlFuseGroup *group)
{
  g_ptr_array_unref (group->bindings);
  g_hash_table_unref (group->defined);
  g_array_unref (group->params);
  g_string_free (group->hint, TRUE);
  g_free (group);
}

/* --- collecting --- */

/* Constants are the same if their tensor is. */
static gconstpointer
identity (const TlRelaxExpr *value)
{
  return value->kind == TL_RELAX_CONST ? (gconstpointer) value->tensor : value;
}

static GroupParam *
find_param (TlFuseGroup *group, const TlRelaxExpr *value)
{
  for (guint i = 0; i < group->params->len; i++)
    if (identity (g_array_index (group->params, GroupParam, i).value) == identity (value))
      return &g_array_index (group->params, GroupParam, i);
  return NULL;
}

static gboolean
comes_from_outside (const TlFuseGroup *group, const TlRelaxExpr *value)
{
  return value->kind == TL_RELAX_VAR ? !g_hash_table_contains (group->defined, value)
                                     : value->kind == TL_RELAX_CONST && !group->groups->keeps_constants;
}

/* NULL if it needs none: a variable of the group, a number, a shape. */
static GroupParam *
note_param (TlFuseGroup *group, const TlRelaxExpr *value)
{
  GroupParam  param = { value, NULL, FALSE, NULL };
  GroupParam *known = find_param (group, value);

  if (known != NULL)
    return known;
  if (!comes_from_outside (group, value))
    return NULL;
  param.name = value->kind == TL_RELAX_VAR ? g_strdup (value->name) : g_strdup_printf ("param_%u", group->n_constants++);
  param.fields = g_array_new (FALSE, FALSE, sizeof (guint));
  g_array_append_val (group->params, param);
  return &g_array_index (group->params, GroupParam, group->params->len - 1);
}

static void
note_whole (TlFuseGroup *group, const TlRelaxExpr *value)
{
  GroupParam *param = note_param (group, value);

  if (param != NULL)
    param->is_whole = TRUE;
}

static void
note_field (TlFuseGroup *group, const TlRelaxExpr *item)
{
  GroupParam *param = note_param (group, item->tuple);

  for (guint i = 0; param != NULL && i < param->fields->len; i++)
    if (g_array_index (param->fields, guint, i) == item->index)
      return;
  if (param != NULL)
    g_array_append_val (param->fields, item->index);
}

static void
note_argument (TlFuseGroup *group, const TlRelaxExpr *arg)
{
  if (arg != NULL && arg->kind == TL_RELAX_TUPLE)
    for (guint i = 0; i < arg->n_items; i++)
      note_argument (group, arg->items[i]);
  else if (arg != NULL)
    note_whole (group, arg);
}

/* "conv2d" of a PrimFunc or an earlier group of them, "relax_nn_conv2d" of an operator. */
static char *
name_of_call (const TlRelaxExpr *call)
{
  const char *callee = tl_relax_tir_callee (call);

  if (callee == NULL)
    return g_strdelimit (g_strdup_printf ("relax_%s", call->op->name), ".", '_');
  return g_strdup (g_str_has_prefix (callee, "fused_") ? callee + strlen ("fused_") : callee);
}

static void
add_call (TlFuseGroup *group, const TlRelaxExpr *call)
{
  g_autofree char *name = name_of_call (call);

  g_string_append_printf (group->hint, "_%s", name);
  for (guint i = 0; i < call->n_args; i++)
    note_argument (group, call->args[i]);
}

void
tl_fuse_group_add (TlFuseGroup *group, const TlRelaxBinding *binding)
{
  if (binding->value->kind == TL_RELAX_ITEM)
    note_field (group, binding->value);
  else
    add_call (group, binding->value);
  g_hash_table_add (group->defined, (gpointer) binding->var);
  g_ptr_array_add (group->bindings, (gpointer) binding);
}

/* --- the function --- */

/* Parameters as they are added: their variables, and the arguments of the call. */
typedef struct
{
  TlArena    *arena;
  GPtrArray  *vars, *args;    /* borrowed */
  GHashTable *values;         /* identity of what comes from outside → the parameter; fields: the variable of the binding that takes it */
} Signature;

static const TlRelaxVar *
add_param (Signature *signature, const char *name, const TlRelaxExpr *arg)
{
  const TlRelaxVar *var = tl_relax_var (signature->arena, name, arg->type, FALSE);

  g_ptr_array_add (signature->vars, (gpointer) var);
  g_ptr_array_add (signature->args, (gpointer) arg);
  return var;
}

/* A field of @param, and the bindings in the group that take it. A new variable holds it in front of the call. */
static void
add_field (Signature *signature, const TlFuseGroup *group, const GroupParam *param, guint index, TlBodyWriter *writer)
{
  g_autofree char   *name = g_strdup_printf ("%s_%u", param->name, index);
  const TlRelaxExpr *item = tl_relax_item (signature->arena, param->value, index);
  const TlRelaxVar  *outside = tl_relax_var (signature->arena, name, item->type, TRUE), *inside = add_param (signature, name, outside);

  tl_body_writer_bind (writer, outside, item);
  for (guint i = 0; i < group->bindings->len; i++)
    {
      const TlRelaxBinding *binding = group->bindings->pdata[i];

      if (binding->value->kind == TL_RELAX_ITEM && binding->value->tuple == param->value && binding->value->index == index)
        g_hash_table_insert (signature->values, (gpointer) binding->var, (gpointer) inside);
    }
}

/* Symbolic sizes of the group that no parameter has as a dimension. */
typedef struct
{
  GHashTable *defined;
  GPtrArray  *free;         /* const TlExpr *, variables */
} FreeSizes;

static TlWalk
note_size_var (const TlExpr *expr, gpointer user_data)
{
  FreeSizes *sizes = user_data;

  if (expr->kind == TL_EXPR_VAR && g_hash_table_add (sizes->defined, (gpointer) expr))
    g_ptr_array_add (sizes->free, (gpointer) expr);
  return TL_WALK_INTO;
}

static void
note_size (const TlExpr *size, gpointer user_data)
{
  tl_expr_walk (size, note_size_var, user_data);
}

static void
note_sizes (const TlRelaxExpr *expr, gpointer user_data)
{
  tl_relax_expr_walk_sizes (expr, note_size, user_data);
}

/* They become the last parameter. */
static void
add_sizes (Signature *signature, const TlFuseGroup *group)
{
  g_autoptr (GHashTable) defined = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray)  left = g_ptr_array_new ();
  FreeSizes              sizes = { defined, left };

  for (guint i = 0; i < signature->vars->len; i++)
    {
      const TlRelaxType *type = ((const TlRelaxVar *) signature->vars->pdata[i])->type;

      for (int k = 0; type->dims != NULL && k < type->n_dims; k++)
        if (type->dims[k]->kind == TL_EXPR_VAR)
          g_hash_table_add (defined, (gpointer) type->dims[k]);
    }
  for (guint i = 0; i < group->bindings->len; i++)
    tl_relax_expr_walk (((const TlRelaxBinding *) group->bindings->pdata[i])->value, note_sizes, &sizes);
  if (left->len > 0)
    add_param (signature, "tir_vars", tl_relax_shape (signature->arena, (const TlExpr *const *) left->pdata, left->len));
}

static void
make_signature (Signature *signature, const TlFuseGroup *group, TlBodyWriter *writer)
{
  for (guint i = 0; i < group->params->len; i++)
    {
      const GroupParam *param = &g_array_index (group->params, GroupParam, i);

      if (param->is_whole || param->fields->len == 0)
        g_hash_table_insert (signature->values, (gpointer) identity (param->value),
                             (gpointer) add_param (signature, param->name, param->value));
      for (guint k = 0; !param->is_whole && k < param->fields->len; k++)
        add_field (signature, group, param, g_array_index (param->fields, guint, k), writer);
    }
  add_sizes (signature, group);
}

static const TlRelaxExpr *
replace_constant (TlRelaxRewriter *rewriter, const TlRelaxExpr *expr)
{
  return expr->kind == TL_RELAX_CONST ? g_hash_table_lookup (rewriter->vars, identity (expr)) : NULL;
}

/* The outputs as variables of the function, in the order of the call's items. */
static const TlRelaxExpr *
make_result (const TlFuseGroup *group, TlArena *arena, GHashTable *values)
{
  g_autofree const TlRelaxExpr **items = g_new (const TlRelaxExpr *, group->outputs->len);

  for (guint i = 0; i < group->outputs->len; i++)
    items[i] = g_hash_table_lookup (values, group->outputs->pdata[i]);
  return group->outputs->len == 1 ? items[0] : tl_relax_tuple (arena, items, group->outputs->len);
}

/* A parameter that is a field of a tuple has no binding inside, unless it is an output. */
static TlRelaxBody
make_body (const TlFuseGroup *group, TlArena *arena, GHashTable *values)
{
  g_auto (TlBodyWriter) inside = { 0 };
  TlRelaxRewriter       rewriter = { .arena = arena, .expr = replace_constant, .vars = values };

  tl_body_writer_init (&inside, arena);
  tl_body_writer_begin (&inside, TRUE);
  for (guint i = 0; i < group->bindings->len; i++)
    {
      const TlRelaxBinding *binding = group->bindings->pdata[i];
      gboolean              is_param = g_hash_table_contains (values, binding->var);
      gboolean              is_output = g_ptr_array_find ((GPtrArray *) group->outputs, binding->var, NULL);
      const TlRelaxVar     *var = is_output ? tl_relax_var (arena, "gv", binding->var->type, FALSE) : binding->var;
      const TlRelaxExpr    *value = is_param && !is_output ? NULL : tl_relax_rewrite (&rewriter, is_param ? binding->var : binding->value);

      if (value != NULL)
        tl_body_writer_bind (&inside, var, value);
      if (is_output)
        g_hash_table_insert (values, (gpointer) binding->var, (gpointer) var);
    }
  return tl_body_writer_finish (&inside, make_result (group, arena, values));
}

static const TlGraphFunc *
make_function (const TlFuseGroup *group, TlArena *arena, const Signature *signature)
{
  TlGraphFunc *func = tl_arena_new0 (arena, TlGraphFunc);
  TlValue      is_primitive = { .kind = TL_VALUE_BOOL, .boolean = TRUE };

  func->params = tl_arena_dup_array (arena, const TlRelaxVar *, signature->vars->pdata, signature->vars->len);
  func->n_params = signature->vars->len;
  func->body = make_body (group, arena, signature->values);
  func->result_type = func->body.result->type;
  func->attrs = tl_attrs_with (arena, &tl_attrs_empty, TL_PRIMITIVE_ATTR, is_primitive);
  if (group->groups->composite != NULL)
    func->attrs = tl_attrs_with (arena, &func->attrs, TL_COMPOSITE_ATTR, tl_value_string (arena, group->groups->composite));
  func->is_private = TRUE;
  return func;
}

static void
write_outputs (const TlFuseGroup *group, TlArena *arena, const TlRelaxExpr *call, TlBodyWriter *writer)
{
  const TlRelaxVar *whole;
  guint             place;

  if (group->outputs->len == 1)
    {
      tl_body_writer_bind (writer, group->outputs->pdata[0], call);
      return;
    }
  whole = tl_relax_var (arena, "lv", call->type, TRUE);
  tl_body_writer_bind (writer, whole, call);
  for (guint i = 0; i < group->bindings->len; i++)
    {
      const TlRelaxVar *var = ((const TlRelaxBinding *) group->bindings->pdata[i])->var;

      if (g_ptr_array_find ((GPtrArray *) group->outputs, var, &place))
        tl_body_writer_bind (writer, var, tl_relax_item (arena, whole, place));
    }
}

void
tl_fuse_group_emit (const TlFuseGroup *group, TlGraphEdit *edit, TlBodyWriter *writer)
{
  g_autoptr (GPtrArray)  vars = g_ptr_array_new (), args = g_ptr_array_new ();
  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL);
  Signature              signature = { edit->arena, vars, args, values };
  TlRelaxExpr           *call = tl_arena_new0 (edit->arena, TlRelaxExpr);
  const TlGraphFunc     *func;
  const char            *name;

  make_signature (&signature, group, writer);
  func = make_function (group, edit->arena, &signature);
  name = tl_graph_edit_add_graph (edit, group->hint->str, func);
  *call = (TlRelaxExpr) { .kind = TL_RELAX_CALL, .type = func->result_type, .callee = tl_relax_global (edit->arena, name),
                          .args = tl_arena_dup_array (edit->arena, const TlRelaxExpr *, args->pdata, args->len), .n_args = args->len };
  write_outputs (group, edit->arena, call, writer);
}
