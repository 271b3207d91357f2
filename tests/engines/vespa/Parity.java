import com.yahoo.searchlib.rankingexpression.RankingExpression;
import com.yahoo.searchlib.rankingexpression.evaluation.MapContext;
import java.nio.file.*;

/** Vespa's ranking-expression parser and evaluator in Java; content nodes run the same language in C++. */
public class Parity {
  public static void main(String[] args) throws Exception {
    Cases.run(args[0], file -> {
      RankingExpression expression = new RankingExpression(Files.readString(file));
      return (names, features) -> {
        MapContext context = new MapContext();
        for (int f = 0; f < names.length; ++f) context.put("attribute(" + names[f] + ")", features[f]);
        return expression.evaluate(context).asDouble();
      };
    });
  }
}
