/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/pages/start-page.h"

#include <glib/gstdio.h>
#include <string.h>

#include "core/session/recent.h"
#include "core/session/program-view.h"
#include "ui/data-files.h"
#include "core/draw/draw-nest.h"
#include "ui/widgets/picture.h"

#define CARD_WIDTH     190
#define PICTURE_HEIGHT 104

struct _TlStartPage
{
  GtkWidget  parent_instance;
  GtkWidget *examples;       /* GtkFlowBox */
  GtkWidget *recent_area;
  GtkWidget *recent;         /* GtkListBox */
  GPtrArray *waiting;        /* paths of examples without a card so far */
  guint      fill_source;
};

G_DEFINE_FINAL_TYPE (TlStartPage, tl_start_page, GTK_TYPE_WIDGET)

enum { OPEN, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
on_open (GtkWidget *button, gpointer user_data)
{
  g_signal_emit (user_data, signals[OPEN], 0, (const char *) g_object_get_data (G_OBJECT (button), "path"));
}

/* --- examples --- */

static void
draw_card (cairo_t *cr, const TlPalette *palette, double width, double height, gpointer user_data)
{
  tl_draw_nest_miniature (cr, user_data, palette, width, height);
}

static GtkWidget *
make_card (TlStartPage *self, const char *path, const char *title, const char *about, TlNest *nest)
{
  GtkWidget *button = gtk_button_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  GtkWidget *picture = tl_picture_new (draw_card, nest, (GDestroyNotify) tl_nest_free);
  GtkWidget *name = gtk_label_new (title);

  tl_picture_set_size (TL_PICTURE (picture), CARD_WIDTH, PICTURE_HEIGHT);
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (name), 19);
  gtk_widget_add_css_class (name, "heading");
  gtk_box_append (GTK_BOX (box), picture);
  gtk_box_append (GTK_BOX (box), name);
  gtk_button_set_child (GTK_BUTTON (button), box);
  gtk_widget_add_css_class (button, "example-card");
  gtk_widget_add_css_class (button, "card");
  gtk_widget_set_tooltip_text (button, about != NULL ? about : title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  g_object_set_data_full (G_OBJECT (button), "path", g_strdup (path), g_free);
  g_signal_connect (button, "clicked", G_CALLBACK (on_open), self);
  return button;
}

static void
add_example (TlStartPage *self, const char *path)
{
  g_autoptr (TlExample) example = tl_example_read (path);

  if (example != NULL)
    gtk_flow_box_append (GTK_FLOW_BOX (self->examples),
                         make_card (self, path, example->title, example->about, tl_nest_new (example->module, example->func->name)));
}

/* Adds one card per iteration of the main loop, so that the window appears before the last of them. */
static gboolean
fill_one (gpointer user_data)
{
  TlStartPage *self = user_data;

  if (self->waiting->len == 0)
    {
      self->fill_source = 0;
      return G_SOURCE_REMOVE;
    }
  add_example (self, g_ptr_array_index (self->waiting, 0));
  g_ptr_array_remove_index (self->waiting, 0);
  return G_SOURCE_CONTINUE;
}

static goffset
file_bytes (const char *path)
{
  GStatBuf info;

  return g_stat (path, &info) == 0 ? info.st_size : 0;
}

/* Short programs come first: they are easier to begin with. */
static gint
compare_paths (gconstpointer a, gconstpointer b)
{
  const char *path_a = *(char *const *) a, *path_b = *(char *const *) b;
  goffset     size_a = file_bytes (path_a), size_b = file_bytes (path_b);

  return size_a != size_b ? (size_a > size_b) - (size_a < size_b) : strcmp (path_a, path_b);
}

static void
find_examples (TlStartPage *self)
{
  g_autofree char *folder = tl_data_folder ("workloads");
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char      *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".py"))
      g_ptr_array_add (self->waiting, g_build_filename (folder, name, NULL));
  g_ptr_array_sort (self->waiting, compare_paths);
  self->fill_source = g_idle_add (fill_one, self);
}

/* --- recent --- */

static GtkWidget *
make_recent_row (TlStartPage *self, const TlRecentFile *file)
{
  GtkWidget            *row = gtk_list_box_row_new ();
  GtkWidget            *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget            *title = gtk_label_new (file->title);
  g_autoptr (GDateTime) when = g_date_time_new_from_unix_local (file->opened_s);
  g_autofree char      *date = g_date_time_format (when, "%e %B %H:%M");
  g_autofree char      *base = g_path_get_basename (file->path);
  g_autofree char      *text = g_strdup_printf ("%s · %s", base, g_strchug (date));
  GtkWidget            *path = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_label_set_xalign (GTK_LABEL (path), 0);
  gtk_label_set_ellipsize (GTK_LABEL (path), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_add_css_class (path, "dim-label");
  gtk_widget_add_css_class (path, "caption");
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), path);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_widget_set_tooltip_text (row, file->path);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  g_object_set_data_full (G_OBJECT (row), "path", g_strdup (file->path), g_free);
  return row;
}

static void
on_recent (GtkListBox *list, GtkListBoxRow *row, gpointer user_data)
{
  on_open (GTK_WIDGET (row), user_data);
}

void
tl_start_page_refresh (TlStartPage *self)
{
  g_autoptr (GPtrArray) files = tl_recent_list ();
  GtkWidget            *row;

  while ((row = gtk_widget_get_first_child (self->recent)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->recent), row);
  for (guint i = 0; i < MIN (files->len, 8); i++)
    gtk_list_box_append (GTK_LIST_BOX (self->recent), make_recent_row (self, g_ptr_array_index (files, i)));
  gtk_widget_set_visible (self->recent_area, files->len > 0);
}

static void
tl_start_page_dispose (GObject *object)
{
  TlStartPage *self = TL_START_PAGE (object);
  GtkWidget   *child;

  g_clear_handle_id (&self->fill_source, g_source_remove);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_pointer (&self->waiting, g_ptr_array_unref);
  G_OBJECT_CLASS (tl_start_page_parent_class)->dispose (object);
}

static void
tl_start_page_class_init (TlStartPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tl_start_page_dispose;
  signals[OPEN] = g_signal_new ("open", TL_TYPE_START_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/tileloom/Tileloom/ui/start-page.ui");
  gtk_widget_class_bind_template_child (widget_class, TlStartPage, examples);
  gtk_widget_class_bind_template_child (widget_class, TlStartPage, recent_area);
  gtk_widget_class_bind_template_child (widget_class, TlStartPage, recent);
}

static void
tl_start_page_init (TlStartPage *self)
{
  self->waiting = g_ptr_array_new_with_free_func (g_free);
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect (self->recent, "row-activated", G_CALLBACK (on_recent), self);
  find_examples (self);
  tl_start_page_refresh (self);
}

GtkWidget *
tl_start_page_new (void)
{
  return g_object_new (TL_TYPE_START_PAGE, NULL);
}
