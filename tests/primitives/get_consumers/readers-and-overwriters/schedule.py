found = sch.get_consumers("X")
for n in range(len(found)):
    sch.annotate(found[n], "found", n)
