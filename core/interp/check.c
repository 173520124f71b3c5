/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Programs of up to some ten million steps are run whole; larger ones are sampled (sample.c). A program that cannot be sampled is
 * run whole if that is bearable, else refused.
 *
 * Tolerances: integers are compared exactly. For floats, a sum of K rounded terms taken in another order differs by about
 * eps * sqrt(K) of its magnitude; the limit is a multiple of that, relative to the value and to the typical size of its row, since an
 * element that cancels to nothing still carries the error of its terms. Rows may differ by many orders, as those of exp(A @ B) @ C do.
 *
 * Programs that round floats to steps, as quantization does, turn such a difference into a whole step where a value is near the border of
 * two. So they are run twice more, with all that is rounded moved a little down and up: a result between those is right.
 */
#include "core/interp/check-private.h"

#include "core/base/error.h"

#include <math.h>
#include <string.h>

#include "core/interp/gpu/emulator.h"
#include "core/ir/matrix-call.h"
#include "core/ir/walk.h"

#define DEFAULT_MAX_STEPS 24000000
#define PATIENCE 16                /* times max_steps that a whole run may take where sampling is impossible */
#define ROUNDING_MARGIN 80.0       /* float32, float64 */
#define SMALL_FLOAT_MARGIN 6.0     /* types so coarse that a wider margin would hide mistakes */
#define AMPLIFIED 8.0
#define SHORTEST_ROW 32            /* shorter ones say too little about the size of sums: of 8, ReLU may leave nothing */
#define NEAR_BORDER 0.01           /* steps */
#define NEAR_BORDER_OF_HALF 0.25   /* the same for types that know no hundredth of a step */

typedef struct
{
  guint     param;
  char     *name;
  TlTensor *expected;     /* whole: like the argument; sampled: one value per index */
  GArray   *indices;      /* gint64; NULL: all elements in order */
  double    rtol;
  GArray   *atol;         /* double, one per group of elements in order; floats only */
  gint64    group;        /* elements of one row that are in @expected */
} Output;

struct _TlReference
{
  GPtrArray *outputs;     /* Owned: Output */
  char      *unwritten;   /* Owned, nullable: what the program reads before it is written */
  gboolean   is_unsure;   /* whether that has an effect: seen in wrong results */
  TlReference *moved[2];  /* Owned, nullable: with what is rounded moved down, and up */
};

static void
output_free (gpointer data)
{
  Output *output = data;

  g_free (output->name);
  g_clear_pointer (&output->expected, tl_tensor_unref);
  g_clear_pointer (&output->indices, g_array_unref);
  g_clear_pointer (&output->atol, g_array_unref);
  g_free (output);
}

static double
root_mean_square (const TlTensor *tensor, gint64 from, gint64 to)
{
  gint64 n_finite = 0;
  double sum = 0;

  for (gint64 i = from; i < to; i++)
    {
      double value = tl_tensor_get (tensor, i);

      if (isfinite (value))
        {
          sum += value * value;
          n_finite++;
        }
    }
  return n_finite > 0 && isfinite (sum) ? sqrt (sum / (double) n_finite) : 0;
}

/* The run of elements, from the first on, that lie in one row of @got. */
static gint64
row_length (const Output *output, const TlTensor *got)
{
  gint64 n = output->expected->n_elements * output->expected->dtype.lanes, length = 1;
  gint64 width = got->n_dims > 0 ? MAX (got->shape[got->n_dims - 1], 1) * got->dtype.lanes : 1;

  if (output->indices == NULL)
    length = width;
  else
    while (length < n && g_array_index (output->indices, gint64, length) / width == g_array_index (output->indices, gint64, 0) / width)
      length++;
  return length < SHORTEST_ROW ? MAX (n, 1) : length;
}

