import type { Secret } from "#connectors/contract/index.ts";

// Shorter secrets occur by chance in too many texts.
const tellingMinCharacters = 4;

/** Returns true if a text contains one of some secrets. */
export function tells(text: string | undefined, secrets: readonly Secret[]): boolean {
  const holds = (plaintext: string) => plaintext.length >= tellingMinCharacters && text?.includes(plaintext) === true;
  return secrets.some((secret) => secret.use(holds));
}
