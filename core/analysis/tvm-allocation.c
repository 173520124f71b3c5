/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Apache TVM allocates an intermediate buffer just around its uses, as small as one iteration there needs it, but for the loops of
 * reductions into it: around these, too. Found by experiment (tests/oracle/compare-allocation.py), its code computes another result
 *
 *   - where a vectorized loop is around the allocation, and lanes write elements of their own: they share one buffer;
 *   - where an iteration reads in the end what an earlier one wrote:
 *
 *       for i in range(8): { B[i::8] = …;  C[i:i + 57] = B[i:i + 57] }
 *
 *     Row i + 1 of B is in the place of row i then. If iterations all need the same elements, the memory still has them from before, and
 *     the result is right; but threads of a parallel loop do not see each other's. Where a place was never written, LLVM may leave out the
 *     copy from it, and the result is right by that.
 *
 * The program itself is right: its values are those of the loops in order, as our code computes them (lower/place-buffers.c).
 */
#include "core/analysis/tvm-allocation.h"

#include "core/analysis/block-info-private.h"
#include "core/analysis/element-walk.h"
#include "core/base/extremum.h"
#include "core/ir/walk.h"

typedef struct
{
  TlArena *arena;
  const TlModule *module;
  const TlPath *path; /* of the scope */
  TlScopeInfo *info;
  const TlBuffer *buffer;
  const TlScopeChild *first; /* of those that use the buffer */
  guint n_around;            /* of its loops: those around the allocation */
} Allocation;

/* --- the place --- */

static guint
n_common (const TlScopeChild *a, const TlScopeChild *b, guint n)
{
  guint same = 0;

  while (same < MIN (n, b->n_loops) && a->loops[same] == b->loops[same])
    same++;
  return same;
}

/* The loops of @child outside of all that feed axes of a reduction, or ordered ones. */
static guint
n_outside_of_reduction (const TlScopeChild *child)
{
  const TlBlock *block = &child->block->block;

  for (guint i = 0; i < child->n_loops; i++)
    for (guint k = 0; k < block->n_axes; k++)
      if (block->axes[k].kind != TL_AXIS_SPATIAL && tl_expr_uses_var (block->bindings[k], child->loops[i]->loop.var))
        return i;
  return child->n_loops;
}

/* FALSE if nothing uses the buffer. */
static gboolean
find_place (Allocation *a)
{
  for (guint i = 0; i < a->info->n_children; i++)
    {
      const TlScopeChild *child = tl_scope_child (a->info, i);
      gboolean writes = tl_block_writes (child->block, a->buffer);

      if (!writes && !tl_block_reads (child->block, a->buffer))
        continue;
      if (a->first == NULL)
        {
          a->first = child;
          a->n_around = child->n_loops;
        }
      a->n_around = n_common (a->first, child, a->n_around);
      if (writes)
        a->n_around = (guint)tl_min (a->n_around, n_outside_of_reduction (child));
    }
  return a->first != NULL;
}

static const TlLoop *
loop_around (const Allocation *a, guint nth)
{
  return &((const TlStmt *)a->first->loops[nth])->loop;
}

static gboolean
is_bound_to_threads (const Allocation *a)
{
  for (guint i = 0; i < a->n_around; i++)
    if (loop_around (a, i)->kind == TL_LOOP_THREAD_BINDING)
      return TRUE;
  return FALSE;
}

/* Whether the elements that are written depend on @loop. */
static gboolean
differs_by_iteration (const Allocation *a, const TlLoop *loop)
{
  for (guint i = 0; i < a->info->n_children; i++)
    {
      const TlBlock *block = &tl_scope_child (a->info, i)->block->block;

      for (guint k = 0; k < block->n_writes; k++)
        {
          TlRegion region = block->writes[k];

          if (region.buffer != a->buffer)
            continue;
          region = tl_block_region_outside (a->arena, block, region);
          for (guint d = 0; d < a->buffer->n_dims; d++)
            if (tl_expr_uses_var (region.ranges[d].min, loop->var) || tl_expr_uses_var (region.ranges[d].extent, loop->var))
              return TRUE;
        }
    }
  return FALSE;
}

