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
          worst = compare(server, upload(container, file), new Cases.Documents(file));
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
}
