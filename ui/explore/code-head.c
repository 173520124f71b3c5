/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/code-head.h"

#include "core/base/i18n.h"
#include "ui/widgets/tip.h"

#define ROOM_BESIDE_TABS 150   /* for the places, which become shorter before that */
#define LEAST_SUBJECT    60    /* narrower, it says nothing */

struct _TlCodeHead
{
  GtkWidget  parent_instance;
  GtkStack  *stack;       /* borrowed: of the same pane */
  GtkWidget *tabs;        /* GtkStackSwitcher, or … */
  GtkWidget *list;        /* … GtkDropDown; the other one is not drawn */
  GPtrArray *names;       /* char *, of the views in the list */
  gboolean   is_updating; /* the list */
  GtkWidget *copy;        /* button, drawn where there is room, with … */
  GtkWidget *subject;     /* … the label */
  GtkWidget *tools;       /* the rest */
  GtkWidget *places;
  GtkWidget *next;
  GtkWidget *linked;
  GtkWidget *split;
  GtkWidget *close;
};

G_DEFINE_FINAL_TYPE (TlCodeHead, tl_code_head, GTK_TYPE_WIDGET)

enum { PROP_0, PROP_LINKED, N_PROPS };
static GParamSpec *props[N_PROPS];

enum { NEXT_PLACE, SPLIT, CLOSE, COPY_COMMAND, N_SIGNALS };
static const char *const signal_names[N_SIGNALS] = { "next-place", "split", "close", "copy-command" };

/* --- views --- */

static void
on_view (TlCodeHead *self)
{
  const char *name = gtk_stack_get_visible_child_name (self->stack);
  guint       index = GTK_INVALID_LIST_POSITION;

  for (guint i = 0; i < self->names->len; i++)
    if (g_strcmp0 (g_ptr_array_index (self->names, i), name) == 0)
      index = i;
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->list), index);
}

static void
on_chosen (TlCodeHead *self)
{
  guint index = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->list));

  if (!self->is_updating && index < self->names->len)
    gtk_stack_set_visible_child_name (self->stack, g_ptr_array_index (self->names, index));
}

void
tl_code_head_update_views (TlCodeHead *self)
{
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  gtk_stack_switcher_set_stack (GTK_STACK_SWITCHER (self->tabs), self->stack);
  self->is_updating = TRUE;
  g_ptr_array_set_size (self->names, 0);
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->stack)); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkStackPage *page = gtk_stack_get_page (self->stack, child);
      const char   *title = gtk_stack_page_get_title (page);

      if (title == NULL || !gtk_stack_page_get_visible (page))
        continue;
      gtk_string_list_append (titles, title);
      g_ptr_array_add (self->names, g_strdup (gtk_stack_page_get_name (page)));
    }
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->list), G_LIST_MODEL (titles));
  on_view (self);
  self->is_updating = FALSE;
}

/* --- the rest --- */

void
tl_code_head_set_can_split (TlCodeHead *self, gboolean can_split)
{
  gtk_widget_set_visible (self->split, can_split);
  gtk_widget_set_visible (self->close, !can_split);
}

void
tl_code_head_set_subject (TlCodeHead *self, const char *subject, const char *command)
{
  g_autofree char *tooltip = command != NULL ? g_strdup_printf (_("Copy the Command\n%s"), command) : NULL;
  g_autofree char *spoken = command != NULL ? g_strdup_printf (_("Copy the Command: %s"), command) : g_strdup (subject);

  gtk_label_set_text (GTK_LABEL (self->subject), subject);
  tl_widget_set_tooltip (self->copy, tooltip);
  gtk_widget_set_sensitive (self->copy, command != NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->copy), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
}

void
tl_code_head_set_places (TlCodeHead *self, const char *places, gboolean has_next)
{
  gtk_label_set_text (GTK_LABEL (self->places), places);
  tl_widget_set_tooltip (self->places, *places != '\0' ? places : NULL);
  gtk_widget_set_visible (self->next, has_next);
}

