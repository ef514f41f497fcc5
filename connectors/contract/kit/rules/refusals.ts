import { randomUUID } from "node:crypto";

import type { Scalar } from "../../object.ts";
import type { Capability } from "../../operations.ts";
import type { CreateRequest } from "../../requests.ts";
import { Secret } from "../../secret.ts";
import type { Bench, Calls, Opened } from "../bench.ts";
import { ensure, type KitRule } from "../rule.ts";

type Given = Pick<Partial<CreateRequest>, "attributes" | "password">;

// A text longer than any attribute accepts, and a character that no text may contain.
const [longCharacters, nul] = [70_000, "kit\u0000kit"];

/** Rules about the state after the target has refused a call. */
export const refusalRules: readonly KitRule[] = [
  {
    name: "a create that is refused for a value or for the password makes nothing",
    needs: ["create", "get"],
    async check(bench) {
      const opened = await bench.begin();
      let refused = 0;
      for (const [about, given] of await refusable(bench, opened)) {
        const name = bench.name();
        const words = await bench.create(opened.session, { ...given, name }).then(
          () => undefined,
          (error: unknown) => bench.known(error)?.message ?? String(error),
        );
        if (words === undefined) continue;
        refused += 1;
        const left = await opened.calls.get({ type: "account", ref: { name } });
        if (left !== undefined) bench.keep(left);
        ensure(left === undefined, `the account is there, though the create with ${about} was refused: ${words}`);
      }
      return refused > 0 ? undefined : "the target has refused no value that the kit could think of";
    },
  },
  {
    name: "a create of a name that another operation has taken is refused with alreadyExists, however often it is sent",
    needs: ["create"],
    async check(bench) {
      const session = await bench.open();
      const { name } = await bench.make(session);
      const again = bench.call({ operationId: randomUUID(), sends: 2 });
      await bench.refusal(() => bench.create(session, { name }, again), "alreadyExists");
    },
  },
  {
    name: "changes of the state of an absent account are refused with notFound, and make none",
    needs: ["create", "get"],
    async check(bench) {
      const { calls } = await bench.begin();
      const offered = stateChanges.filter((name) => bench.offers(name));
      if (offered.length === 0) return "the connector changes no state of accounts";
      for (const change of offered) {
        const account = { name: bench.name("absent") };
        await bench
          .refusal(() => calls[change]({ account }), "notFound")
          .catch((error: Error) => {
            throw new Error(`${change}: ${error.message}`, { cause: error });
          });
        const made = await calls.get({ type: "account", ref: account });
        if (made !== undefined) bench.keep(made);
        ensure(made === undefined, `${change} has made the account`);
      }
      return undefined;
    },
  },
];

const stateChanges = [
  "enable",
  "disable",
  "unlock",
  "expirePassword",
  "unexpirePassword",
] as const satisfies readonly (Capability & keyof Calls)[];

/** Returns creations that a target may refuse, with a description of the fault of each. */
async function refusable(bench: Bench, { session }: Opened): Promise<readonly (readonly [string, Given])[]> {
  const { weakPassword, refused } = bench.samples;
  const { guardedAttributes = [] } = bench.connector.definition;
  const attribute = await bench.attribute(session);
  const joining = guardedAttributes.find(({ of, names }) => of === "account" && names === "groupIds");
  const given: (readonly [string, Given])[] = [];
  const value = (about: string, name: string, values: readonly Scalar[]) =>
    given.push([about, { attributes: { [name]: values } }]);
  if (weakPassword !== undefined) given.push(["a weak password", { password: new Secret(weakPassword) }]);
  if (refused !== undefined) value("the refused value of the samples", refused.attribute, [refused.value]);
  if (joining !== undefined) value("a group that is not there", joining.name, [bench.name("absent")]);
  if (attribute === undefined) return given;
  value(`${longCharacters} characters of ${attribute.name}`, attribute.name, ["k".repeat(longCharacters)]);
  value(`a NUL in ${attribute.name}`, attribute.name, [nul]);
  if (!attribute.multi) value(`two values of ${attribute.name}`, attribute.name, attribute.values.slice(0, 2));
  return given;
}
