import java.nio.file.*;
import java.util.*;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.logging.LogConfigurator;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.search.SearchModule;
import org.elasticsearch.xcontent.*;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.elasticsearch.xpack.core.ml.action.PutTrainedModelAction;
import org.elasticsearch.xpack.core.ml.inference.MlInferenceNamedXContentProvider;
import org.elasticsearch.xpack.core.ml.inference.trainedmodel.LearningToRankConfig;
import org.elasticsearch.xpack.core.ml.inference.trainedmodel.inference.InferenceDefinition;
import org.elasticsearch.xpack.core.ml.ltr.MlLTRNamedXContentProvider;

/** Elasticsearch's own inference, without a node: the class that the learning_to_rank rescorer calls. */
public class Parity {
  public static void main(String[] args) throws Exception {
    LogConfigurator.configureESLogging();
    Cases.run(args[0], file -> {
      String body = Files.readString(file);
      expectAccepted(body);
      InferenceDefinition model = definition(body);
      return (names, features) ->
          ((Number) model.infer(Cases.byName(names, features), LearningToRankConfig.EMPTY_PARAMS).predictedValue()).doubleValue();
    });
    System.exit(0);
  }

  @SuppressWarnings("unchecked")
  static InferenceDefinition definition(String body) throws Exception {
    Map<String, Object> whole = XContentHelper.convertToMap(JsonXContent.jsonXContent, body, true);
    String text = Strings.toString(JsonXContent.contentBuilder().map((Map<String, Object>) whole.get("definition")));
    var registry = new NamedXContentRegistry(new MlInferenceNamedXContentProvider().getNamedXContentParsers());
    try (XContentParser parser =
             JsonXContent.jsonXContent.createParser(XContentParserConfiguration.EMPTY.withRegistry(registry), text)) {
      return InferenceDefinition.fromXContent(parser);
    }
  }

  /** Elasticsearch's own request class must take the whole body of PUT _ml/trained_models/NAME. */
  static void expectAccepted(String body) throws Exception {
    var entries = new ArrayList<>(new MlInferenceNamedXContentProvider().getNamedXContentParsers());
    entries.addAll(new MlLTRNamedXContentProvider().getNamedXContentParsers());
    entries.addAll(new SearchModule(Settings.EMPTY, List.of()).getNamedXContents());
    var configuration = XContentParserConfiguration.EMPTY.withRegistry(new NamedXContentRegistry(entries));
    try (XContentParser parser = JsonXContent.jsonXContent.createParser(configuration, body)) {
      var problem = PutTrainedModelAction.Request.parseRequest("podium", false, false, parser).validate();
      if (problem != null) throw problem;
    }
  }
}
