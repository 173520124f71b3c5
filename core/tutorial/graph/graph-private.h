/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Graph functions in tutorials.
 *
 *     virtual-machine.c   relax.build, VirtualMachine, its functions and timers
 *     graph-run.c         one run of a graph function: kernels in a worker, functions of the script here
 *     script-functions.c  tvm.register_func: functions of the script that graphs call
 *     script-passes.c     passes as values
 *     script-patterns.c   patterns of graph values, the pass that fuses by them
 *     graph-values.c      variables, types, constants, calls of operators
 *     block-builder.c     relax.BlockBuilder
 *     graph-tuning.c      tasks, tuning of modules, databases
 *     te-calls.c          bb.emit_te
 *     script-libraries.c  packages written in Python: topi.py, nn.py, and torch/ for PyTorch
 *     expr-mutator.c      classes of the script that rewrite graph functions
 */
#pragma once

#include "core/graph/passes/graph-edit.h"
#include "core/tutorial/tutorial-private.h"

G_BEGIN_DECLS

/* Seconds of each of several runs, end to end; functions of the script run once. */
typedef struct
{
  GArray *samples_s;   /* double */
} TlGraphTimes;

/*
 * Calls graph function @name of @module with @args; @times: nullable, and gets what the call took. FALSE with an error. Shapes of the
 * arguments give the symbolic sizes.
 */
gboolean tl_tutorial_run_graph (TlPyInterp *interp, const TlAst *at, TlModule *module, const char *name, const TlTarget *target,
                                const TlPyValue *args, guint n_args, TlGraphTimes *times, TlPyValue *value);

/* A function that register_func made known; NULL if there is none of that name. */
const TlPyValue *tl_tutorial_find_function (TlPyInterp *interp, const char *name);

/* A pass as a value: what its functions need follows it. In the interpreter's arena. */
typedef struct _TlScriptPass TlScriptPass;
struct _TlScriptPass
{
  const char *name;
  gboolean  (*run) (TlPyInterp *interp, const TlAst *at, const TlScriptPass *pass, const TlPyValue *module, TlPyValue *value);
};

TlPyValue tl_tutorial_pass (const TlScriptPass *pass);
/* @module, or the error of pass @name; takes both. FALSE with an error of the script. */
gboolean  tl_tutorial_finish_pass (TlPyInterp *interp, const TlAst *at, const char *name, TlModule *module, GError *error,
                                   TlPyValue *value);

/* A value of Python as one of a graph: None is NULL, a list of sizes a shape. FALSE with an error. */
gboolean  tl_tutorial_to_relax (TlPyInterp *interp, const TlAst *at, const TlPyValue *value, const TlRelaxExpr **expr);

/* A builder as a value, of an empty module (NULL) or of this one; the run owns it. */
TlPyValue           tl_block_builder_new (TlPyInterp *interp, const TlModule *module);
TlBlockBuilder     *tl_block_builder_get (const TlPyValue *value);    /* NULL if it is none */
TlGraphEdit        *tl_block_builder_edit (TlBlockBuilder *builder);
/* @module, which functions came from, lives as long as the builder: as long as the run. */
void                tl_block_builder_keep (TlBlockBuilder *builder, const TlModule *module);
/* A function without name or parameters begins, and ends with its body; FALSE with an error if another one is open. */
gboolean            tl_block_builder_open (TlPyInterp *interp, const TlAst *at, TlBlockBuilder *builder);
TlRelaxBody         tl_block_builder_close (TlBlockBuilder *builder, const TlRelaxExpr *result);
void                tl_block_builder_begin (TlBlockBuilder *builder, gboolean is_dataflow);
void                tl_block_builder_add_binding (TlBlockBuilder *builder, const TlRelaxBinding *binding);
/* With a type, and variables in place of arguments that are calls. NULL with an error. */
const TlRelaxExpr  *tl_block_builder_normalize (TlPyInterp *interp, const TlAst *at, TlBlockBuilder *builder, const TlRelaxExpr *expr);
/* The value that is bound to the variable; NULL: none. */
const TlRelaxExpr  *tl_block_builder_lookup (const TlBlockBuilder *builder, const TlRelaxVar *var);

/* The call_tir of what the first argument computes of the others; its PrimFunc is in the builder's module. NULL with an error. */
const TlRelaxExpr  *tl_tutorial_te_call (TlPyInterp *interp, TlBlockBuilder *builder, const TlPyArgs *args);

G_END_DECLS
