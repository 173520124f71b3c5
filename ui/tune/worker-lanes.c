/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/tune/worker-lanes.h"

#include <adwaita.h>

#include "core/base/i18n.h"
#include "core/device/cpu.h"
#include "core/draw/draw-text.h"

#define MAX_LANES 9             /* the search and eight workers */
#define SAMPLE_MS 100
#define N_SAMPLES 300           /* thirty seconds */
#define LANE_HEIGHT 16
#define LANE_GAP 4
#define NAME_WIDTH 72

struct _TlWorkerLanes
{
  GtkWidget parent_instance;

  /* Owned */
  TlWorkerPool *pool;
  TlTuning     *tuning;
  guint         timer;

  guint8   samples[MAX_LANES][N_SAMPLES];   /* TlWorkerState or Search, oldest first from @oldest; the first lane is the search's */
  guint    oldest;
  guint    n_lanes;
  guint    n_builders;
  gint64   since_ns[MAX_LANES];
};

G_DEFINE_FINAL_TYPE (TlWorkerLanes, tl_worker_lanes, GTK_TYPE_WIDGET)

/* After the states of workers, those of the search. */
typedef enum
{
  SEARCH_WAITS = TL_LANE_RESTART + 1,
  SEARCH_SEARCHES,
  SEARCH_TRAINS,
  SEARCH_COMPARES,
} Search;

static const char *const state_titles[] = {
  N_("idle"), N_("building"), N_("running"), N_("restarting"), N_("waiting for measurements"), N_("searching for candidates"), N_("training the cost model"), N_("comparing the fastest candidates"),
};
/* Half heights left free: shape tells what colour does. */
static const double insets[] = { LANE_HEIGHT / 2.0 - 1, 4, 1, 1, LANE_HEIGHT / 2.0 - 1, 4, 1, LANE_HEIGHT / 2.0 - 3 };

static TlColor
state_color (const TlPalette *palette, guint state)
{
  switch (state)
    {
    case TL_LANE_BUILD:   return palette->look[TL_LOOK_UNROLLED];
    case TL_LANE_RUN:     return palette->look[TL_LOOK_VECTORIZED];
    case TL_LANE_RESTART: return palette->error;
    case SEARCH_SEARCHES: return palette->look[TL_LOOK_PARALLEL];
    case SEARCH_TRAINS:   return palette->look[TL_LOOK_BLOCK_INDEX];
    case SEARCH_COMPARES: return palette->look[TL_LOOK_VECTORIZED];
    default:              return palette->line;
    }
}

/* All workers build but for the last, which runs what was built. */
static char *
lane_name (TlWorkerLanes *lanes, guint lane)
{
  if (lane == 0)
    return g_strdup (_("search"));
  return lane <= lanes->n_builders ? g_strdup_printf (_("builder %u"), lane) : g_strdup (_("runner"));
}

static void
tell_accessible (TlWorkerLanes *lanes, const guint8 *states)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < lanes->n_lanes; i++)
    {
      g_autofree char *name = lane_name (lanes, i);

      g_string_append_printf (text, "%s%s: %s", i > 0 ? ", " : "", name, _(state_titles[states[i]]));
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (lanes), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text->str, -1);
}

/* One search runs at a time, that of the task whose round it is; the others wait. */
static guint8
search_state (TlWorkerLanes *lanes)
{
  GListModel *tasks = tl_tuning_tasks (lanes->tuning);
  guint8      state = SEARCH_WAITS;

  for (guint i = 0; i < g_list_model_get_n_items (tasks); i++)
    {
      g_autoptr (TlTuningTask) task = g_list_model_get_item (tasks, i);
      TlTunerStatus            search = tl_tuning_task_search (task);

      if (search.search.phase == TL_SEARCH_TRAINING)
        return SEARCH_TRAINS;
      if (search.search.phase == TL_SEARCH_SEARCHING)
        return SEARCH_SEARCHES;
      if (search.is_comparing)
        state = SEARCH_COMPARES;
    }
  return state;
}

static void
note_search (TlWorkerLanes *lanes, guint8 state)
{
  if (lanes->since_ns[0] == 0 || lanes->samples[0][(lanes->oldest + N_SAMPLES - 1) % N_SAMPLES] != state)
    lanes->since_ns[0] = tl_time_ns ();
  lanes->samples[0][lanes->oldest] = state;
}

static gboolean
take_sample (gpointer user_data)
{
  TlWorkerLanes *lanes = user_data;
  guint8         states[MAX_LANES] = { search_state (lanes) };
  TlWorkerState  state;
  guint          n = 1;

  note_search (lanes, states[0]);
  while (n < MAX_LANES && tl_worker_pool_process (lanes->pool, n - 1, &state, &lanes->since_ns[n]))
    {
      states[n] = lanes->samples[n][lanes->oldest] = (guint8) state;
      n++;
    }
  lanes->n_builders = tl_worker_pool_n_builders (lanes->pool);
  lanes->oldest = (lanes->oldest + 1) % N_SAMPLES;
  if (n != lanes->n_lanes)
    {
      lanes->n_lanes = n;
      gtk_widget_queue_resize (GTK_WIDGET (lanes));
    }
  tell_accessible (lanes, states);
  gtk_widget_queue_draw (GTK_WIDGET (lanes));
  return G_SOURCE_CONTINUE;
}

