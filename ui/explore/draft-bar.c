/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/draft-bar.h"

#include "core/base/i18n.h"
#include "ui/explore/step-edits.h"
#include "ui/widgets/after-frame.h"
#include "ui/widgets/tip.h"

struct _TlDraftBar
{
  GtkWidget     parent_instance;
  /* Owned */
  TlEditor      *editor;
  TlAfterFrame  *refresh;
  TlState       *draft;         /* nullable: the state that is shown is none */
  GPtrArray     *violations;    /* nullable: TlViolation */
  guint          violation_at;
  GCancellable  *search;        /* nullable: none under way */
  TlEditedSteps *fixed;         /* nullable: none found yet … */
  char          *fix_words;     /* … and its steps */
  /* Template widgets */
  GtkWidget     *content;
  GtkWidget     *title;
  GtkWidget     *fix;
  GtkWidget     *distance;
  GtkWidget     *sentence;
  GtkWidget     *walk;
  GtkWidget     *previous;
  GtkWidget     *count;
  GtkWidget     *next;
  GtkWidget     *show;
};

G_DEFINE_FINAL_TYPE (TlDraftBar, tl_draft_bar, GTK_TYPE_WIDGET)

enum { VIOLATION_CHANGED, SHOW_IN_SCRIPT, N_SIGNALS };
static guint signals[N_SIGNALS];

static TlSession *
session_of (TlDraftBar *self)
{
  return tl_editor_session (self->editor);
}

/* --- the accesses --- */

const TlViolation *
tl_draft_bar_violation (TlDraftBar *self)
{
  return self->violations != NULL && self->violation_at < self->violations->len
         ? g_ptr_array_index (self->violations, self->violation_at) : NULL;
}

const GPtrArray *
tl_draft_bar_violations (TlDraftBar *self)
{
  return self->violations;
}

const GError *
tl_draft_bar_rule (TlDraftBar *self)
{
  const TlState *step = self->draft != NULL && self->violations->len == 0 ? tl_state_last_draft (self->draft) : NULL;

  return step != NULL ? tl_state_broken_orders (step)->pdata[0] : NULL;
}

/* Free with g_free. */
static char *
sentence_of (const GError *rule)
{
  const char *reason = tl_refusal_reason (rule);

  return g_strdup_printf ("%c%s.", g_ascii_toupper (*reason), *reason != '\0' ? reason + 1 : "");
}

static void
show_violation (TlDraftBar *self)
{
  const TlViolation *violation = tl_draft_bar_violation (self);
  guint              n = self->violations != NULL ? self->violations->len : 0;
  g_autofree char   *count = g_strdup_printf (_("%u of %u"), self->violation_at + 1, n), *sentence = NULL;

  if (self->draft != NULL)
    {
      sentence = violation != NULL ? g_strdup (violation->sentence) : sentence_of (tl_draft_bar_rule (self));
      gtk_label_set_text (GTK_LABEL (self->sentence), sentence);
      gtk_label_set_text (GTK_LABEL (self->distance), violation != NULL ? violation->label : "");
      gtk_widget_set_visible (self->distance, violation != NULL);
      gtk_widget_set_visible (self->show, violation != NULL);
      gtk_widget_set_visible (self->walk, n > 1);
      gtk_label_set_text (GTK_LABEL (self->count), count);
      gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, sentence, -1);
    }
  g_signal_emit (self, signals[VIOLATION_CHANGED], 0);
}

gboolean
tl_draft_bar_walk (TlDraftBar *self, int by)
{
  guint n = self->violations != NULL ? self->violations->len : 0;

  if (n == 0)
    return FALSE;
  self->violation_at = (guint) ((int) (self->violation_at + n) + by) % n;
  show_violation (self);
  return TRUE;
}

static void
walk_back (TlDraftBar *self)
{
  tl_draft_bar_walk (self, -1);
}

static void
walk_on (TlDraftBar *self)
{
  tl_draft_bar_walk (self, 1);
}

static void
on_show (TlDraftBar *self)
{
  g_signal_emit (self, signals[SHOW_IN_SCRIPT], 0);
}

/* --- the fix --- */

static void
forget_fix (TlDraftBar *self)
{
  if (self->search != NULL)
    g_cancellable_cancel (self->search);
  g_clear_object (&self->search);
  g_clear_pointer (&self->fixed, tl_edited_steps_unref);
  g_clear_pointer (&self->fix_words, g_free);
}

static void
show_fix (TlDraftBar *self)
{
  const char *tip = self->fix_words != NULL ? self->fix_words : self->search != NULL ? _("Looking for steps that make it legal…")
                    : _("No fix was found: undo, change or remove the step");

  gtk_widget_set_sensitive (self->fix, self->fixed != NULL);
  tl_widget_set_tooltip (self->fix, tip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->fix), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, tip, -1);
}

static void
on_found (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TlDraftBar)    self = user_data;
  g_autoptr (GError)        error = NULL;
  g_autofree char          *words = NULL;
  g_autoptr (TlEditedSteps) fixed = tl_session_fix_step_finish (TL_SESSION (source), result, &words, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->editor == NULL)
    return;
  g_clear_object (&self->search);
  self->fixed = g_steal_pointer (&fixed);
  self->fix_words = self->fixed != NULL ? g_steal_pointer (&words) : NULL;
  show_fix (self);
}

