/* SPDX-License-Identifier: Apache-2.0 */
/* Distances between accesses to one element, held against all pairs of instances in the order in which they run. */
#include "core/analysis/dependence.h"

#include "tests/read-module.h"

#define HEAD "@T.prim_func\ndef main("
#define BUFFER(name, shape) name ": T.Buffer((" shape "), \"float32\")"
#define SUM(loops, binding_i, binding_k) \
  HEAD BUFFER ("A", "8, 12") ", " BUFFER ("C", "8") "):\n    for " loops ":\n        with T.block(\"C\"):\n" \
  "            vi = T.axis.spatial(8, " binding_i ")\n            vk = T.axis.reduce(12, " binding_k ")\n" \
  "            T.reads(A[vi, vk])\n            T.writes(C[vi])\n            with T.init():\n                C[vi] = T.float32(0)\n" \
  "            C[vi] = C[vi] + A[vi, vk]\n"
#define TWO(write, read) \
  HEAD BUFFER ("A", "32") ", " BUFFER ("B", "32") ", " BUFFER ("C", "32") "):\n    for t in range(8):\n" \
  "        with T.block(\"B\"):\n            vb = T.axis.spatial(8, t)\n            T.reads(A[vb])\n            T.writes(B[" write "])\n" \
  "            B[" write "] = A[vb]\n" \
  "        with T.block(\"C\"):\n            vc = T.axis.spatial(8, t)\n            T.reads(B[" read "])\n            T.writes(C[vc])\n" \
  "            C[vc] = B[" read "]\n"

static const struct
{
  const char *text;
  const char *from, *to;
  const char *loop;       /* the carrier; NULL: any */
  const char *expected;   /* "flow C[vi] C[vi] (0, 1)", with a semicolon between two */
} cases[] = {
  { SUM ("i, k in T.grid(8, 12)", "i", "k"), "C", "C", "k", "flow C[vi] C[vi] (0, 1)" },
  { SUM ("i, k in T.grid(8, 12)", "i", "k"), "C", "C", "i", "" },
  { SUM ("k_0, i, k_1 in T.grid(3, 8, 4)", "i", "k_0 * 4 + k_1"), "C", "C", "k_0", "flow C[vi] C[vi] (1, 0, *)" },
  { SUM ("k_0, i, k_1 in T.grid(3, 8, 4)", "i", "k_0 * 4 + k_1"), "C", "C", "k_1", "flow C[vi] C[vi] (0, 0, 1)" },
  { SUM ("i_0, i_1, k in T.grid(2, 4, 12)", "i_0 * 4 + i_1", "k"), "C", "C", "i_1", "" },
  { SUM ("f in range(96)", "f // 12", "f % 12"), "C", "C", "f", "flow C[vi] C[vi] (1)" },
  { SUM ("f in range(96)", "f % 8", "f // 8"), "C", "C", "f", "flow C[vi] C[vi] (8)" },
  { SUM ("f in range(96)", "f // 4 % 8", "f // 32 * 4 + f % 4"), "C", "C", "f", "flow C[vi] C[vi] (1)" },
  { SUM ("k, f_0, f_1 in T.grid(12, 2, 4)", "(f_0 * 4 + f_1) // 4 * 4 + (f_0 * 4 + f_1) % 4", "k"), "C", "C", "k",
    "flow C[vi] C[vi] (1, 0, 0)" },
  { TWO ("vb + 1", "vc"), "B", "C", "t", "flow B[vb + 1] B[vc] (1)" },
  { TWO ("vb + 1", "vc"), "C", "B", "t", "" },
  { TWO ("vb", "vc + 3"), "C", "B", "t", "anti B[vc + 3] B[vb] (3)" },
  { TWO ("vb", "vc + 9"), "C", "B", "t", "" },
  { TWO ("vb", "vc"), "B", "C", NULL, "flow B[vb] B[vc] (0)" },
  { TWO ("vb * 2", "vc"), "B", "C", "t", "flow B[vb * 2] B[vc] (1)" },
  { TWO ("vb * 4", "vc * 4 + 2"), "B", "C", NULL, "" },
};

