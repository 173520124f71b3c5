/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two relations between images, each a forest of its own:
 *
 *     tensor    what kernels pass on to each other lies in memory in one way: arguments that are the same tensor in any call
 *     group     what a kernel's blocks have at the same channel is in blocks together: a convolution's image, its result and all that is
 *               added to it
 *
 * A tensor is in blocks if the groups that write it are; a group if its tensors are, and a convolution's image if its result is, too. All
 * are at first, and leave until that holds. Groups that read a tensor in blocks, but are not, copy it: so tensors in blocks have to spare
 * more than that costs, counted in images that are repacked.
 */
#include "core/default-schedules/channel-blocks-private.h"

#include "core/interp/interp.h"

#define MIN_DIMS   3u
#define MAX_DIMS   5u
#define LEAST_SIZE 4      /* of a block: shorter vectors are not worth it */

typedef enum
{
  TENSOR,
  GROUP,
  REGION,          /* of a model: tensors that groups in blocks lead from one to the next */
  N_RELATIONS,
} Relation;

typedef struct
{
  const TlBuffer *buffer;
  guint           kernel;
  gboolean        is_param, is_written, is_windowed;   /* is_windowed: by a convolution with a window */
  guint           parents[N_RELATIONS];                /* place of one that it goes with; its own: it stands for all of them */
  gboolean        is_out[N_RELATIONS];                 /* not in blocks; of the one that stands for all */
  gint            gain;                                /* of a region: images that need not be repacked */
} ChannelImage;

/* A convolution: group of image @from is in blocks only if that of @to is. */
typedef struct
{
  guint from, to;
} Condition;

typedef struct
{
  const TlExecutable *executable;
  TlState           **states;       /* borrowed */
  gint64              size;         /* of a block */
  GArray             *images;       /* ChannelImage */
  GArray             *conditions;   /* Condition */
  GHashTable         *places;       /* const TlBuffer * → place among images + 1 */
  GHashTable         *constants;    /* set of const TlBuffer *: parameters that are constants in each call */
} ChannelChoice;

static void
choice_init (ChannelChoice *choice)
{
  choice->images = g_array_new (FALSE, FALSE, sizeof (ChannelImage));
  choice->conditions = g_array_new (FALSE, FALSE, sizeof (Condition));
  choice->places = g_hash_table_new (NULL, NULL);
  choice->constants = g_hash_table_new (NULL, NULL);
}

static void
choice_clear (ChannelChoice *choice)
{
  g_array_unref (choice->images);
  g_array_unref (choice->conditions);
  g_hash_table_unref (choice->places);
  g_hash_table_unref (choice->constants);
}

/* --- relations --- */

static ChannelImage *
nth_image (const ChannelChoice *choice, guint at)
{
  return &g_array_index (choice->images, ChannelImage, at);
}

/* -1: the buffer is no image. */
static gint
place_of (const ChannelChoice *choice, const TlBuffer *buffer)
{
  return (gint) GPOINTER_TO_UINT (g_hash_table_lookup (choice->places, buffer)) - 1;
}

static ChannelImage *
root_of (const ChannelChoice *choice, Relation relation, guint at)
{
  while (nth_image (choice, at)->parents[relation] != at)
    at = nth_image (choice, at)->parents[relation];
  return nth_image (choice, at);
}

static void
join (const ChannelChoice *choice, Relation relation, guint a, guint b)
{
  ChannelImage *one = root_of (choice, relation, a), *other = root_of (choice, relation, b);

  one->is_out[relation] |= other->is_out[relation];
  other->parents[relation] = one->parents[relation];
}

static gboolean
is_in (const ChannelChoice *choice, Relation relation, guint at)
{
  return !root_of (choice, relation, at)->is_out[relation];
}

