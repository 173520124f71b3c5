/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs a tutorial: a script that makes arrays, schedules programs, builds and runs them, compares, times and prints, as Python with numpy
 * and TVM would. Programs run in workers; those for a GPU that is not here run in the emulator, and are not timed.
 *
 *     arrays.h           numpy's arrays as values: views, elements, text
 *     array-math.c       operators and functions of elements, with broadcasting
 *     array-functions.c  numpy's functions
 *     numpy-testing.c    numpy.testing.measure, contexts
 *     files.c            open, numpy.load; pickles.h: pickle.load
 *     builds.c           tvm.build, functions and sources of what was built, timers
 *     tutorial-lower.c   tvm.lower; te schedules as modules
 *     tutorial-tune.c    ms.tune_tir
 *     tutorial-spaces.c  schedule rules, postprocessors, mutators, and spaces of them
 *     tutorial-devices.c tvm.cuda (0), and which of them are here
 *     graph/             graph functions: their parts, builders, passes, virtual machines
 */
#pragma once

#include <gio/gio.h>

#include "core/base/source.h"
#include "core/measure/worker-pool.h"

G_BEGIN_DECLS

typedef struct
{
  void        (*print) (gpointer user_data, const char *text);   /* what the script prints */
  void        (*note) (gpointer user_data, const char *text);    /* a step that was replaced by another: one sentence, with its place */
  /* The file of this name, as the script has it. NULL: the script may not read it, or with an error. Nullable: it may read none. */
  GBytes     *(*open_file) (gpointer user_data, const char *name, GError **error);
  gpointer      user_data;
  TlWorkerPool *pool;         /* borrowed */
  guint64       seed;         /* of its schedules, and of random arrays until the script sets one */
  double        timeout_s;    /* of a build, and of a run */
  GCancellable *cancellable;  /* nullable */
} TlTutorialOptions;

/* FALSE with the error of the statement that failed, with its place. Blocks. */
gboolean tl_tutorial_run (TlSource *source, const TlTutorialOptions *options, GError **error);

G_END_DECLS
