/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/pages/start-page.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "core/base/extremum.h"
#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/draw/draw-nest.h"
#include "core/session/program-view.h"
#include "core/session/recent.h"
#include "core/session/this-machine.h"
#include "ui/data-files.h"
#include "ui/pages/start-lessons.h"
#include "ui/widgets/after-frame.h"
#include "ui/widgets/late-bin.h"
#include "ui/widgets/picture.h"
#include "ui/widgets/scale-bin.h"
#include "ui/widgets/tip.h"
#include "ui/widgets/wrap-box.h"

#define CARD_WIDTH     190
#define PICTURE_HEIGHT 104
#define CURVE_HEIGHT   38
#define WIDE_PX        1300   /* from here on four columns of examples, three below … */
#define MEDIUM_PX      900    /* … and two below this */

struct _TlStartPage
{
  GtkWidget  parent_instance;
  GtkWidget *examples;       /* GtkFlowBox */
  GtkWidget *recent_area;
  GtkWidget *recent;         /* GtkFlowBox */
  GtkWidget *all_recent;     /* GtkToggleButton: not only one row of them */
  GtkWidget *lessons;
  GtkWidget *search;
  GtkWidget *machine;
  GtkWidget *machine_facts;
  GPtrArray *waiting;        /* paths of examples without a card so far */
  TlAfterFrame *fill;
  guint      n_columns;
};

G_DEFINE_FINAL_TYPE (TlStartPage, tl_start_page, GTK_TYPE_WIDGET)

enum { OPEN, RESUME, LESSON, N_SIGNALS };
static guint signals[N_SIGNALS];

/* --- cards --- */

static GtkWidget *
label_of (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 19);
  gtk_widget_set_hexpand (label, TRUE);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

/* A dim row with a text at each end. */
static GtkWidget *
caption_of (const char *left, const char *right)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *end = gtk_label_new (right);

  gtk_box_append (GTK_BOX (box), label_of (left, NULL));
  gtk_box_append (GTK_BOX (box), end);
  gtk_widget_add_css_class (box, "caption");
  gtk_widget_add_css_class (box, "dim-label");
  gtk_widget_add_css_class (box, "numeric");
  return box;
}

/* The place of a flow box takes the keyboard, not what stands in it: the arrows walk from card to card, Return and Space open. */
static void
add_card (GtkWidget *flow, GtkWidget *content, const char *path, const char *name, const char *tip)
{
  GtkWidget *place = gtk_flow_box_child_new ();

  gtk_widget_add_css_class (content, "start-card");
  gtk_widget_add_css_class (content, "card");
  gtk_flow_box_child_set_child (GTK_FLOW_BOX_CHILD (place), content);
  tl_widget_set_tooltip (place, tip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (place), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_object_set_data_full (G_OBJECT (place), "path", g_strdup (path), g_free);
  g_object_set_data_full (G_OBJECT (place), "name", g_strdup (name), g_free);
  gtk_flow_box_append (GTK_FLOW_BOX (flow), place);
}

static void
on_activated (GtkFlowBox *flow, GtkFlowBoxChild *place, gpointer user_data)
{
  g_signal_emit (user_data, signals[OPEN], 0, (const char *) g_object_get_data (G_OBJECT (place), "path"));
}

/* --- examples --- */

static void
draw_card (cairo_t *cr, const TlPalette *palette, double width, double height, gpointer user_data)
{
  tl_draw_nest_miniature (cr, user_data, palette, width, height);
}

static void
add_example (TlStartPage *self, const char *path)
{
  g_autoptr (TlExample) example = tl_example_read (path);
  GtkWidget            *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3), *picture;
  g_autofree char      *flop = NULL, *loops = NULL, *blocks = NULL, *parts = NULL;

  g_object_ref_sink (box);
  if (example != NULL)
    {
      picture = tl_picture_new (draw_card, tl_nest_new (example->module, example->func->name), (GDestroyNotify) tl_nest_free);
      flop = tl_format_flop (example->flops);
      loops = g_strdup_printf (ngettext ("%u loop", "%u loops", example->n_loops), example->n_loops);
      blocks = g_strdup_printf (ngettext ("%u block", "%u blocks", example->n_blocks), example->n_blocks);
      parts = g_strdup_printf ("%s, %s", loops, blocks);
      tl_picture_set_size (TL_PICTURE (picture), CARD_WIDTH, PICTURE_HEIGHT);
      gtk_widget_set_margin_bottom (picture, 6);
      gtk_box_append (GTK_BOX (box), picture);
      gtk_box_append (GTK_BOX (box), label_of (example->title, "heading"));
      gtk_box_append (GTK_BOX (box), caption_of (parts, flop));
      add_card (self->examples, box, path, example->title, example->about != NULL ? example->about : example->title);
    }
  g_object_unref (box);
}

