/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bounds of variables narrow through each equation until nothing changes, or for some rounds; what is left open is tried value by value,
 * the variable with the fewest values first. Indices of loops are sums like 32 * k_0 + k_1, where each digit follows from the bounds of the
 * others.
 */
#include "core/arith/integer-system.h"

#include <string.h>

#include "core/base/extremum.h"

#define MAX_ROUNDS 40
#define MAX_TRIES  300
#define MAX_FACTOR (G_GINT64_CONSTANT (1) << 40)

typedef struct
{
  gint64 factor;
  guint  var;
} RowTerm;

typedef struct
{
  gint64 constant;
  guint  first, n;   /* terms */
} EquationRow;

typedef struct
{
  gint64 low, high;
} VarBounds;

struct _TlIntegerSystem
{
  GArray *bounds;   /* VarBounds by variable */
  GArray *terms;
  GArray *rows;
};

TlIntegerSystem *
tl_integer_system_new (void)
{
  TlIntegerSystem *system = g_new0 (TlIntegerSystem, 1);

  system->bounds = g_array_new (FALSE, FALSE, sizeof (VarBounds));
  system->terms = g_array_new (FALSE, FALSE, sizeof (RowTerm));
  system->rows = g_array_new (FALSE, FALSE, sizeof (EquationRow));
  return system;
}

void
tl_integer_system_free (TlIntegerSystem *system)
{
  g_array_unref (system->bounds);
  g_array_unref (system->terms);
  g_array_unref (system->rows);
  g_free (system);
}

guint
tl_integer_system_add_var (TlIntegerSystem *system, gint64 low, gint64 high)
{
  VarBounds bounds = { low, high };

  g_array_append_val (system->bounds, bounds);
  return system->bounds->len - 1;
}

guint
tl_integer_system_n_vars (const TlIntegerSystem *system)
{
  return system->bounds->len;
}

gint64
tl_integer_system_low (const TlIntegerSystem *system, guint var)
{
  return g_array_index (system->bounds, VarBounds, var).low;
}

gint64
tl_integer_system_high (const TlIntegerSystem *system, guint var)
{
  return g_array_index (system->bounds, VarBounds, var).high;
}

void
tl_integer_system_bound (TlIntegerSystem *system, guint var, gint64 low, gint64 high)
{
  g_array_index (system->bounds, VarBounds, var) = (VarBounds) { low, high };
}

void
tl_integer_system_begin_row (TlIntegerSystem *system, gint64 constant)
{
  EquationRow row = { constant, system->terms->len, 0 };

  g_array_append_val (system->rows, row);
}

static EquationRow *
last_row (TlIntegerSystem *system)
{
  return &g_array_index (system->rows, EquationRow, system->rows->len - 1);
}

void
tl_integer_system_add_term (TlIntegerSystem *system, gint64 factor, guint var)
{
  RowTerm term = { factor, var };

  if (factor == 0)
    return;
  g_array_append_val (system->terms, term);
  last_row (system)->n++;
}

/* --- elimination --- */

/* @row -= its factor of @var times @pivot's, which is 1 or -1. FALSE: a number would be too large; then it is as it was. */
static gboolean
eliminate (gint64 *row, const gint64 *pivot, guint var, guint n)
{
  g_autofree gint64 *sum = g_new (gint64, n + 1);
  gint64             factor = row[var] * pivot[var];

  for (guint i = 0; i <= n; i++)
    {
      gint64 product;

      if (__builtin_mul_overflow (factor, pivot[i], &product) || __builtin_sub_overflow (row[i], product, &sum[i])
          || ABS (sum[i]) > MAX_FACTOR)
        return FALSE;
    }
  memcpy (row, sum, (n + 1) * sizeof (gint64));
  return TRUE;
}

/* A table of the rows: a factor for each variable, the constant last. Free with g_free. */
static gint64 *
table_of (const TlIntegerSystem *system, guint n)
{
  gint64 *table = g_new0 (gint64, (gsize) system->rows->len * (n + 1) + 1);

  for (guint r = 0; r < system->rows->len; r++)
    {
      const EquationRow *row = &g_array_index (system->rows, EquationRow, r);

      for (guint i = 0; i < row->n; i++)
        {
          const RowTerm *term = &g_array_index (system->terms, RowTerm, row->first + i);

          table[r * (n + 1) + term->var] += term->factor;
        }
      table[r * (n + 1) + n] = row->constant;
    }
  return table;
}

