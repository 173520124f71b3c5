/* SPDX-License-Identifier: Apache-2.0 */
/* The decisions of the design space for tune --decisions, and the candidates that --pin and --forbid leave. */
#include <stdio.h>

#include "app/commands/command.h"
#include "app/commands/tune.h"
#include "core/search/constraints-share.h"

static TlState *
start_of (const TlModuleTuneOptions *options, guint index)
{
  const TlTask *task = options->tasks->pdata[index];

  return tl_state_new (task->module, options->tune.config.seed);
}

/* Arrays of TlSpaceDecision, one for each task; NULL after printing why. */
static GPtrArray *
all_decisions (const TlModuleTuneOptions *options)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);

  for (guint i = 0; i < options->tasks->len; i++)
    {
      g_autoptr (TlState) start = start_of (options, i);
      g_autoptr (GError)  error = NULL;
      GPtrArray *decisions = tl_space_decisions (options->tune.space, start, options->tune.config.seed, TL_SHARE_SAMPLES, &error);

      if (decisions == NULL)
        {
          tl_command_error (error);
          return NULL;
        }
      g_ptr_array_add (all, decisions);
    }
  return g_steal_pointer (&all);
}

static void
print_decision (const TlSpaceDecision *decision)
{
  printf ("  %-16s %s:", decision->key, decision->title);
  for (guint i = 0; i < decision->values->len; i++)
    printf ("%s%s", i > 0 ? ", " : " ", (const char *) decision->values->pdata[i]);
  printf ("\n");
}

gboolean
tl_tune_print_decisions (const TlModuleTuneOptions *options)
{
  g_autoptr (GPtrArray) all = all_decisions (options);

  for (guint i = 0; all != NULL && i < all->len; i++)
    {
      GPtrArray *decisions = all->pdata[i];

      printf ("%s: %u decisions; values among %u samples\n", ((const TlTask *) options->tasks->pdata[i])->name, decisions->len,
              TL_SHARE_SAMPLES);
      for (guint k = 0; k < decisions->len; k++)
        print_decision (decisions->pdata[k]);
    }
  return all != NULL;
}

static gboolean
check_task (const TlModuleTuneOptions *options, TlConstraints *constraints, guint index)
{
  g_autoptr (TlState) start = start_of (options, index);
  g_autoptr (GError)  error = NULL;
  const TlTask       *task = options->tasks->pdata[index];
  TlConstraintsShare  share;

  if (!tl_constraints_check (constraints, options->tune.space, start, options->tune.config.seed, TL_SHARE_SAMPLES, &share, NULL, &error))
    {
      g_prefix_error (&error, "%s: ", task->name);
      tl_command_error (error);
      return FALSE;
    }
  fprintf (stderr, "%s: %u of %u sampled candidates satisfy the constraints\n", task->name, share.n_remaining, share.n_sampled);
  return TRUE;
}

gboolean
tl_tune_check_constraints (const TlModuleTuneOptions *options)
{
  g_autoptr (GError)        error = NULL;
  g_autoptr (TlConstraints) constraints = tl_tune_config_constraints (&options->tune.config, &error);
  g_autoptr (GPtrArray)     all = NULL;

  if (constraints == NULL && error == NULL)
    return TRUE;
  if (constraints != NULL && (all = all_decisions (options)) == NULL)
    return FALSE;
  if (constraints == NULL || !tl_constraints_check_keys (constraints, all, &error))
    {
      tl_command_error (error);
      return FALSE;
    }
  for (guint i = 0; i < options->tasks->len; i++)
    if (!check_task (options, constraints, i))
      return FALSE;
  return TRUE;
}
