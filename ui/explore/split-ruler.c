/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/split-ruler-private.h"

#include <string.h>

#include "core/base/extremum.h"
#include "core/base/i18n.h"
#include "ui/explore/primitive-form.h"
#include "ui/explore/split-effects-view.h"
#include "ui/widgets/drop-down.h"
#include "ui/widgets/late-bin.h"
#include "ui/widgets/picture.h"
#include "ui/widgets/scale-bin.h"
#include "ui/widgets/tip.h"

#define REST_MS       400    /* before a factor is measured */
#define N_NEIGHBOURS  2      /* divisors on each side that are measured then */
#define LEAST_WIDTH   690    /* covers the nest rather than being narrower … */
#define MOST_WIDTH    1000
#define MOST_HEIGHT   580    /* higher only where its larger text needs that: the changed code stands below it */
#define LOW_HEIGHT    360    /* below it there is no room for the tiles */
#define EFFECTS_WIDTH 264
#define MARGIN        8
#define ARROW         10.0   /* width, and half of its height */
#define BESIDE        4      /* between the anchor and the arrow */

G_DEFINE_FINAL_TYPE (TlSplitRuler, tl_split_ruler, GTK_TYPE_WIDGET)

static TlSession *
session_of (TlSplitRuler *self)
{
  return tl_editor_session (self->editor);
}

const TlModule *
tl_split_ruler_module (TlSplitRuler *self)
{
  return tl_state_module (self->step != NULL ? tl_state_parent (self->step) : self->state);
}

const TlSplitFactors *
tl_split_ruler_factors (TlSplitRuler *self, guint *active)
{
  *active = tl_split_factor_row_active (TL_SPLIT_FACTOR_ROW (self->factor_rows[self->axis]));
  return &self->plan.axes[self->axis].factors;
}

/* --- consequences --- */

static void take (TlSplitRuler *self);

/* The nest and the script show the program as the plan makes it, a frame after the ruler. */
static void
show_in_panes (GtkWidget *widget)
{
  TlSplitRuler    *self = TL_SPLIT_RULER (widget);
  g_autofree char *title = NULL;

  if (self->effects == NULL)
    return;
  title = tl_split_plan_text (&self->effects->plan, tl_split_ruler_module (self));
  tl_session_set_preview (session_of (self), self->effects->state, title);
}

static void
on_effects (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TlSplitRuler) self = user_data;
  TlSplitEffects          *effects = tl_split_effects_finish (result, NULL);

  if (effects == NULL)
    return;
  g_clear_object (&self->finding);
  g_clear_pointer (&self->effects, tl_split_effects_free);
  self->effects = effects;
  if (effects->state != NULL)
    self->legal = effects->plan;
  tl_after_frame_ask (self->preview);
  tl_split_ruler_show_effects (self);
  if (self->apply_when_known)
    take (self);
}

static void
find_effects (TlSplitRuler *self)
{
  TlTarget target = tl_session_target (session_of (self));

  if (self->finding != NULL)
    g_cancellable_cancel (self->finding);
  g_clear_object (&self->finding);
  self->finding = g_cancellable_new ();
  tl_split_effects_async (&self->plan, self->state, self->step, &target, self->finding, on_effects, g_object_ref (self));
}

/* --- measuring --- */

/* The present plan, and for idle time those of the divisors around it, the nearest first. */
static gboolean
on_rest (gpointer user_data)
{
  TlSplitRuler *self = user_data;
  TlSplitPlan   plans[1 + 2 * N_NEIGHBOURS], below = self->plan, above = self->plan;
  guint         n = 0, active;

  self->rest_source = 0;
  tl_split_ruler_factors (self, &active);
  plans[n++] = self->plan;
  for (guint i = 0; i < N_NEIGHBOURS; i++)
    {
      TlSplitFactors *low = &below.axes[self->axis].factors, *high = &above.axes[self->axis].factors;

      tl_split_factors_set (high, active, tl_split_factors_next (high, active, 1));
      tl_split_factors_set (low, active, tl_split_factors_next (low, active, -1));
      plans[n++] = above;
      plans[n++] = below;
    }
  if (!self->picture.is_refused)
    tl_split_timing_ask (self->timing, plans, n);
  return G_SOURCE_REMOVE;
}

