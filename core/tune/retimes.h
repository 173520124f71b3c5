/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which trial of a run is the fastest, where some were timed anew: the closest ones ran against each other in the end, when the machine was as fast
 * as it is then. Times of all others are from before, so they are compared after the shortest first time and the shortest second one, which are of
 * nearly the same programs.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The shortest first and second time of the trials that have two; zeros: none has. */
typedef struct
{
  double first_s, again_s;
} TlRetimes;

void   tl_retimes_note (TlRetimes *retimes, double first_s, double again_s);
/* What a time from before is to be multiplied with. */
double tl_retimes_scale (const TlRetimes *retimes);

G_END_DECLS
