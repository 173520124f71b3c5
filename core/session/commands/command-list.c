/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/commands/command-list.h"

#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/ir/walk.h"
#include "core/session/commands/command-match.h"
#include "core/session/program-view.h"
#include "core/session/recent.h"
#include "core/session/steps/suggestion-list.h"

#define MAX_NAMED_BLOCKS 2   /* of a loop with more, the rest is an ellipsis */

/* --- one command --- */

struct _TlPaletteCommand
{
  GObject        parent_instance;
  TlCommandKind  kind;
  char          *title;
  char          *detail;       /* nullable, as are … */
  char          *reason;
  char          *name;
  TlSuggestion  *suggestion;
  TlVariant     *variant;
  TlNodeId       node;
};

G_DEFINE_FINAL_TYPE (TlPaletteCommand, tl_palette_command, G_TYPE_OBJECT)

static void
tl_palette_command_finalize (GObject *object)
{
  TlPaletteCommand *self = TL_PALETTE_COMMAND (object);

  g_free (self->title);
  g_free (self->detail);
  g_free (self->reason);
  g_free (self->name);
  g_clear_pointer (&self->suggestion, tl_suggestion_unref);
  g_clear_object (&self->variant);
  G_OBJECT_CLASS (tl_palette_command_parent_class)->finalize (object);
}

static void
tl_palette_command_class_init (TlPaletteCommandClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tl_palette_command_finalize;
}

static void
tl_palette_command_init (TlPaletteCommand *self)
{
}

/* Takes @title. */
static TlPaletteCommand *
command_new (TlCommandKind kind, char *title)
{
  TlPaletteCommand *command = g_object_new (TL_TYPE_PALETTE_COMMAND, NULL);

  command->kind = kind;
  command->title = title;
  return command;
}

TlCommandKind
tl_palette_command_kind (TlPaletteCommand *self)
{
  return self->kind;
}

const char *
tl_palette_command_kind_title (TlCommandKind kind)
{
  static const char *const titles[TL_COMMAND_N_KINDS]
    = { N_("Steps for the Selection"), N_("Actions"), N_("Loops and Blocks"), N_("Functions"), N_("Variants"), N_("Recent Files") };

  return _(titles[kind]);
}

const char *
tl_palette_command_title (TlPaletteCommand *self)
{
  return self->title;
}

const char *
tl_palette_command_detail (TlPaletteCommand *self)
{
  return self->detail;
}

const char *
tl_palette_command_reason (TlPaletteCommand *self)
{
  return self->reason;
}

TlSuggestion *
tl_palette_command_suggestion (TlPaletteCommand *self)
{
  return self->suggestion;
}

TlVariant *
tl_palette_command_variant (TlPaletteCommand *self)
{
  return self->variant;
}

TlNodeId
tl_palette_command_node (TlPaletteCommand *self)
{
  return self->node;
}

const char *
tl_palette_command_name (TlPaletteCommand *self)
{
  return self->name;
}

/* --- the list --- */

typedef struct
{
  TlPaletteCommand *command;   /* borrowed */
  int               score;
  guint             place;     /* in order of kinds, then of adding */
} Answer;

struct _TlCommandList
{
  GObject           parent_instance;
  TlSession        *session;
  TlSuggestionList *suggestions;
  char             *query;
  GPtrArray        *commands[TL_COMMAND_N_KINDS];   /* TlPaletteCommand, owned */
  GArray           *answers;                        /* Answer: what is listed */
};

static void tl_command_list_model_init (GListModelInterface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TlCommandList, tl_command_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, tl_command_list_model_init))

static GType
tl_command_list_get_item_type (GListModel *model)
{
  return TL_TYPE_PALETTE_COMMAND;
}

static guint
tl_command_list_get_n_items (GListModel *model)
{
  return TL_COMMAND_LIST (model)->answers->len;
}

static gpointer
tl_command_list_get_item (GListModel *model, guint position)
{
  GArray *answers = TL_COMMAND_LIST (model)->answers;

  return position < answers->len ? g_object_ref (g_array_index (answers, Answer, position).command) : NULL;
}

static void
tl_command_list_model_init (GListModelInterface *interface)
{
  interface->get_item_type = tl_command_list_get_item_type;
  interface->get_n_items = tl_command_list_get_n_items;
  interface->get_item = tl_command_list_get_item;
}

/* --- answers --- */

