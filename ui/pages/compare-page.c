/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/pages/compare-page.h"

#include <adwaita.h>

#include "core/base/i18n.h"
#include "core/draw/compare/nest-alignment.h"
#include "core/draw/draw-race.h"
#include "core/session/compare/compared-figures.h"
#include "core/session/program-view.h"
#include "core/session/tuning/trial-view.h"
#include "ui/compare/add-popover.h"
#include "ui/compare/column-head.h"
#include "ui/compare/data-row.h"
#include "ui/compare/diff-view.h"
#include "ui/compare/explain-view.h"
#include "ui/compare/figure-table.h"
#include "ui/compare/nest-table.h"
#include "ui/explore/step-row.h"
#include "ui/widgets/after-frame.h"
#include "ui/widgets/drop-down.h"
#include "ui/widgets/picture.h"
#include "ui/widgets/scale-bin.h"
#include "ui/widgets/tip.h"
#include "ui/widgets/wrap-box.h"

#define RACE_SECONDS 10.0
#define NARROW_PX    900

struct _TlComparePage
{
  GtkWidget parent_instance;

  /* Owned */
  TlSession         *session;
  TlCompared        *compared;
  TlComparedFigures *numbers;
  GCancellable      *race_running;   /* NULL: no race is running */
  GCancellable      *compiling;      /* of the assembly that is shown next */
  GHashTable        *assembly;       /* TlState → char * */
  TlAfterFrame      *refresh;        /* what changes between layout and painting would be painted without a place */
  TlAfterFrame      *refresh_nest, *refresh_figures;

  guint              shown[TL_COMPARED_COLUMNS_MAX];   /* columns on the page: in a narrow window the baseline and one more */
  guint              n_shown;
  guint              other;          /* that one */
  gboolean           is_narrow;
  gboolean           is_filling;     /* the choices */

  /* Template widgets */
  GtkWidget     *content;
  GtkDropDown   *choice, *other_choice;
  GtkWidget     *lock, *add;
  GtkButton     *race;
  GtkLabel      *differences, *verdict;
  TlColumnHead  *head;
  GtkWidget     *strips;
  GtkStack      *parts;
  TlNestTable   *nest;
  TlDiffView    *script, *assembly_diff;
  GtkBox        *data;
  TlFigureTable *figures;
  GtkBox        *contribution;

  /* Borrowed from the boxes */
  GtkWidget     *explain, *data_row;
};

G_DEFINE_FINAL_TYPE (TlComparePage, tl_compare_page, GTK_TYPE_WIDGET)

enum
{
  MESSAGE,
  N_SIGNALS,
};
static guint signals[N_SIGNALS];

static void update_part (TlComparePage *self);

/* --- columns --- */

static void
choose_shown (TlComparePage *self)
{
  guint n = tl_compared_n (self->compared), baseline = tl_compared_baseline (self->compared);

  self->n_shown = 0;
  if (self->other >= n || self->other == baseline)
    self->other = baseline + 1 < n ? n - 1 : 0;
  for (guint i = 0; i < n; i++)
    if (!self->is_narrow || n <= 2 || i == baseline || i == self->other)
      self->shown[self->n_shown++] = i;
}

static guint
shown_baseline (TlComparePage *self)
{
  for (guint i = 0; i < self->n_shown; i++)
    if (self->shown[i] == tl_compared_baseline (self->compared))
      return i;
  return 0;
}

/* Of the shown columns; free with g_strfreev. */
static char **
shown_names (TlComparePage *self)
{
  char **names = g_new0 (char *, self->n_shown + 1);

  for (guint i = 0; i < self->n_shown; i++)
    names[i] = tl_compared_name (self->compared, self->shown[i]);
  return names;
}

static void
fill_choice (TlComparePage *self, GtkDropDown *choice, guint selected)
{
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);

  for (guint i = 0; i < tl_compared_n (self->compared); i++)
    {
      g_autofree char *name = tl_compared_name (self->compared, i);

      gtk_string_list_append (list, name);
    }
  self->is_filling = TRUE;
  tl_drop_down_show (choice, list, selected);
  self->is_filling = FALSE;
}

/* --- figures and times --- */

