import type { KeyboardInteractiveAuthMethod } from "ssh2";

import { ConnectorError } from "#connectors/contract/index.ts";

/** A login by keyboard-interactive. */
export interface KeyboardLogin {
  readonly login: string;
  readonly plaintext: string;
}

const wordsMax = 500;

/**
 * Returns the method that answers keyboard-interactive (RFC 4256): it sends the password once, at the first prompt without echo.
 * Any other prompt goes to `refuse` and is not answered.
 */
export function keyboardMethod(
  { login, plaintext }: KeyboardLogin,
  refuse: (reason: KeyboardRefusal) => void,
): KeyboardInteractiveAuthMethod {
  let answered = false;
  return {
    type: "keyboard-interactive",
    username: login,
    prompt(...[name, instructions, , prompts, finish]: Parameters<KeyboardInteractiveAuthMethod["prompt"]>) {
      const [first] = prompts;
      // Without a statement about echo the input counts as shown, so the prompt is not for a secret.
      if (!answered && prompts.length === 1 && first?.echo === false) {
        answered = true;
        finish([plaintext]);
      } else refuse(new KeyboardRefusal([name, instructions, ...prompts.map(({ prompt }) => prompt)], answered));
    },
  };
}

/** Error of a host that asks for more than a password, with the host's prompts. */
export class KeyboardRefusal extends ConnectorError {
  /** True if the host has accepted the password and requires a new one. */
  readonly wantsNewPassword: boolean;

  constructor(said: readonly string[], answered: boolean) {
    const words = said
      .map((text) => text.trim())
      .filter((text) => text !== "")
      .join(" ")
      .slice(0, wordsMax);
    const after = answered ? " after the password" : "";
    super(
      "notSupported",
      `The host asks for more than a password${after}: "${words}". The connector answers one prompt without echo.`,
    );
    this.wantsNewPassword =
      answered && /(?:required to change|has expired|must change).*password|password (?:has )?expired/is.test(words);
  }
}
