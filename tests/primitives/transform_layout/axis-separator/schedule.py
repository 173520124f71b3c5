from tvm.tir import IndexMap


def schedule(sch):
    sch.transform_layout(sch.get_block("B"), ("write", 0), lambda m, n: [m, IndexMap.AXIS_SEPARATOR, n])
