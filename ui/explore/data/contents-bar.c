/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/data/contents-bar.h"

#include "core/base/i18n.h"
#include "core/draw/data/draw-contents.h"
#include "ui/widgets/tip.h"

#define FIND_DELAY_MS 30

struct _TlContentsBar
{
  GtkWidget           parent_instance;
  TlDataView         *view;        /* borrowed */
  GtkWidget          *choice;      /* GtkDropDown: none, then the caches */
  GtkWidget          *label;
  TlState            *state;       /* nullable, and with it … */
  const TlDataLayout *layout;      /* … borrowed */
  guint               n_fixed;
  gint64             *position;
  TlCaches            caches;
  guint               source;
  GCancellable       *finding;     /* nullable */
  gboolean            has_moved;   /* since it began */
  TlCacheContents    *contents;    /* nullable */
};

G_DEFINE_FINAL_TYPE (TlContentsBar, tl_contents_bar, GTK_TYPE_WIDGET)

static gboolean
is_chosen (TlContentsBar *self)
{
  guint selected = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->choice));

  return self->state != NULL && selected > 0 && selected <= TL_COUNTED_LEVELS;
}

static void
stop_finding (TlContentsBar *self)
{
  g_clear_handle_id (&self->source, g_source_remove);
  if (self->finding != NULL)
    g_cancellable_cancel (self->finding);
  g_clear_object (&self->finding);
  self->has_moved = FALSE;
}

static guint
chosen_cache (TlContentsBar *self)
{
  guint selected = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->choice));

  return CLAMP (selected, 1, TL_COUNTED_LEVELS) - 1;
}

static void
set_contents (TlContentsBar *self, TlCacheContents *contents)
{
  if (self->contents == NULL && contents == NULL)
    return;
  tl_data_view_set_contents (self->view, contents, chosen_cache (self));
  g_clear_pointer (&self->contents, tl_cache_contents_free);
  self->contents = contents;
}

static gboolean find (gpointer user_data);

static void
on_found (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TlContentsBar) self = user_data;
  g_autoptr (GError)        error = NULL;
  TlCacheContents          *contents = tl_find_contents_finish (result, &error);
  g_autofree char          *text = NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->label == NULL)
    {
      g_clear_pointer (&contents, tl_cache_contents_free);
      return;
    }
  g_clear_object (&self->finding);
  set_contents (self, contents);
  text = contents != NULL ? tl_cache_contents_text (self->layout, contents, chosen_cache (self)) : g_strdup (error->message);
  gtk_label_set_text (GTK_LABEL (self->label), text);
  if (self->has_moved)
    self->source = g_timeout_add (FIND_DELAY_MS, find, self);
  self->has_moved = FALSE;
}

static gboolean
find (gpointer user_data)
{
  TlContentsBar *self = user_data;

  self->source = 0;
  self->finding = g_cancellable_new ();
  tl_find_contents_async (self->state, self->layout->tiles->block->id, self->n_fixed, self->position, self->layout->tiles->n_loops,
                          &self->caches, chosen_cache (self), self->finding, on_found, g_object_ref (self));
  return G_SOURCE_REMOVE;
}

/* An outline stays until there is another one: while positions play, it follows as fast as it can be found. */
static void
refresh (TlContentsBar *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self), is_chosen (self));
  if (self->finding != NULL && is_chosen (self))
    self->has_moved = TRUE;
  else if (is_chosen (self))
    self->source = self->source != 0 ? self->source : g_timeout_add (FIND_DELAY_MS, find, self);
  else
    {
      stop_finding (self);
      set_contents (self, NULL);
      gtk_label_set_text (GTK_LABEL (self->label), "");
    }
}

static void
on_cache_chosen (TlContentsBar *self)
{
  stop_finding (self);
  set_contents (self, NULL);
  refresh (self);
}

void
tl_contents_bar_show (TlContentsBar *self, TlState *state, const TlDataLayout *layout, guint n_fixed, const gint64 *position,
                      const TlCaches *caches)
{
  if (layout != self->layout || state != self->state)
    {
      stop_finding (self);
      set_contents (self, NULL);   /* before the layout goes */
    }
  g_clear_pointer (&self->state, tl_state_unref);
  g_clear_pointer (&self->position, g_free);
  self->layout = layout;
  if (state != NULL && tl_thread_mapping_of (layout->module, layout->tiles, 1).kind == TL_THREADS_GPU)
    state = NULL;
  gtk_widget_set_visible (self->choice, state != NULL);
  if (state != NULL)
    {
      self->state = tl_state_ref (state);
      self->n_fixed = n_fixed;
      self->position = g_memdup2 (position, sizeof (gint64) * layout->tiles->n_loops);
      self->caches = *caches;
    }
  refresh (self);
}

GtkWidget *
tl_contents_bar_choice (TlContentsBar *self)
{
  return self->choice;
}

/* --- object --- */

static void
tl_contents_bar_dispose (GObject *object)
{
  TlContentsBar *self = TL_CONTENTS_BAR (object);

  stop_finding (self);
  g_clear_pointer (&self->contents, tl_cache_contents_free);
  g_clear_pointer (&self->state, tl_state_unref);
  g_clear_pointer (&self->position, g_free);
  g_clear_pointer (&self->label, gtk_widget_unparent);
  g_clear_object (&self->choice);
  G_OBJECT_CLASS (tl_contents_bar_parent_class)->dispose (object);
}

static void
tl_contents_bar_class_init (TlContentsBarClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tl_contents_bar_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "contentsbar");
}

static void
tl_contents_bar_init (TlContentsBar *self)
{
  const char *const names[] = { _("No Cache"), "L1", "L2", "L3", NULL };

  self->choice = g_object_ref_sink (gtk_drop_down_new_from_strings (names));
  gtk_widget_add_css_class (self->choice, "small");
  tl_widget_set_tooltip (self->choice, _("Outline what a cache holds after the iteration that is marked"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->choice), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Cache whose contents are outlined"), -1);
  g_signal_connect_object (self->choice, "notify::selected", G_CALLBACK (on_cache_chosen), self, G_CONNECT_SWAPPED);
  self->label = gtk_label_new ("");
  gtk_label_set_xalign (GTK_LABEL (self->label), 0);
  gtk_label_set_wrap (GTK_LABEL (self->label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (self->label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_set_parent (self->label, GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

GtkWidget *
tl_contents_bar_new (TlDataView *view)
{
  TlContentsBar *self = g_object_new (TL_TYPE_CONTENTS_BAR, NULL);

  self->view = view;
  return GTK_WIDGET (self);
}
