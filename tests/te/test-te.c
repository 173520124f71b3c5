/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tensor expressions. FOLDER/<case>/ holds script.py and expected.py, which is what TVM makes of the script (tests/oracle/compare-te.py).
 * Wrong scripts are rows here, with a part of the error.
 */
#include <string.h>

#include "core/ir/compare.h"
#include "core/ir/verify.h"
#include "core/te/te.h"
#include "tests/add-test.h"
#include "tests/must.h"

static TlModule *
read_program (const char *folder, const char *name)
{
  g_autofree char     *path = g_build_filename (folder, name, NULL);
  g_autoptr (TlSource) source = must (tl_source_load (path, &failure));
  TlModule            *module = must (tl_program_read (source, &failure));

  must (tl_module_verify (module, &failure));
  return module;
}

static void
test_case (gconstpointer data)
{
  const char          *folder = data;
  g_autoptr (TlModule) made = read_program (folder, "script.py"), expected = read_program (folder, "expected.py"), again = NULL;
  g_autofree char     *text = tl_script_print (made, TL_DIALECT_CLASSIC, NULL), *difference = NULL, *loss = NULL;

  if (!tl_module_equal (expected, made, &difference))
    g_test_fail_printf ("expected another program: %s\n%s", difference, text);
  again = must (tl_script_read_text (text, &failure));
  g_assert_true (tl_module_equal (made, again, &loss));
}

#define HEAD "import tvm\nfrom tvm import te\nA = te.placeholder((8, 16), name=\"A\")\nk = te.reduce_axis((0, 16), \"k\")\n"
#define SCHEDULE HEAD "B = te.compute((8, 16), lambda i, j: A[i, j], name='B')\ns = te.create_schedule(B.op)\ni, j = B.op.axis\n"
#define TAIL "\nte.create_prim_func([A, B])\n"

