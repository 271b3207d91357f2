/** The JSON of docs/scoring-service.md. */

export interface ModelVersion {
  /** Of models with several versions. */
  label?: string;
  version: string;
  kind: string;
  algorithm: string;
  features: string[];
  serving: "documents" | "complete-documents" | "queries";
  loaded: string;
  default: boolean;
}

export interface ServedModel {
  name: string;
  versions: ModelVersion[];
}

export interface ModelList {
  models: ServedModel[];
  aliases: Record<string, string>;
  collections: string[];
}

export type Value = number | null;

/** The values of a document: in the order of the features of the request or of the model, or by name. */
export type Values = Value[] | Record<string, Value>;

export interface SentDocument {
  id: string;
  values: Values;
}

export interface RankRequest {
  query?: string;
  features?: string[];
  documents: SentDocument[];
  top?: number;
  extra?: "ignore";
}

/** What the service read of a data file. */
export interface ReadQueries {
  /** The order of values; undefined: features have numbers. */
  features?: string[];
  queries: { id: string; documents: { id: string; label?: number; values: Value[] }[] }[];
  remarks: string[];
}

/** Which model served a request. */
export interface Served {
  model: string;
  label?: string;
  version: string;
}

export interface RankedDocument {
  id: string;
  score: number;
  rank: number;
}

export interface Ranking extends Served {
  ranking: RankedDocument[];
}

export interface FeatureShare {
  name: string;
  value: Value;
  /** By how much the feature's value raises the score. */
  adds: number;
}

export interface ExplainedDocument extends RankedDocument {
  /** The score of the mean of the query's documents, which features add to. */
  reference: number;
  /** The largest first; those that add nothing may be left out. */
  features: FeatureShare[];
}

export interface Explanation extends Served {
  ranking: ExplainedDocument[];
}
