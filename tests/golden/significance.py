#!/usr/bin/env python3
"""Writes significance.json: distribution tails and significance tests as scipy, statsmodels and
mpmath compute them. Needs scipy 1.17.1, statsmodels 0.15.0 and mpmath 1.4.1:

    python3 significance.py > significance.json
"""
import itertools
import json
import math

import mpmath
import numpy
import scipy
import statsmodels
from scipy import stats
from statsmodels.stats.libqsturng import psturng
from statsmodels.stats.multitest import multipletests

mpmath.mp.dps = 40

# The example of the manual: two rankers, eight queries.
A = [0.31, 0.44, 0.52, 0.28, 0.61, 0.39, 0.47, 0.55]
B = [0.29, 0.40, 0.55, 0.20, 0.58, 0.41, 0.40, 0.50]


def decimal(x):
    return mpmath.mpf(repr(float(x)))


def beta_tails():
    for a in (0.5, 1.0, 2.5, 9.5, 12.0, 50.0, 700.0):
        for b in (0.5, 1.0, 3.0, 11.0, 40.0):
            for x in (1e-3, 0.05, 0.3, 0.5, 0.7, 0.95, 0.999):
                value = mpmath.betainc(decimal(a), decimal(b), 0, decimal(x), regularized=True)
                if value > 1e-300:
                    yield [a, b, x, float(value)]


def log_betas():
    for a in (0.5, 3.0, 10.0, 80.0, 1e4, 1e7):
        for b in (0.5, 2.0, 15.0, 3e5):
            value = mpmath.log(mpmath.beta(decimal(a), decimal(b)))
            yield [a, b, float(value)]


def t_tail(t, df):
    """By mpmath: scipy.stats.t.sf loses digits near t = 0."""
    t, df = decimal(t), decimal(df)
    half = mpmath.betainc(df / 2, mpmath.mpf(1) / 2, 0, df / (df + t * t), regularized=True) / 2
    return float(half if t > 0 else 1 - half)


def t_tails():
    for df in (1, 2, 3, 7, 20, 99, 783):
        for t in (-3.0, -0.1, 0.0, 1e-6, 0.3, 1.0, 2.160246899, 5.0, 12.0, 40.0):
            yield [t, df, t_tail(t, df)]


def t_quantiles():
    for df in (1, 2, 3, 7, 20, 99, 783, 1e6):
        for p in (1e-10, 1e-4, 0.005, 0.025, 0.3, 0.45, 0.7, 0.999):
            yield [p, df, float(stats.t.isf(p, df))]


def range_tails():
    """scipy's own error is about 1e-12, absolute, hence no small tails here."""
    for groups in (2, 3, 5, 10, 40, 200):
        for df in (1, 2, 5, 10, 60, 1000):
            for q in (0.01, 0.5, 2.0, 3.5, 5.0):
                value = float(stats.studentized_range.sf(q, groups, df))
                if value > 1e-3:
                    yield [q, groups, df, value]


def sign_flip_tails(d):
    """Plain enumeration of all sign changes, in exact fractions of a millionth."""
    whole = [round(1e6 * x) for x in d]
    sums = [sum(s * x for s, x in zip(signs, whole))
            for signs in itertools.product((1, -1), repeat=len(d))]
    seen = sum(whole)
    return {"greater": sum(s >= seen for s in sums) / len(sums),
            "less": sum(s <= seen for s in sums) / len(sums),
            "two_sided": sum(abs(s) >= abs(seen) for s in sums) / len(sums)}


def permutation(d):
    def p(alternative):
        return float(stats.permutation_test(
            (numpy.array(d),), numpy.mean, permutation_type="samples", n_resamples=numpy.inf,
            alternative=alternative).pvalue)
    return {"greater": p("greater"), "less": p("less"), "two_sided": p("two-sided")}


def wilcoxon(d, **how):
    def p(alternative):
        return float(stats.wilcoxon(d, alternative=alternative, **how).pvalue)
    return {"differences": d, "statistic": float(stats.wilcoxon(d, alternative="greater").statistic),
            "greater": p("greater"), "less": p("less"), "two_sided": p("two-sided")}


