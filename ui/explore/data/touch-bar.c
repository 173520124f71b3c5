/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/data/touch-bar.h"

#include "core/base/i18n.h"
#include "core/session/region-touching.h"
#include "ui/widgets/tip.h"

#define MOST_SENTENCES 4   /* the others are counted */
#define MOST_LINES     3   /* of a sentence; its tooltip says it all */

struct _TlTouchBar
{
  GtkWidget     parent_instance;
  TlSelection  *selection;   /* that has the notes; nullable */
  TlState      *state;       /* of the region */
  GCancellable *finding;     /* nullable */
  GtkWidget    *row;         /* owned child; the others are borrowed from it */
  GtkWidget    *chip;
  GtkWidget    *sentences;   /* GtkBox of GtkLabels */
};

enum { SIGNAL_CLEARED, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TlTouchBar, tl_touch_bar, GTK_TYPE_WIDGET)

/* --- sentences --- */

static void
clear_sentences (TlTouchBar *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->sentences)) != NULL)
    gtk_box_remove (GTK_BOX (self->sentences), child);
}

static void
add_sentence (TlTouchBar *self, const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_lines (GTK_LABEL (label), MOST_LINES);
  tl_widget_set_tip (label, text);
  gtk_widget_add_css_class (label, "touch");
  gtk_box_append (GTK_BOX (self->sentences), label);
}

static void
add_sentences (TlTouchBar *self, const GPtrArray *touches)
{
  guint            n = touches->len > MOST_SENTENCES ? MOST_SENTENCES - 1 : touches->len;
  g_autofree char *rest = g_strdup_printf (_("%u more blocks touch it, noted in the nest"), touches->len - n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text = tl_touch_text (g_ptr_array_index (touches, i));

      add_sentence (self, text);
    }
  if (touches->len == 0)
    add_sentence (self, _("No block touches it"));
  else if (n < touches->len)
    add_sentence (self, rest);
}

/* --- notes on the nest --- */

/* A loop around several blocks runs the iterations of all of them. */
static void
join (GHashTable *loops, const TlTouchedLoop *loop)
{
  TlTouchedLoop *known = g_hash_table_lookup (loops, GUINT_TO_POINTER (loop->loop));

  if (known == NULL)
    g_hash_table_insert (loops, GUINT_TO_POINTER (loop->loop), g_memdup2 (loop, sizeof *loop));
  else
    {
      known->first = MIN (known->first, loop->first);
      known->last = MAX (known->last, loop->last);
    }
}

static void
set_notes (TlTouchBar *self, const GPtrArray *touches)
{
  g_autoptr (GHashTable) notes = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autoptr (GHashTable) loops = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  GHashTableIter         iter;
  gpointer               value;

  for (guint i = 0; i < touches->len; i++)
    {
      const TlRegionTouch *touch = g_ptr_array_index (touches, i);

      g_hash_table_insert (notes, GUINT_TO_POINTER (touch->block), g_strdup (tl_touch_verb (touch)));
      for (guint l = 0; l < touch->n_loops; l++)
        join (loops, &touch->loops[l]);
    }
  g_hash_table_iter_init (&iter, loops);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const TlTouchedLoop *loop = value;

      if (loop->extent != 1)
        g_hash_table_insert (notes, GUINT_TO_POINTER (loop->loop), tl_touched_loop_text (loop));
    }
  tl_selection_set_notes (self->selection, notes);
}

static void
stop_finding (TlTouchBar *self)
{
  if (self->finding != NULL)
    g_cancellable_cancel (self->finding);
  g_clear_object (&self->finding);
}

static void
on_found (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TlTouchBar) self = user_data;
  g_autoptr (GError)     error = NULL;
  g_autoptr (GPtrArray)  touches = tl_find_touches_finish (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->row == NULL)
    return;
  g_clear_object (&self->finding);
  clear_sentences (self);
  if (touches == NULL)
    {
      add_sentence (self, error->message);
      tl_selection_set_notes (self->selection, NULL);
      return;
    }
  add_sentences (self, touches);
  set_notes (self, touches);
}

static void
name_chip (TlTouchBar *self, const TlDataRegion *region)
{
  g_autofree char *text = tl_data_region_text (region), *label = g_strdup_printf ("%s  ×", text);
  g_autofree char *spoken = g_strdup_printf (_("Unpin %s"), text);

  gtk_button_set_label (GTK_BUTTON (self->chip), label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->chip), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
}

void
tl_touch_bar_show (TlTouchBar *self, TlSelection *selection, TlState *state, const char *func_name, const TlDataRegion *region)
{
  gboolean   is_chosen = region != NULL && region->buffer != NULL && state != NULL;
  TlTileSpan box[TL_DATA_MAX_DIMS];

  stop_finding (self);
  g_set_object (&self->selection, selection);
  gtk_widget_set_visible (GTK_WIDGET (self), is_chosen);
  g_clear_pointer (&self->state, tl_state_unref);
  if (!is_chosen)
    {
      if (selection != NULL)
        tl_selection_set_notes (selection, NULL);
      clear_sentences (self);
      return;
    }
  self->state = tl_state_ref (state);
  name_chip (self, region);
  tl_data_region_box (region, box);
  self->finding = g_cancellable_new ();
  tl_find_touches_async (state, func_name, region->buffer->access->buffer, box, self->finding, on_found, g_object_ref (self));
}

/* --- object --- */

static void
on_chip (TlTouchBar *self)
{
  g_signal_emit (self, signals[SIGNAL_CLEARED], 0);
}

static void
tl_touch_bar_dispose (GObject *object)
{
  TlTouchBar *self = TL_TOUCH_BAR (object);

  stop_finding (self);
  g_clear_object (&self->selection);
  g_clear_pointer (&self->state, tl_state_unref);
  g_clear_pointer (&self->row, gtk_widget_unparent);
  G_OBJECT_CLASS (tl_touch_bar_parent_class)->dispose (object);
}

static void
tl_touch_bar_class_init (TlTouchBarClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tl_touch_bar_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "touchbar");
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_GROUP);
  signals[SIGNAL_CLEARED] = g_signal_new ("cleared", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
tl_touch_bar_init (TlTouchBar *self)
{
  self->row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  self->chip = gtk_button_new_with_label ("");
  gtk_widget_add_css_class (self->chip, "region-chip");
  gtk_widget_set_valign (self->chip, GTK_ALIGN_START);
  tl_widget_set_tooltip (self->chip, _("Unpin  (Esc)"));
  g_signal_connect_swapped (self->chip, "clicked", G_CALLBACK (on_chip), self);
  self->sentences = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  gtk_widget_set_hexpand (self->sentences, TRUE);
  gtk_widget_set_valign (self->sentences, GTK_ALIGN_START);
  gtk_box_append (GTK_BOX (self->row), self->chip);
  gtk_box_append (GTK_BOX (self->row), self->sentences);
  gtk_widget_set_parent (self->row, GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

GtkWidget *
tl_touch_bar_new (void)
{
  return g_object_new (TL_TYPE_TOUCH_BAR, NULL);
}
