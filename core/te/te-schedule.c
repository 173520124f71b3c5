/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "core/te/te-schedule-private.h"

/* An axis that a step made, or of a copy. */
typedef struct
{
  const char *name;
} StepAxis;

static const TlPyClass step_axis_class = { .name = "axis", .python_name = "IterVar" };
static const TlPyClass stage_class, cache_class, cache_op_class, thread_class;

gboolean
tl_te_is_axis (const TlPyValue *value)
{
  return tl_py_is (value, &tl_te_axis_class) || tl_py_is (value, &step_axis_class);
}

const char *
tl_te_axis_name (const TlPyValue *axis)
{
  return tl_py_is (axis, &step_axis_class) ? ((const StepAxis *) axis->object)->name : ((const TlTeAxis *) axis->object)->var->name;
}

static TlPyValue
make_axis (TlPyInterp *interp, const char *name, const char *suffix)
{
  StepAxis *axis = tl_arena_new0 (interp->arena, StepAxis);

  axis->name = tl_arena_printf (interp->arena, "%s%s", name, suffix);
  return tl_py_object (&step_axis_class, axis);
}

static gboolean
append_all (TlPyInterp *interp, const TlAst *at, TlPyList *list, const TlPyList *more)
{
  for (guint i = 0; i < more->n; i++)
    if (!tl_py_list_append (interp, at, list, more->items[i]))
      return FALSE;
  return TRUE;
}

static gboolean
insert_at (TlPyInterp *interp, const TlAst *at, TlPyList *list, guint position, TlPyValue value)
{
  if (!tl_py_list_append (interp, at, list, value))
    return FALSE;
  memmove (&list->items[position + 1], &list->items[position], (list->n - 1 - position) * sizeof *list->items);
  list->items[position] = value;
  return TRUE;
}

static void
remove_at (TlPyList *list, guint position)
{
  list->n--;
  memmove (&list->items[position], &list->items[position + 1], (list->n - position) * sizeof *list->items);
}

static gboolean
as_tuple (TlPyInterp *interp, const TlAst *at, const TlPyList *items, TlPyValue *value)
{
  return tl_py_new_list (interp, at, TL_PY_TUPLE, items->n, value) && append_all (interp, at, value->list, items);
}

/* --- stages --- */

static TlTeStage *
stage_at (const TlPyList *stages, guint index)
{
  return stages->items[index].object;
}

static guint
position_of (const TlTeSchedule *schedule, const TlTeStage *stage)
{
  guint i = 0;

  while (stage_at (&schedule->stages, i) != stage)
    i++;
  return i;
}

/* The stage of a tensor or operation; NULL: there is none. */
static TlTeStage *
look_up (TlTeSchedule *schedule, const TlPyValue *value)
{
  const TlTeOp *op = tl_py_is (value, &tl_te_tensor_class) ? ((const TlTeTensor *) value->object)->op
                     : tl_py_is (value, &tl_te_op_class)   ? value->object : NULL;

  if (tl_py_is (value, &stage_class) || tl_py_is (value, &cache_class) || tl_py_is (value, &cache_op_class))
    return ((TlTeStage *) value->object)->schedule == schedule ? value->object : NULL;
  for (guint i = 0; op != NULL && i < schedule->stages.n; i++)
    if (stage_at (&schedule->stages, i)->tensor_of == op && !stage_at (&schedule->stages, i)->is_cache)
      return stage_at (&schedule->stages, i);
  return NULL;
}

static TlTeStage *
find_stage (TlPyInterp *interp, const TlAst *at, TlTeSchedule *schedule, const TlPyValue *value)
{
  TlTeStage *stage = look_up (schedule, value);

  if (stage == NULL && tl_py_is (value, &tl_te_tensor_class))
    tl_py_fail (interp, at, "this schedule has no stage of tensor %s", ((const TlTeTensor *) value->object)->op->name);
  else if (stage == NULL)
    tl_py_fail (interp, at, "stages are those of tensors of this schedule, as in s[C], not of a %s", tl_py_type_name (value));
  return stage;
}

