/* SPDX-License-Identifier: Apache-2.0 */
/* Invariant: sampling never changes the program; the same seed gives the same decisions on every machine. */
#include "core/schedule/primitive.h"

/* A draw that misses the limit is repeated; past this many the limit is met by the untiled loop. */
#define MAX_DRAWS 1024
/* Longer loops are treated as symbolic ones are, since finding their prime factors takes too long. */
#define LARGEST_TILED_EXTENT (G_GINT64_CONSTANT (1) << 40)
#define MAX_PARTS 64

static gboolean
sample_categorical_apply (TlPrimitiveCall *call, GError **error)
{
  const TlArg       *candidates = &call->args[0];
  const TlArg       *probs = &call->args[1];
  g_autofree double *weights = NULL;
  double             sum = 0;
  gint64             index;

  if (candidates->n_items == 0)
    return tl_refuse_argument (error, "there are no candidates to choose from");
  if (candidates->n_items != probs->n_items)
    return tl_refuse_argument (error, "%u candidates need as many probabilities, %u given", candidates->n_items, probs->n_items);
  weights = g_new (double, probs->n_items);
  for (guint i = 0; i < probs->n_items; i++)
    {
      weights[i] = probs->items[i].number;
      if (!(weights[i] >= 0 && weights[i] <= G_MAXFLOAT))
        return tl_refuse_argument (error, "probability %u is %g; it must be a number of at least 0", i, weights[i]);
      sum += weights[i];
    }
  if (!(sum > 0))
    return tl_refuse_argument (error, "all probabilities are 0");
  if (call->decision.kind == TL_ARG_NONE)
    call->decision = tl_arg_int (tl_random_weighted (call->random, weights, probs->n_items));
  if (call->decision.kind != TL_ARG_INT)
    return tl_refuse_argument (error, "the decision must be the index of a candidate");
  index = call->decision.integer;
  if (index < 0 || index >= candidates->n_items)
    return tl_refuse_argument (error, "decision %" G_GINT64_FORMAT " is out of range: there are %u candidates", index, candidates->n_items);
  tl_call_output_int (call, candidates->items[index].integer);
  return TRUE;
}

static const char *const candidate_choices[] = { "0, 16, 64, 512", NULL };
static const char *const prob_choices[] = { "0.25, 0.25, 0.25, 0.25", NULL };

const TlPrimitive tl_primitive_sample_categorical = {
  .name = "sample_categorical",
  .kind = "SampleCategorical",
  .title = "Sample Categorical",
  .family = TL_FAMILY_SAMPLE,
  .summary = "Sample one integer of a list with given probabilities.",
  .sketch = "v = one of [0, 16, 64, 512]",
  .is_pure = TRUE,
  TL_PRIMITIVE_PARAMS (
      { "candidates", TL_PARAM_INTS, 0, NULL, "Integers to choose from.", candidate_choices },
      { "probs", TL_PARAM_FLOATS, 0, NULL, "Probability of each candidate.", prob_choices },
      { "decision", TL_PARAM_DECISION, TL_PARAM_IS_OPTIONAL, "None", "Index of the chosen candidate; sampled if absent." }),
  .n_outputs = 1,
  .apply = sample_categorical_apply,
};

/* Multiplies @prime ** @power into the @n parts, every composition equally likely (stars and bars). */
static void
spread_prime (TlRandom *random, gint64 prime, guint power, gint64 *parts, guint n)
{
  guint n_slots = power + n - 1;
  guint bars_left = n - 1;
  guint part = 0;

  for (guint slot = 0; slot < n_slots; slot++)
    if (tl_random_below (random, n_slots - slot) < bars_left)
      {
        bars_left--;
        part++;
      }
    else
      parts[part] *= prime;
}

typedef struct
{
  gint64 prime;
  guint  power;
} PrimePower;

/* Container of PrimePower, ascending. */
static GArray *
factorize (gint64 number)
{
  GArray *factors = g_array_new (FALSE, FALSE, sizeof (PrimePower));

  for (gint64 prime = 2; number > 1; prime++)
    {
      PrimePower factor = { .prime = prime > number / prime ? number : prime };

      for (; number % factor.prime == 0; number /= factor.prime)
        factor.power++;
      if (factor.power > 0)
        g_array_append_val (factors, factor);
    }
  return factors;
}

