/* SPDX-License-Identifier: Apache-2.0 */
/* The default parts of a design space: MetaSchedule's lists for each kind of target. */
#pragma once

#include "core/target/target.h"

G_BEGIN_DECLS

typedef enum
{
  TL_SPACE_RULES,
  TL_SPACE_POSTPROCS,
  TL_SPACE_MUTATORS,
  TL_N_SPACE_LISTS,
} TlSpaceList;

typedef struct
{
  const char *name;                        /* "llvm", "cuda-tensorcore" */
  const char *summary;
  const char *lists[TL_N_SPACE_LISTS];     /* components as text */
} TlComponentSet;

const TlComponentSet *tl_component_set_nth (guint index);            /* NULL past the end */
const TlComponentSet *tl_component_set_find (const char *name);
/* That of TVM for the target: by instructions that the CPU has, by the GPU's architecture. */
const TlComponentSet *tl_component_set_for (const TlTarget *target);

G_END_DECLS
