/* SPDX-License-Identifier: Apache-2.0 */
/*
 * FuseOpsByPattern: values that match a pattern become a function with the attribute "Composite", the name of the pattern, and a call of
 * it. Patterns come one after the other, each for the functions that the earlier ones left. As in TVM a value that several matches have
 * goes to the last one, and the others keep the rest. A match whose function would need its own result is left alone.
 */
#include <string.h>

#include "core/base/error.h"
#include "core/graph/passes/fuse-groups-private.h"
#include "core/graph/passes/graph-passes.h"

#define CODEGEN_ATTR "Codegen"

/* --- groups --- */

/* Of one function. */
typedef struct
{
  const TlGraphPattern *pattern;
  GHashTable           *values;     /* TlRelaxVar → TlRelaxExpr */
  GHashTable           *group_of;   /* TlRelaxVar → the value of the last variable of its group */
} Matches;

static gconstpointer
group_of (gpointer user_data, const TlRelaxVar *var)
{
  const Matches *matches = user_data;
  gconstpointer  group = g_hash_table_lookup (matches->group_of, var);

  return group != NULL ? group : var;
}

/* Groups as nodes, with how many uses of each are left, while those that nobody needs any more are taken away. */
typedef struct
{
  const Matches *matches;
  GHashTable    *n_uses;       /* group → GINT */
  GHashTable    *bindings_of;  /* group → GPtrArray of TlRelaxBinding */
  GPtrArray     *unused;       /* groups */
  gconstpointer  user;
  int            step;         /* what a use changes the count by */
} UseCounts;

static void
count_use (const TlRelaxExpr *expr, gpointer user_data)
{
  const UseCounts *counts = user_data;
  gconstpointer    group = expr->kind == TL_RELAX_VAR ? group_of ((gpointer) counts->matches, expr) : NULL;
  gpointer         n;

  if (group == NULL || group == counts->user || !g_hash_table_lookup_extended (counts->n_uses, group, NULL, &n))
    return;
  g_hash_table_insert (counts->n_uses, (gpointer) group, GINT_TO_POINTER (GPOINTER_TO_INT (n) + counts->step));
  if (GPOINTER_TO_INT (n) + counts->step == 0)
    g_ptr_array_add (counts->unused, (gpointer) group);
}

static void
count_uses (UseCounts *counts, gconstpointer group, int step)
{
  const GPtrArray *bindings = g_hash_table_lookup (counts->bindings_of, group);

  counts->user = group;
  counts->step = step;
  for (guint i = 0; i < bindings->len; i++)
    tl_relax_expr_walk (((const TlRelaxBinding *) bindings->pdata[i])->value, count_use, counts);
}

static void
add_nodes (UseCounts *counts, const TlRelaxBlock *block)
{
  for (guint i = 0; i < block->n_bindings; i++)
    {
      gconstpointer group = group_of ((gpointer) counts->matches, block->bindings[i].var);
      GPtrArray    *bindings = g_hash_table_lookup (counts->bindings_of, group);

      if (bindings == NULL)
        g_hash_table_insert (counts->bindings_of, (gpointer) group, bindings = g_ptr_array_new ());
      g_ptr_array_add (bindings, (gpointer) &block->bindings[i]);
      g_hash_table_insert (counts->n_uses, (gpointer) group, GINT_TO_POINTER (0));
    }
}

/* Whether the groups of the block can stand in some order. */
static gboolean
have_order (const Matches *matches, const TlRelaxBlock *block)
{
  g_autoptr (GHashTable) n_uses = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) bindings_of = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  g_autoptr (GPtrArray)  unused = g_ptr_array_new ();
  UseCounts              counts = { matches, n_uses, bindings_of, unused, NULL, 0 };
  guint                  n_taken = 0;
  GHashTableIter         iter;
  gpointer               group, n;

  add_nodes (&counts, block);
  g_hash_table_iter_init (&iter, bindings_of);
  while (g_hash_table_iter_next (&iter, &group, NULL))
    count_uses (&counts, group, 1);
  g_hash_table_iter_init (&iter, n_uses);
  while (g_hash_table_iter_next (&iter, &group, &n))
    if (GPOINTER_TO_INT (n) == 0)
      g_ptr_array_add (unused, group);
  for (; n_taken < unused->len; n_taken++)
    count_uses (&counts, unused->pdata[n_taken], -1);
  return n_taken == g_hash_table_size (n_uses);
}

