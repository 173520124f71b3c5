/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operators of graph functions. FOLDER/<operator>.py has calls with TVM's results (tests/oracle/operator-cases.py): the type, and the
 * PrimFunc that computes it. Calls that do not fit are rows here, with a part of the error.
 */
#include "core/graph/graph-builder.h"
#include "core/interp/interp.h"
#include "core/ir/compare.h"
#include "core/ir/verify.h"
#include "core/text/script.h"
#include "tests/add-test.h"
#include "tests/graph/operator-case.h"
#include "tests/must.h"
#include "tests/named-texts.h"

static void
test_type (gconstpointer data)
{
  const NamedText          *text = data;
  g_autofree char          *json = g_strndup (text->text + 2, strcspn (text->text + 2, "\n")), *difference = NULL;
  g_autoptr (OperatorCase)  call = operator_case_new (json);
  const TlRelaxType        *type = must (tl_relax_infer (call->arena, call->op, call->args, call->n_args, &call->attrs, &failure));

  if (!operator_case_is_type (type, call->type, &difference))
    g_test_fail_printf ("expected another type: %s\n%s", difference, json);
}

/* The PrimFunc of the case, or none. */
static void
test_legalized (gconstpointer data)
{
  const NamedText         *text = data;
  const char              *program = strchr (text->text, '\n') + 1;
  g_autofree char         *json = g_strndup (text->text + 2, strcspn (text->text + 2, "\n")), *difference = NULL, *printed = NULL;
  g_autoptr (OperatorCase) call = operator_case_new (json);
  const TlRelaxType       *type = must (tl_relax_infer (call->arena, call->op, call->args, call->n_args, &call->attrs, &failure));
  const TlRelaxExpr       *expr = tl_relax_call (call->arena, type, call->op, call->args, call->n_args, &call->attrs);
  TlBuilder                builder = { call->arena, 1 };
  TlLegalized              legalized;
  g_autoptr (TlModule)     expected = NULL, made = NULL;

  must (tl_relax_legalize (&builder, expr, TL_LEGALIZE_AS_TVM, &legalized, &failure));
  if (program[0] == '\0' || legalized.func == NULL)
    {
      if (program[0] != '\0')
        g_test_fail_printf ("expected a PrimFunc\n%s", json);
      g_assert_null (legalized.func);
      return;
    }
  made = tl_module_new_prims (call->arena, "Module", &legalized.func, 1, builder.next_id);
  must (tl_module_verify (made, &failure));
  expected = must (tl_script_read_text (program, &failure));
  printed = tl_script_print (made, TL_DIALECT_CLASSIC, NULL);
  if (strcmp (legalized.func->name, expected->prims[0]->name) != 0)
    g_test_fail_printf ("expected the name %s, found %s", expected->prims[0]->name, legalized.func->name);
  if (!tl_module_equal (expected, made, &difference))
    g_test_fail_printf ("expected another PrimFunc: %s\n%s\n%s", difference, json, printed);
}

/* Beyond TVM: a convolution without padding does not copy its input. */
static void
test_no_copies (void)
{
  g_autoptr (OperatorCase) call = operator_case_new ("{\"op\": \"nn.conv2d\", \"args\": [{\"var\": \"x\", \"shape\": [1, 3, 4, 4], "
                                                     "\"dtype\": \"float32\"}, {\"var\": \"w\", \"shape\": [2, 3, 1, 1], "
                                                     "\"dtype\": \"float32\"}], \"attrs\": {}}");
  const TlRelaxType       *type = must (tl_relax_infer (call->arena, call->op, call->args, call->n_args, &call->attrs, &failure));
  const TlRelaxExpr       *expr = tl_relax_call (call->arena, type, call->op, call->args, call->n_args, &call->attrs);
  TlBuilder                builder = { call->arena, 1 };
  TlLegalized              as_tvm, without;

  must (tl_relax_legalize (&builder, expr, TL_LEGALIZE_AS_TVM, &as_tvm, &failure));
  must (tl_relax_legalize (&builder, expr, TL_LEGALIZE_NO_COPIES, &without, &failure));
  g_assert_cmpuint (as_tvm.func->body->block.n_allocs, ==, 1);
  g_assert_cmpuint (without.func->body->block.n_allocs, ==, 0);
  g_assert_cmpuint (without.n_args, ==, 2);
}

/* Loops in place of functions of TVM's runtime, or of blocks in blocks: what they compute. */

typedef struct
{
  const char *json;      /* arguments are variables and numbers */
  const char *inputs;    /* numbers of all variables, in order */
  const char *output;    /* of the first result */
  gboolean    is_other;  /* a PrimFunc that TVM has in another form */
} RuntimeCall;

