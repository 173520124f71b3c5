/* SPDX-License-Identifier: Apache-2.0 */
/* Prints the hardware counters of a run, those of cache misses beside the traffic that is predicted of their level. */
#pragma once

#include <json-glib/json-glib.h>

#include "core/device/counters.h"
#include "core/schedule/state.h"
#include "core/target/target.h"

G_BEGIN_DECLS

void tl_run_counts_print (const TlCounters *counts, const TlState *state, const char *func_name, const TlTarget *target);
/*
 * As member "counters" of the object that @builder is at: {"runs": 100, "cycles": {"count": 1.2e6, "scaled": false}, "llc_read_misses":
 * {"count": null, "why": "…"}, …}. "predicted_bytes" stands beside "bytes" of misses.
 */
void tl_run_counts_add (JsonBuilder *builder, const TlCounters *counts, const TlState *state, const char *func_name,
                        const TlTarget *target);

G_END_DECLS
