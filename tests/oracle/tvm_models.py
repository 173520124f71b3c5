# SPDX-License-Identifier: Apache-2.0
"""ONNX models in TVM: read, lowered, built, tuned. Only for Pythons that have apache-tvm."""
import os

os.environ.setdefault('TVM_NUM_THREADS', '1')
# pylint: disable=wrong-import-position
import onnx
import tvm
from tvm import relax
from tvm.relax.frontend.onnx import from_onnx
from tvm.s_tir import meta_schedule


def target(cpu=None):
    """One core of a CPU; without a name: x86-64 as LLVM takes it where it knows no more."""
    return tvm.target.Target({'kind': 'llvm', 'num-cores': 1, **({'mcpu': cpu} if cpu else {})})


def read(path, inputs):
    """The model for @inputs, arrays by name, fused and lowered to PrimFuncs."""
    module = from_onnx(onnx.load(path), shape_dict={name: list(array.shape) for name, array in inputs.items()},
                       dtype_dict={name: str(array.dtype) for name, array in inputs.items()})
    return relax.get_pipeline('zero')(relax.transform.DecomposeOpsForInference()(module))


def machine(module, cpu=None, work_dir=None):
    """A virtual machine that runs it, with the records of a work_dir."""
    with target(cpu):
        if work_dir:
            module = relax.transform.MetaScheduleApplyDatabase(work_dir)(module)
        return relax.VirtualMachine(tvm.compile(module, target(cpu)), tvm.cpu())


def run(made, inputs):
    result = made['main'](*[tvm.runtime.tensor(array) for array in inputs.values()])
    return [result.numpy()] if hasattr(result, 'numpy') else [part.numpy() for part in result]


def median_s(made, inputs, runs):
    times = made.time_evaluator('main', tvm.cpu(), number=1, repeat=runs)(*[tvm.runtime.tensor(array) for array in inputs.values()])
    return sorted(times.results)[runs // 2]


def tune(module, cpu, work_dir, trials, seed):
    os.makedirs(work_dir, exist_ok=True)
    # A build worker reads all tensor intrinsics when it starts: that takes longer than MetaSchedule's limit of 30 s.
    builder = meta_schedule.builder.LocalBuilder(max_workers=1, timeout_sec=300)
    evaluator = meta_schedule.runner.EvaluatorConfig(number=3, repeat=1, min_repeat_ms=20)
    meta_schedule.relax_integration.tune_relax(module, {}, target=target(cpu), work_dir=work_dir, max_trials_global=trials, seed=seed,
                                               builder=builder,
                                               runner=meta_schedule.runner.LocalRunner(timeout_sec=30, evaluator_config=evaluator))
