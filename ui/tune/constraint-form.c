/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/tune/constraint-form.h"

#include "core/base/i18n.h"

struct _TlConstraintForm
{
  GtkWidget parent_instance;

  /* Owned */
  GPtrArray    *decisions;     /* TlSpaceDecision; NULL: not known yet */
  GCancellable *cancellable;

  /* Template widgets */
  GtkStack    *stack;
  GtkLabel    *problem;
  GtkDropDown *decision;
  GtkLabel    *title;
  GtkFlowBox  *values;
  GtkWidget   *pin;
  GtkWidget   *forbid;
};

G_DEFINE_FINAL_TYPE (TlConstraintForm, tl_constraint_form, GTK_TYPE_WIDGET)

enum { CONSTRAIN, N_SIGNALS };
static guint signals[N_SIGNALS];

static const TlSpaceDecision *
chosen (TlConstraintForm *form)
{
  guint selected = gtk_drop_down_get_selected (form->decision);

  return form->decisions != NULL && selected < form->decisions->len ? form->decisions->pdata[selected] : NULL;
}

/* "8,16" of the values that are chosen; free with g_free. */
static char *
chosen_values (TlConstraintForm *form)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (gint i = 0; gtk_flow_box_get_child_at_index (form->values, i) != NULL; i++)
    {
      GtkWidget *button = gtk_flow_box_child_get_child (gtk_flow_box_get_child_at_index (form->values, i));

      if (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (button)))
        g_string_append_printf (text, "%s%s", text->len > 0 ? "," : "", gtk_button_get_label (GTK_BUTTON (button)));
    }
  return g_strdup (text->str);
}

static void
on_value_toggled (GtkToggleButton *button, TlConstraintForm *form)
{
  g_autofree char *values = chosen_values (form);

  gtk_widget_set_sensitive (form->pin, values[0] != '\0');
  gtk_widget_set_sensitive (form->forbid, values[0] != '\0');
}

static void
add_value (TlConstraintForm *form, const char *value)
{
  GtkWidget *button = gtk_toggle_button_new_with_label (value);

  g_signal_connect (button, "toggled", G_CALLBACK (on_value_toggled), form);
  gtk_flow_box_append (form->values, button);
  gtk_widget_set_focusable (gtk_widget_get_parent (button), FALSE);   /* the button has the focus */
}

static void
on_decision_selected (GtkDropDown *drop_down, GParamSpec *property, TlConstraintForm *form)
{
  const TlSpaceDecision *decision = chosen (form);
  GtkFlowBoxChild       *child;

  while ((child = gtk_flow_box_get_child_at_index (form->values, 0)) != NULL)
    gtk_flow_box_remove (form->values, GTK_WIDGET (child));
  gtk_label_set_label (form->title, decision != NULL ? decision->title : "");
  for (guint i = 0; decision != NULL && i < decision->values->len; i++)
    add_value (form, decision->values->pdata[i]);
  on_value_toggled (NULL, form);
}

static void
constrain (TlConstraintForm *form, const char *word)
{
  const TlSpaceDecision *decision = chosen (form);
  g_autofree char       *values = chosen_values (form), *line = NULL;

  if (decision == NULL || values[0] == '\0')
    return;
  line = g_strdup_printf ("%s %s=%s", word, decision->key, values);
  g_signal_emit (form, signals[CONSTRAIN], 0, line);
}

static void
on_pin (GtkButton *button, TlConstraintForm *form)
{
  constrain (form, "pin");
}

static void
on_forbid (GtkButton *button, TlConstraintForm *form)
{
  constrain (form, "forbid");
}

/* --- the decisions --- */

static void
take_decisions (TlConstraintForm *form, GPtrArray *decisions)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  g_clear_pointer (&form->decisions, g_ptr_array_unref);
  form->decisions = decisions;
  for (guint i = 0; i < decisions->len; i++)
    gtk_string_list_append (names, ((const TlSpaceDecision *) decisions->pdata[i])->key);
  gtk_drop_down_set_model (form->decision, G_LIST_MODEL (names));
  on_decision_selected (form->decision, NULL, form);
  if (decisions->len == 0)
    gtk_label_set_label (form->problem, _("Nothing is sampled in this design space"));
  gtk_stack_set_visible_child_name (form->stack, decisions->len > 0 ? "form" : "problem");
}

static void
on_listed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TlConstraintForm  *form = user_data;
  g_autoptr (GError) error = NULL;
  GPtrArray         *decisions = tl_session_list_decisions_finish (TL_SESSION (source), result, &error);

  if (g_task_get_cancellable (G_TASK (result)) != form->cancellable)
    g_clear_pointer (&decisions, g_ptr_array_unref);
  else if (decisions != NULL)
    take_decisions (form, decisions);
  else
    {
      gtk_label_set_label (form->problem, error->message);
      gtk_stack_set_visible_child_name (form->stack, "problem");
    }
  g_object_unref (form);
}

void
tl_constraint_form_load (TlConstraintForm *form, TlSession *session, const TlTuneConfig *config)
{
  g_return_if_fail (TL_IS_CONSTRAINT_FORM (form));

  if (form->cancellable != NULL)
    g_cancellable_cancel (form->cancellable);
  g_clear_object (&form->cancellable);
  form->cancellable = g_cancellable_new ();
  gtk_stack_set_visible_child_name (form->stack, "wait");
  tl_session_list_decisions_async (session, config, form->cancellable, on_listed, g_object_ref (form));
}

/* --- class --- */

static void
tl_constraint_form_dispose (GObject *object)
{
  TlConstraintForm *form = TL_CONSTRAINT_FORM (object);

  if (form->cancellable != NULL)
    g_cancellable_cancel (form->cancellable);
  g_clear_object (&form->cancellable);
  g_clear_pointer (&form->decisions, g_ptr_array_unref);
  if (form->stack != NULL)
    gtk_widget_unparent (GTK_WIDGET (form->stack));
  form->stack = NULL;
  G_OBJECT_CLASS (tl_constraint_form_parent_class)->dispose (object);
}

static void
tl_constraint_form_class_init (TlConstraintFormClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = tl_constraint_form_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/tileloom/Tileloom/ui/constraint-form.ui");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_bind_template_child (widget_class, TlConstraintForm, stack);
  gtk_widget_class_bind_template_child (widget_class, TlConstraintForm, problem);
  gtk_widget_class_bind_template_child (widget_class, TlConstraintForm, decision);
  gtk_widget_class_bind_template_child (widget_class, TlConstraintForm, title);
  gtk_widget_class_bind_template_child (widget_class, TlConstraintForm, values);
  gtk_widget_class_bind_template_child (widget_class, TlConstraintForm, pin);
  gtk_widget_class_bind_template_child (widget_class, TlConstraintForm, forbid);
  gtk_widget_class_bind_template_callback (widget_class, on_decision_selected);
  gtk_widget_class_bind_template_callback (widget_class, on_pin);
  gtk_widget_class_bind_template_callback (widget_class, on_forbid);
  signals[CONSTRAIN] = g_signal_new ("constrain", TL_TYPE_CONSTRAINT_FORM, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                     G_TYPE_STRING);
}

static void
tl_constraint_form_init (TlConstraintForm *form)
{
  gtk_widget_init_template (GTK_WIDGET (form));
}
