/* SPDX-License-Identifier: Apache-2.0 */
/* The figures of one machine, measured once and kept in the user's data folder (tileloom/machine.ini). */
#pragma once

#include <gio/gio.h>

#include "core/device/peak.h"

G_BEGIN_DECLS

typedef struct
{
  const char *name;        /* "L1", "L2", "L3", "memory" */
  gint64      n_bytes;     /* of the arrays that were moved */
  double      bytes_per_s[TL_N_STREAMS];
} TlMachineLevel;

#define TL_MACHINE_LEVELS 4

/* A plain value. Rates are of one core that has the machine for itself; 0 is unknown. */
typedef struct
{
  double         operations_per_s[TL_N_PEAKS];
  TlMachineLevel levels[TL_MACHINE_LEVELS];
  gint64         measured_s;     /* since the epoch */
} TlMachine;

const char *tl_machine_level_name (guint level);

typedef void (*TlMachineProgress) (double share, gpointer user_data);
/*
 * Takes about three seconds; the calling thread should have a core for itself. FALSE if cancelled. @progress, nullable, is called on this
 * thread.
 */
gboolean tl_machine_measure (TlMachine *machine, TlMachineProgress progress, gpointer user_data, GCancellable *cancellable, GError **error);
/* FALSE if this machine (its model and number of CPUs) has not been measured. */
gboolean tl_machine_load (TlMachine *machine);
gboolean tl_machine_save (const TlMachine *machine, GError **error);

/* The highest rate of float32 operations, 0 if unknown; and of reading from memory. */
double   tl_machine_peak_float32 (const TlMachine *machine);

G_END_DECLS