/* The matched variables become the group of the value @root, unless some are of another block, or no order is left. */
static void
form_group (Matches *matches, const TlRelaxBlock *block, GHashTable *here, const TlRelaxExpr *root, GHashTable *matched)
{
  g_autoptr (GHashTable) before = g_hash_table_new (NULL, NULL);
  GHashTableIter         iter;
  gpointer               var, group;

  g_hash_table_iter_init (&iter, matched);
  while (g_hash_table_iter_next (&iter, &var, NULL))
    if (!g_hash_table_contains (here, var))
      return;
  g_hash_table_iter_init (&iter, matched);
  while (g_hash_table_iter_next (&iter, &var, NULL))
    {
      g_hash_table_insert (before, var, g_hash_table_lookup (matches->group_of, var));
      g_hash_table_insert (matches->group_of, var, (gpointer) root);
    }
  if (g_hash_table_size (matched) == 1 || have_order (matches, block))
    return;
  g_hash_table_iter_init (&iter, before);
  while (g_hash_table_iter_next (&iter, &var, &group))
    if (group != NULL)
      g_hash_table_insert (matches->group_of, var, group);
    else
      g_hash_table_remove (matches->group_of, var);
}

static gboolean
find_matches (Matches *matches, const TlRelaxBlock *block, GError **error)
{
  g_autoptr (GHashTable) here = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < block->n_bindings; i++)
    {
      const TlRelaxBinding  *binding = &block->bindings[i];
      g_autoptr (GHashTable) matched = g_hash_table_new (NULL, NULL);
      GError                *failure = NULL;

      g_hash_table_add (here, (gpointer) binding->var);
      if (binding->value->kind != TL_RELAX_CALL && binding->value->kind != TL_RELAX_ITEM)
        continue;
      if (tl_graph_pattern_match (matches->pattern, matches->values, binding->var, matched, &failure))
        form_group (matches, block, here, binding->value, matched);
      else if (failure != NULL)
        return tl_propagate (error, failure);
    }
  return TRUE;
}

static const TlGraphFunc *
fuse_function (TlGraphEdit *edit, const TlGraphFunc *func, gpointer user_data, GError **error)
{
  const TlFusionPattern *fusion = user_data;
  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL), groups_of = g_hash_table_new (NULL, NULL);
  Matches                matches = { fusion->pattern, values, groups_of };
  TlFuseGroups           groups = { group_of, &matches, fusion->name, fusion->keeps_constants };

  if (tl_graph_func_is_primitive (func) || tl_attrs_find (&func->attrs, TL_COMPOSITE_ATTR) != NULL
      || tl_attrs_find (&func->attrs, CODEGEN_ATTR) != NULL)
    return func;
  for (guint k = 0; k < func->body.n_blocks; k++)
    for (guint i = 0; i < func->body.blocks[k].n_bindings; i++)
      if (func->body.blocks[k].bindings[i].kind == TL_RELAX_BIND_VALUE)
        g_hash_table_insert (values, (gpointer) func->body.blocks[k].bindings[i].var, (gpointer) func->body.blocks[k].bindings[i].value);
  for (guint k = 0; k < func->body.n_blocks; k++)
    if (func->body.blocks[k].is_dataflow && !find_matches (&matches, &func->body.blocks[k], error))
      return NULL;
  return tl_fuse_groups_apply (&groups, edit, func);
}

/* --- functions for a code generator --- */

static const char *
get_text (const TlGraphFunc *func, const char *key)
{
  const TlValue *value = tl_attrs_find (&func->attrs, key);

  return value != NULL && value->kind == TL_VALUE_STRING ? value->string : NULL;
}

static const TlRelaxType *
type_of_function (TlArena *arena, const TlGraphFunc *func)
{
  const TlRelaxType **fields = tl_arena_new_array (arena, const TlRelaxType *, MAX (func->n_params, 1));
  TlRelaxType        *type = tl_arena_new0 (arena, TlRelaxType);

  for (guint i = 0; i < func->n_params; i++)
    fields[i] = func->params[i]->type;
  *type = (TlRelaxType) { .kind = TL_RELAX_TYPE_CALLABLE, .fields = fields, .n_fields = func->n_params, .result = func->result_type,
                          .is_pure = TRUE };
  return type;
}

