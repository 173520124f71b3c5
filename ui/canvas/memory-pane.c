/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/canvas/memory-pane.h"

#include <math.h>

#include "core/base/i18n.h"
#include "ui/canvas/advice-view.h"
#include "ui/canvas/memory-columns.h"
#include "ui/widgets/picture.h"
#include "ui/widgets/scale-bin.h"
#include "ui/widgets/tip.h"

#define NEST_ROOM         460   /* pixels that are left to the canvas, or as many as it needs; if there are fewer, the columns fold */
#define CANVAS_MARGIN     36    /* of the canvas, that may be scrolled out of sight */
#define FOOT_LEAST_HEIGHT 320   /* of the pane: lower, there is no foot */

struct _TlMemoryPane
{
  GtkWidget     parent_instance;
  TlEditor     *editor;
  TlNestCanvas *canvas;
  GCancellable *cancellable;    /* of the prediction under way; NULL: there is none */
  /* Children */
  GtkWidget    *memory_switch;  /* in the head of the nest */
  GtkWidget    *head;           /* of the columns */
  GtkWidget    *host;
  GtkWidget    *columns;
  GtkWidget    *foot;
  GtkWidget    *sentences;
  GtkWidget    *bound;
  GtkWidget    *loop_text;
  int           columns_left;   /* in the pane */
};

G_DEFINE_FINAL_TYPE (TlMemoryPane, tl_memory_pane, GTK_TYPE_WIDGET)

static TlMemoryPicture
picture_of (TlMemoryPane *self)
{
  return tl_memory_columns_picture (TL_MEMORY_COLUMNS (self->columns));
}

static gboolean
shows_memory (TlMemoryPane *self)
{
  return gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->memory_switch)) && gtk_widget_get_sensitive (self->memory_switch)
         && picture_of (self).traffic != NULL;
}

/* The traffic of its kernels is on the page GPU, predicted for them. */
static gboolean
is_of_gpu (TlMemoryPane *self)
{
  return picture_of (self).traffic != NULL && picture_of (self).traffic->capacities.is_gpu;
}

/* --- layout --- */

static int
minimum_of (GtkWidget *widget, GtkOrientation orientation, int for_size)
{
  int minimum;

  gtk_widget_measure (widget, orientation, for_size, &minimum, NULL, NULL, NULL);
  return minimum;
}

static int
natural_height_of (GtkWidget *widget, int width)
{
  int natural;

  gtk_widget_measure (widget, GTK_ORIENTATION_VERTICAL, width, NULL, &natural, NULL, NULL);
  return natural;
}

/* Of the columns, in pixels. */
static int
width_of_columns (TlMemoryPane *self, gboolean is_folded)
{
  return (int) ceil (tl_memory_columns_width (picture_of (self).traffic, is_folded) * tl_text_scale (GTK_WIDGET (self)));
}

static void
tl_memory_pane_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                      int *natural_baseline)
{
  TlMemoryPane *self = TL_MEMORY_PANE (widget);
  int         of_host = minimum_of (self->host, orientation, -1);
  gboolean    has_columns = shows_memory (self);

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum = of_host + (has_columns ? width_of_columns (self, TRUE) : 0);
  else
    *minimum = of_host;
  *natural = *minimum;
}

static void
place (GtkWidget *child, int x, int y, int width, int height)
{
  gtk_widget_allocate (child, width, height, -1, gsk_transform_translate (NULL, &GRAPHENE_POINT_INIT ((float) x, (float) y)));
}

/* The width of the columns, folded where the canvas would get too narrow; 0: hidden. */
static int
choose_columns (TlMemoryPane *self, int width)
{
  int      full, least, of_host, of_canvas = minimum_of (GTK_WIDGET (self->canvas), GTK_ORIENTATION_HORIZONTAL, -1);
  gboolean is_folded;

  if (!shows_memory (self))
    return 0;
  full = width_of_columns (self, FALSE);
  of_host = minimum_of (self->host, GTK_ORIENTATION_HORIZONTAL, -1);
  least = MAX (MIN (NEST_ROOM, of_canvas - CANVAS_MARGIN), of_host);
  is_folded = width - full < least;
  tl_memory_columns_set_folded (TL_MEMORY_COLUMNS (self->columns), is_folded);
  return is_folded ? width_of_columns (self, TRUE) : full;
}