static const struct
{
  const char *name;
  const char *script;
  const char *expected;   /* a part of the error */
} refused[] = {
  { "whole-tensor", HEAD "B = te.compute((8, 16), lambda i, j: A + 1)" TAIL,
    "t.py:5:38: expected an element, found tensor A: index it, as in A[…]" },
  { "too-few-indices", HEAD "B = te.compute((8, 16), lambda i, j: A[i] + 1)" TAIL,
    "t.py:5:38: tensor A has 2 dimensions, and is indexed by 1" },
  { "too-many-indices", HEAD "B = te.compute((8, 16), lambda i, j: A[i, j, 0])" TAIL, "tensor A has 2 dimensions, and is indexed by 3" },
  { "float-index", HEAD "B = te.compute((8, 16), lambda i, j: A[i, 0.5])" TAIL,
    "index 1 of tensor A must be an integer, not a value of type float32" },
  { "wrong-arity", HEAD "B = te.compute((8, 16), lambda i: A[i, 0])" TAIL,
    "t.py:5:5: the function takes 1 index, and the shape has 2 dimensions" },
  { "reduction-inside", HEAD "B = te.compute((8,), lambda i: te.sum(A[i, k], axis=k) + 1)" TAIL,
    "t.py:5:32: a reduction must be the whole value of its te.compute" },
  { "no-axis", HEAD "B = te.compute((8,), lambda i: te.sum(A[i, k], axis=3))" TAIL, "te.sum takes a value and an axis to reduce over" },
  { "where", HEAD "B = te.compute((8,), lambda i: te.sum(A[i, k], axis=k, where=i > 3))" TAIL,
    "t.py:5:32: create_prim_func ignores 'where', in TVM too" },
  { "init", HEAD "B = te.compute((8,), lambda i: te.sum(A[i, k], axis=k, init=1.5))" TAIL,
    "t.py:5:32: create_prim_func ignores 'init', in TVM too" },
  { "layout-free-one", HEAD "B = te.compute((8, 16), lambda i, j: A[i, j], attrs={'layout_free_placeholders': A})" TAIL,
    "layout_free_placeholders is a list of tensors, not a tensor" },
  { "layout-free-number", HEAD "B = te.compute((8, 16), lambda i, j: A[i, j], attrs={'layout_free_placeholders': [1]})" TAIL,
    "layout_free_placeholders is a list of tensors, this is a int" },
  { "layout-free-elsewhere",
    HEAD "C = te.placeholder((8,), name='C')\n"
         "B = te.compute((8, 16), lambda i, j: A[i, j], name='B', attrs={'layout_free_placeholders': [C]})" TAIL,
    "B names C in layout_free_placeholders, which is not among the arguments of the function" },
  { "endless-attribute", HEAD "x = []\nx.append(x)\nB = te.compute((8, 16), lambda i, j: A[i, j], attrs={'x': x})" TAIL,
    "this attribute is nested too deeply" },
  { "float-indices", HEAD "te.create_prim_func([A], index_dtype_override='float32')\n",
    "t.py:5:1: indices are integers, and cannot be of type float32" },
  { "missing-input", HEAD "B = te.compute((8, 16), lambda i, j: A[i, j])\nte.create_prim_func([B])\n",
    "t.py:6:1: tensor A is read, but is not among the arguments of the function" },
  { "free-axis", HEAD "B = te.compute((8,), lambda i: A[i, k])" TAIL, "cannot make a program of these tensors" },
  { "free-variable", HEAD "n = te.var('n')\nB = te.compute((8,), lambda i: A[i, n])" TAIL, "cannot make a program of these tensors" },
  { "twice", HEAD "te.create_prim_func([A, A])\n", "tensor A occurs twice among the arguments" },
  { "no-tensor", HEAD "te.create_prim_func([A, 3])\n", "arguments of a function are tensors and variables, not a int" },
  { "no-program", HEAD "if len(A.shape) == 3:\n  te.create_prim_func([A])\n", "this script creates no program" },
  { "empty-dimension", "te.create_prim_func([te.placeholder((8, 0))])", "a dimension of 0 holds nothing" },
  { "float-dimension", "te.create_prim_func([te.placeholder((8, 0.5))])", "a dimension is an integer, not a value of type float32" },
  { "empty-axis", "te.reduce_axis((4, 4))\nte.create_prim_func([])", "this axis is empty" },
  { "unknown-type", "te.create_prim_func([te.placeholder((8,), \"float33\")])", "unknown type \"float33\"" },
  { "handle", "te.create_prim_func([te.placeholder((8,), \"handle\")])", "no value of type handle can be computed" },
  { "schedule-of-inputs", HEAD "s = te.create_schedule([A.op])\nte.create_prim_func([A])\n",
    "t.py:5:5: te.create_schedule takes operations of computed tensors" },
  { "schedule-of-nothing", HEAD "s = te.create_schedule([])\nte.create_prim_func([A])\n", "takes the operation that it schedules" },
  { "schedule-step", SCHEDULE "s[B].tensorize(i, 0)" TAIL, "t.py:8:1: a stage of a te schedule has no 'tensorize' here; it has split" },
  { "schedule-method", SCHEDULE "s.rfactor(B, i)" TAIL, "a te schedule has no 'rfactor' here; it has cache_read" },
  { "schedule-stages", SCHEDULE "s.stages" TAIL, "a te schedule has no attribute 'stages' here" },
  { "schedule-stage", SCHEDULE "s[A].split(i, 2)" TAIL, "this schedule has no stage of tensor A" },
  { "schedule-no-stage", SCHEDULE "s[3]" TAIL, "stages are those of tensors of this schedule" },
  { "schedule-split", SCHEDULE "s[B].split(i)" TAIL, "split takes a factor or nparts" },
  { "schedule-split-by", SCHEDULE "s[B].split(i, 0)" TAIL, "axis i cannot be split by this: a positive integer is needed" },
  { "schedule-gone", SCHEDULE "s[B].split(i, 2)\ns[B].unroll(i)" TAIL, "t.py:9:1: axis i is no loop of stage B: it was split or fused" },
  { "schedule-twice", SCHEDULE "s[B].reorder(i, j, i)" TAIL, "axis i occurs twice in reorder" },
  { "schedule-fuse", SCHEDULE "s[B].fuse(j, i)" TAIL, "fuse takes loops that stand one in the other: i does not follow j in stage B" },
  { "schedule-itself", SCHEDULE "s[B].compute_at(s[B], i)" TAIL, "stage B cannot be computed at a loop of its own" },
  { "schedule-cache", SCHEDULE "s[B].unroll(i)\ns.cache_write(B, 'local')" TAIL, "cache_write comes before the other steps of stage B" },
  { "schedule-readers", SCHEDULE "s.cache_read(A, 'local', [])" TAIL, "cache_read takes a tensor, a scope and the tensors that read" },
  { "schedule-bind", SCHEDULE "s[B].bind(i, 'threadIdx.x')" TAIL, "bind takes an axis and a thread axis" },
  { "schedule-thread", SCHEDULE "te.thread_axis((0, 4), 'threadIdx.x')" TAIL, "te.thread_axis takes no extent here" },
  { "extern", HEAD "B = te.extern((8,), [A], lambda i, o: 0)" TAIL, "te.extern is not available here" },
  { "condition", HEAD "B = te.compute((8,), lambda i: A[i, 0] if i > 3 else 0)" TAIL,
    "t.py:5:43: an expression of the program is neither true nor false here" },
  { "and", HEAD "B = te.compute((8,), lambda i: te.if_then_else(i > 3 and i < 5, A[i, 0], 0))" TAIL,
    "neither true nor false here: use te.all" },
  { "bad-combination", "r = te.comm_reducer(lambda x, y: (x, y), lambda t: 0)\n" HEAD "B = te.compute((8,), lambda i: r(A[i, k], axis=k))"
    TAIL,
    "the reducer's combination gives 2 values for 1" },
  { "bad-identity", "r = te.comm_reducer(lambda x, y: x + y, lambda t: te.const(0, 'int8'))\n"
    HEAD "B = te.compute((8,), lambda i: r(A[i, k], axis=k))" TAIL,
    "the reducer's identity gives a value of type int8 where the reduced one is of type float32" },
  { "huge-expression", HEAD "def f(i, j):\n  x = A[i, j]\n  for _ in range(40):\n    x = x + x\n  return x\nB = te.compute((8, 16), f)"
    TAIL, "this expression is too large" },
  { "many-tensors", HEAD "B = A\nfor _ in range(5000):\n  B = te.compute((8, 16), lambda i, j: B[i, j])" TAIL,
    "the function needs more than 1000 tensors" },
  { "endless", HEAD "while True:\n  B = te.compute((8, 16), lambda i, j: A[i, j])" TAIL, "the script " },
  { "bad-function-name", HEAD "f = te.create_prim_func([A])\ntvm.IRModule({\"mm.1\": f})\n",
    "t.py:6:1: 'mm.1' cannot be the name of a function" },
  { "not-defined", HEAD "te.create_prim_func([A, C])\n", "t.py:5:25: name 'C' is not defined" },
};