/* TRUE: it was in blocks. -1: there is no image. */
static gboolean
take_out (const ChannelChoice *choice, Relation relation, gint at)
{
  gboolean was_in = at >= 0 && is_in (choice, relation, (guint) at);

  if (was_in)
    root_of (choice, relation, (guint) at)->is_out[relation] = TRUE;
  return was_in;
}

static void
take_out_kernel (const ChannelChoice *choice, Relation relation, guint kernel)
{
  for (guint i = 0; i < choice->images->len; i++)
    if (nth_image (choice, i)->kernel == kernel)
      take_out (choice, relation, (gint) i);
}

/* --- what a kernel has --- */

static const TlModule *
module_of (const ChannelChoice *choice, guint kernel)
{
  return ((const TlKernelTask *) choice->executable->kernels->pdata[kernel])->module;
}

/* [n, c, pixels …], more than one pixel. */
static gboolean
is_image (const ChannelChoice *choice, const TlBuffer *buffer)
{
  gint64 extent, n_pixels = 1;

  if (buffer == NULL || buffer->n_dims < MIN_DIMS || buffer->n_dims > MAX_DIMS || !tl_dtype_equal (buffer->dtype, TL_FLOAT32)
      || buffer->strides != NULL || tl_buffer_offset (buffer) != NULL || tl_buffer_n_elements (buffer) < 0
      || !tl_buffer_get_extent (buffer, TL_CHANNEL_DIM, &extent) || extent % choice->size != 0
      || g_hash_table_contains (choice->constants, buffer))
    return FALSE;
  for (guint d = TL_CHANNEL_DIM + 1; d < buffer->n_dims; d++)
    n_pixels *= tl_buffer_get_extent (buffer, d, &extent) ? extent : 1;
  return n_pixels > 1;
}

static void
add_image (ChannelChoice *choice, guint kernel, const TlBuffer *buffer, gboolean is_param, gboolean is_written)
{
  ChannelImage image = { .buffer = buffer, .kernel = kernel, .is_param = is_param, .is_written = is_written };

  if (!is_image (choice, buffer))
    return;
  for (Relation i = 0; i < N_RELATIONS; i++)
    image.parents[i] = choice->images->len;
  g_array_append_val (choice->images, image);
  g_hash_table_insert (choice->places, (gpointer) buffer, GUINT_TO_POINTER (choice->images->len));
}

static void
add_images (ChannelChoice *choice, guint kernel)
{
  const TlPrimFunc  *func = module_of (choice, kernel)->prims[0];
  const TlBlock     *root = &func->body->block;
  g_autoptr (GArray) written = tl_interp_written_params (func);

  for (guint i = 0; i < func->n_params; i++)
    if (func->params[i].buffer != NULL && tl_executable_is_constant (choice->executable, kernel, i))
      g_hash_table_add (choice->constants, (gpointer) func->params[i].buffer);
  for (guint i = 0; i < func->n_params; i++)
    add_image (choice, kernel, func->params[i].buffer, TRUE, g_array_index (written, gboolean, i));
  for (guint i = 0; i < root->n_allocs; i++)
    add_image (choice, kernel, root->allocs[i], FALSE, TRUE);
}

/* --- what a block does --- */

static gboolean
reads_constant (const ChannelChoice *choice, const TlBlockProduct *product)
{
  return g_hash_table_contains (choice->constants, product->operands[0].load->buffer)
         || g_hash_table_contains (choice->constants, product->operands[1].load->buffer);
}

/* A sum over channels of an image times constant weights. @written: the image of its results, -1: none. */
static void
note_sum (ChannelChoice *choice, const TlBlockUse *use, gint image, gint written)
{
  TlBlockProduct product;
  Condition      condition = { (guint) image, (guint) written };

  if (written >= 0 && tl_block_product_match (&use->nest, &product, NULL) && reads_constant (choice, &product))
    g_array_append_val (choice->conditions, condition);
  else
    take_out (choice, GROUP, image);
}

