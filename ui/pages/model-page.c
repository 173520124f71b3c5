/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/pages/model-page.h"

#include <adwaita.h>

#include "core/base/extremum.h"
#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/draw/draw-export.h"
#include "core/draw/model/draw-memory-plan.h"
#include "core/draw/model/draw-model.h"
#include "ui/model/before-after.h"
#include "ui/model/kernel-table.h"
#include "ui/model/latency-plot.h"
#include "ui/model/model-pass-view.h"
#include "ui/model/model-sizes.h"
#include "ui/model/tune-all.h"
#include "ui/model/zoom-view.h"
#include "ui/target-button.h"
#include "ui/widgets/after-frame.h"
#include "ui/widgets/picture.h"
#include "ui/widgets/scale-bin.h"
#include "ui/widgets/tip.h"

#define ZOOM_STEP    1.25
#define NARROW_PX    900
#define WIDE_PX      1600
#define LOW_PX       680
#define MEMORY_PX    213    /* of the plan, where there is room … */
#define LEAST_PX     60     /* … and where there is none, with a scrollbar */

struct _TlModelPage
{
  GtkWidget     parent_instance;
  /* Owned */
  TlWholeModel *model;
  gboolean     *marked;         /* for each node of the graph, whether it calls the selected kernel; NULL: none is selected */
  TlAfterFrame *arranging;
  gint          kernel;         /* that is selected, -1: none … */
  gint          node;           /* … and which of its calls; -1: all */
  gboolean      is_narrow;      /* the table stands below the graph */
  int           beside_px;      /* least width with the table beside it, when it last stood there */
  gboolean      is_low;
  gboolean      is_wide;        /* the table has all its columns */
  gboolean      uses_memory;    /* the picture that was used last */
  /* Template widgets */
  GtkWidget    *content, *problem_bar, *problem_text, *parts, *legend, *sizes_button, *sizes_label, *zoom_level, *calls, *open_kernel;
  GtkWidget    *memory_text;
  GtkWidget    *selected, *status_bar, *spinner, *status, *columns, *memory_scroller;
  GtkWidget    *gain, *shows_passes, *pictures, *graph_tools, *collapse, *times, *color;
  TlZoomView   *graph, *memory;
  TlKernelTable *table;
  TlModelSizes *sizes;
  TlBeforeAfter *before_after;
  TlLatencyPlot *latency_plot;
  TlTuneAll    *tune_all;
};

G_DEFINE_FINAL_TYPE (TlModelPage, tl_model_page, GTK_TYPE_WIDGET)

enum
{
  OPENED_KERNEL,
  N_SIGNALS,
};
static guint signals[N_SIGNALS];

static const TlModelFacts *
facts_of (TlModelPage *self)
{
  return self->model != NULL ? tl_whole_model_facts (self->model) : NULL;
}

/* --- pictures --- */

static TlModelColor
color_of (TlModelPage *self)
{
  return (TlModelColor) gtk_drop_down_get_selected (GTK_DROP_DOWN (self->color));
}

static void
draw_graph (cairo_t *cr, const TlPalette *palette, double width, double height, gpointer user_data)
{
  TlModelPage        *self = user_data;
  const TlModelFacts *facts = facts_of (self);

  if (facts != NULL)
    tl_draw_model (cr, facts->graph, color_of (self), self->marked, self->node, palette);
}

static void
draw_memory (cairo_t *cr, const TlPalette *palette, double width, double height, gpointer user_data)
{
  TlModelPage        *self = user_data;
  const TlModelFacts *facts = facts_of (self);

  if (facts != NULL)
    tl_draw_memory_plan (cr, facts->graph, facts->plan, self->marked, self->node, palette, width, height);
}

static void
redraw (TlModelPage *self)
{
  gtk_widget_queue_draw (GTK_WIDGET (self->graph));
  gtk_widget_queue_draw (GTK_WIDGET (self->memory));
}

static void
draw_exported (cairo_t *cr, double width, double height, gpointer user_data)
{
  TlModelPage        *self = user_data;
  const TlPalette    *palette = tl_palette (FALSE);
  const TlModelFacts *facts = facts_of (self);

  tl_set_color (cr, palette->background, 1);
  cairo_paint (cr);
  if (self->uses_memory)
    tl_draw_memory_plan (cr, facts->graph, facts->plan, NULL, -1, palette, width, height);
  else
    tl_draw_model (cr, facts->graph, color_of (self), NULL, -1, palette);
}

