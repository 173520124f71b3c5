/* SPDX-License-Identifier: Apache-2.0 */
/* Programs are written as script text: what a failure prints is what was read. */
#include "tests/soundness/random-program.h"

#include "core/base/extremum.h"
#include "core/base/random.h"

#define MAX_DIMS    3
#define MAX_TENSORS 16

typedef struct
{
  char     name[8];
  guint    n_dims;
  guint    shape[MAX_DIMS];
  gboolean is_param, is_read;
} Tensor;

typedef struct
{
  TlRandom    random;
  const char *dtype;
  GString    *body;
  GString    *indices;                  /* declarations of parameters that hold indices */
  Tensor      tensors[MAX_TENSORS];
  guint       n_tensors, n_stages;
} Writer;

static guint
below (Writer *w, guint bound)
{
  return (guint) tl_random_below (&w->random, bound);
}

static gboolean
one_in (Writer *w, guint n)
{
  return below (w, n) == 0;
}

/* --- tensors and text --- */

static Tensor *
new_tensor (Writer *w, guint n_dims, const guint *shape, gboolean is_param)
{
  Tensor *tensor = &w->tensors[w->n_tensors];

  g_assert (w->n_tensors < MAX_TENSORS && n_dims <= MAX_DIMS);
  g_snprintf (tensor->name, sizeof tensor->name, "%c%u", is_param ? 'A' : 'T', w->n_tensors);
  w->n_tensors++;
  tensor->n_dims = n_dims;
  tensor->is_param = is_param;
  for (guint d = 0; d < n_dims; d++)
    tensor->shape[d] = shape[d];
  return tensor;
}

/* Mostly the newest one. */
static Tensor *
any_tensor (Writer *w)
{
  return &w->tensors[one_in (w, 4) ? below (w, w->n_tensors) : w->n_tensors - 1];
}

static Tensor *
any_source (Writer *w)
{
  Tensor *tensor = any_tensor (w);

  tensor->is_read = TRUE;
  return tensor;
}

static void G_GNUC_PRINTF (3, 4)
line (Writer *w, guint depth, const char *format, ...)
{
  va_list args;

  g_string_append_printf (w->body, "%*s", (int) depth * 4, "");
  va_start (args, format);
  g_string_append_vprintf (w->body, format, args);
  va_end (args);
  g_string_append_c (w->body, '\n');
}

static char *
number (Writer *w, const char *value)
{
  return g_strdup_printf ("T.%s(%s)", w->dtype, value);
}

static gboolean
is_integer (const Writer *w)
{
  return g_str_has_prefix (w->dtype, "int");
}

static char *
constant (Writer *w)
{
  static const char *const integers[] = { "1", "2", "3" }, *const floats[] = { "0.5", "1.25", "2" };

  return number (w, is_integer (w) ? integers[below (w, 3)] : floats[below (w, 3)]);
}

/* Opens the loops and the block of a stage: @n_spatial axes v0 …, then @n_reduce more. The body stands at depth 3 + the loop. */
static void
open_block (Writer *w, guint n_spatial, const guint *spatial, guint n_reduce, const guint *reduce)
{
  g_autoptr (GString) loops = g_string_new (NULL), extents = g_string_new (NULL), kinds = g_string_new (NULL), axes = g_string_new (NULL);
  guint n = n_spatial + n_reduce;

  for (guint i = 0; i < n; i++)
    {
      const char *comma = i > 0 ? ", " : "";

      g_string_append_printf (loops, "%si%u", comma, i);
      g_string_append_printf (extents, "%s%u", comma, i < n_spatial ? spatial[i] : reduce[i - n_spatial]);
      g_string_append_printf (axes, "%sv%u", comma, i);
      g_string_append_c (kinds, i < n_spatial ? 'S' : 'R');
    }
  line (w, 1, "for %s in %s(%s):", loops->str, n == 1 ? "range" : "T.grid", extents->str);
  line (w, 2, "with T.block(\"S%u\"):", w->n_stages);
  if (n == 1)
    line (w, 3, "v0 = T.axis.%s(%s, i0)", n_spatial == 1 ? "spatial" : "reduce", extents->str);
  else
    line (w, 3, "%s = T.axis.remap(\"%s\", [%s])", axes->str, kinds->str, loops->str);
  w->n_stages++;
}

/* "T3[v0, v1]" with the axes from @first on. */
static char *
access_of (const Tensor *tensor, guint first)
{
  GString *text = g_string_new (tensor->name);

  for (guint d = 0; d < tensor->n_dims; d++)
    g_string_append_printf (text, "%sv%u", d > 0 ? ", " : "[", first + d);
  return g_string_free (g_string_append_c (text, ']'), FALSE);
}

