/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The search. Level by level all proposals are applied and the refused step is tried on each new program, so the first level with a repair
 * has the shortest ones; of these the lightest is taken. Between levels programs that were seen before are dropped and the most promising
 * are kept: those on which the step is refused for another reason than before.
 *
 *     refused on ─▶ proposals ─▶ apply ─▶ map the step's nodes ─▶ apply the step ─▶ repair
 *        ▲                                                             │
 *        └──────────────────────── refused again ◀─────────────────────┘
 *
 * States of the search are not verified. The repair is applied once more, step by step, on the state that was asked about, which verifies
 * it, and whose trace it continues.
 */
#include <string.h>

#include "core/base/clock.h"
#include "core/ir/compare.h"
#include "core/schedule/repair/repair-private.h"

/* Programs that are kept after each level. */
static const guint beam[TL_REPAIR_MAX_STEPS] = { 96, 32, 0 };

const TlRepairLimits tl_repair_default_limits = { .max_steps = TL_REPAIR_MAX_STEPS, .max_tries = 20000, .max_ns = 6000000000 };

typedef struct _Candidate Candidate;

/* A program, the steps that led there, and why the step is refused on it. */
struct _Candidate
{
  const Candidate *before;
  TlRepairStep     step;        /* the last one, unset at the start */
  TlRepairStep     asked;       /* the refused step as it is there */
  TlState         *state;       /* owned, as the error */
  GError          *refusal;     /* NULL: it applies */
  guint            weight;
  guint            number;      /* in the order of trying */
  guint64          hash;
  gboolean         has_moved;   /* refused for another reason than before the last step */
};

typedef struct
{
  const TlRepairLimits *limits;
  GCancellable         *cancellable;
  TlArena              *arena;
  GPtrArray            *candidates;   /* all of them, owned */
  GHashTable           *seen;         /* hashes of programs and the step's nodes in them */
  gint64                end_ns;
  guint                 n_tries;
  const Candidate      *start;
  GArray               *blamed;       /* TlNodeId: blocks that the refusal names */
  const Candidate      *best;         /* nullable */
} Search;

static void
candidate_free (Candidate *candidate)
{
  tl_state_unref (candidate->state);
  g_clear_error (&candidate->refusal);
  g_free (candidate);
}

static gboolean
is_over (const Search *search)
{
  return search->n_tries >= search->limits->max_tries || g_cancellable_is_cancelled (search->cancellable)
         || (search->end_ns > 0 && tl_time_ns () > search->end_ns);
}

static TlState *
try_step (Search *search, TlState *state, const TlRepairStep *step, GError **error)
{
  search->n_tries++;
  return tl_state_apply_to_nodes (state, step->primitive, step->args, step->n_args, error);
}

/* --- programs that were seen --- */

typedef struct
{
  const TlModule *module;
  guint64         hash;
} PlaceHash;

typedef struct
{
  TlNodeId wanted;
  guint    n_before;
} PlaceSearch;

static TlWalk
count_until (const TlStmt *stmt, gpointer user_data)
{
  PlaceSearch *search = user_data;

  search->n_before++;
  if (stmt->kind == TL_STMT_FOR && stmt->loop.id == search->wanted)
    return TL_WALK_STOP;
  return stmt->kind == TL_STMT_BLOCK && stmt->block.id == search->wanted ? TL_WALK_STOP : TL_WALK_INTO;
}

static void
add_place (TlNodeId node, gpointer user_data)
{
  PlaceHash  *place = user_data;
  PlaceSearch search = { .wanted = node };
  gboolean    was_found = FALSE;

  for (guint i = 0; i < place->module->n_prims && !was_found; i++)
    was_found = !tl_stmt_walk (place->module->prims[i]->body, count_until, NULL, &search);
  place->hash = (place->hash ^ search.n_before) * G_GUINT64_CONSTANT (0x100000001b3);
}

/* Whether this program is new; equal programs in which the step means the same loops and blocks are one. */
static gboolean
is_new (Search *search, const Candidate *candidate)
{
  PlaceHash place = { .module = tl_state_module (candidate->state), .hash = candidate->hash };
  guint64  *key;

  for (guint i = 0; i < candidate->asked.n_args; i++)
    tl_repair_each_node (&candidate->asked.args[i], add_place, &place);
  key = tl_arena_new0 (search->arena, guint64);
  *key = place.hash;
  return g_hash_table_add (search->seen, key);
}