/* A program that is being timed for another place of the handle is of no use any more. */
static void
wait_for_rest (TlSplitRuler *self)
{
  const TlSplitPlan *measured = tl_split_timing_current (self->timing);

  if (measured != NULL && !tl_split_plan_equal (measured, &self->plan))
    tl_split_timing_stop (self->timing);
  g_clear_handle_id (&self->rest_source, g_source_remove);
  self->rest_source = g_timeout_add (REST_MS, on_rest, self);
}

static void
on_plan_changed (TlSplitRuler *self)
{
  self->apply_when_known = FALSE;
  tl_split_ruler_show_plan (self);
  find_effects (self);
  wait_for_rest (self);
}

static void
on_row_changed (TlSplitFactorRow *row, TlSplitRuler *self)
{
  guint                 axis = GTK_WIDGET (row) == self->factor_rows[0] ? 0 : 1;
  const TlSplitFactors *factors = tl_split_factor_row_factors (row);

  if (self->state == NULL)
    return;
  if (tl_split_factors_equal (factors, &self->plan.axes[axis].factors))
    {
      tl_split_ruler_show_plan (self);
      return;
    }
  self->plan.axes[axis].factors = *factors;
  on_plan_changed (self);
}

static void
show_axis (TlSplitRuler *self, guint axis)
{
  if (axis != self->axis)
    tl_split_ruler_clear_picture (self);
  self->axis = axis;
  tl_split_ruler_show_plan (self);
}

static void
on_active_changed (TlSplitFactorRow *row, TlSplitRuler *self)
{
  if (self->state != NULL)
    show_axis (self, GTK_WIDGET (row) == self->factor_rows[0] ? 0 : 1);
}

/* --- the ruler --- */

static void
on_chosen (TlSplitPlot *plot, gint64 factor, TlSplitRuler *self)
{
  guint active;

  if (self->state == NULL)
    return;
  tl_split_ruler_factors (self, &active);
  tl_split_factors_set (&self->plan.axes[self->axis].factors, active, factor);
  on_plan_changed (self);
}

static void
on_tile_chosen (TlTilePicker *picker, gint64 rows, gint64 columns, TlSplitRuler *self)
{
  const gint64 chosen[2] = { rows, columns };

  if (self->state == NULL || self->plan.n_axes < 2)
    return;
  for (guint i = 0; i < 2; i++)
    tl_split_factors_set (&self->plan.axes[i].factors, self->plan.axes[i].factors.n - 1, chosen[i]);
  on_plan_changed (self);
}

static void
on_tile_stepped (TlTilePicker *picker, guint side, gint by, TlSplitRuler *self)
{
  TlSplitFactors *factors = &self->plan.axes[side].factors;

  if (self->state == NULL || self->plan.n_axes < 2)
    return;
  tl_split_factors_set (factors, factors->n - 1, tl_split_factors_next (factors, factors->n - 1, by));
  on_plan_changed (self);
}

/* A handle that was refused goes back to the last legal place; the reason stays. */
static void
on_released (TlSplitRuler *self)
{
  if (self->state == NULL || !self->picture.is_refused || self->legal.n_axes != self->plan.n_axes)
    return;
  self->plan = self->legal;
  on_plan_changed (self);
}

static void
on_other_picked (TlSplitPlot *plot, guint other, TlSplitRuler *self)
{
  const TlSplitFactors *factors = &self->plan.axes[self->axis].factors;
  guint                 active, at = 0;

  tl_split_ruler_factors (self, &active);
  for (guint i = 0; i < factors->n; i++)
    if (i != active && (gint) i != factors->inferred && at++ == other)
      {
        tl_split_factor_row_set_active (TL_SPLIT_FACTOR_ROW (self->factor_rows[self->axis]), i, TRUE);
        break;
      }
  tl_split_ruler_show_plan (self);
}

void
tl_split_ruler_drag (TlSplitRuler *self, double dx, double dy, gboolean is_free)
{
  if (self->state == NULL)
    return;
  if (self->plan.n_axes == 2)
    {
      self->has_dragged_tile = TRUE;
      tl_tile_picker_drag (TL_TILE_PICKER (self->picker), dx, dy, is_free);
      return;
    }
  if (self->drag_factor == 0)
    self->drag_factor = self->picture.factor;
  tl_split_plot_drag (TL_SPLIT_PLOT (self->plot), dx, is_free);
}