gboolean
tl_model_page_shows_memory (TlModelPage *self)
{
  return self->uses_memory;
}

gboolean
tl_model_page_write_picture (TlModelPage *self, const char *path, GError **error)
{
  const TlModelFacts *facts = facts_of (self);
  double              width = facts->graph->width, height = facts->graph->height;

  if (self->uses_memory)
    tl_memory_plan_size (facts->graph, &width, &height);
  return tl_draw_to_file (path, width, height, draw_exported, self, error);
}

/* The graph in rows that fit the view, at a zoom at which text can be read. */
static void
arrange (GtkWidget *widget)
{
  static const double zooms[] = { 1.25, 1.1, 1, 0.92, 0.85 };
  TlModelPage        *self = TL_MODEL_PAGE (widget);
  const TlModelFacts *facts = facts_of (self);
  double              scale = tl_text_scale (widget), zoom = tl_zoom_view_zoom (self->graph);
  double              width = gtk_widget_get_width (GTK_WIDGET (self->graph)) / scale;
  double              height = gtk_widget_get_height (GTK_WIDGET (self->graph)) / scale;
  gboolean            is_zoomed = tl_zoom_view_is_zoomed (self->graph);

  if (facts == NULL || width < 1 || height < 1)
    return;
  zoom = tl_whole_model_arrange (self->model, width, height, is_zoomed ? &zoom : zooms, is_zoomed ? 1 : G_N_ELEMENTS (zooms));
  tl_zoom_view_suggest_zoom (self->graph, zoom);
  tl_zoom_view_set_content (self->graph, facts->graph->width, facts->graph->height);
}

static void
arrange_soon (TlModelPage *self)
{
  tl_after_frame_ask (self->arranging);
}

/* --- selection --- */

/* The call that a picture scrolls to: the selected one, or the first of the kernel. */
static gint
shown_node (TlModelPage *self)
{
  const TlModelFacts *facts = facts_of (self);

  for (guint i = 0; self->node < 0 && self->marked != NULL && i < facts->graph->n_nodes; i++)
    if (self->marked[i])
      return (gint) i;
  return self->node;
}

static void
scroll_to_selected (TlModelPage *self)
{
  const TlModelFacts *facts = facts_of (self);
  gint                node = shown_node (self);
  double              left, right, width, height;
  const TlModelNode  *box;

  if (node < 0)
    return;
  box = &facts->graph->nodes[node];
  tl_zoom_view_show_box (self->graph, box->x, box->y, box->width, box->height);
  tl_zoom_view_get_content (self->memory, &width, &height);
  if (tl_memory_plan_column (facts->graph, (guint) node, width, &left, &right))
    tl_zoom_view_show_box (self->memory, left, 0, right - left, 1);
}

static void
show_selected (TlModelPage *self)
{
  const TlModelFacts *facts = facts_of (self);
  g_autofree char    *text = facts != NULL ? tl_model_facts_node_text (facts, self->node, self->kernel) : g_strdup ("");
  g_autofree char    *calls = facts != NULL ? tl_model_facts_calls_text (facts) : g_strdup ("");
  const char         *once = facts != NULL && facts->graph->n_frames > 0 ? _(", repeated layers shown once") : "";
  g_autofree char    *graph = g_strdup_printf (_("Graph: %s%s. %s"), calls, once, text);
  g_autofree char    *memory = g_strdup_printf (_("Memory plan. %s"), text);

  gtk_label_set_text (GTK_LABEL (self->selected),
                      *text != '\0' ? text : _("One box is one call of a kernel. Double-click, or Enter: open its loops on Explore."));
  tl_widget_set_tooltip (self->selected, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->graph), GTK_ACCESSIBLE_PROPERTY_LABEL, graph, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->memory), GTK_ACCESSIBLE_PROPERTY_LABEL, memory, -1);
  gtk_widget_set_sensitive (self->open_kernel, self->kernel >= 0);
  redraw (self);
}

/* @node: one of its calls, or -1; a node that calls no kernel is selected alone. */
static void
select_kernel (TlModelPage *self, gint kernel, gint node)
{
  const TlModelFacts *facts = facts_of (self);

  self->kernel = kernel;
  self->node = node;
  g_clear_pointer (&self->marked, g_free);
  if (kernel >= 0)
    self->marked = tl_model_facts_calls_of (facts, kernel);
  tl_kernel_table_select (self->table, kernel);
  tl_before_after_select (self->before_after, kernel);
  scroll_to_selected (self);
  show_selected (self);
}

