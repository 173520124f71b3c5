/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "tests/bench/hand-timer.h"

G_BEGIN_DECLS

/* The gain of each step of the schedules, by us and by TVM: a table by primitive, and the steps that hurt most. */
TlExit bench_steps (HandTimer *timer);

G_END_DECLS
