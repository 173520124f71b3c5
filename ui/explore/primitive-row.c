/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/primitive-row.h"

#include "core/base/i18n.h"
#include "core/draw/draw-gain.h"
#include "ui/explore/step-animation.h"
#include "ui/widgets/picture.h"
#include "ui/widgets/tip.h"

#define BAR_WIDTH_PX  72
#define BAR_HEIGHT_PX 10

static GtkWidget *
detail_label (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (label, "caption");
  return label;
}

static void
add_note (GtkWidget *line, const char *text)
{
  GtkWidget *note = gtk_label_new (text);

  gtk_widget_add_css_class (note, "dim-label");
  gtk_widget_add_css_class (note, "caption");
  gtk_box_append (GTK_BOX (line), note);
}

/* One that is refused leads to why not, and to the fix. */
static GtkWidget *
title_line (const TlApplicablePrimitive *applicable)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *title = gtk_label_new (applicable->primitive->title);

  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_widget_set_hexpand (title, TRUE);
  gtk_box_append (GTK_BOX (line), title);
  if (applicable->fits && !applicable->is_legal)
    add_note (line, _("Why not?"));
  if (applicable->primitive->shortcut != NULL)
    add_note (line, applicable->primitive->shortcut);
  return line;
}

/* --- the usual gain --- */

static void
draw_bar (cairo_t *cr, const TlPalette *palette, double width, double height, gpointer user_data)
{
  const TlStepGain *gain = user_data;

  tl_draw_gain (cr, gain->low, gain->median, gain->high, palette, width, height);
}

static GtkWidget *
gain_line (const TlStepGain *gain, const char *text, const char *tip)
{
  GtkWidget  *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  TlStepGain *copy = g_memdup2 (gain, sizeof *gain);
  GtkWidget  *bar = tl_picture_new (draw_bar, copy, g_free);

  tl_picture_set_size (TL_PICTURE (bar), BAR_WIDTH_PX, BAR_HEIGHT_PX);
  gtk_widget_set_valign (bar, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (bar), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Predicted gain"),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  gtk_box_append (GTK_BOX (line), bar);
  gtk_box_append (GTK_BOX (line), detail_label (text));
  tl_widget_set_tip (line, tip);
  return line;
}

GtkWidget *
tl_primitive_row_new (TlApplicablePrimitive *applicable, const TlStepGain *gain)
{
  const char      *text = applicable->is_legal ? applicable->sentence : applicable->reason;
  GtkWidget       *row = gtk_list_box_row_new ();
  GtkWidget       *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget       *detail = detail_label (text);
  g_autofree char *gain_text = gain != NULL ? tl_step_gain_text (gain) : NULL;
  g_autofree char *gain_detail = gain != NULL ? tl_step_gain_detail (gain) : NULL;
  g_autofree char *accessible = g_strconcat (applicable->primitive->title, ": ", text, gain != NULL ? ", " : NULL, gain_text, NULL);

  gtk_widget_add_css_class (detail, "dim-label");
  gtk_box_append (GTK_BOX (box), title_line (applicable));
  gtk_box_append (GTK_BOX (box), detail);
  if (gain != NULL)
    gtk_box_append (GTK_BOX (box), gain_line (gain, gain_text, gain_detail));
  if (applicable->hint != NULL)
    {
      g_autofree char *hint = g_strdup_printf (_("Try: %s"), applicable->hint);

      gtk_box_append (GTK_BOX (box), detail_label (hint));
    }
  if (!applicable->is_legal)
    gtk_widget_add_css_class (row, "refused-step");
  tl_step_animation_add_tip (row, applicable->primitive, applicable->primitive->sketch);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  g_object_set_data_full (G_OBJECT (row), "applicable", tl_applicable_primitive_ref (applicable),
                          (GDestroyNotify) tl_applicable_primitive_unref);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, accessible, -1);
  if (gain != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, gain_detail, -1);
  return row;
}

TlApplicablePrimitive *
tl_primitive_row_applicable (GtkListBoxRow *row)
{
  return g_object_get_data (G_OBJECT (row), "applicable");
}
