/* SPDX-License-Identifier: Apache-2.0 */
/*
 * oneDNN 2, where its header was there when this was built. Every task is one or two primitives on memory as our arguments lie, as a caller
 * who has those would use it. Where oneDNN has two ways and neither is always the better one, both are tried and the faster is taken:
 *
 *   products       the matmul primitive, or the BLAS-like call
 *   convolutions   activations in our arguments' order, or in the order that the library likes best, as if its neighbours in a network had
 *                  left them so; weights in the order that it likes best in both
 *
 * Data that are reordered for that are reordered before the timing starts.
 */
#include <gio/gio.h>
#include <string.h>

#include "core/base/clock.h"
#include "core/base/extremum.h"
#include "tests/bench/baselines/baselines.h"

#ifdef TL_HAVE_DNNL

#include <dlfcn.h>
#include <omp.h>
#include <oneapi/dnnl/dnnl.h>

#define FUNCTIONS(X)                                                                                                      \
  X (engine_create) X (engine_destroy) X (stream_create) X (stream_destroy) X (stream_wait) X (memory_desc_init_by_strides)                \
  X (memory_desc_init_by_tag) X (memory_desc_equal) X (memory_create) X (memory_destroy) X (matmul_desc_init) \
  X (convolution_forward_desc_init) X (softmax_v2_forward_desc_init) X (layer_normalization_forward_desc_init) X (binary_desc_init) \
  X (reorder_primitive_desc_create) X (primitive_desc_create) X (primitive_desc_destroy) X (primitive_desc_query_md) \
  X (primitive_get_primitive_desc) X (memory_desc_get_size) \
  X (primitive_create) X (primitive_destroy) X (primitive_execute) X (primitive_attr_create) X (primitive_attr_destroy) \
  X (primitive_attr_set_post_ops) X (post_ops_create) X (post_ops_destroy) X (post_ops_append_eltwise) X (memory_get_memory_desc) \
  X (eltwise_forward_desc_init) X (memory_get_data_handle) X (sgemm)

typedef struct
{
#define X(name) __typeof__ (dnnl_##name) *name;
  FUNCTIONS (X)
#undef X
} Api;

#define MAX_STEPS    3u
#define MAX_ARGS     8u
#define MAX_MEMORIES 16u

typedef struct
{
  dnnl_primitive_t primitive;     /* NULL: the BLAS-like call, C[m,n] = A[m,k] B[k,n] */
  dnnl_exec_arg_t  args[MAX_ARGS];
  int              n_args;
  gint64           m, n, k;
  gboolean         is_b_transposed;
  const float     *a, *b;
  float           *c;
} DnnlStep;

typedef struct
{
  Api           api;
  dnnl_engine_t engine;
  dnnl_stream_t stream;
  int           n_threads;
  DnnlStep      steps[MAX_STEPS];
  guint         n_steps;
  dnnl_memory_t memories[MAX_MEMORIES];
  guint         n_memories;
  GPtrArray    *tensors;          /* TlTensor: what memories of our own stand on */
  dnnl_memory_t result, own;      /* nullable: our argument, and where the steps leave its elements in another order */
  gboolean      failed;
  gboolean      second_way;       /* see above */
} Dnn;

static void
run_dnn (gpointer data)
{
  const Dnn *dnn = data;

  omp_set_num_threads (dnn->n_threads);
  for (guint i = 0; i < dnn->n_steps; i++)
    {
      const DnnlStep *step = &dnn->steps[i];

      if (step->primitive != NULL)
        dnn->api.primitive_execute (step->primitive, dnn->stream, step->n_args, step->args);
      else
        dnn->api.sgemm ('N', step->is_b_transposed ? 'T' : 'N', step->m, step->n, step->k, 1.0f, step->a, step->k, step->b,
                        step->is_b_transposed ? step->k : step->n, 0.0f, step->c, step->n);
    }
  dnn->api.stream_wait (dnn->stream);
}