static gboolean
add_stage (TlPyInterp *interp, const TlAst *at, TlTeSchedule *schedule, const TlTeOp *op)
{
  TlTeStage *stage;
  TlPyValue  axis;

  if (op->n_outputs > 1)
    return tl_py_fail (interp, at, "%s has several values for each element: schedules of such tensors are not made here", op->name);
  stage = tl_arena_new0 (interp->arena, TlTeStage);
  stage->schedule = schedule;
  stage->name = op->name;
  stage->tensor_of = op;
  for (guint i = 0; i < op->n_dims; i++)
    {
      axis = tl_py_object (&tl_te_axis_class, &op->axes[i]);
      if (!tl_py_list_append (interp, at, &stage->axes, axis))
        return FALSE;
    }
  for (guint i = 0; op->reduction != NULL && i < op->reduction->n_axes; i++)
    {
      axis = tl_py_object (&tl_te_axis_class, op->reduction->axes[i]);
      if (!tl_py_list_append (interp, at, &stage->reduce_axes, axis))
        return FALSE;
    }
  return append_all (interp, at, &stage->loops, &stage->axes) && append_all (interp, at, &stage->loops, &stage->reduce_axes)
         && tl_py_list_append (interp, at, &schedule->stages, tl_py_object (&stage_class, stage));
}

/* @op and all that it reads, producers first. */
static gboolean
add_stages (TlPyInterp *interp, const TlAst *at, TlTeSchedule *schedule, const TlTeOp *op)
{
  TlPyValue             value = tl_py_object (&tl_te_op_class, op);
  g_autoptr (GPtrArray) sources = NULL;

  if (op->is_placeholder || look_up (schedule, &value) != NULL)
    return TRUE;
  if (!tl_py_tick (interp, at))
    return FALSE;
  sources = tl_te_sources (op);
  for (guint i = 0; i < sources->len; i++)
    if (!add_stages (interp, at, schedule, sources->pdata[i]))
      return FALSE;
  return add_stage (interp, at, schedule, op);
}

/* te.create_schedule (C.op), te.create_schedule ([C.op, D.op]) */
gboolean
tl_te_create_schedule (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *ops = tl_py_arg (args, 0, "ops");
  TlTeSchedule    *schedule = tl_arena_new0 (interp->arena, TlTeSchedule);
  TlPyList         list = { .items = (TlPyValue *) ops, .n = 1 };

  if (!tl_py_check_args (interp, args, "te.create_schedule", 1, "ops"))
    return FALSE;
  if (ops != NULL && tl_py_is_sequence (ops))
    list = *ops->list;
  for (guint i = 0; ops != NULL && i < list.n; i++)
    {
      if (!tl_py_is (&list.items[i], &tl_te_op_class) || ((const TlTeOp *) list.items[i].object)->is_placeholder)
        return tl_py_fail (interp, args->call, "te.create_schedule takes operations of computed tensors, as in C.op, not a %s",
                           tl_py_type_name (&list.items[i]));
      if (!add_stages (interp, args->call, schedule, list.items[i].object)
          || !tl_py_list_append (interp, args->call, &schedule->roots, list.items[i]))
        return FALSE;
    }
  if (schedule->roots.n == 0)
    return tl_py_fail (interp, args->call, "te.create_schedule takes the operation that it schedules, as in C.op, or a list of them");
  *value = tl_py_object (&tl_te_schedule_class, schedule);
  return TRUE;
}

/* te.thread_axis ("blockIdx.x"): its extent is that of the loop that is bound to it. */
gboolean
tl_te_thread_axis (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *dom = tl_py_arg (args, 0, "dom"), *tag = tl_py_arg (args, 1, "tag");

  if (!tl_py_check_args (interp, args, "te.thread_axis", 3, "dom tag name"))
    return FALSE;
  if (tag == NULL && dom != NULL && dom->kind == TL_PY_STRING)
    tag = dom;
  else if (dom != NULL && dom->kind != TL_PY_NONE)
    return tl_py_fail (interp, args->call, "te.thread_axis takes no extent here: it is that of the loop that is bound; write "
                                           "te.thread_axis (\"threadIdx.x\")");
  if (tag == NULL || tag->kind != TL_PY_STRING)
    return tl_py_fail (interp, args->call, "te.thread_axis takes the name of a thread axis, as in \"threadIdx.x\"");
  *value = tl_py_object (&thread_class, tag->string);
  return TRUE;
}