/* --- candidates --- */

static guint
total_weight (const Candidate *candidate)
{
  return candidate->weight + candidate->asked.weight;
}

/* Whether the step changed the program, and not just back to what it was before one of the steps. */
static gboolean
has_effect (const Candidate *candidate, const TlState *after)
{
  guint64 hash = tl_module_hash (tl_state_module (after));

  for (const Candidate *past = candidate; past != NULL; past = past->before)
    if (past->hash == hash)
      return FALSE;
  return TRUE;
}

/*
 * A loop that may not be parallel because of a block in it would be free to when that block is moved away, but then it is another loop
 * than was asked for. rfactor leaves the block, too, but computes the same in another.
 */
static gboolean
keeps_blocks (const Search *search, const Candidate *candidate)
{
  const TlRepairStep *asked = &candidate->asked;
  const TlStmt       *loop = asked->args[0].kind == TL_ARG_NODE ? tl_module_find (tl_state_module (candidate->state), asked->args[0].node)
                             : NULL;

  if (asked->primitive->family != TL_FAMILY_KIND || loop == NULL)
    return TRUE;
  for (const Candidate *past = candidate; past->before != NULL; past = past->before)
    if (strcmp (past->step.primitive->name, "rfactor") == 0)
      return TRUE;
  for (guint i = 0; i < search->blamed->len; i++)
    if (tl_stmt_find (loop, g_array_index (search->blamed, TlNodeId, i)) == NULL)
      return FALSE;
  return TRUE;
}

static guint
count_steps (const Candidate *candidate)
{
  return candidate->before != NULL ? count_steps (candidate->before) + 1 : 0;
}

/* Applies the steps up to @candidate on *@state, but not the last but @left_out. */
static gboolean
redo_without (Search *search, const Candidate *candidate, guint left_out, TlState **state)
{
  TlState *next;

  if (candidate->before == NULL)
    return TRUE;
  if (!redo_without (search, candidate->before, left_out > 0 ? left_out - 1 : G_MAXUINT, state))
    return FALSE;
  if (left_out == 0)
    return TRUE;
  next = try_step (search, *state, &candidate->step, NULL);
  if (next == NULL)
    return FALSE;
  tl_state_unref (*state);
  *state = next;
  return TRUE;
}

/*
 * Whether the step is refused again when any of the steps before it is left out. One that is not needed would only hide that the others
 * have no effect: else they were found before, without it.
 */
static gboolean
needs_each_step (Search *search, const Candidate *candidate)
{
  guint n = count_steps (candidate);

  for (guint i = 0; n > 1 && i < n; i++)
    {
      g_autoptr (TlState) state = tl_state_ref (search->start->state), done = NULL;

      if (redo_without (search, candidate, i, &state))
        done = try_step (search, state, &candidate->asked, NULL);
      if (done != NULL)
        return FALSE;
    }
  return TRUE;
}

/* Tries the step on @candidate; takes it among the others. */
static void
ask (Search *search, Candidate *candidate)
{
  g_autoptr (TlState) done = try_step (search, candidate->state, &candidate->asked, &candidate->refusal);

  candidate->number = search->candidates->len;
  g_ptr_array_add (search->candidates, candidate);
  if (candidate->refusal != NULL)
    candidate->has_moved = strcmp (candidate->refusal->message, candidate->before->refusal->message) != 0;
  else if ((search->best == NULL || total_weight (candidate) < total_weight (search->best)) && has_effect (candidate, done)
           && keeps_blocks (search, candidate) && needs_each_step (search, candidate))
    search->best = candidate;
}

