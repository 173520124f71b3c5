/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/session/session.h"

G_BEGIN_DECLS

#define TL_COMPARED_COLUMNS_MAX TL_RACE_MAX

/**
 * TlCompared: the schedules that stand beside each other on the page Compare, up to six states of variants, one of which is the baseline.
 * Main thread. Until the first change by hand they are the program without steps and the newest variants; removed variants leave.
 *
 * Signals: "changed": other columns, another order, baseline or state; "figures-changed": more figures or times are known;
 * "told" (const char *): a sentence for the person.
 */
#define TL_TYPE_COMPARED (tl_compared_get_type ())
G_DECLARE_FINAL_TYPE (TlCompared, tl_compared, TL, COMPARED, GObject)

TlCompared      *tl_compared_new (TlSession *session);
TlSession       *tl_compared_session (TlCompared *compared);   /* borrowed */
/* The last one that was made of the session, for whoever adds to it; NULL: there is none any more. Borrowed. */
TlCompared      *tl_compared_of (TlSession *session);

guint            tl_compared_n (TlCompared *compared);
TlVariant       *tl_compared_variant (TlCompared *compared, guint column);     /* borrowed */
/* The variant's present state, unless another one was added. Borrowed. */
TlState         *tl_compared_state (TlCompared *compared, guint column);
/* FALSE with the reason of the first column that is a draft: they do not race. */
gboolean         tl_compared_check_order (TlCompared *compared, GError **error);
/* The variant's name; of one of its earlier steps with that: "packed, step 3"; "as written" of no steps. Free with g_free. */
char            *tl_compared_name (TlCompared *compared, guint column);
/* "no steps", "14 steps". Free with g_free. */
char            *tl_compared_steps_text (TlCompared *compared, guint column);
guint            tl_compared_baseline (TlCompared *compared);
void             tl_compared_set_baseline (TlCompared *compared, guint column);

/* @state: nullable, the variant's present one whichever it is. FALSE: there is no room, or it is there. */
gboolean         tl_compared_add (TlCompared *compared, TlVariant *variant, TlState *state);
/* The same; "told" says what came of it: "packed, step 3 was added to Compare". */
void             tl_compared_add_and_tell (TlCompared *compared, TlVariant *variant, TlState *state);
/* The columns that were not chosen by hand make room; @a becomes the baseline. FALSE: there is no room. */
gboolean         tl_compared_add_pair (TlCompared *compared, TlVariant *a, TlVariant *b);
/*
 * A trial of the session's runs, which becomes a variant (tl_session_keep_trial): read in a thread; "told" says what came of it. With
 * @against_best the best trial comes as well and is the baseline.
 */
void             tl_compared_add_trial (TlCompared *compared, TlTrialStore *trials, guint index, gboolean against_best);
/* These two alone, the first one as the baseline; states as of tl_compared_add. FALSE: they are one. */
gboolean         tl_compared_set_pair (TlCompared *compared, TlVariant *a, TlState *of_a, TlVariant *b, TlState *of_b);
/* Two stay. */
void             tl_compared_remove (TlCompared *compared, guint column);
/* By so many places to the left (below 0) or right; the others keep their order. */
void             tl_compared_move (TlCompared *compared, guint column, gint by);
/* The columns change places; the baseline stays where it is in place: of two schedules the other one becomes it. */
void             tl_compared_swap (TlCompared *compared, guint a, guint b);

/* The latest race's where it was one of all that are shown, else the variant's; NULL: not measured. Borrowed. */
const TlOutcome *tl_compared_outcome (TlCompared *compared, guint column);
/* The variant's, whether there was a race or not. */
const TlOutcome *tl_compared_own_outcome (TlCompared *compared, guint column);
gboolean         tl_compared_latency (TlCompared *compared, guint column, TlLatency *latency);
/* The whole samples of a race as they come in: as many as there are columns. */
void             tl_compared_set_race (TlCompared *compared, const TlOutcome *outcomes, guint n_outcomes);
gboolean         tl_compared_has_raced (TlCompared *compared);

typedef enum
{
  TL_SPEED_UNKNOWN,
  TL_SPEED_SAME,       /* not distinguishable: the 95 % intervals overlap */
  TL_SPEED_FASTER,
  TL_SPEED_SLOWER,
} TlSpeed;

/* Against the baseline. @text: "175× slower", "17 % faster", "not distinguishable", "baseline", "" unknown. Free with g_free. */
TlSpeed          tl_compared_speed (TlCompared *compared, guint column, char **text);
/* "packed is faster than register tile by 17 % (13 to 23 %), 31 samples each, interleaved"; "" unknown. Free with g_free. */
char            *tl_compared_verdict (TlCompared *compared);

G_END_DECLS
