/* SPDX-License-Identifier: Apache-2.0 */
/* The numbers of loops: footprints and parts of the time of each program shown, the machine code of a program that was measured. */
#include <math.h>

#include "core/base/i18n.h"
#include "core/session/loop-figures.h"
#include "core/session/predicted-traffic.h"
#include "ui/canvas/nest-canvas-private.h"

void
tl_nest_canvas_forget_figures (TlNestCanvas *self)
{
  guint n = self->nest != NULL ? self->nest->n_items : 0;

  g_cancellable_cancel (self->finding);
  g_clear_object (&self->finding);
  g_free (self->figures);
  self->figures = g_new0 (TlNestFigure, n + 1);
  for (guint i = 0; i < n; i++)
    self->figures[i] = (TlNestFigure) { .footprint_bytes = -1, .time_share = NAN };
  self->has_code = FALSE;
}

static void
on_footprints (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TlNestCanvas          *self = user_data;
  g_autoptr (GError)     error = NULL;
  g_autoptr (GHashTable) table = tl_loop_footprints_finish (result, &error);

  if (table == NULL)   /* cancelled: the canvas may be gone */
    return;
  for (guint i = 0; i < self->nest->n_items; i++)
    {
      const gint64 *bytes = g_hash_table_lookup (table, GUINT_TO_POINTER (self->nest->items[i].id));

      if (bytes != NULL)
        self->figures[i].footprint_bytes = *bytes;
    }
  tl_nest_canvas_redraw_frames (self);
}

void
tl_nest_canvas_show_share (TlNestCanvas *self, TlNestRow *row)
{
  double           share = self->figures[tl_nest_row_index (row)].time_share;
  gboolean         waits = self->nest->items[tl_nest_row_index (row)].waits;
  g_autofree char *number = tl_nest_share_text (share);
  g_autofree char *text = waits ? g_strdup (_("Threads wait for each other before it"))
                          : isfinite (share) ? g_strdup_printf (_("%s of the time, estimated"), number) : NULL;

  tl_nest_row_describe (row, text);
}

static void
on_predicted (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TlNestCanvas                  *self = user_data;
  g_autoptr (GError)             error = NULL;
  g_autoptr (TlPredictedTraffic) predicted = tl_session_predict_traffic_finish (TL_SESSION (source), result, &error);
  g_autofree double             *shares = NULL;

  if (predicted == NULL)   /* cancelled: the canvas may be gone */
    return;
  shares = g_new (double, self->nest->n_items + 1);
  tl_nest_time_shares (self->nest, predicted->traffic, predicted->block_s, shares);
  for (guint i = 0; i < self->nest->n_items; i++)
    self->figures[i].time_share = shares[i];
  tl_nest_canvas_each_row (self, tl_nest_canvas_show_share);
  tl_nest_canvas_redraw_frames (self);
}

static void
predict_shares (TlNestCanvas *self)
{
  TlSession *session = tl_editor_session (self->editor);
  TlState   *state = tl_nest_canvas_shown_state (self);

  if (self->nest != NULL && state != NULL && self->finding != NULL && tl_session_has_traffic (session))
    tl_session_predict_traffic_async (session, state, self->finding, on_predicted, self);
}

void
tl_nest_canvas_show_code (TlNestCanvas *self, TlNestRow *row)
{
  const TlNestFigure *figure = &self->figures[tl_nest_row_index (row)];
  g_autofree char    *text = figure->has_code ? tl_nest_code_text (figure) : NULL;

  tl_nest_row_set_code (row, text);
}

static void
on_code (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TlNestCanvas          *self = user_data;
  g_autoptr (GError)     error = NULL;
  g_autoptr (GHashTable) table = tl_loop_code_finish (result, &error);

  if (table == NULL)   /* cancelled, or code of a machine without a report */
    return;
  for (guint i = 0; i < self->nest->n_items; i++)
    {
      const TlAsmLoop *code = g_hash_table_lookup (table, GUINT_TO_POINTER (self->nest->items[i].id));
      TlNestFigure    *figure = &self->figures[i];

      if (code == NULL)
        continue;
      figure->n_fmas = code->n_fmas;
      figure->n_loads = code->n_loads;
      figure->n_spills = code->n_spills;
      figure->has_code = self->has_code = TRUE;
    }
  tl_nest_canvas_each_row (self, tl_nest_canvas_show_code);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static void
find_code (TlNestCanvas *self)
{
  TlSession *session = tl_editor_session (self->editor);
  TlVariant *variant = tl_session_current (session);
  TlTarget   target = tl_session_target (session);

  if (self->nest != NULL && variant != NULL && !self->has_code && !target.kind->has_threads && !tl_session_is_timing (session)
      && tl_state_module (tl_session_state (session)) == self->nest->module
      && tl_variant_outcome (variant, tl_session_func_name (session)) != NULL)
    tl_loop_code_async (session, tl_session_state (session), self->finding, on_code, self);
}

void
tl_nest_canvas_find_figures (TlNestCanvas *self)
{
  TlState *state = tl_nest_canvas_shown_state (self);

  if (self->nest == NULL || state == NULL)
    return;
  self->finding = g_cancellable_new ();
  tl_loop_footprints_async (state, self->nest->func_name, self->finding, on_footprints, self);
  predict_shares (self);
  find_code (self);
}

/* Those of code for another target are others, or none. */
static void
on_target (TlNestCanvas *self)
{
  tl_nest_canvas_forget_figures (self);
  tl_nest_canvas_each_row (self, tl_nest_canvas_show_code);
  tl_nest_canvas_each_row (self, tl_nest_canvas_show_share);
  tl_nest_canvas_find_figures (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
tl_nest_canvas_init_figures (TlNestCanvas *self)
{
  g_signal_connect_object (tl_editor_session (self->editor), "notify::timing", G_CALLBACK (find_code), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (tl_editor_session (self->editor), "notify::target", G_CALLBACK (on_target), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (tl_editor_session (self->editor), "machine-measured", G_CALLBACK (predict_shares), self, G_CONNECT_SWAPPED);
}