/* One card a frame, so that keys come between. */
static void
add_next_example (GtkWidget *widget)
{
  TlStartPage *self = TL_START_PAGE (widget);

  if (self->waiting->len == 0)
    return;
  add_example (self, g_ptr_array_index (self->waiting, 0));
  g_ptr_array_remove_index (self->waiting, 0);
  tl_after_frame_ask (self->fill);
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
  tl_after_frame_ask (self->fill);
}

/* --- recent --- */

/* "36.3 µs" and "× 98" if something was gained, or that nothing is measured. */
static GtkWidget *
recent_figures (const TlRecentFile *file)
{
  GtkWidget       *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  g_autofree char *best = tl_format_seconds (file->best_s), *gain = tl_format_gain (file->start_s, file->best_s);
  GtkWidget       *figure = gtk_label_new (best), *change = label_of (file->best_s > 0 ? gain : _("not measured"), "caption");

  gtk_widget_add_css_class (figure, "title-3");
  gtk_widget_add_css_class (figure, "numeric");
  gtk_widget_set_visible (change, file->best_s <= 0 || (file->start_s > 0 && strcmp (gain, "=") != 0));
  gtk_widget_set_visible (figure, file->best_s > 0);
  gtk_box_append (GTK_BOX (box), figure);
  gtk_box_append (GTK_BOX (box), change);
  return box;
}

/* The best latency so far as steps, log scale. */
static void
draw_curve (cairo_t *cr, const TlPalette *palette, double width, double height, gpointer user_data)
{
  const TlRecentFile *file = user_data;
  double              most = log (file->curve_s[0]), least = log (file->curve_s[file->n_curve - 1]), x = 0, y = 0;

  tl_set_color (cr, palette->write, 1);
  for (guint i = 0; i < file->n_curve; i++)
    {
      x = 4 + (width - 8) * i / (file->n_curve - 1);
      if (i == 0)
        cairo_move_to (cr, x, 4);
      else
        cairo_line_to (cr, x, y);
      y = 4 + (height - 8) * (most - log (file->curve_s[i])) / (most - least);
      cairo_line_to (cr, x, y);
    }
  cairo_set_line_width (cr, 1.5);
  cairo_stroke (cr);
  cairo_arc (cr, x, y, 3, 0, 2 * G_PI);
  cairo_fill (cr);
}

static GtkWidget *
curve_of (const TlRecentFile *file)
{
  TlRecentFile *copy = g_memdup2 (file, sizeof *file);
  GtkWidget    *picture;

  copy->path = copy->title = NULL;
  picture = tl_picture_new (draw_curve, copy, g_free);
  tl_picture_set_size (TL_PICTURE (picture), CARD_WIDTH, CURVE_HEIGHT);
  return picture;
}

static void
on_resume (GtkButton *button, TlStartPage *self)
{
  g_signal_emit (self, signals[RESUME], 0, (const char *) g_object_get_data (G_OBJECT (button), "path"));
}

/* "stopped at 49 of 64" and the button that goes on. */
static GtkWidget *
resume_row (TlStartPage *self, const TlRecentFile *file)
{
  GtkWidget       *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *button = gtk_button_new_with_label (_("Resume"));
  g_autofree char *text = g_strdup_printf (_("stopped at %u of %u"), file->n_trials, file->n_wanted);

  gtk_box_append (GTK_BOX (box), label_of (text, "caption"));
  gtk_box_append (GTK_BOX (box), button);
  gtk_widget_add_css_class (gtk_widget_get_first_child (box), "warning");
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "pane-action");
  g_object_set_data_full (G_OBJECT (button), "path", g_strdup (file->path), g_free);
  g_signal_connect (button, "clicked", G_CALLBACK (on_resume), self);
  return box;
}