/* The programs after @step, one for each meaning that the refused step has in it. */
static void
follow (Search *search, const Candidate *before, const TlRepairStep *step, GPtrArray *next)
{
  g_autoptr (TlState) after = try_step (search, before->state, step, NULL);
  g_autoptr (GArray)  meanings = NULL;
  guint64             hash;

  if (after == NULL || (hash = tl_module_hash (tl_state_module (after))) == before->hash)
    return;
  meanings = tl_repair_map (search->arena, &before->asked, step, after, tl_state_module (before->state));
  for (guint i = 0; i < meanings->len && !is_over (search); i++)
    {
      Candidate *candidate = g_new0 (Candidate, 1);

      *candidate = (Candidate) { .before = before, .step = *step, .asked = g_array_index (meanings, TlRepairStep, i),
                                 .state = tl_state_ref (after), .weight = before->weight + step->weight, .hash = hash };
      if (!is_new (search, candidate))
        {
          candidate_free (candidate);
          continue;
        }
      ask (search, candidate);
      if (candidate->refusal != NULL)
        g_ptr_array_add (next, candidate);
    }
}

static void
expand (Search *search, const Candidate *before, GPtrArray *next)
{
  g_autoptr (GArray) steps = tl_repair_propose (search->arena, tl_state_module (before->state), &before->asked, before->refusal);

  for (guint i = 0; i < steps->len && !is_over (search); i++)
    {
      const TlRepairStep *step = &g_array_index (steps, TlRepairStep, i);

      if (search->best != NULL && total_weight (before) + step->weight >= total_weight (search->best))
        break;
      follow (search, before, step, next);
    }
}

static gint
compare_candidates (gconstpointer a, gconstpointer b)
{
  const Candidate *left = *(const Candidate *const *) a, *right = *(const Candidate *const *) b;

  if (left->has_moved != right->has_moved)
    return left->has_moved ? -1 : 1;
  if (left->weight != right->weight)
    return left->weight < right->weight ? -1 : 1;
  return left->number < right->number ? -1 : left->number > right->number;
}

/* The candidates one step further, as many as the next level goes on from. */
static GPtrArray *
next_level (Search *search, const GPtrArray *level, guint depth)
{
  GPtrArray *next = g_ptr_array_new ();

  for (guint i = 0; i < level->len && !is_over (search); i++)
    expand (search, level->pdata[i], next);
  g_ptr_array_sort (next, compare_candidates);
  g_ptr_array_set_size (next, (gint) MIN (next->len, beam[depth]));
  return next;
}

/* --- the result --- */

/* Applies the steps up to @candidate on *@state, verified. */
static gboolean
apply_steps (const Candidate *candidate, TlState **state, GPtrArray *sentences)
{
  TlState *next;

  if (candidate->before == NULL)
    return TRUE;
  if (!apply_steps (candidate->before, state, sentences))
    return FALSE;
  next = tl_state_apply_to_nodes (*state, candidate->step.primitive, candidate->step.args, candidate->step.n_args, NULL);
  if (next == NULL)
    return FALSE;
  g_ptr_array_add (sentences, tl_state_describe (next));
  tl_state_unref (*state);
  *state = next;
  return TRUE;
}

/* The steps on a schedule that has no handles yet; numbers follow those of @start. */
static char *
make_script (const Candidate *best, TlState *start)
{
  g_autoptr (TlState)   fresh = tl_state_new (tl_state_module (start), tl_state_seed (start)), after = NULL;
  g_autoptr (GPtrArray) sentences = g_ptr_array_new_with_free_func (g_free);
  g_autofree char      *trace = NULL;
  TlState              *before = tl_state_with_intrins (fresh, tl_state_intrins (start));

  if (apply_steps (best, &before, sentences))
    after = tl_state_apply_to_nodes (before, best->asked.primitive, best->asked.args, best->asked.n_args, NULL);
  tl_state_unref (before);
  trace = after != NULL ? tl_trace_to_text (after, TL_DIALECT_CLASSIC, FALSE) : NULL;
  return trace != NULL ? tl_repair_renumber (trace, tl_state_n_rvs (start)) : NULL;
}

static TlRepair *
make_repair (const Search *search, const Candidate *best, TlState *start)
{
  g_autoptr (GPtrArray) steps = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (TlState)   before = tl_state_ref (start), after = NULL;
  TlRepair             *repair;

  if (!apply_steps (best, &before, steps))
    return NULL;
  after = tl_state_apply_to_nodes (before, best->asked.primitive, best->asked.args, best->asked.n_args, NULL);
  if (after == NULL)
    return NULL;
  repair = g_new0 (TlRepair, 1);
  repair->script = make_script (best, start);
  repair->asked = tl_state_describe (after);
  repair->state = g_steal_pointer (&after);
  repair->shared = tl_state_ref (start);
  repair->steps = g_steal_pointer (&steps);
  repair->n_tries = search->n_tries;
  return repair;
}

