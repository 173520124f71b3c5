/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/tune/trial-flap.h"

#include "ui/widgets/scale-bin.h"

#include <adwaita.h>

#define WIDE_PX 1260   /* the page of a window of 1280 */

struct _TlTrialFlap
{
  GtkWidget         parent_instance;
  TlTrialSelection *selection;   /* owned; NULL: not set */
};

G_DEFINE_FINAL_TYPE (TlTrialFlap, tl_trial_flap, GTK_TYPE_WIDGET)

static AdwFlap *
flap_of (TlTrialFlap *self)
{
  return ADW_FLAP (gtk_widget_get_first_child (GTK_WIDGET (self)));
}

static void
on_picked (TlTrialFlap *self)
{
  adw_flap_set_reveal_flap (flap_of (self), tl_trial_selection_picked (self->selection) >= 0);
}

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType modifiers, TlTrialFlap *self)
{
  if (key != GDK_KEY_Escape || self->selection == NULL || tl_trial_selection_picked (self->selection) < 0)
    return FALSE;
  tl_trial_selection_pick (self->selection, -1);
  return TRUE;
}

static gboolean
fold_soon (gpointer user_data)
{
  TlTrialFlap *self = user_data;

  if (gtk_widget_get_first_child (GTK_WIDGET (self)) != NULL)
    adw_flap_set_fold_policy (flap_of (self), tl_is_narrower (GTK_WIDGET (self), gtk_widget_get_width (GTK_WIDGET (self)), WIDE_PX)
                                              ? ADW_FLAP_FOLD_POLICY_ALWAYS : ADW_FLAP_FOLD_POLICY_NEVER);
  return G_SOURCE_REMOVE;
}

/* Sizes must not change during layout. */
static void
tl_trial_flap_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  AdwFlap *flap = flap_of (TL_TRIAL_FLAP (widget));

  gtk_widget_size_allocate (GTK_WIDGET (flap), &(GtkAllocation) { 0, 0, width, height }, baseline);
  if ((adw_flap_get_fold_policy (flap) == ADW_FLAP_FOLD_POLICY_ALWAYS) != tl_is_narrower (widget, width, WIDE_PX))
    g_idle_add_full (G_PRIORITY_HIGH_IDLE, fold_soon, g_object_ref (widget), g_object_unref);
}

static void
tl_trial_flap_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                       int *natural_baseline)
{
  gtk_widget_measure (GTK_WIDGET (flap_of (TL_TRIAL_FLAP (widget))), orientation, for_size, minimum, natural, minimum_baseline,
                      natural_baseline);
}

static GtkSizeRequestMode
tl_trial_flap_get_request_mode (GtkWidget *widget)
{
  return gtk_widget_get_request_mode (GTK_WIDGET (flap_of (TL_TRIAL_FLAP (widget))));
}

void
tl_trial_flap_set_selection (TlTrialFlap *self, TlTrialSelection *selection)
{
  g_return_if_fail (TL_IS_TRIAL_FLAP (self) && self->selection == NULL);

  self->selection = g_object_ref (selection);
  g_signal_connect_object (selection, "changed", G_CALLBACK (on_picked), self, G_CONNECT_SWAPPED);
}

static void
tl_trial_flap_dispose (GObject *object)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (object));

  g_clear_pointer (&child, gtk_widget_unparent);
  g_clear_object (&TL_TRIAL_FLAP (object)->selection);
  G_OBJECT_CLASS (tl_trial_flap_parent_class)->dispose (object);
}

static void
tl_trial_flap_class_init (TlTrialFlapClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = tl_trial_flap_dispose;
  widget_class->size_allocate = tl_trial_flap_size_allocate;
  widget_class->measure = tl_trial_flap_measure;
  widget_class->get_request_mode = tl_trial_flap_get_request_mode;
}

static void
tl_trial_flap_init (TlTrialFlap *self)
{
  GtkEventController *key = gtk_event_controller_key_new ();

  g_signal_connect (key, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), key);
}
