/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/device/device.h"

G_BEGIN_DECLS

/* NVIDIA's GPUs by their driver, libcuda.so.1, where there is one. Code is a package of kernels in PTX: core/device/kernel-package.h. */
extern const TlDeviceApi tl_cuda_device;

/* Another library in place of libcuda.so.1, before the first use. For tests. */
void tl_cuda_driver_set_library (const char *path);

G_END_DECLS
