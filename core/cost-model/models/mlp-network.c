/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Forward and backward through the network. The loops over neurons add whole rows of weights, so that vectors need no other order of sums
 * than plain code: results are the same on each machine, whatever width its vectors have.
 */
#include <math.h>
#include <string.h>

#include "core/base/extremum.h"
#include "core/base/random.h"
#include "core/cost-model/models/mlp-private.h"

#if defined (__GNUC__) && !defined (__clang__) && defined (__x86_64__) && defined (__OPTIMIZE__)
#define WIDE_LOOPS __attribute__ ((optimize ("O3"), target_clones ("avx512f", "avx2", "default")))
#else
#define WIDE_LOOPS
#endif

/* Views into the array of parameters (or of their gradients). */
typedef struct
{
  float *w1, *b1, *w2, *b2, *w3, *b3;
} Layers;

static Layers
layers_of (const TlMlp *mlp, float *parameters)
{
  guint n = mlp->n_inputs, h = mlp->n_hidden;
  Layers l = { .w1 = parameters };
  l.b1 = l.w1 + (gsize) n * h;
  l.w2 = l.b1 + h;
  l.b2 = l.w2 + (gsize) h * h;
  l.w3 = l.b2 + h;
  l.b3 = l.w3 + h;
  return l;
}

/* --- making it --- */

/* Columns that are the same in all rows say nothing. */
static void
choose_columns (TlMlp *mlp, const TlTrainingData *data)
{
  mlp->n_columns = data->n_columns;
  mlp->columns = g_new0 (guint, MAX (data->n_columns, 1));
  mlp->mean = g_new0 (float, MAX (data->n_columns, 1));
  mlp->scale = g_new0 (float, MAX (data->n_columns, 1));
  for (guint c = 0; c < data->n_columns; c++)
    {
      double sum = 0, squares = 0;
      for (guint r = 0; r < data->n_rows; r++)
        sum += (double) data->rows[(gsize) r * data->n_columns + c];
      double mean = sum / data->n_rows;
      for (guint r = 0; r < data->n_rows; r++)
        {
          double d = (double) data->rows[(gsize) r * data->n_columns + c] - mean;
          squares += d * d;
        }
      double deviation = sqrt (squares / data->n_rows);
      if (!(deviation > 1e-6))
        continue;
      mlp->columns[mlp->n_inputs] = c;
      mlp->mean[mlp->n_inputs] = (float) mean;
      mlp->scale[mlp->n_inputs++] = (float) (1 / deviation);
    }
}

static void
fill_uniform (TlRandom *random, float *values, gsize n, double bound)
{
  for (gsize i = 0; i < n; i++)
    values[i] = (float) ((2 * tl_random_unit (random) - 1) * bound);
}

TlMlp *
tl_mlp_new (guint64 seed, const TlTrainingData *data, guint n_hidden)
{
  TlMlp *mlp = g_new0 (TlMlp, 1);
  TlRandom random = tl_random_seeded (seed);
  choose_columns (mlp, data);
  guint n = mlp->n_inputs, h = mlp->n_hidden = n_hidden;
  mlp->n_parameters = n * h + h + h * h + h + h + 1;
  mlp->parameters = g_new0 (float, mlp->n_parameters);
  Layers l = layers_of (mlp, mlp->parameters);
  /* He, Zhang, Ren, Sun (2015): keeps the size of activations from layer to layer. */
  fill_uniform (&random, l.w1, (gsize) n * h, sqrt (6.0 / MAX (n, 1)));
  fill_uniform (&random, l.w2, (gsize) h * h, sqrt (6.0 / h));
  fill_uniform (&random, l.w3, h, sqrt (3.0 / h) * 0.1);
  return mlp;
}

void
tl_mlp_free (TlMlp *mlp)
{
  g_free (mlp->columns);
  g_free (mlp->mean);
  g_free (mlp->scale);
  g_free (mlp->parameters);
  g_free (mlp);
}

/* --- forward --- */

/* The values of one row's forward pass that its backward pass needs. */
typedef struct
{
  float *input, *hidden1, *hidden2;
} Activations;

/* out[j] += sum over i of in[i] w[i][j]. */
WIDE_LOOPS static void
multiply_add (const float *in, guint n_in, const float *w, guint n_out, float *restrict out)
{
  for (guint i = 0; i < n_in; i++)
    {
      float x = in[i];
      const float *row = w + (gsize) i * n_out;
      if (x == 0)
        continue;
      for (guint j = 0; j < n_out; j++)
        out[j] += x * row[j];
    }
}

