/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The roofline of a function: the roofs of this machine, and the measured states of its schedules as points under them. All figures are
 * those of core/analysis: roofs and shares of roofline.h, bytes moved of traffic.h.
 *
 * A point stands at the operations per byte that its schedule moves from the level of memory where the arguments stay from one run to the
 * next ("home"): the roof over it is the one that the share of the peak is taken of. The other levels are its companions.
 */
#pragma once

#include "core/analysis/roofline.h"
#include "core/analysis/traffic.h"
#include "core/schedule/state.h"
#include "core/worker/outcome.h"

G_BEGIN_DECLS

/* A state that was measured, of a variant. The path of a variant stands in order, its end last. Owned by the one who fills it in. */
typedef struct
{
  char       *name;         /* of the variant */
  TlState    *state;
  TlLatency   latency;
  TlCounters    counts;
  guint       variant;      /* its number */
  gboolean    is_end;       /* the last one measured: the point of the variant. The others are its path */
  gboolean    is_current;   /* the variant is the one shown */
  gboolean    is_stale;     /* the variant has changed since */
  gboolean    is_checked;   /* its result was compared with the reference */
} TlMeasuredState;

typedef struct
{
  char     *name;
  guint     variant;
  gboolean  is_end, is_current, is_stale;
  TlLatency latency;
  double    rate;                     /* operations per second */
  double    intensity;                /* operations per byte from the home level */
  double    places[TL_N_LEVELS];      /* … across the edge into each level; -1 unknown */
  double    intensities[TL_N_LEVELS]; /* the same of the operations that the scheduled program does, which may be more */
  TlCounters  counts;
  double    read_bytes[TL_N_LEVELS];  /* predicted across the edge into each level; -1 unknown */
  char     *steps;                    /* primitives since the point before on the path: "split, reorder"; NULL: it begins here */
  char     *share;                    /* "87 % of peak"; nullable */
  char     *bound;                    /* what bounds the schedule, sentences */
  char     *doubt;                    /* why it is faster than a roof allows; NULL: it is not */
} TlRooflinePoint;

/* Where a step that is not taken is predicted to lead. */
typedef struct
{
  char     *title;         /* "Parallelize i" */
  double    gain;          /* time before by time after, at most */
  double    rate, intensity;   /* as of a point; no faster than the roofs allow there */
} TlRooflineSuggestion;

typedef struct
{
  char    *title;          /* "L2", "float32 FMA, 512 bit" */
  double   rate;           /* bytes or operations per second */
  gboolean is_binding;     /* bounds the function: the level where its arguments stay, the widest instruction */
} TlRooflineRoof;

typedef enum
{
  TL_ROOFLINE_READY,
  TL_ROOFLINE_UNMEASURED,      /* the machine's rates are unknown */
  TL_ROOFLINE_UNTIMED,         /* no schedule has a time */
  TL_ROOFLINE_NO_OPERATIONS,   /* the function computes nothing, it moves data */
  TL_ROOFLINE_SYMBOLIC,        /* sizes are no numbers */
} TlRooflineStatus;

/* Immutable. Any thread. */
typedef struct
{
  TlRooflineStatus status;
  TlRoof           roof;
  TlCapacities     capacities;
  guint            home;          /* level of the machine */
  gboolean         is_integer;    /* operations are those of integers */
  TlRooflineRoof   levels[TL_MACHINE_LEVELS];
  TlRooflineRoof   peaks[TL_N_PEAKS];      /* the widest, fastest first */
  guint            n_peaks;
  char            *share;         /* of a function without operations: that of the variant shown; nullable */
  TlRooflinePoint *points;
  guint            n_points;
  TlRooflineSuggestion *suggestion;   /* nullable: from the point of the variant shown */
} TlRoofline;

/*
 * Of function @func_name of @module, the program without steps, on the cores of @target. @machine NULL: not measured. Takes about as long
 * as predicting the traffic of each state.
 */
TlRoofline *tl_roofline_new (const TlModule *module, const char *func_name, const TlTarget *target, const TlMachine *machine,
                             const TlMeasuredState *states, guint n_states);
/*
 * Before others see @roofline: the step @title leads from the variant shown to @state, which is @gain times faster. Nothing where that
 * variant has no point, or has changed since.
 */
void        tl_roofline_suggest (TlRoofline *roofline, TlState *state, const char *func_name, const char *title, double gain);
void        tl_roofline_free (TlRoofline *roofline);

/* The point of the variant shown; -1: it has no time. */
gint        tl_roofline_current (const TlRoofline *roofline);
/* The operations per second that the roofs allow at so many operations per byte from the home level. */
double      tl_roofline_limit (const TlRoofline *roofline, double intensity);

/* --- texts; free with g_free --- */

/* "102 GFLOP/s"; of integers "102 Gop/s". */
char       *tl_roofline_rate_text (const TlRoofline *roofline, double rate);
/* Why there are no points under roofs, a sentence or two; NULL: there are. */
char       *tl_roofline_status_text (const TlRoofline *roofline);
/* All about a point, in lines. */
char       *tl_roofline_point_text (const TlRoofline *roofline, const TlRooflinePoint *point);
/* The numbers of the picture in sentences. */
char       *tl_roofline_summary (const TlRoofline *roofline);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlRoofline, tl_roofline_free)

G_END_DECLS
