/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "app/commands/command.h"

static TlExit
run_print (int argc, char **argv)
{
  g_autofree char *dialect = NULL;
  const GOptionEntry options[] = {
    { "dialect", 0, 0, G_OPTION_ARG_STRING, &dialect, "classic (T.block) or sblock (T.sblock); classic by default", "NAME" },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (TlModule) module = NULL;
  g_autofree char *script = NULL;
  TlDialect spoken;

  if (!tl_command_parse (&tl_command_print_row, &argc, &argv, options, 1, 1))
    return TL_EXIT_USAGE;
  if (!tl_command_parse_dialect (dialect, &spoken))
    return TL_EXIT_USAGE;
  module = tl_command_load_module (argv[0]);
  if (module == NULL)
    return TL_EXIT_USAGE;
  script = tl_script_print (module, spoken, NULL);
  fputs (script, stdout);
  return TL_EXIT_DONE;
}

const TlCommand tl_command_print_row = { "print", "FILE.py [--dialect classic|sblock]", "Parse a TVMScript file and print it", run_print };
