import { answerText } from "../../answer-text.ts";
import type { RouteAnswer } from "../../route.ts";

/** One request of a batch, as either format gives it. */
export interface BatchItem {
  /** Its name inside the batch; null where a multipart batch gives none. */
  readonly id: string | null;
  /** The changes that are to happen together or not at all. */
  readonly group: string | null;
  /** Names of the requests and groups that must succeed first. */
  readonly dependsOn: readonly string[];
  readonly method: string;
  /** As it was sent: absolute, a path, or relative to the service root. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** What became of one request. */
export interface BatchResult {
  readonly item: BatchItem;
  readonly answer: RouteAnswer;
  /** True where it failed only because another one of its group did. */
  readonly undone?: true;
}

/** The text of an answer, and its headers. */
export interface Content {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What an answer carries: its text, and its headers, with the content type where there is a text. */
export async function contentOf({ body, headers = {} }: RouteAnswer): Promise<Content> {
  if (body === undefined) return { text: "", headers };
  const isText = typeof body === "string" || Buffer.isBuffer(body);
  const text = isText ? body.toString() : await answerText(body);
  return { text, headers: { "content-type": "application/json;charset=utf-8", ...headers } };
}
