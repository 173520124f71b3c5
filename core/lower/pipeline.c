/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Scheduled program → plain loops: the lists of passes, one for each kind of target. That of CPUs:
 *
 *   blocks, axes, init ──▶ loops, conditions, ALLOC ──▶ flat buffers ──▶ vectors ──▶ unrolled, registers ──▶ codegen
 *
 * Each pass takes a well-formed function and gives one that means the same (the interpreter runs the function after every pass),
 * so a pass may be read and tested alone. Each pass guarantees to the next:
 *
 *   read-annotations  annotations that later passes act on are well-formed; statements of pipelined loops are marked
 *   find-repeats      parallel loops that compute the same in several iterations are marked
 *   lower-init        no block has an init any more
 *   align-buffers     buffers know the alignment of strides that blocks ask for
 *   convert-blocks    no blocks; bindings are substituted, predicates are conditions, allocations are ALLOC statements
 *   end-early         no T.ret: what it skips stands under a condition
 *   split-divisions   quotients and remainders of sums have no terms that do not matter to them
 *   lazy-choices      a Select of which a side may fail where it is not chosen is a T.if_then_else
 *   place-buffers     each ALLOC encloses just the uses of its buffer
 *   serialize-loops   no marks of repeats any more: a parallel loop of which an iteration may read what another one writes is serial
 *   compact-buffers   each ALLOC has the size that is touched while it lives, and strides where an alignment asks for them
 *   thread-axes       no thread-bound loops (CPU targets): threads are loops
 *   pipeline-loops    no marks of pipelines any more: such loops start iterations before earlier ones have ended
 *   flatten-buffers   every buffer has one dimension and no strides
 *   reuse-buffers     buffers that are not in use at the same time are one
 *   skip-overwritten  a loop does not store to places in its last statement that its next iteration stores to
 *   join-rows         loops that a split made of one along a row are one again
 *   version-loops     conditions on whole tiles are evaluated once, ahead of the tile's loops
 *   partition-loops   conditions on loop variables hold throughout a loop where ranges can be cut so
 *   join-parts        the same of the parts that conditions are gone from
 *   cut-rows          rows of sums that registers do not hold are cut into parts that they do
 *   vectorize         no vectorized loops; RAMP and BROADCAST expressions instead
 *   hoist-invariants  costly expressions stand outside of the loops in which they are the same
 *   unroll            no unrolled loops but those of reductions
 *   jam-loops         iterations around a reduction of few sums run side by side, as do those of a reduction around long rows
 *   unroll-short      no unrolled loops, and none over a few vectors
 *   hoist-strided     vectors with a stride are loaded outside of the loops in which they are the same
 *   transpose-loads   neighbouring vectors with a stride are loaded by rows
 *   promote           elements that a loop reads and writes again and again live in a small local buffer around it
 *   fuse-parallel     parallel loops right inside each other are one (for several cores)
 *   software-prefetch elements that annotated loops will access are prefetched
 *
 * Of GPUs, whose kernels core/ir/kernel.h describes:
 *
 *   cross-thread-reduction no reduction runs over a loop that is bound to threads
 *   launch-threads    no thread-bound loops but those that launch kernels, and virtual threads; stores under their conditions
 *   share-memory      threads and blocks read memory of their own where they have stored it; no two of them store an element at once
 *   virtual-threads   no virtual threads
 *   async-copies      no marks of copies that may go on by themselves; those that do are T.ptx_cp_async
 *   spread-copies     such copies are started between the products of matrices that follow them
 *   barriers          threads wait for each other where they need to
 *   rotate-products   products of an iteration begin with fragments that the one before has loaded
 *   group-products    products that run by themselves are in groups between a fence and a wait
 *   permute-layouts   rows of shared buffers that blocks ask it for are in a layout without bank conflicts
 */
#include "core/base/registry.h"
#include "core/lower/lower-private.h"

G_DEFINE_QUARK (tl-lower-error-quark, tl_lower_error)