/* One rectangle a stretch of equal samples. */
static void
draw_lane (TlWorkerLanes *lanes, cairo_t *cr, const TlPalette *palette, guint lane, double width)
{
  double top = lane * (LANE_HEIGHT + LANE_GAP), left = NAME_WIDTH, step = (width - NAME_WIDTH) / N_SAMPLES;
  guint  begin = 0;
  g_autofree char *name = lane_name (lanes, lane);

  tl_draw_text (cr, 6, top + LANE_HEIGHT / 2.0, 11, TL_TEXT_NORMAL, palette->dim_text, NAME_WIDTH - 12, name);
  for (guint i = 1; i <= N_SAMPLES; i++)
    {
      guint8 state = lanes->samples[lane][(lanes->oldest + begin) % N_SAMPLES];
      double inset = insets[state];

      if (i < N_SAMPLES && lanes->samples[lane][(lanes->oldest + i) % N_SAMPLES] == state)
        continue;
      tl_set_color (cr, state_color (palette, state), 1);
      cairo_rectangle (cr, left + begin * step, top + inset, (i - begin) * step, LANE_HEIGHT - 2 * inset);
      cairo_fill (cr);
      begin = i;
    }
}

static void
tl_worker_lanes_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TlWorkerLanes   *lanes = TL_WORKER_LANES (widget);
  int              width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  const TlPalette *palette = tl_palette (adw_style_manager_get_dark (adw_style_manager_get_default ()));
  cairo_t         *cr;

  if (width <= NAME_WIDTH || lanes->n_lanes == 0)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  for (guint i = 0; i < lanes->n_lanes; i++)
    draw_lane (lanes, cr, palette, i, width);
  cairo_destroy (cr);
}

static void
tl_worker_lanes_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                         int *natural_baseline)
{
  guint n = MAX (TL_WORKER_LANES (widget)->n_lanes, 1);

  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? NAME_WIDTH + 60 : (int) (n * (LANE_HEIGHT + LANE_GAP));
  *natural = *minimum;
  *minimum_baseline = *natural_baseline = -1;
}

static gboolean
on_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip, gpointer user_data)
{
  TlWorkerLanes   *lanes = TL_WORKER_LANES (widget);
  guint            lane = (guint) y / (LANE_HEIGHT + LANE_GAP);
  g_autofree char *text = NULL, *name = NULL;
  guint8           state;

  if (lane >= lanes->n_lanes)
    return FALSE;
  state = lanes->samples[lane][(lanes->oldest + N_SAMPLES - 1) % N_SAMPLES];
  name = lane_name (lanes, lane);
  text = g_strdup_printf (_("%s: %s, for %.1f s"), name, _(state_titles[state]), (double) (tl_time_ns () - lanes->since_ns[lane]) * 1e-9);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

void
tl_worker_lanes_set_run (TlWorkerLanes *lanes, TlWorkerPool *pool, TlTuning *tuning)
{
  g_return_if_fail (TL_IS_WORKER_LANES (lanes));

  if (lanes->pool == pool)
    return;
  g_clear_handle_id (&lanes->timer, g_source_remove);
  g_clear_pointer (&lanes->pool, tl_worker_pool_unref);
  if (pool == NULL)
    return;
  g_set_object (&lanes->tuning, tuning);
  lanes->pool = tl_worker_pool_ref (pool);
  lanes->timer = g_timeout_add (SAMPLE_MS, take_sample, lanes);
}

static void
tl_worker_lanes_dispose (GObject *object)
{
  tl_worker_lanes_set_run (TL_WORKER_LANES (object), NULL, NULL);
  g_clear_object (&TL_WORKER_LANES (object)->tuning);
  G_OBJECT_CLASS (tl_worker_lanes_parent_class)->dispose (object);
}

static void
tl_worker_lanes_class_init (TlWorkerLanesClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = tl_worker_lanes_dispose;
  widget_class->snapshot = tl_worker_lanes_snapshot;
  widget_class->measure = tl_worker_lanes_measure;
  gtk_widget_class_set_css_name (widget_class, "workerlanes");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
tl_worker_lanes_init (TlWorkerLanes *lanes)
{
  gtk_widget_set_has_tooltip (GTK_WIDGET (lanes), TRUE);
  g_signal_connect (lanes, "query-tooltip", G_CALLBACK (on_query_tooltip), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (lanes), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Search and workers"), -1);
}
