/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Devices run code. A device is used through a table of functions, in a worker process and on one thread. The host's CPU has its row in
 * core/codegen, because it links machine code; others are added by tl_worker_device_add (core/worker/worker.h). Code that schedules,
 * generates code or measures knows the target (core/target/target.h) and no device.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/*
 * The description of a device, read from the system, never guessed; 0 is unknown. TL_HOST=NAME, a CPU by LLVM's name
 * (core/device/cpu-models.h), replaces the host's description, and "znver4 -num-cores=8" its number of cores too: registers and caches are
 * then those of the named CPU. Code generated for it still runs here, for @features and @native_vector_bits stay within this machine's.
 */
typedef struct
{
  char    *model;               /* "AMD EPYC …" */
  const char *arch;             /* of GPUs of NVIDIA: "sm_90"; else NULL */
  gboolean is_described;        /* by TL_HOST */
  guint    n_units;             /* logical CPUs that this process may run on */
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

/* Leaves work, a library's, in the device's own @stream. FALSE with @error. */
typedef gboolean (*TlDeviceCall) (gpointer data, gpointer stream, GError **error);

/*
 * One kind of device. Pointers to devices, buffers and programs are the row's own. A function that can fail says so by NULL or FALSE with
 * @error, time by a negative number.
 */
typedef struct
{
  const char *name;   /* "cpu" */
  /* Drivers leave work to the first run of a program, compiling for the sizes of a launch: its time tells nothing of the next. */
  gboolean    has_slow_first_run;
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
  /* Nullable: fills the device's own caches with other data, ahead of the next run, which tells of errors. */
  void     (*flush) (gpointer device);
  /* Seconds that @number runs take, one after the other. */
  double   (*time) (gpointer device, gpointer program, gpointer *buffers, guint64 number, GError **error);
  /* Nullable, all three. The target of code for number @ordinal, as text: "cuda -arch=sm_90a -max_threads_per_block=1024 …". */
  char    *(*describe_target) (guint ordinal, GError **error);
  /* Seconds that @number copies of @n_bytes from one of its buffers to another take. */
  double   (*time_copies) (gpointer device, gpointer to, gpointer from, gsize n_bytes, guint64 number, GError **error);
  /* Seconds that the work of @number calls takes. */
  double   (*time_calls) (gpointer device, TlDeviceCall call, gpointer data, guint64 number, GError **error);
} TlDeviceApi;

G_END_DECLS