static void
select_node (TlModelPage *self, gint node)
{
  select_kernel (self, node >= 0 ? facts_of (self)->kernel_of_node[node] : -1, node);
}

static void
open_selected (TlModelPage *self)
{
  if (self->kernel < 0)
    return;
  tl_whole_model_open_kernel (self->model, (guint) self->kernel);
  g_signal_emit (self, signals[OPENED_KERNEL], 0);
}

static void
on_table_selected (TlModelPage *self, guint kernel)
{
  select_kernel (self, (gint) kernel, -1);
}

static void
on_table_opened (TlModelPage *self, guint kernel)
{
  select_kernel (self, (gint) kernel, -1);
  open_selected (self);
}

static void
on_picked (TlModelPage *self, int n_press, double x, double y, TlZoomView *view)
{
  const TlModelFacts *facts = facts_of (self);
  double              width, height;
  gint                node;

  if (facts == NULL)
    return;
  self->uses_memory = view == self->memory;
  tl_zoom_view_get_content (view, &width, &height);
  node = self->uses_memory ? tl_memory_plan_find_node (facts->graph, facts->plan, width, height, x, y)
                           : tl_model_graph_find (facts->graph, x, y);
  if (n_press == 1)
    select_node (self, node);
  else if (n_press == 2 && node >= 0)
    open_selected (self);
}

/* --- zoom --- */

static void
zoom_by (TlModelPage *self, double factor)
{
  tl_zoom_view_set_zoom (self->graph, tl_zoom_view_zoom (self->graph) * factor);
}

static void
zoom_in (TlModelPage *self)
{
  zoom_by (self, ZOOM_STEP);
}

static void
zoom_out (TlModelPage *self)
{
  zoom_by (self, 1 / ZOOM_STEP);
}

static void
zoom_reset (TlModelPage *self)
{
  tl_zoom_view_set_zoom (self->graph, 1);
}

static void
zoom_fit (TlModelPage *self)
{
  tl_zoom_view_fit (self->graph);
}

static void
on_zoomed (TlModelPage *self)
{
  g_autofree char *text = g_strdup_printf ("%.0f %%", 100 * tl_zoom_view_zoom (self->graph));
  g_autofree char *name = g_strdup_printf (_("Zoom %s"), text);

  gtk_button_set_label (GTK_BUTTON (self->zoom_level), text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->zoom_level), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

/* --- keys --- */

/* The call before or after the selected one, in the order in which they run. */
static gint
next_call (TlModelPage *self, int by)
{
  const TlModelGraph *graph = facts_of (self)->graph;
  gint                node = shown_node (self);

  for (gint i = node < 0 ? (by > 0 ? 0 : (gint) graph->n_nodes - 1) : node + by; i >= 0 && i < (gint) graph->n_nodes; i += by)
    if (graph->nodes[i].kind == TL_MODEL_CALL)
      return i;
  return node;
}

static gboolean
move_selection (TlModelPage *self, gboolean in_memory, guint key)
{
  int right = key == GDK_KEY_Right ? 1 : key == GDK_KEY_Left ? -1 : 0, down = key == GDK_KEY_Down ? 1 : key == GDK_KEY_Up ? -1 : 0;

  if (key == GDK_KEY_Home || key == GDK_KEY_End)
    {
      self->node = self->kernel = -1;
      g_clear_pointer (&self->marked, g_free);
      select_node (self, next_call (self, key == GDK_KEY_Home ? 1 : -1));
      return TRUE;
    }
  if (right == 0 && down == 0)
    return FALSE;
  select_node (self, in_memory ? next_call (self, right + down)
                               : tl_model_graph_step (facts_of (self)->graph, shown_node (self), right, down));
  return TRUE;
}

/* Repeated layers once, or all. */
static void
on_collapse_toggled (TlModelPage *self)
{
  gboolean is_collapsed = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->collapse));

  if (facts_of (self) == NULL || facts_of (self)->graph->is_collapsed == is_collapsed)
    return;
  tl_whole_model_collapse (self->model, is_collapsed);
  arrange (GTK_WIDGET (self));
  scroll_to_selected (self);
  show_selected (self);
}