static const TlPyClass thread_class = { .name = "thread axis", .python_name = "IterVar" };

/* --- steps on loops --- */

/* Which of the stage's loops @axis is. */
static gboolean
find_loop (TlPyInterp *interp, const TlAst *at, const TlTeStage *stage, const TlPyValue *axis, guint *position)
{
  if (!tl_te_is_axis (axis))
    return tl_py_fail (interp, at, "an axis of stage %s is expected, not a %s", stage->name, tl_py_type_name (axis));
  for (*position = 0; *position < stage->loops.n; ++*position)
    if (stage->loops.items[*position].object == axis->object)
      return TRUE;
  return tl_py_fail (interp, at, "axis %s is no loop of stage %s: it was split or fused, or belongs to another stage",
                     tl_te_axis_name (axis), stage->name);
}

static TlTeStep *
add_step (TlPyInterp *interp, const TlAst *at, TlTeStage *stage, const char *primitive)
{
  TlTeStep *step = tl_arena_new0 (interp->arena, TlTeStep);

  step->at = at;
  step->primitive = primitive;
  if (stage->last_step != NULL)
    stage->last_step->next = step;
  else
    stage->first_step = step;
  stage->last_step = step;
  return step;
}

/* Factors [None, factor], or [nparts, None]. */
static gboolean
split_axis (TlPyInterp *interp, const TlAst *at, TlTeStage *stage, const TlPyValue *axis, TlPyValue factor, TlPyValue nparts,
            TlPyValue *outer, TlPyValue *inner)
{
  TlTeStep *step;
  TlPyValue factors;
  gint64    number;
  guint     position = 0;

  if (!find_loop (interp, at, stage, axis, &position))
    return FALSE;
  if ((factor.kind == TL_PY_NONE) == (nparts.kind == TL_PY_NONE))
    return tl_py_fail (interp, at, "split takes a factor or nparts, as in split(%s, factor=8)", tl_te_axis_name (axis));
  if (!tl_py_get_int (factor.kind != TL_PY_NONE ? &factor : &nparts, &number) || number < 1)
    return tl_py_fail (interp, at, "axis %s cannot be split by this: a positive integer is needed", tl_te_axis_name (axis));
  step = add_step (interp, at, stage, "split");
  *outer = make_axis (interp, tl_te_axis_name (axis), ".outer");
  *inner = make_axis (interp, tl_te_axis_name (axis), ".inner");
  stage->loops.items[position] = *inner;
  return tl_py_new_list (interp, at, TL_PY_LIST, 2, &factors)
         && tl_py_list_append (interp, at, factors.list, factor.kind != TL_PY_NONE ? TL_PY_NONE_VALUE : tl_py_int (number))
         && tl_py_list_append (interp, at, factors.list, factor.kind != TL_PY_NONE ? tl_py_int (number) : TL_PY_NONE_VALUE)
         && tl_py_list_append (interp, at, &step->args, *axis) && tl_py_list_append (interp, at, &step->args, factors)
         && tl_py_list_append (interp, at, &step->results, *outer) && tl_py_list_append (interp, at, &step->results, *inner)
         && insert_at (interp, at, &stage->loops, position, *outer);
}

static TlPyValue
value_or_none (const TlPyValue *value)
{
  return value != NULL ? *value : TL_PY_NONE_VALUE;
}