/* Of the variant's own steps: what is only looked at is not changed. */
static void
look_for_fix (TlDraftBar *self)
{
  forget_fix (self);
  if (tl_session_visited (session_of (self)) == NULL)
    {
      self->search = g_cancellable_new ();
      tl_session_fix_step_async (session_of (self), (TlState *) tl_state_last_draft (self->draft), self->search, on_found,
                                 g_object_ref (self));
    }
  show_fix (self);
}

static void
on_fix (TlDraftBar *self)
{
  g_autoptr (TlEditedSteps) fixed = g_steal_pointer (&self->fixed);
  g_autofree char          *words = g_steal_pointer (&self->fix_words);

  if (fixed != NULL)
    tl_step_take (self->editor, fixed, words);
}

/* --- the draft --- */

static void
show_draft (TlDraftBar *self)
{
  g_autofree char *words = tl_state_describe (tl_state_last_draft (self->draft));
  const char      *format = self->violations->len > 0
                            ? _("Draft: “%s” breaks an order that the program needs. The result may be wrong; measuring, tuning and export "
                                "are off.")
                            : _("Draft: “%s” may break an order that the program needs. Measuring, tuning and export are off.");
  g_autofree char *title = g_strdup_printf (format, words);

  gtk_label_set_text (GTK_LABEL (self->title), title);
  tl_widget_set_tooltip (self->title, title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  look_for_fix (self);
}

static void
refresh (GtkWidget *widget)
{
  TlDraftBar            *self = TL_DRAFT_BAR (widget);
  TlState               *state = tl_session_state (session_of (self));
  TlState               *draft = state != NULL && tl_state_is_draft (state) ? state : NULL;
  g_autoptr (GPtrArray)  before = NULL;

  if (draft == self->draft)
    return;
  g_clear_pointer (&self->draft, tl_state_unref);
  before = g_steal_pointer (&self->violations);   /* the panes show one of them until the signal */
  self->violation_at = 0;
  if (draft != NULL)
    {
      self->draft = tl_state_ref (draft);
      self->violations = tl_draft_violations_new (draft);
      show_draft (self);
    }
  else
    forget_fix (self);
  gtk_widget_set_visible (self->content, draft != NULL);
  show_violation (self);
}

static void
refresh_soon (TlDraftBar *self)
{
  tl_after_frame_ask (self->refresh);
}

/* --- object --- */

static void
tl_draft_bar_dispose (GObject *object)
{
  TlDraftBar *self = TL_DRAFT_BAR (object);
  GtkWidget  *child;

  forget_fix (self);
  g_clear_pointer (&self->draft, tl_state_unref);
  g_clear_pointer (&self->violations, g_ptr_array_unref);
  g_clear_pointer (&self->refresh, tl_after_frame_free);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->editor);
  G_OBJECT_CLASS (tl_draft_bar_parent_class)->dispose (object);
}

static void
tl_draft_bar_class_init (TlDraftBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tl_draft_bar_dispose;
  signals[VIOLATION_CHANGED] = g_signal_new ("violation-changed", TL_TYPE_DRAFT_BAR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                             G_TYPE_NONE, 0);
  signals[SHOW_IN_SCRIPT] = g_signal_new ("show-in-script", TL_TYPE_DRAFT_BAR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (widget_class, "draftbar");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_STATUS);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/tileloom/Tileloom/ui/draft-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, TlDraftBar, content);
  gtk_widget_class_bind_template_child (widget_class, TlDraftBar, title);
  gtk_widget_class_bind_template_child (widget_class, TlDraftBar, fix);
  gtk_widget_class_bind_template_child (widget_class, TlDraftBar, distance);
  gtk_widget_class_bind_template_child (widget_class, TlDraftBar, sentence);
  gtk_widget_class_bind_template_child (widget_class, TlDraftBar, walk);
  gtk_widget_class_bind_template_child (widget_class, TlDraftBar, previous);
  gtk_widget_class_bind_template_child (widget_class, TlDraftBar, count);
  gtk_widget_class_bind_template_child (widget_class, TlDraftBar, next);
  gtk_widget_class_bind_template_child (widget_class, TlDraftBar, show);
}

static void
tl_draft_bar_init (TlDraftBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->refresh = tl_after_frame_new (GTK_WIDGET (self), refresh);
}

GtkWidget *
tl_draft_bar_new (TlEditor *editor)
{
  TlDraftBar *self = g_object_new (TL_TYPE_DRAFT_BAR, NULL);

  self->editor = g_object_ref (editor);
  g_signal_connect_swapped (self->fix, "clicked", G_CALLBACK (on_fix), self);
  g_signal_connect_swapped (self->previous, "clicked", G_CALLBACK (walk_back), self);
  g_signal_connect_swapped (self->next, "clicked", G_CALLBACK (walk_on), self);
  g_signal_connect_swapped (self->show, "clicked", G_CALLBACK (on_show), self);
  g_signal_connect_object (session_of (self), "changed", G_CALLBACK (refresh_soon), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