static void
set_tolerance (Output *output, const TlTensor *got, const TlRunEstimate *estimate)
{
  double steps = sqrt (MAX (estimate->reduction_length, 1));
  double margin = estimate->epsilon > 0x1p-20 ? SMALL_FLOAT_MARGIN : ROUNDING_MARGIN;
  double unit = estimate->epsilon * steps;
  gint64 n = output->expected->n_elements * output->expected->dtype.lanes;

  if (!tl_dtype_is_float (output->expected->dtype))
    return;
  output->rtol = unit * margin * (estimate->amplifies ? AMPLIFIED : 1);
  output->group = row_length (output, got);
  output->atol = g_array_new (FALSE, FALSE, sizeof (double));
  for (gint64 at = 0; at < n; at += output->group)
    {
      double atol = output->rtol * root_mean_square (output->expected, at, MIN (at + output->group, n)) + unit * 1e-3;

      g_array_append_val (output->atol, atol);
    }
}

static void
allow_cancellation (gpointer data, gpointer user_data)
{
  Output *output = data;
  double  most = 0;

  for (gint64 i = 0; i < output->expected->n_elements * output->expected->dtype.lanes; i++)
    {
      double size = fabs (tl_tensor_get (output->expected, i));

      most = isfinite (size) && size > most ? size : most;
    }
  for (guint i = 0; output->atol != NULL && i < output->atol->len; i++)
    {
      double *atol = &g_array_index (output->atol, double, i);

      *atol = MAX (*atol, output->rtol * most);
    }
}

void
tl_reference_allow_cancellation (TlReference *reference)
{
  g_ptr_array_foreach (reference->outputs, allow_cancellation, NULL);
  for (int i = 0; i < 2; i++)
    if (reference->moved[i] != NULL)
      tl_reference_allow_cancellation (reference->moved[i]);
}

static Output *
output_new (const TlPrimFunc *func, guint param, const TlTensor *got, TlTensor *expected, GArray *indices, const TlRunEstimate *estimate)
{
  Output *output = g_new0 (Output, 1);

  output->param = param;
  output->name = g_strdup (func->params[param].buffer->name);
  output->expected = expected;
  output->indices = indices;
  set_tolerance (output, got, estimate);
  return output;
}

static TlWalk
find_cooperation (const TlExpr *expr, gpointer user_data)
{
  const char *name = expr->kind == TL_EXPR_CALL ? expr->callee->name : "";
  TlMatrixCall call;

  return g_str_equal (name, "tvm_storage_sync") || g_str_has_prefix (name, "tvm_warp_") || tl_matrix_call_read (expr, &call)
         || g_str_has_prefix (name, "ptx_cp_async") ? TL_WALK_STOP : TL_WALK_INTO;
}

/* Kernels written as such, whose threads wait for each other: one after the other they mean nothing. */
static gboolean
is_cooperative (const TlPrimFunc *func)
{
  g_autoptr (GPtrArray) kernels = NULL;

  if (tl_stmt_walk (func->body, NULL, find_cooperation, NULL))
    return FALSE;
  kernels = tl_kernels_find (func, NULL);
  return kernels != NULL && kernels->len > 0;
}

/* A fault of theirs leaves no result that is right. */
static gboolean
run_kernels (const TlPrimFunc *func, GPtrArray *args, guint64 max_steps, GCancellable *cancellable, GError **error)
{
  TlEmulatorOptions       options = { .checks = TRUE, .max_steps = max_steps };
  g_autoptr (TlEmulation) emulation = tl_emulate (func, (TlTensor *const *) args->pdata, args->len, &options, cancellable, error);

  if (emulation == NULL || emulation->findings->len == 0)
    return emulation != NULL;
  return tl_fail (error, TL_INTERP_ERROR, TL_INTERP_ERROR_UNSUPPORTED, "%s",
                  ((const TlFinding *) g_ptr_array_index (emulation->findings, 0))->text);
}

