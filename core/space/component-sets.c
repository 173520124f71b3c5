/* SPDX-License-Identifier: Apache-2.0 */
#include "core/space/component-sets.h"

#include <string.h>

/* Tiles before rows and lanes: what serves several times is worth more than what lies together. Kinds of loops are set by the rules. */
#define VECTOR_RULES \
  "ApplyCustomRule, InlineConstantScalars, AutoInline(disallow_if_then_else=False), RegisterTile, FuseRows, LaneSum, VectorLoop"
#define VECTOR_MUTATORS \
  "MutateCategorical(0.6), MutateTileSize(0.3), MutateComputeLocation(0.05), MutateUnroll(0.03), MutateParallel(probability=0.02)"

#define THREAD_MUTATORS "MutateCategorical(0.8), MutateTileSize(0.1), MutateUnroll(0.08), MutateThreadBinding(0.02)"

#define WRITE_GLOBAL "reuse_write={\"req\": \"may\", \"levels\": [1, 2], \"scope\": \"global\"}"

#define CPU_BEGIN "ApplyCustomRule, InlineConstantScalars, AutoInline, "
#define CPU_END(jobs, lanes, unroll) \
  "ParallelizeVectorizeUnroll(max_jobs_per_core=" jobs ", max_vectorize_extent=" lanes ", unroll_max_steps=" \
  unroll "), RandomComputeLocation"
#define CPU_TILES(innermost) "MultiLevelTiling(\"SSRSRS\", max_innermost_factor=" innermost ", " WRITE_GLOBAL "), "
#define CPU_INTRIN(name, innermost) \
  "MultiLevelTilingWithIntrin(\"" name "\", \"SSRSRS\", max_innermost_factor=" innermost ", " WRITE_GLOBAL "), "
#define X86_RULES(intrin) CPU_BEGIN "AddRFactor, " intrin CPU_TILES ("64") CPU_END ("16", "64", "[0, 16, 64, 512]")
#define ARM_RULES(intrins) \
  CPU_BEGIN "AddRFactor(max_jobs_per_core=8, max_innermost_factor=32), " intrins CPU_TILES ("32") CPU_END ("8", "32", "[0, 8, 32, 256]")

#define GPU_TILES_BY(rule) \
  rule "(\"SSSRRSRS\", tile_binds=[\"blockIdx.x\", \"vthread.x\", \"threadIdx.x\"], max_innermost_factor=64, " \
  "vector_load_lens=[1, 2, 3, 4, 8, 16], reuse_read={\"req\": \"must\", \"levels\": [4], \"scope\": \"shared\"}, " \
  "reuse_write={\"req\": \"must\", \"levels\": [3], \"scope\": \"local\"}), "
#define GPU_END \
  "InlineConstantScalars, AutoInline(into_producer=True, disallow_if_then_else=False, require_injective=False, require_ordered=False, " \
  "disallow_op=[]), CrossThreadReduction([4, 8, 16, 32, 64, 128, 256, 512]), ParallelizeVectorizeUnroll(max_jobs_per_core=-1, " \
  "max_vectorize_extent=-1, unroll_max_steps=[0, 16, 32, 64, 128, 256, 512, 1024]), AutoBind(256, [32, 64, 128, 256, 512, 1024])"

#define GPU_TILES GPU_TILES_BY ("MultiLevelTiling")

/* The intrinsics of a product: types of an operand and of the sum, "_trans" where columns of B lie together. */
#define WMMA(operand, sum, trans) \
  "{\"init\": \"wmma_fill_16x16x16_" sum "\", \"load_a\": \"wmma_load_16x16x16_" operand "_a_shared_dyn\", " \
  "\"load_b\": \"wmma_load_16x16x16_" operand "_b" trans "_shared_dyn\", \"compute\": \"wmma_sync_16x16x16_" \
  operand operand sum trans "\", " \
  "\"store\": \"wmma_store_16x16x16_" sum "_shared_dyn\"}"
#define TENSOR_CORE_TILES \
  "MultiLevelTilingTensorCore([" WMMA ("f16", "f32", "") ", " WMMA ("f16", "f32", "_trans") ", " WMMA ("f16", "f16", "") ", " \
  WMMA ("f16", "f16", "_trans") ", " WMMA ("s8", "s32", "") ", " WMMA ("s8", "s32", "_trans") "], \"SSSRRSRS\", " \
  "tile_binds=[\"blockIdx.y\", \"blockIdx.x\", \"threadIdx.y\"], max_innermost_factor=4, vector_load_lens=[1, 2, 3, 4, 8, 16], " \
  "reuse_read={\"req\": \"must\", \"levels\": [4], \"scope\": \"shared.dyn\"}, " \
  "reuse_write={\"req\": \"must\", \"levels\": [2], \"scope\": \"shared.dyn\"}), "
#define MMA(sum) \
  "{\"init\": \"mma_init_m16n8k8_" sum "\", \"load_a\": \"mma_load_m16n8k8_f16_A_shared_dyn\", " \
  "\"load_b\": \"mma_load_m16n8k8_f16_B_shared_dyn\", \"compute\": \"mma_sync_m16n8k8_f16f16" sum "\", " \
  "\"store\": \"mma_store_m16n8k8_" sum "_global\"}"
