/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/variants-pane.h"

#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/session/compare/compared.h"
#include "ui/explore/step-row.h"
#include "ui/explore/steps-pane.h"
#include "ui/widgets/after-frame.h"
#include "ui/widgets/tip.h"

struct _TlVariantsPane
{
  GtkWidget  parent_instance;
  TlEditor     *editor;
  GtkWidget    *variants;      /* GtkListBox, of … */
  GtkFilterListModel *rows;    /* … those listed */
  GtkWidget    *listed;        /* that some alone are listed, … */
  GtkWidget    *n_listed;      /* … and how many */
  GtkWidget    *use;           /* in a model */
  TlAfterFrame *refresh;
  char         *func_name;     /* of the function whose times are listed */
  gboolean      is_filling;
};

G_DEFINE_FINAL_TYPE (TlVariantsPane, tl_variants_pane, GTK_TYPE_WIDGET)

static TlSession *
session_of (TlVariantsPane *self)
{
  return tl_editor_session (self->editor);
}

/* --- variants --- */

static char *
time_text (TlVariant *variant, const char *func_name)
{
  gboolean         is_stale;
  const TlOutcome *outcome = tl_variant_last_outcome (variant, func_name, &is_stale);
  TlLatency        latency;
  g_autofree char *text = NULL;

  if (outcome == NULL)
    return g_strdup ("—");
  if (outcome->kind != TL_OUTCOME_OK || !tl_outcome_latency (outcome, &latency))
    return g_strdup_printf ("%s %s", tl_outcome_glyph (outcome->kind), is_stale ? "(before)" : tl_outcome_title (outcome->kind));
  text = tl_format_seconds (latency.median_s);
  return is_stale ? g_strdup_printf ("(%s)", text) : g_steal_pointer (&text);
}

static void
update_row (GtkWidget *row, TlVariant *variant)
{
  GtkLabel        *name = g_object_get_data (G_OBJECT (row), "name");
  GtkLabel        *time = g_object_get_data (G_OBJECT (row), "time");
  GtkWidget       *chip = g_object_get_data (G_OBJECT (row), "interface"), *draft = g_object_get_data (G_OBJECT (row), "draft");
  const char      *func_name = tl_session_func_name (g_object_get_data (G_OBJECT (row), "session"));
  g_autofree char *text = time_text (variant, func_name), *interface = tl_variant_interface (variant);
  g_autofree char *accessible = NULL, *times = tl_variant_times_text (variant, tl_variant_state (variant), func_name);
  const char      *tip = times;
  gboolean         is_stale = FALSE, is_draft = tl_state_is_draft (tl_variant_state (variant));

  tl_variant_last_outcome (variant, func_name, &is_stale);
  gtk_label_set_text (name, tl_variant_name (variant));
  gtk_label_set_text (time, text);
  if (is_stale && strcmp (text, "—") != 0)
    tip = _("Measured before the last change");
  tl_widget_set_tooltip (GTK_WIDGET (time), tip);
  gtk_widget_set_visible (draft, is_draft);
  gtk_widget_set_visible (GTK_WIDGET (time), !is_draft);
  gtk_widget_set_visible (chip, interface != NULL);
  if (interface != NULL)
    {
      g_autofree char *words = g_strdup_printf (_("The parameters of the function have changed:\n%s"), interface);

      tl_widget_set_tooltip (chip, words);
    }
  accessible = g_strdup_printf (_("variant %s, %s%s"), tl_variant_name (variant), is_draft ? _("draft") : text,
                                interface != NULL ? _(", interface changed") : "");
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, accessible, -1);
}

static void
on_variant_changed (TlVariant *variant, GtkWidget *row)
{
  update_row (row, variant);
}

static void
rename_done (GtkWidget *entry, TlVariantsPane *self)
{
  TlVariant *variant = g_object_get_data (G_OBJECT (entry), "variant");
  GtkWidget *popover = gtk_widget_get_ancestor (entry, GTK_TYPE_POPOVER);

  tl_history_rename (tl_session_history (session_of (self)), variant, gtk_editable_get_text (GTK_EDITABLE (entry)));
  gtk_popover_popdown (GTK_POPOVER (popover));
}

static void
on_remove (GtkWidget *button, TlVariantsPane *self)
{
  TlVariant *variant = g_object_get_data (G_OBJECT (button), "variant");

  gtk_popover_popdown (GTK_POPOVER (gtk_widget_get_ancestor (button, GTK_TYPE_POPOVER)));
  tl_history_remove (tl_session_history (session_of (self)), variant);
}

