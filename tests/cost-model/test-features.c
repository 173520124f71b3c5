/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Features against what Apache TVM gave for the same programs (tests/oracle/compare-features.py records them), and what has no such answer.
 */
#include <json-glib/json-glib.h>
#include <math.h>

#include "core/base/extremum.h"
#include "core/text/script.h"
#include "core/cost-model/features.h"
#include "tests/must.h"
#include "tests/named-texts.h"
#include "tests/program-text.h"

static const NamedText *programs;   /* of programs.py */

static TlTarget
target_named (const char *name)
{
  TlTarget target;
  must (tl_target_parse (name, &target, &failure));
  return target;
}

static TlFeatures *
features_of (const char *script, const char *target_name, GError **error)
{
  g_autoptr (TlModule) module = must (tl_script_read_text (script, &failure));
  TlTarget target = target_named (target_name);
  return tl_features_extract (module, tl_module_entry (module)->name, &target, error);
}

static guint
column_of (const char *name)
{
  for (guint i = 0; i < TL_ALL_COLUMNS; i++)
    {
      g_autofree char *its_name = tl_feature_column_name (i);
      if (g_str_equal (its_name, name))
        return i;
    }
  g_error ("no column is named %s", name);
}

/* The count of a column, the logarithm undone: a whole number, or one small enough to be exact to the last digit. */
static double
count_of (const TlFeatures *features, guint row, const char *name)
{
  double count = exp2 ((double) features->values[row * features->n_columns + column_of (name)]) - 1;
  return count >= 64 ? round (count) : round (count * 1000) / 1000;
}

static void
compare_case (JsonObject *recorded)
{
  const char *script = json_object_get_string_member (recorded, "script");
  g_autoptr (TlFeatures) features = must (features_of (script, json_object_get_string_member (recorded, "target"), &failure));
  JsonArray *rows = json_object_get_array_member (recorded, "rows");
  g_assert_cmpuint (features->n_rows, ==, json_array_get_length (rows));
  for (guint row = 0; row < features->n_rows; row++)
    {
      JsonArray *values = json_array_get_array_element (rows, row);
      g_assert_cmpuint (json_array_get_length (values), ==, TL_FEATURE_COLUMNS);
      for (guint i = 0; i < TL_FEATURE_COLUMNS; i++)
        {
          double theirs = json_array_get_double_element (values, i), ours = (double) features->values[row * TL_FEATURE_COLUMNS + i];
          if (fabs (ours - theirs) <= 1e-4 * tl_max (1, fabs (theirs)))
            continue;
          g_autofree char *name = tl_feature_column_name (i);
          g_test_fail_printf ("%s, row of %s, %s: %g, TVM's %g", json_object_get_string_member (recorded, "program"),
                              features->row_names[row], name, ours, theirs);
        }
    }
}

static void
test_recorded (void)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  must (json_parser_load_from_file (parser, TEST_DIR "/features.json", &failure));
  JsonArray *cases = json_node_get_array (json_parser_get_root (parser));
  g_assert_cmpuint (json_array_get_length (cases), >=, 10);
  for (guint i = 0; i < json_array_get_length (cases); i++)
    compare_case (json_array_get_object_element (cases, i));
}

static void
test_counts (void)
{
  g_autoptr (TlFeatures) features = must (features_of (named_text (programs, "tiled"), "llvm", &failure));
  g_assert_cmpuint (features->n_rows, ==, 2);
  g_assert_cmpstr (features->row_names[0], ==, "C");
  g_assert_cmpstr (features->row_names[1], ==, "B");
  g_assert_cmpfloat (count_of (features, 0, "float_mul"), ==, 4096);
  g_assert_cmpfloat (count_of (features, 1, "float_math_func"), ==, 4096);
  g_assert_cmpfloat (count_of (features, 1, "vec_len"), ==, 8);
  g_assert_cmpfloat (count_of (features, 0, "vec_type.kPosNone"), ==, 1);
  /* C lives within a tile. */
  g_assert_cmpfloat (count_of (features, 0, "alloc_size"), ==, 16 * 8 * 4);
  g_assert_cmpfloat (count_of (features, 0, "alloc_outer_prod"), ==, 32);
  g_assert_cmpfloat (count_of (features, 1, "num_loops"), ==, 4);
}

/* A row that is picked by an index is one of the buffer's. */
static void
test_index_from_memory (void)
{
  g_autoptr (TlFeatures) features = must (features_of (named_text (programs, "tiled"), "llvm", &failure));
  gboolean found = FALSE;
  for (guint b = 0; b < 5; b++)
    {
      g_autofree char *name = g_strdup_printf ("B%u.unique_bytes", b);
      double bytes = count_of (features, 1, name);
      g_assert_cmpfloat (bytes, <=, 64 * 64 * 4);
      found |= bytes == 64 * 64 * 4;
    }
  g_assert_true (found);
}