/* A convolution each of whose results takes pixels of channels other than its own from a window of more than one. */
static gboolean
is_windowed (const TlBlockUse *use)
{
  const TlBlockNest *nest = &use->nest;
  TlBlockProduct     product;
  gint               k = tl_block_use_channel (use, tl_block_use_nth (use, 0));

  if (k < 0 || !tl_block_product_match (nest, &product, NULL))
    return FALSE;
  for (guint side = 0; side < TL_BLOCK_MAX_OPERANDS; side++)
    {
      const TlExpr *load = product.operands[side].load;

      if ((product.operands[side].axes & (1u << k)) == 0 && load->n_indices >= MIN_DIMS
          && (tl_block_nest_uses_any (nest, load->indices + TL_CHANNEL_DIM + 1, load->n_indices - TL_CHANNEL_DIM - 1)
              & nest->reduced & ~nest->units) != 0)
        return TRUE;
    }
  return FALSE;
}

static void
look_at_block (ChannelChoice *choice, const TlBlockUse *use)
{
  gint at_loop[TL_NEST_MAX_LOOPS], written = place_of (choice, tl_block_use_nth (use, 0)->buffer);

  for (guint l = 0; l < use->nest.n; l++)
    at_loop[l] = -1;
  for (guint i = 0; i < use->accesses->len; i++)
    {
      const TlChannelAccess *access = tl_block_use_nth (use, i);
      gint                 place = place_of (choice, access->buffer), l = place >= 0 ? tl_block_use_channel (use, access) : -1;

      if (place >= 0 && l < 0)
        take_out (choice, GROUP, place);
      if (l >= 0 && at_loop[l] >= 0)
        join (choice, GROUP, (guint) at_loop[l], (guint) place);
      if (l >= 0)
        at_loop[l] = place;
    }
  for (guint l = 0; l < use->nest.n; l++)
    if (at_loop[l] >= 0 && (use->mixed & (1u << l)) != 0)
      take_out (choice, GROUP, at_loop[l]);
    else if (at_loop[l] >= 0 && tl_block_nest_reduces (&use->nest, l))
      note_sum (choice, use, at_loop[l], written);
  if (written >= 0)
    nth_image (choice, (guint) written)->is_windowed |= is_windowed (use);
}

static void
look_at_kernel (ChannelChoice *choice, guint kernel, TlBlockUse *use)
{
  const TlModule       *module = module_of (choice, kernel);
  const TlStmt         *body = module->prims[0]->body->block.body;
  g_autoptr (GPtrArray) blocks = tl_stmt_child_blocks (body);
  guint                 n_stmts = body->kind == TL_STMT_SEQ ? body->n_stmts : 1;

  add_images (choice, kernel);
  if (choice->states[kernel] == NULL)
    take_out_kernel (choice, TENSOR, kernel);
  if (blocks->len != n_stmts)
    take_out_kernel (choice, GROUP, kernel);
  for (guint i = 0; i < blocks->len; i++)
    if (tl_block_use_read (use, module, blocks->pdata[i]))
      look_at_block (choice, use);
    else
      take_out_kernel (choice, GROUP, kernel);
}

/* --- between kernels --- */

/* Then a call that writes it is in place. */
static gboolean
is_read (const TlPrimFunc *func, const TlBuffer *buffer)
{
  g_autoptr (GPtrArray) blocks = tl_stmt_blocks (func->body);

  for (guint i = 0; i < blocks->len; i++)
    if (tl_block_read_index (&((const TlStmt *) blocks->pdata[i])->block, buffer) >= 0)
      return TRUE;
  return FALSE;
}

/* The image that was written at the offset last; -1: none. @values: offset → place + 1. */
static gint
value_at (GHashTable *values, gint64 offset)
{
  return (gint) GPOINTER_TO_UINT (g_hash_table_lookup (values, GSIZE_TO_POINTER ((gsize) offset))) - 1;
}

