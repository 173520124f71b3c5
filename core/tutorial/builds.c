/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tvm.build, and what can be done with its result: functions are called and timed, sources are shown. A function for a GPU that is not here
 * runs in the emulator; its timer has no times.
 */
#include <math.h>
#include <string.h>

#include "core/interp/gpu/emulator.h"
#include "core/lower/lower.h"
#include "core/schedule/state.h"
#include "core/tutorial/tutorial-private.h"

typedef struct
{
  TlState  *state;     /* owned by the run */
  TlTarget  target;
  guint     n_added;   /* results that calls leave out */
} Build;

/* A function of it; of a timer with its settings. */
typedef struct
{
  const Build *build;
  const char  *name;
  TlMeasureOptions options;
} Function;

static const TlPyClass build_class, source_class, function_class, timer_class;

static TlState *
state_of (TlPyInterp *interp, const TlAst *at, const TlPyValue *value)
{
  TlTutorial     *run = tl_tutorial (interp);
  const TlModule *module = tl_py_module_get (interp, at, value);
  TlState        *state;

  if (module == NULL)
    return NULL;
  state = ((const TlPyModule *) value->object)->origin;
  state = state != NULL && tl_state_module (state) == module ? tl_state_ref (state) : tl_state_new (module, run->options->seed);
  g_ptr_array_add (run->states, state);
  return state;
}

/* tvm.build (module, target="llvm"), tvm.build (te_schedule, [A, B, C], target="llvm", name="main") */
static gboolean
make_build (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  Build           *build = tl_arena_new0 (interp->arena, Build);
  const TlModule  *program;
  const TlPyValue *target;
  TlTutorialProgram given = { 0 };

  if (!tl_tutorial_program (interp, args, &given, &target)
      || !tl_tutorial_to_target (interp, args->call, target, &build->target)
      || (build->state = state_of (interp, args->call, &given.module)) == NULL)
    return FALSE;
  build->n_added = given.n_added;
  program = tl_state_module (build->state);
  if (program->n_funcs > program->n_prims)
    return tl_tutorial_build_graph (interp, args, value);
  for (guint i = 0; i < program->n_prims; i++)
    {
      g_autoptr (GError)   error = NULL;
      g_autoptr (TlModule) lowered = tl_lower (program, program->prims[i]->name, &build->target, NULL, &error);

      if (lowered == NULL)
        return tl_py_fail (interp, args->call, "%s cannot be built for %s: %s", program->prims[i]->name, build->target.kind->name,
                           error->message);
    }
  *value = tl_py_object (&build_class, build);
  return TRUE;
}

/* --- sources --- */

/* The texts of all functions, one below the other. */
static gboolean
make_source (TlPyInterp *interp, const TlAst *at, const Build *build, const char *form, TlPyValue *value)
{
  TlTutorial         *run = tl_tutorial (interp);
  const TlModule     *program = tl_state_module (build->state);
  g_autoptr (GString) all = g_string_new (NULL);

  for (guint i = 0; i < program->n_prims; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char   *text = tl_worker_pool_compile_to_text (run->options->pool, program, program->prims[i]->name, &build->target, form,
                                                                NULL, NULL, run->options->cancellable, &error);

      if (text == NULL)
        return tl_py_fail (interp, at, "%s", error->message);
      g_string_append_printf (all, "%s%s", i > 0 ? "\n" : "", text);
    }
  return tl_py_new_text (interp, at, all->str, all->len, value);
}

/* imported_modules[0].get_source () */
static gboolean
source_method (TlPyInterp *interp, const TlPyValue *self, const char *name, const TlPyArgs *args, TlPyValue *value)
{
  const Build *build = self->object;

  if (strcmp (name, "get_source") != 0 && strcmp (name, "inspect_source") != 0)
    return tl_py_fail (interp, args->call, "the kernels of a build have no method '%s' here; they have get_source", name);
  if (args->n_positional > 0 && args->positional[0].kind == TL_PY_STRING && strcmp (args->positional[0].string, "ptx") == 0)
    return make_source (interp, args->call, build, "ptx", value);
  return make_source (interp, args->call, build, build->target.kind->name, value);
}

static const TlPyClass source_class = { .name = "kernels of a build", .python_name = "Module", .method = source_method };

