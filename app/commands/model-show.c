/* SPDX-License-Identifier: Apache-2.0 */
/* A model as it is read, after each pass, and as it runs: inputs, kernels with their weights, memory. */
#include <stdio.h>
#include <string.h>

#include "app/commands/analyze.h"
#include "app/commands/model.h"
#include "core/graph/passes/graph-passes.h"

/* --- graphs --- */

/* The graph functions, or all functions. */
static char *
print_module (const TlModelFlags *flags, const TlModule *module)
{
  g_autoptr (TlModule) graphs = flags->with_kernels ? tl_module_ref (module) : tl_graph_functions (module);

  return tl_script_print (graphs, TL_DIALECT_CLASSIC, NULL);
}

/* FALSE after printing that there is no such pass. */
static gboolean
check_pass (const char *name)
{
  g_autoptr (GString) names = g_string_new ("import");

  for (guint i = 0; tl_graph_default_passes[i] != NULL; i++)
    {
      g_string_append_printf (names, ", %s", tl_graph_default_passes[i]->name);
      if (strcmp (name, tl_graph_default_passes[i]->name) == 0)
        return TRUE;
    }
  if (strcmp (name, "import") == 0)
    return TRUE;
  tl_command_message ("--pass takes the name of a pass, not \"%s\"; in order there are %s", name, names->str);
  return FALSE;
}

static void
print_graph (const char *pass, const char *title, const char *text)
{
  printf ("# %s: %s\n%s\n", pass, title, text);
}

static const char *
last_pass (void)
{
  const char *name = "import";

  for (guint i = 0; tl_graph_default_passes[i] != NULL; i++)
    name = tl_graph_default_passes[i]->name;
  return name;
}

/* After each pass that changes the graph, after the last one of the name that is asked for, or after all. */
static TlExit
show_passes (const TlModelFlags *flags)
{
  const char          *wanted = flags->pass != NULL ? flags->pass : last_pass ();
  g_autoptr (TlModule) module = NULL;
  g_autofree char     *text = NULL, *asked = NULL;
  g_autoptr (GError)   error = NULL;

  if (flags->pass != NULL && !check_pass (flags->pass))
    return TL_EXIT_USAGE;
  module = tl_model_read (flags);
  if (module == NULL)
    return TL_EXIT_USAGE;
  text = print_module (flags, module);
  if (flags->all_passes)
    print_graph ("import", "as it is read", text);
  else if (strcmp (wanted, "import") == 0)
    asked = g_strdup (text);
  for (guint i = 0; tl_graph_default_passes[i] != NULL; i++)
    {
      const TlGraphPass *pass = tl_graph_default_passes[i];
      TlModule          *next = pass->run (module, &error);
      g_autofree char   *before = g_steal_pointer (&text);

      if (next == NULL)
        {
          tl_command_message ("%s: %s: %s", flags->path, pass->name, error->message);
          return TL_EXIT_USAGE;
        }
      tl_module_unref (module);
      module = next;
      text = print_module (flags, module);
      if (flags->all_passes && strcmp (before, text) != 0)
        print_graph (pass->name, pass->title, text);
      if (!flags->all_passes && strcmp (wanted, pass->name) == 0)
        {
          g_free (asked);
          asked = g_strdup (text);
        }
    }
  if (asked != NULL)
    printf ("%s", asked);
  return TL_EXIT_DONE;
}

/* --- the executable --- */

static void
print_tensors (const char *title, const GPtrArray *tensors)
{
  for (guint i = 0; i < tensors->len; i++)
    {
      const TlModelTensor *tensor = tensors->pdata[i];

      printf ("%s %s: %s (", title, tensor->name, tl_dtype_name (tensor->dtype));
      for (guint d = 0; d < tensor->n_dims; d++)
        printf ("%s%" G_GINT64_FORMAT, d > 0 ? ", " : "", tensor->shape[d]);
      printf (")\n");
    }
}

static void
print_tasks (const TlExecutable *executable)
{
  int width = 4;

  for (guint i = 0; i < executable->kernels->len; i++)
    width = MAX (width, (int) strlen (((const TlKernelTask *) executable->kernels->pdata[i])->name));
  printf (" ID | %*s | %12s | Weight\n", width, "Name", "FLOP");
  for (guint i = 0; i < executable->kernels->len; i++)
    {
      const TlKernelTask *kernel = executable->kernels->pdata[i];
      g_autofree char    *flops = kernel->flops >= 0 ? g_strdup_printf ("%.0f", kernel->flops) : g_strdup ("N/A");

      printf ("%3u | %*s | %12s | %6u\n", i, width, kernel->name, flops, kernel->n_calls);
    }
}

static void
print_memory (const TlExecutable *executable)
{
  g_autofree char *weights = tl_format_bytes (executable->n_bytes[TL_REGION_CONSTANTS]);
  g_autofree char *arena = tl_format_bytes (executable->n_bytes[TL_REGION_ARENA]);
  g_autofree char *unshared = tl_format_bytes (executable->unshared_bytes);

  printf ("calls: %u of %u kernels\n", executable->calls->len, executable->kernels->len);
  printf ("memory: constants %s, intermediate tensors %s (%s unshared)\n", weights, arena, unshared);
}

static void
print_json (const TlExecutable *executable)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();
  g_autoptr (JsonNode)    root = NULL;
  g_autofree char        *text = NULL;

  json_builder_begin_object (json);
  tl_json_add_int (json, "calls", executable->calls->len);
  tl_json_add_int (json, "constant_bytes", executable->n_bytes[TL_REGION_CONSTANTS]);
  tl_json_add_int (json, "arena_bytes", executable->n_bytes[TL_REGION_ARENA]);
  tl_json_add_int (json, "unshared_bytes", executable->unshared_bytes);
  json_builder_set_member_name (json, "tasks");
  json_builder_begin_array (json);
  for (guint i = 0; i < executable->kernels->len; i++)
    {
      const TlKernelTask *kernel = executable->kernels->pdata[i];

      json_builder_begin_object (json);
      tl_json_add_text (json, "name", kernel->name);
      tl_json_add_int (json, "weight", kernel->n_calls);
      tl_json_add_double (json, "flop", kernel->flops);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
  json_builder_end_object (json);
  root = json_builder_get_root (json);
  text = json_to_string (root, FALSE);
  printf ("%s\n", text);
}

TlExit
tl_model_show (const TlModelFlags *flags)
{
  g_autoptr (TlModule)     lowered = NULL;
  g_autoptr (TlExecutable) executable = NULL;

  if (flags->pass != NULL || flags->all_passes || flags->with_kernels)
    return show_passes (flags);
  executable = tl_model_plan (flags, &lowered);
  if (executable == NULL)
    return TL_EXIT_USAGE;
  if (flags->picture != NULL)
    return tl_model_draw (flags, lowered, executable, NULL);
  if (flags->json)
    {
      print_json (executable);
      return TL_EXIT_DONE;
    }
  print_tensors ("input", executable->inputs);
  print_tensors ("output", executable->outputs);
  print_tasks (executable);
  print_memory (executable);
  return TL_EXIT_DONE;
}
