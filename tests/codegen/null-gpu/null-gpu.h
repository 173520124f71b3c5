/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A machine that does not exist: threads are calls of one function, one after the other, and its memory cannot be seen from the host. It is
 * here to show what another kind of machine takes: a kind of target, a list of passes, a code generator, a device, and that nothing else
 * in the program knows of it.
 */
#pragma once

#include "core/device/device.h"
#include "core/target/target.h"

G_BEGIN_DECLS

/* In every program that names the target. */
void null_gpu_add_target (void);
/* In its worker. */
void null_gpu_add_passes (void);
void null_gpu_add_backend (void);

extern const TlDeviceApi null_gpu_device;

G_END_DECLS
