/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/target-choice.h"

#include <string.h>

#include "core/base/extremum.h"
#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/device/cpu-models.h"
#include "core/device/device.h"
#include "core/target/gpu-models.h"

guint
tl_target_max_threads (void)
{
  return tl_max (tl_device_host ()->n_units, 1);
}

/* --- choices --- */

static void
choice_free (gpointer data)
{
  TlTargetChoice *choice = data;

  g_free (choice->title);
  g_free (choice->detail);
  g_free (choice);
}

/* Takes @title and @detail. */
static void
add (GPtrArray *choices, const char *group, char *title, char *detail, const char *text)
{
  TlTargetChoice *choice = g_new0 (TlTargetChoice, 1);

  *choice = (TlTargetChoice) { .group = group, .title = title, .detail = detail };
  if (tl_target_parse (text, &choice->target, NULL))
    g_ptr_array_add (choices, choice);
  else
    choice_free (choice);
}

static void
add_this_machine (GPtrArray *choices, const GPtrArray *devices)
{
  const char *group = N_("This Machine");

  add (choices, group, g_strdup (_("This Machine")), g_strdup (tl_device_host ()->model), "llvm");
  for (guint i = 0; devices != NULL && i < devices->len; i++)
    {
      const TlListedDevice *device = g_ptr_array_index (devices, i);
      g_autofree char      *text = tl_target_to_text (&device->target);

      if (device->model != NULL)
        add (choices, group, g_strdup (device->model), g_strdup (strcmp (device->kind, "opencl") == 0 ? "OpenCL" : device->target.arch),
             text);
    }
}

static void
add_cpus (GPtrArray *choices)
{
  const TlCpuName *cpu;

  for (guint i = 0; (cpu = tl_cpu_name_nth (i)) != NULL; i++)
    {
      g_autofree char *text = g_strdup_printf ("llvm -mcpu=%s%s%s", cpu->name, cpu->triple != NULL ? " -mtriple=" : "",
                                               cpu->triple != NULL ? cpu->triple : "");

      add (choices, N_("CPUs"), g_strdup (cpu->title), g_strdup (cpu->name), text);
    }
}

/* A word of a tag as its maker writes it: "geforce" is "GeForce", "a100" is "A100". */
static char *
spell (const char *word)
{
  static const char *const spellings[] = { "GeForce", "Tesla", "Jetson", "Orin", "Nano", "Xavier", "Ti", "Apple" };

  for (guint i = 0; i < G_N_ELEMENTS (spellings); i++)
    if (g_ascii_strcasecmp (spellings[i], word) == 0)
      return g_strdup (spellings[i]);
  return g_ascii_strup (word, -1);
}

/* "nvidia/geforce-rtx-4090" as "GeForce RTX 4090", "apple/m1-gpu" as "Apple M1". */
static char *
title_of_tag (const char *tag)
{
  const char     *name = strchr (tag, '/') + 1;
  gboolean        is_apple = g_str_has_prefix (tag, "apple/");
  g_auto (GStrv)  words = g_strsplit (is_apple ? tag : name, is_apple ? "/" : "-", -1);
  GString        *title = g_string_new (NULL);

  for (guint i = 0; words[i] != NULL; i++)
    {
      g_autofree char *word = NULL;

      if (g_str_has_suffix (words[i], "-gpu"))
        words[i][strlen (words[i]) - strlen ("-gpu")] = '\0';
      word = spell (words[i]);
      g_string_append_printf (title, "%s%s", i > 0 ? " " : "", word);
    }
  return g_string_free (title, FALSE);
}

static void
add_gpus (GPtrArray *choices)
{
  const char *tag;

  for (guint i = 0; (tag = tl_target_tag_nth (i)) != NULL; i++)
    {
      TlTarget target;
      gboolean is_nvidia = tl_target_parse (tag, &target, NULL) && *target.arch != '\0';

      add (choices, is_nvidia ? N_("NVIDIA GPUs") : N_("Other GPUs"), title_of_tag (tag),
           g_strdup_printf ("%s · %s", tag, is_nvidia ? target.arch : "Metal"), tag);
    }
  add (choices, N_("Other GPUs"), g_strdup (_("Any GPU by OpenCL")), g_strdup ("opencl"), "opencl");
}

GPtrArray *
tl_target_choices_new (const GPtrArray *devices)
{
  GPtrArray *choices = g_ptr_array_new_with_free_func (choice_free);

  add_this_machine (choices, devices);
  add_cpus (choices);
  add_gpus (choices);
  return choices;
}

int
tl_target_choices_find (const GPtrArray *choices, const TlTarget *target)
{
  TlTarget         plain = *target;
  g_autofree char *text = NULL;

  plain.num_cores = 1;
  text = tl_target_to_text (&plain);
  for (guint i = 0; i < choices->len; i++)
    {
      const TlTargetChoice *choice = g_ptr_array_index (choices, i);
      g_autofree char      *same = tl_target_to_text (&choice->target);

      if (strcmp (same, text) == 0)
        return (int) i;
    }
  return -1;
}