/* A loop around the allocation whose lanes write elements of their own, or NULL. */
static const TlLoop *
find_vectorized (const Allocation *a)
{
  for (guint i = 0; i < a->n_around; i++)
    {
      const TlLoop *loop = loop_around (a, i);

      if (loop->kind == TL_LOOP_VECTORIZED && !tl_expr_is_int (loop->extent, 1) && differs_by_iteration (a, loop))
        return loop;
    }
  return NULL;
}

/* --- what memory holds --- */

#define MAX_POINTS (1u << 21) /* less than a second */

typedef struct
{
  gint64 instance, element;
  const TlBlock *block;
  gboolean writes;
} ElementAccess;

typedef struct
{
  const Allocation *a;
  GArray *accesses;   /* ElementAccess: of the buffer that is allocated last */
  GHashTable *memory; /* gint64 place → gint64 element */
  GHashTable *known;  /* gint64 element: written so far */
  GHashTable *lost;   /* ElementAccess: read from a place that holds another element */
} TvmMemory;

static guint
hash_access (gconstpointer key)
{
  const ElementAccess *access = key;

  return (guint)((guint64)(access->instance * 1000003 + access->element + access->block->id) * 0x9E3779B97F4A7C15u >> 32);
}

static gboolean
accesses_equal (gconstpointer a, gconstpointer b)
{
  const ElementAccess *x = a, *y = b;

  return x->instance == y->instance && x->element == y->element && x->block == y->block;
}

/* Places count from the first element that is used, dimension by dimension. */
static gint64
offset_of (const TlBuffer *buffer, gint64 element, const gint64 *first)
{
  gint64 place = 0, stride = 1;

  for (guint d = buffer->n_dims; d-- > 0;)
    {
      gint64 extent = 1;

      tl_buffer_get_extent (buffer, d, &extent);
      place += (element % extent - first[d]) * stride;
      element /= extent;
      stride *= extent;
    }
  return place;
}

static void
find_first (const TlBuffer *buffer, const GArray *accesses, gint64 *first)
{
  for (guint d = 0; d < buffer->n_dims; d++)
    first[d] = G_MAXINT64;
  for (guint i = 0; i < accesses->len; i++)
    {
      gint64 element = g_array_index (accesses, ElementAccess, i).element;

      for (guint d = buffer->n_dims; d-- > 0;)
        {
          gint64 extent = 1;

          tl_buffer_get_extent (buffer, d, &extent);
          first[d] = MIN (first[d], element % extent);
          element /= extent;
        }
    }
}

static void
note_access (TvmMemory *m, const ElementAccess *access, gint64 place)
{
  const gint64 *held = g_hash_table_lookup (m->memory, &place);

  if (access->writes)
    {
      g_hash_table_insert (m->memory, g_memdup2 (&place, sizeof place), g_memdup2 (&access->element, sizeof access->element));
      g_hash_table_add (m->known, g_memdup2 (&access->element, sizeof access->element));
      return;
    }
  if (!g_hash_table_contains (m->known, &access->element))
    return;
  if (held == NULL || *held != access->element)
    g_hash_table_add (m->lost, g_memdup2 (access, sizeof *access));
  else
    g_hash_table_remove (m->lost, access);
}

static void
end_allocation (TvmMemory *m)
{
  const TlBuffer *buffer = m->a->buffer;
  g_autofree gint64 *first = g_new (gint64, MAX (buffer->n_dims, 1));

  find_first (buffer, m->accesses, first);
  for (guint i = 0; i < m->accesses->len; i++)
    {
      const ElementAccess *access = &g_array_index (m->accesses, ElementAccess, i);

      note_access (m, access, offset_of (buffer, access->element, first));
    }
  g_array_set_size (m->accesses, 0);
}

static void
begin_iteration (const TlLoop *loop, gint64 number, gpointer user_data)
{
  TvmMemory *m = user_data;

  for (guint i = 0; i < m->a->n_around; i++)
    if (loop_around (m->a, i) == loop)
      {
        end_allocation (m);
        if (loop->kind == TL_LOOP_PARALLEL)
          g_hash_table_remove_all (m->memory);
      }
}

