/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/why-not-card.h"

#include "core/base/i18n.h"
#include "ui/widgets/late-bin.h"
#include "ui/widgets/tip.h"

struct _TlWhyNotCard
{
  GtkWidget     parent_instance;
  /* Owned */
  TlEditor     *editor;
  GCancellable *search;        /* nullable: none under way */
  TlState      *refused_on;    /* nullable */
  TlRepair     *repair;        /* nullable: none found yet */
  GPtrArray    *violations;    /* nullable: TlViolation */
  TlArena      *arena;         /* nullable: of the arguments of … */
  TlInst        refused;       /* … the step, where it can be a draft */
  guint         violation_at;  /* the one that is shown */
  TlNodeId      first_culprit; /* 0: none */
  gboolean      is_acting;     /* an edit or a selection of the card's own does not close it */
  /* Template widgets */
  GtkWidget    *revealer;
  GtkWidget    *title;
  GtkWidget    *reason;
  GtkWidget    *violation_line;
  GtkWidget    *distance;
  GtkWidget    *violation;
  GtkWidget    *walk;
  GtkWidget    *previous;
  GtkWidget    *next;
  GtkWidget    *count;
  GtkWidget    *culprits;
  GtkWidget    *show;
  GtkWidget    *fix_line;
  GtkWidget    *spinner;
  GtkWidget    *fix_text;
  GtkWidget    *fix;
  GtkWidget    *draft;
  GtkWidget    *hint;
  GtkWidget    *details;
  GtkWidget    *message;
  GtkWidget    *copy;
  GtkWidget    *close;
};

G_DEFINE_FINAL_TYPE (TlWhyNotCard, tl_why_not_card, GTK_TYPE_WIDGET)

enum { CLOSED, VIOLATION_CHANGED, SHOW_IN_SCRIPT, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
forget (TlWhyNotCard *self)
{
  if (self->search != NULL)
    g_cancellable_cancel (self->search);
  g_clear_object (&self->search);
  g_clear_pointer (&self->refused_on, tl_state_unref);
  g_clear_pointer (&self->repair, tl_repair_free);
  g_clear_pointer (&self->violations, g_ptr_array_unref);
  g_clear_pointer (&self->arena, tl_arena_unref);
}

static gboolean
is_shown (TlWhyNotCard *self)
{
  return gtk_revealer_get_reveal_child (GTK_REVEALER (self->revealer));
}

gboolean
tl_why_not_card_close (TlWhyNotCard *self)
{
  if (!is_shown (self))
    return FALSE;
  forget (self);
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->revealer), FALSE);
  g_signal_emit (self, signals[CLOSED], 0);
  gtk_widget_set_can_target (GTK_WIDGET (self), FALSE);
  gtk_widget_set_can_focus (GTK_WIDGET (self), FALSE);
  return TRUE;
}

gboolean
tl_why_not_card_focus (TlWhyNotCard *self)
{
  if (!is_shown (self))
    return FALSE;
  return gtk_widget_grab_focus (gtk_widget_get_mapped (self->fix) ? self->fix : GTK_WIDGET (self));
}

/* --- what is at fault --- */

static void
on_culprit_clicked (GtkWidget *button, gpointer user_data)
{
  TlWhyNotCard *self = TL_WHY_NOT_CARD (gtk_widget_get_ancestor (button, TL_TYPE_WHY_NOT_CARD));

  self->is_acting = TRUE;
  tl_selection_pick (tl_session_selection (tl_editor_session (self->editor)), GPOINTER_TO_UINT (user_data));
  self->is_acting = FALSE;
}

static void
show_culprits (TlWhyNotCard *self, const GError *error)
{
  const TlModule *module = tl_state_module (tl_session_state (tl_editor_session (self->editor)));
  guint           n;
  const TlNodeId *nodes = tl_refusal_culprits (error, &n);
  GtkWidget      *child;

  while ((child = gtk_widget_get_first_child (self->culprits)) != NULL)
    gtk_box_remove (GTK_BOX (self->culprits), child);
  self->first_culprit = n > 0 ? nodes[0] : 0;
  for (guint i = 0; i < n; i++)
    {
      const TlStmt    *stmt = tl_module_find (module, nodes[i]);
      g_autofree char *name = stmt == NULL ? NULL : stmt->kind == TL_STMT_FOR ? g_strdup_printf (_("Loop %s"), stmt->loop.var->name)
                              : g_strdup_printf (_("Block %s"), stmt->block.name);
      GtkWidget       *button = name != NULL ? gtk_button_new_with_label (name) : NULL;

      if (button == NULL)
        continue;
      gtk_widget_add_css_class (button, "chip");
      tl_widget_set_tooltip (button, _("Select It"));
      g_signal_connect (button, "clicked", G_CALLBACK (on_culprit_clicked), GUINT_TO_POINTER (nodes[i]));
      gtk_box_append (GTK_BOX (self->culprits), button);
    }
}