static void
on_color_selected (TlModelPage *self)
{
  static const char *const legends[TL_N_MODEL_COLORS] = {
    N_("height and shade: share of the time; line width: bytes"),
    N_("shade: share of the FLOP; height: share of the time; line width: bytes"),
    N_("shade: rate beside the roof; height: share of the time; line width: bytes"),
    N_("shade: share of the bytes written; height: share of the time; line width: bytes"),
  };

  gtk_label_set_text (GTK_LABEL (self->legend), _(legends[color_of (self)]));
  tl_widget_set_tooltip (self->legend, _(legends[color_of (self)]));
  redraw (self);
}

static void
next_color (TlModelPage *self)
{
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->color), (color_of (self) + 1) % TL_N_MODEL_COLORS);
}

static void
toggle_collapse (TlModelPage *self)
{
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->collapse), !gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->collapse)));
}

static gboolean
zoom_by_key (TlModelPage *self, guint key)
{
  if (key == GDK_KEY_plus || key == GDK_KEY_KP_Add)
    zoom_in (self);
  else if (key == GDK_KEY_minus || key == GDK_KEY_KP_Subtract)
    zoom_out (self);
  else if (key == GDK_KEY_0 || key == GDK_KEY_KP_0)
    zoom_reset (self);
  else if (key == GDK_KEY_f)
    zoom_fit (self);
  else
    return FALSE;
  return TRUE;
}

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType modifiers, gpointer user_data)
{
  TlModelPage *self = user_data;
  gboolean     in_memory = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (controller)) == GTK_WIDGET (self->memory);

  if ((modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0 || facts_of (self) == NULL)
    return FALSE;
  self->uses_memory = in_memory;
  if (key == GDK_KEY_Return || key == GDK_KEY_KP_Enter || key == GDK_KEY_ISO_Enter)
    open_selected (self);
  else if (key == GDK_KEY_Escape && self->kernel >= 0)
    select_kernel (self, -1, -1);
  else if (key == GDK_KEY_c && !in_memory && gtk_widget_get_visible (self->collapse))
    toggle_collapse (self);
  else if (key == GDK_KEY_m && !in_memory)
    next_color (self);
  else if (!move_selection (self, in_memory, key))
    return !in_memory && zoom_by_key (self, key);
  return TRUE;
}

/* --- sizes --- */

static void
show_sizes (TlModelPage *self)
{
  gtk_stack_set_visible_child_name (GTK_STACK (self->parts), "sizes");
  gtk_widget_grab_focus (GTK_WIDGET (self->sizes));
}

static void
on_sizes_failed (TlModelPage *self, const char *why)
{
  gtk_label_set_text (GTK_LABEL (self->problem_text), why);
  gtk_info_bar_set_revealed (GTK_INFO_BAR (self->problem_bar), TRUE);
}

static void
on_sizes_opened (TlModelPage *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self->graph));
}

/* The button in the head has them, too. */
static void
fill_sizes (TlModelPage *self)
{
  g_autofree char *text = tl_model_sizes_text (self->model), *tip = g_strdup_printf (_("Change the sizes of the inputs: %s"), text);

  tl_model_sizes_fill (self->sizes, self->model);
  gtk_label_set_text (GTK_LABEL (self->sizes_label), text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->sizes_button), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  tl_widget_set_tooltip (self->sizes_button, tip);
  gtk_widget_set_visible (self->sizes_button, *text != '\0');
}

/* --- following the model --- */

static void
on_problem_response (TlModelPage *self)
{
  gtk_info_bar_set_revealed (GTK_INFO_BAR (self->problem_bar), FALSE);
}

static void
show_problems (TlModelPage *self)
{
  const TlModelFacts *facts = facts_of (self);
  g_autofree char    *nodes = facts != NULL && facts->problems != NULL ? g_strjoinv ("\n", facts->problems) : NULL;
  g_autofree char    *text = g_strdup_printf (_("This is not the whole model, a part of it cannot be read:\n%s"), nodes);

  if (nodes != NULL)
    gtk_label_set_text (GTK_LABEL (self->problem_text), text);
  gtk_info_bar_set_revealed (GTK_INFO_BAR (self->problem_bar), nodes != NULL);
}