static void
draw_strips (cairo_t *cr, const TlPalette *palette, double width, double height, gpointer user_data)
{
  TlComparePage   *self = user_data;
  static const TlOutcome nothing = { .kind = TL_OUTCOME_CANCELLED };
  const TlOutcome *outcomes[TL_COMPARED_COLUMNS_MAX];
  g_auto (GStrv)   names = shown_names (self);

  for (guint i = 0; i < self->n_shown; i++)
    {
      const TlOutcome *outcome = tl_compared_outcome (self->compared, self->shown[i]);

      outcomes[i] = outcome != NULL ? outcome : &nothing;
    }
  tl_draw_race (cr, outcomes, (const char *const *) names, self->n_shown, palette, width, height);
}

static void
update_figures (GtkWidget *widget)
{
  TlComparePage     *self = TL_COMPARE_PAGE (widget);
  g_autofree char   *verdict = NULL;
  g_autoptr (GError) draft = NULL;

  if (tl_compared_n (self->compared) == 0)
    return;
  choose_shown (self);
  verdict = tl_compared_verdict (self->compared);
  tl_column_head_show (self->head, self->compared, self->shown, self->n_shown);
  tl_figure_table_show (self->figures, self->compared, self->numbers, self->shown, self->n_shown);
  gtk_label_set_text (self->verdict, *verdict != '\0' ? verdict : tl_compared_check_order (self->compared, &draft)
                                     ? _("Press Race to time all columns interleaved") : draft->message);
  gtk_widget_set_visible (self->strips, tl_compared_has_raced (self->compared));
  tl_picture_set_size (TL_PICTURE (self->strips), 0, (int) (self->n_shown * TL_RACE_STRIP_HEIGHT + TL_RACE_AXIS_HEIGHT));
  tl_picture_redraw (TL_PICTURE (self->strips));
}

/* --- the parts --- */

static void
show_n_differences (TlComparePage *self, guint n)
{
  g_autofree char *text = n == 0 ? g_strdup (_("no differences")) : g_strdup_printf (ngettext ("%u difference", "%u differences", n), n);

  gtk_label_set_text (self->differences, text);
}

static void
show_texts (TlComparePage *self, TlDiffView *view, char **texts, const char *language)
{
  g_auto (GStrv) names = shown_names (self);

  tl_diff_view_set_texts (view, (const char *const *) texts, (const char *const *) names, self->n_shown, shown_baseline (self), language);
  show_n_differences (self, tl_diff_view_n_differences (view));
}

static void
show_script (TlComparePage *self)
{
  g_auto (GStrv) texts = g_new0 (char *, self->n_shown + 1);

  for (guint i = 0; i < self->n_shown; i++)
    texts[i] = tl_program_view_script (tl_compared_state (self->compared, self->shown[i]), tl_session_dialect (self->session), NULL);
  show_texts (self, self->script, texts, "python3");
}

/* A running compilation; outlives the page. */
typedef struct
{
  TlComparePage *page;
  TlState       *state;
  GCancellable  *cancellable;
} Compilation;

static void
on_compiled (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Compilation       *compilation = user_data;
  g_autoptr (GError) error = NULL;
  char              *text = tl_session_show_finish (TL_SESSION (source), result, NULL, &error);
  TlComparePage     *self = g_cancellable_is_cancelled (compilation->cancellable) ? NULL : compilation->page;

  if (self != NULL)
    {
      g_clear_object (&self->compiling);
      g_hash_table_insert (self->assembly, tl_state_ref (compilation->state), text != NULL ? text : g_strdup (error->message));
      update_part (self);
    }
  else
    g_free (text);
  tl_state_unref (compilation->state);
  g_object_unref (compilation->cancellable);
  g_free (compilation);
}

/* Compiles what is missing, one after another. */
static void
compile_next (TlComparePage *self)
{
  for (guint i = 0; self->compiling == NULL && i < self->n_shown; i++)
    {
      TlState     *state = tl_compared_state (self->compared, self->shown[i]);
      Compilation *compilation;

      if (g_hash_table_contains (self->assembly, state))
        continue;
      compilation = g_new0 (Compilation, 1);
      self->compiling = g_cancellable_new ();
      *compilation = (Compilation) { self, tl_state_ref (state), g_object_ref (self->compiling) };
      tl_session_show_async (self->session, state, "asm", self->compiling, on_compiled, compilation);
    }
}

static void
show_assembly (TlComparePage *self)
{
  g_auto (GStrv) texts = g_new0 (char *, self->n_shown + 1);

  for (guint i = 0; i < self->n_shown; i++)
    {
      const char *text = g_hash_table_lookup (self->assembly, tl_compared_state (self->compared, self->shown[i]));

      texts[i] = g_strdup (text != NULL ? text : _("Compiling…"));
    }
  show_texts (self, self->assembly_diff, texts, NULL);
  compile_next (self);
}

