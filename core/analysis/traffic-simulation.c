/* SPDX-License-Identifier: Apache-2.0 */
/* Levels are simulated side by side, each on the whole sequence of accesses: what an inner one holds is in the outer ones, too. */
#include "core/analysis/access-walk.h"
#include "core/analysis/index-value.h"
#include "core/analysis/lru.h"
#include "core/analysis/traffic-private.h"

#define MOST_UNITS (G_GUINT64_CONSTANT (1) << 27)   /* of lines or elements in all buffers */

/* A line of a cache, or an element in a register. */
typedef struct
{
  guint64 first;       /* of the units of all buffers */
  guint   n_bytes;     /* of one */
} Units;

/* Memory of the function's own moves with the loops around the place where it lives. */
static gboolean
find_element (const TlMemoryAccess *access, const TlTouched *memory, gint64 *element)
{
  *element = 0;
  for (guint d = 0; d < memory->buffer->n_dims; d++)
    {
      gint64 min, extent;

      if (!tl_index_value (access->values, memory->region.ranges[d].min, &min) || !tl_memory_extent (memory, d, &extent)
          || access->indices[d] < min || access->indices[d] >= min + extent)
        return FALSE;
      *element = *element * extent + access->indices[d] - min;
    }
  return TRUE;
}

typedef struct _Simulation Simulation;

typedef struct
{
  Simulation *simulation;
  TlLevel     level;
  TlLru      *lru;         /* NULL: no such level */
  Units      *units;       /* of each buffer */
  guint64     n_units;
  gboolean    is_over;     /* what leaves now is left behind, but for arguments */
} SimulatedLevel;

struct _Simulation
{
  const TlTraffic *traffic;
  GHashTable      *indices;                 /* const TlBuffer * → index + 1 */
  SimulatedLevel   levels[TL_N_LEVELS];
  TlMoved        (*moved)[TL_N_LEVELS];
};

static guint
buffer_of_unit (const SimulatedLevel *level, guint unit)
{
  guint i = level->simulation->traffic->n_buffers - 1;

  while (level->units[i].first > unit)
    i--;
  return i;
}

static void
write_back (guint unit, gpointer user_data)
{
  SimulatedLevel *level = user_data;
  guint           buffer = buffer_of_unit (level, unit);

  if (!level->is_over || level->simulation->traffic->buffers[buffer].is_argument)
    level->simulation->moved[buffer][level->level].out_bytes += level->units[buffer].n_bytes;
}

static gboolean
access_element (const TlMemoryAccess *access, gpointer user_data)
{
  Simulation *simulation = user_data;
  guint       index = GPOINTER_TO_UINT (g_hash_table_lookup (simulation->indices, access->buffer)) - 1;
  guint       element_bytes = tl_dtype_bytes (access->buffer->dtype);
  gint64      element;

  if (index == G_MAXUINT || !find_element (access, &simulation->traffic->buffers[index].memory, &element))
    return FALSE;
  for (guint i = 0; i < TL_N_LEVELS; i++)
    {
      SimulatedLevel *level = &simulation->levels[i];
      const Units    *units = level->lru != NULL ? &level->units[index] : NULL;
      guint           unit = units != NULL ? (guint) (units->first + (guint64) element * element_bytes / units->n_bytes) : 0;

      if (units != NULL && tl_lru_access (level->lru, unit, units->n_bytes, access->writes) == TL_LRU_MISS && !access->writes)
        simulation->moved[index][i].in_bytes += units->n_bytes;
    }
  return TRUE;
}

/* FALSE if there are too many units, or a buffer has no known size. Buffers begin at the start of a line. */
static gboolean
lay_out (SimulatedLevel *level)
{
  const TlTraffic *traffic = level->simulation->traffic;

  level->units = g_new0 (Units, traffic->n_buffers);
  for (guint i = 0; i < traffic->n_buffers; i++)
    {
      const TlTouched *memory = &traffic->buffers[i].memory;
      guint            element_bytes = tl_dtype_bytes (memory->buffer->dtype);
      guint            unit_bytes = level->level == TL_LEVEL_REGISTERS ? element_bytes : TL_CACHE_LINE_BYTES;

      if (memory->n_bytes < 0 || memory->buffer->strides != NULL || element_bytes == 0)
        return FALSE;
      level->units[i] = (Units) { level->n_units, unit_bytes };
      level->n_units += ((guint64) memory->n_bytes + unit_bytes - 1) / unit_bytes;
    }
  return level->n_units <= MOST_UNITS;
}

static gboolean
prepare_levels (Simulation *simulation)
{
  for (guint i = 0; i < TL_N_LEVELS; i++)
    {
      SimulatedLevel *level = &simulation->levels[i];
      gint64          capacity = simulation->traffic->capacities.bytes[i];

      *level = (SimulatedLevel) { .simulation = simulation, .level = i };
      if (capacity > 0 && !lay_out (level))
        return FALSE;
      if (capacity > 0)
        level->lru = tl_lru_new ((guint) level->n_units, capacity, write_back, level);
    }
  return TRUE;
}

/* Arguments that were written go out; the totals are added up. */
static void
finish (Simulation *simulation)
{
  guint n = simulation->traffic->n_buffers;

  for (guint i = 0; i < TL_N_LEVELS; i++)
    if (simulation->levels[i].lru != NULL)
      {
        simulation->levels[i].is_over = TRUE;
        tl_lru_flush (simulation->levels[i].lru);
        for (guint b = 0; b < n; b++)
          {
            simulation->moved[n][i].in_bytes += simulation->moved[b][i].in_bytes;
            simulation->moved[n][i].out_bytes += simulation->moved[b][i].out_bytes;
          }
      }
}

gboolean
tl_traffic_simulate (const TlTraffic *traffic, guint64 max_accesses, TlMoved (*moved)[TL_N_LEVELS])
{
  g_autoptr (GHashTable) indices = g_hash_table_new (NULL, NULL);
  Simulation             simulation = { .traffic = traffic, .indices = indices, .moved = moved };
  gboolean               is_known = traffic->n_buffers > 0;

  for (guint i = 0; i <= traffic->n_buffers; i++)
    for (guint k = 0; k < TL_N_LEVELS; k++)
      moved[i][k] = (TlMoved) { 0, 0 };
  for (guint i = 0; i < traffic->n_buffers; i++)
    g_hash_table_insert (indices, (gpointer) traffic->buffers[i].buffer, GUINT_TO_POINTER (i + 1));
  is_known = is_known && prepare_levels (&simulation) && tl_access_walk (traffic->func, max_accesses, access_element, &simulation);
  if (is_known)
    finish (&simulation);
  for (guint i = 0; i < TL_N_LEVELS; i++)
    {
      g_clear_pointer (&simulation.levels[i].lru, tl_lru_free);
      g_free (simulation.levels[i].units);
    }
  return is_known;
}
