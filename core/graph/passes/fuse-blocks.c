/* SPDX-License-Identifier: Apache-2.0 */
/* The bindings of dataflow blocks, written group by group. */
#include "core/graph/passes/fuse-groups-private.h"

/* The groups of one dataflow block; the key of one is what group_of gives. */
typedef struct
{
  const TlFuseGroups *by;
  GHashTable         *bindings_of;   /* key → GPtrArray of TlRelaxBinding */
  GHashTable         *outputs_of;    /* key → GPtrArray of TlRelaxVar, in the order of their uses */
  GHashTable         *done;          /* keys: written, or about to be */
  GPtrArray          *stack;         /* keys: to be written once those are that they need */
} Groups;

/* While the uses of a binding are looked at. */
typedef struct
{
  Groups       *groups;
  gconstpointer user;       /* the group of the binding */
} GroupUses;

static gconstpointer
find_group (const Groups *groups, const TlRelaxExpr *expr)
{
  return expr->kind == TL_RELAX_VAR ? groups->by->group_of (groups->by->user_data, expr) : NULL;
}

static void
note_output (Groups *groups, gconstpointer group, const TlRelaxVar *var)
{
  GPtrArray *outputs = g_hash_table_lookup (groups->outputs_of, group);

  if (outputs != NULL && !g_ptr_array_find (outputs, var, NULL))
    g_ptr_array_add (outputs, (gpointer) var);
}

static void
note_use (const TlRelaxExpr *expr, gpointer user_data)
{
  const GroupUses *uses = user_data;
  gconstpointer    group = find_group (uses->groups, expr);

  if (group != NULL && group != uses->user)
    note_output (uses->groups, group, expr);
}

static void
add_binding (Groups *groups, gconstpointer group, const TlRelaxBinding *binding)
{
  GPtrArray *bindings = g_hash_table_lookup (groups->bindings_of, group);

  if (bindings == NULL)
    {
      g_hash_table_insert (groups->bindings_of, (gpointer) group, bindings = g_ptr_array_new ());
      g_hash_table_insert (groups->outputs_of, (gpointer) group, g_ptr_array_new ());
    }
  g_ptr_array_add (bindings, (gpointer) binding);
}

static void
collect_groups (Groups *groups, const TlRelaxBlock *block)
{
  for (guint i = 0; i < block->n_bindings; i++)
    {
      const TlRelaxBinding *binding = &block->bindings[i];
      GroupUses             uses = { groups, find_group (groups, binding->var) };

      add_binding (groups, uses.user, binding);
      tl_relax_expr_walk (binding->value, note_use, &uses);
      if (!binding->var->is_dataflow)
        note_output (groups, uses.user, binding->var);
    }
}

typedef struct
{
  const Groups *groups;
  gconstpointer needed;    /* the first group that is not done */
} Needs;

static void
look_for_need (const TlRelaxExpr *expr, gpointer user_data)
{
  Needs        *needs = user_data;
  gconstpointer group = find_group (needs->groups, expr);
  gboolean      is_here = group != NULL && g_hash_table_contains (needs->groups->bindings_of, group);

  if (needs->needed == NULL && is_here && !g_hash_table_contains (needs->groups->done, group))
    needs->needed = group;
}

static gconstpointer
find_need (const Groups *groups, gconstpointer group)
{
  const GPtrArray *bindings = g_hash_table_lookup (groups->bindings_of, group);
  Needs            needs = { groups, NULL };

  for (guint i = 0; i < bindings->len && needs.needed == NULL; i++)
    tl_relax_expr_walk (((const TlRelaxBinding *) bindings->pdata[i])->value, look_for_need, &needs);
  return needs.needed;
}

/* A group whose result nobody uses is dropped; a single binding is not, as in TVM. */
static void
write_group (const Groups *groups, gconstpointer key, TlGraphEdit *edit, TlBodyWriter *writer)
{
  const GPtrArray        *bindings = g_hash_table_lookup (groups->bindings_of, key);
  const GPtrArray        *outputs = g_hash_table_lookup (groups->outputs_of, key);
  const TlRelaxBinding   *first = bindings->pdata[0];
  g_autoptr (TlFuseGroup) group = NULL;

  if (bindings->len == 1 && (groups->by->composite == NULL || key == first->var))
    {
      tl_body_writer_add (writer, first);
      return;
    }
  if (outputs->len == 0)
    return;
  group = tl_fuse_group_new (groups->by, outputs);
  for (guint i = 0; i < bindings->len; i++)
    tl_fuse_group_add (group, bindings->pdata[i]);
  tl_fuse_group_emit (group, edit, writer);
}

/* A group stands where its first binding was, those that it needs before it: the order of TVM. */
static void
write_with_needs (Groups *groups, gconstpointer first, TlGraphEdit *edit, TlBodyWriter *writer)
{
  g_hash_table_add (groups->done, (gpointer) first);
  g_ptr_array_add (groups->stack, (gpointer) first);
  while (groups->stack->len > 0)
    {
      gconstpointer group = groups->stack->pdata[groups->stack->len - 1], needed = find_need (groups, group);

      if (needed != NULL)
        {
          g_hash_table_add (groups->done, (gpointer) needed);
          g_ptr_array_add (groups->stack, (gpointer) needed);
          continue;
        }
      g_ptr_array_set_size (groups->stack, (gint) groups->stack->len - 1);
      write_group (groups, group, edit, writer);
    }
}

static void
write_block (const TlFuseGroups *by, const TlRelaxBlock *block, TlGraphEdit *edit, TlBodyWriter *writer)
{
  g_autoptr (GHashTable) bindings_of = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  g_autoptr (GHashTable) outputs_of = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  g_autoptr (GHashTable) done = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray)  stack = g_ptr_array_new ();
  Groups                 groups = { by, bindings_of, outputs_of, done, stack };

  collect_groups (&groups, block);
  for (guint i = 0; i < block->n_bindings; i++)
    {
      gconstpointer group = find_group (&groups, block->bindings[i].var);

      if (!g_hash_table_contains (done, group))
        write_with_needs (&groups, group, edit, writer);
    }
}

const TlGraphFunc *
tl_fuse_groups_apply (const TlFuseGroups *groups, TlGraphEdit *edit, const TlGraphFunc *func)
{
  g_auto (TlBodyWriter) writer = { 0 };
  TlRelaxBody           body;

  tl_body_writer_init (&writer, edit->arena);
  for (guint k = 0; k < func->body.n_blocks; k++)
    {
      const TlRelaxBlock *block = &func->body.blocks[k];

      tl_body_writer_begin (&writer, block->is_dataflow);
      if (block->is_dataflow)
        write_block (groups, block, edit, &writer);
      else
        for (guint i = 0; i < block->n_bindings; i++)
          tl_body_writer_add (&writer, &block->bindings[i]);
    }
  body = tl_body_writer_finish (&writer, func->body.result);
  return tl_graph_func_with_body (edit->arena, func, &body);
}