#define MMA_TILES \
  "MultiLevelTilingTensorCore([" MMA ("f16") ", " MMA ("f32") "], \"SSSRRSRS\", " \
  "tile_binds=[\"blockIdx.y\", \"blockIdx.x\", \"threadIdx.y\"], max_innermost_factor=4, vector_load_lens=[1, 2, 3, 4, 8, 16], " \
  "reuse_read={\"req\": \"must\", \"levels\": [4], \"scope\": \"shared.dyn\"}, reuse_write={\"req\": \"no\"}, use_software_pipeline=True), "

#define CPU_MUTATORS "MutateTileSize(0.9), MutateComputeLocation(0.05), MutateUnroll(0.03), MutateParallel(probability=0.02)"
#define ARM_MUTATORS \
  "MutateTileSize(0.9), MutateComputeLocation(0.05), MutateUnroll(0.03), MutateParallel(probability=0.02, max_jobs_per_core=8)"
#define GPU_MUTATORS "MutateTileSize(0.9), MutateUnroll(0.08), MutateThreadBinding(0.02)"
#define CPU_POSTPROCS(tensorize) \
  "DisallowDynamicLoop, RewriteParallelVectorizeUnroll, RewriteReductionBlock, " tensorize "RewriteLayout"
#define CPU_TENSORIZE "RewriteTensorize(vectorize_init_loop=True), "
#define GPU_POSTPROCS \
  "DisallowDynamicLoop, RewriteCooperativeFetch, RewriteUnboundBlock(max_threadblocks=256), RewriteParallelVectorizeUnroll, " \
  "RewriteReductionBlock, VerifyGPUCode"

static const TlComponentSet sets[] = {
  {
    .name = "llvm",
    .summary = "CPUs without dot product instructions.",
    .lists = { X86_RULES (""), CPU_POSTPROCS (""), CPU_MUTATORS },
  },
  {
    .name = "avx512",
    .summary = "x86 with AVX-512: int8 dot products by widening to 16 bits.",
    .lists = { X86_RULES (CPU_INTRIN ("dot_16x4_avx512", "64")), CPU_POSTPROCS (CPU_TENSORIZE), CPU_MUTATORS },
  },
  {
    .name = "vnni",
    .summary = "x86 with VNNI: int8 dot product instructions.",
    .lists = { X86_RULES (CPU_INTRIN ("dot_16x4_vnni", "64")), CPU_POSTPROCS (CPU_TENSORIZE), CPU_MUTATORS },
  },
  {
    .name = "asimd",
    .summary = "ARM with vector instructions.",
    .lists = { ARM_RULES (CPU_INTRIN ("dot_4x4_i8i8s32_neon", "32")), CPU_POSTPROCS (CPU_TENSORIZE), ARM_MUTATORS },
  },
  {
    .name = "dotprod",
    .summary = "ARM with int8 dot product instructions.",
    .lists = { ARM_RULES (CPU_INTRIN ("dot_4x4_i8i8s32_sdot", "32") CPU_INTRIN ("dot_4x4_u8u8u32_udot", "32")
                          CPU_INTRIN ("dot_4x4_u8u8i32_hdot", "32")),
               CPU_POSTPROCS (CPU_TENSORIZE), ARM_MUTATORS },
  },
  {
    .name = "cuda",
    .summary = "GPUs.",
    .lists = { "ApplyCustomRule, " GPU_TILES GPU_END, GPU_POSTPROCS, GPU_MUTATORS },
  },
  {
    .name = "cuda-tensorcore",
    .summary = "GPUs with tensor cores (sm_75 and newer).",
    .lists = { "ApplyCustomRule, " TENSOR_CORE_TILES MMA_TILES GPU_TILES GPU_END, GPU_POSTPROCS ", RewriteTensorize", GPU_MUTATORS },
  },
  {
    .name = "vector",
    .summary = "Kernels sized to the CPU's vector registers: packed tiles, fused rows, transposes in registers.",
    .lists = { [TL_SPACE_RULES] = VECTOR_RULES, [TL_SPACE_MUTATORS] = VECTOR_MUTATORS },
  },
  {
    .name = "threads",
    .summary = "GPU kernels sized to occupy multiprocessors: tiles in registers, mma.sync, copies that run ahead, split sums.",
    .lists = { [TL_SPACE_RULES] = "ApplyCustomRule, TensorTile, " GPU_TILES_BY ("ThreadTile") GPU_END,
               [TL_SPACE_MUTATORS] = THREAD_MUTATORS },
  },
};

const TlComponentSet *
tl_component_set_nth (guint index)
{
  return index < G_N_ELEMENTS (sets) ? &sets[index] : NULL;
}

const TlComponentSet *
tl_component_set_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (sets); i++)
    if (strcmp (sets[i].name, name) == 0)
      return &sets[i];
  return NULL;
}

const TlComponentSet *
tl_component_set_for (const TlTarget *target)
{
  gboolean has_vnni = tl_target_has (target, "avx512vnni") || tl_target_has (target, "avxvnni");

  if (target->kind->has_threads)
    return tl_component_set_find (tl_target_sm (target) >= 75 ? "cuda-tensorcore" : "cuda");
  if (tl_target_has (target, "dotprod"))
    return tl_component_set_find ("dotprod");
  if (tl_target_has (target, "neon"))
    return tl_component_set_find ("asimd");
  if (has_vnni)
    return tl_component_set_find ("vnni");
  return tl_component_set_find (tl_target_has (target, "avx512bw") ? "avx512" : "llvm");
}
