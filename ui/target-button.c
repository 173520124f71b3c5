/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/target-button.h"

#include "core/base/extremum.h"
#include "core/base/i18n.h"
#include "core/session/target-choice.h"
#include "ui/target-list.h"
#include "ui/widgets/tip.h"

#define WIDTH_CHARS  52
#define MOST_THREADS 256   /* of other CPUs */

/* Lives as long as the button. */
typedef struct
{
  TlSession *session;
  GtkWidget *button;
  GtkWidget *label;      /* of the button */
  GtkWidget *list;       /* TlTargetList */
  GtkWidget *threads;    /* GtkSpinButton, for CPUs … */
  GtkWidget *threads_label;
  GtkWidget *text;       /* GtkEntry of the target as text … */
  GtkWidget *problem;    /* … and the reason where it is none */
  GtkWidget *facts;
  GtkWidget *place;      /* where its programs run, or why not here */
  gboolean   is_filling; /* the widgets follow the session, not a person */
} TargetChoice;

static void
show_problem (TargetChoice *choice, const char *problem)
{
  gtk_label_set_text (GTK_LABEL (choice->problem), problem != NULL ? problem : "");
  gtk_widget_set_visible (choice->problem, problem != NULL);
  if (problem != NULL)
    gtk_widget_add_css_class (choice->text, "error");
  else
    gtk_widget_remove_css_class (choice->text, "error");
}

/* The tooltip says what the popover says, and would cover it. */
static void
on_popover (TargetChoice *choice)
{
  GtkPopover *popover = gtk_menu_button_get_popover (GTK_MENU_BUTTON (choice->button));
  gboolean    is_open = gtk_widget_get_visible (GTK_WIDGET (popover));

  gtk_widget_set_has_tooltip (choice->button, !is_open);
  if (!is_open)
    return;
  tl_session_find_devices (choice->session);
  tl_target_list_reset (TL_TARGET_LIST (choice->list));
}

/* A measurement's place is a fact, its obstacle a warning where it is another CPU's; GPUs without a device have other uses. */
static void
show_place (TargetChoice *choice, const TlTarget *target)
{
  const GPtrArray *devices = tl_session_devices (choice->session);
  g_autofree char *obstacle = tl_target_obstacle (target, devices), *device = tl_target_device_text (target, devices);
  gboolean         is_warning = obstacle != NULL && !tl_target_has_kernels (target);

  gtk_label_set_text (GTK_LABEL (choice->place), obstacle != NULL ? obstacle : device != NULL ? device : "");
  gtk_widget_set_visible (choice->place, obstacle != NULL || device != NULL);
  gtk_widget_remove_css_class (choice->place, is_warning ? "dim-label" : "warning");
  gtk_widget_add_css_class (choice->place, is_warning ? "warning" : "dim-label");
}

static void
show_facts (TargetChoice *choice)
{
  TlTarget         target = tl_session_target (choice->session);
  g_autofree char *text = tl_target_short_text (&target), *facts = tl_target_describe (&target);
  g_autofree char *tip = g_strdup_printf (_("Target: %s"), facts);

  gtk_label_set_text (GTK_LABEL (choice->label), text);
  tl_widget_set_tooltip (choice->button, tip);
  gtk_widget_set_has_tooltip (choice->button,
                              !gtk_widget_get_visible (GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (choice->button)))));
  gtk_label_set_text (GTK_LABEL (choice->facts), facts);
  show_place (choice, &target);
}

static void
on_target (TargetChoice *choice)
{
  TlTarget         target = tl_session_target (choice->session);
  g_autofree char *text = tl_target_to_text (&target);

  choice->is_filling = TRUE;
  if (!tl_target_has_kernels (&target))
    gtk_spin_button_set_value (GTK_SPIN_BUTTON (choice->threads), target.num_cores);
  gtk_editable_set_text (GTK_EDITABLE (choice->text), text);
  choice->is_filling = FALSE;
  show_problem (choice, NULL);
  gtk_widget_set_visible (choice->threads, !tl_target_has_kernels (&target));
  gtk_widget_set_visible (choice->threads_label, !tl_target_has_kernels (&target));
  show_facts (choice);
}

/* --- choosing --- */

static guint
n_threads (TargetChoice *choice)
{
  return (guint) gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (choice->threads));
}

static void
on_threads (TargetChoice *choice)
{
  TlTarget target = tl_session_target (choice->session);

  if (choice->is_filling || tl_target_has_kernels (&target))
    return;
  target.num_cores = n_threads (choice);
  tl_session_set_target (choice->session, &target);
}

static void
on_chosen (TargetChoice *choice, const TlTargetChoice *chosen)
{
  TlTarget target = chosen->target;

  if (!tl_target_has_kernels (&target))
    target.num_cores = n_threads (choice);
  tl_session_set_target (choice->session, &target);
}

