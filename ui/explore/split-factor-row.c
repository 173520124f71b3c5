/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/split-factor-row.h"

#include "core/base/i18n.h"
#include "ui/widgets/tip.h"

#define DIGITS 4   /* width of a number */

struct _TlSplitFactorRow
{
  GtkWidget      parent_instance;
  TlSplitFactors factors;
  guint          active;
  gboolean       is_current;     /* the ruler moves the active factor */
  gboolean       is_filling;     /* numbers are shown, not typed */
  gint           typed;          /* the factor whose text a person writes: it stays as it is; -1: none */
  char          *problem;
  /* Owned child and what is in it */
  GtkWidget     *box;
  GtkWidget     *whole;
  GtkWidget     *names[TL_SPLIT_MAX_FACTORS];
  GtkWidget     *spins[TL_SPLIT_MAX_FACTORS];
  GtkWidget     *add;
  GtkWidget     *drop;
};

G_DEFINE_FINAL_TYPE (TlSplitFactorRow, tl_split_factor_row, GTK_TYPE_WIDGET)

enum { CHANGED, ACTIVE_CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

static guint
index_of (TlSplitFactorRow *self, gpointer spin)
{
  for (guint i = 0; i < TL_SPLIT_MAX_FACTORS; i++)
    if (self->spins[i] == spin)
      return i;
  g_assert_not_reached ();
}

/* --- numbers --- */

/* An inferred factor stands with its star. */
static gboolean
on_output (GtkSpinButton *spin, TlSplitFactorRow *self)
{
  g_autofree char *text = g_strdup_printf (self->factors.inferred == (gint) index_of (self, spin) ? "%.0f *" : "%.0f",
                                           gtk_adjustment_get_value (gtk_spin_button_get_adjustment (spin)));

  if (g_strcmp0 (text, gtk_editable_get_text (GTK_EDITABLE (spin))) != 0)
    gtk_editable_set_text (GTK_EDITABLE (spin), text);
  return TRUE;
}

static void
fill (TlSplitFactorRow *self)
{
  self->is_filling = TRUE;
  for (guint i = 0; i < self->factors.n; i++)
    {
      GtkAdjustment *adjustment = gtk_spin_button_get_adjustment (GTK_SPIN_BUTTON (self->spins[i]));

      if (self->typed == (gint) i)
        continue;
      gtk_adjustment_configure (adjustment, (double) self->factors.values[i], 1, (double) tl_split_factors_room (&self->factors, i), 1, 4,
                                0);
      on_output (GTK_SPIN_BUTTON (self->spins[i]), self);   /* not gtk_spin_button_update: it takes the old text */
    }
  gtk_widget_set_sensitive (self->add, self->factors.n < TL_SPLIT_MAX_FACTORS);
  gtk_widget_set_sensitive (self->drop, self->factors.n > 2);
  self->is_filling = FALSE;
}

static void
set_problem (TlSplitFactorRow *self, char *problem)
{
  g_free (self->problem);
  self->problem = problem;
}

static void
take (TlSplitFactorRow *self, guint index, gint64 value)
{
  gint64 room = tl_split_factors_room (&self->factors, index);
  char  *problem = NULL;

  if (value < 1)
    problem = g_strdup_printf (_("the factor must be positive, not %" G_GINT64_FORMAT), value);
  else if (value > room)
    problem = g_strdup_printf (_("%" G_GINT64_FORMAT " exceeds the %" G_GINT64_FORMAT " iterations that the other factors leave"), value,
                               room);
  else
    tl_split_factors_set (&self->factors, index, value);
  set_problem (self, problem);
  fill (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

static gint
on_input (GtkSpinButton *spin, double *value, gpointer user_data)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (spin));
  char       *end;

  *value = (double) g_ascii_strtoll (text, &end, 10);
  return end == text ? GTK_INPUT_ERROR : TRUE;
}

/* Each keystroke counts. */
static void
on_typed (GtkSpinButton *spin, TlSplitFactorRow *self)
{
  guint       index = index_of (self, spin);
  const char *text = gtk_editable_get_text (GTK_EDITABLE (spin));
  char       *end;
  gint64      value = g_ascii_strtoll (text, &end, 10);

  if (self->is_filling || end == text)
    return;
  if (self->problem == NULL && (value == self->factors.values[index] || value == gtk_spin_button_get_value_as_int (spin)))
    return;   /* nothing new, or the text of a value that a button has set */
  self->typed = (gint) index;
  take (self, index, value);
}

/* The buttons − and + go to the next divisor, as the arrow keys do. */
static void
on_value_changed (GtkSpinButton *spin, TlSplitFactorRow *self)
{
  guint  index = index_of (self, spin);
  gint64 value = (gint64) gtk_adjustment_get_value (gtk_spin_button_get_adjustment (spin)), by = value - self->factors.values[index];

  if (!self->is_filling && by != 0)
    take (self, index, ABS (by) == 1 ? tl_split_factors_next (&self->factors, index, (int) by) : value);
}

/* --- the active factor --- */

static void
mark_active (TlSplitFactorRow *self)
{
  for (guint i = 0; i < TL_SPLIT_MAX_FACTORS; i++)
    if (i == self->active && self->is_current)
      gtk_widget_add_css_class (self->spins[i], "active-factor");
    else
      gtk_widget_remove_css_class (self->spins[i], "active-factor");
}

static void
on_focus_enter (GtkEventController *focus, TlSplitFactorRow *self)
{
  self->active = index_of (self, gtk_event_controller_get_widget (focus));
  mark_active (self);
  g_signal_emit (self, signals[ACTIVE_CHANGED], 0);
}

static void
on_focus_leave (TlSplitFactorRow *self)
{
  self->typed = -1;
  set_problem (self, NULL);
  fill (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

void
tl_split_factor_row_set_active (TlSplitFactorRow *self, guint index, gboolean focus)
{
  self->active = MIN (index, self->factors.n - 1);
  mark_active (self);
  if (focus && !gtk_widget_has_focus (self->spins[self->active]))
    gtk_widget_grab_focus (self->spins[self->active]);
}

guint
tl_split_factor_row_active (TlSplitFactorRow *self)
{
  return self->active;
}

/* --- more and fewer factors --- */

static void
after_key (TlSplitFactorRow *self)
{
  self->typed = -1;
  set_problem (self, NULL);
  self->active = MIN (self->active, self->factors.n - 1);
  g_signal_emit (self, signals[CHANGED], 0);
  tl_split_factor_row_set_active (self, self->active, TRUE);
}

static void
add_factor (TlSplitFactorRow *self)
{
  if (!gtk_widget_get_visible (self->add) || !tl_split_factors_add (&self->factors, self->active))
    return;
  self->active++;
  after_key (self);
}

static void
drop_factor (TlSplitFactorRow *self)
{
  if (gtk_widget_get_visible (self->drop) && tl_split_factors_remove (&self->factors, self->active))
    after_key (self);
}

gboolean
tl_split_factor_row_key (TlSplitFactorRow *self, guint keyval)
{
  switch (keyval)
    {
    case GDK_KEY_plus:
    case GDK_KEY_KP_Add:
      add_factor (self);
      return TRUE;
    case GDK_KEY_minus:
    case GDK_KEY_KP_Subtract:
      drop_factor (self);
      return TRUE;
    case GDK_KEY_asterisk:
    case GDK_KEY_KP_Multiply:
      tl_split_factors_infer (&self->factors, self->active);
      after_key (self);
      return TRUE;
    case GDK_KEY_Up:
    case GDK_KEY_Down:
      tl_split_factors_set (&self->factors, self->active,
                            tl_split_factors_next (&self->factors, self->active, keyval == GDK_KEY_Up ? 1 : -1));
      after_key (self);
      return TRUE;
    default:
      return FALSE;
    }
}

/* --- showing --- */

void
tl_split_factor_row_show (TlSplitFactorRow *self, const TlSplitPlan *plan, guint axis, const TlModule *module, gboolean may_add,
                          gboolean is_current)
{
  g_autofree char *whole = g_strdup_printf ("×%" G_GINT64_FORMAT " →", plan->axes[axis].factors.extent);

  self->factors = plan->axes[axis].factors;
  self->active = MIN (self->active, self->factors.n - 1);
  self->is_current = is_current;
  gtk_label_set_text (GTK_LABEL (self->whole), whole);
  for (guint i = 0; i < TL_SPLIT_MAX_FACTORS; i++)
    {
      g_autofree char *name = tl_split_plan_part_name (plan, module, axis, i), *title = g_strdup_printf (_("Factor %s"), name);

      gtk_widget_set_visible (self->names[i], i < self->factors.n);
      gtk_widget_set_visible (self->spins[i], i < self->factors.n);
      gtk_label_set_text (GTK_LABEL (self->names[i]), name);
      gtk_accessible_update_property (GTK_ACCESSIBLE (self->spins[i]), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
    }
  gtk_widget_set_visible (self->add, may_add);
  gtk_widget_set_visible (self->drop, may_add && self->factors.n > 2);
  mark_active (self);
  fill (self);
}

const TlSplitFactors *
tl_split_factor_row_factors (TlSplitFactorRow *self)
{
  return &self->factors;
}

const char *
tl_split_factor_row_problem (TlSplitFactorRow *self)
{
  return self->problem;
}

/* --- object --- */

static void
tl_split_factor_row_dispose (GObject *object)
{
  TlSplitFactorRow *self = TL_SPLIT_FACTOR_ROW (object);

  self->is_filling = TRUE;
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->problem, g_free);
  G_OBJECT_CLASS (tl_split_factor_row_parent_class)->dispose (object);
}

static void
tl_split_factor_row_class_init (TlSplitFactorRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tl_split_factor_row_dispose;
  signals[CHANGED] = g_signal_new ("changed", TL_TYPE_SPLIT_FACTOR_ROW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[ACTIVE_CHANGED] = g_signal_new ("active-changed", TL_TYPE_SPLIT_FACTOR_ROW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                          G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (widget_class, "splitfactors");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static GtkWidget *
make_spin (TlSplitFactorRow *self)
{
  GtkWidget          *spin = gtk_spin_button_new_with_range (1, 2, 1);
  GtkEventController *focus = gtk_event_controller_focus_new ();

  gtk_spin_button_set_numeric (GTK_SPIN_BUTTON (spin), FALSE);   /* for the star */
  gtk_editable_set_width_chars (GTK_EDITABLE (spin), DIGITS);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (spin), DIGITS);
  g_signal_connect (spin, "output", G_CALLBACK (on_output), self);
  g_signal_connect (spin, "input", G_CALLBACK (on_input), NULL);
  g_signal_connect (spin, "changed", G_CALLBACK (on_typed), self);
  g_signal_connect (spin, "value-changed", G_CALLBACK (on_value_changed), self);
  g_signal_connect (focus, "enter", G_CALLBACK (on_focus_enter), self);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (on_focus_leave), self);
  gtk_widget_add_controller (spin, focus);
  return spin;
}

static GtkWidget *
make_button (TlSplitFactorRow *self, const char *icon, const char *title, const char *tip, GCallback callback)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_button_set_has_frame (GTK_BUTTON (button), FALSE);
  tl_widget_set_tooltip (button, tip);
  gtk_widget_set_focus_on_click (button, FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  g_signal_connect_swapped (button, "clicked", callback, self);
  gtk_box_append (GTK_BOX (self->box), button);
  return button;
}

static void
tl_split_factor_row_init (TlSplitFactorRow *self)
{
  self->typed = -1;
  self->factors = tl_split_factors_new (1, 1);
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  self->whole = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->whole, "monospace-bold");
  gtk_box_append (GTK_BOX (self->box), self->whole);
  for (guint i = 0; i < TL_SPLIT_MAX_FACTORS; i++)
    {
      self->names[i] = gtk_label_new (NULL);
      gtk_widget_add_css_class (self->names[i], "monospace-bold");
      self->spins[i] = make_spin (self);
      gtk_box_append (GTK_BOX (self->box), self->names[i]);
      gtk_box_append (GTK_BOX (self->box), self->spins[i]);
    }
  self->add = make_button (self, "list-add-symbolic", _("Add Factor"), _("One more factor, inside of the present one (+)"),
                           G_CALLBACK (add_factor));
  self->drop = make_button (self, "list-remove-symbolic", _("Remove Factor"), _("Remove the present factor (−)"),
                            G_CALLBACK (drop_factor));
}

GtkWidget *
tl_split_factor_row_new (void)
{
  return g_object_new (TL_TYPE_SPLIT_FACTOR_ROW, NULL);
}