static void
on_branch (GtkWidget *button, TlVariantsPane *self)
{
  TlVariant       *variant = g_object_get_data (G_OBJECT (button), "variant");
  g_autofree char *name = tl_history_free_name (tl_session_history (session_of (self)), "branch");

  gtk_popover_popdown (GTK_POPOVER (gtk_widget_get_ancestor (button, GTK_TYPE_POPOVER)));
  tl_session_set_current (session_of (self), variant);
  tl_session_add_variant (session_of (self), name, tl_variant_state (variant), variant);
}

static void
on_compare (GtkWidget *button, TlVariantsPane *self)
{
  TlVariant       *variant = g_object_get_data (G_OBJECT (button), "variant");
  TlCompared *compared = tl_compared_of (session_of (self));

  gtk_popover_popdown (GTK_POPOVER (gtk_widget_get_ancestor (button, GTK_TYPE_POPOVER)));
  if (compared != NULL)
    tl_compared_add_and_tell (compared, variant, NULL);
}

static guint
place_of (TlVariantsPane *self, TlVariant *variant)
{
  GListModel *variants = tl_session_variants (session_of (self));
  guint       place;

  for (place = 0; place < g_list_model_get_n_items (variants); place++)
    {
      g_autoptr (TlVariant) listed = g_list_model_get_item (variants, place);

      if (listed == variant)
        break;
    }
  return place;
}

static void
on_add_to_search (GtkWidget *button, TlVariantsPane *self)
{
  TlVariant *variant = g_object_get_data (G_OBJECT (button), "variant");

  gtk_popover_popdown (GTK_POPOVER (gtk_widget_get_ancestor (button, GTK_TYPE_POPOVER)));
  gtk_widget_activate_action (GTK_WIDGET (self), "win.add-to-search", "u", place_of (self, variant));
}

static GtkWidget *
menu_button (TlVariantsPane *self, TlVariant *variant, const char *title, GCallback callback)
{
  GtkWidget *button = gtk_button_new_with_label (title);

  gtk_button_set_has_frame (GTK_BUTTON (button), FALSE);
  g_object_set_data_full (G_OBJECT (button), "variant", g_object_ref (variant), g_object_unref);
  g_signal_connect (button, "clicked", callback, self);
  return button;
}

static void
open_row_menu (GtkWidget *row)
{
  TlVariantsPane *self = TL_VARIANTS_PANE (gtk_widget_get_ancestor (row, TL_TYPE_VARIANTS_PANE));
  TlVariant      *variant = g_object_get_data (G_OBJECT (row), "variant");
  GtkWidget      *popover = gtk_popover_new ();
  GtkWidget      *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget      *entry = gtk_entry_new ();
  GtkWidget      *add = menu_button (self, variant, _("Add to Search"), G_CALLBACK (on_add_to_search));
  GtkWidget      *remove = menu_button (self, variant, _("Remove"), G_CALLBACK (on_remove));

  gtk_editable_set_text (GTK_EDITABLE (entry), tl_variant_name (variant));
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Name of the variant"), -1);
  g_object_set_data_full (G_OBJECT (entry), "variant", g_object_ref (variant), g_object_unref);
  g_signal_connect (entry, "activate", G_CALLBACK (rename_done), self);
  gtk_box_append (GTK_BOX (box), entry);
  gtk_box_append (GTK_BOX (box), menu_button (self, variant, _("New Variant from Here"), G_CALLBACK (on_branch)));
  gtk_box_append (GTK_BOX (box), menu_button (self, variant, _("Add to Compare"), G_CALLBACK (on_compare)));
  gtk_widget_set_visible (add, tl_tuning_is_active (tl_session_tuning (session_of (self))));
  gtk_box_append (GTK_BOX (box), add);
  gtk_widget_set_sensitive (remove, g_list_model_get_n_items (tl_session_variants (session_of (self))) > 1);
  gtk_box_append (GTK_BOX (box), remove);
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  tl_editor_popup (self->editor, popover, row);
}

static void
on_row_released (GtkGestureClick *click, int n_press, double x, double y, gpointer row)
{
  open_row_menu (row);
}

static gboolean
on_row_menu_key (GtkWidget *row, GVariant *arguments, gpointer user_data)
{
  open_row_menu (row);
  return TRUE;
}

