/* SPDX-License-Identifier: Apache-2.0 */
/* The table of built-in tensor intrinsics, and sets of registered ones as text. */
#include "core/ir/compare.h"
#include "core/ir/verify.h"
#include "core/schedule/tensor-intrin.h"
#include "core/schedule/state.h"
#include "core/text/script.h"
#include "tests/must.h"

static TlModule *
read_row (const char *name)
{
  g_autofree char   *text = tl_tensor_intrin_text (name);
  TlModule          *module;

  g_assert_nonnull (text);
  module = must (tl_script_read_text (text, &failure));
  return module;
}

static void
test_table (void)
{
  for (guint i = 0; tl_tensor_intrin_nth_name (i) != NULL; i++)
    {
      const char          *name = tl_tensor_intrin_nth_name (i);
      g_autoptr (TlModule) module = read_row (name);
      g_autoptr (TlArena)  arena = tl_arena_new (NULL);
      const TlPrimFunc    *desc, *impl;

      g_assert_true (must (tl_module_verify (module, &failure)));
      g_assert_true (must (tl_tensor_intrin_find (NULL, arena, name, &desc, &impl, &failure)));
      g_assert_cmpuint (desc->n_params, ==, impl->n_params);
      for (guint p = 0; p < desc->n_params; p++)
        g_assert_cmpstr (desc->params[p].buffer->scope, ==, impl->params[p].buffer->scope);
      for (guint k = 0; k < i; k++)
        g_assert_cmpstr (tl_tensor_intrin_nth_name (k), !=, name);
    }
}

static TlModule *
function_of (const TlModule *module, const char *name)
{
  const TlPrimFunc   *func = tl_module_prim (module, name);
  g_autoptr (TlArena) arena = tl_arena_new (module->arena);

  return tl_module_new_prims (arena, "Module", &func, 1, module->next_id);
}

static void
test_registered (void)
{
  g_autoptr (TlModule)   row = read_row ("dp4a_s8s8s32"), other = read_row ("wmma_fill_16x16x16_f32");
  g_autoptr (TlModule)   desc = function_of (row, "desc"), impl = function_of (row, "impl"), fill = function_of (other, "desc");
  g_autoptr (TlArena)    arena = tl_arena_new (NULL);
  g_autofree char       *text = NULL;
  const TlTensorIntrins *one = must (tl_tensor_intrins_with (NULL, "mine", desc, impl, FALSE, &failure)), *two, *again;
  const TlPrimFunc      *found[2];

  must_fail (tl_tensor_intrins_with (one, "mine", desc, impl, FALSE, &failure), TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_ARGUMENT);
  must_fail_saying (tl_tensor_intrins_with (one, "dot_16x4_vnni", desc, impl, FALSE, &failure), "");
  must_fail_saying (tl_tensor_intrins_with (one, "uneven", desc, fill, FALSE, &failure), "");
  two = must (tl_tensor_intrins_with (one, "filling", fill, fill, FALSE, &failure));
  tl_arena_unref (one->arena);
  text = tl_tensor_intrins_to_text (two);
  tl_arena_unref (two->arena);
  must (tl_tensor_intrins_from_text (text, &again, &failure));
  g_assert_cmpstr (again->name, ==, "filling");
  g_assert_true (must (tl_tensor_intrin_find (again, arena, "mine", &found[0], &found[1], &failure)));
  g_assert_true (tl_func_equal (found[0], desc->prims[0], NULL));
  g_assert_true (tl_func_equal (found[1], impl->prims[0], NULL));
  must_fail_saying (tl_tensor_intrin_find (again, arena, "yours", &found[0], &found[1], &failure), "");
  tl_arena_unref (again->arena);
}

static void
test_broken_text (void)
{
  static const char *const texts[] = { "# tensor intrinsic: x", "# tensor intrinsic: x\n", "# tensor intrinsic: x\ndef f(:\n",
                                       "# tensor intrinsic: x\nfrom tvm.script import tir as T\n@T.prim_func\ndef desc():\n"
                                       "    T.evaluate(0)\n" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      const TlTensorIntrins *set = NULL;

      must_fail_saying (tl_tensor_intrins_from_text (texts[i], &set, &failure), "");
      g_assert_null (set);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tensor-intrin/table", test_table);
  g_test_add_func ("/tensor-intrin/registered", test_registered);
  g_test_add_func ("/tensor-intrin/broken-text", test_broken_text);
  return g_test_run ();
}