static void
test_refused (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr (TlSource) source = tl_source_new ("t.py", refused[i].script, -1);
      g_autoptr (GError)   error = NULL;
      g_autoptr (TlModule) module = tl_program_read (source, &error);

      g_assert_true ((module == NULL) == (error != NULL));
      if (error == NULL || strstr (error->message, refused[i].expected) == NULL)
        g_test_fail_printf ("%s: expected \"%s\" in:\n%s", refused[i].name, refused[i].expected, error != NULL ? error->message
                            : "(accepted)");
      else
        g_assert_true (error->domain == TL_TEXT_ERROR);
    }
}

/* The first program of a file is its program. */
static void
test_choice (void)
{
  static const char definition[] = "@T.prim_func\ndef f(a: T.Buffer((4,), \"float32\")):\n    T.evaluate(0)\n\n";
  static const char made[] = "A = te.placeholder((8,), name=\"A\")\nB = te.compute((8,), lambda i: A[i])\n"
                             "g = te.create_prim_func([A, B])\n";
  g_autofree char     *first = g_strconcat (definition, made, NULL), *second = g_strconcat (made, definition, NULL);
  g_autoptr (TlSource) x = tl_source_new ("x.py", first, -1), y = tl_source_new ("y.py", second, -1);
  g_autoptr (TlModule) a = tl_program_read (x, NULL), b = tl_program_read (y, NULL);

  g_assert_cmpstr (a->prims[0]->name, ==, "f");
  g_assert_cmpstr (b->prims[0]->name, ==, "main");
}

