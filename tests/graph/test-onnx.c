/* SPDX-License-Identifier: Apache-2.0 */
/*
 * models/ has an ONNX file for each operator, by make-operator-models.py, and expected.txt the types of their outputs, values.txt what they
 * compute. faulty/, by make-faulty-models.py, has files that cannot be read, and models with nodes that cannot be imported.
 */
#include <math.h>
#include <string.h>

#include "core/graph/executable.h"
#include "core/graph/import/onnx.h"
#include "core/graph/infer-types.h"
#include "core/graph/passes/graph-passes.h"
#include "core/ir/compare.h"
#include "core/ir/verify.h"
#include "core/text/script.h"
#include "tests/add-test.h"
#include "tests/graph/graph-summary.h"
#include "tests/must.h"

static char *
path_of (const char *folder, const char *name)
{
  return g_strdup_printf ("%s/%s/%s.onnx", TEST_DIR, folder, name);
}

static TlModule *
read_model (const char *folder, const char *name, const TlDimBinding *dims, guint n_dims, GPtrArray **problems)
{
  g_autofree char *path = path_of (folder, name);

  return must (tl_onnx_read (path, dims, n_dims, problems, &failure));
}

static const TlGraphFunc *
main_of (const TlModule *module)
{
  return tl_module_find_func (module, "main")->graph;
}

/* A sound module, which is printed and reads back as an equal one. */
static void
check_round_trip (const TlModule *module)
{
  g_autofree char     *text = tl_script_print (module, TL_DIALECT_SBLOCK, NULL), *difference = NULL;
  g_autoptr (TlModule) read = must (tl_script_read_text (text, &failure));
  g_autoptr (TlModule) again = must (tl_module_infer_types (read, &failure));

  g_assert_true (must (tl_module_verify (module, &failure)));
  g_assert_true (tl_module_equal (module, again, &difference));
}

/* "name: types" */
static void
test_types (gconstpointer data)
{
  g_auto (GStrv)        parts = g_strsplit (data, ": ", 2);
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (TlModule)  module = read_model ("models", parts[0], NULL, 0, &problems);
  g_autofree char      *types = NULL;

  for (guint i = 0; i < problems->len; i++)
    g_test_message ("%s", ((TlImportProblem *) problems->pdata[i])->reason);
  g_assert_cmpuint (problems->len, ==, 0);
  types = result_types (main_of (module));
  g_assert_cmpstr (types, ==, parts[1]);
  check_round_trip (module);
}

/* "name: part of the message" */
static void
test_error (gconstpointer data)
{
  g_auto (GStrv)   parts = g_strsplit (data, ": ", 2);
  g_autofree char *path = path_of ("faulty", parts[0]);

  must_fail_saying (tl_onnx_read (path, NULL, 0, NULL, &failure), parts[1]);
}

/* "name: node: part of the reason: types of the results there are" */
static void
test_problem (gconstpointer data)
{
  g_auto (GStrv)        parts = g_strsplit (data, ": ", 4);
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (TlModule)  module = read_model ("faulty", parts[0], NULL, 0, &problems);
  g_autofree char      *types = result_types (main_of (module));
  TlImportProblem      *problem;

  g_assert_cmpuint (problems->len, ==, 1);
  problem = problems->pdata[0];
  g_assert_cmpstr (problem->node, ==, parts[1]);
  if (strstr (problem->reason, parts[2]) == NULL)
    g_error ("\"%s\" does not contain \"%s\"", problem->reason, parts[2]);
  g_assert_cmpstr (types, ==, g_strstrip (parts[3]));
}

/* The calls that TVM's importer makes, but for those that are not needed: a Clip's bounds are no NaN, padding is the convolution's. */
static const struct
{
  const char *name;
  const char *operators;
} calls[] = {
  { "gemm", "matmul add" },
  { "gemm-transposed", "multiply permute_dims permute_dims matmul multiply add" },
  { "conv-bias", "nn.conv2d reshape add" },
  { "conv-same-upper", "nn.conv2d" },
  { "globalaveragepool", "mean" },
  { "hardsigmoid", "multiply add clip" },
  { "hardswish", "add clip divide multiply" },
  { "clip", "maximum minimum" },
  { "clip-max", "minimum" },
  { "clip-10", "maximum minimum" },
  { "softmax", "nn.softmax" },
  { "softmax-11", "reshape nn.softmax reshape" },
  { "softmax-11-last", "nn.softmax" },
  { "gather", "less add where take" },
  { "gather-known", "take" },
  { "dropout", "" },
  { "instancenormalization", "mean subtract variance add sqrt divide reshape multiply reshape add" },
  { "reducelogsumexp", "max subtract exp sum log add squeeze" },
  { "depthtospace", "reshape permute_dims reshape" },
  { "glue-view", "reshape" },
  { "glue-paddle", "reshape" },
  { "glue-interpolate", "image.resize2d" },
  { "glue-expand", "broadcast_to" },
  { "glue-mask", "where" },
  { "glue-nonzero", "take" },
  { "glue-arithmetic", "broadcast_to" },
  { "glue-if", "nn.relu" },
  { "glue-split", "reshape" },
  { "free-view", "reshape" },
  { "free-expand", "broadcast_to" },
};