static void
free_dnn (gpointer data)
{
  Dnn *dnn = data;

  for (guint i = 0; i < dnn->n_steps; i++)
    if (dnn->steps[i].primitive != NULL)
      dnn->api.primitive_destroy (dnn->steps[i].primitive);
  for (guint i = 0; i < dnn->n_memories; i++)
    dnn->api.memory_destroy (dnn->memories[i]);
  g_ptr_array_unref (dnn->tensors);
  if (dnn->stream)
    dnn->api.stream_destroy (dnn->stream);
  if (dnn->engine)
    dnn->api.engine_destroy (dnn->engine);
  g_free (dnn);
}

static void
note (Dnn *dnn, dnnl_status_t status)
{
  if (status != dnnl_success)
    dnn->failed = TRUE;
}

static dnnl_data_type_t
data_type (TlDType dtype)
{
  if (tl_dtype_equal (dtype, TL_FLOAT32))
    return dnnl_f32;
  if (dtype.code == TL_TYPE_INT && dtype.bits == 8)
    return dnnl_s8;
  if (dtype.code == TL_TYPE_UINT && dtype.bits == 8)
    return dnnl_u8;
  if (tl_dtype_equal (dtype, TL_INT32))
    return dnnl_s32;
  if (dtype.code == TL_TYPE_BFLOAT)
    return dnnl_bf16;
  return dtype.code == TL_TYPE_FLOAT && dtype.bits == 16 ? dnnl_f16 : dnnl_data_type_undef;
}

/* Row-major. */
static dnnl_memory_desc_t
plain (Dnn *dnn, TlDType dtype, int n_dims, const gint64 *shape)
{
  dnnl_memory_desc_t desc;
  dnnl_dims_t        dims, strides;
  gint64             stride = 1;

  for (int i = n_dims - 1; i >= 0; i--)
    {
      dims[i] = shape[i];
      strides[i] = stride;
      stride *= shape[i];
    }
  note (dnn, dnnl_data_type_undef == data_type (dtype) ? dnnl_unimplemented
                                                       : dnn->api.memory_desc_init_by_strides (&desc, n_dims, dims, data_type (dtype),
                                                                                               strides));
  return desc;
}

/* The shape in a layout that oneDNN has a name for, or one that it may choose. */
static dnnl_memory_desc_t
tagged (Dnn *dnn, int n_dims, const gint64 *shape, dnnl_format_tag_t tag)
{
  dnnl_memory_desc_t desc;
  dnnl_dims_t        dims;

  for (int i = 0; i < n_dims; i++)
    dims[i] = shape[i];
  note (dnn, dnn->api.memory_desc_init_by_tag (&desc, n_dims, dims, dnnl_f32, tag));
  return desc;
}

/* Zeros, on pages as large as our arguments have. */
static gpointer
own_data (Dnn *dnn, const dnnl_memory_desc_t *desc)
{
  gint64    n_bytes = (gint64) dnn->api.memory_desc_get_size (desc);
  TlTensor *tensor = tl_tensor_new (TL_DTYPE (TL_TYPE_UINT, 8), &n_bytes, 1, FALSE, NULL);

  if (tensor == NULL)
    {
      note (dnn, dnnl_out_of_memory);
      return NULL;
    }
  g_ptr_array_add (dnn->tensors, tensor);
  return tensor->data;
}

/* @data NULL: memory of its own. */
static dnnl_memory_t
memory (Dnn *dnn, const dnnl_memory_desc_t *desc, gpointer data)
{
  dnnl_memory_t made = NULL;

  g_assert (dnn->n_memories < MAX_MEMORIES);
  if (data == NULL && !dnn->failed)
    data = own_data (dnn, desc);
  if (!dnn->failed)
    note (dnn, dnn->api.memory_create (&made, desc, dnn->engine, data));
  if (made)
    dnn->memories[dnn->n_memories++] = made;
  return made;
}

