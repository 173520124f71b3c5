/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Group "vector body" (ours): the code that the innermost loops become. The code inside the innermost loop that stays a loop is the
 * body: loops that are vectorized or unrolled, marked so, by pragma_auto_unroll_max_step or unasked, as core/lower/unroll.h says. Whether
 * its results stay in registers, how many loads each of its instructions needs and how far these are apart is what tells apart schedules
 * that are alike to the other groups.
 */
#include <math.h>

#include "core/lower/unroll.h"
#include "core/cost-model/features/features-private.h"

static const TlColumnRow rows[] = {
  { "body.lanes", "Lanes of the vectorized loops in the body", TL_FEATURE_LOG },
  { "body.copies", "Unrolled copies of the statement in the body, each for all lanes", TL_FEATURE_LOG },
  { "body.results", "Distinct registers that the body stores", TL_FEATURE_LOG },
  { "body.vectors", "Distinct registers that it loads from contiguous memory", TL_FEATURE_LOG },
  { "body.scalars", "Distinct scalars that it broadcasts to all lanes", TL_FEATURE_LOG },
  { "body.gathered", "Distinct scalars that it gathers from scattered memory", TL_FEATURE_LOG },
  { "body.copies_d_loads", "copies / (vectors + scalars + gathered), or copies", TL_FEATURE_LOG },
  { "body.registers", "results + vectors", TL_FEATURE_LOG },
  { "body.kept", "Iterations of the innermost surrounding loops that store the same elements, so that results stay in registers",
    TL_FEATURE_LOG },
  { "body.trips", "Number of executions of the body", TL_FEATURE_LOG },
  { "body.vector_step", "Largest stride in bytes of the vectors between iterations of the surrounding loop", TL_FEATURE_LOG },
  { "body.scalar_step", "The same for scalars that are broadcast or gathered", TL_FEATURE_LOG },
  { "body.row", "Without lanes: iterations of the innermost loop with contiguous stores and contiguous or constant loads", TL_FEATURE_LOG },
  { "body.row_inner", "Iterations of the loops inside that loop; if they are few, compilers vectorize it", TL_FEATURE_LOG },
  { "traffic32k", "Bytes loaded into a cache of 32 KiB: footprint of the largest loop nest that fits, times its executions",
    TL_FEATURE_LOG },
  { "traffic1m", "The same for 1 MiB", TL_FEATURE_LOG },
  { "traffic16m", "The same for 16 MiB", TL_FEATURE_LOG },
};
const TlColumnGroup tl_group_vector_body = { { "vector body", "The generated code of the innermost loops", G_N_ELEMENTS (rows), 1 }, rows };
G_STATIC_ASSERT (G_N_ELEMENTS (rows) == TL_BODY_COLUMNS);

static const double cache_bytes[] = { 32 << 10, 1 << 20, 16 << 20 };

typedef struct
{
  guint   first;      /* depth of the body's outermost loop; n_loops: the statement alone */
  double  lanes, copies;
  guint64 lane_bits;  /* vectorized loops in it */
  double  registers;  /* that a vector of the stored buffer's takes */
} Body;

static gint64
auto_unroll_step (const TlViewStore *store)
{
  for (guint d = store->n_loops; d-- > 0;)
    {
      const TlValue *said = tl_attrs_find (&store->loops[d]->loop->annotations, "pragma_auto_unroll_max_step");
      TlValue number;
      if (said != NULL && tl_value_get_number (said, &number) && number.kind == TL_VALUE_INT)
        return MIN (number.integer, TL_MAX_AUTO_STEPS);
    }
  return 0;
}

static guint64
stored_loops (const TlViewStore *store)
{
  for (guint b = 0; b < store->n_buffers; b++)
    if (store->buffers[b].is_written)
      return store->buffers[b].loops;
  return 0;
}

static gboolean
is_unrolled (const TlViewStore *store, const Body *body, const TlViewLoop *loop)
{
  double steps = body->copies * body->registers * (double) loop->extent;
  if (loop->loop->kind != TL_LOOP_SERIAL)
    return loop->loop->kind == TL_LOOP_UNROLLED && steps <= TL_MAX_EXPLICIT_STEPS;
  return steps <= (double) auto_unroll_step (store)
         || (body->lanes > 1 && steps <= TL_MAX_TILE_STEPS && (stored_loops (store) >> loop->depth & 1) != 0);
}

static Body
find_body (const TlStoreView *view, const TlViewStore *store)
{
  Body body = { .first = store->n_loops, .lanes = 1, .copies = 1, .registers = 1 };
  double element_bits = MAX (store->buffer->dtype.bits, 8);
  for (; body.first > 0; body.first--)
    {
      const TlViewLoop *loop = store->loops[body.first - 1];
      if (loop->loop->kind == TL_LOOP_VECTORIZED)
        {
          body.lanes *= (double) loop->extent;
          body.lane_bits |= G_GUINT64_CONSTANT (1) << loop->depth;
          body.registers = ceil (body.lanes * element_bits / MAX (view->vector_bits, 64));
        }
      else if (is_unrolled (store, &body, loop))
        body.copies *= (double) loop->extent;
      else
        break;
    }
  return body;
}

static guint64
access_loops (const TlAccess *access)
{
  guint64 loops = 0;
  for (guint d = 0; d < access->buffer->n_dims; d++)
    for (guint t = 0; t < access->indices[d].n_terms; t++)
      loops |= access->indices[d].terms[t].loops;
  return loops;
}

