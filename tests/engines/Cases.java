import java.nio.file.*;
import java.util.*;

/** Exported models, and beside each the documents that podium export --check-file wrote: features, score and bound. */
final class Cases {
  interface Scorer { double score(String[] names, double[] features) throws Exception; }
  interface Loader { Scorer load(Path file) throws Exception; }

  /** The documents of a model. */
  static final class Documents {
    String[] names;
    List<double[]> features = new ArrayList<>();
    List<Double> score = new ArrayList<>();
    List<Double> bound = new ArrayList<>();

    Documents(Path model) throws Exception {
      for (String line : Files.readAllLines(Paths.get(model + ".check"))) {
        String[] cell = line.split("\t");
        int count = cell.length - 2;
        if (names == null) {
          names = Arrays.copyOf(cell, count);
          continue;
        }
        double[] row = new double[count];
        for (int f = 0; f < count; ++f) row[f] = Float.parseFloat(cell[f]);
        features.add(row);
        score.add(Double.parseDouble(cell[count]));
        bound.add(Double.parseDouble(cell[count + 1]));
      }
    }

    /** The difference of a score, in parts of what rounding allows. */
    double part(int row, double found) {
      double difference = Math.abs(found - score.get(row)) / bound.get(row);
      return Double.isNaN(difference) ? Double.POSITIVE_INFINITY : difference;
    }
  }

  static void run(String list, Loader loader) throws Exception {
    for (String line : Files.readAllLines(Paths.get(list))) {
      Path model = Paths.get(line);
      double worst = 0;
      try {
        Scorer scorer = loader.load(model);
        Documents documents = new Documents(model);
        for (int row = 0; row < documents.score.size(); ++row) {
          worst = Math.max(worst, documents.part(row, scorer.score(documents.names, documents.features.get(row))));
        }
      } catch (Throwable problem) {
        problem.printStackTrace();
        worst = Double.POSITIVE_INFINITY;
      }
      report(model, worst);
    }
  }

  static void report(Path model, double worst) {
    System.out.println(model + "\t" + (Double.isInfinite(worst) ? "inf" : worst));
  }

  /** The features by name; missing ones are left out. */
  static Map<String, Object> byName(String[] names, double[] features) {
    Map<String, Object> row = new HashMap<>();
    for (int f = 0; f < names.length; ++f) if (!Double.isNaN(features[f])) row.put(names[f], (float) features[f]);
    return row;
  }
}
