/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/pass-view.h"

#include <string.h>

#include "core/base/i18n.h"
#include "core/session/pass-list.h"
#include "ui/widgets/tip.h"

/* A pass among those of its name, which may run more than once: it finds its like in the next list. */
typedef struct
{
  char *name;       /* nullable: none */
  guint ordinal;
} PassKey;

struct _TlPassView
{
  GtkWidget     parent_instance;
  /* Owned */
  TlSession    *session;
  char         *kind;         /* of passes that are not LLVM's */
  GListModel   *passes;       /* TlPass; NULL before the first list */
  GCancellable *listing;
  GCancellable *comparing;
  PassKey       selected;
  PassKey       pinned;
  /* Template widgets */
  GtkWidget    *paned;
  GtkWidget    *search;
  GtkWidget    *list;
  GtkWidget    *side;
  GtkWidget    *summary;
  GtkWidget    *against;
  GtkWidget    *changes;
  GtkWidget    *exact;
  GtkWidget    *pin;
  /* Borrowed */
  TlCodeText   *text;
  gboolean      is_filling;   /* the rows are being replaced */
};

G_DEFINE_FINAL_TYPE (TlPassView, tl_pass_view, GTK_TYPE_WIDGET)

enum { FAILED, SELECTED, N_SIGNALS };
static guint signals[N_SIGNALS];

TlCodeText *
tl_pass_view_text (TlPassView *self)
{
  return self->text;
}

/* --- finding passes --- */

static guint
n_passes (TlPassView *self)
{
  return self->passes != NULL ? g_list_model_get_n_items (self->passes) : 0;
}

/* Borrowed from the list. */
static TlPass *
nth_pass (TlPassView *self, guint index)
{
  g_autoptr (TlPass) pass = g_list_model_get_item (self->passes, index);

  return pass;
}

static void
set_key (TlPassView *self, PassKey *key, gint index)
{
  g_clear_pointer (&key->name, g_free);
  key->ordinal = 0;
  if (index < 0)
    return;
  key->name = g_strdup (tl_pass_name (nth_pass (self, (guint) index)));
  for (guint i = 0; i < (guint) index; i++)
    key->ordinal += strcmp (tl_pass_name (nth_pass (self, i)), key->name) == 0;
}

/* -1: there is none. */
static gint
find_key (TlPassView *self, const PassKey *key)
{
  guint left = key->ordinal;

  for (guint i = 0; key->name != NULL && i < n_passes (self); i++)
    if (strcmp (tl_pass_name (nth_pass (self, i)), key->name) == 0 && left-- == 0)
      return (gint) i;
  return -1;
}

static gint
first_changed (TlPassView *self)
{
  for (guint i = 1; i < n_passes (self); i++)
    if (tl_pass_is_changed (nth_pass (self, i)))
      return (gint) i;
  return n_passes (self) > 0 ? 0 : -1;
}

/* The pass that @index is compared with, in the same language; -1: none. */
static gint
base_of (TlPassView *self, gint index)
{
  gint base = find_key (self, &self->pinned);

  if (base < 0)
    base = index - 1;
  return base >= 0 && base != index && tl_pass_is_llvm (nth_pass (self, (guint) base)) == tl_pass_is_llvm (nth_pass (self, (guint) index))
         ? base : -1;
}

const char *
tl_pass_view_lowering_pass (TlPassView *self)
{
  gint index = find_key (self, &self->selected);

  return index > 0 && !tl_pass_is_llvm (nth_pass (self, (guint) index)) ? tl_pass_name (nth_pass (self, (guint) index)) : NULL;
}

/* --- the text --- */

static void
show_changed (TlPassView *self, const TlChangedText *changed)
{
  tl_code_text_set (self->text, changed->text);
  tl_code_text_set_nodes (self->text, changed->nodes);
  if (changed->n_added + changed->n_removed > 0)
    tl_code_text_show_line (self->text, changed->first);
  tl_code_text_set_changes (self->text, changed->changes);
}

static void
on_compared (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TlPassView)    self = user_data;
  g_autoptr (TlChangedText) changed = tl_pass_compare_finish (TL_PASS (source), result, NULL);

  if (changed != NULL && self->session != NULL)
    show_changed (self, changed);
}

static void
show_plain (TlPassView *self, TlPass *pass)
{
  tl_code_text_set (self->text, tl_pass_text (pass));
  tl_code_text_set_nodes (self->text, tl_pass_nodes (pass));
}

