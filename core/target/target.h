/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define TL_TARGET_ERROR (tl_target_error_quark ())
GQuark tl_target_error_quark (void);

typedef enum
{
  TL_TARGET_ERROR_SYNTAX,   /* unknown kind or option, a value out of range */
} TlTargetError;

typedef enum
{
  TL_TARGET_LLVM,
  TL_TARGET_CUDA,
  TL_TARGET_EMULATED,   /* GPU programs run on the CPU */
} TlTargetKind;

/* A target as data: "llvm -mcpu=znver5 -num-cores=2", "cuda -arch=sm_90". A plain value; strings are interned. */
typedef struct
{
  TlTargetKind kind;
  const char  *mcpu;          /* LLVM's CPU name, "" = the host's; "sm_90" for cuda */
  const char  *mtriple;       /* LLVM's name of another machine, "aarch64-linux-gnu": code for it can be exported; "" = this kind of
                                 machine */
  const char  *mattr;         /* "+avx512f,…" or "" */
  guint        num_cores;     /* cores parallel loops may use */
  guint        vector_bits;   /* widest vector registers; decides lanes in schedule rules */
  /* What a GPU's kernels may use at most; TVM's defaults. 0 for CPUs. */
  guint        max_threads_per_block;
  guint        max_shared_memory_per_block;   /* bytes */
  guint        thread_warp_size;
  guint        vtcm_bytes;    /* -vtcm-capacity: memory of scope "global.vtcm", Hexagon's; 0: no limit is known */
  gboolean     is_strict;     /* -float=strict: a product is rounded before it is added to something; fast, the default, fuses the two */
} TlTarget;

/* "llvm" on this machine with one core. */
TlTarget tl_target_host (void);
/*
 * Reads TVM's target strings: a kind and options, "-name=value", "--name=value" or "-name value"; or a tag such as "nvidia/nvidia-a100".
 * Unknown options fail by name.
 */
gboolean tl_target_parse (const char *text, TlTarget *target, GError **error);
/* 80 for "cuda -arch=sm_80"; 0 for other targets. */
guint       tl_target_sm (const TlTarget *target);
/*
 * Whether code for @target may use an extension, by LLVM's name: "avx512vnni". What the target's own list says, else what is known of the
 * CPU it names, or of this machine. FALSE in doubt.
 */
gboolean tl_target_has (const TlTarget *target, const char *feature);
/* Vector registers of its widest kind. */
guint    tl_target_vector_registers (const TlTarget *target);
/* Of one of its cores: this machine's where the target names no other, else the named processor's. L3 is 0 where there is none. */
typedef struct { gint64 l1d_bytes, l2_bytes, l3_bytes; } TlCaches;
TlCaches tl_target_caches (const TlTarget *target);
/* tl_target_parse reads it back as an equal target. Free with g_free. */
char    *tl_target_to_text (const TlTarget *target);

G_END_DECLS