/* … unless it is scheduled; steps that cannot be run do not keep a file from opening. */
static void
test_scheduled (void)
{
  static const char definitions[] = "@T.prim_func\ndef f(a: T.Buffer((4,), \"float32\")):\n    T.evaluate(0)\n\n"
                                    "@I.ir_module\nclass M:\n    @T.prim_func\n    def g(a: T.Buffer((4,), \"float32\")):\n"
                                    "        T.evaluate(0)\n\n";
  static const struct { const char *steps, *name; } rows[] = {
    { "sch = tvm.tir.Schedule(M)\n", "g" },
    { "def s(mod):\n    return tvm.tir.Schedule(mod)\n\nsch = s(mod=M)\n", "g" },
    { "sch = tvm.tir.Schedule(f)\nsch = tvm.tir.Schedule(M)\n", "f" },
    { "x = unknown(3)\nsch = tvm.tir.Schedule(f)\n", "g" },
    { "def s(sch: tvm.tir.Schedule):\n    pass\n", "g" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char     *text = g_strconcat (definitions, rows[i].steps, NULL);
      g_autoptr (TlSource) source = tl_source_new ("x.py", text, -1);
      g_autoptr (TlModule) module = must (tl_program_read (source, &failure));

      g_assert_cmpstr (module->prims[0]->name, ==, rows[i].name);
    }
}

/* Indices read by indices: the block's regions must not double with each. */
static void
test_chain_of_indices (void)
{
  static const char    text[] = "A = te.placeholder((1000,), \"int32\", name=\"A\")\ndef f(i):\n  x = A[i]\n  for n in range(450):\n"
                                "    x = A[x]\n  return x\n"
                                "B = te.compute((500,), f, name=\"B\")\nte.create_prim_func([A, B])\n";
  g_autoptr (TlSource) source = tl_source_new ("x.py", text, -1);
  g_autoptr (TlModule) module = must (tl_program_read (source, &failure));
  g_autofree char     *script = tl_script_print (module, TL_DIALECT_CLASSIC, NULL);

  g_assert_nonnull (strstr (script, "T.reads(A[0:1000])"));
}

int
main (int argc, char **argv)
{
  g_autoptr (GDir)      dir = NULL;
  g_autoptr (GPtrArray) folders = g_ptr_array_new_with_free_func (g_free);
  const char           *name;

  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 2);
  dir = g_dir_open (argv[1], 0, NULL);
  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_ptr_array_add (folders, g_build_filename (argv[1], name, NULL));
      add_test (test_case, g_ptr_array_index (folders, folders->len - 1), "/te/cases/%s", name);
    }
  g_test_add_func ("/te/refused", test_refused);
  g_test_add_func ("/te/choice", test_choice);
  g_test_add_func ("/te/scheduled", test_scheduled);
  g_test_add_func ("/te/chain-of-indices", test_chain_of_indices);
  return g_test_run ();
}