static void
show_nest (TlComparePage *self)
{
  TlState *states[TL_COMPARED_MAX];

  for (guint i = 0; i < self->n_shown; i++)
    states[i] = tl_compared_state (self->compared, self->shown[i]);
  tl_nest_table_set (self->nest, tl_nest_alignment_new (states, self->n_shown, shown_baseline (self),
                                                        tl_session_func_name (self->session)));
  show_n_differences (self, tl_nest_table_alignment (self->nest)->n_differences);
}

static void
show_data (TlComparePage *self)
{
  TlTarget       target = tl_session_target (self->session);
  TlCaches       caches = tl_target_caches (&target);
  g_auto (GStrv) names = shown_names (self);

  tl_data_row_show (self->data_row, tl_nest_table_alignment (self->nest), (const char *const *) names, &caches);
}

static const char *
part_name (TlComparePage *self)
{
  return gtk_stack_get_visible_child_name (self->parts);
}

static void
update_part (TlComparePage *self)
{
  const char            *part = part_name (self);
  const TlNestAlignment *alignment = tl_nest_table_alignment (self->nest);

  if (self->n_shown == 0 || alignment == NULL || alignment->n_columns != self->n_shown)   /* the nests come with the next frame */
    return;
  if (g_strcmp0 (part, "script") == 0)
    show_script (self);
  else if (g_strcmp0 (part, "assembly") == 0)
    show_assembly (self);
  else
    show_n_differences (self, alignment->n_differences);
  if (g_strcmp0 (part, "data") == 0)
    show_data (self);
}

/* --- the whole --- */

/* From the first to the last column, unless another difference was asked for. */
static void
set_ends (TlComparePage *self, guint from, guint to)
{
  g_autofree char *names[2] = { tl_compared_name (self->compared, from), NULL }, *to_name = tl_compared_name (self->compared, to);

  tl_explain_view_set_ends (TL_EXPLAIN_VIEW (self->explain), tl_compared_state (self->compared, from), names[0],
                            tl_compared_state (self->compared, to), to_name);
}

static void
update_nest (GtkWidget *widget)
{
  TlComparePage *self = TL_COMPARE_PAGE (widget);

  if (tl_compared_n (self->compared) == 0)
    return;
  choose_shown (self);
  show_nest (self);
  update_part (self);
  tl_after_frame_ask (self->refresh_figures);
}

/* The columns, then the nests below them, then the figures: a frame each. */
static void
update (GtkWidget *widget)
{
  TlComparePage     *self = TL_COMPARE_PAGE (widget);
  guint              n = tl_compared_n (self->compared);
  g_autoptr (GError) draft = NULL;
  gboolean           is_legal = tl_compared_check_order (self->compared, &draft);

  gtk_widget_set_sensitive (GTK_WIDGET (self->race), n > 1 && is_legal);
  tl_widget_set_tooltip (GTK_WIDGET (self->race), draft != NULL ? draft->message : NULL);
  if (n == 0)
    return;
  choose_shown (self);
  fill_choice (self, self->choice, tl_compared_baseline (self->compared));
  fill_choice (self, self->other_choice, self->other);
  gtk_widget_set_visible (GTK_WIDGET (self->other_choice), self->is_narrow && n > 2);
  tl_column_head_show (self->head, self->compared, self->shown, self->n_shown);
  set_ends (self, 0, n - 1);
  tl_compared_figures_update (self->numbers);
  tl_after_frame_ask (self->refresh_nest);
}

static void
on_compared_changed (TlComparePage *self)
{
  g_cancellable_cancel (self->race_running);
  tl_after_frame_ask (self->refresh);
}

static void
on_told (TlComparePage *self, const char *sentence)
{
  g_signal_emit (self, signals[MESSAGE], 0, sentence);
}

static void
on_figures_changed (TlComparePage *self)
{
  if (!tl_after_frame_is_due (self->refresh_nest))   /* which asks for the figures */
    tl_after_frame_ask (self->refresh_figures);
}

static gboolean
follow_width (gpointer user_data)
{
  TlComparePage *self = user_data;

  if (self->refresh != NULL)
    update (user_data);
  return G_SOURCE_REMOVE;
}

