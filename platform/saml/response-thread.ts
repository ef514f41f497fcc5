import { extname } from "node:path";
import { Worker } from "node:worker_threads";

import type { SamlAssertion } from "./read-response.ts";
import type { SamlRequest, SamlTrust } from "./saml.ts";

/** An answer of an identity provider, with what is needed to judge it. */
export interface ResponseToJudge {
  readonly trust: SamlTrust;
  readonly request: SamlRequest;
  /** The answer in base64. */
  readonly encoded: string;
}

/** Assertion of an answer, or the reason why it proves no one's identity. */
export type JudgedResponse = { readonly assertion: SamlAssertion } | { readonly fault: string };

const judgedWithinMs = 5000;

let idle: Worker | undefined;

/**
 * Judges an answer in a thread, because a large one takes long and strangers may send it. The thread stays for the next answer, and is
 * ended if it takes too long.
 */
export async function judgeResponse(response: ResponseToJudge): Promise<JudgedResponse> {
  const worker = idle ?? begin();
  idle = undefined;
  worker.ref();
  const judged = Promise.withResolvers<JudgedResponse | undefined>();
  const end = () => judged.resolve(undefined);
  const timer = setTimeout(end, judgedWithinMs);
  worker.once("message", judged.resolve).once("exit", end);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  worker.postMessage(response);
  const answer = await judged.promise;
  clearTimeout(timer);
  worker.off("message", judged.resolve).off("exit", end);
  // An idle thread does not keep the process alive.
  worker.unref();
  if (answer !== undefined && idle === undefined) idle = worker;
  else void worker.terminate();
  return answer ?? { fault: "it could not be judged, or not in time" };
}

function begin(): Worker {
  const worker = new Worker(new URL(`./saml-thread${extname(import.meta.url)}`, import.meta.url));
  // The thread ends with the error, and its end is awaited.
  worker.on("error", () => undefined);
  worker.once("exit", () => {
    if (idle === worker) idle = undefined;
  });
  return worker;
}