#define TENSOR(name, shape, dtype) "{\"var\": \"" name "\", \"shape\": [" shape "], \"dtype\": \"" dtype "\"}"
#define RUN(op, args, attrs) "{\"op\": \"" op "\", \"args\": [" args "], \"attrs\": {" attrs "}}"
#define INT(value) "{\"prim\": " value ", \"dtype\": \"int64\"}"

static const RuntimeCall runtime_calls[] = {
  { RUN ("arange", INT ("2") ", " INT ("11") ", " INT ("3"), "\"dtype\": \"float32\""), "", "2 5 8" },
  { RUN ("cumsum", TENSOR ("x", "2, 3", "float32"), "\"axis\": 1"), "1 2 3 4 5 6", "1 3 6 4 9 15" },
  { RUN ("cumsum", TENSOR ("x", "2, 2", "int64"), "\"exclusive\": true"), "1 2 3 4", "0 1 3 6" },
  { RUN ("cumprod", TENSOR ("x", "4", "float32"), "\"axis\": 0"), "1 2 3 4", "1 2 6 24" },
  { RUN ("sort", TENSOR ("x", "2, 4", "float32"), ""), "3 1 2 1 9 8 7 6", "1 1 2 3 6 7 8 9" },
  { RUN ("argsort", TENSOR ("x", "4", "float32"), "\"descending\": true"), "3 1 2 1", "0 2 1 3" },
  { RUN ("topk", TENSOR ("x", "2, 4", "float32"), "\"k\": 2"), "3 1 2 1 5 8 7 6", "3 2 8 7" },
  { RUN ("topk", TENSOR ("x", "4, 2", "float32"), "\"k\": 1, \"axis\": 0, \"largest\": false, \"ret_type\": \"indices\""),
    "3 1 2 1 5 8 7 0", "1 3" },
  { RUN ("scatter_elements", TENSOR ("x", "2, 3", "float32") ", " TENSOR ("i", "1, 2", "int64") ", " TENSOR ("u", "1, 2", "float32"),
         "\"axis\": 1"), "1 2 3 4 5 6 2 -3 8 9", "9 2 8 4 5 6" },
  { RUN ("scatter_elements", TENSOR ("x", "3", "float32") ", " TENSOR ("i", "3", "int64") ", " TENSOR ("u", "3", "float32"),
         "\"reduction\": \"add\""), "1 2 3 0 0 2 10 20 30", "31 2 33" },
  { RUN ("scatter_nd", TENSOR ("x", "4", "float32") ", " TENSOR ("i", "2, 1", "int64") ", " TENSOR ("u", "2", "float32"), ""),
    "1 2 3 4 2 -4 8 9", "9 2 8 4" },
  { RUN ("nn.adaptive_avg_pool1d", TENSOR ("x", "1, 1, 5", "float32"), "\"output_size\": [3]"), "1 2 3 4 5", "1.5 3 4.5", TRUE },
};

static TlTensor *
new_tensor (const TlBuffer *buffer)
{
  gint64 shape[TL_TENSOR_MAX_DIMS];

  for (guint i = 0; i < buffer->n_dims; i++)
    g_assert_true (tl_buffer_get_extent (buffer, i, &shape[i]));
  return must (tl_tensor_new (buffer->dtype, shape, buffer->n_dims, FALSE, &failure));
}

static char *
tensor_text (const TlTensor *tensor)
{
  GString *out = g_string_new (NULL);

  for (gint64 i = 0; i < tensor->n_elements; i++)
    g_string_append_printf (out, "%s%g", i > 0 ? " " : "", tl_tensor_get (tensor, i));
  return g_string_free (out, FALSE);
}

static void
test_runtime_call (gconstpointer data)
{
  const RuntimeCall       *row = data;
  g_autoptr (OperatorCase) call = operator_case_new (row->json);
  const TlRelaxType       *type = must (tl_relax_infer (call->arena, call->op, call->args, call->n_args, &call->attrs, &failure));
  const TlRelaxExpr       *expr = tl_relax_call (call->arena, type, call->op, call->args, call->n_args, &call->attrs);
  TlBuilder                builder = { call->arena, 1 };
  TlLegalized              legalized;
  g_autoptr (GPtrArray)    tensors = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_tensor_unref);
  g_autofree char         *text = NULL;
  const char              *input = row->inputs;

  must (tl_relax_legalize (&builder, expr, TL_LEGALIZE_AS_TVM, &legalized, &failure));
  g_assert_true ((legalized.func != NULL) == row->is_other);
  must (tl_relax_legalize (&builder, expr, TL_LEGALIZE_ALL, &legalized, &failure));
  for (guint i = 0; i < legalized.func->n_params; i++)
    {
      TlTensor *tensor = new_tensor (legalized.func->params[i].buffer);

      g_ptr_array_add (tensors, tensor);
      for (gint64 j = 0; i < legalized.n_args && j < tensor->n_elements; j++)
        tl_tensor_set (tensor, j, g_ascii_strtod (input, (char **) &input));
    }
  must (tl_interp_run (legalized.func, (TlTensor *const *) tensors->pdata, tensors->len, 100000, NULL, &failure));
  text = tensor_text (tensors->pdata[legalized.n_args]);
  g_assert_cmpstr (text, ==, row->output);
}