/* Visibility must not change during layout: it follows before the next frame. */
static void
tl_compare_page_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TlComparePage *self = TL_COMPARE_PAGE (widget);
  gboolean       is_narrow = tl_is_narrower (widget, width, NARROW_PX);

  gtk_widget_allocate (self->content, width, height, baseline, NULL);
  if (self->is_narrow == is_narrow)
    return;
  self->is_narrow = is_narrow;
  g_idle_add_full (G_PRIORITY_HIGH_IDLE, follow_width, g_object_ref (self), g_object_unref);
}

static void
tl_compare_page_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                         int *natural_baseline)
{
  gtk_widget_measure (TL_COMPARE_PAGE (widget)->content, orientation, for_size, minimum, natural, NULL, NULL);
}

/* --- the race --- */

static void
on_race_progress (const TlOutcome *outcomes, guint n_outcomes, gpointer user_data)
{
  TlComparePage *self = user_data;

  if (self->race_running != NULL && !g_cancellable_is_cancelled (self->race_running))
    tl_compared_set_race (self->compared, outcomes, n_outcomes);
}

static void
on_race_done (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TlComparePage) self = user_data;
  g_autoptr (GError)        error = NULL;
  TlOutcome                 outcomes[TL_RACE_MAX] = { { 0 } };
  gboolean                  ok = tl_session_race_finish (TL_SESSION (source), result, outcomes, &error);
  gboolean                  is_over = g_cancellable_is_cancelled (self->race_running);

  if (!ok && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_signal_emit (self, signals[MESSAGE], 0, error->message);
  for (guint i = 0; ok && i < TL_RACE_MAX; i++)
    if (tl_outcome_is_failure (outcomes[i].kind))
      g_signal_emit (self, signals[MESSAGE], 0, outcomes[i].message);
  g_clear_object (&self->race_running);
  if (self->session != NULL)
    {
      gtk_button_set_label (self->race, _("Race"));
      if (ok && !is_over)
        tl_compared_set_race (self->compared, outcomes, tl_compared_n (self->compared));
      on_figures_changed (self);
    }
  for (guint i = 0; i < TL_RACE_MAX; i++)
    tl_outcome_clear (&outcomes[i]);
}

static void
on_race (GtkButton *button, TlComparePage *self)
{
  TlRaceEntry entries[TL_RACE_MAX];
  guint       n = tl_compared_n (self->compared);

  if (self->race_running != NULL)
    {
      g_cancellable_cancel (self->race_running);
      return;
    }
  for (guint i = 0; i < n; i++)
    entries[i] = (TlRaceEntry) { tl_compared_variant (self->compared, i), tl_compared_state (self->compared, i) };
  self->race_running = g_cancellable_new ();
  gtk_button_set_label (self->race, _("Stop Race"));
  tl_session_race_async (self->session, entries, n, RACE_SECONDS, on_race_progress, self, self->race_running, on_race_done,
                         g_object_ref (self));
}

/* --- input --- */

static void
on_choice (GtkDropDown *choice, GParamSpec *property, TlComparePage *self)
{
  if (!self->is_filling && gtk_drop_down_get_selected (choice) != GTK_INVALID_LIST_POSITION)
    tl_compared_set_baseline (self->compared, gtk_drop_down_get_selected (choice));
}

static void
on_other (GtkDropDown *choice, GParamSpec *property, TlComparePage *self)
{
  if (self->is_filling || gtk_drop_down_get_selected (choice) == GTK_INVALID_LIST_POSITION)
    return;
  self->other = gtk_drop_down_get_selected (choice);
  tl_after_frame_ask (self->refresh);
}

static void
step (TlComparePage *self, gint direction)
{
  if (g_strcmp0 (part_name (self), "script") == 0)
    tl_diff_view_step (self->script, direction);
  else if (g_strcmp0 (part_name (self), "assembly") == 0)
    tl_diff_view_step (self->assembly_diff, direction);
  else
    {
      gtk_stack_set_visible_child_name (self->parts, "nest");
      tl_nest_table_step (self->nest, direction);
    }
}

static void
on_next (GtkButton *button, TlComparePage *self)
{
  step (self, 1);
}

static void
on_previous (GtkButton *button, TlComparePage *self)
{
  step (self, -1);
}

static void
on_part (GtkStack *parts, GParamSpec *property, TlComparePage *self)
{
  if (self->compared != NULL)
    update_part (self);
}

static void
on_lock (GtkToggleButton *lock, TlComparePage *self)
{
  tl_diff_view_set_locked (self->script, gtk_toggle_button_get_active (lock));
  tl_diff_view_set_locked (self->assembly_diff, gtk_toggle_button_get_active (lock));
}