/* --- the accesses --- */

const TlViolation *
tl_why_not_card_violation (TlWhyNotCard *self)
{
  return self->violations != NULL && self->violation_at < self->violations->len
         ? g_ptr_array_index (self->violations, self->violation_at) : NULL;
}

/* For screen readers: the reason, and the pair that is shown. */
static void
describe (TlWhyNotCard *self)
{
  const TlViolation *violation = tl_why_not_card_violation (self);
  g_autofree char   *text = g_strjoin (" ", gtk_label_get_text (GTK_LABEL (self->reason)),
                                       violation != NULL ? violation->sentence : NULL, NULL);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

static void
show_violation (TlWhyNotCard *self)
{
  const TlViolation *violation = tl_why_not_card_violation (self);
  guint              n = self->violations != NULL ? self->violations->len : 0;
  g_autofree char   *count = g_strdup_printf (_("%u of %u"), self->violation_at + 1, n);

  gtk_widget_set_visible (self->violation_line, violation != NULL);
  gtk_widget_set_visible (self->walk, n > 1);
  gtk_label_set_text (GTK_LABEL (self->count), count);
  if (violation != NULL)
    {
      gtk_label_set_text (GTK_LABEL (self->distance), violation->label);
      gtk_label_set_text (GTK_LABEL (self->violation), violation->sentence);
    }
  describe (self);
  g_signal_emit (self, signals[VIOLATION_CHANGED], 0);
}

gboolean
tl_why_not_card_walk (TlWhyNotCard *self, int by)
{
  guint n = self->violations != NULL ? self->violations->len : 0;

  if (!is_shown (self) || n == 0)
    return FALSE;
  self->violation_at = (guint) ((int) (self->violation_at + n) + by) % n;
  show_violation (self);
  return TRUE;
}

static void
walk_back (TlWhyNotCard *self)
{
  tl_why_not_card_walk (self, -1);
}

static void
walk_on (TlWhyNotCard *self)
{
  tl_why_not_card_walk (self, 1);
}

static void
show_in_script (TlWhyNotCard *self)
{
  self->is_acting = TRUE;
  if (self->first_culprit != 0)
    tl_selection_pick (tl_session_selection (tl_editor_session (self->editor)), self->first_culprit);
  g_signal_emit (self, signals[SHOW_IN_SCRIPT], 0);
  self->is_acting = FALSE;
}

/* --- the fix --- */

static void
show_fix (TlWhyNotCard *self)
{
  g_autofree char *sentence = self->repair != NULL ? tl_repair_sentence (self->repair) : g_strdup_printf (
    _("No fix within %d steps found"), TL_REPAIR_MAX_STEPS);

  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), FALSE);
  gtk_widget_set_visible (self->spinner, FALSE);
  gtk_label_set_text (GTK_LABEL (self->fix_text), sentence);
  gtk_widget_set_visible (self->fix, self->repair != NULL);
  gtk_widget_set_visible (self->hint, self->repair == NULL && *gtk_label_get_text (GTK_LABEL (self->hint)) != '\0');
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->fix), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, sentence, -1);
}

static void
on_found (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TlWhyNotCard) self = user_data;
  g_autoptr (GError)       error = NULL;
  TlRepair                *repair = tl_session_find_repair_finish (TL_SESSION (source), result, &error);

  if (error != NULL)
    return;
  g_clear_object (&self->search);
  self->repair = repair;
  show_fix (self);
}

static void
look_for_fix (TlWhyNotCard *self, const TlInst *refused)
{
  TlSession *session = tl_editor_session (self->editor);

  self->search = g_cancellable_new ();
  self->refused_on = tl_state_ref (tl_session_state (session));
  gtk_widget_set_visible (self->spinner, TRUE);
  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), TRUE);
  gtk_label_set_text (GTK_LABEL (self->fix_text), _("Looking for steps that make it legal…"));
  gtk_widget_set_visible (self->fix, FALSE);
  tl_session_find_repair_async (session, self->refused_on, refused, self->search, on_found, g_object_ref (self));
}

