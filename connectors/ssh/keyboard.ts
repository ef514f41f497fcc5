import type { KeyboardInteractiveAuthMethod } from "ssh2";

import { ConnectorError } from "#connectors/contract/index.ts";

/** A login by keyboard-interactive. */
export interface KeyboardLogin {
  readonly login: string;
  readonly plaintext: string;
}

const wordsMax = 500;

/**
 * Returns the method by which a host that asks by keyboard-interactive (RFC 4256) is given the password: once, at the first prompt
 * without echo. Anything else that it asks goes to `refuse`, and nothing is answered.
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
      // Without a word about it what is typed counts as shown, so it is no secret that is asked for.
      if (!answered && prompts.length === 1 && first?.echo === false) {
        answered = true;
        finish([plaintext]);
      } else refuse(new KeyboardRefusal([name, instructions, ...prompts.map(({ prompt }) => prompt)], answered));
    },
  };
}

/** A host that asks for more than a password, in its own words. */
export class KeyboardRefusal extends ConnectorError {
  /** The host has taken the password and wants a new one in its place. */
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