void
tl_split_ruler_drop (TlSplitRuler *self)
{
  gboolean has_moved = self->state != NULL
                       && (self->has_dragged_tile || (self->drag_factor != 0 && self->drag_factor != self->picture.factor));

  self->drag_factor = 0;
  self->has_dragged_tile = FALSE;
  tl_tile_picker_drop (TL_TILE_PICKER (self->picker));
  tl_split_plot_drop (TL_SPLIT_PLOT (self->plot));
  if (has_moved)
    take (self);
}

void
tl_split_ruler_apply (TlSplitRuler *self, gint64 factor)
{
  if (self->state == NULL)
    return;
  on_chosen (NULL, factor, self);
  take (self);
}

/* --- opening and closing --- */

static void
forget (TlSplitRuler *self)
{
  if (self->finding != NULL)
    g_cancellable_cancel (self->finding);
  g_clear_object (&self->finding);
  g_clear_handle_id (&self->rest_source, g_source_remove);
  if (self->timing != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->timing, self);
      tl_split_timing_stop (self->timing);
    }
  g_clear_object (&self->timing);
  g_clear_pointer (&self->effects, tl_split_effects_free);
  g_clear_pointer (&self->refusal, g_free);
  g_clear_pointer (&self->partners, g_ptr_array_unref);
  g_clear_pointer (&self->step, tl_state_unref);
  g_clear_pointer (&self->state, tl_state_unref);
  g_clear_weak_pointer (&self->anchor);
  self->anchor_bounds = *graphene_rect_zero ();
  tl_split_ruler_clear_picture (self);
  for (guint i = 0; i < 2; i++)
    {
      g_clear_pointer (&self->side_names[i], g_free);
      g_clear_pointer (&self->side_divisors[i], g_array_unref);
    }
  self->has_dragged_tile = FALSE;
  self->picture = (TlSplitPicture) { 0 };
  self->legal.n_axes = 0;
  self->apply_when_known = FALSE;
  self->drag_factor = 0;
}

gboolean
tl_split_ruler_close (TlSplitRuler *self)
{
  GtkWidget *anchor = self->anchor;
  gboolean   had_focus;

  if (self->state == NULL)
    return FALSE;
  had_focus = gtk_widget_get_focus_child (GTK_WIDGET (self)) != NULL;
  tl_split_plot_show (TL_SPLIT_PLOT (self->plot), NULL, NULL);
  tl_session_set_preview (session_of (self), NULL, NULL);
  if (had_focus)
    gtk_widget_grab_focus (anchor != NULL && gtk_widget_get_mapped (anchor) ? anchor : tl_editor_home (self->editor));
  forget (self);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  return TRUE;
}

/* Choices: this loop alone, or tiled with another of the nest. */
static void
fill_partners (TlSplitRuler *self)
{
  GtkStringList *titles = gtk_string_list_new (NULL);
  guint          selected = 0;

  self->is_filling = TRUE;
  g_clear_pointer (&self->partners, g_ptr_array_unref);
  self->partners = self->step != NULL ? g_ptr_array_new () : tl_split_partners (self->state, self->plan.axes[0].loop);
  gtk_string_list_append (titles, _("One Loop"));
  for (guint i = 0; i < self->partners->len; i++)
    {
      const TlLoop    *loop = &((const TlStmt *) self->partners->pdata[i])->loop;
      g_autofree char *title = g_strdup_printf (_("Tile with %s"), loop->var->name);

      gtk_string_list_append (titles, title);
      for (guint axis = 0; self->plan.n_axes == 2 && axis < 2; axis++)
        if (loop->id == self->plan.axes[axis].loop)
          selected = i + 1;
    }
  tl_drop_down_show (GTK_DROP_DOWN (self->partner), titles, selected);
  gtk_widget_set_visible (self->partner, self->partners->len > 0);
  g_object_unref (titles);
  self->is_filling = FALSE;
}

static const char *
loop_name (TlSplitRuler *self, guint axis)
{
  const TlStmt *stmt = tl_module_find (tl_split_ruler_module (self), self->plan.axes[axis].loop);

  return stmt != NULL && stmt->kind == TL_STMT_FOR ? stmt->loop.var->name : "?";
}

/* As steps are listed: without those that only fetch handles. */
static guint
count_steps (TlState *state)
{
  guint n = 0;

  for (; tl_state_inst (state) != NULL; state = tl_state_parent (state))
    n += tl_state_inst (state)->primitive == NULL || tl_state_inst (state)->primitive->family != TL_FAMILY_GET;
  return n;
}

