/* SPDX-License-Identifier: Apache-2.0 */
/* relax.build, relax.VirtualMachine, and what can be done with them: functions are called and timed. Kernels are built when they run. */
#include <string.h>

#include "core/ir/specialize.h"
#include "core/lower/lower.h"
#include "core/tutorial/graph/graph-private.h"

typedef struct
{
  TlModule *module;    /* owned by the run */
  TlTarget  target;
} Executable;

/* A function of it; of a timer with its settings. */
typedef struct
{
  const Executable *executable;
  const char       *name;
  gboolean          is_timer;
  guint             repeat;
} VmFunction;

static const TlPyClass executable_class, vm_class, vm_function_class;

/* --- building --- */

/* PrimFuncs of symbolic sizes are lowered when these are known. */
static gboolean
check_kernels (TlPyInterp *interp, const TlAst *at, const TlModule *module, const TlTarget *target)
{
  for (guint i = 0; i < module->n_prims; i++)
    {
      g_autoptr (GError)    error = NULL;
      g_autoptr (GPtrArray) sizes = tl_func_sizes (module->prims[i]);
      g_autoptr (TlModule)  lowered = sizes->len == 0 ? tl_lower (module, module->prims[i]->name, target, NULL, &error) : NULL;

      if (sizes->len == 0 && lowered == NULL)
        return tl_py_fail (interp, at, "%s cannot be built for %s: %s", module->prims[i]->name, target->kind->name, error->message);
    }
  return TRUE;
}

gboolean
tl_tutorial_build_graph (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *module = tl_py_arg (args, 0, "mod"), *target = tl_py_arg (args, 1, "target");
  Executable      *executable = tl_arena_new0 (interp->arena, Executable);

  if (module == NULL || !tl_py_is (module, &tl_py_module_class))
    return tl_py_fail (interp, args->call, "%s takes a module and a target", args->name);
  executable->module = (TlModule *) tl_py_module_get (interp, args->call, module);
  if (executable->module == NULL || !tl_tutorial_to_target (interp, args->call, target, &executable->target))
    return FALSE;
  if (tl_target_has_kernels (&executable->target))
    return tl_py_fail (interp, args->call, "graph functions run on CPUs here, not on %s", executable->target.kind->name);
  *value = tl_py_object (&executable_class, executable);
  return check_kernels (interp, args->call, executable->module, &executable->target);
}

static const TlPyClass executable_class = { .name = "executable", .python_name = "VMExecutable", .bases = "Executable" };

/* --- functions --- */

static gboolean
call_timer (TlPyInterp *interp, const VmFunction *function, const TlPyArgs *args, TlPyValue *value)
{
  g_autoptr (GArray) samples = g_array_new (FALSE, TRUE, sizeof (double));
  TlGraphTimes       times = { samples };
  TlPyValue          ignored;

  if (!tl_tutorial_run_graph (interp, args->call, function->executable->module, function->name, &function->executable->target,
                              args->positional, args->n_positional, &times, &ignored))
    return FALSE;
  *value = tl_tutorial_times (interp, (const double *) (gpointer) samples->data, samples->len, function->repeat);
  return TRUE;
}

static gboolean
call_vm_function (TlPyInterp *interp, const TlPyValue *self, const TlPyArgs *args, TlPyValue *value)
{
  const VmFunction *function = self->object;

  if (args->n_named > 0)
    return tl_py_fail (interp, args->call, "%s takes its arguments by position", function->name);
  if (function->is_timer)
    return call_timer (interp, function, args, value);
  return tl_tutorial_run_graph (interp, args->call, function->executable->module, function->name, &function->executable->target,
                                args->positional, args->n_positional, NULL, value);
}

static const TlPyClass vm_function_class = { .name = "function of a virtual machine", .python_name = "Function", .call = call_vm_function };

static VmFunction *
find_function (TlPyInterp *interp, const TlAst *at, const Executable *executable, const TlPyValue *name)
{
  VmFunction   *function = tl_arena_new0 (interp->arena, VmFunction);
  const TlFunc *func;

  if (name == NULL || name->kind != TL_PY_STRING)
    return tl_py_fail (interp, at, "the name of a function is a text"), NULL;
  func = tl_module_find_func (executable->module, name->string);
  if (func == NULL || func->kind != TL_FUNC_GRAPH)
    return tl_py_fail (interp, at, "the module has no graph function '%s'", name->string), NULL;
  *function = (VmFunction) { .executable = executable, .name = func->name };
  return function;
}

/* --- machines --- */

static gboolean
vm_subscript (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const TlPyList *indices, TlPyValue *value)
{
  VmFunction *function = find_function (interp, at, self->object, indices->n == 1 ? &indices->items[0] : NULL);

  *value = tl_py_object (&vm_function_class, function);
  return function != NULL;
}

/* vm.module */
static gboolean
vm_attribute (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const char *name, TlPyValue *value)
{
  *value = *self;
  return strcmp (name, "module") == 0
         || tl_py_fail (interp, at, "a virtual machine has no attribute '%s' here; it has module", name);
}

/* vm.time_evaluator ("main", device, number=10, repeat=1) */
static gboolean
vm_method (TlPyInterp *interp, const TlPyValue *self, const char *name, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *repeat = tl_py_arg (args, G_MAXUINT, "repeat");
  VmFunction      *function;
  gint64           number;

  if (strcmp (name, "time_evaluator") != 0 && strcmp (name, "get_function") != 0)
    return tl_py_fail (interp, args->call, "a virtual machine has no method '%s' here; it has time_evaluator and get_function", name);
  function = find_function (interp, args->call, self->object, tl_py_arg (args, 0, "func_name"));
  if (function == NULL)
    return FALSE;
  function->is_timer = name[0] == 't';
  function->repeat = repeat != NULL && tl_py_get_int (repeat, &number) && number > 0 ? (guint) MIN (number, 1000000) : 1;
  *value = tl_py_object (&vm_function_class, function);
  return TRUE;
}

static const TlPyClass vm_class = {
  .name = "virtual machine", .python_name = "VirtualMachine", .attribute = vm_attribute, .method = vm_method, .subscript = vm_subscript,
};

/* relax.VirtualMachine (ex, tvm.cpu ()) */
static gboolean
make_vm (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *executable = tl_py_arg (args, 0, "rt_mod");

  if (executable == NULL || !tl_py_is (executable, &executable_class))
    return tl_py_fail (interp, args->call, "VirtualMachine takes the result of relax.build, and a device");
  *value = tl_py_object (&vm_class, executable->object);
  return TRUE;
}

const TlPyNative tl_vm_natives[] = {
  { "relax", "build", tl_tutorial_build_graph }, { "vm", "build", tl_tutorial_build_graph }, { "relax", "VirtualMachine", make_vm },
  { "vm", "VirtualMachine", make_vm },
  { NULL },
};