static void
on_linked (TlCodeHead *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_LINKED]);
}

static void
on_button (GtkWidget *button, TlCodeHead *self)
{
  GtkWidget *const buttons[N_SIGNALS] = { self->next, self->split, self->close, self->copy };

  for (guint i = 0; i < N_SIGNALS; i++)
    if (button == buttons[i])
      {
        g_signal_emit_by_name (self, signal_names[i]);
        return;
      }
}

/* --- layout --- */

static void
tl_code_head_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                      int *natural_baseline)
{
  TlCodeHead *self = TL_CODE_HEAD (widget);
  int         tabs[2], list[2], tools[2];

  gtk_widget_measure (self->tabs, orientation, -1, &tabs[0], &tabs[1], NULL, NULL);
  gtk_widget_measure (self->list, orientation, -1, &list[0], &list[1], NULL, NULL);
  gtk_widget_measure (self->tools, orientation, -1, &tools[0], &tools[1], NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = list[0] + tools[0];
      *natural = tabs[1] + tools[1];
    }
  else
    *minimum = *natural = MAX (MAX (tabs[1], list[1]), tools[1]);
}

static void
place (GtkWidget *child, int x, int width, int height)
{
  gtk_widget_allocate (child, width, height, -1, gsk_transform_translate (NULL, &GRAPHENE_POINT_INIT ((float) x, 0)));
}

/* Of the middle the places come first, then the subject. */
static void
tl_code_head_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TlCodeHead *self = TL_CODE_HEAD (widget);
  gboolean    is_mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL, has_tabs, has_subject;
  int         tabs, list, least, tools, first, middle;

  gtk_widget_measure (self->tabs, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &tabs, NULL, NULL);
  gtk_widget_measure (self->list, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &list, NULL, NULL);
  gtk_widget_measure (self->tools, GTK_ORIENTATION_HORIZONTAL, -1, &least, &tools, NULL, NULL);
  has_tabs = width >= tabs + least + ROOM_BESIDE_TABS;
  first = has_tabs ? tabs : MIN (list, width - least);
  middle = MAX (0, width - first - tools);
  has_subject = middle >= LEAST_SUBJECT;
  gtk_widget_set_child_visible (self->tabs, has_tabs);
  gtk_widget_set_child_visible (self->list, !has_tabs);
  gtk_widget_set_child_visible (self->copy, has_subject);
  place (has_tabs ? self->tabs : self->list, is_mirrored ? width - first : 0, first, height);
  if (has_subject)
    place (self->copy, is_mirrored ? width - first - middle : first, middle, height);
  place (self->tools, is_mirrored ? 0 : first + middle, width - first - middle, height);
}

/* --- building --- */

static void
tl_code_head_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  g_value_set_boolean (value, gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (TL_CODE_HEAD (object)->linked)));
}

static void
tl_code_head_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (TL_CODE_HEAD (object)->linked), g_value_get_boolean (value));
}

static void
tl_code_head_dispose (GObject *object)
{
  GtkWidget *child;

  TL_CODE_HEAD (object)->is_updating = TRUE;
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  g_clear_pointer (&TL_CODE_HEAD (object)->names, g_ptr_array_unref);
  G_OBJECT_CLASS (tl_code_head_parent_class)->dispose (object);
}