/* Everything, on copies of what is written. */
static gboolean
run_whole (TlReference *reference, const TlPrimFunc *func, TlTensor *const *args, guint n_args, const TlRunEstimate *estimate,
           guint64 max_steps, GCancellable *cancellable, GError **error)
{
  g_autoptr (GArray)    written = tl_interp_written_params (func);
  g_autoptr (GPtrArray) copies = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_tensor_unref);

  for (guint i = 0; i < n_args; i++)
    g_ptr_array_add (copies, i < written->len && g_array_index (written, gboolean, i) ? tl_tensor_dup (args[i]) : tl_tensor_ref (args[i]));
  g_clear_pointer (&reference->unwritten, g_free);
  reference->is_unsure = FALSE;
  if (is_cooperative (func) ? !run_kernels (func, copies, max_steps, cancellable, error)
                            : !tl_interp_run_watched (func, (TlTensor *const *) copies->pdata, n_args, max_steps, cancellable,
                                                      &reference->unwritten, error))
    return FALSE;
  for (guint i = 0; i < n_args; i++)
    if (g_array_index (written, gboolean, i))
      g_ptr_array_add (reference->outputs, output_new (func, i, args[i], tl_tensor_ref (g_ptr_array_index (copies, i)), NULL, estimate));
  return TRUE;
}

static TlTensor *
gather (const TlTensor *tensor, const GArray *indices, GError **error)
{
  gint64    n = indices->len;
  TlDType   scalar = tl_dtype_with_lanes (tensor->dtype, 1);
  TlTensor *gathered = tl_tensor_new (scalar, &n, 1, FALSE, error);
  gsize     n_bytes = tl_dtype_bytes (scalar);

  for (gint64 i = 0; gathered != NULL && i < n; i++)
    memcpy ((char *) gathered->data + (gsize) i * n_bytes,
            (const char *) tensor->data + (gsize) g_array_index (indices, gint64, i) * n_bytes, n_bytes);
  return gathered;
}

static gboolean
run_sampled (TlReference *reference, const TlPrimFunc *func, TlTensor *const *args, guint n_args, const TlRunEstimate *estimate,
             guint64 max_steps, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) samples = NULL, results = NULL;

  if (!tl_sample_elements (func, args, n_args, max_steps, cancellable, &samples, &results, &reference->unwritten, error))
    return FALSE;
  reference->is_unsure = TRUE;
  for (guint i = 0; i < n_args; i++)
    {
      GArray   *indices = g_ptr_array_index (samples, i);
      TlTensor *expected;

      if (indices == NULL)
        continue;
      expected = gather (g_ptr_array_index (results, i), indices, error);
      if (expected == NULL)
        return FALSE;
      g_ptr_array_add (reference->outputs, output_new (func, i, args[i], expected, g_array_ref (indices), estimate));
    }
  return TRUE;
}

static TlReference *
reference_new (const TlPrimFunc *func, TlTensor *const *args, guint n_args, guint64 max_steps, GCancellable *cancellable, GError **error)
{
  g_autoptr (TlReference) reference = g_new0 (TlReference, 1);
  g_autoptr (GError) cause = NULL;
  TlRunEstimate estimate;

  reference->outputs = g_ptr_array_new_with_free_func (output_free);
  if (max_steps == 0)
    max_steps = DEFAULT_MAX_STEPS;
  tl_estimate_run (func, args, n_args, &estimate);
  if (estimate.cost <= (double) max_steps)
    return run_whole (reference, func, args, n_args, &estimate, 0, cancellable, error) ? g_steal_pointer (&reference) : NULL;
  if (is_cooperative (func))
    return run_whole (reference, func, args, n_args, &estimate, max_steps * PATIENCE, cancellable, error) ? g_steal_pointer (&reference)
                                                                                                          : NULL;
  if (run_sampled (reference, func, args, n_args, &estimate, max_steps, cancellable, &cause))
    return g_steal_pointer (&reference);
  if (!g_error_matches (cause, TL_INTERP_ERROR, TL_INTERP_ERROR_UNSUPPORTED))
    return tl_propagate_null (error, g_steal_pointer (&cause));
  g_ptr_array_set_size (reference->outputs, 0);
  if (run_whole (reference, func, args, n_args, &estimate, max_steps * PATIENCE, cancellable, error))
    return g_steal_pointer (&reference);
  if (error != NULL && g_error_matches (*error, TL_INTERP_ERROR, TL_INTERP_ERROR_STEPS))
    g_prefix_error (error, "the whole program is too large to interpret, and single elements cannot be computed (%s): ", cause->message);
  return NULL;
}

