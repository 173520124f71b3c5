/* SPDX-License-Identifier: Apache-2.0 */
/* Nests beside each other: rows of known schedules, and what stays true of any. */
#include "core/draw/compare/nest-alignment.h"

#include "core/schedule/schedule-script.h"
#include "core/draw/compare/axis-part.h"
#include "tests/program-text.h"
#include "tests/read-module.h"
#include "tests/schedule/random-schedule.h"

#define HEAD        "from tvm.script import tir as T\n@T.prim_func\n"
#define LARGE       HEAD MATMUL ("1024", "1024", "1024")
#define HANDLES     "b = sch.get_block(\"C\")\ni, j, k = sch.get_loops(b)\n"
#define VECTORISED  HANDLES "j0, j1 = sch.split(j, [None, 16])\nsch.reorder(j0, k, j1)\nsch.vectorize(j1)\n"
#define TILE        HANDLES "i0, i1 = sch.split(i, [None, 6])\nj0, j1, j2, j3 = sch.split(j, [None, 2, 4, 16])\n" \
                    "k0, k1, k2 = sch.split(k, [None, 256, 4])\nsch.reorder(j0, k0, i0, j1, k1, k2, i1, j2, j3)\n" \
                    "sch.parallel(j0)\nfor l in [k2, i1, j2]:\n    sch.unroll(l)\nsch.vectorize(j3)\n"
#define PACKED      TILE "p = sch.cache_read(b, 1, \"global\")\nsch.compute_at(p, k0)\n"

static TlState *
run_steps (TlState *start, const char *steps)
{
  g_autoptr (TlSource)         source = tl_source_new ("steps.py", steps, -1);
  g_autoptr (TlScheduleScript) script = must (tl_schedule_script_parse (source, &failure));

  return must (tl_schedule_script_run (script, start, NULL, NULL, &failure));
}

static TlState *
new_start (const char *text)
{
  g_autoptr (TlModule) module = read_module (text);

  return tl_state_new (module, 1);
}

/* "j_0+" in each column: + added, ≠ changed, − missing, a dot where there is nothing. */
static char *
row_text (const TlNestAlignment *alignment, guint row)
{
  static const char *const signs[] = { ".", "", "≠", "+", "−" };
  GString                 *text = g_string_new (NULL);

  for (guint i = 0; i < alignment->n_columns; i++)
    {
      const TlAlignedCell *cell = &alignment->rows[row].cells[i];

      g_string_append_printf (text, "%s%s%s", i > 0 ? " " : "", cell->item >= 0 ? alignment->nests[i]->items[cell->item].label : "",
                              signs[cell->change]);
    }
  return g_string_free (text, FALSE);
}

static void
check_rows (const TlNestAlignment *alignment, const char *const *wanted)
{
  for (guint row = 0; row < alignment->n_rows; row++)
    {
      g_autofree char *text = row_text (alignment, row);

      g_assert_cmpstr (text, ==, wanted[row]);
    }
  g_assert_null (wanted[alignment->n_rows]);
}

/* Four schedules of one matrix multiplication; loops stand by the part of the axis that they run through. */
static void
test_rows (void)
{
  g_autoptr (TlState)         start = new_start (LARGE), vectorised = run_steps (start, VECTORISED), tile = run_steps (start, TILE);
  g_autoptr (TlState)         packed = run_steps (start, PACKED);
  TlState                    *states[] = { start, vectorised, tile, packed };
  g_autoptr (TlNestAlignment) alignment = tl_nest_alignment_new (states, 4, 2, "main");
  const char *const           rows[] = {
    "− − j_0 j_0", "− − k_0 k_0", ". . . ax0+", ". . . ax1+", ". . . B_global+", "i≠ i≠ i_0 i_0", "j≠ j_0≠ j_1 j_1", "k≠ k≠ k_1 k_1",
    "− − k_2 k_2", "− − i_1 i_1", "− − j_2 j_2", "− j_1 j_3 j_3", "C≠ C≠ C C≠", NULL,
  };

  check_rows (alignment, rows);
  g_assert_cmpuint (alignment->rows[12].cells[3].differs, ==, TL_DIFFERS_ACCESSES);
  g_assert_cmpuint (alignment->rows[12].cells[0].differs, ==, TL_DIFFERS_PREDICATE);
  g_assert_cmpuint (alignment->rows[5].cells[0].differs, ==, TL_DIFFERS_EXTENT);
  g_assert_cmpuint (alignment->n_differences, ==, 23);
}

