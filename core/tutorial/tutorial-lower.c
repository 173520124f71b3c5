/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tvm.lower: the loops of a schedule with flat buffers, before the passes that serve speed. Loops that are vectorized or unrolled are shown
 * as such. Its value can be built: then it is the program that it was made from.
 */
#include <string.h>

#include "core/ir/walk.h"
#include "core/lower/lower.h"
#include "core/te/te.h"
#include "core/tutorial/tutorial-private.h"

#define LAST_PASS "flatten-buffers"

typedef struct
{
  TlTutorialProgram program;   /* that was lowered */
  TlPyValue         lowered;   /* a module, to be shown */
} Lowered;

static gboolean
lowered_method (TlPyInterp *interp, const TlPyValue *self, const char *name, const TlPyArgs *args, TlPyValue *value)
{
  return tl_py_module_class.method (interp, &((Lowered *) self->object)->lowered, name, args, value);
}

static gboolean
lowered_attribute (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const char *name, TlPyValue *value)
{
  return tl_py_module_class.attribute (interp, at, &((Lowered *) self->object)->lowered, name, value);
}

static gboolean
append_lowered (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, GString *out)
{
  return tl_py_module_class.append_text (interp, at, &((Lowered *) self->object)->lowered, out);
}

static const TlPyClass lowered_class = {
  .name = "lowered module", .python_name = "IRModule", .attribute = lowered_attribute, .method = lowered_method,
  .append_text = append_lowered,
};

gboolean
tl_tutorial_program (TlPyInterp *interp, const TlPyArgs *args, TlTutorialProgram *program, const TlPyValue **target)
{
  const TlPyValue *given = tl_py_arg (args, 0, "mod"), *name = tl_py_arg (args, G_MAXUINT, "name");

  given = given != NULL ? given : tl_py_arg (args, G_MAXUINT, "inputs");
  if (given != NULL && tl_te_is_schedule (given))
    {
      *target = tl_py_arg (args, 2, "target");
      if (name != NULL && (name->kind != TL_PY_STRING || !g_regex_match_simple ("^[A-Za-z_]\\w*$", name->string, 0, 0)))
        return tl_py_fail (interp, args->call, "the name of a function is a text of letters, digits and underscores");
      return tl_te_apply_schedule (interp, args->call, given, tl_py_arg (args, 1, "args"), name != NULL ? name->string : "main",
                                   &program->module, &program->n_added);
    }
  *target = tl_py_arg (args, 1, "target");
  if (given == NULL || !(tl_py_is (given, &tl_py_module_class) || tl_py_is (given, &lowered_class)))
    return tl_py_fail (interp, args->call, "%s takes a module, or a te schedule and its tensors", args->name);
  *program = tl_py_is (given, &lowered_class) ? ((const Lowered *) given->object)->program : (TlTutorialProgram) { .module = *given };
  return TRUE;
}

/* TRUE if the function's loops are those of a kernel. */
static TlWalk
find_thread (const TlStmt *stmt, gpointer user_data)
{
  gboolean *is_kernel = user_data;

  *is_kernel |= stmt->kind == TL_STMT_FOR && stmt->loop.kind == TL_LOOP_THREAD_BINDING;
  return *is_kernel ? TL_WALK_STOP : TL_WALK_INTO;
}

/* tvm.lower (te_schedule, [A, B, C], simple_mode=True), tvm.lower (module) */
static gboolean
make_lowered (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  Lowered           *lowered = tl_arena_new0 (interp->arena, Lowered);
  g_autoptr (GError) error = NULL;
  const TlPyValue   *unused;
  const TlModule    *program;
  gboolean           is_kernel = FALSE;
  TlTarget           target = tl_target_host ();
  TlModule          *module;

  if (!tl_py_check_args (interp, args, "tvm.lower", 3, "mod inputs args name binds simple_mode")
      || !tl_tutorial_program (interp, args, &lowered->program, &unused)
      || (program = tl_py_module_get (interp, args->call, &lowered->program.module)) == NULL)
    return FALSE;
  if (program->n_funcs != 1 || program->n_prims != 1)
    return tl_py_fail (interp, args->call, "tvm.lower takes a program of one PrimFunc here");
  tl_stmt_walk (program->prims[0]->body, find_thread, NULL, &is_kernel);
  if (is_kernel && !tl_target_parse ("cuda", &target, &error))
    return tl_py_fail (interp, args->call, "%s", error->message);
  module = tl_lower (program, program->prims[0]->name, &target, LAST_PASS, &error);
  if (module == NULL)
    return tl_py_fail (interp, args->call, "%s cannot be lowered: %s", program->prims[0]->name, error->message);
  lowered->lowered = tl_py_module (interp, module, NULL, NULL);
  *value = tl_py_object (&lowered_class, lowered);
  return TRUE;
}

const TlPyNative tl_lower_natives[] = { { "tvm", "lower", make_lowered }, { NULL } };