static void
draw_tile (TlRandom *random, gint64 extent, gint64 max_innermost, gint64 *parts, guint n)
{
  g_autoptr (GArray) factors = factorize (extent);

  for (guint draw = 0; draw < MAX_DRAWS; draw++)
    {
      for (guint i = 0; i < n; i++)
        parts[i] = 1;
      for (guint i = 0; i < factors->len; i++)
        {
          const PrimePower *factor = &g_array_index (factors, PrimePower, i);

          spread_prime (random, factor->prime, factor->power, parts, n);
        }
      if (max_innermost < 0 || parts[n - 1] <= max_innermost)
        return;
    }
  for (guint i = 0; i < n; i++)
    parts[i] = i == 0 ? extent : 1;
}

/* A decision made for another extent is bent to fit, from the innermost part outward, as TVM does. */
static gboolean
take_decision (const TlArg *decision, gint64 extent, gint64 *parts, guint n, GError **error)
{
  if (decision->kind != TL_ARG_LIST || decision->n_items != n)
    return tl_refuse_argument (error, "the decision must be a list of %u integers", n);
  for (guint i = n; i-- > 1;)
    {
      gint64 wanted = decision->items[i].kind == TL_ARG_INT ? decision->items[i].integer : 0;

      if (wanted <= 0)
        return tl_refuse_argument (error, "part %u of the decision must be a positive integer", i);
      parts[i] = extent % wanted == 0 ? wanted : extent;
      extent /= parts[i];
    }
  parts[0] = extent;
  return TRUE;
}

/* -1 where sizes cannot be found: a symbolic or empty loop. */
static gint64
tiled_extent (const TlStmt *loop)
{
  gint64 extent;

  return tl_expr_get_int (loop->loop.extent, &extent) && extent >= 1 && extent <= LARGEST_TILED_EXTENT ? extent : -1;
}

/* The sizes of a loop that is not tiled: -1, 1, … */
static void
untiled (gint64 *parts, guint n)
{
  for (guint i = 0; i < n; i++)
    parts[i] = i == 0 ? -1 : 1;
}

static void
output_parts (TlPrimitiveCall *call, const gint64 *parts, guint n)
{
  g_autofree TlArg *decision = g_new0 (TlArg, n);

  for (guint i = 0; i < n; i++)
    {
      decision[i] = tl_arg_int (parts[i]);
      tl_call_output_int (call, parts[i]);
    }
  call->decision = tl_arg_list (call->builder.arena, decision, n);
}

static gboolean
sample_perfect_tile_apply (TlPrimitiveCall *call, GError **error)
{
  gint64              n = call->args[1].integer;
  gint64              max_innermost = call->args[2].integer;
  gint64              fewest = max_innermost == -1 ? 1 : 2;   /* a single part cannot keep to a limit */
  g_autoptr (TlPath)  path = NULL;
  g_autofree gint64  *parts = NULL;
  gint64              extent;

  if (!tl_call_find_loop (call, &call->args[0], &path, error))
    return FALSE;
  if (n < fewest || n > MAX_PARTS)
    return tl_refuse_argument (error, "n is %" G_GINT64_FORMAT "; a loop is tiled into %" G_GINT64_FORMAT " to %u parts", n, fewest,
                               MAX_PARTS);
  if (max_innermost < 1 && max_innermost != -1)
    return tl_refuse_argument (error, "max_innermost_factor is %" G_GINT64_FORMAT "; it must be positive, or -1 for no limit",
                               max_innermost);
  parts = g_new (gint64, n);
  extent = tiled_extent (tl_path_target (path));
  if (extent < 0)
    untiled (parts, (guint) n);
  else if (call->decision.kind == TL_ARG_NONE)
    draw_tile (call->random, extent, max_innermost, parts, (guint) n);
  else if (!take_decision (&call->decision, extent, parts, (guint) n, error))
    return FALSE;
  output_parts (call, parts, (guint) n);
  return TRUE;
}

static const char *const count_choices[] = { "2", "3", "4", NULL };
static const char *const innermost_choices[] = { "8", "16", "32", "64", "-1", NULL };

const TlPrimitive tl_primitive_sample_perfect_tile = {
  .name = "sample_perfect_tile",
  .kind = "SamplePerfectTile",
  .title = "Sample Perfect Tile",
  .family = TL_FAMILY_SAMPLE,
  .summary = "Sample tile sizes whose product is the extent of a loop.",
  .sketch = "v0, v1 = 32, 4   (of for j in range(128))",
  .is_pure = TRUE,
  TL_PRIMITIVE_PARAMS (
      { "loop", TL_PARAM_LOOP, TL_PARAM_IS_INPUT, NULL, "Loop to tile." },
      { "n", TL_PARAM_INT, 0, NULL, "Number of tile sizes; their product is the extent.", count_choices },
      { "max_innermost_factor", TL_PARAM_INT, TL_PARAM_IS_OPTIONAL, "16", "Maximum of the last size; -1: no limit.", innermost_choices },
      { "decision", TL_PARAM_DECISION, TL_PARAM_IS_OPTIONAL, "None", "Tile sizes; sampled if absent." }),
  .n_outputs = -1,
  .apply = sample_perfect_tile_apply,
};