static void
show_title (TlSplitRuler *self)
{
  g_autofree char *title = NULL, *note = NULL;

  if (self->step != NULL)
    {
      guint at = count_steps (self->step), n = count_steps (self->state) - at;

      title = g_strdup_printf (_("Editing step %u, Split %s"), at, loop_name (self, 0));
      note = g_strdup_printf (g_dngettext (NULL, "%u later step is replayed", "%u later steps are replayed", n), n);
    }
  else if (self->plan.n_axes == 2)
    title = g_strdup_printf (_("Tile %s and %s"), loop_name (self, 0), loop_name (self, 1));
  else
    title = g_strdup_printf (_("Split %s"), loop_name (self, 0));
  if (note == NULL)
    note = g_strdup (self->plan.n_axes == 2 ? _("Ctrl: any factor · *: inferred")
                     : _("Ctrl: any factor · +: one more factor · *: inferred"));
  gtk_label_set_text (GTK_LABEL (self->title), title);
  gtk_label_set_text (GTK_LABEL (self->note), note);
  tl_widget_set_tooltip (self->note, note);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
}

static void
open_plan (TlSplitRuler *self, TlSplitPlan plan, TlState *step, GtkWidget *anchor)
{
  TlState *state = tl_state_ref (tl_session_state (session_of (self)));

  if (step != NULL)
    tl_state_ref (step);
  forget (self);
  self->state = state;
  self->step = step;
  self->plan = plan;
  self->axis = plan.n_axes - 1;
  self->timing = tl_split_timing_new (session_of (self), state, step);
  g_signal_connect_swapped (self->timing, "changed", G_CALLBACK (tl_split_ruler_show_times), self);
  g_set_weak_pointer (&self->anchor, anchor);
  if (anchor != NULL && !gtk_widget_compute_bounds (anchor, gtk_widget_get_parent (GTK_WIDGET (self)), &self->anchor_bounds))
    self->anchor_bounds = *graphene_rect_zero ();
  show_title (self);
  fill_partners (self);
  gtk_widget_set_visible (self->options, step == NULL);
  gtk_widget_set_size_request (self->effects_scroller, (int) (EFFECTS_WIDTH * tl_text_scale (GTK_WIDGET (self))), -1);
  gtk_widget_set_visible (self->why_not, FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
  tl_split_ruler_show_plan (self);
  tl_split_ruler_show_effects (self);
  find_effects (self);
  wait_for_rest (self);
  for (guint i = 0; i < plan.n_axes; i++)
    tl_split_factor_row_set_active (TL_SPLIT_FACTOR_ROW (self->factor_rows[i]), plan.axes[i].factors.n - 1, i == self->axis);
}

gboolean
tl_split_ruler_open (TlSplitRuler *self, gboolean tile, GtkWidget *anchor)
{
  TlSession      *session = session_of (self);
  TlVariant      *variant = tl_session_current (session);
  guint           n;
  const TlNodeId *nodes = tl_selection_nodes (tl_session_selection (session), &n);
  TlSplitPlan     plan;

  if (variant == NULL || n == 0 || !tl_split_plan_new (tl_session_state (session_of (self)), nodes[n - 1], &plan))
    return FALSE;
  if (tile && n > 1 && !tl_split_plan_add (&plan, tl_session_state (session_of (self)), nodes[n - 2]))
    return FALSE;
  open_plan (self, plan, NULL, anchor);
  return TRUE;
}

gboolean
tl_split_ruler_open_step (TlSplitRuler *self, TlState *step, GtkWidget *anchor)
{
  TlSplitPlan plan;

  if (tl_session_current (session_of (self)) == NULL || !tl_split_plan_of_step (step, &plan))
    return FALSE;
  /* The outer factor may follow from the others where it does already. */
  if (plan.axes[0].factors.inferred < 0)
    {
      TlSplitFactors inferred = plan.axes[0].factors;

      tl_split_factors_infer (&inferred, 0);
      if (inferred.values[0] == plan.axes[0].factors.values[0])
        plan.axes[0].factors = inferred;
    }
  open_plan (self, plan, step, anchor);
  return TRUE;
}

static void
on_partner (TlSplitRuler *self)
{
  guint       selected = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->partner));
  TlSplitPlan plan;

  if (self->is_filling || self->state == NULL || selected == GTK_INVALID_LIST_POSITION)
    return;
  plan = self->plan;
  plan.n_axes = 1;
  plan.axes[0] = self->plan.axes[self->axis];
  if (selected > 0 && !tl_split_plan_add (&plan, self->state, ((const TlStmt *) self->partners->pdata[selected - 1])->loop.id))
    return;
  self->axis = plan.n_axes == 2 && plan.axes[1].loop == self->plan.axes[self->axis].loop ? 1 : 0;
  self->plan = plan;
  tl_split_ruler_clear_picture (self);
  show_title (self);
  on_plan_changed (self);
}