static void
bind (DnnlStep *step, int name, dnnl_memory_t memory)
{
  step->args[step->n_args++] = (dnnl_exec_arg_t) { name, memory };
}

/* Copies the elements, each to its place in the other order. */
static void
reorder (Dnn *dnn, dnnl_memory_t from, dnnl_memory_t to)
{
  const dnnl_memory_desc_t *from_desc, *to_desc;
  dnnl_primitive_desc_t     desc = NULL;
  dnnl_primitive_t          primitive = NULL;
  dnnl_exec_arg_t           args[] = { { DNNL_ARG_FROM, from }, { DNNL_ARG_TO, to } };

  note (dnn, dnn->api.memory_get_memory_desc (from, &from_desc));
  note (dnn, dnn->api.memory_get_memory_desc (to, &to_desc));
  note (dnn, dnn->api.reorder_primitive_desc_create (&desc, from_desc, dnn->engine, to_desc, dnn->engine, NULL));
  if (!dnn->failed)
    note (dnn, dnn->api.primitive_create (&primitive, desc));
  if (!dnn->failed)
    note (dnn, dnn->api.primitive_execute (primitive, dnn->stream, 2, args));
  note (dnn, dnn->api.stream_wait (dnn->stream));
  if (primitive)
    dnn->api.primitive_destroy (primitive);
  if (desc)
    dnn->api.primitive_desc_destroy (desc);
}

static DnnlStep *
add_step (Dnn *dnn, const_dnnl_op_desc_t op, const_dnnl_primitive_attr_t attr)
{
  DnnlStep             *step = &dnn->steps[dnn->n_steps];
  dnnl_primitive_desc_t desc = NULL;

  if (!dnn->failed)
    note (dnn, dnn->api.primitive_desc_create (&desc, op, attr, dnn->engine, NULL));
  if (!dnn->failed)
    note (dnn, dnn->api.primitive_create (&step->primitive, desc));
  if (desc)
    dnn->api.primitive_desc_destroy (desc);
  if (step->primitive)
    dnn->n_steps++;
  return step;
}

/* Binds memory in the order that the step asks for: @given, or other memory, which has no elements yet. */
static dnnl_memory_t
bind_in_order (Dnn *dnn, DnnlStep *step, int name, dnnl_query_t which, dnnl_memory_t given)
{
  const dnnl_memory_desc_t   *wanted, *is;
  const_dnnl_primitive_desc_t desc;
  dnnl_memory_t               bound = given;

  if (dnn->failed)
    return NULL;
  note (dnn, dnn->api.primitive_get_primitive_desc (step->primitive, &desc));
  note (dnn, dnn->api.memory_get_memory_desc (given, &is));
  wanted = dnn->api.primitive_desc_query_md (desc, which, 0);
  if (!dnn->api.memory_desc_equal (wanted, is))
    bound = memory (dnn, wanted, NULL);
  bind (step, name, bound);
  return bound;
}

static void
bind_input_in_order (Dnn *dnn, DnnlStep *step, int name, dnnl_query_t which, dnnl_memory_t given)
{
  dnnl_memory_t bound = bind_in_order (dnn, step, name, which, given);

  if (!dnn->failed && bound != given)
    reorder (dnn, given, bound);
}