static const Candidate *find_forward (Search *search, TlState *state, const TlRepairStep *asked, guint max_steps);

static void
search_init (Search *search, const TlRepairLimits *limits, GCancellable *cancellable)
{
  *search = (Search) { .limits = limits, .cancellable = cancellable, .arena = tl_arena_new (NULL),
                       .candidates = g_ptr_array_new_with_free_func ((GDestroyNotify) candidate_free),
                       .seen = g_hash_table_new (g_int64_hash, g_int64_equal), .blamed = g_array_new (FALSE, FALSE, sizeof (TlNodeId)) };
}

static void
search_clear (Search *search)
{
  g_ptr_array_unref (search->candidates);
  g_hash_table_unref (search->seen);
  g_array_unref (search->blamed);
  tl_arena_unref (search->arena);
}

typedef struct
{
  const TlModule *module;
  gboolean        has_all;
} NodeCheck;

static void
check_node (TlNodeId node, gpointer user_data)
{
  NodeCheck *check = user_data;

  check->has_all = check->has_all && tl_module_find (check->module, node) != NULL;
}

/* Each branch gives new ids: one that is not there yet would be that of another node after other steps. */
static gboolean
has_nodes (const TlState *state, const TlRepairStep *asked)
{
  NodeCheck check = { .module = tl_state_module (state), .has_all = TRUE };

  for (guint i = 0; i < asked->n_args; i++)
    tl_repair_each_node (&asked->args[i], check_node, &check);
  return check.has_all;
}

/* The step before @step of the past, after so many others that make it possible there; NULL: it does not apply there, or what follows. */
static TlRepair *
insert_before (Search *search, TlState *state, TlState *step, const TlRepairStep *asked, guint n_steps)
{
  TlState              *before = tl_state_parent (step);
  g_autoptr (TlState)   end = NULL;
  g_autoptr (TlRepair)  repair = NULL;
  const Candidate      *found;
  Search                earlier;

  search_init (&earlier, search->limits, search->cancellable);
  earlier.end_ns = search->end_ns;
  earlier.n_tries = search->n_tries;
  found = find_forward (&earlier, before, asked, n_steps);
  search->n_tries = earlier.n_tries;
  if (found != NULL)
    repair = make_repair (&earlier, found, before);
  search_clear (&earlier);
  end = repair != NULL ? tl_trace_replay_rest (repair->state, before, state) : NULL;
  /* A later step may undo what the earlier one did. */
  if (end == NULL || tl_module_hash (tl_state_module (end)) == search->start->hash)
    return NULL;
  tl_state_unref (repair->state);
  repair->state = g_steal_pointer (&end);
  repair->moved = tl_state_describe (step);
  return g_steal_pointer (&repair);
}

/* The step earlier in the trace, as late as it applies there after @n_steps others. */
static TlRepair *
find_earlier (Search *search, TlState *state, const TlRepairStep *asked, guint n_steps)
{
  g_autoptr (GPtrArray) steps = tl_state_steps (state);

  for (guint back = 1; back <= MIN (steps->len, TL_TRACE_MAX_BACK) && !is_over (search); back++)
    {
      TlState  *step = steps->pdata[steps->len - back];
      gboolean  may_precede = tl_trace_can_precede (step) && has_nodes (tl_state_parent (step), asked);
      TlRepair *repair = may_precede ? insert_before (search, state, step, asked, n_steps) : NULL;

      if (repair != NULL)
        return repair;
    }
  return NULL;
}

static void
find_blamed (Search *search)
{
  guint           n;
  const TlNodeId *culprits = tl_refusal_culprits (search->start->refusal, &n);

  for (guint i = 0; i < n; i++)
    {
      const TlStmt *stmt = tl_module_find (tl_state_module (search->start->state), culprits[i]);

      if (stmt != NULL && stmt->kind == TL_STMT_BLOCK)
        g_array_append_val (search->blamed, culprits[i]);
    }
}

