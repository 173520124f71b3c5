/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/pages/compare-page.h"

#include <adwaita.h>

#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/session/program-view.h"
#include "ui/compare/diff-view.h"
#include "ui/compare/explain-dialog.h"
#include "core/draw/draw-nest.h"
#include "core/draw/draw-race.h"
#include "ui/widgets/after-frame.h"

#define RACE_SECONDS 10.0

struct _TlComparePage
{
  GtkWidget parent_instance;

  /* Owned */
  TlSession    *session;
  GCancellable *race;          /* NULL: no race is running */
  TlState      *shown[2];      /* the states that nests and scripts show */
  TlNest       *nests[2];
  TlOutcome     outcomes[2];   /* of the last race of the variants shown */
  gboolean      has_raced;
  TlAfterFrame *refresh;       /* what changes between layout and painting would be painted without a place */

  /* Template widgets */
  GtkWidget      *content;
  GtkDropDown    *choice_a, *choice_b;
  GtkButton      *swap;
  GtkButton      *race_button;
  GtkWidget      *explain;
  GtkLabel       *latency_a, *latency_b;
  GtkLabel       *verdict;
  GtkDrawingArea *strips;
  GtkDrawingArea *nest_a, *nest_b;
  GtkLabel       *differences;
  TlDiffView     *diff;
};

G_DEFINE_FINAL_TYPE (TlComparePage, tl_compare_page, GTK_TYPE_WIDGET)

enum
{
  MESSAGE,
  N_SIGNALS,
};
static guint signals[N_SIGNALS];

static TlVariant *
variant_on (TlComparePage *page, guint side)
{
  return gtk_drop_down_get_selected_item (side == 0 ? page->choice_a : page->choice_b);
}

/* --- numbers --- */

static char *
latency_text (TlComparePage *page, const TlOutcome *outcome)
{
  TlLatency        latency;
  g_autofree char *text = NULL, *speed = NULL;

  if (outcome == NULL)
    return g_strdup (_("Not measured yet: press Race, or F5"));
  if (!tl_outcome_latency (outcome, &latency))
    return g_strdup_printf ("%s %s", tl_outcome_glyph (outcome->kind), outcome->message != NULL ? outcome->message
                            : tl_outcome_title (outcome->kind));
  text = tl_latency_to_text (&latency);
  speed = tl_format_gflops (tl_session_flops (page->session), latency.median_s);
  return g_strdup_printf ("%s  %u samples  %s", text, latency.n_samples, speed);
}

static void
update_numbers (TlComparePage *page)
{
  static const TlOutcome nothing = { .kind = TL_OUTCOME_CANCELLED };
  GtkLabel        *labels[2] = { page->latency_a, page->latency_b };
  const TlOutcome *outcomes[2] = { &nothing, &nothing };
  const char      *names[2] = { "A", "B" };
  g_autofree char *verdict = NULL;

  for (guint side = 0; side < 2; side++)
    {
      TlVariant       *variant = variant_on (page, side);
      const char      *func_name = tl_session_func_name (page->session);
      const TlOutcome *outcome = variant == NULL ? NULL : page->has_raced ? &page->outcomes[side] : tl_variant_outcome (variant, func_name);
      g_autofree char *text = latency_text (page, outcome);

      gtk_label_set_label (labels[side], text);
      if (outcome != NULL)
        outcomes[side] = outcome;
      if (variant != NULL)
        names[side] = tl_variant_name (variant);
    }
  verdict = tl_race_verdict (outcomes, names);
  gtk_label_set_label (page->verdict, verdict);
  gtk_widget_set_visible (GTK_WIDGET (page->verdict), *verdict != '\0');
  gtk_widget_set_visible (GTK_WIDGET (page->strips), page->has_raced);
  gtk_widget_queue_draw (GTK_WIDGET (page->strips));
}

