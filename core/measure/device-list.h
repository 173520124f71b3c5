/* SPDX-License-Identifier: Apache-2.0 */
/* The devices of this machine besides its CPU, as a worker finds them: a driver may crash, or take long to start. */
#pragma once

#include "core/measure/worker-pool.h"

G_BEGIN_DECLS

/* The first device of a kind, or the reason why there is none. Owns its members. */
typedef struct
{
  char    *kind;      /* of TlTargetKind.device: "cuda", "opencl" */
  char    *model;     /* "NVIDIA H100 80GB HBM3"; NULL: there is none … */
  char    *problem;   /* … and why, else NULL */
  TlTarget target;    /* of code for it */
} TlListedDevice;

/* TlListedDevice, one for each kind of device. Blocks while the runner is busy. Free with g_ptr_array_unref. */
GPtrArray *tl_worker_pool_list_devices (TlWorkerPool *pool, GCancellable *cancellable);

/* An empty list, and one device more; @model and @problem are nullable. */
GPtrArray *tl_device_list_new (void);
void       tl_device_list_add (GPtrArray *devices, const char *kind, const char *model, const char *problem, const TlTarget *target);
/* NULL: the list has no such kind, or is NULL itself. */
const TlListedDevice *tl_device_list_find (const GPtrArray *devices, const char *kind);

G_END_DECLS
