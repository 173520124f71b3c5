/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the report of `tileloom-cli analyze`. */
#pragma once

#include <json-glib/json-glib.h>

#include "app/commands/command.h"
#include "core/analysis/traffic.h"
#include "core/measure/worker-pool.h"

G_BEGIN_DECLS

/*
 * Bytes that cross the edges between levels of memory, and the bound that follows from the rates of this machine. @simulated: by the
 * access sequence, too, where that is not too long. @json NULL: as text.
 */
void tl_analyze_report_traffic (const TlTraffic *traffic, gboolean simulated, JsonBuilder *json);

/*
 * The limits of @func of @state and the steps that help most (core/session/steps/advice.h). @json: an array "advice" in the object that is
 * open; NULL: as text.
 */
void tl_analyze_report_advice (TlWorkerPool *pool, TlState *state, const TlPrimFunc *func, const TlTarget *target, JsonBuilder *json);

/*
 * Registers, occupancy, requests and the predicted time of the kernels of @func on the GPU of @target. With @pool, ptxas says the
 * registers; without, they are estimated. @json: adds an object; NULL: as text.
 */
TlExit tl_analyze_report_gpu (TlWorkerPool *pool, TlState *state, const TlPrimFunc *func, const TlTarget *target, JsonBuilder *json);

/* Members of the object that is open. */
void tl_json_add_text (JsonBuilder *json, const char *name, const char *value);
void tl_json_add_int (JsonBuilder *json, const char *name, gint64 value);
void tl_json_add_double (JsonBuilder *json, const char *name, double value);

G_END_DECLS
