import { answerText } from "../../answer-text.ts";
import type { RouteAnswer } from "../../route.ts";

/** One request of a batch, as either format gives it. */
export interface BatchItem {
  /** Name inside the batch; null if a multipart batch gives none. */
  readonly id: string | null;
  /** Group of changes that happen together or not at all; null if the request is in none. */
  readonly group: string | null;
  /** Names of the requests and groups that must succeed first. */
  readonly dependsOn: readonly string[];
  readonly method: string;
  /** Address as sent: absolute, a path, or relative to the service root. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A request of a batch and its answer. */
export interface BatchResult {
  readonly item: BatchItem;
  readonly answer: RouteAnswer;
  /** True if it failed only because another request of its group did. */
  readonly undone?: true;
}

/** The text of an answer, and its headers. */
export interface Content {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Returns the text of an answer and its headers. Adds the content type if there is a text. */
export async function contentOf({ body, headers = {} }: RouteAnswer): Promise<Content> {
  if (body === undefined) return { text: "", headers };
  const isText = typeof body === "string" || Buffer.isBuffer(body);
  const text = isText ? body.toString() : await answerText(body);
  return { text, headers: { "content-type": "application/json;charset=utf-8", ...headers } };
}
