/* SPDX-License-Identifier: Apache-2.0 */
#include "core/tune/space-private.h"

struct _TlSpace
{
  gint              ref_count;   /* atomic */
  char             *name;
  TlScheduleScript *script;      /* NULL: the default rules for @target */
  char             *function;    /* nullable */
  char            **arguments;   /* nullable */
  TlTarget          target;
};

/* So that the choice of a design space and the first sample in it do not come from the same number. */
#define VARIANT_SALT G_GUINT64_CONSTANT (0xd1b54a32d192ed03)

TlSpace *
tl_space_from_script (TlScheduleScript *script, const char *function, const char *const *arguments)
{
  TlSpace *space = g_new0 (TlSpace, 1);

  space->ref_count = 1;
  space->name = g_strdup (function ? function : "script");
  space->script = tl_schedule_script_ref (script);
  space->function = g_strdup (function);
  space->arguments = g_strdupv ((char **) arguments);
  return space;
}

TlSpace *
tl_space_default (const TlTarget *target)
{
  TlSpace *space = g_new0 (TlSpace, 1);

  space->ref_count = 1;
  space->name = g_strdup ("default");
  space->target = *target;
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
  g_clear_pointer (&space->script, tl_schedule_script_unref);
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

static TlState *
generate (const TlSpace *space, TlState *seeded, guint64 seed, GError **error)
{
  TlSteps steps;

  if (space->script)
    return tl_schedule_script_run (space->script, seeded, space->function, (const char *const *) space->arguments, error);
  tl_steps_init (&steps, seeded);
  tl_rules_apply (&steps, &space->target, seed ^ VARIANT_SALT);
  return tl_steps_finish (&steps, error);
}

TlState *
tl_space_sample (const TlSpace *space, TlState *start, guint64 seed, GError **error)
{
  g_autoptr (TlState) seeded = tl_state_reseed (start, seed);
  g_autoptr (TlState) generated = generate (space, seeded, seed, error);

  return generated ? tl_space_postprocess (generated, error) : NULL;
}
