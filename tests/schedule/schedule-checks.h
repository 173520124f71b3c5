/* SPDX-License-Identifier: Apache-2.0 */
/* Properties of every schedule, checked for the golden cases and for the random schedules alike. */
#pragma once

#include "core/schedule/trace.h"

/* Runs both modules' entry functions on the same seeded inputs. NULL, or what differs; free with g_free. */
char      *check_same_result (const TlModule *before, const TlModule *after, guint64 seed);

/* The same against a result at hand: what a first run on copies of @inputs left in them. Inputs are made for the program as it was. */
GPtrArray *check_inputs (const TlModule *module, guint64 seed, char **problem);
GPtrArray *check_run (const TlModule *module, GPtrArray *inputs, char **problem);
char      *check_result (GPtrArray *expected, const TlModule *after, GPtrArray *inputs);

/* Prints the module in both dialects and reads it back. NULL, or what differs. */
char *check_program_round_trip (const TlModule *module);

/* Trace as text and JSON in both dialects, replay and simplification: all must give the same program and trace. NULL, or what differs. */
char *check_trace_round_trip (TlState *state);