/* Both operands plain: a matrix that the caller has is not in another order. @then: of each element of the result, or undef. */
static DnnlStep *
add_matmul (Dnn *dnn, const dnnl_memory_desc_t *a, const dnnl_memory_desc_t *b, const dnnl_memory_desc_t *bias, const dnnl_memory_desc_t *c,
            dnnl_alg_kind_t then)
{
  dnnl_primitive_attr_t attr = NULL;
  dnnl_post_ops_t       ops = NULL;
  dnnl_matmul_desc_t    desc;
  DnnlStep             *step;

  note (dnn, dnn->api.primitive_attr_create (&attr));
  note (dnn, dnn->api.post_ops_create (&ops));
  if (then != dnnl_alg_kind_undef)
    note (dnn, dnn->api.post_ops_append_eltwise (ops, 1, then, 0, 0));
  note (dnn, dnn->api.primitive_attr_set_post_ops (attr, ops));
  note (dnn, dnn->api.matmul_desc_init (&desc, a, b, bias, c));
  step = add_step (dnn, &desc, attr);
  dnn->api.post_ops_destroy (ops);
  dnn->api.primitive_attr_destroy (attr);
  return step;
}

static DnnlStep *
add_sgemm (Dnn *dnn, gint64 m, gint64 n, gint64 k, gconstpointer a, gconstpointer b, gpointer c)
{
  dnn->steps[dnn->n_steps] = (DnnlStep) { .m = m, .n = n, .k = k, .a = a, .b = b, .c = c };
  return &dnn->steps[dnn->n_steps++];
}

static void
prepare_gemm (Dnn *dnn, const TlBaselineTask *task)
{
  TlTensor *const *args = task->args;
  const TlTensor  *c = args[task->n_args - 1];
  gint64           m = tl_baseline_size (task, "m"), n = tl_baseline_size (task, "n"), k = tl_baseline_size (task, "k");
  gint64           batch = tl_max (tl_baseline_size (task, "batch"), 1);
  gboolean         has_bias = task->n_args == 4, is_b_transposed = tl_baseline_size (task, "transpose_b") != 0;
  gboolean         has_relu = tl_baseline_size (task, "relu") != 0;

  if (dnn->second_way)
    {
      if (has_bias || has_relu || batch > 1 || !tl_dtype_equal (args[0]->dtype, TL_FLOAT32))
        dnn->failed = TRUE;
      else
        add_sgemm (dnn, m, n, k, args[0]->data, args[1]->data, c->data)->is_b_transposed = is_b_transposed;
      return;
    }

  /* Two dimensions where they suffice: for three it may choose another way. */
  int          n_dims = batch > 1 ? 3 : 2;
  const gint64 a_shape[] = { batch, m, k }, b_shape[] = { batch, k, n }, c_shape[] = { batch, m, n }, bias_shape[] = { 1, 1, n };
  dnnl_memory_desc_t a_desc = plain (dnn, args[0]->dtype, n_dims, a_shape + 3 - n_dims);
  dnnl_memory_desc_t b_desc = is_b_transposed ? tagged (dnn, n_dims, b_shape + 3 - n_dims, batch > 1 ? dnnl_acb : dnnl_ba)
                                              : plain (dnn, args[1]->dtype, n_dims, b_shape + 3 - n_dims);
  dnnl_memory_desc_t c_desc = plain (dnn, c->dtype, n_dims, c_shape + 3 - n_dims);
  dnnl_memory_desc_t bias_desc = plain (dnn, args[2]->dtype, n_dims, bias_shape + 3 - n_dims);
  DnnlStep *step = add_matmul (dnn, &a_desc, &b_desc, has_bias ? &bias_desc : NULL, &c_desc, has_relu ? dnnl_eltwise_relu
                           : dnnl_alg_kind_undef);

  bind (step, DNNL_ARG_SRC, memory (dnn, &a_desc, args[0]->data));
  bind (step, DNNL_ARG_WEIGHTS, memory (dnn, &b_desc, args[1]->data));
  bind (step, DNNL_ARG_DST, memory (dnn, &c_desc, c->data));
  if (has_bias)
    bind (step, DNNL_ARG_BIAS, memory (dnn, &bias_desc, args[2]->data));
}