void
tl_integer_system_reduce (TlIntegerSystem *system)
{
  guint              n = system->bounds->len, n_rows = system->rows->len;
  g_autofree gint64 *table = table_of (system, n);

  for (guint r = 0; r < n_rows; r++)
    {
      const gint64 *pivot = table + (gsize) r * (n + 1);
      guint         var = 0;

      while (var < n && ABS (pivot[var]) != 1)
        var++;
      for (guint other = 0; var < n && other < n_rows; other++)
        if (other != r && table[other * (n + 1) + var] != 0)
          eliminate (table + (gsize) other * (n + 1), pivot, var, n);
    }
  g_array_set_size (system->rows, 0);
  g_array_set_size (system->terms, 0);
  for (guint r = 0; r < n_rows; r++)
    {
      tl_integer_system_begin_row (system, table[r * (n + 1) + n]);
      for (guint var = 0; var < n; var++)
        tl_integer_system_add_term (system, table[r * (n + 1) + var], var);
    }
}

/* --- solving --- */

typedef struct
{
  const TlIntegerSystem *system;
  guint                  n_vars;
  guint                  n_tries;
} ValueSearch;

/* Sums of factors below 2^40 with values below 2^40. */
typedef __int128 RowValue;

static void
term_range (const RowTerm *term, const VarBounds *bounds, RowValue *low, RowValue *high)
{
  RowValue a = (RowValue) term->factor * bounds[term->var].low, b = (RowValue) term->factor * bounds[term->var].high;

  *low = MIN (a, b);
  *high = MAX (a, b);
}

static gint64
gcd_of (gint64 a, gint64 b)
{
  while (b != 0)
    {
      gint64 rest = a % b;

      a = b;
      b = rest;
    }
  return ABS (a);
}

/* Whether the part of the row that is settled is a multiple of what divides all the rest. */
static gboolean
divides (const RowTerm *terms, const EquationRow *row, const VarBounds *bounds)
{
  RowValue settled = row->constant;
  gint64   divisor = 0;

  for (guint i = 0; i < row->n; i++)
    if (bounds[terms[i].var].low == bounds[terms[i].var].high)
      settled += (RowValue) terms[i].factor * bounds[terms[i].var].low;
    else
      divisor = gcd_of (divisor, terms[i].factor);
  if (divisor == 0 || settled != (gint64) settled)
    return divisor == 0 ? settled == 0 : settled % divisor == 0;
  return (gint64) settled % divisor == 0;
}

/* Division of 128 bits takes a call and ten times as long, and few values need it. */
static RowValue
floor_quotient (RowValue a, gint64 b)
{
  gint64 n = (gint64) a;

  return a == n ? n / b - (n % b < 0) : a / b - (a % b < 0);
}

/* When variables were narrowed last, on a clock that each narrowing moves on. */
typedef struct
{
  guint *narrowed;   /* by variable */
  guint  now;
} NarrowingClock;

/* Narrows the variables of a row by the range of its other terms. FALSE: one has no value left. */
static gboolean
narrow_row (const RowTerm *terms, const EquationRow *row, VarBounds *bounds, NarrowingClock *clock)
{
  RowValue low = row->constant, high = row->constant, a, b;

  for (guint i = 0; i < row->n; i++)
    {
      term_range (&terms[i], bounds, &a, &b);
      low += a;
      high += b;
    }
  if (low > 0 || high < 0 || !divides (terms, row, bounds))
    return FALSE;
  for (guint i = 0; i < row->n; i++)
    {
      VarBounds *var = &bounds[terms[i].var];
      gint64     factor = ABS (terms[i].factor);
      RowValue   least, most;

      term_range (&terms[i], bounds, &a, &b);
      least = terms[i].factor > 0 ? -(high - b) : low - a;     /* of |factor| · variable */
      most = terms[i].factor > 0 ? -(low - a) : high - b;
      least = -floor_quotient (-least, factor);
      most = floor_quotient (most, factor);
      if (least > var->high || most < var->low)
        return FALSE;
      if (least > var->low || most < var->high)
        {
          RowValue new_a, new_b;

          clock->narrowed[terms[i].var] = ++clock->now;
          var->low = (gint64) MAX (var->low, least);
          var->high = (gint64) MIN (var->high, most);
          if (var->low > var->high)
            return FALSE;
          term_range (&terms[i], bounds, &new_a, &new_b);
          low += new_a - a;
          high += new_b - b;
        }
    }
  return TRUE;
}

static gboolean
is_narrowed_since (const RowTerm *terms, const EquationRow *row, const NarrowingClock *clock, guint since)
{
  for (guint i = 0; i < row->n; i++)
    if (clock->narrowed[terms[i].var] > since)
      return TRUE;
  return FALSE;
}

