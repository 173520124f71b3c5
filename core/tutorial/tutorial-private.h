/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the parts of a tutorial's run. */
#pragma once

#include "core/base/random.h"
#include "core/python/python.h"
#include "core/target/target.h"
#include "core/tutorial/arrays.h"
#include "core/tutorial/tutorial.h"

G_BEGIN_DECLS

typedef struct _TlBlockBuilder TlBlockBuilder;

#define TL_N_SCRIPT_LIBRARIES 6u

/* One run: interp->context. */
typedef struct
{
  const TlTutorialOptions *options;
  GPtrArray               *tensors;    /* owns what arrays look at */
  GPtrArray               *states;     /* owns what builds were made from */
  GPtrArray               *sources;    /* owns the TlSource of code that stands in texts of the script */
  GPtrArray               *files;      /* owns the GBytes of files that the script opened */
  GHashTable              *devices;    /* kind of target → KnownDevice */
  GPtrArray               *builders;   /* owns TlBlockBuilder */
  TlPyScope               *libraries[TL_N_SCRIPT_LIBRARIES];   /* of graph/script-libraries.c; NULL until they are needed */
  TlPyList                 databases, targets;   /* of "with" blocks, the innermost last */
  GHashTable              *functions;  /* name → TlPyValue: functions of the script that graphs call */
  GHashTable              *notes;      /* those that were given: each once */
  TlRandom                 random;
} TlTutorial;

TlTutorial *tl_tutorial (TlPyInterp *interp);
/* "tutorial.py:47: there is no CUDA driver …": once each. */
/* "with" of what it is already: the value of the block is the same object. */
gboolean    tl_tutorial_enter_same (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, TlPyValue *value);
void        tl_tutorial_note (TlPyInterp *interp, const TlAst *at, const char *format, ...) G_GNUC_PRINTF (3, 4);

/* Rows of functions that scripts call; each table ends with an empty row. */
extern const TlPyNative tl_array_natives[], tl_testing_natives[], tl_file_natives[], tl_build_natives[], tl_lower_natives[],
    tl_device_natives[], tl_tune_natives[], tl_space_natives[], tl_vm_natives[], tl_function_natives[], tl_pass_natives[],
    tl_graph_natives[], tl_builder_natives[], tl_library_natives[], tl_mutator_natives[], tl_graph_tuning_natives[], tl_pattern_natives[];

/* --- builds.c --- */

/* Times as a timer gives them: the mean of each of @repeat parts of the samples, or all of them if they are fewer. */
TlPyValue   tl_tutorial_times (TlPyInterp *interp, const double *samples_s, guint n_samples, guint repeat);

/* --- tutorial-lower.c --- */

typedef struct
{
  TlPyValue module;
  guint     n_added;   /* parameters of its only function, the last ones, that calls leave out: results of a te schedule */
} TlTutorialProgram;

/*
 * The program that tvm.build and tvm.lower are given: a module, a te schedule with its tensors, or the value of tvm.lower. @target: the
 * argument, nullable. FALSE with an error.
 */
gboolean    tl_tutorial_program (TlPyInterp *interp, const TlPyArgs *args, TlTutorialProgram *program, const TlPyValue **target);

/* --- graph/ --- */

void        tl_block_builder_free (TlBlockBuilder *builder);

/* relax.build (mod, target) */
gboolean    tl_tutorial_build_graph (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value);

/* --- tutorial-tune.c --- */

/* Tunes all of @module into the folder that @args name, with their numbers of trials. FALSE with an error. */
gboolean    tl_tutorial_tune (TlPyInterp *interp, const TlAst *at, const TlPyArgs *args, const TlModule *module, const TlTarget *target);

/* --- tutorial-spaces.c --- */

/* The lists of ms.space_generator.PostOrderApply (…), of TlSpaceList, as text; NULL among them: the target's. NULL: @value is none. */
const char *const *tl_tutorial_space_lists (const TlPyValue *value);

/* --- tutorial-devices.c --- */

/* That of the innermost "with target:"; NULL: none. */
const TlPyValue *tl_tutorial_current_target (TlPyInterp *interp);

GHashTable *tl_tutorial_devices_new (void);
/* Why programs of @target cannot run on a device of this machine, in one sentence; NULL: they can. */
const char *tl_tutorial_find_device (TlPyInterp *interp, const TlTarget *target);
/* The target of a script's text or object; a GPU without its arch is the one of this machine, if that is here. FALSE with an error. */
gboolean    tl_tutorial_to_target (TlPyInterp *interp, const TlAst *at, const TlPyValue *value, TlTarget *target);

G_END_DECLS