static void
tl_memory_pane_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TlMemoryPane *self = TL_MEMORY_PANE (widget);
  double      scale = tl_text_scale (widget);
  int         columns = choose_columns (self, width), head = (int) (TL_MEMORY_HEAD_HEIGHT * scale);
  gboolean    has_texts = columns > 0 && height >= FOOT_LEAST_HEIGHT * scale, has_foot = has_texts && !is_of_gpu (self);
  int         of_text = has_texts ? natural_height_of (self->sentences, width) : 0;
  int         foot = has_foot ? (int) (TL_MEMORY_FOOT_HEIGHT * scale) : 0, middle = height - head - foot - of_text;

  self->columns_left = width - columns;
  gtk_widget_set_child_visible (self->foot, has_foot);
  gtk_widget_set_child_visible (self->sentences, has_texts);
  place (self->host, 0, 0, width - columns, head + middle);
  if (columns > 0)
    {
      place (self->head, width - columns, 0, columns, head);
      place (self->columns, width - columns, head, columns, middle);
    }
  if (has_foot)
    place (self->foot, 0, head + middle, width, foot);
  if (has_texts)
    place (self->sentences, 0, head + middle + foot, width, of_text);
  tl_memory_columns_layout_changed (TL_MEMORY_COLUMNS (self->columns));
  tl_picture_redraw (TL_PICTURE (self->head));
  tl_picture_redraw (TL_PICTURE (self->foot));
}

/* Hidden ones are hidden from assistive technologies, too. */
static void
update_visible (TlMemoryPane *self)
{
  GtkWidget *const children[] = { self->head, self->columns, self->foot, self->sentences };

  for (guint i = 0; i < G_N_ELEMENTS (children); i++)
    gtk_widget_set_visible (children[i], shows_memory (self) && (children[i] != self->foot || !is_of_gpu (self)));
  gtk_widget_set_visible (self->bound, !is_of_gpu (self));
  tl_nest_canvas_set_one_column (self->canvas, gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->memory_switch))
                                               && gtk_widget_get_sensitive (self->memory_switch));
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/* --- pictures --- */

static void
draw_head (cairo_t *cr, const TlPalette *palette, double width, double height, gpointer user_data)
{
  TlMemoryPicture picture = picture_of (user_data);

  if (picture.traffic != NULL)
    tl_draw_memory_head (cr, &picture, palette, width, height);
}

static void
draw_foot (cairo_t *cr, const TlPalette *palette, double width, double height, gpointer user_data)
{
  TlMemoryPicture picture = picture_of (user_data);

  if (picture.traffic != NULL)
    tl_draw_memory_foot (cr, &picture, palette, TL_MEMORY_PANE (user_data)->columns_left / tl_text_scale (user_data), width, height);
}

/* --- texts --- */

static void
show_loop_text (TlMemoryPane *self)
{
  TlMemoryPicture      picture = picture_of (self);
  const TlTrafficLoop *loop = picture.traffic != NULL ? tl_traffic_find_loop (picture.traffic, picture.selected) : NULL;
  g_autofree char     *text = loop != NULL ? tl_memory_loop_text (picture.traffic, loop) : NULL;

  gtk_label_set_text (GTK_LABEL (self->loop_text), text != NULL ? text : _("Select a loop to see what one iteration touches."));
  tl_widget_set_tooltip (self->loop_text, text);
}