static gint
compare_answers (gconstpointer a, gconstpointer b)
{
  const Answer *left = a, *right = b;
  gboolean      left_is_off = left->command->reason != NULL, right_is_off = right->command->reason != NULL;

  if (left->score != right->score)
    return left->score > right->score ? -1 : 1;
  if (left->command->kind == right->command->kind && left_is_off != right_is_off)
    return left_is_off ? 1 : -1;
  return left->place < right->place ? -1 : left->place > right->place;
}

static void
answer (TlCommandList *self)
{
  guint n_before = self->answers->len, place = 0;

  g_array_set_size (self->answers, 0);
  for (guint kind = 0; kind < TL_COMMAND_N_KINDS; kind++)
    for (guint i = 0; i < self->commands[kind]->len; i++)
      {
        TlPaletteCommand *command = g_ptr_array_index (self->commands[kind], i);
        Answer            each = { command, tl_command_match (command->title, self->query, NULL), place++ };

        if (each.score >= 0)
          g_array_append_val (self->answers, each);
      }
  g_array_sort (self->answers, compare_answers);
  g_list_model_items_changed (G_LIST_MODEL (self), 0, n_before, self->answers->len);
}

void
tl_command_list_set_query (TlCommandList *self, const char *query)
{
  if (g_strcmp0 (self->query, query) == 0)
    return;
  g_free (self->query);
  self->query = g_strdup (query);
  answer (self);
}

const char *
tl_command_list_query (TlCommandList *self)
{
  return self->query;
}

/* --- where the commands come from --- */

static TlPaletteCommand *
add (TlCommandList *self, TlCommandKind kind, char *title)
{
  TlPaletteCommand *command = command_new (kind, title);

  g_ptr_array_add (self->commands[kind], command);
  return command;
}

void
tl_command_list_add_action (TlCommandList *self, const char *name, const char *title, const char *keys, const char *reason)
{
  TlPaletteCommand *command = add (self, TL_COMMAND_ACTION, g_strdup (title));

  command->name = g_strdup (name);
  command->detail = g_strdup (keys);
  command->reason = g_strdup (reason);
  answer (self);
}

typedef struct
{
  GString *names;
  guint    n;
} BlockNames;

static TlWalk
name_block (const TlStmt *stmt, gpointer user_data)
{
  BlockNames *blocks = user_data;

  if (stmt->kind == TL_STMT_BLOCK && blocks->n++ < MAX_NAMED_BLOCKS)
    g_string_append_printf (blocks->names, "%s%s", blocks->n > 1 ? ", " : "", stmt->block.name);
  return TL_WALK_INTO;
}

/* "C, D …": the blocks in the loop. */
static char *
blocks_in (const TlLoop *loop)
{
  BlockNames blocks = { .names = g_string_new (NULL) };

  tl_stmt_walk (loop->body, name_block, NULL, &blocks);
  if (blocks.n > MAX_NAMED_BLOCKS)
    g_string_append (blocks.names, " …");
  return g_string_free (blocks.names, FALSE);
}

static void
add_loop (TlCommandList *self, const TlLoop *loop)
{
  g_autofree char  *blocks = blocks_in (loop), *extent = tl_expr_to_text (loop->extent);
  char             *title = *blocks != '\0' ? g_strdup_printf (_("Go to loop %s of %s"), loop->var->name, blocks)
                                            : g_strdup_printf (_("Go to loop %s"), loop->var->name);
  TlPaletteCommand *command = add (self, TL_COMMAND_NODE, title);

  command->node = loop->id;
  command->detail = g_strdup_printf ("×%s", extent);
}

static void
add_nodes (TlCommandList *self)
{
  const TlModule       *module = tl_state_module (tl_session_state (self->session));
  g_autoptr (GPtrArray) nodes = tl_program_view_nodes (tl_module_prim (module, tl_session_func_name (self->session)), TRUE, TRUE);

  for (guint i = 0; i < nodes->len; i++)
    {
      const TlStmt *stmt = g_ptr_array_index (nodes, i);

      if (stmt->kind == TL_STMT_FOR)
        add_loop (self, &stmt->loop);
      else
        add (self, TL_COMMAND_NODE, g_strdup_printf (_("Go to block %s"), stmt->block.name))->node = stmt->block.id;
    }
}