/* lib.get_source (), ("asm"): of code for the CPU. */
static gboolean
host_source (TlPyInterp *interp, const Build *build, const TlPyArgs *args, TlPyValue *value)
{
  const char *form = args->n_positional > 0 && args->positional[0].kind == TL_PY_STRING ? args->positional[0].string : "ll";

  if (tl_target_has_kernels (&build->target))
    return tl_py_fail (interp, args->call, "the host code of a build is not shown; imported_modules[0].get_source () has the kernels");
  if (strcmp (form, "ll") != 0 && strcmp (form, "asm") != 0)
    return tl_py_fail (interp, args->call, "get_source takes \"ll\" or \"asm\"");
  return make_source (interp, args->call, build, strcmp (form, "ll") == 0 ? "llvm" : "asm", value);
}

/* --- running --- */

static gboolean
fail_argument (TlPyInterp *interp, const TlAst *at, const Function *function, guint index, const TlBuffer *buffer, const TlArray *array)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append_printf (text, "argument %u of %s is an array of %s", index + 1, function->name, tl_dtype_name (array->tensor->dtype));
  for (guint d = 0; d < array->n_dims; d++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, d == 0 ? " " : "×", array->shape[d]);
  g_string_append_printf (text, "; %s takes %s", buffer->name, tl_dtype_name (buffer->dtype));
  for (guint d = 0; d < buffer->n_dims; d++)
    {
      g_autofree char *extent = tl_expr_to_text (buffer->shape[d]);

      g_string_append_printf (text, "%s%s", d == 0 ? " " : "×", extent);
    }
  return tl_py_fail (interp, at, "%s", text->str);
}

static gboolean
fits (const TlArray *array, const TlBuffer *buffer)
{
  gint64 extent;

  if (array->n_dims != buffer->n_dims || !tl_dtype_equal (array->tensor->dtype, buffer->dtype))
    return FALSE;
  for (guint d = 0; d < buffer->n_dims; d++)
    if (!tl_buffer_get_extent (buffer, d, &extent) || extent != array->shape[d])
      return FALSE;
  return TRUE;
}

/* An array for a result that the call leaves out. */
static gboolean
add_result (TlPyInterp *interp, const TlAst *at, const Function *function, const TlBuffer *buffer, GPtrArray *tensors)
{
  gint64   shape[TL_ARRAY_MAX_DIMS];
  TlArray *array;

  for (guint d = 0; d < buffer->n_dims; d++)
    if (d >= TL_ARRAY_MAX_DIMS || !tl_buffer_get_extent (buffer, d, &shape[d]))
      return tl_py_fail (interp, at, "%s needs an array for its result %s", function->name, buffer->name);
  array = tl_array_new (interp, at, buffer->dtype, shape, buffer->n_dims);
  if (array != NULL)
    g_ptr_array_add (tensors, tl_tensor_ref (array->tensor));
  return array != NULL;
}

/* The arguments as tensors of their own. NULL with an error. */
static GPtrArray *
take_arguments (TlPyInterp *interp, const Function *function, const TlPyArgs *args)
{
  const TlPrimFunc     *func = tl_module_prim (tl_state_module (function->build->state), function->name);
  guint                 n_taken = func->n_params - function->build->n_added;
  g_autoptr (GPtrArray) tensors = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_tensor_unref);

  if (args->n_positional != n_taken || args->n_named > 0)
    return tl_py_fail (interp, args->call, "%s takes %u arrays, %u given", function->name, n_taken, args->n_positional), NULL;
  for (guint i = 0; i < n_taken; i++)
    {
      const TlArray  *array = tl_array_arg (interp, args, i, "");
      const TlBuffer *buffer = func->params[i].buffer;
      const TlArray  *copy;

      if (array == NULL)
        return NULL;
      if (buffer == NULL)
        return tl_py_fail (interp, args->call, "%s takes a number as argument %u, which is not done here", function->name, i + 1), NULL;
      if (!fits (array, buffer))
        return fail_argument (interp, args->call, function, i, buffer, array), NULL;
      if ((copy = tl_array_copy (interp, args->call, array, buffer->dtype)) == NULL)
        return NULL;
      g_ptr_array_add (tensors, tl_tensor_ref (copy->tensor));
    }
  for (guint i = n_taken; i < func->n_params; i++)
    if (!add_result (interp, args->call, function, func->params[i].buffer, tensors))
      return NULL;
  return g_steal_pointer (&tensors);
}

