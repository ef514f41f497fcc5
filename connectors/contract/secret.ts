import { inspect } from "node:util";

/** A secret in an opaque box: JSON, string conversion and inspection all return `[secret]`; only `use` gives access. */
export class Secret {
  readonly #plaintext: string;

  constructor(plaintext: string) {
    this.#plaintext = plaintext;
  }

  /** Hands the clear text to `run` and returns what it returns; `run` must not keep, log or rethrow the text. */
  use<T>(run: (plaintext: string) => T): T {
    return run(this.#plaintext);
  }

  /** Returns true if the secret is the empty text. */
  get isEmpty(): boolean {
    return this.#plaintext === "";
  }

  toJSON(): string {
    return "[secret]";
  }

  toString(): string {
    return "[secret]";
  }

  [inspect.custom](): string {
    return "[secret]";
  }
}
