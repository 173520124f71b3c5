/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/liveness.h"

#include "core/analysis/scratch-memory.h"
#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/draw/data/data-layout.h"

static gint64
declared_bytes (const TlBuffer *buffer)
{
  gint64 n = tl_buffer_n_elements (buffer);

  return n < 0 ? -1 : n * tl_dtype_bytes (buffer->dtype);
}

static gint
find_life (const GArray *lives, const TlBuffer *buffer)
{
  for (guint i = 0; i < lives->len; i++)
    if (g_array_index (lives, TlBufferLife, i).buffer == buffer)
      return (gint) i;
  return -1;
}

static TlBufferLife *
add_life (GArray *lives, const TlBuffer *buffer, guint n_blocks, gboolean is_allocated)
{
  TlBufferLife life = { .buffer = buffer, .is_allocated = is_allocated, .n_bytes = declared_bytes (buffer) };

  life.uses = g_new0 (guint8, MAX (n_blocks, 1));
  life.first = is_allocated ? n_blocks : 0;
  life.last = is_allocated || n_blocks == 0 ? 0 : n_blocks - 1;
  life.live_bytes = life.n_bytes;
  g_array_append_val (lives, life);
  return &g_array_index (lives, TlBufferLife, lives->len - 1);
}

/* Views into other buffers are neither arguments nor allocated: the block that makes them says what it touches of these. */
static void
note_use (GArray *lives, const GArray *scratch, const TlBuffer *buffer, guint block, guint n_blocks, TlBufferUse use)
{
  gint          index = find_life (lives, buffer);
  TlBufferLife *life = index >= 0 ? &g_array_index (lives, TlBufferLife, index) : NULL;

  for (guint i = 0; life == NULL && i < scratch->len; i++)
    if (g_array_index (scratch, TlScratch, i).buffer == buffer)
      life = add_life (lives, buffer, n_blocks, TRUE);
  if (life == NULL)
    return;
  life->uses[block] |= use;
  if (!life->is_allocated)
    return;
  life->first = MIN (life->first, block);
  life->last = MAX (life->last, block);
}

static void
note_block (GArray *lives, const GArray *scratch, const TlBlock *block, guint index, guint n_blocks)
{
  for (guint i = 0; i < block->n_writes; i++)
    note_use (lives, scratch, block->writes[i].buffer, index, n_blocks, TL_USE_WRITTEN);
  for (guint i = 0; i < block->n_reads; i++)
    note_use (lives, scratch, block->reads[i].buffer, index, n_blocks, TL_USE_READ);
}

/* How much of an allocated buffer is needed, and for how long: lowering makes it as small as its uses allow. */
static void
note_scratch (TlBufferLife *life, const GArray *scratch, const TlNest *nest)
{
  for (guint i = 0; i < scratch->len; i++)
    {
      const TlScratch *s = &g_array_index (scratch, TlScratch, i);
      gint             place = s->buffer == life->buffer ? tl_nest_find (nest, s->place) : -1;

      if (s->buffer == life->buffer)
        life->live_bytes = s->n_bytes;
      if (place >= 0 && nest->items[place].kind == TL_NEST_LOOP)
        life->place = g_strdup (nest->items[place].label);
    }
}

static void
add_up (TlLiveness *self)
{
  for (guint b = 0; b < self->n_blocks; b++)
    {
      gint64 *sum = &self->live_bytes[b];

      for (guint i = 0; i < self->n_lives; i++)
        {
          const TlBufferLife *life = &self->lives[i];

          if (life->is_allocated && b >= life->first && b <= life->last)
            *sum = *sum < 0 || life->live_bytes < 0 ? -1 : *sum + life->live_bytes;
        }
    }
  self->peak = -1;
  for (guint b = 0; b < self->n_blocks; b++)
    {
      if (self->live_bytes[b] < 0)
        {
          self->peak = -1;
          return;
        }
      if (self->live_bytes[b] > (self->peak >= 0 ? self->live_bytes[self->peak] : 0))
        self->peak = (gint) b;
    }
}