static void
give_back (const TlPyArgs *args, const GPtrArray *results)
{
  for (guint i = 0; i < MIN (results->len, args->n_positional); i++)
    {
      const TlTensor *result = results->pdata[i];
      TlArray        *array = args->positional[i].object;
      TlArrayCursor   at;

      if (!tl_py_is (&args->positional[i], &tl_array_class))
        continue;
      at = tl_array_begin (array);
      for (gint64 k = 0; k < result->n_elements; k++, tl_array_advance (array, &at))
        tl_tensor_set (array->tensor, at.position, tl_tensor_get (result, k));
    }
}

/* The kernels compute without a device; the faults that the emulator meets are notes. */
static gboolean
emulate (TlPyInterp *interp, const Function *function, const TlPyArgs *args, const GPtrArray *tensors)
{
  const Build        *build = function->build;
  g_autoptr (GError)  error = NULL;
  g_autoptr (TlModule) lowered = tl_lower (tl_state_module (build->state), function->name, &build->target, NULL, &error);
  TlEmulatorOptions   options = { .checks = TRUE, .scheduled = tl_module_prim (tl_state_module (build->state), function->name) };
  TlEmulation        *emulation = NULL;

  if (lowered != NULL)
    emulation = tl_emulate (lowered->prims[0], (TlTensor *const *) tensors->pdata, tensors->len, &options,
                            tl_tutorial (interp)->options->cancellable, &error);
  if (emulation == NULL)
    return tl_py_fail (interp, args->call, "%s: %s", function->name, error->message);
  for (guint i = 0; i < emulation->findings->len; i++)
    {
      const TlFinding *finding = g_ptr_array_index (emulation->findings, i);

      tl_tutorial_note (interp, args->call, "%s: %s", tl_fault_kind_name (finding->kind), finding->text);
    }
  tl_emulation_free (emulation);
  give_back (args, tensors);
  return TRUE;
}

/* Runs the function once and, with repeats, times it. */
static gboolean
run_in_worker (TlPyInterp *interp, const Function *function, const TlPyArgs *args, const GPtrArray *tensors, TlOutcome *outcome)
{
  TlTutorial *run = tl_tutorial (interp);
  g_autoptr (GPtrArray) results = NULL;

  tl_worker_pool_run (run->options->pool, function->build->state, function->name, &function->build->target, &function->options, tensors,
                      run->options->cancellable, outcome, &results);
  if (outcome->kind != TL_OUTCOME_OK)
    return tl_py_fail (interp, args->call, "%s: %s: %s", function->name, tl_outcome_title (outcome->kind),
                       outcome->message != NULL ? outcome->message : "no reason is known");
  give_back (args, results);
  return TRUE;
}

static gboolean
call_function (TlPyInterp *interp, const TlPyValue *self, const TlPyArgs *args, TlPyValue *value)
{
  const Function *function = self->object;
  const char     *absence = tl_tutorial_find_device (interp, &function->build->target);
  g_autoptr (GPtrArray) tensors = take_arguments (interp, function, args);
  TlOutcome outcome = { 0 };
  gboolean  is_done;

  *value = TL_PY_NONE_VALUE;
  if (tensors == NULL)
    return FALSE;
  if (absence != NULL)
    {
      tl_tutorial_note (interp, args->call, "%s; the kernels run in the emulator", absence);
      return emulate (interp, function, args, tensors);
    }
  is_done = run_in_worker (interp, function, args, tensors, &outcome);
  tl_outcome_clear (&outcome);
  return is_done;
}

static const TlPyClass function_class = { .name = "function of a build", .python_name = "PackedFunc", .call = call_function };

/* --- timers --- */

