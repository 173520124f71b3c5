/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/canvas/advice-view.h"

#include "core/base/i18n.h"
#include "core/session/steps/advisor.h"
#include "ui/widgets/tip.h"

#define TEXT_LINES 2

struct _TlAdviceView
{
  GtkWidget     parent_instance;
  TlEditor     *editor;
  TlAdvisor    *advisor;
  guint         shown;       /* index of the advice */
  gboolean      is_setting;  /* the button follows the session's preview */
  /* Children */
  GtkWidget    *text;
  GtkWidget    *preview;     /* GtkToggleButton */
  GtkWidget    *apply;
  GtkWidget    *next;
};

G_DEFINE_FINAL_TYPE (TlAdviceView, tl_advice_view, GTK_TYPE_WIDGET)

static TlSession *
session_of (TlAdviceView *self)
{
  return tl_editor_session (self->editor);
}

/* NULL: there is none. */
static TlAdvice *
shown_advice (TlAdviceView *self)
{
  GPtrArray *items = tl_advisor_items (self->advisor);

  return items != NULL && self->shown < items->len ? g_ptr_array_index (items, self->shown) : NULL;
}

/* --- what is shown --- */

static void
show_next (TlAdviceView *self, guint n)
{
  g_autofree char *label = g_strdup_printf (_("%u of %u"), self->shown + 1, n);
  g_autofree char *name = g_strdup_printf (_("Advice %u of %u, show the next"), self->shown + 1, n);

  gtk_button_set_label (GTK_BUTTON (self->next), label);
  gtk_widget_set_visible (self->next, n > 1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->next), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
show (TlAdviceView *self)
{
  TlAdvice        *advice = shown_advice (self);
  g_autofree char *text = advice != NULL ? tl_advice_text (advice) : NULL, *markup = NULL, *tip = NULL;
  gboolean         has_step = advice != NULL && advice->suggestion != NULL;

  gtk_widget_set_visible (GTK_WIDGET (self), advice != NULL);
  gtk_widget_set_visible (self->preview, has_step);
  gtk_widget_set_visible (self->apply, has_step);
  if (advice == NULL)
    return;
  /* The sentence above says what bounds the traffic. */
  markup = g_markup_printf_escaped ("%s%s<b>%s</b>", advice->kind != TL_ADVICE_TRAFFIC ? advice->limit : "",
                                    advice->kind != TL_ADVICE_TRAFFIC ? " " : "", advice->action);
  tip = has_step ? g_strdup_printf ("%s\n%s", text, advice->suggestion->steps) : g_strdup (text);
  gtk_label_set_markup (GTK_LABEL (self->text), markup);
  tl_widget_set_tooltip (self->text, tip);
  if (has_step)
    {
      g_autofree char *preview = g_strdup_printf (_("Preview: %s"), advice->suggestion->sentence);
      g_autofree char *apply = g_strdup_printf (_("Apply: %s"), advice->suggestion->sentence);

      gtk_accessible_update_property (GTK_ACCESSIBLE (self->preview), GTK_ACCESSIBLE_PROPERTY_LABEL, preview, -1);
      gtk_accessible_update_property (GTK_ACCESSIBLE (self->apply), GTK_ACCESSIBLE_PROPERTY_LABEL, apply, -1);
    }
  show_next (self, tl_advisor_items (self->advisor)->len);
}

static void
on_advice (TlAdviceView *self)
{
  self->shown = 0;
  show (self);
}

static void
on_next (TlAdviceView *self)
{
  GPtrArray *items = tl_advisor_items (self->advisor);

  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->preview), FALSE);
  if (items != NULL && items->len > 0)
    self->shown = (self->shown + 1) % items->len;
  show (self);
}

/* --- the step --- */

static gboolean
is_current (TlAdviceView *self)
{
  TlVariant *variant = tl_session_current (session_of (self));

  return variant != NULL && tl_advisor_start (self->advisor) == tl_variant_state (variant);
}