static void
visit (const TlBlock *block, gboolean writes, gint64 instance, gint64 element, gpointer user_data)
{
  TvmMemory *m = user_data;
  ElementAccess access = { instance, element, block, writes };

  g_array_append_val (m->accesses, access);
}

/* A block that ends up with values other than those written, or NULL. */
static const TlBlock *
find_lost (const Allocation *a)
{
  g_autoptr (GArray) accesses = g_array_new (FALSE, FALSE, sizeof (ElementAccess));
  g_autoptr (GHashTable) memory = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GHashTable) lost = g_hash_table_new_full (hash_access, accesses_equal, g_free, NULL);
  TvmMemory m = { a, accesses, memory, known, lost };
  TlElementWalk walk = { .buffer = a->buffer,
                         .within = loop_around (a, a->n_around - 1),
                         .begin_iteration = begin_iteration,
                         .visit = visit,
                         .user_data = &m,
                         .max_points = MAX_POINTS };
  GHashTableIter iter;
  const ElementAccess *access;

  if (!tl_element_walk (&walk, a->path, FALSE))
    return NULL;
  end_allocation (&m);
  g_hash_table_iter_init (&iter, lost);
  return g_hash_table_iter_next (&iter, (gpointer *)&access, NULL) ? access->block : NULL;
}

/* Whether all that is read was written in the same iteration, by boxes: most programs need no walk. */
static gboolean
is_covered (const Allocation *a)
{
  for (guint i = 0; i < a->info->n_children; i++)
    if (!tl_block_reads_are_covered (a->info, tl_scope_child (a->info, i)->block, a->buffer, NULL))
      return FALSE;
  return TRUE;
}

/* --- the report --- */

static char *
describe (Allocation *a)
{
  const TlLoop *vectorized, *around = NULL;
  const TlBlock *block;

  if (!find_place (a) || is_bound_to_threads (a))
    return NULL;
  vectorized = find_vectorized (a);
  if (vectorized != NULL)
    return g_strdup_printf ("TVM allocates one %s for all lanes of %s and computes another result", a->buffer->name, vectorized->var->name);
  for (guint i = 0; i < a->n_around; i++)
    if (!tl_expr_is_int (loop_around (a, i)->extent, 1))
      around = loop_around (a, i);
  block = around != NULL && !is_covered (a) ? find_lost (a) : NULL;
  if (block == NULL)
    return NULL;
  return g_strdup_printf ("TVM allocates %s for one iteration of %s, but block %s reads what earlier ones wrote: TVM's result may differ",
                          a->buffer->name, around->var->name, block->name);
}

static void
describe_scope (TlArena *arena, const TlModule *module, const TlStmt *scope, GPtrArray *found)
{
  g_autoptr (TlScopeInfo) info = tl_scope_info_new_unwrapped (arena, module, scope, NULL);
  g_autoptr (TlPath) path = tl_path_find (module, scope->block.id);

  for (guint i = 0; i < scope->block.n_allocs; i++)
    {
      Allocation a = { .arena = arena, .module = module, .path = path, .info = info, .buffer = scope->block.allocs[i] };
      char *text = describe (&a);

      if (text != NULL)
        g_ptr_array_add (found, text);
    }
}

static TlWalk
find_scopes (const TlStmt *stmt, gpointer user_data)
{
  if (stmt->kind == TL_STMT_BLOCK && stmt->block.n_allocs > 0)
    g_ptr_array_add (user_data, (gpointer)stmt);
  return TL_WALK_INTO;
}

GPtrArray *
tl_tvm_differences (const TlModule *module)
{
  GPtrArray *found = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (TlArena) arena = tl_arena_new (module->arena);
  g_autoptr (GPtrArray) scopes = g_ptr_array_new ();

  for (guint i = 0; i < module->n_prims; i++)
    tl_stmt_walk (module->prims[i]->body, find_scopes, NULL, scopes);
  for (guint i = 0; i < scopes->len; i++)
    describe_scope (arena, module, scopes->pdata[i], found);
  return found;
}