/* A public function with the composite one in it, which it calls. */
static const TlGraphFunc *
wrap (TlArena *arena, const TlGraphFunc *composite, const char *codegen)
{
  TlGraphFunc          *inner = tl_arena_dup_array (arena, TlGraphFunc, composite, 1), *outer = tl_arena_new0 (arena, TlGraphFunc);
  TlRelaxExpr          *function = tl_arena_new0 (arena, TlRelaxExpr), *call = tl_arena_new0 (arena, TlRelaxExpr);
  const TlRelaxVar    **params = tl_arena_new_array (arena, const TlRelaxVar *, MAX (composite->n_params, 1)), *local, *output;
  g_auto (TlBodyWriter) writer = { 0 };

  inner->attrs = tl_attrs_without (arena, &inner->attrs, TL_PRIMITIVE_ATTR);
  inner->is_private = FALSE;
  for (guint i = 0; i < composite->n_params; i++)
    params[i] = tl_relax_var (arena, composite->params[i]->name, composite->params[i]->type, FALSE);
  *function = (TlRelaxExpr) { .kind = TL_RELAX_FUNCTION, .type = type_of_function (arena, inner), .function = inner };
  local = tl_relax_var (arena, "local_func", function->type, FALSE);
  output = tl_relax_var (arena, "output", inner->result_type, FALSE);
  *call = (TlRelaxExpr) { .kind = TL_RELAX_CALL, .type = output->type, .callee = local, .args = params, .n_args = inner->n_params };
  tl_body_writer_init (&writer, arena);
  tl_body_writer_begin (&writer, FALSE);
  tl_body_writer_bind (&writer, local, function);
  tl_body_writer_bind (&writer, output, call);
  *outer = (TlGraphFunc) { .params = params, .n_params = inner->n_params, .result_type = inner->result_type,
                           .attrs = tl_attrs_with (arena, &tl_attrs_empty, CODEGEN_ATTR, tl_value_string (arena, codegen)),
                           .body = tl_body_writer_finish (&writer, output) };
  return outer;
}

static const TlRelaxExpr *
rename_callee (TlRelaxRewriter *rewriter, const TlRelaxExpr *expr)
{
  const char  *name = expr->kind == TL_RELAX_CALL && expr->op == NULL && expr->callee->kind == TL_RELAX_GLOBAL
                      ? g_hash_table_lookup (rewriter->user_data, expr->callee->name) : NULL;
  TlRelaxExpr *call;

  if (name == NULL)
    return NULL;
  call = tl_arena_dup_array (rewriter->arena, TlRelaxExpr, expr, 1);
  call->callee = tl_relax_global (rewriter->arena, name);
  return call;
}

/* Each composite function gives way to one that contains it: fused_…_NAME, where the pattern is called "NAME.…". */
static void
wrap_composites (TlGraphEdit *edit)
{
  g_autoptr (GHashTable) renamed = g_hash_table_new (g_str_hash, g_str_equal), vars = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray)  names = tl_graph_edit_graph_names (edit);
  TlRelaxRewriter        rewriter = { .arena = edit->arena, .expr = rename_callee, .vars = vars, .user_data = renamed };

  for (guint i = 0; i < names->len; i++)
    {
      const char        *old = names->pdata[i], *fresh;
      const TlGraphFunc *func = tl_graph_edit_find (edit, old)->graph;
      const char        *composite = get_text (func, TL_COMPOSITE_ATTR);
      g_autofree char   *codegen = composite != NULL ? g_strndup (composite, strcspn (composite, ".")) : NULL;

      if (composite == NULL)
        continue;
      fresh = tl_graph_edit_fresh_name (edit, tl_arena_printf (edit->arena, "%s_%s", old, codegen));
      tl_graph_edit_set_graph (edit, fresh, wrap (edit->arena, func, codegen));
      tl_graph_edit_remove (edit, old);
      g_hash_table_insert (renamed, (gpointer) old, (gpointer) fresh);
    }
  for (guint i = 0; i < names->len; i++)
    if (!g_hash_table_contains (renamed, names->pdata[i]))
      tl_graph_edit_set_graph (edit, names->pdata[i],
                               tl_relax_rewrite_func (&rewriter, tl_graph_edit_find (edit, names->pdata[i])->graph));
}

TlModule *
tl_graph_fuse_by_pattern (TlModule *module, const TlFusionPattern *patterns, guint n_patterns, gboolean annotates_codegen, GError **error)
{
  g_autoptr (TlModule) current = tl_module_ref (module);
  g_auto (TlGraphEdit) edit = { 0 };

  for (guint i = 0; i < n_patterns; i++)
    {
      TlModule *next;

      if (annotates_codegen && strchr (patterns[i].name, '.') == NULL)
        return tl_fail_null (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_INVALID,
                             "pattern %s: annotate_codegen needs the name of a code generator and a point in front, as in \"dnnl.%s\"",
                             patterns[i].name, patterns[i].name);
      next = tl_graph_change_functions (current, fuse_function, (gpointer) &patterns[i], error);
      if (next == NULL)
        return NULL;
      tl_module_unref (current);
      current = next;
    }
  if (!annotates_codegen)
    return g_steal_pointer (&current);
  tl_graph_edit_init (&edit, current);
  wrap_composites (&edit);
  return tl_graph_edit_finish (&edit);
}
