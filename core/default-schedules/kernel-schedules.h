/* SPDX-License-Identifier: Apache-2.0 */
/* A schedule for every kernel of an executable: the best record of a database where there is one, else what the rules write. */
#pragma once

#include "core/default-schedules/default-schedule.h"
#include "core/graph/executable.h"
#include "core/records/records.h"

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
} TlKernelSchedule;

/*
 * One TlKernelSchedule for each kernel, in their order; @executable gets kernels that prepare constants (tl_executable_add_setup).
 * @records: nullable. Blocks, on several threads; NULL with an error only if @records cannot be read.
 */
GPtrArray *tl_kernel_schedules_new (TlExecutable *executable, const TlTarget *target, TlRecords *records, GError **error);

/* The modules that are built, borrowed: a TlModule for each kernel. */
GPtrArray *tl_kernel_schedules_modules (const GPtrArray *schedules);

G_END_DECLS