TlLiveness *
tl_liveness_new (const TlNest *nest)
{
  TlLiveness       *self = g_new0 (TlLiveness, 1);
  const TlPrimFunc *func = tl_module_prim (nest->module, nest->func_name);
  g_autoptr (GArray) blocks = tl_data_blocks (nest, 0), scratch = tl_func_scratch (nest->module, func, NULL);
  GArray           *lives = g_array_new (FALSE, FALSE, sizeof (TlBufferLife));

  self->module = tl_module_ref (nest->module);
  self->n_blocks = blocks->len;
  self->names = g_new0 (char *, blocks->len + 1);
  self->live_bytes = g_new0 (gint64, MAX (blocks->len, 1));
  for (guint i = 0; i < func->n_params; i++)
    if (func->params[i].buffer != NULL)
      add_life (lives, func->params[i].buffer, blocks->len, FALSE);
  for (guint b = 0; b < blocks->len; b++)
    {
      const TlNestItem *item = &nest->items[tl_nest_find (nest, g_array_index (blocks, TlNodeId, b))];

      self->names[b] = g_strdup (item->label);
      note_block (lives, scratch, &item->stmt->block, b, blocks->len);
    }
  for (guint i = 0; i < lives->len; i++)
    note_scratch (&g_array_index (lives, TlBufferLife, i), scratch, nest);
  self->blocks = (TlNodeId *) g_array_free (g_steal_pointer (&blocks), FALSE);
  self->n_lives = lives->len;
  self->lives = (TlBufferLife *) g_array_free (lives, FALSE);
  add_up (self);
  return self;
}

void
tl_liveness_free (TlLiveness *self)
{
  for (guint i = 0; i < self->n_lives; i++)
    {
      g_free (self->lives[i].uses);
      g_free (self->lives[i].place);
    }
  g_free (self->lives);
  g_strfreev (self->names);
  g_free (self->blocks);
  g_free (self->live_bytes);
  tl_module_unref (self->module);
  g_free (self);
}

/* --- in words --- */

char *
tl_liveness_summary (const TlLiveness *self)
{
  guint            n_allocated = 0;
  g_autofree char *bytes = self->peak >= 0 ? tl_format_bytes (self->live_bytes[self->peak]) : NULL, *count = NULL;

  for (guint i = 0; i < self->n_lives; i++)
    n_allocated += self->lives[i].is_allocated ? 1 : 0;
  if (n_allocated == 0)
    return g_strdup (_("Only arguments: nothing is allocated."));
  count = g_strdup_printf (ngettext ("%u buffer is allocated.", "%u buffers are allocated.", n_allocated), n_allocated);
  if (bytes == NULL)
    return g_strdup_printf (_("%s Their bytes are not known."), count);
  return g_strdup_printf (_("%s At most %s live at once, while %s runs."), count, bytes, self->names[self->peak]);
}

static char *
shape_text (const TlBuffer *buffer)
{
  GString *text = g_string_new (tl_dtype_name (buffer->dtype));

  for (guint d = 0; d < buffer->n_dims; d++)
    {
      gint64 extent;

      g_string_append (text, d == 0 ? "[" : ", ");
      if (tl_buffer_get_extent (buffer, d, &extent))
        g_string_append_printf (text, "%" G_GINT64_FORMAT, extent);
      else
        g_string_append (text, "?");
    }
  g_string_append (text, buffer->n_dims > 0 ? "]" : "");
  return g_string_free (text, FALSE);
}

char *
tl_liveness_text (const TlLiveness *self, guint index)
{
  const TlBufferLife *life = &self->lives[index];
  g_autofree char *shape = shape_text (life->buffer), *bytes = tl_format_bytes (life->n_bytes), *live = tl_format_bytes (life->live_bytes);
  g_autofree char *head = g_strdup_printf ("%s, %s, %s, %s", life->buffer->name, life->buffer->scope, shape, bytes);

  if (!life->is_allocated)
    return g_strdup_printf (_("%s: an argument"), head);
  if (life->place != NULL)
    return g_strdup_printf (_("%s: %s in each iteration of %s, from %s to %s"), head, live, life->place, self->names[life->first],
                            self->names[life->last]);
  return g_strdup_printf (_("%s: from %s to %s"), head, self->names[life->first], self->names[life->last]);
}
