/* SPDX-License-Identifier: Apache-2.0 */
/* The trials that the shown one descends from, with what changed at each step, and those that descend from it. */
#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/session/tuning/trial-genealogy.h"
#include "core/session/tuning/trial-text.h"
#include "ui/tune/trial-pane-private.h"
#include "ui/widgets/tip.h"
#include "ui/widgets/wrap-box.h"

#define MAX_ANCESTORS 8     /* the nearest; the oldest one stands above them */
#define MAX_CHILDREN  24

static void
on_pick (GtkButton *button, TlTrialPane *pane)
{
  tl_trial_selection_pick (pane->selection, GPOINTER_TO_INT (g_object_get_data (G_OBJECT (button), "trial")));
}

static void
make_pick (TlTrialPane *pane, GtkWidget *button, guint index)
{
  g_object_set_data (G_OBJECT (button), "trial", GUINT_TO_POINTER (index));
  g_signal_connect (button, "clicked", G_CALLBACK (on_pick), pane);
}

/* Its number, its time and, from @parent (-1: none is known), what changed. */
static GtkWidget *
make_generation (TlTrialPane *pane, guint index, gint parent)
{
  TlTrialStore    *store = tl_trial_pane_store (pane);
  g_autofree char *latency = tl_trial_latency_text (store, index), *origin = tl_trial_origin_text (store, index);
  g_autofree char *change = parent >= 0 ? tl_trial_change_text (store, (guint) parent, index) : NULL;
  g_autofree char *name = g_strdup_printf ("#%u", tl_trial_store_number (store)[index]);
  g_autofree char *spoken = g_strdup_printf ("%s, %s, %s", name, latency, change != NULL ? change : origin != NULL ? origin : "");
  GtkWidget       *button = gtk_button_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget       *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *number = tl_trial_pane_text (name, "numeric");

  gtk_widget_set_hexpand (number, TRUE);
  gtk_box_append (GTK_BOX (head), number);
  gtk_box_append (GTK_BOX (head), tl_trial_pane_text (latency, "numeric"));
  gtk_box_append (GTK_BOX (box), head);
  if (change != NULL || origin != NULL)
    {
      GtkWidget *label = tl_trial_pane_text (change != NULL ? change : origin, "caption");

      gtk_widget_add_css_class (label, "dim-label");
      gtk_box_append (GTK_BOX (box), label);
    }
  gtk_button_set_child (GTK_BUTTON (button), box);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "generation");
  if ((gint) index == pane->shown)
    gtk_widget_add_css_class (button, "shown");
  tl_widget_set_tooltip (button, origin);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
  make_pick (pane, button, index);
  return button;
}

static void
add_line (TlTrialPane *pane, const GArray *line, GtkBox *content)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_widget_add_css_class (box, "genealogy");
  for (guint i = 0; i < line->len; i++)
    {
      guint left_out = line->len > MAX_ANCESTORS + 1 ? line->len - MAX_ANCESTORS - 1 : 0;

      gint  parent = i > 0 ? (gint) g_array_index (line, guint, i - 1) : -1;

      gtk_box_append (GTK_BOX (box), make_generation (pane, g_array_index (line, guint, i), parent));
      if (i == 0 && left_out > 0)
        {
          g_autofree char *text = g_strdup_printf (ngettext ("%u generation more", "%u generations more", left_out), left_out);

          gtk_box_append (GTK_BOX (box), tl_trial_pane_text (text, "dim-label"));
          i += left_out;
        }
    }
  gtk_box_append (content, box);
}

static void
add_children (TlTrialPane *pane, const GArray *children, GtkBox *content)
{
  TlTrialStore    *store = tl_trial_pane_store (pane);
  g_autofree char *heading = g_strdup_printf (ngettext ("%u trial is mutated from this one", "%u trials are mutated from this one",
                                                        children->len), children->len);
  GtkWidget       *chips = g_object_new (TL_TYPE_WRAP_BOX, NULL);

  gtk_box_append (content, tl_trial_pane_text (heading, "caption"));
  for (guint i = 0; i < MIN (children->len, MAX_CHILDREN); i++)
    {
      guint            index = g_array_index (children, guint, i);
      g_autofree char *label = g_strdup_printf ("#%u", tl_trial_store_number (store)[index]);
      g_autofree char *change = tl_trial_change_text (store, (guint) pane->shown, index);
      GtkWidget       *button = gtk_button_new_with_label (label);

      gtk_widget_add_css_class (button, "chip");
      tl_widget_set_tooltip (button, change);
      make_pick (pane, button, index);
      gtk_widget_set_parent (button, chips);
    }
  gtk_box_append (content, chips);
}

void
tl_trial_pane_add_genealogy (TlTrialPane *pane, GtkBox *content)
{
  TlTrialStore      *store = tl_trial_pane_store (pane);
  g_autoptr (GArray) line = tl_trial_ancestors (store, (guint) pane->shown), children = tl_trial_children (store, (guint) pane->shown);
  TlOriginKind       kind = tl_trial_store_get (store, (guint) pane->shown).origin.kind;

  if (kind == TL_ORIGIN_START || (kind == TL_ORIGIN_UNKNOWN && children->len == 0))
    return;
  gtk_box_append (content, tl_trial_pane_heading (_("Genealogy")));
  add_line (pane, line, content);
  if (children->len > 0)
    add_children (pane, children, content);
}