static void
say_base (TlPassView *self, gint base)
{
  g_autofree char *text = base >= 0 ? g_strdup_printf (_("Compared with %s"), tl_pass_name (nth_pass (self, (guint) base))) : NULL;

  gtk_label_set_text (GTK_LABEL (self->against), text != NULL ? text : "");
}

static void
show_selected (TlPassView *self)
{
  gint    index = find_key (self, &self->selected), base;
  TlPass *pass;

  g_cancellable_cancel (self->comparing);
  g_clear_object (&self->comparing);
  if (index < 0)
    return;
  pass = nth_pass (self, (guint) index);
  base = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->changes)) ? base_of (self, index) : -1;
  gtk_label_set_text (GTK_LABEL (self->summary), tl_pass_summary (pass));
  tl_widget_set_tooltip (self->summary, tl_pass_summary (pass));
  tl_code_text_set_language (self->text, tl_pass_is_llvm (pass) ? "llvm" : "python3");
  say_base (self, base);
  g_signal_emit (self, signals[SELECTED], 0);
  if (base < 0)
    {
      show_plain (self, pass);
      return;
    }
  self->comparing = g_cancellable_new ();
  tl_pass_compare_async (pass, nth_pass (self, (guint) base), self->comparing, on_compared, g_object_ref (self));
}

/* --- rows --- */

static GtkWidget *
make_label (const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  if (style != NULL)
    gtk_widget_add_css_class (label, style);
  return label;
}

static void
add_row (TlPassView *self, guint index)
{
  TlPass          *pass = nth_pass (self, index);
  GtkWidget       *row = gtk_list_box_row_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget       *name = make_label (tl_pass_name (pass), tl_pass_is_changed (pass) ? "heading" : "dim-label");
  GtkWidget       *pin = gtk_image_new_from_icon_name ("view-pin-symbolic");
  GtkWidget       *changes = make_label (tl_pass_changes (pass), "dim-label");
  g_autofree char *spoken = g_strdup_printf (tl_pass_is_changed (pass) ? _("%s, changes the program %s") : _("%s, no change%s"),
                                             tl_pass_name (pass), tl_pass_changes (pass));

  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_widget_add_css_class (changes, "numeric");
  gtk_widget_add_css_class (changes, "caption");
  gtk_box_append (GTK_BOX (box), name);
  gtk_widget_set_visible (pin, FALSE);
  gtk_box_append (GTK_BOX (box), pin);
  gtk_box_append (GTK_BOX (box), changes);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  tl_widget_set_tip (row, tl_pass_summary (pass));
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, g_strstrip (spoken), -1);
  gtk_list_box_append (GTK_LIST_BOX (self->list), row);
}

/* Of the row at @index; -1: of none. */
static void
show_pin (TlPassView *self, gint index, gboolean is_pinned)
{
  GtkListBoxRow *row = index >= 0 ? gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), index) : NULL;

  if (row != NULL)
    gtk_widget_set_visible (gtk_widget_get_next_sibling (gtk_widget_get_first_child (gtk_list_box_row_get_child (row))), is_pinned);
}

static TlPass *
pass_of (TlPassView *self, GtkListBoxRow *row)
{
  return nth_pass (self, (guint) gtk_list_box_row_get_index (row));
}

static gboolean
matches (TlPass *pass, const char *sought)
{
  g_autofree char *name = g_utf8_casefold (tl_pass_name (pass), -1), *summary = g_utf8_casefold (tl_pass_summary (pass), -1);

  return strstr (name, sought) != NULL || strstr (summary, sought) != NULL;
}

/* Typing goes on in the entry. */
static void
take_focus_from (TlPassView *self, GtkWidget *row)
{
  if (!gtk_widget_is_focus (row))
    return;
  gtk_widget_grab_focus (self->search);
  gtk_editable_set_position (GTK_EDITABLE (self->search), -1);
}

/* Screen readers would still find rows that a filter function of the list box hides. */
static void
filter_rows (TlPassView *self)
{
  g_autofree char *sought = g_utf8_casefold (gtk_editable_get_text (GTK_EDITABLE (self->search)), -1);

  for (guint i = 0; i < n_passes (self); i++)
    {
      GtkWidget *row = GTK_WIDGET (gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), (int) i));
      gboolean   is_visible = matches (nth_pass (self, i), sought);

      if (!is_visible)
        take_focus_from (self, row);
      gtk_widget_set_visible (row, is_visible);
    }
  gtk_list_box_invalidate_headers (GTK_LIST_BOX (self->list));
}