/* Signatures. */

static void
test_signatures (void)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  guint               n = 0;

  for (const TlRelaxOp *op; (op = tl_relax_op_nth (n)) != NULL; n++)
    {
      const GArray *parameters = tl_relax_op_parameters (op);
      TlAttrs       given = tl_attrs_empty, attrs;

      g_assert_true (tl_relax_op_find (op->name) == op);
      for (guint i = 0; i < parameters->len; i++)
        {
          const TlRelaxParameter *parameter = &g_array_index (parameters, TlRelaxParameter, i);

          if (parameter->is_attr && parameter->default_text == NULL)
            given = tl_attrs_with (arena, &given, parameter->name, tl_value_int (1));
        }
      must (tl_relax_op_complete (arena, op, &given, &attrs, &failure));
      given = tl_attrs_with (arena, &given, "no_such_attribute", tl_value_int (1));
      must_fail_saying (tl_relax_op_complete (arena, op, &given, &attrs, &failure), "no_such_attribute");
    }
}

static void
test_complete (void)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  const TlRelaxOp    *conv = tl_relax_op_find ("relax.nn.conv2d");
  TlAttrs             given = tl_attrs_with (arena, &tl_attrs_empty, "padding", tl_value_int (2)), attrs;

  given = tl_attrs_with (arena, &given, "data_layout", tl_value_string (arena, "NHWC"));
  must (tl_relax_op_complete (arena, conv, &given, &attrs, &failure));
  g_assert_cmpuint (attrs.n, ==, 8);
  g_assert_cmpuint (tl_attrs_find (&attrs, "padding")->n_items, ==, 4);
  g_assert_cmpint (tl_attrs_find (&attrs, "padding")->items[3].integer, ==, 2);
  g_assert_cmpuint (tl_attrs_find (&attrs, "strides")->n_items, ==, 2);
  g_assert_cmpstr (tl_attrs_find (&attrs, "out_layout")->string, ==, "NHWC");
}

/* The builder. */

static void
test_builder (void)
{
  g_autoptr (TlArena)        arena = tl_arena_new (NULL);
  g_autoptr (TlGraphBuilder) builder = tl_graph_builder_new (arena);
  const TlRelaxVar          *args[2], *sum, *result;
  const TlGraphFunc         *func;

  args[0] = tl_graph_builder_param (builder, "x", tl_relax_static_tensor_type (arena, TL_FLOAT32, (gint64[]) { 2, 3 }, 2));
  args[1] = tl_graph_builder_param (builder, "x", tl_relax_static_tensor_type (arena, TL_FLOAT32, (gint64[]) { 3 }, 1));
  sum = must (tl_graph_builder_call (builder, "add", args, 2, NULL, &failure));
  result = must (tl_graph_builder_call (builder, "nn.relu", &sum, 1, NULL, &failure));
  func = tl_graph_builder_finish (builder, &result, 1, NULL);
  g_assert_cmpstr (args[1]->name, ==, "x1");
  g_assert_cmpstr (sum->name, ==, "lv");
  g_assert_cmpstr (result->name, ==, "lv1");
  g_assert_cmpstr (func->body.result->name, ==, "gv");
  g_assert_false (func->body.result->is_dataflow);
  g_assert_cmpuint (func->body.blocks[0].n_bindings, ==, 3);
  g_assert_true (tl_relax_type_equal (func->result_type, args[0]->type));
}

/* Calls that do not fit. */

typedef struct
{
  const char *json;
  const char *error;
} Refusal;

#define CALL(op, args, attrs) "{\"op\": \"" op "\", \"args\": [" args "], \"attrs\": {" attrs "}}"
#define X(shape) "{\"var\": \"x\", \"shape\": [" shape "], \"dtype\": \"float32\"}"
#define I(shape) "{\"var\": \"i\", \"shape\": [" shape "], \"dtype\": \"int64\"}"

