/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The table of rules, and the walk over a function:
 *
 *     inline     what is cheap, or needed once, goes into the block that needs it; again among blocks inside of blocks
 *     parts      from each reduction on, in program order, then from each block that is left: the first rule that fits schedules the
 *                anchor and what belongs to it; blocks inside of blocks come when the one around them is done
 */
#include <string.h>

#include "core/default-schedules/default-schedule-private.h"

#include "core/base/error.h"


G_DEFINE_QUARK (tl-default-schedule-error-quark, tl_default_schedule_error)

static const TlDefaultRule *const rules[] = {
  &tl_default_bytes_rule,
  &tl_default_gemv_rule,
  &tl_default_matmul_rule,
  &tl_default_conv2d_rule,
  &tl_default_conv2d_transpose_rule,
  &tl_default_pointwise_rule,
  &tl_default_conv_nchw_rule,
  &tl_default_contraction_rule,
  &tl_default_window_rule,
  &tl_default_columns_rule,
  &tl_default_rows_rule,
  &tl_default_lane_rows_rule,
  &tl_default_transpose_rule,
  &tl_default_elementwise_rule,
  &tl_default_fallback_rule,
  &tl_gpu_tensor_cores_rule,
  &tl_gpu_matmul_rule,
  &tl_gpu_conv2d_rule,
  &tl_gpu_window_rule,
  &tl_gpu_gemv_rule,
  &tl_gpu_general_reduction_rule,
  &tl_gpu_reduction_rule,
  &tl_gpu_transpose_rule,
  &tl_gpu_elementwise_rule,
  &tl_gpu_fallback_rule,
};
G_STATIC_ASSERT (G_N_ELEMENTS (rules) < 32);

static gboolean
is_for (const TlDefaultRule *rule, const TlTarget *target)
{
  return rule->is_for_kernels == target->kind->has_threads;
}

const TlDefaultInfo *
tl_default_nth (guint index)
{
  return index < G_N_ELEMENTS (rules) ? &rules[index]->info : NULL;
}

static gboolean
parse_name (const char *name, guint *set, GError **error)
{
  g_autoptr (GString) known = g_string_new (NULL);
  gboolean found = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      gboolean is_new = TRUE, is_named = strcmp (rules[i]->info.name, name) == 0;

      *set |= is_named ? 1u << i : 0;
      found |= is_named;
      for (guint k = 0; k < i; k++)
        is_new &= strcmp (rules[i]->info.name, rules[k]->info.name) != 0;
      if (is_new)
        g_string_append_printf (known, "%s%s", i > 0 ? ", " : "", rules[i]->info.name);
    }
  if (found)
    return TRUE;
  return tl_fail (error, TL_DEFAULT_SCHEDULE_ERROR, TL_DEFAULT_SCHEDULE_ERROR_RULE, "there is no rule \"%s\"; there are %s", name,
                  known->str);
}

gboolean
tl_default_parse_set (const char *names, guint *set, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (names, ",", -1);

  *set = 0;
  for (guint i = 0; parts[i] != NULL; i++)
    if (!parse_name (g_strstrip (parts[i]), set, error))
      return FALSE;
  if (*set != 0)
    return TRUE;
  return tl_fail (error, TL_DEFAULT_SCHEDULE_ERROR, TL_DEFAULT_SCHEDULE_ERROR_RULE, "expected the name of a rule");
}

static void
note_free (gpointer data)
{
  TlDefaultNote *note = data;

  g_free (note->blocks);
  g_strfreev (note->refusals);
  g_free (note);
}

GPtrArray *
tl_default_notes_new (void)
{
  return g_ptr_array_new_with_free_func (note_free);
}

/* --- inlining --- */

static TlWalk
stop_at_call (const TlExpr *expr, gpointer user_data)
{
  (void) user_data;
  return expr->kind == TL_EXPR_CALL && expr->callee->is_float_math ? TL_WALK_STOP : TL_WALK_INTO;
}

static gboolean
is_injective (const TlBlock *block)
{
  return block->init == NULL && block->body->kind == TL_STMT_STORE && block->n_writes == 1 && block->annotations.n == 0
         && tl_block_is_data_parallel (block);
}

static gboolean
is_reduction (const TlBlock *block)
{
  for (guint i = 0; i < block->n_axes; i++)
    if (block->axes[i].kind == TL_AXIS_REDUCE)
      return TRUE;
  return FALSE;
}

/* Every element of what it reads from @buffer is read once: each axis is one of the indices. */
static gboolean
reads_each_once (const TlBlock *block, const TlBuffer *buffer)
{
  gint          read = tl_block_read_index (block, buffer);
  const TlRange *ranges = read >= 0 ? block->reads[read].ranges : NULL;
  guint         n_found = 0, n_wanted = 0;

  for (guint a = 0; ranges != NULL && a < block->n_axes; a++)
    {
      gboolean is_unit = tl_expr_is_int (block->axes[a].dom.extent, 1);

      n_wanted += !is_unit;
      for (guint d = 0; d < buffer->n_dims && !is_unit; d++)
        n_found += ranges[d].min == block->axes[a].var;
    }
  return ranges != NULL && n_found == n_wanted;
}