/* @settled: the variable that has got a value since the last time; -1: all rows are looked at. */
static gboolean
narrow (const ValueSearch *search, VarBounds *bounds, gint settled)
{
  const GArray     *rows = search->system->rows;
  g_autofree guint *narrowed = g_new0 (guint, search->n_vars + 1), *seen = g_new0 (guint, rows->len + 1);
  NarrowingClock    clock = { narrowed, 1 };
  gboolean          is_changed = TRUE;

  if (settled >= 0)
    narrowed[settled] = 1;
  for (guint round = 0; is_changed && round < MAX_ROUNDS; round++)
    {
      is_changed = FALSE;
      for (guint i = 0; i < rows->len; i++)
        {
          const EquationRow *row = &g_array_index (rows, EquationRow, i);
          const RowTerm     *terms = &g_array_index (search->system->terms, RowTerm, row->first);
          gboolean           is_new = round == 0 && settled < 0;

          if (!is_new && !is_narrowed_since (terms, row, &clock, seen[i]))
            continue;
          seen[i] = clock.now;
          if (!narrow_row (terms, row, bounds, &clock))
            return FALSE;
          is_changed |= clock.now > seen[i];
        }
    }
  return TRUE;
}

/* The variable of a row that has the fewest values left, more than one; -1: none. */
static gint
find_open (const ValueSearch *search, const VarBounds *bounds)
{
  gint open = -1;

  for (guint i = 0; i < search->system->terms->len; i++)
    {
      guint var = g_array_index (search->system->terms, RowTerm, i).var;

      if (bounds[var].low < bounds[var].high
          && (open < 0 || bounds[var].high - bounds[var].low < bounds[open].high - bounds[open].low))
        open = (gint) var;
    }
  return open;
}

/* Of settled variables: narrowing may have ended early. */
static gboolean
holds (const ValueSearch *search, const VarBounds *bounds)
{
  const GArray *rows = search->system->rows;

  for (guint i = 0; i < rows->len; i++)
    {
      const EquationRow *row = &g_array_index (rows, EquationRow, i);

      if (!divides (&g_array_index (search->system->terms, RowTerm, row->first), row, bounds))
        return FALSE;
    }
  return TRUE;
}

/* Values within the bounds, those next to 0 first: most solutions are near. FALSE: there is no such one, as yet or any more. */
static gboolean
nth_value (VarBounds bounds, gint64 n, gint64 *value)
{
  if (bounds.low >= 0)
    *value = bounds.low + n;
  else if (bounds.high <= 0)
    *value = bounds.high - n;
  else
    *value = n % 2 != 0 ? (n + 1) / 2 : -(n / 2);
  return *value >= bounds.low && *value <= bounds.high;
}

static TlIntegerResult
try_values (ValueSearch *search, VarBounds *bounds, gint settled)
{
  gsize              size = search->n_vars * sizeof (VarBounds);
  g_autofree VarBounds *tried = NULL;
  TlIntegerResult    result;
  gint               open;

  if (++search->n_tries > MAX_TRIES)
    return TL_INTEGER_UNKNOWN;
  if (!narrow (search, bounds, settled))
    return TL_INTEGER_NONE;
  open = find_open (search, bounds);
  if (open < 0)
    return holds (search, bounds) ? TL_INTEGER_SOLVED : TL_INTEGER_NONE;
  tried = g_malloc (size);
  for (gint64 i = 0, value; i <= 2 * tl_max (ABS (bounds[open].low), ABS (bounds[open].high)); i++)
    {
      if (!nth_value (bounds[open], i, &value))
        continue;
      memcpy (tried, bounds, size);
      tried[open] = (VarBounds) { value, value };
      result = try_values (search, tried, open);
      if (result == TL_INTEGER_SOLVED)
        memcpy (bounds, tried, size);
      if (result != TL_INTEGER_NONE)
        return result;
    }
  return TL_INTEGER_NONE;
}

TlIntegerResult
tl_integer_system_solve (const TlIntegerSystem *system, gint64 *values)
{
  ValueSearch             search = { system, system->bounds->len, 0 };
  g_autofree VarBounds *bounds = g_memdup2 (system->bounds->data, search.n_vars * sizeof (VarBounds));
  TlIntegerResult    result = try_values (&search, bounds, -1);

  for (guint i = 0; values != NULL && result == TL_INTEGER_SOLVED && i < search.n_vars; i++)
    values[i] = bounds[i].low;
  return result;
}
