/* SPDX-License-Identifier: Apache-2.0 */
/* From settings to the objects that a run needs. */
#include <string.h>

#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/cost-model/cost-model.h"
#include "core/search/tune-config.h"
#include "core/target/gpu-models.h"

/* Predicted times stay out of whatever holds measured ones. */
static gboolean
check_dry (const TlTuneConfig *config, const TlTarget *target, GError **error)
{
  const char *other = config->replay_timings != NULL ? "replay-timings" : config->work_dir != NULL ? "work-dir"
                      : config->warm_start           ? "warm-start"
                                                     : NULL;

  if (other != NULL)
    return tl_fail (error, TL_TUNE_CONFIG_ERROR, TL_TUNE_CONFIG_ERROR_CONFLICT, _ ("dry cannot be combined with %s"), other);
  if (!tl_target_has_kernels (target))
    return tl_fail (error, TL_TUNE_CONFIG_ERROR, TL_TUNE_CONFIG_ERROR_CONFLICT,
                    _ ("dry requires the target of a GPU, nvidia/nvidia-a100 for example"));
  return tl_gpu_model_of_target (target) != NULL
         || tl_fail (error, TL_TUNE_CONFIG_ERROR, TL_TUNE_CONFIG_ERROR_CONFLICT,
                     _ ("dry: no figures of this GPU are known; add -model=nvidia/nvidia-a100, for example, to the target"));
}

gboolean
tl_tune_config_target (const TlTuneConfig *config, TlTarget *target, GError **error)
{
  *target = tl_target_host ();
  if (config->target != NULL && !tl_target_parse (config->target, target, error))
    return FALSE;
  if (config->floats != NULL)
    target->is_strict = strcmp (config->floats, "strict") == 0;
  return !config->is_dry || check_dry (config, target, error);
}

/* The lines of a setting of kind TL_TUNE_LIST; NULL: none. */
static char **
lines_of (const char *text)
{
  return text != NULL ? g_strsplit (text, "\n", -1) : NULL;
}

static TlSpace *
space_of_script (const TlTuneConfig *config, GError **error)
{
  g_autoptr (TlSource)         source = tl_source_load (config->space, error);
  g_autoptr (TlScheduleScript) script = source != NULL ? tl_schedule_script_parse (source, error) : NULL;
  g_auto (GStrv)               arguments = lines_of (config->arguments);

  return script != NULL ? tl_space_from_script (script, config->function, (const char *const *) arguments) : NULL;
}

TlSpace *
tl_tune_config_space (const TlTuneConfig *config, const TlTarget *target, GError **error)
{
  TlSpaceOptions options = { { NULL } };
  gboolean       has_lists = FALSE;

  for (TlSpaceList list = 0; list < TL_N_SPACE_LISTS; list++)
    {
      options.lists[list] = config->lists[list];
      has_lists |= config->lists[list] != NULL;
    }
  if (config->space == NULL)
    return has_lists ? tl_space_from_rules (target, &options, error) : tl_space_default (target);
  if (!has_lists)
    return space_of_script (config, error);
  return tl_fail_null (error, TL_TUNE_CONFIG_ERROR, TL_TUNE_CONFIG_ERROR_CONFLICT,
                       _ ("space cannot be combined with rules, postprocs or mutators"));
}

TlConstraints *
tl_tune_config_constraints (const TlTuneConfig *config, GError **error)
{
  return config->pins != NULL || config->forbidden != NULL ? tl_constraints_new (config->pins, config->forbidden, error) : NULL;
}

gboolean
tl_tune_config_begins_with_default_schedule (const TlTuneConfig *config)
{
  return !config->no_default_schedule && config->space == NULL && config->lists[TL_SPACE_RULES] == NULL;
}

/* TlTaskWeight of the lines "NAME=4", whose names stay theirs. Free with g_array_unref. */
static GArray *
read_weights (char **lines)
{
  GArray *weights = g_array_new (FALSE, FALSE, sizeof (TlTaskWeight));

  for (guint i = 0; lines != NULL && lines[i] != NULL; i++)
    {
      char        *equals = strrchr (lines[i], '=');
      TlTaskWeight weight = { .name = lines[i], .weight = equals != NULL ? g_ascii_strtod (equals + 1, NULL) : 0 };

      if (equals != NULL)
        *equals = '\0';
      g_array_append_val (weights, weight);
    }
  return weights;
}

GPtrArray *
tl_tune_config_tasks (const TlTuneConfig *config, const TlModule *module, GError **error)
{
  g_auto (GStrv)     words = config->ops != NULL ? g_strsplit (config->ops, ",", -1) : NULL, lines = lines_of (config->weights);
  g_autoptr (GArray) weights = read_weights (lines);
  g_auto (GStrv)     names = NULL;

  for (guint i = 0; words != NULL && words[i] != NULL; i++)
    g_strstrip (words[i]);
  if (words != NULL && (names = tl_task_names_with (module, (const char *const *) words, error)) == NULL)
    return NULL;
  return tl_tasks_extract (module, (const char *const *) names, (const TlTaskWeight *) (gpointer) weights->data, weights->len, error);
}

gboolean
tl_tune_config_cost_model (const TlTuneConfig *config, TlArena *arena, TlComponent *model, GError **error)
{
  const TlComponent *list;
  guint              n;

  if ((list = tl_component_list_parse (arena, &tl_cost_model_table, config->cost_model, &n, error)) == NULL)
    return FALSE;
  if (n != 1)
    g_set_error (error, TL_COMPONENT_ERROR, TL_COMPONENT_ERROR_SYNTAX, _("a run takes one cost model, not \"%s\""), config->cost_model);
  *model = n > 0 ? list[0] : (TlComponent) { 0 };
  return n == 1;
}
