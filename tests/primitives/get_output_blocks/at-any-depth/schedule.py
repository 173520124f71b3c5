found = sch.get_output_blocks("root")
for n in range(len(found)):
    sch.annotate(found[n], "found", n)