static void
add_row_menu (GtkWidget *row)
{
  GtkGesture         *click = gtk_gesture_click_new ();
  GtkEventController *keys = gtk_shortcut_controller_new ();
  GtkShortcutTrigger *trigger = gtk_alternative_trigger_new (gtk_keyval_trigger_new (GDK_KEY_Menu, 0),
                                                             gtk_keyval_trigger_new (GDK_KEY_F10, GDK_SHIFT_MASK));

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  /* A popover that opened with the press would take the release: the row would look pressed for good. */
  g_signal_connect (click, "released", G_CALLBACK (on_row_released), row);
  gtk_widget_add_controller (row, GTK_EVENT_CONTROLLER (click));
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys),
                                        gtk_shortcut_new (trigger, gtk_callback_action_new (on_row_menu_key, NULL, NULL)));
  gtk_widget_add_controller (row, keys);
}

/* --- comparing with the one that is shown --- */

static gboolean
compare_row (GtkWidget *row)
{
  TlSession  *session = g_object_get_data (G_OBJECT (row), "session");
  TlVariant  *variant = g_object_get_data (G_OBJECT (row), "variant");
  TlCompared *compared = tl_compared_of (session);

  if (compared == NULL || !tl_compared_set_pair (compared, tl_session_current (session), tl_session_visited (session), variant, NULL))
    return FALSE;
  gtk_widget_activate_action (row, "win.page", "s", "compare");
  return TRUE;
}

/* With Ctrl: the list would take it as no selection. */
static void
on_row_pressed (GtkGestureClick *click, int n_press, double x, double y, gpointer row)
{
  if ((gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (click)) & GDK_CONTROL_MASK) == 0)
    return;
  gtk_gesture_set_state (GTK_GESTURE (click), GTK_EVENT_SEQUENCE_CLAIMED);
  compare_row (row);
}

static gboolean
on_row_compare_key (GtkWidget *row, GVariant *arguments, gpointer user_data)
{
  return compare_row (row);
}

static void
add_row_comparing (GtkWidget *row)
{
  GtkGesture         *click = gtk_gesture_click_new ();
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  g_signal_connect (click, "pressed", G_CALLBACK (on_row_pressed), row);
  gtk_widget_add_controller (row, GTK_EVENT_CONTROLLER (click));
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys),
                                        gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Return, GDK_CONTROL_MASK),
                                                          gtk_callback_action_new (on_row_compare_key, NULL, NULL)));
  gtk_widget_add_controller (row, keys);
}

/* Onto the page Compare, whose tab opens under a drag. */
static GdkContentProvider *
on_drag_prepare (GtkDragSource *source, double x, double y, GtkWidget *row)
{
  return gdk_content_provider_new_typed (TL_TYPE_VARIANT, g_object_get_data (G_OBJECT (row), "variant"));
}

static void
on_drag_begin (GtkDragSource *source, GdkDrag *drag, GtkWidget *row)
{
  g_autoptr (GdkPaintable) picture = gtk_widget_paintable_new (row);

  gtk_drag_source_set_icon (source, picture, 0, 0);
}

static void
add_row_drag (GtkWidget *row)
{
  GtkDragSource *source = gtk_drag_source_new ();

  g_signal_connect (source, "prepare", G_CALLBACK (on_drag_prepare), row);
  g_signal_connect (source, "drag-begin", G_CALLBACK (on_drag_begin), row);
  gtk_widget_add_controller (row, GTK_EVENT_CONTROLLER (source));
}

static GtkWidget *
make_variant_row (gpointer item, gpointer user_data)
{
  TlVariant  *variant = item;
  GtkWidget  *row = gtk_list_box_row_new ();
  GtkWidget  *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget  *name = gtk_label_new (NULL);
  GtkWidget  *time = gtk_label_new (NULL), *chip = gtk_label_new ("interface"), *draft = gtk_label_new (_("Draft"));
  GtkWidget  *rail = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_widget_add_css_class (time, "numeric");
  gtk_widget_add_css_class (time, "dim-label");
  gtk_widget_add_css_class (chip, "badge");
  gtk_widget_add_css_class (draft, "draft-badge");
  gtk_widget_set_valign (draft, GTK_ALIGN_CENTER);
  tl_widget_set_tooltip (draft, _("A step breaks an order that the program needs: the result may be wrong. "
                                  "A draft is not measured, tuned or exported."));
  gtk_box_append (GTK_BOX (box), rail);
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), chip);
  gtk_box_append (GTK_BOX (box), time);
  gtk_box_append (GTK_BOX (box), draft);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  g_object_set_data (G_OBJECT (row), "rail", rail);
  g_object_set_data (G_OBJECT (row), "name", name);
  g_object_set_data (G_OBJECT (row), "time", time);
  g_object_set_data (G_OBJECT (row), "interface", chip);
  g_object_set_data (G_OBJECT (row), "draft", draft);
  g_object_set_data (G_OBJECT (row), "session", session_of (user_data));
  g_object_set_data_full (G_OBJECT (row), "variant", g_object_ref (variant), g_object_unref);
  g_signal_connect_object (variant, "changed", G_CALLBACK (on_variant_changed), row, 0);
  add_row_menu (row);
  add_row_comparing (row);
  add_row_drag (row);
  update_row (row, variant);
  return row;
}