/* "7.13 ms end to end, 41.8 GFLOP/s, 90 % of 71 runs within 7.23 ms" */
static char *
time_text (const TlModelFacts *facts)
{
  g_autofree char *latency = tl_model_facts_latency_text (facts), *most = tl_format_seconds (facts->most_s);
  g_autofree char *rate = tl_format_gflops (facts->flops, facts->median_s);
  g_autofree char *runs = g_strdup_printf (ngettext ("%u run", "90 %% of %u runs within %s", facts->n_samples), facts->n_samples, most);

  if (latency == NULL)
    return g_strdup (_("Not timed"));
  return facts->flops > 0 ? g_strdup_printf ("%s · %s · %s", latency, rate, runs) : g_strdup_printf ("%s · %s", latency, runs);
}

/* Before a comparison there is a time without records, or none. */
static char *
gain_text (TlModelPage *self, const TlModelFacts *facts)
{
  char            *gain = tl_model_facts_gain_text (facts);
  g_autofree char *latency = tl_model_facts_latency_text (facts);

  if (gain == NULL && latency != NULL && tl_whole_model_is_tuning (self->model))
    return g_strdup_printf (_("%s by rules; timed again when the tuning has ended"), latency);
  return gain;
}

static void
on_progress (TlModelPage *self)
{
  const TlModelFacts *facts = facts_of (self);
  gboolean            is_busy = tl_whole_model_is_measuring (self->model) || tl_whole_model_is_tuning (self->model);
  g_autofree char    *status = tl_whole_model_status (self->model), *time = facts != NULL ? time_text (facts) : NULL;
  g_autofree char    *gain = facts != NULL ? gain_text (self, facts) : NULL;

  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), is_busy);
  gtk_widget_set_visible (self->spinner, is_busy);
  gtk_label_set_text (GTK_LABEL (self->status), status != NULL ? status : time != NULL ? time : "");
  gtk_label_set_text (GTK_LABEL (self->gain), gain != NULL ? gain : "");
  tl_widget_set_tooltip (self->gain, gain);
  gtk_widget_set_visible (self->gain, gain != NULL);
  tl_kernel_table_refresh (self->table);
  tl_latency_plot_follow (self->latency_plot, self->model);
}

static void
on_changed (TlModelPage *self)
{
  const TlModelFacts *facts = facts_of (self);
  gint                kernel = self->kernel, node = self->node;
  double              width = 0, height = 0;
  g_autofree char    *calls = NULL, *memory = NULL;

  g_clear_pointer (&self->marked, g_free);
  self->kernel = self->node = -1;
  tl_kernel_table_set_facts (self->table, facts);
  tl_before_after_set_facts (self->before_after, facts);
  gtk_stack_set_visible_child_name (GTK_STACK (self->parts), facts != NULL || !tl_whole_model_is_open (self->model) ? "model" : "sizes");
  fill_sizes (self);
  show_problems (self);
  gtk_widget_set_visible (self->collapse, facts != NULL && facts->graph->n_repeats > 0);
  if (facts != NULL)
    {
      calls = tl_model_facts_calls_text (facts);
      memory = tl_model_facts_memory_text (facts);
      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->collapse), facts->graph->is_collapsed);
      arrange (GTK_WIDGET (self));
      tl_memory_plan_size (facts->graph, &width, &height);
      tl_zoom_view_set_content (self->memory, width, height);
      if (kernel >= 0 && kernel < (gint) facts->kernels->len && node < (gint) facts->graph->n_nodes)
        select_kernel (self, kernel, node);
    }
  gtk_label_set_text (GTK_LABEL (self->calls), calls != NULL ? calls : "");
  gtk_label_set_text (GTK_LABEL (self->memory_text), memory != NULL ? memory : "");
  show_selected (self);
  on_progress (self);
}

/* The graph, or its text after each pass. */
static void
on_passes_toggled (TlModelPage *self)
{
  gboolean shows_passes = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->shows_passes));

  gtk_stack_set_visible_child_name (GTK_STACK (self->pictures), shows_passes ? "passes" : "graph");
  gtk_widget_set_visible (self->graph_tools, !shows_passes);
  gtk_widget_set_opacity (self->legend, shows_passes ? 0 : 1);
}

/* --- object --- */

static void
fit_panes (TlModelPage *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->columns),
                                  self->is_narrow ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL);
  tl_kernel_table_set_room (self->table, self->is_wide, self->is_narrow);
  gtk_widget_set_visible (self->times, !self->is_narrow || !self->is_low);   /* their figures are in the line below */
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (self->memory_scroller),
                                              (int) ((self->is_low ? LEAST_PX : MEMORY_PX) * tl_text_scale (GTK_WIDGET (self))));
}

