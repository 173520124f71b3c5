/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/session/session.h"
#include "core/session/steps/advice.h"

G_BEGIN_DECLS

/**
 * TlAdvisor: advice on the current variant as it is shown, found again after each change of it and each measurement. Main thread; steps are
 * tried in a thread, the machine code comes from a worker. It rests while nobody asks.
 *
 * Signals: "changed": other advice, or none.
 */
#define TL_TYPE_ADVISOR (tl_advisor_get_type ())
G_DECLARE_FINAL_TYPE (TlAdvisor, tl_advisor, TL, ADVISOR, GObject)

TlAdvisor *tl_advisor_new (TlSession *session);
/* Somebody asks for advice, until the same number of ends; then it is forgotten. */
void       tl_advisor_begin (TlAdvisor *advisor);
void       tl_advisor_end (TlAdvisor *advisor);
/* TlAdvice, the highest gain first; NULL: not known yet, or nobody asks. Borrowed until the next "changed". */
GPtrArray *tl_advisor_items (TlAdvisor *advisor);
/* The state that they begin at; NULL without items. Borrowed. */
TlState   *tl_advisor_start (TlAdvisor *advisor);

G_END_DECLS
