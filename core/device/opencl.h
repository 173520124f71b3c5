/* SPDX-License-Identifier: Apache-2.0 */
/*
 * OpenCL devices: "opencl:0" is the first device of the first platform, of whichever type; the drivers say which there are. Their code is a
 * package (core/device/kernel-package.h) in "opencl", compiled when it is loaded.
 */
#pragma once

#include "core/device/device.h"

G_BEGIN_DECLS

extern const TlDeviceApi tl_opencl_device;

G_END_DECLS