/* Misses that were counted, beside the bytes that are predicted of their level; NULL: none were. */
static char *
counted_text (TlMemoryPane *self, const TlTraffic *traffic)
{
  TlSession       *session = tl_editor_session (self->editor);
  const TlOutcome *outcome = tl_variant_outcome (tl_session_current (session), tl_session_func_name (session));
  double           predicted[TL_N_COUNTERS];

  if (outcome == NULL || outcome->counts.n_runs == 0)
    return NULL;
  for (guint i = 0; i < TL_N_COUNTERS; i++)
    predicted[i] = -1;
  predicted[TL_COUNTER_L1_MISSES] = traffic->moved[TL_LEVEL_L1].in_bytes;
  predicted[TL_COUNTER_LLC_MISSES] = traffic->moved[tl_capacities_last (&traffic->capacities)].in_bytes;
  return tl_counters_summary (&outcome->counts, predicted);
}

/* About the figures of the foot: what parentheses mean, and what was counted. */
static void
describe_foot (TlMemoryPane *self, const char *summary)
{
  TlMemoryPicture  picture = picture_of (self);
  g_autofree char *counted = counted_text (self, picture.traffic), *kept = NULL, *tip = NULL, *description = NULL;

  if (picture.times != NULL && picture.times->kept < TL_LEVEL_MEMORY)
    kept = g_strdup_printf (_("Times in parentheses are of the first run: %s keeps the arguments from one run to the next."),
                            tl_level_name (picture.times->kept));
  tip = g_strdup_printf ("%s%s%s", kept != NULL ? kept : "", kept != NULL && counted != NULL ? "\n" : "", counted != NULL ? counted : "");
  description = g_strdup_printf ("%s%s%s", summary, counted != NULL ? " " : "", counted != NULL ? counted : "");
  tl_widget_set_tooltip (self->foot, *tip != '\0' ? tip : NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->foot), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Traffic between levels of memory"),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
}

/* With the latency of what is shown, if it was measured; NULL: no times are known. */
static TlTrafficTimes *
measured_times (TlMemoryPane *self, const TlMemoryPicture *picture, TlTrafficTimes *times)
{
  TlSession *session = tl_editor_session (self->editor);

  if (picture->times == NULL)
    return NULL;
  *times = *picture->times;
  times->measured_s = tl_variant_latency_s (tl_session_current (session), tl_session_state (session), tl_session_func_name (session));
  return times;
}

static void
show_bound (TlMemoryPane *self)
{
  TlMemoryPicture  picture = picture_of (self);
  TlTrafficTimes   times, *known = measured_times (self, &picture, &times);
  g_autofree char *bound = tl_traffic_bound_text (picture.traffic, known);
  g_autofree char *reason = tl_traffic_reason_text (picture.traffic, known);
  g_autofree char *markup = g_markup_printf_escaped ("<b>%s.</b> %s", bound, reason);
  g_autofree char *summary = tl_memory_summary_text (picture.traffic, known);

  gtk_label_set_markup (GTK_LABEL (self->bound), markup);
  tl_widget_set_tooltip (self->bound, picture.times != NULL ? summary : _("Choose “This Machine” in the menu to measure its rates"));
  describe_foot (self, summary);
}

/* A measurement has begun or ended. */
static void
on_timing (TlMemoryPane *self)
{
  if (picture_of (self).traffic != NULL && !is_of_gpu (self) && tl_session_current (tl_editor_session (self->editor)) != NULL)
    show_bound (self);
}

/* --- the prediction --- */

static void
on_predicted (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TlMemoryPane) self = user_data;
  g_autoptr (GError)     error = NULL;
  TlPredictedTraffic    *predicted = tl_session_predict_traffic_finish (TL_SESSION (source), result, &error);

  if (predicted == NULL)   /* cancelled: another one is under way, or the pane is gone */
    return;
  g_clear_object (&self->cancellable);
  tl_memory_columns_set_predicted (TL_MEMORY_COLUMNS (self->columns), predicted);
  if (!is_of_gpu (self))
    show_bound (self);
  show_loop_text (self);
  update_visible (self);
}