/* The counterparts of a loop of the variant that Explore shows are selected there, too. */
static void
on_selected (TlNestTable *table, guint row, guint column, TlComparePage *self)
{
  const TlNestAlignment *alignment = tl_nest_table_alignment (table);

  for (guint i = 0; i < alignment->n_columns; i++)
    {
      gint item = alignment->rows[row].cells[i].item;

      if (item >= 0 && alignment->states[i] == tl_variant_state (tl_session_current (self->session)))
        tl_selection_pick (tl_session_selection (self->session), alignment->nests[i]->items[item].id);
    }
}

/* The baseline changes places with the column beside it that is shown. */
static void
swap (TlComparePage *self)
{
  guint baseline = tl_compared_baseline (self->compared);

  choose_shown (self);
  tl_compared_swap (self->compared, baseline, self->n_shown == 2 ? self->shown[0] + self->shown[1] - baseline : self->other);
}

static void
on_explain (TlColumnHead *head, guint column, TlComparePage *self)
{
  set_ends (self, tl_compared_baseline (self->compared), column);
  tl_explain_view_measure (TL_EXPLAIN_VIEW (self->explain));
}

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType modifiers, TlComparePage *self)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self)));

  if ((modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0 || (focus != NULL && GTK_IS_EDITABLE (focus)))
    return FALSE;
  switch (gdk_keyval_to_lower (key))
    {
    case GDK_KEY_n:
      step (self, 1);
      return TRUE;
    case GDK_KEY_p:
      step (self, -1);
      return TRUE;
    case GDK_KEY_s:
      swap (self);
      return TRUE;
    case GDK_KEY_l:
      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->lock), !gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->lock)));
      return TRUE;
    default:
      return FALSE;
    }
}

/* --- what is dropped --- */

/* A variant, a step of the current one, or a trial. */
static gboolean
on_drop (GtkDropTarget *target, const GValue *value, double x, double y, TlComparePage *self)
{
  TlVariant *current = tl_session_current (self->session);

  if (G_VALUE_HOLDS (value, TL_TYPE_VARIANT))
    tl_compared_add_and_tell (self->compared, g_value_get_object (value), NULL);
  else if (G_VALUE_HOLDS (value, TL_TYPE_STEP_ROW) && current != NULL)
    tl_compared_add_and_tell (self->compared, current, tl_step_row_state (g_value_get_object (value)));
  else if (G_VALUE_HOLDS (value, TL_TYPE_TRIAL_ITEM))
    tl_compared_add_trial (self->compared, tl_trial_item_store (g_value_get_object (value)),
                           tl_trial_item_index (g_value_get_object (value)), FALSE);
  else
    return FALSE;
  return TRUE;
}

void
tl_compare_page_take_drops (TlComparePage *self, GtkWidget *widget)
{
  GtkDropTarget *target = gtk_drop_target_new (G_TYPE_INVALID, GDK_ACTION_COPY | GDK_ACTION_MOVE);

  gtk_drop_target_set_gtypes (target, (GType[]) { TL_TYPE_VARIANT, TL_TYPE_STEP_ROW, TL_TYPE_TRIAL_ITEM }, 3);
  g_signal_connect_object (target, "drop", G_CALLBACK (on_drop), self, 0);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (target));
}

/* --- object --- */

static void
set_session (TlComparePage *self, TlSession *session)
{
  self->session = g_object_ref (session);
  self->refresh = tl_after_frame_new (GTK_WIDGET (self), update);
  self->refresh_nest = tl_after_frame_new (GTK_WIDGET (self), update_nest);
  self->refresh_figures = tl_after_frame_new (GTK_WIDGET (self), update_figures);
  self->compared = tl_compared_new (session);
  self->numbers = tl_compared_figures_new (session, self->compared);
  self->explain = tl_explain_view_new (session, TRUE);
  gtk_box_append (self->contribution, self->explain);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->add), tl_add_popover_new (session, self->compared));
  g_signal_connect_object (self->compared, "changed", G_CALLBACK (on_compared_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->compared, "told", G_CALLBACK (on_told), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->compared, "figures-changed", G_CALLBACK (on_figures_changed), self, G_CONNECT_SWAPPED);
  tl_after_frame_ask (self->refresh);
}