/* --- the end --- */

static void
take (TlSplitRuler *self)
{
  g_autoptr (TlState)  from = NULL, to = NULL;
  g_autoptr (TlEditor) editor = g_object_ref (self->editor);
  g_autofree char     *label = NULL;

  if (self->state == NULL)
    return;
  self->apply_when_known = self->effects == NULL || !tl_split_plan_equal (&self->effects->plan, &self->plan);
  if (self->apply_when_known || self->effects->state == NULL)
    return;
  from = tl_state_ref (self->state);
  to = tl_state_ref (self->effects->state);
  if (self->step == NULL && self->plan.n_axes == 1)
    label = tl_state_describe (to);
  else
    label = tl_split_plan_text (&self->plan, tl_split_ruler_module (self));
  tl_split_ruler_close (self);
  tl_editor_take_split (editor, from, to, label);
}

static void
on_why_not (TlSplitRuler *self)
{
  g_autoptr (TlArena)  arena = tl_arena_new (NULL);
  g_autoptr (TlEditor) editor = g_object_ref (self->editor);
  const TlPrimitive   *primitive;
  TlArg               *args;

  if (self->state == NULL)
    return;
  args = tl_split_plan_args (&self->plan, arena, &primitive);
  tl_split_ruler_close (self);
  tl_editor_perform (editor, primitive, args, tl_primitive_n_args (primitive));
}

/* The form of the primitive, for the arguments that the ruler leaves at their defaults. */
static void
on_options (TlSplitRuler *self)
{
  g_autoptr (TlEditor) editor = g_object_ref (self->editor);
  GtkWidget           *anchor = self->anchor;

  tl_split_ruler_close (self);
  tl_primitive_form_open (editor, tl_primitive_find ("split"), NULL, anchor);
}

/* --- keys --- */

static gboolean
is_in_plan (TlSplitRuler *self, TlNodeId loop)
{
  return loop == self->plan.axes[0].loop || (self->plan.n_axes == 2 && loop == self->plan.axes[1].loop);
}

static void
on_selection_changed (TlSplitRuler *self)
{
  if (self->state != NULL && self->step == NULL && !is_in_plan (self, tl_selection_primary (tl_session_selection (session_of (self)))))
    tl_split_ruler_close (self);
}

static void
on_session_changed (TlSplitRuler *self)
{
  TlVariant *variant = tl_session_current (session_of (self));

  if (self->state != NULL && (variant == NULL || tl_session_state (session_of (self)) != self->state))
    tl_split_ruler_close (self);
}

static gboolean
is_in (GtkWidget *focus, GtkWidget *within)
{
  return focus != NULL && (focus == within || gtk_widget_is_ancestor (focus, within));
}

