import { addressOf } from "./api";
import type { RankRequest } from "./model";

/** A word of a shell, in single quotes. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The request as a command of a shell. The token is left to a variable: what is copied may be shown to others. */
export function curlOf(origin: string, reference: string, body: RankRequest, hasToken: boolean): string {
  const token = hasToken ? ` -H "Authorization: Bearer $PODIUM_TOKEN"` : "";
  return `curl${token} -H 'Content-Type: application/json' ${quoted(origin + addressOf(reference, "rank"))} -d ${quoted(JSON.stringify(body))}`;
}
