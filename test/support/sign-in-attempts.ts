import type { TestAnswer, TestApi } from "./api.ts";

const path = "/identity/sign-in/attempts";

/** Begins a sign-in over HTTP. */
export function beginAttempt(api: TestApi, body: object = {}): Promise<TestAnswer> {
  return api.send("POST", path, { body });
}

/** Answers the step of a sign-in, as the browser that has begun it. */
export function answerAttempt(api: TestApi, begun: TestAnswer, fields: object): Promise<TestAnswer> {
  const cookie = String(begun.headers["set-cookie"]).split(";", 1)[0] ?? "";
  return api.send("POST", `${path}/${begun.json.attempt}/steps`, { body: { fields }, headers: { cookie } });
}

/** Returns the state of a sign-in as strangers may see it: the status, its end, and the code of its error. */
export function outcomeOf({ status, json }: TestAnswer): readonly unknown[] {
  return [status, json.end ?? "asked", json.error?.code ?? null];
}