static gboolean
on_key (GtkEventControllerKey *controller, guint keyval, guint keycode, GdkModifierType modifiers, TlSplitRuler *self)
{
  GtkRoot   *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  gboolean   in_numbers = is_in (focus, self->rows) || is_in (focus, self->plot) || is_in (focus, self->picker);

  /* The list of the drop-down takes the keys first. */
  if (focus != NULL && gtk_widget_get_ancestor (focus, GTK_TYPE_POPOVER) != NULL)
    return FALSE;
  if (keyval == GDK_KEY_Escape)
    return tl_split_ruler_close (self);
  if ((keyval == GDK_KEY_Return || keyval == GDK_KEY_KP_Enter || keyval == GDK_KEY_ISO_Enter) && in_numbers
      && !GTK_IS_BUTTON (focus))
    {
      take (self);
      return TRUE;
    }
  if (!in_numbers || (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return FALSE;
  return tl_split_factor_row_key (TL_SPLIT_FACTOR_ROW (self->factor_rows[self->axis]), keyval);
}

/* --- place --- */

static gboolean
show_tiles (gpointer user_data)
{
  TlSplitRuler *self = user_data;

  self->tiles_source = 0;
  gtk_widget_set_visible (self->tiles, !self->is_low);
  return G_SOURCE_REMOVE;
}

void
tl_split_ruler_place (TlSplitRuler *self, GtkWidget *overlay, GdkRectangle *place)
{
  int             width = gtk_widget_get_width (overlay), height = gtk_widget_get_height (overlay), left = 0, least, natural;
  double          scale = tl_text_scale (GTK_WIDGET (self));
  graphene_rect_t bounds;

  self->arrow_y = -1;
  if (self->anchor != NULL && gtk_widget_get_mapped (self->anchor) && gtk_widget_compute_bounds (self->anchor, overlay, &bounds))
    self->anchor_bounds = bounds;
  bounds = self->anchor_bounds;   /* also when the nest shows other loops instead */
  if (self->step == NULL && bounds.size.width > 0)
    {
      left = (int) (bounds.origin.x + bounds.size.width) + BESIDE;
      self->arrow_y = bounds.origin.y + bounds.size.height / 2;
    }
  gtk_widget_measure (GTK_WIDGET (self), GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  place->width = MIN (width - MARGIN, MAX (MAX (LEAST_WIDTH * scale, least), MIN (MOST_WIDTH * scale, width - MARGIN - left)));
  place->x = self->step == NULL ? MIN (left, width - MARGIN - place->width) : width - MARGIN - place->width;
  gtk_widget_measure (GTK_WIDGET (self), GTK_ORIENTATION_VERTICAL, place->width, NULL, &natural, NULL, NULL);
  place->height = MIN (height - 2 * MARGIN, CLAMP (natural, MOST_HEIGHT, MOST_HEIGHT * scale));
  place->y = MARGIN;
  if (self->is_low != (place->height < LOW_HEIGHT * scale))
    {
      self->is_low = place->height < LOW_HEIGHT * scale;
      if (self->tiles_source == 0)
        self->tiles_source = g_idle_add (show_tiles, self);
    }
  self->arrow_y -= place->y;
}

static void
tl_split_ruler_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TlSplitRuler *self = TL_SPLIT_RULER (widget);
  double        y = tl_clamp (self->arrow_y, 2 * ARROW, gtk_widget_get_height (widget) - 2 * ARROW), right = MARGIN + 5;
  cairo_t      *cr;

  GTK_WIDGET_CLASS (tl_split_ruler_parent_class)->snapshot (widget, snapshot);
  if (self->arrow_y < 0)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, (float) (y - ARROW - 2), 16, (float) (2 * ARROW + 4)));
  cairo_move_to (cr, right, y - ARROW);
  cairo_line_to (cr, right - ARROW, y);
  cairo_line_to (cr, right, y + ARROW);
  tl_set_color (cr, tl_style_palette ()->card, 1);
  cairo_fill_preserve (cr);
  tl_set_color (cr, tl_style_palette ()->line, 1);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
  cairo_destroy (cr);
}

static void
tl_split_ruler_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  gtk_widget_allocate (TL_SPLIT_RULER (widget)->card, width, height, baseline, NULL);
}

static void
tl_split_ruler_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                        int *natural_baseline)
{
  gtk_widget_measure (TL_SPLIT_RULER (widget)->card, orientation, for_size, minimum, natural, NULL, NULL);
}

/* --- object --- */

static void
tl_split_ruler_dispose (GObject *object)
{
  TlSplitRuler *self = TL_SPLIT_RULER (object);

  forget (self);
  g_clear_pointer (&self->preview, tl_after_frame_free);
  g_clear_handle_id (&self->tiles_source, g_source_remove);
  g_clear_pointer (&self->card, gtk_widget_unparent);
  g_clear_object (&self->editor);
  G_OBJECT_CLASS (tl_split_ruler_parent_class)->dispose (object);
}

