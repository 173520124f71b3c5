/* SPDX-License-Identifier: Apache-2.0 */
/* The objects: schedules, what their steps yield, and the loops and blocks behind that. */
#include <string.h>

#include "core/ir/compare.h"
#include "core/schedule/script/script-private.h"
#include "core/schedule/trace.h"

static const TlPyClass loop_class, block_class;

TlPyValue
tl_script_new_schedule (TlPyInterp *interp, TlState *state)
{
  TlScriptRun      *run = interp->host;
  TlScriptSchedule *schedule = tl_arena_new0 (interp->arena, TlScriptSchedule);

  schedule->run = run;
  schedule->state = state;
  run->latest = schedule;
  return tl_py_object (&tl_script_schedule_class, schedule);
}

TlPyValue
tl_script_rv (TlPyInterp *interp, TlScriptSchedule *schedule, guint rv)
{
  TlScriptRv *record = tl_arena_new0 (interp->arena, TlScriptRv);

  record->schedule = schedule;
  record->rv = rv;
  return tl_py_object (&tl_script_rv_class, record);
}

TlPyValue
tl_script_module (TlPyInterp *interp, TlState *state)
{
  return tl_py_module (interp, tl_module_ref (tl_state_module (state)), NULL, state);
}

/*
 * The state that a schedule of @module begins with: that which it comes from; the start, or what the start itself began with, if it is the
 * same program; else one of its own.
 */
static gboolean
begin_with (TlPyInterp *interp, const TlAst *at, const TlPyValue *module, TlState **state)
{
  TlScriptRun      *run = interp->host;
  const TlPyModule *record = module->object;
  const TlModule   *program = tl_py_module_get (interp, at, module);

  if (program == NULL)
    return FALSE;
  if (record->origin != NULL)
    {
      *state = record->origin;
      return TRUE;
    }
  *state = run->start;
  if (*state != NULL && tl_module_equal (program, tl_state_module (*state), NULL))
    return TRUE;
  *state = run->start != NULL ? tl_state_root (run->start) : NULL;
  if (*state != NULL && tl_module_equal (program, tl_state_module (*state), NULL))
    return TRUE;
  *state = tl_state_new (program, run->start != NULL ? tl_state_seed (run->start) : run->seed);
  g_ptr_array_add (run->states, *state);
  return TRUE;
}

/* tvm.tir.Schedule (mod, seed=…): a name that the script never set stands for the program it is run on. */
static gboolean
make_schedule (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  TlScriptRun     *run = interp->host;
  const TlPyValue *module = tl_py_arg (args, 0, "mod"), *seed = tl_py_arg (args, G_MAXUINT, "seed");
  TlState         *state = run->start;
  gint64           number;

  if (!tl_py_check_args (interp, args, "Schedule", 1, "mod seed debug_mask error_render_level enable_check"))
    return FALSE;
  if (module != NULL && tl_py_is (module, &tl_script_schedule_class))
    state = ((TlScriptSchedule *) module->object)->state;
  else if (module != NULL && tl_py_is (module, &tl_py_module_class))
    {
      if (!begin_with (interp, args->call, module, &state))
        return FALSE;
    }
  else if (module != NULL && module->kind != TL_PY_NONE)
    return tl_py_fail (interp, args->call, "Schedule takes a module, not a %s", tl_py_type_name (module));
  if (state == NULL)
    return tl_py_fail (interp, args->call, "Schedule takes a module");
  if (seed != NULL && tl_py_get_int (seed, &number) && number >= 0)
    {
      state = tl_state_reseed (state, (guint64) number);
      g_ptr_array_add (run->states, state);
    }
  *value = tl_script_new_schedule (interp, state);
  return TRUE;
}

