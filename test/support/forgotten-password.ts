import { expect } from "vitest";

import type { createHttpClient, HttpAnswer } from "./http-client.ts";

/** Answer of the people of these tests to each security question. */
export const securityAnswer = "Rex";

/** Walks the chain for forgotten passwords: a user name, the answers to all questions that are asked, and a new password. */
export async function walkForgottenPassword(
  http: Pick<ReturnType<typeof createHttpClient>, "call">,
  userName: string,
  password: string,
): Promise<HttpAnswer> {
  const attempts = "/identity/sign-in/attempts";
  const begun = await http.call("POST", attempts, { body: { purpose: "forgotPassword" } });
  const cookie = String(begun.headers["set-cookie"]).split(";", 1)[0] ?? "";
  const { attempt } = begun.body as { readonly attempt: string };
  const step = (fields: object) =>
    http.call("POST", `${attempts}/${attempt}/steps`, { body: { fields }, headers: { cookie } });
  const asked = await step({ userName });
  const { fields = [] } = asked.body as { readonly fields?: readonly { readonly name: string }[] };
  const proved = await step(Object.fromEntries(fields.map(({ name }) => [name, securityAnswer])));
  expect(proved.status, JSON.stringify([asked.body, proved.body])).toBe(200);
  return step({ newPassword: password, newPasswordAgain: password });
}