/* "T3[v2, v0 + 1, v1]": dimension d is indexed by texts[d]. */
static char *
access_by (const Tensor *tensor, char *const *texts)
{
  g_autofree char *inner = g_strjoinv (", ", (char **) texts);

  return g_strdup_printf ("%s[%s]", tensor->name, inner);
}

static void
reduce_into (Writer *w, const char *target, const char *value, gboolean is_sum)
{
  g_autofree char *start = number (w, is_sum ? "0" : "-100");

  line (w, 3, "with T.init():");
  line (w, 4, "%s = %s", target, start);
  if (is_sum)
    line (w, 3, "%s = %s + %s", target, target, value);
  else
    line (w, 3, "%s = T.max(%s, %s)", target, target, value);
}

/* --- kinds of stages --- */

/* out[v] = f(in[v]), perhaps with the axes in another order, another tensor of the same shape, or a row of weights. */
static void
write_map (Writer *w)
{
  Tensor          *in = any_source (w), *out = new_tensor (w, in->n_dims, in->shape, FALSE);
  g_autofree char *target = access_of (out, 0), *value = access_of (in, 0), *other = constant (w);
  static const char *const forms[] = { "%s + %s", "%s * %s", "T.max(%s, %s)", "%s - %s", "T.min(%s, %s)" };
  const char      *op = forms[below (w, G_N_ELEMENTS (forms))];

  if (one_in (w, 3))
    {
      Tensor *row = one_in (w, 2) ? new_tensor (w, 1, &in->shape[in->n_dims - 1], TRUE) : new_tensor (w, in->n_dims, in->shape, TRUE);

      row->is_read = TRUE;
      g_free (other);
      other = access_of (row, in->n_dims - row->n_dims);
    }
  open_block (w, in->n_dims, in->shape, 0, NULL);
  {
    g_auto (GStrv)   halves = g_strsplit (op, "%s", 3);
    g_autofree char *text = g_strconcat (halves[0], value, halves[1], other, halves[2], NULL);

    line (w, 3, "%s = %s", target, text);
  }
}

static void
write_transpose (Writer *w)
{
  Tensor          *in = any_source (w);
  guint            shape[MAX_DIMS], shift = 1 + below (w, MAX (in->n_dims, 2) - 1);
  char            *texts[MAX_DIMS + 1] = { NULL };
  Tensor          *out;
  g_autofree char *target = NULL, *value = NULL;

  for (guint d = 0; d < in->n_dims; d++)
    {
      shape[(d + shift) % in->n_dims] = in->shape[d];
      texts[d] = g_strdup_printf ("v%u", (d + shift) % in->n_dims);
    }
  out = new_tensor (w, in->n_dims, shape, FALSE);
  target = access_of (out, 0);
  value = access_by (in, texts);
  open_block (w, out->n_dims, out->shape, 0, NULL);
  line (w, 3, "%s = %s", target, value);
  for (guint d = 0; d < in->n_dims; d++)
    g_free (texts[d]);
}

/* A sum or maximum over a window along one dimension, by a reduction axis or written out; a stride makes it a pool. */
static void
write_window (Writer *w)
{
  Tensor          *in = any_source (w);
  guint            along = below (w, in->n_dims), width = tl_min (2 + below (w, 2), in->shape[along]), stride = one_in (w, 3) ? 2 : 1;
  guint            shape[MAX_DIMS] = { 0 }, n = in->n_dims;
  gboolean         is_written_out = one_in (w, 3);
  char            *texts[MAX_DIMS + 1] = { NULL }, *next[MAX_DIMS + 1] = { NULL };
  Tensor          *out;
  g_autofree char *target = NULL, *value = NULL, *other = NULL;

  for (guint d = 0; d < n; d++)
    {
      shape[d] = in->shape[d];
      texts[d] = g_strdup_printf ("v%u", d);
      next[d] = g_strdup (texts[d]);
    }
  shape[along] = (in->shape[along] - width) / stride + 1;
  g_free (texts[along]);
  g_free (next[along]);
  if (is_written_out)
    {
      texts[along] = g_strdup_printf (stride > 1 ? "v%u * 2" : "v%u", along);
      next[along] = g_strdup_printf (stride > 1 ? "v%u * 2 + %u" : "v%u + %u", along, width - 1);
    }
  else
    {
      texts[along] = g_strdup_printf (stride > 1 ? "v%u * 2 + v%u" : "v%u + v%u", along, n);
      next[along] = g_strdup ("");
    }
  out = new_tensor (w, n, shape, FALSE);
  target = access_of (out, 0);
  value = access_by (in, texts);
  other = access_by (in, next);
  open_block (w, n, shape, is_written_out ? 0 : 1, &width);
  if (is_written_out)
    line (w, 3, "%s = %s + %s", target, value, other);
  else
    reduce_into (w, target, value, one_in (w, 2));
  for (guint d = 0; d < n; d++)
    {
      g_free (texts[d]);
      g_free (next[d]);
    }
}

