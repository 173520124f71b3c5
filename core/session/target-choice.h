/* SPDX-License-Identifier: Apache-2.0 */
/* The targets that a person chooses from: this machine and its devices, CPUs by name, GPUs by TVM's tags. */
#pragma once

#include "core/measure/device-list.h"
#include "core/target/target.h"

G_BEGIN_DECLS

typedef struct
{
  const char *group;    /* "NVIDIA GPUs"; in static memory */
  char       *title;    /* "GeForce RTX 4090" … */
  char       *detail;   /* … and "nvidia/geforce-rtx-4090 · sm_89" */
  TlTarget    target;   /* of a CPU: with one core */
} TlTargetChoice;

/* TlTargetChoice, those of a group in a row; this machine is the first. @devices: TlListedDevice; NULL: not known yet. */
GPtrArray *tl_target_choices_new (const GPtrArray *devices);
/* The number of the choice that @target is, whatever its cores; -1: none. */
int        tl_target_choices_find (const GPtrArray *choices, const TlTarget *target);
/* Whether all words of @text are in title, detail or group, in any case of letters. */
gboolean   tl_target_choice_matches (const TlTargetChoice *choice, const char *text);

/* Threads that this machine has. */
guint    tl_target_max_threads (void);

/* In a word: its tag where it is no more than that, "nvidia/nvidia-a100", else as text. Free with g_free. */
char    *tl_target_short_text (const TlTarget *target);
/*
 * "512-bit vectors, 32 registers · L1 32 KiB, L2 1 MiB, L3 32 MiB"; "A100 SXM 80 GB: 108 multiprocessors, L2 40 MiB, 2039 GB/s · …". Free
 * with g_free.
 */
char    *tl_target_describe (const TlTarget *target);
/* Why programs for @target cannot be timed here, and what can be done with them: sentences. NULL: they can. Free with g_free. */
char    *tl_target_obstacle (const TlTarget *target, const GPtrArray *devices);
/* The device that times its kernels, "Measured on NVIDIA H100"; NULL: none does, or the CPU. Free with g_free. */
char    *tl_target_device_text (const TlTarget *target, const GPtrArray *devices);
/* Whether its programs run on this machine's CPU. */
gboolean tl_target_is_here (const TlTarget *target);

G_END_DECLS