static void
rectify (float *values, guint n)
{
  for (guint i = 0; i < n; i++)
    values[i] = values[i] > 0 ? values[i] : 0;
}

static float
forward (const TlMlp *mlp, const float *row, const Activations *a)
{
  Layers l = layers_of (mlp, mlp->parameters);
  guint h = mlp->n_hidden;
  for (guint i = 0; i < mlp->n_inputs; i++)
    a->input[i] = (row[mlp->columns[i]] - mlp->mean[i]) * mlp->scale[i];
  memcpy (a->hidden1, l.b1, h * sizeof (float));
  multiply_add (a->input, mlp->n_inputs, l.w1, h, a->hidden1);
  rectify (a->hidden1, h);
  memcpy (a->hidden2, l.b2, h * sizeof (float));
  multiply_add (a->hidden1, h, l.w2, h, a->hidden2);
  rectify (a->hidden2, h);
  float score = *l.b3;
  for (guint j = 0; j < h; j++)
    score += a->hidden2[j] * l.w3[j];
  return score;
}

static gsize
activation_floats (const TlMlp *mlp)
{
  return (gsize) mlp->n_inputs + 2 * mlp->n_hidden;
}

static Activations
activations_at (const TlMlp *mlp, float *memory)
{
  return (Activations) { .input = memory, .hidden1 = memory + mlp->n_inputs, .hidden2 = memory + mlp->n_inputs + mlp->n_hidden };
}

void
tl_mlp_predict (const TlMlp *mlp, const float *rows, guint n_rows, float *scores)
{
  g_autofree float *memory = g_new (float, tl_max (activation_floats (mlp), 1));
  Activations a = activations_at (mlp, memory);
  for (guint i = 0; i < n_rows; i++)
    scores[i] = forward (mlp, rows + (gsize) i * mlp->n_columns, &a);
}

/* --- backward --- */

/* gradient[j] of a layer's output, through the rectifier whose output is @value. */
static void
mask_gradient (float *gradient, const float *value, guint n)
{
  for (guint i = 0; i < n; i++)
    gradient[i] = value[i] > 0 ? gradient[i] : 0;
}

/* Gradients of a layer's weights: dw[i][j] += in[i] dout[j]. */
WIDE_LOOPS static void
add_outer_product (const float *in, guint n_in, const float *restrict dout, guint n_out, float *restrict dw)
{
  for (guint i = 0; i < n_in; i++)
    {
      float x = in[i];
      if (x == 0)
        continue;
      for (guint j = 0; j < n_out; j++)
        dw[(gsize) i * n_out + j] += x * dout[j];
    }
}

#define LANES 16

/* Gradients of a layer's inputs: din[i] = sum over j of w[i][j] dout[j], in LANES sums that are added in the end. */
WIDE_LOOPS static void
multiply_back (const float *restrict w, guint n_in, const float *restrict dout, guint n_out, float *restrict din)
{
  for (guint i = 0; i < n_in; i++)
    {
      const float *row = w + (gsize) i * n_out;
      float sums[LANES] = { 0 }, sum = 0;
      guint j = 0;
      for (; j + LANES <= n_out; j += LANES)
        for (guint k = 0; k < LANES; k++)
          sums[k] += row[j + k] * dout[j + k];
      for (guint k = 0; k < LANES; k++)
        sum += sums[k];
      for (; j < n_out; j++)
        sum += row[j] * dout[j];
      din[i] = sum;
    }
}

static void
add_to (float *restrict sum, const float *values, guint n)
{
  for (guint i = 0; i < n; i++)
    sum[i] += values[i];
}

/* @scratch: 2 n_hidden. @dinput (nullable): gradient by inputs. */
static void
backward (const TlMlp *mlp, const Activations *a, float dscore, float *gradient, float *dinput, float *scratch)
{
  Layers l = layers_of (mlp, mlp->parameters), d = { .w1 = NULL };
  guint h = mlp->n_hidden;
  float *d2 = scratch, *d1 = scratch + h;
  if (gradient != NULL)
    {
      d = layers_of (mlp, gradient);
      for (guint j = 0; j < h; j++)
        d.w3[j] += dscore * a->hidden2[j];
      *d.b3 += dscore;
    }
  for (guint j = 0; j < h; j++)
    d2[j] = dscore * l.w3[j];
  mask_gradient (d2, a->hidden2, h);
  multiply_back (l.w2, h, d2, h, d1);
  mask_gradient (d1, a->hidden1, h);
  if (dinput != NULL)
    multiply_back (l.w1, mlp->n_inputs, d1, h, dinput);
  if (gradient != NULL)
    {
      add_outer_product (a->hidden1, h, d2, h, d.w2);
      add_outer_product (a->input, mlp->n_inputs, d1, h, d.w1);
      add_to (d.b2, d2, h);
      add_to (d.b1, d1, h);
    }
}

