/* SPDX-License-Identifier: Apache-2.0 */
/* The storage scopes of a copy, to choose from with the pointer or by their numbers. */
#include "core/base/i18n.h"
#include "core/session/steps/cache-at.h"
#include "ui/canvas/nest-canvas-private.h"

typedef struct
{
  TlEditor  *editor;
  TlCacheAt  cache;
  GtkWidget *popover;   /* owns this */
} CachePopover;

static void
cache_popover_free (gpointer data)
{
  CachePopover *self = data;

  g_object_unref (self->editor);
  g_free (self);
}

static void
choose (CachePopover *self, const char *storage_scope)
{
  g_autoptr (GError)   error = NULL;
  g_autoptr (TlEditor) editor = g_object_ref (self->editor);
  TlCacheAt            cache = self->cache;

  gtk_popover_popdown (GTK_POPOVER (self->popover));
  if (!tl_session_cache_at (tl_editor_session (editor), &cache, storage_scope, &error))
    tl_editor_refuse (editor, error);
}

static void
on_clicked (GtkButton *button, gpointer user_data)
{
  choose (user_data, g_object_get_data (G_OBJECT (button), "scope"));
}

static gboolean
on_key (GtkEventControllerKey *controller, guint keyval, guint keycode, GdkModifierType modifiers, gpointer user_data)
{
  const char *const *scopes = tl_cache_at_scopes ();
  guint              number = keyval >= GDK_KEY_1 && keyval <= GDK_KEY_9 ? keyval - GDK_KEY_0 : 0;

  if (number == 0 || number > g_strv_length ((char **) scopes))
    return FALSE;
  choose (user_data, scopes[number - 1]);
  return TRUE;
}

static GtkWidget *
scope_button (CachePopover *self, const char *scope, guint number)
{
  g_autofree char *text = g_strdup_printf ("%u  %s", number, scope);
  GtkWidget       *button = gtk_button_new_with_label (text);

  gtk_widget_set_halign (gtk_button_get_child (GTK_BUTTON (button)), GTK_ALIGN_START);
  gtk_widget_add_css_class (button, "flat");
  g_object_set_data (G_OBJECT (button), "scope", (gpointer) scope);
  g_signal_connect (button, "clicked", G_CALLBACK (on_clicked), self);
  return button;
}

void
tl_cache_popover_open (TlEditor *editor, const TlCacheAt *cache, GtkWidget *anchor)
{
  CachePopover       *self = g_new0 (CachePopover, 1);
  const char *const  *scopes = tl_cache_at_scopes ();
  GtkWidget          *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget          *title = gtk_label_new (cache->is_write ? _("Write Back From") : _("Copy To"));
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->editor = g_object_ref (editor);
  self->cache = *cache;
  self->popover = gtk_popover_new ();
  g_object_set_data_full (G_OBJECT (self->popover), "self", self, cache_popover_free);
  gtk_widget_add_css_class (title, "heading");
  gtk_box_append (GTK_BOX (box), title);
  for (guint i = 0; scopes[i] != NULL; i++)
    gtk_box_append (GTK_BOX (box), scope_button (self, scopes[i], i + 1));
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (self->popover, keys);
  gtk_popover_set_child (GTK_POPOVER (self->popover), box);
  tl_editor_popup (editor, self->popover, anchor);
}