static void
on_preview (TlAdviceView *self)
{
  TlAdvice *advice = shown_advice (self);
  gboolean  is_active = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->preview));

  if (self->is_setting || advice == NULL || advice->suggestion == NULL || !is_current (self))
    return;
  tl_session_set_preview (session_of (self), is_active ? advice->suggestion->state : NULL, is_active ? advice->suggestion->sentence : NULL);
}

static void
on_preview_changed (TlAdviceView *self)
{
  TlAdvice *advice = shown_advice (self);
  TlState  *previewed = tl_session_preview (session_of (self));

  self->is_setting = TRUE;
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->preview),
                                advice != NULL && advice->suggestion != NULL && previewed == advice->suggestion->state);
  self->is_setting = FALSE;
}

static void
on_apply (TlAdviceView *self)
{
  TlAdvice               *advice = shown_advice (self);
  g_autoptr (TlSuggestion) suggestion = advice != NULL && advice->suggestion != NULL ? tl_suggestion_ref (advice->suggestion) : NULL;
  g_autoptr (TlState)      start = suggestion != NULL ? tl_state_ref (tl_advisor_start (self->advisor)) : NULL;

  if (suggestion != NULL)
    tl_editor_take_suggestion (self->editor, start, suggestion);
}

/* --- object --- */

static void
on_parent_map (TlAdviceView *self)
{
  tl_advisor_begin (self->advisor);
}

static void
on_parent_unmap (TlAdviceView *self)
{
  tl_advisor_end (self->advisor);
}

static GtkWidget *
small_button (GtkWidget *button, GtkWidget *parent)
{
  gtk_widget_add_css_class (button, "small");
  gtk_widget_set_valign (button, GTK_ALIGN_START);
  gtk_widget_set_parent (button, parent);
  return button;
}

static void
tl_advice_view_dispose (GObject *object)
{
  TlAdviceView *self = TL_ADVICE_VIEW (object);
  GtkWidget    *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  if (self->advisor != NULL)
    g_signal_handlers_disconnect_by_data (self->advisor, self);
  g_clear_object (&self->advisor);
  g_clear_object (&self->editor);
  G_OBJECT_CLASS (tl_advice_view_parent_class)->dispose (object);
}

static void
tl_advice_view_class_init (TlAdviceViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tl_advice_view_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "adviceview");
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
tl_advice_view_init (TlAdviceView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (gtk_widget_get_layout_manager (widget)), 6);
  self->text = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->text), 0);
  gtk_label_set_wrap (GTK_LABEL (self->text), TRUE);
  gtk_label_set_lines (GTK_LABEL (self->text), TEXT_LINES);
  gtk_label_set_ellipsize (GTK_LABEL (self->text), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (self->text, TRUE);
  gtk_widget_add_css_class (self->text, "numeric");
  gtk_widget_set_parent (self->text, widget);
  self->next = small_button (gtk_button_new (), widget);
  gtk_widget_add_css_class (self->next, "flat");
  tl_widget_set_tooltip (self->next, _("Next Advice"));
  self->preview = small_button (gtk_toggle_button_new_with_label (_("Preview")), widget);
  self->apply = small_button (gtk_button_new_with_label (_("Apply")), widget);
  g_signal_connect_swapped (self->next, "clicked", G_CALLBACK (on_next), self);
  g_signal_connect_swapped (self->preview, "toggled", G_CALLBACK (on_preview), self);
  g_signal_connect_swapped (self->apply, "clicked", G_CALLBACK (on_apply), self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Advice"), -1);
  gtk_widget_set_visible (widget, FALSE);
}

GtkWidget *
tl_advice_view_new (TlEditor *editor, GtkWidget *parent)
{
  TlAdviceView *self = g_object_new (TL_TYPE_ADVICE_VIEW, NULL);

  self->editor = g_object_ref (editor);
  self->advisor = g_object_ref (tl_editor_advisor (editor));
  g_signal_connect_object (self->advisor, "changed", G_CALLBACK (on_advice), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (tl_editor_session (editor), "preview-changed", G_CALLBACK (on_preview_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (parent, "map", G_CALLBACK (on_parent_map), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (parent, "unmap", G_CALLBACK (on_parent_unmap), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (parent), GTK_WIDGET (self));
  return GTK_WIDGET (self);
}
