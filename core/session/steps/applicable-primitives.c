/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Legality has one truth: each row is applied to the state and the result dropped. Arguments that a person has not given yet are guessed
 * from the selection and the row's defaults, so that "possible with some arguments" is what the list says.
 */
#include "core/session/steps/applicable-primitives.h"

#include <string.h>

#include "core/base/i18n.h"
#include "core/session/program-view.h"
#include "core/session/steps/literal.h"

TlApplicablePrimitive *
tl_applicable_primitive_ref (TlApplicablePrimitive *applicable)
{
  g_atomic_int_inc (&applicable->ref_count);
  return applicable;
}

void
tl_applicable_primitive_unref (TlApplicablePrimitive *applicable)
{
  if (!g_atomic_int_dec_and_test (&applicable->ref_count))
    return;
  g_clear_pointer (&applicable->after, tl_state_unref);
  tl_arena_unref (applicable->arena);
  g_free (applicable->sentence);
  g_free (applicable->reason);
  g_free (applicable->hint);
  g_free (applicable);
}

typedef struct
{
  const TlPrimitive *primitive;
  const TlModule    *module;
  const TlNodeId    *nodes;
  guint              n_nodes;
  TlArena           *arena;
  guint              used;       /* nodes taken so far, as bits */
  GError           **error;
} Guess;

/* The next unused node of a kind; 0 if there is none. */
static TlNodeId
take_node (Guess *guess, gboolean may_be_block, gboolean may_be_loop)
{
  for (guint i = 0; i < MIN (guess->n_nodes, 32); i++)
    {
      const TlStmt *stmt = tl_module_find (guess->module, guess->nodes[i]);

      if ((guess->used & 1u << i) != 0 || stmt == NULL)
        continue;
      if ((stmt->kind == TL_STMT_BLOCK && may_be_block) || (stmt->kind == TL_STMT_FOR && may_be_loop))
        {
          guess->used |= 1u << i;
          return guess->nodes[i];
        }
    }
  return 0;
}

static gboolean
take_one (Guess *guess, gboolean may_be_block, gboolean may_be_loop, TlArg *arg)
{
  TlNodeId node = take_node (guess, may_be_block, may_be_loop);

  if (node == 0)
    return tl_refuse_argument (guess->error, _("select %s"), !may_be_loop ? _("a block") : !may_be_block ? _("a loop")
                               : _("a block or a loop"));
  *arg = tl_arg_node (node);
  return TRUE;
}

/* Fuse and reorder want two loops; a single selected one is joined by the loop directly below it. */
static gboolean
take_loops (Guess *guess, gboolean wants_several, TlArg *arg)
{
  g_autoptr (GArray) items = g_array_new (FALSE, TRUE, sizeof (TlArg));
  TlNodeId           node;

  while ((node = take_node (guess, FALSE, TRUE)) != 0)
    {
      TlArg item = tl_arg_node (node);

      g_array_append_val (items, item);
    }
  if (items->len == 0)
    return tl_refuse_argument (guess->error, _("select loops"));
  if (items->len == 1 && wants_several)
    {
      const TlStmt *stmt = tl_module_find (guess->module, g_array_index (items, TlArg, 0).node);
      TlArg         item;

      if (stmt->loop.body->kind != TL_STMT_FOR)
        return tl_refuse_argument (guess->error, _("select two or more loops"));
      item = tl_arg_node (stmt->loop.body->loop.id);
      g_array_append_val (items, item);
    }
  *arg = tl_arg_list (guess->arena, (const TlArg *) (gpointer) items->data, items->len);
  return TRUE;
}

/* All selected blocks; FALSE if there are none. */
static gboolean
take_blocks (Guess *guess, TlArg *arg)
{
  g_autoptr (GArray) items = g_array_new (FALSE, TRUE, sizeof (TlArg));
  TlNodeId           node;

  while ((node = take_node (guess, TRUE, FALSE)) != 0)
    {
      TlArg item = tl_arg_node (node);

      g_array_append_val (items, item);
    }
  *arg = tl_arg_list (guess->arena, (const TlArg *) (gpointer) items->data, items->len);
  return items->len > 0;
}

