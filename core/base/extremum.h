/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The larger and the smaller of two values, each evaluated once: GLib's MAX and MIN evaluate the one that wins twice, which is a second
 * measurement where it is a call, and 2^n calls where n of them are inside each other. tests/lint keeps calls out of those.
 */
#pragma once

#include <glib.h>

#define TL_EXTREMUM_JOIN_NOW(name, number) name##number
#define TL_EXTREMUM_JOIN(name, number)     TL_EXTREMUM_JOIN_NOW (name, number)
#define TL_EXTREMUM_OF(a, b, compare, x, y)                                                                                    \
  (__extension__ ({ const __typeof__ (0 ? (a) : (b)) x = (a), y = (b); x compare y ? x : y; }))
#define TL_EXTREMUM(a, b, compare, number)                                                                                     \
  TL_EXTREMUM_OF (a, b, compare, TL_EXTREMUM_JOIN (tl_left_, number), TL_EXTREMUM_JOIN (tl_right_, number))

#define tl_max(a, b)            TL_EXTREMUM (a, b, >, __COUNTER__)
#define tl_min(a, b)            TL_EXTREMUM (a, b, <, __COUNTER__)
#define tl_clamp(x, low, high)  tl_min (tl_max (x, low), high)
