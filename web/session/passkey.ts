import type { JsonObject } from "#domain/json.ts";

/**
 * Asks the browser for a passkey as a step of a sign-in wants it, and gives what it answers as JSON.
 * @throws DOMException where somebody declines, or has none
 */
export async function askForPasskey(options: JsonObject): Promise<string> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  return JSON.stringify(await navigator.credentials.get({ publicKey }));
}

/**
 * Has the browser make a passkey as the service wants it, and gives what it answers as JSON.
 * @throws DOMException where somebody declines, or the device has one already
 */
export async function makePasskey(options: string): Promise<string> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON,
  );
  return JSON.stringify(await navigator.credentials.create({ publicKey }));
}