static void
on_fix (TlWhyNotCard *self)
{
  if (self->repair == NULL)
    return;
  self->is_acting = TRUE;
  tl_editor_take_repair (self->editor, self->refused_on, self->repair);
  self->is_acting = FALSE;
  tl_why_not_card_close (self);
}

/* --- the draft --- */

static void
offer_draft (TlWhyNotCard *self, const GError *error, const TlInst *refused)
{
  gboolean is_offered = refused != NULL && tl_session_can_draft (tl_editor_session (self->editor), refused, error);
  TlArg   *args;

  gtk_widget_set_visible (self->draft, is_offered);
  if (!is_offered)
    return;
  self->arena = tl_arena_new (NULL);
  args = tl_arena_new_array (self->arena, TlArg, MAX (refused->n_args, 1));
  for (guint i = 0; i < refused->n_args; i++)
    args[i] = tl_arg_dup (self->arena, &refused->args[i]);
  self->refused = *refused;
  self->refused.args = args;
}

gboolean
tl_why_not_card_draft (TlWhyNotCard *self)
{
  g_autoptr (TlArena) arena = NULL;

  if (!is_shown (self) || self->arena == NULL)
    return FALSE;
  arena = g_steal_pointer (&self->arena);
  tl_why_not_card_close (self);
  tl_editor_take_draft (self->editor, &self->refused);
  return TRUE;
}

static void
on_draft (TlWhyNotCard *self)
{
  tl_why_not_card_draft (self);
}

/* --- the refusal --- */

/* Messages begin with a small letter, as after a place in a script. */
static char *
sentence_of (const GError *error)
{
  const char *reason = tl_refusal_reason (error);

  return g_strdup_printf ("%c%s.", g_ascii_toupper (*reason), *reason != '\0' ? reason + 1 : "");
}

/* "vectorize: loop k cannot be …", and the hint in a line of its own. */
static char *
whole_message (const GError *error)
{
  const char *primitive = tl_refusal_primitive (error), *hint = tl_refusal_hint (error);

  return g_strdup_printf ("%s%s%s%s%s", primitive != NULL ? primitive : "", primitive != NULL ? ": " : "", error->message,
                          hint != NULL ? "\nhint: " : "", hint != NULL ? hint : "");
}

static char *
title_of (TlWhyNotCard *self, const TlInst *refused)
{
  const TlModule  *module = tl_state_module (tl_session_state (tl_editor_session (self->editor)));
  g_autofree char *sentence = NULL;

  if (refused == NULL)
    return g_strdup (_("Not Possible"));
  sentence = tl_primitive_plain_sentence (refused->primitive, module, refused->args, refused->n_args);
  return g_strdup_printf (_("Why not: %s"), sentence);
}

void
tl_why_not_card_show (TlWhyNotCard *self, const GError *error, const TlInst *refused)
{
  const char      *hint = tl_refusal_hint (error);
  gboolean         is_refused = refused != NULL && g_error_matches (error, TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_REFUSED);
  g_autofree char *message = whole_message (error), *hint_text = hint != NULL ? g_strdup_printf (_("Try: %s"), hint) : g_strdup ("");
  g_autofree char *title = title_of (self, refused), *sentence = sentence_of (error);

  forget (self);
  gtk_label_set_text (GTK_LABEL (self->title), title);
  gtk_label_set_text (GTK_LABEL (self->reason), sentence);
  gtk_label_set_text (GTK_LABEL (self->message), message);
  gtk_label_set_text (GTK_LABEL (self->hint), hint_text);
  gtk_widget_set_visible (self->hint, hint != NULL && !is_refused);
  gtk_expander_set_expanded (GTK_EXPANDER (self->details), FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  show_culprits (self, error);
  self->violation_at = 0;
  self->violations = refused != NULL ? tl_violations_new (tl_session_state (tl_editor_session (self->editor)), refused, error) : NULL;
  gtk_widget_set_visible (self->fix_line, is_refused);
  if (is_refused)
    look_for_fix (self, refused);
  offer_draft (self, error, is_refused ? refused : NULL);
  gtk_widget_set_can_target (GTK_WIDGET (self), TRUE);
  gtk_widget_set_can_focus (GTK_WIDGET (self), TRUE);
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->revealer), TRUE);
  show_violation (self);
}

static void
copy_message (TlWhyNotCard *self)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), gtk_label_get_text (GTK_LABEL (self->message)));
}