static void
draw_strips (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user_data)
{
  TlComparePage   *page = user_data;
  const TlOutcome *outcomes[2] = { &page->outcomes[0], &page->outcomes[1] };
  TlVariant       *a = variant_on (page, 0), *b = variant_on (page, 1);
  const char      *names[2] = { a != NULL ? tl_variant_name (a) : "A", b != NULL ? tl_variant_name (b) : "B" };

  tl_draw_race (cr, outcomes, names, tl_palette (adw_style_manager_get_dark (adw_style_manager_get_default ())), width, height);
}

/* --- nests and scripts --- */

static void
draw_nest (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user_data)
{
  TlComparePage *page = user_data;
  TlNest        *nest = page->nests[area == page->nest_a ? 0 : 1];

  if (nest != NULL)
    tl_draw_nest (cr, nest, tl_palette (adw_style_manager_get_dark (adw_style_manager_get_default ())), 0, width, height);
}

/* TRUE if the program shown on the side changed. */
static gboolean
update_side (TlComparePage *page, guint side)
{
  TlVariant      *variant = variant_on (page, side);
  TlState        *state = variant != NULL ? tl_variant_state (variant) : NULL;
  GtkDrawingArea *area = side == 0 ? page->nest_a : page->nest_b;
  double          width = 0, height = 0;

  if (state == page->shown[side] && (state == NULL || page->nests[side]->func_name == tl_session_func_name (page->session)))
    return FALSE;
  g_clear_pointer (&page->shown[side], tl_state_unref);
  g_clear_pointer (&page->nests[side], tl_nest_free);
  if (state != NULL)
    {
      page->shown[side] = tl_state_ref (state);
      page->nests[side] = tl_nest_new_from (tl_state_module (tl_session_root (page->session)), tl_state_module (state),
                                            tl_session_func_name (page->session));
      tl_nest_picture_size (page->nests[side], &width, &height);
    }
  gtk_drawing_area_set_content_width (area, (int) width);
  gtk_drawing_area_set_content_height (area, (int) height);
  gtk_widget_queue_draw (GTK_WIDGET (area));
  return TRUE;
}

static void
update_scripts (TlComparePage *page)
{
  char            *scripts[2];
  g_autofree char *text = NULL;
  guint            n;

  for (guint side = 0; side < 2; side++)
    scripts[side] = page->shown[side] != NULL ? tl_program_view_script (page->shown[side], NULL)
                                              : g_strdup ("");
  tl_diff_view_set_texts (page->diff, scripts[0], scripts[1]);
  g_free (scripts[0]);
  g_free (scripts[1]);
  n = tl_diff_view_n_differences (page->diff);
  text = n == 0 ? g_strdup (_("The scripts are equal")) : g_strdup_printf (ngettext ("%u line differs", "%u lines differ", n), n);
  gtk_label_set_label (page->differences, text);
}

static void
update (GtkWidget *widget)
{
  TlComparePage *page = TL_COMPARE_PAGE (widget);
  gboolean       changed_a, changed_b;

  changed_a = update_side (page, 0);
  changed_b = update_side (page, 1);
  if (changed_a || changed_b)
    {
      page->has_raced = FALSE;
      g_cancellable_cancel (page->race);
      update_scripts (page);
    }
  gtk_widget_set_sensitive (GTK_WIDGET (page->race_button), page->shown[0] != NULL && page->shown[1] != NULL);
  gtk_widget_set_sensitive (page->explain, page->shown[0] != NULL && page->shown[1] != NULL && page->shown[0] != page->shown[1]);
  update_numbers (page);
}

static void
update_soon (TlComparePage *page)
{
  if (page->refresh != NULL)
    tl_after_frame_ask (page->refresh);
}

/* --- the race --- */

static void
on_race_progress (const TlOutcome outcomes[2], gpointer user_data)
{
  TlComparePage *page = user_data;

  for (guint side = 0; side < 2; side++)
    {
      tl_outcome_clear (&page->outcomes[side]);
      tl_outcome_copy (&outcomes[side], &page->outcomes[side]);
    }
  page->has_raced = TRUE;
  update_numbers (page);
}