gboolean
tl_target_choice_matches (const TlTargetChoice *choice, const char *text)
{
  g_autofree char *all = g_strjoin (" ", choice->title, choice->detail, _(choice->group), NULL), *folded = g_utf8_casefold (all, -1);
  g_autofree char *folded_text = g_utf8_casefold (text, -1);
  g_auto (GStrv)   words = g_strsplit (folded_text, " ", -1);

  for (guint i = 0; words[i] != NULL; i++)
    if (strstr (folded, words[i]) == NULL)
      return FALSE;
  return TRUE;
}

/* --- facts --- */

char *
tl_target_short_text (const TlTarget *target)
{
  char            *text = tl_target_to_text (target);
  TlTarget         tagged;
  g_autofree char *same = *target->model != '\0' && tl_target_parse (target->model, &tagged, NULL) ? tl_target_to_text (&tagged) : NULL;

  if (g_strcmp0 (same, text) != 0)
    return text;
  g_free (text);
  return g_strdup (target->model);
}

static char *
describe_gpu (const TlTarget *target)
{
  const TlGpuModel *model = tl_gpu_model_of_target (target);
  g_autofree char  *shared = tl_format_bytes (target->max_shared_memory_per_block), *l2 = NULL;
  g_autofree char  *limits = g_strdup_printf (_("up to %u threads and %s of shared memory in a block"), target->max_threads_per_block,
                                              shared);

  if (model == NULL)
    return g_steal_pointer (&limits);
  l2 = tl_format_bytes (model->l2_bytes);
  return g_strdup_printf (_("%s: %u multiprocessors, L2 %s, %u GB/s · %s"), model->name, model->n_multiprocessors, l2, model->memory_gb_s,
                          limits);
}

char *
tl_target_describe (const TlTarget *target)
{
  TlCaches         caches = tl_target_caches (target);
  g_autofree char *l1 = tl_format_bytes (caches.l1d_bytes), *l2 = tl_format_bytes (caches.l2_bytes), *l3 = NULL;

  if (target->kind->has_threads)
    return describe_gpu (target);
  l3 = caches.l3_bytes > 0 ? tl_format_bytes (caches.l3_bytes) : g_strdup (_("none"));
  return g_strdup_printf (_("%u-bit vectors, %u registers · L1 %s, L2 %s, L3 %s"), target->vector_bits,
                          tl_target_vector_registers (target), l1, l2, l3);
}

/* The name of this machine's own CPU makes another target of it: nothing here knows LLVM's name of it. */
gboolean
tl_target_is_here (const TlTarget *target)
{
  return strcmp (target->kind->device, "cpu") == 0 && *target->mcpu == '\0' && *target->mtriple == '\0';
}

/* Drivers compile PTX for newer GPUs; that of an arch with an "a" is for it alone. */
static gboolean
runs_arch (const TlListedDevice *device, const TlTarget *target)
{
  guint    has = tl_target_sm (&device->target);
  gboolean is_own = g_str_has_suffix (target->arch, "a");

  return has == 0 || (is_own ? has == tl_target_sm (target) : has >= tl_target_sm (target));
}

static char *
gpu_obstacle (const TlTarget *target, const GPtrArray *devices)
{
  const TlListedDevice *device = tl_device_list_find (devices, target->kind->device);
  const char           *rest = _("Code, checks in the emulator and predictions work without one.");

  if (strcmp (target->kind->name, "metal") == 0)
    return g_strdup (_("Metal kernels are source text here: listed, checked in the emulator and predicted, not built or run."));
  if (devices == NULL)
    return g_strdup (_("The devices of this machine are being looked for."));
  if (device == NULL || device->model == NULL)
    return g_strdup_printf (_("No device here runs it (%s). %s"), device != NULL ? device->problem : target->kind->device, rest);
  if (!runs_arch (device, target))
    return g_strdup_printf (_("%s is %s and does not run code for %s. %s"), device->model, device->target.arch, target->arch, rest);
  return NULL;
}

char *
tl_target_obstacle (const TlTarget *target, const GPtrArray *devices)
{
  if (tl_target_is_here (target))
    return NULL;
  if (tl_target_has_kernels (target))
    return gpu_obstacle (target, devices);
  return g_strdup_printf (_("Programs for %s are not timed on another CPU. Choose This Machine as the target to measure."),
                          *target->mcpu != '\0' ? target->mcpu : target->mtriple);
}

char *
tl_target_device_text (const TlTarget *target, const GPtrArray *devices)
{
  const TlListedDevice *device = tl_target_has_kernels (target) ? tl_device_list_find (devices, target->kind->device) : NULL;
  g_autofree char      *obstacle = tl_target_obstacle (target, devices);

  return device != NULL && obstacle == NULL ? g_strdup_printf (_("Measured on %s"), device->model) : NULL;
}