/* A divisor of the selected loop near eight, as the inner part. */
static TlArg
guess_factors (Guess *guess)
{
  gint64        extent = 0, factor = 8;
  const TlStmt *stmt = guess->n_nodes > 0 ? tl_module_find (guess->module, guess->nodes[0]) : NULL;
  TlArg         items[2];

  if (stmt != NULL && stmt->kind == TL_STMT_FOR && tl_expr_get_int (stmt->loop.extent, &extent) && extent > 0)
    while (factor > 1 && extent % factor != 0)
      factor--;
  items[0] = (TlArg) { .kind = TL_ARG_NONE };
  items[1] = tl_arg_int (MAX (1, factor));
  return tl_arg_list (guess->arena, items, 2);
}

/* The indices in reverse order: a transposition says what kind of thing is wanted. One index is cut in two. */
static gboolean
guess_index_map (Guess *guess, const TlArg *args, guint param, TlArg *arg)
{
  const TlPrimitive  *primitive = guess->primitive;
  g_autoptr (GString) text = g_string_new ("lambda ");
  TlIndexMapWish      wish = { 0 };
  guint               n;

  if (primitive->index_map_wish == NULL || !primitive->index_map_wish (guess->module, args, param, &wish) || (n = wish.n_indices) == 0)
    return tl_refuse_argument (guess->error, _("requires an index map for %s"), primitive->params[param].name);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%si%u", i > 0 ? ", " : "", i);
  g_string_append (text, n == 1 ? ": (i0 // 4, i0 % 4)" : ": (");
  for (guint i = n; n > 1 && i > 0; i--)
    g_string_append_printf (text, "i%u%s", i - 1, i > 1 ? ", " : ")");
  return tl_literal_parse (guess->arena, text->str, FALSE, arg, guess->error);
}

/* @args: those before it. */
static gboolean
guess_param (Guess *guess, const TlPrimitiveParam *param, const TlArg *args, TlArg *arg)
{
  const TlArg first_read[] = { tl_arg_string (guess->arena, "read"), tl_arg_int (0) };

  switch (param->kind)
    {
    case TL_PARAM_BLOCK:
      return take_one (guess, TRUE, FALSE, arg);
    case TL_PARAM_LOOP_OR_BLOCKS:
      return take_blocks (guess, arg) || take_one (guess, FALSE, TRUE, arg);
    case TL_PARAM_LOOP:
      return take_one (guess, FALSE, TRUE, arg);
    case TL_PARAM_BLOCK_OR_LOOP:
      return take_one (guess, TRUE, TRUE, arg);
    case TL_PARAM_LOOPS:
      return take_loops (guess, TRUE, arg);
    default:
      break;
    }
  if (tl_primitive_param_default (param, arg))
    return TRUE;
  switch (param->kind)
    {
    case TL_PARAM_INTS:
    case TL_PARAM_FLOATS:
      if (param->choices != NULL)
        return tl_literal_parse (guess->arena, param->choices[0], TRUE, arg, guess->error);
      *arg = (TlArg) { .kind = TL_ARG_LIST };
      return TRUE;
    case TL_PARAM_INDEX_MAP:
      return guess_index_map (guess, args, (guint) (param - guess->primitive->params), arg);
    case TL_PARAM_BLOCKS:
      *arg = (TlArg) { .kind = TL_ARG_LIST };
      return TRUE;
    case TL_PARAM_FACTORS:
      *arg = guess_factors (guess);
      return TRUE;
    case TL_PARAM_BOOL:
      *arg = tl_arg_bool (FALSE);
      return TRUE;
    case TL_PARAM_INT:
      *arg = tl_arg_int (param->choices != NULL ? g_ascii_strtoll (param->choices[0], NULL, 10) : 0);
      return TRUE;
    case TL_PARAM_BUFFER:
      *arg = tl_arg_int (0);
      return TRUE;
    case TL_PARAM_BUFFER_ACCESS:
      *arg = tl_arg_list (guess->arena, first_read, G_N_ELEMENTS (first_read));
      return TRUE;
    case TL_PARAM_STRING:
    case TL_PARAM_VALUE:
      *arg = tl_arg_string (guess->arena, param->choices != NULL ? param->choices[0] : "");
      return TRUE;
    case TL_PARAM_FUNCTION:
    default:
      *arg = (TlArg) { .kind = TL_ARG_NONE };
      return TRUE;
    }
}