/* Replaces the outcomes of the last progress report. Takes the contents of @outcomes. */
static void
take_final_times (TlComparePage *page, TlOutcome outcomes[2])
{
  for (guint side = 0; side < 2; side++)
    {
      tl_outcome_clear (&page->outcomes[side]);
      page->outcomes[side] = outcomes[side];
      outcomes[side] = (TlOutcome) { 0 };
    }
  page->has_raced = TRUE;
}

static void
on_race_done (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TlComparePage) page = user_data;
  g_autoptr (GError) error = NULL;
  TlOutcome outcomes[2] = { { 0 }, { 0 } };
  gboolean  ok = tl_session_race_finish (TL_SESSION (source), result, outcomes, &error);

  if (!ok && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_signal_emit (page, signals[MESSAGE], 0, error->message);
  g_clear_object (&page->race);
  if (page->session != NULL)
    {
      gtk_button_set_label (page->race_button, _("Race"));
      if (ok && (outcomes[0].kind != TL_OUTCOME_CANCELLED || outcomes[1].kind != TL_OUTCOME_CANCELLED))
        take_final_times (page, outcomes);
      update_numbers (page);
    }
  for (guint side = 0; side < 2; side++)
    tl_outcome_clear (&outcomes[side]);
}

static void
on_race (GtkButton *button, TlComparePage *page)
{
  if (page->race != NULL)
    {
      g_cancellable_cancel (page->race);
      return;
    }
  page->race = g_cancellable_new ();
  gtk_button_set_label (page->race_button, _("Stop Race"));
  tl_session_race_async (page->session, variant_on (page, 0), variant_on (page, 1), RACE_SECONDS, on_race_progress, page, page->race,
                         on_race_done, g_object_ref (page));
}

static void
on_explain (GtkButton *button, TlComparePage *page)
{
  TlVariant *a = variant_on (page, 0), *b = variant_on (page, 1);

  tl_explain_dialog_open (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (page))), page->session, tl_variant_state (a), tl_variant_name (a),
                          tl_variant_state (b), tl_variant_name (b));
}

/* --- choosing --- */

static void
on_choice (GtkDropDown *drop_down, GParamSpec *property, TlComparePage *page)
{
  update_soon (page);
}

static void
on_swap (GtkButton *button, TlComparePage *page)
{
  guint a = gtk_drop_down_get_selected (page->choice_a), b = gtk_drop_down_get_selected (page->choice_b);

  gtk_drop_down_set_selected (page->choice_a, b);
  gtk_drop_down_set_selected (page->choice_b, a);
}

static void
on_next (GtkButton *button, TlComparePage *page)
{
  tl_diff_view_step (page->diff, 1);
}

static void
on_previous (GtkButton *button, TlComparePage *page)
{
  tl_diff_view_step (page->diff, -1);
}

/* By default the first variant is compared with the newest one. */
static void
on_variants_changed (GListModel *variants, guint position, guint removed, guint added, TlComparePage *page)
{
  guint n = g_list_model_get_n_items (variants);

  if (n > 0 && added > 0)
    gtk_drop_down_set_selected (page->choice_b, position + added - 1);
  update_soon (page);
}

static void
on_name_setup (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_list_item_set_child (item, label);
}

static void
on_name_bind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  gtk_label_set_label (GTK_LABEL (gtk_list_item_get_child (item)), tl_variant_name (gtk_list_item_get_item (item)));
}

static void
set_choices (GtkDropDown *drop_down, GListModel *variants)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (on_name_setup), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (on_name_bind), NULL);
  gtk_drop_down_set_factory (drop_down, factory);
  gtk_drop_down_set_model (drop_down, variants);
}