/* The product of the parts from @position on, as they are decided, must be a multiple of @factor … */
static gboolean
fits_partition (const TlArg *decision, guint n, guint position, gint64 factor)
{
  gint64 rest = 1 % factor;

  for (guint i = position; i < n && i < decision->n_items; i++)
    rest = (gint64) ((__int128) rest * (decision->items[i].integer % factor) % factor);
  return rest == 0;
}

/* … otherwise the inner parts become @factor, all in the first. */
static void
mend_partition (gint64 extent, gint64 *parts, guint n, guint position, gint64 factor)
{
  for (guint i = 0; i < n; i++)
    parts[i] = 1;
  parts[0] = extent / factor;
  parts[position] *= factor;
}

static void
draw_partition (TlRandom *random, gint64 extent, gint64 *parts, guint n, guint position, gint64 factor)
{
  g_autofree gint64 *inner = g_new (gint64, n);

  draw_tile (random, extent / factor, -1, parts, n);
  draw_tile (random, factor, -1, inner, n - position);
  for (guint i = position; i < n; i++)
    parts[i] *= inner[i - position];
}

static gboolean
check_partition_arguments (const TlPrimitiveCall *call, GError **error)
{
  gint64 n = call->args[1].integer, position = call->args[2].integer, factor = call->args[3].integer;

  if (n < 1 || n > MAX_PARTS)
    return tl_refuse_argument (error, "n is %" G_GINT64_FORMAT "; a loop is tiled into 1 to %u parts", n, MAX_PARTS);
  if (position < 0 || position >= n)
    return tl_refuse_argument (error, "partition_pos is %" G_GINT64_FORMAT "; it must name one of the %" G_GINT64_FORMAT " parts, 0 to %"
                               G_GINT64_FORMAT, position, n, n - 1);
  if (factor < 1)
    return tl_refuse_argument (error, "innerpart_factor is %" G_GINT64_FORMAT "; it must be positive", factor);
  return TRUE;
}

static gboolean
sample_partitioned_tile_apply (TlPrimitiveCall *call, GError **error)
{
  guint              n = (guint) call->args[1].integer, position = (guint) call->args[2].integer;
  gint64             factor = call->args[3].integer;
  g_autoptr (TlPath) path = NULL;
  g_autofree gint64 *parts = NULL;
  gint64             extent;

  if (!tl_call_find_loop (call, &call->args[0], &path, error) || !check_partition_arguments (call, error))
    return FALSE;
  parts = g_new (gint64, n);
  extent = tiled_extent (tl_path_target (path));
  if (extent % factor != 0)
    extent = -1;
  if (extent < 0)
    untiled (parts, n);
  else if (call->decision.kind == TL_ARG_NONE)
    draw_partition (call->random, extent, parts, n, position, factor);
  else if (!take_decision (&call->decision, extent, parts, n, error))
    return FALSE;
  else if (!fits_partition (&call->decision, n, position, factor))
    mend_partition (extent, parts, n, position, factor);
  output_parts (call, parts, n);
  return TRUE;
}

const TlPrimitive tl_primitive_sample_partitioned_tile = {
  .name = "sample_partitioned_tile",
  .kind = "SamplePartitionedTile",
  .title = "Sample Partitioned Tile",
  .family = TL_FAMILY_SAMPLE,
  .summary = "Sample tile sizes whose product is the extent of a loop, with a product of inner sizes divisible by a factor.",
  .sketch = "v0, v1, v2 = 8, 2, 8   (of for j in range(128), v1 * v2 a multiple of 16)",
  .is_pure = TRUE,
  TL_PRIMITIVE_PARAMS (
      { "loop", TL_PARAM_LOOP, TL_PARAM_IS_INPUT, NULL, "Loop to tile." },
      { "n", TL_PARAM_INT, 0, NULL, "Number of tile sizes; their product is the extent.", count_choices },
      { "partition_pos", TL_PARAM_INT, TL_PARAM_IS_OPTIONAL, "0", "Index of the first of the inner sizes." },
      { "innerpart_factor", TL_PARAM_INT, TL_PARAM_IS_OPTIONAL, "1", "Divisor of the product of the inner sizes.", innermost_choices },
      { "decision", TL_PARAM_DECISION, TL_PARAM_IS_OPTIONAL, "None", "Tile sizes; sampled if absent." }),
  .n_outputs = -1,
  .apply = sample_partitioned_tile_apply,
};