static void
test_calls (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    {
      g_autoptr (TlModule) module = read_model ("models", calls[i].name, NULL, 0, NULL);
      g_autofree char     *called = called_operators (main_of (module));

      g_test_message ("%s", calls[i].name);
      g_assert_cmpstr (called, ==, calls[i].operators);
    }
}

static void
test_sizes (void)
{
  const TlDimBinding     by_name[] = { { "batch", 2 }, { "seq", 3 } }, by_place[] = { { "x:0", 2 } };
  g_autoptr (TlModule)   all = read_model ("models", "free-view", by_name, 2, NULL);
  g_autoptr (TlModule)   one = read_model ("models", "free-view", by_place, 1, NULL);
  g_autofree char       *all_types = result_types (main_of (all)), *one_types = result_types (main_of (one));
  g_autofree char       *path = path_of ("models", "free-view");
  /* Names that are none in a script have variables with others, by which they are bound, too. */
  const TlDimBinding     as_given[] = { { "p2o.Size.0", 2 }, { "0 batch", 3 } };
  const TlDimBinding     by_variable[] = { { "p2o_Size_0", 2 }, { "v_0_batch", 3 } };
  g_autoptr (TlModule)   given = read_model ("models", "free-names", as_given, 2, NULL);
  g_autoptr (TlModule)   variable = read_model ("models", "free-names", by_variable, 2, NULL);
  g_autofree char       *given_types = result_types (main_of (given)), *variable_types = result_types (main_of (variable));

  g_assert_cmpstr (all_types, ==, "float32 (2, 3, 2, 4)");
  g_assert_cmpstr (one_types, ==, "float32 (2, seq, 2, 4)");
  g_assert_cmpstr (given_types, ==, "float32 (2, 3, 3)");
  g_assert_cmpstr (variable_types, ==, "float32 (2, 3, 3)");
  must_fail_saying (tl_onnx_read (path, (TlDimBinding[]) { { "n", 2 } }, 1, NULL, &failure), "no input has a size n");
  must_fail_saying (tl_onnx_read (path, (TlDimBinding[]) { { "batch", 0 } }, 1, NULL, &failure), "batch cannot be 0");
  must_fail_saying (tl_onnx_read (path, (TlDimBinding[]) { { "x:2", 9 } }, 1, NULL, &failure), "x:2 is 8 in the model");
}

static const TlTensor *
first_constant (const TlGraphFunc *func)
{
  const TlRelaxExpr *call = func->body.blocks[0].bindings[0].value;

  for (guint i = 0; i < call->n_args; i++)
    if (call->args[i]->kind == TL_RELAX_CONST)
      return call->args[i]->tensor;
  return NULL;
}

/* Numbers of half precision that follow from a size. */
static void
test_half (void)
{
  g_autoptr (TlModule) module = read_model ("models", "glue-half", NULL, 0, NULL);
  const TlRelaxBlock  *block = &main_of (module)->body.blocks[0];
  double               found[2];
  guint                n = 0;

  for (guint i = 0; i < block->n_bindings; i++)
    for (guint a = 0; a < block->bindings[i].value->n_args; a++)
      if (block->bindings[i].value->args[a]->kind == TL_RELAX_CONST && n++ < 2)
        found[n - 1] = tl_tensor_get (block->bindings[i].value->args[a]->tensor, 0);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpfloat (found[0], ==, 2.44921875);   /* the square root of 6 */
  g_assert_cmpfloat (found[1], ==, 6);
}

