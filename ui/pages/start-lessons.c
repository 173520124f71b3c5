/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/pages/start-lessons.h"

#include <string.h>

#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/session/lessons/lesson-run.h"
#include "ui/data-files.h"
#include "ui/widgets/tip.h"

struct _TlStartLessons
{
  GtkBox     parent_instance;
  GtkWidget *count;     /* "3 of 8" */
  GtkWidget *list;      /* GtkListBox */
  GPtrArray *lessons;   /* TlLesson */
  char      *words;
};

G_DEFINE_FINAL_TYPE (TlStartLessons, tl_start_lessons, GTK_TYPE_BOX)

enum { LESSON, N_SIGNALS };
static guint signals[N_SIGNALS];

/* --- rows --- */

static GtkWidget *
label_of (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

/* "233 ms" when it is done, "step 3 of 7" when it was begun, else "6 min". */
static char *
result_text (const TlLesson *lesson, const TlLessonProgress *progress)
{
  if (progress->n_done == 0)
    return lesson->minutes > 0 ? g_strdup_printf (_("%u min"), lesson->minutes) : g_strdup ("");
  if (progress->n_done < lesson->steps->len)
    return g_strdup_printf (_("step %u of %u"), progress->n_done + 1, lesson->steps->len);
  return progress->best_s > 0 ? tl_format_seconds (progress->best_s) : g_strdup (_("done"));
}

static GtkWidget *
row_of (const TlLesson *lesson, guint number, gboolean *is_done)
{
  GtkWidget       *row = gtk_list_box_row_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10), *texts, *result, *mark;
  g_autofree char *title = g_strdup_printf ("%u  %s", number, lesson->title), *text = NULL, *name = NULL;
  TlLessonProgress progress;

  tl_lesson_progress_read (lesson->id, &progress);
  *is_done = progress.n_done >= lesson->steps->len;
  text = result_text (lesson, &progress);
  name = g_strdup_printf (_("Lesson %s, %s"), title, text);
  tl_lesson_progress_clear (&progress);
  texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_box_append (GTK_BOX (texts), label_of (title, "heading"));
  gtk_box_append (GTK_BOX (texts), label_of (lesson->summary, "caption"));
  gtk_widget_add_css_class (gtk_widget_get_last_child (texts), "dim-label");
  mark = gtk_image_new_from_icon_name (*is_done ? "object-select-symbolic" : "radio-symbolic");
  gtk_widget_add_css_class (mark, *is_done ? "success" : "dim-label");
  result = gtk_label_new (text);
  gtk_widget_set_valign (result, GTK_ALIGN_START);
  gtk_widget_add_css_class (result, "caption");
  gtk_widget_add_css_class (result, "numeric");
  gtk_widget_add_css_class (result, *is_done ? "success" : "dim-label");
  gtk_box_append (GTK_BOX (box), mark);
  gtk_box_append (GTK_BOX (box), texts);
  gtk_box_append (GTK_BOX (box), result);
  gtk_widget_add_css_class (box, "lesson-row");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  tl_widget_set_tooltip (row, lesson->summary);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  return row;
}

static void
on_row (TlStartLessons *self, GtkListBoxRow *row)
{
  const TlLesson  *lesson = g_ptr_array_index (self->lessons, gtk_list_box_row_get_index (row));
  g_autofree char *folder = tl_data_folder ("lessons"), *base = g_strconcat (lesson->id, ".json", NULL);
  g_autofree char *path = g_build_filename (folder, base, NULL);

  g_signal_emit (self, signals[LESSON], 0, path);
}

void
tl_start_lessons_refresh (TlStartLessons *self)
{
  GtkWidget       *row;
  guint            n_done = 0;
  g_autofree char *text = NULL;

  while ((row = gtk_widget_get_first_child (self->list)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), row);
  for (guint i = 0; i < self->lessons->len; i++)
    {
      gboolean is_done;

      gtk_list_box_append (GTK_LIST_BOX (self->list), row_of (self->lessons->pdata[i], i + 1, &is_done));
      n_done += is_done;
    }
  text = g_strdup_printf (_("%u of %u"), n_done, self->lessons->len);
  gtk_label_set_text (GTK_LABEL (self->count), text);
  gtk_widget_set_visible (GTK_WIDGET (self), self->lessons->len > 0);
}

/* --- search --- */

static gboolean
contains_words (GtkListBoxRow *row, gpointer user_data)
{
  TlStartLessons  *self = user_data;
  const TlLesson  *lesson = g_ptr_array_index (self->lessons, gtk_list_box_row_get_index (row));
  g_autofree char *all = g_strjoin (" ", lesson->title, lesson->summary, NULL), *lower = g_utf8_strdown (all, -1);

  return strstr (lower, self->words) != NULL;
}

void
tl_start_lessons_search (TlStartLessons *self, const char *words)
{
  g_free (self->words);
  self->words = g_strdup (words);
  gtk_list_box_invalidate_filter (GTK_LIST_BOX (self->list));
}

/* --- object --- */

static void
tl_start_lessons_finalize (GObject *object)
{
  TlStartLessons *self = TL_START_LESSONS (object);

  g_ptr_array_unref (self->lessons);
  g_free (self->words);
  G_OBJECT_CLASS (tl_start_lessons_parent_class)->finalize (object);
}

static void
tl_start_lessons_class_init (TlStartLessonsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tl_start_lessons_finalize;
  signals[LESSON] = g_signal_new ("lesson", TL_TYPE_START_LESSONS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

/* A lesson that cannot be read concerns whoever writes lessons. */
static GPtrArray *
read_lessons (void)
{
  g_autofree char      *folder = tl_data_folder ("lessons");
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);
  GPtrArray            *lessons = tl_lessons_read (folder, problems);

  for (guint i = 0; i < problems->len; i++)
    g_message ("%s", (const char *) problems->pdata[i]);
  return lessons;
}

static void
tl_start_lessons_init (TlStartLessons *self)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *title = label_of (_("Lessons"), "title-4");

  self->words = g_strdup ("");
  self->lessons = read_lessons ();
  self->count = label_of ("", "caption");
  self->list = gtk_list_box_new ();
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 12);
  gtk_widget_set_hexpand (title, TRUE);
  gtk_widget_add_css_class (self->count, "dim-label");
  gtk_widget_add_css_class (self->list, "boxed-list");
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_NONE);
  gtk_list_box_set_filter_func (GTK_LIST_BOX (self->list), contains_words, self, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Lessons"), -1);
  gtk_box_append (GTK_BOX (head), title);
  gtk_box_append (GTK_BOX (head), self->count);
  gtk_box_append (GTK_BOX (self), head);
  gtk_box_append (GTK_BOX (self), self->list);
  g_signal_connect_swapped (self->list, "row-activated", G_CALLBACK (on_row), self);
  tl_start_lessons_refresh (self);
}