/* TensorIntrin.register (name, desc, impl, override=False): known to all schedules of this run from here on. */
static gboolean
register_intrin (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  TlScriptRun           *run = interp->host;
  const TlPyValue       *name = tl_py_arg (args, 0, "name"), *override = tl_py_arg (args, 3, "override");
  const TlPyValue       *functions[2] = { tl_py_arg (args, 1, "desc"), tl_py_arg (args, 2, "impl") };
  const TlModule        *modules[2];
  const TlTensorIntrins *intrins;
  gint64                 may_replace = 0;

  *value = TL_PY_NONE_VALUE;
  if (!tl_py_check_args (interp, args, "TensorIntrin.register", 4, "name desc impl override"))
    return FALSE;
  if (name == NULL || name->kind != TL_PY_STRING || functions[0] == NULL || functions[1] == NULL)
    return tl_py_fail (interp, args->call, "TensorIntrin.register takes a name, a description and an implementation");
  for (guint i = 0; i < 2; i++)
    if ((modules[i] = tl_py_module_get (interp, args->call, functions[i])) == NULL)
      return FALSE;
  if (override != NULL && !tl_py_get_int (override, &may_replace))
    return tl_py_fail (interp, args->call, "override must be True or False");
  intrins = tl_tensor_intrins_with (run->intrins, name->string, modules[0], modules[1], may_replace != 0, &interp->error);
  if (intrins == NULL)
    {
      tl_refusal_set_place (interp->error, interp->source, args->call->span);
      return FALSE;
    }
  tl_arena_add_parent (interp->arena, intrins->arena);
  tl_arena_unref (intrins->arena);
  run->intrins = intrins;
  return TRUE;
}

const TlPyNative tl_script_natives[] = {
  { "TensorIntrin", "register", register_intrin, FALSE },
  { NULL, "Schedule", make_schedule, TRUE },
  { "clang", "create_llvm", tl_script_create_llvm, FALSE },
  { "utils", "tempdir", tl_script_tempdir, FALSE },
  { "IndexMap", "from_func", tl_script_map_from_func, FALSE },
  { "IndexMap", "from_func_with_separators", tl_script_map_from_func, FALSE },
  { NULL, NULL, NULL, FALSE },
};

/* sch.get (rv): the loop or block itself, or the number that was sampled. */
static gboolean
get_node (TlPyInterp *interp, TlScriptSchedule *schedule, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue  *rv = args->n_positional == 1 ? &args->positional[0] : NULL;
  const TlScriptRv *record = rv != NULL && tl_py_is (rv, &tl_script_rv_class) ? rv->object : NULL;
  const TlRvValue  *content;
  const TlStmt     *stmt;

  if (record == NULL || record->schedule != schedule)
    return tl_py_fail (interp, args->call, "get takes a variable of this schedule");
  content = tl_state_rv (schedule->state, record->rv);
  if (content->kind == TL_RV_INT)
    {
      *value = tl_py_int (content->integer);
      return TRUE;
    }
  stmt = tl_module_find (tl_state_module (schedule->state), content->node);
  if (stmt == NULL)
    return tl_py_fail (interp, args->call, "this %s is no longer in the program", tl_py_type_name (rv));
  *value = tl_py_object (stmt->kind == TL_STMT_FOR ? &loop_class : &block_class, stmt);
  return TRUE;
}

static gboolean
work_on (TlPyInterp *interp, TlScriptSchedule *schedule, const TlPyArgs *args)
{
  if (args->n_positional != 1 || args->positional[0].kind != TL_PY_STRING)
    return tl_py_fail (interp, args->call, "work_on takes the name of a function");
  if (tl_module_prim (tl_state_module (schedule->state), args->positional[0].string) == NULL)
    return tl_py_fail (interp, args->call, "the module has no function '%s'", args->positional[0].string);
  schedule->working_on = args->positional[0].string;
  return TRUE;
}

/* Members of TVM's schedules that are refused in scripts, with the reason. */
static const struct { const char *name; const char *reason; } refused[] = {
  { "state", "schedule state is not available in scripts; use sch.mod or sch.get (…)" },
  { "get_sref", "schedule state is not available in scripts; use sch.get (…) for the loop or block" },
  { "fork_seed", "set the seed with tvm.tir.Schedule (mod, seed=…)" },
  { "seed", "set the seed with tvm.tir.Schedule (mod, seed=…)" },
  { "remove_rv", "trace variables are kept; simplification removes unused ones" },
  { "can_decompose_padding", "call decompose_padding: if it fails, the program is unchanged" },
};

