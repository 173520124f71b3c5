/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/tune/kind-bar.h"

#include "core/base/i18n.h"
#include "core/session/tuning/tuning-summary.h"

struct _TlKindBar
{
  GtkWidget  parent_instance;
  TlSession *session;     /* borrowed; NULL before the first update */
  GtkWidget *note;
  GtkWidget *other;       /* shows the other ones */
};

G_DEFINE_FINAL_TYPE (TlKindBar, tl_kind_bar, GTK_TYPE_WIDGET)

enum { MESSAGE, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
on_other (TlKindBar *self)
{
  g_autoptr (GError) error = NULL;

  if (!tl_session_show_predicted (self->session, !tl_tuning_is_predicted (tl_session_tuning (self->session)), &error))
    g_signal_emit (self, signals[MESSAGE], 0, error->message);
}

void
tl_kind_bar_update (TlKindBar *self, TlSession *session)
{
  TlTuning        *tuning = tl_session_tuning (session);
  g_autofree char *note = tl_tuning_predicted_note (tuning);
  gboolean         has_others = tl_tuning_has_others (tuning);

  self->session = session;
  gtk_label_set_text (GTK_LABEL (self->note), note != NULL ? note : _("Measured; other trials have predicted times"));
  gtk_button_set_label (GTK_BUTTON (self->other), note != NULL ? _("Show Measured") : _("Show Predicted"));
  gtk_widget_set_visible (self->other, has_others && !tl_tuning_is_active (tuning));
  gtk_widget_set_visible (GTK_WIDGET (self), note != NULL || has_others);
}

static void
tl_kind_bar_dispose (GObject *object)
{
  TlKindBar *self = TL_KIND_BAR (object);

  g_clear_pointer (&self->note, gtk_widget_unparent);
  g_clear_pointer (&self->other, gtk_widget_unparent);
  G_OBJECT_CLASS (tl_kind_bar_parent_class)->dispose (object);
}

static void
tl_kind_bar_class_init (TlKindBarClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tl_kind_bar_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "kindbar");
  signals[MESSAGE] = g_signal_new ("message", TL_TYPE_KIND_BAR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
tl_kind_bar_init (TlKindBar *self)
{
  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (gtk_widget_get_layout_manager (GTK_WIDGET (self))), 12);
  self->note = gtk_label_new ("");
  gtk_label_set_xalign (GTK_LABEL (self->note), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->note), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (self->note, TRUE);
  self->other = gtk_button_new ();
  gtk_widget_set_valign (self->other, GTK_ALIGN_CENTER);
  g_signal_connect_swapped (self->other, "clicked", G_CALLBACK (on_other), self);
  gtk_widget_set_parent (self->note, GTK_WIDGET (self));
  gtk_widget_set_parent (self->other, GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}
