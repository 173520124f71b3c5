/* SPDX-License-Identifier: Apache-2.0 */
/* Graph functions: what is read in which spelling, what is printed, what is refused and where. */
#include "core/text/script.h"

#include <string.h>

#include "core/ir/compare.h"
#include "core/ir/verify.h"
#include "tests/must.h"
#include "tests/named-texts.h"

static TlModule *
read_script (const char *text)
{
  return must (tl_script_read_text (text, &failure));
}

static void
assert_equal (const TlModule *a, const TlModule *b, const char *where)
{
  g_autofree char *difference = NULL;

  if (!tl_module_equal (a, b, &difference))
    g_error ("%s: %s", where, difference);
  g_assert_cmpuint (tl_module_hash (a), ==, tl_module_hash (b));
}

static void
assert_round_trip (const TlModule *module, const char *where)
{
  for (TlDialect dialect = TL_DIALECT_CLASSIC; dialect <= TL_DIALECT_SBLOCK; dialect++)
    {
      g_autofree char     *text = tl_script_print (module, dialect, NULL);
      g_autoptr (TlModule) again = read_script (text);

      assert_equal (module, again, where);
    }
}

/* @text without the line of constants, from its graph functions on. */
static const char *
graphs_of (const char *text)
{
  const char *graphs = strstr (text, "    @R.function");

  g_assert_nonnull (graphs);
  return graphs;
}

/* @text without lines of blanks, which TVM puts before a function in a function. */
static char *
without_blanks (const char *text)
{
  g_autoptr (GRegex) blanks = g_regex_new ("\\n +(?=\\n)", 0, 0, NULL);

  return g_regex_replace_literal (blanks, text, -1, 0, "", 0, NULL);
}

/* Texts of TVM are read, and printed as TVM does. */
static void
test_printed (void)
{
  const NamedText *printed = named_texts_read (TEST_DIR "/tvm/graphs-printed.txt");

  for (const NamedText *item = printed; item->name != NULL; item++)
    {
      g_autoptr (TlModule) module = read_script (item->text);
      g_autofree char     *text = tl_script_print (module, TL_DIALECT_SBLOCK, NULL), *plain = without_blanks (graphs_of (text));

      if (strcmp (item->name, "constants") != 0)    /* TVM cannot read its own "inf" */
        g_assert_cmpstr (plain, ==, graphs_of (item->text));
      assert_round_trip (module, item->name);
    }
  named_texts_free (printed);
}

/* The same modules as people write them. */
static void
test_written (void)
{
  g_autofree char *file = NULL;
  g_auto (GStrv)   parts = NULL;

  g_assert_true (g_file_get_contents (TEST_DIR "/tvm/graphs.txt", &file, NULL, NULL));
  parts = g_strsplit (file, "\n---\n", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      g_autoptr (TlModule) module = read_script (parts[i]);

      assert_round_trip (module, parts[i]);
    }
}

#define HEAD                                                                  \
  "@I.ir_module\n"                                                            \
  "class Module:\n"                                                           \
  "    @T.prim_func\n"                                                        \
  "    def f(A: T.Buffer((4,), \"float32\"), B: T.Buffer((4,), \"float32\")):\n" \
  "        B[0] = A[0]\n\n"                                                   \
  "    @R.function\n"                                                         \
  "    def main(x: R.Tensor((4,), \"float32\"), t: R.Tuple(R.Tensor, R.Tensor((\"n\",), \"int32\"))):\n" \
  "        n = T.int64()\n"                                                   \
  "        cls = Module\n"

static TlModule *
read_statements (const char *statements)
{
  g_autofree char *text = g_strconcat (HEAD "        ", statements, "\n", NULL);

  return read_script (text);
}

