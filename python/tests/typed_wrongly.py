"""Mistakes that types must show: test_package.py expects an error of mypy in each line with a comment."""

import podium
from podium.sklearn import RankSVM

RankSVM(d=0.1)  # error
RankSVM(c="much")  # error
podium.train("listmle", "train.txt")  # error
podium.evaluate({}, {})["map"].upper()  # error
podium.Dataset([[1.0]], [1]).rows  # error