/* outer, inner = s[C].split (axis, factor=None, nparts=None) */
static gboolean
do_split (TlPyInterp *interp, TlTeStage *stage, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *axis = tl_py_arg (args, 0, "parent");
  TlPyValue        made[2];
  TlPyList         results = { .items = made, .n = 2 };

  if (!tl_py_check_args (interp, args, "split", 3, "parent factor nparts"))
    return FALSE;
  if (axis == NULL)
    return tl_py_fail (interp, args->call, "split takes an axis");
  return split_axis (interp, args->call, stage, axis, value_or_none (tl_py_arg (args, 1, "factor")),
                     value_or_none (tl_py_arg (args, 2, "nparts")), &made[0], &made[1])
         && as_tuple (interp, args->call, &results, value);
}

/* The axes, which take each other's places. */
static gboolean
reorder_axes (TlPyInterp *interp, const TlAst *at, TlTeStage *stage, const TlPyList *axes)
{
  g_autofree gboolean *is_moved = g_new0 (gboolean, stage->loops.n + 1);
  TlTeStep *step;
  guint     position = 0, next = 0;

  for (guint i = 0; i < axes->n; i++)
    {
      if (!find_loop (interp, at, stage, &axes->items[i], &position))
        return FALSE;
      if (is_moved[position])
        return tl_py_fail (interp, at, "axis %s occurs twice in reorder", tl_te_axis_name (&axes->items[i]));
      is_moved[position] = TRUE;
    }
  for (guint i = 0; i < stage->loops.n; i++)
    if (is_moved[i])
      stage->loops.items[i] = axes->items[next++];
  step = add_step (interp, at, stage, "reorder");
  return append_all (interp, at, &step->args, axes);
}

static gboolean
do_reorder (TlPyInterp *interp, TlTeStage *stage, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyList axes = { .items = args->positional, .n = args->n_positional };

  return tl_py_check_args (interp, args, "reorder", G_MAXUINT, "") && reorder_axes (interp, args->call, stage, &axes);
}

/* fused = s[C].fuse (a, b) */
static gboolean
do_fuse (TlPyInterp *interp, TlTeStage *stage, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyList      axes = { .items = args->positional, .n = args->n_positional };
  g_autoptr (GString) name = g_string_new (NULL);
  TlTeStep           *step;
  guint               first = 0, position = 0;

  if (!tl_py_check_args (interp, args, "fuse", G_MAXUINT, ""))
    return FALSE;
  if (axes.n < 2)
    return tl_py_fail (interp, args->call, "fuse takes two axes or more");
  for (guint i = 0; i < axes.n; i++)
    {
      if (!find_loop (interp, args->call, stage, &axes.items[i], &position))
        return FALSE;
      if (i > 0 && position != first + i)
        return tl_py_fail (interp, args->call, "fuse takes loops that stand one in the other: %s does not follow %s in stage %s",
                           tl_te_axis_name (&axes.items[i]), tl_te_axis_name (&axes.items[i - 1]), stage->name);
      first = i == 0 ? position : first;
      g_string_append_printf (name, "%s.", tl_te_axis_name (&axes.items[i]));
    }
  *value = make_axis (interp, name->str, "fused");
  stage->loops.items[first] = *value;
  for (guint i = 1; i < axes.n; i++)
    remove_at (&stage->loops, first + 1);
  step = add_step (interp, args->call, stage, "fuse");
  return append_all (interp, args->call, &step->args, &axes) && tl_py_list_append (interp, args->call, &step->results, *value);
}

/* x_outer, y_outer, x_inner, y_inner = s[C].tile (x, y, x_factor, y_factor) */
static gboolean
do_tile (TlPyInterp *interp, TlTeStage *stage, const TlPyArgs *args, TlPyValue *value)
{
  static const char *const names[] = { "x_parent", "y_parent", "x_factor", "y_factor" };
  const TlPyValue *given[4];
  TlPyValue        made[4];
  TlPyList         results = { .items = made, .n = 4 };

  if (!tl_py_check_args (interp, args, "tile", 4, "x_parent y_parent x_factor y_factor"))
    return FALSE;
  for (guint i = 0; i < 4; i++)
    if ((given[i] = tl_py_arg (args, i, names[i])) == NULL)
      return tl_py_fail (interp, args->call, "tile takes two axes and two factors");
  return split_axis (interp, args->call, stage, given[0], *given[2], TL_PY_NONE_VALUE, &made[0], &made[2])
         && split_axis (interp, args->call, stage, given[1], *given[3], TL_PY_NONE_VALUE, &made[1], &made[3])
         && reorder_axes (interp, args->call, stage, &results) && as_tuple (interp, args->call, &results, value);
}

