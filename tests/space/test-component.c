/* SPDX-License-Identifier: Apache-2.0 */
/* Lists of components as text: what is read, what is printed again, what is told about mistakes. */
#include <string.h>

#include "core/space/component.h"
#include "tests/must.h"

static const TlPrimitiveParam tile_params[] = {
  { .name = "structure", .kind = TL_PARAM_STRING, .help = "Levels." },
  { .name = "max_innermost_factor", .kind = TL_PARAM_INT, .default_text = "64", .help = "A bound." },
  { .name = "tile_binds", .kind = TL_PARAM_VALUE, .default_text = "None", .help = "Axes." },
  { .name = "lens", .kind = TL_PARAM_INTS, .default_text = "None", .help = "Lengths." },
  { .name = "weights", .kind = TL_PARAM_FLOATS, .default_text = "[0.5, 0.5]", .help = "Weights." },
  { .name = "is_deep", .kind = TL_PARAM_BOOL, .default_text = "False", .help = "Depth." },
  { .name = "reuse_write", .kind = TL_PARAM_VALUE, .default_text = "{\"req\": \"may\", \"levels\": [1, 2]}", .help = "Writes." },
};

static gboolean
check_tile (const TlArg *args, char **why)
{
  if (strspn (args[0].string, "SR") == strlen (args[0].string))
    return TRUE;
  *why = g_strdup_printf ("\"%s\" has letters other than S and R", args[0].string);
  return FALSE;
}

static const TlComponentInfo rows[] = {
  { .name = "Tile", .summary = "Tiles.", .params = tile_params, .n_params = G_N_ELEMENTS (tile_params), .check = check_tile },
  { .name = "Inline", .summary = "Inlines." },
};

static const TlComponentInfo *
nth_row (guint index)
{
  return index < G_N_ELEMENTS (rows) ? &rows[index] : NULL;
}

static const TlComponentTable table = { "schedule rule", nth_row };

static const struct
{
  const char *text, *printed;
} accepted[] = {
  { "", "" },
  { "Inline", "Inline" },
  { "Inline()", "Inline" },
  { "Inline, Tile('SSR')", "Inline, Tile(structure=\"SSR\")" },
  { "[Inline, Inline]", "Inline, Inline" },
  { "Tile(\"SR\", 64)", "Tile(structure=\"SR\")" },
  { "Tile(\"SR\", 2 * 16)", "Tile(structure=\"SR\", max_innermost_factor=32)" },
  { "Tile(structure=\"SR\", tile_binds=[\"blockIdx.x\", None], lens=[1, 2], weights=[1, 0.5], is_deep=True)",
    "Tile(structure=\"SR\", tile_binds=[\"blockIdx.x\", None], lens=[1, 2], weights=[1, 0.5], is_deep=True)" },
  { "Tile(\"S\", reuse_write={\"levels\": [1, 2], \"req\": \"may\"})",
    "Tile(structure=\"S\", reuse_write={\"levels\": [1, 2], \"req\": \"may\"})" },
  { "Tile(\"S\", reuse_write={\"req\": \"no\"})", "Tile(structure=\"S\", reuse_write={\"req\": \"no\"})" },
  { "Tile(\"S\", lens=None)", "Tile(structure=\"S\")" },
};

static void
test_accepted (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (accepted); i++)
    {
      g_autoptr (TlArena) arena = tl_arena_new (NULL);
      const TlComponent *list, *again;
      guint n, n_again;
      g_autofree char *printed = NULL;

      g_test_message ("%s", accepted[i].text);
      list = must (tl_component_list_parse (arena, &table, accepted[i].text, &n, &failure));
      printed = tl_component_list_print (list, n);
      g_assert_cmpstr (printed, ==, accepted[i].printed);
      again = must (tl_component_list_parse (arena, &table, printed, &n_again, &failure));
      g_assert_cmpuint (n, ==, n_again);
      for (guint k = 0; k < n; k++)
        {
          TlComponent copy = tl_component_dup (arena, &list[k]);

          g_assert_true (list[k].info == again[k].info && list[k].info == copy.info);
          for (guint p = 0; p < list[k].info->n_params; p++)
            {
              const TlArg *value = tl_component_arg (list[k].info, list[k].args, list[k].info->params[p].name);

              g_assert_true (value == &list[k].args[p]);
              g_assert_true (tl_arg_equal (value, &copy.args[p]));
              /* The order of a dictionary's keys is not kept. */
              g_assert_true (value->kind == TL_ARG_DICT || tl_arg_equal (value, &again[k].args[p]));
            }
        }
    }
}

static const struct
{
  const char *text, *message;
} refused[] = {
  { "Til(\"S\")", "schedule rule:1:1: there is no schedule rule \"Til\"; there are Tile, Inline\n" },
  { "Inline, Tile", "Tile needs structure" },
  { "Inline(3)", "schedule rule:1:8: Inline takes 0 arguments" },
  { "Inline(x=3)", "Inline has no parameters" },
  { "Tile(\"S\", depth=3)", "schedule rule:1:11: Tile has no parameter \"depth\"; it has structure, max_innermost_factor, tile_binds" },
  { "Tile(\"S\", structure=\"R\")", "Tile is given structure twice" },
  { "Tile(4)", "schedule rule:1:6: structure of Tile takes a string in quotes" },
  { "Tile(\"S\", 1.5)", "max_innermost_factor of Tile takes an integer" },
  { "Tile(\"S\", None)", "max_innermost_factor of Tile takes an integer" },
  { "Tile(\"S\", lens=[1, 2.5])", "lens of Tile takes a list of integers" },
  { "Tile(\"S\", weights=[\"a\"])", "weights of Tile takes a list of numbers" },
  { "Tile(\"S\", is_deep=1)", "is_deep of Tile takes True or False" },
  { "Tile(\"SX\")", "Tile: \"SX\" has letters other than S and R" },
  { "Tile(\"S\", lens=lots)", "lots" },
  { "Tile(*[1])", "arguments of Tile must be written individually" },
  { "Tile(\"S\"", "schedule rule:1:" },
  { "Inline; Inline", "schedule rule:1:9: expected a list of schedule rules" },
  { "3", "expected the name of a schedule rule" },
  { "x.Inline()", "expected the name of a schedule rule" },
};

static void
test_refused (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr (TlArena) arena = tl_arena_new (NULL);
      g_autoptr (GError) error = NULL;
      guint n;

      g_test_message ("%s", refused[i].text);
      g_assert_null (tl_component_list_parse (arena, &table, refused[i].text, &n, &error));
      g_assert_nonnull (error);
      if (strstr (error->message, refused[i].message) == NULL)
        g_assert_cmpstr (error->message, ==, refused[i].message);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/space/component/accepted", test_accepted);
  g_test_add_func ("/space/component/refused", test_refused);
  return g_test_run ();
}
