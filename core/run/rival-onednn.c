/* SPDX-License-Identifier: Apache-2.0 */
/*
 * oneDNN 2, where its header was there when this was built. Every task is one or two primitives on plain row-major memory, as a caller with
 * our arguments would use it; weights are put into the order that the library likes best once, outside of what is timed. Of its two ways to
 * multiply matrices, the matmul primitive and the BLAS-like call, neither is always the better one: both are tried and the faster is taken.
 */
#include <gio/gio.h>

#include "core/device/cpu.h"
#include "core/run/rival-private.h"
#include "tileloom-config.h"

#ifdef TL_HAVE_DNNL

#include <dlfcn.h>
#include <omp.h>
#include <oneapi/dnnl/dnnl.h>

#define FUNCTIONS(X)                                                                                                      \
  X (engine_create) X (engine_destroy) X (stream_create) X (stream_destroy) X (stream_wait) X (memory_desc_init_by_strides)                \
  X (memory_desc_init_by_tag) X (memory_desc_equal) X (memory_create) X (memory_destroy) X (matmul_desc_init)                               \
  X (convolution_forward_desc_init) X (softmax_v2_forward_desc_init) X (layer_normalization_forward_desc_init) X (binary_desc_init)         \
  X (reorder_primitive_desc_create) X (primitive_desc_create) X (primitive_desc_destroy) X (primitive_desc_query_md)                        \
  X (primitive_create) X (primitive_destroy) X (primitive_execute) X (primitive_attr_create) X (primitive_attr_destroy)                     \
  X (primitive_attr_set_post_ops) X (post_ops_create) X (post_ops_destroy) X (post_ops_append_eltwise) X (memory_get_memory_desc)           \
  X (eltwise_forward_desc_init) X (memory_get_data_handle) X (sgemm)

typedef struct
{
#define X(name) __typeof__ (dnnl_##name) *name;
  FUNCTIONS (X)
#undef X
} Api;

#define MOST_STEPS    3u
#define MOST_ARGS     8u
#define MOST_MEMORIES 16u

typedef struct
{
  dnnl_primitive_t primitive;     /* NULL: the BLAS-like call, C[m,n] = A[m,k] B[k,n] */
  dnnl_exec_arg_t  args[MOST_ARGS];
  int              n_args;
  gint64           m, n, k;
  const float     *a, *b;
  float           *c;
} Step;

typedef struct
{
  Api           api;
  dnnl_engine_t engine;
  dnnl_stream_t stream;
  int           n_threads;
  Step          steps[MOST_STEPS];
  guint         n_steps;
  dnnl_memory_t memories[MOST_MEMORIES];
  guint         n_memories;
  gboolean      failed;
  gboolean      as_blas;          /* products by the BLAS-like call */
} Dnn;

static void
run_dnn (gpointer data)
{
  const Dnn *dnn = data;

  omp_set_num_threads (dnn->n_threads);
  for (guint i = 0; i < dnn->n_steps; i++)
    {
      const Step *step = &dnn->steps[i];

      if (step->primitive != NULL)
        dnn->api.primitive_execute (step->primitive, dnn->stream, step->n_args, step->args);
      else
        dnn->api.sgemm ('N', 'N', step->m, step->n, step->k, 1.0f, step->a, step->k, step->b, step->n, 0.0f, step->c, step->n);
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
                                                       : dnn->api.memory_desc_init_by_strides (&desc, n_dims, dims, data_type (dtype), strides));
  return desc;
}

/* The shape with the layout left open. */
static dnnl_memory_desc_t
any (Dnn *dnn, TlDType dtype, int n_dims, const gint64 *shape)
{
  dnnl_memory_desc_t desc;
  dnnl_dims_t        dims;

  for (int i = 0; i < n_dims; i++)
    dims[i] = shape[i];
  note (dnn, dnn->api.memory_desc_init_by_tag (&desc, n_dims, dims, data_type (dtype), dnnl_format_tag_any));
  return desc;
}

/* @data NULL: memory of its own. */
static dnnl_memory_t
memory (Dnn *dnn, const dnnl_memory_desc_t *desc, gpointer data)
{
  dnnl_memory_t made = NULL;

  g_assert (dnn->n_memories < MOST_MEMORIES);
  if (!dnn->failed)
    note (dnn, dnn->api.memory_create (&made, desc, dnn->engine, data ? data : DNNL_MEMORY_ALLOCATE));
  if (made)
    dnn->memories[dnn->n_memories++] = made;
  return made;
}

