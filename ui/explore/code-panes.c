/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The panes stand in a chain of GtkPaned, each with a pane and the rest: without positions that somebody dragged they are equally wide.
 */
#include "ui/explore/code-panes.h"

#include <math.h>
#include <string.h>

#include "core/base/i18n.h"
#include "core/draw/nest.h"
#include "core/session/predicted-traffic.h"
#include "ui/explore/code-pane.h"

#define UNLINKED  ":unlinked"
#define HANDLE_PX 8   /* of a GtkPaned, at most */

struct _TlCodePanes
{
  GtkWidget          parent_instance;
  TlEditor          *editor;
  TlMarkedNames     *names;
  GtkWidget         *box;        /* of … */
  GtkWidget         *choices;    /* … a button for each pane, in view where they are shown one at a time, … */
  GtkWidget         *body;       /* … and the panes */
  GPtrArray         *panes;      /* TlCodePane, from left to right … */
  GPtrArray         *paneds;     /* … and the GtkPaned that begin with each but the last */
  guint              active;     /* the one shown where one at a time is */
  gboolean           is_narrow;
  gboolean           is_single;  /* one at a time */
  guint              arranging;  /* source */
  const TlViolation *violation;  /* borrowed; nullable */
  /* Parts of the time */
  TlState           *of_shares;  /* the state that they are of, or that they are asked for */
  const char        *of_func;    /* of it */
  GHashTable        *shares;     /* nullable: unknown */
  GCancellable      *predicting;
};

G_DEFINE_FINAL_TYPE (TlCodePanes, tl_code_panes, GTK_TYPE_WIDGET)

static TlSession *
session_of (TlCodePanes *self)
{
  return tl_editor_session (self->editor);
}

static TlCodePane *
nth (TlCodePanes *self, guint index)
{
  return g_ptr_array_index (self->panes, index);
}

static guint
index_of (TlCodePanes *self, TlCodePane *pane)
{
  guint index = 0;

  g_ptr_array_find (self->panes, pane, &index);
  return index;
}

/* NULL: the keyboard is on none. */
static TlCodePane *
focused (TlCodePanes *self)
{
  GtkRoot   *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL ? TL_CODE_PANE (gtk_widget_get_ancestor (focus, TL_TYPE_CODE_PANE)) : NULL;
}

/* --- parts of the time --- */

/* TlNodeId → double *, of those loops and blocks of which it is known. */
static GHashTable *
shares_of (const TlPredictedTraffic *predicted, const TlModule *module, const char *func_name)
{
  g_autoptr (TlNest) nest = tl_nest_new (module, func_name);
  g_autofree double *shares = g_new (double, nest->n_items + 1);
  GHashTable        *table = g_hash_table_new_full (NULL, NULL, NULL, g_free);

  tl_nest_time_shares (nest, predicted->traffic, predicted->block_s, shares);
  for (guint i = 0; i < nest->n_items; i++)
    if (nest->items[i].id != 0 && isfinite (shares[i]))
      g_hash_table_insert (table, GUINT_TO_POINTER (nest->items[i].id), g_memdup2 (&shares[i], sizeof *shares));
  return table;
}

/* Takes @shares. */
static void
show_shares (TlCodePanes *self, GHashTable *shares)
{
  g_clear_pointer (&self->shares, g_hash_table_unref);
  self->shares = shares;
  for (guint i = 0; i < self->panes->len; i++)
    tl_code_pane_set_shares (nth (self, i), shares);
}

static void
on_predicted (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TlCodePanes)        self = user_data;
  g_autoptr (TlPredictedTraffic) predicted = tl_session_predict_traffic_finish (TL_SESSION (source), result, NULL);

  if (predicted != NULL && self->editor != NULL)   /* else cancelled: another one is under way, or the panes are gone */
    show_shares (self, shares_of (predicted, tl_state_module (self->of_shares), self->of_func));
}

/* The same prediction that the canvas shows. */
static void
predict_shares (TlCodePanes *self)
{
  TlSession  *session = session_of (self);
  TlState    *state = tl_session_current (session) != NULL ? tl_session_state (session) : NULL;
  const char *func_name = tl_session_func_name (session);

  if (state == self->of_shares && g_strcmp0 (func_name, self->of_func) == 0)
    return;
  g_cancellable_cancel (self->predicting);
  g_clear_object (&self->predicting);
  g_clear_pointer (&self->of_shares, tl_state_unref);
  self->of_func = g_intern_string (func_name);
  if (state == NULL || !tl_session_has_traffic (session))
    {
      show_shares (self, NULL);
      return;
    }
  self->of_shares = tl_state_ref (state);
  self->predicting = g_cancellable_new ();
  tl_session_predict_traffic_async (session, state, self->predicting, on_predicted, g_object_ref (self));
}

