#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kernels of default schedules beside TVM's for the same program: registers, shared memory, machine code, predicted times.

usage: compare-kernels.py CLI [--export FOLDER] [--measured RESULTS.json] [NAME…] > data/benchmarks/gpu-beside-tvm.txt

HEADER says what is compared and how. --export writes both sides' kernels with their launches; --measured has the times that these took on
a GPU. For hand: it needs TVM's wheel, NVRTC and its headers (CUDA_HOME), ptxas and nvdisasm (PATH). All programs take some minutes.
"""
import argparse
import concurrent.futures
import ctypes
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

from tvm import IRModule, te, topi

HEADER = """\
# tests/oracle/compare-kernels.py: kernels of `schedule --rules` beside those of TVM's DLight rules for the same program, on an H100.
#
# registers, spill_bytes: ptxas on our PTX and on NVRTC's of TVM's CUDA C, sm_90a, of the kernel with most. per_multiply_add: instructions
# in the hot loop of the machine code, for each multiply-add of a lane (a matrix instruction has 64 of them). occupancy: of the longest
# kernel. sectors, passes: moved or taken / the least. predicted_us: analyze --target, of all kernels with their launches. Of TVM it is our
# model for its schedule as our engine lowers it, not for its machine code; its software pipelines, which we read otherwise, are left out: a
# time from above. DLight takes no tensor cores for the target of an H100: its schedule for an A100 is compared. The programs from
# batch-matmul on are operators of TVM's topi. measured_us: on a GPU; "-": not timed in this form.
"""

ARCH = "sm_90a"
OURS_WIDE = f"cuda -arch={ARCH} -max_shared_memory_per_block=232448 -model=nvidia/nvidia-h100"
# DLight takes the tensor cores of an A100, and those of an H100 not: its better schedule is compared.
TVMS = "nvidia/nvidia-a100"

MATMUL = """    for i, j, k in T.grid({m}, {n}, {k}):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + {product}
"""


def matmul(size, dtype="float32"):
    product = "A[vi, vk] * B[vk, vj]" if dtype == "float32" else 'T.Cast("float32", A[vi, vk]) * T.Cast("float32", B[vk, vj])'
    shape = f"({size}, {size})"
    head = f'def main(A: T.Buffer({shape}, "{dtype}"), B: T.Buffer({shape}, "{dtype}"), C: T.Buffer({shape}, "float32")):\n'
    setup = f"A = randn({size}, {size}, dtype={dtype}); B = randn({size}, {size}, dtype={dtype}); C = zeros({size}, {size})"
    check = "max_error(C, A @ B)" if dtype == "float32" else "max_error(C, A.float() @ B.float())"
    return head + MATMUL.format(m=size, n=size, k=size, product=product), setup, check, "torch.matmul(A, B)", 2 * size ** 3


def spatial(extents, name, axes, statement):
    loops = ", ".join("ijkl"[:len(extents)])
    return (f'    for {loops} in T.grid({", ".join(map(str, extents))}):\n        with T.block("{name}"):\n'
            f'            {axes} = T.axis.remap("{"S" * len(extents)}", [{loops}])\n            {statement}\n')


def row_reduction(rows, columns, name, init, update):
    return (f'    for i, k in T.grid({rows}, {columns}):\n        with T.block("{name}"):\n'
            f'            vi, vk = T.axis.remap("SR", [i, k])\n            with T.init():\n                {init}\n            {update}\n')


def softmax(m, n):
    text = (f'def main(A: T.Buffer(({m}, {n}), "float32"), B: T.Buffer(({m}, {n}), "float32")):\n'
            f"    L = T.alloc_buffer(({m},))\n    E = T.alloc_buffer(({m}, {n}))\n    S = T.alloc_buffer(({m},))\n"
            + row_reduction(m, n, "L", 'L[vi] = T.float32(-3.4028234663852886e38)', "L[vi] = T.max(L[vi], A[vi, vk])")
            + spatial((m, n), "E", "vi, vj", "E[vi, vj] = T.exp(A[vi, vj] - L[vi])")
            + row_reduction(m, n, "S", "S[vi] = T.float32(0)", "S[vi] = S[vi] + E[vi, vk]")
            + spatial((m, n), "B", "vi, vj", "B[vi, vj] = E[vi, vj] / S[vi]"))
    return text, f"A = randn({m}, {n}); B = zeros({m}, {n})", "max_error(B, torch.softmax(A, 1))", "torch.softmax(A, 1)", None


def layer_norm(m, n):
    text = (f'def main(A: T.Buffer(({m}, {n}), "float32"), B: T.Buffer(({m}, {n}), "float32")):\n'
            f"    S = T.alloc_buffer(({m},))\n    Q = T.alloc_buffer(({m},))\n"
            + row_reduction(m, n, "S", "S[vi] = T.float32(0)", "S[vi] = S[vi] + A[vi, vk]")
            + row_reduction(m, n, "Q", "Q[vi] = T.float32(0)", "Q[vi] = Q[vi] + A[vi, vk] * A[vi, vk]")
            + spatial((m, n), "B", "vi, vj", f"B[vi, vj] = (A[vi, vj] - S[vi] * T.float32({1 / n})) * T.rsqrt(Q[vi] * T.float32({1 / n})"
                      f" - S[vi] * T.float32({1 / n}) * (S[vi] * T.float32({1 / n})) + T.float32(1e-5))"))
    return (text, f"A = randn({m}, {n}); B = zeros({m}, {n})", f"max_error(B, torch.nn.functional.layer_norm(A, ({n},)))",
            f"torch.nn.functional.layer_norm(A, ({n},))", None)


def transpose(n):
    text = f'def main(A: T.Buffer(({n}, {n}), "float32"), B: T.Buffer(({n}, {n}), "float32")):\n' + spatial(
        (n, n), "B", "vi, vj", "B[vi, vj] = A[vj, vi]")
    return text, f"A = randn({n}, {n}); B = zeros({n}, {n})", "max_error(B, A.T)", "A.T.contiguous()", None


def row_sums(m, n):
    text = f'def main(A: T.Buffer(({m}, {n}), "float32"), B: T.Buffer(({m},), "float32")):\n' + row_reduction(
        m, n, "B", "B[vi] = T.float32(0)", "B[vi] = B[vi] + A[vi, vk]")
    return text, f"A = rand({m}, {n}); B = zeros({m})", "max_error(B, A.sum(1))", "A.sum(1)", None


def gemv(m, n):
    text = (f'def main(A: T.Buffer(({m}, {n}), "float32"), X: T.Buffer(({n},), "float32"), B: T.Buffer(({m},), "float32")):\n'
            + row_reduction(m, n, "B", "B[vi] = T.float32(0)", "B[vi] = B[vi] + A[vi, vk] * X[vk]"))
    return text, f"A = rand({m}, {n}); X = rand({n}); B = zeros({m})", "max_error(B, A @ X)", "torch.mv(A, X)", 2 * m * n


def conv2d(c, k, h, w):
    text = (f'def main(A: T.Buffer((1, {c}, {h + 2}, {w + 2}), "float32"), F: T.Buffer(({k}, {c}, 3, 3), "float32"), '
            f'Y: T.Buffer((1, {k}, {h}, {w}), "float32")):\n'
            f'    for n, k, h, w, c, r, s in T.grid(1, {k}, {h}, {w}, {c}, 3, 3):\n        with T.block("Y"):\n'
            '            vn, vk, vh, vw, vc, vr, vs = T.axis.remap("SSSSRRR", [n, k, h, w, c, r, s])\n            with T.init():\n'
            "                Y[vn, vk, vh, vw] = T.float32(0)\n"
            "            Y[vn, vk, vh, vw] = Y[vn, vk, vh, vw] + A[vn, vc, vh + vr, vw + vs] * F[vk, vc, vr, vs]\n")
    return (text, f"A = randn(1, {c}, {h + 2}, {w + 2}); F = randn({k}, {c}, 3, 3); Y = zeros(1, {k}, {h}, {w})",
            "max_error(Y, torch.nn.functional.conv2d(A, F))", "torch.nn.functional.conv2d(A, F)", 2 * k * c * h * w * 9)


PROGRAMS = {
    "matmul-512": matmul(512), "matmul-1024": matmul(1024), "matmul-4096": matmul(4096),
    "matmul-f16-1024": matmul(1024, "float16"), "matmul-f16-2048": matmul(2048, "float16"), "matmul-f16-4096": matmul(4096, "float16"),
    "conv2d-128x28": conv2d(128, 128, 28, 28), "softmax-8192x4096": softmax(8192, 4096), "layer-norm-8192x4096": layer_norm(8192, 4096),
    "transpose-8192": transpose(8192), "row-sums-8192": row_sums(8192, 8192), "gemv-16384": gemv(16384, 16384),
}


def operator(compute, race, shapes, dtypes=("float32", "float32", "float32")):
    """A program of topi's: its inputs are A, B and D, and @race is PyTorch's expression of them."""
    tensors = [te.placeholder(shape, dtype, name) for shape, dtype, name in zip(shapes, dtypes, "ABD")]
    result = compute(*tensors)
    text = IRModule({"main": te.create_prim_func(tensors + [result])}).script()
    output = re.findall(r"(\w+): T\.Buffer", text)[-1]
    setup = [f"{tensor.op.name} = randn{tuple(map(int, tensor.shape))}" if tensor.dtype == "float32" else
             f"{tensor.op.name} = torch.randint(0, 1000, {tuple(map(int, tensor.shape))}, dtype=torch.{tensor.dtype}, device='cuda')"
             for tensor in tensors]
    setup.append(f"{output} = zeros({', '.join(str(int(n)) for n in result.shape)}, dtype='{result.dtype}')")
    return text, "; ".join(setup), f"max_error({output}, {race})", race, None


PROGRAMS |= {
    "batch-matmul-16x512": operator(topi.nn.batch_matmul, "torch.bmm(A, B.transpose(1, 2))", [(16, 512, 512), (16, 512, 512)]),
    "dense-relu-1024": operator(lambda a, b, d: topi.nn.relu(topi.add(topi.nn.dense(a, b), d)),
                                "torch.relu(torch.nn.functional.linear(A, B, D))", [(1024, 1024), (1024, 1024), (1024,)]),
    "conv1d-8x128x1024": operator(lambda a, b: topi.nn.conv1d_ncw(a, b, 1, 1, 1), "torch.nn.functional.conv1d(A, B, padding=1)",
                                  [(8, 128, 1024), (256, 128, 3)]),
    "conv2d-nhwc-64x56": operator(lambda a, b: topi.nn.conv2d_nhwc(a, b, 1, 1, 1), "torch.nn.functional.conv2d(A.permute(0, 3, 1, 2), "
                                  "B.permute(3, 2, 0, 1), padding=1).permute(0, 2, 3, 1)", [(8, 56, 56, 64), (3, 3, 64, 64)]),
    "depthwise-256x56": operator(lambda a, b: topi.nn.depthwise_conv2d_nchw(a, b, 1, 1, 1),
                                 "torch.nn.functional.conv2d(A, B, padding=1, groups=256)", [(1, 256, 56, 56), (256, 1, 3, 3)]),
    "max-pool-64x112": operator(lambda a: topi.nn.pool2d(a, [3, 3], [2, 2], [1, 1], [1, 1, 1, 1], "max"),
                                "torch.nn.functional.max_pool2d(A, 3, 2, 1)", [(16, 64, 112, 112)]),
    "argmax-8192x4096": operator(lambda a: topi.argmax(a, axis=1), "torch.argmax(A, 1)", [(8192, 4096)]),
    "column-sums-8192": operator(lambda a: topi.sum(a, axis=0), "A.sum(0)", [(8192, 8192)]),
    "rms-norm-8192x4096": operator(lambda a, b: topi.nn.rms_norm(a, b, [1]), "torch.nn.functional.rms_norm(A, (4096,), B, 1e-5)",
                                   [(8192, 4096), (4096,)]),
    "log-softmax-8192x4096": operator(topi.nn.log_softmax, "torch.log_softmax(A, 1)", [(8192, 4096)]),
    "add-rows-8192x4096": operator(topi.add, "A + B", [(8192, 4096), (4096,)]),
    "slice-8192": operator(lambda a: topi.strided_slice(a, [0, 0], [8192, 8192], [2, 2]), "A[::2, ::2].contiguous()", [(8192, 8192)]),
    "embedding-4096x4096": operator(lambda a, b: topi.take(a, b, axis=0), "A[B]", [(32000, 4096), (4096,)], ("float32", "int32")),
    "vector-matrix-16384": operator(topi.nn.matmul, "A @ B", [(1, 4096), (4096, 16384)]),
}
FIELDS = ("registers", "spill_bytes", "shared_bytes", "per_multiply_add", "occupancy", "sectors", "passes", "predicted_us", "measured_us")


def run(*call):
    done = subprocess.run(call, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(" ".join(map(str, call)) + "\n" + done.stderr[-1500:])
    return done.stdout


def write(path, content):
    with open(path, "wb" if isinstance(content, bytes) else "w") as file:
        file.write(content)
    return path


# --- machine code ---

PRODUCTS_OF_LANE = {"HMMA.16816": 64, "HMMA.1688": 32, "HMMA.884": 8}   # multiply-adds of a matrix instruction, for each lane
WIDE = re.compile(r"HGMMA\.64x(\d+)x(\d+)")   # those of four warps: 64 rows


def products(opcode):
    if opcode.startswith("HFMA2"):
        return 2
    for name, n in PRODUCTS_OF_LANE.items():
        if opcode.startswith(name):
            return n
    if wide := WIDE.match(opcode):
        return 64 * int(wide.group(1)) * int(wide.group(2)) // 128
    return 1 if opcode.startswith(("FFMA", "DFMA")) else 0


def instructions_of_multiply_add(sass):
    """In the loop with most multiply-adds outside of loops within it; without a loop, in all. None: there are none."""
    labels, rows = {}, []
    for line in sass.splitlines():
        label = re.match(r"^(\.L_x_\d+):", line)
        if label:
            labels[label.group(1)] = len(rows)
        match = re.match(r"^\s+(?:/\*[0-9a-f]{4,}\*/)\s+(?:@!?U?P\w+ )?([A-Z][A-Zx0-9_.]*)(.*)", line)
        if match and match.group(1) != "NOP":
            rows.append((match.group(1), match.group(2)))
    spans = []
    for at, (opcode, rest) in enumerate(rows):
        target = re.search(r"`\((\.L_x_\d+)\)", rest)
        if opcode.startswith("BRA") and target and labels.get(target.group(1), at + 1) <= at:
            spans.append((labels[target.group(1)], at + 1))

    def count(span):
        return sum(products(rows[at][0]) for at in range(*span))

    def count_own(span):
        inner = [other for other in spans if other != span and span[0] <= other[0] and other[1] <= span[1]]
        return count(span) - sum(count(other) for other in inner if not any(other != one and one[0] <= other[0] and other[1] <= one[1]
                                                                            for one in inner))

    best = max([span for span in spans if count(span)] or [(0, len(rows))], key=count_own)
    return round((best[1] - best[0]) / count(best), 3) if count(best) else None


def assemble(ptx_path, folder, name):
    """Of the kernels of a PTX file: registers and spills by ptxas, the largest of them; instructions a multiply-add of the first."""
    cubin = os.path.join(folder, name + ".cubin")
    done = subprocess.run(["ptxas", "-v", "-arch=" + ARCH, ptx_path, "-o", cubin], capture_output=True, text=True, check=True)
    registers = [int(n) for n in re.findall(r"Used (\d+) registers", done.stderr)]
    spills = [int(a) + int(b) for a, b in re.findall(r"(\d+) bytes spill stores, (\d+) bytes spill loads", done.stderr)]
    return {"registers": max(registers), "spill_bytes": max(spills),
            "per_multiply_add": instructions_of_multiply_add(run("nvdisasm", "-c", cubin))}


# --- both sides ---

def predicted(cli, path, target):
    report = json.loads(run(cli, "analyze", path, "--target", target, "--json"))[0]
    first = max(report["kernels"], key=lambda kernel: kernel["seconds"])
    units = {"sectors": [0, 0], "passes": [0, 0]}
    for kernel in report["kernels"]:
        for space, unit in (("global", "sectors"), ("shared", "passes")):
            for kind in (space + "_loads", space + "_stores"):
                units[unit][0] += kernel[kind][unit]
                units[unit][1] += kernel[kind]["least_" + unit]
    return {"shared_bytes": max(kernel["shared_bytes"] for kernel in report["kernels"]), "occupancy": first["occupancy"],
            "sectors": round(units["sectors"][0] / max(units["sectors"][1], 1), 2),
            "passes": round(units["passes"][0] / units["passes"][1], 2) if units["passes"][1] else None,
            "predicted_us": report["seconds"] * 1e6, "limit": first["limit"], "estimated_registers": first["registers"]}


def launches_of(lowered, cuda):
    """The launches of a lowered program, with the parameters of its listing; sizes of workspaces."""
    signatures = re.findall(r"__global__ void (?:__launch_bounds__\([^)]*\) )?(\w+)\(([^)]*)\)", cuda)
    launches, is_open = [], False
    for line in lowered.splitlines():
        axis = re.search(r'launch_thread\("(block|thread)Idx\.(\w)", (\d+)\)', line)
        if axis and not is_open:
            launches.append({"grid": [1, 1, 1], "block": [1, 1, 1], "shared": 0})
        if axis:
            launches[-1]["grid" if axis.group(1) == "block" else "block"]["xyz".index(axis.group(2))] = int(axis.group(3))
        is_open = axis is not None
    for launch, (name, params) in zip(launches, signatures, strict=True):
        launch.update(kernel=name, args=[param.split()[-1].lstrip("*") for param in params.split(",")])
    dynamic = 0
    for n, dtype in re.findall(r'decl_buffer\(\((\d+),\), "(\w+)", scope="shared\.dyn"', lowered):
        dynamic = -(-dynamic // 128) * 128 + int(n) * int(re.search(r"\d+", dtype).group()) // 8
    launches[0]["shared"] = dynamic
    return launches, re.findall(r'^        (\w+) = T\.decl_buffer\(\((\d+),\), "(\w+)"\)', lowered, re.M)


def ours(cli, program, folder, name):
    path = os.path.join(folder, name + "-ours.py")
    run(cli, "schedule", "--rules", program, "--target", OURS_WIDE, "-o", path)
    ptx = write(os.path.join(folder, name + "-ours.ptx"), run(cli, "show", path, "--as", "ptx", "--target", OURS_WIDE))
    facts = {**predicted(cli, path, OURS_WIDE), **assemble(ptx, folder, name + "-ours")}
    lowered, cuda = (run(cli, "show", path, "--as", form, "--target", OURS_WIDE) for form in ("lowered", "cuda"))
    facts["launches"], facts["workspaces"] = launches_of(lowered, cuda)
    return facts


TVM_SIDE = r'''
import json, re, sys
import tvm
from tvm.s_tir import dlight as dl
module = tvm.script.from_source(open(sys.argv[1]).read())
target = tvm.target.Target(sys.argv[2])
with target:
    module = dl.ApplyDefaultSchedule(dl.gpu.Matmul(), dl.gpu.GEMV(), dl.gpu.Reduction(), dl.gpu.GeneralReduction(), dl.gpu.Transpose(),
                                     dl.gpu.Fallback())(module)
kept = []
@tvm.instrument.pass_instrument
class Keep:
    def run_after_pass(self, module, info):
        if info.name == "tirx.SplitHostDevice":
            kept.append(module.script())
with tvm.transform.PassContext(instruments=[Keep()]):
    built = tvm.compile(module, target=target)
print(json.dumps({"script": module.script(), "cuda": built.mod.imports[0].inspect_source(), "split": kept[0]}))
'''


def nvrtc_ptx(source):
    home = os.environ.get("CUDA_HOME", "/usr/local/cuda")
    paths = glob.glob(home + "/lib*/libnvrtc.so*") or ["libnvrtc.so"]
    nvrtc, program, size = ctypes.CDLL(sorted(paths)[0]), ctypes.c_void_p(), ctypes.c_size_t()
    nvrtc.nvrtcCreateProgram(ctypes.byref(program), source.encode(), b"kernel.cu", 0, None, None)
    options = [b"--gpu-architecture=compute_90", b"-default-device", f"-I{home}/include".encode(), f"-I{home}/include/cccl".encode()]
    status = nvrtc.nvrtcCompileProgram(program, len(options), (ctypes.c_char_p * len(options))(*options))
    if status != 0:
        nvrtc.nvrtcGetProgramLogSize(program, ctypes.byref(size))
        log = ctypes.create_string_buffer(size.value)
        nvrtc.nvrtcGetProgramLog(program, log)
        raise RuntimeError(log.value.decode()[:1500])
    nvrtc.nvrtcGetPTXSize(program, ctypes.byref(size))
    ptx = ctypes.create_string_buffer(size.value)
    nvrtc.nvrtcGetPTX(program, ptx)
    return ptx.value.decode()


def tvms(cli, program, folder, name):
    script = write(os.path.join(folder, name + "-sblock.py"), run(cli, "print", program, "--dialect", "sblock"))
    answer = json.loads(run(sys.executable, os.path.join(folder, "tvm-side.py"), script, TVMS).splitlines()[-1])
    write(os.path.join(folder, name + "-tvm.py"), answer["script"])
    ptx = write(os.path.join(folder, name + "-tvm.ptx"), nvrtc_ptx(answer["cuda"]))
    plain = write(os.path.join(folder, name + "-tvm-plain.py"),
                  re.sub(r', annotations=\{"software_pipeline[^}]*\}', "", answer["script"]))
    facts = {**predicted(cli, plain, OURS_WIDE), **assemble(ptx, folder, name + "-tvm"), "launches": [], "workspaces": []}
    for call in re.findall(r"call_ffi_kernel\((.*)\)", answer["split"]):
        words = call.split(", launch_params=")
        values = [re.sub(r"T\.int64\((\d+)\)", r"\1", word) for word in words[0].split(", ")]
        axes = re.findall(r'"([\w.]+)"', words[1].split("]")[0])
        launch = {"kernel": values[0].strip('"'), "grid": [1, 1, 1], "block": [1, 1, 1], "shared": 0}
        n_axes = len(axes)
        for axis, value in zip(axes, values[-n_axes:]):
            if axis.startswith(("blockIdx", "threadIdx")):
                launch["grid" if axis.startswith("block") else "block"]["xyz".index(axis[-1])] = int(value)
            else:
                launch["shared"] = int(value)
        facts["shared_bytes"] = max(facts["shared_bytes"] if launch["shared"] == 0 else 0, launch["shared"])
        launch["args"] = [re.sub(r"(_\d+)?\.data$", "", value) for value in values[1:-n_axes]]
        facts["launches"].append(launch)
    body = answer["split"].split("def main(")[-1]
    facts["workspaces"] = re.findall(r'(\w+) = T\.(?:decl|alloc)_buffer\(\((\d+),\)(?:, "(\w+)")?\)', body)
    return facts


def cases_of(name, side, facts):
    _, setup, check, race, flops = PROGRAMS[name]
    for workspace, n, dtype in facts["workspaces"]:
        setup += f"; {workspace} = zeros({n}, dtype={dtype or 'float32'})"
    case = {"name": f"{name}-{side}", "ptx": f"{name}-{side}.ptx", "setup": setup, "launches": facts["launches"], "check": check,
            "race": race}
    return {**case, "flops": flops} if flops else case


# --- the table ---

def cell(value):
    return "-" if value is None else f"{value:.3g}" if isinstance(value, float) else str(value)


def spearman(pairs):
    ranks = [[sorted(column).index(value) for value in column] for column in zip(*pairs)]
    n = len(pairs)
    return 1 - 6 * sum((a - b) ** 2 for a, b in zip(*ranks)) / (n * (n * n - 1))


def print_table(rows):
    print(f"{'program':22} {'side':5} " + " ".join(f"{field:>16}" for field in FIELDS) + "  limit")
    for name, sides in rows.items():
        for side, facts in sides.items():
            print(f"{name:22} {side:5} " + " ".join(f"{cell(facts.get(field)):>16}" for field in FIELDS) + f"  {facts['limit']}")
    for kind in ("predicted", "measured"):
        ratios = {name: sides["tvm"][kind + "_us"] / sides["ours"][kind + "_us"] for name, sides in rows.items()
                  if len(sides) == 2 and all(facts.get(kind + "_us") for facts in sides.values())}
        if ratios:
            ordered = sorted(ratios.values())
            slower = [f"{name} {ratio:.2f}" for name, ratio in ratios.items() if ratio < 0.995]
            print(f"{kind}: TVM's time / ours: median {ordered[len(ordered) // 2]:.2f} (from {ordered[0]:.2f} to {ordered[-1]:.2f}) of "
                  f"{len(ordered)} programs; ours slower: {', '.join(slower) or 'none'}")
    pairs = [(facts["predicted_us"], facts["measured_us"]) for sides in rows.values() for facts in sides.values()
             if facts.get("measured_us")]
    if len(pairs) > 4:
        print(f"predicted against measured: Spearman {spearman(pairs):.2f} over {len(pairs)} kernels")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cli")
    parser.add_argument("--export")
    parser.add_argument("--measured")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    missing = [tool for tool in ("ptxas", "nvdisasm") if shutil.which(tool) is None]
    if missing:
        parser.error(f"not found: {', '.join(missing)}; add its folder to PATH")
    measured = {}
    if options.measured:
        with open(options.measured, encoding="utf-8") as file:
            measured = {row["name"]: row["ms"] * 1e3 for row in json.load(file) if "ms" in row}
    rows, cases = {}, []
    names = [name for name in PROGRAMS if not options.names or name in options.names]
    with tempfile.TemporaryDirectory() as temporary, concurrent.futures.ThreadPoolExecutor(3 * os.cpu_count()) as pool:
        folder = options.export or temporary
        os.makedirs(folder, exist_ok=True)
        for name in names:
            text = PROGRAMS[name][0]
            write(os.path.join(folder, name + ".py"),
                  text if "@T.prim_func" in text else "from tvm.script import tir as T\n\n\n@T.prim_func\n" + text)
        write(os.path.join(folder, "tvm-side.py"), TVM_SIDE)
        # TVM's rule for tensor cores takes longest: its sides begin first.
        tasks = {(name, side): pool.submit(make, options.cli, os.path.join(folder, name + ".py"), folder, name)
                 for side, make in (("tvm", tvms), ("ours", ours)) for name in names}
        for name, side in ((name, side) for name in names for side in ("ours", "tvm")):
            try:
                facts = tasks[name, side].result()
            except (RuntimeError, subprocess.CalledProcessError, ValueError) as reason:
                print(f"{name}, {side}: {reason}", file=sys.stderr)
                continue
            facts["measured_us"] = measured.get(f"{name}-{side}")
            rows.setdefault(name, {})[side] = facts
            cases.append(cases_of(name, side, facts))
        if options.export:
            with open(os.path.join(folder, "list.json"), "w", encoding="utf-8") as file:
                json.dump(cases, file, indent=1)
    print(HEADER, end="")
    print_table(rows)


if __name__ == "__main__":
    main()
