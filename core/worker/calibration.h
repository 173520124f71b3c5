/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * Times the calibration kernel: a fixed chain of dependent multiplications, some 50 µs of work that takes longer when the clock falls or
 * others use the core. Recorded beside each measurement and shown as the machine's drift over a run; no time is ever divided by it.
 */
double tl_calibrate (void);

G_END_DECLS