static void
predict_again (TlCodePanes *self)
{
  g_clear_pointer (&self->of_shares, tl_state_unref);
  predict_shares (self);
}

/* --- the chain --- */

/* Takes the panes out of their places. */
static void
take_apart (TlCodePanes *self)
{
  for (guint i = 0; i < self->paneds->len; i++)
    {
      gtk_paned_set_start_child (g_ptr_array_index (self->paneds, i), NULL);
      gtk_paned_set_end_child (g_ptr_array_index (self->paneds, i), NULL);
    }
  g_ptr_array_set_size (self->paneds, 0);
  if (self->body != NULL)
    gtk_box_remove (GTK_BOX (self->box), self->body);
  self->body = NULL;
}

static GtkWidget *
make_paned (GtkWidget *pane, GtkWidget *rest)
{
  GtkWidget *paned = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);

  gtk_paned_set_shrink_start_child (GTK_PANED (paned), FALSE);
  gtk_paned_set_shrink_end_child (GTK_PANED (paned), FALSE);
  gtk_paned_set_start_child (GTK_PANED (paned), pane);
  gtk_paned_set_end_child (GTK_PANED (paned), rest);
  gtk_accessible_update_property (GTK_ACCESSIBLE (paned), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Code panes"), -1);
  return paned;
}

/* A GtkPaned with a hidden child takes clicks where its handle was: one pane stands alone. */
static void
put_together (TlCodePanes *self)
{
  guint first = self->is_single ? self->active : 0, last = self->is_single ? self->active : self->panes->len - 1;

  take_apart (self);
  self->body = GTK_WIDGET (nth (self, last));
  for (guint i = last; i > first; i--)
    {
      self->body = make_paned (GTK_WIDGET (nth (self, i - 1)), self->body);
      g_ptr_array_insert (self->paneds, 0, g_object_ref_sink (self->body));
    }
  gtk_widget_set_vexpand (self->body, TRUE);
  gtk_box_append (GTK_BOX (self->box), self->body);
  gtk_widget_set_visible (self->choices, self->is_single && self->panes->len > 1);
}

/* Where one is shown at a time, this one. */
static void
set_active (TlCodePanes *self, guint index)
{
  GtkWidget *choice = gtk_widget_get_first_child (self->choices);

  self->active = index;
  for (guint i = 0; choice != NULL && i < index; i++)
    choice = gtk_widget_get_next_sibling (choice);
  if (choice != NULL)
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (choice), TRUE);
  if (self->is_single && self->body != GTK_WIDGET (nth (self, index)))
    put_together (self);
}

static void
on_choice (GtkToggleButton *choice, TlCodePanes *self)
{
  guint index = 0;

  for (GtkWidget *before = gtk_widget_get_prev_sibling (GTK_WIDGET (choice)); before != NULL; before = gtk_widget_get_prev_sibling (before))
    index++;
  if (gtk_toggle_button_get_active (choice) && index != self->active)
    set_active (self, index);
}

static void
make_choices (TlCodePanes *self)
{
  GtkWidget *first = NULL;

  while ((first = gtk_widget_get_first_child (self->choices)) != NULL)
    gtk_box_remove (GTK_BOX (self->choices), first);
  for (guint i = 0; i < self->panes->len; i++)
    {
      g_autofree char *spoken = g_strdup_printf (_("Pane %u of %u: %s"), i + 1, self->panes->len, tl_code_pane_title (nth (self, i)));
      GtkWidget       *choice = gtk_toggle_button_new_with_label (tl_code_pane_title (nth (self, i)));

      gtk_accessible_update_property (GTK_ACCESSIBLE (choice), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
      if (first != NULL)
        gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (choice), GTK_TOGGLE_BUTTON (first));
      else
        first = choice;
      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (choice), i == self->active);
      g_signal_connect (choice, "toggled", G_CALLBACK (on_choice), self);
      gtk_box_append (GTK_BOX (self->choices), choice);
    }
}

