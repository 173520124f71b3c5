/* SPDX-License-Identifier: Apache-2.0 */
/* "mlp": a small network, trained by Adam (Kingma, Ba: ICLR 2015). */
#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/cost-model/models/mlp-private.h"

static const char *const losses[] = { "mse", "rank", NULL };

static const TlPrimitiveParam params[] = {
  TL_LEARNING_PARAMS,
  { "hidden", TL_PARAM_INT, TL_PARAM_IS_OPTIONAL, "32", "Width of the hidden layers", NULL, NULL },
  { "loss", TL_PARAM_STRING, TL_PARAM_IS_OPTIONAL, "\"rank\"", "Loss: \"rank\" (pairs in the wrong order) or \"mse\"", losses, NULL },
  { "epochs", TL_PARAM_INT, TL_PARAM_IS_OPTIONAL, "40", "Passes over the samples", NULL, NULL },
  { "batch", TL_PARAM_INT, TL_PARAM_IS_OPTIONAL, "32", "Batch size", NULL, NULL },
  { "learning_rate", TL_PARAM_VALUE, TL_PARAM_IS_OPTIONAL, "0.003", "Learning rate of Adam; decays to a tenth", NULL, NULL },
  { "weight_decay", TL_PARAM_VALUE, TL_PARAM_IS_OPTIONAL, "0.01", "Weight decay per step, relative to the learning rate", NULL, NULL },
};

enum { HIDDEN = TL_LEARNING_N, LOSS, EPOCHS, BATCH, RATE, DECAY };

static gboolean
check (const TlArg *args, char **why)
{
  static const guint positive[] = { TL_LEARNING_WARMUP, HIDDEN, EPOCHS, BATCH }, numbers[] = { TL_LEARNING_LABEL_POWER, RATE, DECAY };
  for (guint i = 0; i < G_N_ELEMENTS (positive); i++)
    if (args[positive[i]].integer < 1 || args[positive[i]].integer > 100000)
      {
        *why = g_strdup_printf ("%s must be at least 1, and no more than 100000", params[positive[i]].name);
        return FALSE;
      }
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      const TlArg *arg = &args[numbers[i]];
      if ((arg->kind != TL_ARG_INT && arg->kind != TL_ARG_FLOAT) || !(tl_arg_number (arg) >= 0))
        {
          *why = g_strdup_printf ("%s must be a number, 0 or more", params[numbers[i]].name);
          return FALSE;
        }
    }
  if (!g_strv_contains (losses, args[LOSS].string))
    {
      *why = g_strdup_printf ("loss is \"mse\" or \"rank\", not \"%s\"", args[LOSS].string);
      return FALSE;
    }
  return TRUE;
}

/* --- Adam --- */

typedef struct
{
  float *gradient, *mean, *square;
  guint  n, n_steps;
} Adam;

#if defined (__GNUC__) && !defined (__clang__) && defined (__x86_64__) && defined (__OPTIMIZE__)
__attribute__ ((optimize ("O3"), target_clones ("avx512f", "avx2", "default")))
#endif
static void
adam_step (Adam *adam, float *parameters, double rate, double decay)
{
  const float beta1 = 0.9f, beta2 = 0.999f;
  adam->n_steps++;
  float correction1 = 1 - (float) pow (0.9, adam->n_steps), correction2 = 1 - (float) pow (0.999, adam->n_steps);
  float step = (float) rate / correction1, keep = 1 - (float) (rate * decay);
  for (guint i = 0; i < adam->n; i++)
    {
      float g = adam->gradient[i];
      adam->mean[i] = beta1 * adam->mean[i] + (1 - beta1) * g;
      adam->square[i] = beta2 * adam->square[i] + (1 - beta2) * g * g;
      parameters[i] = parameters[i] * keep - step * adam->mean[i] / (sqrtf (adam->square[i] / correction2) + 1e-8f);
    }
}

static void
shuffle (TlRandom *random, guint *items, guint n)
{
  for (guint i = n; i > 1; i--)
    {
      guint k = (guint) tl_random_below (random, i), swap = items[i - 1];
      items[i - 1] = items[k];
      items[k] = swap;
    }
}

