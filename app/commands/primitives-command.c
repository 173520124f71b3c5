/* SPDX-License-Identifier: Apache-2.0 */
/* The reference of the schedule language, printed from the table. */
#include <stdio.h>

#include "app/commands/command.h"

static void
print_one (const TlPrimitive *primitive)
{
  printf ("%s — %s\n%s\n", primitive->name, primitive->title, primitive->summary);
  if (primitive->sketch != NULL)
    printf ("\n    %s\n", primitive->sketch);
  printf ("\n  instruction kind %s%s\n", primitive->kind, primitive->is_pure ? ", pure" : "");
  if (primitive->shortcut != NULL)
    printf ("  key %s on the canvas\n", primitive->shortcut);
  for (guint i = 0; i < primitive->n_params; i++)
    {
      const TlPrimitiveParam *param = &primitive->params[i];

      printf ("\n  %s%s%s\n      %s\n", param->name, param->default_text != NULL ? " = " : "",
              param->default_text != NULL ? param->default_text : "", param->help);
      for (guint c = 0; param->choices != NULL && param->choices[c] != NULL; c++)
        printf ("%s%s", c == 0 ? "      one of: " : ", ", param->choices[c]);
      if (param->choices != NULL)
        printf ("\n");
    }
}

static void
print_all (void)
{
  const TlPrimitive *primitive;

  for (TlPrimitiveFamily family = TL_FAMILY_GET; family <= TL_FAMILY_OTHER; family++)
    {
      gboolean has_title = FALSE;

      for (guint i = 0; (primitive = tl_primitive_nth (i)) != NULL; i++)
        if (primitive->family == family)
          {
            if (!has_title)
              printf ("%s%s\n", family == TL_FAMILY_GET ? "" : "\n", tl_primitive_family_title (family));
            has_title = TRUE;
            printf ("  %-24s %s\n", primitive->name, primitive->summary);
          }
    }
}

static TlExit
run_primitives (int argc, char **argv)
{
  const TlPrimitive *primitive;

  if (!tl_command_parse (&tl_command_primitives_row, &argc, &argv, NULL, NULL, 0, 1))
    return TL_EXIT_USAGE;
  if (argc == 0)
    {
      print_all ();
      return TL_EXIT_DONE;
    }
  primitive = tl_primitive_find (argv[0]);
  if (primitive == NULL)
    return tl_command_usage ("there is no primitive \"%s\"; \"tileloom-cli primitives\" lists them", argv[0]);
  print_one (primitive);
  return TL_EXIT_DONE;
}

const TlCommand tl_command_primitives_row = { "primitives", "[NAME]", "Print the reference of the schedule primitives", run_primitives };
