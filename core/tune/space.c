/* SPDX-License-Identifier: Apache-2.0 */
#include "core/tune/space-private.h"

#include "core/schedule/trace.h"
#include "core/tune/rule.h"

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
  TlTarget          target;      /* RULES */
  TlScheduleScript *script;      /* SCRIPT */
  char             *function;    /* SCRIPT, nullable */
  char            **arguments;   /* SCRIPT, nullable */
  GPtrArray        *members;     /* UNION: TlSpace */

  /* What sampling replays, of the program sampled last; designs depend on nothing but that. */
  GMutex            lock;
  TlState          *start;       /* under lock, as the next */
  GPtrArray        *designs;
};

/* So that the choice of a design space and the first sample in it do not come from the same number. */
#define VARIANT_SALT G_GUINT64_CONSTANT (0xd1b54a32d192ed03)

static const TlComponentTable *const tables[TL_N_SPACE_LISTS] = {
  [TL_SPACE_RULES] = &tl_schedule_rule_table,
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

static gboolean
read_lists (TlSpace *space, const TlSpaceOptions *options, GError **error)
{
  const TlComponentSet *set = tl_component_set_for (&space->target);

  for (TlSpaceList list = 0; list < TL_N_SPACE_LISTS; list++)
    {
      const char *text = options && options->lists[list] ? options->lists[list] : set->lists[list];
      const TlComponentSet *named = text ? tl_component_set_find (text) : NULL;

      if (named)
        text = named->lists[list];
      if (!tables[list])
        continue;
      space->lists[list] = tl_component_list_parse (space->arena, tables[list], text, &space->n_components[list], error);
      if (!space->lists[list])
        return FALSE;
    }
  return TRUE;
}

TlSpace *
tl_space_from_rules (const TlTarget *target, const TlSpaceOptions *options, GError **error)
{
  gboolean is_own = options && options->lists[TL_SPACE_RULES];
  g_autoptr (TlSpace) space = space_new (SPACE_RULES, is_own ? "rules" : "default");

  space->target = *target;
  return read_lists (space, options, error) ? g_steal_pointer (&space) : NULL;
}

TlSpace *
tl_space_default (const TlTarget *target)
{
  g_autoptr (GError) error = NULL;
  TlSpace *space = tl_space_from_rules (target, NULL, &error);

  if (!space)
    g_error ("%s", error->message);
  return space;
}

TlSpace *
tl_space_from_script (TlScheduleScript *script, const char *function, const char *const *arguments)
{
  TlSpace *space = space_new (SPACE_SCRIPT, function ? function : "script");

  space->script = tl_schedule_script_ref (script);
  space->function = g_strdup (function);
  space->arguments = g_strdupv ((char **) arguments);
  return space;
}

TlSpace *
tl_space_union (TlSpace *const *spaces, guint n_spaces)
{
  TlSpace *space = space_new (SPACE_UNION, "union");

  g_return_val_if_fail (n_spaces > 0, NULL);

  space->members = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_space_unref);
  for (guint i = 0; i < n_spaces; i++)
    g_ptr_array_add (space->members, tl_space_ref (spaces[i]));
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
  g_clear_pointer (&space->designs, g_ptr_array_unref);
  g_clear_pointer (&space->start, tl_state_unref);
  g_clear_pointer (&space->members, g_ptr_array_unref);
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

static GPtrArray *
designs_of_members (TlSpace *space, TlState *start, GError **error)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_state_unref);

  for (guint i = 0; i < space->members->len; i++)
    {
      g_autoptr (GPtrArray) some = tl_space_designs (space->members->pdata[i], start, error);

      if (!some)
        return NULL;
      for (guint k = 0; k < some->len; k++)
        g_ptr_array_add (all, tl_state_ref (some->pdata[k]));
    }
  return g_steal_pointer (&all);
}

GPtrArray *
tl_space_designs (TlSpace *space, TlState *start, GError **error)
{
  g_autoptr (GPtrArray) designs = NULL;

  switch (space->kind)
    {
    case SPACE_RULES:
      return tl_post_order_designs (start, space->lists[TL_SPACE_RULES], space->n_components[TL_SPACE_RULES], &space->target, error);
    case SPACE_SCRIPT:
      designs = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_state_unref);
      if (!tl_schedule_script_run_all (space->script, start, space->function, -1, (const char *const *) space->arguments, designs, error))
        return NULL;
      return g_steal_pointer (&designs);
    case SPACE_UNION:
      return designs_of_members (space, start, error);
    }
  g_assert_not_reached ();
}

/* The designs that samples are drawn from, found once for a program. */
static GPtrArray *
kept_designs (TlSpace *space, TlState *start, GError **error)
{
  GPtrArray *designs;

  g_mutex_lock (&space->lock);
  if (space->start != start)
    {
      g_clear_pointer (&space->designs, g_ptr_array_unref);
      g_clear_pointer (&space->start, tl_state_unref);
      space->designs = tl_space_designs (space, start, error);
      space->start = space->designs ? tl_state_ref (start) : NULL;
    }
  designs = space->designs ? g_ptr_array_ref (space->designs) : NULL;
  g_mutex_unlock (&space->lock);
  return designs;
}

static TlState *
draw_design (TlSpace *space, TlState *start, TlState *seeded, guint64 seed, GError **error)
{
  g_autoptr (GPtrArray) designs = kept_designs (space, start, error);
  TlRandom random = tl_random_seeded (seed ^ VARIANT_SALT);

  if (!designs)
    return NULL;
  return tl_trace_replay (seeded, designs->pdata[tl_random_below (&random, designs->len)], FALSE, TRUE, error);
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
  g_set_error (error, TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_SCRIPT, "the script %s returns an empty list: a design space needs a schedule",
               space->name);
  return NULL;
}

TlState *
tl_space_sample (TlSpace *space, TlState *start, guint64 seed, GError **error)
{
  g_autoptr (TlState) seeded = tl_state_reseed (start, seed);
  g_autoptr (TlState) drawn = space->kind == SPACE_SCRIPT ? draw_from_script (space, seeded, seed, error)
                                                          : draw_design (space, start, seeded, seed, error);

  return drawn ? tl_space_postprocess (drawn, error) : NULL;
}
