/** Why a form could not be posted, or was not answered as it must be, in words that hold nothing of what was sent. */
export class PostError extends Error {
  override readonly name = "PostError";
  /** Whether nobody was there to answer: no connection, no answer in time, or a server that says that it cannot. */
  readonly isAway: boolean;

  constructor(message: string, isAway: boolean, cause?: unknown) {
    super(message, { cause });
    this.isAway = isAway;
  }
}

/** A form on its way. */
export interface FormPost {
  readonly address: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Time for all of it, the answer included. */
  readonly withinMs: number;
  readonly answerMaxBytes: number;
}

const serverFaults = 500;

/**
 * Posts a form and gives the JSON of its answer. Redirections are not followed, and of an answer that is too large no more is read.
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
