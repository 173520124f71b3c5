/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/history-private.h"

#include "core/base/extremum.h"
#include "core/base/i18n.h"

typedef enum
{
  EDIT_STATE,     /* a variant moved from one state to another */
  EDIT_ADD,
  EDIT_BRANCH,    /* as ADD, by a step from where the variant before was taken back to; undone, it stays in the list with its steps */
  EDIT_REMOVE,
  EDIT_RENAME,
} EditKind;

/* One edit; enough to go either way. */
typedef struct
{
  EditKind   kind;
  TlVariant *variant;
  TlVariant *previous;                   /* ADD, REMOVE: the variant that was current before */
  guint      position;                   /* ADD, REMOVE: in the list */
  TlState   *before, *before_tip;        /* STATE */
  TlState   *after, *after_tip;
  char      *name_before, *name_after;   /* RENAME */
  char      *label;
} Edit;

struct _TlHistory
{
  TlHistoryListener listener;
  GListStore       *variants;
  TlVariant        *current;
  char             *target;      /* that the variants' measurements are for */
  GPtrArray        *undo;        /* Edit, newest last */
  GPtrArray        *redo;
};

static void
edit_free (Edit *edit)
{
  g_clear_object (&edit->variant);
  g_clear_object (&edit->previous);
  g_clear_pointer (&edit->before, tl_state_unref);
  g_clear_pointer (&edit->before_tip, tl_state_unref);
  g_clear_pointer (&edit->after, tl_state_unref);
  g_clear_pointer (&edit->after_tip, tl_state_unref);
  g_free (edit->name_before);
  g_free (edit->name_after);
  g_free (edit->label);
  g_free (edit);
}

TlHistory *
tl_history_new (const TlHistoryListener *listener)
{
  TlHistory *history = g_new0 (TlHistory, 1);

  history->listener = *listener;
  history->variants = g_list_store_new (TL_TYPE_VARIANT);
  history->undo = g_ptr_array_new_with_free_func ((GDestroyNotify) edit_free);
  history->redo = g_ptr_array_new_with_free_func ((GDestroyNotify) edit_free);
  return history;
}

void
tl_history_free (TlHistory *history)
{
  g_clear_object (&history->current);
  g_object_unref (history->variants);
  g_free (history->target);
  g_ptr_array_unref (history->undo);
  g_ptr_array_unref (history->redo);
  g_free (history);
}

/* --- variants --- */

GListModel *
tl_history_variants (TlHistory *history)
{
  return G_LIST_MODEL (history->variants);
}

guint
tl_history_n_variants (TlHistory *history)
{
  return g_list_model_get_n_items (G_LIST_MODEL (history->variants));
}

TlVariant *
tl_history_nth (TlHistory *history, guint index)
{
  g_autoptr (TlVariant) variant = g_list_model_get_item (G_LIST_MODEL (history->variants), index);

  return variant;   /* the list keeps it */
}

void
tl_history_set_target (TlHistory *history, const char *target)
{
  g_free (history->target);
  history->target = g_strdup (target);
  for (guint i = 0; i < tl_history_n_variants (history); i++)
    tl_variant_set_target (tl_history_nth (history, i), target);
}

TlVariant *
tl_history_current (TlHistory *history)
{
  return history->current;
}

char *
tl_history_free_name (TlHistory *history, const char *stem)
{
  for (guint number = 1;; number++)
    {
      g_autofree char *name = number == 1 ? g_strdup (stem) : g_strdup_printf ("%s %u", stem, number);
      gboolean         is_taken = FALSE;

      for (guint i = 0; i < tl_history_n_variants (history); i++)
        is_taken |= g_strcmp0 (tl_variant_name (tl_history_nth (history, i)), name) == 0;
      if (!is_taken)
        return g_steal_pointer (&name);
    }
}

void
tl_history_append (TlHistory *history, TlVariant *variant)
{
  tl_variant_set_target (variant, history->target);
  g_list_store_append (history->variants, variant);
}

gboolean
tl_history_set_current (TlHistory *history, TlVariant *variant)
{
  return g_set_object (&history->current, variant);
}