/* Seconds of each repeat; none: nothing was timed. */
typedef struct
{
  guint   n;
  double *samples_s;
} Times;

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* mean, median, min, max or std; NAN without times. */
static double
statistic (const Times *times, const char *name)
{
  g_autofree double *sorted = g_memdup2 (times->samples_s, times->n * sizeof (double));
  double sum = 0, squares = 0, mean;

  if (times->n == 0)
    return NAN;
  qsort (sorted, times->n, sizeof (double), compare_numbers);
  for (guint i = 0; i < times->n; i++)
    sum += sorted[i];
  mean = sum / times->n;
  for (guint i = 0; i < times->n; i++)
    squares += (sorted[i] - mean) * (sorted[i] - mean);
  if (strcmp (name, "median") == 0)
    return (sorted[times->n / 2] + sorted[(times->n - 1) / 2]) / 2;
  return strcmp (name, "min") == 0 ? sorted[0] : strcmp (name, "max") == 0 ? sorted[times->n - 1]
         : strcmp (name, "std") == 0 ? sqrt (squares / times->n) : mean;
}

static const char *const statistics[] = { "mean", "median", "max", "min", "std", NULL };

static gboolean
times_attribute (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const char *name, TlPyValue *value)
{
  const Times *times = self->object;

  if (g_strv_contains (statistics, name))
    {
      *value = tl_py_float (statistic (times, name));
      return TRUE;
    }
  if (strcmp (name, "results") != 0)
    return tl_py_fail (interp, at, "times have no attribute '%s' here; they have mean, median, max, min, std and results", name);
  if (!tl_py_new_list (interp, at, TL_PY_TUPLE, times->n, value))
    return FALSE;
  for (guint i = 0; i < times->n; i++)
    tl_py_list_append (interp, at, value->list, tl_py_float (times->samples_s[i]));
  return TRUE;
}

static gboolean
append_times (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, GString *out)
{
  g_string_append (out, "Execution time summary:\n mean (ms)   median (ms)    max (ms)     min (ms)     std (ms)  \n");
  for (guint i = 0; statistics[i] != NULL; i++)
    g_string_append_printf (out, " %8.4f    ", 1e3 * statistic (self->object, statistics[i]));
  return TRUE;
}

static const TlPyClass times_class = {
  .name = "times", .python_name = "BenchmarkResult", .attribute = times_attribute, .append_text = append_times,
};

TlPyValue
tl_tutorial_times (TlPyInterp *interp, const double *samples_s, guint n_samples, guint repeat)
{
  Times *times = tl_arena_new0 (interp->arena, Times);

  times->n = MIN (repeat, n_samples);
  times->samples_s = tl_arena_new_array (interp->arena, double, MAX (times->n, 1));
  for (guint i = 0; i < times->n; i++)
    {
      guint  first = i * n_samples / times->n, end = (i + 1) * n_samples / times->n;
      double sum = 0;

      for (guint k = first; k < end; k++)
        sum += samples_s[k];
      times->samples_s[i] = sum / (end - first);
    }
  return tl_py_object (&times_class, times);
}

static gboolean
call_timer (TlPyInterp *interp, const TlPyValue *self, const TlPyArgs *args, TlPyValue *value)
{
  const Function *timer = self->object;
  const char     *absence = tl_tutorial_find_device (interp, &timer->build->target);
  g_autoptr (GPtrArray) tensors = take_arguments (interp, timer, args);
  TlOutcome outcome = { 0 };
  gboolean  is_done = TRUE;

  if (tensors == NULL)
    return FALSE;
  if (absence != NULL)
    tl_tutorial_note (interp, args->call, "%s; nothing was timed", absence);
  else
    is_done = run_in_worker (interp, timer, args, tensors, &outcome);
  *value = tl_tutorial_times (interp, outcome.samples_s, outcome.n_samples, outcome.n_samples);
  tl_outcome_clear (&outcome);
  return is_done;
}

static const TlPyClass timer_class = { .name = "timer", .python_name = "time_evaluator", .call = call_timer };

/* --- the build --- */

/* "__tvm_main__" is the entry: the function main, or the only one. */
static const TlPrimFunc *
find_prim (const TlModule *module, const char *name)
{
  if (strcmp (name, "__tvm_main__") != 0)
    return tl_module_prim (module, name);
  return module->n_prims == 1 ? module->prims[0] : tl_module_prim (module, "main");
}

