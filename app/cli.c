/* SPDX-License-Identifier: Apache-2.0 */
/* tileloom-cli: finds the command and runs it. */
#include <stdio.h>
#include <string.h>

#include "app/commands/command.h"
#include "tileloom-config.h"

static const TlCommand *const commands[] = {
#define X(name_) &tl_command_##name_##_row,
  TL_COMMANDS (X)
#undef X
};

static void
print_help (FILE *to)
{
  fprintf (to, "tileloom-cli %s: explore, apply and tune schedules of tensor programs\n\nusage: tileloom-cli COMMAND [ARGUMENTS]\n\n",
           TL_VERSION);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    fprintf (to, "  %-11s %s\n", commands[i]->name, commands[i]->summary);
  fprintf (to, "\n\"tileloom-cli COMMAND --help\" lists the options of a command. Exit status: 0 success, 1 not equal or check failed,\n"
               "2 usage error or unreadable input, 3 refused by the schedule, 4 a run failed or a result could not be written,\n"
               "130 interrupted.\n");
}

int
main (int argc, char **argv)
{
  tl_command_begin ("tileloom-cli");
  if (argc < 2 || strcmp (argv[1], "--help") == 0 || strcmp (argv[1], "-h") == 0 || strcmp (argv[1], "help") == 0)
    {
      print_help (argc < 2 ? stderr : stdout);
      return argc < 2 ? TL_EXIT_USAGE : TL_EXIT_DONE;
    }
  if (strcmp (argv[1], "--version") == 0)
    {
      printf ("tileloom-cli %s\n", TL_VERSION);
      return TL_EXIT_DONE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (strcmp (argv[1], commands[i]->name) == 0)
      return commands[i]->run (argc - 1, argv + 1);
  fprintf (stderr, "tileloom-cli: there is no command \"%s\"\n\n", argv[1]);
  print_help (stderr);
  return TL_EXIT_USAGE;
}