static const Refusal refusals[] = {
  { CALL ("add", X ("2, 3") ", " X ("4"), ""), "R.add: arguments x1, float32 (2, 3), and x2, float32 (4), do not fit" },
  { CALL ("add", X ("2, 3") ", " I ("3"), ""), "R.add: arguments x1, float32 (2, 3), and x2, int64 (3), are of different types" },
  { CALL ("add", X ("2, 3"), ""), "R.add: argument x2 is missing" },
  { CALL ("exp", X ("2") ", " X ("2"), ""), "R.exp: it takes 1 arguments, not 2" },
  { CALL ("matmul", X ("2, 3") ", " X ("4, 5"), "\"out_dtype\": null"), "x1, float32 (2, 3), and x2, float32 (4, 5), do not fit" },
  { CALL ("matmul", X ("") ", " X ("4, 5"), "\"out_dtype\": null"), "x1, float32 (), has no dimensions" },
  { CALL ("nn.conv2d", X ("1, 3, 8, 8") ", " X ("4, 2, 3, 3"), ""), "3 channels are not 2 in each of 1 group" },
  { CALL ("nn.conv2d", X ("1, 3, 8") ", " X ("4, 3, 3, 3"), ""), "data, float32 (1, 3, 8), has 3 dimensions where 4 are needed" },
  { CALL ("nn.conv2d", X ("1, 3, 2, 2") ", " X ("4, 3, 3, 3"), ""), "its window is larger than argument data" },
  { CALL ("nn.max_pool2d", X ("1, 3, 2, 2"), "\"pool_size\": [0, 1]"), "attribute pool_size has the number 0" },
  { CALL ("permute_dims", X ("2, 3"), "\"axes\": [0, 0]"), "axis 0 stands twice" },
  { CALL ("permute_dims", X ("2, 3"), "\"axes\": [0, 2]"), "axes=2 is out of range for 2 dimensions" },
  { CALL ("reshape", X ("2, 3") ", {\"sizes\": [4]}", ""), "x, float32 (2, 3), has 6 elements, and the shape 4" },
  { CALL ("squeeze", X ("2, 3"), "\"axis\": [0]"), "axis 0 of argument x, float32 (2, 3), is of size 2, not 1" },
  { CALL ("concat", "{\"items\": [" X ("2, 3") ", " X ("2, 4") "]}", ""), "size 4 of dimension 1 of tensor 1 is 3 in the first one" },
  { CALL ("sum", X ("2, 3"), "\"axis\": [2]"), "axis=2 is out of range for 2 dimensions" },
  { CALL ("take", X ("2, 3") ", " X ("4"), "\"axis\": 0"), "indices, float32 (4), is not of an integer type" },
  { CALL ("nn.pad", X ("2, 3"), "\"pad_width\": [1, 1]"), "attribute pad_width has 2 numbers where 4 are needed" },
};

/* The error says it where a call cannot be computed. */
static void
test_not_done (void)
{
  g_autoptr (OperatorCase) call = operator_case_new (CALL ("nn.pad", X ("2, 3"), "\"pad_width\": [0, 0, 1, 1], \"pad_mode\": \"edge\""));
  const TlRelaxType       *type = must (tl_relax_infer (call->arena, call->op, call->args, call->n_args, &call->attrs, &failure));
  const TlRelaxExpr       *expr = tl_relax_call (call->arena, type, call->op, call->args, call->n_args, &call->attrs);
  TlBuilder                builder = { call->arena, 1 };
  TlLegalized              legalized;

  must_fail_saying (tl_relax_legalize (&builder, expr, TL_LEGALIZE_AS_TVM, &legalized, &failure), "pad_mode edge is not done here");
}

static void
test_refusal (gconstpointer data)
{
  const Refusal           *refusal = data;
  g_autoptr (OperatorCase) call = operator_case_new (refusal->json);

  must_fail_saying (tl_relax_infer (call->arena, call->op, call->args, call->n_args, &call->attrs, &failure), refusal->error);
}

static void
add_cases (const char *folder)
{
  g_autoptr (GDir) dir = must (g_dir_open (folder, 0, &failure));

  for (const char *name; (name = g_dir_read_name (dir)) != NULL;)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      for (const NamedText *text = named_texts_read (path); text->name != NULL; text++)
        {
          add_test (test_type, text, "/operators/type/%s", text->name);
          add_test (test_legalized, text, "/operators/legalized/%s", text->name);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/operators/signatures", test_signatures);
  g_test_add_func ("/operators/complete", test_complete);
  g_test_add_func ("/operators/no-copies", test_no_copies);
  g_test_add_func ("/operators/not-done", test_not_done);
  g_test_add_func ("/graph-builder", test_builder);
  for (guint i = 0; i < G_N_ELEMENTS (runtime_calls); i++)
    add_test (test_runtime_call, &runtime_calls[i], "/operators/of-runtime/%u", i);
  for (guint i = 0; i < G_N_ELEMENTS (refusals); i++)
    add_test (test_refusal, &refusals[i], "/operators/refused/%u", i);
  add_cases (argv[1]);
  return g_test_run ();
}
