found = sch.get_consumers("C")
for n in range(len(found)):
    sch.annotate(found[n], "found", n)