static void
add_recent (TlStartPage *self, const TlRecentFile *file)
{
  GtkWidget            *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  g_autoptr (GDateTime) when = g_date_time_new_from_unix_local (file->opened_s);
  g_autofree char      *date = g_date_time_format (when, "%e %b %H:%M"), *best = tl_format_seconds (file->best_s);
  g_autofree char      *variants = g_strdup_printf (ngettext ("%u variant", "%u variants", file->n_variants), file->n_variants);
  g_autofree char      *trials = g_strdup_printf (ngettext ("%u trial", "%u trials", file->n_trials), file->n_trials);
  g_autofree char      *counts = g_strdup_printf ("%s, %s", variants, file->n_trials > 0 ? trials : _("not tuned"));
  g_autofree char      *name = g_strdup_printf ("%s, %s", file->title, file->best_s > 0 ? best : _("not measured"));

  gtk_box_append (GTK_BOX (box), label_of (file->title, "heading"));
  gtk_box_append (GTK_BOX (box), recent_figures (file));
  if (file->n_curve > 1 && file->curve_s[file->n_curve - 1] < file->curve_s[0])
    gtk_box_append (GTK_BOX (box), curve_of (file));
  if (file->n_wanted > file->n_trials)
    gtk_box_append (GTK_BOX (box), resume_row (self, file));
  else
    gtk_box_append (GTK_BOX (box), caption_of (file->n_variants > 0 ? counts : "", g_strchug (date)));
  add_card (self->recent, box, file->path, name, file->path);
}

/* "AMD EPYC", and "118 GFLOP/s · L1 32 KiB, L2 1 MiB, L3 32 MiB" or that it has not been measured. */
static void
show_machine (TlStartPage *self)
{
  const TlDeviceInfo *cpu = tl_device_host ();
  g_autofree char    *l1 = tl_format_bytes (cpu->l1d_bytes), *l2 = tl_format_bytes (cpu->l2_bytes), *l3 = tl_format_bytes (cpu->l3_bytes);
  g_autofree char    *rate = NULL, *facts = NULL;
  TlMachine           machine;
  double              fastest = 0;

  if (tl_machine_load (&machine))
    for (guint i = 0; i < TL_N_PEAKS; i++)
      fastest = MAX (fastest, machine.operations_per_s[i]);
  rate = fastest > 0 ? tl_format_gflops (fastest, 1) : g_strdup (_("peak not measured"));
  facts = g_strdup_printf (_("%u cores, %u-bit vectors · %s\nL1 %s, L2 %s, L3 %s"), cpu->n_cores, cpu->vector_bits, rate, l1, l2, l3);
  gtk_label_set_text (GTK_LABEL (self->machine), cpu->model != NULL ? cpu->model : _("This machine"));
  gtk_label_set_text (GTK_LABEL (self->machine_facts), facts);
}

/* Also while something is searched, which may be in any of them. */
static gboolean
shows_all (TlStartPage *self)
{
  return gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->all_recent))
         || *gtk_editable_get_text (GTK_EDITABLE (self->search)) != '\0';
}

void
tl_start_page_refresh (TlStartPage *self)
{
  g_autoptr (GPtrArray) files = tl_recent_list ();
  GtkWidget            *place;
  guint                 n;

  while ((place = gtk_widget_get_first_child (self->recent)) != NULL)
    gtk_flow_box_remove (GTK_FLOW_BOX (self->recent), place);
  n = shows_all (self) ? files->len : tl_min (files->len, self->n_columns);
  for (guint i = 0; i < n; i++)
    add_recent (self, g_ptr_array_index (files, i));
  gtk_widget_set_visible (self->all_recent, files->len > self->n_columns);
  tl_start_lessons_refresh (TL_START_LESSONS (self->lessons));
  gtk_widget_set_visible (self->recent_area, files->len > 0);
  show_machine (self);
}

static void
on_all_recent (TlStartPage *self)
{
  tl_start_page_refresh (self);
}

static void
on_lesson (TlStartPage *self, const char *path)
{
  g_signal_emit (self, signals[LESSON], 0, path);
}

/* --- search --- */

static gboolean
contains_words (GtkFlowBoxChild *place, gpointer user_data)
{
  TlStartPage     *self = user_data;
  const char      *name = g_object_get_data (G_OBJECT (place), "name"), *tip = gtk_widget_get_tooltip_text (GTK_WIDGET (place));
  g_autofree char *words = g_utf8_strdown (gtk_editable_get_text (GTK_EDITABLE (self->search)), -1);
  g_autofree char *all = g_strjoin (" ", name, tip, NULL), *lower = g_utf8_strdown (all, -1);

  return strstr (lower, words) != NULL;
}

static void
on_search (TlStartPage *self)
{
  g_autofree char *words = g_utf8_strdown (gtk_editable_get_text (GTK_EDITABLE (self->search)), -1);

  tl_start_page_refresh (self);
  gtk_flow_box_invalidate_filter (GTK_FLOW_BOX (self->examples));
  gtk_flow_box_invalidate_filter (GTK_FLOW_BOX (self->recent));
  tl_start_lessons_search (TL_START_LESSONS (self->lessons), words);
}

static void
on_stop_search (TlStartPage *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  gtk_widget_child_focus (self->examples, GTK_DIR_TAB_FORWARD);
}