static void
on_variant_row (GtkListBox *list, GtkListBoxRow *row, gpointer user_data)
{
  TlVariantsPane *self = user_data;

  if (row != NULL && !self->is_filling)
    tl_session_set_current (session_of (self), g_object_get_data (G_OBJECT (row), "variant"));
}

static void
select_current (TlVariantsPane *self)
{
  TlVariant     *current = tl_session_current (session_of (self));
  GtkListBoxRow *row;

  self->is_filling = TRUE;
  for (int i = 0; (row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->variants), i)) != NULL; i++)
    if (g_object_get_data (G_OBJECT (row), "variant") == current)
      gtk_list_box_select_row (GTK_LIST_BOX (self->variants), row);
  self->is_filling = FALSE;
}

/* The times in the list are those of the function that is shown. */
static void
update_times (TlVariantsPane *self)
{
  const char    *func_name = tl_session_func_name (session_of (self));
  GtkListBoxRow *row;

  if (g_strcmp0 (func_name, self->func_name) == 0)
    return;
  g_free (self->func_name);
  self->func_name = g_strdup (func_name);
  for (int i = 0; (row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->variants), i)) != NULL; i++)
    update_row (GTK_WIDGET (row), g_object_get_data (G_OBJECT (row), "variant"));
}

/* In the colours of their steps, where there are several. */
static void
colour_rails (TlVariantsPane *self)
{
  gboolean       has_many = g_list_model_get_n_items (tl_session_variants (session_of (self))) > 1;
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->variants), i)) != NULL; i++)
    {
      GtkWidget       *rail = g_object_get_data (G_OBJECT (row), "rail");
      g_autofree char *hue = g_strdup_printf ("branch-%u", place_of (self, g_object_get_data (G_OBJECT (row), "variant")) % TL_BRANCH_HUES);
      const char      *classes[] = { "branch-rail", hue, NULL };

      gtk_widget_set_visible (rail, has_many);
      gtk_widget_set_css_classes (rail, classes);
    }
}

/* --- a part of them --- */

static gboolean
is_listed (gpointer variant, gpointer user_data)
{
  TlVariantsPane *self = user_data;
  GPtrArray      *listed = tl_editor_listed_variants (self->editor);

  return listed == NULL || variant == (gpointer) tl_session_current (session_of (self)) || g_ptr_array_find (listed, variant, NULL);
}

static void
update_listed (TlVariantsPane *self)
{
  gboolean         has_part = tl_editor_listed_variants (self->editor) != NULL;
  g_autofree char *text = NULL;

  if (!has_part && !gtk_widget_get_visible (self->listed))
    return;
  self->is_filling = TRUE;
  gtk_filter_changed (gtk_filter_list_model_get_filter (self->rows), GTK_FILTER_CHANGE_DIFFERENT);
  self->is_filling = FALSE;
  text = g_strdup_printf (_("%u of %u"), g_list_model_get_n_items (G_LIST_MODEL (self->rows)),
                          g_list_model_get_n_items (tl_session_variants (session_of (self))));
  gtk_label_set_text (GTK_LABEL (self->n_listed), text);
  gtk_widget_set_visible (self->listed, has_part);
}

static void
list_all (TlVariantsPane *self)
{
  tl_editor_list_variants (self->editor, NULL);
  gtk_widget_grab_focus (self->variants);
}

static void
add_listed (TlVariantsPane *self)
{
  GtkWidget *all = gtk_button_new_with_label (_("Show All"));

  self->n_listed = gtk_label_new ("");
  gtk_label_set_xalign (GTK_LABEL (self->n_listed), 0);
  gtk_widget_set_hexpand (self->n_listed, TRUE);
  gtk_widget_add_css_class (self->n_listed, "dim-label");
  gtk_widget_add_css_class (self->n_listed, "numeric");
  tl_widget_set_tooltip (self->n_listed, _("The variants chosen in the roofline, and the current one"));
  gtk_widget_add_css_class (all, "flat");
  gtk_widget_add_css_class (all, "small");
  g_signal_connect_swapped (all, "clicked", G_CALLBACK (list_all), self);
  self->listed = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_widget_add_css_class (self->listed, "listed");
  gtk_box_append (GTK_BOX (self->listed), self->n_listed);
  gtk_box_append (GTK_BOX (self->listed), all);
  gtk_widget_set_visible (self->listed, FALSE);
  gtk_widget_set_parent (self->listed, GTK_WIDGET (self));
}