/* After a pane came or went. */
static void
renew (TlCodePanes *self)
{
  put_together (self);
  for (guint i = 0; i < self->panes->len; i++)
    tl_code_pane_set_first (nth (self, i), i == 0);
  make_choices (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/* --- panes --- */

static TlCodePane *add_pane (TlCodePanes *self, guint index);

static void
on_focus (GtkEventController *focus, TlCodePanes *self)
{
  self->active = index_of (self, TL_CODE_PANE (gtk_event_controller_get_widget (focus)));
}

static gboolean
show_active (gpointer user_data)
{
  TlCodePanes *self = user_data;

  if (gtk_widget_get_root (GTK_WIDGET (self)) == NULL)   /* the window is closed */
    return G_SOURCE_REMOVE;
  renew (self);
  tl_code_pane_focus (nth (self, self->active));
  return G_SOURCE_REMOVE;
}

/* Beside the one that was split, with the view that is of most use beside it; it is made in this dispatch and placed in the next. */
static void
on_split (TlCodePane *pane, TlCodePanes *self)
{
  TlCodePane *added = add_pane (self, index_of (self, pane) + 1);

  tl_code_pane_set_view (added, strcmp (tl_code_pane_view (pane), "script") == 0 ? "asm" : "script");
  self->active = index_of (self, added);
  g_idle_add_full (G_PRIORITY_HIGH_IDLE, show_active, g_object_ref (self), g_object_unref);
}

static void
on_close (TlCodePane *pane, TlCodePanes *self)
{
  guint index = index_of (self, pane);

  if (self->panes->len == 1)
    return;
  take_apart (self);
  g_ptr_array_remove_index (self->panes, index);
  self->active = MIN (index, self->panes->len - 1);
  renew (self);
  tl_code_pane_focus (nth (self, self->active));
}

static TlCodePane *
add_pane (TlCodePanes *self, guint index)
{
  GtkWidget          *pane = tl_code_pane_new (self->editor, self->names);
  GtkEventController *focus = gtk_event_controller_focus_new ();

  g_signal_connect (focus, "enter", G_CALLBACK (on_focus), self);
  gtk_widget_add_controller (pane, focus);
  g_signal_connect (pane, "split", G_CALLBACK (on_split), self);
  g_signal_connect (pane, "close", G_CALLBACK (on_close), self);
  g_signal_connect_swapped (pane, "view-changed", G_CALLBACK (make_choices), self);
  tl_code_pane_set_shares (TL_CODE_PANE (pane), self->shares);
  tl_code_pane_mark_violation (TL_CODE_PANE (pane), self->violation);
  g_ptr_array_insert (self->panes, (gint) index, g_object_ref_sink (pane));
  return TL_CODE_PANE (pane);
}

/* --- violations --- */

void
tl_code_panes_mark_violation (TlCodePanes *self, const TlViolation *violation)
{
  self->violation = violation;
  for (guint i = 0; i < self->panes->len; i++)
    tl_code_pane_mark_violation (nth (self, i), violation);
}

void
tl_code_panes_show_violation (TlCodePanes *self)
{
  guint shown = self->active;

  for (guint i = self->panes->len; i > 0; i--)
    if (strcmp (tl_code_pane_view (nth (self, i - 1)), "script") == 0)
      shown = i - 1;
  set_active (self, shown);
  tl_code_pane_show_violation (nth (self, shown));
}

/* --- the layout --- */

char *
tl_code_panes_layout (TlCodePanes *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->panes->len; i++)
    g_string_append_printf (text, "%s%s%s", i > 0 ? "," : "", tl_code_pane_view (nth (self, i)),
                            tl_code_pane_is_linked (nth (self, i)) ? "" : UNLINKED);
  return g_string_free (text, FALSE);
}

void
tl_code_panes_set_layout (TlCodePanes *self, const char *layout)
{
  g_auto (GStrv) parts = g_strsplit (layout, ",", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      gboolean         is_linked = !g_str_has_suffix (parts[i], UNLINKED);
      g_autofree char *view = g_strndup (parts[i], strlen (parts[i]) - (is_linked ? 0 : strlen (UNLINKED)));
      TlCodePane      *pane = i < self->panes->len ? nth (self, i) : add_pane (self, i);

      tl_code_pane_set_view (pane, view);
      tl_code_pane_set_linked (pane, is_linked);
    }
  renew (self);
}

void
tl_code_panes_set_narrow (TlCodePanes *self, gboolean is_narrow)
{
  self->is_narrow = is_narrow;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static gboolean
arrange (gpointer user_data)
{
  TlCodePanes *self = user_data;

  gboolean     had_focus = focused (self) != NULL;

  self->arranging = 0;
  self->is_single = !self->is_single;
  put_together (self);
  if (had_focus)
    tl_code_pane_focus (nth (self, self->active));
  return G_SOURCE_REMOVE;
}

/* The width of all beside each other; of those out of sight as well. */
static int
least_of_all (TlCodePanes *self)
{
  int least = 0;

  for (guint i = 0; i < self->panes->len; i++)
    least += tl_code_pane_least_width (nth (self, i));
  return least + (int) (self->panes->len - 1) * HANDLE_PX;
}

static void
tl_code_panes_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TlCodePanes *self = TL_CODE_PANES (widget);
  gboolean     is_single = self->is_narrow || width < least_of_all (self);
  int          least;

  if (self->is_single != is_single && self->arranging == 0)
    self->arranging = g_idle_add (arrange, self);
  else if (self->is_single == is_single)
    g_clear_handle_id (&self->arranging, g_source_remove);
  gtk_widget_measure (self->box, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  gtk_widget_allocate (self->box, MAX (width, least), height, baseline, NULL);   /* wider only until there is one */
}

static void
tl_code_panes_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                       int *natural_baseline)
{
  TlCodePanes *self = TL_CODE_PANES (widget);

  gtk_widget_measure (self->box, orientation, for_size, minimum, natural, minimum_baseline, natural_baseline);
  if (orientation == GTK_ORIENTATION_HORIZONTAL && !self->is_single)
    *minimum = tl_code_pane_least_width (nth (self, self->active));
}

/* --- keys --- */

/* @by: 1 or -1. */
static void
go_by (TlCodePanes *self, gint by)
{
  guint n = self->panes->len;

  set_active (self, (self->active + n + (guint) by) % n);
  tl_code_pane_focus (nth (self, self->active));
}

static gboolean
on_key (GtkEventControllerKey *controller, guint keyval, guint keycode, GdkModifierType modifiers, TlCodePanes *self)
{
  TlCodePane *pane = focused (self);

  if (pane == NULL || (modifiers & gtk_accelerator_get_default_mod_mask ()) != GDK_CONTROL_MASK)
    return FALSE;
  switch (keyval)
    {
    case GDK_KEY_backslash:
      on_split (pane, self);
      return TRUE;
    case GDK_KEY_F4:
      on_close (pane, self);
      return TRUE;
    case GDK_KEY_Page_Up:
    case GDK_KEY_Page_Down:
      go_by (self, keyval == GDK_KEY_Page_Down ? 1 : -1);
      return TRUE;
    case GDK_KEY_l:
      tl_code_pane_set_linked (pane, !tl_code_pane_is_linked (pane));
      return TRUE;
    default:
      return FALSE;
    }
}

/* Before the text, to which some of them mean something else. */
static void
watch_keys (TlCodePanes *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

/* --- building --- */

static void
tl_code_panes_dispose (GObject *object)
{
  TlCodePanes *self = TL_CODE_PANES (object);

  g_clear_handle_id (&self->arranging, g_source_remove);
  g_cancellable_cancel (self->predicting);
  g_clear_object (&self->predicting);
  g_clear_pointer (&self->of_shares, tl_state_unref);
  g_clear_pointer (&self->shares, g_hash_table_unref);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->paneds, g_ptr_array_unref);
  g_clear_pointer (&self->panes, g_ptr_array_unref);
  g_clear_object (&self->names);
  g_clear_object (&self->editor);
  G_OBJECT_CLASS (tl_code_panes_parent_class)->dispose (object);
}

static void
tl_code_panes_class_init (TlCodePanesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tl_code_panes_dispose;
  widget_class->measure = tl_code_panes_measure;
  widget_class->size_allocate = tl_code_panes_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "codepanes");
}

static void
tl_code_panes_init (TlCodePanes *self)
{
  self->names = tl_marked_names_new ();
  self->panes = g_ptr_array_new_with_free_func (g_object_unref);
  self->paneds = g_ptr_array_new_with_free_func (g_object_unref);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->choices = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_box_set_homogeneous (GTK_BOX (self->choices), TRUE);
  gtk_widget_add_css_class (self->choices, "linked");
  gtk_widget_add_css_class (self->choices, "panes");
  gtk_box_append (GTK_BOX (self->box), self->choices);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  watch_keys (self);
}

GtkWidget *
tl_code_panes_new (TlEditor *editor)
{
  TlCodePanes *self = g_object_new (TL_TYPE_CODE_PANES, NULL);
  TlSession   *session = tl_editor_session (editor);

  self->editor = g_object_ref (editor);
  add_pane (self, 0);
  renew (self);
  g_signal_connect_object (session, "changed", G_CALLBACK (predict_shares), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "machine-measured", G_CALLBACK (predict_again), self, G_CONNECT_SWAPPED);
  predict_shares (self);
  return GTK_WIDGET (self);
}
