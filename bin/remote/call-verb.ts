import { formatKey } from "#api/odata/key.ts";
import type { VerbOfSet } from "#api/offered/verbs-of-sets.ts";

import type { RestClient } from "../rest-client.ts";
import { insideForm, outsideForm } from "./inside-form.ts";

// A file of users, or a dry run of policies, may take long.
const callMs = 600_000;

type Input = Readonly<Record<string, unknown>>;

/** Address and result of a verb to call over REST. */
export type CalledVerb = Pick<VerbOfSet, "result" | "entity"> & {
  readonly address: NonNullable<VerbOfSet["address"]>;
};

/**
 * Calls a verb of an entity set over REST with the input of its operation. Returns the operation's result, or for a change the
 * changed entity; null if the service answers nothing.
 * @throws CliError
 */
export async function callVerb(rest: RestClient, verb: CalledVerb, given: unknown): Promise<unknown> {
  const { address, result, entity } = verb;
  const { path, body } = addressed(address.path, outsideForm(given) as Input);
  switch (address.method) {
    case "GET":
      return result && insideForm(result, await rest.get(path));
    case "DELETE":
      await rest.remove(path);
      return null;
    case "PATCH": {
      const changed = await rest.patch(path, body);
      return changed && insideForm(entity, changed);
    }
    case "POST": {
      const answer = await rest.post(path, body, { callMs });
      return result && insideForm(result, answer.body);
    }
  }
}

/** Moves the fields of an input that the path names into the path; the others form the body. */
function addressed(template: string, input: Input): { readonly path: string; readonly body: Input } {
  const body = new Map(Object.entries(input));
  const path = template.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
    const key = body.get(field);
    if (typeof key !== "string") throw new TypeError(`the input has no ${field}, which ${template} needs`);
    body.delete(field);
    return formatKey(key);
  });
  return { path: `/v2/${path}`, body: Object.fromEntries(body) };
}
