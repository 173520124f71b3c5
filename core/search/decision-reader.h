/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The sampled decisions of schedules as numbers with names. A trace is read in two parts, as project files keep it: the instructions before
 * postprocessing, equal in all trials of one sketch, say once what each decision is about; the decisions themselves are read of each trial.
 *
 *     [[["GetBlock", …], …, ["Split", …], ["EnterPostproc", [], [], []], …], [[3, [4, 16]], [7, 1]]]
 *     └──────────── a layout ────────────┘                                  └── a row of values ──┘
 */
#pragma once

#include "core/schedule/state.h"

G_BEGIN_DECLS

typedef enum
{
  TL_DECISION_FACTOR,   /* the extent of a loop, at least 1: a logarithmic scale */
  TL_DECISION_NUMBER,   /* any integer, with few values: an even scale of those that occur */
  TL_DECISION_CHOICE,   /* an index into texts */
} TlDecisionKind;

/* One decision of a layout. All strings are the layout's. */
typedef struct
{
  char          *key;       /* what it is about, equal in all sketches and runs: "Y/i/4/2" */
  char          *block;     /* nullable */
  char          *name;      /* a word for a column: "i_2" */
  char          *title;     /* in words: "Extent of i_2 of block Y: factor 3 of 4 of loop i" */
  TlDecisionKind kind;
  guint          step;      /* the instruction that samples it … */
  guint          item;      /* … and which of its results it is */
  GPtrArray     *texts;     /* char *: of TL_DECISION_CHOICE; NULL otherwise */
  GArray        *numbers;   /* double: what indices stand for; NULL: the number itself is kept */
  gint64         first;     /* the decision that the first of these is for */
} TlDecisionSlot;

/** TlDecisionLayout: the decisions of one sketch. Immutable, reference-counted, for any thread. */
typedef struct
{
  gint            ref_count;
  guint64         sketch;      /* equal for traces with equal instructions */
  guint           n_slots;
  TlDecisionSlot *slots;       /* in order of step and item */
} TlDecisionLayout;

/* The decisions of one trial. */
typedef struct
{
  TlDecisionLayout *layout;    /* a reference */
  float             values[];  /* one per slot; NAN: missing */
} TlDecisionRow;

TlDecisionLayout *tl_decision_layout_ref (TlDecisionLayout *layout);
void              tl_decision_layout_unref (TlDecisionLayout *layout);
/* A row without values. */
TlDecisionRow    *tl_decision_row_new (TlDecisionLayout *layout);
void              tl_decision_row_free (TlDecisionRow *row);

/** TlDecisionReader: remembers the layouts that it met. One thread at a time. */
typedef struct _TlDecisionReader TlDecisionReader;

/* @start: nullable; the program without steps, on which the first trace of each sketch is replayed where its state is not given. */
TlDecisionReader *tl_decision_reader_new (TlState *start);
void              tl_decision_reader_free (TlDecisionReader *reader);
/*
 * The decisions of a trace; @state: nullable, the schedule that it made. NULL where nothing was sampled, where the trace does not apply to
 * the program at all, and after a thousand sketches: then each trial is one of its own.
 */
TlDecisionRow    *tl_decision_reader_read (TlDecisionReader *reader, const char *trace_json, const TlState *state);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlDecisionReader, tl_decision_reader_free)

G_END_DECLS