static const TlStmt *
find_named (const TlModule *module, const char *name)
{
  g_autoptr (GPtrArray) blocks = tl_stmt_blocks (module->prims[0]->body);

  for (guint i = 0; i < blocks->len; i++)
    {
      const TlStmt          *block = g_ptr_array_index (blocks, i);
      g_autoptr (TlPath)     path = tl_path_find (module, block->block.id);
      g_autoptr (GPtrArray)  loops = tl_path_loops (path);

      if (g_str_equal (block->block.name, name))
        return block;
      for (guint l = 0; l < loops->len; l++)
        if (g_str_equal (((const TlStmt *) g_ptr_array_index (loops, l))->loop.var->name, name))
          return g_ptr_array_index (loops, l);
    }
  g_error ("nothing is named %s", name);
}

static char *
to_text (const GPtrArray *found)
{
  static const char *const kinds[] = { "flow", "anti", "output" };
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < found->len; i++)
    {
      const TlDependence *dependence = g_ptr_array_index (found, i);
      g_autofree char    *from = tl_access_to_text (dependence->from), *to = tl_access_to_text (dependence->to);
      g_autofree char    *vector = tl_dependence_vector_text (dependence);

      g_string_append_printf (text, "%s%s %s %s %s", i > 0 ? "; " : "", kinds[dependence->kind], from, to, vector);
    }
  return g_string_free (text, FALSE);
}

static void
test_cases (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TlModule)  module = read_module (cases[i].text);
      g_autoptr (TlArena)   arena = tl_arena_new (NULL);
      TlNodeId              from = find_named (module, cases[i].from)->block.id, to = find_named (module, cases[i].to)->block.id;
      g_autoptr (GPtrArray) found = cases[i].loop != NULL
        ? tl_dependences_carried (arena, module, from, to, find_named (module, cases[i].loop)->loop.id)
        : tl_dependences_between (arena, module, from, to);
      g_autofree char      *text = to_text (found);

      if (!g_str_equal (text, cases[i].expected))
        g_error ("case %u:\n%s\n%s\n%s", i, cases[i].text, text, cases[i].expected);
    }
}

/* f: what B reads and A writes at each iteration, as numbers; the nearest later pair by trying all. */
static void
test_against_all_pairs (void)
{
  for (gint stride_w = 1; stride_w <= 3; stride_w++)
    for (gint stride_r = 1; stride_r <= 3; stride_r++)
      for (gint offset = 0; offset < 6; offset++)
        {
          g_autofree char *write = g_strdup_printf ("vb * %d + 1", stride_w), *read = g_strdup_printf ("vc * %d + %d", stride_r, offset);
          g_autofree char *text = g_strdup_printf (TWO ("%1$s", "%2$s"), write, read);
          g_autoptr (TlModule)  module = read_module (text);
          g_autoptr (TlArena)   arena = tl_arena_new (NULL);
          TlNodeId              b = find_named (module, "B")->block.id, c = find_named (module, "C")->block.id;
          g_autoptr (GPtrArray) found = tl_dependences_carried (arena, module, b, c, find_named (module, "t")->loop.id);
          gint64                nearest = 0;

          for (gint x = 0; x < 8; x++)
            for (gint y = x + 1; y < 8; y++)
              if (x * stride_w + 1 == y * stride_r + offset && (nearest == 0 || y - x < nearest))
                nearest = y - x;
          g_assert_cmpuint (found->len, ==, nearest > 0);
          if (nearest > 0)
            g_assert_cmpint (((const TlDependence *) g_ptr_array_index (found, 0))->distances[0], ==, nearest);
        }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dependence/cases", test_cases);
  g_test_add_func ("/dependence/against-all-pairs", test_against_all_pairs);
  return g_test_run ();
}