static void
set_session (TlComparePage *page, TlSession *session)
{
  page->session = g_object_ref (session);
  page->refresh = tl_after_frame_new (GTK_WIDGET (page), update);
  set_choices (page->choice_a, tl_session_variants (session));
  set_choices (page->choice_b, tl_session_variants (session));
  g_signal_connect_object (tl_session_variants (session), "items-changed", G_CALLBACK (on_variants_changed), page, 0);
  g_signal_connect_object (session, "changed", G_CALLBACK (update_soon), page, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::timing", G_CALLBACK (update_soon), page, G_CONNECT_SWAPPED);
}

/* --- class --- */

static void
tl_compare_page_dispose (GObject *object)
{
  TlComparePage *page = TL_COMPARE_PAGE (object);

  g_cancellable_cancel (page->race);
  g_clear_pointer (&page->refresh, tl_after_frame_free);
  g_clear_object (&page->session);
  for (guint side = 0; side < 2; side++)
    {
      g_clear_pointer (&page->shown[side], tl_state_unref);
      g_clear_pointer (&page->nests[side], tl_nest_free);
      tl_outcome_clear (&page->outcomes[side]);
    }
  g_clear_pointer (&page->content, gtk_widget_unparent);
  G_OBJECT_CLASS (tl_compare_page_parent_class)->dispose (object);
}

static void
tl_compare_page_class_init (TlComparePageClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = tl_compare_page_dispose;
  g_type_ensure (TL_TYPE_DIFF_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/tileloom/Tileloom/ui/compare-page.ui");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_bind_template_child (widget_class, TlComparePage, content);
  gtk_widget_class_bind_template_child (widget_class, TlComparePage, choice_a);
  gtk_widget_class_bind_template_child (widget_class, TlComparePage, choice_b);
  gtk_widget_class_bind_template_child (widget_class, TlComparePage, swap);
  gtk_widget_class_bind_template_child_full (widget_class, "race", FALSE, G_STRUCT_OFFSET (TlComparePage, race_button));
  gtk_widget_class_bind_template_child (widget_class, TlComparePage, explain);
  gtk_widget_class_bind_template_child (widget_class, TlComparePage, latency_a);
  gtk_widget_class_bind_template_child (widget_class, TlComparePage, latency_b);
  gtk_widget_class_bind_template_child (widget_class, TlComparePage, verdict);
  gtk_widget_class_bind_template_child (widget_class, TlComparePage, strips);
  gtk_widget_class_bind_template_child (widget_class, TlComparePage, nest_a);
  gtk_widget_class_bind_template_child (widget_class, TlComparePage, nest_b);
  gtk_widget_class_bind_template_child (widget_class, TlComparePage, differences);
  gtk_widget_class_bind_template_child (widget_class, TlComparePage, diff);
  gtk_widget_class_bind_template_callback (widget_class, on_choice);
  gtk_widget_class_bind_template_callback (widget_class, on_swap);
  gtk_widget_class_bind_template_callback (widget_class, on_race);
  gtk_widget_class_bind_template_callback (widget_class, on_explain);
  gtk_widget_class_bind_template_callback (widget_class, on_next);
  gtk_widget_class_bind_template_callback (widget_class, on_previous);
  signals[MESSAGE] = g_signal_new ("message", TL_TYPE_COMPARE_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
tl_compare_page_init (TlComparePage *page)
{
  gtk_widget_init_template (GTK_WIDGET (page));
  gtk_drawing_area_set_draw_func (page->strips, draw_strips, page, NULL);
  gtk_drawing_area_set_draw_func (page->nest_a, draw_nest, page, NULL);
  gtk_drawing_area_set_draw_func (page->nest_b, draw_nest, page, NULL);
}

GtkWidget *
tl_compare_page_new (TlSession *session)
{
  TlComparePage *page = g_object_new (TL_TYPE_COMPARE_PAGE, NULL);

  set_session (page, session);
  return GTK_WIDGET (page);
}
