/* SPDX-License-Identifier: Apache-2.0 */
#include "core/space/space-private.h"
#include "core/space/mutator.h"

#include <string.h>

#include "core/schedule/trace.h"
#include "core/space/postproc.h"
#include "core/space/rule.h"

typedef enum
{
  SPACE_RULES,
  SPACE_SCRIPT,
  SPACE_UNION,
} SpaceKind;

struct _TlSpace
{
  gint              ref_count;   /* atomic */
  SpaceKind         kind;
  char             *name;
  TlArena          *arena;       /* owned: components */
  const TlComponent *lists[TL_N_SPACE_LISTS];
  guint             n_components[TL_N_SPACE_LISTS];
  TlTarget          target;      /* RULES; SCRIPT: this machine */
  TlScheduleScript *script;      /* SCRIPT */
  char             *function;    /* SCRIPT, nullable */
  char            **arguments;   /* SCRIPT, nullable */
  GPtrArray        *members;     /* UNION: TlSpace */
  GArray           *weights;     /* UNION: guint for each */
  gboolean          is_weighted; /* UNION: sketches that leave a sum as it is do not count */

  /* The sketches of the program sampled last; they depend on nothing but the program. */
  GMutex            lock;
  TlState          *start;       /* under lock, as the next */
  GPtrArray        *sketches;
  GArray           *sketch_weights;     /* double for each sketch */
};

/* So that the choice of a design space and the first sample in it do not come from the same number. */
#define VARIANT_SALT G_GUINT64_CONSTANT (0xd1b54a32d192ed03)

static const TlComponentTable *const tables[TL_N_SPACE_LISTS] = {
  [TL_SPACE_RULES] = &tl_schedule_rule_table,
  [TL_SPACE_POSTPROCS] = &tl_postproc_table,
  [TL_SPACE_MUTATORS] = &tl_mutator_table,
};

static TlSpace *
space_new (SpaceKind kind, const char *name)
{
  TlSpace *space = g_new0 (TlSpace, 1);

  space->ref_count = 1;
  space->kind = kind;
  space->name = g_strdup (name);
  space->arena = tl_arena_new (NULL);
  g_mutex_init (&space->lock);
  return space;
}

/* A set by name, "tvm" for MetaSchedule's of the target; NULL if there is none. */
static const TlComponentSet *
find_set (const TlSpace *space, const char *name)
{
  return strcmp (name, "tvm") == 0 ? tl_component_set_for (&space->target) : tl_component_set_find (name);
}

/* The set that the rules are, or NULL. */
static const TlComponentSet *
named_set (const TlSpace *space, const TlSpaceOptions *options)
{
  return options && options->lists[TL_SPACE_RULES] ? find_set (space, options->lists[TL_SPACE_RULES]) : NULL;
}

/* As it is given, or of the set that is given; else of the set that the rules are, where that has one; else the target's. */
static const char *
list_text (const TlSpace *space, const TlSpaceOptions *options, TlSpaceList list)
{
  const char *given = options ? options->lists[list] : NULL;
  const TlComponentSet *set = given ? find_set (space, given) : named_set (space, options);

  if (set && set->lists[list])
    return set->lists[list];
  return given && !set ? given : tl_component_set_for (&space->target)->lists[list];
}

static gboolean
read_list (TlSpace *space, const TlSpaceOptions *options, TlSpaceList list, GError **error)
{
  space->lists[list] = tl_component_list_parse (space->arena, tables[list], list_text (space, options, list), &space->n_components[list],
                                                error);
  return space->lists[list] != NULL;
}

static gboolean
read_lists (TlSpace *space, const TlSpaceOptions *options, GError **error)
{
  for (TlSpaceList list = 0; list < TL_N_SPACE_LISTS; list++)
    if (!read_list (space, options, list, error))
      return FALSE;
  return TRUE;
}

