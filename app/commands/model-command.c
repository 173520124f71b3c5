/* SPDX-License-Identifier: Apache-2.0 */
/* Whole models: the options of "model run", "model profile" and "model show". */
#include <string.h>

#include "app/commands/model.h"

/* FALSE after printing which option the action does not have. */
static gboolean
check_options (const TlModelFlags *flags, const char *action)
{
  gboolean    is_show = strcmp (action, "show") == 0;
  const char *wrong = is_show && flags->input != NULL                                  ? "--input"
                      : is_show && flags->output != NULL                               ? "--output"
                      : is_show && flags->check                                        ? "--check"
                      : !is_show && flags->pass != NULL                                ? "--pass"
                      : !is_show && flags->all_passes                                  ? "--passes"
                      : !is_show && flags->with_kernels                                ? "--kernels"
                      : strcmp (action, "run") == 0 && flags->picture != NULL          ? "--picture"
                      : flags->picture == NULL && flags->view != NULL                  ? "--view without --picture"
                                                                                       : NULL;

  if (flags->view != NULL && strcmp (flags->view, "graph") != 0 && strcmp (flags->view, "memory") != 0)
    {
      tl_command_message ("--view takes graph or memory, not \"%s\"", flags->view);
      return FALSE;
    }
  if (wrong != NULL)
    tl_command_message ("model %s has no option %s", action, wrong);
  return wrong == NULL;
}

/* The actions with options of their own. */
static const TlCommand *const own_rows[] = { &tl_model_tune_row, &tl_model_best_row, &tl_model_export_row };

static TlExit
run_model (int argc, char **argv)
{
  g_auto (TlModelFlags) flags = { .timeout_s = 300 };
  const GOptionEntry    options[] = {
    TL_MODEL_OPTIONS (flags),
    TL_MODEL_DATABASE_OPTION (flags),
    { "input", 0, 0, G_OPTION_ARG_FILENAME, &flags.input, "Read the inputs by name from a numpy.savez file instead of using random ones",
      "FILE.npz" },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &flags.output, "Write the results to a file for numpy.load", "OUT.npz" },
    { "check", 0, 0, G_OPTION_ARG_NONE, &flags.check, "Compare the result of each kernel with the reference interpreter", NULL },
    { "pass", 0, 0, G_OPTION_ARG_STRING, &flags.pass, "With show: the graph after this pass, \"import\" for none", "NAME" },
    { "passes", 0, 0, G_OPTION_ARG_NONE, &flags.all_passes, "With show: the graph after each pass that changes it", NULL },
    { "kernels", 0, 0, G_OPTION_ARG_NONE, &flags.with_kernels,
      "With show: the module after all passes, or that of --pass, with its PrimFuncs: a program for tune", NULL },
    { "picture", 0, 0, G_OPTION_ARG_FILENAME, &flags.picture,
      "With show and profile: the graph as SVG, PDF or PNG; with profile boxes grow with their share of the time", "FILE" },
    { "view", 0, 0, G_OPTION_ARG_STRING, &flags.view, "The picture: graph (default), or memory: which tensors lie where, and when",
      "VIEW" },
    { "dark", 0, 0, G_OPTION_ARG_NONE, &flags.dark, "Dark colours of the picture", NULL },
    { "json", 0, 0, G_OPTION_ARG_NONE, &flags.json, "Print JSON", NULL },
    G_OPTION_ENTRY_NULL,
  };
  const TlNumberOption numbers[] = {
    TL_MODEL_NUMBERS (flags),
    TL_MODEL_TIMEOUT_NUMBER (flags),
    { NULL },
  };

  for (guint i = 0; argc > 1 && i < G_N_ELEMENTS (own_rows); i++)
    if (g_str_has_suffix (own_rows[i]->name, argv[1]) && own_rows[i]->name[strlen (own_rows[i]->name) - strlen (argv[1]) - 1] == ' ')
      return own_rows[i]->run (argc - 1, argv + 1);
  if (!tl_command_parse (&tl_command_model_row, &argc, &argv, options, numbers, 2, 2) || !check_options (&flags, argv[0])
      || !tl_model_load_target (&flags))
    return TL_EXIT_USAGE;
  flags.path = argv[1];
  if (strcmp (argv[0], "show") == 0)
    return tl_model_show (&flags);
  if (strcmp (argv[0], "run") != 0 && strcmp (argv[0], "profile") != 0)
    return tl_command_usage ("model takes run, profile, show, tune, best or export, not \"%s\"", argv[0]);
  return tl_model_run (&flags, strcmp (argv[0], "profile") == 0);
}

static char *
describe_model (void)
{
  GString *out = g_string_new ("Actions with options of their own (--help lists them):\n");

  for (guint i = 0; i < G_N_ELEMENTS (own_rows); i++)
    g_string_append_printf (out, "  %s %s\n      %s\n", own_rows[i]->name, own_rows[i]->arguments, own_rows[i]->summary);
  return g_string_free (out, FALSE);
}

const TlCommand tl_command_model_row = {
  .name = "model",
  .arguments = "run|profile|show|tune|best|export MODEL.onnx|MODEL.py [--shape NAME=N] [--input FILE.npz] [--output OUT.npz] "
               "[--check] [--threads N]",
  .summary = "Run a whole model, time its kernels, show its graph, tasks and memory, tune or export it", .run = run_model,
  .describe = describe_model,
};
