#!/usr/bin/env python3
"""Writes the official table of LETOR 2.0: the measures of each of OHSUMED's 25 features used alone.
Needs xlrd 2.0.2 and the file Baselines/SingleFeatures_OHSUMED.xls of LETOR 2.0:

    python3 letor2_single_features.py SingleFeatures_OHSUMED.xls > letor2_ohsumed_single_features.csv
"""
import sys

import xlrd

ndcg, precision = xlrd.open_workbook(sys.argv[1]).sheets()
header = [name.lower() for name in ndcg.row_values(1)[1:] + precision.row_values(1)[1:]]
print(",".join(["feature"] + header))
for row in range(2, ndcg.nrows):
    numbers = ndcg.row_values(row)[1:] + precision.row_values(row)[1:]
    assert ndcg.cell_value(row, 0) == precision.cell_value(row, 0) == row - 1
    print(",".join([str(row - 1)] + [repr(number) for number in numbers]))