void
tl_history_forget_edits (TlHistory *history)
{
  g_ptr_array_set_size (history->undo, 0);
  g_ptr_array_set_size (history->redo, 0);
}

void
tl_history_clear (TlHistory *history)
{
  tl_history_forget_edits (history);
  g_clear_object (&history->current);
  g_list_store_remove_all (history->variants);
}

/* --- edits --- */

static void
notify_edited (TlHistory *history, TlVariant *variant)
{
  if (history->listener.edited != NULL)
    history->listener.edited (variant, history->listener.user_data);
}

static void
notify_changed (TlHistory *history)
{
  if (history->listener.changed != NULL)
    history->listener.changed (history->listener.user_data);
}

static void
make_current (TlHistory *history, TlVariant *variant)
{
  if (tl_history_set_current (history, variant) && history->listener.current_changed != NULL)
    history->listener.current_changed (history->listener.user_data);
}

/* Takes @edit. */
static void
push (TlHistory *history, Edit *edit)
{
  g_ptr_array_add (history->undo, edit);
  g_ptr_array_set_size (history->redo, 0);
}

void
tl_history_move (TlHistory *history, TlVariant *variant, TlState *state, TlState *tip, char *label)
{
  Edit *edit = g_new0 (Edit, 1);

  edit->kind = EDIT_STATE;
  edit->variant = g_object_ref (variant);
  edit->before = tl_state_ref (tl_variant_state (variant));
  edit->before_tip = tl_state_ref (tl_variant_tip (variant));
  edit->after = tl_state_ref (state);
  edit->after_tip = tl_state_ref (tip);
  edit->label = label;
  push (history, edit);
  tl_variant_set_state (variant, state, tip);
  notify_edited (history, variant);
  notify_changed (history);
}

static void
insert_variant (TlHistory *history, TlVariant *variant, guint position)
{
  tl_variant_set_target (variant, history->target);
  g_list_store_insert (history->variants, tl_min (position, tl_history_n_variants (history)), variant);
  make_current (history, variant);
  notify_edited (history, variant);
}

static void
take_out_variant (TlHistory *history, TlVariant *variant, TlVariant *then_current)
{
  guint position;

  if (then_current != NULL)
    make_current (history, then_current);
  if (g_list_store_find (history->variants, variant, &position))
    g_list_store_remove (history->variants, position);
  if (history->listener.removed != NULL)
    history->listener.removed (variant, history->listener.user_data);
}

/* Takes @label. */
static TlVariant *
add_variant (TlHistory *history, EditKind kind, const char *name, TlState *state, char *label)
{
  g_autoptr (TlVariant) variant = tl_variant_new (name, state);
  Edit                 *edit = g_new0 (Edit, 1);

  tl_variant_set_origin (variant, history->current);
  edit->kind = kind;
  edit->variant = g_object_ref (variant);
  edit->previous = history->current != NULL ? g_object_ref (history->current) : NULL;
  edit->position = tl_history_n_variants (history);
  edit->label = label;
  push (history, edit);
  insert_variant (history, variant, edit->position);
  notify_changed (history);
  return variant;
}

TlVariant *
tl_history_branch (TlHistory *history, const char *name, TlState *state, char *label)
{
  return add_variant (history, EDIT_ADD, name, state, label);
}

TlVariant *
tl_history_add (TlHistory *history, const char *name, TlState *state)
{
  return add_variant (history, EDIT_ADD, name, state, g_strdup_printf (_("New variant “%s”"), name));
}

/* New work on an earlier step must not lose the later ones: it goes on in a branch of its own. */
void
tl_history_continue (TlHistory *history, TlState *start, TlState *state, char *label)
{
  g_autofree char *name = NULL;

  if (start == tl_variant_tip (history->current))
    {
      tl_history_move (history, history->current, state, state, label);
      return;
    }
  name = tl_history_free_name (history, "branch");
  add_variant (history, EDIT_BRANCH, name, state, label);
}

