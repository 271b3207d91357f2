import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A client of {@code podium serve} for Java 11 and later that needs no library. Copy it, or run it:
 *
 * <pre>java PodiumClient.java ADDRESS MODEL DOCUMENTS.csv [--json]</pre>
 *
 * prints the score of each document. The table has a header with the names of features, "docid" first; empty cells are missing values.
 * Rows of floats are sent, whose columns must be in the order of the model's features, or with --json the names. The token, if the
 * service needs one, is in PODIUM_TOKEN.
 */
public final class PodiumClient {
  private static final int ATTEMPTS = 4;
  private static final int HEAD_BYTES = 16;

  private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(Duration.ofSeconds(5)).build();
  private final String address;
  private final String token;

  /** The token may be null. A client is safe to use from several threads, which share its connections. */
  public PodiumClient(String address, String token) {
    this.address = address;
    this.token = token;
  }

  /** The service answered, and the answer was no. */
  public static final class Refused extends IOException {
    private static final long serialVersionUID = 1L;
    public final int status;

    Refused(int status, String body) {
      super("the service answered " + status + ": " + body);
      this.status = status;
    }
  }

  /** Scores of rows in the order of the model's features; NaN is missing. */
  public double[] scoreRows(String model, float[][] rows) throws IOException, InterruptedException {
    int columns = rows.length == 0 ? 0 : rows[0].length;
    ByteBuffer body = ByteBuffer.allocate(HEAD_BYTES + 4 * columns * rows.length).order(ByteOrder.LITTLE_ENDIAN);
    body.put("PDM1".getBytes(StandardCharsets.US_ASCII)).putInt(columns).putInt(rows.length).putInt(0);
    for (float[] row : rows) {
      for (float value : row) {
        body.putFloat(value);
      }
    }
    byte[] answer = post(model, "application/x-podium-rows", body.array());
    double[] scores = new double[answer.length / 8];
    ByteBuffer.wrap(answer).order(ByteOrder.LITTLE_ENDIAN).asDoubleBuffer().get(scores);
    return scores;
  }

  /** Scores of rows whose columns are the named features. A program that has a library for JSON uses that. */
  public double[] scoreJson(String model, List<String> features, float[][] rows) throws IOException, InterruptedException {
    StringBuilder body = new StringBuilder("{\"features\":[");
    for (int feature = 0; feature < features.size(); ++feature) {
      body.append(feature == 0 ? "" : ",").append(quoted(features.get(feature)));
    }
    body.append("],\"documents\":[");
    for (int row = 0; row < rows.length; ++row) {
      body.append(row == 0 ? "" : ",").append("{\"values\":[");
      for (int column = 0; column < rows[row].length; ++column) {
        float value = rows[row][column];
        body.append(column == 0 ? "" : ",").append(Float.isNaN(value) ? "null" : Float.toString(value));
      }
      body.append("]}");
    }
    body.append("]}");
    byte[] answer = post(model, "application/json", body.toString().getBytes(StandardCharsets.UTF_8));
    String text = new String(answer, StandardCharsets.UTF_8);
    String key = "\"scores\":[";
    int begin = text.lastIndexOf(key) + key.length();
    String list = text.substring(begin, text.indexOf(']', begin));
    return list.isEmpty() ? new double[0] : Arrays.stream(list.split(",")).mapToDouble(Double::parseDouble).toArray();
  }

  private byte[] post(String model, String type, byte[] body) throws IOException, InterruptedException {
    String name = URLEncoder.encode(model, StandardCharsets.UTF_8).replace("+", "%20").replace("%3A", ":").replace("%40", "@");
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + "/v1/models/" + name + "/score"))
        .timeout(Duration.ofSeconds(10))
        .header("Content-Type", type)
        .POST(HttpRequest.BodyPublishers.ofByteArray(body));
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    for (int attempt = 1;; ++attempt) {
      HttpResponse<byte[]> answer = http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
      int status = answer.statusCode();
      if (status == 200) {
        return answer.body();
      }
      boolean isBusy = status == 429 || status == 503;
      if (!isBusy || attempt == ATTEMPTS) {
        throw new Refused(status, new String(answer.body(), StandardCharsets.UTF_8));
      }
      Thread.sleep(1000 * answer.headers().firstValueAsLong("Retry-After").orElse(1));
    }
  }

  private static String quoted(String text) {
    StringBuilder made = new StringBuilder("\"");
    for (char letter : text.toCharArray()) {
      if (letter == '"' || letter == '\\') {
        made.append('\\').append(letter);
      } else if (letter < ' ') {
        made.append(String.format("\\u%04x", (int) letter));
      } else {
        made.append(letter);
      }
    }
    return made.append('"').toString();
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    boolean isJson = args.length == 4 && args[3].equals("--json");
    if (args.length != 3 && !isJson) {
      System.err.println("usage: java PodiumClient.java ADDRESS MODEL DOCUMENTS.csv [--json]");
      System.exit(2);
    }
    List<String> lines = Files.readAllLines(Path.of(args[2]));
    List<String> features = Arrays.asList(lines.get(0).split(",")).subList(1, lines.get(0).split(",").length);
    List<float[]> rows = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",", -1);
      float[] row = new float[features.size()];
      for (int column = 0; column < row.length; ++column) {
        row[column] = cells[column + 1].isEmpty() ? Float.NaN : Float.parseFloat(cells[column + 1]);
      }
      rows.add(row);
    }
    float[][] table = rows.toArray(new float[0][]);
    PodiumClient client = new PodiumClient(args[0], System.getenv("PODIUM_TOKEN"));
    try {
      for (double score : isJson ? client.scoreJson(args[1], features, table) : client.scoreRows(args[1], table)) {
        System.out.println(score);
      }
    } catch (Refused problem) {
      System.err.println("PodiumClient: " + problem.getMessage());
      System.exit(1);
    }
  }
}