static void
tl_code_head_class_init (TlCodeHeadClass *klass)
{
  GObjectClass   *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = tl_code_head_dispose;
  object_class->get_property = tl_code_head_get_property;
  object_class->set_property = tl_code_head_set_property;
  widget_class->measure = tl_code_head_measure;
  widget_class->size_allocate = tl_code_head_size_allocate;
  props[PROP_LINKED] = g_param_spec_boolean ("linked", NULL, NULL, TRUE,
                                              G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, props);
  for (guint i = 0; i < N_SIGNALS; i++)
    g_signal_new (signal_names[i], TL_TYPE_CODE_HEAD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (widget_class, "codehead");
}

static GtkWidget *
new_label (void)
{
  GtkWidget *label = gtk_label_new ("");

  gtk_widget_add_css_class (label, "dim-label");
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  return label;
}

static GtkWidget *
add_button (TlCodeHead *self, GtkWidget *button, const char *tooltip)
{
  tl_widget_set_tooltip (button, tooltip);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  g_signal_connect (button, "clicked", G_CALLBACK (on_button), self);
  gtk_box_append (GTK_BOX (self->tools), button);
  return button;
}

/* A button that is a picture alone. */
static GtkWidget *
add_icon (TlCodeHead *self, const char *icon, const char *tooltip, const char *label)
{
  GtkWidget *button = add_button (self, gtk_button_new_from_icon_name (icon), tooltip);

  gtk_widget_add_css_class (button, "flat");
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  return button;
}

static void
add_subject (TlCodeHead *self)
{
  self->subject = new_label ();
  gtk_label_set_xalign (GTK_LABEL (self->subject), 0);
  self->copy = gtk_button_new ();
  gtk_button_set_child (GTK_BUTTON (self->copy), self->subject);
  g_signal_connect (self->copy, "clicked", G_CALLBACK (on_button), self);
  gtk_widget_add_css_class (self->copy, "flat");
  gtk_widget_add_css_class (self->copy, "code-subject");
  gtk_widget_set_halign (self->copy, GTK_ALIGN_START);
  gtk_widget_set_valign (self->copy, GTK_ALIGN_CENTER);
}

static void
add_tools (TlCodeHead *self)
{
  self->tools = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  self->places = new_label ();
  gtk_box_append (GTK_BOX (self->tools), self->places);
  self->next = add_icon (self, "go-down-symbolic", _("Next Place of the Selection  (Ctrl+.)"), _("Next Place of the Selection"));
  self->linked = add_button (self, gtk_toggle_button_new_with_label (_("Linked")),
                             _("Marks and selects the same loops and blocks as the rest of the window  (Ctrl+L)"));
  gtk_widget_add_css_class (self->linked, "code-action");
  self->split = add_button (self, gtk_button_new_with_label (_("Add Pane")), _("Another view of the code beside this one  (Ctrl+\\)"));
  gtk_widget_add_css_class (self->split, "code-action");
  self->close = add_icon (self, "window-close-symbolic", _("Close the Pane  (Ctrl+F4)"), _("Close Pane"));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->linked), TRUE);
  g_signal_connect_swapped (self->linked, "toggled", G_CALLBACK (on_linked), self);
}

static void
tl_code_head_init (TlCodeHead *self)
{
  self->names = g_ptr_array_new_with_free_func (g_free);
  self->tabs = gtk_stack_switcher_new ();
  gtk_widget_add_css_class (self->tabs, "code-switcher");
  self->list = gtk_drop_down_new (NULL, NULL);
  gtk_widget_add_css_class (self->list, "code-views");
  gtk_widget_set_valign (self->list, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _("View"), -1);
  add_subject (self);
  add_tools (self);
  gtk_widget_set_parent (self->tabs, GTK_WIDGET (self));
  gtk_widget_set_parent (self->list, GTK_WIDGET (self));
  gtk_widget_set_parent (self->copy, GTK_WIDGET (self));
  gtk_widget_set_parent (self->tools, GTK_WIDGET (self));
  g_signal_connect_swapped (self->list, "notify::selected", G_CALLBACK (on_chosen), self);
  tl_code_head_set_can_split (self, TRUE);
}

GtkWidget *
tl_code_head_new (GtkStack *stack)
{
  TlCodeHead *self = g_object_new (TL_TYPE_CODE_HEAD, NULL);

  self->stack = stack;
  g_signal_connect_object (stack, "notify::visible-child", G_CALLBACK (on_view), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
