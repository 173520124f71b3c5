/* SPDX-License-Identifier: Apache-2.0 */
/* Whole models: the options of "model run", "model profile" and "model show". */
#include <string.h>

#include "app/commands/model.h"

static void
model_flags_clear (TlModelFlags *flags)
{
  g_strfreev (flags->shapes);
  g_free (flags->input);
  g_free (flags->output);
  g_free (flags->params);
  g_free (flags->database);
  g_free (flags->picture);
  g_free (flags->view);
  g_free (flags->pass);
  g_free (flags->target_text);
  g_free (flags->floats);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TlModelFlags, model_flags_clear)

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

static TlExit
run_model (int argc, char **argv)
{
  g_auto (TlModelFlags) flags = { .timeout_s = 300 };
  const GOptionEntry    options[] = {
    TL_SHAPE_OPTION (flags.shapes),
    { "input", 0, 0, G_OPTION_ARG_FILENAME, &flags.input, "Read the inputs by name from a numpy.savez file instead of using random ones",
      "FILE.npz" },
    { "params", 0, 0, G_OPTION_ARG_FILENAME, &flags.params,
      "Weights by name from a numpy.savez file: parameters of the model that become constants", "FILE.npz" },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &flags.output, "Write the results to a file for numpy.load", "OUT.npz" },
    { "check", 0, 0, G_OPTION_ARG_NONE, &flags.check, "Compare the result of each kernel with the reference interpreter", NULL },
    { "target", 0, 0, G_OPTION_ARG_STRING, &flags.target_text, "Target, \"llvm\" by default", "TARGET" },
    TL_FLOAT_OPTION (flags.floats),
    { "database", 0, 0, G_OPTION_ARG_FILENAME, &flags.database,
      "Schedules from the records of a project or work_dir; kernels without a record are scheduled by rules", "PATH" },
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
    { "threads", 0, TL_NUMBER_INT, &flags.threads, 1, 1024, "Cores that parallel loops use; those of the target by default", "N" },
    { "timeout", 0, TL_NUMBER_DOUBLE, &flags.timeout_s, 0.001, 1000000, "Time limit of the whole command in seconds; 300 by default", "S" },
    { NULL },
  };

  if (!tl_command_parse (&tl_command_model_row, &argc, &argv, options, numbers, 2, 2) || !check_options (&flags, argv[0])
      || !tl_command_load_target (flags.target_text, flags.floats, &flags.target))
    return TL_EXIT_USAGE;
  if (flags.threads > 0)
    flags.target.num_cores = flags.threads;
  flags.path = argv[1];
  if (strcmp (argv[0], "show") == 0)
    return tl_model_show (&flags);
  if (strcmp (argv[0], "run") != 0 && strcmp (argv[0], "profile") != 0)
    return tl_command_usage ("model takes run, profile or show, not \"%s\"", argv[0]);
  return tl_model_run (&flags, strcmp (argv[0], "profile") == 0);
}

const TlCommand tl_command_model_row = {
  "model", "run|profile|show MODEL.onnx|MODEL.py [--shape NAME=N] [--input FILE.npz] [--output OUT.npz] [--check] [--threads N]",
  "Run a whole model, time its kernels, or show its graph, tasks and memory", run_model,
};