static void
tl_split_ruler_class_init (TlSplitRulerClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tl_split_ruler_dispose;
  widget_class->snapshot = tl_split_ruler_snapshot;
  widget_class->measure = tl_split_ruler_measure;
  widget_class->size_allocate = tl_split_ruler_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "splitruler");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_DIALOG);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/tileloom/Tileloom/ui/split-ruler.ui");
  gtk_widget_class_bind_template_child (widget_class, TlSplitRuler, card);
  gtk_widget_class_bind_template_child (widget_class, TlSplitRuler, title);
  gtk_widget_class_bind_template_child (widget_class, TlSplitRuler, note);
  gtk_widget_class_bind_template_child (widget_class, TlSplitRuler, why_not);
  gtk_widget_class_bind_template_child (widget_class, TlSplitRuler, cancel);
  gtk_widget_class_bind_template_child (widget_class, TlSplitRuler, apply);
  gtk_widget_class_bind_template_child (widget_class, TlSplitRuler, left);
  gtk_widget_class_bind_template_child (widget_class, TlSplitRuler, rows);
  gtk_widget_class_bind_template_child (widget_class, TlSplitRuler, verdict);
  gtk_widget_class_bind_template_child (widget_class, TlSplitRuler, cursor);
  gtk_widget_class_bind_template_child (widget_class, TlSplitRuler, partner);
  gtk_widget_class_bind_template_child (widget_class, TlSplitRuler, options);
  gtk_widget_class_bind_template_child (widget_class, TlSplitRuler, separator);
  gtk_widget_class_bind_template_child_full (widget_class, "effects", FALSE, G_STRUCT_OFFSET (TlSplitRuler, effects_scroller));
}

static void
make_content (TlSplitRuler *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *plots;

  for (guint i = 0; i < 2; i++)
    {
      self->factor_rows[i] = tl_split_factor_row_new ();
      gtk_box_append (GTK_BOX (self->rows), self->factor_rows[i]);
      g_signal_connect (self->factor_rows[i], "changed", G_CALLBACK (on_row_changed), self);
      g_signal_connect (self->factor_rows[i], "active-changed", G_CALLBACK (on_active_changed), self);
    }
  self->plot = tl_split_plot_new ();
  self->picker = tl_tile_picker_new ();
  gtk_widget_set_vexpand (self->plot, TRUE);
  gtk_widget_set_hexpand (self->plot, TRUE);
  gtk_box_append (GTK_BOX (row), tl_scale_bin_new (self->picker));
  gtk_box_append (GTK_BOX (row), tl_scale_bin_new (self->plot));
  plots = tl_late_bin_new (row);
  gtk_box_insert_child_after (GTK_BOX (self->left), plots, self->verdict);
  self->tiles = tl_picture_new (tl_split_ruler_draw_tiles, self, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->tiles), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Tiles to scale"), -1);
  gtk_box_insert_child_after (GTK_BOX (self->left), self->tiles, plots);
  self->effects_view = tl_split_effects_view_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->effects_scroller), tl_late_bin_new (self->effects_view));
}

static void
tl_split_ruler_init (TlSplitRuler *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->preview = tl_after_frame_new (GTK_WIDGET (self), show_in_panes);
  gtk_widget_init_template (GTK_WIDGET (self));
  make_content (self);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  g_signal_connect (self->plot, "chosen", G_CALLBACK (on_chosen), self);
  g_signal_connect (self->picker, "chosen", G_CALLBACK (on_tile_chosen), self);
  g_signal_connect (self->picker, "stepped", G_CALLBACK (on_tile_stepped), self);
  g_signal_connect_swapped (self->picker, "released", G_CALLBACK (on_released), self);
  g_signal_connect_swapped (self->plot, "released", G_CALLBACK (on_released), self);
  g_signal_connect (self->plot, "other-picked", G_CALLBACK (on_other_picked), self);
  g_signal_connect_swapped (self->partner, "notify::selected", G_CALLBACK (on_partner), self);
  g_signal_connect_swapped (self->cancel, "clicked", G_CALLBACK (tl_split_ruler_close), self);
  g_signal_connect_swapped (self->apply, "clicked", G_CALLBACK (take), self);
  g_signal_connect_swapped (self->why_not, "clicked", G_CALLBACK (on_why_not), self);
  g_signal_connect_swapped (self->options, "clicked", G_CALLBACK (on_options), self);
}

GtkWidget *
tl_split_ruler_new (TlEditor *editor)
{
  TlSplitRuler *self = g_object_new (TL_TYPE_SPLIT_RULER, NULL);
  TlSession    *session = tl_editor_session (editor);

  self->editor = g_object_ref (editor);
  g_signal_connect_object (session, "changed", G_CALLBACK (on_session_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (tl_session_selection (session), "changed", G_CALLBACK (on_selection_changed), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
