/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/tune/worker-timeline.h"

#include <adwaita.h>

#include "core/base/i18n.h"
#include "core/draw/draw-text.h"

#define MAX_ROWS 9              /* the search and up to eight workers */
#define SAMPLE_MS 100
#define N_SAMPLES 300           /* thirty seconds */
#define ROW_HEIGHT 16
#define ROW_GAP 4
#define NAME_WIDTH 72

struct _TlWorkerTimeline
{
  GtkWidget parent_instance;

  /* Owned */
  TlWorkerPool *pool;
  TlTuning     *tuning;
  guint         timer;

  guint8   samples[MAX_ROWS][N_SAMPLES];   /* TlWorkerState or SearchState, oldest first from @oldest; the first row is the search's */
  guint    oldest;
  guint    n_rows;
  guint    n_builders;
  gint64   since_ns[MAX_ROWS];
};

G_DEFINE_FINAL_TYPE (TlWorkerTimeline, tl_worker_timeline, GTK_TYPE_WIDGET)

/* After the states of workers, those of the search. */
typedef enum
{
  SEARCH_WAITS = TL_WORKER_RESTART + 1,
  SEARCH_SEARCHES,
  SEARCH_TRAINS,
  SEARCH_COMPARES,
} SearchState;

static const char *const state_titles[] = {
  N_("idle"), N_("building"), N_("running"), N_("restarting"), N_("waiting for measurements"),
  N_("searching for candidates"), N_("training the cost model"), N_("comparing the fastest candidates"),
};
/* Distance of a bar from the edges of its row: the height shows the state, too, not only the colour. */
static const double insets[] = { ROW_HEIGHT / 2.0 - 1, 4, 1, 1, ROW_HEIGHT / 2.0 - 1, 4, 1, ROW_HEIGHT / 2.0 - 3 };

static TlColor
state_color (const TlPalette *palette, guint state)
{
  switch (state)
    {
    case TL_WORKER_BUILD:   return palette->look[TL_LOOK_UNROLLED];
    case TL_WORKER_RUN:     return palette->look[TL_LOOK_VECTORIZED];
    case TL_WORKER_RESTART: return palette->error;
    case SEARCH_SEARCHES: return palette->look[TL_LOOK_PARALLEL];
    case SEARCH_TRAINS:   return palette->look[TL_LOOK_BLOCK_INDEX];
    case SEARCH_COMPARES: return palette->look[TL_LOOK_VECTORIZED];
    default:              return palette->line;
    }
}

/* The last worker runs candidates, all others build them. */
static char *
row_name (TlWorkerTimeline *timeline, guint row)
{
  if (row == 0)
    return g_strdup (_("search"));
  return row <= timeline->n_builders ? g_strdup_printf (_("builder %u"), row) : g_strdup (_("runner"));
}

/* On the clock of tl_worker_pool_worker_state. */
static gint64
now_ns (void)
{
  return g_get_monotonic_time () * 1000;
}

static void
describe (TlWorkerTimeline *timeline, const guint8 *states)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < timeline->n_rows; i++)
    {
      g_autofree char *name = row_name (timeline, i);

      g_string_append_printf (text, "%s%s: %s", i > 0 ? ", " : "", name, _(state_titles[states[i]]));
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (timeline), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text->str, -1);
}

