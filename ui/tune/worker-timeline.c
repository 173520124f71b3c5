/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/tune/worker-timeline.h"

#include "core/base/i18n.h"
#include "core/draw/draw-timeline.h"
#include "ui/widgets/picture.h"

#define MAX_ROWS 6              /* the search, the worker that runs candidates, and up to four that build them */
#define SAMPLE_MS 100
#define N_SAMPLES 300           /* thirty seconds */
#define MIN_WIDTH 160

struct _TlWorkerTimeline
{
  GtkWidget parent_instance;

  /* Owned */
  TlWorkerPool *pool;
  TlTuning     *tuning;
  guint         timer;

  guint8   samples[MAX_ROWS][N_SAMPLES];   /* TlTimelineState, oldest first from @oldest; the first row is the search's */
  guint    oldest;
  guint    n_rows;
  guint    n_builders;
  gint64   since_ns[MAX_ROWS];
};

G_DEFINE_FINAL_TYPE (TlWorkerTimeline, tl_worker_timeline, GTK_TYPE_WIDGET)

static TlTimelineState
state_of_worker (TlWorkerState state)
{
  switch (state)
    {
    case TL_WORKER_BUILD:
      return TL_TIMELINE_BUILD;
    case TL_WORKER_RUN:
      return TL_TIMELINE_RUN;
    case TL_WORKER_RESTART:
      return TL_TIMELINE_RESTART;
    case TL_WORKER_IDLE:
    default:
      return TL_TIMELINE_IDLE;
    }
}

static char *
row_name (TlWorkerTimeline *timeline, guint row)
{
  if (row < 2)
    return g_strdup (row == 0 ? _("search") : _("runner"));
  if (row == MAX_ROWS - 1 && timeline->n_builders > row - 1)
    return g_strdup_printf (_("builder %u of %u"), row - 1, timeline->n_builders);
  return g_strdup_printf (_("builder %u"), row - 1);
}

/* The worker of a row: those that build come before the one that runs. */
static guint
row_worker (TlWorkerTimeline *timeline, guint row)
{
  return row == 1 ? timeline->n_builders : row - 2;
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

      g_string_append_printf (text, "%s%s: %s", i > 0 ? ", " : "", name, tl_timeline_state_title (states[i]));
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (timeline), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text->str, -1);
}

/* One search runs at a time, that of the task of the current round; the others wait. */
static guint8
search_state (TlWorkerTimeline *timeline)
{
  GListModel *tasks = tl_tuning_tasks (timeline->tuning);
  guint8      state = TL_TIMELINE_WAIT;

  for (guint i = 0; i < g_list_model_get_n_items (tasks); i++)
    {
      g_autoptr (TlTuningTask) task = g_list_model_get_item (tasks, i);
      TlTunerStatus            search = tl_tuning_task_search (task);

      if (search.search.phase == TL_SEARCH_TRAINING)
        return TL_TIMELINE_TRAIN;
      if (search.search.phase == TL_SEARCH_SEARCHING)
        return TL_TIMELINE_SEARCH;
      if (search.is_comparing)
        state = TL_TIMELINE_COMPARE;
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
  timeline->n_builders = tl_worker_pool_n_builders (timeline->pool);
  while (n < MAX_ROWS && n < timeline->n_builders + 2
         && tl_worker_pool_worker_state (timeline->pool, row_worker (timeline, n), &state, &timeline->since_ns[n]))
    {
      states[n] = timeline->samples[n][timeline->oldest] = (guint8) state_of_worker (state);
      n++;
    }
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

static void
tl_worker_timeline_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TlWorkerTimeline *timeline = TL_WORKER_TIMELINE (widget);
  int               width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  const guint8     *rows[MAX_ROWS];
  char             *names[MAX_ROWS];
  TlTimelineModel   model = { .names = (const char *const *) names, .rows = rows, .n_rows = timeline->n_rows, .n_samples = N_SAMPLES,
                              .oldest = timeline->oldest, .sample_s = SAMPLE_MS / 1000.0 };
  cairo_t          *cr;

  if (width <= 0 || timeline->n_rows == 0)
    return;
  for (guint i = 0; i < timeline->n_rows; i++)
    {
      rows[i] = timeline->samples[i];
      names[i] = row_name (timeline, i);
    }
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  tl_draw_timeline (cr, &model, tl_style_palette (), width);
  cairo_destroy (cr);
  for (guint i = 0; i < timeline->n_rows; i++)
    g_free (names[i]);
}

static void
tl_worker_timeline_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                            int *natural_baseline)
{
  guint n = TL_WORKER_TIMELINE (widget)->n_rows;

  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? MIN_WIDTH : n > 0 ? (int) tl_timeline_height (n) : 0;
  *natural = *minimum;
  *minimum_baseline = *natural_baseline = -1;
}

static gboolean
on_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip, gpointer user_data)
{
  TlWorkerTimeline *timeline = TL_WORKER_TIMELINE (widget);
  gint              row = tl_timeline_row_at (&(TlTimelineModel) { .n_rows = timeline->n_rows }, y);
  g_autofree char  *text = NULL, *name = NULL;
  guint8            state;

  if (row < 0)
    return FALSE;
  state = timeline->samples[row][(timeline->oldest + N_SAMPLES - 1) % N_SAMPLES];
  name = row_name (timeline, (guint) row);
  text = g_strdup_printf (_("%s: %s, for %.1f s"), name, tl_timeline_state_title (state),
                          (double) (now_ns () - timeline->since_ns[row]) * 1e-9);
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
