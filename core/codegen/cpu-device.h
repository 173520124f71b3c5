/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/device/device.h"

G_BEGIN_DECLS

/* Its buffers are addresses; its code is what the backends for "llvm" and "emulated" make. Workers only. */
extern const TlDeviceApi tl_cpu_device;

G_END_DECLS