/* A step on one loop, with another argument. */
static gboolean
mark (TlPyInterp *interp, TlTeStage *stage, const TlPyArgs *args, const char *primitive, const TlPyList *more)
{
  const TlPyValue *axis = tl_py_arg (args, 0, "var");
  TlTeStep        *step;
  guint            position;

  if (axis == NULL)
    return tl_py_fail (interp, args->call, "%s takes an axis", args->name);
  if (!find_loop (interp, args->call, stage, axis, &position))
    return FALSE;
  step = add_step (interp, args->call, stage, primitive);
  return tl_py_list_append (interp, args->call, &step->args, *axis) && append_all (interp, args->call, &step->args, more);
}

/* vectorize, unroll, parallel */
static gboolean
do_mark (TlPyInterp *interp, TlTeStage *stage, const TlPyArgs *args, TlPyValue *value)
{
  return tl_py_check_args (interp, args, args->name, 1, "var") && mark (interp, stage, args, args->name, &(TlPyList) { 0 });
}

/* s[C].bind (axis, te.thread_axis ("threadIdx.x")) */
static gboolean
do_bind (TlPyInterp *interp, TlTeStage *stage, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *thread = tl_py_arg (args, 1, "thread_ivar");
  TlPyValue        tag;

  if (!tl_py_check_args (interp, args, "bind", 2, "var thread_ivar"))
    return FALSE;
  if (thread == NULL || !tl_py_is (thread, &thread_class))
    return tl_py_fail (interp, args->call, "bind takes an axis and a thread axis, as in te.thread_axis (\"threadIdx.x\")");
  tag = tl_py_string (interp, thread->object);
  return mark (interp, stage, args, "bind", &(TlPyList) { .items = &tag, .n = 1 });
}

/* s[C].pragma (axis, "auto_unroll_max_step", 16) */
static gboolean
do_pragma (TlPyInterp *interp, TlTeStage *stage, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *key = tl_py_arg (args, 1, "pragma_type"), *given = tl_py_arg (args, 2, "pragma_value");
  TlPyValue        more[2];

  if (!tl_py_check_args (interp, args, "pragma", 3, "var pragma_type pragma_value"))
    return FALSE;
  if (key == NULL || key->kind != TL_PY_STRING || given == NULL)
    return tl_py_fail (interp, args->call, "pragma takes an axis, a name and a value, as in (axis, \"auto_unroll_max_step\", 16)");
  more[0] = tl_py_string (interp, tl_arena_printf (interp->arena, "pragma_%s", key->string));
  more[1] = *given;
  return mark (interp, stage, args, "annotate", &(TlPyList) { .items = more, .n = 2 });
}

/* --- places --- */

/* s[C].compute_at (s[F], axis) */
static gboolean
do_compute_at (TlPyInterp *interp, TlTeStage *stage, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *parent = tl_py_arg (args, 0, "parent"), *axis = tl_py_arg (args, 1, "scope");
  guint            position;

  if (!tl_py_check_args (interp, args, "compute_at", 2, "parent scope"))
    return FALSE;
  if (parent == NULL || axis == NULL || !tl_py_is (parent, &stage_class) || ((TlTeStage *) parent->object)->schedule != stage->schedule)
    return tl_py_fail (interp, args->call, "compute_at takes a stage of this schedule and one of its axes, as in (s[F], axis)");
  if (parent->object == stage)
    return tl_py_fail (interp, args->call, "stage %s cannot be computed at a loop of its own", stage->name);
  if (!find_loop (interp, args->call, parent->object, axis, &position))
    return FALSE;
  stage->place = TL_TE_AT_LOOP;
  stage->parent = parent->object;
  stage->parent_axis = *axis;
  stage->placed_at = args->call;
  return TRUE;
}