/* Old spellings, and the newest of the same. */
static const struct
{
  const char *old;
  const char *newest;
} spellings[] = {
  { "return R.call_tir(f, (x,), (4,), dtype=\"float32\")", "return R.call_tir(cls.f, (x,), out_ty=R.Tensor((4,), dtype=\"float32\"))" },
  { "return R.call_tir(cls.f, x, out_sinfo=R.Tensor((4,), \"float32\"))",
    "return R.call_tir(cls.f, (x,), out_ty=R.Tensor((4,), \"float32\"))" },
  { "return R.call_tir(\"f\", (x,), (4,), dtype=\"float32\")", "return R.call_tir(cls.f, (x,), out_ty=R.Tensor((4,), \"float32\"))" },
  { "return R.call_tir(\"env.g\", (x,), (4,), dtype=\"float32\")",
    "return R.call_dps_packed(\"env.g\", (x,), out_ty=R.Tensor((4,), \"float32\"))" },
  { "return R.call_tir(\"env.g\", (x,), [(4,), (2,)], dtype=[\"float32\", \"int8\"])",
    "return R.call_dps_packed(\"env.g\", (x,), out_ty=[R.Tensor((4,), \"float32\"), R.Tensor((2,), \"int8\")])" },
  { "return R.call_dps_packed(\"g\", (x,), R.Tensor((4,), dtype=\"float32\"))",
    "return R.call_dps_packed(\"g\", (x,), out_ty=R.Tensor((4,), \"float32\"))" },
  { "return R.call_packed(\"g\", x, sinfo_args=(R.Object,))", "return R.call_packed(\"g\", x, ty_args=(R.Any,))" },
  { "return R.call_packed(\"g\", R.prim_value(3))", "return R.call_packed(\"g\", 3)" },
  { "a: R.Prim(\"int64\") = R.prim_value(3)\n        return a", "a: T.int64 = 3\n        return a" },
  { "return relax.op.add(x, x)", "return R.add(x, x)" },
  { "return R.nn.softmax(x, -1)", "return R.nn.softmax(x, axis=-1)" },
  { "return R.sum(x, 0)", "return R.sum(x, axis=[0], keepdims=False)" },
  { "return x + x * x", "gv = R.multiply(x, x)\n        return R.add(x, gv)" },
  { "return R.print(x, format=\"a\")", "return R.print(x, format=R.str(\"a\"))" },
  { "return Module.f", "return cls.f" },
  { "return (R.reshape(x, (2, 2)),)", "a = R.reshape(x, R.shape([2, 2]))\n        return (a,)" },
  { "with R.dataflow():\n            a = R.add(x, x)\n            relax.output(a)\n        return a",
    "with R.dataflow():\n            b = R.add(x, x)\n            R.output(b)\n        return b" },
  { "a = R.add(x, x)\n        a = R.add(a, x)\n        return a", "a = R.add(x, x)\n        b = R.add(a, x)\n        return b" },
};

static void
test_spellings (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (spellings); i++)
    {
      g_autoptr (TlModule) old = read_statements (spellings[i].old), newest = read_statements (spellings[i].newest);

      assert_equal (old, newest, spellings[i].old);
      assert_round_trip (old, spellings[i].old);
    }
}

/* Programs that differ, and in which way. */
static const struct
{
  const char *a, *b;
  const char *difference;
} differences[] = {
  { "return R.add(x, x)", "return R.subtract(x, x)", "a call of add is where the other program has subtract" },
  { "return x", "return t", "variable x is where the other program has t" },
  { "return t[0]", "return t[1]", "gv has another value" },
  { "a: R.Tensor = R.exp(x)\n        return a", "a: R.Tensor((4,)) = R.exp(x)\n        return a",
    "variables a and a have different types" },
  { "return R.sum(x)", "return R.sum(x, axis=[0])", "a call: the annotation \"axis\" has another value" },
  { "return R.shape([n])", "return R.shape([n * 2])", "the results differ" },
  { "return R.const(1, \"int8\")", "return R.const(2, \"int8\")", "a constant has other elements" },
  { "return R.call_packed(\"f\", x, ty_args=R.Any)",
    "return R.call_packed(\"g\", x, ty_args=R.Any)", "f is where the other program has g" },
  { "a = R.exp(x)\n        return x", "with R.dataflow():\n            a = R.exp(x)\n            R.output()\n        return x",
    "block 0 of a function: 1 bindings against 1" },
};

static void
test_differences (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (differences); i++)
    {
      g_autoptr (TlModule) a = read_statements (differences[i].a), b = read_statements (differences[i].b);
      g_autofree char     *difference = NULL;

      g_assert_false (tl_module_equal (a, b, &difference));
      if (strcmp (difference, differences[i].difference) != 0)
        g_error ("%s: %s", differences[i].b, difference);
      g_assert_cmpuint (tl_module_hash (a), !=, tl_module_hash (b));
    }
}