def t_test(a, b):
    def p(alternative):
        return float(stats.ttest_rel(a, b, alternative=alternative).pvalue)
    result = stats.ttest_rel(a, b)
    interval = result.confidence_interval(0.95)
    return {"a": a, "b": b, "statistic": float(result.statistic), "df": float(result.df),
            "greater": p("greater"), "less": p("less"), "two_sided": p("two-sided"),
            "low": float(interval.low), "high": float(interval.high)}


def tukey(values):
    """Two-way layout by hand, tail by scipy; psturng of statsmodels agrees to its few digits."""
    x = numpy.array(values)
    rankers, queries = x.shape
    residual = x - x.mean(1, keepdims=True) - x.mean(0, keepdims=True) + x.mean()
    df = (rankers - 1) * (queries - 1)
    mse = float((residual ** 2).sum() / df)
    pairs = []
    for i, j in itertools.combinations(range(rankers), 2):
        q = abs(float(x[i].mean() - x[j].mean())) / math.sqrt(mse / queries)
        p = float(stats.studentized_range.sf(q, rankers, df))
        if p < 0.5:  # above, psturng is coarse
            assert abs(p - float(numpy.squeeze(psturng(q, rankers, df)))) < 1e-3
        pairs.append([i, j, q, p])
    return {"values": values, "df": df, "pairs": pairs}


def corrections():
    p = [0.01, 0.04, 0.03, 0.005, 0.55, 0.04]
    return {"p": p, "holm": multipletests(p, method="holm")[1].tolist(),
            "bh": multipletests(p, method="fdr_bh")[1].tolist()}


def hedges():
    for df in (2, 3, 7, 30, 1000):
        half = mpmath.mpf(df) / 2
        yield [df, float(mpmath.gamma(half) / (mpmath.sqrt(half) * mpmath.gamma(half - 0.5)))]


def main():
    rng = numpy.random.default_rng(20240301)
    difference = [round(a - b, 2) for a, b in zip(A, B)]
    smooth = [round(float(x), 6) for x in rng.normal(0.02, 0.1, 14)]
    tied = [0.1, -0.1, 0.2, 0.2, -0.3, 0.4, 0.4, 0.4, -0.5, 0.0, 0.6]
    nonzero = [x for x in tied if x != 0.0]
    long_tied = [round(float(x), 2) for x in rng.normal(0.02, 0.1, 80)]
    long_tied = [x for x in long_tied if x != 0.0]
    hard = rng.uniform(0.2, 0.8, 12)
    rankers = [[round(float(x), 4) for x in hard + 0.04 * i + rng.normal(0, 0.08, 12)]
               for i in range(4)]
    enough = stats.PermutationMethod(n_resamples=10 ** 9)
    approximate = {"method": "approx", "zero_method": "wilcox"}
    golden = {
        "made_by": f"scipy {scipy.__version__}, statsmodels {statsmodels.__version__}, "
                   f"mpmath {mpmath.__version__}, numpy {numpy.__version__}",
        "incomplete_beta": list(beta_tails()),
        "log_beta": list(log_betas()),
        "t_tail": list(t_tails()),
        "t_quantile": list(t_quantiles()),
        "normal_tail": [[z, float(stats.norm.sf(z))] for z in (-3.0, 0.0, 0.5, 1.96, 5.0, 10.0, 30.0)],
        "normal_quantile": [[p, float(stats.norm.isf(p))]
                            for p in (1e-200, 1e-12, 1e-4, 0.025, 0.3, 0.45, 0.7, 0.999)],
        "range_tail": list(range_tails()),
        "hedges": list(hedges()),
        "t_test": [t_test(A, B), t_test(rankers[0], rankers[3])],
        "randomisation": [{"differences": d, **sign_flip_tails(d), "scipy": permutation(d)}
                          for d in (difference, smooth, nonzero)],
        "wilcoxon_exact": [wilcoxon(smooth, method="exact"),
                           wilcoxon(nonzero, method=enough),
                           wilcoxon(difference, method=enough)],
        "wilcoxon_normal": [wilcoxon(smooth, correction=False, **approximate),
                            wilcoxon(long_tied, correction=False, **approximate)],
        "wilcoxon_normal_continuity": [wilcoxon(smooth, correction=True, **approximate),
                                       wilcoxon(long_tied, correction=True, **approximate)],
        "tukey": tukey(rankers),
        "correction": corrections(),
    }
    lines = (f'"{name}": {json.dumps(value)}' for name, value in golden.items())
    print("{" + ",\n".join(lines) + "}")


main()
