#!/usr/bin/env python3
"""Runs every libFuzzer target for some seconds, starting from small valid files."""
import argparse
import pathlib
import shutil
import subprocess
import sys


def model(kind, parameters):
    return ('{"podium_model":1,"kind":"%s","training":{"algorithm":"a","options":{"l2":"1"},'
            '"truth":"topk:10","seed":1,"data":"0","podium":"0","iterations":3,"stop":"converged",'
            '"validation":{"metric":"map","value":0.5}},"features":{"count":2,"first":1,'
            '"names":["a","b"]},"categories":[{"feature":"a","values":[-1,2],"means":[0.5,0]}],"fill":{"otherwise":"min","exceptions":{"b":"constant:1"}},'
            '"normaliser":{"podium_normaliser":1,"kind":"zscore","servable":true,'
            '"features":["a","b"],"shift":[0,1],"scale":[1,2]},"parameters":%s}'
            % (kind, parameters))


SEEDS = {
    "letor": ["2 qid:1 1:3.0 2:NULL #docid = a inc = 1 prob = 0.5\r\n0 qid:2 2:-1e-3 # b\n",
              '# podium features: ["a","b"]\n2 qid:1 1:3.0 2:1\n'],
    "csv": ['qid,label,docid,"a,b",row_weight\n1,0,x,0.5,1\n1,2,"y,z",,2\n',
            ';qid;label;"a ""b"""\n0;"q ""1""";True;0,5\n1;q2;False;NaN\n'],
    "scores": ["1\n-2.5e3\n"],
    "document_scores": ["q1 d1 3.5\nq1 d2 -1e3\n"],
    "qrels": ["q1 0 d1 2\nq1\t0\td2\t0\n"],
    "run": ["q1 Q0 d1 1 3.5 tag\nq1 Q0 d2 2 1 tag\n"],
    "top_k": ['{"qid":"1","k":2,"top":["a","b"],"rest":["c"]}\n'],
    "preferences": ["q1 a b a\n# note\nq1 a c tie 0.5\n"],
    "preflib": ["# TITLE: t\n# DATA TYPE: toi\n# NUMBER ALTERNATIVES: 4\n# NUMBER VOTERS: 5\n"
                "# NUMBER UNIQUE ORDERS: 2\n# ALTERNATIVE NAME 1: a b\n3: 1,{2,3},4\n2: 4, 1\n",
                "3\n1,a\n2,b, c\n3,d\n5,5,2\n3,1,{2,3}\n2,3,1\n"],
    "groups": ["12\n3\n"],
    "row_weights": ["1\n0.5\n"],
    "query_weights": ["q1 1\nq2 0.5\n"],
    "es_ltr_log": ['{"qid":"1","hits":{"hits":[{"_id":"a","fields":{"_ltrlog":[{"l":[{"name":"x","value":1.5},{"name":"y"}]}]}},'
                   '{"_id":2,"fields":{"_ltrlog":[{"l":{"x":-1e-3,"y":"NaN"}}]}}]}}\n{\n"qid":2,"hits":{"hits":[]}}\n'],
    "solr_log": ['{"responseHeader":{"params":{"qid":"1"}},"response":{"docs":[{"id":"a","[features]":"x=1.0E-3,y=NaN"},'
                 '{"id":2,"[features]":""}]}}\n{"qid":2,"response":{"docs":[]}}\n'],
    "http": ["\x05GET /a/b%20c?d=e HTTP/1.1\r\nHost: x\r\nCookie: a=b\r\ncookie: c=d\r\n\r\n",
             "\x01POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\nabc"
             "HEAD http://x/y HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
             "\x08POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\na;x=y\r\n0123456789\r\n"
             "0\r\n\r\nOPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"],
    "service": ["GET\n/api/tasks/1/documents/0\n",
                "POST\n/api/login\n{\"name\":\"a\",\"password\":\"b\"}",
                "POST\n/api/tasks/1/answers\n{\"key\":\"k\",\"expected\":0,\"left\":0,\"right\":1,"
                "\"verdict\":\"left\",\"seconds\":5.2,\"paused\":0}",
                "POST\n/api/tasks/1/undo\n{\"key\":\"u\",\"expected\":1}",
                "POST\n/api/projects/1/import\n{\"queries\":[{\"id\":\"z\",\"text\":\"t\",\"documents\":"
                "[{\"id\":\"a\",\"text\":\"x\"},{\"id\":\"b\",\"html\":\"<p>\"}],\"gold\":[[\"a\",\"b\"]]}]}",
                "PUT\n/api/projects/1\n{\"name\":\"p\",\"options\":{\"k\":\"2\"},\"scale\":[\"a\",\"b\"]}",
                "POST\n/api/projects/1/assign\n{\"assessors\":[1],\"tools\":[\"grades\"],\"overlap\":1}"],
    "page": ['<!doctype html><meta charset=utf-8><title>t &lt;</title><h1 style="font-size:20px">h</h1>'
             '<table><tr><td><a href="x.html?a&b">l</a></table><svg><title>s</title></svg><select><option>o'],
    "corpus_trec": ["<DOC>\n<DOCNO> A-1 </DOCNO>\n<HEADLINE>h</HEADLINE>\n<TEXT>\n<P>one</P>\n</TEXT>\n</DOC>\n",
                    "<DOC><DOCNO>2</DOCNO><DOCHDR>\nhttp://a.org/ 1\nContent-Type: text/html; charset=koi8-r\n"
                    "</DOCHDR><p>x</DOC>\n"],
    "corpus_smart": [".I 1\n.U\n87\n.T\na\n.W\nb\n.X\n1\t5\t1\n.I 2\n.T\nc\n"],
    "corpus_jsonl": ['{"docid":"a","title":"t","html":"<p>x","url":"http://a/","links":[{"docid":"b","text":"c"}]}\n',
                     '[{"id":1,"text":"a"},\n {"id":2,"text":"b, ] \\" "}]\n'],
    "corpus_csv": ['id,title,text\n1,a,"b ""c"", d\ne"\n2,f,5" g\n'],
    "corpus_warc": ["WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <1>\r\nContent-Length: 72\r\n\r\n"
                    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n<p>\r\n1;x\r\no\r\n0\r\n\r\n"],
    "topics": ["<top>\n<num> Number: 401\n<title> a b\n<desc> Description:\nc\n</top>\n", "q1\ta b\n",
               ".I 001\n.W\na\n", '{"qid":"1","text":"a","description":"b"}\n{"_id":2,"text":"c"}\n'],
    "smart_qrels": ["1 184 2\n1 29 -1\n", "01 1410  0 0\n"],
    "lightgbm": ["tree\nnum_tree_per_iteration=1\nfeature_names=a b\n\nTree=0\nnum_leaves=2\nnum_cat=0\nsplit_feature=1\nsplit_gain=1\n"
                 "threshold=0.5\ndecision_type=10\nleft_child=-1\nright_child=-2\nleaf_value=-1 2\nleaf_count=3 4\n\nend of trees\n"],
    "xgboost": ['{"learner":{"feature_names":["a"],"gradient_booster":{"name":"gbtree","model":{"trees":[{"default_left":[1,0,0],'
                '"left_children":[1,-1,-1],"right_children":[2,-1,-1],"split_conditions":[Infinity,-1,2],"split_indices":[0,0,0],'
                '"split_type":[0,0,0],"sum_hessian":[3,2,1],"loss_changes":[1,0,0]}],"tree_info":[0]}},'
                '"learner_model_param":{"base_score":"[5E-1]","num_feature":"1"},"objective":{"name":"rank:ndcg"}}}'],
    "ranklib": ['## LambdaMART\n\n<ensemble>\n<tree id="1" weight="0.1">\n<split>\n<feature> 1 </feature>\n<threshold> 5.5 </threshold>\n'
                '<split pos="left">\n<output> -1.0 </output>\n</split>\n<split pos="right">\n<output> 2 </output>\n</split>\n</split>\n'
                '</tree>\n</ensemble>\n', "## RankBoost\n## Iteration = 2\n1:5.5:0.75 2:0.2:-1\n",
                "## Linear Regression\n## Lambda = 1.0E-10\n0:0.5 1:1 2:-3\n"],
    "model": [model("linear", '{"weights":[0.5,-1e-3],"bias":2}'),
              model("network", '{"U":[[1,2],[3,4]],"b":[0,1],"v":[1,-1]}'),
              model("trees", '{"base":0,"rate":0.1,"trees":[{"feature":[1],"threshold":[0.5],"missing_left":[true],"left":[-1],'
                             '"right":[-2],"gain":[1],"value":[-1,2],"rows":[5,3,2],"curvature":[5,3,2]}],'
                             '"start":{"name":"listmle","kind":"linear","parameters":{"weights":[0.5,-1]}}}')],
}


def seeds_of(name, folder, podium):
    folder.mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(SEEDS.get(name, [])):
        (folder / f"seed-{number}").write_text(text, newline="")
    if name == "parquet":
        for file in (pathlib.Path(__file__).resolve().parent.parent / "tests/golden/parquet").glob("*.parquet"):
            shutil.copy(file, folder)
    if name == "cache":
        (folder / "data.txt").write_text(SEEDS["letor"][0])
        subprocess.run([podium, "data", "convert", folder / "data.txt", folder / "seed.podium",
                        "--quiet"], check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--seconds", type=int, default=60)
    arguments = parser.parse_args()
    failed = []
    for fuzzer in sorted((arguments.build / "fuzzers").glob("fuzz_*")):
        name = fuzzer.name.removeprefix("fuzz_")
        corpus = arguments.build / "corpus" / name
        seeds_of(name, corpus, arguments.build / "podium")
        result = subprocess.run(
            [fuzzer, corpus, f"-max_total_time={arguments.seconds}", f"-max_len={16384 if name == 'parquet' else 4096}",
             "-timeout=20", "-print_final_stats=1", f"-artifact_prefix={corpus}/"],
            text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        runs = [line.split()[-1] for line in result.stdout.splitlines()
                if line.startswith("stat::number_of_executed_units")]
        print(f"{name:14} {runs[0] if runs else '?':>10} inputs  "
              f"{'ok' if result.returncode == 0 else 'FAILED'}", flush=True)
        if result.returncode != 0:
            failed.append(name)
            print(result.stdout[-4000:])
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
