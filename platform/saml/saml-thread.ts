import { parentPort } from "node:worker_threads";

import { readResponse } from "./read-response.ts";
import type { JudgedResponse, ResponseToJudge } from "./response-thread.ts";

const say = (judged: JudgedResponse) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(judged);
};

async function judge({ trust, request, encoded }: ResponseToJudge): Promise<JudgedResponse> {
  try {
    return { assertion: await readResponse(trust, request, encoded) };
  } catch (error) {
    // The library reports faults by errors alone; whatever it is, the answer proves no one's identity.
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on("message", (response: ResponseToJudge) => void judge(response).then(say));
