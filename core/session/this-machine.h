/* SPDX-License-Identifier: Apache-2.0 */
/* This machine: its CPU, and its rates as they were last measured (core/device/machine-rates.h). */
#pragma once

#include <gio/gio.h>

#include "core/device/device.h"
#include "core/device/machine-rates.h"

G_BEGIN_DECLS

/*
 * Measures the rates in a thread and keeps them. @source: the object of the result; @progress, nullable, is called with it on the main
 * thread, as long as the measurement runs. Takes some seconds, in which nothing else should run.
 */
void       tl_machine_measure_async (GObject *source, TlMachineProgress progress, GCancellable *cancellable, GAsyncReadyCallback callback,
                                     gpointer user_data);
/* Free with g_free; NULL with an error. */
TlMachine *tl_machine_measure_finish (GAsyncResult *result, GError **error);

G_END_DECLS
