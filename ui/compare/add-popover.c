/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/compare/add-popover.h"

#include "core/base/i18n.h"

#define MAX_HEIGHT 360

/* Lives as long as the popover. */
typedef struct
{
  TlSession  *session;
  TlCompared *compared;
  GtkWidget  *popover;
  GtkWidget  *box;
} AddPopover;

static void
add_popover_free (gpointer data, GClosure *closure)
{
  AddPopover *self = data;

  g_object_unref (self->session);
  g_object_unref (self->compared);
  g_free (self);
}

static void
on_chosen (GtkWidget *button, AddPopover *self)
{
  TlVariant *variant = g_object_get_data (G_OBJECT (button), "variant");
  TlState   *state = g_object_get_data (G_OBJECT (button), "state");

  gtk_popover_popdown (GTK_POPOVER (self->popover));
  tl_compared_add (self->compared, variant, state);
}

static gboolean
is_shown (AddPopover *self, TlState *state)
{
  for (guint i = 0; i < tl_compared_n (self->compared); i++)
    if (tl_compared_state (self->compared, i) == state)
      return TRUE;
  return FALSE;
}

static void
add_choice (AddPopover *self, const char *title, TlVariant *variant, TlState *state)
{
  GtkWidget *button = gtk_button_new_with_label (title), *label = gtk_button_get_child (GTK_BUTTON (button));

  gtk_button_set_has_frame (GTK_BUTTON (button), FALSE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 44);
  gtk_widget_set_sensitive (button, !is_shown (self, state != NULL ? state : tl_variant_state (variant))
                            && tl_compared_n (self->compared) < TL_COMPARED_COLUMNS_MAX);
  g_object_set_data_full (G_OBJECT (button), "variant", g_object_ref (variant), g_object_unref);
  if (state != NULL)
    g_object_set_data_full (G_OBJECT (button), "state", tl_state_ref (state), (GDestroyNotify) tl_state_unref);
  g_signal_connect (button, "clicked", G_CALLBACK (on_chosen), self);
  gtk_box_append (GTK_BOX (self->box), button);
}

static void
add_heading (AddPopover *self, const char *title)
{
  GtkWidget *label = gtk_label_new (title);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "pane-heading");
  gtk_box_append (GTK_BOX (self->box), label);
}

static void
add_steps (AddPopover *self, TlVariant *variant)
{
  g_autoptr (GPtrArray) steps = tl_state_steps (tl_variant_state (variant));
  g_autofree char      *title = g_strdup_printf (_("Steps of %s"), tl_variant_name (variant));

  add_heading (self, title);
  add_choice (self, _("Without steps"), variant, tl_session_root (self->session));
  for (guint i = 0; i + 1 < steps->len; i++)
    {
      TlState         *state = steps->pdata[i];
      g_autofree char *what = tl_state_describe (state), *label = NULL;

      if (tl_state_module (state) == tl_state_module (tl_state_parent (state)))
        continue;
      label = g_strdup_printf ("%u  %s", tl_state_n_steps (state), what);
      add_choice (self, label, variant, state);
    }
}

static void
on_show (GtkWidget *popover, AddPopover *self)
{
  GListModel *variants = tl_session_variants (self->session);
  GtkWidget  *child;

  while ((child = gtk_widget_get_first_child (self->box)) != NULL)
    gtk_box_remove (GTK_BOX (self->box), child);
  add_heading (self, _("Variants"));
  for (guint i = 0; i < g_list_model_get_n_items (variants); i++)
    {
      g_autoptr (TlVariant) variant = g_list_model_get_item (variants, i);

      add_choice (self, tl_variant_name (variant), variant, NULL);
    }
  if (tl_session_current (self->session) != NULL)
    add_steps (self, tl_session_current (self->session));
}

GtkWidget *
tl_add_popover_new (TlSession *session, TlCompared *compared)
{
  AddPopover *self = g_new0 (AddPopover, 1);
  GtkWidget  *scroller = gtk_scrolled_window_new ();

  *self = (AddPopover) { g_object_ref (session), g_object_ref (compared), gtk_popover_new (), gtk_box_new (GTK_ORIENTATION_VERTICAL, 0) };
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->box);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), MAX_HEIGHT);
  gtk_popover_set_child (GTK_POPOVER (self->popover), scroller);
  g_signal_connect_data (self->popover, "show", G_CALLBACK (on_show), self, add_popover_free, 0);
  return self->popover;
}
