/* SPDX-License-Identifier: Apache-2.0 */
#include <json-glib/json-glib.h>
#include <stdio.h>

#include "app/commands/command.h"
#include "core/device/device.h"
#include "core/device/machine-rates.h"

static void
print_text (const TlMachine *machine)
{
  const TlDeviceInfo *cpu = tl_device_host ();
  g_autofree char *l1 = tl_format_bytes (cpu->l1d_bytes), *l2 = tl_format_bytes (cpu->l2_bytes), *l3 = tl_format_bytes (cpu->l3_bytes);

  printf ("%s\n%u logical cores (%u physical), %u-bit vectors\nL1 %s and L2 %s per core, L3 %s\n\npeak rates of one core:\n",
          cpu->model, cpu->n_units,
          cpu->n_cores, cpu->vector_bits, l1, l2, l3);
  for (guint i = 0; i < TL_N_PEAKS; i++)
    if (machine->operations_per_s[i] > 0)
      printf ("  %-34s %8.1f Gop/s\n", tl_peak_name (i), machine->operations_per_s[i] * 1e-9);
  for (guint i = 0; i < TL_MACHINE_LEVELS; i++)
    {
      g_autofree char *size = tl_format_bytes (machine->levels[i].n_bytes);

      printf ("  %-6s (%s)", machine->levels[i].name, size);
      for (guint k = 0; k < TL_N_STREAMS; k++)
        printf ("  %s %.1f GB/s", tl_stream_name (k), machine->levels[i].bytes_per_s[k] * 1e-9);
      printf ("\n");
    }
}

static void
print_json (const TlMachine *machine)
{
  const TlDeviceInfo *cpu = tl_device_host ();
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *text = NULL;

#define MEMBER(name, kind, value) (json_builder_set_member_name (builder, name), json_builder_add_##kind##_value (builder, value))
  json_builder_begin_object (builder);
  MEMBER ("model", string, cpu->model);
  MEMBER ("logical_cores", int, cpu->n_units);
  MEMBER ("cores", int, cpu->n_cores);
  MEMBER ("vector_bits", int, cpu->vector_bits);
  MEMBER ("l1d_bytes", int, cpu->l1d_bytes);
  MEMBER ("l2_bytes", int, cpu->l2_bytes);
  MEMBER ("l3_bytes", int, cpu->l3_bytes);
  MEMBER ("measured", int, machine->measured_s);
  json_builder_set_member_name (builder, "operations_per_s");
  json_builder_begin_object (builder);
  for (guint i = 0; i < TL_N_PEAKS; i++)
    if (machine->operations_per_s[i] > 0)
      MEMBER (tl_peak_name (i), double, machine->operations_per_s[i]);
  json_builder_end_object (builder);
  json_builder_set_member_name (builder, "bytes_per_s");
  json_builder_begin_object (builder);
  for (guint i = 0; i < TL_MACHINE_LEVELS; i++)
    {
      json_builder_set_member_name (builder, machine->levels[i].name);
      json_builder_begin_object (builder);
      for (guint k = 0; k < TL_N_STREAMS; k++)
        MEMBER (tl_stream_name (k), double, machine->levels[i].bytes_per_s[k]);
      json_builder_end_object (builder);
    }
  json_builder_end_object (builder);
  json_builder_end_object (builder);
#undef MEMBER
  root = json_builder_get_root (builder);
  text = json_to_string (root, TRUE);
  printf ("%s\n", text);
}

static TlExit
run_machine (int argc, char **argv)
{
  gboolean again = FALSE, as_json = FALSE;
  const GOptionEntry options[] = {
    { "again", 0, 0, G_OPTION_ARG_NONE, &again, "Measure again", NULL },
    { "json", 0, 0, G_OPTION_ARG_NONE, &as_json, "Print JSON", NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GError) error = NULL;
  TlMachine machine;
  TlExit    exit = TL_EXIT_DONE;

  if (!tl_command_parse (&tl_command_machine_row, &argc, &argv, options, NULL, 0, 0))
    return TL_EXIT_USAGE;
  if (again || !tl_machine_load (&machine))
    {
      fprintf (stderr, "Measuring this machine, about three seconds …\n");
      tl_machine_measure (&machine, NULL, NULL, NULL, NULL);
      if (!tl_machine_save (&machine, &error))
        {
          tl_command_error (error);
          exit = TL_EXIT_FAILED;
        }
    }
  if (as_json)
    print_json (&machine);
  else
    print_text (&machine);
  return exit;
}

const TlCommand tl_command_machine_row = { "machine", "[--again]",
                                           "Print the peak compute and bandwidth of this machine; measured once, then stored",
                                           run_machine };