/* Above the first visible row of each compiler. */
static void
head_rows (GtkListBoxRow *row, GtkListBoxRow *before, gpointer user_data)
{
  TlPassView *self = user_data;
  gboolean    is_llvm, is_first;
  GtkWidget  *label;

  if (self->is_filling)
    return;
  is_llvm = tl_pass_is_llvm (pass_of (self, row));
  is_first = before == NULL || tl_pass_is_llvm (pass_of (self, before)) != is_llvm;
  if (is_first == (gtk_list_box_row_get_header (row) != NULL))
    return;
  label = is_first ? make_label (is_llvm ? _("LLVM") : self->kind, "pass-head") : NULL;
  if (label != NULL)
    gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_list_box_row_set_header (row, label);
}

static void
on_row_selected (GtkListBox *list, GtkListBoxRow *row, TlPassView *self)
{
  if (self->is_filling || row == NULL)
    return;
  set_key (self, &self->selected, gtk_list_box_row_get_index (row));
  show_selected (self);
}

static void
select_row (TlPassView *self)
{
  gint           index = find_key (self, &self->selected);
  GtkListBoxRow *row = index >= 0 ? gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), index) : NULL;

  if (row != NULL)
    gtk_list_box_select_row (GTK_LIST_BOX (self->list), row);
}

/* Keeps the focus on the selected row, if a row has it. */
static void
fill (TlPassView *self)
{
  GtkRoot   *root = gtk_widget_get_root (GTK_WIDGET (self));   /* NULL: the window is closed */
  GtkWidget *row, *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  gboolean   has_focus = focus != NULL && gtk_widget_is_ancestor (focus, self->list);

  self->is_filling = TRUE;
  while ((row = GTK_WIDGET (gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), 0))) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), row);
  for (guint i = 0; i < n_passes (self); i++)
    add_row (self, i);
  show_pin (self, find_key (self, &self->pinned), TRUE);
  if (find_key (self, &self->selected) < 0)
    set_key (self, &self->selected, first_changed (self));
  select_row (self);
  self->is_filling = FALSE;
  filter_rows (self);
  row = GTK_WIDGET (gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list)));
  if (has_focus && row != NULL)
    gtk_widget_grab_focus (row);
}

/* --- listing --- */

void
tl_pass_view_show_list (TlPassView *self, GListModel *passes, const char *problem)
{
  g_set_object (&self->passes, passes);
  gtk_widget_set_sensitive (self->side, passes != NULL);
  fill (self);
  if (passes != NULL)
    show_selected (self);
  else
    {
      g_autofree char *text = g_strdup_printf ("# Not available: %s\n", problem);

      tl_code_text_set (self->text, text);
      g_signal_emit (self, signals[FAILED], 0);
    }
}

typedef struct
{
  TlPassView   *view;          /* owned */
  GCancellable *cancellable;   /* owned: of this list */
} PassListing;

static void
on_listed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  PassListing            *listing = user_data;
  g_autoptr (TlPassView)  self = listing->view;
  g_autoptr (GError)      error = NULL;
  g_autoptr (GListModel)  passes = tl_session_list_passes_finish (TL_SESSION (source), result, &error);
  gboolean                is_latest = self->listing == listing->cancellable;

  g_object_unref (listing->cancellable);
  g_free (listing);
  if (self->session == NULL || !is_latest)
    return;
  g_clear_object (&self->listing);
  tl_pass_view_show_list (self, passes, error != NULL ? error->message : NULL);
}

void
tl_pass_view_show (TlPassView *self, TlState *state)
{
  PassListing *listing = g_new0 (PassListing, 1);

  g_cancellable_cancel (self->listing);
  g_clear_object (&self->listing);
  self->listing = g_cancellable_new ();
  *listing = (PassListing) { g_object_ref (self), g_object_ref (self->listing) };
  tl_code_text_set_outdated (self->text);
  tl_session_list_passes_async (self->session, state, self->listing, on_listed, listing);
}

/* --- controls --- */

static void
on_search_stopped (TlPassView *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
}

/* On to the rows that are left. */
static void
on_search_activated (TlPassView *self)
{
  for (guint i = 0; i < n_passes (self); i++)
    {
      GtkWidget *row = GTK_WIDGET (gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), (int) i));

      if (!gtk_widget_get_visible (row))
        continue;
      gtk_list_box_select_row (GTK_LIST_BOX (self->list), GTK_LIST_BOX_ROW (row));
      gtk_widget_grab_focus (row);
      return;
    }
}