/* Product, exponential in place, product. */
static void
prepare_chain_as_blas (Dnn *dnn, const TlBaselineTask *task)
{
  TlTensor *const    *args = task->args;
  gint64              m = tl_baseline_size (task, "m"), n = tl_baseline_size (task, "n"), k = tl_baseline_size (task, "k"),
                      p = tl_baseline_size (task, "p");
  dnnl_memory_desc_t  desc = plain (dnn, TL_FLOAT32, 2, (gint64[]) { m, n });
  dnnl_memory_t       between = memory (dnn, &desc, NULL);
  dnnl_eltwise_desc_t op;
  gpointer            data = NULL;
  DnnlStep           *step;

  if (dnn->failed)
    return;
  note (dnn, dnn->api.memory_get_data_handle (between, &data));
  add_sgemm (dnn, m, n, k, args[0]->data, args[1]->data, data);
  note (dnn, dnn->api.eltwise_forward_desc_init (&op, dnnl_forward_inference, dnnl_eltwise_exp, &desc, 0, 0));
  step = add_step (dnn, &op, NULL);
  bind (step, DNNL_ARG_SRC, between);
  bind (step, DNNL_ARG_DST, between);
  add_sgemm (dnn, m, p, n, data, args[2]->data, args[3]->data);
}

static void
prepare_chain_as_primitives (Dnn *dnn, const TlBaselineTask *task)
{
  TlTensor *const   *args = task->args;
  gint64             m = tl_baseline_size (task, "m"), n = tl_baseline_size (task, "n"), k = tl_baseline_size (task, "k"),
                     p = tl_baseline_size (task, "p");
  dnnl_memory_desc_t a = plain (dnn, TL_FLOAT32, 2, (gint64[]) { m, k }), b = plain (dnn, TL_FLOAT32, 2, (gint64[]) { k, n });
  dnnl_memory_desc_t d = plain (dnn, TL_FLOAT32, 2, (gint64[]) { m, n }), e = plain (dnn, TL_FLOAT32, 2, (gint64[]) { n, p });
  dnnl_memory_desc_t f = plain (dnn, TL_FLOAT32, 2, (gint64[]) { m, p });
  DnnlStep          *first = add_matmul (dnn, &a, &b, NULL, &d, dnnl_eltwise_exp),
                     *second = add_matmul (dnn, &d, &e, NULL, &f, dnnl_alg_kind_undef);
  dnnl_memory_t      between = memory (dnn, &d, NULL);

  bind (first, DNNL_ARG_SRC, memory (dnn, &a, args[0]->data));
  bind (first, DNNL_ARG_WEIGHTS, memory (dnn, &b, args[1]->data));
  bind (first, DNNL_ARG_DST, between);
  bind (second, DNNL_ARG_SRC, between);
  bind (second, DNNL_ARG_WEIGHTS, memory (dnn, &e, args[2]->data));
  bind (second, DNNL_ARG_DST, memory (dnn, &f, args[3]->data));
}

static void
prepare_chain (Dnn *dnn, const TlBaselineTask *task)
{
  if (dnn->second_way)
    prepare_chain_as_blas (dnn, task);
  else
    prepare_chain_as_primitives (dnn, task);
}

/* A convolution: its shapes as oneDNN counts them, and the layout of our arrays. */
typedef struct
{
  gint64                src[4], dst[4], weights[5];   /* the fifth dimension: groups, first */
  int                   n_weights;
  dnnl_dims_t           strides, padding;
  dnnl_memory_desc_t    src_desc, dst_desc, weights_desc;
} Convolution;

