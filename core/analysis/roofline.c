/* SPDX-License-Identifier: Apache-2.0 */
#include "core/analysis/roofline.h"

#include <string.h>

#include "core/analysis/footprint.h"
#include "core/base/extremum.h"
#include "core/target/target.h"

#define DOUBTFUL_SHARE 1.05   /* clocks drift by less */
#define UNKNOWN_EXTENT 1e30

/* --- arguments --- */

/* How often elements are read, while a program is walked. */
typedef struct
{
  GHashTable *reads;        /* TlBuffer → double, owned */
  double      iterations;   /* of the loops around */
} ReadCounts;

static TlWalk
note_read (const TlExpr *expr, gpointer user_data)
{
  const ReadCounts *reads = user_data;
  double           *n;

  if (expr->kind != TL_EXPR_LOAD)
    return TL_WALK_INTO;
  n = g_hash_table_lookup (reads->reads, expr->buffer);
  if (n == NULL)
    g_hash_table_insert (reads->reads, (gpointer) expr->buffer, n = g_new0 (double, 1));
  *n += reads->iterations * expr->dtype.lanes;
  return TL_WALK_INTO;
}

static TlWalk
enter_loop (const TlStmt *stmt, gpointer user_data)
{
  ReadCounts *reads = user_data;
  double      around = reads->iterations;
  gint64      extent;

  if (stmt->kind != TL_STMT_FOR && stmt->kind != TL_STMT_WHILE)
    return TL_WALK_INTO;
  reads->iterations *= stmt->kind == TL_STMT_FOR && tl_expr_get_int (stmt->loop.extent, &extent) ? (double) extent : UNKNOWN_EXTENT;
  tl_stmt_walk_children (stmt, enter_loop, note_read, reads);
  reads->iterations = around;
  return TL_WALK_OVER;
}

static TlWalk
note_written (const TlStmt *stmt, gpointer user_data)
{
  if (stmt->kind == TL_STMT_STORE)
    g_hash_table_add (user_data, (gpointer) stmt->buffer);
  return TL_WALK_INTO;
}

/*
 * Written buffers count as written only: reading partial results back is the schedule's choice. Of a large table of which few elements are
 * looked up only these are read. FALSE where a size is symbolic.
 */
static gboolean
count_arguments (TlRoof *roof, const TlPrimFunc *func)
{
  g_autoptr (GHashTable) read = g_hash_table_new_full (NULL, NULL, NULL, g_free), written = g_hash_table_new (NULL, NULL);
  ReadCounts             reads = { read, 1 };

  tl_stmt_walk (func->body, enter_loop, note_read, &reads);
  tl_stmt_walk (func->body, note_written, NULL, written);
  for (guint i = 0; i < func->n_params; i++)
    {
      const TlBuffer *buffer = func->params[i].buffer;
      gint64 n = buffer ? tl_buffer_n_elements (buffer) : 0;
      const double *n_read = buffer ? g_hash_table_lookup (read, buffer) : NULL;

      if (n < 0)
        return FALSE;
      if (buffer && g_hash_table_contains (written, buffer))
        roof->written_bytes += (double) n * tl_dtype_bytes (buffer->dtype);
      else if (n_read != NULL)
        roof->read_bytes += tl_min (*n_read, (double) n) * tl_dtype_bytes (buffer->dtype);
    }
  return TRUE;
}

static double
least_s (double amount, double rate)
{
  return rate > 0 ? amount / rate : 0;
}

/* Reading, writing and both together each have a limit of their own; the tightest holds. */
double
tl_transfer_s (double read_bytes, double written_bytes, const TlMachineLevel *level)
{
  const double *rates = level->bytes_per_s;
  double both = MAX (rates[TL_STREAM_COPY], rates[TL_STREAM_READ]);

  return tl_max (tl_max (least_s (read_bytes, rates[TL_STREAM_READ]), least_s (written_bytes, rates[TL_STREAM_WRITE])),
              least_s (read_bytes + written_bytes, both));
}

