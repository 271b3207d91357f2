/** Queries and documents with a true utility, which the page shows only within the text of the document. */

const topics = ["how long to decant red wine", "grapes that grow in the north", "wine with fish", "storing opened bottles", "what tannins do", "cork or screw cap"];
const documentsEach = 8;

export interface WorldDocument {
  query: string;
  id: string;
  title: string;
  utility: number;
}

/** The utilities of a query's documents are distinct and, except for the two worst, above the level of "bad". */
export const documents: WorldDocument[] = topics.flatMap((_, query) =>
  Array.from({ length: documentsEach }, (_, place) => {
    const rank = (3 * place + 5 * query) % documentsEach;
    return { query: `q${query + 1}`, id: `q${query + 1}d${place + 1}`, title: `Note ${query + 1}.${place + 1}`, utility: rank / documentsEach };
  }),
);

export const utilityOf = new Map(documents.map(({ title, utility }) => [title, utility]));
export const isBad = (utility: number): boolean => utility < 0.25;

const lines = (objects: unknown[]): Buffer => Buffer.from(objects.map((one) => `${JSON.stringify(one)}\n`).join(""));
const filler = "A paragraph on soil, weather, bottles and the people who open them, long enough to be scrolled. ".repeat(6);

export const queryFile = {
  name: "queries.jsonl",
  mimeType: "application/x-ndjson",
  buffer: lines(topics.map((text, query) => ({ id: `q${query + 1}`, text, description: `A reader wants to know: ${text}?` }))),
};

export const documentFile = {
  name: "documents.jsonl",
  mimeType: "application/x-ndjson",
  buffer: lines(
    documents.map(({ query, id, title, utility }) => ({
      query,
      id,
      title,
      url: `https://wine.example/${id}`,
      text: `The use of this note about wine is ${utility.toFixed(3)}.\n\n${`${filler}\n\n`.repeat(5)}`,
    })),
  ),
};

export const hostileHtml = `<h2>A friendly page</h2>
<script>top.hacked = true; parent.hacked = true; document.title = "hacked"</script>
<img src="https://evil.example/pixel.png" onerror="parent.hacked = true">
<img src="x" onerror="top.location = 'https://evil.example/onerror'">
<svg onload="parent.hacked = true"></svg>
<meta http-equiv="refresh" content="0; url=https://evil.example/refresh">
<base href="https://evil.example/">
<link rel="stylesheet" href="https://evil.example/style.css">
<style>@import "https://evil.example/import.css"; body { background: url(https://evil.example/back.png) }</style>
<iframe src="https://evil.example/frame"></iframe>
<form action="https://evil.example/form"><button id="send">Send</button></form>
<a id="out" href="https://evil.example/out" target="_top">a way out</a>
<a id="js" href="javascript:parent.hacked=true" target="_top">another</a>`;

export const hostileImport = {
  name: "grades.json",
  mimeType: "application/json",
  buffer: Buffer.from(
    JSON.stringify({
      queries: [
        {
          id: "g1",
          text: "friendly wine",
          description: "",
          documents: [
            { id: "evil", title: "A friendly page", url: "javascript:alert(1)", html: hostileHtml },
            { id: "plain", title: "<b>Plain</b>", text: "<script>parent.hacked = true</script> wine & words" },
            { id: "last", title: "Serving wine to friends", url: "https://wine.example/friends", text: `A friendly host opens the wine an hour before.\n\n${filler}` },
          ],
        },
      ],
    }),
  ),
};

/** Features of the documents as a LETOR file: the utility with a little noise, and two irrelevant features. */
export function letorFeatures(): string {
  return documents
    .map(({ query, id, utility }, place) => {
      const noise = ((place * 7919) % 101) / 1010;
      const values = [utility + noise, ((place * 31) % 17) / 17, ((place * 13) % 7) / 7];
      return `0 qid:${query} ${values.map((value, feature) => `${feature + 1}:${value.toFixed(4)}`).join(" ")} #docid = ${id}\n`;
    })
    .join("");
}
