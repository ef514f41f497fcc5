/** Error in one field of a call. */
export interface LibraryErrorDetail {
  readonly code: string;
  /** Path of the field. */
  readonly target: string;
  readonly message: string;
}

/** Parts of a refusal. */
export interface LibraryErrorParts {
  readonly code: string;
  readonly message: string;
  readonly target?: string | undefined;
  readonly details?: readonly LibraryErrorDetail[] | undefined;
  readonly cause?: unknown;
}

/** Refusal of a call of the library, with the code of docs/errors.md. */
export class LibraryError extends Error {
  override readonly name = "LibraryError";
  readonly code: string;
  /** Path of the invalid field; undefined if there is none. */
  readonly target: string | undefined;
  readonly details: readonly LibraryErrorDetail[];

  constructor({ code, message, target, details = [], cause }: LibraryErrorParts) {
    super(message, { cause });
    this.code = code;
    this.target = target;
    this.details = details;
  }
}