/* compute_inline, compute_root */
static gboolean
do_place (TlPyInterp *interp, TlTeStage *stage, const TlPyArgs *args, TlPyValue *value)
{
  if (!tl_py_check_args (interp, args, args->name, 0, ""))
    return FALSE;
  stage->place = strcmp (args->name, "compute_inline") == 0 ? TL_TE_INLINED : TL_TE_AT_ROOT;
  stage->placed_at = args->call;
  return TRUE;
}

/* --- the classes --- */

static const struct
{
  const char *name;
  gboolean  (*call) (TlPyInterp *interp, TlTeStage *stage, const TlPyArgs *args, TlPyValue *value);
} stage_methods[] = {
  { "split", do_split }, { "fuse", do_fuse }, { "reorder", do_reorder }, { "tile", do_tile }, { "vectorize", do_mark },
  { "unroll", do_mark }, { "parallel", do_mark }, { "bind", do_bind }, { "pragma", do_pragma }, { "compute_at", do_compute_at },
  { "compute_inline", do_place }, { "compute_root", do_place },
};

static gboolean
stage_method (TlPyInterp *interp, const TlPyValue *self, const char *name, const TlPyArgs *args, TlPyValue *value)
{
  g_autoptr (GString) there = g_string_new (NULL);
  TlPyArgs            named = *args;

  *value = TL_PY_NONE_VALUE;
  for (guint i = 0; i < G_N_ELEMENTS (stage_methods); i++)
    {
      g_string_append_printf (there, "%s%s", i > 0 ? ", " : "", stage_methods[i].name);
      named.name = stage_methods[i].name;
      if (strcmp (stage_methods[i].name, name) == 0)
        return stage_methods[i].call (interp, self->object, &named, value);
    }
  return tl_py_fail (interp, args->call, "a stage of a te schedule has no '%s' here; it has %s. tvm.tir.Schedule has more steps", name,
                     there->str);
}

/* s[C].op: its axes, which those of C.op need not be after cache_write. */
static gboolean
stage_attribute (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const char *name, TlPyValue *value)
{
  if (strcmp (name, "op") != 0)
    return tl_py_fail (interp, at, "a stage of a te schedule has no attribute '%s' here; it has op", name);
  *value = tl_py_object (&cache_op_class, self->object);
  return TRUE;
}

static const TlPyClass stage_class = { .name = "stage", .python_name = "Stage", .attribute = stage_attribute, .method = stage_method };

static gboolean
cache_op_attribute (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const char *name, TlPyValue *value)
{
  const TlTeStage *stage = self->object;

  if (strcmp (name, "axis") == 0)
    return as_tuple (interp, at, &stage->axes, value);
  if (strcmp (name, "reduce_axis") == 0)
    return as_tuple (interp, at, &stage->reduce_axes, value);
  if (strcmp (name, "name") != 0)
    return tl_py_fail (interp, at, "an operation has no attribute '%s' here; there are name, axis, reduce_axis", name);
  *value = tl_py_string (interp, stage->name);
  return TRUE;
}

static const TlPyClass cache_op_class = { .name = "operation", .python_name = "Operation", .attribute = cache_op_attribute };

static gboolean
cache_attribute (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const char *name, TlPyValue *value)
{
  const TlTeStage *stage = self->object;

  if (strcmp (name, "op") == 0)
    *value = tl_py_object (&cache_op_class, self->object);
  else if (strcmp (name, "name") == 0)
    *value = tl_py_string (interp, stage->name);
  else
    return tl_py_fail (interp, at, "a cached tensor has no attribute '%s' here; there are name, op", name);
  return TRUE;
}

/* The tensor that cache_read or cache_write gives. */
static const TlPyClass cache_class = { .name = "cached tensor", .python_name = "Tensor", .attribute = cache_attribute };

/* --- caches --- */