static const TlLowerPass cpu_passes[] = {
  { "read-annotations", "Check the annotations of loops", tl_lower_read_annotations },
  { "find-repeats", "Mark parallel loops whose iterations compute the same values", tl_lower_find_repeats },
  { "lower-init", "Initialize reductions before their loops", tl_lower_init_blocks },
  { "align-buffers", "Align buffers as block annotations require", tl_lower_align_buffers },
  { "convert-blocks", "Replace blocks by loops and conditions", tl_lower_convert_blocks },
  { "end-early", "Replace early returns by conditions", tl_lower_end_early },
  { "simplify", "Fold indices, conditions and loops of one iteration", tl_lower_simplify },
  { "split-divisions", "Take terms out of divisions that do not matter to them", tl_lower_split_divisions },
  { "lazy-choices", "Evaluate only the chosen operand of a select if the other could fail", tl_lower_lazy_choices },
  { "place-buffers", "Allocate each buffer just around its uses", tl_lower_place_buffers },
  { "serialize-loops", "Make parallel loops serial where their iterations depend on each other", tl_lower_serialize_loops },
  { "compact-buffers", "Shrink each buffer to the part in use", tl_lower_compact_buffers },
  { "thread-axes", "Replace thread-bound loops by plain loops on a CPU", tl_lower_thread_axes },
  { "pipeline-loops", "Overlap the iterations of software-pipelined loops", tl_lower_pipeline_loops },
  { "flatten-buffers", "Flatten buffers to one dimension", tl_lower_flatten_buffers },
  { "skip-copies", "Use parts of buffers in place of copies that are like them", tl_lower_skip_copies },
  { "hoist-copies", "Fill buffers ahead of loops whose iterations fill them alike", tl_lower_hoist_copies },
  { "reuse-buffers", "Let buffers that are not live together share memory", tl_lower_reuse_buffers },
  { "skip-overwritten", "Store once what each iteration of a loop overwrites", tl_lower_skip_overwritten },
  { "join-rows", "Join loops along the same row", tl_lower_join_rows },
  { "version-loops", "Run whole tiles without bounds checks", tl_lower_version_loops },
  { "partition-loops", "Partition loops where their conditions change", tl_lower_partition_loops },
  { "join-parts", "Join loops along the same row that conditions had kept apart", tl_lower_join_rows },
  { "cut-rows", "Cut rows of sums into parts that registers hold", tl_lower_cut_rows },
  { "vectorize", "Replace vectorized loops by vector expressions", tl_lower_vectorize },
  { "hoist-invariants", "Move loop-invariant expressions out of loops", tl_lower_hoist_invariants },
  { "unroll", "Expand loops marked for unrolling", tl_lower_unroll },
  { "jam-loops", "Run iterations around short reductions side by side", tl_lower_jam_loops },
  { "unroll-short", "Expand short loops over vectors", tl_lower_unroll_short },
  { "hoist-strided", "Move loop-invariant vectors with a stride out of loops", tl_lower_hoist_strided },
  { "transpose-loads", "Load vectors with a stride by rows", tl_lower_transpose_loads },
  { "promote", "Keep accumulators in registers", tl_lower_promote },
  { "interleave-sums", "Let sums in registers take turns", tl_lower_interleave_sums },
  { "fuse-parallel", "Fuse nested parallel loops", tl_lower_fuse_parallel },
  { "software-prefetch", "Prefetch the elements that annotated loops will access", tl_lower_software_prefetch },
  { "simplify-end", "Fold expressions that unrolling made constant", tl_lower_simplify },
  { NULL },
};

/* Threads are the machine's own. Other loops are left to the compiler behind, but for those marked to be unrolled or vectorized. */
static const TlLowerPass gpu_passes[] = {
  { "read-annotations", "Check the annotations of loops", tl_lower_read_annotations },
  { "cross-thread-reduction", "Bring together what the threads of a reduction have", tl_lower_cross_thread_reduction },
  { "lower-init", "Initialize reductions before their loops", tl_lower_init_blocks },
  { "align-buffers", "Align buffers as block annotations require", tl_lower_align_buffers },
  { "convert-blocks", "Replace blocks by loops and conditions", tl_lower_convert_blocks },
  { "end-early", "Replace early returns by conditions", tl_lower_end_early },
  { "simplify", "Fold indices, conditions and loops of one iteration", tl_lower_simplify },
  { "split-divisions", "Take terms out of divisions that do not matter to them", tl_lower_split_divisions },
  { "lazy-choices", "Evaluate only the chosen operand of a select if the other could fail", tl_lower_lazy_choices },
  { "place-buffers", "Allocate each buffer just around its uses", tl_lower_place_buffers },
  { "mark-unrolled", "Mark loops that a pragma lets be written out", tl_lower_mark_unrolled },
  { "launch-threads", "Make kernels of the loops that are bound to threads", tl_lower_launch_threads },
  { "share-memory", "Check that threads and blocks find what they read", tl_lower_share_memory },
  { "compact-buffers", "Shrink each buffer to the part in use", tl_lower_compact_buffers },
  { "pipeline-loops", "Overlap the iterations of software-pipelined loops", tl_lower_pipeline_loops },
  { "flatten-buffers", "Flatten buffers to one dimension", tl_lower_flatten_buffers },
  { "virtual-threads", "Run the virtual threads of a thread in turns", tl_lower_virtual_threads },
  { "reuse-buffers", "Let buffers that are not live together share memory", tl_lower_reuse_buffers },
  { "vectorize", "Replace vectorized loops by vector expressions", tl_lower_vectorize },
  { "simplify-kernels", "Fold indices and conditions of kernels", tl_lower_simplify },
  { "async-copies", "Let copies into shared memory go on by themselves", tl_lower_async_copies },
  { "spread-copies", "Start asynchronous copies between products of matrices", tl_lower_spread_copies },
  { "barriers", "Let threads wait for what others store", tl_lower_barriers },
  { "rotate-products", "Load first fragments while the last product of the iteration before runs", tl_lower_rotate_products },
  { "group-products", "Let the products of wgmma run by themselves, in groups", tl_lower_group_products },
  { "permute-layouts", "Permute the rows of shared buffers that ask for it", tl_lower_permute_layouts },
  { "kernel-limits", "Check threads and shared memory of each kernel", tl_lower_kernel_limits },
  { NULL },
};