TlSpace *
tl_space_from_rules (const TlTarget *target, const TlSpaceOptions *options, GError **error)
{
  const char *rules = options ? options->lists[TL_SPACE_RULES] : NULL;
  g_autoptr (TlSpace) space = space_new (SPACE_RULES, rules == NULL ? "tvm" : "rules");

  space->target = *target;
  if (named_set (space, options))
    {
      g_free (space->name);
      space->name = g_strdup (rules);
    }
  return read_lists (space, options, error) ? g_steal_pointer (&space) : NULL;
}

static TlSpace *
space_of_set (const TlTarget *target, const char *name)
{
  const TlSpaceOptions options = { .lists = { [TL_SPACE_RULES] = name } };
  g_autoptr (GError) error = NULL;
  TlSpace *space = tl_space_from_rules (target, &options, &error);

  if (!space)
    g_error ("%s", error->message);
  return space;
}

/*
 * A short search meets what fits the machine first; now and then it looks at what else there is, and a long one mixes in all of that. On
 * GPUs half are TVM's, which alone have sketches for tensor cores by wmma.
 */
TlSpace *
tl_space_default (const TlTarget *target)
{
  static const guint weights[] = { 7, 1 }, gpu_weights[] = { 1, 1 };
  g_autoptr (TlSpace) tvm = space_of_set (target, "tvm"), vector = NULL, threads = NULL;

  if (target->kind->has_threads)
    {
      threads = space_of_set (target, "threads");
      return tl_space_union ("default", (TlSpace *[]) { threads, tvm }, gpu_weights, 2);
    }
  vector = space_of_set (target, "vector");
  return tl_space_union ("default", (TlSpace *[]) { vector, tvm }, weights, 2);
}

TlSpace *
tl_space_from_script (TlScheduleScript *script, const char *function, const char *const *arguments)
{
  TlSpace *space = space_new (SPACE_SCRIPT, function ? function : "script");

  space->target = tl_target_host ();
  if (!read_list (space, NULL, TL_SPACE_POSTPROCS, NULL))
    g_assert_not_reached ();
  space->script = tl_schedule_script_ref (script);
  space->function = g_strdup (function);
  space->arguments = g_strdupv ((char **) arguments);
  return space;
}

TlSpace *
tl_space_union (const char *name, TlSpace *const *spaces, const guint *weights, guint n_spaces)
{
  TlSpace *space = space_new (SPACE_UNION, name);

  g_return_val_if_fail (n_spaces > 0, NULL);

  space->members = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_space_unref);
  space->is_weighted = weights != NULL;
  space->weights = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < n_spaces; i++)
    {
      guint weight = weights ? weights[i] : 1;

      g_ptr_array_add (space->members, tl_space_ref (spaces[i]));
      g_array_append_val (space->weights, weight);
    }
  return space;
}

TlSpace *
tl_space_ref (TlSpace *space)
{
  g_atomic_int_inc (&space->ref_count);
  return space;
}

void
tl_space_unref (TlSpace *space)
{
  if (!g_atomic_int_dec_and_test (&space->ref_count))
    return;
  g_clear_pointer (&space->sketches, g_ptr_array_unref);
  g_clear_pointer (&space->sketch_weights, g_array_unref);
  g_clear_pointer (&space->start, tl_state_unref);
  g_clear_pointer (&space->members, g_ptr_array_unref);
  g_clear_pointer (&space->weights, g_array_unref);
  g_clear_pointer (&space->script, tl_schedule_script_unref);
  g_clear_pointer (&space->arena, tl_arena_unref);
  g_mutex_clear (&space->lock);
  g_strfreev (space->arguments);
  g_free (space->function);
  g_free (space->name);
  g_free (space);
}

const char *
tl_space_name (const TlSpace *space)
{
  return space->name;
}

const TlComponent *
tl_space_components (const TlSpace *space, TlSpaceList list, guint *n_components)
{
  const TlSpace *from = space->kind == SPACE_UNION ? space->members->pdata[0] : space;

  *n_components = from->n_components[list];
  return from->lists[list];
}