/*
 * Cheap blocks and those whose elements are read once are inlined into elementwise blocks; into reductions, those of which each step reads
 * another element. Operands that a product reuses are not inlined, nor are consumers of a reduction, which can run where it ends.
 */
static gboolean
wants_inlining (const TlDefaultSchedule *p, const TlStmt *stmt)
{
  const TlBlock        *block = &stmt->block;
  g_autoptr (GPtrArray) consumers = NULL;
  gboolean              is_cheap;

  if (!is_injective (block) || tl_default_is_param (p, block->writes[0].buffer))
    return FALSE;
  consumers = tl_default_consumers (p, stmt);
  is_cheap = tl_expr_walk (block->body->value, stop_at_call, NULL);
  for (guint i = 0; i < consumers->len; i++)
    {
      const TlBlock *consumer = &((const TlStmt *) consumers->pdata[i])->block;

      if (!is_injective (consumer) && !is_reduction (consumer))
        return FALSE;
      if (is_reduction (consumer) && consumers->len > 1)
        return FALSE;
      if ((is_reduction (consumer) || !is_cheap || consumers->len > 1)
          && !(consumers->len == 1 && reads_each_once (consumer, block->writes[0].buffer)))
        return FALSE;
    }
  return consumers->len > 0;
}

static gboolean
inline_some (TlDefaultSchedule *p)
{
  gboolean any = FALSE;

  for (guint at = 0; at < p->blocks->len;)
    {
      const TlStmt *block = tl_default_block (p, at);
      TlState      *mark;

      if (block == NULL || !wants_inlining (p, block))
        {
          at++;
          continue;
        }
      mark = tl_schedule_builder_mark (p->builder);
      tl_step (p->builder, "compute_inline", tl_default_rv (p, at));
      if (tl_schedule_builder_accept (p->builder, mark))
        {
          g_array_remove_index (p->blocks, at);
          any = TRUE;
        }
      else
        at++;
    }
  return any;
}

/* Those that are listed; again where consumers of a block have become one. */
static void
inline_blocks (TlDefaultSchedule *p)
{
  while (inline_some (p))
    continue;
}

/* --- parts --- */

static GArray *
copy_of (const GArray *blocks)
{
  GArray *copy = g_array_sized_new (FALSE, FALSE, sizeof (TlDefaultBlock), blocks->len);

  g_array_append_vals (copy, blocks->data, blocks->len);
  return copy;
}

/* Tries one rule; all is as it was if it does not fit. */
static gboolean
try_rule (TlDefaultSchedule *p, const TlDefaultRule *rule, guint at, char **why)
{
  TlState *mark = tl_schedule_builder_mark (p->builder);
  GArray  *before = copy_of (p->blocks);
  gboolean fits;

  g_string_truncate (p->part, 0);
  fits = rule->apply (p, at, why);
  if (p->builder->error != NULL)
    fits = tl_set_reason (why, "%s", tl_refusal_reason (p->builder->error));
  if (fits)
    {
      g_array_unref (before);
      tl_state_unref (mark);
      return TRUE;
    }
  tl_schedule_builder_rewind (p->builder, mark);
  g_array_unref (p->blocks);
  p->blocks = before;
  return FALSE;
}

static void
schedule_part (TlDefaultSchedule *p, guint at, guint set, GPtrArray *notes)
{
  g_autoptr (GStrvBuilder) refusals = g_strv_builder_new ();
  const TlDefaultInfo     *taken = NULL;
  const char              *name = g_array_index (p->blocks, TlDefaultBlock, at).name;
  TlDefaultNote           *note;

  for (guint i = 0; i < G_N_ELEMENTS (rules) && taken == NULL; i++)
    {
      g_autofree char *why = NULL, *line = NULL;

      if ((set & (1u << i)) == 0 || !is_for (rules[i], p->target))
        continue;
      if (try_rule (p, rules[i], at, &why))
        {
          taken = &rules[i]->info;
          break;
        }
      line = g_strdup_printf ("%s: %s", rules[i]->info.name, why);
      g_strv_builder_add (refusals, line);
    }
  if (taken == NULL)
    g_array_remove_index (p->blocks, at);
  note = g_new0 (TlDefaultNote, 1);
  note->taken = taken;
  note->blocks = g_strdup (taken != NULL ? p->part->str : name);
  note->refusals = g_strv_builder_end (refusals);
  g_ptr_array_add (notes, note);
}

