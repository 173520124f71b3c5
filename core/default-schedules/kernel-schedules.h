/* SPDX-License-Identifier: Apache-2.0 */
/* A schedule for every kernel of an executable: its best record in a database unless that is slower in the model, else by rules. */
#pragma once

#include "core/default-schedules/default-schedule.h"
#include "core/default-schedules/kernel-times.h"

G_BEGIN_DECLS

typedef enum
{
  TL_KERNEL_BY_RECORD,
  TL_KERNEL_BY_RULES,
  TL_KERNEL_UNSCHEDULED,   /* nothing fits */
} TlKernelOrigin;

typedef struct
{
  TlState       *state;    /* owned; its first program is the kernel's */
  TlModule      *module;   /* owned: what is built, the program of @state less what is done to constants once */
  TlKernelOrigin origin;
  char          *how;      /* owned: names of the rules; why a record does not apply; nullable */
  gint64         block;    /* channels in a block of its images (channel-blocks.h); 0: they lie as the graph has them */
  TlKernelTimes  times;    /* of its record and the rules; whether it uses the record is up to @origin */
} TlKernelSchedule;

/*
 * One TlKernelSchedule for each kernel, in their order; @executable gets kernels that prepare constants (tl_executable_add_setup).
 * @records: nullable. A record is used unless the times that are kept with the records say that rules are faster. Blocks, on several
 * threads; NULL with an error only if @records cannot be read.
 */
GPtrArray *tl_kernel_schedules_new (TlExecutable *executable, const TlTarget *target, TlRecords *records, GError **error);
/* The same with @times (TlKernelTimes; NULL: all records are used) instead of those that are kept. */
GPtrArray *tl_kernel_schedules_new_by_times (TlExecutable *executable, const TlTarget *target, TlRecords *records, const GArray *times,
                                             GError **error);
/* Kernels whose record is used and was never timed in the model. */
guint      tl_kernel_schedules_n_untimed (const GPtrArray *schedules);

/* The modules that are built, borrowed: a TlModule for each kernel. */
GPtrArray *tl_kernel_schedules_modules (const GPtrArray *schedules);

G_END_DECLS