static GPtrArray *kept_sketches (TlSpace *space, TlState *start, GArray **weights, GError **error);

/* A sum whose loops are all as plain as they were, and no hint that asks the postprocessors to look after them. */
static gboolean
leaves_sum (const TlModule *module)
{
  for (guint f = 0; f < module->n_prims; f++)
    {
      const TlStmt *root = module->prims[f]->body;
      g_autoptr (GPtrArray) blocks = tl_stmt_blocks (root);

      for (guint i = 0; i < blocks->len && root->block.annotations.n == 0; i++)
        {
          const TlStmt *block = blocks->pdata[i];
          g_autoptr (TlPath) path = tl_path_find (module, block->block.id);
          g_autoptr (GPtrArray) loops = tl_path_loops (path);
          gboolean is_plain = block->block.init != NULL;

          for (guint l = 0; l < loops->len; l++)
            is_plain &= ((const TlStmt *) loops->pdata[l])->loop.kind == TL_LOOP_SERIAL;
          if (is_plain)
            return TRUE;
        }
    }
  return FALSE;
}

/* The sketches of a member, without those that change nothing, or no reduction. */
static GPtrArray *
finished_sketches (GPtrArray *sketches, TlState *start)
{
  GPtrArray *finished = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_state_unref);

  for (guint i = 0; i < sketches->len; i++)
    if (tl_state_module (sketches->pdata[i]) != tl_state_module (start) && !leaves_sum (tl_state_module (sketches->pdata[i])))
      g_ptr_array_add (finished, tl_state_ref (sketches->pdata[i]));
  return finished;
}

/* The sketches of all members for the program; where one offers a finished sketch, only finished ones count. Arrays of TlState. */
static GPtrArray *
sketches_by_member (TlSpace *space, TlState *start, GError **error)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  g_autoptr (GPtrArray) finished = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  guint n_finished = 0;

  for (guint i = 0; i < space->members->len; i++)
    {
      GPtrArray *sketches = kept_sketches (space->members->pdata[i], start, NULL, error);

      if (!sketches)
        return NULL;
      g_ptr_array_add (all, sketches);
      g_ptr_array_add (finished, finished_sketches (sketches, start));
      n_finished += ((GPtrArray *) finished->pdata[i])->len;
    }
  return space->is_weighted && n_finished > 0 ? g_steal_pointer (&finished) : g_steal_pointer (&all);
}

/* The weight of a member is shared by its sketches. */
static GPtrArray *
sketches_of_members (TlSpace *space, TlState *start, GArray *weights, GError **error)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_state_unref), members = sketches_by_member (space, start,
                                                                                                                             error);

  for (guint i = 0; members && i < members->len; i++)
    {
      GPtrArray *some = members->pdata[i];
      double     weight = g_array_index (space->weights, guint, i) / (double) MAX (some->len, 1);

      for (guint k = 0; k < some->len; k++)
        {
          g_ptr_array_add (all, tl_state_ref (some->pdata[k]));
          g_array_append_val (weights, weight);
        }
    }
  return members ? g_steal_pointer (&all) : NULL;
}

static void
set_empty (const TlSpace *space, GError **error)
{
  g_set_error (error, TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_SCRIPT, "the script %s returns an empty list: a design space needs a schedule",
               space->name);
}

/* Appends what each sketch's weight is, in no scale. */
static GPtrArray *
find_sketches (TlSpace *space, TlState *start, GArray *weights, GError **error)
{
  g_autoptr (GPtrArray) sketches = NULL;

  if (space->kind == SPACE_UNION)
    return sketches_of_members (space, start, weights, error);
  if (space->kind == SPACE_RULES)
    sketches = tl_post_order_sketches (start, space->lists[TL_SPACE_RULES], space->n_components[TL_SPACE_RULES], &space->target, error);
  else
    {
      sketches = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_state_unref);
      if (!tl_schedule_script_run_all (space->script, start, space->function, -1, (const char *const *) space->arguments, sketches, error))
        return NULL;
      if (sketches->len == 0)
        {
          set_empty (space, error);
          return NULL;
        }
    }
  for (guint i = 0; sketches && i < sketches->len; i++)
    g_array_append_val (weights, (double) { 1 });
  return g_steal_pointer (&sketches);
}

