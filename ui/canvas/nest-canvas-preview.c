/* SPDX-License-Identifier: Apache-2.0 */
/* A step that is only looked at: the canvas shows the program as it would be, with what differs marked. */
#include "ui/canvas/nest-canvas-private.h"

#include <string.h>

TlState *
tl_nest_canvas_shown_state (TlNestCanvas *self)
{
  TlSession *session = tl_editor_session (self->editor);
  TlVariant *variant = tl_session_current (session);

  if (tl_session_preview (session) != NULL)
    return tl_session_preview (session);
  return variant != NULL ? tl_session_state (session) : NULL;
}

/* The loop around item @index of @nest that @other has, too; 0: none. */
static TlNodeId
shared_parent (const TlNest *nest, guint index, const TlNest *other)
{
  for (gint at = nest->items[index].parent; at >= 0; at = nest->items[at].parent)
    if (nest->items[at].id != 0 && tl_nest_find (other, nest->items[at].id) >= 0)
      return nest->items[at].id;
  return 0;
}

/* Whether the current program has the item in the same place, a loop of the same kind and extent. */
static gboolean
is_as_before (const TlNest *current, const TlNest *shown, guint index)
{
  const TlNestItem *item = &shown->items[index];
  gint              at = item->id != 0 ? tl_nest_find (current, item->id) : -1;

  if (item->id == 0)
    return TRUE;
  return at >= 0 && (item->kind != TL_NEST_LOOP || tl_nest_items_look_same (&current->items[at], item))
         && shared_parent (current, (guint) at, shown) == shared_parent (shown, index, current);
}

/* The extent that a loop had which has another one now: it is known by its id, or by its name where a step made a new loop. NULL: none. */
static const char *
find_former_extent (const TlNest *current, const TlNest *shown, guint index)
{
  const TlNestItem *item = &shown->items[index];
  gint              at = item->kind == TL_NEST_LOOP ? tl_nest_find (current, item->id) : -1;

  for (guint i = 0; item->kind == TL_NEST_LOOP && at < 0 && i < current->n_items; i++)
    if (current->items[i].kind == TL_NEST_LOOP && strcmp (current->items[i].label, item->label) == 0
        && tl_nest_find (shown, current->items[i].id) < 0)
      at = (gint) i;
  if (at < 0 || current->items[at].kind != TL_NEST_LOOP || strcmp (current->items[at].extent_text, item->extent_text) == 0)
    return NULL;
  return current->items[at].extent_text;
}

void
tl_nest_canvas_find_before (TlNestCanvas *self)
{
  TlSession *session = tl_editor_session (self->editor);

  g_clear_pointer (&self->before, tl_nest_free);
  if (self->nest != NULL && tl_session_preview (session) != NULL)
    self->before = tl_nest_new_from (tl_state_module (tl_session_root (session)),
                                     tl_state_module (tl_variant_state (tl_session_current (session))), self->nest->func_name);
}

void
tl_nest_canvas_show_previewed (TlNestCanvas *self, TlNestRow *row)
{
  guint index = tl_nest_row_index (row);

  tl_nest_row_set_previewed (row, self->before != NULL && !is_as_before (self->before, self->nest, index));
  tl_nest_row_set_former (row, self->before != NULL ? find_former_extent (self->before, self->nest, index) : NULL);
}