static void
refresh (GtkWidget *widget)
{
  update_listed (TL_VARIANTS_PANE (widget));
  colour_rails (TL_VARIANTS_PANE (widget));
  update_times (TL_VARIANTS_PANE (widget));
  select_current (TL_VARIANTS_PANE (widget));
}

static void
refresh_soon (TlVariantsPane *self)
{
  tl_after_frame_ask (self->refresh);
}

/* --- object --- */

static void
tl_variants_pane_dispose (GObject *object)
{
  TlVariantsPane *self = TL_VARIANTS_PANE (object);
  GtkWidget      *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_pointer (&self->refresh, tl_after_frame_free);
  g_clear_pointer (&self->func_name, g_free);
  g_clear_object (&self->rows);
  g_clear_object (&self->editor);
  G_OBJECT_CLASS (tl_variants_pane_parent_class)->dispose (object);
}

static void
tl_variants_pane_class_init (TlVariantsPaneClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tl_variants_pane_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "variantspane");
}

static void
tl_variants_pane_init (TlVariantsPane *self)
{
  self->refresh = tl_after_frame_new (GTK_WIDGET (self), refresh);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GTK_ORIENTATION_VERTICAL);
}

static GtkWidget *
section (TlVariantsPane *self, const char *title, GtkWidget *list)
{
  GtkWidget *heading = gtk_label_new (title), *scroller = gtk_scrolled_window_new ();

  gtk_label_set_xalign (GTK_LABEL (heading), 0);
  gtk_widget_add_css_class (heading, "pane-heading");
  gtk_widget_set_parent (heading, GTK_WIDGET (self));
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), 260);
  gtk_widget_add_css_class (list, "navigation-sidebar");
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), list);
  gtk_widget_set_parent (scroller, GTK_WIDGET (self));
  return list;
}

/* Below the steps: a button that creates a first schedule. */
static void
add_rules_button (TlVariantsPane *self)
{
  GtkWidget *button = gtk_button_new_with_label (_("Schedule by Rules"));

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.schedule-by-rules");
  tl_widget_set_tooltip (button, _("Apply the default schedule rules, without search (F7)"));
  gtk_widget_add_css_class (button, "pane-button");
  gtk_widget_set_parent (button, GTK_WIDGET (self));
}

/* Beside a model. */
static void
add_use_button (TlVariantsPane *self)
{
  self->use = gtk_button_new_with_label (_("Use in the Model"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->use), "win.use-in-model");
  gtk_widget_add_css_class (self->use, "pane-button");
  gtk_widget_set_visible (self->use, FALSE);
  gtk_widget_set_parent (self->use, GTK_WIDGET (self));
}

void
tl_variants_pane_show_use (TlVariantsPane *self, const char *tip)
{
  gtk_widget_set_visible (self->use, tip != NULL);
  tl_widget_set_tooltip (self->use, tip);
}

GtkWidget *
tl_variants_pane_new (TlEditor *editor)
{
  TlVariantsPane *self = g_object_new (TL_TYPE_VARIANTS_PANE, NULL);
  TlSession      *session = tl_editor_session (editor);
  GtkWidget      *steps;

  self->editor = g_object_ref (editor);
  self->variants = section (self, _("Variants"), gtk_list_box_new ());
  add_listed (self);
  steps = tl_steps_pane_new (editor);
  gtk_widget_set_vexpand (steps, TRUE);
  gtk_widget_set_parent (steps, GTK_WIDGET (self));
  add_rules_button (self);
  add_use_button (self);
  self->rows = gtk_filter_list_model_new (g_object_ref (tl_session_variants (session)),
                                          GTK_FILTER (gtk_custom_filter_new (is_listed, self, NULL)));
  gtk_list_box_bind_model (GTK_LIST_BOX (self->variants), G_LIST_MODEL (self->rows), make_variant_row, self, NULL);
  g_signal_connect (self->variants, "row-selected", G_CALLBACK (on_variant_row), self);
  g_signal_connect_object (editor, "listed", G_CALLBACK (refresh_soon), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "changed", G_CALLBACK (refresh_soon), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::timing", G_CALLBACK (refresh_soon), self, G_CONNECT_SWAPPED);
  refresh (GTK_WIDGET (self));
  return GTK_WIDGET (self);
}