/* The last dimension goes; a tensor of one dimension becomes one element. */
static void
write_reduction (Writer *w)
{
  Tensor          *in = any_source (w);
  guint            n = in->n_dims, one = 1;
  Tensor          *out = new_tensor (w, MAX (n - 1, 1), n > 1 ? in->shape : &one, FALSE);
  g_autofree char *target = access_of (out, 0), *value = NULL;

  if (n > 1)
    value = access_of (in, 0);
  else
    value = g_strdup_printf ("%s[v1]", in->name);
  open_block (w, out->n_dims, out->shape, 1, &in->shape[n - 1]);
  reduce_into (w, target, value, one_in (w, 2));
}

/* out[…, j] = sum over k of in[…, k] * weights[k, j]; one dimension is taken for a row. */
static void
write_product (Writer *w)
{
  Tensor *in = any_source (w), *weights, *out;
  guint   n = in->n_dims, k = in->shape[n - 1], weights_shape[2] = { k, 2 + below (w, 7) }, shape[MAX_DIMS];
  g_autofree char *target = NULL, *value = NULL;
  gboolean is_transposed = one_in (w, 2);

  for (guint d = 0; d + 1 < n; d++)
    shape[d] = in->shape[d];
  shape[n - 1] = weights_shape[1];
  if (is_transposed)
    {
      weights_shape[0] = weights_shape[1];
      weights_shape[1] = k;
    }
  weights = new_tensor (w, 2, weights_shape, TRUE);
  weights->is_read = TRUE;
  out = new_tensor (w, n, shape, FALSE);
  target = access_of (out, 0);
  {
    g_autoptr (GString) left = g_string_new (in->name);

    for (guint d = 0; d < n; d++)
      g_string_append_printf (left, "%sv%u", d > 0 ? ", " : "[", d + 1 < n ? d : n);
    if (is_transposed)
      value = g_strdup_printf ("%s] * %s[v%u, v%u]", left->str, weights->name, n - 1, n);
    else
      value = g_strdup_printf ("%s] * %s[v%u, v%u]", left->str, weights->name, n, n - 1);
  }
  open_block (w, n, shape, 1, &k);
  reduce_into (w, target, value, TRUE);
}

/* A frame of zeros along one dimension. */
static void
write_padding (Writer *w)
{
  Tensor          *in = any_source (w);
  guint            n = in->n_dims, along = below (w, n), before = 1 + below (w, 2), after = below (w, 3), shape[MAX_DIMS] = { 0 };
  char            *texts[MAX_DIMS + 1] = { NULL };
  Tensor          *out;
  g_autofree char *target = NULL, *value = NULL, *zero = number (w, "0");

  for (guint d = 0; d < n; d++)
    {
      shape[d] = in->shape[d] + (d == along ? before + after : 0);
      texts[d] = d == along ? g_strdup_printf ("v%u - %u", d, before) : g_strdup_printf ("v%u", d);
    }
  out = new_tensor (w, n, shape, FALSE);
  target = access_of (out, 0);
  value = access_by (in, texts);
  open_block (w, n, shape, 0, NULL);
  line (w, 3, "%s = T.if_then_else(%u <= v%u and v%u < %u, %s, %s)", target, before, along, along, before + in->shape[along], value, zero);
  for (guint d = 0; d < n; d++)
    g_free (texts[d]);
}

/* Two dimensions become one, or one becomes two. */
static void
write_reshape (Writer *w)
{
  Tensor *in = any_source (w), *out;
  guint   n = in->n_dims, shape[MAX_DIMS];
  g_autofree char *target = NULL, *value = NULL;

  if (n == MAX_DIMS || (n == 2 && one_in (w, 2)))
    {
      shape[0] = in->shape[0] * in->shape[1];
      shape[1] = in->shape[n - 1];
      value = g_strdup_printf (n == 3 ? "%s[v0 // %u, v0 %% %u, v1]" : "%s[v0 // %u, v0 %% %u]", in->name, in->shape[1], in->shape[1]);
      out = new_tensor (w, n - 1, shape, FALSE);
    }
  else
    {
      guint inner = in->shape[0] % 2 == 0 ? 2 : in->shape[0] % 3 == 0 ? 3 : 1;

      shape[0] = in->shape[0] / inner;
      shape[1] = inner;
      shape[2] = in->shape[n - 1];
      value = g_strdup_printf (n == 2 ? "%s[v0 * %u + v1, v2]" : "%s[v0 * %u + v1]", in->name, inner);
      out = new_tensor (w, n + 1, shape, FALSE);
    }
  target = access_of (out, 0);
  open_block (w, out->n_dims, out->shape, 0, NULL);
  line (w, 3, "%s = %s", target, value);
}