/* One search runs at a time, that of the task of the current round; the others wait. */
static guint8
search_state (TlWorkerTimeline *timeline)
{
  GListModel *tasks = tl_tuning_tasks (timeline->tuning);
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
note_search (TlWorkerTimeline *timeline, guint8 state)
{
  if (timeline->since_ns[0] == 0 || timeline->samples[0][(timeline->oldest + N_SAMPLES - 1) % N_SAMPLES] != state)
    timeline->since_ns[0] = now_ns ();
  timeline->samples[0][timeline->oldest] = state;
}

static gboolean
take_sample (gpointer user_data)
{
  TlWorkerTimeline *timeline = user_data;
  guint8            states[MAX_ROWS] = { search_state (timeline) };
  TlWorkerState     state;
  guint             n = 1;

  note_search (timeline, states[0]);
  while (n < MAX_ROWS && tl_worker_pool_worker_state (timeline->pool, n - 1, &state, &timeline->since_ns[n]))
    {
      states[n] = timeline->samples[n][timeline->oldest] = (guint8) state;
      n++;
    }
  timeline->n_builders = tl_worker_pool_n_builders (timeline->pool);
  timeline->oldest = (timeline->oldest + 1) % N_SAMPLES;
  if (n != timeline->n_rows)
    {
      timeline->n_rows = n;
      gtk_widget_queue_resize (GTK_WIDGET (timeline));
    }
  describe (timeline, states);
  gtk_widget_queue_draw (GTK_WIDGET (timeline));
  return G_SOURCE_CONTINUE;
}

/* One rectangle per run of equal samples. */
static void
draw_row (TlWorkerTimeline *timeline, cairo_t *cr, const TlPalette *palette, guint row, double width)
{
  double top = row * (ROW_HEIGHT + ROW_GAP), left = NAME_WIDTH, step = (width - NAME_WIDTH) / N_SAMPLES;
  guint  begin = 0;
  g_autofree char *name = row_name (timeline, row);

  tl_draw_text (cr, 6, top + ROW_HEIGHT / 2.0, 11, TL_TEXT_NORMAL, palette->dim_text, NAME_WIDTH - 12, name);
  for (guint i = 1; i <= N_SAMPLES; i++)
    {
      guint8 state = timeline->samples[row][(timeline->oldest + begin) % N_SAMPLES];
      double inset = insets[state];

      if (i < N_SAMPLES && timeline->samples[row][(timeline->oldest + i) % N_SAMPLES] == state)
        continue;
      tl_set_color (cr, state_color (palette, state), 1);
      cairo_rectangle (cr, left + begin * step, top + inset, (i - begin) * step, ROW_HEIGHT - 2 * inset);
      cairo_fill (cr);
      begin = i;
    }
}

static void
tl_worker_timeline_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TlWorkerTimeline *timeline = TL_WORKER_TIMELINE (widget);
  int               width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  const TlPalette  *palette = tl_palette (adw_style_manager_get_dark (adw_style_manager_get_default ()));
  cairo_t          *cr;

  if (width <= NAME_WIDTH || timeline->n_rows == 0)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  for (guint i = 0; i < timeline->n_rows; i++)
    draw_row (timeline, cr, palette, i, width);
  cairo_destroy (cr);
}

static void
tl_worker_timeline_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                            int *natural_baseline)
{
  guint n = MAX (TL_WORKER_TIMELINE (widget)->n_rows, 1);

  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? NAME_WIDTH + 60 : (int) (n * (ROW_HEIGHT + ROW_GAP));
  *natural = *minimum;
  *minimum_baseline = *natural_baseline = -1;
}

static gboolean
on_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip, gpointer user_data)
{
  TlWorkerTimeline *timeline = TL_WORKER_TIMELINE (widget);
  guint             row = (guint) y / (ROW_HEIGHT + ROW_GAP);
  g_autofree char  *text = NULL, *name = NULL;
  guint8            state;

  if (row >= timeline->n_rows)
    return FALSE;
  state = timeline->samples[row][(timeline->oldest + N_SAMPLES - 1) % N_SAMPLES];
  name = row_name (timeline, row);
  text = g_strdup_printf (_("%s: %s, for %.1f s"), name, _(state_titles[state]), (double) (now_ns () - timeline->since_ns[row]) * 1e-9);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

void
tl_worker_timeline_set_run (TlWorkerTimeline *timeline, TlWorkerPool *pool, TlTuning *tuning)
{
  g_return_if_fail (TL_IS_WORKER_TIMELINE (timeline));

  if (timeline->pool == pool)
    return;
  g_clear_handle_id (&timeline->timer, g_source_remove);
  g_clear_pointer (&timeline->pool, tl_worker_pool_unref);
  if (pool == NULL)
    return;
  g_set_object (&timeline->tuning, tuning);
  timeline->pool = tl_worker_pool_ref (pool);
  timeline->timer = g_timeout_add (SAMPLE_MS, take_sample, timeline);
}

static void
tl_worker_timeline_dispose (GObject *object)
{
  tl_worker_timeline_set_run (TL_WORKER_TIMELINE (object), NULL, NULL);
  g_clear_object (&TL_WORKER_TIMELINE (object)->tuning);
  G_OBJECT_CLASS (tl_worker_timeline_parent_class)->dispose (object);
}

static void
tl_worker_timeline_class_init (TlWorkerTimelineClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = tl_worker_timeline_dispose;
  widget_class->snapshot = tl_worker_timeline_snapshot;
  widget_class->measure = tl_worker_timeline_measure;
  gtk_widget_class_set_css_name (widget_class, "workertimeline");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
tl_worker_timeline_init (TlWorkerTimeline *timeline)
{
  gtk_widget_set_has_tooltip (GTK_WIDGET (timeline), TRUE);
  g_signal_connect (timeline, "query-tooltip", G_CALLBACK (on_query_tooltip), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (timeline), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Search and workers"), -1);
}