/* The type that is multiplied is that of the first argument; sums may be wider. */
static TlDType
multiplied_type (const TlPrimFunc *func)
{
  for (guint i = 0; i < func->n_params; i++)
    if (func->params[i].buffer)
      return func->params[i].buffer->dtype;
  return TL_VOID;
}

static double
peak_rate (TlDType dtype, const TlMachine *machine)
{
  TlPeak peak = tl_peak_of_type (dtype);

  return peak != TL_PEAK_NONE ? machine->operations_per_s[peak] : 0;
}

TlRoof
tl_roof_of (const TlPrimFunc *func, const TlMachine *machine, guint n_cores)
{
  double cores = MAX (n_cores, 1);
  TlRoof roof = { .operations = tl_max (tl_func_flops (func), 0), .dtype = multiplied_type (func), .n_cores = MAX (n_cores, 1) };
  const TlTarget host = tl_target_host ();
  const TlCaches caches = tl_target_caches (&host);
  guint level;

  roof.compute_s = least_s (roof.operations, peak_rate (roof.dtype, machine) * cores);
  if (!count_arguments (&roof, func))
    return roof;
  level = tl_caches_level (&caches, roof.read_bytes + roof.written_bytes);
  roof.level = tl_machine_level_name (level);
  roof.memory_s = tl_transfer_s (roof.read_bytes, roof.written_bytes, &machine->levels[level]) / cores;
  return roof;
}

TlRoof
tl_roof_of_gpu (const TlPrimFunc *func, const TlGpuModel *model)
{
  TlRoof roof = { .operations = tl_max (tl_func_flops (func), 0), .dtype = multiplied_type (func), .n_cores = 1, .gpu = model };
  double tflops = tl_dtype_equal (roof.dtype, TL_FLOAT32)   ? model->fp32_tflops
                  : tl_dtype_equal (roof.dtype, TL_DTYPE (TL_TYPE_FLOAT, 16)) ? model->f16_tensor_tflops : 0;

  roof.compute_s = least_s (roof.operations, 1e12 * tflops);
  if (!count_arguments (&roof, func) || roof.read_bytes + roof.written_bytes <= (double) model->l2_bytes)
    return roof;
  roof.level = "memory";
  roof.memory_s = least_s (roof.read_bytes + roof.written_bytes, 1e9 * model->memory_gb_s);
  return roof;
}

double
tl_roof_bytes_per_s (const TlRoof *roof, const TlMachine *machine, guint number)
{
  double seconds = tl_transfer_s (roof->read_bytes, roof->written_bytes, &machine->levels[number]) / MAX (roof->n_cores, 1);

  return seconds > 0 ? (roof->read_bytes + roof->written_bytes) / seconds : 0;
}

double
tl_roof_s (const TlRoof *roof)
{
  return MAX (roof->compute_s, roof->memory_s);
}

const char *
tl_roof_bound (const TlRoof *roof)
{
  if (tl_roof_s (roof) <= 0)
    return NULL;
  return roof->compute_s < roof->memory_s ? roof->level : roof->gpu ? "published peak" : "peak";
}

gboolean
tl_roof_is_doubtful (double least_s, double seconds)
{
  return seconds > 0 && least_s > DOUBTFUL_SHARE * seconds;
}

char *
tl_roof_share_text (const TlRoof *roof, double seconds)
{
  const char *bound = tl_roof_bound (roof);
  double share = seconds > 0 ? tl_roof_s (roof) / seconds : 0;

  if (bound == NULL || share <= 0)
    return NULL;
  return g_strdup_printf ("%.*f %% of %s%s%s", share < 0.1 ? 1 : 0, 100 * share, bound,
                          roof->compute_s >= roof->memory_s ? "" : " bandwidth",
                          tl_roof_is_doubtful (tl_roof_s (roof), seconds) ? " ?" : "");
}