static Function *
find_function (TlPyInterp *interp, const TlAst *at, const Build *build, const TlPyValue *name)
{
  Function         *function = tl_arena_new0 (interp->arena, Function);
  const TlPrimFunc *func;

  if (name == NULL || name->kind != TL_PY_STRING)
    return tl_py_fail (interp, at, "the name of a function is a text"), NULL;
  if ((func = find_prim (tl_state_module (build->state), name->string)) == NULL)
    return tl_py_fail (interp, at, "the module has no function '%s'", name->string), NULL;
  function->build = build;
  function->name = func->name;
  function->options = tl_measure_options_default ();
  function->options.repeat = 0;
  function->options.min_repeat_ms = 0;
  function->options.imports_code = TRUE;
  function->options.run_timeout_s = function->options.build_timeout_s = tl_tutorial (interp)->options->timeout_s;
  return function;
}

static gboolean
build_subscript (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const TlPyList *indices, TlPyValue *value)
{
  Function *function = find_function (interp, at, self->object, indices->n == 1 ? &indices->items[0] : NULL);

  *value = tl_py_object (&function_class, function);
  return function != NULL;
}

static guint
count_arg (const TlPyArgs *args, const char *name, guint usual)
{
  const TlPyValue *value = tl_py_arg (args, G_MAXUINT, name);
  gint64 number;

  return value != NULL && tl_py_get_int (value, &number) && number > 0 ? (guint) MIN (number, 1000000) : usual;
}

/* time_evaluator (name, device, number=10, repeat=1, min_repeat_ms=0) */
static gboolean
make_timer (TlPyInterp *interp, const Build *build, const TlPyArgs *args, TlPyValue *value)
{
  Function *timer = find_function (interp, args->call, build, tl_py_arg (args, 0, "func_name"));

  if (timer == NULL)
    return FALSE;
  timer->options.number = count_arg (args, "number", 10);
  timer->options.repeat = count_arg (args, "repeat", 1);
  timer->options.min_repeat_ms = count_arg (args, "min_repeat_ms", 0);
  timer->options.flush_cache = FALSE;
  *value = tl_py_object (&timer_class, timer);
  return TRUE;
}

static gboolean
build_method (TlPyInterp *interp, const TlPyValue *self, const char *name, const TlPyArgs *args, TlPyValue *value)
{
  if (strcmp (name, "time_evaluator") == 0)
    return make_timer (interp, self->object, args, value);
  if (strcmp (name, "get_source") == 0 || strcmp (name, "inspect_source") == 0)
    return host_source (interp, self->object, args, value);
  if (strcmp (name, "get_function") == 0)
    {
      Function *function = find_function (interp, args->call, self->object, tl_py_arg (args, 0, "name"));

      *value = tl_py_object (&function_class, function);
      return function != NULL;
    }
  return tl_py_fail (interp, args->call, "a build has no method '%s' here; it has time_evaluator, get_source, get_function", name);
}

/* lib (a, b, c): its entry. */
static gboolean
build_call (TlPyInterp *interp, const TlPyValue *self, const TlPyArgs *args, TlPyValue *value)
{
  TlPyValue entry = tl_py_string (interp, "__tvm_main__"), function;
  TlPyList  indices = { .items = &entry, .n = 1 };

  return build_subscript (interp, args->call, self, &indices, &function) && call_function (interp, &function, args, value);
}

static gboolean
build_attribute (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const char *name, TlPyValue *value)
{
  const Build *build = self->object;

  if (strcmp (name, "entry_name") == 0)
    {
      *value = tl_py_string (interp, "__tvm_main__");
      return TRUE;
    }
  if (strcmp (name, "imported_modules") != 0 && strcmp (name, "imports") != 0)
    return tl_py_fail (interp, at, "a build has no attribute '%s' here; it has imported_modules, entry_name", name);
  return tl_py_new_list (interp, at, TL_PY_LIST, 1, value)
         && (!tl_target_has_kernels (&build->target)
             || tl_py_list_append (interp, at, value->list, tl_py_object (&source_class, build)));
}

static const TlPyClass build_class = {
  .name = "build", .python_name = "Module", .attribute = build_attribute, .method = build_method, .subscript = build_subscript,
  .call = build_call,
};

const TlPyNative tl_build_natives[] = {
  { "tvm", "build", make_build }, { "tvm", "compile", make_build }, { "tir", "build", make_build },
  { NULL },
};
