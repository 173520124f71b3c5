/* SPDX-License-Identifier: Apache-2.0 */
#include "core/device/gpu-clocks.h"

#include <dlfcn.h>

enum { NVML_SUCCESS = 0, NVML_CLOCK_SM = 1, NVML_CLOCK_MEMORY = 2, NVML_TEMPERATURE_GPU = 0 };

typedef struct
{
  int (*init) (void);
  int (*device_by_index) (guint index, gpointer *device);
  int (*clock_info) (gpointer device, int clock, guint *mhz);
  int (*temperature) (gpointer device, int sensor, guint *celsius);
  int (*throttle_reasons) (gpointer device, unsigned long long *reasons);
} Nvml;

/* NULL: it is not here, or does not start. */
static const Nvml *
get_nvml (void)
{
  static Nvml nvml;
  static gboolean is_tried, is_there;
  gpointer library;

  if (is_tried)
    return is_there ? &nvml : NULL;
  is_tried = TRUE;
  library = dlopen ("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL)
    return NULL;
  nvml = (Nvml) {
    .init = (int (*) (void)) dlsym (library, "nvmlInit_v2"),
    .device_by_index = (int (*) (guint, gpointer *)) dlsym (library, "nvmlDeviceGetHandleByIndex_v2"),
    .clock_info = (int (*) (gpointer, int, guint *)) dlsym (library, "nvmlDeviceGetClockInfo"),
    .temperature = (int (*) (gpointer, int, guint *)) dlsym (library, "nvmlDeviceGetTemperature"),
    .throttle_reasons =
        (int (*) (gpointer, unsigned long long *)) dlsym (library, "nvmlDeviceGetCurrentClocksThrottleReasons"),
  };
  is_there = nvml.init != NULL && nvml.device_by_index != NULL && nvml.clock_info != NULL && nvml.init () == NVML_SUCCESS;
  return is_there ? &nvml : NULL;
}

gboolean
tl_gpu_clocks_read (guint ordinal, TlGpuClocks *clocks)
{
  const Nvml *nvml = get_nvml ();
  gpointer    device = NULL;
  unsigned long long reasons = 0;

  *clocks = (TlGpuClocks) { 0 };
  if (nvml == NULL || nvml->device_by_index (ordinal, &device) != NVML_SUCCESS
      || nvml->clock_info (device, NVML_CLOCK_SM, &clocks->sm_mhz) != NVML_SUCCESS)
    return FALSE;
  nvml->clock_info (device, NVML_CLOCK_MEMORY, &clocks->memory_mhz);
  if (nvml->temperature != NULL)
    nvml->temperature (device, NVML_TEMPERATURE_GPU, &clocks->temperature_c);
  if (nvml->throttle_reasons != NULL && nvml->throttle_reasons (device, &reasons) == NVML_SUCCESS)
    clocks->throttle_reasons = reasons;
  return TRUE;
}