static gboolean
follow_size (gpointer user_data)
{
  TlModelPage *self = user_data;

  if (self->content != NULL)
    fit_panes (self);
  return G_SOURCE_REMOVE;
}

/* The panes turn before the next frame, not during layout. */
static void
tl_model_page_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TlModelPage *self = TL_MODEL_PAGE (widget);
  gboolean     is_narrow = tl_is_narrower (widget, width, NARROW_PX) || width < self->beside_px;
  gboolean     is_low = tl_is_narrower (widget, height, LOW_PX), is_wide = !tl_is_narrower (widget, width, WIDE_PX);
  int          least;

  gtk_widget_measure (self->content, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  gtk_widget_allocate (self->content, MAX (width, least), height, baseline, NULL);   /* wider only until the panes turn */
  if (self->is_narrow == is_narrow && self->is_low == is_low && self->is_wide == is_wide)
    return;
  self->is_wide = is_wide;
  self->is_narrow = is_narrow;
  self->is_low = is_low;
  g_idle_add_full (G_PRIORITY_HIGH_IDLE, follow_size, g_object_ref (self), g_object_unref);
}

static void
tl_model_page_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                       int *natural_baseline)
{
  TlModelPage *self = TL_MODEL_PAGE (widget);

  gtk_widget_measure (self->content, orientation, for_size, minimum, natural, minimum_baseline, natural_baseline);
  if (orientation == GTK_ORIENTATION_HORIZONTAL && !self->is_narrow)
    {
      self->beside_px = *minimum;
      *minimum = 0;   /* the panes turn where there is less */
    }
}

static gboolean
tl_model_page_grab_focus (GtkWidget *widget)
{
  TlModelPage *self = TL_MODEL_PAGE (widget);

  if (g_strcmp0 (gtk_stack_get_visible_child_name (GTK_STACK (self->parts)), "sizes") == 0)
    return gtk_widget_grab_focus (GTK_WIDGET (self->sizes));
  return gtk_widget_grab_focus (GTK_WIDGET (self->graph));
}

static void
tl_model_page_dispose (GObject *object)
{
  TlModelPage *self = TL_MODEL_PAGE (object);

  g_clear_pointer (&self->arranging, tl_after_frame_free);
  if (self->table != NULL)
    tl_kernel_table_set_facts (self->table, NULL);
  if (self->before_after != NULL)
    tl_before_after_set_facts (self->before_after, NULL);
  g_clear_pointer (&self->marked, g_free);
  g_clear_object (&self->model);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  G_OBJECT_CLASS (tl_model_page_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, TlModelPage, content);
  gtk_widget_class_bind_template_child (widget_class, TlModelPage, problem_bar);
  gtk_widget_class_bind_template_child (widget_class, TlModelPage, problem_text);
  gtk_widget_class_bind_template_child (widget_class, TlModelPage, parts);
  gtk_widget_class_bind_template_child (widget_class, TlModelPage, columns);
  gtk_widget_class_bind_template_child (widget_class, TlModelPage, legend);
  gtk_widget_class_bind_template_child (widget_class, TlModelPage, sizes_button);
  gtk_widget_class_bind_template_child (widget_class, TlModelPage, sizes_label);
  gtk_widget_class_bind_template_child (widget_class, TlModelPage, zoom_level);
  gtk_widget_class_bind_template_child (widget_class, TlModelPage, calls);
  gtk_widget_class_bind_template_child (widget_class, TlModelPage, open_kernel);
  gtk_widget_class_bind_template_child (widget_class, TlModelPage, memory_text);
  gtk_widget_class_bind_template_child (widget_class, TlModelPage, selected);
  gtk_widget_class_bind_template_child (widget_class, TlModelPage, status_bar);
  gtk_widget_class_bind_template_child (widget_class, TlModelPage, spinner);
  gtk_widget_class_bind_template_child (widget_class, TlModelPage, status);
  gtk_widget_class_bind_template_child (widget_class, TlModelPage, graph);
  gtk_widget_class_bind_template_child (widget_class, TlModelPage, memory);
  gtk_widget_class_bind_template_child (widget_class, TlModelPage, memory_scroller);
  gtk_widget_class_bind_template_child (widget_class, TlModelPage, table);
  gtk_widget_class_bind_template_child (widget_class, TlModelPage, sizes);
  gtk_widget_class_bind_template_child (widget_class, TlModelPage, before_after);
  gtk_widget_class_bind_template_child (widget_class, TlModelPage, latency_plot);
  gtk_widget_class_bind_template_child (widget_class, TlModelPage, tune_all);
  gtk_widget_class_bind_template_child (widget_class, TlModelPage, gain);
  gtk_widget_class_bind_template_child (widget_class, TlModelPage, shows_passes);
  gtk_widget_class_bind_template_child (widget_class, TlModelPage, pictures);
  gtk_widget_class_bind_template_child (widget_class, TlModelPage, graph_tools);
  gtk_widget_class_bind_template_child (widget_class, TlModelPage, collapse);
  gtk_widget_class_bind_template_child (widget_class, TlModelPage, color);
  gtk_widget_class_bind_template_child (widget_class, TlModelPage, times);
}