static void
test_refusals (void)
{
  g_autoptr (GError) error = NULL;
  const char symbolic[] = "@T.prim_func\n"
                          "def main(a: T.handle, n: T.int32):\n"
                          "    A = T.match_buffer(a, (n,), \"float32\")\n"
                          BLOCK_S ("A", "n", "A[vi] = A[vi] + 1.0");
  g_autoptr (TlFeatures) features = features_of (symbolic, "llvm", &error);
  g_assert_error (error, TL_FEATURE_ERROR, TL_FEATURE_ERROR_UNSUPPORTED);
  g_assert_nonnull (strstr (error->message, "buffer A has a symbolic extent in dimension 0"));
  g_assert_null (features);
}

static void
test_table (void)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n_columns = 0;
  for (guint i = 0; tl_feature_group_nth (i) != NULL; i++)
    n_columns += tl_feature_group_nth (i)->n_columns * tl_feature_group_nth (i)->n_repeats;
  g_assert_cmpuint (n_columns, ==, TL_ALL_COLUMNS);
  for (guint i = 0; i < n_columns; i++)
    {
      g_assert_cmpuint (strlen (tl_feature_column (i).definition), >, 3);
      g_assert_true (g_hash_table_add (names, tl_feature_column_name (i)));
    }
  g_assert_cmpuint (column_of ("B0.acc_type.kRead"), ==, 57);
  g_assert_cmpuint (column_of ("curve0"), ==, 147);
  g_assert_cmpuint (column_of ("auto_unroll_max_step"), ==, 163);
}

/* TVM's features of blocks of such names. */
static void
test_workload (void)
{
  static const struct { const char *block; gint column; } cases[] = {
    { "T_softmax_exp", 0 },  { "pool_max", 1 },    { "T_add", 2 },           { "T_batch_matmul_NN", 3 },    { "T_matmul_NT", 4 },
    { "DepthwiseConv2d", 5 }, { "conv2d_winograd", 6 }, { "conv2d_nchw", 7 }, { "depthwise_conv2d", 7 },     { "batch_matmul_add", 2 },
    { "T_softmax_maxelem", 0 }, { "MatMul", 4 },    { "compute", -1 },
  };
  TlTarget target = target_named ("llvm");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf ("@T.prim_func\n"
                                               "def main(A: T.Buffer((16,), \"float32\"), B: T.Buffer((16,), \"float32\")):\n"
                                               BLOCK_S ("%s", "16", "B[vi] = A[vi] * 2.0"), cases[i].block);
      g_autoptr (TlModule) module = must (tl_script_read_text (text, &failure));
      g_autoptr (TlFeatures) features = must (tl_features_extract_with_workload (module, module->prims[0]->name, &target, &failure));
      g_assert_cmpuint (features->n_columns, ==, TL_FEATURE_COLUMNS + TL_WORKLOAD_COLUMNS);
      for (guint k = 0; k < TL_WORKLOAD_COLUMNS; k++)
        g_assert_cmpfloat (features->values[TL_FEATURE_COLUMNS + k], ==, (gint) k == cases[i].column);
    }
}

typedef struct
{
  const char *column;   /* NULL: no more */
  double      count;
} Count;

/* Of a program's only row, for registers of 512 bits. */
static void
assert_counts (const char *text, const Count *counts)
{
  g_autoptr (TlModule) module = must (tl_script_read_text (text, &failure));
  TlTarget target = target_named ("llvm -mcpu=x86-64-v4");
  g_autoptr (TlFeatures) features = must (tl_features_extract_all (module, module->prims[0]->name, &target, &failure));
  g_assert_cmpuint (features->n_rows, ==, 1);
  g_assert_cmpuint (features->n_columns, ==, TL_ALL_COLUMNS);
  for (const Count *count = counts; count->column != NULL; count++)
    {
      g_test_message ("%s", count->column);
      g_assert_cmpfloat (count_of (features, 0, count->column), ==, count->count);
    }
}

/* A tile of 4 x 2 vectors, counted by hand. */
static void
test_vector_body (void)
{
  static const Count counts[] = {
    { "body.lanes", 16 }, { "body.copies", 8 }, { "body.results", 8 }, { "body.vectors", 2 }, { "body.scalars", 4 }, { "body.gathered", 0 },
    { "body.copies_d_loads", 1.333 }, { "body.registers", 10 }, { "body.kept", 64 }, { "body.trips", 16 * 2
                                                                                       * 64 }, { "body.vector_step", 64 * 4 },
    { "body.scalar_step", 4 }, { "body.row", 0 }, { "body.row_inner", 0 }, { "traffic32k", 16 * (1 + 16 + 1) * 1024 },
    { "traffic1m", 3 * 64 * 64 * 4 }, { "traffic16m", 3 * 64 * 64 * 4 }, { NULL },
  };
  assert_counts (named_text (programs, "tile of vectors"), counts);
}