static gboolean
on_slash (GtkWidget *widget, GVariant *args, gpointer user_data)
{
  return gtk_widget_grab_focus (TL_START_PAGE (widget)->search);
}

/* --- columns --- */

static gboolean
follow_width (gpointer user_data)
{
  TlStartPage *self = user_data;
  GtkWidget   *flows[] = { self->examples, self->recent };

  for (guint i = 0; self->waiting != NULL && i < G_N_ELEMENTS (flows); i++)
    {
      gtk_flow_box_set_min_children_per_line (GTK_FLOW_BOX (flows[i]), 1);
      gtk_flow_box_set_max_children_per_line (GTK_FLOW_BOX (flows[i]), self->n_columns);
      gtk_flow_box_set_min_children_per_line (GTK_FLOW_BOX (flows[i]), self->n_columns);
    }
  if (self->waiting != NULL)
    tl_start_page_refresh (self);
  return G_SOURCE_REMOVE;
}

/* Columns must not change during layout: they follow before the next frame. */
static void
tl_start_page_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TlStartPage *self = TL_START_PAGE (widget);
  guint        n_columns = tl_is_narrower (widget, width, MEDIUM_PX) ? 2 : tl_is_narrower (widget, width, WIDE_PX) ? 3 : 4;

  gtk_widget_allocate (gtk_widget_get_first_child (widget), width, height, baseline, NULL);
  if (self->n_columns == n_columns)
    return;
  self->n_columns = n_columns;
  g_idle_add_full (G_PRIORITY_HIGH_IDLE, follow_width, g_object_ref (self), g_object_unref);
}

static void
tl_start_page_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                       int *natural_baseline)
{
  gtk_widget_measure (gtk_widget_get_first_child (widget), orientation, for_size, minimum, natural, minimum_baseline, natural_baseline);
}

static void
tl_start_page_dispose (GObject *object)
{
  TlStartPage *self = TL_START_PAGE (object);
  GtkWidget   *child;

  g_clear_pointer (&self->fill, tl_after_frame_free);
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
  signals[RESUME] = g_signal_new ("resume", TL_TYPE_START_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[LESSON] = g_signal_new ("lesson", TL_TYPE_START_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  widget_class->size_allocate = tl_start_page_size_allocate;
  widget_class->measure = tl_start_page_measure;
  g_type_ensure (TL_TYPE_LATE_BIN);
  g_type_ensure (TL_TYPE_WRAP_BOX);
  g_type_ensure (TL_TYPE_START_LESSONS);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/tileloom/Tileloom/ui/start-page.ui");
  gtk_widget_class_bind_template_child (widget_class, TlStartPage, examples);
  gtk_widget_class_bind_template_child (widget_class, TlStartPage, recent_area);
  gtk_widget_class_bind_template_child (widget_class, TlStartPage, recent);
  gtk_widget_class_bind_template_child (widget_class, TlStartPage, all_recent);
  gtk_widget_class_bind_template_child (widget_class, TlStartPage, lessons);
  gtk_widget_class_bind_template_child (widget_class, TlStartPage, search);
  gtk_widget_class_bind_template_callback (widget_class, on_all_recent);
  gtk_widget_class_bind_template_callback (widget_class, on_lesson);
  gtk_widget_class_bind_template_callback (widget_class, on_search);
  gtk_widget_class_bind_template_callback (widget_class, on_stop_search);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_slash, 0, on_slash, NULL);
  gtk_widget_class_bind_template_child (widget_class, TlStartPage, machine);
  gtk_widget_class_bind_template_child (widget_class, TlStartPage, machine_facts);
}

static void
tl_start_page_init (TlStartPage *self)
{
  self->waiting = g_ptr_array_new_with_free_func (g_free);
  self->fill = tl_after_frame_new (GTK_WIDGET (self), add_next_example);
  gtk_widget_init_template (GTK_WIDGET (self));
  self->n_columns = 4;
  follow_width (self);
  g_signal_connect (self->recent, "child-activated", G_CALLBACK (on_activated), self);
  g_signal_connect (self->examples, "child-activated", G_CALLBACK (on_activated), self);
  gtk_flow_box_set_filter_func (GTK_FLOW_BOX (self->recent), contains_words, self, NULL);
  gtk_flow_box_set_filter_func (GTK_FLOW_BOX (self->examples), contains_words, self, NULL);
  find_examples (self);
  tl_start_page_refresh (self);
}

GtkWidget *
tl_start_page_new (void)
{
  return g_object_new (TL_TYPE_START_PAGE, NULL);
}