/* Intermediate memory has what an earlier call has written there: the image itself, or a view of it. */
static void
look_at_call (ChannelChoice *choice, const TlKernelCall *call, GHashTable *values)
{
  const TlPrimFunc  *func = module_of (choice, call->kernel)->prims[0];
  g_autoptr (GArray) written = tl_interp_written_params (func);

  for (guint i = 0; i < func->n_params; i++)
    {
      const TlBuffer *buffer = func->params[i].buffer;
      gint            place = buffer != NULL ? place_of (choice, buffer) : -1, value = value_at (values, call->args[i].offset);
      gboolean        is_written = g_array_index (written, gboolean, i);

      if (call->args[i].region != TL_REGION_ARENA)
        take_out (choice, TENSOR, place);
      else if (!is_written && place >= 0 && value >= 0 && tl_buffer_same_shape (nth_image (choice, (guint) value)->buffer, buffer))
        join (choice, TENSOR, (guint) value, (guint) place);
      else if (!is_written || is_read (func, buffer))
        {
          take_out (choice, TENSOR, place);
          take_out (choice, TENSOR, value);
        }
    }
  for (guint i = 0; i < func->n_params; i++)
    if (call->args[i].region == TL_REGION_ARENA && g_array_index (written, gboolean, i))
      g_hash_table_insert (values, GSIZE_TO_POINTER ((gsize) call->args[i].offset),
                           GUINT_TO_POINTER ((guint) (place_of (choice, func->params[i].buffer) + 1)));
}

static void
look_at_calls (ChannelChoice *choice)
{
  const TlExecutable    *executable = choice->executable;
  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < executable->calls->len; i++)
    look_at_call (choice, executable->calls->pdata[i], values);
  for (guint i = 0; i < executable->copies->len; i++)
    {
      const TlPlace *from = &g_array_index (executable->copies, TlResultCopy, i).from;

      if (from->region == TL_REGION_ARENA)
        take_out (choice, TENSOR, value_at (values, from->offset));
    }
}

/* --- the choice --- */

static void
settle (const ChannelChoice *choice)
{
  gboolean any = TRUE;

  while (any)
    {
      any = FALSE;
      for (guint i = 0; i < choice->images->len; i++)
        {
          const ChannelImage *image = nth_image (choice, i);

          if (image->is_param && !is_in (choice, TENSOR, i))
            any |= take_out (choice, GROUP, (gint) i);
          if (image->is_param && image->is_written && !is_in (choice, GROUP, i))
            any |= take_out (choice, TENSOR, (gint) i);
        }
      for (guint i = 0; i < choice->conditions->len; i++)
        {
          const Condition *condition = &g_array_index (choice->conditions, Condition, i);

          if (!is_in (choice, GROUP, condition->to))
            any |= take_out (choice, GROUP, (gint) condition->from);
        }
    }
}

/* The kernel copies this argument. */
static gboolean
is_unpacked (const ChannelChoice *choice, guint at)
{
  return nth_image (choice, at)->is_param && is_in (choice, TENSOR, at) && !is_in (choice, GROUP, at);
}

/* The first image of the same tensor or group. */
static guint
first_of (const ChannelChoice *choice, Relation relation, guint at)
{
  return root_of (choice, relation, at)->parents[relation];
}

/* Tensors, groups that are in blocks with them, and both sides of convolutions. */
static void
find_regions (const ChannelChoice *choice)
{
  for (guint i = 0; i < choice->images->len; i++)
    {
      nth_image (choice, i)->parents[REGION] = i;
      nth_image (choice, i)->gain = 0;
    }
  for (guint i = 0; i < choice->images->len; i++)
    {
      if (nth_image (choice, i)->is_param)
        join (choice, REGION, i, first_of (choice, TENSOR, i));
      if (is_in (choice, GROUP, i))
        join (choice, REGION, i, first_of (choice, GROUP, i));
    }
  for (guint i = 0; i < choice->conditions->len; i++)
    {
      const Condition *condition = &g_array_index (choice->conditions, Condition, i);

      if (is_in (choice, GROUP, condition->from))
        join (choice, REGION, condition->from, condition->to);
    }
}