static void
on_pin (TlPassView *self)
{
  gboolean is_pinned = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->pin));

  show_pin (self, find_key (self, &self->pinned), FALSE);
  set_key (self, &self->pinned, is_pinned ? find_key (self, &self->selected) : -1);
  if (is_pinned)
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->changes), TRUE);
  show_pin (self, find_key (self, &self->pinned), TRUE);
  show_selected (self);
}

static void
switch_button (GtkWidget *widget, const char *action, GVariant *parameter)
{
  TlPassView      *self = TL_PASS_VIEW (widget);
  GtkToggleButton *changes = GTK_TOGGLE_BUTTON (self->changes), *pin = GTK_TOGGLE_BUTTON (self->pin);

  if (strcmp (action, "passes.pin") == 0)
    gtk_toggle_button_set_active (pin, !gtk_toggle_button_get_active (pin));
  else
    gtk_toggle_button_set_active (gtk_toggle_button_get_active (changes) ? GTK_TOGGLE_BUTTON (self->exact) : changes, TRUE);
}

/* --- building --- */

static void
tl_pass_view_dispose (GObject *object)
{
  TlPassView *self = TL_PASS_VIEW (object);

  self->is_filling = TRUE;   /* the list of rows goes later than that of passes */
  g_cancellable_cancel (self->listing);
  g_cancellable_cancel (self->comparing);
  g_clear_object (&self->listing);
  g_clear_object (&self->comparing);
  g_clear_object (&self->passes);
  g_clear_object (&self->session);
  g_clear_pointer (&self->paned, gtk_widget_unparent);
  G_OBJECT_CLASS (tl_pass_view_parent_class)->dispose (object);
}

static void
tl_pass_view_finalize (GObject *object)
{
  TlPassView *self = TL_PASS_VIEW (object);

  g_free (self->kind);
  g_free (self->selected.name);
  g_free (self->pinned.name);
  G_OBJECT_CLASS (tl_pass_view_parent_class)->finalize (object);
}

static void
tl_pass_view_class_init (TlPassViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tl_pass_view_dispose;
  G_OBJECT_CLASS (klass)->finalize = tl_pass_view_finalize;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/tileloom/Tileloom/ui/pass-view.ui");
  gtk_widget_class_bind_template_child (widget_class, TlPassView, paned);
  gtk_widget_class_bind_template_child (widget_class, TlPassView, search);
  gtk_widget_class_bind_template_child (widget_class, TlPassView, list);
  gtk_widget_class_bind_template_child (widget_class, TlPassView, side);
  gtk_widget_class_bind_template_child (widget_class, TlPassView, summary);
  gtk_widget_class_bind_template_child (widget_class, TlPassView, against);
  gtk_widget_class_bind_template_child (widget_class, TlPassView, changes);
  gtk_widget_class_bind_template_child (widget_class, TlPassView, exact);
  gtk_widget_class_bind_template_child (widget_class, TlPassView, pin);
  gtk_widget_class_bind_template_callback (widget_class, filter_rows);
  gtk_widget_class_bind_template_callback (widget_class, on_search_stopped);
  gtk_widget_class_bind_template_callback (widget_class, on_search_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_pin);
  gtk_widget_class_bind_template_callback (widget_class, on_row_selected);
  gtk_widget_class_bind_template_callback (widget_class, show_selected);
  gtk_widget_class_install_action (widget_class, "passes.changes", NULL, switch_button);
  gtk_widget_class_install_action (widget_class, "passes.pin", NULL, switch_button);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_d, GDK_CONTROL_MASK, "passes.changes", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_p, GDK_CONTROL_MASK, "passes.pin", NULL);
  signals[SELECTED] = g_signal_new ("selected", TL_TYPE_PASS_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[FAILED] = g_signal_new ("failed", TL_TYPE_PASS_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
tl_pass_view_init (TlPassView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_search_entry_set_key_capture_widget (GTK_SEARCH_ENTRY (self->search), self->list);
  gtk_list_box_set_header_func (GTK_LIST_BOX (self->list), head_rows, self, NULL);
}

GtkWidget *
tl_pass_view_new (TlSession *session, const char *kind)
{
  TlPassView *self = g_object_new (TL_TYPE_PASS_VIEW, NULL);
  GtkWidget  *text = tl_code_text_new (session, _("Program After the Pass"), "python3");

  self->session = g_object_ref (session);
  self->kind = g_strdup (kind);
  self->text = TL_CODE_TEXT (text);
  gtk_box_append (GTK_BOX (self->side), text);
  return GTK_WIDGET (self);
}