GPtrArray *
tl_space_sketches (TlSpace *space, TlState *start, GError **error)
{
  g_autoptr (GArray) weights = g_array_new (FALSE, FALSE, sizeof (double));

  return find_sketches (space, start, weights, error);
}

GPtrArray *
tl_space_sketches_with_weights (TlSpace *space, TlState *start, GArray **weights, GError **error)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (double));
  GPtrArray *sketches = find_sketches (space, start, found, error);

  *weights = sketches ? g_steal_pointer (&found) : NULL;
  return sketches;
}

/* The sketches that samples are drawn from, found once for a program, and their weights (nullable). */
static GPtrArray *
kept_sketches (TlSpace *space, TlState *start, GArray **weights, GError **error)
{
  GPtrArray *sketches;

  g_mutex_lock (&space->lock);
  if (space->start != start)
    {
      g_clear_pointer (&space->sketches, g_ptr_array_unref);
      g_clear_pointer (&space->sketch_weights, g_array_unref);
      g_clear_pointer (&space->start, tl_state_unref);
      space->sketches = tl_space_sketches_with_weights (space, start, &space->sketch_weights, error);
      space->start = space->sketches ? tl_state_ref (start) : NULL;
    }
  sketches = space->sketches ? g_ptr_array_ref (space->sketches) : NULL;
  if (sketches && weights)
    *weights = g_array_ref (space->sketch_weights);
  g_mutex_unlock (&space->lock);
  return sketches;
}

static TlState *
draw_sketch (TlSpace *space, TlState *start, TlState *seeded, guint64 seed, GError **error)
{
  TlRandom random = tl_random_seeded (seed ^ VARIANT_SALT);
  g_autoptr (GArray) weights = NULL;
  g_autoptr (GPtrArray) sketches = kept_sketches (space, start, &weights, error);
  guint at;

  if (!sketches)
    return NULL;
  at = tl_random_weighted (&random, (const double *) (gpointer) weights->data, weights->len);
  return tl_trace_replay (seeded, sketches->pdata[at], FALSE, TRUE, error);
}

/* A script may take other ways where it draws other numbers, so it is run anew. */
static TlState *
draw_from_script (TlSpace *space, TlState *seeded, guint64 seed, GError **error)
{
  g_autoptr (GPtrArray) ends = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_state_unref);
  TlRandom random = tl_random_seeded (seed ^ VARIANT_SALT);

  if (!tl_schedule_script_run_all (space->script, seeded, space->function, -1, (const char *const *) space->arguments, ends, error))
    return NULL;
  if (ends->len > 0)
    return tl_state_ref (ends->pdata[tl_random_below (&random, ends->len)]);
  set_empty (space, error);
  return NULL;
}

TlState *
tl_space_postprocess (const TlSpace *space, TlState *state, GError **error)
{
  const TlSpace *from = space->kind == SPACE_UNION ? space->members->pdata[0] : space;

  if (tl_state_is_postprocessed (state))
    return tl_state_ref (state);
  return tl_postprocs_apply (from->lists[TL_SPACE_POSTPROCS], from->n_components[TL_SPACE_POSTPROCS], &from->target, state, error);
}

TlState *
tl_space_sample (TlSpace *space, TlState *start, guint64 seed, GError **error)
{
  g_autoptr (TlState) seeded = tl_state_reseed (start, seed);
  g_autoptr (TlState) drawn = space->kind == SPACE_SCRIPT ? draw_from_script (space, seeded, seed, error)
                                                          : draw_sketch (space, start, seeded, seed, error);

  return drawn ? tl_space_postprocess (space, drawn, error) : NULL;
}