/* Statements that are refused: the message, and the text under the caret. */
static const struct
{
  const char *statements;
  const char *message;
  const char *under;
} errors[] = {
  { "return R.nn.unheard(x)", "the operator R.nn.unheard is not known", "R.nn.unheard" },
  { "return y", "y is not defined here", "y" },
  { "return t[2]", "the tuple has 2 items, and none with the number 2", "2" },
  { "return x[0]", "only tuples have items, and this is none", "x[0]" },
  { "return R.add(x)", "R.add needs an argument \"x2\"", "R.add(x)" },
  { "return R.add(x, x, x)", "R.add takes at most 2 arguments", "x" },
  { "return R.add(x, x, z=1)", "R.add has no argument \"z\"", "z=1" },
  { "return x + 1", "a number meets a tensor only as a constant", "1" },
  { "return R.call_tir(cls.f, (x,))", "the call needs the type of its result", "R.call_tir(cls.f, (x,))" },
  { "return R.call_tir(3, (x,), out_ty=R.Tensor)", "expected a function of the module", "3" },
  { "a, b = R.split(x, 2)\n        return a", "a value of a graph is bound to one name", "a, b" },
  { "a: R.Matrix = x\n        return a", "expected a type of graph values", "R.Matrix" },
  { "a: R.Tensor((4,), ndim=2) = x\n        return a", "a tensor of 1 sizes does not have 2 dimensions", "R.Tensor((4,), ndim=2)" },
  { "a: R.Tensor((1.5,)) = x\n        return a", "expected", "1.5" },
  { "for i in range(3):\n            pass\n        return x", "this statement is not part of graph functions", "for i in range(3)" },
  { "if x:\n            a = x\n        return x", "both branches of an if end with a value for the same name", "if x" },
  { "with R.dataflow():\n            if x:\n                a = x\n            else:\n                a = x\n            R.output(a)",
    "a dataflow block has no branches", "if x" },
  { "with R.dataflow():\n            R.output(q)\n        return x", "R.output takes variables of its block", "q" },
  { "with R.dataflow():\n            a = R.exp(x)\n            R.output()\n        return a", "a is not defined here", "a" },
  { "return x\n        return x", "\"return\" is the last statement of a graph function", "return x" },
  { "return", "a graph function returns a value", "return" },
  { "a = R.add(R.match_cast(x, R.Tensor), x)\n        return a", "R.match_cast stands alone", "R.match_cast(x, R.Tensor)" },
  { "x.reshape(3)\n        return x", "x has no attribute reshape", "x.reshape" },
  { "return R.const([[1], [2, 3]], \"int8\")", "expected a number and its type", "R.const([[1], [2, 3]], \"int8\")" },
  { "return R.exp", "R.exp is no value: call it", "R.exp" },
  { "return -cls", "expected a value of the graph", "-cls" },
  { "return R.nn.relu(*t)", "starred arguments are not part of TVMScript", "*t" },
  { "return R.zeros((4,))", "R.zeros needs its attribute 'dtype'", "R.zeros((4,))" },
};

static void
test_errors (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (errors); i++)
    {
      g_autofree char    *text = g_strconcat (HEAD "        ", errors[i].statements, "\n", NULL);
      g_autoptr (GError)  failure = NULL;
      g_autoptr (TlModule) module = tl_script_read_text (text, &failure);
      const char         *carets;
      gsize               n = 0;

      if (module != NULL || strstr (failure->message, errors[i].message) == NULL)
        g_error ("%s: %s", errors[i].statements, module != NULL ? "no error" : failure->message);
      carets = strchr (failure->message, '^');
      g_assert_nonnull (carets);
      while (carets[n] == '^')
        n++;
      if (n != strcspn (errors[i].under, "\n") && n != strlen (errors[i].under))
        g_error ("%s: %zu characters are marked, not \"%s\"\n%s", errors[i].statements, n, errors[i].under, failure->message);
    }
}

/* Programs that are read and are no programs. */
static const struct
{
  const char *statements;
  const char *message;
} invalid[] = {
  { "a = R.call_tir(cls.f, (x, x), out_ty=R.Tensor((4,), \"float32\"))\n        return a",
    "function main, variable a: f has 2 parameters; the call gives it 2 arguments and 1 outputs" },
  { "a = R.call_tir(cls.f, (x,), out_ty=R.Tensor((5,), \"float32\"))\n        return a",
    "function main, variable a: an output does not fit parameter B of f" },
  { "a = R.call_tir(cls.f, (R.const(1, \"float32\"),), out_ty=R.Tensor((4,), \"float32\"))\n        return a",
    "function main, variable a: an argument does not fit parameter A of f" },
  { "m = T.int64()\n        a = R.reshape(x, R.shape([m, 2]))\n        return a",
    "function main, variable a: the size m is not defined: parameters and R.match_cast define sizes" },
  { "with R.dataflow():\n            a = R.call_packed(\"f\", x)\n            R.output(a)\n        return a",
    "function main, variable a: a call of call_packed in a dataflow block: it may have effects" },
  { "a = cls.f(x, x)\n        return x",
    "function main, variable a: a call of f may have effects, and the function is not marked pure=False" },
};