static void
tl_compare_page_dispose (GObject *object)
{
  TlComparePage *self = TL_COMPARE_PAGE (object);

  g_cancellable_cancel (self->race_running);
  g_cancellable_cancel (self->compiling);
  g_clear_object (&self->compiling);
  g_clear_pointer (&self->refresh, tl_after_frame_free);
  g_clear_pointer (&self->refresh_nest, tl_after_frame_free);
  g_clear_pointer (&self->refresh_figures, tl_after_frame_free);
  if (self->strips != NULL)
    tl_picture_set (TL_PICTURE (self->strips), NULL, NULL, NULL);
  self->strips = NULL;
  g_clear_pointer (&self->numbers, tl_compared_figures_free);
  g_clear_pointer (&self->assembly, g_hash_table_unref);
  g_clear_object (&self->compared);
  g_clear_object (&self->session);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  G_OBJECT_CLASS (tl_compare_page_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, TlComparePage, content);
  gtk_widget_class_bind_template_child (widget_class, TlComparePage, choice);
  gtk_widget_class_bind_template_child_full (widget_class, "other", FALSE, G_STRUCT_OFFSET (TlComparePage, other_choice));
  gtk_widget_class_bind_template_child (widget_class, TlComparePage, lock);
  gtk_widget_class_bind_template_child (widget_class, TlComparePage, add);
  gtk_widget_class_bind_template_child (widget_class, TlComparePage, race);
  gtk_widget_class_bind_template_child (widget_class, TlComparePage, differences);
  gtk_widget_class_bind_template_child (widget_class, TlComparePage, verdict);
  gtk_widget_class_bind_template_child (widget_class, TlComparePage, head);
  gtk_widget_class_bind_template_child (widget_class, TlComparePage, strips);
  gtk_widget_class_bind_template_child (widget_class, TlComparePage, parts);
  gtk_widget_class_bind_template_child (widget_class, TlComparePage, nest);
  gtk_widget_class_bind_template_child (widget_class, TlComparePage, script);
  gtk_widget_class_bind_template_child_full (widget_class, "assembly", FALSE, G_STRUCT_OFFSET (TlComparePage, assembly_diff));
  gtk_widget_class_bind_template_child (widget_class, TlComparePage, data);
  gtk_widget_class_bind_template_child (widget_class, TlComparePage, figures);
  gtk_widget_class_bind_template_child (widget_class, TlComparePage, contribution);
}

static void
tl_compare_page_class_init (TlComparePageClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = tl_compare_page_dispose;
  widget_class->size_allocate = tl_compare_page_size_allocate;
  widget_class->measure = tl_compare_page_measure;
  g_type_ensure (TL_TYPE_WRAP_BOX);
  g_type_ensure (TL_TYPE_COLUMN_HEAD);
  g_type_ensure (TL_TYPE_PICTURE);
  g_type_ensure (TL_TYPE_NEST_TABLE);
  g_type_ensure (TL_TYPE_DIFF_VIEW);
  g_type_ensure (TL_TYPE_FIGURE_TABLE);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/tileloom/Tileloom/ui/compare-page.ui");
  bind_children (widget_class);
  gtk_widget_class_bind_template_callback (widget_class, on_choice);
  gtk_widget_class_bind_template_callback (widget_class, on_other);
  gtk_widget_class_bind_template_callback (widget_class, on_lock);
  gtk_widget_class_bind_template_callback (widget_class, on_next);
  gtk_widget_class_bind_template_callback (widget_class, on_previous);
  gtk_widget_class_bind_template_callback (widget_class, on_race);
  gtk_widget_class_bind_template_callback (widget_class, on_part);
  gtk_widget_class_bind_template_callback (widget_class, on_selected);
  signals[MESSAGE] = g_signal_new ("message", TL_TYPE_COMPARE_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
tl_compare_page_init (TlComparePage *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  self->assembly = g_hash_table_new_full (NULL, NULL, (GDestroyNotify) tl_state_unref, g_free);
  self->data_row = tl_data_row_new ();
  gtk_widget_set_hexpand (self->data_row, TRUE);
  gtk_box_append (self->data, self->data_row);
  tl_picture_set (TL_PICTURE (self->strips), draw_strips, self, NULL);
  g_signal_connect (self->head, "explain", G_CALLBACK (on_explain), self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  tl_compare_page_take_drops (self, GTK_WIDGET (self));
}

GtkWidget *
tl_compare_page_new (TlSession *session)
{
  TlComparePage *self = g_object_new (TL_TYPE_COMPARE_PAGE, NULL);

  set_session (self, session);
  return GTK_WIDGET (self);
}
