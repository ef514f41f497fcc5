import { ConnectorError, type Secret } from "#connectors/contract/index.ts";

/**
 * Refuses a text that no protocol can carry to the server unchanged: a NUL ends the text there, and half a surrogate pair becomes
 * another character.
 * @throws invalidValue naming the field
 */
export function checkPlainText(field: string, text: string): void {
  if (text.includes("\0") || !text.isWellFormed())
    throw new ConnectorError("invalidValue", `${field} must not hold a NUL character or half a surrogate pair.`);
}

/**
 * Passes a password to `run` if it can be carried to the server.
 * @throws invalidValue
 */
export function usePassword<T>(password: Secret, run: (plaintext: string) => T): T {
  return password.use((plaintext) => {
    checkPlainText("The password", plaintext);
    if (plaintext === "") throw new ConnectorError("invalidValue", "The password must not be empty.");
    return run(plaintext);
  });
}
