/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/selection.h"

#include "core/ir/path.h"

struct _TlSelection
{
  GObject  parent_instance;
  GArray  *nodes;    /* TlNodeId, the primary one last */
  TlNodeId hovered;
  gint64   block, thread;   /* of a GPU kernel */
  GHashTable *notes; /* nullable */
};

G_DEFINE_FINAL_TYPE (TlSelection, tl_selection, G_TYPE_OBJECT)

enum { CHANGED, HOVER_CHANGED, NOTES_CHANGED, THREAD_CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
tl_selection_finalize (GObject *object)
{
  TlSelection *self = TL_SELECTION (object);

  g_array_unref (self->nodes);
  g_clear_pointer (&self->notes, g_hash_table_unref);
  G_OBJECT_CLASS (tl_selection_parent_class)->finalize (object);
}

static void
tl_selection_class_init (TlSelectionClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tl_selection_finalize;
  signals[CHANGED] = g_signal_new ("changed", TL_TYPE_SELECTION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[HOVER_CHANGED] = g_signal_new ("hover-changed", TL_TYPE_SELECTION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[THREAD_CHANGED] = g_signal_new ("thread-changed", TL_TYPE_SELECTION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[NOTES_CHANGED] = g_signal_new ("notes-changed", TL_TYPE_SELECTION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
tl_selection_init (TlSelection *self)
{
  self->nodes = g_array_new (FALSE, FALSE, sizeof (TlNodeId));
}

TlSelection *
tl_selection_new (void)
{
  return g_object_new (TL_TYPE_SELECTION, NULL);
}

static void
emit_changed (TlSelection *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

static gint
index_of (TlSelection *self, TlNodeId node)
{
  for (guint i = 0; i < self->nodes->len; i++)
    if (g_array_index (self->nodes, TlNodeId, i) == node)
      return (gint) i;
  return -1;
}

TlNodeId
tl_selection_primary (TlSelection *self)
{
  return self->nodes->len > 0 ? g_array_index (self->nodes, TlNodeId, self->nodes->len - 1) : 0;
}

const TlNodeId *
tl_selection_nodes (TlSelection *self, guint *n_nodes)
{
  *n_nodes = self->nodes->len;
  return (const TlNodeId *) (gpointer) self->nodes->data;
}

gboolean
tl_selection_contains (TlSelection *self, TlNodeId node)
{
  return index_of (self, node) >= 0;
}

void
tl_selection_pick_many (TlSelection *self, const TlNodeId *nodes, guint n_nodes)
{
  gboolean same = n_nodes == self->nodes->len;

  for (guint i = 0; same && i < n_nodes; i++)
    same = nodes[i] == g_array_index (self->nodes, TlNodeId, i);
  if (same)
    return;
  g_array_set_size (self->nodes, 0);
  if (n_nodes > 0)
    g_array_append_vals (self->nodes, nodes, n_nodes);
  emit_changed (self);
}

void
tl_selection_pick (TlSelection *self, TlNodeId node)
{
  tl_selection_pick_many (self, &node, node != 0);
}

void
tl_selection_toggle (TlSelection *self, TlNodeId node)
{
  gint index = index_of (self, node);

  if (index >= 0)
    g_array_remove_index (self->nodes, (guint) index);
  else
    g_array_append_val (self->nodes, node);
  emit_changed (self);
}

TlNodeId
tl_selection_hovered (TlSelection *self)
{
  return self->hovered;
}

void
tl_selection_hover (TlSelection *self, TlNodeId node)
{
  if (self->hovered == node)
    return;
  self->hovered = node;
  g_signal_emit (self, signals[HOVER_CHANGED], 0);
}

void
tl_selection_thread (TlSelection *self, gint64 *block, gint64 *thread)
{
  *block = self->block;
  *thread = self->thread;
}

void
tl_selection_pick_thread (TlSelection *self, gint64 block, gint64 thread)
{
  if (self->block == block && self->thread == thread)
    return;
  self->block = block;
  self->thread = thread;
  g_signal_emit (self, signals[THREAD_CHANGED], 0);
}

void
tl_selection_set_notes (TlSelection *self, GHashTable *notes)
{
  if (notes == NULL && self->notes == NULL)
    return;
  g_clear_pointer (&self->notes, g_hash_table_unref);
  self->notes = notes != NULL ? g_hash_table_ref (notes) : NULL;
  g_signal_emit (self, signals[NOTES_CHANGED], 0);
}

const char *
tl_selection_note (TlSelection *self, TlNodeId node)
{
  return self->notes != NULL && node != 0 ? g_hash_table_lookup (self->notes, GUINT_TO_POINTER (node)) : NULL;
}

void
tl_selection_retain (TlSelection *self, const TlModule *module)
{
  guint before = self->nodes->len;

  for (guint i = self->nodes->len; i > 0; i--)
    if (tl_module_find (module, g_array_index (self->nodes, TlNodeId, i - 1)) == NULL)
      g_array_remove_index (self->nodes, i - 1);
  if (self->nodes->len != before)
    emit_changed (self);
  if (self->hovered != 0 && tl_module_find (module, self->hovered) == NULL)
    tl_selection_hover (self, 0);
}
