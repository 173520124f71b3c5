/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The innermost loop of the machine code that computes most; a plain value. */
typedef struct
{
  gboolean is_known;
  double   n_instructions;   /* of all iterations; NAN: not known */
  double   fmas_per_load;    /* NAN: it loads nothing */
  guint    n_spills;
  guint    n_code;           /* instructions of one iteration, and of them: */
  guint    n_loads;
  guint    n_fmas;
  double   operations;       /* on elements, of one iteration */
  guint    computed_bits;    /* at once by its arithmetic: the element's where that is scalar */
} TlHotLoop;

/* Of the report of a function of @operations, whose elements have @element_bits. */
TlHotLoop tl_hot_loop_of (GPtrArray *asm_report, double operations, guint element_bits);

G_END_DECLS
