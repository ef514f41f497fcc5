import { z } from "zod";

import {
  chainNameMaxCharacters,
  chainPositionMax,
  chainSelectorsMax,
  componentIdMaxCharacters,
  matchValueMaxCharacters,
  stepNamesMax,
  usualChainPosition,
} from "#domain/chain-limits.ts";
import { type AuthChain, type ChainPurpose, chainPurposes, matchTypes } from "#domain/chains/auth-chain.ts";
import { checkChain } from "#domain/chains/check-chain.ts";
import type { KnownParts } from "#domain/chains/component.ts";
import { ServiceError } from "#domain/errors.ts";
import { descriptionMaxCharacters } from "#domain/limits.ts";

import { checkedInput } from "../../kernel/input-invalid.ts";
import { namedMembers } from "../../kernel/named-members.ts";

const nameRule = `must begin with a letter and hold at most ${chainNameMaxCharacters} letters, digits, '_' and '-'`;
const name = z
  .string()
  .regex(/^[A-Za-z][\w-]*$/, nameRule)
  .max(chainNameMaxCharacters, nameRule)
  .meta({ rule: nameRule });
const component = z
  .string()
  .regex(
    /^([A-Za-z][\w-]*|plugin:[A-Za-z0-9][\w.-]*)$/,
    "must be the id of a component, or plugin: and the name of a file of PLUGIN_FOLDER",
  )
  .max(componentIdMaxCharacters);
const value = z.string().max(matchValueMaxCharacters);

const hasFew = (record: object) => Object.keys(record).length <= stepNamesMax;
const few = { message: `must have at most ${stepNamesMax} members` };

const stepRule = "must be an object of component, configuration and outcomes";

/** Schema of a chain. */
export const chainShape = z.strictObject({
  name,
  description: z.string().max(descriptionMaxCharacters).default(""),
  purpose: z.enum(Object.keys(chainPurposes) as [ChainPurpose, ...ChainPurpose[]]).default("signIn"),
  position: z.int().min(0).max(chainPositionMax).default(usualChainPosition),
  selectors: z
    .array(
      z
        .strictObject({
          expression: value,
          match: z.enum(matchTypes, { error: `must be ${matchTypes.join(", ")}` }),
          value: value.nullish(),
        })
        // OData shows a missing value of a selector as null, and a chain that was read may be written back.
        .transform(({ value: compared, ...selector }) =>
          compared === null || compared === undefined ? selector : { ...selector, value: compared },
        ),
    )
    .max(chainSelectorsMax)
    .default([]),
  first: name,
  steps: namedMembers(
    [name, nameRule],
    [
      z.strictObject(
        {
          component,
          configuration: z
            .record(name, z.union([value, z.number(), z.boolean()]))
            .refine(hasFew, few)
            .default({}),
          outcomes: z.record(name, name).refine(hasFew, few),
        },
        { error: stepRule },
      ),
      stepRule,
    ],
  ),
});

/** Schema of a chain that may leave out its name, because it is stored under one. */
export const chainShapeUnderName = chainShape.partial({ name: true }).meta({ rule: "must be an object" });

/**
 * Checks a written chain; if it has no name, it gets this one.
 * @throws INPUT_INVALID if its shape is wrong, CHAIN_INVALID with every place where it breaks a rule
 */
export function chainNamed(under: string, written: unknown, known: KnownParts): AuthChain {
  const isObject = typeof written === "object" && written !== null && !Array.isArray(written);
  const whole = isObject && !Object.hasOwn(written, "name") ? { ...written, name: under } : written;
  const checked = checkedChain(whole, known);
  if (checked.name === under) return checked;
  const message = `name: It is '${checked.name}', and what is changed is '${under}'. Leave it out, or say the same.`;
  throw new ServiceError("CHAIN_INVALID", { target: "name", message });
}

/**
 * Checks a written chain.
 * @throws INPUT_INVALID if its shape is wrong, CHAIN_INVALID with every place where it breaks a rule
 */
export function checkedChain(written: unknown, known: KnownParts): AuthChain {
  // The type of a field that may be left out says so in another way there.
  const read: AuthChain = checkedInput(chainShape, written);
  const faults = checkChain(read, known);
  const [first] = faults;
  if (first === undefined) return read;
  throw new ServiceError("CHAIN_INVALID", {
    target: first.place,
    message: `${first.place}: ${first.message}`,
    details: faults.map(({ place, message }) => ({ code: "CHAIN_INVALID", target: place, message })),
  });
}