static TlTeCache *
add_cache (TlPyInterp *interp, const TlPyArgs *args, TlTeSchedule *schedule, const char *name, const TlPyValue *scope)
{
  TlTeCache *cache = tl_arena_new0 (interp->arena, TlTeCache);

  if (scope == NULL || scope->kind != TL_PY_STRING)
    return tl_py_fail (interp, args->call, "%s takes a scope, as in \"local\"", args->name), NULL;
  cache->at = args->call;
  cache->scope = scope->string;
  cache->stage = tl_arena_new0 (interp->arena, TlTeStage);
  cache->stage->schedule = schedule;
  cache->stage->is_cache = TRUE;
  cache->stage->name = tl_arena_printf (interp->arena, "%s.%s", name, cache->scope);
  return tl_py_list_append (interp, args->call, &schedule->caches, tl_py_object (&cache_class, cache)) ? cache : NULL;
}

static gboolean
new_axes (TlPyInterp *interp, const TlAst *at, TlPyList *axes, const TlPyList *like)
{
  for (guint i = 0; i < like->n; i++)
    if (!tl_py_list_append (interp, at, axes, make_axis (interp, tl_te_axis_name (&like->items[i]), ".c")))
      return FALSE;
  return TRUE;
}

/* @stage computes now what @writer did: it reads the copies made for it. */
static void
pass_readers_on (TlTeSchedule *schedule, TlTeStage *writer, TlTeStage *stage)
{
  for (guint i = 0; i < schedule->caches.n; i++)
    {
      TlTeCache *cache = schedule->caches.items[i].object;

      for (guint k = 0; k < cache->readers.n; k++)
        if (cache->readers.items[k].object == writer)
          cache->readers.items[k].object = stage;
    }
}

/* CC = s.cache_write (C, "local"): CC computes, the stage of C copies. */
static gboolean
cache_write (TlPyInterp *interp, TlTeSchedule *schedule, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *tensor = tl_py_arg (args, 0, "tensor");
  const TlAst     *at = args->call;
  TlTeStage       *writer;
  TlTeCache       *cache;

  if (!tl_py_check_args (interp, args, "cache_write", 2, "tensor scope"))
    return FALSE;
  if (tensor == NULL)
    return tl_py_fail (interp, at, "cache_write takes a tensor and a scope");
  if ((writer = find_stage (interp, at, schedule, tensor)) == NULL)
    return FALSE;
  if (writer->is_copy)
    return tl_py_fail (interp, at, "stage %s is a copy, and has no value to cache", writer->name);
  if (writer->first_step != NULL || writer->place != TL_TE_AT_ROOT)
    return tl_py_fail (interp, at, "cache_write comes before the other steps of stage %s", writer->name);
  if ((cache = add_cache (interp, args, schedule, writer->name, tl_py_arg (args, 1, "scope"))) == NULL)
    return FALSE;
  cache->is_write = TRUE;
  cache->writer = writer;
  cache->stage->tensor_of = writer->tensor_of;
  *value = tl_py_object (&cache_class, cache->stage);
  if (!new_axes (interp, at, &cache->stage->axes, &writer->axes) || !new_axes (interp, at, &cache->stage->reduce_axes, &writer->reduce_axes)
      || !append_all (interp, at, &cache->stage->loops, &cache->stage->axes)
      || !append_all (interp, at, &cache->stage->loops, &cache->stage->reduce_axes))
    return FALSE;
  writer->is_copy = TRUE;
  writer->reduce_axes.n = 0;
  writer->loops.n = writer->axes.n;
  pass_readers_on (schedule, writer, cache->stage);
  return insert_at (interp, at, &schedule->stages, position_of (schedule, writer), tl_py_object (&stage_class, cache->stage));
}

/* Before the first of the readers. */
static gboolean
take_readers (TlPyInterp *interp, const TlAst *at, TlTeSchedule *schedule, const TlPyValue *readers, TlPyList *stages, guint *first)
{
  TlPyList list = { .items = (TlPyValue *) readers, .n = readers != NULL ? 1 : 0 };
  guint    position;

  if (readers != NULL && tl_py_is_sequence (readers))
    list = *readers->list;
  if (list.n == 0)
    return tl_py_fail (interp, at, "cache_read takes a tensor, a scope and the tensors that read the copy, as in (A, \"local\", [C])");
  *first = G_MAXUINT;
  for (guint i = 0; i < list.n; i++)
    {
      TlTeStage *stage = find_stage (interp, at, schedule, &list.items[i]);

      if (stage == NULL || !tl_py_list_append (interp, at, stages, tl_py_object (&stage_class, stage)))
        return FALSE;
      position = position_of (schedule, stage);
      *first = MIN (*first, position);
    }
  return TRUE;
}

