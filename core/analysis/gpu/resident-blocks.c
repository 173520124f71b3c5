/* SPDX-License-Identifier: Apache-2.0 */
#include "core/analysis/gpu/resident-blocks.h"

#include "core/analysis/gpu/occupancy.h"
#include "core/base/extremum.h"
#include "core/base/saturate.h"
#include "core/ir/matrix-call.h"
#include "core/ir/walk.h"

#define LEAST_WORDS     64   /* in arrays of a thread, for registers to matter */
#define OTHER_REGISTERS 32   /* addresses, counters, what is loaded ahead */
#define REGISTER_BYTES  4

typedef struct
{
  GPtrArray  *loops;    /* const TlLoop *: around the current statement */
  GHashTable *stored;   /* TlBuffer of a thread → elements that a statement stores, in all iterations; GSIZE_TO_POINTER */
} KernelWalk;

static TlKernelMemory memory_of (KernelWalk *walk, const TlStmt *stmt);

/* --- elements in use --- */

/* Arrays have gaps where a thread's part of something larger has: only elements that are stored take registers. */
static void
note_store (KernelWalk *walk, const TlStmt *stmt)
{
  gint64 n = stmt->value->dtype.lanes, extent;
  gsize  known = GPOINTER_TO_SIZE (g_hash_table_lookup (walk->stored, stmt->buffer));

  if (tl_scope_is_shared (stmt->buffer->scope))
    return;
  for (guint i = 0; i < walk->loops->len; i++)
    {
      const TlLoop *loop = walk->loops->pdata[i];

      if (tl_expr_uses_var (stmt->indices[0], loop->var))
        n = tl_expr_get_int (loop->extent, &extent) ? tl_mul_saturated (n, extent) : G_MAXINT64;
    }
  g_hash_table_insert (walk->stored, (gpointer) stmt->buffer, GSIZE_TO_POINTER (MAX (known, (gsize) n)));
}

static gint64
elements_in_use (const KernelWalk *walk, const TlBuffer *buffer)
{
  gsize n_stored = GPOINTER_TO_SIZE (g_hash_table_lookup (walk->stored, buffer));

  return n_stored > 0 ? tl_min ((gint64) n_stored, tl_buffer_n_elements (buffer)) : tl_buffer_n_elements (buffer);
}

/* --- statements --- */

/* Of statements one after the other: the most that one of them needs. */
static TlKernelMemory
either (TlKernelMemory a, TlKernelMemory b)
{
  return (TlKernelMemory) { tl_max (a.local, b.local), tl_max (a.shared, b.shared), a.is_known && b.is_known };
}

static TlKernelMemory
memory_of_loop (KernelWalk *walk, const TlLoop *loop)
{
  TlKernelMemory memory;

  g_ptr_array_add (walk->loops, (gpointer) loop);
  memory = memory_of (walk, loop->body);
  g_ptr_array_set_size (walk->loops, (gint) walk->loops->len - 1);
  return memory;
}

static TlKernelMemory
memory_of_alloc (KernelWalk *walk, const TlStmt *stmt)
{
  TlKernelMemory memory = memory_of (walk, stmt->alloc_body);
  gint64       n_bytes = elements_in_use (walk, stmt->buffer) * tl_dtype_bytes (stmt->buffer->dtype);

  memory.is_known &= n_bytes >= 0 && !tl_scope_is_of_warp (stmt->buffer->scope);
  *(tl_scope_is_shared (stmt->buffer->scope) ? &memory.shared : &memory.local) += n_bytes;
  return memory;
}

static TlKernelMemory
memory_of (KernelWalk *walk, const TlStmt *stmt)
{
  TlKernelMemory memory = { .is_known = TRUE };

  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      return memory_of_loop (walk, &stmt->loop);
    case TL_STMT_SEQ:
      for (guint i = 0; i < stmt->n_stmts; i++)
        memory = either (memory, memory_of (walk, stmt->stmts[i]));
      return memory;
    case TL_STMT_IF:
      memory = memory_of (walk, stmt->then_body);
      return stmt->else_body != NULL ? either (memory, memory_of (walk, stmt->else_body)) : memory;
    case TL_STMT_LET:
      return memory_of (walk, stmt->let_body);
    case TL_STMT_ATTR:
      return memory_of (walk, stmt->attr_body);
    case TL_STMT_ALLOC:
      return memory_of_alloc (walk, stmt);
    case TL_STMT_WHILE:
      return memory_of (walk, stmt->then_body);
    case TL_STMT_STORE:
      note_store (walk, stmt);
      return memory;
    default:
      return memory;
    }
}

TlKernelMemory
tl_kernel_memory (const TlKernel *kernel)
{
  g_autoptr (GPtrArray)  loops = g_ptr_array_new ();
  g_autoptr (GHashTable) stored = g_hash_table_new (NULL, NULL);

  return memory_of (&(KernelWalk) { loops, stored }, kernel->body);
}

gint64
tl_resident_blocks (const TlKernel *kernel, const TlTarget *target)
{
  TlKernelMemory memory = tl_kernel_memory (kernel);
  gint64         n_threads = tl_kernel_n_threads (kernel);
  TlOccupancy    occupancy;

  if (!memory.is_known || n_threads <= 0 || memory.local < LEAST_WORDS * REGISTER_BYTES)
    return 0;
  occupancy = tl_occupancy (tl_gpu_limits (target->arch), n_threads, memory.local / REGISTER_BYTES + OTHER_REGISTERS, memory.shared);
  return occupancy.n_blocks;
}
