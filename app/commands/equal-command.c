/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "app/commands/command.h"
#include "core/ir/compare.h"

static TlExit
run_equal (int argc, char **argv)
{
  g_autoptr (TlModule) a = NULL;
  g_autoptr (TlModule) b = NULL;
  g_autofree char *difference = NULL;

  if (!tl_command_parse (&tl_command_equal_row, &argc, &argv, NULL, 2, 2))
    return TL_EXIT_USAGE;
  a = tl_command_load_module (argv[0]);
  b = a != NULL ? tl_command_load_module (argv[1]) : NULL;
  if (b == NULL)
    return TL_EXIT_USAGE;
  if (tl_module_equal (a, b, &difference))
    {
      printf ("equal\n");
      return TL_EXIT_DONE;
    }
  printf ("not equal: %s\n", difference);
  return TL_EXIT_NO;
}

const TlCommand tl_command_equal_row = {
  "equal", "A.py B.py", "Compare two programs by structure (names do not count) and tell the first difference", run_equal,
};
