import ciir.umass.edu.learning.*;
import java.nio.file.*;

/** RankLib's own loader and scorer, the code behind model/ranklib of the LTR plugins. */
public class Parity {
  public static void main(String[] args) throws Exception {
    Cases.run(args[0], file -> {
      Ranker ranker = new RankerFactory().loadRankerFromString(new String(Files.readAllBytes(file)));
      return (names, features) -> ranker.eval(point(features));
    });
  }

  /** Features that are left out count as 0; only the last one must not be left out. */
  static DataPoint point(double[] features) {
    StringBuilder line = new StringBuilder("0 qid:1");
    for (int f = 0; f < features.length; ++f) {
      if (Double.isNaN(features[f]) && f + 1 == features.length) line.append(" ").append(f + 1).append(":0");
      if (!Double.isNaN(features[f])) line.append(" ").append(f + 1).append(":").append((float) features[f]);
    }
    return new DenseDataPoint(line.toString());
  }
}
