/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What runs code. A device is used through a table of functions, in a worker process and on one thread: the host's processors, whose row
 * is in core/codegen for it links machine code, and whatever else a row is added for (core/base/registry.h). Who schedules, generates code
 * and measures knows the target (core/target/target.h) and no device.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/*
 * What a device is: read from the system, never guessed; 0 is unknown. Of the host, the variable TL_HOST=NAME, a processor by LLVM's name
 * (core/device/cpu-models.h), puts its description in place of that, "znver4 -num-cores=8" also its number of cores: registers and caches
 * are then the named one's. What is generated for it runs here all the same, for @features and @native_vector_bits stay within what this
 * machine has.
 */
typedef struct
{
  char    *model;               /* "AMD EPYC …" */
  gboolean is_described;        /* by TL_HOST */
  guint    n_units;             /* processors that this process may run on */
  guint    n_cores;
  gint64   l1d_bytes;           /* per core */
  gint64   l2_bytes;            /* per core */
  gint64   l3_bytes;            /* shared */
  guint    cache_line_bytes;
  guint    vector_bits;         /* widest usable: 512, 256, 128 */
  guint    native_vector_bits;  /* the same of this machine; narrower than @vector_bits where the one described has more */
  guint    n_vector_registers;
  char   **features;            /* extensions, in the system's spelling: "avx512_vnni" */
} TlDeviceInfo;

/* The host; read once. */
const TlDeviceInfo *tl_device_host (void);

typedef enum { TL_COPY_TO_DEVICE, TL_COPY_TO_HOST } TlCopyDirection;

/*
 * One kind of device. Pointers to devices, buffers and programs are the row's own. A function that can fail says so by NULL or FALSE with
 * @error, time by a negative number.
 */
typedef struct
{
  const char *name;   /* "cpu" */
  /* Whether number @ordinal is there, and what it is; @info nullable, its strings belong to the row. */
  gboolean (*probe) (guint ordinal, TlDeviceInfo *info, GError **error);
  gpointer (*open) (guint ordinal, GError **error);
  void     (*close) (gpointer device);
  gpointer (*alloc) (gpointer device, gsize n_bytes, GError **error);   /* NULL with G_IO_ERROR_NO_SPACE: there is no room */
  void     (*release) (gpointer device, gpointer buffer, gsize n_bytes);
  /* The bytes of @buffer where the host can read and write them in place; NULL: they have to be copied. */
  gpointer (*map) (gpointer device, gpointer buffer);
  gboolean (*copy) (gpointer device, TlCopyDirection direction, gpointer buffer, gpointer host, gsize n_bytes, GError **error);
  /* @code is what the target's code generator made. */
  gpointer (*load) (gpointer device, GBytes *code, GError **error);
  void     (*unload) (gpointer device, gpointer program);
  /* Begins a run on @buffers, one for each parameter; it may be over when sync returns. */
  gboolean (*launch) (gpointer device, gpointer program, gpointer *buffers, GError **error);
  gboolean (*sync) (gpointer device, GError **error);
  /* Seconds that @number runs take, one after the other. */
  double   (*time) (gpointer device, gpointer program, gpointer *buffers, guint64 number, GError **error);
} TlDeviceApi;

G_END_DECLS
