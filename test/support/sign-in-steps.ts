import type { AuthChain, ChainStep } from "#domain/chains/auth-chain.ts";

import type { TestAnswer, TestApi } from "./api.ts";

const path = "/identity/sign-in/attempts";

/** Walks sign-ins at the door, step by step. */
export interface SignInSteps {
  begin(body?: object): Promise<TestAnswer>;
  answer(begun: TestAnswer, fields: Readonly<Record<string, string>>): Promise<TestAnswer>;
}

/** Walks sign-ins at the door of a test, as a browser does. */
export function signInSteps(api: TestApi): SignInSteps {
  return {
    begin: (body = {}) => api.send("POST", path, { body }),
    answer: ({ headers, json }, fields) => {
      const cookie = String(headers["set-cookie"]).split(";", 1)[0] ?? "";
      return api.send("POST", `${path}/${json.attempt}/steps`, { body: { fields }, headers: { cookie } });
    },
  };
}

/** A chain that is taken before the default one; its first step is that which is named first. */
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

/** What an answer says of how a sign-in stands: its status, and its end with the code of its error, or the fields that it asks for. */
export function standingOf({ status, json }: TestAnswer): readonly unknown[] {
  const fields = (json.fields as readonly { readonly name: string }[] | undefined)?.map(({ name }) => name);
  return [status, json.end ?? fields, ...(json.error === undefined ? [] : [json.error.code])];
}
