/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/canvas/nest-pane.h"

#include "core/base/i18n.h"
#include "ui/canvas/nest-overview.h"
#include "ui/explore/guided-palette.h"
#include "ui/widgets/tip.h"

#define OVERVIEW_ROOM 440   /* narrower panes have none */

struct _TlNestPane
{
  GtkWidget     parent_instance;
  TlEditor     *editor;
  TlNestCanvas *canvas;
  /* Template widgets */
  GtkWidget    *box;
  GtkWidget    *head;
  GtkWidget    *summary;
  GtkWidget    *boxes;
  GtkWidget    *lines;
  GtkWidget    *zoom;
  GtkWidget    *zoom_in;
  GtkWidget    *zoom_out;
  GtkWidget    *zoom_fit;
  GtkWidget    *row;
  GtkWidget    *scroller;
  GtkWidget    *suggest;
  /* In row */
  GtkWidget    *overview;
};

G_DEFINE_FINAL_TYPE (TlNestPane, tl_nest_pane, GTK_TYPE_WIDGET)

static void
zoom_in (TlNestPane *self)
{
  tl_nest_canvas_zoom_by (self->canvas, 1);
}

static void
zoom_out (TlNestPane *self)
{
  tl_nest_canvas_zoom_by (self->canvas, -1);
}

static void
zoom_fit (TlNestPane *self)
{
  tl_nest_canvas_fit (self->canvas);
}

/* The canvas may have chosen lines by itself: that is no choice of the person's. */
static void
on_view_changed (TlNestPane *self)
{
  g_autofree char *summary = tl_nest_canvas_summary (self->canvas);
  gboolean         in_lines = tl_nest_canvas_is_in_lines (self->canvas);

  tl_widget_set_tooltip (self->zoom_in, in_lines ? _("Open the Dearest Folded Loop  (+)") : _("Zoom In  (+)"));
  tl_widget_set_tooltip (self->zoom_out, in_lines ? _("Fold the Cheapest Loop  (−)") : _("Zoom Out  (−)"));
  tl_widget_set_tooltip (self->zoom_fit, in_lines ? _("Fold Until All Fits  (0)") : _("Zoom to Fit  (0)"));
  gtk_label_set_text (GTK_LABEL (self->summary), summary);
  tl_widget_set_tooltip (self->summary, summary);
  if (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->lines)) != in_lines)
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (in_lines ? self->lines : self->boxes), TRUE);
}

static void
on_laid_out (TlNestPane *self)
{
  tl_nest_overview_set_has_room (TL_NEST_OVERVIEW (self->overview), gtk_widget_get_width (GTK_WIDGET (self)) >= OVERVIEW_ROOM);
}

static void
on_toggled (TlNestPane *self)
{
  gboolean in_lines = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->lines));

  if (tl_nest_canvas_is_in_lines (self->canvas) != in_lines)
    tl_nest_canvas_choose_lines (self->canvas, in_lines);
}

static void
on_suggest (TlNestPane *self)
{
  tl_guided_palette_open (self->editor, tl_nest_canvas_anchor (self->canvas));
}

static void
on_selection_changed (TlNestPane *self)
{
  gtk_widget_set_sensitive (self->suggest, tl_selection_primary (tl_session_selection (tl_editor_session (self->editor))) != 0);
}

static void
tl_nest_pane_dispose (GObject *object)
{
  TlNestPane *self = TL_NEST_PANE (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->editor);
  G_OBJECT_CLASS (tl_nest_pane_parent_class)->dispose (object);
}

static void
tl_nest_pane_class_init (TlNestPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tl_nest_pane_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/tileloom/Tileloom/ui/nest-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, TlNestPane, box);
  gtk_widget_class_bind_template_child (widget_class, TlNestPane, head);
  gtk_widget_class_bind_template_child (widget_class, TlNestPane, summary);
  gtk_widget_class_bind_template_child (widget_class, TlNestPane, boxes);
  gtk_widget_class_bind_template_child (widget_class, TlNestPane, lines);
  gtk_widget_class_bind_template_child (widget_class, TlNestPane, zoom);
  gtk_widget_class_bind_template_child (widget_class, TlNestPane, zoom_in);
  gtk_widget_class_bind_template_child (widget_class, TlNestPane, zoom_out);
  gtk_widget_class_bind_template_child (widget_class, TlNestPane, zoom_fit);
  gtk_widget_class_bind_template_child (widget_class, TlNestPane, row);
  gtk_widget_class_bind_template_child (widget_class, TlNestPane, scroller);
  gtk_widget_class_bind_template_child (widget_class, TlNestPane, suggest);
}

static void
tl_nest_pane_init (TlNestPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
tl_nest_pane_new (TlEditor *editor)
{
  TlNestPane *self = g_object_new (TL_TYPE_NEST_PANE, NULL);

  self->editor = g_object_ref (editor);
  self->canvas = TL_NEST_CANVAS (tl_nest_canvas_new (editor));
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), GTK_WIDGET (self->canvas));
  self->overview = tl_nest_overview_new (self->canvas, GTK_SCROLLED_WINDOW (self->scroller));
  gtk_box_append (GTK_BOX (self->row), self->overview);
  g_signal_connect_object (self->canvas, "laid-out", G_CALLBACK (on_laid_out), self, G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self->lines, "toggled", G_CALLBACK (on_toggled), self);
  g_signal_connect_swapped (self->zoom_in, "clicked", G_CALLBACK (zoom_in), self);
  g_signal_connect_swapped (self->zoom_out, "clicked", G_CALLBACK (zoom_out), self);
  g_signal_connect_swapped (self->zoom_fit, "clicked", G_CALLBACK (zoom_fit), self);
  g_signal_connect_object (self->canvas, "view-changed", G_CALLBACK (on_view_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self->suggest, "clicked", G_CALLBACK (on_suggest), self);
  g_signal_connect_object (tl_session_selection (tl_editor_session (editor)), "changed", G_CALLBACK (on_selection_changed), self,
                           G_CONNECT_SWAPPED);
  on_selection_changed (self);
  on_view_changed (self);
  return GTK_WIDGET (self);
}

TlNestCanvas *
tl_nest_pane_canvas (TlNestPane *self)
{
  return self->canvas;
}

GtkScrolledWindow *
tl_nest_pane_scroller (TlNestPane *self)
{
  return GTK_SCROLLED_WINDOW (self->scroller);
}

void
tl_nest_pane_add_control (TlNestPane *self, GtkWidget *control)
{
  gtk_box_append (GTK_BOX (self->head), control);
}