static void
bind (Step *step, int name, dnnl_memory_t memory)
{
  step->args[step->n_args++] = (dnnl_exec_arg_t) { name, memory };
}

/* A step whose weights (@weights: plain memory) stand in the order that the primitive asks for. */
static Step *
add_step (Dnn *dnn, const_dnnl_op_desc_t op, const_dnnl_primitive_attr_t attr, dnnl_memory_t weights)
{
  Step                 *step = &dnn->steps[dnn->n_steps];
  dnnl_primitive_desc_t desc = NULL;

  if (!dnn->failed)
    note (dnn, dnn->api.primitive_desc_create (&desc, op, attr, dnn->engine, NULL));
  if (!dnn->failed)
    note (dnn, dnn->api.primitive_create (&step->primitive, desc));
  if (!dnn->failed && weights)
    {
      const dnnl_memory_desc_t *wanted = dnn->api.primitive_desc_query_md (desc, dnnl_query_weights_md, 0), *given;
      dnnl_memory_t             ordered = weights;

      dnn->api.memory_get_memory_desc (weights, &given);
      if (!dnn->api.memory_desc_equal (wanted, given))
        {
          dnnl_primitive_desc_t reorder_desc = NULL;
          dnnl_primitive_t      reorder = NULL;

          ordered = memory (dnn, wanted, NULL);
          note (dnn, dnn->api.reorder_primitive_desc_create (&reorder_desc, given, dnn->engine, wanted, dnn->engine, NULL));
          if (!dnn->failed)
            note (dnn, dnn->api.primitive_create (&reorder, reorder_desc));
          if (!dnn->failed)
            {
              dnnl_exec_arg_t args[] = { { DNNL_ARG_FROM, weights }, { DNNL_ARG_TO, ordered } };

              note (dnn, dnn->api.primitive_execute (reorder, dnn->stream, 2, args));
              note (dnn, dnn->api.stream_wait (dnn->stream));
            }
          if (reorder)
            dnn->api.primitive_destroy (reorder);
          if (reorder_desc)
            dnn->api.primitive_desc_destroy (reorder_desc);
        }
      bind (step, DNNL_ARG_WEIGHTS, ordered);
    }
  if (desc)
    dnn->api.primitive_desc_destroy (desc);
  if (step->primitive)
    dnn->n_steps++;
  return step;
}

/* Both operands plain: a matrix that the caller has is not in another order. */
static Step *
add_matmul (Dnn *dnn, const dnnl_memory_desc_t *a, const dnnl_memory_desc_t *b, const dnnl_memory_desc_t *bias, const dnnl_memory_desc_t *c,
            gboolean then_exp)
{
  dnnl_primitive_attr_t attr = NULL;
  dnnl_post_ops_t       ops = NULL;
  dnnl_matmul_desc_t    desc;
  Step                 *step;

  note (dnn, dnn->api.primitive_attr_create (&attr));
  note (dnn, dnn->api.post_ops_create (&ops));
  if (then_exp)
    note (dnn, dnn->api.post_ops_append_eltwise (ops, 1, dnnl_eltwise_exp, 0, 0));
  note (dnn, dnn->api.primitive_attr_set_post_ops (attr, ops));
  note (dnn, dnn->api.matmul_desc_init (&desc, a, b, bias, c));
  step = add_step (dnn, &desc, attr, NULL);
  dnn->api.post_ops_destroy (ops);
  dnn->api.primitive_attr_destroy (attr);
  return step;
}

static void
add_sgemm (Dnn *dnn, gint64 m, gint64 n, gint64 k, gconstpointer a, gconstpointer b, gpointer c)
{
  dnn->steps[dnn->n_steps++] = (Step) { .m = m, .n = n, .k = k, .a = a, .b = b, .c = c };
}

