// Values of RankLib's measures, for profiles.py: each line of the input has the labels of a list in ranked order. Needs RankyMcRankFace:
//     java -cp RankyMcRankFace-0.2.0.jar RankLibValues.java MAP P@5 ... < lists
import ciir.umass.edu.learning.DataPoint;
import ciir.umass.edu.learning.DenseDataPoint;
import ciir.umass.edu.learning.RankList;
import ciir.umass.edu.metric.MetricScorerFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;

public class RankLibValues {
  public static void main(String[] metrics) {
    Scanner lines = new Scanner(System.in);
    while (lines.hasNextLine()) {
      List<DataPoint> documents = new ArrayList<>();
      for (String label : lines.nextLine().split(" ")) documents.add(new DenseDataPoint(label + " qid:1 1:0"));
      StringBuilder values = new StringBuilder();
      // A new scorer for each list: it keeps the ideal value of a query id.
      for (String metric : metrics) values.append(new MetricScorerFactory().createScorer(metric).score(new RankList(documents))).append(' ');
      System.out.println(values);
    }
  }
}