/* Rows picked by indices that a parameter holds, or by the same quotient twice. */
static void
write_lookup (Writer *w)
{
  Tensor          *in = any_source (w);
  guint            n = in->n_dims, shape[MAX_DIMS];
  char            *texts[MAX_DIMS + 1] = { NULL };
  gboolean         by_parameter = one_in (w, 2);
  Tensor          *out;
  g_autofree char *target = NULL, *value = NULL, *index = NULL;

  for (guint d = 0; d < n; d++)
    shape[d] = in->shape[d];
  shape[0] = 2 + below (w, 6);
  out = new_tensor (w, n, shape, FALSE);
  if (by_parameter)
    {
      index = g_strdup_printf ("I%u[v0]", w->n_stages);
      g_string_append_printf (w->indices, "I%u: T.Buffer((%u,), \"int32\"), ", w->n_stages, shape[0]);
    }
  else
    index = g_strdup_printf ("(v0 * 3 + 1) %% %u", in->shape[0]);
  for (guint d = 0; d < n; d++)
    texts[d] = d == 0 ? g_strdup (index) : g_strdup_printf ("v%u", d);
  target = access_of (out, 0);
  value = access_by (in, texts);
  open_block (w, n, shape, 0, NULL);
  line (w, 3, "%s = %s * %s", target, value, value);
  for (guint d = 0; d < n; d++)
    g_free (texts[d]);
}

/* Replaces each element of a tensor that a stage made, or of a parameter. */
static void
write_update (Writer *w)
{
  Tensor          *tensor = any_tensor (w);
  g_autofree char *text = access_of (tensor, 0), *value = constant (w);

  open_block (w, tensor->n_dims, tensor->shape, 0, NULL);
  line (w, 3, "%s = %s + %s", text, text, value);
}

typedef void (*WriteStage) (Writer *w);

static const struct { WriteStage write; double weight; } stages[] = {
  { write_map, 5 }, { write_transpose, 1 }, { write_window, 8 }, { write_reduction, 2 }, { write_product, 3 },
  { write_padding, 2 }, { write_reshape, 1.5 }, { write_lookup, 1.5 }, { write_update, 1 },
};

/* --- the function --- */

static void
append_shape (GString *text, const Tensor *tensor)
{
  g_string_append_c (text, '(');
  for (guint d = 0; d < tensor->n_dims; d++)
    g_string_append_printf (text, "%u,%s", tensor->shape[d], d + 1 < tensor->n_dims ? " " : "");
  g_string_append_c (text, ')');
}

/* Parameters: what is read and not made, and what is made and not read. */
static char *
assemble (const Writer *w)
{
  GString             *text = g_string_new ("from tvm.script import tir as T\n\n@T.prim_func\ndef main(");
  g_autoptr (GString)  allocations = g_string_new (NULL);

  g_string_append (text, w->indices->str);
  for (guint i = 0; i < w->n_tensors; i++)
    {
      const Tensor *tensor = &w->tensors[i];

      if (tensor->is_param || !tensor->is_read)
        {
          g_string_append_printf (text, "%s: T.Buffer(", tensor->name);
          append_shape (text, tensor);
          g_string_append_printf (text, ", \"%s\"), ", w->dtype);
        }
      else
        {
          g_string_append_printf (allocations, "    %s = T.alloc_buffer(", tensor->name);
          append_shape (allocations, tensor);
          g_string_append_printf (allocations, ", \"%s\")\n", w->dtype);
        }
    }
  g_string_truncate (text, text->len - 2);
  g_string_append_printf (text, "):\n%s%s", allocations->str, w->body->str);
  return g_string_free (text, FALSE);
}

char *
random_program (guint64 seed)
{
  static const char *const dtypes[] = { "float32", "float32", "float32", "float32", "int32", "int32", "float64", "float16" };
  g_autoptr (GString) body = g_string_new (NULL), indices = g_string_new (NULL);
  double weights[G_N_ELEMENTS (stages)];
  Writer w = { .random = tl_random_seeded (seed ^ 0x5eed), .body = body, .indices = indices };
  guint  n_stages = 1 + below (&w, 4), n_dims = 1 + below (&w, MAX_DIMS), shape[MAX_DIMS];

  for (guint i = 0; i < G_N_ELEMENTS (stages); i++)
    weights[i] = stages[i].weight;
  for (guint d = 0; d < n_dims; d++)
    shape[d] = 3 + below (&w, n_dims == 3 ? 4 : 7);
  w.dtype = dtypes[below (&w, G_N_ELEMENTS (dtypes))];
  new_tensor (&w, n_dims, shape, TRUE);
  while (w.n_stages < n_stages)
    stages[tl_random_weighted (&w.random, weights, G_N_ELEMENTS (stages))].write (&w);
  return assemble (&w);
}
