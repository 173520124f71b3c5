# SPDX-License-Identifier: Apache-2.0
"""Models in onnxruntime, for what runs beside ours: sessions, inputs, calls, differences."""
import numpy as np
import onnxruntime


def session_of(path, threads):
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads, settings.inter_op_num_threads = threads, 1
    return onnxruntime.InferenceSession(path, settings, providers=["CPUExecutionProvider"])


def dims_of(texts):
    """Numbers by the name of a size, or of a place of an input."""
    return {text.split("=")[0]: int(text.split("=")[1]) for text in texts}


def inputs_of(session, dims):
    random = np.random.default_rng(5)
    made = {}
    for value in session.get_inputs():
        shape = [size if isinstance(size, int) else dims.get(f"{value.name}:{i}", dims.get(size, 1)) for i, size in enumerate(value.shape)]
        integer = {"tensor(int64)": np.int64, "tensor(int32)": np.int32, "tensor(bool)": np.bool_}.get(value.type)
        made[value.name] = random.integers(0, 2, shape).astype(integer) if integer else random.random(shape, np.float32) * 2 - 1
    return made


def bound(session, inputs):
    """A call of the session that only computes."""
    binding = session.io_binding()
    for name, array in inputs.items():
        binding.bind_ortvalue_input(name, onnxruntime.OrtValue.ortvalue_from_numpy(array))
    for output in session.get_outputs():
        binding.bind_output(output.name)
    return lambda: session.run_with_iobinding(binding)


def free_dims(session, dims):
    """--shape for each size of an input that is no number."""
    for value in session.get_inputs():
        for i, size in enumerate(value.shape):
            place = f"{value.name}:{i}"
            if not isinstance(size, int):
                yield f"--shape={size if size and place not in dims else place}={dims.get(place, dims.get(size, 1))}"


def largest_error(got, expected):
    if len(got) != len(expected) or any(a.shape != b.shape for a, b in zip(got, expected)):
        raise RuntimeError(f"results are {[a.shape for a in got]}, onnxruntime's {[b.shape for b in expected]}")
    return max(np.max(np.abs(a.astype(np.float64) - b), initial=0) / max(np.max(np.abs(b), initial=0), 1e-30)
               for a, b in zip(got, expected))