static const TlPassList cuda_list = { "cuda", gpu_passes };
static const TlPassList opencl_list = { "opencl", gpu_passes };
static const TlPassList metal_list = { "metal", gpu_passes };
static const TlPassList cpu_list = { "llvm", cpu_passes };
/* Threads and blocks become loops. */
static const TlPassList emulated_list = { "emulated", cpu_passes };

static TlRegistry lists = { { &cpu_list, &emulated_list, &cuda_list, &opencl_list, &metal_list }, 5 };

void
tl_pass_list_add (const TlPassList *list)
{
  tl_registry_add (&lists, list);
}

const TlPassList *
tl_pass_list_find (const TlTarget *target, GError **error)
{
  const TlPassList *list = tl_registry_find (&lists, target->kind->name);
  g_autofree char *names = tl_registry_names (&lists);

  if (list == NULL)
    tl_lower_set_unsupported (error, "The target \"%s\" cannot be lowered; supported targets: %s", target->kind->name, names);
  return list;
}

static gboolean
check_pass (const TlPassList *list, const char *name, GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (const TlLowerPass *pass = list->passes; pass->name != NULL; pass++)
    {
      if (g_str_equal (pass->name, name))
        return TRUE;
      g_string_append_printf (names, "%s%s", pass > list->passes ? ", " : "", pass->name);
    }
  tl_lower_set_unsupported (error, "There is no lowering pass named \"%s\"; there are %s", name, names->str);
  return FALSE;
}

/* The wishes of a caller; all members are nullable. */
typedef struct
{
  const char   *after;
  TlRemarks    *remarks;
  TlLowerVisit  visit;
  gpointer      user_data;
} LowerRun;

static void
visit_pass (const LowerRun *run, const TlLowerPass *pass, const TlModule *module, const TlBuilder *builder, const TlPrimFunc *func)
{
  if (run->visit == NULL)
    return;
  g_autoptr (TlModule) lowered = tl_module_new_prims (builder->arena, module->name, &func, 1, builder->next_id);
  run->visit (pass, lowered, run->user_data);
}

static TlModule *
lower (const TlModule *module, const char *func_name, const TlTarget *target, const LowerRun *run, GError **error)
{
  const TlPrimFunc *func = tl_module_prim (module, func_name);
  g_return_val_if_fail (func != NULL, NULL);
  const TlPassList *list = tl_pass_list_find (target, error);
  if (list == NULL || (run->after != NULL && !check_pass (list, run->after, error)))
    return NULL;

  g_autoptr (TlArena) arena = tl_arena_new (module->arena);
  TlBuilder builder = { .arena = arena, .next_id = module->next_id };
  for (const TlLowerPass *pass = list->passes; pass->name != NULL; pass++)
    {
      tl_remarks_begin (run->remarks, pass->name);
      func = pass->run (&builder, func, target, run->remarks, error);
      if (func == NULL)
        {
          g_prefix_error (error, "%s: ", pass->name);
          return NULL;
        }
      visit_pass (run, pass, module, &builder, func);
      if (run->after != NULL && g_str_equal (pass->name, run->after))
        break;
    }
  return tl_module_new_prims (arena, module->name, &func, 1, builder.next_id);
}

TlModule *
tl_lower_with_remarks (const TlModule *module, const char *func_name, const TlTarget *target, const char *after, TlRemarks *remarks,
                       GError **error)
{
  return lower (module, func_name, target, &(LowerRun) { .after = after, .remarks = remarks }, error);
}

TlModule *
tl_lower_visiting (const TlModule *module, const char *func_name, const TlTarget *target, TlLowerVisit visit, gpointer user_data,
                   GError **error)
{
  return lower (module, func_name, target, &(LowerRun) { .visit = visit, .user_data = user_data }, error);
}

TlModule *
tl_lower (const TlModule *module, const char *func_name, const TlTarget *target, const char *after, GError **error)
{
  return tl_lower_with_remarks (module, func_name, target, after, NULL, error);
}
