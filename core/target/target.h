/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

#include "core/base/dtype.h"

G_BEGIN_DECLS

#define TL_TARGET_ERROR (tl_target_error_quark ())
GQuark tl_target_error_quark (void);

typedef enum
{
  TL_TARGET_ERROR_SYNTAX,   /* unknown kind or attribute, a value out of range */
} TlTargetError;

typedef struct _TlTargetKind TlTargetKind;

/* A target as data: "llvm -mcpu=znver5 -num-cores=2", "cuda -arch=sm_90". A plain value; strings are interned. */
typedef struct
{
  const TlTargetKind *kind;
  /* Of CPUs */
  const char *mcpu;          /* LLVM's CPU name, "" = the host's */
  const char *mtriple;       /* LLVM's name of another machine, "aarch64-linux-gnu": code for it can be exported; "" = this kind of
                                 machine */
  const char *mattr;         /* "+avx512f,…" or "" */
  guint       num_cores;     /* cores parallel loops may use */
  guint       vector_bits;   /* widest vector registers; decides lanes in schedule rules */
  guint       vtcm_bytes;    /* memory of scope "global.vtcm", Hexagon's; 0: no limit is known */
  guint       is_strict;     /* generated code rounds each product, as the interpreter does; else it may fuse it with an addition */
  /* Of GPUs: what their kernels may use at most; TVM's defaults. 0 for CPUs. */
  const char *arch;          /* "sm_90" for cuda, "" */
  const char *model;         /* which GPU: the name of a tag, "nvidia/nvidia-a100", or "" (core/target/gpu-models.h) */
  guint       max_threads_per_block;
  guint       max_num_threads;               /* threads of a block where nothing else limits them */
  guint       max_shared_memory_per_block;   /* bytes */
  guint       thread_warp_size;
  guint       registers_per_block;           /* 0: not known */
  guint       l2_cache_size_bytes;           /* 0: not known */
  guint       max_function_args;             /* parameters of a kernel; 0: no limit is known */
  guint       flushes_denormals;             /* float32 below 2^-126 is 0 */
} TlTarget;

/* How an attribute is written, and which field of the target it is. */
typedef enum
{
  TL_TARGET_NUMBER,    /* guint, from 1 to @max */
  TL_TARGET_TEXT,      /* const char *, interned */
  TL_TARGET_CHOICE,    /* guint: which word of @choices */
  TL_TARGET_IGNORED,   /* read and dropped: chooses between things of which there is one kind here, or that nothing asks for */
} TlTargetAttrKind;

typedef struct
{
  const char        *name;             /* "num-cores" */
  TlTargetAttrKind   kind;
  gsize              offset;           /* of the field */
  guint              usual, max;       /* of a number; the usual choice is the first */
  const char        *usual_text;       /* NULL: "" */
  const char *const *choices;          /* NULL-terminated */
  gboolean           is_always_said;   /* in tl_target_to_text, and not only where it is unusual */
  /* Nullable: the usual number follows from the other attributes. */
  guint    (*derive) (const TlTarget *target);
  /* Nullable: FALSE with an error for values that make no sense. */
  gboolean (*check) (const char *value, GError **error);
} TlTargetAttr;

/* A kind of machine. Lists of passes, code generators, design spaces and devices are found by its name, each on its floor. */
struct _TlTargetKind
{
  const char         *name;       /* "llvm" */
  const char         *keys;       /* TVM's: "cpu", "cuda,gpu" */
  const char         *device;     /* runs its code (core/device/device.h) */
  gboolean            has_threads;   /* loops bound to blockIdx and threadIdx are the machine's own */
  const TlTargetAttr *attrs;
  guint               n_attrs;
};

/* Besides llvm, cuda, opencl, metal and emulated (GPU programs on the CPU). Before any other thread runs. @kind is static. */
void     tl_target_kind_add (const TlTargetKind *kind);

/* TVM's tags in turn, "nvidia/nvidia-a100"; NULL after the last. */
const char *tl_target_tag_nth (guint index);

/* "llvm" on this machine with one core. */
TlTarget tl_target_host (void);
/*
 * Reads TVM's target strings: a kind and attributes, "-name=value", "--name=value" or "-name value"; or a tag such as "nvidia/nvidia-a100".
 * Unknown attributes fail by name.
 */
gboolean tl_target_parse (const char *text, TlTarget *target, GError **error);
/* tl_target_parse reads it back as an equal target. Free with g_free. */
char    *tl_target_to_text (const TlTarget *target);

/* Whether loops that are bound to threads run on a device of their own, as kernels; those of "emulated" are loops of the CPU. */
gboolean tl_target_has_kernels (const TlTarget *target);
/* 80 for "cuda -arch=sm_80"; 0 for other targets. */
guint    tl_target_sm (const TlTarget *target);
/*
 * Whether code for @target may use an extension, by LLVM's name: "avx512vnni". The target's own list decides, else the table of the CPU it
 * names, or this machine. FALSE in doubt.
 */
gboolean tl_target_has (const TlTarget *target, const char *feature);
/* Elements of the type in one of its widest vector registers, at least 1. */
guint    tl_target_lanes (const TlTarget *target, TlDType dtype);
/* Vector registers of its widest kind. */
guint    tl_target_vector_registers (const TlTarget *target);
/* Of these, what may hold sums throughout a loop: a quarter is for what is added to them. */
gint64   tl_target_sum_bits (const TlTarget *target);
/* Of one of its cores: this machine's where the target names no other, else the named CPU's. L3 is 0 where there is none. */
typedef struct { gint64 l1d_bytes, l2_bytes, l3_bytes; } TlCaches;
TlCaches tl_target_caches (const TlTarget *target);
/* The smallest of L1, L2, L3 that holds @n_bytes, from 0; 3, memory, if none does. */
guint    tl_caches_level (const TlCaches *caches, double n_bytes);

G_END_DECLS