/* i, j and k of the start became these; between the last two nothing but copies was added. */
static void
test_ribbons (void)
{
  g_autoptr (TlState)         start = new_start (LARGE), vectorised = run_steps (start, VECTORISED), tile = run_steps (start, TILE);
  g_autoptr (TlState)         packed = run_steps (start, PACKED);
  TlState                    *states[] = { start, vectorised, tile, packed };
  g_autoptr (TlNestAlignment) alignment = tl_nest_alignment_new (states, 4, 2, "main");
  g_autoptr (GString)         text = g_string_new (NULL);

  for (guint i = 0; i < alignment->n_ribbons; i++)
    {
      const TlRibbon *ribbon = &alignment->ribbons[i];
      gint            from = alignment->rows[ribbon->from_row].cells[ribbon->column].item;
      gint            to = alignment->rows[ribbon->to_row].cells[ribbon->column + 1].item;

      if (ribbon->column < 2)
        g_string_append_printf (text, "%s>%s ", alignment->nests[ribbon->column]->items[from].label,
                                alignment->nests[ribbon->column + 1]->items[to].label);
      else
        g_assert_true (ribbon->is_plain);
    }
  g_assert_cmpstr (text->str, ==, "i>i j>j_0 j>j_1 k>k i>i_0 i>i_1 j_0>j_0 j_0>j_1 j_0>j_2 k>k_0 k>k_1 k>k_2 j_1>j_3 ");
}

/* Handles are no steps of a program, and ids beyond the common way mean nothing: a split of i is no split of j. */
static void
test_other_branch (void)
{
  g_autoptr (TlState)         start = new_start (LARGE);
  g_autoptr (TlState)         rows = run_steps (start, HANDLES "sch.split(i, [None, 8])\n");
  g_autoptr (TlState)         columns = run_steps (start, HANDLES "sch.split(j, [None, 8])\n");
  TlState                    *states[] = { rows, columns };
  g_autoptr (TlNestAlignment) alignment = tl_nest_alignment_new (states, 2, 0, "main");
  const char *const           wanted[] = { "i_0 i≠", "i_1 −", "j j_0≠", ". j_1+", "k k", "C C", NULL };
  gint                        row = -1, column = -1;
  g_autofree char            *text = NULL;

  check_rows (alignment, wanted);
  text = tl_nest_alignment_describe (alignment, 0, 1);
  g_assert_cmpstr (text, ==, "i, extent 1024, serial, changed: extent 128 → 1024");
  for (guint i = 0; i < 5; i++)
    g_assert_true (tl_nest_alignment_step (alignment, 1, &row, &column));
  g_assert_cmpint (row, ==, 0);
  g_assert_true (tl_nest_alignment_step (alignment, -1, &row, &column));
  g_assert_cmpint (row, ==, 3);
  g_assert_cmpint (column, ==, 1);
}

/* Fused loops feed the axes of both, and the part that sums is the block. */
static void
test_fused (void)
{
  g_autoptr (TlState)         start = new_start (HEAD MATMUL ("64", "32", "16"));
  g_autoptr (TlState)         fused = run_steps (start, HANDLES "sch.fuse(i, j)\n");
  g_autoptr (TlState)         decomposed = run_steps (start, HANDLES "sch.decompose_reduction(b, k)\n");
  TlState                    *states[] = { start, fused }, *others[] = { start, decomposed };
  g_autoptr (TlNestAlignment) alignment = tl_nest_alignment_new (states, 2, 0, "main");
  g_autoptr (TlNestAlignment) apart = tl_nest_alignment_new (others, 2, 0, "main");
  const char *const           rows[] = { "i i", "j j", ". C_init+", "k k", "C C_update≠", NULL };

  g_assert_cmpuint (alignment->n_ribbons, ==, 3);
  g_assert_cmpuint (alignment->ribbons[0].to_row, ==, alignment->ribbons[1].to_row);
  g_assert_cmpuint (alignment->ribbons[0].from_row, !=, alignment->ribbons[1].from_row);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpuint (alignment->ribbons[i].family, ==, i);
  check_rows (apart, rows);
}