static void
prepare_gemm (Dnn *dnn, const TlRivalTask *task)
{
  TlTensor *const   *args = task->args;
  const TlTensor    *c = args[task->n_args - 1];
  gint64             m = tl_rival_size (task, "m"), n = tl_rival_size (task, "n"), k = tl_rival_size (task, "k");
  gboolean           has_bias = task->n_args == 4;

  if (dnn->as_blas)
    {
      if (has_bias || !tl_dtype_equal (args[0]->dtype, TL_FLOAT32))
        dnn->failed = TRUE;
      else
        add_sgemm (dnn, m, n, k, args[0]->data, args[1]->data, c->data);
      return;
    }

  dnnl_memory_desc_t a_desc = plain (dnn, args[0]->dtype, 2, (gint64[]) { m, k }), b_desc = plain (dnn, args[1]->dtype, 2, (gint64[]) { k, n });
  dnnl_memory_desc_t c_desc = plain (dnn, c->dtype, 2, (gint64[]) { m, n }), bias_desc = plain (dnn, args[2]->dtype, 2, (gint64[]) { 1, n });
  Step              *step = add_matmul (dnn, &a_desc, &b_desc, has_bias ? &bias_desc : NULL, &c_desc, FALSE);

  bind (step, DNNL_ARG_SRC, memory (dnn, &a_desc, args[0]->data));
  bind (step, DNNL_ARG_WEIGHTS, memory (dnn, &b_desc, args[1]->data));
  bind (step, DNNL_ARG_DST, memory (dnn, &c_desc, c->data));
  if (has_bias)
    bind (step, DNNL_ARG_BIAS, memory (dnn, &bias_desc, args[2]->data));
}

/* Product, exponential in place, product. */
static void
prepare_chain_as_blas (Dnn *dnn, const TlRivalTask *task)
{
  TlTensor *const    *args = task->args;
  gint64              m = tl_rival_size (task, "m"), n = tl_rival_size (task, "n"), k = tl_rival_size (task, "k"), p = tl_rival_size (task, "p");
  dnnl_memory_desc_t  desc = plain (dnn, TL_FLOAT32, 2, (gint64[]) { m, n });
  dnnl_memory_t       between = memory (dnn, &desc, NULL);
  dnnl_eltwise_desc_t op;
  gpointer            data = NULL;
  Step               *step;

  if (dnn->failed)
    return;
  note (dnn, dnn->api.memory_get_data_handle (between, &data));
  add_sgemm (dnn, m, n, k, args[0]->data, args[1]->data, data);
  note (dnn, dnn->api.eltwise_forward_desc_init (&op, dnnl_forward_inference, dnnl_eltwise_exp, &desc, 0, 0));
  step = add_step (dnn, &op, NULL, NULL);
  bind (step, DNNL_ARG_SRC, between);
  bind (step, DNNL_ARG_DST, between);
  add_sgemm (dnn, m, p, n, data, args[2]->data, args[3]->data);
}

static void
prepare_chain_as_primitives (Dnn *dnn, const TlRivalTask *task)
{
  TlTensor *const   *args = task->args;
  gint64             m = tl_rival_size (task, "m"), n = tl_rival_size (task, "n"), k = tl_rival_size (task, "k"), p = tl_rival_size (task, "p");
  dnnl_memory_desc_t a = plain (dnn, TL_FLOAT32, 2, (gint64[]) { m, k }), b = plain (dnn, TL_FLOAT32, 2, (gint64[]) { k, n });
  dnnl_memory_desc_t d = plain (dnn, TL_FLOAT32, 2, (gint64[]) { m, n }), e = plain (dnn, TL_FLOAT32, 2, (gint64[]) { n, p });
  dnnl_memory_desc_t f = plain (dnn, TL_FLOAT32, 2, (gint64[]) { m, p });
  Step              *first = add_matmul (dnn, &a, &b, NULL, &d, TRUE), *second = add_matmul (dnn, &d, &e, NULL, &f, FALSE);
  dnnl_memory_t      between = memory (dnn, &d, NULL);

  bind (first, DNNL_ARG_SRC, memory (dnn, &a, args[0]->data));
  bind (first, DNNL_ARG_WEIGHTS, memory (dnn, &b, args[1]->data));
  bind (first, DNNL_ARG_DST, between);
  bind (second, DNNL_ARG_SRC, between);
  bind (second, DNNL_ARG_WEIGHTS, memory (dnn, &e, args[2]->data));
  bind (second, DNNL_ARG_DST, memory (dnn, &f, args[3]->data));
}

static void
prepare_chain (Dnn *dnn, const TlRivalTask *task)
{
  if (dnn->as_blas)
    prepare_chain_as_blas (dnn, task);
  else
    prepare_chain_as_primitives (dnn, task);
}

