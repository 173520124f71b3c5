/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "app/commands/command.h"

static TlExit
run_print (int argc, char **argv)
{
  g_autofree char *dialect = NULL, *function = NULL;
  g_auto (GStrv) arguments = NULL, shapes = NULL;
  const GOptionEntry options[] = {
    { "dialect", 0, 0, G_OPTION_ARG_STRING, &dialect, "classic (T.block) or sblock (T.sblock); classic by default", "NAME" },
    { "call", 0, 0, G_OPTION_ARG_STRING, &function, "Print the program that this function of a te script returns", "NAME" },
    { "arg", 0, 0, G_OPTION_ARG_STRING_ARRAY, &arguments, "Argument for that function (repeatable)", "NAME=VALUE" },
    TL_SHAPE_OPTION (shapes),
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (TlModule) module = NULL;
  g_autofree char *script = NULL;
  TlDialect output_dialect;
  TlExit exit = TL_EXIT_USAGE;

  if (!tl_command_parse (&tl_command_print_row, &argc, &argv, options, NULL, 1, 1))
    return TL_EXIT_USAGE;
  if (!tl_command_parse_dialect (dialect, &output_dialect))
    return TL_EXIT_USAGE;
  module = function != NULL ? tl_command_call_module (argv[0], function, (const char *const *) arguments)
                            : tl_command_load_scheduled (argv[0], shapes, &exit);
  if (module == NULL)
    return exit;
  script = tl_script_print (module, output_dialect, NULL);
  fputs (script, stdout);
  return TL_EXIT_DONE;
}

const TlCommand tl_command_print_row = { "print", "FILE.py [--dialect classic|sblock] [--call NAME]",
                                         "Print a program after applying the schedule steps in its file", run_print };