static Convolution
read_convolution (Dnn *dnn, const TlBaselineTask *task)
{
  gint64 n = tl_baseline_size (task, "n"), c = tl_baseline_size (task, "c"), h = tl_baseline_size (task, "h"),
         w = tl_baseline_size (task, "w");
  gint64 k = tl_baseline_size (task, "k"), r = tl_baseline_size (task, "r"), s = tl_baseline_size (task, "s"),
         pad = tl_baseline_size (task, "pad");
  gint64 stride = tl_max (tl_baseline_size (task, "stride"), 1), groups = tl_max (tl_baseline_size (task, "groups"), 1);
  gboolean    is_blocked = task->args[0]->n_dims == 5, is_grouped = groups > 1;
  Convolution v = { .src = { n, c, h, w }, .dst = { n, k, (h + 2 * pad - r) / stride + 1, (w + 2 * pad - s) / stride + 1 },
                    .n_weights = is_grouped ? 5 : 4, .strides = { stride, stride }, .padding = { pad, pad } };
  gint64      grouped[5] = { groups, k / groups, c / groups, r, s };

  memcpy (v.weights, grouped + !is_grouped, sizeof (gint64) * (gsize) v.n_weights);
  if (is_blocked)
    {
      v.src_desc = tagged (dnn, 4, v.src, dnnl_nChw16c);
      v.dst_desc = tagged (dnn, 4, v.dst, dnnl_nChw16c);
      v.weights_desc = tagged (dnn, v.n_weights, v.weights, is_grouped ? dnnl_Goihw16g : dnnl_OIhw16i16o);
    }
  else
    {
      v.src_desc = plain (dnn, TL_FLOAT32, 4, v.src);
      v.dst_desc = plain (dnn, TL_FLOAT32, 4, v.dst);
      v.weights_desc = plain (dnn, TL_FLOAT32, v.n_weights, v.weights);
    }
  return v;
}

static void
prepare_conv2d (Dnn *dnn, const TlBaselineTask *task)
{
  TlTensor *const   *args = task->args;
  Convolution        v = read_convolution (dnn, task);
  dnnl_memory_desc_t src = dnn->second_way ? tagged (dnn, 4, v.src, dnnl_format_tag_any) : v.src_desc;
  dnnl_memory_desc_t dst = dnn->second_way ? tagged (dnn, 4, v.dst, dnnl_format_tag_any) : v.dst_desc;
  dnnl_memory_desc_t weights = tagged (dnn, v.n_weights, v.weights, dnnl_format_tag_any);
  dnnl_convolution_desc_t desc;
  DnnlStep *step;

  note (dnn, dnn->api.convolution_forward_desc_init (&desc, dnnl_forward_inference, dnnl_convolution_direct, &src, &weights, NULL, &dst,
                                                     v.strides, v.padding, v.padding));
  step = add_step (dnn, &desc, NULL);
  bind_input_in_order (dnn, step, DNNL_ARG_SRC, dnnl_query_src_md, memory (dnn, &v.src_desc, args[0]->data));
  bind_input_in_order (dnn, step, DNNL_ARG_WEIGHTS, dnnl_query_weights_md, memory (dnn, &v.weights_desc, args[1]->data));
  dnn->result = memory (dnn, &v.dst_desc, args[2]->data);
  dnn->own = bind_in_order (dnn, step, DNNL_ARG_DST, dnnl_query_dst_md, dnn->result);
}

static void
prepare_softmax (Dnn *dnn, const TlBaselineTask *task)
{
  dnnl_memory_desc_t     desc = plain (dnn, TL_FLOAT32, 2, (gint64[]) { tl_baseline_size (task, "rows"),
                                       tl_baseline_size (task, "columns") });
  dnnl_softmax_v2_desc_t op;
  DnnlStep              *step;

  note (dnn, dnn->api.softmax_v2_forward_desc_init (&op, dnnl_forward_inference, dnnl_softmax_accurate, &desc, &desc, 1));
  step = add_step (dnn, &op, NULL);
  bind (step, DNNL_ARG_SRC, memory (dnn, &desc, task->args[0]->data));
  bind (step, DNNL_ARG_DST, memory (dnn, &desc, task->args[task->n_args - 1]->data));
}