/* AA = s.cache_read (A, "shared", [C]) */
static gboolean
cache_read (TlPyInterp *interp, TlTeSchedule *schedule, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *tensor = tl_py_arg (args, 0, "tensor");
  const TlAst     *at = args->call;
  const TlTeStage *source;
  const TlTeTensor *whole = tensor != NULL && tl_py_is (tensor, &tl_te_tensor_class) ? tensor->object : NULL;
  const TlTeOp    *op;
  TlTeCache       *cache;
  TlPyList         readers = { 0 };
  guint            first = 0;

  if (!tl_py_check_args (interp, args, "cache_read", 3, "tensor scope readers"))
    return FALSE;
  source = tensor != NULL ? look_up (schedule, tensor) : NULL;
  op = whole != NULL ? whole->op : source != NULL ? source->tensor_of : NULL;
  if (op == NULL || !(tl_py_is (tensor, &cache_class) || whole != NULL))
    return tl_py_fail (interp, at, "cache_read takes a tensor, a scope and a list of readers");
  if (!take_readers (interp, at, schedule, tl_py_arg (args, 2, "readers"), &readers, &first)
      || (cache = add_cache (interp, args, schedule, source != NULL ? source->name : op->name, tl_py_arg (args, 1, "scope"))) == NULL)
    return FALSE;
  cache->readers = readers;
  cache->stage->tensor_of = op;
  cache->stage->index = whole != NULL ? whole->index : 0;
  cache->stage->is_copy = TRUE;
  for (guint i = 0; i < op->n_dims; i++)
    if (!tl_py_list_append (interp, at, &cache->stage->axes, make_axis (interp, "ax", tl_arena_printf (interp->arena, "%u", i))))
      return FALSE;
  *value = tl_py_object (&cache_class, cache->stage);
  return append_all (interp, at, &cache->stage->loops, &cache->stage->axes)
         && insert_at (interp, at, &schedule->stages, first, tl_py_object (&stage_class, cache->stage));
}

static gboolean
schedule_method (TlPyInterp *interp, const TlPyValue *self, const char *name, const TlPyArgs *args, TlPyValue *value)
{
  TlPyArgs named = *args;

  named.name = name;
  if (strcmp (name, "cache_write") == 0)
    return cache_write (interp, self->object, &named, value);
  if (strcmp (name, "cache_read") == 0)
    return cache_read (interp, self->object, &named, value);
  return tl_py_fail (interp, args->call, "a te schedule has no '%s' here; it has cache_read, cache_write and the stages of its tensors, "
                     "s[C]. tvm.tir.Schedule has more steps", name);
}

static gboolean
schedule_attribute (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const char *name, TlPyValue *value)
{
  return tl_py_fail (interp, at, "a te schedule has no attribute '%s' here; it has the stages of its tensors, s[C]", name);
}

static gboolean
schedule_subscript (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const TlPyList *indices, TlPyValue *value)
{
  TlTeStage *stage;

  if (indices->n != 1)
    return tl_py_fail (interp, at, "a te schedule has stages of single tensors, s[C]");
  if ((stage = find_stage (interp, at, self->object, &indices->items[0])) == NULL)
    return FALSE;
  *value = tl_py_object (&stage_class, stage);
  return TRUE;
}

const TlPyClass tl_te_schedule_class = {
  .name = "te schedule", .python_name = "Schedule", .attribute = schedule_attribute, .method = schedule_method,
  .subscript = schedule_subscript,
};

gboolean
tl_te_is_schedule (const TlPyValue *value)
{
  return tl_py_is (value, &tl_te_schedule_class);
}
