/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How fast a program can be on this machine at most: its operations at the measured rate of multiply-adds, its arguments (of those that are
 * read no more than is loaded) moved once at the measured rate of the cache (or memory) that holds all of them from one run to the next.
 * Williams, Waterman, Patterson: Roofline (2009).
 */
#pragma once

#include "core/device/machine-rates.h"
#include "core/ir/module.h"
#include "core/target/gpu-models.h"

G_BEGIN_DECLS

/* A plain value. 0: unknown, as all rates of a machine are that has not been measured. */
typedef struct
{
  double      operations;
  double      read_bytes;      /* of the arguments that are read, and of those that are written */
  double      written_bytes;
  double      compute_s;       /* the operations alone */
  double      memory_s;        /* the moving alone */
  const char *level;           /* "L1", "L2", "L3", "memory": where the arguments fit; NULL if their sizes are symbolic */
  TlDType     dtype;           /* of what is multiplied: the first argument's; void without one */
  guint       n_cores;
  const TlGpuModel *gpu;       /* by published figures of it; NULL: by measured rates of this machine */
} TlRoof;

/* On @n_cores cores at once, each with the rates of one alone. */
TlRoof      tl_roof_of (const TlPrimFunc *func, const TlMachine *machine, guint n_cores);
/*
 * On a GPU, by its data sheet: float32 without tensor cores, float16 on them; other types have no peak. Arguments that fit its L2 take no
 * time, for that rate is not published.
 */
TlRoof      tl_roof_of_gpu (const TlPrimFunc *func, const TlGpuModel *model);
/* The shortest time in which one core moves so much from and to a level; 0 if its rates are unknown. */
double      tl_transfer_s (double read_bytes, double written_bytes, const TlMachineLevel *level);
/* Bytes per second from and to level @number of the machine, in the function's proportion of reads and writes; 0 if unknown. */
double      tl_roof_bytes_per_s (const TlRoof *roof, const TlMachine *machine, guint number);
/* The shortest time; 0 if nothing is known. */
double      tl_roof_s (const TlRoof *roof);
/* Where the time goes at the roof: "peak" or "published peak" for arithmetic, or the name of the memory's level; NULL: nothing is known. */
const char *tl_roof_bound (const TlRoof *roof);
/*
 * "98 % of peak", "91 % of memory bandwidth"; NULL if nothing is known. More than 100 % says that the roof or the count is wrong, and has a
 * "?".
 */
char       *tl_roof_share_text (const TlRoof *roof, double seconds);
/* Whether that is so: a run cannot be that much shorter than @least_s. */
gboolean    tl_roof_is_doubtful (double least_s, double seconds);

G_END_DECLS