/*
 * Nothing is marked but the vectors, of two registers each: with 16 rows they are a tile that is written out unasked, with 17 they are not
 * but for a pragma, which reaches over 64 rows, and over no more.
 */
static void
test_loops_unrolled_unasked (void)
{
  static const struct { guint rows, max_step, n_copies; } cases[] = { { 16, 0, 16 }, { 17, 0, 1 }, { 17, 64, 17 }, { 64, 512, 64 },
                                                                      { 65, 512, 1 } };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint rows = cases[i].rows, n = cases[i].n_copies;
      const Count counts[] = { { "body.lanes", 32 }, { "body.copies", n }, { "body.results", 2 * n }, { "body.vectors", 2 },
                               { "body.scalars", n },
                               { "body.kept", n == 1 ? 1 : 64 }, { NULL } };
      g_autofree char *text = g_strdup_printf ("@T.prim_func\n"
                                               "def main(A: T.Buffer((%u, 64), \"float32\"), B: T.Buffer((64, 32), \"float32\"), C: "
                                               "T.Buffer((%u, 32), \"float32\")):\n"
                                               "    for k in T.serial(64, annotations={\"pragma_auto_unroll_max_step\": %u}):\n"
                                               "        for i in range(%u):\n"
                                               "            for j in T.vectorized(32):\n"
                                               "                with T.block(\"C\"):\n"
                                               "                    vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n"
                                               "                    C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]\n", rows, rows,
                                               cases[i].max_step, rows);
      assert_counts (text, counts);
    }
}

/* Without vectors: along j all accesses are rows or stand still; with A transposed none are, along i neither. */
static void
test_rows_for_compilers (void)
{
  static const char *const loads[] = { "A[vi, vj]", "A[vj, vi]" };
  for (guint i = 0; i < G_N_ELEMENTS (loads); i++)
    {
      const Count counts[] = { { "body.lanes", 1 }, { "body.row", i == 0 ? 40 : 0 }, { "body.row_inner", i == 0 ? 3 : 0 }, { NULL } };
      g_autofree char *text = g_strdup_printf ("@T.prim_func\n"
                                               "def main(A: T.Buffer((40, 40), \"float32\"), w: T.Buffer((3,), \"float32\"), C: "
                                               "T.Buffer((40, 40), \"float32\")):\n"
                                               "    for i, j, r in T.grid(40, 40, 3):\n"
                                               "        with T.block(\"C\"):\n"
                                               "            vi, vj, vr = T.axis.remap(\"SSR\", [i, j, r])\n"
                                               "            C[vi, vj] = C[vi, vj] + %s * w[vr]\n", loads[i]);
      assert_counts (text, counts);
    }
}

/* Blocks in blocks, views, loops that run once, a store without loops, one without a value. */
static void
test_shapes_of_programs (void)
{
  g_autoptr (TlFeatures) features = must (features_of (named_text (programs, "nested"), "llvm", &failure));
  g_assert_cmpuint (features->n_rows, ==, 1);
  g_assert_cmpfloat (count_of (features, 0, "num_loops"), ==, 3);
  g_assert_cmpfloat (count_of (features, 0, "B0.unique_bytes"), ==, 64 * 64 * 4);
  g_assert_cmpfloat (count_of (features, 0, "B1.unique_bytes"), ==, 64 * 64 * 4);
  g_assert_cmpfloat (count_of (features, 0, "B1.stride"), ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  programs = named_texts_read (TEST_DIR "/programs.py");
  g_test_add_func ("/features/recorded", test_recorded);
  g_test_add_func ("/features/counts", test_counts);
  g_test_add_func ("/features/index-from-memory", test_index_from_memory);
  g_test_add_func ("/features/refusals", test_refusals);
  g_test_add_func ("/features/table", test_table);
  g_test_add_func ("/features/workload", test_workload);
  g_test_add_func ("/features/vector-body", test_vector_body);
  g_test_add_func ("/features/loops-unrolled-unasked", test_loops_unrolled_unasked);
  g_test_add_func ("/features/rows-for-compilers", test_rows_for_compilers);
  g_test_add_func ("/features/shapes-of-programs", test_shapes_of_programs);
  return g_test_run ();
}