static void
cancel (TlMemoryPane *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

/* The columns stay as they are until the new prediction is there: it takes milliseconds. */
static void
predict (TlMemoryPane *self)
{
  TlSession *session = tl_editor_session (self->editor);
  TlVariant *variant = tl_session_current (session);

  cancel (self);
  gtk_widget_set_sensitive (self->memory_switch, variant != NULL);
  update_visible (self);
  if (variant == NULL)
    return;
  self->cancellable = g_cancellable_new ();
  tl_session_predict_traffic_async (session, tl_session_state (session), self->cancellable, on_predicted, g_object_ref (self));
}

/* --- object --- */

static GtkWidget *
make_label (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

static void
make_switch (TlMemoryPane *self, TlNestPane *nest)
{
  self->memory_switch = gtk_toggle_button_new_with_label (_("Memory"));
  gtk_widget_set_valign (self->memory_switch, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (self->memory_switch, "segment");
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->memory_switch), TRUE);
  tl_widget_set_tooltip (self->memory_switch, _("Show the memory that loops touch, and the traffic between caches"));
  tl_nest_pane_add_control (nest, self->memory_switch);
  g_signal_connect_object (self->memory_switch, "notify::active", G_CALLBACK (update_visible), self, G_CONNECT_SWAPPED);
}

static void
make_sentences (TlMemoryPane *self)
{
  self->sentences = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  self->bound = make_label ("", "numeric");
  gtk_label_set_wrap (GTK_LABEL (self->bound), TRUE);
  gtk_label_set_lines (GTK_LABEL (self->bound), 2);
  self->loop_text = make_label ("", "dim-label");
  gtk_widget_add_css_class (self->loop_text, "numeric");
  gtk_widget_set_margin_start (self->sentences, 12);
  gtk_widget_set_margin_end (self->sentences, 12);
  gtk_widget_set_margin_bottom (self->sentences, 6);
  gtk_box_append (GTK_BOX (self->sentences), self->bound);
  tl_advice_view_new (self->editor, self->sentences);
  gtk_box_append (GTK_BOX (self->sentences), self->loop_text);
}

static void
tl_memory_pane_dispose (GObject *object)
{
  TlMemoryPane *self = TL_MEMORY_PANE (object);
  GtkWidget  *child;

  cancel (self);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->canvas);
  g_clear_object (&self->editor);
  G_OBJECT_CLASS (tl_memory_pane_parent_class)->dispose (object);
}

static void
tl_memory_pane_class_init (TlMemoryPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tl_memory_pane_dispose;
  widget_class->measure = tl_memory_pane_measure;
  widget_class->size_allocate = tl_memory_pane_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "memorypane");
}

static void
tl_memory_pane_init (TlMemoryPane *self)
{
}

/* Rows of the canvas have moved, or are others. */
static void
on_view_changed (TlMemoryPane *self)
{
  tl_memory_columns_layout_changed (TL_MEMORY_COLUMNS (self->columns));
}

GtkWidget *
tl_memory_pane_new (TlEditor *editor, GtkWidget *host, TlNestPane *nest)
{
  TlMemoryPane *self = g_object_new (TL_TYPE_MEMORY_PANE, NULL);
  TlSession    *session = tl_editor_session (editor);

  self->editor = g_object_ref (editor);
  self->canvas = g_object_ref (tl_nest_pane_canvas (nest));
  self->host = host;
  self->columns = tl_memory_columns_new (editor, self->canvas, tl_nest_pane_scroller (nest));
  make_switch (self, nest);
  make_sentences (self);
  self->head = tl_picture_new (draw_head, self, NULL);
  self->foot = tl_picture_new (draw_foot, self, NULL);
  for (guint i = 0; i < 5; i++)
    gtk_widget_set_parent (((GtkWidget *[]) { self->host, self->head, self->columns, self->foot, self->sentences })[i], GTK_WIDGET (self));
  g_signal_connect_object (self->canvas, "view-changed", G_CALLBACK (on_view_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "changed", G_CALLBACK (predict), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "machine-measured", G_CALLBACK (predict), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::timing", G_CALLBACK (on_timing), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (tl_session_selection (session), "changed", G_CALLBACK (show_loop_text), self, G_CONNECT_SWAPPED);
  show_loop_text (self);
  predict (self);
  return GTK_WIDGET (self);
}
