import org.jpmml.evaluator.*;

/** PMML by JPMML-Evaluator. */
public class Parity {
  public static void main(String[] args) throws Exception {
    Cases.run(args[0], file -> {
      Evaluator evaluator = new LoadingModelEvaluatorBuilder().load(file.toFile()).build();
      evaluator.verify();
      return (names, features) ->
          ((Number) EvaluatorUtil.decodeAll(evaluator.evaluate(Cases.byName(names, features))).get("score")).doubleValue();
    });
  }
}