gboolean
tl_applicable_primitive_guess_args (const TlPrimitive *primitive, const TlModule *module, const TlNodeId *nodes, guint n_nodes,
                                    TlArena *arena, TlArg **args,
                                    GError **error)
{
  Guess guess = { primitive, module, nodes, n_nodes, arena, 0, error };
  guint n_args = tl_primitive_n_args (primitive);

  *args = tl_arena_new_array (arena, TlArg, n_args);
  for (guint i = 0; i < n_args; i++)
    if (!guess_param (&guess, &primitive->params[i], *args, &(*args)[i]))
      return FALSE;
  return TRUE;
}

static gboolean
is_node_param (const TlPrimitiveParam *param)
{
  return param->kind == TL_PARAM_BLOCK || param->kind == TL_PARAM_LOOP || param->kind == TL_PARAM_BLOCK_OR_LOOP
         || param->kind == TL_PARAM_LOOPS || param->kind == TL_PARAM_LOOP_OR_BLOCKS;
}

gboolean
tl_primitive_has_choice (const TlPrimitive *primitive)
{
  for (guint i = 0; i < tl_primitive_n_args (primitive); i++)
    if (!is_node_param (&primitive->params[i]) && (primitive->params[i].flags & TL_PARAM_IS_OPTIONAL) == 0)
      return TRUE;
  return FALSE;
}

gboolean
tl_primitive_is_edit (const TlPrimitive *primitive)
{
  return primitive->family != TL_FAMILY_GET && primitive->family != TL_FAMILY_SAMPLE && primitive->n_params > 0;
}

/* --- a loop or block that is not selected --- */

/* Whether it takes one block and one loop, of which a single selected node is one. */
static gboolean
takes_block_and_loop (const TlPrimitive *primitive)
{
  guint n_blocks = 0, n_loops = 0, n_others = 0;

  for (guint i = 0; i < tl_primitive_n_args (primitive); i++)
    {
      n_blocks += primitive->params[i].kind == TL_PARAM_BLOCK;
      n_loops += primitive->params[i].kind == TL_PARAM_LOOP;
      n_others += primitive->params[i].kind == TL_PARAM_BLOCK_OR_LOOP || primitive->params[i].kind == TL_PARAM_LOOPS
                  || primitive->params[i].kind == TL_PARAM_LOOP_OR_BLOCKS;
    }
  return n_blocks == 1 && n_loops == 1 && n_others == 0;
}

/* The loops for a block, the blocks for a loop: of its function, as they stand there. Nodes borrowed. */
static GPtrArray *
candidates_for (const TlModule *module, TlNodeId node)
{
  const TlStmt *stmt = tl_module_find (module, node);

  for (guint i = 0; stmt != NULL && i < module->n_prims; i++)
    {
      gboolean              is_block = stmt->kind == TL_STMT_BLOCK;
      g_autoptr (GPtrArray) own = tl_program_view_nodes (module->prims[i], !is_block, is_block);

      if (g_ptr_array_find (own, stmt, NULL))
        return tl_program_view_nodes (module->prims[i], is_block, !is_block);
    }
  return g_ptr_array_new ();
}

/* With the innermost loop, or last block, for which it is legal. FALSE: there is none. */
static gboolean
complete (TlApplicablePrimitive *applicable, TlState *state, TlNodeId node, GCancellable *cancellable)
{
  const TlModule       *module = tl_state_module (state);
  g_autoptr (GPtrArray) others = candidates_for (module, node);
  TlArg                *args;

  for (guint i = others->len; i-- > 0 && !g_cancellable_is_cancelled (cancellable);)
    {
      const TlStmt  *other = others->pdata[i];
      const TlNodeId nodes[] = { node, other->kind == TL_STMT_FOR ? other->loop.id : other->block.id };

      if (!tl_applicable_primitive_guess_args (applicable->primitive, module, nodes, 2, applicable->arena, &args, NULL))
        return FALSE;
      applicable->after = tl_state_apply_to_nodes (state, applicable->primitive, args, tl_primitive_n_args (applicable->primitive), NULL);
      if (applicable->after == NULL)
        continue;
      applicable->args = args;
      applicable->n_args = tl_primitive_n_args (applicable->primitive);
      applicable->which = tl_step_case_of (applicable->primitive, module, args, applicable->n_args);
      applicable->fits = applicable->is_legal = applicable->asks_node = TRUE;
      return TRUE;
    }
  return FALSE;
}

