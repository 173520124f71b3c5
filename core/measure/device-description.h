/* SPDX-License-Identifier: Apache-2.0 */
/* A device as the workers find it: the application itself opens no driver. */
#pragma once

#include "core/measure/worker-pool.h"

G_BEGIN_DECLS

typedef struct
{
  char    *model;      /* "NVIDIA H100 80GB HBM3" */
  guint    n_units;    /* multiprocessors */
  gint64   l2_bytes;   /* 0: not known */
  TlTarget target;     /* of code for it, by what it says itself; the one that was asked for where it says nothing */
} TlDeviceDescription;

void     tl_device_description_clear (TlDeviceDescription *description);

/* The device that runs @target's code; @description is nullable. Blocks. FALSE with one sentence if it is not there. */
gboolean tl_worker_pool_describe_device (TlWorkerPool *pool, const TlTarget *target, TlDeviceDescription *description,
                                         GCancellable *cancellable, GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TlDeviceDescription, tl_device_description_clear)

G_END_DECLS
