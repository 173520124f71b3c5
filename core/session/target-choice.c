/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/target-choice.h"

#include <string.h>

#include "core/base/extremum.h"
#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/device/cpu-models.h"
#include "core/device/device.h"

guint
tl_target_max_threads (void)
{
  return tl_max (tl_device_host ()->n_units, 1);
}

char **
tl_target_choice_titles (void)
{
  g_autoptr (GStrvBuilder) titles = g_strv_builder_new ();
  const TlCpuName         *cpu;

  g_strv_builder_add (titles, _("This Machine"));
  for (guint i = 0; (cpu = tl_cpu_name_nth (i)) != NULL; i++)
    {
      g_autofree char *title = g_strdup_printf ("%s · %s", cpu->title, cpu->name);

      g_strv_builder_add (titles, title);
    }
  g_strv_builder_add (titles, _("Other Target…"));
  return g_strv_builder_end (titles);
}

gboolean
tl_target_choice_make (guint choice, guint n_threads, TlTarget *target)
{
  const TlCpuName *cpu = choice > 0 ? tl_cpu_name_nth (choice - 1) : NULL;
  g_autofree char *text = NULL;

  if (choice > 0 && cpu == NULL)
    return FALSE;
  text = g_strdup_printf ("llvm%s%s%s%s -num-cores=%u", cpu != NULL ? " -mcpu=" : "", cpu != NULL ? cpu->name : "",
                          cpu != NULL && cpu->triple != NULL ? " -mtriple=" : "",
                          cpu != NULL && cpu->triple != NULL ? cpu->triple : "", MAX (n_threads, 1));
  return tl_target_parse (text, target, NULL);
}

guint
tl_target_choice_of (const TlTarget *target)
{
  g_autofree char *text = tl_target_to_text (target);
  TlTarget         choice;

  for (guint i = 0; tl_target_choice_make (i, target->num_cores, &choice); i++)
    {
      g_autofree char *same = tl_target_to_text (&choice);

      if (strcmp (same, text) == 0)
        return i;
    }
  return tl_cpu_name_count () + 1;
}

char *
tl_target_describe (const TlTarget *target)
{
  TlCaches         caches = tl_target_caches (target);
  g_autofree char *l1 = tl_format_bytes (caches.l1d_bytes), *l2 = tl_format_bytes (caches.l2_bytes), *l3 = NULL;

  if (target->kind->has_threads)
    return g_strdup_printf (_("up to %u threads in a block, %u in a warp"), target->max_threads_per_block, target->thread_warp_size);
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

char *
tl_target_obstacle (const TlTarget *target)
{
  if (tl_target_is_here (target))
    return NULL;
  if (strcmp (target->kind->device, "cpu") != 0)
    return g_strdup_printf (_("Programs for %s do not run on this machine. Choose This Machine as the target to measure."),
                            target->kind->name);
  return g_strdup_printf (_("Programs for %s are not timed on another CPU. Choose This Machine as the target to measure."),
                          *target->mcpu != '\0' ? target->mcpu : target->mtriple);
}