static TlApplicablePrimitive *
try_primitive (TlState *state, const TlPrimitive *primitive, const TlNodeId *nodes, guint n_nodes, GCancellable *cancellable)
{
  TlApplicablePrimitive *applicable = g_new0 (TlApplicablePrimitive, 1);
  g_autoptr (GError)     error = NULL;
  TlArg                 *args;

  applicable->ref_count = 1;
  applicable->primitive = primitive;
  applicable->arena = tl_arena_new (NULL);
  applicable->fits = tl_applicable_primitive_guess_args (primitive, tl_state_module (state), nodes, n_nodes, applicable->arena, &args,
                                                         &error);
  if (!applicable->fits && n_nodes == 1 && takes_block_and_loop (primitive) && complete (applicable, state, nodes[0], cancellable))
    {
      applicable->sentence = g_strdup_printf ("%s…", primitive->title);
      return applicable;
    }
  if (!applicable->fits)
    {
      applicable->sentence = g_strdup (primitive->title);
      applicable->reason = g_strdup (error->message);
      return applicable;
    }
  applicable->args = args;
  applicable->n_args = tl_primitive_n_args (primitive);
  applicable->which = tl_step_case_of (primitive, tl_state_module (state), args, applicable->n_args);
  applicable->after = tl_state_apply_to_nodes (state, primitive, args, applicable->n_args, &error);
  applicable->is_legal = applicable->after != NULL;
  applicable->sentence = applicable->is_legal
    ? tl_state_describe (applicable->after) : tl_primitive_plain_sentence (primitive, tl_state_module (state), args, applicable->n_args);
  if (error != NULL)
    {
      applicable->reason = g_strdup (tl_refusal_reason (error));
      applicable->hint = g_strdup (tl_refusal_hint (error));
    }
  return applicable;
}

typedef struct
{
  TlState  *state;
  TlNodeId *nodes;
  guint     n_nodes;
} ListJob;

static void
list_job_free (ListJob *job)
{
  tl_state_unref (job->state);
  g_free (job->nodes);
  g_free (job);
}

static gint
rank (const TlApplicablePrimitive *applicable)
{
  return applicable->is_legal ? 0 : applicable->fits ? 1 : 2;
}

/* Families as the table has them, but what changes nothing yet comes last. */
static gint
family_rank (const TlPrimitive *primitive)
{
  if (primitive->family == TL_FAMILY_GET)
    return TL_FAMILY_OTHER + 2;
  return primitive->family == TL_FAMILY_SAMPLE ? TL_FAMILY_OTHER + 1 : (gint) primitive->family;
}

static gint
compare_applicables (gconstpointer a, gconstpointer b)
{
  const TlApplicablePrimitive *move_a = *(TlApplicablePrimitive *const *) a, *move_b = *(TlApplicablePrimitive *const *) b;

  if (rank (move_a) != rank (move_b))
    return rank (move_a) - rank (move_b);
  if (family_rank (move_a->primitive) != family_rank (move_b->primitive))
    return family_rank (move_a->primitive) - family_rank (move_b->primitive);
  return strcmp (move_a->primitive->title, move_b->primitive->title);
}

GPtrArray *
tl_applicable_primitives_find (TlState *state, const TlNodeId *nodes, guint n_nodes, GCancellable *cancellable)
{
  GPtrArray         *applicables = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_applicable_primitive_unref);
  const TlPrimitive *primitive;

  for (guint i = 0; (primitive = tl_primitive_nth (i)) != NULL && !g_cancellable_is_cancelled (cancellable); i++)
    g_ptr_array_add (applicables, try_primitive (state, primitive, nodes, n_nodes, cancellable));
  g_ptr_array_sort (applicables, compare_applicables);
  return applicables;
}

static void
list_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  ListJob *job = task_data;

  g_task_return_pointer (task, tl_applicable_primitives_find (job->state, job->nodes, job->n_nodes, cancellable),
                         (GDestroyNotify) g_ptr_array_unref);
}

void
tl_applicable_primitives_async (TlState *state, const TlNodeId *nodes, guint n_nodes, GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  ListJob          *job = g_new0 (ListJob, 1);

  job->state = tl_state_ref (state);
  job->nodes = g_memdup2 (nodes, n_nodes * sizeof *nodes);
  job->n_nodes = n_nodes;
  g_task_set_task_data (task, job, (GDestroyNotify) list_job_free);
  g_task_run_in_thread (task, list_in_thread);
}

GPtrArray *
tl_applicable_primitives_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