/* --- rounding to steps --- */

typedef struct
{
  double   direction;    /* -1, 1 */
  gboolean has_rounded;
} RoundingMove;

/* round (x) as round (x ± a little) */
static const TlExpr *
move_rounded (TlRewriter *rewriter, const TlExpr *expr)
{
  gboolean      is_round = expr->kind == TL_EXPR_CALL && (g_str_equal (expr->callee->name, "round")
                                                           || g_str_equal (expr->callee->name, "nearbyint"));
  RoundingMove *move = rewriter->user_data;
  const TlExpr *arg;
  double        distance;

  if (!is_round || !tl_dtype_is_float (expr->dtype))
    return NULL;
  move->has_rounded = TRUE;
  distance = move->direction * (expr->dtype.bits < 32 ? NEAR_BORDER_OF_HALF : NEAR_BORDER);
  arg = tl_rewrite_expr (rewriter, expr->args[0]);
  arg = tl_add (rewriter->arena, arg, tl_expr_float (rewriter->arena, arg->dtype, distance));
  return tl_expr_call (rewriter->arena, expr->dtype, expr->callee, &arg, 1);
}

/* NULL without an error if nothing is rounded, or it cannot be told. */
static TlReference *
moved_reference_new (const TlPrimFunc *func, double direction, TlTensor *const *args, guint n_args, guint64 max_steps,
                     GCancellable *cancellable)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  RoundingMove        move = { direction, FALSE };
  TlRewriter          rewriter = { .arena = arena, .expr = move_rounded, .user_data = &move };
  TlPrimFunc          moved = *func;

  moved.body = tl_rewrite_stmt (&rewriter, func->body);
  return move.has_rounded ? reference_new (&moved, args, n_args, max_steps, cancellable, NULL) : NULL;
}

TlReference *
tl_reference_new (const TlPrimFunc *func, TlTensor *const *args, guint n_args, guint64 max_steps, GCancellable *cancellable,
                  GError **error)
{
  TlReference *reference = reference_new (func, args, n_args, max_steps, cancellable, error);

  for (int i = 0; reference != NULL && i < 2; i++)
    reference->moved[i] = moved_reference_new (func, i == 0 ? -1 : 1, args, n_args, max_steps, cancellable);
  return reference;
}

void
tl_reference_free (TlReference *reference)
{
  for (int i = 0; i < 2; i++)
    g_clear_pointer (&reference->moved[i], tl_reference_free);
  g_ptr_array_unref (reference->outputs);
  g_free (reference->unwritten);
  g_free (reference);
}