static void
prepare_layer_norm (Dnn *dnn, const TlBaselineTask *task)
{
  gint64             columns = tl_baseline_size (task, "columns");
  dnnl_memory_desc_t desc = plain (dnn, TL_FLOAT32, 2, (gint64[]) { tl_baseline_size (task, "rows"), columns });
  dnnl_memory_desc_t row = plain (dnn, TL_FLOAT32, 1, (gint64[]) { columns });
  dnnl_layer_normalization_desc_t op;
  DnnlStep *step;

  note (dnn, dnn->api.layer_normalization_forward_desc_init (&op, dnnl_forward_inference, &desc, NULL, 1e-5f,
                                                             dnnl_use_scale | dnnl_use_shift));
  step = add_step (dnn, &op, NULL);
  bind (step, DNNL_ARG_SRC, memory (dnn, &desc, task->args[0]->data));
  bind (step, DNNL_ARG_SCALE, memory (dnn, &row, task->args[1]->data));
  bind (step, DNNL_ARG_SHIFT, memory (dnn, &row, task->args[2]->data));
  bind (step, DNNL_ARG_DST, memory (dnn, &desc, task->args[3]->data));
}

static void
prepare_add (Dnn *dnn, const TlBaselineTask *task)
{
  dnnl_memory_desc_t desc = plain (dnn, TL_FLOAT32, 1, (gint64[]) { tl_baseline_size (task, "elements") });
  dnnl_binary_desc_t op;
  DnnlStep          *step;

  note (dnn, dnn->api.binary_desc_init (&op, dnnl_binary_add, &desc, &desc, &desc));
  step = add_step (dnn, &op, NULL);
  bind (step, DNNL_ARG_SRC_0, memory (dnn, &desc, task->args[0]->data));
  bind (step, DNNL_ARG_SRC_1, memory (dnn, &desc, task->args[1]->data));
  bind (step, DNNL_ARG_DST, memory (dnn, &desc, task->args[2]->data));
}

/* A reorder from one layout to another; a copy is one between equal layouts. */
static void
prepare_move (Dnn *dnn, const TlBaselineTask *task)
{
  gboolean              is_copy = g_str_equal (task->op, "copy");
  gint64                rows = is_copy ? 1 : tl_baseline_size (task, "rows"),
                        columns = tl_baseline_size (task, is_copy ? "elements" : "columns");
  dnnl_memory_desc_t    from = plain (dnn, TL_FLOAT32, 2, (gint64[]) { rows, columns }), to;
  dnnl_dims_t           dims = { rows, columns }, strides = { is_copy ? columns : 1, is_copy ? 1 : rows };
  dnnl_primitive_desc_t desc = NULL;
  DnnlStep             *step = &dnn->steps[0];

  note (dnn, dnn->api.memory_desc_init_by_strides (&to, 2, dims, dnnl_f32, strides));
  if (!dnn->failed)
    note (dnn, dnn->api.reorder_primitive_desc_create (&desc, &from, dnn->engine, &to, dnn->engine, NULL));
  if (!dnn->failed)
    note (dnn, dnn->api.primitive_create (&step->primitive, desc));
  if (desc)
    dnn->api.primitive_desc_destroy (desc);
  dnn->n_steps = step->primitive != NULL;
  bind (step, DNNL_ARG_FROM, memory (dnn, &from, task->args[0]->data));
  bind (step, DNNL_ARG_TO, memory (dnn, &to, task->args[1]->data));
}

static const struct
{
  const char *op;
  guint       n_args;         /* at least */
  gboolean    has_two_ways;
  void      (*prepare) (Dnn *dnn, const TlBaselineTask *task);
} operations[] = {
  { "gemm", 3, TRUE, prepare_gemm },
  { "chain", 4, TRUE, prepare_chain },
  { "conv2d", 3, TRUE, prepare_conv2d },
  { "softmax", 2, FALSE, prepare_softmax },
  { "layer_norm", 4, FALSE, prepare_layer_norm },
  { "add", 3, FALSE, prepare_add },
  { "copy", 2, FALSE, prepare_move },
  { "transpose", 2, FALSE, prepare_move },
};