static void
test_axis_parts (void)
{
  const struct { const char *binding; gint64 low, high; } rows[] = {
    { "f", 1, 96 }, { "f * 4", 4, 384 }, { "f // 8", 1, 12 }, { "f % 8", 1, 8 }, { "f // 96", 0, 0 }, { "f % 24 // 8", 1, 3 },
    { "3 + f * 2", 2, 192 }, { "7", 0, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char     *text = g_strdup_printf (HEAD "def main(A: T.Buffer((384,), \"float32\")):\n    for f in range(96):\n"
                                                   "        with T.block(\"A\"):\n            v = T.axis.spatial(384, %s)\n"
                                                   "            A[v] = T.float32(1)\n", rows[i].binding);
      g_autoptr (TlModule) module = read_module (text);
      g_autoptr (TlNest)   nest = tl_nest_new (module, "main");
      TlAxisPart           part = { 0, 0 };
      gboolean             found = tl_axis_part_find (nest->items[1].stmt->block.bindings[0], nest->items[0].stmt->loop.var, 96, &part);

      g_assert_cmpint (found, ==, rows[i].high > 0);
      if (found)
        g_assert_cmpint (part.low, ==, rows[i].low);
      if (found)
        g_assert_cmpint (part.high, ==, rows[i].high);
    }
}

/* Each item of each nest has one cell, in its own order, and every loop's ribbons join it to loops of the next column. */
static void
check_complete (const TlNestAlignment *alignment)
{
  guint n_differences = 0;

  for (guint column = 0; column < alignment->n_columns; column++)
    {
      gint next = 0;

      for (guint row = 0; row < alignment->n_rows; row++)
        {
          const TlAlignedCell *cell = &alignment->rows[row].cells[column];

          n_differences += cell->change >= TL_CELL_CHANGED;
          g_assert_true (column != alignment->baseline || cell->change <= TL_CELL_SAME);
          if (cell->item >= 0)
            g_assert_cmpint (cell->item, ==, next++);
          else
            g_assert_true (cell->change == TL_CELL_EMPTY || cell->change == TL_CELL_MISSING);
        }
      g_assert_cmpint (next, ==, (gint) alignment->nests[column]->n_items);
    }
  g_assert_cmpuint (n_differences, ==, alignment->n_differences);
}

static void
test_random (void)
{
  const char *const    no_rolling[] = { NULL };
  g_autoptr (TlModule) module = read_module (HEAD MATMUL ("32", "48", "24"));

  for (guint64 seed = 1; seed <= 24; seed++)
    {
      TlState    *states[TL_COMPARED_MAX];
      guint       n = 2 + seed % (TL_COMPARED_MAX - 1);
      RandomTally tally = { 0 };

      for (guint i = 0; i < n; i++)
        {
          g_autofree char *problem = NULL;

          states[i] = random_schedule (module, seed * 10 + i, 1, 12, no_rolling, &tally, &problem);
          g_assert_cmpstr (problem, ==, NULL);
        }
      for (guint baseline = 0; baseline < n; baseline++)
        {
          g_autoptr (TlNestAlignment) alignment = tl_nest_alignment_new (states, n, baseline, "main");

          check_complete (alignment);
        }
      for (guint i = 0; i < n; i++)
        tl_state_unref (states[i]);
    }
}

/* Equal schedules stand row by row, whatever their ids. */
static void
test_equal (void)
{
  g_autoptr (TlState)         start = new_start (LARGE), first = run_steps (start, PACKED), second = run_steps (start, PACKED);
  TlState                    *states[] = { first, second };
  g_autoptr (TlNestAlignment) alignment = tl_nest_alignment_new (states, 2, 0, "main");
  gint                        row = -1, column = -1;

  check_complete (alignment);
  g_assert_cmpuint (alignment->n_differences, ==, 0);
  g_assert_cmpuint (alignment->n_rows, ==, alignment->nests[0]->n_items);
  g_assert_false (tl_nest_alignment_step (alignment, 1, &row, &column));
}

/* 40 blocks of 5 loops: six columns of 240 items. A time is printed, not checked. */
static void
test_large (void)
{
  g_autoptr (GString)         text = g_string_new (HEAD "def main(A0: T.Buffer((8, 8, 8, 8, 8), \"float32\")");
  TlState                    *states[TL_COMPARED_MAX];
  g_autoptr (TlNestAlignment) alignment = NULL;
  gint64                      begin;

  for (guint i = 1; i <= 40; i++)
    g_string_append_printf (text, ", A%u: T.Buffer((8, 8, 8, 8, 8), \"float32\")", i);
  g_string_append (text, "):\n");
  for (guint i = 0; i < 40; i++)
    g_string_append_printf (text, "    for a, b, c, d, e in T.grid(8, 8, 8, 8, 8):\n        with T.block(\"B%u\"):\n"
                            "            v, w, x, y, z = T.axis.remap(\"SSSSS\", [a, b, c, d, e])\n"
                            "            A%u[v, w, x, y, z] = A%u[v, w, x, y, z] + T.float32(1)\n", i, i + 1, i);
  states[0] = new_start (text->str);
  for (guint i = 1; i < TL_COMPARED_MAX; i++)
    {
      g_autofree char *steps = g_strdup_printf ("a, b, c, d, e = sch.get_loops(\"B%u\")\nsch.reorder(b, a)\nsch.vectorize(e)\n", i * 5);

      states[i] = run_steps (states[i - 1], steps);
    }
  begin = g_get_monotonic_time ();
  alignment = tl_nest_alignment_new (states, TL_COMPARED_MAX, 0, "main");
  g_test_message ("200 loops and 40 blocks in 6 columns: %.1f ms", (double) (g_get_monotonic_time () - begin) / 1000);
  check_complete (alignment);
  g_assert_cmpuint (alignment->n_rows, >=, 240);
  g_assert_cmpuint (alignment->n_rows, <=, 250);
  for (guint i = 0; i < TL_COMPARED_MAX; i++)
    tl_state_unref (states[i]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/nest-alignment/rows", test_rows);
  g_test_add_func ("/nest-alignment/ribbons", test_ribbons);
  g_test_add_func ("/nest-alignment/other-branch", test_other_branch);
  g_test_add_func ("/nest-alignment/fused", test_fused);
  g_test_add_func ("/nest-alignment/axis-parts", test_axis_parts);
  g_test_add_func ("/nest-alignment/random", test_random);
  g_test_add_func ("/nest-alignment/equal", test_equal);
  g_test_add_func ("/nest-alignment/large", test_large);
  return g_test_run ();
}