void
tl_history_take (TlHistory *history, TlVariant *variant, TlState *start, TlState *state, char *label, const char *stem)
{
  g_autofree char *own_label = label, *name = NULL;

  if (state == start)
    return;
  if (history->current == variant && tl_variant_state (history->current) == start)
    {
      tl_history_continue (history, start, state, g_steal_pointer (&own_label));
      return;
    }
  name = tl_history_free_name (history, stem);
  tl_history_add (history, name, state);
}

gboolean
tl_history_remove (TlHistory *history, TlVariant *variant)
{
  Edit                 *edit;
  guint                 n = tl_history_n_variants (history), position;
  g_autoptr (TlVariant) neighbour = NULL;

  if (n < 2 || !g_list_store_find (history->variants, variant, &position))
    return FALSE;
  neighbour = g_list_model_get_item (G_LIST_MODEL (history->variants), position > 0 ? position - 1 : 1);
  edit = g_new0 (Edit, 1);
  edit->kind = EDIT_REMOVE;
  edit->variant = g_object_ref (variant);
  edit->previous = g_object_ref (neighbour);
  edit->position = position;
  edit->label = g_strdup_printf (_("Remove variant “%s”"), tl_variant_name (variant));
  push (history, edit);
  take_out_variant (history, edit->variant, variant == history->current ? neighbour : NULL);
  notify_changed (history);
  return TRUE;
}

void
tl_history_rename (TlHistory *history, TlVariant *variant, const char *name)
{
  Edit *edit;

  if (g_strcmp0 (name, tl_variant_name (variant)) == 0 || *name == '\0')
    return;
  edit = g_new0 (Edit, 1);
  edit->kind = EDIT_RENAME;
  edit->variant = g_object_ref (variant);
  edit->name_before = g_strdup (tl_variant_name (variant));
  edit->name_after = g_strdup (name);
  edit->label = g_strdup_printf (_("Rename to “%s”"), name);
  push (history, edit);
  tl_variant_set_name (variant, name);
  notify_edited (history, variant);
  notify_changed (history);
}

/* --- back and forth --- */

static void
replay_edit (TlHistory *history, const Edit *edit, gboolean forward)
{
  gboolean adds = (edit->kind == EDIT_ADD) == forward;

  switch (edit->kind)
    {
    case EDIT_STATE:
      make_current (history, edit->variant);
      tl_variant_set_state (edit->variant, forward ? edit->after : edit->before, forward ? edit->after_tip : edit->before_tip);
      break;
    case EDIT_BRANCH:
      make_current (history, forward ? edit->variant : edit->previous);
      break;
    case EDIT_ADD:
    case EDIT_REMOVE:
      if (adds)
        insert_variant (history, edit->variant, edit->position);
      else
        take_out_variant (history, edit->variant, edit->previous);
      break;
    case EDIT_RENAME:
      tl_variant_set_name (edit->variant, forward ? edit->name_after : edit->name_before);
      break;
    }
  if (edit->kind == EDIT_STATE || edit->kind == EDIT_RENAME)
    notify_edited (history, edit->variant);
}

static void
move_one (TlHistory *history, GPtrArray *from, GPtrArray *to, gboolean forward)
{
  Edit *edit;

  if (from->len == 0)
    return;
  edit = g_ptr_array_steal_index (from, from->len - 1);
  g_ptr_array_add (to, edit);
  replay_edit (history, edit, forward);
  notify_changed (history);
}

void
tl_history_undo (TlHistory *history)
{
  move_one (history, history->undo, history->redo, FALSE);
}

void
tl_history_redo (TlHistory *history)
{
  move_one (history, history->redo, history->undo, TRUE);
}

gboolean
tl_history_can_undo (TlHistory *history)
{
  return history->undo->len > 0;
}

gboolean
tl_history_can_redo (TlHistory *history)
{
  return history->redo->len > 0;
}

static const char *
newest_label (GPtrArray *changes)
{
  return changes->len > 0 ? ((Edit *) g_ptr_array_index (changes, changes->len - 1))->label : NULL;
}

const char *
tl_history_undo_label (TlHistory *history)
{
  return newest_label (history->undo);
}

const char *
tl_history_redo_label (TlHistory *history)
{
  return newest_label (history->redo);
}