/* d loss / d score of each sample, and the loss. */
static double
mse_gradient (const float *scores, const float *labels, guint n, float *dscores)
{
  double loss = 0;
  for (guint i = 0; i < n; i++)
    {
      float error = scores[i] - labels[i];
      loss += (double) error * (double) error / n;
      dscores[i] = 2 * error / (float) n;
    }
  return loss;
}

static double
rank_gradient (const float *scores, const float *labels, const guint *workloads, guint n, float *dscores)
{
  double loss = 0, n_pairs = 0;
  memset (dscores, 0, n * sizeof *dscores);
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < n; k++)
      n_pairs += workloads[i] == workloads[k] && labels[i] > labels[k];
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < n; k++)
      {
        if (workloads[i] != workloads[k] || !(labels[i] > labels[k]))
          continue;
        double weight = (double) (labels[i] - labels[k]) / n_pairs, margin = (double) (scores[k] - scores[i]);
        double exponential = exp (-fabs (margin));
        loss += weight * (MAX (margin, 0) + log1p (exponential));
        float slope = (float) (weight * (margin > 0 ? 1 / (1 + exponential) : exponential / (1 + exponential)));
        dscores[k] += slope;
        dscores[i] -= slope;
      }
  return loss;
}

double
tl_mlp_loss (const TlMlp *mlp, const TlTrainingData *data, const guint *batch, guint n_batch, TlMlpLoss loss, float *gradient)
{
  gsize n_floats = activation_floats (mlp);
  guint n_rows = 0, row = 0;
  for (guint i = 0; i < n_batch; i++)
    n_rows += data->row_begin[batch[i] + 1] - data->row_begin[batch[i]];
  g_autofree float *memory = g_new (float, MAX (n_floats * n_rows, 1)), *scratch = g_new (float, 2 * mlp->n_hidden);
  g_autofree float *scores = g_new0 (float, n_batch), *labels = g_new (float, n_batch), *dscores = g_new (float, n_batch);
  g_autofree guint *workloads = g_new (guint, n_batch);
  for (guint i = 0; i < n_batch; i++)
    {
      labels[i] = data->labels[batch[i]];
      workloads[i] = data->workloads[batch[i]];
      for (guint r = data->row_begin[batch[i]]; r < data->row_begin[batch[i] + 1]; r++, row++)
        {
          Activations a = activations_at (mlp, memory + row * n_floats);
          scores[i] += forward (mlp, data->rows + (gsize) r * data->n_columns, &a);
        }
    }
  double value = loss == TL_MLP_LOSS_MSE ? mse_gradient (scores, labels, n_batch, dscores)
                                         : rank_gradient (scores, labels, workloads, n_batch, dscores);
  row = 0;
  for (guint i = 0; i < n_batch && gradient != NULL; i++)
    for (guint r = data->row_begin[batch[i]]; r < data->row_begin[batch[i] + 1]; r++, row++)
      {
        Activations a = activations_at (mlp, memory + row * n_floats);
        backward (mlp, &a, dscores[i], gradient, NULL, scratch);
      }
  return value;
}

double
tl_mlp_explain (const TlMlp *mlp, const float *rows, guint n_rows, double *contributions)
{
  g_autofree float *memory = g_new (float, tl_max (activation_floats (mlp), 1)), *scratch = g_new (float, 2 * mlp->n_hidden);
  g_autofree float *dinput = g_new0 (float, MAX (mlp->n_inputs, 1));
  Activations a = activations_at (mlp, memory);
  double rest = 0;
  for (guint r = 0; r < n_rows; r++)
    {
      rest += (double) forward (mlp, rows + (gsize) r * mlp->n_columns, &a);
      backward (mlp, &a, 1, NULL, dinput, scratch);
      for (guint i = 0; i < mlp->n_inputs; i++)
        {
          double contribution = (double) a.input[i] * (double) dinput[i];
          contributions[mlp->columns[i]] += contribution;
          rest -= contribution;
        }
    }
  return rest;
}