/* FALSE: images were taken out whose blocks would not pay. */
static gboolean
weigh_regions (const ChannelChoice *choice)
{
  gboolean all_pay = TRUE;

  find_regions (choice);
  for (guint i = 0; i < choice->images->len; i++)
    {
      if (nth_image (choice, i)->is_windowed && is_in (choice, GROUP, i))
        root_of (choice, REGION, i)->gain++;
      if (is_unpacked (choice, i))
        root_of (choice, REGION, i)->gain--;
    }
  for (guint i = 0; i < choice->images->len; i++)
    if (root_of (choice, REGION, i)->gain <= 0)
      {
        all_pay &= !take_out (choice, TENSOR, (gint) i);
        all_pay &= !take_out (choice, GROUP, (gint) i);
      }
  return all_pay;
}

static void
choose (const ChannelChoice *choice)
{
  do
    settle (choice);
  while (!weigh_regions (choice));
}

/* --- the steps --- */

/* A new state, or NULL: the kernel stays as it is, or, if *@refused, it cannot be brought into blocks. */
static TlState *
block_kernel (const ChannelChoice *choice, guint kernel, gboolean *refused)
{
  g_autoptr (GHashTable) blocked = g_hash_table_new (NULL, NULL), unpacked = g_hash_table_new (NULL, NULL);
  TlChannelLayouts       layouts = { blocked, unpacked, choice->constants, choice->size };
  TlState               *state;

  for (guint i = 0; i < choice->images->len; i++)
    if (nth_image (choice, i)->kernel == kernel)
      {
        if (is_in (choice, GROUP, i))
          g_hash_table_add (blocked, (gpointer) nth_image (choice, i)->buffer);
        else if (is_unpacked (choice, i))
          g_hash_table_add (unpacked, (gpointer) nth_image (choice, i)->buffer);
      }
  *refused = FALSE;
  if (g_hash_table_size (blocked) + g_hash_table_size (unpacked) == 0)
    return NULL;
  state = tl_channel_steps (choice->states[kernel], &layouts);
  *refused = state == NULL;
  return state;
}

/* FALSE: a kernel refused, and its tensors are taken out. */
static gboolean
block_kernels (const ChannelChoice *choice, TlState **blocked)
{
  for (guint i = 0; i < choice->executable->kernels->len; i++)
    {
      gboolean refused;

      g_clear_pointer (&blocked[i], tl_state_unref);
      blocked[i] = block_kernel (choice, i, &refused);
      if (refused)
        {
          take_out_kernel (choice, TENSOR, i);
          return FALSE;
        }
    }
  return TRUE;
}

gint64
tl_block_channels (TlExecutable *executable, TlState **states, const TlTarget *target)
{
  ChannelChoice        choice = { .executable = executable, .states = states, .size = tl_target_lanes (target, TL_FLOAT32) };
  g_auto (TlBlockUse)  use = { 0 };
  guint                n = executable->kernels->len;
  g_autofree TlState **blocked = g_new0 (TlState *, n + 1);
  gboolean             any = FALSE;

  if (choice.size < LEAST_SIZE || target->kind->has_threads)
    return 0;
  choice_init (&choice);
  tl_block_use_init (&use, choice.size);
  for (guint i = 0; i < n; i++)
    look_at_kernel (&choice, i, &use);
  look_at_calls (&choice);
  do
    choose (&choice);
  while (!block_kernels (&choice, blocked));
  for (guint i = 0; i < n; i++)
    if (blocked[i] != NULL)
      {
        tl_executable_set_program (executable, i, tl_state_module (blocked[i]));
        tl_state_unref (states[i]);
        states[i] = blocked[i];
        any = TRUE;
      }
  choice_clear (&choice);
  return any ? choice.size : 0;
}