/* The first reduction, else the first block; blocks that are gone with an earlier part are dropped. */
static gint
next_anchor (TlDefaultSchedule *p)
{
  for (guint at = 0; at < p->blocks->len;)
    if (tl_default_block (p, at) == NULL)
      g_array_remove_index (p->blocks, at);
    else
      at++;
  for (guint at = 0; at < p->blocks->len; at++)
    if (is_reduction (&tl_default_block (p, at)->block))
      return (gint) at;
  return p->blocks->len > 0 ? 0 : -1;
}

static void
schedule_parts (TlDefaultSchedule *p, guint set, GPtrArray *notes)
{
  gint at;

  while ((at = next_anchor (p)) >= 0)
    {
      guint n_before = p->blocks->len;

      schedule_part (p, (guint) at, set, notes);
      if (p->blocks->len >= n_before)
        inline_blocks (p);    /* blocks inside of the part came */
    }
}

/* --- a function --- */

static void
list_blocks (TlDefaultSchedule *p)
{
  const TlPrimFunc *func = tl_default_func (p);

  p->root = tl_step_get_block (p->builder, func->body->block.name, func->name);
  tl_default_append_blocks (p, p->root);
}

static gboolean
check_function (const TlDefaultSchedule *p, GError **error)
{
  const TlPrimFunc     *func = tl_default_func (p);
  g_autoptr (GPtrArray) blocks = tl_stmt_blocks (func->body);

  for (guint i = 0; i < blocks->len; i++)
    if (blocks->pdata[i] != func->body)
      return TRUE;
  return tl_fail (error, TL_DEFAULT_SCHEDULE_ERROR, TL_DEFAULT_SCHEDULE_ERROR_NO_FIT, "function %s has no blocks to schedule", func->name);
}

static void
set_nothing_fits (GPtrArray *notes, GError **error)
{
  g_autoptr (GString) text = g_string_new ("no rule matches");

  for (guint i = 0; i < notes->len; i++)
    {
      const TlDefaultNote *note = notes->pdata[i];

      g_string_append_printf (text, "\n  block %s", note->blocks);
      for (guint k = 0; note->refusals[k] != NULL; k++)
        g_string_append_printf (text, "\n    %s", note->refusals[k]);
    }
  g_set_error_literal (error, TL_DEFAULT_SCHEDULE_ERROR, TL_DEFAULT_SCHEDULE_ERROR_NO_FIT, text->str);
}

static gboolean
any_fits (const GPtrArray *notes)
{
  for (guint i = 0; i < notes->len; i++)
    if (((const TlDefaultNote *) notes->pdata[i])->taken != NULL)
      return TRUE;
  return FALSE;
}

TlState *
tl_default_schedule_with (TlState *start, const char *func_name, const TlTarget *target, guint set, GPtrArray *notes, GError **error)
{
  TlCaches              caches = tl_target_caches (target);
  g_autoptr (GPtrArray) own_notes = notes == NULL ? tl_default_notes_new () : g_ptr_array_ref (notes);
  TlScheduleBuilder     builder;
  TlDefaultSchedule     p = {
                 .builder = &builder,
                 .func_name = func_name,
                 .target = target,
                 .n_registers = tl_target_vector_registers (target),
                 .l1_bytes = caches.l1d_bytes,
                 .l2_bytes = caches.l2_bytes,
                 .is_always_parallel = (set & TL_DEFAULT_ALWAYS_PARALLEL) != 0,
  };
  TlState *end = NULL;

  tl_schedule_builder_init (&builder, start);
  if (!check_function (&p, error))
    {
      tl_schedule_builder_clear (&builder);
      return NULL;
    }
  p.blocks = g_array_new (FALSE, FALSE, sizeof (TlDefaultBlock));
  p.part = g_string_new (NULL);
  list_blocks (&p);
  if (builder.error == NULL)
    {
      inline_blocks (&p);
      schedule_parts (&p, set, own_notes);
    }
  g_array_unref (p.blocks);
  g_string_free (p.part, TRUE);
  end = tl_schedule_builder_finish (&builder, error);
  if (end != NULL && !any_fits (own_notes))
    {
      set_nothing_fits (own_notes, error);
      g_clear_pointer (&end, tl_state_unref);
    }
  else if (end != NULL && tl_state_module (end) == tl_state_module (start))
    {
      g_set_error (error, TL_DEFAULT_SCHEDULE_ERROR, TL_DEFAULT_SCHEDULE_ERROR_NO_FIT,
                   "the rules do not apply to function %s: none would change it",
                   tl_module_prim (tl_state_module (start), func_name)->name);
      g_clear_pointer (&end, tl_state_unref);
    }
  return end;
}

TlState *
tl_default_schedule (TlState *start, const char *func_name, const TlTarget *target, GError **error)
{
  return tl_default_schedule_with (start, func_name, target, TL_DEFAULT_ALL, NULL, error);
}