static gboolean
refuse_name (TlPyInterp *interp, const TlAst *at, const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    if (strcmp (name, refused[i].name) == 0)
      return tl_py_fail (interp, at, "sch.%s is not part of schedule scripts: %s", name, refused[i].reason);
  return tl_py_fail (interp, at, "a schedule has no attribute '%s' here", name);
}

/* sch.trace can only be shown. */
static gboolean
append_trace (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, GString *out)
{
  g_autofree char *text = tl_trace_to_text (((const TlScriptSchedule *) self->object)->state, TL_DIALECT_CLASSIC, TRUE);

  g_string_append (out, text);
  return TRUE;
}

static gboolean
trace_method (TlPyInterp *interp, const TlPyValue *self, const char *name, const TlPyArgs *args, TlPyValue *value)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (strcmp (name, "show") != 0)
    return tl_py_fail (interp, args->call, "a trace has no method '%s' here", name);
  if (interp->print == NULL)
    return TRUE;
  append_trace (interp, args->call, self, text);
  interp->print (interp->context, text->str);
  return TRUE;
}

static const TlPyClass trace_class = { .name = "trace", .python_name = "Trace", .method = trace_method, .append_text = append_trace };

/* sch.show (): the program and the trace */
static gboolean
show_schedule (TlPyInterp *interp, const TlPyValue *self, const TlPyArgs *args)
{
  TlScriptSchedule *schedule = self->object;
  TlPyArgs          none = { .call = args->call };
  TlPyValue         module = tl_script_module (interp, schedule->state), trace = tl_py_object (&trace_class, schedule), nothing;

  return tl_py_module_class.method (interp, &module, "show", &none, &nothing) && trace_method (interp, &trace, "show", &none, &nothing);
}

