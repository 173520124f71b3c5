# SPDX-License-Identifier: Apache-2.0
"""Programs and schedules written for classic TVM, for the newest one."""
import re
import sys
import types

import tvm
import tvm.s_tir


class Schedule:
    """tvm.s_tir.Schedule under its classic names too."""

    def __init__(self, sch):
        self.sch = sch

    def __getattr__(self, name):
        return getattr(self.sch, {"get_block": "get_sblock"}.get(name, name))


def newest(text):
    text = text.replace("from tvm.script import tir as T", "from tvm.script import tirx as T").replace("tvm.tir.", "tir.")
    text = text.replace("@T.prim_func", "@T.prim_func(s_tir=True)").replace("T.alloc_buffer", "T.sblock_alloc_buffer")
    return re.sub(r"T\.(block|block_attr)\(", r"T.s\1(", text)


class TensorIntrin:
    """Registers as if each job were a process of its own."""

    def __init__(self):
        self.seen = set()

    def register(self, name, desc, impl, override=False):
        tvm.s_tir.TensorIntrin.register(name, desc, impl, override=override or name not in self.seen)
        self.seen.add(name)

    def get(self, name, *allow_missing):
        return tvm.s_tir.TensorIntrin.get(name, *allow_missing)


def names_of_classic():
    """What schedule scripts import from tvm.tir."""
    tir = types.ModuleType("tvm.tir")
    tir.TensorIntrin, tir.IndexMap, tir.Schedule = TensorIntrin(), tvm.tirx.IndexMap, tvm.s_tir.Schedule
    tvm.tir = sys.modules["tvm.tir"] = tir
    return {"tir": tir, "tvm": tvm}


def complaint(error):
    """One line: the kind, and what the end of the message says."""
    lines = [line.strip() for line in str(error).split("\n") if line.strip()]
    said = [line for line in lines if line.startswith("Error message")]
    return f"{type(error).__name__}: {(said or lines or [''])[-1]}"[:400]