static void
prepare_conv2d (Dnn *dnn, const TlRivalTask *task)
{
  TlTensor *const *args = task->args;
  gint64 n = tl_rival_size (task, "n"), c = tl_rival_size (task, "c"), h = tl_rival_size (task, "h"), w = tl_rival_size (task, "w");
  gint64 k = tl_rival_size (task, "k"), r = tl_rival_size (task, "r"), s = tl_rival_size (task, "s"), pad = tl_rival_size (task, "pad");
  gint64 stride = MAX (tl_rival_size (task, "stride"), 1), groups = MAX (tl_rival_size (task, "groups"), 1);
  gint64 oh = (h + 2 * pad - r) / stride + 1, ow = (w + 2 * pad - s) / stride + 1;
  gint64 weights_shape[5] = { groups, k / groups, c / groups, r, s };
  int    n_weights = groups > 1 ? 5 : 4;
  const gint64 *shape = groups > 1 ? weights_shape : weights_shape + 1;
  dnnl_memory_desc_t src = plain (dnn, TL_FLOAT32, 4, (gint64[]) { n, c, h, w }), dst = plain (dnn, TL_FLOAT32, 4, (gint64[]) { n, k, oh, ow });
  dnnl_memory_desc_t weights = plain (dnn, TL_FLOAT32, n_weights, shape), open = any (dnn, TL_FLOAT32, n_weights, shape);
  dnnl_dims_t strides = { stride, stride }, padding = { pad, pad };
  dnnl_convolution_desc_t desc;
  Step *step;

  note (dnn, dnn->api.convolution_forward_desc_init (&desc, dnnl_forward_inference, dnnl_convolution_direct, &src, &open, NULL, &dst, strides,
                                                     padding, padding));
  step = add_step (dnn, &desc, NULL, memory (dnn, &weights, args[1]->data));
  bind (step, DNNL_ARG_SRC, memory (dnn, &src, args[0]->data));
  bind (step, DNNL_ARG_DST, memory (dnn, &dst, args[2]->data));
}

static void
prepare_softmax (Dnn *dnn, const TlRivalTask *task)
{
  dnnl_memory_desc_t     desc = plain (dnn, TL_FLOAT32, 2, (gint64[]) { tl_rival_size (task, "rows"), tl_rival_size (task, "columns") });
  dnnl_softmax_v2_desc_t op;
  Step                  *step;

  note (dnn, dnn->api.softmax_v2_forward_desc_init (&op, dnnl_forward_inference, dnnl_softmax_accurate, &desc, &desc, 1));
  step = add_step (dnn, &op, NULL, NULL);
  bind (step, DNNL_ARG_SRC, memory (dnn, &desc, task->args[0]->data));
  bind (step, DNNL_ARG_DST, memory (dnn, &desc, task->args[task->n_args - 1]->data));
}

static void
prepare_layer_norm (Dnn *dnn, const TlRivalTask *task)
{
  gint64             columns = tl_rival_size (task, "columns");
  dnnl_memory_desc_t desc = plain (dnn, TL_FLOAT32, 2, (gint64[]) { tl_rival_size (task, "rows"), columns });
  dnnl_memory_desc_t row = plain (dnn, TL_FLOAT32, 1, (gint64[]) { columns });
  dnnl_layer_normalization_desc_t op;
  Step *step;

  note (dnn, dnn->api.layer_normalization_forward_desc_init (&op, dnnl_forward_inference, &desc, NULL, 1e-5f,
                                                             dnnl_use_scale | dnnl_use_shift));
  step = add_step (dnn, &op, NULL, NULL);
  bind (step, DNNL_ARG_SRC, memory (dnn, &desc, task->args[0]->data));
  bind (step, DNNL_ARG_SCALE, memory (dnn, &row, task->args[1]->data));
  bind (step, DNNL_ARG_SHIFT, memory (dnn, &row, task->args[2]->data));
  bind (step, DNNL_ARG_DST, memory (dnn, &desc, task->args[3]->data));
}

static void
prepare_add (Dnn *dnn, const TlRivalTask *task)
{
  dnnl_memory_desc_t desc = plain (dnn, TL_FLOAT32, 1, (gint64[]) { tl_rival_size (task, "elements") });
  dnnl_binary_desc_t op;
  Step              *step;

  note (dnn, dnn->api.binary_desc_init (&op, dnnl_binary_add, &desc, &desc, &desc));
  step = add_step (dnn, &op, NULL, NULL);
  bind (step, DNNL_ARG_SRC_0, memory (dnn, &desc, task->args[0]->data));
  bind (step, DNNL_ARG_SRC_1, memory (dnn, &desc, task->args[1]->data));
  bind (step, DNNL_ARG_DST, memory (dnn, &desc, task->args[2]->data));
}

