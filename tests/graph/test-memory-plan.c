/* SPDX-License-Identifier: Apache-2.0 */
/* Plans of memory: random functions, whose tensors may not share bytes while both live; and cases whose best plan is known. */
#include "core/base/random.h"
#include "core/graph/memory-plan.h"
#include "core/graph/operators/operators.h"
#include "tests/must.h"

/* A function as it is written: call_tir of functions that need not exist. */
typedef struct
{
  TlArena   *arena;
  GArray    *bindings;    /* TlRelaxBinding */
  GPtrArray *vars;        /* of these, the parameter first */
} Sketch;

static void
sketch_init (Sketch *sketch)
{
  const TlRelaxVar *x;
  gint64            one = 1;

  sketch->arena = tl_arena_new (NULL);
  sketch->bindings = g_array_new (FALSE, FALSE, sizeof (TlRelaxBinding));
  sketch->vars = g_ptr_array_new ();
  x = tl_relax_var (sketch->arena, "x", tl_relax_static_tensor_type (sketch->arena, TL_FLOAT32, &one, 1), FALSE);
  g_ptr_array_add (sketch->vars, (gpointer) x);
}

static void
sketch_clear (Sketch *sketch)
{
  g_ptr_array_unref (sketch->vars);
  g_array_unref (sketch->bindings);
  tl_arena_unref (sketch->arena);
}

static const TlRelaxVar *
bind (Sketch *sketch, const TlRelaxExpr *value)
{
  TlRelaxBinding binding = { TL_RELAX_BIND_VALUE, tl_relax_var (sketch->arena, "lv", value->type, TRUE), value, NULL };

  g_array_append_val (sketch->bindings, binding);
  g_ptr_array_add (sketch->vars, (gpointer) binding.var);
  return binding.var;
}

/* @n outputs of @size floats each. */
static const TlRelaxVar *
call (Sketch *sketch, gint64 size, guint n, const TlRelaxExpr *const *args, guint n_args)
{
  const TlRelaxType *outputs[3];

  for (guint i = 0; i < n; i++)
    outputs[i] = tl_relax_static_tensor_type (sketch->arena, TL_FLOAT32, &size, 1);
  return bind (sketch, tl_relax_call_tir (sketch->arena, "f", args, n_args, outputs, n));
}

static TlGraphFunc
finish (Sketch *sketch, const TlRelaxExpr *result)
{
  TlRelaxBlock *block = tl_arena_new0 (sketch->arena, TlRelaxBlock);

  *block = (TlRelaxBlock) { TRUE, (const TlRelaxBinding *) (gpointer) sketch->bindings->data, sketch->bindings->len };
  return (TlGraphFunc) { .params = (const TlRelaxVar *const *) sketch->vars->pdata, .n_params = 1, .result_type = result->type,
                         .body = { block, 1, result } };
}

static gint64
padded (const TlPlannedTensor *tensor)
{
  return (tensor->n_bytes + TL_PLAN_ALIGNMENT - 1) / TL_PLAN_ALIGNMENT * TL_PLAN_ALIGNMENT;
}

static void
check_plan (const TlMemoryPlan *plan)
{
  gint64 unshared = 0;

  for (guint i = 0; i < plan->n_tensors; i++)
    {
      const TlPlannedTensor *a = &plan->tensors[i];

      if (a->offset < 0)
        continue;
      unshared += padded (a);
      g_assert_cmpint (a->offset % TL_PLAN_ALIGNMENT, ==, 0);
      g_assert_cmpint (a->offset + a->n_bytes, <=, plan->arena_bytes);
      for (guint k = 0; k < i; k++)
        {
          const TlPlannedTensor *b = &plan->tensors[k];

          if (b->offset >= 0 && a->first <= b->last && b->first <= a->last)
            g_assert_true (a->offset + padded (a) <= b->offset || b->offset + padded (b) <= a->offset);
        }
    }
  g_assert_cmpint (plan->unshared_bytes, ==, unshared);
  g_assert_cmpint (plan->live_bytes, <=, plan->arena_bytes);
  g_assert_cmpint (plan->arena_bytes, <=, unshared);
}