static void
add_functions (TlCommandList *self)
{
  g_auto (GStrv) names = tl_session_func_names (self->session);

  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    if (g_strcmp0 (names[i], tl_session_func_name (self->session)) != 0)
      add (self, TL_COMMAND_FUNCTION, g_strdup_printf (_("Show function %s"), names[i]))->name = g_strdup (names[i]);
}

static void
add_variants (TlCommandList *self)
{
  GListModel *variants = tl_session_variants (self->session);
  const char *func_name = tl_session_func_name (self->session);

  for (guint i = 0; i < g_list_model_get_n_items (variants); i++)
    {
      g_autoptr (TlVariant) variant = g_list_model_get_item (variants, i);
      const TlOutcome      *outcome = tl_variant_outcome (variant, func_name);
      TlPaletteCommand     *command = add (self, TL_COMMAND_VARIANT, g_strdup_printf (_("Show variant %s"), tl_variant_name (variant)));
      TlLatency             latency;

      if (outcome != NULL && tl_outcome_latency (outcome, &latency))
        command->detail = tl_format_seconds (latency.median_s);
      if (variant == tl_session_current (self->session))
        command->reason = g_strdup (_("It is shown"));
      command->variant = g_steal_pointer (&variant);
    }
}

static void
add_recent (TlCommandList *self)
{
  g_autoptr (GPtrArray) files = tl_recent_list ();

  for (guint i = 0; i < files->len; i++)
    {
      const TlRecentFile *file = g_ptr_array_index (files, i);
      TlPaletteCommand   *command = add (self, TL_COMMAND_RECENT, g_strdup_printf (_("Open %s"), file->title));

      command->name = g_strdup (file->path);
      command->detail = g_path_get_basename (file->path);
    }
}

static void
on_steps_found (TlCommandList *self)
{
  GPtrArray *found = tl_suggestion_list_items (self->suggestions);

  g_ptr_array_set_size (self->commands[TL_COMMAND_STEP], 0);
  for (guint i = 0; i < found->len; i++)
    {
      TlSuggestion     *suggestion = g_ptr_array_index (found, i);
      TlPaletteCommand *command = add (self, TL_COMMAND_STEP, g_strdup (suggestion->sentence));

      command->suggestion = tl_suggestion_ref (suggestion);
      command->reason = g_strdup (suggestion->reason);
      command->detail = suggestion->predicted != NULL ? tl_step_gain_text (suggestion->predicted) : NULL;
    }
  answer (self);
}

TlState *
tl_command_list_start (TlCommandList *self)
{
  return tl_suggestion_list_start (self->suggestions);
}

/* --- object --- */

static void
tl_command_list_dispose (GObject *object)
{
  TlCommandList *self = TL_COMMAND_LIST (object);

  if (self->suggestions != NULL)
    g_object_run_dispose (G_OBJECT (self->suggestions));
  g_clear_object (&self->suggestions);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (tl_command_list_parent_class)->dispose (object);
}

static void
tl_command_list_finalize (GObject *object)
{
  TlCommandList *self = TL_COMMAND_LIST (object);

  g_array_unref (self->answers);
  for (guint kind = 0; kind < TL_COMMAND_N_KINDS; kind++)
    g_ptr_array_unref (self->commands[kind]);
  g_free (self->query);
  G_OBJECT_CLASS (tl_command_list_parent_class)->finalize (object);
}

static void
tl_command_list_class_init (TlCommandListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tl_command_list_dispose;
  G_OBJECT_CLASS (klass)->finalize = tl_command_list_finalize;
}

static void
tl_command_list_init (TlCommandList *self)
{
  self->query = g_strdup ("");
  self->answers = g_array_new (FALSE, FALSE, sizeof (Answer));
  for (guint kind = 0; kind < TL_COMMAND_N_KINDS; kind++)
    self->commands[kind] = g_ptr_array_new_with_free_func (g_object_unref);
}

TlCommandList *
tl_command_list_new (TlSession *session, const TlStepGains *gains)
{
  TlCommandList *self = g_object_new (TL_TYPE_COMMAND_LIST, NULL);

  self->session = g_object_ref (session);
  self->suggestions = tl_suggestion_list_new (session, gains);
  g_signal_connect_object (self->suggestions, "listed", G_CALLBACK (on_steps_found), self, G_CONNECT_SWAPPED);
  add_recent (self);
  if (tl_session_is_open (session))
    {
      add_nodes (self);
      add_functions (self);
      add_variants (self);
      tl_suggestion_list_update (self->suggestions);
    }
  answer (self);
  return self;
}