/* A reorder from one layout to another; a copy is one between equal layouts. */
static void
prepare_move (Dnn *dnn, const TlRivalTask *task)
{
  gboolean              is_copy = g_str_equal (task->op, "copy");
  gint64                rows = is_copy ? 1 : tl_rival_size (task, "rows"), columns = tl_rival_size (task, is_copy ? "elements" : "columns");
  dnnl_memory_desc_t    from = plain (dnn, TL_FLOAT32, 2, (gint64[]) { rows, columns }), to;
  dnnl_dims_t           dims = { rows, columns }, strides = { is_copy ? columns : 1, is_copy ? 1 : rows };
  dnnl_primitive_desc_t desc = NULL;
  Step                 *step = &dnn->steps[0];

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
  guint       n_args;      /* at least */
  void      (*prepare) (Dnn *dnn, const TlRivalTask *task);
} operations[] = {
  { "gemm", 3, prepare_gemm },           { "chain", 4, prepare_chain }, { "conv2d", 3, prepare_conv2d }, { "softmax", 2, prepare_softmax },
  { "layer_norm", 4, prepare_layer_norm }, { "add", 3, prepare_add },   { "copy", 2, prepare_move },     { "transpose", 2, prepare_move },
};

static gboolean
open_api (Api *api, GError **error)
{
  static const char *const names[] = { "libdnnl.so.2", NULL };
  gpointer library = tl_rival_open ("oneDNN 2", names, error);
  gboolean is_whole = library != NULL;

  if (!library)
    return FALSE;
#define X(name) is_whole &= (api->name = (__typeof__ (api->name)) dlsym (library, "dnnl_" #name)) != NULL;
  FUNCTIONS (X)
#undef X
  if (!is_whole)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "the oneDNN that is installed is of another version");
  return is_whole;
}

static Dnn *
make_dnn (const Api *api, const TlRivalTask *task, void (*prepare) (Dnn *dnn, const TlRivalTask *task), gboolean as_blas)
{
  Dnn *dnn = g_new0 (Dnn, 1);

  dnn->api = *api;
  dnn->as_blas = as_blas;
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
      least = MIN (least, tl_time_ns () - start_ns);
    }
  return least;
}

static Dnn *
make_faster (const Api *api, const TlRivalTask *task, void (*prepare) (Dnn *dnn, const TlRivalTask *task))
{
  Dnn *as_primitive = make_dnn (api, task, prepare, FALSE), *as_blas = make_dnn (api, task, prepare, TRUE), *slower;

  if (as_primitive == NULL || as_blas == NULL)
    return as_primitive != NULL ? as_primitive : as_blas;
  slower = least_ns (as_primitive) < least_ns (as_blas) ? as_blas : as_primitive;
  free_dnn (slower);
  return slower == as_blas ? as_primitive : as_blas;
}

gboolean
tl_rival_onednn (const TlRivalTask *task, TlRivalRun *run, GError **error)
{
  gboolean multiplies = g_str_equal (task->op, "gemm") || g_str_equal (task->op, "chain");
  guint    row = 0;
  Api      api;
  Dnn     *dnn;

  while (row < G_N_ELEMENTS (operations) && !g_str_equal (operations[row].op, task->op))
    row++;
  if (row == G_N_ELEMENTS (operations) || task->n_args < operations[row].n_args)
    return tl_rival_refuse (task, "oneDNN", error);
  if (!open_api (&api, error))
    return FALSE;
  dnn = multiplies ? make_faster (&api, task, operations[row].prepare) : make_dnn (&api, task, operations[row].prepare, FALSE);
  if (dnn == NULL)
    return tl_rival_refuse (task, "oneDNN", error);
  *run = (TlRivalRun) { .data = dnn, .run = run_dnn, .free = free_dnn, .computes = TRUE };
  return TRUE;
}

#else

gboolean
tl_rival_onednn (const TlRivalTask *task, TlRivalRun *run, GError **error)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "this build knows no oneDNN: its header was not there");
  return FALSE;
}

#endif