static char *
describe (const Output *output, const TlTensor *got, gint64 element, double have, double want)
{
  g_autoptr (GString) text = g_string_new (output->name);
  gint64 rest = element / got->dtype.lanes, indices[TL_TENSOR_MAX_DIMS];

  for (guint i = got->n_dims; i > 0; i--)
    {
      indices[i - 1] = rest % MAX (got->shape[i - 1], 1);
      rest /= MAX (got->shape[i - 1], 1);
    }
  g_string_append_c (text, '[');
  for (guint i = 0; i < got->n_dims; i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? ", " : "", indices[i]);
  g_string_append_printf (text, "]: got %.9g, expected %.9g", have, want);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* How far off, 1 being the limit. NaN agrees with NaN, an infinity with itself. */
static double
error_of (const Output *output, const TlTensor *got, gint64 element, gint64 k)
{
  double have, want;

  if (!tl_dtype_is_float (got->dtype))
    {
      gint64 a = tl_tensor_get_int (got, element), b = tl_tensor_get_int (output->expected, k);

      return a == b ? 0 : 1 + fabs ((double) a - (double) b);
    }
  have = tl_tensor_get (got, element);
  want = tl_tensor_get (output->expected, k);
  if (have == want || (isnan (have) && isnan (want)))
    return 0;
  if (!isfinite (have) || !isfinite (want))
    return INFINITY;
  return fabs (have - want) / (g_array_index (output->atol, double, k / output->group) + output->rtol * fabs (want));
}

/* The place of an element in what is expected; -1: it is not there. */
static gint64
find_element (const Output *output, gint64 element)
{
  if (output->indices == NULL)
    return element;
  for (guint k = 0; k < output->indices->len; k++)
    if (g_array_index (output->indices, gint64, k) == element)
      return k;
  return -1;
}

/* Whether the element lies between those with what is rounded moved. @want: with nothing moved. */
static gboolean
is_at_border (const TlReference *reference, guint index, const TlTensor *got, gint64 element, double want)
{
  double have = tl_tensor_get (got, element), least = want, most = want, value;

  for (int i = 0; i < 2; i++)
    {
      const Output *moved = reference->moved[i] != NULL ? g_ptr_array_index (reference->moved[i]->outputs, index) : NULL;
      gint64        k = moved != NULL ? find_element (moved, element) : -1;

      if (k < 0)
        return FALSE;
      if (error_of (moved, got, element, k) <= 1)
        return TRUE;
      value = tl_tensor_get (moved->expected, k);
      least = MIN (least, value);
      most = MAX (most, value);
    }
  return have >= least && have <= most;
}

static void
check_output (const TlReference *reference, guint index, const TlTensor *got, TlCheckResult *result)
{
  const Output *output = g_ptr_array_index (reference->outputs, index);
  gint64 n = output->expected->n_elements * output->expected->dtype.lanes;

  result->n_elements += (guint64) (got->n_elements * got->dtype.lanes);
  result->n_checked += (guint64) n;
  for (gint64 k = 0; k < n; k++)
    {
      gint64 element = output->indices != NULL ? g_array_index (output->indices, gint64, k) : k;
      double wrong = error_of (output, got, element, k);

      if (wrong > 1 && is_at_border (reference, index, got, element, tl_tensor_get (output->expected, k)))
        {
          result->n_at_border++;
          continue;
        }
      result->max_error = MAX (result->max_error, wrong);
      if (wrong <= 1)
        continue;
      result->n_wrong++;
      if (result->where == NULL)
        result->where = describe (output, got, element, tl_tensor_get (got, element), tl_tensor_get (output->expected, k));
    }
}

void
tl_reference_check (const TlReference *reference, TlTensor *const *args, TlCheckResult *result)
{
  *result = (TlCheckResult) { 0 };
  for (guint i = 0; i < reference->outputs->len; i++)
    {
      const Output *output = g_ptr_array_index (reference->outputs, i);

      check_output (reference, i, args[output->param], result);
    }
  result->unwritten = reference->is_unsure && result->n_wrong == 0 ? NULL : g_strdup (reference->unwritten);
  result->ok = result->n_wrong == 0 && result->unwritten == NULL;
}

char *
tl_check_result_explain_unwritten (const TlCheckResult *result)
{
  return g_strdup_printf ("the program reads %s before it is written: its result depends on uninitialized memory, "
                          "whatever the schedule", result->unwritten);
}

void
tl_check_result_clear (TlCheckResult *result)
{
  g_clear_pointer (&result->where, g_free);
  g_clear_pointer (&result->unwritten, g_free);
}

guint
tl_reference_n_outputs (const TlReference *reference)
{
  return reference->outputs->len;
}

gboolean
tl_reference_nth (const TlReference *reference, guint output, gint64 k, TlExpected *expected)
{
  const Output *from = reference->outputs->pdata[output];

  if (k < 0 || k >= from->expected->n_elements * from->expected->dtype.lanes)
    return FALSE;
  *expected = (TlExpected) { .param = from->param, .index = from->indices != NULL ? g_array_index (from->indices, gint64, k) : k,
                             .value = tl_tensor_get (from->expected, k) };
  if (from->atol != NULL)
    expected->tolerance = g_array_index (from->atol, double, k / from->group) + from->rtol * fabs (expected->value);
  return TRUE;
}
