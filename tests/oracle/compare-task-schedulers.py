#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Drives TVM's gradient task scheduler with made-up latencies, which a builder and a runner of its own give back, and prints what it
picked: the text of tests/search/task-rounds.txt, by which test-tasks checks ours.

usage: PYTHON-WITH-TVM compare-task-schedulers.py > task-rounds.txt"""
import logging
import random
import re

import tvm
from tvm.ir.utils import derived_object
from tvm.s_tir import meta_schedule as ms

PROGRAM = '''
@T.prim_func(s_tir=True)
def main(A: T.Buffer(({n},), "float32"), B: T.Buffer(({n},), "float32")):
    T.func_attr({{"global_symbol": "main"}})
    for i in range({n}):
        with T.sblock("B"):
            vi = T.axis.spatial({n}, i)
            B[vi] = A[vi] + T.float32(1)
'''


def space(sch):
    loop, = sch.get_loops(sch.get_sblock('B', 'main'))
    sch.split(loop, sch.sample_perfect_tile(loop, n=2))


@derived_object
class Builder(ms.builder.PyBuilder):
    """The artifact is the extent, by which the runner knows the task."""

    def build(self, inputs):
        return [ms.builder.BuilderResult(re.search(r'T\.Buffer\(\((\d+),\)', job.mod.script()).group(1), None) for job in inputs]


@derived_object
class Future(ms.runner.PyRunnerFuture):
    def __init__(self, latency_s):
        super().__init__()
        self.latency_s = latency_s

    def done(self):
        return True

    def result(self):
        return ms.runner.RunnerResult(None, 'failed') if self.latency_s is None else ms.runner.RunnerResult([self.latency_s], None)


@derived_object
class Runner(ms.runner.PyRunner):
    def __init__(self, extents, latencies):
        super().__init__()
        self.extents, self.latencies, self.picks = extents, latencies, []

    def run(self, inputs):
        task = self.extents.index(int(inputs[0].artifact_path))
        self.picks.append(task)
        return [Future(self.latencies[task][self.picks.count(task) - 1]) for _ in inputs]


def tune(weights, latencies, n_rounds, **parameters):
    extents = [64 * (i + 1) for i in range(len(weights))]
    logger = logging.getLogger('quiet')
    logger.setLevel(logging.ERROR)
    tasks = [ms.TuneContext(mod=tvm.script.from_source(PROGRAM.format(n=n)),
                            target=tvm.target.Target({'kind': 'llvm', 'num-cores': 1}),
                            space_generator=ms.space_generator.ScheduleFn(space, sch_rules=[], postprocs=[], mutator_probs={}),
                            search_strategy=ms.search_strategy.ReplayFunc(), task_name=f'task{i}', rand_state=1, num_threads=1,
                            logger=logger)
             for i, n in enumerate(extents)]
    runner = Runner(extents, latencies)
    ms.task_scheduler.GradientBased(seed=1, **parameters).tune(
        tasks=tasks, task_weights=weights, max_trials_global=n_rounds, max_trials_per_task=1000000, num_trials_per_iter=1,
        builder=Builder(),
        runner=runner, measure_callbacks=[], database=None, cost_model=None)
    return runner.picks


def falling(rng, n_rounds):
    """Latencies of a search: around a best that falls quickly, then slowly; some fail."""
    floor, extra = rng.uniform(1e-5, 1e-3), rng.uniform(0.1, 20)
    return [None if rng.random() < 0.1 else floor * (1 + extra * rng.random() / (i + 1)) for i in range(n_rounds)]


def main():
    rng = random.Random(20)
    cases = [([1, 4, 1, 2], {}), ([1, 4, 1, 2], {'alpha': 0.5, 'window_size': 1}), ([1, 4, 1, 2], {'alpha': 0.9, 'window_size': 5}),
             ([1], {}), ([1, 1, 1], {'alpha': 0.99}), ([3.5, 0.25], {'alpha': 0.0}), ([1, 2, 3, 4, 5, 6], {}), ([16, 1, 1, 1, 4, 2, 8], {}),
             ([2, 1, 1], {'window_size': 2}), ([1, 4, 1, 2], {})]
    print('# Latencies in seconds, round by round, and the tasks that TVM\'s scheduler picked: '
          'written by tests/oracle/compare-task-schedulers.py.')
    for number, (weights, parameters) in enumerate(cases):
        n_rounds = 48
        latencies = [falling(rng, n_rounds) for _ in weights]
        if number == len(cases) - 1:
            latencies[1] = [None] * n_rounds  # nothing of this one ever runs
        picks = tune([float(weight) for weight in weights], latencies, n_rounds, **parameters)
        arguments = ', '.join(f'{name}={value}' for name, value in parameters.items())
        print('\nscheduler gradient' + (f'({arguments})' if arguments else ''))
        for task, weight in enumerate(weights):
            print('task', weight, *('failed' if value is None else f'{value:.9g}' for value in latencies[task][:picks.count(task)]))
        print('picks', *picks, flush=True)


main()
