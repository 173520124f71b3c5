/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/lesson-bar.h"

#include <string.h>

#include "core/base/i18n.h"

struct _TlLessonBar
{
  GtkWidget    parent_instance;
  TlSession   *session;
  TlLessonRun *run;         /* NULL: no lesson */
  /* Template widgets */
  GtkWidget   *content;
  GtkWidget   *title;
  GtkWidget   *place;       /* "step 2 of 5" */
  GtkWidget   *text;
  GtkWidget   *goals;
  GtkWidget   *hint;        /* GtkMenuButton */
  GtkWidget   *hint_title;
  GtkWidget   *hint_text;
  GtkWidget   *show_me;
  GtkWidget   *back;
  GtkWidget   *next;
};

G_DEFINE_FINAL_TYPE (TlLessonBar, tl_lesson_bar, GTK_TYPE_WIDGET)

enum { REFUSED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
set_text (GtkWidget *label, const char *text)
{
  if (strcmp (gtk_label_get_text (GTK_LABEL (label)), text) != 0)
    gtk_label_set_text (GTK_LABEL (label), text);
}

static void
show_hint (TlLessonBar *self, const TlLessonStep *step)
{
  const TlPrimitive *primitive = step->hint != NULL ? tl_primitive_find (step->hint) : NULL;
  g_autofree char   *title = NULL;

  gtk_widget_set_visible (self->hint, primitive != NULL);
  if (primitive == NULL)
    return;
  title = primitive->shortcut != NULL ? g_strdup_printf (_("%s, key %s"), primitive->title, primitive->shortcut)
                                      : g_strdup (primitive->title);
  set_text (self->hint_title, title);
  set_text (self->hint_text, primitive->summary);
}

/* While a measurement or a search runs this is called often: only what differs is set. */
static void
update (TlLessonBar *self)
{
  const TlLesson     *lesson = tl_lesson_run_lesson (self->run);
  const TlLessonStep *step = tl_lesson_run_current (self->run);
  guint               at = tl_lesson_run_step (self->run);
  gboolean            is_done = at < tl_lesson_run_n_done (self->run), is_last = at + 1 == lesson->steps->len;
  g_autofree char    *place = g_strdup_printf (_("Step %u of %u"), at + 1, lesson->steps->len);
  g_autofree char    *goals = tl_lesson_run_goals_text (self->run);

  set_text (self->title, lesson->title);
  set_text (self->place, place);
  set_text (self->text, step->text);
  set_text (self->goals, goals);
  show_hint (self, step);
  gtk_widget_set_visible (self->show_me, step->solution != NULL && !is_done);
  gtk_widget_set_sensitive (self->back, at > 0);
  gtk_widget_set_sensitive (self->next, is_done);
  gtk_button_set_label (GTK_BUTTON (self->next), is_last ? _("Finish") : _("Next Step"));
  if (is_done)
    gtk_widget_add_css_class (self->next, "suggested-action");
  else
    gtk_widget_remove_css_class (self->next, "suggested-action");
  if (is_done)
    gtk_widget_add_css_class (self->goals, "success");
  else
    gtk_widget_remove_css_class (self->goals, "success");
}

static void
end_lesson (TlLessonBar *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  if (self->run != NULL)
    g_signal_handlers_disconnect_by_data (self->run, self);
  g_clear_object (&self->run);
}

/* The run, which emits this, is still needed by its caller. */
static void
on_ended (TlLessonBar *self)
{
  g_autoptr (TlLessonRun) run = g_object_ref (self->run);

  end_lesson (self);
}

/* --- buttons --- */

static void
on_back (TlLessonBar *self)
{
  tl_lesson_run_show (self->run, tl_lesson_run_step (self->run) - 1);
}

static void
on_next (TlLessonBar *self)
{
  if (tl_lesson_run_step (self->run) + 1 == tl_lesson_run_lesson (self->run)->steps->len)
    end_lesson (self);
  else
    tl_lesson_run_show (self->run, tl_lesson_run_step (self->run) + 1);
}

static void
on_shown (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TlLessonBar) self = user_data;
  g_autoptr (GError)      error = NULL;

  if (!tl_session_run_script_finish (TL_SESSION (source), result, &error))
    g_signal_emit (self, signals[REFUSED], 0, error);
}

static void
on_show_me (TlLessonBar *self)
{
  tl_session_run_script_async (self->session, "lesson", tl_lesson_run_current (self->run)->solution, NULL, on_shown, g_object_ref (self));
}

/* --- object --- */

static void
tl_lesson_bar_dispose (GObject *object)
{
  TlLessonBar *self = TL_LESSON_BAR (object);

  if (self->run != NULL)
    g_signal_handlers_disconnect_by_data (self->run, self);
  g_clear_object (&self->run);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (tl_lesson_bar_parent_class)->dispose (object);
}

static void
tl_lesson_bar_class_init (TlLessonBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tl_lesson_bar_dispose;
  signals[REFUSED] = g_signal_new ("refused", TL_TYPE_LESSON_BAR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_ERROR);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/tileloom/Tileloom/ui/lesson-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, TlLessonBar, content);
  gtk_widget_class_bind_template_child (widget_class, TlLessonBar, title);
  gtk_widget_class_bind_template_child (widget_class, TlLessonBar, place);
  gtk_widget_class_bind_template_child (widget_class, TlLessonBar, text);
  gtk_widget_class_bind_template_child (widget_class, TlLessonBar, goals);
  gtk_widget_class_bind_template_child (widget_class, TlLessonBar, hint);
  gtk_widget_class_bind_template_child (widget_class, TlLessonBar, hint_title);
  gtk_widget_class_bind_template_child (widget_class, TlLessonBar, hint_text);
  gtk_widget_class_bind_template_child (widget_class, TlLessonBar, show_me);
  gtk_widget_class_bind_template_child (widget_class, TlLessonBar, back);
  gtk_widget_class_bind_template_child (widget_class, TlLessonBar, next);
  gtk_widget_class_bind_template_callback (widget_class, on_back);
  gtk_widget_class_bind_template_callback (widget_class, on_next);
  gtk_widget_class_bind_template_callback (widget_class, on_show_me);
  gtk_widget_class_bind_template_callback (widget_class, end_lesson);
}

static void
tl_lesson_bar_init (TlLessonBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
tl_lesson_bar_new (TlSession *session)
{
  TlLessonBar *self = g_object_new (TL_TYPE_LESSON_BAR, "visible", FALSE, NULL);

  self->session = g_object_ref (session);
  return GTK_WIDGET (self);
}

void
tl_lesson_bar_start (TlLessonBar *self, TlLesson *lesson)
{
  end_lesson (self);
  self->run = tl_lesson_run_new (self->session, lesson);
  g_signal_connect_swapped (self->run, "changed", G_CALLBACK (update), self);
  g_signal_connect_swapped (self->run, "ended", G_CALLBACK (on_ended), self);
  update (self);
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
}