/* In a chain two tensors live at once, whatever their sizes. */
static void
test_chain (void)
{
  static const gint64     sizes[] = { 16, 64, 32, 64, 16, 128 };
  Sketch                  sketch;
  const TlRelaxExpr      *last;
  TlGraphFunc             func;
  g_autoptr (TlMemoryPlan) plan = NULL;

  sketch_init (&sketch);
  last = sketch.vars->pdata[0];
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    last = call (&sketch, sizes[i], 1, &last, 1);
  last = call (&sketch, 8, 1, &last, 1);
  func = finish (&sketch, last);
  plan = must (tl_memory_plan_new (&func, &failure));
  check_plan (plan);
  g_assert_cmpint (plan->arena_bytes, ==, (128 + 16) * 4);
  g_assert_cmpint (plan->arena_bytes, ==, plan->live_bytes);
  g_assert_cmpint (tl_memory_plan_find (plan, last, 0)->offset, ==, -1);
  sketch_clear (&sketch);
}

/* Fields, names and reshapes keep the tensor alive that they view. */
static void
test_views (void)
{
  Sketch                   sketch;
  const TlRelaxExpr       *x, *pair, *field, *view, *other, *sum[2], *reshape[2];
  const TlExpr            *dim;
  TlGraphFunc              func;
  g_autoptr (TlMemoryPlan) plan = NULL;

  sketch_init (&sketch);
  x = sketch.vars->pdata[0];
  dim = tl_expr_int (sketch.arena, TL_INT64, 16);
  pair = call (&sketch, 16, 2, &x, 1);
  field = bind (&sketch, tl_relax_item (sketch.arena, pair, 1));
  reshape[0] = field;
  reshape[1] = tl_relax_shape (sketch.arena, &dim, 1);
  view = bind (&sketch, tl_relax_call (sketch.arena, field->type, tl_relax_op_find ("reshape"), reshape, 2, &tl_attrs_empty));
  other = call (&sketch, 16, 1, &x, 1);
  sum[0] = view;
  sum[1] = other;
  func = finish (&sketch, call (&sketch, 16, 1, sum, 2));
  plan = must (tl_memory_plan_new (&func, &failure));
  check_plan (plan);
  g_assert_cmpint (plan->n_tensors, ==, 4);
  g_assert_null (tl_memory_plan_find (plan, view, 0));
  g_assert_cmpint (tl_memory_plan_find (plan, pair, 0)->last, ==, 0);
  g_assert_cmpint (tl_memory_plan_find (plan, pair, 1)->last, ==, 4);
  g_assert_cmpint (plan->arena_bytes, ==, 2 * 64);
  sketch_clear (&sketch);
}

static void
test_symbolic (void)
{
  Sketch             sketch;
  const TlRelaxExpr *x;
  const TlExpr      *n;
  const TlRelaxType *type;
  TlGraphFunc        func;

  sketch_init (&sketch);
  x = sketch.vars->pdata[0];
  n = tl_expr_var (sketch.arena, "n", TL_INT64);
  type = tl_relax_tensor_type (sketch.arena, TL_FLOAT32, &n, 1);
  func = finish (&sketch, bind (&sketch, tl_relax_call_tir (sketch.arena, "f", &x, 1, &type, 1)));
  must_fail_saying (tl_memory_plan_new (&func, &failure), "the sizes of lv are not all numbers");
  sketch_clear (&sketch);
}

static void
test_random (void)
{
  TlRandom random = tl_random_seeded (7);

  for (guint round = 0; round < 200; round++)
    {
      Sketch                   sketch;
      TlGraphFunc              func;
      g_autoptr (TlMemoryPlan) plan = NULL;

      sketch_init (&sketch);
      for (guint i = 0; i < 30; i++)
        {
          const TlRelaxExpr *args[2];

          for (guint k = 0; k < 2; k++)
            {
              guint back = (guint) tl_random_below (&random, MIN (sketch.vars->len, k == 0 ? 3 : 20));

              args[k] = sketch.vars->pdata[sketch.vars->len - 1 - back];
              if (args[k]->type->kind == TL_RELAX_TYPE_TUPLE)
                args[k] = bind (&sketch, tl_relax_item (sketch.arena, args[k], (guint) tl_random_below (&random, 2)));
            }
          call (&sketch, 1 + (gint64) tl_random_below (&random, 300), 1 + (guint) tl_random_below (&random, 2), args, 2);
        }
      func = finish (&sketch, sketch.vars->pdata[sketch.vars->len - 1]);
      plan = must (tl_memory_plan_new (&func, &failure));
      check_plan (plan);
      sketch_clear (&sketch);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/memory-plan/chain", test_chain);
  g_test_add_func ("/memory-plan/views", test_views);
  g_test_add_func ("/memory-plan/symbolic", test_symbolic);
  g_test_add_func ("/memory-plan/random", test_random);
  return g_test_run ();
}
