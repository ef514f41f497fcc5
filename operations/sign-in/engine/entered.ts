import type { Secret } from "#connectors/contract/index.ts";
import { givenNameMaxCharacters } from "#domain/chain-limits.ts";
import { ServiceError } from "#domain/errors.ts";

import type { Entered } from "./component.ts";

/**
 * Returns the value entered into a field.
 * @throws INPUT_INVALID if it is missing
 */
export function enteredSecret(entered: Entered, name: string): Secret {
  const secret = Object.hasOwn(entered, name) ? entered[name] : undefined;
  if (secret !== undefined && secret.use((text) => text !== "")) return secret;
  throw fieldInvalid(name, "is missing. Fill it in.");
}

/**
 * Returns the value of a field that holds no secret, such as a user name.
 * @throws INPUT_INVALID if it is missing or too long
 */
export function enteredText(entered: Entered, name: string): string {
  const text = enteredSecret(entered, name).use((plain) => plain);
  if (text.length <= givenNameMaxCharacters) return text;
  throw fieldInvalid(name, `must have at most ${givenNameMaxCharacters} characters.`);
}

function fieldInvalid(name: string, rule: string): ServiceError {
  return new ServiceError("INPUT_INVALID", { target: `fields.${name}`, message: `fields.${name}: ${rule}` });
}
