/** Error of a form that could not be posted or was not answered correctly; the message holds nothing of what was sent. */
export class PostError extends Error {
  override readonly name = "PostError";
  /** True if the server was not available: no connection, no answer in time, or a server fault (status 500 or more). */
  readonly isAway: boolean;

  constructor(message: string, isAway: boolean, cause?: unknown) {
    super(message, { cause });
    this.isAway = isAway;
  }
}

/** A form to be posted. */
export interface FormPost {
  readonly address: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Time limit in milliseconds for everything, the answer included. */
  readonly withinMs: number;
  readonly answerMaxBytes: number;
}

const serverFaults = 500;

/**
 * Posts a form and returns the JSON of its answer. Redirections are not followed, and reading stops at an answer that is too large.
 * @throws PostError
 */
export async function postForm({ address, fields, withinMs, answerMaxBytes }: FormPost): Promise<unknown> {
  const signal = AbortSignal.timeout(withinMs);
  try {
    const body = new URLSearchParams(fields);
    const answer = await fetch(address, { method: "POST", body, redirect: "manual", signal });
    if (answer.ok) return jsonOf(await textOf(answer, answerMaxBytes));
    await answer.body?.cancel();
    throw new PostError(`it answers with status ${answer.status}`, answer.status >= serverFaults);
  } catch (error) {
    if (error instanceof PostError) throw error;
    throw new PostError(signal.aborted ? `no answer within ${withinMs} ms` : "no connection", true, error);
  }
}

async function textOf(answer: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new PostError(`its answer has more than ${maxBytes} bytes`, false);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new PostError("its answer is no JSON", false, error);
  }
}
