/* SPDX-License-Identifier: Apache-2.0 */
/* The loads and stores of a kernel, with the loops and conditions around each. */
#pragma once

#include "core/ir/kernel.h"
#include "core/lower/lower-private.h"

G_BEGIN_DECLS

/* In the arena. */
typedef struct
{
  const TlBuffer       *buffer;
  const TlExpr *const  *indices;
  const TlStmt         *stmt;
  gboolean              is_write;
  gboolean              is_exact;   /* all conditions on it are in @conds */
  const TlLoop        **loops;      /* outermost first */
  guint                 n_loops;
  const TlExpr        **conds;      /* with room for one more */
  guint                 n_conds;
} KernelAccess;

typedef struct
{
  GPtrArray  *accesses;     /* KernelAccess * */
  GHashTable *values;       /* TlVar of a let → TlExpr */
  GHashTable *depths;       /* TlBuffer that the kernel allocates → number of loops around that + 1 */
  GHashTable *unknown;      /* TlBuffer: instructions get its address */
} KernelAccesses;

/*
 * Those of @kernel. An access whose index divides by a number that varies is several, one for each value of that number, under the
 * condition that it has it, as long as these are few.
 */
void kernel_accesses_init (KernelAccesses *accesses, TlArena *arena, const TlKernel *kernel);
void kernel_accesses_clear (KernelAccesses *accesses);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KernelAccesses, kernel_accesses_clear)

G_END_DECLS
