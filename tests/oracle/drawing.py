# SPDX-License-Identifier: Apache-2.0
"""Random programs, and random steps on them from all primitives that TVM and Tileloom have, but for those that take a registered
intrinsic."""
import re
import textwrap


class Program:
    """A pipeline of stages over small buffers; each stage reads one of the last two before it."""

    def __init__(self, rng):
        self.rng = rng
        self.shapes = {"A": (rng.choice([4, 6, 8, 12, 15, 16]), rng.choice([4, 6, 8, 10, 12]))}
        self.stages = []
        for name in "BCDE"[: rng.randint(2, 4)]:
            self.add_stage(name)

    def add_stage(self, name):
        source = self.rng.choice((["A"] + [s[0] for s in self.stages])[-2:])
        shape = self.shapes[source]
        if len(shape) == 1:
            store, extents, kinds, init, out = self.stage_of_vector(name, source, shape)
        else:
            store, extents, kinds, init, out = self.stage_of_matrix(name, source, shape)
        self.shapes[name] = out
        self.stages.append((name, extents, kinds, init, store))

    def stage_of_vector(self, b, a, shape):
        (n,) = shape
        kind = self.rng.choice(["plain", "stencil", "repeat"])
        if kind == "stencil" and n > 2:
            return f"{b}[x] = {a}[x] + {a}[x + 1]", (n - 1,), "S", None, (n - 1,)
        if kind == "repeat":
            return f"{b}[x] = {a}[x // 2]", (n * 2,), "S", None, (n * 2,)
        return f"{b}[x] = {a}[x] + T.float32(3)", (n,), "S", None, (n,)

    def stage_of_matrix(self, b, a, shape):
        n, m = shape
        kind = self.rng.choice(["plain", "plain", "transpose", "sum", "guard", "flat", "divided", "stencil", "pool", "pad"])
        if kind == "transpose":
            return f"{b}[x, y] = {a}[y, x] + T.float32(1)", (m, n), "SS", None, (m, n)
        if kind == "sum":
            return f"{b}[x] = {b}[x] + {a}[x, y]", (n, m), "SR", f"{b}[x] = T.float32(0)", (n,)
        if kind == "guard":
            return f"{b}[x, y] = T.if_then_else(1 <= x, {a}[x - 1, y], T.float32(0))", (n, m), "SS", None, (n, m)
        if kind == "pad":
            inside = f"1 <= x and x < {n + 1}"
            return f"{b}[x, y] = T.if_then_else({inside}, {a}[x - 1, y], T.float32(0))", (n + 2, m), "SS", None, (n + 2, m)
        if kind == "flat":
            return f"{b}[x * {m} + y] = {a}[x, y]", (n, m), "SS", None, (n * m,)
        if kind == "divided":
            return f"{b}[x] = {a}[x // {m}, x % {m}]", (n * m,), "S", None, (n * m,)
        if kind == "stencil" and n > 3:
            return f"{b}[x, y] = {a}[x, y] + {a}[x + 2, y]", (n - 2, m), "SS", None, (n - 2, m)
        if kind == "pool" and n > 1:
            return f"{b}[x, y] = T.max({a}[x * 2, y], {a}[x * 2 + 1, y])", (n // 2, m), "SS", None, (n // 2, m)
        return f"{b}[x, y] = {a}[x, y] * T.float32(2)", (n, m), "SS", None, (n, m)

    def text(self):
        last = self.stages[-1][0]
        lines = [f'{s[0]} = T.sblock_alloc_buffer({self.shapes[s[0]]}, "float32")' for s in self.stages[:-1]]
        for name, extents, kinds, init, store in self.stages:
            axes, loops = ["x", "y"][: len(extents)], ["i", "j"][: len(extents)]
            lines.append(f"for {', '.join(loops)} in T.grid({', '.join(map(str, extents))}):")
            lines.append(f'    with T.sblock("{name}"):')
            lines.append(f'        {", ".join(axes)} = T.axis.remap("{kinds}", [{", ".join(loops)}])')
            if init:
                lines += ["        with T.init():", f"            {init}"]
            lines.append(f"        {store}")
        signature = f'A: T.Buffer({self.shapes["A"]}, "float32"), {last}: T.Buffer({self.shapes[last]}, "float32")'
        body = textwrap.indent("\n".join(lines), "        ")
        return f"@I.ir_module\nclass Module:\n    @T.prim_func(s_tir=True)\n    def main({signature}):\n{body}\n"


SCOPES = ["global", "shared", "local"]
THREADS = ["blockIdx.x", "threadIdx.x", "vthread.x"]


def loop_step(rng, loop, next_loop, other_loop):
    return rng.choice([
        f"sch.split({loop}, factors=[None, {rng.choice([2, 3, 4, 5, 7])}], preserve_unit_iters={rng.random() < 0.7})",
        f"sch.split({loop}, factors=[{rng.choice([2, 3])}, None, 2], disable_predication={rng.random() < 0.1})",
        f"sch.split({loop}, factors=[None, {rng.choice([2, 3, 4])}])",
        f"sch.fuse({loop}, {next_loop}, preserve_unit_iters={rng.random() < 0.7})",
        f"sch.fuse({loop}, {next_loop})",
        f"sch.reorder({next_loop}, {loop})",
        f"sch.reorder({loop}, {other_loop})",
        f"sch.merge({loop}, {other_loop})",
        f"sch.loop_partition({loop}, [None, {rng.choice([1, 2, 3])}])",
        f"sch.add_unit_loop({loop})",
        f"sch.parallel({loop})",
        f"sch.vectorize({loop})",
        f"sch.unroll({loop})",
        f'sch.bind({loop}, "{rng.choice(THREADS)}")',
        f'sch.annotate({loop}, "pragma_unroll", {rng.choice([1, 16])})',
        f'sch.unannotate({loop}, "pragma_unroll")',
        f"sch.blockize({loop}, preserve_unit_iters={rng.random() < 0.7})",
        f"sch.rfactor({loop}, {rng.choice([0, 1, -1])})",
        f"sch.split({loop}, sch.sample_perfect_tile({loop}, 2, 4, decision=[{rng.choice([2, 3])}, {rng.choice([2, 3, 4])}]))",
    ])


def copy_step(rng, block, loop):
    index, scope = rng.choice([0, 0, 0, 1]), rng.choice(SCOPES)
    swap = rng.choice(["lambda x, y: (y, x)", "lambda x, y: (x, y)", "lambda x: x", "lambda x, y: x", "lambda x, y: (x + 1, y)"])
    return rng.choice([
        f'sch.cache_read({block}, {index}, "{scope}")',
        f'sch.cache_write({block}, {index}, "{scope}")',
        f'sch.cache_inplace({block}, {index}, "{scope}")',
        f'sch.cache_index({block}, "{scope}", {rng.choice([0, 1])})',
        f'sch.read_at({loop}, {block}, {index}, "{scope}")',
        f'sch.write_at({loop}, {block}, {index}, "{scope}")',
        f'sch.reindex({block}, ("{rng.choice(["read", "write"])}", {index}))',
        f'sch.reindex_cache_read({block}, {index}, "{scope}", {swap})',
        f'sch.reindex_cache_write({block}, {index}, "{scope}", {swap})',
        f"sch.rolling_buffer({block}, {index})",
    ])


def layout_step(rng, block):
    index, side = rng.choice([0, 0, 0, 1]), rng.choice(["read", "write"])
    layout = rng.choice(["lambda x, y: (y, x)", "lambda x, y: (x // 2, y, x % 2)", "lambda x: (x // 4, x % 4)",
                         "lambda x, y: (x * 100 + y,)"])
    return rng.choice([
        f'sch.transform_layout({block}, ("{side}", {index}), {layout})',
        f"sch.transform_block_layout({block}, {layout})",
        f"sch.storage_align({block}, {index}, {rng.choice([0, 1, -2])}, {rng.choice([16, 32])}, {rng.choice([0, 8])})",
        f'sch.set_scope({block}, {index}, "{rng.choice(SCOPES)}")',
        f'sch.unsafe_set_dtype({block}, {index}, "float16")',
        f'sch.unsafe_hide_buffer_access({block}, "{side}", [{index}])',
        f'sch.annotate_buffer_access({block}, {index}, "{side}", lambda x, y: ((x, x + 1), (y, y + 1)))',
        f"sch.pad_einsum({block}, [{rng.choice([4, 5])}, {rng.choice([4, 8])}])",
    ])


def block_step(rng, block, other, loop, other_loop):
    options = f"preserve_unit_loops={rng.random() < 0.3}, index={rng.choice([-1, -1, -2])}"
    return rng.choice([
        f"sch.compute_at({block}, {other_loop}, {options})",
        f"sch.reverse_compute_at({block}, {other_loop}, {options})",
        f"sch.compute_at({block}, sch.sample_compute_location({block}, decision={rng.choice([-2, -1, 0, 1])}))",
        f"sch.compute_inline({block})",
        f"sch.reverse_compute_inline({block})",
        f"sch.fuse_reduction_epilogue({block}, {other})",
        f"sch.decompose_reduction({block}, {loop})",
        f"sch.decompose_padding({block}, {loop})",
        f"sch.blockize([{block}, {other}])",
        f"sch.reorder_block_iter_var({block}, [1, 0])",
        f"sch.add_unit_loop({block})",
        f'sch.annotate({block}, "note", [1, "two"])',
        f'sch.unannotate({block}, "note")',
        f"[sch.annotate(b, 'seen', 1) for b in sch.get_consumers({block})]",
        f"[sch.annotate(b, 'seen', 1) for b in sch.get_producers({block})]",
        f"[sch.annotate(b, 'seen', 1) for b in sch.get_child_blocks({block})]",
        "[sch.annotate(b, 'seen', 1) for b in sch.get_output_blocks('root')]",
        f'sch.annotate({block}, "drawn", sch.sample_categorical([1, 2, 3], [0.25, 0.25, 0.5], decision=1))',
        "sch.enter_postproc()",
    ])


def random_step(rng, sch):
    """A step on blocks and loops that the schedule has now, as text; None if names are doubled or a block has no loops."""
    names = [n for n in re.findall(r'T\.sblock\("([^"]+)"\)', sch.mod.script()) if n != "root"]
    if len(set(names)) < len(names):
        return None
    block, other = rng.choice(names), rng.choice(names)
    get, get_other = f'sch.get_sblock("{block}")', f'sch.get_sblock("{other}")'
    loops, other_loops = len(sch.get_loops(sch.get_sblock(block))), len(sch.get_loops(sch.get_sblock(other)))
    if loops == 0 or other_loops == 0:
        return None
    at = rng.randrange(loops)
    loop, next_loop = f"sch.get_loops({get})[{at}]", f"sch.get_loops({get})[{min(at + 1, loops - 1)}]"
    other_loop = f"sch.get_loops({get_other})[{rng.randrange(other_loops)}]"
    return rng.choice([loop_step(rng, loop, next_loop, other_loop), copy_step(rng, get, loop), layout_step(rng, get),
                       block_step(rng, get, get_other, loop, other_loop)])
