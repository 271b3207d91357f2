import java.nio.file.*;
import java.util.*;
import org.apache.solr.client.solrj.SolrQuery;
import org.apache.solr.client.solrj.embedded.EmbeddedSolrServer;
import org.apache.solr.common.SolrDocument;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.common.util.Utils;
import org.apache.solr.core.CoreContainer;
import org.apache.solr.core.SolrCore;
import org.apache.solr.ltr.store.rest.ManagedFeatureStore;
import org.apache.solr.ltr.store.rest.ManagedModelStore;

/** Solr in this process, without a port: uploads features and a model, indexes the documents, re-ranks, compares the scores. */
public class Parity {
  /** Solr's threads outlive main: leave by exit, whatever happens. */
  public static void main(String[] args) {
    try {
      run(args);
      System.exit(0);
    } catch (Throwable problem) {
      problem.printStackTrace();
      System.exit(2);
    }
  }

  static void run(String[] args) throws Exception {
    Path conf = Paths.get(args[1]), home = Files.createTempDirectory("solr-home");
    Files.write(home.resolve("solr.xml"), "<solr/>".getBytes());
    Path core = Files.createDirectories(home.resolve("parity/conf"));
    for (String name : List.of("solrconfig.xml", "schema.xml")) Files.copy(conf.resolve(name), core.resolve(name));
    Files.write(home.resolve("parity/core.properties"), "name=parity\n".getBytes());
    CoreContainer container = new CoreContainer(home, new Properties());
    container.load();
    try (EmbeddedSolrServer server = new EmbeddedSolrServer(container, "parity")) {
      for (String line : Files.readAllLines(Paths.get(args[0]))) {
        Path file = Paths.get(line);
        double worst;
        try {
          String model = upload(container, file);
          worst = Files.exists(Paths.get(file + ".values"))
              ? compareTexts(server, model, file)
              : compare(server, model, new Cases.Documents(file));
        } catch (Throwable problem) {
          problem.printStackTrace();
          worst = Double.POSITIVE_INFINITY;
        }
        Cases.report(file, worst);
      }
    }
  }

  @SuppressWarnings("unchecked")
  static String upload(CoreContainer container, Path file) throws Exception {
    try (SolrCore core = container.getCore("parity")) {
      ManagedFeatureStore features = ManagedFeatureStore.getManagedFeatureStore(core);
      features.applyUpdatesToManagedData(read(Paths.get(file + ".features")));
      Map<String, Object> model = (Map<String, Object>) read(file);
      ManagedModelStore.getManagedModelStore(core).addModel(
          ManagedModelStore.fromLTRScoringModelMap(core.getResourceLoader(), model, features));
      return (String) model.get("name");
    }
  }

  static Object read(Path file) throws Exception {
    return Utils.fromJSON(Files.readAllBytes(file));
  }

  static double compare(EmbeddedSolrServer server, String model, Cases.Documents documents) throws Exception {
    server.deleteByQuery("*:*");
    int count = documents.score.size();
    for (int row = 0; row < count; ++row) {
      SolrInputDocument document = new SolrInputDocument();
      document.addField("id", "" + row);
      Cases.byName(documents.names, documents.features.get(row)).forEach(document::addField);
      server.add(document);
    }
    server.commit();
    SolrQuery query = new SolrQuery("*:*");
    query.setRows(count).set("fl", "id,score").set("rq", "{!ltr model=" + model + " reRankDocs=" + count + "}");
    double worst = 0;
    int seen = 0;
    for (SolrDocument hit : server.query(query).getResults()) {
      worst = Math.max(worst, documents.part(Integer.parseInt((String) hit.get("id")), (Float) hit.get("score")));
      ++seen;
    }
    if (seen != count) throw new IllegalStateException(seen + " of " + count + " documents");
    return worst;
  }

  /**
   * The values of features that Solr computes from text. FILE.documents has lines of an id and fields NAME=TEXT, FILE.values lines of a
   * query, an id, a feature, its value and how far Solr's may be from it; cells are separated by tabs.
   */
  static double compareTexts(EmbeddedSolrServer server, String model, Path file) throws Exception {
    server.deleteByQuery("*:*");
    for (String line : Files.readAllLines(Paths.get(file + ".documents"))) {
      String[] cells = line.split("\t");
      SolrInputDocument document = new SolrInputDocument();
      document.addField("id", cells[0]);
      for (int c = 1; c < cells.length; ++c) document.addField(cells[c].split("=", 2)[0], cells[c].split("=", 2)[1]);
      server.add(document);
    }
    server.commit();
    Map<String, Map<String, Map<String, Float>>> found = new HashMap<>();
    double worst = 0;
    for (String line : Files.readAllLines(Paths.get(file + ".values"))) {
      String[] cell = line.split("\t");
      if (!found.containsKey(cell[0])) found.put(cell[0], loggedFeatures(server, model, cell[0]));
      double difference = Math.abs(found.get(cell[0]).get(cell[1]).get(cell[2]) - Double.parseDouble(cell[3]));
      double part = difference / Double.parseDouble(cell[4]);
      if (!(part <= 1)) System.err.println(line + ": found " + found.get(cell[0]).get(cell[1]).get(cell[2]));
      worst = Math.max(worst, Double.isNaN(part) ? Double.POSITIVE_INFINITY : part);
    }
    return worst;
  }

  /** Features by document and name, as [features] logs them. */
  static Map<String, Map<String, Float>> loggedFeatures(EmbeddedSolrServer server, String model, String words) throws Exception {
    SolrQuery query = new SolrQuery("*:*");
    query.setRows(100000).set("fl", "id,[features store=" + model + "]")
        .set("rq", "{!ltr model=" + model + " reRankDocs=100000 efi.query='" + words.replace("'", "\\'") + "'}");
    Map<String, Map<String, Float>> logged = new HashMap<>();
    for (SolrDocument hit : server.query(query).getResults()) {
      Map<String, Float> features = new HashMap<>();
      for (String pair : ((String) hit.get("[features]")).split(",")) {
        features.put(pair.substring(0, pair.lastIndexOf('=')), Float.parseFloat(pair.substring(pair.lastIndexOf('=') + 1)));
      }
      logged.put((String) hit.get("id"), features);
    }
    return logged;
  }
}