/* Weights in another file: where aligned they stay there. */
static void
test_external (void)
{
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (TlModule) module = read_model ("models", i == 0 ? "external" : "external-unaligned", NULL, 0, NULL);
      const TlTensor      *weight = first_constant (main_of (module));

      g_assert_nonnull (weight);
      g_assert_cmpint (weight->is_borrowed, ==, i == 0);
      for (guint j = 0; j < 6; j++)
        g_assert_cmpfloat (tl_tensor_get (weight, j), ==, j + 16 * (1.0 - i) + i);
    }
}

static void
test_missing_file (void)
{
  must_fail_saying (tl_onnx_read (TEST_DIR "/nowhere.onnx", NULL, 0, NULL, &failure), "nowhere.onnx");
}

/* --- values --- */

/* As make-operator-models.py makes them. */
static void
fill (TlTensor *tensor)
{
  for (gint64 i = 0; i < tensor->n_elements; i++)
    {
      double number = tensor->dtype.code == TL_TYPE_FLOAT ? (double) (i * 7919 % 23 - 11) / 8
                      : tl_dtype_equal (tensor->dtype, TL_DTYPE (TL_TYPE_UINT, 8)) ? (double) (i * 37 % 251) : (double) (i % 2);

      tl_tensor_set (tensor, i, number);
    }
}

/* Of the elements, their sizes, and the elements weighted by place. */
static void
average (const TlTensor *tensor, double *averages)
{
  for (guint a = 0; a < 3; a++)
    averages[a] = 0;
  for (gint64 i = 0; i < tensor->n_elements; i++)
    {
      double number = tl_tensor_get (tensor, i);

      number = isnan (number) ? 77 : isinf (number) ? copysign (1000, number) : number;
      averages[0] += number / (double) tensor->n_elements;
      averages[1] += fabs (number) / (double) tensor->n_elements;
      averages[2] += number * (double) (i * 37 % 101) / 101 / (double) tensor->n_elements;
    }
}

/* Results of onnxruntime: "name: three averages of an output, three of the next". */
static void
test_values (gconstpointer data)
{
  g_auto (GStrv)           parts = g_strsplit (data, ": ", 2), lines = g_strsplit (parts[1], ", ", -1);
  g_autoptr (TlModule)     module = read_model ("models", parts[0], NULL, 0, NULL);
  g_autoptr (TlModule)     kernels = must (tl_graph_run_passes (module, tl_graph_default_passes, &failure));
  g_autoptr (TlExecutable) executable = must (tl_executable_new (kernels, "main", &failure));
  g_autoptr (GPtrArray)    inputs = must (tl_executable_make_inputs (executable, 1, &failure)), outputs = NULL;

  for (guint i = 0; i < inputs->len; i++)
    fill (inputs->pdata[i]);
  outputs = must (tl_executable_interpret (executable, inputs, 0, NULL, &failure));
  g_assert_cmpuint (outputs->len, ==, g_strv_length (lines));
  for (guint i = 0; i < outputs->len; i++)
    {
      g_auto (GStrv) numbers = g_strsplit (lines[i], " ", 3);
      double         averages[3], size = g_ascii_strtod (numbers[1], NULL);

      average (outputs->pdata[i], averages);
      for (guint a = 0; a < 3; a++)
        if (fabs (averages[a] - g_ascii_strtod (numbers[a], NULL)) > 1e-3 * size + 1e-6)
          g_error ("output %u: average %u is %g, not %s", i, a, averages[a], numbers[a]);
    }
}

/* A test for each line of the file, which stays in memory. */
static void
add_line_tests (GTestDataFunc test, const char *file, const char *group)
{
  g_autofree char *path = g_build_filename (TEST_DIR, file, NULL);
  char            *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  for (char *line = strtok (text, "\n"); line; line = strtok (NULL, "\n"))
    add_test (test, line, "/onnx/%s/%.*s", group, (int) strcspn (line, ":"), line);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add_line_tests (test_types, "models/expected.txt", "types");
  add_line_tests (test_values, "models/values.txt", "values");
  add_line_tests (test_error, "faulty/errors.txt", "errors");
  add_line_tests (test_problem, "faulty/problems.txt", "problems");
  g_test_add_func ("/onnx/calls", test_calls);
  g_test_add_func ("/onnx/sizes", test_sizes);
  g_test_add_func ("/onnx/half", test_half);
  g_test_add_func ("/onnx/external", test_external);
  g_test_add_func ("/onnx/missing-file", test_missing_file);
  return g_test_run ();
}