static void
on_text (TargetChoice *choice)
{
  g_autoptr (GError) error = NULL;
  TlTarget           target;

  if (!tl_target_parse (gtk_editable_get_text (GTK_EDITABLE (choice->text)), &target, &error))
    {
      show_problem (choice, error->message);
      return;
    }
  show_problem (choice, NULL);
  tl_session_set_target (choice->session, &target);
}

static void
on_text_changed (TargetChoice *choice)
{
  show_problem (choice, NULL);
}

/* --- widgets --- */

static GtkWidget *
caption (const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_width_chars (GTK_LABEL (label), WIDTH_CHARS);
  gtk_label_set_max_width_chars (GTK_LABEL (label), WIDTH_CHARS);
  gtk_widget_add_css_class (label, "caption");
  gtk_widget_add_css_class (label, css_class);
  return label;
}

static GtkWidget *
add_row (GtkWidget *grid, int row, const char *title, GtkWidget *widget)
{
  GtkWidget *label = gtk_label_new (title);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_hexpand (widget, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_grid_attach (GTK_GRID (grid), label, 0, row, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), widget, 1, row, 1, 1);
  return label;
}

static GtkWidget *
make_grid (TargetChoice *choice)
{
  GtkWidget *grid = gtk_grid_new ();

  choice->threads = gtk_spin_button_new_with_range (1, tl_max (tl_target_max_threads (), MOST_THREADS), 1);
  choice->text = gtk_entry_new ();
  gtk_widget_add_css_class (choice->text, "monospace");
  tl_widget_set_tooltip (choice->text, _("A target as TVM writes it; Return applies it"));
  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  choice->threads_label = add_row (grid, 0, _("Threads"), choice->threads);
  add_row (grid, 1, _("As text"), choice->text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (choice->text), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Target as text"), -1);
  return grid;
}

static void
connect_widgets (TargetChoice *choice)
{
  g_signal_connect_swapped (choice->list, "chosen", G_CALLBACK (on_chosen), choice);
  g_signal_connect_swapped (choice->threads, "value-changed", G_CALLBACK (on_threads), choice);
  g_signal_connect_swapped (choice->text, "activate", G_CALLBACK (on_text), choice);
  g_signal_connect_swapped (choice->text, "changed", G_CALLBACK (on_text_changed), choice);
}

static GtkWidget *
make_popover (TargetChoice *choice)
{
  GtkWidget *popover = gtk_popover_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), *title = gtk_label_new (_("Target"));

  choice->list = tl_target_list_new (choice->session);
  choice->problem = caption ("error");
  choice->facts = caption ("dim-label");
  choice->place = caption ("dim-label");
  gtk_widget_add_css_class (title, "heading");
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), choice->list);
  gtk_box_append (GTK_BOX (box), make_grid (choice));
  gtk_box_append (GTK_BOX (box), choice->problem);
  gtk_box_append (GTK_BOX (box), choice->facts);
  gtk_box_append (GTK_BOX (box), choice->place);
  gtk_widget_add_css_class (box, "target-choice");
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  gtk_popover_set_position (GTK_POPOVER (popover), GTK_POS_TOP);
  connect_widgets (choice);
  return popover;
}

static void
choice_free (gpointer data, GObject *button)
{
  TargetChoice *choice = data;

  g_signal_handlers_disconnect_by_data (choice->session, choice);
  g_object_unref (choice->session);
  g_free (choice);
}

GtkWidget *
tl_target_button_new (TlSession *session)
{
  TargetChoice *choice = g_new0 (TargetChoice, 1);

  choice->session = g_object_ref (session);
  choice->button = gtk_menu_button_new ();
  choice->label = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (choice->label), PANGO_ELLIPSIZE_END);
  gtk_menu_button_set_child (GTK_MENU_BUTTON (choice->button), choice->label);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (choice->button), make_popover (choice));
  gtk_menu_button_set_direction (GTK_MENU_BUTTON (choice->button), GTK_ARROW_UP);
  gtk_widget_add_css_class (choice->button, "flat");
  gtk_widget_add_css_class (choice->button, "target-button");
  gtk_accessible_update_property (GTK_ACCESSIBLE (choice->button), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Target"), -1);
  g_signal_connect_swapped (session, "notify::target", G_CALLBACK (on_target), choice);
  g_signal_connect_swapped (session, "notify::devices", G_CALLBACK (show_facts), choice);
  g_signal_connect_swapped (gtk_menu_button_get_popover (GTK_MENU_BUTTON (choice->button)), "notify::visible", G_CALLBACK (on_popover),
                            choice);
  g_object_weak_ref (G_OBJECT (choice->button), choice_free, choice);
  on_target (choice);
  return choice->button;
}