static void
tl_model_page_class_init (TlModelPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tl_model_page_dispose;
  widget_class->grab_focus = tl_model_page_grab_focus;
  widget_class->measure = tl_model_page_measure;
  widget_class->size_allocate = tl_model_page_size_allocate;
  signals[OPENED_KERNEL] = g_signal_new ("opened-kernel", TL_TYPE_MODEL_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_type_ensure (TL_TYPE_ZOOM_VIEW);
  g_type_ensure (TL_TYPE_KERNEL_TABLE);
  g_type_ensure (TL_TYPE_BEFORE_AFTER);
  g_type_ensure (TL_TYPE_LATENCY_PLOT);
  g_type_ensure (TL_TYPE_MODEL_SIZES);
  g_type_ensure (TL_TYPE_TUNE_ALL);
  gtk_widget_class_set_css_name (widget_class, "modelpage");
  gtk_widget_class_set_template_from_resource (widget_class, "/org/tileloom/Tileloom/ui/model-page.ui");
  bind_children (widget_class);
  gtk_widget_class_bind_template_callback (widget_class, on_problem_response);
  gtk_widget_class_bind_template_callback (widget_class, on_table_selected);
  gtk_widget_class_bind_template_callback (widget_class, on_table_opened);
  gtk_widget_class_bind_template_callback (widget_class, on_collapse_toggled);
  gtk_widget_class_bind_template_callback (widget_class, on_color_selected);
  gtk_widget_class_bind_template_callback (widget_class, on_passes_toggled);
  gtk_widget_class_bind_template_callback (widget_class, on_sizes_failed);
  gtk_widget_class_bind_template_callback (widget_class, on_sizes_opened);
  gtk_widget_class_bind_template_callback (widget_class, open_selected);
  gtk_widget_class_bind_template_callback (widget_class, show_sizes);
  gtk_widget_class_bind_template_callback (widget_class, zoom_in);
  gtk_widget_class_bind_template_callback (widget_class, zoom_out);
  gtk_widget_class_bind_template_callback (widget_class, zoom_reset);
  gtk_widget_class_bind_template_callback (widget_class, zoom_fit);
}

static void
take_input (TlModelPage *self, TlZoomView *view)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_signal_connect_swapped (view, "picked", G_CALLBACK (on_picked), self);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (view), keys);
}

static void
tl_model_page_init (TlModelPage *self)
{
  self->kernel = self->node = -1;
  gtk_widget_init_template (GTK_WIDGET (self));
  fit_panes (self);
  tl_zoom_view_set_draw (self->graph, draw_graph, self, FALSE);
  tl_zoom_view_set_draw (self->memory, draw_memory, self, TRUE);
  take_input (self, self->graph);
  take_input (self, self->memory);
  self->arranging = tl_after_frame_new (GTK_WIDGET (self), arrange);
  g_signal_connect_swapped (self->graph, "zoomed", G_CALLBACK (on_zoomed), self);
  g_signal_connect_swapped (self->graph, "resized", G_CALLBACK (arrange_soon), self);
}

GtkWidget *
tl_model_page_new (TlSession *session, TlWholeModel *model)
{
  TlModelPage *self = g_object_new (TL_TYPE_MODEL_PAGE, NULL);

  self->model = g_object_ref (model);
  gtk_box_append (GTK_BOX (self->status_bar), tl_target_button_new (session));
  gtk_stack_add_named (GTK_STACK (self->pictures), tl_model_pass_view_new (session, model), "passes");
  g_signal_connect_object (model, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (model, "progress", G_CALLBACK (on_progress), self, G_CONNECT_SWAPPED);
  on_changed (self);
  tl_tune_all_set_model (self->tune_all, model);
  return GTK_WIDGET (self);
}