static void
test_invalid (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (invalid); i++)
    {
      g_autofree char *text = g_strconcat (HEAD "        ", invalid[i].statements, "\n", NULL);

      must_fail_saying (tl_script_read_text (text, &failure), invalid[i].message);
    }
}

/* Faults that no text has: a function is changed behind the reader, who owns nothing of it any more. */
static void
test_verifier (void)
{
  g_autoptr (TlModule) module = read_statements ("a = R.exp(x)\n        with R.dataflow():\n            b = R.exp(a)\n"
                                                 "            c = R.exp(b)\n            R.output(c)\n        return c");
  const TlRelaxBlock  *blocks = module->funcs[1].graph->body.blocks;
  TlRelaxBinding      *first = (TlRelaxBinding *) blocks[0].bindings, *second = (TlRelaxBinding *) blocks[1].bindings;
  TlRelaxBinding       kept = *first;
  TlRelaxBody         *body = (TlRelaxBody *) &module->funcs[1].graph->body;
  const TlRelaxExpr   *call = first->value, *result = body->result;

  g_assert_true (must (tl_module_verify (module, &failure)));
  first->var = second->var;
  must_fail_saying (tl_module_verify (module, &failure), "function main, variable b: a is used where it is not bound");
  *first = kept;
  second[1].var = kept.var;
  must_fail_saying (tl_module_verify (module, &failure), "function main, variable a: a is bound twice");
  second[1].var = result;
  body->result = second->var;
  must_fail_saying (tl_module_verify (module, &failure), "function main: b is used where it is not bound");
  body->result = call;
  must_fail_saying (tl_module_verify (module, &failure), "function main: a call, item or branch is no argument: bind it to a variable");
}

/* A text that TVM printed without its constants has parameters in their place. */
static void
test_metadata_omitted (void)
{
  g_autoptr (TlModule) module = read_script ("@I.ir_module\nclass Module:\n    @R.function\n"
                                             "    def main(x: R.Tensor((4,), \"float32\")):\n"
                                             "        a = R.add(x, metadata[\"ir.GenericConst\"][1])\n"
                                             "        b = R.add(a, metadata[\"ir.GenericConst\"][0])\n"
                                             "        return R.add(b, metadata[\"ir.GenericConst\"][1])\n");
  const TlGraphFunc *func = module->funcs[0].graph;

  g_assert_cmpuint (func->n_params, ==, 3);
  g_assert_cmpstr (func->params[1]->name, ==, "const_1");
  g_assert_cmpstr (func->params[2]->name, ==, "const_0");
  assert_round_trip (module, "omitted");
}

static void
test_constants (void)
{
  g_autoptr (TlModule) module = read_statements ("a = R.const([[1, 2, 3], [4, 5, 6]], \"float32\")\n        return a");
  g_autofree char     *text = tl_script_print (module, TL_DIALECT_SBLOCK, NULL);
  g_autoptr (TlModule) again = read_script (text);
  const TlRelaxExpr   *constant = again->funcs[1].graph->body.blocks[0].bindings[0].value;

  g_autoptr (GArray)   marks = g_array_new (FALSE, FALSE, sizeof (TlScriptMark));
  g_autofree char     *view = tl_script_print (module, TL_DIALECT_SBLOCK, marks);

  g_assert_true (g_str_has_prefix (text, "metadata = tvm.ir.load_json"));
  g_assert_nonnull (strstr (view, "# Metadata omitted"));
  g_assert_cmpint (constant->kind, ==, TL_RELAX_CONST);
  g_assert_cmpuint (constant->tensor->n_dims, ==, 2);
  g_assert_cmpint (constant->tensor->shape[1], ==, 3);
  g_assert_cmpfloat (tl_tensor_get (constant->tensor, 5), ==, 6);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/graphs/printed", test_printed);
  g_test_add_func ("/graphs/written", test_written);
  g_test_add_func ("/graphs/spellings", test_spellings);
  g_test_add_func ("/graphs/differences", test_differences);
  g_test_add_func ("/graphs/errors", test_errors);
  g_test_add_func ("/graphs/invalid", test_invalid);
  g_test_add_func ("/graphs/verifier", test_verifier);
  g_test_add_func ("/graphs/constants", test_constants);
  g_test_add_func ("/graphs/metadata-omitted", test_metadata_omitted);
  return g_test_run ();
}
