import type { JsonObject } from "#domain/json.ts";

/**
 * Asks the browser for a passkey with the options of a sign-in step, and returns its answer as JSON.
 * @throws DOMException if the user declines, or has no passkey
 */
export async function askForPasskey(options: JsonObject): Promise<string> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  return JSON.stringify(await navigator.credentials.get({ publicKey }));
}

/**
 * Creates a passkey in the browser with the options of the service, and returns its answer as JSON.
 * @throws DOMException if the user declines, or the device has a passkey already
 */
export async function makePasskey(options: string): Promise<string> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON,
  );
  return JSON.stringify(await navigator.credentials.create({ publicKey }));
}