static gboolean
schedule_method (TlPyInterp *interp, const TlPyValue *self, const char *name, const TlPyArgs *args, TlPyValue *value)
{
  TlScriptSchedule *schedule = self->object;
  const TlAst      *target = interp->pending_target;

  interp->pending_target = NULL;
  if (strcmp (name, "show") == 0)
    return show_schedule (interp, self, args);
  if (strcmp (name, "work_on") == 0)
    return work_on (interp, schedule, args);
  if (strcmp (name, "get") == 0)
    return get_node (interp, schedule, args, value);
  if (strcmp (name, "copy") == 0)
    {
      *value = tl_script_new_schedule (interp, schedule->state);
      return TRUE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    if (strcmp (name, refused[i].name) == 0)
      return refuse_name (interp, args->call, name);
  return tl_script_call_step (interp, schedule, name, args, target, value);
}

static gboolean
schedule_attribute (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const char *name, TlPyValue *value)
{
  TlScriptSchedule *schedule = self->object;

  if (strcmp (name, "mod") == 0)
    *value = tl_script_module (interp, schedule->state);
  else if (strcmp (name, "trace") == 0)
    *value = tl_py_object (&trace_class, schedule);
  else if (strcmp (name, "func_working_on") == 0)
    *value = schedule->working_on != NULL ? tl_py_string (interp, schedule->working_on) : TL_PY_NONE_VALUE;
  else if (tl_primitive_find (name) != NULL || strcmp (name, "get") == 0 || strcmp (name, "copy") == 0)
    *value = tl_py_bound_method (interp, self, name);
  else
    return refuse_name (interp, at, name);
  return TRUE;
}

const TlPyClass tl_script_schedule_class = {
  .name = "schedule",
  .python_name = "Schedule",
  .attribute = schedule_attribute,
  .method = schedule_method,
};

/* Variables. */

static const TlRvValue *
rv_content (const TlPyValue *self)
{
  const TlScriptRv *record = self->object;

  return tl_state_rv (record->schedule->state, record->rv);
}

static const char *
describe_rv (const TlPyValue *self)
{
  switch (rv_content (self)->kind)
    {
    case TL_RV_BLOCK: return "block variable";
    case TL_RV_LOOP:  return "loop variable";
    case TL_RV_INT:   return "sampled integer";
    }
  return "variable";
}

static gboolean
rv_get_int (const TlPyValue *self, gint64 *integer)
{
  const TlScriptRv *record = self->object;
  const TlRvValue  *content = rv_content (self);

  *integer = content->kind == TL_RV_INT ? content->integer : 0;
  return content->kind == TL_RV_INT && record->schedule->run->numbers == NULL;
}

/* While an index map is made: the map is to depend on the variable, not on what it is at present. */
static gboolean
rv_is_expr (const TlPyValue *self)
{
  const TlScriptRv *record = self->object;

  return record->schedule->run->numbers != NULL && rv_content (self)->kind == TL_RV_INT;
}

static const TlExpr *
rv_get_expr (TlPyInterp *interp, const TlAst *at, const TlPyValue *self)
{
  const TlScriptRv *record = self->object;
  TlScriptNumbers  *numbers = record->schedule->run->numbers;
  guint             i = 0;

  while (i < numbers->n && (numbers->rvs[i]->schedule != record->schedule || numbers->rvs[i]->rv != record->rv))
    i++;
  if (i == TL_SCRIPT_MAX_NUMBERS)
    {
      tl_py_fail (interp, at, "an index map depends on at most %u numbers", TL_SCRIPT_MAX_NUMBERS);
      return NULL;
    }
  if (i == numbers->n)
    {
      numbers->rvs[i] = record;
      numbers->vars[i] = tl_expr_var (interp->arena, tl_arena_printf (interp->arena, "v%u", record->rv), TL_INT32);
      numbers->n++;
    }
  return numbers->vars[i];
}

static gboolean
rv_equal (const TlPyValue *a, const TlPyValue *b)
{
  const TlScriptRv *x = a->object, *y = b->object;

  return x->schedule == y->schedule && x->rv == y->rv;
}

const TlPyClass tl_script_rv_class = {
  .name = "variable",
  .describe = describe_rv,
  .get_int = rv_get_int,
  .get_expr = rv_get_expr,
  .is_expr = rv_is_expr,
  .equal = rv_equal,
};

/* Loops and blocks. */

static gboolean
loop_attribute (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const char *name, TlPyValue *value)
{
  const TlLoop *loop = &((const TlStmt *) self->object)->loop;
  gint64        integer;

  if (strcmp (name, "extent") == 0)
    *value = tl_expr_get_int (loop->extent, &integer) ? tl_py_int (integer) : tl_py_expr (loop->extent);
  else if (strcmp (name, "min") == 0)
    *value = tl_expr_get_int (loop->min, &integer) ? tl_py_int (integer) : tl_py_expr (loop->min);
  else if (strcmp (name, "loop_var") == 0)
    *value = tl_py_expr (loop->var);
  else if (strcmp (name, "name") == 0)
    *value = tl_py_string (interp, loop->var->name);
  else if (strcmp (name, "kind") == 0)
    *value = tl_py_string (interp, tl_loop_kind_name (loop->kind));
  else
    return tl_py_fail (interp, at, "loop %s has no attribute '%s' here", loop->var->name, name);
  return TRUE;
}

static const TlPyClass loop_class = { .name = "loop", .python_name = "For", .attribute = loop_attribute };

static gboolean
block_attribute (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const char *name, TlPyValue *value)
{
  const TlBlock *block = &((const TlStmt *) self->object)->block;

  if (strcmp (name, "name_hint") != 0 && strcmp (name, "name") != 0)
    return tl_py_fail (interp, at, "block %s has no attribute '%s' here", block->name, name);
  *value = tl_py_string (interp, block->name);
  return TRUE;
}

static const TlPyClass block_class = { .name = "block", .python_name = "Block", .attribute = block_attribute };
