/* SPDX-License-Identifier: Apache-2.0 */
/* Programs to be scheduled at random, and what they compute. */
#pragma once

#include "core/schedule/state.h"

G_BEGIN_DECLS

/* A program, inputs for it and what the interpreter computes from them. Owned. */
typedef struct
{
  char      *name;
  TlModule  *module;
  GPtrArray *inputs;
  GPtrArray *expected;
} Subject;

/*
 * The program of schedule @seed: half of them are written for the seed, the others come in turns from a list, all samples in small among
 * them. FALSE with a reason (g_free) where the interpreter does not run it. Each seed gives the same everywhere.
 */
gboolean subject_init (Subject *subject, guint64 seed, char **problem);
/* The same of the samples alone, in turns. */
gboolean subject_init_sample (Subject *subject, guint64 seed, char **problem);
void     subject_clear (Subject *subject);

G_END_DECLS