static gboolean
open_api (Api *api, GError **error)
{
  static const char *const names[] = { "libdnnl.so.2", NULL };
  gpointer library = tl_baseline_open ("oneDNN 2", "libdnnl2", names, error);
  gboolean is_whole = library != NULL;

  if (!library)
    return FALSE;
#define X(name) is_whole &= (api->name = (__typeof__ (api->name)) dlsym (library, "dnnl_" #name)) != NULL;
  FUNCTIONS (X)
#undef X
  if (!is_whole)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "the installed oneDNN has another version: install libdnnl2 (Debian)");
  return is_whole;
}

static Dnn *
make_dnn (const Api *api, const TlBaselineTask *task, void (*prepare) (Dnn *dnn, const TlBaselineTask *task), gboolean second_way)
{
  Dnn *dnn = g_new0 (Dnn, 1);

  dnn->api = *api;
  dnn->tensors = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_tensor_unref);
  dnn->second_way = second_way;
  dnn->n_threads = (int) task->n_threads;
  omp_set_num_threads (dnn->n_threads);
  note (dnn, dnn->api.engine_create (&dnn->engine, dnnl_cpu, 0));
  note (dnn, dnn->failed ? dnnl_unimplemented : dnn->api.stream_create (&dnn->stream, dnn->engine, dnnl_stream_default_flags));
  if (!dnn->failed)
    prepare (dnn, task);
  if (!dnn->failed)
    return dnn;
  free_dnn (dnn);
  return NULL;
}

/* The least of a few runs, the first of which is not counted. */
static gint64
least_ns (Dnn *dnn)
{
  gint64 least = G_MAXINT64;

  run_dnn (dnn);
  for (guint i = 0; i < 5; i++)
    {
      gint64 start_ns = tl_time_ns ();

      run_dnn (dnn);
      least = tl_min (least, tl_time_ns () - start_ns);
    }
  return least;
}

static Dnn *
make_faster (const Api *api, const TlBaselineTask *task, void (*prepare) (Dnn *dnn, const TlBaselineTask *task))
{
  Dnn *first = make_dnn (api, task, prepare, FALSE), *second = make_dnn (api, task, prepare, TRUE);
  gboolean is_second_faster;

  if (first == NULL || second == NULL)
    return first != NULL ? first : second;
  is_second_faster = least_ns (second) < least_ns (first);
  free_dnn (is_second_faster ? first : second);
  return is_second_faster ? second : first;
}

static void
show_result (gpointer data)
{
  Dnn *dnn = data;

  if (dnn->own != dnn->result)
    reorder (dnn, dnn->own, dnn->result);
}

gboolean
tl_baseline_onednn (const TlBaselineTask *task, TlBaselineRun *run, GError **error)
{
  guint row = 0;
  Api   api;
  Dnn  *dnn;

  while (row < G_N_ELEMENTS (operations) && !g_str_equal (operations[row].op, task->op))
    row++;
  if (row == G_N_ELEMENTS (operations) || task->n_args < operations[row].n_args)
    return tl_baseline_refuse (task, "oneDNN", error);
  if (!open_api (&api, error))
    return FALSE;
  dnn = operations[row].has_two_ways ? make_faster (&api, task, operations[row].prepare)
                                     : make_dnn (&api, task, operations[row].prepare, FALSE);
  if (dnn == NULL)
    return tl_baseline_refuse (task, "oneDNN", error);
  *run = (TlBaselineRun) { .data = dnn, .run = run_dnn, .show = show_result, .free = free_dnn, .computes = TRUE };
  return TRUE;
}

#else

gboolean
tl_baseline_onednn (const TlBaselineTask *task, TlBaselineRun *run, GError **error)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                       "built without oneDNN: install libdnnl-dev (Debian), then run meson setup --wipe and build again");
  return FALSE;
}

#endif
