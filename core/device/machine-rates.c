/* SPDX-License-Identifier: Apache-2.0 */
#include "core/device/machine-rates.h"

#include "core/base/extremum.h"
#include "core/base/file.h"
#include "core/device/device.h"

#define PEAK_S   0.05
#define STREAM_S 0.2
#define KIBI     (G_GINT64_CONSTANT (1) << 10)
#define MEBI     (G_GINT64_CONSTANT (1) << 20)

static const char *const level_names[TL_MACHINE_LEVELS] = { "L1", "L2", "L3", "memory" };

/*
 * Arrays of which two (a copy has two) surely fit the level and surely not the one before. Virtual machines report the third cache of a
 * whole socket, of which they have a share, hence the bounds.
 */
static gint64
level_bytes (guint level)
{
  const TlDeviceInfo *cpu = tl_device_host ();
  gint64 l1 = cpu->l1d_bytes > 0 ? cpu->l1d_bytes : 32 * KIBI, l2 = cpu->l2_bytes > 0 ? cpu->l2_bytes : 512 * KIBI;

  switch (level)
    {
    case 0:
      return l1 / 3;
    case 1:
      return MAX (l2 / 4, l1);
    case 2:
      return CLAMP (cpu->l3_bytes / 8, 2 * l2, 8 * MEBI);
    default:
      return 192 * MEBI;
    }
}

const char *
tl_machine_level_name (guint level)
{
  g_return_val_if_fail (level < TL_MACHINE_LEVELS, NULL);
  return level_names[level];
}

static void
measure_level (TlMachine *machine, guint index, TlStream stream)
{
  TlMachineLevel *level = &machine->levels[index];

  level->name = level_names[index];
  level->n_bytes = level_bytes (index);
  level->bytes_per_s[stream] = tl_stream_measure (stream, (gsize) level->n_bytes, STREAM_S);
}

gboolean
tl_machine_measure (TlMachine *machine, TlMachineProgress progress, gpointer user_data, GCancellable *cancellable, GError **error)
{
  const guint n_steps = TL_N_PEAKS + TL_MACHINE_LEVELS * TL_N_STREAMS;

  *machine = (TlMachine) { .measured_s = g_get_real_time () / G_USEC_PER_SEC };
  for (guint i = 0; i < n_steps; i++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (progress)
        progress ((double) i / n_steps, user_data);
      if (i >= TL_N_PEAKS)
        measure_level (machine, (i - TL_N_PEAKS) / TL_N_STREAMS, (i - TL_N_PEAKS) % TL_N_STREAMS);
      else if (tl_peak_exists (i))
        machine->operations_per_s[i] = tl_peak_measure (i, PEAK_S);
    }
  return TRUE;
}

static char *
file_path (void)
{
  return g_build_filename (g_get_user_data_dir (), "tileloom", "machine.ini", NULL);
}

/* One home folder may serve several machines. */
static char *
group_name (void)
{
  g_autofree char *text = g_strdup_printf ("%s, %u processors", tl_device_host ()->model, tl_device_host ()->n_units);

  return g_strdelimit (g_steal_pointer (&text), "[]\n", ' ');
}

static char *
peak_key (guint peak)
{
  return g_strdelimit (g_strdup (tl_peak_name (peak)), " ,()", '-');
}

gboolean
tl_machine_load (TlMachine *machine)
{
  g_autofree char     *path = file_path (), *group = group_name ();
  g_autoptr (GKeyFile) file = g_key_file_new ();

  *machine = (TlMachine) { 0 };
  if (!g_key_file_load_from_file (file, path, G_KEY_FILE_NONE, NULL) || !g_key_file_has_group (file, group))
    return FALSE;
  machine->measured_s = g_key_file_get_int64 (file, group, "measured", NULL);
  for (guint i = 0; i < TL_N_PEAKS; i++)
    {
      g_autofree char *key = peak_key (i);

      machine->operations_per_s[i] = tl_max (g_key_file_get_double (file, group, key, NULL), 0);
    }
  for (guint i = 0; i < TL_MACHINE_LEVELS; i++)
    {
      g_autofree double *values = NULL;
      gsize              n = 0;

      machine->levels[i].name = level_names[i];
      machine->levels[i].n_bytes = level_bytes (i);
      values = g_key_file_get_double_list (file, group, level_names[i], &n, NULL);
      for (guint k = 0; k < MIN (n, TL_N_STREAMS); k++)
        machine->levels[i].bytes_per_s[k] = MAX (values[k], 0);
    }
  return tl_machine_peak_float32 (machine) > 0;
}

gboolean
tl_machine_save (const TlMachine *machine, GError **error)
{
  g_autofree char     *path = file_path (), *group = group_name (), *folder = g_path_get_dirname (path), *text = NULL;
  g_autoptr (GKeyFile) file = g_key_file_new ();

  g_key_file_load_from_file (file, path, G_KEY_FILE_KEEP_COMMENTS, NULL);
  g_key_file_set_int64 (file, group, "measured", machine->measured_s);
  for (guint i = 0; i < TL_N_PEAKS; i++)
    {
      g_autofree char *key = peak_key (i);

      g_key_file_set_double (file, group, key, machine->operations_per_s[i]);
    }
  for (guint i = 0; i < TL_MACHINE_LEVELS; i++)
    g_key_file_set_double_list (file, group, level_names[i], (double *) machine->levels[i].bytes_per_s, TL_N_STREAMS);
  text = g_key_file_to_data (file, NULL, NULL);
  g_mkdir_with_parents (folder, 0755);
  return tl_file_write (path, text, error);
}

double
tl_machine_peak_float32 (const TlMachine *machine)
{
  TlPeak peak = tl_peak_of_type (TL_FLOAT32);

  return peak != TL_PEAK_NONE ? machine->operations_per_s[peak] : 0;
}
