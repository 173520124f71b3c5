/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Baselines: the same computation by other code, timed beside ours in one process and on the same arguments. A worker program knows those
 * of the table that it passes to tl_worker_main.
 */
#pragma once

#include <json-glib/json-glib.h>

#include "core/device/device.h"
#include "core/device/tensor.h"

G_BEGIN_DECLS

typedef struct
{
  JsonObject      *task;       /* nullable: what the program computes, as the comparison says; the baselines define its members … */
  const char      *op;         /* … except this one: the operation, "" without a task */
  TlTensor *const *args;       /* in the order of the program's parameters; valid until the run is freed */
  guint            n_args;
  guint            n_threads;
  const TlDeviceApi *api;      /* where the arguments are, for baselines that run on the program's device; the CPU's for the others */
  gpointer         device;
  gpointer        *buffers;    /* the arguments there */
} TlBaselineTask;

/* A baseline, ready to be timed. */
typedef struct
{
  gpointer data;
  void   (*run) (gpointer data);     /* or, on a device … */
  double (*time) (gpointer data, guint64 number, GError **error);   /* … seconds that so many runs take; negative: they fail */
  void   (*show) (gpointer data);    /* nullable: brings the result into the arguments, where a run leaves it elsewhere; not timed */
  void   (*free) (gpointer data);    /* nullable */
  gboolean computes;                 /* the result is to be compared */
} TlBaselineRun;

/* A row of a table, which ends with a row without a name. */
typedef struct
{
  const char *name;
  /* FALSE with @error: a library is not installed, or does not support the task. */
  gboolean  (*prepare) (const TlBaselineTask *task, TlBaselineRun *run, GError **error);
  gboolean    is_on_device;   /* it runs on the device of the programs that it is compared with */
} TlBaseline;

G_END_DECLS