/* Prepares the search on @state. The candidate at its start, whose refusal is NULL where the step applies as it is. */
static Candidate *
start_search (Search *search, TlState *state, const TlRepairStep *asked)
{
  Candidate          *start = g_new0 (Candidate, 1);
  g_autoptr (TlState) done = NULL;

  *start = (Candidate) { .asked = *asked, .state = tl_state_unchecked (state), .hash = tl_module_hash (tl_state_module (state)) };
  search->start = start;
  g_ptr_array_add (search->candidates, start);
  done = try_step (search, start->state, asked, &start->refusal);
  if (start->refusal != NULL)
    find_blamed (search);
  return start;
}

/* The lightest of the shortest repairs of at most @max_steps steps, none where the step applies as it is. */
static const Candidate *
find_forward (Search *search, TlState *state, const TlRepairStep *asked, guint max_steps)
{
  Candidate            *start = start_search (search, state, asked);
  g_autoptr (GPtrArray) level = g_ptr_array_new ();

  if (start->refusal == NULL)
    return start;
  g_ptr_array_add (level, start);
  for (guint depth = 0; depth < max_steps && search->best == NULL && !is_over (search); depth++)
    {
      GPtrArray *next = next_level (search, level, depth);

      g_ptr_array_unref (level);
      level = next;
    }
  return search->best;
}

/* One step more leaves the trace as it is; another place in the trace for the step, with one step more at most, comes before two. */
static TlRepair *
run (Search *search, TlState *state, const TlRepairStep *asked)
{
  Candidate            *start = start_search (search, state, asked);
  g_autoptr (GPtrArray) level = g_ptr_array_new ();
  guint                 max_steps = MIN (search->limits->max_steps, TL_REPAIR_MAX_STEPS);
  TlRepair             *repair = NULL;

  if (start->refusal == NULL)
    return NULL;
  g_ptr_array_add (level, start);
  for (guint depth = 0; depth < max_steps && repair == NULL && !is_over (search); depth++)
    {
      GPtrArray *next = next_level (search, level, depth);

      g_ptr_array_unref (level);
      level = next;
      if (search->best != NULL)
        return g_cancellable_is_cancelled (search->cancellable) ? NULL : make_repair (search, search->best, state);
      repair = depth == 0 && !search->limits->keeps_past ? find_earlier (search, state, asked, 1) : NULL;
    }
  return repair;
}

/* @arg with nodes in place of variables for loops and blocks; numbers stay variables. */
static TlArg
name_by_node (TlArena *arena, const TlState *state, const TlArg *arg)
{
  TlArg  copy = *arg;
  TlArg *items;

  if (arg->kind == TL_ARG_RV)
    {
      const TlRvValue *value = tl_state_rv (state, arg->rv);

      return value->kind == TL_RV_INT || tl_module_find (tl_state_module (state), value->node) == NULL ? copy : tl_arg_node (value->node);
    }
  if (arg->kind != TL_ARG_LIST || arg->n_items == 0)
    return copy;
  items = tl_arena_new_array (arena, TlArg, arg->n_items);
  for (guint i = 0; i < arg->n_items; i++)
    items[i] = name_by_node (arena, state, &arg->items[i]);
  copy.items = items;
  return copy;
}

TlRepair *
tl_repair_find (TlState *state, const TlInst *refused, gboolean by_node, const TlRepairLimits *limits, GCancellable *cancellable)
{
  TlRepairStep asked = { .primitive = refused->primitive, .n_args = refused->n_args };
  TlRepair    *repair;
  TlArg       *args;
  Search       search;

  if (refused->primitive == NULL || refused->primitive->is_pure || refused->primitive->family == TL_FAMILY_SAMPLE)
    return NULL;
  search_init (&search, limits, cancellable);
  search.end_ns = limits->max_ns > 0 ? tl_time_ns () + limits->max_ns : 0;
  args = tl_arena_new_array (search.arena, TlArg, MAX (refused->n_args, 1));
  for (guint i = 0; i < refused->n_args; i++)
    args[i] = by_node ? refused->args[i] : name_by_node (search.arena, state, &refused->args[i]);
  asked.args = args;
  repair = run (&search, state, &asked);
  search_clear (&search);
  return repair;
}