/* Elements from one iteration of the loop to the next; FALSE if the loop moves the access in another way than by a fixed step. */
static gboolean
linear_step (const TlAccess *access, const gint64 *shape, guint depth, double *step)
{
  double size = 1;
  *step = 0;
  for (guint d = access->buffer->n_dims; d-- > 0; size *= (double) shape[d])
    for (guint t = 0; t < access->indices[d].n_terms; t++)
      {
        const TlIndexTerm *term = &access->indices[d].terms[t];
        if ((term->loops >> depth & 1) == 0)
          continue;
        if (term->depth != (gint) depth)
          return FALSE;
        *step += (double) term->factor * size;
      }
  return TRUE;
}

/* Different places of the access in the body, those of lanes aside. */
static double
count_places (const TlViewStore *store, const Body *body, guint64 loops)
{
  double places = 1;
  for (guint d = body->first; d < store->n_loops; d++)
    if ((body->lane_bits >> d & 1) == 0 && (loops >> d & 1) != 0)
      places *= (double) store->loops[d]->extent;
  return places;
}

/* Whether lanes lie side by side: the innermost vectorized loop moves on by one. */
static gboolean
is_consecutive (const TlViewStore *store, const Body *body, const TlAccess *access, const gint64 *shape)
{
  double step;
  guint depth = store->n_loops;
  while (depth > body->first && (body->lane_bits >> (depth - 1) & 1) == 0)
    depth--;
  return depth > body->first && linear_step (access, shape, depth - 1, &step) && step == 1;
}

typedef struct
{
  double results, vectors, scalars, gathered, vector_step, scalar_step;
} Loads;

static void
count_access (const TlViewStore *store, const Body *body, const TlStoreBuffer *entry, const TlAccess *access, Loads *loads)
{
  guint64 loops = access_loops (access);
  double places = count_places (store, body, loops), step = 0;
  gboolean is_vector = is_consecutive (store, body, access, entry->shape);
  if (access->is_write)
    {
      loads->results += places * body->registers;
      return;
    }
  if (entry->is_written)
    return;   /* what it adds to: there already */
  if (is_vector)
    loads->vectors += places * body->registers;
  else if ((loops & body->lane_bits) == 0)
    loads->scalars += places;
  else
    loads->gathered += places * body->lanes;
  if (body->first > 0 && linear_step (access, entry->shape, body->first - 1, &step))
    {
      double bytes = fabs (step) * tl_dtype_bytes (access->buffer->dtype);
      double *farthest = is_vector ? &loads->vector_step : &loads->scalar_step;
      *farthest = MAX (*farthest, bytes);
    }
}

static Loads
count_loads (const TlViewStore *store, const Body *body)
{
  Loads loads = { 0 };
  for (guint b = 0; b < store->n_buffers; b++)
    for (guint a = 0; a < store->buffers[b].n_accesses; a++)
      count_access (store, body, &store->buffers[b], &store->accesses[store->buffers[b].first + a], &loads);
  return loads;
}

static double
kept_iterations (const TlStoreView *view, const TlViewStore *store, const Body *body)
{
  const TlViewBuffer *entry = tl_store_view_find_buffer (view, store->buffer);
  guint outside = entry->is_allocated && entry->home != NULL ? entry->home->depth + 1 : 0;
  guint64 loops = stored_loops (store);
  double kept = 1;
  for (guint d = body->first; d-- > outside && (loops >> d & 1) == 0;)
    kept *= (double) store->loops[d]->extent;
  return kept;
}

/* Along the loop all accesses move by one element or not at all, and what is stored moves. */
static gboolean
is_row (const TlViewStore *store, guint depth)
{
  for (guint b = 0; b < store->n_buffers; b++)
    for (guint a = 0; a < store->buffers[b].n_accesses; a++)
      {
        const TlAccess *access = &store->accesses[store->buffers[b].first + a];
        double step = 0;
        if (!linear_step (access, store->buffers[b].shape, depth, &step) || (step != 1 && (step != 0 || access->is_write)))
          return FALSE;
      }
  return TRUE;
}

/* An estimate of LLVM's vectorizers where the schedule has no lanes: scalar code is left to them (core/codegen/llvm-codegen.c). */
static void
find_row (const TlViewStore *store, const Body *body, double *row, double *inner)
{
  *inner = 1;
  for (guint d = store->n_loops; body->lanes == 1 && d-- > 0; *inner *= (double) store->loops[d]->extent)
    if (is_row (store, d))
      {
        *row = (double) store->loops[d]->extent;
        return;
      }
  *inner = *row = 0;
}

static double
traffic (const TlViewStore *store, double cache)
{
  double times = 1;
  for (guint d = 0; d < store->n_loops; d++)
    {
      if ((double) store->touched_bytes[d] <= cache)
        return times * (double) store->touched_bytes[d];
      times *= (double) store->loops[d]->extent;
    }
  return times * tl_dtype_bytes (store->buffer->dtype);
}

float *
tl_feature_vector_body (const TlStoreView *view, const TlViewStore *store, float *out)
{
  Body body = find_body (view, store);
  Loads loads = count_loads (store, &body);
  double n_loads = loads.vectors + loads.scalars + loads.gathered, row = 0, inner = 0;
  find_row (store, &body, &row, &inner);
  const double values[] = {
    body.lanes, body.copies, loads.results, loads.vectors, loads.scalars, loads.gathered, n_loads > 0 ? body.copies / n_loads : body.copies,
    loads.results + loads.vectors, kept_iterations (view, store, &body), store->iterations / (body.copies * body.lanes), loads.vector_step,
    loads.scalar_step, row, inner,
  };
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    *out++ = tl_feature_log (values[i]);
  for (guint i = 0; i < G_N_ELEMENTS (cache_bytes); i++)
    *out++ = tl_feature_log (traffic (store, cache_bytes[i]));
  return out;
}
