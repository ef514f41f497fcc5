import type { AuthChain, ChainStep } from "#domain/chains/auth-chain.ts";

import type { TestAnswer, TestApi } from "./api.ts";

const path = "/identity/sign-in/attempts";

/** Calls of a sign-in, step by step. */
export interface SignInSteps {
  begin(body?: object): Promise<TestAnswer>;
  answer(begun: TestAnswer, fields: Readonly<Record<string, string>>): Promise<TestAnswer>;
}

/** Returns the calls of sign-ins over HTTP, as a browser makes them. */
export function signInSteps(api: TestApi): SignInSteps {
  return {
    begin: (body = {}) => api.send("POST", path, { body }),
    answer: ({ headers, json }, fields) => {
      const cookie = String(headers["set-cookie"]).split(";", 1)[0] ?? "";
      return api.send("POST", `${path}/${json.attempt}/steps`, { body: { fields }, headers: { cookie } });
    },
  };
}

/** Returns a chain that has priority over the default one; its first step is the one named first. */
export function chainOf(
  steps: Readonly<Record<string, Pick<ChainStep, "component" | "outcomes"> & Partial<ChainStep>>>,
  part: Partial<AuthChain> = {},
): AuthChain {
  return {
    name: "sign-in",
    description: "",
    purpose: "signIn",
    position: 100,
    selectors: [],
    first: Object.keys(steps)[0] ?? "",
    steps: Object.fromEntries(
      Object.entries(steps).map(([name, step]) => [
        name,
        {
          configuration: {},
          ...step,
        },
      ]),
    ),
    ...part,
  };
}

/** Returns the state of a sign-in in an answer: its status, and its end with the code of its error, or the fields that it requests. */
export function standingOf({ status, json }: TestAnswer): readonly unknown[] {
  const fields = (json.fields as readonly { readonly name: string }[] | undefined)?.map(({ name }) => name);
  return [status, json.end ?? fields, ...(json.error === undefined ? [] : [json.error.code])];
}