static void
on_changed (TlWhyNotCard *self)
{
  if (!self->is_acting)
    tl_why_not_card_close (self);
}

static void
tl_why_not_card_dispose (GObject *object)
{
  TlWhyNotCard *self = TL_WHY_NOT_CARD (object);
  GtkWidget    *child;

  forget (self);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->editor);
  G_OBJECT_CLASS (tl_why_not_card_parent_class)->dispose (object);
}

static void
tl_why_not_card_class_init (TlWhyNotCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tl_why_not_card_dispose;
  signals[CLOSED] = g_signal_new ("closed", TL_TYPE_WHY_NOT_CARD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[VIOLATION_CHANGED] = g_signal_new ("violation-changed", TL_TYPE_WHY_NOT_CARD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                             G_TYPE_NONE, 0);
  signals[SHOW_IN_SCRIPT] = g_signal_new ("show-in-script", TL_TYPE_WHY_NOT_CARD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (widget_class, "whynotcard");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_ALERT);
  g_type_ensure (TL_TYPE_LATE_BIN);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/tileloom/Tileloom/ui/why-not-card.ui");
  gtk_widget_class_bind_template_child (widget_class, TlWhyNotCard, revealer);
  gtk_widget_class_bind_template_child (widget_class, TlWhyNotCard, title);
  gtk_widget_class_bind_template_child (widget_class, TlWhyNotCard, reason);
  gtk_widget_class_bind_template_child (widget_class, TlWhyNotCard, violation_line);
  gtk_widget_class_bind_template_child (widget_class, TlWhyNotCard, distance);
  gtk_widget_class_bind_template_child (widget_class, TlWhyNotCard, violation);
  gtk_widget_class_bind_template_child (widget_class, TlWhyNotCard, walk);
  gtk_widget_class_bind_template_child (widget_class, TlWhyNotCard, previous);
  gtk_widget_class_bind_template_child (widget_class, TlWhyNotCard, next);
  gtk_widget_class_bind_template_child (widget_class, TlWhyNotCard, count);
  gtk_widget_class_bind_template_child (widget_class, TlWhyNotCard, culprits);
  gtk_widget_class_bind_template_child (widget_class, TlWhyNotCard, show);
  gtk_widget_class_bind_template_child (widget_class, TlWhyNotCard, fix_line);
  gtk_widget_class_bind_template_child (widget_class, TlWhyNotCard, spinner);
  gtk_widget_class_bind_template_child (widget_class, TlWhyNotCard, fix_text);
  gtk_widget_class_bind_template_child (widget_class, TlWhyNotCard, fix);
  gtk_widget_class_bind_template_child (widget_class, TlWhyNotCard, draft);
  gtk_widget_class_bind_template_child (widget_class, TlWhyNotCard, hint);
  gtk_widget_class_bind_template_child (widget_class, TlWhyNotCard, details);
  gtk_widget_class_bind_template_child (widget_class, TlWhyNotCard, message);
  gtk_widget_class_bind_template_child (widget_class, TlWhyNotCard, copy);
  gtk_widget_class_bind_template_child (widget_class, TlWhyNotCard, close);
}

static void
tl_why_not_card_init (TlWhyNotCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_set_can_target (GTK_WIDGET (self), FALSE);
  gtk_widget_set_can_focus (GTK_WIDGET (self), FALSE);
}

GtkWidget *
tl_why_not_card_new (TlEditor *editor)
{
  TlWhyNotCard *self = g_object_new (TL_TYPE_WHY_NOT_CARD, NULL);
  TlSession    *session = tl_editor_session (editor);

  self->editor = g_object_ref (editor);
  g_signal_connect_swapped (self->fix, "clicked", G_CALLBACK (on_fix), self);
  g_signal_connect_swapped (self->draft, "clicked", G_CALLBACK (on_draft), self);
  g_signal_connect_swapped (self->previous, "clicked", G_CALLBACK (walk_back), self);
  g_signal_connect_swapped (self->next, "clicked", G_CALLBACK (walk_on), self);
  g_signal_connect_swapped (self->show, "clicked", G_CALLBACK (show_in_script), self);
  g_signal_connect_swapped (self->copy, "clicked", G_CALLBACK (copy_message), self);
  g_signal_connect_swapped (self->close, "clicked", G_CALLBACK (tl_why_not_card_close), self);
  g_signal_connect_object (session, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (tl_session_selection (session), "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