static void
train (TlMlp *mlp, const TlArg *args, TlRandom *random, const TlTrainingData *data)
{
  TlMlpLoss loss = g_str_equal (args[LOSS].string, "rank") ? TL_MLP_LOSS_RANK : TL_MLP_LOSS_MSE;
  guint n_epochs = (guint) args[EPOCHS].integer, n_batch = MIN ((guint) args[BATCH].integer, data->n_samples);
  g_autofree guint *order = g_new (guint, data->n_samples);
  g_autofree float *memory = g_new0 (float, (gsize) mlp->n_parameters * 3);
  Adam adam = { .gradient = memory, .mean = memory + mlp->n_parameters, .square = memory + 2 * (gsize) mlp->n_parameters,
                .n = mlp->n_parameters };
  for (guint i = 0; i < data->n_samples; i++)
    order[i] = i;
  for (guint epoch = 0; epoch < n_epochs; epoch++)
    {
      double rate = tl_arg_number (&args[RATE]) * (0.55 + 0.45 * cos (G_PI * epoch / n_epochs));
      shuffle (random, order, data->n_samples);
      for (guint first = 0; first + n_batch <= data->n_samples; first += n_batch)
        {
          memset (adam.gradient, 0, mlp->n_parameters * sizeof (float));
          tl_mlp_loss (mlp, data, order + first, n_batch, loss, adam.gradient);
          adam_step (&adam, mlp->parameters, rate, tl_arg_number (&args[DECAY]));
        }
    }
}

static gpointer
fit (const TlArg *args, guint64 seed, const TlTrainingData *data, guint *n_rounds, GError **error)
{
  TlRandom random = tl_random_seeded (seed);
  TlMlp *mlp = tl_mlp_new (tl_random_next (&random), data, (guint) args[HIDDEN].integer);
  train (mlp, args, &random, data);
  *n_rounds = (guint) args[EPOCHS].integer;
  return mlp;
}

/* --- using it --- */

static void
predict (gpointer fitted, const float *rows, guint n_rows, guint n_columns, float *scores)
{
  tl_mlp_predict (fitted, rows, n_rows, scores);
}

static double
explain (gpointer fitted, const float *rows, guint n_rows, guint n_columns, double *contributions)
{
  return tl_mlp_explain (fitted, rows, n_rows, contributions);
}

/* Three counts, then columns, means, scales and parameters, in this machine's byte order: models are of one machine. */
static GBytes *
save (gpointer fitted, GError **error)
{
  const TlMlp *mlp = fitted;
  GByteArray *bytes = g_byte_array_new ();
  guint32 head[3] = { mlp->n_inputs, mlp->n_hidden, mlp->n_columns };
  g_byte_array_append (bytes, (const guint8 *) head, sizeof head);
  g_byte_array_append (bytes, (const guint8 *) mlp->columns, mlp->n_inputs * sizeof *mlp->columns);
  g_byte_array_append (bytes, (const guint8 *) mlp->mean, mlp->n_inputs * sizeof (float));
  g_byte_array_append (bytes, (const guint8 *) mlp->scale, mlp->n_inputs * sizeof (float));
  g_byte_array_append (bytes, (const guint8 *) mlp->parameters, mlp->n_parameters * sizeof (float));
  return g_byte_array_free_to_bytes (bytes);
}

static gpointer
load (GBytes *bytes, guint n_columns, GError **error)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);
  guint32 head[3] = { 0 };
  if (size >= sizeof head)
    memcpy (head, data, sizeof head);
  gsize n = head[0], h = head[1], n_parameters = n * h + h * h + 3 * h + 1;
  gboolean fits = size >= sizeof head && n <= n_columns && h >= 1 && h <= 100000 && head[2] == n_columns
                  && size == sizeof head + n * sizeof (guint) + (2 * n + n_parameters) * sizeof (float);
  const guint *columns = (const guint *) (data + sizeof head);
  for (guint i = 0; fits && i < n; i++)
    fits = columns[i] < n_columns;
  if (!fits)
    return tl_fail_null (error, TL_COST_MODEL_ERROR, TL_COST_MODEL_ERROR_FORMAT, "The size of the network does not match its header");
  TlMlp *mlp = g_new0 (TlMlp, 1);
  *mlp = (TlMlp) { .n_inputs = (guint) n, .n_hidden = (guint) h, .n_columns = n_columns, .n_parameters = (guint) n_parameters };
  const float *floats = (const float *) (columns + n);
  mlp->columns = g_memdup2 (columns, n * sizeof *columns);
  mlp->mean = g_memdup2 (floats, n * sizeof (float));
  mlp->scale = g_memdup2 (floats + n, n * sizeof (float));
  mlp->parameters = g_memdup2 (floats + 2 * n, n_parameters * sizeof (float));
  return mlp;
}

static void
free_mlp (gpointer fitted)
{
  tl_mlp_free (fitted);
}

const TlCostModelKind tl_cost_model_mlp = {
  .info = { .name = "mlp", .summary = "A small neural network: trains more slowly than trees, predicts more smoothly.", .params = params,
            .n_params = G_N_ELEMENTS (params), .check = check },
  .is_trained = TRUE, .fit = fit, .predict = predict, .explain = explain, .save = save, .load = load, .free = free_mlp,
};
